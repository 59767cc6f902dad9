"""Exact remainder of float division, for any quotient: long division with many bits of the quotient at a time.

Inputs: dividend and divisor, tensors of one float dtype and shape. Outputs: the remainder, with the sign of the dividend (`remainder`)
or of the divisor (`modulus`); the quotient rounded down that goes with it (`floor_quotient`).
Invariants: |remainder| < |divisor|; NaN for a divisor of 0, an infinite dividend, or NaN. Every product and difference is exact, so it
does not matter which of them are fused, nor whether quotients are the nearest ones. In a wider format of the device a product of a
divisor and some bits of a quotient is exact by itself; where none is wider (float64, and float32 on devices without it), the divisor
is divided into two halves. Subnormal numbers are divided as all others, unless the device takes them for 0.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from heddle.dtype import DType, dtypes, unsigned_of
from heddle.tensor.autograd.composite_rules import as_whole
from heddle.tensor.ops.power import wider
from heddle.tensor.random.normal import unfused
from heddle.tensor.random.random import made

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

_WIDE_BITS = 53  # of float64


def remainder(a: Tensor, b: Tensor, least: float = 0.0) -> Tensor:
    """a - b * trunc(a / b), with the sign of a, that of a zero too. least: a bound of |b|, which makes the division shorter."""
    if a.dtype.itemsize == 1: return remainder(a.float(), b.float(), least).cast(a.dtype)
    return as_whole(_signed(_magnitude(a, b, least), a), (a, b), _gradients)


def modulus(a: Tensor, b: Tensor, least: float = 0.0) -> Tensor:
    """a - b * floor(a / b), with the sign of b, that of a zero too; NumPy's and Python's. least: as above."""
    if a.dtype.itemsize == 1: return modulus(a.float(), b.float(), least).cast(a.dtype)
    size = _magnitude(a, b, least)
    rest = _signed(size, a)
    result = (size == 0).where(_signed(size, b), ((a < 0) ^ (b < 0)).where(rest + b, rest))
    return as_whole(result, (a, b), _gradients_of_modulus)


def floor_quotient(a: Tensor, b: Tensor) -> Tensor:
    """The quotient rounded down, by NumPy's formula: that of a less the remainder, which is whole but for its rounding.

    Exact below 2**p for a significand of p bits, where the quotient itself may round up to a whole number (1.0 // 0.1 is 9); a / b
    for b = 0; NaN for an infinite a. Its gradient is 0.
    """
    kind = a.dtype
    if kind.itemsize == 1: return floor_quotient(a.float(), b.float()).cast(kind)
    x, y = (a.cast(dtypes.float32), b.cast(dtypes.float32)) if kind.itemsize < 4 else (a, b)
    # of a greater quotient a remainder changes nothing: it is less than half of the last digit of a
    rest = _signed(_magnitude(a, b, 0.0, dtypes.finfo(kind)[1] + 4), a).cast(x.dtype)
    quotient = (x - rest) / y
    quotient = ((rest != 0) & ((rest < 0) ^ (y < 0))).where(quotient - 1, quotient)
    down = quotient.floor()
    down = (quotient - down > 0.5).where(down + 1, down)
    down = (y == 0).where(x / y, down).cast(kind)
    down = (quotient == 0).where(_signed(_signed(a.zeros_like(), a), b), down)
    return as_whole(down, (a, b), lambda g, a, b: (lambda: g.zeros_like(), lambda: g.zeros_like()))


def _gradients(g: Tensor, a: Tensor, b: Tensor) -> tuple[Callable[[], Tensor], Callable[[], Tensor]]:
    return lambda: g, lambda: -g * floor_quotient(a.abs(), b.abs()) * (a.sign() * b.sign())


def _gradients_of_modulus(g: Tensor, a: Tensor, b: Tensor) -> tuple[Callable[[], Tensor], Callable[[], Tensor]]:
    return lambda: g, lambda: -g * floor_quotient(a, b)


def _signed(x: Tensor, by: Tensor) -> Tensor:
    """x, with the other sign where `by` has one, that of a zero included."""
    words = unsigned_of(x.dtype.itemsize)
    return (x.bitcast(words) ^ (by.bitcast(words) & 1 << x.dtype.bits - 1)).bitcast(x.dtype)


def _magnitude(a: Tensor, b: Tensor, least: float, quotient_bits: int | None = None) -> Tensor:
    """The remainder of |a| / |b|. quotient_bits: of a greater quotient than they hold the result is not the remainder, but small
    next to |a|.
    """
    a, b, kind = a.abs(), b.abs(), a.dtype
    info = dtypes.finfo(kind)
    digits, largest, smallest = info[1] + 1, math.frexp(info.max)[1], math.frexp(info.smallest_subnormal)[1] - 1
    span = largest - (math.floor(math.log2(least)) if least else smallest) if quotient_bits is None else quotient_bits
    if kind is not dtypes.float64 and wider(a.cast(dtypes.float32)) is dtypes.float64:
        rest = _in_float64(a.cast(dtypes.float64), b.cast(dtypes.float64), digits, span)
    else:
        wide = dtypes.float64 if kind is dtypes.float64 else dtypes.float32
        rest = _by_halves(a.cast(wide), b.cast(wide), wide, span)
    return (b.isinf() & a.isfinite()).where(a, rest.cast(kind))


def _in_float64(a: Tensor, b: Tensor, digits: int, span: int) -> Tensor:
    """As many digits of the quotient at a time as leave its product with b exact. A rounded quotient may be one too large or too
    small: then what is left is below 0, or b.
    """
    bits = _WIDE_BITS - digits
    inverse = b.reciprocal()
    for _ in range(max(math.ceil(span / (bits - 1)), 1)):
        quotient = ((a * inverse).trunc().bitcast(dtypes.int64) & -1 << digits).bitcast(dtypes.float64)
        a = a - quotient * b
    a = (a < 0).where(a + b, a)
    return (a >= b).where(a - b, a)


def _by_halves(a: Tensor, b: Tensor, kind: DType, span: int) -> Tensor:
    """Long division of significands, in [1, 2), as many binary digits at a time as a half of the divisor's leaves room for.

    What is left, r, stays a multiple of the last digit of a significand, and below the divisor m. The next quotient q of 2**k r and m
    is too large by less than 1 on purpose, by a factor of 1 + 2**-(k+1): so r stays below m whatever q's rounding; a negative r is as
    good. Then q (k bits) times each half of m is exact, and so are 2**k r - q * upper, which is below 4 and a multiple of the last
    digit of 2**k r, and the difference of it and q * lower, which is r again.
    """
    fraction = dtypes.finfo(kind)[1]
    k = (fraction + 1) // 2
    (m, scale, far), (r, _, exponent) = _normalised(b, kind), _normalised(a, kind)
    count = exponent - far  # of the binary digits of the quotient after the first
    cut = fraction + 1 - k
    upper = (m.bitcast(unsigned_of(kind.itemsize)) >> cut << cut).bitcast(kind)
    lower = m - upper
    inverse = m.reciprocal() * (1 + 2.0 ** -(k + 1))

    def step(r: Tensor, exact: Callable[[Tensor], Tensor]) -> Tensor:
        quotient = (r * inverse).trunc()
        part = r - quotient * upper
        # shaders are compiled with a - b - c = a - (b + c), unless an integer is between them
        return (part if kind is dtypes.float64 else exact(part)) - quotient * lower
    count = count.maximum(0)
    whole = count // k
    bias = (1 << dtypes.finfo(kind)[0] - 1) - 1
    first = r * ((count - whole * k + bias).cast(unsigned_of(kind.itemsize)) << fraction).bitcast(kind)
    r = step(first, lambda x: (x * 2.0 ** fraction).cast(dtypes.int32).cast(kind) * 2.0 ** -fraction)
    for i in range(math.ceil(span / k)): r = (whole > i).where(step(r * 2.0 ** k, lambda x: made(unfused(x.uop), None)), r)
    r = (r < 0).where(r + m, r) * scale
    r = (b < dtypes.finfo(kind).tiny).where(r * 2.0 ** -(fraction + 1), r)
    return ((b > 0) & (a < math.inf)).where((a < b).where(a, r), math.nan)


def _normalised(x: Tensor, kind: DType) -> tuple[Tensor, Tensor, Tensor]:
    """The significand of x > 0, in [1, 2), the power of two that its leading digit is worth, and the exponent of that, from some
    number on. What is subnormal is multiplied by a power of two before; then so is the power of two.
    """
    info, words = dtypes.finfo(kind), unsigned_of(kind.itemsize)
    fraction, small = info[1], x < info.tiny
    bits = small.where(x * 2.0 ** (fraction + 1), x).bitcast(words)
    field = bits >> fraction
    one = (1 << info[0] - 1) - 1 << fraction
    significand = (bits & (1 << fraction) - 1 | one).bitcast(kind)
    return significand, (field << fraction).bitcast(kind), field.cast(dtypes.int32) - small.cast(dtypes.int32) * (fraction + 1)


def least_of(divisor: object) -> float:
    """A bound of |divisor| where it is a Python number that every float format holds to a factor of 2; else 0."""
    return abs(divisor) / 2 if isinstance(divisor, (int, float)) and 1e-3 < abs(divisor) < 1e4 else 0.0
