"""Where gradients were silently wrong: selections of values that are rounded twice, overflow on the way, targets beside the path."""
from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
import torch

from heddle import Tensor
from heddle.errors import GradientError
from heddle.tensor.autograd.composite_rules import find_whole
from heddle.tensor.autograd.selection import pinned
from heddle.uop import Ops
from tests.reference import evaluate

# ---- what selected a value selects its gradient


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape", [(2, 3, 5), (8, 16, 32), (3, 7, 100)])
@pytest.mark.parametrize("select", ["max", "min"])
@pytest.mark.parametrize("looks_first", [False, True])
def test_extremes_of_recomputed_values(fast_device: str, select: str, shape: tuple[int, ...], dtype: str, looks_first: bool) -> None:
    values = np.random.default_rng(0).standard_normal(shape).astype(dtype)
    x, t = Tensor(values, requires_grad=True), torch.tensor(values, requires_grad=True)
    result = getattr((x * x).sum(2), select)(1).sum()
    if looks_first: result.item()
    result.backward()
    getattr((t * t).sum(2), "a" + select)(1).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), t.grad.numpy(), rtol=1e-5)


def test_an_extreme_of_products(fast_device: str) -> None:
    values = np.random.default_rng(0).standard_normal((4, 7, 33)).astype(np.float32)
    x, t = Tensor(values, requires_grad=True), torch.tensor(values, requires_grad=True)
    (x @ x.transpose(1, 2) * 1.1 + x.sum(2, keepdim=True)).max(1).sum().backward()
    (t @ t.transpose(1, 2) * 1.1 + t.sum(2, keepdim=True)).amax(1).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), t.grad.numpy(), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("select", ["argmax", "argmin"])
def test_where_an_extreme_of_recomputed_values_is(fast_device: str, select: str) -> None:
    values = np.random.default_rng(0).standard_normal((5, 9, 31)).astype(np.float32)
    x = Tensor(values)
    found = getattr((x * x).sum(2) + x[:, :, 0] * 0.3, select)(1).numpy()
    expected = getattr((values.astype(np.float64) ** 2).sum(2) + values[:, :, 0] * 0.3, select)(1)
    np.testing.assert_array_equal(found, expected)


def test_gradient_of_a_maximum_sums_to_one_whatever_is_equal() -> None:
    for row in ([1.0, 3.0, 3.0, 3.0], [0.0, -0.0, -1.0, 0.0]):
        x = Tensor(row, requires_grad=True)
        (g,) = (x * 3 + x).max().gradient(x)
        np.testing.assert_allclose(g.numpy(), [4 / 3 if value == max(row) else 0.0 for value in row], rtol=1e-6)


def test_two_operands_share_a_gradient_once() -> None:
    a, b = (Tensor(np.random.default_rng(n).integers(-2, 3, 64).astype(np.float32), requires_grad=True) for n in range(2))
    ga, gb = (a * 0.1 + 1).maximum(b * 0.1 + 1).sum().gradient(a, b)
    np.testing.assert_allclose(ga.numpy() + gb.numpy(), 0.1, rtol=1e-6)


def test_only_what_is_rounded_is_stored() -> None:
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    assert pinned(x.relu().transpose(0, 1).uop) is x.relu().transpose(0, 1).uop
    stored = [n for n in pinned((x * x + 1).relu().transpose(0, 1).uop).toposort() if n.op is Ops.CONTIGUOUS]
    assert [n.src[0].op for n in stored] == [Ops.ADD]


def test_maximum_with_a_number_shares_and_relu_does_not() -> None:
    x = Tensor([-1.0, 0.0, 2.0], requires_grad=True)
    for result, expected in ((x.maximum(0), 0.5), (x.maximum(Tensor.zeros(3)), 0.5), (x.minimum(0), 0.5), (x.relu(), 0.0),
                             (x.relu6(), 0.0), (x.clip(0, None), 1.0)):
        assert result.sum().gradient(x)[0].tolist()[1] == expected


# ---- finite where the true value is


_FAR_OUT = [("sigmoid", -90.0), ("sigmoid", -1e4), ("silu", -90.0), ("quick_gelu", -54.0), ("gelu", -10.2), ("gelu", -1e20),
            ("gelu", 1e20), ("expm1", 50.0), ("softplus", 1e5), ("tanh", 1e30), ("asinh", 1e30), ("mish", -200.0), ("softsign", 1e30)]


@pytest.mark.parametrize(("name", "at"), _FAR_OUT)
def test_finite_far_out(fast_device: str, name: str, at: float) -> None:
    functions = {"quick_gelu": lambda t: t * torch.sigmoid(1.702 * t),
                 "gelu": lambda t: torch.nn.functional.gelu(t, approximate="tanh")}
    theirs = functions.get(name) or getattr(torch, name, None) or getattr(torch.nn.functional, name)
    x, t = Tensor([at, 1.0], requires_grad=True), torch.tensor([at, 1.0], dtype=torch.float64, requires_grad=True)
    theirs(t).sum().backward()
    got = getattr(x, name)().sum().gradient(x)[0].numpy()
    true = np.where(np.isnan(t.grad.numpy()), float(at > 0), t.grad.numpy())  # torch's own gelu overflows
    np.testing.assert_allclose(got, true, rtol=2e-5, atol=1e-30)


def test_powers_of_zero() -> None:
    x = Tensor([0.0, 1.0, 2.0], requires_grad=True)
    assert (x ** 0.3).sum().gradient(x)[0].tolist()[0] == math.inf
    assert (x ** 1.5).sum().gradient(x)[0].tolist()[0] == 0.0
    assert (0 ** x).sum().gradient(x)[0].tolist() == [0.0, 0.0, 0.0]


def test_a_small_base_of_a_negative_power() -> None:
    x = Tensor([1e-10], requires_grad=True)
    assert (x ** -2).sum().gradient(x)[0].item() == pytest.approx(-2e30, rel=1e-5)


def test_spread_and_norm_of_equal_values() -> None:
    x = Tensor([[2.0, 2.0, 2.0], [0.0, 0.0, 0.0]], requires_grad=True)
    assert x.std(1).sum().gradient(x)[0].tolist() == [[0.0] * 3] * 2
    for p in (1, 2, 3): assert np.isfinite(x.normalize(p, 1).sum().gradient(x)[0].numpy()).all()


def test_losses_at_certainty() -> None:
    x, y = Tensor([0.0, 1.0, 0.5], requires_grad=True), Tensor([0.0, 1.0, 1.0], requires_grad=True)
    loss = x.binary_crossentropy(y, reduction="sum")
    assert loss.item() == pytest.approx(math.log(2))
    assert loss.gradient(x)[0].tolist() == [1.0, -1.0, -2.0]
    logits = Tensor([[0.0, -math.inf, 1.0]], requires_grad=True)
    loss = logits.cross_entropy(Tensor([2]))
    assert loss.item() == pytest.approx(math.log(1 + math.e) - 1)
    np.testing.assert_allclose(loss.gradient(logits)[0].numpy()[0], [1 / (1 + math.e), 0.0, -1 / (1 + math.e)], rtol=1e-5)


# ---- operations with a gradient of their own


def test_a_gradient_of_a_whole_operation_survives_what_is_realized() -> None:
    x = Tensor([-100.0, 1.0], requires_grad=True)
    hidden = x * 2
    result = hidden.sigmoid()
    hidden.realize()
    assert result.uop.gradient is not None and result.sum().gradient(x)[0].tolist()[0] == 0.0


def test_a_target_inside_a_whole_operation() -> None:
    x = Tensor([0.5, 2.0])
    kept = x.sigmoid()  # the same nodes as below
    power = (x * (-1 / math.log(2))).exp2()
    result = (1 + power).reciprocal()
    assert result.uop is kept.uop
    np.testing.assert_allclose(result.sum().gradient(power)[0].numpy(), -kept.numpy() ** 2, rtol=1e-6)


def test_a_whole_operation_on_a_reshaped_source_keeps_its_gradient() -> None:
    x, weight = Tensor.rand(1, 2, 5, 5, requires_grad=True).realize(), Tensor.rand(3 * 2 * 3 * 3).realize()
    result = x.conv2d(weight.reshape(3, 2, 3, 3))
    assert find_whole(result.uop.base, {weight.uop, x.uop.base}) is not None
    inner = Tensor.rand(1, 2, 5, 5).realize() * 2
    result = inner.conv2d(weight.reshape(3, 2, 3, 3))
    inner.realize()
    assert find_whole(result.uop.base, {weight.uop}) is not None


# ---- scans


@pytest.mark.parametrize("scan", ["cumprod", "cummax", "cummin"])
def test_scans_of_what_ends_in_a_view(scan: str) -> None:
    values = np.random.default_rng(0).integers(-2, 3, (3, 4, 2)).astype(np.float64)
    for axis in (0, 1):
        x, t = Tensor(values, requires_grad=True), torch.tensor(values, requires_grad=True)
        found = getattr((x * 2).transpose(0, 1).reshape(4, 6), scan)(axis)
        (found if isinstance(found, Tensor) else found[0]).sum().backward()
        found = getattr((t * 2).transpose(0, 1).reshape(4, 6), scan)(axis)
        (found if isinstance(found, torch.Tensor) else found.values).sum().backward()
        np.testing.assert_allclose(evaluate(x.grad), t.grad.numpy())


@pytest.mark.parametrize("row", [[0.0, 2.0, 3.0], [0.0, 0.0, 3.0], [0.0, 0.0, 0.0], [1.0, 2.0, 3.0]])
def test_second_derivative_of_a_product_with_zeros(row: list[float]) -> None:
    x = Tensor(row, requires_grad=True)
    (first,) = x.prod().gradient(x)
    expected = [[0.0, row[2], row[1]], [row[2], 0.0, row[0]], [row[1], row[0], 0.0]]
    assert [first[i].gradient(x)[0].tolist() for i in range(3)] == expected


# ---- what the result does not depend on


def test_gradient_of_what_the_result_does_not_depend_on_is_zero() -> None:
    x, y = Tensor([1.0, 2.0], requires_grad=True), Tensor([[3.0]], dtype="float64")
    gx, gy = x.sum().gradient(x, y)
    assert gx.tolist() == [1.0, 1.0] and gy.tolist() == [[0.0]] and gy.dtype == y.dtype
    assert (x > 0).float().sum().gradient(x)[0].tolist() == [0.0, 0.0]
    assert x.detach().sum().gradient(x)[0].tolist() == [0.0, 0.0]
    assert Tensor.ones(3, 0).sum().gradient(x)[0].tolist() == [0.0, 0.0]


def test_a_graph_that_was_lost_is_an_error_and_not_zero() -> None:
    x = Tensor([1.0, 2.0], requires_grad=True)
    loss = (x * x).sum().realize()
    x.assign(x.detach() + 1).realize()
    with pytest.raises(GradientError, match="was assigned to"): loss.gradient(x)


def test_gradients_of_constants_that_are_on_no_device() -> None:
    functions: list[Callable[[Tensor], Tensor]] = [lambda x: x.log_softmax(0), lambda x: x.softmax(0), lambda x: x - x.mean(0)]
    for function in functions:
        x = Tensor.ones(40, 2, requires_grad=True)
        assert function(x).sum().gradient(x)[0].numpy().shape == (40, 2)
