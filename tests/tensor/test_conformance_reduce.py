"""Folds, statistics, running folds and sorting against NumPy and torch."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from heddle import Tensor, dtypes
from heddle.dtype import sum_acc_dtype, to_dtype
from heddle.errors import ShapeError
from tests.tensor.conformance import ALL, FLOATS, Case, array, sizes, tensor, values
from tests.tolerances import assert_close

TAME = Case("any", lambda x: x, lambda x: x, special=False, low=-2, high=2)
WILD = Case("any", lambda x: x, lambda x: x, special=True)


@st.composite
def folded(draw: Any) -> tuple[tuple[int, ...], Any, bool]:
    """A shape, axes to fold (None: all) and whether they are kept."""
    shape = tuple(draw(st.lists(sizes, min_size=1, max_size=3)))
    axes = draw(st.one_of(st.none(), st.integers(-len(shape), len(shape) - 1),
                          st.lists(st.integers(0, len(shape) - 1), min_size=1, unique=True).map(tuple)))
    return shape, axes, draw(st.booleans())


def _accumulated(x: np.ndarray, dtype: str) -> np.ndarray:
    acc = sum_acc_dtype(to_dtype(dtype))
    return x.astype(np.float64) if acc.is_float() else x.astype(acc.name)


@pytest.mark.parametrize("name", ["sum", "prod"])
@given(data=st.data(), how=folded(), dtype=st.sampled_from(ALL), seed=st.integers(0, 99))
def test_sum_and_prod(fast_device: str, name: str, data: Any, how: Any, dtype: str, seed: int) -> None:
    shape, axes, keep = how
    x = values(TAME, shape, dtype, seed)
    if name == "prod" and dtype in FLOATS:  # near 1, so that nothing becomes 0 or infinite
        x = (np.sign(x.astype(np.float32)) * (0.9 + np.abs(x.astype(np.float32)) / 10)).astype(x.dtype)
    got = array(getattr(tensor(x), name)(axes, keep))
    wide = _accumulated(x, dtype)
    with np.errstate(over="ignore"): want = getattr(np, name)(wide, axis=axes, keepdims=keep, dtype=wide.dtype)
    kind = x.dtype if dtype in FLOATS else wide.dtype
    assert got.dtype == kind
    assert_close(name, got, np.asarray(want).astype(kind))


@pytest.mark.parametrize("name", ["max", "min", "argmax", "argmin", "any", "all"])
@given(how=folded(), dtype=st.sampled_from(ALL), seed=st.integers(0, 99))
def test_extremes_are_exact(fast_device: str, name: str, how: Any, dtype: str, seed: int) -> None:
    shape, axes, keep = how
    if name.startswith("arg") and isinstance(axes, tuple): axes = axes[0]
    x = values(WILD if dtype != "bfloat16" else TAME, shape, dtype, seed)
    try: want = getattr(np, name)(x.astype(np.float64) if dtype in FLOATS else x, axis=axes, keepdims=keep)
    except ValueError:  # of nothing
        with pytest.raises(ShapeError, match="no elements"): getattr(tensor(x), name)(axes, keep)
        return
    got = array(getattr(tensor(x), name)(axes, keep)).astype(np.asarray(want).dtype)
    np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("name", ["mean", "var", "std", "logsumexp", "softmax", "log_softmax"])
@given(how=folded(), dtype=st.sampled_from(FLOATS[:3]), seed=st.integers(0, 99))
def test_statistics(fast_device: str, name: str, how: Any, dtype: str, seed: int) -> None:
    shape, axes, keep = how
    assume(0 not in shape)
    x = values(TAME, shape, dtype, seed)
    t = torch.tensor(x.astype(np.float64))
    if name.endswith("softmax"):
        axis = axes if isinstance(axes, int) else -1
        got, want = getattr(tensor(x), name)(axis), getattr(torch, name)(t, axis)
    else:
        axes = tuple(range(len(shape))) if axes is None else axes
        count = int(np.prod([shape[a] for a in np.atleast_1d(axes)]))
        if name in ("var", "std"): assume(count > 1)
        got, want = getattr(tensor(x), name)(axes, keep), getattr(torch, name)(t, axes, keepdim=keep)
    assert_close(name, array(got), want.numpy().astype(x.dtype))


def test_mean_of_integers_is_float(fast_device: str) -> None:
    got = Tensor([[1, 2], [3, 5]]).mean(0)
    assert got.dtype == dtypes.float32 and got.tolist() == [2, 3.5]
    assert Tensor([True, False, True, True]).mean().item() == 0.75


def test_folds_of_nothing(fast_device: str) -> None:
    x = Tensor.zeros(3, 0)
    assert x.sum(1).tolist() == [0, 0, 0] and x.prod(1).tolist() == [1, 1, 1] and x.sum(0).tolist() == []
    assert np.isnan(x.mean(1).numpy()).all() and x.all().item() and not x.any().item()


def test_infinite_logits(fast_device: str) -> None:
    x = np.array([[-np.inf, 0, 1], [np.inf, 0, 1], [-np.inf, -np.inf, -np.inf]], np.float32)
    np.testing.assert_allclose(Tensor(x).logsumexp(1).numpy(), torch.logsumexp(torch.tensor(x), 1).numpy(), rtol=1e-6)
    np.testing.assert_allclose(Tensor(x[:1]).softmax(1).numpy(), torch.softmax(torch.tensor(x[:1]), 1).numpy(), rtol=1e-6)


def test_half_sums_accumulate_in_float32(fast_device: str) -> None:
    for dtype in ("float16", "bfloat16"):
        assert Tensor.ones(5000, dtype=dtype).contiguous().sum().item() == (5000 if dtype == "float16" else 4992)
        ones = Tensor.ones(1, 3000, dtype=dtype).contiguous()
        assert (ones @ ones.T).item() == (3000 if dtype == "float16" else 3008)


# ---- running folds


@pytest.mark.parametrize("name", ["cumsum", "cumprod", "cummax", "cummin"])
@given(shape=st.lists(st.sampled_from((0, 1, 2, 7, 31, 32, 33, 70)), min_size=1, max_size=2).map(tuple), axis=st.integers(-1, 0),
       dtype=st.sampled_from(("float32", "float64", "int32", "int64", "int8")), seed=st.integers(0, 99))
def test_running_folds(fast_device: str, name: str, shape: tuple[int, ...], axis: int, dtype: str, seed: int) -> None:
    x = values(TAME, shape, dtype, seed)
    if name == "cumprod" and dtype in FLOATS: x = np.where(x < 0, -1.01, 0.99).astype(x.dtype)
    got = array(getattr(tensor(x), name)(axis))
    if name in ("cummax", "cummin"):
        want = (np.maximum if name == "cummax" else np.minimum).accumulate(x, axis)
        return np.testing.assert_array_equal(got, want)
    with np.errstate(over="ignore"): want = getattr(np, name)(_accumulated(x, dtype), axis=axis, dtype=_accumulated(x, dtype).dtype)
    assert_close(name, got, want.astype(got.dtype))


def test_running_sum_of_many(fast_device: str) -> None:
    x = np.random.default_rng(0).standard_normal(100_000)
    np.testing.assert_allclose(Tensor(x).cumsum().numpy(), x.cumsum(), rtol=0, atol=1e-9)


def test_running_sum_keeps_infinities_apart(fast_device: str) -> None:
    assert Tensor([1.0, np.inf, 2.0]).cumsum().tolist() == [1.0, np.inf, np.inf]


# ---- order


@given(shape=st.lists(st.sampled_from((0, 1, 2, 5, 16)), min_size=1, max_size=2).map(tuple), axis=st.integers(-1, 0),
       dtype=st.sampled_from(("float32", "int32", "uint8", "bool")), descending=st.booleans(), seed=st.integers(0, 99))
def test_sort(fast_device: str, shape: tuple[int, ...], axis: int, dtype: str, descending: bool, seed: int) -> None:
    x = values(Case("sort", Tensor.sort, np.sort, low=-2, high=2, special=False), shape, dtype, seed)
    got, order = tensor(x).sort(axis, descending)
    want = torch.sort(torch.tensor(x), dim=axis, descending=descending, stable=True)
    np.testing.assert_array_equal(got.numpy(), want.values.numpy())
    np.testing.assert_array_equal(order.numpy(), want.indices.numpy())


def test_sort_puts_nan_last(fast_device: str) -> None:
    x = Tensor([2.0, np.nan, -np.inf, np.inf, 1.0])
    assert x.argsort().tolist() == [2, 4, 0, 3, 1] and x.argsort(descending=True).tolist() == [1, 3, 0, 4, 2]


def test_topk(fast_device: str) -> None:
    x = np.random.default_rng(0).standard_normal((4, 20)).astype(np.float32)
    for largest in (True, False):
        got, want = Tensor(x).topk(3, 1, largest), torch.tensor(x).topk(3, 1, largest)
        np.testing.assert_array_equal(got[0].numpy(), want.values.numpy())
        np.testing.assert_array_equal(got[1].numpy(), want.indices.numpy())
    with pytest.raises(ShapeError, match="topk cannot take 21"): Tensor(x).topk(21)


@pytest.mark.parametrize("dtype", ALL)
def test_sample_on_every_device(device: str, dtype: str) -> None:
    x = values(TAME, (3, 4), dtype, 0)
    with np.errstate(over="ignore"): want = _accumulated(x, dtype).sum(1, dtype=_accumulated(x, dtype).dtype)
    assert_close("sum", array(tensor(x).sum(1)), want.astype(x.dtype if dtype in FLOATS else want.dtype))
    np.testing.assert_array_equal(array(tensor(x).max(0)), x.max(0))
