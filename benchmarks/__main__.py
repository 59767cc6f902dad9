"""`python -m benchmarks`: runs the chosen rows and writes benchmarks/results/<cpu>-<date>.md.

    python -m benchmarks --rows matmul_512,softmax_4096 --peers heddle,numpy,jax --rounds 5
    python -m benchmarks --list
"""
from __future__ import annotations

import argparse
import datetime
import tempfile
import time
from pathlib import Path

from benchmarks import first_call, profiling, report, stages, startup
from benchmarks.machine import Peaks, cpu_name, describe_machine, measure_peaks
from benchmarks.rounds import Results, open_peers, run_rows
from benchmarks.setup import PEERS
from benchmarks.workloads import WORKLOADS


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="heddle against the installed peers, interleaved.")
    parser.add_argument("--rows", default="all", help="comma-separated rows, or startup, first, stages, profile, work; default all")
    parser.add_argument("--peers", default=",".join(PEERS), help=f"comma-separated, of {', '.join(PEERS)}")
    parser.add_argument("--cores", default="1", help="comma-separated numbers of cores for the rows of work and first; default 1")
    parser.add_argument("--rounds", type=int, default=5, help="samples of each cell; default 5")
    parser.add_argument("--seconds", type=float, default=0.15, help="length of a sample; default 0.15")
    parser.add_argument("--out", type=Path, help="file to write; default benchmarks/results/<cpu>-<date>.md, - for none")
    parser.add_argument("--list", action="store_true", help="only show the rows")
    return parser.parse_args()


def chosen(text: str, group: str, rows: tuple[str, ...]) -> list[str]:
    """The rows of a group that `--rows` names, by their names, by the group's, or by a stage's workload."""
    words = set(text.split(","))
    return [r for r in rows if words & {"all", group, r} or ("." in r and r.split(".")[0] + ".stages" in words)]


def main() -> None:
    options = parse()
    work = tuple(w.name for w in WORKLOADS)
    if options.list:
        groups = (("startup", startup.ROWS), ("first", first_call.ROWS), ("stages", stages.ROWS), ("profile", profiling.ROWS),
                  ("work", work))
        for group, rows in groups: print(f"{group}: {' '.join(rows)}")
        return
    peers, started = options.peers.split(","), time.perf_counter()
    sections: list[str] = []
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as name:
        folder = Path(name)
        if rows := chosen(options.rows, "startup", startup.ROWS): sections.append(startup_section(rows, peers, options, folder))
        if rows := chosen(options.rows, "first", first_call.ROWS):
            sections += [first_section(rows, peers, int(c), options, folder) for c in options.cores.split(",")]
        if rows := chosen(options.rows, "stages", stages.ROWS): sections.append(stages_section(rows, peers, options, folder))
        if rows := chosen(options.rows, "profile", profiling.ROWS): sections.append(profiling_section(rows, options, folder))
        if rows := chosen(options.rows, "work", work):
            sections += [work_section(rows, peers, int(c), options, folder) for c in options.cores.split(",")]
    head = (f"# {cpu_name()}, {datetime.date.today()}\n\n{describe_machine()}.\n\n{options.rounds} rounds, peers interleaved; "
            f"median ± half the spread, in brackets the ratio to the best (bold). The peers' malloc asks for huge pages. "
            f"The run took {(time.perf_counter() - started) / 60:.1f} minutes.\n")
    report.write(head + "\n" + "\n".join(sections), options.out)


def startup_section(rows: list[str], peers: list[str], options: argparse.Namespace, folder: Path) -> str:
    results = startup.run_startup(rows, peers, 2, options.rounds, folder, say)
    return section("Start of a process", results, ["python", *peers], startup.ABOUT)


def first_section(rows: list[str], peers: list[str], cores: int, options: argparse.Namespace, folder: Path) -> str:
    results = first_call.run_first_calls(rows, peers, cores, options.rounds, folder, say)
    about = {row: first_call.about(row) for row in results}
    return section(f"First results of fresh processes, {cores} core{'s' * (cores > 1)}", results, peers, about)


def stages_section(rows: list[str], peers: list[str], options: argparse.Namespace, folder: Path) -> str:
    workloads = [w for w in stages.WORKLOADS if any(r.startswith(w + ".") for r in rows)]
    results, kernels = stages.run_stages(peers, 1, options.rounds, folder, say, workloads)
    about = {row: stages.ABOUT[row.split(".")[1]] for row in results}
    counts = "\n".join(f"- {name}: {n} calls" for name, n in kernels.items())
    notes = f"\nPeers that compile for long have fewer rounds here. Calls in the LINEAR:\n\n{counts}\n"
    return section("From graph to binaries (one core, cold caches)", results, peers, about) + notes


def profiling_section(rows: list[str], options: argparse.Namespace, folder: Path) -> str:
    results = profiling.run_profiling(rows, options.rounds, folder, say)
    shown = report.table(results, profiling.COLUMNS, profiling.ABOUT)
    why = report.failures(results)
    return f"## Cost of profiling (one core)\n\n{shown}\n\n{profiling.overheads(results)}\n{why}\n"


def work_section(rows: list[str], peers: list[str], cores: int, options: argparse.Namespace, folder: Path) -> str:
    peaks = measure_peaks(cores)
    say(describe_peaks(peaks))
    workers, versions = open_peers(peers, cores, folder, say)
    try: results = run_rows(rows, workers, options.rounds, options.seconds, folder, say)
    finally:
        for worker in workers.values(): worker.stop()
    about = {w.name: w.about for w in WORKLOADS}
    used = "\n".join(f"- `{peer}`: {version}" for peer, version in versions.items())
    return section(f"Work, {cores} core{'s' * (cores > 1)}", results, peers, about, peaks) + f"\n{describe_peaks(peaks)}\n\n{used}\n"


def section(title: str, results: Results, peers: list[str], about: dict[str, str], peaks: Peaks | None = None) -> str:
    parts = [f"## {title}\n", report.table(results, peers, about, peaks), "\nheddle, times as fast:\n", report.ratios(results)]
    if why := report.failures(results): parts += ["\nNot run:\n", why]
    return "\n".join(parts) + "\n"


def describe_peaks(p: Peaks) -> str:
    return (f"Measured with {p.cores} core{'s' * (p.cores > 1)}: float32 FMA {p.fma / 1e9:.0f} GFLOP/s, "
            f"memory read {p.read / 1e9:.1f} GB/s, triad {p.triad / 1e9:.1f} GB/s.")


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main()
