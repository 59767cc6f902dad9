"""Products whose values one op combines: which of them has the op in its kernel, and what is stored of the others."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Tensor
from heddle.schedule.patterns.rival_products import rival_epilogues
from heddle.uop import Ops, UOp
from heddle.uop.traversal import Readers
from tests.schedule.graphs import conv, empty, kernels, matmul, normal, run, stored


def found(*nodes: UOp, stored: set[UOp] | None = None) -> dict[UOp, int]:
    order = UOp.sink(*nodes).toposort()
    return rival_epilogues(order, Readers(order), stored or set())


def product(length: int) -> UOp: return matmul(empty(8, length), empty(length, 12))


def test_what_is_computed_of_a_shorter_product_alone_is_stored() -> None:
    long, short = product(64), product(16)
    scaled = short * empty(8, 12) + empty(8, 12)
    assert found(long + scaled) == {scaled: 16}
    assert found(scaled + (long * 2 + 1)) == {scaled: 16}
    assert found((long + scaled.reshape((96,)).reshape((8, 12))) * 3) == {scaled: 16}  # and not how it is shaped


def test_of_three_the_longest_stays_with_what_combines_them() -> None:
    a, b, c = product(64) * 2, product(16) * 2, product(32) * 2
    assert found(a + b + c) == {b: 16, c: 32}
    assert found(b + c + a) == {b: 16, b + c: 32}


def test_what_is_left_as_it_is() -> None:
    long, short = product(64), product(16)
    scaled = short * 2
    assert not found(long + short)  # the product itself is what is stored
    assert not found(long * 2 + product(64) * 3)  # neither is longer
    assert not found(long + scaled, scaled * 5)  # something else reads it
    assert not found(long + scaled, stored={scaled}) and not found(long + 1) and not found(short * 2)
    assert not found(long.reshape((8, 12, 1)).expand((8, 12, 5)) + scaled.reshape((8, 12, 1)).expand((8, 12, 5)))
    assert not found(matmul(scaled, empty(12, 12)) + 1)


def test_a_product_in_pieces_keeps_what_combines_it_with_others() -> None:
    inner = matmul(empty(4, 8, 32), empty(4, 32, 12))
    pieces = UOp(Ops.CONTIGUOUS, inner.dtype, (inner,)).reduce_axis(Ops.ADD, (0,)).reshape((8, 12))
    other = product(64) * 2
    assert found(pieces + other) == {other: 64}
    longer = product(256) * 2
    assert found(pieces * 2 + longer) == {longer: 256}  # a sum of some pieces adds little to the kernel of a product
    assert not found(pieces * 2 + pieces * 3)


def block(x: Tensor, channels: int, step: int) -> Tensor:
    """A residual block with scales and biases of channels, all of shapes; one that changes the shape projects its input."""
    def layer(x: Tensor, size: int, step: int, seed: int) -> Tensor:
        shapes = (channels, x.shape[1], size, size), (channels, 1, 1), (channels, 1, 1)
        w, scale, bias = (Tensor(normal(*s, seed=seed)).realize() for s in shapes)
        return x.conv2d(w, stride=step, padding=size // 2) * scale + bias
    found = layer(layer(x, 3, step, 1).relu(), 3, 1, 2)
    return (found + (x if step == 1 else layer(x, 1, step, 3))).relu()


def test_blocks_that_change_the_shape_share_kernels_with_those_that_do_not() -> None:
    x = Tensor(normal(1, 8, 16, 16)).realize()
    asts = kernels(block(block(x, 16, 2), 16, 1).uop)
    assert len(asts) == 5 and len(set(asts)) == 4  # both second convolutions are one


def test_values() -> None:
    x, w, v = whole(2, 6, 9, 9), whole(8, 6, 3, 3, seed=1), whole(8, 6, 1, 1, seed=2)
    both = conv(stored(x), stored(w), padding=1) * 2 + (conv(stored(x), stored(v)) * 3 + 1)
    apart = 2 * run(conv(stored(x), stored(w), padding=1).contiguous())[0] + 3 * run(conv(stored(x), stored(v)).contiguous())[0] + 1
    np.testing.assert_array_equal(run(both.contiguous())[0], apart)


def whole(*shape: int, seed: int = 0) -> np.ndarray: return np.round(2 * normal(*shape, seed=seed))


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_gradients_of_both_products(dtype: str) -> None:
    x = Tensor(whole(4, 8)).cast(dtype).realize()
    long, short = (Tensor(whole(*s, seed=n)).cast(dtype).realize().requires_grad_() for n, s in enumerate(((16, 6), (8, 6))))
    wide = Tensor(whole(4, 16, seed=5)).cast(dtype).realize()
    (wide @ long * 2 + (x @ short * 3 + 1)).sum().backward()
    np.testing.assert_array_equal(long.grad.float().numpy(), np.repeat(2 * wide.float().numpy().sum(0)[:, None], 6, 1))
    np.testing.assert_array_equal(short.grad.float().numpy(), np.repeat(3 * x.float().numpy().sum(0)[:, None], 6, 1))
