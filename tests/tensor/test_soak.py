"""Thousands of steps leave nothing behind: memory, Python objects and open files are as many after 2,000 steps as after 200.

The collector is off. Lists that forget what is gone when they have doubled, as those of living tensors do, make the number of
objects go up and down: what is compared is the most there ever was.
"""
from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from heddle import Tensor, TinyJit, memory_stats, nn
from heddle.nn.optim import SGD, Adam, Optimizer
from heddle.nn.state import get_parameters
from heddle.tensor import aliasing
from heddle.uop.intern import live_nodes

WARM_UP, STEPS, LOOKS = 200, 2000, 20


def counts() -> dict[str, int]:
    """What is there now, once the lists of living tensors have been tidied."""
    aliasing.pending_tensors()
    found = {f"live bytes of {name}": stats.live for name, stats in memory_stats().items()}
    found |= {f"bytes of {name}": stats.live + stats.cached + stats.unused for name, stats in memory_stats().items()}
    return found | {"nodes": sum(1 for _ in live_nodes()), "tracked objects": len(gc.get_objects()),
                    "open files": len(os.listdir("/proc/self/fd")), "blocks of Python's allocator": sys.getallocatedblocks()}


#: what may come and go: tuples and dictionaries are tracked or not as Python sees fit, and caches of text grow to their limit
SLACK = {"tracked objects": 300, "blocks of Python's allocator": 3000, "nodes": 0}


def soak(step: Callable[[int], float]) -> None:
    """Runs all steps. Nothing that is counted has grown between the first half and the second."""
    gc.collect()
    gc.disable()
    try:
        for i in range(WARM_UP): step(i)
        looks: list[dict[str, int]] = []
        for i in range(WARM_UP, STEPS):
            step(i)
            if i % (STEPS // LOOKS) == 0: looks.append(counts())
    finally: gc.enable()
    half = len(looks) // 2
    for name in looks[0]:
        first, second = max(x[name] for x in looks[:half]), max(x[name] for x in looks[half:])
        assert second <= first + SLACK.get(name, 0), f"{name}: {[x[name] for x in looks]}"


def training(layer: nn.Linear, optimizer: Optimizer, dropout: float) -> Callable[[Tensor], Tensor]:
    def step(x: Tensor) -> Tensor:
        optimizer.zero_grad()
        with Tensor.train(): loss = layer(x.dropout(dropout) if dropout else x).square().mean()
        loss.backward()
        return loss.realize(*optimizer.schedule_step())
    return step


BATCHES = [np.random.default_rng(i).standard_normal((4, 8)).astype(np.float32) for i in range(8)]


def plain_training() -> None:
    layer = nn.Linear(8, 4, bias=False)
    step = training(layer, SGD([layer.weight], lr=0.01), 0)
    soak(lambda i: step(Tensor(BATCHES[i % 8])).item())


def training_replayed() -> None:
    layer = nn.Linear(8, 4)
    step = TinyJit(training(layer, Adam(get_parameters(layer)), 0.1))
    soak(lambda i: step(Tensor(BATCHES[i % 8])).item())


def borrowing_and_lending() -> None:
    f = TinyJit(lambda x: (x * 2).sum(1).realize())

    def step(i: int) -> float:
        x = Tensor.from_dlpack(BATCHES[i % 8])
        lent, seen, capsule = np.from_dlpack(f(x)), np.asarray(x + 1), x.__dlpack__()
        return float(lent[0] + seen[0, 0]) + x.T.__buffer__(0).nbytes + (capsule is None)
    soak(step)


@pytest.mark.parametrize("work", [plain_training, training_replayed, borrowing_and_lending], ids=lambda f: f.__name__)
def test_nothing_grows(work: Callable[[], None], tmp_path: Path) -> None:
    """In a process of its own: other tests leave caches behind that go on filling."""
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    code = f"from tests.tensor import test_soak; test_soak.{work.__name__}()"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
