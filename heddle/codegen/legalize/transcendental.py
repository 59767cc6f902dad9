"""EXP2, LOG2, SIN and COS from arithmetic, comparisons, selects and integer operations.

Inputs: a node with one of these ops, scalar or vector.
Outputs: nodes with the same value, without branches or tables, so that every lane of a vector does the same. float32 and float64
are computed in their own format, narrower floats in float32.
Invariants: MULACC may round once or twice, every formula is right either way. Largest errors measured against mpmath and 80-bit
floats, two roundings, in units in the last place, float32 then float64: exp2 1.2 and 1.1, exp 1.1 and 1.1, log2 1.4 and 1.2, sin
and cos 0.6 and 2.3. NaN, infinities and subnormal numbers are right.

The methods are the classical ones: W. Cody, W. Waite, "Software Manual for the Elementary Functions" (1980); the
logarithm's last step is that of FreeBSD's e_log.c (described in its comment).
"""
from __future__ import annotations

import math
from collections.abc import Callable

from heddle.codegen.legalize.minimax_constants import (
    FLOAT32,
    FLOAT64,
    FORMATS,
    Format,
    horner,
    muladd,
    shl,
    shr,
)
from heddle.codegen.legalize.sine import cos, sin, sine_without_float64
from heddle.dtype import dtypes, round_to
from heddle.renderer import APPROXIMATE
from heddle.uop import Ops, UOp


def exp2(x: UOp) -> UOp:
    """2**x = 2**n * 2**f with n = x rounded to an integer, |f| <= 1/2: 2**f is a polynomial in [0.7, 1.42)."""
    form = FORMATS[x.dtype.scalar()]
    x = _bounded(x, form.least - form.fraction - 2.0, float(form.greatest))
    shifted = x + form.scaling_magic
    return _scaled(horner(x - (shifted - form.scaling_magic), form.exp2), shifted, form)


def exp(x: UOp) -> UOp:
    """e**x = 2**n * e**f with n = x/ln(2) rounded to an integer, f = x - n*ln(2), |f| <= ln(2)/2

    f has no more than its own rounding error, where x*log2(e) has one that grows with x.
    """
    form = FORMATS[x.dtype.scalar()]
    x = _bounded(x, *form.exp_bounds)
    shifted = muladd(x, 1 / math.log(2), x.const_like(form.scaling_magic))
    n = shifted - form.scaling_magic
    f = muladd(n, -form.ln2[1], muladd(n, -form.ln2[0], x))
    return _scaled(horner(f, form.exp), shifted, form)


def _bounded(x: UOp, low: float, high: float) -> UOp:
    """x in [low, high], NaN stays: between the arguments whose results are 0 and infinite for good."""
    x = (x < low).where(x.const_like(low), x)
    return (x.const_like(high) < x).where(x.const_like(high), x)


def _scaled(power: UOp, shifted: UOp, form: Format) -> UOp:
    """power * 2**n, n + 2*bias being the integer in the low bits of `shifted`: by two powers of two, made of halves of that integer

    Both are normal numbers where the result is subnormal, or finite where it is infinite: the products round it, or let it overflow.
    """
    twice = shifted.bitcast(form.unsigned)
    half = shr(twice, 1)
    return power * shl(half, form.fraction).bitcast(form.float) * shl(twice - half, form.fraction).bitcast(form.float)


def _reduced(x: UOp, form: Format) -> tuple[UOp, UOp]:
    """(k, r) with x = 2**k * (1+r), sqrt(1/2) <= 1+r < sqrt(2), for a positive x

    Subtracting the bits of sqrt(1/2) makes the carry out of the fraction do the choice of k. Subnormal numbers are scaled up first.
    """
    tiny = x < 2.0 ** form.least
    bits = tiny.where(x * 2.0 ** form.fraction, x).bitcast(form.signed)
    k = shr(bits - form.bits_of_sqrt_half, form.fraction)
    r = (bits - shl(k, form.fraction)).bitcast(form.float) - 1.0
    return k.cast(form.float) - tiny.where(x.const_like(form.fraction), 0.0), r


def _where_positive(x: UOp, result: UOp) -> UOp:
    """A logarithm for every x: 0 gives -inf, less gives NaN, inf and NaN stay."""
    not_positive = x.eq(0.0).where(x.const_like(-math.inf), math.nan)
    return (x.const_like(0.0) < x).where((x < math.inf).where(result, x), not_positive)


def log2(x: UOp) -> UOp:
    """log2(x) = k + log2(1+r)"""
    form = FORMATS[x.dtype.scalar()]
    k, r = _reduced(x, form)
    return _where_positive(x, k + (_log2_float32(r) if form is FLOAT32 else _log2_float64(r)))


def log(x: UOp) -> UOp:
    """ln(x) = k*ln(2) + (r - c), with c = r - ln(1+r)

    ln(2) has two pieces; k times the first is exact, and r too, so that only the sum that gives the result counts.
    """
    form = FORMATS[x.dtype.scalar()]
    k, r = _reduced(x, form)
    low = k * form.ln2[1] - _correction(r, form)
    return _where_positive(x, muladd(k, form.ln2[0], r + low))


def log10(x: UOp) -> UOp:
    """log10(x) = k*log10(2) + (r - c)*log10(e), as `log`, with log10(e) in two pieces as well."""
    form = FORMATS[x.dtype.scalar()]
    k, r = _reduced(x, form)
    high, rest = form.log10_e
    low = muladd(r, rest, k * form.log10_2[1]) - _correction(r, form) * high
    return _where_positive(x, muladd(k, form.log10_2[0], muladd(r, high, low)))


def _correction(r: UOp, form: Format) -> UOp:
    """r - ln(1+r): in float32 a polynomial; in float64 h - s*(h + R), h = r*r/2, s = r/(2+r), R = s*s*P(s*s)

    A series in s needs a third of the terms of one in r, at the price of a division.
    """
    if form is FLOAT32: return -(r * r * horner(r, form.log))
    h = r * r * 0.5
    s = r.alu(Ops.FDIV, r + 2.0)
    z = s * s
    return h - s * muladd(z, horner(z, form.log2), h)


def _log2_float32(r: UOp) -> UOp:
    """log2(1+r) = r + r*P(r): r itself is exact, which keeps the rounding of the product small beside the sum."""
    return muladd(r, horner(r, FLOAT32.log2), r)


def _log2_float64(r: UOp) -> UOp:
    """log2(1+r) = r + (c-1)*r - c*(r - ln(1+r)), c = log2(e)"""
    log2e = 1.4426950408889634
    return r + (r * (log2e - 1.0) - _correction(r, FLOAT64) * log2e)


# ---- which formula


def _natural_exponent(x: UOp) -> UOp | None:
    """y where x is y * log2(e) or -y * -log2(e), the constant rounded to x's format: then 2**x is e**y."""
    if x.op is not Ops.MUL: return None
    log2e = round_to(x.dtype.scalar(), 1 / math.log(2))
    for y, factor in (x.src, x.src[::-1]):
        if factor.op is not Ops.CONST: continue
        if factor.arg == log2e: return y
        if factor.arg == -log2e: return -y
    return None


def exp2_or_exp(x: UOp) -> UOp:
    """2**x; e**y by its own formula where x is y * log2(e), which is what the exponential of a tensor is made of

    The product's rounding would cost a relative error of |x| * 2**-24: 40 ULP at the end of the range.
    """
    y = _natural_exponent(x)
    return exp2(x) if y is None else exp(y)


def expand_exponential(node: UOp) -> UOp | None:
    """2**(y * log2(e)) = e**y on devices that have an EXP2 of their own: it cannot know of the product's rounding

    The formula takes about as many instructions as a device's EXP2 and what corrects its argument, and is as accurate everywhere.
    """
    x = node.src[0]
    if node.arg == APPROXIMATE or x.dtype.scalar() not in FORMATS or (y := _natural_exponent(x)) is None: return None
    return exp(y)


def expand_logarithm(product: UOp) -> UOp | None:
    """LOG2(x) * ln(2) = ln(x), LOG2(x) * log10(2) = log10(x), the constants rounded to x's format: one rounding less

    This is tried before LOG2 itself is expanded, whose polynomial would hide it.
    """
    logarithm, factor = product.src if product.src[1].op is Ops.CONST else product.src[::-1]
    scalar = product.dtype.scalar()
    if logarithm.op is not Ops.LOG2 or factor.op is not Ops.CONST or scalar not in FORMATS: return None
    formula = {round_to(scalar, math.log(2)): log, round_to(scalar, math.log10(2)): log10}.get(factor.arg)
    return None if formula is None else formula(logarithm.src[0])


_EXPANSIONS: dict[Ops, Callable[[UOp], UOp]] = {Ops.EXP2: exp2_or_exp, Ops.LOG2: log2, Ops.SIN: sin, Ops.COS: cos}


def expand_transcendental(node: UOp) -> UOp | None:
    """EXP2(x), LOG2(x), SIN(x) or COS(x) = the formula above; None for any other op."""
    if (expansion := _EXPANSIONS.get(node.op)) is None: return None
    x = node.src[0]
    if x.dtype.scalar() in FORMATS: return expansion(x)
    return expansion(x.cast(dtypes.float32)).cast(node.dtype)


def expand_sine_without_float64(node: UOp) -> UOp:
    """SIN(x) or COS(x) on devices that compute no float64."""
    x, quarters = node.src[0], int(node.op is Ops.COS)
    if x.dtype.scalar() == dtypes.float32: return sine_without_float64(x, quarters)
    return sine_without_float64(x.cast(dtypes.float32), quarters).cast(node.dtype)
