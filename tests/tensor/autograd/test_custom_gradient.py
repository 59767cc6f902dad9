"""Functions with gradients of their own, against torch.autograd.Function."""
from __future__ import annotations

import numpy as np
import pytest
import torch

from heddle import Tensor, TinyJit, custom_gradient
from heddle.errors import GradientError, ShapeError

straight = custom_gradient(lambda x: x.round(), lambda g, y, x: g)
ten_fold = custom_gradient(lambda x: x, lambda g, y, x: g * 10)
products = custom_gradient(lambda a, b: (a * b, a + b, 3), lambda g, y, a, b: (g[0] * b + g[1], g[0] * a + g[1]))


def test_the_rule_is_taken_in_place_of_the_chain_rule():
    x = Tensor([1.2, 2.7])
    y = straight(x)
    (y * Tensor([2.0, 3.0])).sum().backward()
    assert y.tolist() == [1.0, 3.0] and x.grad.tolist() == [2.0, 3.0]


@pytest.mark.parametrize("device", ["CPU", "PYTHON"])
def test_a_function_that_returns_its_argument(device):
    x = Tensor([1.0, 2.0], device=device)
    y = ten_fold(x)
    (y * y).sum().backward()
    assert x.grad.tolist() == [20.0, 40.0] and y.grad.tolist() == [2.0, 4.0] and y.tolist() == [1.0, 2.0]


def test_views_memory_and_constants_as_results():
    x = Tensor([[1.0, 2.0], [3.0, 4.0]]).realize()
    turned = custom_gradient(lambda x: x.T, lambda g, y, x: g.T * 5)(x)
    (turned * Tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
    assert turned.tolist() == [[1.0, 3.0], [2.0, 4.0]] and x.grad.tolist() == [[5.0, 15.0], [10.0, 20.0]]
    ones = custom_gradient(lambda x: x.ones_like(), lambda g, y, x: g * 7)
    x.grad = None
    y = ones(x)
    y.sum().backward()
    assert y.tolist() == [[1.0, 1.0], [1.0, 1.0]] and x.grad.tolist() == [[7.0, 7.0], [7.0, 7.0]]


def test_two_rules_on_equal_values_stay_apart():
    x = Tensor([3.0])
    other = custom_gradient(lambda x: x, lambda g, y, x: g * 100)
    (ten_fold(x).sum() + other(x).sum()).backward()
    assert x.grad.tolist() == [110.0]


def test_writing_to_the_argument_leaves_the_result():
    x = Tensor([1.0, 2.0]).realize()
    y = ten_fold(x).realize()
    x.assign(Tensor([5.0, 6.0])).realize()
    assert y.tolist() == [1.0, 2.0]
    y.assign(Tensor([8.0, 9.0])).realize()
    assert x.tolist() == [5.0, 6.0]


def test_several_results():
    a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    p, q, n = products(a, b)
    assert n == 3
    (p.sum() + q.square().sum()).backward()
    assert a.grad.tolist() == [11.0, 16.0] and b.grad.tolist() == [9.0, 14.0]
    a.grad = b.grad = None
    products(a, b)[0].sum().backward()  # nothing depends on the other
    assert a.grad.tolist() == [3.0, 4.0] and b.grad.tolist() == [1.0, 2.0]


def test_second_derivatives_go_through_the_rule():
    exp = custom_gradient(lambda x: x.exp(), lambda g, y, x: g * y)
    x = Tensor([1.0, 2.0])
    (first,) = exp(x).sum().gradient(x)
    (second,) = first.sum().gradient(x)
    np.testing.assert_allclose(second.numpy(), np.exp([1.0, 2.0]), rtol=1e-6)


def test_nested_arguments_and_results():
    def forward(pair, scale, *, by=2.0): return {"sum": pair["a"] + pair["b"], "scaled": pair["a"] * scale * by}

    def backward(g, y, pair, scale, *, by=2.0):
        return {"a": g["sum"] + g["scaled"] * scale * by, "b": g["sum"]}, None

    a, b = Tensor([1.0]), Tensor([2.0])
    out = custom_gradient(forward, backward)({"a": a, "b": b}, 3, by=5.0)
    (out["sum"] * 2 + out["scaled"]).sum().backward()
    assert a.grad.tolist() == [17.0] and b.grad.tolist() == [2.0]


def test_integers_get_no_gradient():
    pick = custom_gradient(lambda x, i: x[i], lambda g, y, x, i: (x.zeros_like() + g.sum(), None))
    x, i = Tensor([1.0, 2.0, 3.0]), Tensor([2, 0])
    pick(x, i).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0, 2.0] and i.grad is None


def test_after_realize():
    x = Tensor([1.0, 2.0], requires_grad=True)
    y = ten_fold(x * 2).realize()
    loss = (y * y).sum().realize()
    loss.backward()
    assert x.grad.tolist() == [80.0, 160.0]


def test_no_gradient_for_what_it_closes_over():
    w = Tensor([2.0])
    f = custom_gradient(lambda x: x * w, lambda g, y, x: g * w)
    x = Tensor([3.0])
    f(x).sum().backward()
    assert x.grad.tolist() == [2.0] and w.grad is None


def test_in_a_captured_step():
    w = Tensor([1.0, 2.0], requires_grad=True)

    @TinyJit
    def slope(x):
        w.grad = None
        straight(w * x).sum().backward()
        return w.grad.realize()

    for i in range(5): assert slope(Tensor([i + 1.0, 2.0])).tolist() == [i + 1.0, 2.0]


def test_schedules_are_found_again():
    from heddle import GlobalCounters
    w = Tensor([1.0, 2.0]).realize()

    def run(): return custom_gradient(lambda x: x * 2, lambda g, y, x: g)(w * 3).realize()

    run()
    before = GlobalCounters.schedule_hits if hasattr(GlobalCounters, "schedule_hits") else None
    compiled = GlobalCounters.compiled_kernels
    run()
    assert GlobalCounters.compiled_kernels == compiled
    assert before is None or GlobalCounters.schedule_hits == before + 1


class _Clipped(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return x.clone()

    @staticmethod
    def backward(ctx, g): return g.clamp(-1, 1)


@pytest.mark.parametrize("seed", range(4))
def test_random_programs_as_torch(seed):
    rng = np.random.default_rng(seed)
    clipped = custom_gradient(lambda x: x, lambda g, y, x: g.clip(-1, 1))
    start = rng.standard_normal((3, 4)).astype(np.float32) * 3
    ours, theirs = Tensor(start), torch.tensor(start, requires_grad=True)
    a, b = ours, theirs
    for step in rng.integers(0, 4, 6):
        if step == 0: a, b = clipped(a), _Clipped.apply(b)
        elif step == 1: a, b = a * a, b * b
        elif step == 2: a, b = a.sin() * 3, b.sin() * 3
        else: a, b = a.T, b.T
    a.sum().backward()
    b.sum().backward()
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=2e-4, atol=1e-4)


@pytest.mark.parametrize(("backward", "error", "text"), [
    pytest.param(lambda g, y, a, b: g, GradientError, "has 1 parts, and .* was given 2 arguments", id="too few"),
    pytest.param(lambda g, y, a, b: (g, g.sum()), ShapeError, r"shape \(\) for an argument of shape \(2,\)", id="shape"),
    pytest.param(lambda g, y, a, b: (g, [g, g]), GradientError, "2 gradients for args", id="nesting")])
def test_wrong_gradients_are_named(backward, error, text):
    a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    with pytest.raises(error, match=text): custom_gradient(lambda a, b: a * b, backward)(a, b).sum().gradient(a, b)
