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
from tests.tensor.conformance import ALL, FLOATS, Case, array, flushes, normal, sizes, tensor, values
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
    except ValueError:  # of nothing, which NumPy refuses
        if name.startswith("arg"):
            with pytest.raises(ShapeError, match="no elements"): getattr(tensor(x), name)(axes, keep)
            return
        limits = getattr(dtypes, dtype)
        want = np.full(x.sum(axis=axes, keepdims=keep).shape, limits.min if name == "max" else limits.max)
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
    found = getattr(tensor(x), name)(axis)
    got = array(found[0] if isinstance(found, tuple) else found)
    if name in ("cummax", "cummin"):
        places = array(found[1])
        assert places.dtype == np.int32 and places.shape == x.shape
        best = np.argmax if name == "cummax" else np.argmin
        rows, at = np.moveaxis(x, axis, -1), np.moveaxis(places, axis, -1)
        for i in range(rows.shape[-1]): np.testing.assert_array_equal(at[..., i], best(rows[..., :i + 1], -1))
        want = (np.maximum if name == "cummax" else np.minimum).accumulate(x, axis)
        return np.testing.assert_array_equal(got, want)
    with np.errstate(over="ignore"): want = getattr(np, name)(_accumulated(x, dtype), axis=axis, dtype=_accumulated(x, dtype).dtype)
    assert_close(name, got, want.astype(got.dtype))


def test_running_sum_of_many(fast_device: str) -> None:
    x = normal(np.random.default_rng(0), 100_000)
    atol = 1e-9 if x.dtype == np.float64 else 2e-3  # of sums up to some hundred
    np.testing.assert_allclose(Tensor(x).cumsum().numpy(), x.cumsum(dtype=np.float64), rtol=0, atol=atol)


@pytest.mark.parametrize(("shape", "axis"), [((3, 1030), 1), ((1030, 3), 0), ((48, 64), 1), ((4099,), 0)])
def test_running_folds_of_long_rows(fast_device: str, shape: tuple[int, ...], axis: int) -> None:
    """In pieces that run side by side, whether or not they divide the length, and in blocks."""
    whole = np.random.default_rng(0).integers(-50, 50, shape).astype(np.int32)
    np.testing.assert_array_equal(Tensor(whole.astype(np.float32)).cumsum(axis).numpy(), whole.cumsum(axis))
    np.testing.assert_array_equal((Tensor(whole.astype(np.int8)) * 2).cummax(axis)[0].numpy(), np.maximum.accumulate(whole * 2, axis))
    odd = Tensor(whole % 2 * 2 + 1).cumprod(axis)
    np.testing.assert_array_equal(odd.numpy(), (whole % 2 * 2 + 1).cumprod(axis, dtype=np.int32))


def test_what_runs_on_keeps_nan_and_the_sign_of_nothing(fast_device: str) -> None:
    x = np.array([1.0, -np.inf, 3.0, np.nan, 5.0, np.inf], np.float32)
    np.testing.assert_array_equal(Tensor(x).cummax()[0].numpy(), np.maximum.accumulate(x))
    for dtype in ("float16", "bfloat16"):
        np.testing.assert_array_equal(Tensor(x, dtype=dtype).cummax()[0].float().numpy(), np.maximum.accumulate(x))
    halves = Tensor.full((300,), 0.25, dtype="float16").contiguous()
    assert halves.cumsum().tolist() == [0.25 * n for n in range(1, 301)]


def test_a_running_sum_of_what_is_assigned(fast_device: str) -> None:
    x = Tensor(np.arange(200, dtype=np.float32)).realize()
    x.assign(x.cumsum(0) + 1).realize()
    np.testing.assert_array_equal(x.numpy(), np.arange(200).cumsum() + 1)


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


@pytest.mark.parametrize("length", [33, 1100])
def test_sort_of_many_equals(fast_device: str, length: int) -> None:
    """Blocks, merges and long merges, with a last run that is not whole."""
    rng = np.random.default_rng(length)
    least = 1e-30 if flushes("float32") else 1e-40
    special = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, least, -3.0, 7.5])
    for x in (special[rng.integers(0, 8, (2, length))].astype(np.float32), rng.integers(-2**40, 2**40, (1, length)) >> 36 << 36):
        for descending in (False, True):
            got, order = Tensor(x).sort(1, descending)
            wanted = torch.sort(torch.tensor(x), dim=1, descending=descending, stable=True)
            np.testing.assert_array_equal(order.numpy(), wanted.indices.numpy())
            np.testing.assert_array_equal(got.numpy(), wanted.values.numpy())
            if x.dtype != np.float32: continue
            np.testing.assert_array_equal(np.signbit(got.numpy()), np.signbit(np.take_along_axis(x, order.numpy(), 1)))


@pytest.mark.parametrize("dtype", ["bfloat16", "float64", "uint64", "bool"])
def test_sort_of_every_width(fast_device: str, dtype: str) -> None:
    x = values(Case("sort", Tensor.sort, np.sort, low=-5, high=5, special=False), (3, 70), dtype, 1)
    for descending in (False, True):
        order = tensor(x).sort(1, descending)[1].numpy()
        stable = np.argsort(x.astype(np.float64), 1, kind="stable") if not descending else \
            69 - np.argsort(x.astype(np.float64)[:, ::-1], 1, kind="stable")[:, ::-1]
        np.testing.assert_array_equal(order, stable)


def test_sort_of_a_middle_axis(fast_device: str) -> None:
    x = np.random.default_rng(3).integers(-9, 9, (2, 70, 3)).astype(np.int32)
    np.testing.assert_array_equal(Tensor(x).argsort(1).numpy(), np.argsort(x, 1, kind="stable"))


@pytest.mark.parametrize(("length", "k"), [(129, 3), (1000, 10), (1000, 200)])
def test_first_few_of_many(fast_device: str, length: int, k: int) -> None:
    """Blocks whose greatest are among the first; equal values in order of their places."""
    x = np.random.default_rng(length).integers(-40, 40, (2, length)).astype(np.float32)
    x[0, length // 3] = np.nan
    for largest in (True, False):
        values, order = Tensor(x).topk(k, 1, largest)
        wanted = torch.sort(torch.tensor(x), dim=1, descending=largest, stable=True)
        np.testing.assert_array_equal(order.numpy(), wanted.indices[:, :k].numpy())
        np.testing.assert_array_equal(values.numpy(), wanted.values[:, :k].numpy())


def test_topk(fast_device: str) -> None:
    x = np.random.default_rng(0).standard_normal((4, 20)).astype(np.float32)
    for largest in (True, False):
        got, want = Tensor(x).topk(3, 1, largest), torch.tensor(x).topk(3, 1, largest)
        np.testing.assert_array_equal(got[0].numpy(), want.values.numpy())
        np.testing.assert_array_equal(got[1].numpy(), want.indices.numpy())
    with pytest.raises(ShapeError, match="topk cannot take 21"): Tensor(x).topk(21)


@pytest.mark.parametrize("method", [lambda x: x.sort(), lambda x: x.argsort(0), lambda x: x.topk(3), lambda x: x.topk(0)])
def test_what_is_too_long_for_int32_positions_is_not_sorted(method: Any) -> None:
    with pytest.raises(ShapeError, match="2147483648 elements cannot be sorted"): method(Tensor.zeros(1 << 31, dtype="uint8"))
    assert Tensor.zeros(2, (1 << 31) - 1, dtype="uint8").sort()[1].shape == (2, (1 << 31) - 1)


@pytest.mark.parametrize("dtype", ALL)
def test_sample_on_every_device(device: str, dtype: str) -> None:
    x = values(TAME, (3, 4), dtype, 0)
    with np.errstate(over="ignore"): want = _accumulated(x, dtype).sum(1, dtype=_accumulated(x, dtype).dtype)
    assert_close("sum", array(tensor(x).sum(1)), want.astype(x.dtype if dtype in FLOATS else want.dtype))
    np.testing.assert_array_equal(array(tensor(x).max(0)), x.max(0))
