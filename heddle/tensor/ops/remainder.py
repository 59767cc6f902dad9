"""Exact remainder of float division, for any quotient: long division with many bits of the quotient at a time.

Inputs: dividend and divisor, tensors of one float dtype and shape. Outputs: the remainder, with the sign of the dividend (`remainder`)
or of the divisor (`modulus`).
Invariants: |remainder| < |divisor|; NaN for a divisor of 0, an infinite dividend, or NaN. Every product and difference is exact, so it
does not matter which of them are fused. Where no format of the device is wider (float64, and float32 on devices without it), the
quotient is one rounded number: that is exact for quotients below 2**24, or 2**53.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from heddle.dtype import dtypes, unsigned_of
from heddle.tensor.autograd.composite_rules import as_whole
from heddle.tensor.ops.power import wider

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: of a format: the bits of its significand, and the binary logarithms of a bound of its numbers and of the least of them
_FORMATS = {dtypes.float16: (11, 16, -24), dtypes.bfloat16: (8, 128, -133), dtypes.float32: (24, 128, -149)}
_WIDE_BITS = 53  # of float64


def remainder(a: Tensor, b: Tensor, least: float = 0.0) -> Tensor:
    """a - b * trunc(a / b), with the sign of a, that of a zero too. least: a bound of |b|, which makes the division shorter."""
    return as_whole(_signed(_magnitude(a, b, least), a), (a, b), _gradients)


def modulus(a: Tensor, b: Tensor, least: float = 0.0) -> Tensor:
    """a - b * floor(a / b), with the sign of b, that of a zero too; NumPy's and Python's. least: as above."""
    size = _magnitude(a, b, least)
    rest = _signed(size, a)
    result = (size == 0).where(_signed(size, b), ((a < 0) ^ (b < 0)).where(rest + b, rest))
    return as_whole(result, (a, b), _gradients_of_modulus)


def _gradients(g: Tensor, a: Tensor, b: Tensor) -> tuple[Callable[[], Tensor], Callable[[], Tensor]]:
    return lambda: g, lambda: -g * (a / b).trunc()


def _gradients_of_modulus(g: Tensor, a: Tensor, b: Tensor) -> tuple[Callable[[], Tensor], Callable[[], Tensor]]:
    return lambda: g, lambda: -g * (a / b).floor()


def _signed(size: Tensor, by: Tensor) -> Tensor:
    """size >= 0 with the sign of `by`."""
    words = unsigned_of(size.dtype.itemsize)
    return (size.bitcast(words) | (by.bitcast(words) & 1 << size.dtype.bits - 1)).bitcast(size.dtype)


def _magnitude(a: Tensor, b: Tensor, least: float) -> Tensor:
    """The remainder of |a| / |b|."""
    a, b = a.abs(), b.abs()
    is_wide = a.dtype in _FORMATS and wider(a.cast(dtypes.float32)) is dtypes.float64
    rest = _in_float64(a, b, least).cast(a.dtype) if is_wide else _by_quotient(a, b)
    return (b.isinf() & a.isfinite()).where(a, rest)


def _by_quotient(a: Tensor, b: Tensor) -> Tensor:
    rest = a - (a / b).trunc() * b
    return (rest < 0).where(rest + b, rest)


def _in_float64(a: Tensor, b: Tensor, least: float) -> Tensor:
    """As many digits of the quotient at a time as leave its product with b exact. A rounded quotient may be one too large or too
    small: then what is left is below 0, or b.
    """
    digits, largest, smallest = _FORMATS[a.dtype]
    bits = _WIDE_BITS - digits
    span = largest - (math.floor(math.log2(least)) if least else smallest)
    a, b = a.cast(dtypes.float64), b.cast(dtypes.float64)
    inverse = b.reciprocal()
    for _ in range(max(math.ceil(span / (bits - 1)), 1)):
        quotient = ((a * inverse).trunc().bitcast(dtypes.int64) & -1 << digits).bitcast(dtypes.float64)
        a = a - quotient * b
    a = (a < 0).where(a + b, a)
    return (a >= b).where(a - b, a)


def least_of(divisor: object) -> float:
    """A bound of |divisor| where it is a Python number that every float format holds to a factor of 2; else 0."""
    return abs(divisor) / 2 if isinstance(divisor, (int, float)) and 1e-3 < abs(divisor) < 1e4 else 0.0
