"""Minimax polynomials and constants of the transcendental functions, in float32 and float64.

Inputs: a format.
Outputs: its constants and the coefficients of its polynomials.
Invariants: coefficients are minimax (Remez exchange, 200 bits), then rounded one after the other to the format from the lowest
power up, the higher ones fitted again by least squares after each rounding; the errors stated are those of the rounded polynomials,
evaluated exactly.
"""
from __future__ import annotations

import math

from heddle.dtype import DType, dtypes
from heddle.lazy_dataclass import dataclass
from heddle.uop import Ops, UOp

#: floor(2**128 * ln(2))
LN2 = 0xb17217f7d1cf79abc9e3b39803f2f6af
#: floor(2**128 * log10(2)), floor(2**128 * log10(e))
LOG10_2, LOG10_E = 0x4d104d427de7fbcc47c4acd605be48bc, 0x6f2dec549b9438ca9aadd557d699ee19


def parts(value: int, point: int, ends: tuple[int, ...]) -> tuple[float, ...]:
    """value / 2**point in pieces: the n-th has the binary digits down to 2**-ends[n] that the ones before left over."""
    parts: list[float] = []
    for end in ends:
        digits = value >> (point - end) << (point - end)
        parts.append(math.ldexp(value >> (point - end), -end))
        value -= digits
    return tuple(parts)


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
    exp: tuple[float, ...]  # e**f for |f| <= ln(2)/2
    exp_bounds: tuple[float, float]  # numbers whose exponentials are 0 and infinite
    ln2: tuple[float, ...]  # ln(2) in two pieces; whole numbers up to `greatest` times the first are exact
    log2: tuple[float, ...]
    log: tuple[float, ...]
    log10_2: tuple[float, ...]  # log10(2) in two pieces, as ln2
    log10_e: tuple[float, ...]  # log10(e) rounded, and the rest
    sine: tuple[float, ...]  # (sin r - r) / r**3 in powers of r**2, |r| <= pi/2

    @property
    def bits_of_sqrt_half(self) -> int:
        bias = self.greatest - 1
        return (bias - 1 << self.fraction) + math.isqrt(2 << 2 * self.fraction) - (1 << self.fraction)

    @property
    def magic(self) -> float:
        """x + magic rounds x to an integer, which then stands in the low bits of the sum (|x| < 2**(fraction - 2))."""
        return 1.5 * 2.0 ** self.fraction

    @property
    def scaling_magic(self) -> float:
        """`magic`, with twice the exponent's bias added to the integer."""
        return self.magic + 2 * (self.greatest - 1)


FLOAT32 = Format(
    dtypes.float32, dtypes.int32, dtypes.uint32, 23, -126, 128,
    # relative error 2**-27.4
    exp2=(1.0, 0.6931472420692444, 0.24022653698921204, 0.055502817034721375, 0.009617707692086697,
          0.0013413479318842292, 0.00015560156316496432),
    # relative error 2**-27.8
    exp=(1.0, 1.0, 0.5, 0.16666488349437714, 0.04166555404663086, 0.008372281678020954, 0.0014035138301551342),
    exp_bounds=(-104.0, 89.0), ln2=parts(LN2, 128, (15, 40)),
    # log2(1+r)/r - 1 on [sqrt(1/2) - 1, sqrt(2) - 1], relative error 2**-26.5 of log2(1+r)
    log2=(0.4426950514316559, -0.7213473320007324, 0.4808969795703888, -0.36069726943969727, 0.28861039876937866,
          -0.2396341860294342, 0.20403163135051727, -0.19046452641487122, 0.1887807846069336, -0.11400328576564789),
    # (ln(1+r) - r) / r**2 there, relative error 2**-27.3 of ln(1+r)
    log=(-0.5, 0.3333333134651184, -0.2500081956386566, 0.2000124156475067, -0.1662341058254242, 0.14201602339744568,
         -0.13159623742103577, 0.12761954963207245, -0.07635992765426636),
    log10_2=parts(LOG10_2, 128, (15, 40)), log10_e=parts(LOG10_E, 128, (23, 50)),
    # relative error 2**-27.3
    sine=(-0.16666659712791443, 0.008333069272339344, -0.00019809776858892292, 2.606095677937956e-06))

FLOAT64 = Format(
    dtypes.float64, dtypes.int64, dtypes.uint64, 52, -1022, 1024,
    # relative error 2**-55.2
    exp2=(1.0, 0.6931471805599457, 0.24022650695910133, 0.05550410866479769, 0.009618129107593396,
          0.0013333558150832071, 0.00015403530457956565, 1.5252730270454395e-05, 1.3215434889449836e-06,
          1.0179364607060919e-07, 7.073846690674953e-09, 4.2778075732413743e-10),
    # relative error 2**-57.9
    exp=(1.0, 1.0, 0.5000000000000011, 0.1666666666666644, 0.04166666666652698, 0.00833333333347639, 0.001388888894433145,
         0.0001984126954528039, 2.4801492469643494e-05, 2.7557552254793377e-06, 2.763044703053305e-07, 2.5010714142592004e-08),
    exp_bounds=(-746.0, 710.0), ln2=parts(LN2, 128, (41, 95)),
    # (ln((1+s)/(1-s)) - 2s) / s**3 in powers of s**2, |s| <= 3 - sqrt(8), relative error 2**-59.5 of the logarithm
    log2=(0.6666666666666734, 0.39999999999416636, 0.28571428742029426, 0.2222219860495001, 0.1818356285486975,
          0.15314084808606723, 0.14795633013353013),
    log=(), log10_2=parts(LOG10_2, 128, (41, 95)), log10_e=parts(LOG10_E, 128, (52, 106)),
    # relative error 2**-61.5
    sine=(-0.16666666666666666, 0.008333333333333207, -0.0001984126984121248, 2.755731921156948e-06,
          -2.505210690442193e-08, 1.6058941002234235e-10, -7.643019370541244e-13, 2.721419579364935e-15))

FORMATS = {dtypes.float32: FLOAT32, dtypes.float64: FLOAT64}

# ---- words the formulas are written in


def _node(x: UOp | float, like: UOp) -> UOp: return x if isinstance(x, UOp) else like.const_like(x)


def shl(x: UOp, count: int | UOp) -> UOp:
    """x * 2**count for integers."""
    return x.alu(Ops.SHL, _node(count, x))


def shr(x: UOp, count: int | UOp) -> UOp:
    """floor(x / 2**count) for integers."""
    return x.alu(Ops.SHR, _node(count, x))


def muladd(a: UOp, b: UOp | float, c: UOp) -> UOp:
    """a * b + c"""
    return a.alu(Ops.MULACC, _node(b, a), c)


def horner(x: UOp, coefficients: tuple[float, ...]) -> UOp:
    """c0 + x*(c1 + x*(c2 + …)): the fewest operations; other loop rounds fill the time each step waits for the last."""
    result = x.const_like(coefficients[-1])
    for c in reversed(coefficients[:-1]): result = result.alu(Ops.MULACC, x, x.const_like(c))
    return result
