"""SIN and COS without branches or tables: reduction of the argument to |r| <= pi/2, then a polynomial.

Inputs: a float32 or float64 node.
Outputs: nodes with its sine or cosine, which is the sine of x + pi/2. Invariant: right for every argument up to the largest, within
0.6 ULP in float32 (2.1 where the argument is known to be small) and 1.9 in float64 (measured against mpmath, products and sums
rounded one by one).

The reductions are those of W. Cody, W. Waite, "Software Manual for the Elementary Functions" (1980), and of M. Payne,
R. Hanek, "Radian reduction for trigonometric functions" (SIGNUM 1983).
"""
from __future__ import annotations

import itertools
import math

from heddle.codegen.legalize.minimax_constants import (
    FLOAT32,
    FLOAT64,
    FORMATS,
    Format,
    horner,
    muladd,
    parts,
    shl,
    shr,
)
from heddle.dtype import dtypes
from heddle.uop import Ops, UOp
from heddle.uop.interpreter.ops import lane_values

#: floor(2**1280 / pi): as many digits as the largest float64 (2**1024), its 53 bits, and the closeness of a float64
#: to a multiple of pi (2**-62) call for
INVERSE_PI = int("517cc1b727220a94fe13abe8fa9a6ee06db14acc9e21c820ff28b1d5ef5de2b0"
                 "db92371d2126e9700324977504e8c90e7f0ef58e5894d39f74411afa975da242"
                 "74ce38135a2fbf209cc8eb1cc1a99cfa4e422fc5defc941d8ffc4bffef02cc07"
                 "f79788c5ad05368fb69b3f6793e584dba7a31fb34f2ff516ba93dd63f5f2f8bd"
                 "9e839cfbc529497535fdafd88fc6ae842b0198237e3db5d5f867de104d7a1b0e", 16)
INVERSE_PI_BITS = 1280
#: floor(2**200 * pi)
PI = 0x3243f6a8885a308d313198a2e03707344a4093822299f31d008
PI_BITS = 200


def _sine_polynomial(r: UOp, form: Format) -> UOp:
    """sin r = r + r*z*P(z), z = r*r, for |r| <= pi/2; r itself where z is 0, so that -0.0 stays."""
    z = r * r
    return (z.const_like(0.0) < z).where(muladd(r * z, horner(z, form.sine), r), r)


def _flip_sign(x: UOp, parity: UOp, form: Format) -> UOp:
    """x, or -x where the lowest bit of `parity` is set."""
    return (x.bitcast(form.unsigned) ^ shl(parity, form.float.bits - 1)).bitcast(form.float)


def _absolute(x: UOp, form: Format) -> UOp:
    return (x.bitcast(form.unsigned) & (1 << form.float.bits - 1) - 1).bitcast(form.float)


# Each of the three reductions below takes x + quarters*pi/2 = k*pi + r, |r| <= pi/2, to (-1)**k * r, whose sine is that of
# x + quarters*pi/2. `quarters` is 0 or 1.

#: |x| up to which `_reduce_small` serves, and pi in pieces that k times is exact but for the last: in float32 k has
#: 4 bits and the pieces 20, 20 and 24; in float64 15, and 38, 38 and 53. Larger limits would need more pieces, as
#: some x come as near as 2**-24 (2**-60) to a multiple of pi
_SMALL = {dtypes.float32: 2.0 ** 5, dtypes.float64: 2.0 ** 16}
_PI_PIECES = {dtypes.float32: parts(PI, PI_BITS, (18, 38, 62)), dtypes.float64: parts(PI, PI_BITS, (36, 74, 127))}


def _reduce_small(x: UOp, form: Format, quarters: int) -> UOp:
    """r = x - (k - quarters/2)*pi, with the multiple of pi subtracted in pieces (Cody and Waite)

    Half an integer has one bit more, so that |x| is at most half the limit for a cosine.
    """
    if quarters: shifted = muladd(x, 1.0 / math.pi, x.const_like(0.5)) + form.magic
    else: shifted = muladd(x, 1.0 / math.pi, x.const_like(form.magic))
    k = shifted - form.magic
    if quarters: k = k - 0.5
    for piece in _PI_PIECES[form.float]: x = muladd(k, -piece, x)
    return _flip_sign(x, shifted.bitcast(form.unsigned), form)


_BAND_STARTS = (50, 76, 102)


def _band_pieces(lowest: int) -> list[float]:
    """1/pi in pieces for 2**(lowest + 24) <= |x| < 2**(lowest + 50), or from 0 on if lowest is 0.

    Such a float32 is a multiple of 2**lowest, so the digits of 1/pi that stand for multiples of 2 in x/pi are left
    out. The pieces but the last have 29 digits: their products with the 24 bits of x are exact in float64.
    """
    value = (INVERSE_PI << lowest) % (2 << INVERSE_PI_BITS)
    return [math.ldexp(p, -lowest) for p in parts(value, INVERSE_PI_BITS, (28, 57, 110))]


def _round_off(x: UOp) -> tuple[UOp, UOp]:
    """(x less the nearest integer, a number with that integer's lowest bit)."""
    shifted = x + FLOAT64.magic
    return x - (shifted - FLOAT64.magic), shifted.bitcast(dtypes.uint64)


def _reduce_float32(x: UOp, quarters: int) -> UOp:
    """r = pi * (x/pi + quarters/2 - k) in float64, from the digits of 1/pi that matter at the size of x

    Right for every float32: x/pi - k is known to 2**-59, and no float32 comes nearer than 2**-30 to a multiple of pi.
    """
    x = x.cast(dtypes.float64)
    pieces = [x.const_like(p) for p in _band_pieces(0)]
    for start in _BAND_STARTS:
        below = _absolute(x, FLOAT64) < 2.0 ** start
        pieces = [below.where(p, q) for p, q in zip(pieces, _band_pieces(start - 24), strict=True)]
    first, parity_1 = _round_off(x * pieces[0])
    if quarters:
        first, parity = _round_off(first + 0.5)
        parity_1 = parity_1 ^ parity
    second, parity_2 = _round_off(x * pieces[1])
    rest, parity_3 = _round_off(muladd(x, pieces[2], first + second))
    return _flip_sign(rest * math.pi, parity_1 ^ parity_2 ^ parity_3, FLOAT64)


def _pick(words: list[UOp], index: UOp, count: int) -> list[UOp]:
    """words[index : index + count] by halving: selects of 16 words, then 8, … (index < 32)."""
    for bit in (16, 8, 4, 2, 1):
        is_set = (index & bit).ne(0)
        needed = min(len(words), bit - 1 + count)
        words = [is_set.where(words[i + bit], words[i]) if i + bit < len(words) else words[i] for i in range(needed)]
    return words


def _high_half(a: UOp, b: UOp) -> UOp:
    """The upper 64 of the 128 bits of a*b (uint64), from products of halves."""
    low = (1 << 32) - 1
    middle = shr(a, 32) * (b & low) + shr((a & low) * (b & low), 32)
    other = (a & low) * shr(b, 32) + (middle & low)
    return shr(a, 32) * shr(b, 32) + shr(middle, 32) + shr(other, 32)


_INVERSE_PI_WORDS = [0] + [INVERSE_PI >> at & (1 << 64) - 1 for at in range(INVERSE_PI_BITS - 64, -1, -64)]


def _over_pi(x: UOp) -> tuple[UOp, UOp]:
    """|x|/pi modulo 2 in 128 bits (high, low), the topmost worth 1 (Payne and Hanek); |x| >= 1, float64

    |x| = m * 2**e with an integer m < 2**53. Of the digits of 1/pi, those before 2**-e only give multiples of 2; the
    192 after that, times m, are more than enough. The words have 64 zeros in front, so that e may be below 0.
    """
    bits = x.bitcast(dtypes.uint64)
    start = (shr(bits, 52) & 2047) - 1012  # where the digits begin among those of the words: e + 63
    words = _pick([start.const_like(w) for w in _INVERSE_PI_WORDS], shr(start, 6), 4)
    shift = start & 63
    a, b, c = (shl(p, shift) | shr(shr(q, 1), 63 - shift) for p, q in itertools.pairwise(words))
    m = (bits & (1 << 52) - 1) | 1 << 52
    low = m * b
    sum_low = low + _high_half(m, c)
    return m * a + _high_half(m, b) + (sum_low < low).cast(dtypes.uint64), sum_low


def _reduce_float64(x: UOp, quarters: int) -> UOp:
    """r = pi * (x/pi + quarters/2 - k) from a product of integers: right for every float64, and a hundred operations long

    The sine has the sign of x, the cosine is that of |x|.
    """
    high, low = _over_pi(x)
    if quarters: high = high + (1 << 62)
    parity = shr(high, 63) ^ shr(high, 62)
    if not quarters: parity = parity ^ shr(x.bitcast(dtypes.uint64), 63)
    high, low = shl(high, 1) | shr(low, 63), shl(low, 1)  # x/pi - k, read as a signed number
    # three pieces that float64 holds exactly: the upper 54 bits less sign, the next 53, the last 21
    top = (high & -1024).bitcast(dtypes.int64).cast(dtypes.float64) * 2.0 ** -64
    middle = (shl(high & 1023, 43) | shr(low, 21)).cast(dtypes.float64) * 2.0 ** -107
    last = (low & (1 << 21) - 1).cast(dtypes.float64) * 2.0 ** -128
    # an infinite or NaN x has a finite remainder so far; x - x is NaN for these and 0 otherwise
    rest = top + middle + last + (x - x)
    return _flip_sign(rest * math.pi, parity, FLOAT64)


def _window_of_inverse_pi(exponent: UOp) -> tuple[UOp, UOp]:
    """128 bits of 1/pi as two uint64, from the bit on that 2**exponent times makes worth 1 (`exponent` is a uint64)."""
    start = exponent + 63
    words = _pick([start.const_like(w) for w in _INVERSE_PI_WORDS[:5]], shr(start, 6), 3)
    shift = start & 63
    first, second = (shl(p, shift) | shr(shr(q, 1), 63 - shift) for p, q in itertools.pairwise(words))
    return first, second


def _reduce_float32_by_integers(x: UOp, quarters: int) -> UOp:
    """r = pi * (x/pi + quarters/2 - k) for |x| >= 2, without float64: a product of integers as in `_over_pi`

    |x| = m * 2**e with an integer m < 2**24. x/pi modulo 2 is known to 2**-63, and no float32 comes nearer than 2**-30 to a multiple
    of pi. The sine has the sign of x, the cosine is that of |x|.
    """
    bits = x.bitcast(dtypes.uint32).cast(dtypes.uint64)
    m = (bits & (1 << 23) - 1) | 1 << 23
    first, second = _window_of_inverse_pi((shr(bits, 23) & 255) - 150)
    over_pi = m * first + shr(m * shr(second, 32) + shr(m * (second & (1 << 32) - 1), 32), 32)
    if quarters: over_pi = over_pi + (1 << 62)
    parity = shr(over_pi, 63) ^ shr(over_pi, 62)
    if not quarters: parity = parity ^ (shr(bits, 31) & 1)
    fraction = shl(over_pi, 1).bitcast(dtypes.int64)  # x/pi - k in units of 2**-64
    # an infinite or NaN x has a finite remainder so far; x - x is NaN for these and 0 otherwise
    rest = fraction.cast(dtypes.float32) * (math.pi * 2.0 ** -64) + (x - x)
    return _flip_sign(rest, parity.cast(dtypes.uint32), FLOAT32)


def largest_magnitude(x: UOp, depth: int = 6) -> float:
    """A bound of |x| over what the node can be; infinity where nothing is known, or deeper than `depth` sources."""
    if x.op is Ops.CONST: return max(abs(v) for v in lane_values(x))
    if depth == 0: return math.inf
    if x.op is Ops.CAST and not x.src[0].dtype.is_float(): return float(max(abs(b) for b in x.src[0].bounds))
    sources = [largest_magnitude(s, depth - 1) for s in x.src] if x.dtype.is_float() else []
    match x.op:
        case Ops.SIN | Ops.COS: return 1.0
        case Ops.NEG | Ops.TRUNC | Ops.CAST | Ops.MAX | Ops.VECTORIZE | Ops.GEP: return max(sources)
        case Ops.WHERE: return max(sources[1:])
        case Ops.ADD | Ops.SUB: return sum(sources)
        case Ops.MUL if math.inf not in sources: return math.prod(sources)
        case Ops.MULACC if math.inf not in sources: return sources[0] * sources[1] + sources[2]
        case _: return math.inf


def _sine_float32(x: UOp, quarters: int) -> UOp:
    """The polynomial too is evaluated in float64, so that only the last rounding counts; x itself where x*x is 0 in float32."""
    r = _reduce_float32(x, quarters)
    z = r * r
    sine = muladd(r * z, horner(z, FLOAT32.sine), r).cast(dtypes.float32)
    return sine if quarters else (x.const_like(0.0) < x * x).where(sine, x)


def _shifted_sine(x: UOp, quarters: int) -> UOp:
    """sin(x + quarters*pi/2); both ways to r are computed only where |x| may be large."""
    form = FORMATS[x.dtype.scalar()]
    limit = _SMALL[form.float] / (1 + quarters)
    if largest_magnitude(x) <= limit: return _sine_polynomial(_reduce_small(x, form, quarters), form)
    if form is FLOAT32: return _sine_float32(x, quarters)
    r = (_absolute(x, form) < limit).where(_reduce_small(x, form, quarters), _reduce_float64(x, quarters))
    return _sine_polynomial(r, form)


def sine_without_float64(x: UOp, quarters: int) -> UOp:
    """sin(x + quarters*pi/2) of a float32, for devices that compute no float64: within 2.5 ULP, as that of a small argument is."""
    limit = _SMALL[dtypes.float32] / (1 + quarters)
    small = _reduce_small(x, FLOAT32, quarters)
    if largest_magnitude(x) <= limit: return _sine_polynomial(small, FLOAT32)
    large = _reduce_float32_by_integers(x, quarters)
    return _sine_polynomial((_absolute(x, FLOAT32) < limit).where(small, large), FLOAT32)


def sin(x: UOp) -> UOp:
    """sin x"""
    return _shifted_sine(x, 0)


def cos(x: UOp) -> UOp:
    """cos x = sin(x + pi/2)"""
    return _shifted_sine(x, 1)
