"""A peer in a process of its own: takes commands as lines of JSON on standard input, answers each with one line.

    {"do": "hello"}                                          {"version": ...}
    {"do": "prepare", "row": ..., "reference": PATH}         {"first_s": ..., "error": ...}   the first call, checked
    {"do": "time", "seconds": 0.2}                           {"calls": ..., "each_s": ...}
    {"do": "drop"}                                           {}                               frees the row

A failure is an answer too: {"failed": why}. Nothing else is written to standard output, whatever the peers print.
"""
from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers.base import Peer
from benchmarks.workloads import BY_NAME, Arrays, Workload, make_inputs

STEPS = 4  # that are compared, where there are steps
WARM_CALLS, WARM_SECONDS = 4, 2.0


def open_peer(name: str) -> Peer:
    """The peer called `name`: the imports of all others stay out of this process."""
    if name == "numpy":
        from benchmarks.peers.numpy_peer import NumpyPeer
        return NumpyPeer()
    if name in ("torch", "torch-compile"):
        from benchmarks.peers.torch_peer import TorchPeer
        return TorchPeer(compiled=name == "torch-compile")
    if name == "jax":
        from benchmarks.peers.jax_peer import JaxPeer
        return JaxPeer()
    from benchmarks.peers.tensor_api import TensorPeer
    return TensorPeer(name.split("-")[0])


class Worker:
    """The state between commands: the peer, and the row that is loaded."""

    def __init__(self, name: str) -> None:
        self.peer = open_peer(name)
        self.call: Callable[[], Any] | None = None

    def hello(self) -> dict[str, Any]:
        return {"version": self.peer.version()}

    def prepare(self, row: str, reference: str) -> dict[str, Any]:
        """Loads a row, makes its first calls, and compares the result with the reference (which NumPy writes)."""
        workload = BY_NAME[row]
        x = {name: self.peer.put(array) for name, array in make_inputs(row).items()}
        self.call = call = self._load(workload, x)
        started = time.perf_counter()
        first = call()
        first_s = time.perf_counter() - started
        # each is fetched before the next call: a replay may write to the memory of the result before
        results, more = [self.peer.fetch(first)], STEPS - 1 if workload.formula is None else 0
        for _ in range(more): results.append(self.peer.fetch(call()))
        got = np.stack(results)
        if not Path(reference).exists(): np.save(reference, got)
        error = relative_error(got, np.load(reference))
        if not error <= workload.tolerance: return {"failed": f"wrong result: off by {error:.1e} of the largest value"}
        self._warm()
        return {"first_s": first_s, "error": error}

    def _load(self, workload: Workload, x: Arrays) -> Callable[[], Any]:
        if workload.formula is not None and workload.eager: return self.peer.plain(workload.formula, x)
        if workload.formula is not None: return self.peer.compile(workload.formula, x)
        return {"train": self.peer.train, "train_linear": self.peer.train_linear, "decode": self.peer.decode}[workload.steps](x)

    def loaded(self) -> Callable[[], Any]:
        """The call of the row that was prepared."""
        if self.call is None: raise RuntimeError("no row has been prepared")
        return self.call

    def _warm(self) -> None:
        """A JIT may need several calls until it replays."""
        end = time.perf_counter() + WARM_SECONDS
        call = self.loaded()
        for _ in range(WARM_CALLS):
            call()
            if time.perf_counter() > end: return

    def time(self, seconds: float) -> dict[str, Any]:
        """Calls for about `seconds`, at least once."""
        call, calls, out = self.loaded(), 0, None
        gc.collect()
        started = now = time.perf_counter()
        while calls == 0 or now - started < seconds:
            out = call()  # the result lives until the next one replaces it, as in a user's loop
            calls += 1
            now = time.perf_counter()
        del out
        return {"calls": calls, "each_s": (now - started) / calls}

    def drop(self) -> dict[str, Any]:
        self.call = None
        gc.collect()
        return {}


def relative_error(got: np.ndarray, wanted: np.ndarray) -> float:
    """The largest difference as a share of the largest value."""
    got, wanted = np.asarray(got, np.float64), np.asarray(wanted, np.float64)
    if got.shape != wanted.shape: return float("inf")
    return float(np.abs(got - wanted).max() / np.abs(wanted).max())


def serve(make: Callable[[], Any]) -> None:
    """Answers the commands on standard input, each by the method of that name of the object that `make` gives."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    try:
        worker = make()
    except Exception as e:  # a peer that is not there is a line in the report
        print(json.dumps({"failed": f"{type(e).__name__}: {e}"}), file=answers, flush=True)
        return
    for line in sys.stdin:
        command = json.loads(line)
        try:
            answer = getattr(worker, command.pop("do"))(**command)
        except Exception as e:  # so is a row that a peer cannot do
            answer = {"failed": f"{type(e).__name__}: {str(e).splitlines()[0] if str(e) else ''}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    serve(lambda: Worker(sys.argv[1]))
