"""Gradients with respect to tensors on the way, after a result has been looked at: never silently 0, and never without end."""
from __future__ import annotations

import gc

import numpy as np
import pytest
import torch

from heddle import Tensor, custom_gradient
from heddle.errors import GradientError

MAKERS = {
    "of memory": lambda: Tensor([1.0, 2.0]) * 2, "randn": lambda: Tensor.randn(2), "rand": lambda: Tensor.rand(2),
    "ones": lambda: Tensor.ones(2), "arange": lambda: Tensor.arange(2).float(), "view": lambda: Tensor.randn(4).reshape(2, 2)[0],
    "weights": lambda: Tensor.kaiming_uniform(2, 1)}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_lazy_operand_gets_its_gradient_after_the_result_was_read(make) -> None:
    s = make()
    t = (s * 3).sum()
    t.item()
    assert t.gradient(s)[0].flatten().tolist() == [3, 3]


@pytest.mark.parametrize("asks", [None, True])
def test_values_on_the_way_get_theirs(asks: bool | None) -> None:
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal(shape).astype(np.float32) for shape in ((4, 3), (3, 2)))
    x, w = (Tensor(v, requires_grad=asks).realize() for v in (a, b))
    y = (x @ w).relu()
    z = (y * 2).contiguous()
    loss = (z.square() + y).mean()
    loss.numpy()
    tx, tw = (torch.tensor(v, requires_grad=True) for v in (a, b))
    ty = (tx @ tw).relu()
    tz = ty * 2
    wanted = torch.autograd.grad((tz.square() + ty).mean(), (tx, tw, ty, tz))
    for found, expected in zip(loss.gradient(x, w, y, z), wanted, strict=True):
        np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=1e-5, atol=1e-6)


def test_what_is_computed_after_the_result_is_found() -> None:
    s = Tensor([1.0, 2.0]) * 2
    t = (s * s).sum()
    assert t.item() == 20 and s.numpy().tolist() == [2, 4]
    assert t.gradient(s)[0].tolist() == [4, 8]


def test_random_leaves_are_no_operands_of_themselves() -> None:
    """A gradient that passes by such a leaf, which is no target, once never ended."""
    x, w = (Tensor.randn(2, 2, requires_grad=True).realize() for _ in range(2))
    y = (x @ w).sum()
    y.item()
    assert y.gradient(w)[0].shape == (2, 2)
    np.testing.assert_allclose(y.gradient(w)[0].numpy(), x.numpy().sum(0)[:, None].repeat(2, 1), rtol=1e-5)


def test_what_is_realized_after_the_result_was_read_gets_its_gradient() -> None:
    x = Tensor([[1.0, 2.0]])
    y = x * 2
    t = (y * y).sum()
    assert t.item() == 20
    y.realize()
    assert t.gradient(y)[0].tolist() == [[4, 8]] and t.gradient(x)[0].tolist() == [[8, 16]]
    t.backward()
    assert y.grad is not None and y.grad.tolist() == [[4, 8]] and x.grad is not None and x.grad.tolist() == [[8, 16]]


def test_nor_is_a_gradient_of_what_was_overwritten_then_zero() -> None:
    x = Tensor([1.0, 2.0])
    y, other = x * 2, x * 3
    t, u = (y * y).sum(), other.sum()
    t.item(), u.item()
    y.realize()
    y += 1
    y.realize()
    with pytest.raises(GradientError, match="written to since"): t.gradient(y)
    assert u.gradient(y)[0].tolist() == [0, 0]  # of what it has nothing to do with
    t.backward()
    assert y.grad is None and x.grad is not None and x.grad.tolist() == [8, 16]


def test_nothing_is_kept_alive_for_that() -> None:
    from heddle.tensor.autograd import realized_graphs
    y = Tensor([1.0, 2.0]) * 2
    t = (y * y).sum()
    t.item()
    y.realize()
    before = len(realized_graphs.requested_within(_Everything()))
    del t
    gc.collect()
    assert len(realized_graphs.requested_within(_Everything())) < before


class _Everything:
    def __contains__(self, _: object) -> bool: return True


@pytest.mark.parametrize("detached_first", [False, True])
@pytest.mark.parametrize("asks", [None, True])
def test_equal_values_of_which_one_is_detached(asks: bool | None, detached_first: bool) -> None:
    x = Tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=asks)
    h = x * 1
    a, b = h * 2, h.detach() * 2
    (b if detached_first else a).realize(a if detached_first else b)
    assert a.tolist() == b.tolist() == [[2, 4], [6, 8]]
    c = (x * 1).detach() * 3 + 0 * x
    loss = (b * 5 + c).sum()
    assert loss.gradient(x)[0].tolist() == [[0, 0], [0, 0]]
    if asks: assert a.sum().gradient(x)[0].tolist() == [[2, 2], [2, 2]]


def test_equal_values_with_gradients_of_their_own() -> None:
    through = custom_gradient(lambda v: (v * 2).round(), lambda g, result, v: g * 7)
    x = Tensor([1.2, 2.6], requires_grad=True)
    plain, own = (x * 2).round() * 3, through(x) * 3
    Tensor.realize(plain, own)
    assert plain.tolist() == own.tolist() == [6, 15]
    assert plain.sum().gradient(x)[0].tolist() == [0, 0] and own.sum().gradient(x)[0].tolist() == [21, 21]


@pytest.mark.usefixtures("nothing_else_is_pending")
def test_a_result_that_was_realized_without_a_node_still_takes_the_gradient() -> None:
    x = Tensor([1.0, 2.0, 3.0]).realize()
    (x * 3).realize()
    y = x * 3
    loss = (y * y).sum()
    assert loss.item() == 126.0
    y.realize()
    loss.backward()
    assert y._unseen is None and y.grad is not None and y.grad.tolist() == [6.0, 12.0, 18.0]


@pytest.mark.usefixtures("nothing_else_is_pending")
def test_a_gradient_of_a_result_without_a_node_is_found_by_its_graph() -> None:
    x = Tensor([1.0, 2.0, 3.0]).realize()
    (x * 3).realize()
    y = x * 3
    loss = (y * y).sum()
    assert loss.item() == 126.0
    y.realize()
    assert y._unseen is not None and loss.gradient(y)[0].tolist() == [6.0, 12.0, 18.0]
