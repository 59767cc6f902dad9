"""What a user waits for: importing the library, making weights, the first result of a network. Caches cold and warm.

    python -m benchmarks --rows first --peers heddle,heddle-clang,torch,jax
    python -m benchmarks.first_call heddle resnet18 REFERENCE BEGUN      (in a process of its own: prints one line of JSON)

Inputs: peers. Outputs: cells in seconds of fresh processes. "import" runs from the start of the process until the library can be
given arrays, "weights" draws random matrices and filters as the network has, "first" is the first call until its result is in memory,
"second" the next one; "-cpu" is the time that all cores gave to this process and its children meanwhile, which other programs on the
machine disturb less. Weights of the call come from NumPy. Cold: no cache on disk (compiled Python files stay); warm: once more.
Invariants: results are compared; a wrong one is a failure and not a time.
"""
from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.networks import NETWORKS, draw_weights
from benchmarks.rounds import Cell, Results
from benchmarks.setup import environment, pinned
from benchmarks.worker import open_peer, relative_error
from benchmarks.workloads import make_inputs

PEERS = ("heddle", "heddle-clang", "torch", "jax", "tinygrad", "tinygrad-llvm")
STAGES = ("import", "weights", "weights-cpu", "first", "first-cpu", "second")
ROWS = ("cold.resnet18", "cold.gpt2", "cold.unet", "cold.train_step", "warm.resnet18", "warm.gpt2")
TOLERANCE = 1e-3
LIMIT = 300  # seconds of one process
_ABOUT = {"import": "until the library takes arrays", "weights": "random weights", "weights-cpu": "random weights, CPU time",
          "first": "first result", "first-cpu": "first result, CPU time", "second": "second result"}


# ---- in a process of its own


def measure(peer_name: str, network: str, reference: Path, begun: float) -> dict[str, float]:
    """Seconds of each stage. RuntimeError for a wrong result. begun: when this process was started, as `time.time` counts."""
    peer = open_peer(peer_name)
    peer.put(np.zeros(1, np.float32))
    found = {"import": time.time() - begun}
    if network != "train_step":
        from benchmarks.peers.network_ops import open_ops
        draw = open_ops(peer_name)[1]
        # scales, biases and statistics are constants in a new network
        with _timed(found, "weights"): draw({n: shape for n, shape in NETWORKS[network].weights.items() if len(shape) > 1})
    call = network_call(peer, peer_name, network)
    with _timed(found, "first"): result = peer.fetch(call())
    _check(result, reference)
    with _timed(found, "second"): peer.fetch(call())
    return {stage: found[stage] for stage in STAGES if stage in found}


@contextmanager
def _timed(found: dict[str, float], stage: str) -> Iterator[None]:
    started, used = time.perf_counter(), _cpu_seconds()
    yield
    found[stage], found[f"{stage}-cpu"] = time.perf_counter() - started, _cpu_seconds() - used


def _cpu_seconds() -> float:
    """CPU time of this process, of the children that have ended, and, where the system says so, of those that live."""
    tick, mine, total = os.sysconf("SC_CLK_TCK"), os.getpid(), sum(os.times()[:4])
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try: fields = entry.read_text().rpartition(")")[2].split()
        except OSError: continue  # it has ended
        if int(fields[1]) == mine: total += sum(map(int, fields[11:15])) / tick
    return total


def network_call(peer: Any, name: str, network: str) -> Callable[[], Any]:
    """A call of the network, or a training step of the digits convnet; its weights come from NumPy."""
    if network == "train_step": return peer.train({name: peer.put(array) for name, array in make_inputs(network).items()})
    from benchmarks.peers.network_ops import open_ops
    what, ops = NETWORKS[network], open_ops(name)[0]
    inputs = {f"input {n}": a for n, a in what.inputs(np.random.default_rng(0)).items()}
    arrays = {n: peer.put(a) for n, a in itertools.chain(draw_weights(what.weights), inputs.items())}

    def formula(_: object, x: dict[str, Any]) -> Any:
        return what.formula(ops, x, {n.removeprefix("input "): a for n, a in x.items() if n.startswith("input ")})
    return peer.compile(formula, arrays)


def _check(result: np.ndarray, reference: Path) -> None:
    if not reference.exists(): np.save(reference, result)
    error = relative_error(result, np.load(reference))
    if not error <= TOLERANCE: raise RuntimeError(f"wrong result: off by {error:.1e} of the largest value")


# ---- here


def about(row: str) -> str:
    """What a row of the results is."""
    name, stage = row.rsplit(" ", 1)
    state, network = name.split(".")
    return f"{about_network(network)}: {_ABOUT[stage]}, {state} caches"


def about_network(network: str) -> str:
    return NETWORKS[network].about if network in NETWORKS else "a step of Adam on the digits convnet"


def run_first_calls(rows: Sequence[str], peers: Sequence[str], cores: int, rounds: int, folder: Path,
                    say: Callable[[str], None]) -> Results:
    """Cells of every stage of the chosen ROWS, in rounds over all peers."""
    chosen = [peer for peer in peers if peer in PEERS]
    results: Results = {f"{row} {stage}": {peer: Cell() for peer in chosen} for row in rows for stage in STAGES
                        if not (stage.startswith("weights") and row.endswith("train_step"))}
    for _ in range(rounds):
        for row in rows:
            stages = [stage for stage in STAGES if f"{row} {stage}" in results]
            for peer in chosen: _one({stage: results[f"{row} {stage}"][peer] for stage in stages}, row, peer, cores, folder)
    for row, cells in results.items():
        say(f"{row}: " + "  ".join(f"{p} {c.failed or f'{c.median * 1e3:.0f} ms'}" for p, c in cells.items()))
    return results


def _one(cells: dict[str, Cell], row: str, peer: str, cores: int, folder: Path) -> None:
    if any(cell.failed for cell in cells.values()): return
    (state, network), caches = row.split("."), folder / "first" / row / peer
    if state == "cold": shutil.rmtree(caches, ignore_errors=True)
    if state == "warm" and not caches.exists(): _process(peer, network, cores, caches, folder)
    found = _process(peer, network, cores, caches, folder)
    for stage, cell in cells.items():
        if isinstance(found, str): cell.failed = found
        else: cell.samples.append(found[stage])


def _process(peer: str, network: str, cores: int, caches: Path, folder: Path) -> dict[str, float] | str:
    """What one process measured, or why it failed."""
    caches.mkdir(parents=True, exist_ok=True)
    command = pinned([sys.executable, "-m", "benchmarks.first_call", peer, network, str(folder / f"first-{network}.npy")], cores)
    env = environment(peer, cores, caches)
    try: done = subprocess.run([*command, repr(time.time())], env=env, capture_output=True, text=True, timeout=LIMIT, check=True)
    except subprocess.CalledProcessError as fault: return (fault.stderr.strip().splitlines() or ["no words"])[-1][:120]
    except subprocess.TimeoutExpired: return f"not done after {LIMIT} s"
    return json.loads(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    # what the library prints is not for the reader of the answer
    answer = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    print(json.dumps(measure(sys.argv[1], sys.argv[2], Path(sys.argv[3]), float(sys.argv[4]))), file=answer, flush=True)
