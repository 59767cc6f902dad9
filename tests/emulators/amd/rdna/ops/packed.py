"""VOP3P: two halves at once, mixed products, and dot products."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from tests.emulators.ptx.rounding import fma32

from ..decode import Instr
from ..operands import KINDS, Read, constant, destination, halves, plain, source, unknown
from ..registry import Step, accumulating, special, vector
from ..waves import Array, Waves
from .convert import bf16_to_f32, f32_to_bf16
from .floating import fma16, maximum, minimum
from .integer import F15, U32, U64, regs, within

F16, F32, F64 = np.float16, np.float32, np.float64


def half_of(i: Instr, at: int, kind: str, upper: bool) -> Read:
    """What the lower or the upper computation reads of a source."""
    high = bool((i.opsel_hi if upper else i.opsel) >> at & 1)
    negate = (i.neg_hi if upper else i.neg) >> at & 1
    word, dtype = plain(i, at, "pk"), KINDS[kind]
    if negate and kind == "f16":
        return lambda w: -halves(word(w), high).view(dtype)
    return lambda w: halves(word(w), high).view(dtype)


def both_halves(kind: str, compute: Callable[..., Array], count: int, i: Instr) -> Step:
    lower = [half_of(i, at, kind, False) for at in range(count)]
    upper = [half_of(i, at, kind, True) for at in range(count)]
    write = destination(i, "u32")
    fit: Callable[[Array], Array] = lambda a: a
    if i.clamp and kind == "f16":
        fit = lambda a: np.where(a > 0, np.minimum(a, F16(1)), F16(0))
    elif i.clamp:
        wrapping, narrow = compute, within(KINDS[kind])
        if i.name not in ("v_pk_add_i16", "v_pk_sub_i16", "v_pk_add_u16", "v_pk_sub_u16"):
            raise unknown(i, "clamp is not modelled here")
        compute = lambda a, b: narrow(wrapping(a.astype(np.int32), b.astype(np.int32)))

    def step(w: Waves) -> None:
        low, high = fit(compute(*(r(w) for r in lower))), fit(compute(*(r(w) for r in upper)))
        write(w, low.view(np.uint16).astype(U32) | high.view(np.uint16).astype(U32) << U32(16))

    return step


def packed(kind: str, count: int, **functions: Callable[..., Array]) -> None:
    kinds = " ".join(["u32"] * (count + 1))
    for name, compute in functions.items():
        special(name, uses=partial(regs, kinds=kinds))(partial(both_halves, kind, compute, count))


packed("f16", 2, v_pk_add_f16=np.add, v_pk_mul_f16=np.multiply, v_pk_min_f16=minimum, v_pk_max_f16=maximum)
packed("f16", 3, v_pk_fma_f16=fma16)
packed(
    "u16",
    2,
    v_pk_add_u16=np.add,
    v_pk_sub_u16=np.subtract,
    v_pk_mul_lo_u16=np.multiply,
    v_pk_max_u16=np.maximum,
    v_pk_min_u16=np.minimum,
    v_pk_lshlrev_b16=lambda a, b: b << (a & F15),
    v_pk_lshrrev_b16=lambda a, b: b >> (a & F15),
)
packed(
    "i16",
    2,
    v_pk_add_i16=np.add,
    v_pk_sub_i16=np.subtract,
    v_pk_max_i16=np.maximum,
    v_pk_min_i16=np.minimum,
    v_pk_ashrrev_i16=lambda a, b: b >> (a & np.int16(15)),
)
packed("u16", 3, v_pk_mad_u16=lambda a, b, c: a * b + c)
packed("i16", 3, v_pk_mad_i16=lambda a, b, c: a * b + c)


@special("v_pk_fmac_f16", uses=lambda i: regs(i, "u32 u32 u32"))
def pk_fmac(i: Instr) -> Step:
    a, b, write = plain(i, 0, "pk"), plain(i, 1, "pk"), destination(i, "u32")

    def step(w: Waves) -> None:
        x, y, z = a(w), b(w), w.bits(i.dst)
        low, high = (fma16(*(halves(v, h).view(F16) for v in (x, y, z))) for h in (False, True))
        write(w, low.view(np.uint16).astype(U32) | high.view(np.uint16).astype(U32) << U32(16))

    return step


def mixed(i: Instr, at: int) -> Read:
    """A float32, or a half of one register widened; here neg_hi takes the absolute value."""
    if not i.opsel_hi >> at & 1:
        read = plain(i, at, "f32")
    elif (fixed := constant(i, i.src[at], "f16")) is not None:
        read = lambda w: fixed.astype(F32)
    else:
        word, high = plain(i, at, "pk"), bool(i.opsel >> at & 1)
        read = lambda w: halves(word(w), high).view(F16).astype(F32)
    take_abs, negate = i.neg_hi >> at & 1, i.neg >> at & 1
    if take_abs and negate:
        return lambda w: -np.abs(read(w))
    if take_abs:
        return lambda w: np.abs(read(w))
    return (lambda w: -read(w)) if negate else read


@special("v_fma_mix_f32", "v_fma_mixlo_f16", "v_fma_mixhi_f16", uses=lambda i: regs(i, "u32 u32 u32 u32"))
def fma_mix(i: Instr) -> Step:
    a, b, c = (mixed(i, at) for at in range(3))

    def step(w: Waves) -> None:
        value = fma32(a(w), b(w), c(w))
        if i.clamp:
            value = np.where(value > 0, np.minimum(value, F32(1)), F32(0))
        if i.name == "v_fma_mix_f32":
            return w.put(i.dst, value)
        half, old = value.astype(F16).view(np.uint16).astype(U32), w.bits(i.dst)
        w.put(i.dst, old & U32(0xFFFF0000) | half if i.name == "v_fma_mixlo_f16" else old & U32(0xFFFF) | half << U32(16))

    return step


# -- dot products
def dot2_f16(a: Array, b: Array, c: Array) -> Array:
    total = c.astype(F64)
    for high in (False, True):
        total = total + halves(a, high).view(F16).astype(F64) * halves(b, high).view(F16)
    return total.astype(F32)


def dot2_bf16(a: Array, b: Array, c: Array) -> Array:
    total = c.astype(F64)
    for high in (False, True):
        total = total + bf16_to_f32(halves(a, high)).astype(F64) * bf16_to_f32(halves(b, high))
    return total.astype(F32)


def fields(a: Array, size: int, is_signed: bool) -> list[Array]:
    """The parts of `size` bits, from the lowest on."""
    shift = np.int32(32 - size)
    raw = a.view(U32)
    if is_signed:
        return [(raw << U32(32 - size - size * k)).view(np.int32).astype(np.int64) >> shift for k in range(32 // size)]
    return [(raw >> U32(size * k) & U32((1 << size) - 1)).astype(np.int64) for k in range(32 // size)]


def integer_dot(i: Instr, size: int, signs: bool) -> Step:
    """With `signs`, neg says which of the two sources is signed."""
    a, b, c, write = plain(i, 0, "u32"), plain(i, 1, "u32"), plain(i, 2, "u32"), destination(i, "u32")
    left, right = bool(signs and i.neg & 1), bool(signs and i.neg & 2)
    info: Any = np.iinfo(np.int32 if signs else np.uint32)

    def step(w: Waves) -> None:
        added = c(w)
        total = (added.view(np.int32) if signs else added).astype(np.int64)
        for x, y in zip(fields(a(w), size, left), fields(b(w), size, right)):
            total = total + x * y
        if i.clamp:
            total = np.clip(total, info.min, info.max)
        write(w, total.astype(U64).astype(U32))

    return step


for _name, _size, _signs in (
    ("v_dot4_i32_iu8", 8, True),
    ("v_dot4_u32_u8", 8, False),
    ("v_dot8_i32_iu4", 4, True),
    ("v_dot8_u32_u4", 4, False),
):
    special(_name, uses=lambda i: regs(i, "u32 u32 u32 u32"))(partial(integer_dot, size=_size, signs=_signs))


@special("v_dot4_i32_i8", "v_dot8_i32_i4", uses=lambda i: regs(i, "u32 u32 u32 u32"))
def signed_dot(i: Instr) -> Step:
    i.neg = 3
    return integer_dot(i, 8 if i.name == "v_dot4_i32_i8" else 4, True)


def dot4_signed(a: Array, b: Array, c: Array) -> Array:
    return sum((x * y for x, y in zip(fields(a, 8, True), fields(b, 8, True))), c.astype(np.int64)).astype(U64).astype(U32)


accumulating("u32 u32 u32 u32", v_dot4c_i32_i8=dot4_signed)
accumulating("f32 u32 u32 f32", v_dot2acc_f32_f16=dot2_f16)


@special("v_dot2_f32_f16", "v_dot2_f32_bf16", uses=lambda i: regs(i, "u32 u32 u32 u32"))
def dot2(i: Instr) -> Step:
    if i.opsel or i.opsel_hi & 3 != 3 or i.neg & 3 or i.neg_hi:
        raise unknown(i, "modifiers of its pairs are not modelled")
    a, b, c, write = plain(i, 0, "pk"), plain(i, 1, "pk"), source(i, 2, "f32"), destination(i, "f32")
    compute = dot2_f16 if i.name == "v_dot2_f32_f16" else dot2_bf16
    return lambda w: write(w, compute(a(w), b(w), c(w)))


vector("f16 u32 u32 f16", v_dot2_f16_f16=lambda a, b, c: dot2_f16(a, b, c).astype(F16))
vector("u16 u32 u32 u16", v_dot2_bf16_bf16=lambda a, b, c: f32_to_bf16(dot2_bf16(a, b, bf16_to_f32(c))))
