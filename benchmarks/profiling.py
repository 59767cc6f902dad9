"""What recording costs: the same work with nobody listening, and inside `heddle.profile()`.

    python -m benchmarks.profiling profile_train 5     (in a process of its own: it prints one line of JSON)

In: rows. Out: cells in three columns. "no hooks" is the program with every place that could tell something made to ask nobody: what
the places themselves cost is the difference between that and "off". The columns take short turns, and shares
are medians of those of neighbouring samples: a disturbance meets all of them.
"""
from __future__ import annotations

import contextlib
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.rounds import Cell, Results
from benchmarks.setup import environment, pinned

if TYPE_CHECKING:
    from benchmarks.peers.tensor_api import TensorPeer

COLUMNS = ("no hooks", "off", "on")
ABOUT = {"profile_eager": "graph, schedule and run of a small product and sum", "profile_tiny": "replay of 1,000 tiny kernels",
         "profile_decode": "a token of a GPT-2-shaped decoder", "profile_train": "training step of the digits convnet"}
ROWS = tuple(ABOUT)
_SAMPLE, _TURNS = 0.08, 4  # seconds of a sample, samples of a column in a round


def eager() -> Callable[[], object]:
    from heddle import Tensor
    a, b = Tensor.rand(32, 32).realize(), Tensor.rand(32, 32).realize()
    return lambda: ((a @ b).relu() + b).sum(0).realize()


def tiny() -> Callable[[], object]:
    from heddle import Tensor, TinyJit

    @TinyJit
    def chain(x: Tensor) -> Tensor:
        for _ in range(500): x = (x.T * 1.01).contiguous().T.contiguous()
        return x
    x = Tensor.rand(4, 4).realize()
    return lambda: chain(x)


def train() -> Callable[[], object]:
    peer, inputs = _peer_with("train_step")
    return peer.train(inputs)


def decode() -> Callable[[], object]:
    peer, inputs = _peer_with("decode_gpt2")
    return peer.decode(inputs)


def _peer_with(workload: str) -> tuple[TensorPeer, dict[str, Any]]:
    from benchmarks.peers.tensor_api import TensorPeer
    from benchmarks.workloads import make_inputs
    peer = TensorPeer("heddle")
    return peer, {name: peer.put(array) for name, array in make_inputs(workload).items()}


WORK = {"profile_eager": eager, "profile_tiny": tiny, "profile_decode": decode, "profile_train": train}


@contextlib.contextmanager
def without_hooks() -> Iterator[None]:
    """Nobody can be told of anything: the questions are gone, as far as they are functions."""
    from heddle.tracing import bus
    kept = bus.is_on, bus.span
    bus.is_on, bus.span = (lambda: False), (lambda *_, **__: contextlib.nullcontext())
    try: yield
    finally: bus.is_on, bus.span = kept


@contextlib.contextmanager
def recording() -> Iterator[None]:
    import heddle
    with heddle.profile(): yield


_AROUND = {"no hooks": without_hooks, "off": contextlib.nullcontext, "on": recording}


def measure(row: str, rounds: int) -> dict[str, list[float]]:
    """Seconds of a call in each sample, by column."""
    call = WORK[row]()
    for _ in range(5): call()
    samples: dict[str, list[float]] = {column: [] for column in COLUMNS}
    for i in range(rounds * _TURNS):
        for column in (*COLUMNS[i % 3:], *COLUMNS[:i % 3]):
            with _AROUND[column](): samples[column].append(sample(call))
    return samples


def sample(call: Callable[[], object]) -> float:
    """The median of the calls of one sample."""
    times: list[float] = []
    end = time.perf_counter() + _SAMPLE
    while not times or time.perf_counter() < end:
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return sorted(times)[len(times) // 2]


def run_profiling(rows: Sequence[str], rounds: int, folder: Path, say: Callable[[str], None]) -> Results:
    """The chosen rows of ROWS, each in a process of its own on one core."""
    results: Results = {}
    for row in rows:
        command = pinned([sys.executable, "-m", "benchmarks.profiling", row, str(rounds)], 1)
        done = subprocess.run(command, env=environment("heddle", 1, folder), capture_output=True, text=True)
        failed = "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["no word"])[-1]
        found = {column: [] for column in COLUMNS} if failed else json.loads(done.stdout)
        results[row] = {column: Cell(found[column], failed=failed) for column in COLUMNS}
        say(f"{row}: " + (failed or "  ".join(f"{c} {cell.median * 1e6:.1f} us" for c, cell in results[row].items())))
    return results


def overheads(results: Results) -> str:
    """The shares that the places and the recording add, as Markdown."""
    lines = ["| row | the hooks, nobody listening | recording |", "|---|---|---|"]
    for row, cells in results.items():
        if any(cell.failed for cell in cells.values()): continue
        bare, off, on = (cells[column].samples for column in COLUMNS)
        lines.append(f"| {row} | {_share(off, bare):+.1%} | {_share(on, off):+.1%} |")
    return "\n".join(lines)


def _share(those: Sequence[float], these: Sequence[float]) -> float:
    """How much longer `those` take than `these`, sample by sample: the median."""
    return statistics.median(a / b for a, b in zip(those, these, strict=True)) - 1


if __name__ == "__main__": print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
