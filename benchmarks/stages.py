"""How long heddle and tinygrad take from the graph to the schedule (LINEAR), and from there to binaries, caches cold.

    python -m benchmarks.stages heddle encoder_b8      (in a process of its own: it prints one line of JSON)

"compile" counts the whole step from LINEAR to binaries; "compiler" is the part of it spent inside clang or LLVM, so that
"schedule" + "compile" - "compiler" is what the project's own code took.
"""
from __future__ import annotations

import importlib
import itertools
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers.tensor_api import OPS, TensorPeer, loss_of
from benchmarks.rounds import Cell, Results
from benchmarks.setup import environment, pinned
from benchmarks.workloads import BY_NAME, PARAMETERS, make_inputs

PEERS = ("heddle", "heddle-llvm", "tinygrad", "tinygrad-llvm")
WORKLOADS = ("encoder_b8", "train_step")
STAGES = ("graph", "schedule", "compile", "compiler", "own")
ROWS = tuple(f"{workload}.{stage}" for workload in WORKLOADS for stage in STAGES)
ABOUT = {"graph": "Python to graph", "schedule": "graph to LINEAR", "compile": "LINEAR to binaries, cold",
         "compiler": "of that, inside the compiler", "own": "schedule and lowering without the compiler"}


def measure(package: str, row: str) -> dict[str, float]:
    """Seconds of each stage, and the number of kernels."""
    peer = TensorPeer(package)
    x = {name: peer.put(array) for name, array in make_inputs(row).items()}
    spent = _watch_compiler(peer.device.compiler)
    compile_linear: Callable[..., Any] = importlib.import_module(f"{package}.engine.realize").compile_linear
    times = [time.perf_counter()]

    def mark() -> None: times.append(time.perf_counter())
    outputs = [BY_NAME[row].formula(OPS, x)] if BY_NAME[row].formula is not None else _training_outputs(peer, x)  # type: ignore[misc]
    mark()
    linear = outputs[0].schedule_linear(*outputs[1:])
    mark()
    before = spent[0]
    compile_linear(linear)
    mark()
    graph, schedule, compiled = (b - a for a, b in itertools.pairwise(times))
    compiler = spent[0] - before
    return {"graph": graph, "schedule": schedule, "compile": compiled, "compiler": compiler, "own": schedule + compiled - compiler,
            "kernels": len(linear.src)}


def _training_outputs(peer: TensorPeer, x: dict[str, Any]) -> list[Any]:
    p = {name: x[name] for name in PARAMETERS}
    optimizer = peer.adam(p)
    with peer.training():
        loss = loss_of(p, x["images"], x["labels"])
        loss.backward()
        return [loss, *optimizer.schedule_step()]


def _watch_compiler(compiler: Any) -> list[float]:
    """A running total of the seconds inside `compiler.compile`."""
    spent, plain = [0.0], compiler.compile

    def timed(source: str) -> bytes:
        started = time.perf_counter()
        try: return plain(source)
        finally: spent[0] += time.perf_counter() - started
    compiler.compile = timed
    return spent


def run_stages(peers: Sequence[str], cores: int, rounds: int, folder: Path, say: Callable[[str], None],
               workloads: Sequence[str] = WORKLOADS) -> tuple[Results, dict[str, int]]:
    """Cells of every stage, and the number of kernels by "workload peer". Each sample is a new process without caches."""
    results: Results = {f"{w}.{stage}": {p: Cell() for p in peers if p in PEERS} for w in workloads for stage in STAGES}
    kernels: dict[str, int] = {}
    for _ in range(rounds):
        for workload in workloads:
            for peer in (p for p in peers if p in PEERS): _one(results, kernels, workload, peer, cores, folder)
    for row, cells in results.items():
        say(f"{row}: " + "  ".join(f"{p} {c.failed or f'{c.median * 1e3:.0f} ms'}" for p, c in cells.items()))
    return results, kernels


def _one(results: Results, kernels: dict[str, int], workload: str, peer: str, cores: int, folder: Path) -> None:
    cells = {stage: results[f"{workload}.{stage}"][peer] for stage in STAGES}
    if cells["graph"].failed: return
    caches = folder / "stages" / peer
    shutil.rmtree(caches, ignore_errors=True)
    # PARALLEL: tinygrad may compile in other processes, whose time could not be told apart
    env = environment(peer, cores, caches) | {"PARALLEL": "0"}
    command = pinned([sys.executable, "-m", "benchmarks.stages", peer.split("-")[0], workload], cores)
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=180, check=True)
    except subprocess.CalledProcessError as e:
        for cell in cells.values(): cell.failed = (e.stderr.strip().splitlines() or ["no words"])[-1][:120]
        return
    except subprocess.TimeoutExpired:
        for cell in cells.values(): cell.failed = "not done after 180 s"
        return
    found = json.loads(done.stdout.splitlines()[-1])
    kernels[f"{workload} {peer}"] = int(found.pop("kernels"))
    for stage, seconds in found.items(): cells[stage].samples.append(seconds)


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], sys.argv[2])))
