"""Python's numbers beside tensors: one that does not fit into the dtype is refused, wherever it comes in, and never wraps."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle import Tensor
from heddle.errors import DTypeError, NumberRangeError

KINDS = [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64]
COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]


def ends_of(kind: type) -> np.ndarray:
    info = np.iinfo(kind)
    return np.array([info.min, 0, 1, info.max // 2, info.max], kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("compare", COMPARISONS)
def test_comparisons_with_numbers_outside_the_range(kind: type, compare: Callable[[Any, Any], Any]) -> None:
    x, info = ends_of(kind), np.iinfo(kind)
    for n in (int(info.min) - 1, int(info.max) + 1, -(1 << 70), 1 << 70, int(info.min), int(info.max)):
        want = [compare(int(v), n) for v in x]
        assert compare(Tensor(x), n).tolist() == want and compare(n, Tensor(x)).tolist() == [compare(n, int(v)) for v in x]


def test_quotients_are_of_floats(fast_device: str) -> None:
    x = np.array([8, 200], np.uint8)
    np.testing.assert_allclose((Tensor(x) / 256).numpy(), x / np.float32(256))
    np.testing.assert_allclose((Tensor(x) / -1).numpy(), x / np.float32(-1))
    np.testing.assert_allclose((1000 / Tensor(x)).numpy(), np.float32(1000) / x)
    assert Tensor(x).copysign(-1).tolist() == [-8, -200]
    np.testing.assert_allclose(Tensor(x).logaddexp(-1).numpy(), np.logaddexp(x, np.float32(-1)), rtol=1e-6)


def test_bounds_that_cannot_bind_do_not_bind_and_others_are_refused() -> None:
    x = Tensor([8, 200], dtype="uint8")
    assert x.clip(-5, 300).tolist() == [8, 200] and x.clip(-5, 9).tolist() == [8, 9]
    assert x.maximum(-1).tolist() == [8, 200] and x.minimum(1000).tolist() == [8, 200]
    for wrong in (lambda: x.clip(300, 400), lambda: x.clip(-9, -5), lambda: x.minimum(-1), lambda: x.maximum(256)):
        with pytest.raises(NumberRangeError):
            wrong()


def _set(x: Tensor, at: Any, value: Any) -> None:
    x[at] = value


# every way by which a number comes beside, or into, a tensor of bytes
ENTRIES: dict[str, Callable[[Tensor, Any], Any]] = {
    "constructor": lambda x, n: Tensor([n], dtype="uint8"),
    "constructor of a number": lambda x, n: Tensor(n, dtype="uint8"),
    "constructor of an array": lambda x, n: Tensor(np.array([n]), dtype="uint8"),
    "full": lambda x, n: Tensor.full((2,), n, dtype="uint8"),
    "full_like": lambda x, n: x.full_like(n),
    "add": lambda x, n: x + n,
    "radd": lambda x, n: n + x,
    "sub": lambda x, n: x - n,
    "rsub": lambda x, n: n - x,
    "mul": lambda x, n: x * n,
    "floordiv": lambda x, n: x // n,
    "rfloordiv": lambda x, n: n // x,
    "mod": lambda x, n: x % n,
    "rmod": lambda x, n: n % x,
    "rpow": lambda x, n: n**x,
    "and": lambda x, n: x & n,
    "or": lambda x, n: x | n,
    "xor": lambda x, n: x ^ n,
    "rlshift": lambda x, n: n << x,
    "iadd": lambda x, n: operator.iadd(x, n),
    "a number of NumPy": lambda x, n: x + np.int64(n),
    "where": lambda x, n: (x > 1).where(x, n),
    "where before": lambda x, n: (x > 1).where(n, x),
    "masked_fill": lambda x, n: x.masked_fill(x > 1, n),
    "pad": lambda x, n: x.pad((1, 1), value=n),
    "setitem": lambda x, n: _set(x, 0, n),
    "setitem of a slice": lambda x, n: _set(x, slice(1), n),
    "setitem of a list": lambda x, n: _set(x, slice(2), [1, n]),
    "setitem of an array": lambda x, n: _set(x, slice(2), np.array([1, n])),
    "setitem by a list": lambda x, n: _set(x, [0, 1], n),
    "setitem by a mask": lambda x, n: _set(x, x > 1, n),
    "assign": lambda x, n: x.realize().assign(n),
    "scatter": lambda x, n: x.scatter(0, Tensor([0]), n),
    "arange": lambda x, n: Tensor.arange(n, n + 2, dtype="uint8"),
}


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("number", [300, -1, 1 << 40])
def test_a_number_that_does_not_fit_is_refused(entry: str, number: int) -> None:
    with pytest.raises(NumberRangeError, match="does not fit in uint8") as caught:
        ENTRIES[entry](Tensor([3, 4], dtype="uint8"), number)
    assert (
        isinstance(caught.value, DTypeError) and isinstance(caught.value, OverflowError) and isinstance(caught.value, ValueError)
    )
    where = caught.value.where
    assert where is not None and where[0] == __file__ and caught.value.cure is not None and "0 to 255" in caught.value.cure


@pytest.mark.parametrize("entry", ENTRIES)
def test_numbers_at_the_ends_of_the_range_are_taken(entry: str) -> None:
    for number in (0, 253):
        ENTRIES[entry](Tensor([3, 4], dtype="uint8"), number)


def test_wider_dtypes_are_never_guessed_but_by_arange() -> None:
    for wrong in (
        lambda: Tensor([1]) + 2**40,
        lambda: Tensor([2**40]),
        lambda: Tensor([True]) + 2**40,
        lambda: Tensor([True]).where(2**40, 0),
        lambda: Tensor([1.0]) + 10**400,
        lambda: Tensor([1]) ^ 0xFFFFFFFF,
    ):
        with pytest.raises(NumberRangeError):
            wrong()
    assert (Tensor([1]).long() + 2**40).tolist() == [2**40 + 1]
    wide = Tensor.arange(2**31 - 1, 2**31 + 1)
    assert wide.dtype.name == "int64" and wide.tolist() == [2**31 - 1, 2**31]
    assert Tensor.arange(2**31 - 2, 2**31).dtype.name == "int32"
    with pytest.raises(NumberRangeError):
        Tensor.arange(2**64, 2**64 + 2)


def test_a_ramp_goes_down_in_an_unsigned_dtype() -> None:
    assert Tensor.arange(5, -1, -1, dtype="uint8").tolist() == [5, 4, 3, 2, 1, 0]
    with pytest.raises(NumberRangeError):
        Tensor.arange(5, -2, -1, dtype="uint8")


@pytest.mark.parametrize("values", [[np.nan], [np.inf], [1e10], [-1.0], [256.0]])
def test_arrays_of_floats_that_integers_do_not_hold(values: list[float]) -> None:
    with pytest.raises(NumberRangeError):
        Tensor(np.array(values), dtype="uint8")
    assert Tensor(np.array([255.9, 0.5]), dtype="uint8").tolist() == [255, 0]


def test_what_is_in_a_dtype_already_wraps() -> None:
    x = Tensor([200], dtype="uint8")
    assert (x + x).tolist() == [144] and Tensor([300]).cast("uint8").tolist() == [44]


def test_a_power_of_a_number() -> None:
    assert (2 ** Tensor([0, 5, 30])).tolist() == [1, 32, 1 << 30] and (3 ** Tensor([2], dtype="uint8")).tolist() == [9]


@pytest.mark.parametrize("kind", ["int32", "uint32", "int64", "uint64", "int16"])
def test_a_mean_of_integers_does_not_wrap(kind: str) -> None:
    most = int(np.iinfo(kind).max)
    x = [most, most, most - 2]
    np.testing.assert_allclose(Tensor(x, dtype=kind).mean().numpy(), np.float32(sum(x) / 3), rtol=1e-6)


def test_numpy_numbers_have_a_truth() -> None:
    for one in (np.bool_(True), np.int32(3), np.float32(0.5)):
        assert Tensor([0, 2]).logical_and(one).tolist() == [False, True] and Tensor([0, 2]).logical_or(one).tolist() == [True, True]
