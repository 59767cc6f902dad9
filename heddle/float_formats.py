"""Float formats bit by bit: fields, limits, and the encoding of those that `struct` does not know (bfloat16, fp8).

Inputs: float formats, Python numbers, bits. Outputs: bits, Python numbers, a `FloatInfo`. `heddle.dtype` gives all of it too.
Invariants: numbers are rounded to nearest, ties to even.
"""
from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heddle.dtype import DType

# exponent bits and mantissa bits of the formats that `struct` knows
_FIELDS = {"float16": (5, 10), "float32": (8, 23), "float64": (11, 52)}

# exponent bits, mantissa bits, whether there is an infinity, of the formats that `struct` does not know
_LAYOUT = {"bfloat16": (8, 7, True), "fp8e5m2": (5, 2, True), "fp8e4m3": (4, 3, False), "fp8e4m3fnuz": (4, 3, False),
           "fp8e5m2fnuz": (5, 2, False)}
#: the greatest number of formats without infinities
LARGEST = {"fp8e4m3": 448.0, "fp8e4m3fnuz": 240.0, "fp8e5m2fnuz": 57344.0}
_OCP, _FNUZ = ("fp8e4m3", "fp8e5m2"), ("fp8e4m3fnuz", "fp8e5m2fnuz")


class FloatInfo(tuple[int, int]):
    """(exponent bits, mantissa bits) of a float format.

    `max` and `min` are the greatest and least finite number, `tiny` the least normal one, `smallest_subnormal`, `eps` the distance
    from 1 to the next number, `bits`, as in NumPy and torch.
    """

    def __new__(cls, exponent: int, mantissa: int, greatest: float, bias: int) -> FloatInfo:
        """Of a format with these fields whose greatest finite number is `greatest`."""
        return super().__new__(cls, (exponent, mantissa))

    def __init__(self, exponent: int, mantissa: int, greatest: float, bias: int) -> None:
        self._bias = bias
        self.max, self.min, self.bits, self.eps = greatest, -greatest, 1 + exponent + mantissa, 2.0 ** -mantissa
        self.tiny = self.smallest_normal = math.ldexp(1.0, 1 - bias)
        self.smallest_subnormal = math.ldexp(1.0, 1 - bias - mantissa)

    def __getnewargs__(self) -> tuple[int, int, float, int]: return self[0], self[1], self.max, self._bias


@functools.cache
def float_info(dtype: DType) -> FloatInfo:
    """The fields and limits of a float format. DTypeError for others."""
    if not dtype.is_float():
        from heddle.errors import DTypeError
        raise DTypeError(f"{dtype.name} is no float", "Use dtypes.iinfo for integers.")
    exponent, mantissa = _FIELDS.get(dtype.name) or _LAYOUT[dtype.name][:2]
    greatest = LARGEST.get(dtype.name) or math.ldexp(2.0 - 2.0 ** -mantissa, (1 << (exponent - 1)) - 1)
    return FloatInfo(exponent, mantissa, greatest, _bias(dtype))


def _bias(dtype: DType) -> int:
    """What the exponent's bits are above the exponent."""
    exponent = (_FIELDS.get(dtype.name) or _LAYOUT[dtype.name])[0]
    return (1 << (exponent - 1)) - (dtype.name not in _FNUZ)


def encode_float(d: DType, value: float) -> int:
    """The bits of `value` in bfloat16 or an fp8 format, rounded to nearest, ties to even

    A finite number that is too large for an fp8 format becomes the largest one of its sign (the OCP formats' saturating
    conversion); infinity stays, or is NaN in fp8e4m3, which has none.
    """
    exp_bits, man_bits, has_inf = _LAYOUT[d.name]
    sign = (1 if math.copysign(1.0, value) < 0 else 0) << (exp_bits + man_bits)
    top = (1 << exp_bits) - 1
    nan = sign | top << man_bits | ((1 << man_bits) - 1)
    if d.name in _FNUZ: return _encode_fnuz(d, value, sign)
    if math.isnan(value): return nan if not has_inf else sign | top << man_bits | 1 << (man_bits - 1)
    over = sign | top << man_bits if has_inf else nan
    if math.isinf(value): return over
    if value == 0: return sign
    bits = _rounded_size(d, value)
    limit = top << man_bits if has_inf else nan & ~sign
    if bits < limit: return sign | bits
    return sign | limit - 1 if d.name in _OCP else over


def _rounded_size(d: DType, value: float) -> int:
    """The bits of |value|, finite and not 0, by themselves: what is too large comes out above the format's."""
    man_bits, bias = _LAYOUT[d.name][1], _bias(d)
    exponent = max(math.frexp(abs(value))[1] - 1, 1 - bias)
    units = round(math.ldexp(abs(value), man_bits - exponent))  # Python rounds ties to even
    return ((exponent + bias - 1) << man_bits) + units


def _encode_fnuz(d: DType, value: float, sign: int) -> int:
    """Infinities are NaN, whose bits are those of -0.0 elsewhere; what rounds to 0 has no sign."""
    if not math.isfinite(value): return 0x80
    size = min(_rounded_size(d, value), 0x7F) if value else 0
    return sign | size if size else 0


def decode_float(d: DType, bits: int) -> float:
    """The value of `bits` read as bfloat16 or an fp8 format."""
    exp_bits, man_bits, has_inf = _LAYOUT[d.name]
    sign = -1.0 if bits >> (exp_bits + man_bits) & 1 else 1.0
    exponent, mantissa = bits >> man_bits & ((1 << exp_bits) - 1), bits & ((1 << man_bits) - 1)
    top, bias = (1 << exp_bits) - 1, _bias(d)
    if d.name in _FNUZ:
        if bits == 0x80: return math.nan
    elif exponent == top and has_inf: return math.nan if mantissa else sign * math.inf
    elif exponent == top and mantissa == (1 << man_bits) - 1: return math.nan
    if exponent == 0: return sign * math.ldexp(mantissa, 1 - bias - man_bits)
    return sign * math.ldexp(mantissa + (1 << man_bits), exponent - bias - man_bits)
