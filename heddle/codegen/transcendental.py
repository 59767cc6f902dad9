"""EXP2, LOG2 and SIN for machines without them, made of arithmetic, comparisons, selects and integer operations.

In: a node with one of these ops, scalar or vector. Out: nodes with the same value, without branches or tables, so that
every lane of a vector does the same. float32 and float64 are computed in their own format, narrower floats in float32.
Always true: MULACC may round once or twice, every formula is right either way. Largest errors measured against mpmath
and 80-bit floats, two roundings, in units in the last place, float32 then float64: exp2 1.1 and 1.1, log2 1.4 and 1.2,
sin 1.8 and 1.9. NaN, infinities and subnormal arguments are right; subnormal results become 0.

The methods are the classical ones: W. Cody, W. Waite, "Software Manual for the Elementary Functions" (1980); M. Payne,
R. Hanek, "Radian reduction for trigonometric functions" (SIGNUM 1983); the logarithm's last step is that of FreeBSD's
e_log.c (described in its comment). Coefficients: minimax (Remez exchange, 200 bits), then rounded one after the other
to the format from the lowest power up, the higher ones fitted again by least squares after each rounding.
"""
from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

from heddle.dtype import DType, dtypes
from heddle.uop import Ops, UOp
from heddle.uop.interpret import lane_values


@dataclass(frozen=True)
class Format:
    """A float format as the formulas below need it. Coefficients are from the lowest power up."""

    float: DType
    signed: DType
    unsigned: DType
    fraction: int  # stored bits of the significand
    least: int  # exponent of the least normal number
    greatest: int  # 2**greatest is the least power of two that is too large
    exp2: tuple[float, ...]  # 2**f for |f| <= 1/2
    log2: tuple[float, ...]
    sine: tuple[float, ...]  # (sin r - r) / r**3 in powers of r**2, |r| <= pi/2

    @property
    def below_least(self) -> float:
        """The number just below `least`: `least <= x` is asked as `below_least < x`."""
        return self.least - 2.0 ** (math.frexp(self.least)[1] - 1 - self.fraction)

    @property
    def bits_of_sqrt_half(self) -> int:
        bias = self.greatest - 1
        return (bias - 1 << self.fraction) + math.isqrt(2 << 2 * self.fraction) - (1 << self.fraction)

    @property
    def magic(self) -> float:
        """x + magic rounds x to an integer, which then stands in the low bits of the sum (|x| < 2**(fraction - 2))."""
        return 1.5 * 2.0 ** self.fraction


FLOAT32 = Format(
    dtypes.float32, dtypes.int32, dtypes.uint32, 23, -126, 128,
    # relative error 2**-27.4
    exp2=(1.0, 0.6931472420692444, 0.24022653698921204, 0.055502817034721375, 0.009617707692086697,
          0.0013413479318842292, 0.00015560156316496432),
    # log2(1+r)/r - 1 on [sqrt(1/2) - 1, sqrt(2) - 1], relative error 2**-26.5 of log2(1+r)
    log2=(0.4426950514316559, -0.7213473320007324, 0.4808969795703888, -0.36069726943969727, 0.28861039876937866,
          -0.2396341860294342, 0.20403163135051727, -0.19046452641487122, 0.1887807846069336, -0.11400328576564789),
    # relative error 2**-27.3
    sine=(-0.16666659712791443, 0.008333069272339344, -0.00019809776858892292, 2.606095677937956e-06))

FLOAT64 = Format(
    dtypes.float64, dtypes.int64, dtypes.uint64, 52, -1022, 1024,
    # relative error 2**-55.2
    exp2=(1.0, 0.6931471805599457, 0.24022650695910133, 0.05550410866479769, 0.009618129107593396,
          0.0013333558150832071, 0.00015403530457956565, 1.5252730270454395e-05, 1.3215434889449836e-06,
          1.0179364607060919e-07, 7.073846690674953e-09, 4.2778075732413743e-10),
    # (ln((1+s)/(1-s)) - 2s) / s**3 in powers of s**2, |s| <= 3 - sqrt(8), relative error 2**-59.5 of the logarithm
    log2=(0.6666666666666734, 0.39999999999416636, 0.28571428742029426, 0.2222219860495001, 0.1818356285486975,
          0.15314084808606723, 0.14795633013353013),
    # relative error 2**-61.5
    sine=(-0.16666666666666666, 0.008333333333333207, -0.0001984126984121248, 2.755731921156948e-06,
          -2.505210690442193e-08, 1.6058941002234235e-10, -7.643019370541244e-13, 2.721419579364935e-15))

_FORMATS = {dtypes.float32: FLOAT32, dtypes.float64: FLOAT64}

# ---- small words


def _node(x: UOp | float, like: UOp) -> UOp: return x if isinstance(x, UOp) else like.const_like(x)
def _shl(x: UOp, count: int | UOp) -> UOp: return x.alu(Ops.SHL, _node(count, x))
def _shr(x: UOp, count: int | UOp) -> UOp: return x.alu(Ops.SHR, _node(count, x))


def _horner(x: UOp, coefficients: tuple[float, ...]) -> UOp:
    """c0 + x*(c1 + x*(c2 + …)): the fewest operations; other loop rounds fill the time each step waits for the last."""
    result = x.const_like(coefficients[-1])
    for c in reversed(coefficients[:-1]): result = result.alu(Ops.MULACC, x, x.const_like(c))
    return result


def _muladd(a: UOp, b: UOp | float, c: UOp) -> UOp: return a.alu(Ops.MULACC, _node(b, a), c)


# ---- powers and logarithms


def exp2(x: UOp) -> UOp:
    """2**x = 2**n * 2**f with n = x rounded to an integer, |f| <= 1/2

    2**f is a polynomial p in [0.7, 1.42); n is added to its exponent bits. For n = 128 that makes every finite result
    below overflow, and exactly infinity at x = 128, where x is cut. Below the normal numbers the result is 0.
    NaN fails `least <= x` and comes back through the other side, which is `x < 0 ? 0 : x`.
    """
    form = _FORMATS[x.dtype.scalar()]
    top = x.const_like(form.greatest)
    cut = (top < x).where(top, x)
    shifted = cut + form.magic
    f = cut - (shifted - form.magic)
    exponent = _shl(shifted.bitcast(form.unsigned), form.fraction)
    power = (_horner(f, form.exp2).bitcast(form.unsigned) + exponent).bitcast(form.float)
    return (x.const_like(form.below_least) < x).where(power, (x < 0.0).where(x.const_like(0.0), x))


def log2(x: UOp) -> UOp:
    """log2(x) = k + log2(1+r) with x = 2**k * (1+r), sqrt(1/2) <= 1+r < sqrt(2)

    Subtracting the bits of sqrt(1/2) makes the carry out of the fraction do the choice of k. Subnormal numbers are
    scaled up first. 0 gives -inf, less gives NaN, inf and NaN stay.
    """
    form = _FORMATS[x.dtype.scalar()]
    tiny = x < 2.0 ** form.least
    bits = tiny.where(x * 2.0 ** form.fraction, x).bitcast(form.signed)
    k = _shr(bits - form.bits_of_sqrt_half, form.fraction)
    r = (bits - _shl(k, form.fraction)).bitcast(form.float) - 1.0
    exponent = k.cast(form.float) - tiny.where(x.const_like(form.fraction), 0.0)
    result = exponent + (_log2_float32(r) if form is FLOAT32 else _log2_float64(r))
    not_positive = x.eq(0.0).where(x.const_like(-math.inf), math.nan)
    return (x.const_like(0.0) < x).where((x < math.inf).where(result, x), not_positive)


def _log2_float32(r: UOp) -> UOp:
    """log2(1+r) = r + r*P(r): r itself is exact, which keeps the rounding of the product small beside the sum."""
    return _muladd(r, _horner(r, FLOAT32.log2), r)


def _log2_float64(r: UOp) -> UOp:
    """log2(1+r) = r + (c-1)*r - c*(h - s*(h + R)), c = log2(e), h = r*r/2, s = r/(2+r), R = s*s*P(s*s)

    as ln(1+r) = r - (h - s*(h + R)): a series in s needs a third of the terms of one in r, at the price of a division.
    """
    log2e = 1.4426950408889634
    h = r * r * 0.5
    s = r.alu(Ops.FDIV, r + 2.0)
    z = s * s
    correction = h - s * _muladd(z, _horner(z, FLOAT64.log2), h)
    return r + (r * (log2e - 1.0) - correction * log2e)


# ---- sine

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


def _parts(value: int, point: int, ends: tuple[int, ...]) -> tuple[float, ...]:
    """value / 2**point in pieces: the n-th has the binary digits down to 2**-ends[n] that the ones before left over."""
    parts: list[float] = []
    for end in ends:
        digits = value >> (point - end) << (point - end)
        parts.append(math.ldexp(value >> (point - end), -end))
        value -= digits
    return tuple(parts)


def _sine_polynomial(r: UOp, form: Format) -> UOp:
    """sin r = r + r*z*P(z), z = r*r, for |r| <= pi/2; r itself where z is 0, so that -0.0 stays."""
    z = r * r
    return (z.const_like(0.0) < z).where(_muladd(r * z, _horner(z, form.sine), r), r)


def _flip_sign(x: UOp, parity: UOp, form: Format) -> UOp:
    """x, or -x where the lowest bit of `parity` is set."""
    return (x.bitcast(form.unsigned) ^ _shl(parity, form.float.bits - 1)).bitcast(form.float)


def _absolute(x: UOp, form: Format) -> UOp:
    return (x.bitcast(form.unsigned) & (1 << form.float.bits - 1) - 1).bitcast(form.float)


# Each of the three reductions below takes x = k*pi + r, |r| <= pi/2, to (-1)**k * r, whose sine is that of x.

#: |x| up to which `_reduce_small` serves, and pi in pieces that k times is exact but for the last: in float32 k has
#: 4 bits and the pieces 20, 20 and 24; in float64 15, and 38, 38 and 53. Larger limits would need more pieces, as
#: some x come as near as 2**-24 (2**-60) to a multiple of pi
_SMALL = {dtypes.float32: 2.0 ** 5, dtypes.float64: 2.0 ** 16}
_PI_PIECES = {dtypes.float32: _parts(PI, PI_BITS, (18, 38, 62)), dtypes.float64: _parts(PI, PI_BITS, (36, 74, 127))}


def _reduce_small(x: UOp, form: Format) -> UOp:
    """r = x - k*pi, with k*pi taken off in pieces (Cody and Waite)."""
    shifted = _muladd(x, 1.0 / math.pi, x.const_like(form.magic))
    k = shifted - form.magic
    for piece in _PI_PIECES[form.float]: x = _muladd(k, -piece, x)
    return _flip_sign(x, shifted.bitcast(form.unsigned), form)


_BAND_STARTS = (50, 76, 102)


def _band_pieces(lowest: int) -> list[float]:
    """1/pi in pieces for 2**(lowest + 24) <= |x| < 2**(lowest + 50), or from 0 on if lowest is 0.

    Such a float32 is a multiple of 2**lowest, so the digits of 1/pi that stand for multiples of 2 in x/pi are left
    out. The pieces but the last have 29 digits: their products with the 24 bits of x are exact in float64.
    """
    value = (INVERSE_PI << lowest) % (2 << INVERSE_PI_BITS)
    return [math.ldexp(p, -lowest) for p in _parts(value, INVERSE_PI_BITS, (28, 57, 110))]


def _round_off(x: UOp) -> tuple[UOp, UOp]:
    """(x less the nearest integer, a number with that integer's lowest bit)."""
    shifted = x + FLOAT64.magic
    return x - (shifted - FLOAT64.magic), shifted.bitcast(dtypes.uint64)


def _reduce_float32(x: UOp) -> UOp:
    """r = pi * (x/pi - k), worked out in float64 from the digits of 1/pi that matter at the size of x

    Right for every float32: x/pi - k is known to 2**-59, and no float32 comes nearer than 2**-30 to a multiple of pi.
    """
    x = x.cast(dtypes.float64)
    pieces = [x.const_like(p) for p in _band_pieces(0)]
    for start in _BAND_STARTS:
        below = _absolute(x, FLOAT64) < 2.0 ** start
        pieces = [below.where(p, q) for p, q in zip(pieces, _band_pieces(start - 24), strict=True)]
    first, parity_1 = _round_off(x * pieces[0])
    second, parity_2 = _round_off(x * pieces[1])
    rest, parity_3 = _round_off(_muladd(x, pieces[2], first + second))
    return _flip_sign(rest * math.pi, parity_1 ^ parity_2 ^ parity_3, FLOAT64).cast(dtypes.float32)


def _pick(words: list[UOp], index: UOp, count: int) -> list[UOp]:
    """words[index : index + count] by halving: selects of 16 places, then 8, … (index < 32)."""
    for bit in (16, 8, 4, 2, 1):
        is_set = (index & bit).ne(0)
        needed = min(len(words), bit - 1 + count)
        words = [is_set.where(words[i + bit], words[i]) if i + bit < len(words) else words[i] for i in range(needed)]
    return words


def _high_half(a: UOp, b: UOp) -> UOp:
    """The upper 64 of the 128 bits of a*b (uint64), from products of halves."""
    low = (1 << 32) - 1
    middle = _shr(a, 32) * (b & low) + _shr((a & low) * (b & low), 32)
    other = (a & low) * _shr(b, 32) + (middle & low)
    return _shr(a, 32) * _shr(b, 32) + _shr(middle, 32) + _shr(other, 32)


_INVERSE_PI_WORDS = [0] + [INVERSE_PI >> at & (1 << 64) - 1 for at in range(INVERSE_PI_BITS - 64, -1, -64)]


def _over_pi(x: UOp) -> tuple[UOp, UOp]:
    """|x|/pi modulo 2 in 128 bits (high, low), the topmost worth 1 (Payne and Hanek); |x| >= 1, float64

    |x| = m * 2**e with an integer m < 2**53. Of the digits of 1/pi, those before 2**-e only give multiples of 2; the
    192 after that, times m, are more than enough. The words have 64 zeros in front, so that e may be below 0.
    """
    bits = x.bitcast(dtypes.uint64)
    start = (_shr(bits, 52) & 2047) - 1012  # where the digits begin among those of the words: e + 63
    words = _pick([start.const_like(w) for w in _INVERSE_PI_WORDS], _shr(start, 6), 4)
    shift = start & 63
    a, b, c = (_shl(p, shift) | _shr(_shr(q, 1), 63 - shift) for p, q in itertools.pairwise(words))
    m = (bits & (1 << 52) - 1) | 1 << 52
    low = m * b
    sum_low = low + _high_half(m, c)
    return m * a + _high_half(m, b) + (sum_low < low).cast(dtypes.uint64), sum_low


def _reduce_float64(x: UOp) -> UOp:
    """r = pi * (x/pi - k) from a product of integers: right for every float64, and a hundred operations long."""
    high, low = _over_pi(x)
    parity = _shr(high, 63) ^ _shr(high, 62) ^ _shr(x.bitcast(dtypes.uint64), 63)
    high, low = _shl(high, 1) | _shr(low, 63), _shl(low, 1)  # x/pi - k, read as a signed number
    # three pieces that float64 holds exactly: the upper 54 bits less sign, the next 53, the last 21
    top = (high & -1024).bitcast(dtypes.int64).cast(dtypes.float64) * 2.0 ** -64
    middle = (_shl(high & 1023, 43) | _shr(low, 21)).cast(dtypes.float64) * 2.0 ** -107
    last = (low & (1 << 21) - 1).cast(dtypes.float64) * 2.0 ** -128
    # an infinite or NaN x has a finite remainder so far; x - x is NaN for these and 0 otherwise
    rest = top + middle + last + (x - x)
    return _flip_sign(rest * math.pi, parity, FLOAT64)


def largest_magnitude(x: UOp, depth: int = 6) -> float:
    """A bound of |x| over what the node can be; infinity where nothing is known, or deeper than `depth` sources."""
    if x.op is Ops.CONST: return max(abs(v) for v in lane_values(x))
    if depth == 0: return math.inf
    if x.op is Ops.CAST and not x.src[0].dtype.is_float(): return float(max(abs(b) for b in x.src[0].bounds))
    sources = [largest_magnitude(s, depth - 1) for s in x.src] if x.dtype.is_float() else []
    match x.op:
        case Ops.SIN: return 1.0
        case Ops.NEG | Ops.TRUNC | Ops.CAST | Ops.MAX | Ops.VECTORIZE | Ops.GEP: return max(sources)
        case Ops.WHERE: return max(sources[1:])
        case Ops.ADD | Ops.SUB: return sum(sources)
        case Ops.MUL if math.inf not in sources: return math.prod(sources)
        case Ops.MULACC if math.inf not in sources: return sources[0] * sources[1] + sources[2]
        case _: return math.inf


def sin(x: UOp) -> UOp:
    """sin x = sin((-1)**k * r) with x = k*pi + r; both ways to r are computed only where |x| may be large."""
    form = _FORMATS[x.dtype.scalar()]
    limit = _SMALL[form.float]
    if largest_magnitude(x) <= limit: return _sine_polynomial(_reduce_small(x, form), form)
    if form is FLOAT32: return _sine_polynomial(_reduce_float32(x), form)
    r = (_absolute(x, form) < limit).where(_reduce_small(x, form), _reduce_float64(x))
    return _sine_polynomial(r, form)


_EXPANSIONS: dict[Ops, Callable[[UOp], UOp]] = {Ops.EXP2: exp2, Ops.LOG2: log2, Ops.SIN: sin}


def expand_transcendental(node: UOp) -> UOp | None:
    """EXP2(x), LOG2(x) or SIN(x) = the formula above; None for any other op."""
    if (expansion := _EXPANSIONS.get(node.op)) is None: return None
    x = node.src[0]
    if x.dtype.scalar() in _FORMATS: return expansion(x)
    return expansion(x.cast(dtypes.float32)).cast(node.dtype)
