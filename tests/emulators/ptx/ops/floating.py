"""Floating point. Rounded once and correctly; the .approx forms are the correctly rounded value too, which lies within
the error that the PTX manual allows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..rounding import (
    BF16,
    directed_by_error,
    fma32,
    fma32_exact,
    fma64,
    overflowed,
    rest_of,
    to_f32,
    two_product,
    two_sum,
)
from ..rounding import (
    F16 as F16_FORMAT,
)
from ..types import F16, F32, F64, KINDS, Kind, type_of
from .registry import PRED, Array, elementwise, op

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr

MODES = ("rn", "rz", "rm", "rp")
TINY = np.finfo(np.float32).tiny
CANONICAL_NAN32 = np.array([0x7FFFFFFF], np.uint32).view(np.float32)


def mode_of(ins: Instr) -> str:
    return next((m for m in ins.mods if m in MODES), "rn")


# -- what modifiers add around a function
def flushed(a: Array) -> Array:
    """Subnormal float32 to zero with its sign."""
    return np.where(np.abs(a) < TINY, np.copysign(np.float32(0), a), a)


def modified(ins: Instr, kind: Kind, fn: Callable[..., Array]) -> Callable[..., Array]:
    """fn with .ftz around its operands and result, and .sat or .relu behind it."""
    out = fn
    if ins.has("ftz") and kind.dtype is F32:
        out = lambda *a, fn=fn: flushed(fn(*(flushed(v) for v in a)))
    if ins.has("sat"):
        out = lambda *a, fn=out: saturated(fn(*a))
    if ins.has("relu"):
        out = lambda *a, fn=out: relu(fn(*a))
    return out


def saturated(a: Array) -> Array:
    """To [0, 1]; NaN becomes 0."""
    return np.where(a > 0, np.minimum(a, a.dtype.type(1)), a.dtype.type(0))


def relu(a: Array) -> Array:
    """Negative to 0, NaN kept."""
    return np.where(a < 0, a.dtype.type(0), a)


def arithmetic(b: Builder, ins: Instr, kind: Kind, fn: Callable[..., Array], n: int) -> Step:
    return elementwise(b, ins, (kind,) * n, modified(ins, kind, fn))


# -- sums and products
def add_sub(b: Builder, ins: Instr, kind: Kind) -> Step:
    minus = ins.op == "sub"
    types = [m for m in ins.mods if m in KINDS]
    if len(types) == 2:  # add.f32.bf16 d, a, c: a mixed-precision sum
        return mixed_add(b, ins, KINDS[types[0]], KINDS[types[1]])
    mode, near = mode_of(ins), np.subtract if minus else np.add
    if mode == "rn" or kind.dtype not in (F32, F64):
        return arithmetic(b, ins, kind, near, 2)

    def directed(a: Array, c: Array) -> Array:
        c = -c if minus else c
        if kind.dtype is F32:
            return to_f32(fma32_exact(a, np.float32(1), c), mode)
        return overflowed(directed_by_error(*two_sum(a, c), mode), mode, a, c)

    return arithmetic(b, ins, kind, directed, 2)


def mixed_add(b: Builder, ins: Instr, wide: Kind, narrow: Kind) -> Step:
    sign = np.float32(-1 if ins.op == "sub" else 1)
    fn = lambda a, c: to_f32(fma32_exact(a.astype(np.float32), np.float32(1), sign * c), mode_of(ins))
    return elementwise(b, ins, (narrow, wide), modified(ins, wide, fn), out=wide)


def mul(b: Builder, ins: Instr, kind: Kind) -> Step:
    mode = mode_of(ins)
    if mode == "rn" or kind.dtype not in (F32, F64):
        return arithmetic(b, ins, kind, np.multiply, 2)

    def directed(a: Array, c: Array) -> Array:
        if kind.dtype is F32:
            return to_f32(a.astype(np.float64) * c, mode)  # 48 bits: exact
        near = a * c
        return overflowed(directed_by_error(near, -rest_of(near, a, c), mode), mode, a, c)

    return arithmetic(b, ins, kind, directed, 2)


@op("fma")
def fma_op(b: Builder, ins: Instr) -> Step:
    return fma(b, ins, type_of(ins.mods))


def fma(b: Builder, ins: Instr, kind: Kind) -> Step:
    types = [m for m in ins.mods if m in KINDS]
    if len(types) == 2:
        wide, narrow = KINDS[types[0]], KINDS[types[1]]
        fn = lambda a, c, d: to_f32(fma32_exact(a.astype(np.float32), c.astype(np.float32), d), mode_of(ins))
        return elementwise(b, ins, (narrow, narrow, wide), modified(ins, wide, fn), out=wide)
    return arithmetic(b, ins, kind, fused(kind, mode_of(ins)), 3)


def fused(kind: Kind, mode: str) -> Callable[[Array, Array, Array], Array]:
    """The fused multiply-add of a type; narrow types take what the kind's load gave and round to their own format."""
    if kind.dtype is F64:
        if mode == "rn":
            return fma64
        return directed_fma64(mode)
    if kind.name in ("f32", "f32x2"):
        return fma32 if mode == "rn" else lambda a, b, c: to_f32(fma32_exact(a, b, c), mode)
    narrow = F16_FORMAT if kind.name.startswith("f16") else BF16
    return lambda a, b, c: narrow.decode(narrow.encode(fma32_exact(a, b, c))).astype(a.dtype)


def directed_fma64(mode: str) -> Callable[[Array, Array, Array], Array]:
    """By the sign of what the rounding to nearest left over."""

    def apply(a: Array, b: Array, c: Array) -> Array:
        near = fma64(a, b, c)
        uh, ul = two_product(a, b)
        total, e1 = two_sum(uh, c)
        rest, e2 = two_sum(total, -near)
        rest, e3 = two_sum(rest, ul)
        error = rest + (e3 + e2 + e1)
        return overflowed(directed_by_error(near, error, mode), mode, a, b, c)

    return apply


# -- quotients and roots
def div(b: Builder, ins: Instr, kind: Kind) -> Step:
    mode = mode_of(ins)
    if mode == "rn":
        return arithmetic(b, ins, kind, np.divide, 2)

    def directed(a: Array, c: Array) -> Array:
        q = a / c
        return overflowed(directed_by_residue(q, a, lambda q: (q, c), mode), mode, a, c, 1 / c)

    return arithmetic(b, ins, kind, directed, 2)


def directed_by_residue(near: Array, target: Array, factors: Callable[[Array], tuple[Array, Array]], mode: str) -> Array:
    """A rounding to nearest of the root of u(q)*v(q) = target, corrected by the sign of what is left."""
    u, v = (f.astype(np.float64) for f in factors(near))
    rest = rest_of(target.astype(np.float64), u, v)
    error = np.where(v < 0, -rest, rest)
    return directed_by_error(near, error, mode).astype(near.dtype)


def gross(a: Array) -> Array:
    """float64 of which the upper half counts: 20 bits of fraction, cut off, and no subnormals."""
    bits = np.ascontiguousarray(np.where(np.abs(a) < np.finfo(F64).tiny, np.copysign(0.0, a), a)).view(np.uint64)
    return (bits & np.uint64(0xFFFFFFFF00000000)).view(F64)


@op("rcp")
def rcp(b: Builder, ins: Instr) -> Step:
    kind, mode = type_of(ins.mods), mode_of(ins)
    one = kind.dtype.type(1)
    if kind.dtype is F64 and ins.has("approx"):
        return arithmetic(b, ins, kind, lambda a: gross(one / gross(a)), 1)

    def apply(a: Array) -> Array:
        q = one / a
        return q if mode == "rn" else directed_by_residue(q, np.broadcast_to(one, q.shape), lambda q: (q, a), mode)

    return arithmetic(b, ins, kind, apply, 1)


@op("sqrt")
def sqrt(b: Builder, ins: Instr) -> Step:
    kind, mode = type_of(ins.mods), mode_of(ins)

    def apply(a: Array) -> Array:
        q = np.sqrt(a)
        return q if mode == "rn" else directed_by_residue(q, a, lambda q: (q, q), mode)

    return arithmetic(b, ins, kind, apply, 1)


# -- functions, computed in the next wider format and rounded
def wide(fn: Callable[[Array], Array]) -> Callable[[Array], Array]:
    return lambda a: fn(a.astype(np.float64)).astype(a.dtype)


FUNCTIONS: dict[str, Callable[[Array], Array]] = {
    "ex2": np.exp2,
    "lg2": np.log2,
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "rsqrt": lambda a: 1.0 / np.sqrt(a),
}


@op(*FUNCTIONS)
def function(b: Builder, ins: Instr) -> Step:
    return arithmetic(b, ins, type_of(ins.mods), wide(FUNCTIONS[ins.op]), 1)


# -- minimum and maximum, signs
def min_max(b: Builder, ins: Instr, kind: Kind) -> Step:
    """The other operand beats NaN, unless .NaN says otherwise; -0 is less than +0. xorsign: the signs' product."""
    smaller = ins.op == "min"
    pick = np.minimum if smaller else np.maximum  # these propagate NaN
    ignore = np.fmin if smaller else np.fmax
    keep_nan = ins.has("NaN")

    def apply(*values: Array) -> Array:
        sign = None
        if ins.has("xorsign"):
            sign = np.signbit(values[0]) ^ np.signbit(values[1])
            values = tuple(np.abs(v) for v in values)
        if ins.has("abs"):
            values = tuple(np.abs(v) for v in values)
        out = values[0]
        for v in values[1:]:
            out = with_zeros((pick if keep_nan else ignore)(out, v), out, v, smaller)
        if sign is not None:
            out = np.where(np.isnan(out), out, np.copysign(out, np.where(sign, -1, 1).astype(out.dtype)))
        return canonical(out)

    return arithmetic(b, ins, kind, apply, len(ins.operands) - 1)


def with_zeros(out: Array, a: Array, b: Array, smaller: bool) -> Array:
    both = (a == 0) & (b == 0)
    if not both.any():
        return out
    negative = np.signbit(a) | np.signbit(b) if smaller else np.signbit(a) & np.signbit(b)
    return np.where(both, np.where(negative, out.dtype.type(-0.0), out.dtype.type(0)), out)


def canonical(a: Array) -> Array:
    """NaN as the hardware gives it."""
    missing = np.isnan(a)
    if not missing.any():
        return a
    if a.dtype is F32:
        return np.where(missing, CANONICAL_NAN32, a)
    if a.dtype is F16:
        return np.where(missing, np.array([0x7FFF], np.uint16).view(np.float16), a)
    return a


def abs_neg(b: Builder, ins: Instr, kind: Kind) -> Step:
    return arithmetic(b, ins, kind, np.abs if ins.op == "abs" else np.negative, 1)


@op("copysign")
def copysign(b: Builder, ins: Instr) -> Step:
    """The second operand with the sign of the first."""
    kind = type_of(ins.mods)
    return elementwise(b, ins, (kind, kind), lambda a, c: np.copysign(c, a))


TESTS: dict[str, Callable[[Array], Array]] = {
    "finite": np.isfinite,
    "infinite": np.isinf,
    "number": lambda a: ~np.isnan(a),
    "notanumber": np.isnan,
    "normal": lambda a: np.isfinite(a) & (np.abs(a) >= np.finfo(a.dtype).tiny),
    "subnormal": lambda a: (a != 0) & (np.abs(a) < np.finfo(a.dtype).tiny),
}


@op("testp")
def testp(b: Builder, ins: Instr) -> Step:
    return elementwise(b, ins, (type_of(ins.mods),), TESTS[ins.mods[0]], out=PRED)
