"""Half-open ranges of random numbers: from which numbers of a dtype rounding has to be kept away.

Inputs: the bounds of a range, the dtype in which numbers are drawn, and that of the result; Python numbers alone. Outputs: limits for
a clamp, or none where no number of the range rounds to a bound.
Invariants: `last` repeats the arithmetic of `Stream.between` for the greatest draw, rounding by rounding. It is monotonic in the draw.
"""
from __future__ import annotations

import math
import numbers
import struct

from heddle.dtype import DType, dtypes, round_to

#: the bits of draws below 1, by the dtype in which they are drawn
_DRAWN_BITS = {dtypes.float32: 24, dtypes.float64: 53}


def limit(low: float, high: float, wide: DType, kind: DType) -> float | None:
    """What numbers drawn in `wide` must not pass on their way from low to high, which is excluded, so that they stay below `high` as
    numbers of `kind` (above it where high < low); None where they do without. For integers, a limit of their whole parts.
    """
    if not are_numbers(low, high) or low == high: return None
    if low > high: return None if (found := limit(-low, -high, wide, kind)) is None else -found
    start, end = _float(wide, low), _float(wide, high)
    if not math.isfinite(start) or not math.isfinite(end): return None
    greatest = last(low, high, wide)
    if kind.is_float():
        exclusive = high if start == end else end
        return None if _float(kind, greatest) < exclusive else below(kind, exclusive)
    whole = math.ceil(high) - 1 if high > 0 else math.trunc(high)
    return None if int(greatest) <= whole or whole > kind.max else whole


def are_numbers(*bounds: object) -> bool:
    """Whether these are Python's or NumPy's numbers, and not tensors, whose values are not known yet."""
    return all(isinstance(b, numbers.Real) for b in bounds)


def last(low: float, high: float, wide: DType) -> float:
    """The number that the greatest draw becomes."""
    draw = 1 - 2.0 ** -_DRAWN_BITS[wide]
    if low == -high: return _float(wide, (draw * 2 - 1) * _float(wide, high))
    half = not is_span_finite(low, high, wide)
    if half: low, high = low / 2, high / 2
    product = _float(wide, draw * _float(wide, high - low))
    total = product if low == 0 else _float(wide, _even(wide, product) + _float(wide, low))
    return total * 2 if half else total


def is_span_finite(low: float, high: float, wide: DType) -> bool:
    """Whether `wide` holds high - low."""
    return math.isfinite(_float(wide, high - low))


def below(kind: DType, value: float) -> float:
    """The greatest finite number of a float dtype that is less than `value`."""
    rounded, info = _float(kind, value), dtypes.finfo(kind)
    rounded = min(rounded, info.max)
    if rounded < value: return rounded
    if kind is dtypes.float64: return math.nextafter(rounded, -math.inf)
    unit = max(math.ldexp(info.eps, math.frexp(rounded)[1] - 1) if rounded else 0.0, info.smallest_subnormal)
    # 0.6 units away: nearer to the next number than to this one, below a power of two as well, where numbers are half as far apart
    return _float(kind, rounded - 0.6 * unit)


def _float(kind: DType, value: float) -> float: return float(round_to(kind, value))


def _even(wide: DType, value: float) -> float:
    """`value` without its last bit, as `unfused` makes it."""
    number, word = ("<f", "<I") if wide is dtypes.float32 else ("<d", "<Q")
    bits, = struct.unpack(word, struct.pack(number, value))
    result, = struct.unpack(number, struct.pack(word, bits & ~1))
    return result
