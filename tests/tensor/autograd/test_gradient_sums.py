"""Gradients that a value gets from many places: their sums, what is computed for them, and gradients through them."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from heddle import Tensor, vmap
from heddle.dtype import dtypes
from heddle.tensor.autograd.gradient_sums import FEW, total
from heddle.uop import Ops, UOp

torch: Any = pytest.importorskip("torch")
_rng = np.random.default_rng(0)


def floats(*shape: int) -> np.ndarray: return _rng.standard_normal(shape, np.float32)


def gradients(f: Any, *arrays: np.ndarray) -> None:
    """The gradients of a function of tensors are torch's."""
    ours = [Tensor(a) for a in arrays]
    theirs = [torch.tensor(a, requires_grad=True) for a in arrays]
    f(*theirs).backward()
    for got, want in zip(f(*ours).gradient(*ours), theirs, strict=True):
        np.testing.assert_allclose(got.numpy(), want.grad.numpy(), rtol=2e-5, atol=2e-5)


def count(node: UOp, op: Ops) -> int: return sum(n.op is op for n in node.toposort())


STEPS = FEW + 2


def test_few_parts_are_added() -> None:
    parts = [Tensor(floats(3)).realize().uop for _ in range(FEW)]
    assert count(total(parts), Ops.ADD) == FEW - 1
    assert total(parts[:1]) is parts[0]


def test_slices_are_joined() -> None:
    parts = [Tensor(floats(1, 3)).realize().uop.pad([(t, STEPS - 1 - t), (0, 0)]) for t in range(STEPS)]
    found = total(parts)
    assert count(found, Ops.ADD) == 0
    want = np.concatenate([Tensor._of(p.src[0], False).numpy() for p in parts])
    np.testing.assert_array_equal(Tensor._of(found, False).numpy(), want)


def test_slices_that_meet_are_joined_in_rows_with_zeros_between() -> None:
    places = [(0, 3), (1, 4), (2, 5), (3, 6), (7, 9), (8, 12), (10, 11), (0, 1)]
    values = [floats(end - begin, 2) for begin, end in places]
    want = np.zeros((12, 2), np.float32)
    for (begin, end), value in zip(places, values, strict=True): want[begin:end] += value
    parts = [Tensor(v).realize().uop.pad([(begin, 12 - end), (0, 0)]) for v, (begin, end) in zip(values, places, strict=True)]
    found = total(parts)
    assert count(found, Ops.ADD) == 2  # three rows
    np.testing.assert_allclose(Tensor._of(found, False).numpy(), want, rtol=1e-6)


def test_products_alike_are_one() -> None:
    weight = Tensor(floats(4, 5))
    x = [Tensor(floats(2, 4)).realize() for _ in range(STEPS)]
    y = sum(((part @ weight).tanh().sum() for part in x), Tensor(0.0))
    (found,) = y.gradient(weight)
    wide = [n for n in found.uop.toposort() if n.op is Ops.REDUCE_AXIS and n.numel == weight.numel()]
    assert len(wide) == 1


def rows(x: Any, w: Any) -> Any: return sum((x[t] @ w).tanh().sum() for t in range(STEPS))


def carried(x: Any, w: Any, b: Any) -> Any:
    h = x[0] * 0
    for t in range(STEPS): h = (h @ w + x[t] + b).tanh()
    return (h * h).sum()


def overlapping(x: Any) -> Any: return sum((x[t:t + 4] * x[t + 1:t + 5]).sum() * (t + 1) for t in range(STEPS))


def columns_and_rows(x: Any) -> Any: return sum((x[:, t] * x[t]).sum() + x[t, t].exp() for t in range(STEPS))


def unlike(x: Any, w: Any) -> Any:
    return sum((x[:t + 1] @ w).sin().sum() + (x[t] * w[:, 0]).sum() + w.exp().sum() for t in range(STEPS))


@pytest.mark.parametrize("f, shapes", [
    (rows, [(STEPS, 2, 4), (4, 5)]),
    pytest.param(carried, [(STEPS, 2, 4), (4, 4), (4,)], marks=pytest.mark.slow),
    (overlapping, [(STEPS + 5, 3)]),
    (columns_and_rows, [(STEPS, STEPS)]),
    pytest.param(unlike, [(STEPS, 4), (4, 3)], marks=pytest.mark.slow),
])
def test_bodies_against_torch(f: Any, shapes: list[tuple[int, ...]]) -> None: gradients(f, *[floats(*s) for s in shapes])


def test_operands_may_be_computed_in_different_ways() -> None:
    data, start = floats(STEPS, 2, 3), floats(3, 3)

    def mixed(x: Any, w: Any) -> Any:
        found = [x[t] if t % 3 == 0 else x[t].exp() if t % 3 == 1 else x[t] * x[t - 1] for t in range(STEPS)]
        return sum((part @ w).sum() for part in found)
    gradients(mixed, data, start)


def test_large_operands_are_not_copied() -> None:
    weight = Tensor(floats(2, 2))
    x = [Tensor(floats(40000, 2)).realize() for _ in range(FEW + 1)]
    y = sum(((part @ weight).tanh().sum() for part in x), Tensor(0.0))
    (found,) = y.gradient(weight)
    assert not any(n.numel > 2 * 40000 * 2 * 2 for n in found.uop.toposort() if n.op is Ops.WHERE)
    np.testing.assert_allclose(found.numpy(), sum(p.numpy().T @ (1 - np.tanh(p.numpy() @ weight.numpy()) ** 2) for p in x), rtol=2e-2)


@pytest.mark.slow
def test_second_gradients() -> None:
    data, start = floats(STEPS, 3), floats(3, 3)

    def loss(x: Any, w: Any) -> Any:
        h = x[0] * 0
        for t in range(STEPS): h = (h @ w + x[t]).tanh()
        return (h * h).sum()
    x, w = Tensor(data), Tensor(start)
    (first,) = loss(x, w).gradient(w)
    (second,) = first.square().sum().gradient(x)
    tx, tw = torch.tensor(data, requires_grad=True), torch.tensor(start, requires_grad=True)
    (t_first,) = torch.autograd.grad(loss(tx, tw), tw, create_graph=True)
    (want,) = torch.autograd.grad(t_first.square().sum(), tx)
    np.testing.assert_allclose(second.numpy(), want.numpy(), rtol=2e-4, atol=2e-5)


def test_batched_gradients() -> None:
    xs, w = Tensor(floats(3, STEPS, 4)), Tensor(floats(4, 2))

    def slopes(x: Tensor) -> Tensor:
        total = Tensor(0.0)
        for t in range(STEPS): total = total + (x[t] @ w).tanh().sum()
        return total.gradient(x)[0]
    got = vmap(slopes)(xs)
    np.testing.assert_allclose(got.numpy(), np.stack([slopes(x).numpy() for x in xs]), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_formats(dtype: str) -> None:
    x, w = (Tensor(floats(*s)).cast(dtype) for s in ((STEPS, 2, 3), (3, 3)))
    y = sum(((x[t] @ w).sum() for t in range(STEPS)), Tensor(0.0).cast(dtype))
    gx, gw = y.gradient(x, w)
    assert gx.dtype is gw.dtype is getattr(dtypes, dtype)
    np.testing.assert_allclose(gw.float().numpy(), np.repeat(x.float().numpy().sum((0, 1))[:, None], 3, 1), rtol=3e-2, atol=6e-2)
    np.testing.assert_allclose(gx.float().numpy(), np.broadcast_to(w.float().numpy().sum(1), (STEPS, 2, 3)), rtol=3e-2, atol=3e-2)
