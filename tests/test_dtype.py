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


# ---- formats of the reference: weak ones, floats without infinities, and what is asked of a format


@pytest.mark.parametrize("dtype", (*dtypes.floats, *dtypes.fp8_fnuz), ids=str)
def test_finfo_is_that_of_ml_dtypes(dtype: DType) -> None:
    twin = {"fp8e4m3fnuz": ml_dtypes.float8_e4m3fnuz, "fp8e5m2fnuz": ml_dtypes.float8_e5m2fnuz}.get(dtype.name) or NARROW.get(dtype)
    theirs, ours = ml_dtypes.finfo(twin or dtype.name), dtypes.finfo(dtype)
    assert (ours.max, ours.min, ours.eps, ours.tiny, ours.bits) == tuple(
        float(x) for x in (theirs.max, theirs.min, theirs.eps, theirs.tiny, theirs.bits))
    assert ours.smallest_subnormal == float(theirs.smallest_subnormal)
    assert sum(ours) + 1 == dtype.bits and pickle.loads(pickle.dumps(ours)).max == ours.max


def test_finfo_and_iinfo() -> None:
    assert dtypes.finfo(dtypes.float32) == (8, 23) and dtypes.finfo(dtypes.bfloat16) == (8, 7)
    for dtype in dtypes.ints:
        twin = np.iinfo(dtype.name)
        assert dtypes.iinfo(dtype) == (twin.min, twin.max, twin.bits)
    assert dtypes.iinfo(dtypes.bool) == (0, 1, 1)
    with pytest.raises(DTypeError, match="int8 is no float"): dtypes.finfo(dtypes.int8)
    with pytest.raises(DTypeError, match="float16 is no integer"): dtypes.iinfo(dtypes.half)


def test_weak_formats_take_the_other_operands() -> None:
    for dtype in (*dtypes.ints, *dtypes.floats): assert promote(dtypes.weakint, dtype) is dtype
    for dtype in (*dtypes.floats, *dtypes.fp8_fnuz): assert promote(dtypes.weakfloat, dtype) is dtype
    for dtype in (*dtypes.ints, dtypes.bool, dtypes.weakint): assert promote(dtypes.weakfloat, dtype) is dtypes.weakfloat
    assert promote(dtypes.weakint, dtypes.bool) is dtypes.weakint and promote(dtypes.int64, dtypes.uint64) is dtypes.default_float
    assert to_dtype(dtypes.weakint) is to_dtype("weakint") is dtypes.int32 and to_dtype(dtypes.weakfloat) is dtypes.float32
    assert dtypes.weaks == (dtypes.weakint, dtypes.weakfloat) and not set(dtypes.weaks) & set(dtypes.all)
    assert pickle.loads(pickle.dumps(dtypes.weakint)) is dtypes.weakint


def test_weak_formats_are_stored_in_the_default_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dtypes, "default_int", dtypes.int64)
    assert to_dtype(dtypes.weakint) is dtypes.int64


def test_facts_of_a_format() -> None:
    assert dtypes.float32.bitsize == 32 and dtypes.bool.bitsize == 1 and dtypes.int8.vec(4).bitsize == 32
    assert dtypes.int8.priority < dtypes.int16.priority < dtypes.float16.priority < dtypes.float64.priority
    assert str(dtypes.int8) == "dtypes.int8" and getattr(dtypes, str(dtypes.float32).removeprefix("dtypes.")) is dtypes.float32
    assert dtypes.int16s == (dtypes.uint16, dtypes.int16) and dtypes.fp8_ocp == dtypes.fp8s


def test_const_is_what_is_stored() -> None:
    assert dtypes.float32.const(2.7) == float(np.float32(2.7)) and dtypes.bfloat16.const(2.7) == 2.703125
    assert dtypes.int8.const(2.7) == 2 and dtypes.int8.const(True) == 1 and dtypes.bool.const(2.7) is True
    assert dtypes.weakint.const(2.7) == 2 and dtypes.weakfloat.const(2) == 2.0
    for value in (300, -129, math.inf, math.nan):
        with pytest.raises(DTypeError, match="does not fit in int8"): dtypes.int8.const(value)


FNUZ = {dtypes.fp8e4m3fnuz: ml_dtypes.float8_e4m3fnuz, dtypes.fp8e5m2fnuz: ml_dtypes.float8_e5m2fnuz}


@pytest.mark.parametrize("dtype", FNUZ, ids=str)
def test_every_pattern_of_a_float_without_infinities(dtype: DType) -> None:
    with np.errstate(invalid="ignore"): want = np.arange(256, dtype=np.uint8).view(FNUZ[dtype]).astype(np.float64)
    np.testing.assert_array_equal([decode_float(dtype, bits) for bits in range(256)], want)
    assert [encode_float(dtype, decode_float(dtype, bits)) for bits in range(256)] == list(range(256))


@pytest.mark.parametrize("dtype", FNUZ, ids=str)
@given(value=st.floats(width=32))
def test_rounding_to_a_float_without_infinities(dtype: DType, value: float) -> None:
    largest = float(dtype.max)
    if math.isfinite(value): value = max(min(value, largest), -largest)
    assert encode_float(dtype, value) == int(np.array(value, np.float32).astype(FNUZ[dtype]).view(np.uint8))


@pytest.mark.parametrize("dtype", FNUZ, ids=str)
def test_a_float_without_infinities_has_one_zero_and_one_nan(dtype: DType) -> None:
    assert encode_float(dtype, -0.0) == encode_float(dtype, -1e-30) == 0
    assert encode_float(dtype, math.inf) == encode_float(dtype, -math.inf) == encode_float(dtype, math.nan) == 0x80
    assert decode_float(dtype, encode_float(dtype, 1e30)) == dtype.max  # finite numbers saturate, as in the other fp8 formats
