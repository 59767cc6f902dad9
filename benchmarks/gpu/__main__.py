"""`python -m benchmarks.gpu`: heddle on an NVIDIA GPU against torch, eager and compiled, by the device's own events.

    python -m benchmarks.gpu --out result.md               on a machine with a GPU and torch
    python -m benchmarks.gpu --emulated --out result.md    anywhere: tiny sizes on the PTX emulator, which shows that all of it works

In: nothing but the device. Out: a table: seconds of each, what heddle's are in TFLOP/s or TB/s, the share of the ceiling measured in
the same run, and the ratio to torch's best (above 1: heddle is faster). Always true: the rows run in a process of their own, each for
a limited time; one that fails, hangs or loses the device leaves its reason in the table, and the others go on in a new process.
"""
from __future__ import annotations

import argparse
import datetime
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.gpu.rows import Row, rows
from benchmarks.report import duration
from benchmarks.rounds import AskedProcess

_HEAD = ("what", "heddle", "torch", "torch.compile", "rate", "of the ceiling", "torch's best / heddle", "apart")
_START = 60.0  # seconds until the process has loaded torch
_CHECK = 10.0  # seconds until it has computed a sum
_NOTE = 100  # characters of a reason that stand in a cell
_NO_TIME = "not measured: no time left"


def worker(emulated: bool, log: Path) -> AskedProcess:
    """The process that measures."""
    if not emulated: return AskedProcess([sys.executable, "-m", "benchmarks.gpu.measure"], os.environ | {"DEV": "CUDA"}, log)
    return AskedProcess([sys.executable, "-m", "tests.emulators", "benchmarks.gpu.measure", "--emulated"],
                        os.environ | {"DEV": "CUDA", "EMULATE": "CUDA"}, log)


def cell(text: str) -> str:
    """A text that is no more than one cell of a table."""
    return text.replace("|", "/").replace("\n", " ")[:_NOTE]


def line(row: Row, found: dict[str, Any], most: dict[str, float]) -> str:
    """A row of the table."""
    if "failed" in found: return f"| {row.name} | {cell(found['failed'])} |" + " |" * (len(_HEAD) - 2)
    theirs = [found[name] for name in ("torch", "torch.compile") if name in found]
    rate, unit = row.work / found["heddle"], "TB/s" if row.is_memory else "TFLOP/s"
    share = f"{rate / most[row.ceiling]:.0%}" if row.ceiling in most else ""
    compiled = duration(found["torch.compile"]) if "torch.compile" in found else cell(found.get("note", "–"))
    cells = (row.name, duration(found["heddle"]), duration(found["torch"]), compiled, f"{rate / 1e12:.3g} {unit}", share,
             f"{min(theirs) / found['heddle']:.2f}", f"{found['apart']:.1e}")
    return f"| {' | '.join(cells)} |"


def measure(chosen: list[Row], process: AskedProcess, rounds: int, limit: float, end: float, put: Callable[[str], None]) -> int:
    """Asks for the ceilings and each of the rows, and `put`s lines. How many failed; what has no time left until `end` is said so."""
    hello = process.ask(_START, do="hello")
    if "failed" in hello:
        put(f"Nothing could be measured: {hello['failed']}")
        return len(chosen)
    answer = process.ask(limit, do="ceilings")
    most: dict[str, float] = answer.get("ceilings", {})
    said = ", ".join(f"{kind} {value / 1e12:.3g} {'TB' if kind == 'memory' else 'TFLOP'}/s" for kind, value in most.items())
    put(f"{hello['version']}. Ceilings measured here: {said or answer['failed']}\n")
    put(f"| {' | '.join(_HEAD)} |\n|{'---|' * len(_HEAD)}")
    failed = 0
    for row in chosen:
        found = ask(process, row, rounds, limit, end)
        put(line(row, found, most))
        failed += "failed" in found and found["failed"] != _NO_TIME
    put(f"\n{len(chosen)} rows, {failed} failed.")
    return failed


def ask(process: AskedProcess, row: Row, rounds: int, limit: float, end: float) -> dict[str, Any]:
    """What is found of one row. What torch's compiler does is asked for last: if it takes too long, the rest stays."""
    def left(seconds: float) -> float: return min(seconds, end - time.monotonic())
    if left(limit) < 1: return {"failed": _NO_TIME}
    found = process.ask(left(limit + (_START if process.process is None else 0.0)), do="row", name=row.name, rounds=rounds)
    compiled: dict[str, Any] = {"failed": _NO_TIME}
    if "failed" not in found and left(limit) >= 1: compiled = process.ask(left(limit), do="compile", rounds=rounds)
    if "failed" not in compiled: return found | compiled
    # a device that was lost is of no use to the rows that follow
    if process.process is not None and "failed" in process.ask(_CHECK, do="check"): process.stop()
    return found | ({} if "failed" in found else {"note": compiled["failed"]})


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description="heddle against torch on an NVIDIA GPU.")
    parser.add_argument("--emulated", action="store_true", help="tiny sizes on the PTX emulator")
    parser.add_argument("--rounds", type=int, default=5, help="samples of each cell; default 5")
    parser.add_argument("--limit", type=float, default=30.0, help="seconds that one row may take; default 30")
    parser.add_argument("--seconds", type=float, default=240.0, help="when they are over, what is left is not measured; default 240")
    parser.add_argument("--rows", nargs="*", metavar="NAME", help="these rows only")
    parser.add_argument("--out", type=Path, required=True, help="file that the table is added to, line by line")
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    with options.out.open("a", encoding="utf-8") as file:
        def put(text: str) -> None:
            print(text, flush=True)
            print(text, file=file, flush=True)
        rounds = 1 if options.emulated else options.rounds
        put(f"\n## Speed ({datetime.date.today()}, medians of {rounds} interleaved samples by device events)\n")
        process = worker(options.emulated, options.out.with_suffix(".log"))
        chosen = [row for row in rows(options.emulated) if not options.rows or row.name in options.rows]
        try: failed = measure(chosen, process, rounds, options.limit, end, put)
        finally: process.stop()
    sys.exit(failed > 0)


if __name__ == "__main__": main()
