"""`python -m benchmarks.devices`: heddle against tinygrad on runtimes with work-groups, both on the same drivers.

    python -m benchmarks.devices --devices CL,WEBGPU --rows matmul_512,replay_100 --rounds 9

In: devices, rows. Out: a table a device, and benchmarks/results/devices-<cpu>-<date>.md. Always true: samples are interleaved, and
every first result is compared with NumPy's; a ratio above 1 says that heddle is faster.
"""
from __future__ import annotations

import argparse
import datetime
import os
import tempfile
from pathlib import Path

from benchmarks import report
from benchmarks.machine import cpu_name, describe_machine
from benchmarks.rounds import Cell, Results, open_peers, run_rows
from benchmarks.setup import DEVICES
from benchmarks.workloads import DEVICE_WORKLOADS


def parse() -> argparse.Namespace:
    names = [w.name for w in DEVICE_WORKLOADS]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.devices", description="heddle against tinygrad, device by device.")
    parser.add_argument("--devices", default=",".join(DEVICES), help=f"comma-separated, of {', '.join(DEVICES)}; default all")
    parser.add_argument("--rows", default=",".join(names), help=f"comma-separated, of {', '.join(names)}; default all")
    parser.add_argument("--rounds", type=int, default=9, help="samples of each cell; default 9")
    parser.add_argument("--seconds", type=float, default=0.2, help="length of a sample; default 0.2")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, help="cores for all of them; default all")
    parser.add_argument("--out", type=Path, help="file to write; default benchmarks/results/devices-<cpu>-<date>.md, - for none")
    return parser.parse_args()


def run_device(device: str, options: argparse.Namespace, folder: Path) -> str:
    """The section of one device: its table, what could not be run, the versions."""
    mine, theirs = f"heddle-{device.lower()}", f"tinygrad-{device.lower()}"
    workers, versions = open_peers(("numpy", mine, theirs), options.cores, folder, say)
    try: results = run_rows(options.rows.split(","), workers, options.rounds, options.seconds, folder, say)
    finally:
        for worker in workers.values(): worker.stop()
    why = report.failures(results)
    used = "\n".join(f"- {version}" for peer, version in versions.items() if peer != "numpy")
    return f"## {device}\n\n{table(results, mine, theirs)}\n\n{why}{chr(10) * 2 if why else ''}{used}\n"


def table(results: Results, mine: str, theirs: str) -> str:
    """A row a workload: medians and minima of both, and how many times as fast heddle is by each."""
    about = {w.name: w.about for w in DEVICE_WORKLOADS}
    lines = ["| row | heddle | tinygrad | times as fast, by medians | by minima |", "|---|---|---|---|---|"]
    for row, cells in results.items():
        a, b = cells.get(mine, Cell()), cells.get(theirs, Cell())
        ratios = (f"{b.median / a.median:.2f}×", f"{min(b.samples) / min(a.samples):.2f}×") if a.samples and b.samples else ("–", "–")
        lines.append(f"| {row}: {about[row]} | {_cell(a)} | {_cell(b)} | {ratios[0]} | {ratios[1]} |")
    return "\n".join(lines)


def _cell(cell: Cell) -> str:
    if not cell.samples: return "–"
    return f"{report.duration(cell.median)} ±{cell.spread / 2:.0%} (least {report.duration(min(cell.samples))})"


def say(text: str) -> None:
    print(text, flush=True)


def main() -> None:
    options = parse()
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as name:
        sections = [run_device(device, options, Path(name)) for device in options.devices.split(",")]
    text = (f"# Devices with work-groups, {cpu_name()}, {datetime.date.today()}\n\n{describe_machine()}.\n\n"
            f"{options.rounds} rounds, interleaved; median ± half the spread. Both on the same driver.\n\n" + "\n".join(sections))
    report.write(text, options.out, "devices-")


if __name__ == "__main__":
    main()
