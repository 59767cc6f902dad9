"""How long heddle and tinygrad take from the graph to the schedule (LINEAR), and from there to binaries, caches cold.

    python -m benchmarks.stages heddle encoder_b8 [without]      (in a process of its own: it prints one line of JSON)

"compile" is the whole step from LINEAR to binaries. "own" is what the project's own code takes: schedule and lowering, measured in
another process in which the compiler is replaced by one that returns at once (`without`), because compilers may run beside the
lowering and could not be subtracted.
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

PEERS = ("heddle", "heddle-clang", "tinygrad", "tinygrad-llvm")
WORKLOADS = ("encoder_b8", "train_step")
ENOUGH = 20.0  # seconds of compiling after which a peer gets no more samples
STAGES = ("graph", "schedule", "compile", "own")
ROWS = tuple(f"{workload}.{stage}" for workload in WORKLOADS for stage in STAGES)
ABOUT = {"graph": "Python to graph", "schedule": "graph to LINEAR", "compile": "LINEAR to binaries, cold",
         "own": "schedule and lowering without the compiler"}


def measure(package: str, row: str, with_compiler: bool = True) -> dict[str, float]:
    """Seconds of each stage, and the number of kernels."""
    peer = TensorPeer(package)
    x = {name: peer.put(array) for name, array in make_inputs(row).items()}
    if not with_compiler: peer.device.compiler.compile = lambda source: b""
    compile_linear: Callable[..., Any] = importlib.import_module(f"{package}.engine.realize").compile_linear
    times = [time.perf_counter()]

    def mark() -> None: times.append(time.perf_counter())
    outputs = [BY_NAME[row].formula(OPS, x)] if BY_NAME[row].formula is not None else _training_outputs(peer, x)  # type: ignore[misc]
    mark()
    linear = schedule(package, outputs)
    mark()
    compile_linear(linear)
    mark()
    graph, scheduled, compiled = (b - a for a, b in itertools.pairwise(times))
    if not with_compiler: return {"own": scheduled + compiled}
    return {"graph": graph, "schedule": scheduled, "compile": compiled, "kernels": len(linear.src)}


def schedule(package: str, outputs: list[Any]) -> Any:
    """The LINEAR that computes `outputs`."""
    if package != "heddle": return outputs[0].schedule_linear(*outputs[1:])
    from heddle.schedule import create_schedule
    from heddle.uop import UOp
    return create_schedule(UOp.sink(*dict.fromkeys(o.uop for o in outputs))).linear


def _training_outputs(peer: TensorPeer, x: dict[str, Any]) -> list[Any]:
    p = {name: x[name] for name in PARAMETERS}
    optimizer = peer.adam(p)
    with peer.training():
        loss = loss_of(p, x["images"], x["labels"])
        loss.backward()
        return [loss, *optimizer.schedule_step()]


def run_stages(peers: Sequence[str], cores: int, rounds: int, folder: Path, say: Callable[[str], None],
               workloads: Sequence[str] = WORKLOADS) -> tuple[Results, dict[str, int]]:
    """Cells of every stage, and the number of kernels by "workload peer". Each sample is a new process without caches.

    A peer that takes long gets fewer samples (ENOUGH).
    """
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
    if any(c.failed for c in cells.values()) or sum(cells["compile"].samples) > ENOUGH: return
    for mode in ([], ["without"]):
        found = _process(peer, [workload, *mode], cores, folder / "stages" / peer)
        if isinstance(found, str):
            for stage in ("own",) if mode else STAGES: cells[stage].failed = found
            return
        if "kernels" in found: kernels[f"{workload} {peer}"] = int(found.pop("kernels"))
        for stage, seconds in found.items(): cells[stage].samples.append(seconds)


def _process(peer: str, arguments: list[str], cores: int, caches: Path) -> dict[str, float] | str:
    """What one process measured, or why it failed."""
    shutil.rmtree(caches, ignore_errors=True)
    # PARALLEL: tinygrad would compile in other processes, which with one core is no gain
    env = environment(peer, cores, caches) | {"PARALLEL": "0"}
    command = pinned([sys.executable, "-m", "benchmarks.stages", peer.split("-")[0], *arguments], cores)
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=180, check=True)
    except subprocess.CalledProcessError as e: return (e.stderr.strip().splitlines() or ["no words"])[-1][:120]
    except subprocess.TimeoutExpired: return "not done after 180 s"
    return json.loads(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], sys.argv[2], "without" not in sys.argv)))
