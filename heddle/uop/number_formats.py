"""Number formats on Python numbers: rounding, bit patterns, ranges. Helpers of `heddle.dtype`.

Inputs: formats, Python numbers.
Outputs: numbers as a format stores them, or the integer of their bits.
Invariants: rounding and wrapping are those of `heddle.dtype.round_to`, so they are what kernels compute.
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping

from heddle.dtype import ConstType, DType, decode_float, dtypes, encode_float, round_to
from heddle.errors import DTypeError
from heddle.uop.interpreter.ops import bitcast as _bitcast

#: numbers of Python
PyConst = bool | int | float
#: formats by every name that they have
DTYPES_DICT: dict[str, DType] = {name: d for name, d in vars(dtypes).items() if isinstance(d, DType)
                                 and d not in (*dtypes.weaks, dtypes.void, dtypes.index) and not name.startswith("default")}
_IN_C = {"bool": "bool", "int8": "signed char", "uint8": "unsigned char", "int16": "short", "uint16": "unsigned short", "int32": "int",
         "uint32": "unsigned int", "int64": "long", "uint64": "unsigned long", "fp8e4m3": "float8_e4m3", "fp8e5m2": "float8_e5m2",
         "fp8e4m3fnuz": "float8_e4m3fnuz", "fp8e5m2fnuz": "float8_e5m2fnuz", "float16": "half", "bfloat16": "__bf16",
         "float32": "float", "float64": "double"}
_SHORT = {"int8": "char", "uint8": "uchar", "int16": "short", "uint16": "ushort", "int32": "int", "uint32": "uint", "int64": "long",
          "uint64": "ulong", "float16": "half", "float32": "float", "float64": "double"}
#: the short names of formats by what kernels in C call them
INVERSE_DTYPES_DICT: dict[str, str] = {c: _SHORT.get(name, name) for name, c in _IN_C.items()}


def strong_dtype(dtype: DType) -> DType:
    """The format in which `dtype` is stored: the default integer or float for a weak one."""
    return {dtypes.weakint: dtypes.default_int, dtypes.weakfloat: dtypes.default_float}.get(dtype, dtype)


def weak_dtype(dtype: DType) -> DType:
    """The weak format of its kind, in which a number of Python is beside a tensor of it; bool for bool."""
    return dtypes.weakfloat if dtype.is_float() else dtypes.weakint if dtype.is_integer() else dtype


def can_lossless_cast(dt0: DType, dt1: DType) -> bool:
    """Whether every value of `dt0` is one of `dt1`."""
    if dt0 is dt1 or dt0.is_bool(): return True
    if dt1.is_bool() or (dt0.is_float() and not dt1.is_float()): return False
    if not dt1.is_float(): return dt1.min <= dt0.min and dt0.max <= dt1.max
    digits = dtypes.finfo(dt1)[1] + 1
    if not dt0.is_float(): return dt0.bits - (not dt0.is_unsigned()) <= digits and dtypes.finfo(dt1).max >= dt0.max
    a, b = dtypes.finfo(dt0), dtypes.finfo(dt1)
    has_infinity = dt0.max == float("inf") and dt1.max != float("inf")
    return a[1] <= b[1] and a.max <= b.max and a.smallest_subnormal >= b.smallest_subnormal and not has_infinity


def float_to_fp16(x: float) -> float:
    """`x` as float16 stores it."""
    return float(round_to(dtypes.float16, x))


def float_to_bf16(x: float) -> float:
    """`x` as bfloat16 stores it."""
    return float(round_to(dtypes.bfloat16, x))


def _fp8(dtype: DType) -> DType:
    if dtype in (*dtypes.fp8s, *dtypes.fp8_fnuz): return dtype
    known = ", ".join(d.name for d in (*dtypes.fp8s, *dtypes.fp8_fnuz))
    raise DTypeError(f"{dtype.name} is no float of 8 bits", f"There are: {known}.")


def float_to_fp8(x: float, dtype: DType) -> int:
    """The bits of `x` in a float of 8 bits. DTypeError for another format."""
    return encode_float(_fp8(dtype), x)


def fp8_to_float(x: int, dtype: DType) -> float:
    """The value of bits in a float of 8 bits. DTypeError for another format."""
    return decode_float(_fp8(dtype), x)


def storage_fmt_for_dtype(dtype: DType) -> str | None:
    """The letter of Python's `struct` for the memory of a format: that of an unsigned integer for floats which it does not know."""
    return dtype.fmt or {1: "B", 2: "H"}.get(dtype.itemsize)


def to_storage_scalar(x: ConstType, dtype: DType) -> ConstType:
    """`x` as `storage_fmt_for_dtype` packs it: the bits of floats that `struct` does not know."""
    return encode_float(dtype, float(x)) if dtype.is_float() and dtype.fmt is None else x


def from_storage_scalar(x: ConstType, dtype: DType) -> ConstType:
    """The other way round."""
    return decode_float(dtype, int(x)) if dtype.is_float() and dtype.fmt is None else x


def bitcast(x: ConstType, in_dtype: DType, out_dtype: DType) -> ConstType:
    """The value whose bits in `out_dtype` are those of `x` in `in_dtype`. DTypeError unless both are of one size."""
    if in_dtype.itemsize != out_dtype.itemsize:
        raise DTypeError(f"{in_dtype.name} and {out_dtype.name} have different sizes", "Choose formats of one size.")
    return _bitcast(out_dtype, in_dtype, x)


class _Truncate(Mapping[DType, Callable[[ConstType], ConstType]]):
    """A mapping over all dtypes whose values are functions; it stores none of them."""

    def __getitem__(self, dtype: DType) -> Callable[[ConstType], ConstType]: return functools.partial(round_to, dtype)
    def __iter__(self) -> Iterator[DType]: return iter(dtypes.all)
    def __len__(self) -> int: return len(dtypes.all)


#: truncate[dtype](x): `x` as a format stores it
truncate = _Truncate()
