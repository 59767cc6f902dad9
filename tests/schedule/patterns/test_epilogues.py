"""Epilogues: which values are on top of a product alone, and that they are stored in its place where it would be stored."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Tensor
from heddle.schedule.patterns.epilogues import Epilogues
from heddle.uop import Ops, UOp
from heddle.uop.traversal import Readers
from tests.schedule.graphs import calls, conv, empty, kernels, matmul, normal


def holds(node: UOp, *others: UOp, stored: set[UOp] | None = None) -> bool:
    return Epilogues(Readers(UOp.sink(node, *others).toposort()), stored or set()).holds(node)


def product() -> UOp: return matmul(empty(8, 16), empty(16, 12))


def test_what_is_an_epilogue() -> None:
    x = product()
    assert holds(x + 1) and holds((x.reshape((96,)) * 2).alu(Ops.EXP2) + empty(96))
    assert holds(x * (x + 3).alu(Ops.MAX, x.const_like(0)))  # it reads the product twice
    assert holds(x + matmul(empty(8, 4), empty(4, 12)))


def test_what_is_none() -> None:
    x = product()
    assert not holds(x) and not holds(empty(8, 12) + 1)
    middle = x + 1
    assert not holds(middle * 2, middle * 3) and not holds(middle * 2, x * 3)  # something else reads these, too
    assert not holds(middle * 2, stored={middle})
    assert not holds(middle.reshape((8, 12, 1)).expand((8, 12, 5)) * empty(8, 12, 5))  # repeated
    assert not holds(middle.reduce_axis(Ops.ADD, (1,)) + 1)


def pooled(activation) -> UOp:
    """A window sum of an activation of a convolution, which reads each value nine times."""
    x = activation(Tensor(conv(empty(1, 4, 20, 20), empty(4, 4, 3, 3), padding=1)))
    return x.avg_pool2d((3, 3), stride=1).uop


@pytest.mark.parametrize("activation", [Tensor.relu, Tensor.hardswish, lambda x: x * 2 + 1])
def test_a_cheap_epilogue_is_stored_in_place_of_the_product(activation) -> None:
    """It used to be computed again for each window, and its kernel had conditions on every load."""
    first, second = kernels(pooled(activation))
    assert sum(n.op is Ops.REDUCE for n in first.toposort()) == sum(n.op is Ops.REDUCE for n in second.toposort()) == 1
    between = set(calls(pooled(activation))[1].src[1:]) & set(calls(pooled(activation))[0].src[1:])
    assert all(n.size >= 1600 for n in between)
    assert len(second.toposort()) <= len(kernels(pooled(lambda x: x.contiguous()))[-1].toposort())


def test_values() -> None:
    x, w, d = normal(1, 4, 9, 9), normal(6, 4, 3, 3, seed=1), normal(6, 1, 3, 3, seed=2)
    found = Tensor(x).conv2d(Tensor(w), padding=1).hardswish().conv2d(Tensor(d), groups=6, padding=1)
    stored = Tensor(x).conv2d(Tensor(w), padding=1).realize().hardswish().realize().conv2d(Tensor(d), groups=6, padding=1)
    np.testing.assert_allclose(found.numpy(), stored.numpy(), rtol=1e-4, atol=1e-4)
