"""Number formats: ranges, promotion, rounding, and the bits of floats that Python has no letter for."""
from __future__ import annotations

import itertools
import math
import pickle

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.dtype import (
    DType,
    decode_float,
    dtypes,
    encode_float,
    least_upper_dtype,
    promote,
    round_to,
    sum_acc_dtype,
    to_dtype,
    unsigned_of,
)
from heddle.errors import DTypeError
from tests.reference import numpy_dtype

LARGEST = {dtypes.fp8e4m3: 448.0, dtypes.fp8e5m2: 57344.0}
NARROW = {dtypes.bfloat16: ml_dtypes.bfloat16, dtypes.fp8e4m3: ml_dtypes.float8_e4m3fn, dtypes.fp8e5m2: ml_dtypes.float8_e5m2}


def test_equal_formats_are_one_object() -> None:
    assert pickle.loads(pickle.dumps(dtypes.float32.vec(4))) is dtypes.float32.vec(4)
    assert dtypes.float32.vec(4).scalar() is dtypes.float32 and dtypes.int8.vec(1) is dtypes.int8


@pytest.mark.parametrize("dtype", dtypes.all, ids=str)
def test_sizes_and_ranges_are_numpys(dtype: DType) -> None:
    twin = numpy_dtype(dtype)
    assert dtype.itemsize == twin.itemsize
    if dtype.is_integer(): assert (dtype.min, dtype.max) == (np.iinfo(twin).min, np.iinfo(twin).max)
    if dtype.is_float() and dtype is not dtypes.fp8e4m3: assert (dtype.min, dtype.max) == (-math.inf, math.inf)


def test_names_and_aliases() -> None:
    assert to_dtype("half") is dtypes.float16 and to_dtype("LONG") is dtypes.int64 and to_dtype(dtypes.bool) is dtypes.bool
    for wrong in ("float31", "index", "void", int, np.float32, 5):
        with pytest.raises(DTypeError, match=r"unknown dtype [\s\S]*There are: bool"): to_dtype(wrong)  # type: ignore[arg-type]
    with pytest.raises(DTypeError, match="no dtype for str 'a'"): dtypes.from_py([1, "a"])


def test_promotion_is_a_join() -> None:
    for a, b in itertools.product(dtypes.all, repeat=2):
        assert promote(a, b) is promote(b, a) is least_upper_dtype(a, b)
        assert promote(a, promote(a, b)) is promote(a, b)
        if a.is_float() == b.is_float() and not {a, b} & {*dtypes.fp8s, dtypes.bfloat16} and dtypes.uint64 not in (a, b):
            assert promote(a, b).name == np.promote_types(a.name, b.name).name
    assert promote(dtypes.int64, dtypes.float16) is dtypes.float16 and promote(dtypes.float16, dtypes.bfloat16) is dtypes.float32
    assert promote(dtypes.uint64, dtypes.int8) is dtypes.float32, "no integer holds both"


def test_sums_are_accumulated_in_more() -> None:
    wide = {dtypes.bool: "int32", dtypes.int8: "int32", dtypes.uint8: "uint32", dtypes.int64: "int64", dtypes.float16: "float32",
            dtypes.float64: "float64"}
    assert {d: sum_acc_dtype(d).name for d in wide} == wide


def test_unsigned_integers_by_size() -> None:
    assert [unsigned_of(n) for n in (1, 2, 4, 8)] == list(dtypes.uints)


@pytest.mark.parametrize("dtype", dtypes.ints, ids=str)
@given(st.integers(-(1 << 70), 1 << 70))
def test_integers_wrap(dtype: DType, value: int) -> None:
    found = round_to(dtype, value)
    assert dtype.min <= found <= dtype.max and (found - value) % (1 << dtype.bits) == 0


@pytest.mark.parametrize("dtype", dtypes.floats, ids=str)
@given(st.floats(width=64))
def test_floats_are_rounded_to_nearest_even(dtype: DType, value: float) -> None:
    if dtype in dtypes.fp8s and math.isfinite(value): value = max(min(value, LARGEST[dtype]), -LARGEST[dtype])
    with np.errstate(all="ignore"): want = float(np.float64(value).astype(numpy_dtype(dtype)))
    np.testing.assert_array_equal(round_to(dtype, value), want)


@pytest.mark.parametrize("dtype", dtypes.fp8s, ids=str)
def test_finite_numbers_saturate_in_fp8(dtype: DType) -> None:
    largest = LARGEST[dtype]
    for value in (500.0, 464.0, largest, largest * 1.01, 1e30, 10 ** 400): assert round_to(dtype, value) <= largest
    assert [round_to(dtype, v) for v in (1e9, -1e9)] == [largest, -largest]
    assert math.isnan(round_to(dtype, math.nan))
    infinite = round_to(dtype, math.inf), round_to(dtype, -math.inf)
    assert infinite == (math.inf, -math.inf) if dtype is dtypes.fp8e5m2 else all(map(math.isnan, infinite))


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_every_pattern_of_bits(dtype: DType) -> None:
    bits = np.arange(1 << 8 * dtype.itemsize, dtype=f"u{dtype.itemsize}")
    with np.errstate(invalid="ignore"): want = bits.view(NARROW[dtype]).astype(np.float64)
    found = np.array([decode_float(dtype, int(b)) for b in bits])
    np.testing.assert_array_equal(found, want)
    some = [int(b) for b, x in zip(bits[::7], want[::7], strict=True) if x == x]  # NaN has many patterns
    assert [encode_float(dtype, decode_float(dtype, b)) for b in some] == some
