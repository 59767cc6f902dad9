"""Nothing stays behind: nodes, memory and references are as many after many steps as after few, without the collector."""
from __future__ import annotations

import gc
from collections.abc import Callable

import numpy as np
import pytest

from heddle import Tensor, nn
from heddle.device import memory_stats
from heddle.nn.optim import Adam
from heddle.nn.state import get_parameters
from heddle.tensor import aliasing
from heddle.tensor.eager.deferred_calls import effort
from heddle.uop.intern import live_nodes


def _count() -> tuple[int, int]:
    return sum(1 for _ in live_nodes()), sum(s.live for s in memory_stats().values())


def _most_after(step: Callable[[], object], times: int) -> tuple[int, int]:
    """The greatest counts after steps."""
    counts: list[tuple[int, int]] = []
    for _ in range(times):
        step()
        counts.append(_count())
    return max(nodes for nodes, _ in counts), max(nbytes for _, nbytes in counts)


@pytest.mark.parametrize("waiting", [(), (Tensor.rand,)], ids=["alone", "beside_a_draw_that_waits"])
def test_training_leaves_nothing_behind(waiting: tuple[Callable[[int], Tensor], ...]) -> None:
    """Tensors that wait to be computed, as other tests may leave them, get no larger with each step either."""
    effort.ran()  # calls are deferred in all steps: a storage keeps the node of the view that was an operand last
    others = [make(4) for make in waiting]
    net = nn.Linear(8, 4)
    optimizer = Adam(get_parameters(net))
    x = Tensor(np.ones((2, 8), np.float32))

    def step() -> float:
        optimizer.zero_grad()
        with Tensor.train(): loss = net(x).dropout(0.5).square().mean()
        loss.backward()
        loss.realize(*optimizer.schedule_step())
        return loss.item()

    gc.collect()
    gc.disable()
    try:
        for _ in range(6): step()
        # the most of several steps: draws that wait count how far they are behind, and such a number may be a node already
        before = _most_after(step, 8)
        for _ in range(40): step()
        assert _most_after(step, 8) == before
    finally: gc.enable()
    del others


def test_values_that_are_gone_give_their_memory_back() -> None:
    gc.disable()
    try:
        Tensor.ones(1000).contiguous().realize()
        before = _count()
        for i in range(30): (Tensor.ones(1000).contiguous() * (1.5 + i % 2)).realize().numpy()
        assert _count()[1] == before[1] and _count()[0] < before[0] + 100
    finally: gc.enable()


def test_references_to_tensors_that_are_gone_are_thrown_out() -> None:
    x = Tensor([1.0])
    for _ in range(30_000): x + 1
    assert len(aliasing._pending.made) <= 4096 + len(aliasing.pending_tensors())
    for _ in range(1000): x.reshape(1, 1)
    assert len(x._storage.views.refs) < 100
