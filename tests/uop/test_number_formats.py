"""Small functions on values of number formats."""
from __future__ import annotations

import math
import struct

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import dtype as formats
from heddle import dtypes
from heddle.dtype import DType
from heddle.errors import DTypeError

_NUMPY = {"bfloat16": ml_dtypes.bfloat16, "fp8e4m3": ml_dtypes.float8_e4m3fn, "fp8e5m2": ml_dtypes.float8_e5m2}


@pytest.mark.parametrize("a", dtypes.all, ids=str)
@pytest.mark.parametrize("b", dtypes.all, ids=str)
def test_lossless_casts_lose_nothing(a: DType, b: DType) -> None:
    """Ends, and the numbers beside powers of two: what is lost is lost there."""
    values = [a.min, a.max, *([1, -1, 3, *(2 ** i + 1 for i in range(60)), -2 ** 31 - 1] if not a.is_bool() else [])]
    if a.is_float(): values += [1 + dtypes.finfo(a).eps, dtypes.finfo(a).max, dtypes.finfo(a).smallest_subnormal]
    held = [v for v in values if a.is_float() or a.min <= v <= a.max]
    held = [formats.truncate[a](v) for v in held]
    same = all(formats.truncate[b](v) == v for v in held if v == v)
    assert formats.can_lossless_cast(a, b) == same


@given(st.floats(width=32))
def test_bits_of_floats(x: float) -> None:
    for d in (dtypes.fp8e4m3, dtypes.fp8e5m2):
        back = formats.fp8_to_float(formats.float_to_fp8(x, d), d)
        assert math.isnan(back) if math.isnan(x) else back == formats.truncate[d](x) or math.isinf(x)
    if not math.isnan(x):
        assert formats.float_to_fp16(x) == float(np.float32(x).astype(np.float16)) or abs(x) > 65504
        assert formats.float_to_bf16(x) == float(np.float32(x).astype(ml_dtypes.bfloat16))
    assert formats.bitcast(x, dtypes.float32, dtypes.int32) == struct.unpack("<i", struct.pack("<f", x))[0]


def test_storage() -> None:
    assert [formats.storage_fmt_for_dtype(d) for d in (dtypes.bfloat16, dtypes.fp8e4m3, dtypes.int32)] == ["H", "B", "i"]
    assert formats.to_storage_scalar(1.5, dtypes.bfloat16) == 16320 and formats.from_storage_scalar(16320, dtypes.bfloat16) == 1.5
    assert formats.to_storage_scalar(1.5, dtypes.float32) == 1.5 and formats.truncate[dtypes.int8](300) == 44
    assert formats.DTYPES_DICT["half"] is dtypes.float16 and formats.INVERSE_DTYPES_DICT["unsigned char"] == "uchar"


def test_weak_and_strong() -> None:
    assert formats.strong_dtype(dtypes.weakint) is dtypes.default_int and formats.strong_dtype(dtypes.half) is dtypes.half
    assert formats.weak_dtype(dtypes.half) is dtypes.weakfloat and formats.weak_dtype(dtypes.bool) is dtypes.bool


def test_formats_by_description() -> None:
    assert DType.new(5, 32, "int", "i") is dtypes.int32 and DType.new(0, 8, "unsigned char", "B") is dtypes.uint8
    with pytest.raises(DTypeError, match="has 32 bits"): DType.new(5, 64, "int", "i")
    with pytest.raises(DTypeError): DType.new(5, 64, "nofloat", "i")
    with pytest.raises(DTypeError, match="no float of 8 bits"): formats.float_to_fp8(1.0, dtypes.half)
    with pytest.raises(DTypeError, match="different sizes"): formats.bitcast(1, dtypes.int8, dtypes.int16)
    with pytest.raises(AttributeError, match="float_to_fp16"): formats.float_to_fp17  # noqa: B018
