"""Floating point: rounded once and correctly to nearest even, as LLVM's default mode asks.

v_exp_f32, v_log_f32, v_rcp_f32, v_rsq_f32 and v_sqrt_f32, which the manual allows an error of 1 ulp, give the nearest value and read
and write no subnormal numbers. v_rcp_f64, v_rsq_f64 and v_sqrt_f64 are only good to 2**29 ulp on hardware: here the low bits are
dropped, so that code without the refining steps is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from tests.emulators.ptx.rounding import fma32, fma32_exact, fma64

from ..decode import VCC, Instr
from ..operands import destination, flushed, source
from ..registry import Step, accumulating, special, vector
from ..waves import Array, Waves
from .integer import regs, reverse

F16, F32, F64, U32, I32, U64 = np.float16, np.float32, np.float64, np.uint32, np.int32, np.uint64


def fma16(a: Array, b: Array, c: Array) -> Array:
    """The product is exact in float32. Where the sum is not in float64, what is lost is too little to be near a tie of float16."""
    return ((a.astype(F32) * b.astype(F32)).astype(F64) + c).astype(F16)


def flat_fma64(a: Array, b: Array, c: Array) -> Array:
    a, b, c = np.broadcast_arrays(a, b, c)
    return fma64(a.ravel(), b.ravel(), c.ravel()).reshape(a.shape)


FMA = {"f16": fma16, "f32": fma32, "f64": flat_fma64}


def minimum(a: Array, b: Array) -> Array:
    """The number if one is none; -0 is less than +0."""
    out = np.fmin(a, b)
    return np.where((a == 0) & (b == 0), np.where(np.signbit(a), a, b), out)


def maximum(a: Array, b: Array) -> Array:
    out = np.fmax(a, b)
    return np.where((a == 0) & (b == 0), np.where(np.signbit(a), b, a), out)


def median(a: Array, b: Array, c: Array) -> Array:
    """The middle one; with a NaN the least."""
    least = minimum(minimum(a, b), c)
    middle = maximum(minimum(a, b), minimum(maximum(a, b), c))
    return np.where(np.isnan(a) | np.isnan(b) | np.isnan(c), least, middle)


def fract(a: Array) -> Array:
    """a - floor(a), below 1."""
    info = np.finfo(a.dtype)
    below_one = a.dtype.type(1) - a.dtype.type(info.epsneg)
    return np.where(np.isinf(a), a.dtype.type(np.nan), np.minimum(a - np.floor(a), below_one))


def mantissa(a: Array) -> Array:
    return np.where(np.isfinite(a), np.frexp(a)[0], a)


def exponent(a: Array) -> Array:
    return np.where(np.isfinite(a), np.frexp(a)[1], 0)


def in_f64(fn: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Through float64, and back to the argument's dtype."""
    return lambda a: fn(a.astype(F64)).astype(a.dtype)


def special32(fn: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """An approximation in float32: subnormal numbers are 0 on the way in and out."""
    near = in_f64(fn)
    return lambda a: flushed(near(flushed(a)))


def rough(fn: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Good to 2**28 ulp of a float64."""

    def dropped(a: Array) -> Array:
        out = fn(a)
        return np.where(np.isfinite(out), (out.view(U64) & U64(0xFFFFFFFF_F0000000)).view(F64), out)

    return dropped


def turns(fn: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Of an angle in turns."""
    return lambda a: fn(2 * np.pi * (a - np.rint(a)))


def ldexp(a: Array, e: Array) -> Array:
    return np.ldexp(a, np.clip(e.astype(I32), -5000, 5000))


for _k in ("f16", "f32", "f64"):
    vector(
        f"{_k} {_k} {_k}",
        **{
            f"v_add_{_k}": np.add,
            f"v_sub_{_k}": np.subtract,
            f"v_subrev_{_k}": reverse(np.subtract),
            f"v_mul_{_k}": np.multiply,
            f"v_min_{_k}": minimum,
            f"v_max_{_k}": maximum,
        },
    )
    vector(
        f"{_k} {_k} {_k} {_k}",
        **{
            f"v_fma_{_k}": FMA[_k],
            f"v_fmamk_{_k}": FMA[_k],
            f"v_fmaak_{_k}": FMA[_k],
            f"v_min3_{_k}": lambda a, b, c: minimum(minimum(a, b), c),
            f"v_max3_{_k}": lambda a, b, c: maximum(maximum(a, b), c),
            f"v_med3_{_k}": median,
            f"v_minmax_{_k}": lambda a, b, c: maximum(minimum(a, b), c),
            f"v_maxmin_{_k}": lambda a, b, c: minimum(maximum(a, b), c),
        },
    )
    accumulating(f"{_k} {_k} {_k} {_k}", **{f"v_fmac_{_k}": FMA[_k]})
    vector(
        f"{_k} {_k}",
        **{
            f"v_trunc_{_k}": np.trunc,
            f"v_ceil_{_k}": np.ceil,
            f"v_floor_{_k}": np.floor,
            f"v_rndne_{_k}": np.rint,
            f"v_fract_{_k}": fract,
            f"v_frexp_mant_{_k}": mantissa,
        },
    )
vector("i32 f32", v_frexp_exp_i32_f32=lambda a: exponent(a).astype(I32))
vector("i32 f64", v_frexp_exp_i32_f64=lambda a: exponent(a).astype(I32))
vector("i16 f16", v_frexp_exp_i16_f16=lambda a: exponent(a).astype(np.int16))
vector("f32 f32 i32", v_ldexp_f32=ldexp)
vector("f64 f64 i32", v_ldexp_f64=ldexp)
vector("f16 f16 i16", v_ldexp_f16=ldexp)
vector(
    "f32 f32",
    v_exp_f32=special32(np.exp2),
    v_log_f32=special32(np.log2),
    v_rcp_f32=special32(lambda a: 1 / a),
    v_rcp_iflag_f32=special32(lambda a: 1 / a),
    v_rsq_f32=special32(lambda a: 1 / np.sqrt(a)),
    v_sqrt_f32=special32(np.sqrt),
    v_sin_f32=in_f64(turns(np.sin)),
    v_cos_f32=in_f64(turns(np.cos)),
)
vector(
    "f16 f16",
    v_exp_f16=in_f64(np.exp2),
    v_log_f16=in_f64(np.log2),
    v_rcp_f16=in_f64(lambda a: 1 / a),
    v_sqrt_f16=in_f64(np.sqrt),
    v_rsq_f16=in_f64(lambda a: 1 / np.sqrt(a)),
    v_sin_f16=in_f64(turns(np.sin)),
    v_cos_f16=in_f64(turns(np.cos)),
)
vector("f64 f64", v_rcp_f64=rough(lambda a: 1 / a), v_rsq_f64=rough(lambda a: 1 / np.sqrt(a)), v_sqrt_f64=rough(np.sqrt))


def times_dx9(a: Array, b: Array) -> Array:
    return np.where((a == 0) | (b == 0), F32(0), a * b)


vector("f32 f32 f32", v_mul_dx9_zero_f32=times_dx9)
vector("f32 f32 f32 f32", v_fma_dx9_zero_f32=lambda a, b, c: np.where((a == 0) | (b == 0), F32(0) + c, fma32(a, b, c)))
accumulating(
    "f32 f32 f32 f32",
    v_fmac_dx9_zero_f32=lambda a, b, c: np.where((a == 0) | (b == 0), F32(0) + c, fma32(a, b, c)),
)


# -- division: scale both, divide, scale back, put the special cases right
LAYOUT = {"f32": (23, 255, 127, 96, 23, 64), "f64": (52, 2047, 1023, 768, 53, 128)}  # ..., far apart, tiny, scale


def biased(a: Array, kind: str) -> Array:
    """The exponent's field."""
    bits, top, *_ = LAYOUT[kind]
    raw = a.view(f"u{a.dtype.itemsize}")
    return (raw >> raw.dtype.type(bits)).astype(np.int64) & top


def div_scale(kind: str, s0: Array, s1: Array, s2: Array) -> tuple[Array, Array]:
    """The operand s0, which is the denominator s1 or the numerator s2, scaled where the quotient's steps would leave the range."""
    *_, far, tiny, scale = LAYOUT[kind]
    s0, s1, s2 = np.broadcast_arrays(s0, s1, s2)
    e1, e2 = biased(s1, kind), biased(s2, kind)
    up, down = np.ldexp(s0, scale), np.ldexp(s0, -scale)
    small = np.finfo(s0.dtype).tiny
    is_subnormal: Callable[[Array], Array] = lambda a: (np.abs(a) < small) & (a != 0)
    of_one, quotient = is_subnormal(1 / s1), is_subnormal(s2 / s1)
    unsigned = f"u{s0.dtype.itemsize}"
    is_s1, is_s2 = s0.view(unsigned) == s1.view(unsigned), s0.view(unsigned) == s2.view(unsigned)
    cases = [(s1 == 0) | (s2 == 0), e2 - e1 >= far, is_subnormal(s1), of_one & quotient, of_one, quotient, e2 <= tiny]
    nan = np.full_like(s0, np.nan)
    # where 1/d and n/d are both subnormal the manual scales the denominator up; only down gives quotients that are right
    scaled = [nan, np.where(is_s1, up, s0), up, np.where(is_s1, down, s0), down, np.where(is_s2, up, s0), up]
    flags = [False, True, False, True, False, True, False]
    shape = s0.shape
    return np.select(cases, scaled, s0), np.select(cases, [np.full(shape, f) for f in flags], np.zeros(shape, bool))


def div_fixup(kind: str, q: Array, denominator: Array, numerator: Array) -> Array:
    q, d, n = np.broadcast_arrays(q, denominator, numerator)
    t = q.dtype.type
    sign = np.where(np.signbit(d) ^ np.signbit(n), t(-1), t(1))
    cases = [
        np.isnan(n),
        np.isnan(d),
        ((d == 0) & (n == 0)) | (np.isinf(d) & np.isinf(n)),
        (d == 0) | np.isinf(n),
        np.isinf(d) | (n == 0),
    ]
    fixed = [n, d, np.full_like(q, np.nan), sign * t(np.inf), sign * t(0)]
    if kind != "f16":
        difference = biased(n, kind) - biased(d, kind)
        cases.append(difference < -(150 if kind == "f32" else 1075))
        fixed.append(sign * t(0))
    cases.append(np.isnan(q))  # the steps overflowed
    fixed.append(sign * t(np.inf))
    return np.select(cases, fixed, np.copysign(np.abs(q), sign))


for _k in ("f16", "f32", "f64"):
    vector(f"{_k} {_k} {_k} {_k}", **{f"v_div_fixup_{_k}": lambda a, b, c, k=_k: div_fixup(k, a, b, c)})


def scaling(i: Instr, kind: str) -> Step:
    a, b, c = (source(i, at, kind) for at in range(3))
    write, n = destination(i, kind), i.sdst

    def step(w: Waves) -> None:
        value, flag = div_scale(kind, a(w), b(w), c(w))
        write(w, value)
        w.put_lanes(n, flag)

    return step


def scaled_fma(kind: str, a: Array, b: Array, c: Array, scale: Array) -> Array:
    """(a * b + c) * 2**scale, rounded once."""
    if kind == "f32":
        return np.ldexp(fma32_exact(a, b, c), scale).astype(F32)
    out = np.ldexp(FMA[kind](a, b, c), scale)
    a, b, c, scale = np.broadcast_arrays(a, b, c, scale)
    for at in zip(*np.nonzero((np.abs(out) <= np.finfo(F64).tiny) & (out != 0))):  # subnormal: rounded twice
        exact = Fraction(float(a[at])) * Fraction(float(b[at])) + Fraction(float(c[at]))
        out[at] = float(exact * Fraction(2) ** int(scale[at]))
    return out


def fmas(i: Instr, kind: str) -> Step:
    """A fused multiply-add, scaled back where VCC says that the operands were scaled."""
    _, _, bias, _, _, scale = LAYOUT[kind]
    a, b, c = (source(i, at, kind) for at in range(3))
    write = destination(i, kind)

    def step(w: Waves) -> None:
        x, y, z, scaled = a(w), b(w), c(w), w.lanes(VCC)
        if not scaled.any():
            return write(w, FMA[kind](x, y, z))
        back = np.where(scaled, np.where(biased(z, kind) > bias, scale, -scale), 0)
        write(w, scaled_fma(kind, x, y, z, back))

    return step


for _k in ("f32", "f64"):
    special(f"v_div_scale_{_k}", uses=lambda i, k=_k: regs(i, f"{k} {k} {k} {k}"))(lambda i, k=_k: scaling(i, k))
    special(f"v_div_fmas_{_k}", uses=lambda i, k=_k: regs(i, f"{k} {k} {k} {k}"))(lambda i, k=_k: fmas(i, k))
