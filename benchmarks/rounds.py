"""Runs the rows: all peers at once in processes of their own, their samples interleaved.

In: rows, peers, cores. Out: a `Cell` for each row and peer. Always true: samples of one round are taken one after the other with
the order of the peers turning, so that a disturbance of the machine meets all of them alike; a peer that fails a row (or takes
too long) leaves a reason in its cell and goes on with the next row.
"""
from __future__ import annotations

import json
import select
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.setup import environment, pinned

PREPARE_LIMIT, CALL_LIMIT = 150.0, 60.0  # seconds, after which a row counts as not done


@dataclass
class Cell:
    """What a peer did with a row: seconds of a call in each round, of its first call, or why not."""

    samples: list[float] = field(default_factory=list)
    first_s: float = 0.0
    failed: str = ""

    @property
    def median(self) -> float: return statistics.median(self.samples)

    @property
    def spread(self) -> float:
        """(largest - smallest) / median"""
        return (max(self.samples) - min(self.samples)) / self.median


Results = dict[str, dict[str, Cell]]  # row -> peer -> cell


class AskedProcess:
    """A process that answers commands (see worker.py); started again after it had to be killed."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        self.command, self.environment, self.log = command, environment, log
        self.process: subprocess.Popen[str] | None = None

    def ask(self, limit: float, **command: Any) -> dict[str, Any]:
        """The answer to a command; {"failed": ...} also when there is none within `limit` seconds or the process ended."""
        if self.process is None: self._start()
        process = self.process
        assert process is not None and process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(command) + "\n")
            process.stdin.flush()
        except BrokenPipeError:
            return self._ended()
        if not select.select([process.stdout], [], [], limit)[0]:
            self.stop()
            return {"failed": f"not done after {limit:.0f} s"}
        line = process.stdout.readline()
        return json.loads(line) if line else self._ended()

    def _start(self) -> None:
        with self.log.open("a") as errors:
            self.process = subprocess.Popen(self.command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
                                            env=self.environment)

    def _ended(self) -> dict[str, Any]:
        self.stop()
        said = self.log.read_text().strip().splitlines()
        return {"failed": f"process ended: {said[-1][:120] if said else 'without a word'}"}

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
        self.process = None


def peer_process(peer: str, cores: int, folder: Path) -> AskedProcess:
    """The process of one peer."""
    return AskedProcess(pinned([sys.executable, "-m", "benchmarks.worker", peer], cores), environment(peer, cores, folder),
                        folder / f"{peer}.log")


def open_peers(peers: Iterable[str], cores: int, folder: Path,
               say: Callable[[str], None]) -> tuple[dict[str, AskedProcess], dict[str, str]]:
    """The peers that are there, and their versions."""
    workers, versions = {}, {}
    for peer in peers:
        worker = peer_process(peer, cores, folder)
        answer = worker.ask(60, do="hello")
        if "failed" in answer:
            say(f"{peer}: left out: {answer['failed']}")
            worker.stop()
        else: workers[peer], versions[peer] = worker, answer["version"]
    return workers, versions


def run_rows(rows: Sequence[str], workers: dict[str, AskedProcess], rounds: int, seconds: float, folder: Path,
             say: Callable[[str], None]) -> Results:
    """Every row on every peer, `rounds` samples of about `seconds` each."""
    return {row: _run_row(row, workers, rounds, seconds, folder, say) for row in rows}


def _run_row(row: str, workers: dict[str, AskedProcess], rounds: int, seconds: float, folder: Path,
             say: Callable[[str], None]) -> dict[str, Cell]:
    started = time.perf_counter()
    cells = _prepare(row, workers, folder)
    ready = [peer for peer in cells if not cells[peer].failed]
    for turn in range(rounds):
        for peer in ready[turn % max(1, len(ready)):] + ready[:turn % max(1, len(ready))]:
            if cells[peer].failed: continue
            answer = workers[peer].ask(CALL_LIMIT, do="time", seconds=seconds)
            cells[peer].failed = answer.get("failed", "")
            if "each_s" in answer: cells[peer].samples.append(answer["each_s"])
    for worker in workers.values():
        if worker.process is not None: worker.ask(30, do="drop")
    say(f"{row}: {time.perf_counter() - started:.0f} s  " + "  ".join(
        f"{peer} {cell.median * 1e3:.3g} ms" if not cell.failed else f"{peer} - ({cell.failed})" for peer, cell in cells.items()))
    return cells


def _prepare(row: str, workers: dict[str, AskedProcess], folder: Path) -> dict[str, Cell]:
    reference, cells = str(folder / f"{row}.npy"), {}
    # NumPy first: its result is what the others are compared with
    for peer in sorted(workers, key=lambda peer: peer != "numpy"):
        answer = workers[peer].ask(PREPARE_LIMIT, do="prepare", row=row, reference=reference)
        cells[peer] = Cell(first_s=answer.get("first_s", 0.0), failed=answer.get("failed", ""))
        if peer == "numpy" and cells[peer].failed: raise SystemExit(f"{row}: the reference failed: {cells[peer].failed}")
    return {peer: cells[peer] for peer in workers}
