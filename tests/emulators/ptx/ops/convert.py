"""cvt: every pair of types, with rounding, saturation and packing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..rounding import BF16, E2M1, E4M3, E5M2, Small, f32_to_tf32, to_f32
from ..rounding import F16 as F16_FORMAT
from ..types import F16, F32, F64, INT, KINDS, UINT, Kind, as_dtype
from .floating import flushed, saturated
from .registry import Array, elementwise, op

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr
    from ..wave import Wave

TO_INTEGER = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}
MODES = ("rn", "rz", "rm", "rp", "rna")
SMALL: dict[str, Small] = {"bf16": BF16, "e4m3": E4M3, "e5m2": E5M2, "f16": F16_FORMAT, "e2m1": E2M1}
Change = Callable[[Array], Array]


@op("cvt")
def cvt(b: Builder, ins: Instr) -> Step:
    names = [m for m in ins.mods if m in KINDS or m in ("e2m1x2",)]
    to, source = names[0], names[-1]
    if to.endswith("x2") or source.endswith("x2"):
        return packed(b, ins, to, source)
    out, kind = KINDS[to], KINDS[source]
    change = conversion(ins, out, kind)
    d = b.dst(ins.operands[0])
    s, width = b.src(ins.operands[1], kind), b.bits_of(d)
    plain = kind.to_work is None

    def step(x: Wave) -> None:
        raw = as_dtype(x.r[s], kind.dtype)
        value = change(raw if plain else kind.load(raw))
        x.put(d, extended(value, out, width))

    return step


def extended(value: Array, out: Kind, width: int) -> Array:
    """A register wider than the result is filled by its sign or by zeros."""
    if width > out.bits:
        return value.astype((INT if out.is_signed else UINT)[width])
    return value


def conversion(ins: Instr, out: Kind, kind: Kind) -> Change:
    mode = next((m for m in ins.mods if m in MODES), "rn")
    if not out.is_float:
        integral = next((TO_INTEGER[m] for m in ins.mods if m in TO_INTEGER), np.trunc)
        return float_to_integer(out, integral, ins) if kind.is_float else integer_to_integer(out, kind, ins.has("sat"))
    if not kind.is_float:
        return integer_to_float(out, mode, ins)
    return float_to_float(ins, out, kind, mode)


def integer_to_integer(out: Kind, kind: Kind, saturate: bool) -> Change:
    if not saturate:
        return lambda a: a.astype(out.dtype)
    low, high = int(np.iinfo(out.dtype).min), int(np.iinfo(out.dtype).max)
    own = np.iinfo(kind.dtype)
    low, high = max(low, int(own.min)), min(high, int(own.max))
    return lambda a: np.clip(a, kind.dtype.type(low), kind.dtype.type(high)).astype(out.dtype)


def float_to_integer(out: Kind, integral: Callable[[Array], Array], ins: Instr) -> Change:
    """Out of range goes to the nearest end; NaN to zero, or to the topmost bit alone if 64 bits come in or go out."""
    info = np.iinfo(out.dtype)
    below, above = float(info.min), float(info.max)
    topmost = np.array([1 << (out.bits - 1)], np.uint64).astype(UINT[out.bits]).astype(out.dtype)

    def change(a: Array) -> Array:
        nothing = topmost if a.dtype.itemsize == 8 or out.bits == 64 else np.zeros(1, out.dtype)
        a = flushed(a) if ins.has("ftz") and a.dtype is F32 else a
        wide = integral(a.astype(F64))
        fits = np.where((wide > below) & (wide < above), wide, 0.0).astype(out.dtype)
        out_of = np.where(wide <= below, info.min, np.where(wide >= above, info.max, 0)).astype(out.dtype)
        return np.where(np.isnan(wide), nothing, np.where((wide > below) & (wide < above), fits, out_of))

    return change


def integer_to_float(out: Kind, mode: str, ins: Instr) -> Change:
    def change(a: Array) -> Array:
        if out.name in SMALL and out.dtype is not F16:
            value = SMALL[out.name].encode(a.astype(F64), mode)
        elif out.dtype is F16:
            value = SMALL["f16"].encode(a.astype(F64), mode).view(F16)
        else:
            value = a.astype(out.dtype)
            if mode != "rn":
                value = directed_from_integer(value, a, mode)
        return saturated(value) if ins.has("sat") else value

    return change


def directed_from_integer(near: Array, a: Array, mode: str) -> Array:
    """Compared in extended precision, which holds every 64-bit integer."""
    exact, got = a.astype(np.longdouble), near.astype(np.longdouble)
    down, up = np.nextafter(near, near.dtype.type(-np.inf)), np.nextafter(near, near.dtype.type(np.inf))
    if mode == "rz":
        mode_up = exact < 0
        near = np.where((got > exact) & ~mode_up, down, near)
        return np.where((got < exact) & mode_up, up, near)
    if mode == "rm":
        return np.where(got > exact, down, near)
    return np.where(got < exact, up, near)


def float_to_float(ins: Instr, out: Kind, kind: Kind, mode: str) -> Change:
    """Also cvt.rni.f32.f32 and its like, which round to integral values."""
    integral = next((TO_INTEGER[m] for m in ins.mods if m in TO_INTEGER), None)
    saturate = ins.has("satfinite")

    def change(a: Array) -> Array:
        a = flushed(a) if ins.has("ftz") and a.dtype is F32 else a
        if ins.has("relu"):
            a = np.where(a < 0, a.dtype.type(0), a)
        if integral is not None:
            a = integral(a)
        value = narrowed(a, out, mode, saturate)
        if ins.has("ftz") and out.dtype is F32:
            value = flushed(value)
        return saturated(value) if ins.has("sat") else value

    return change


def narrowed(a: Array, out: Kind, mode: str, saturate: bool) -> Array:
    """A float array as the bits or values of `out`."""
    if out.dtype is F64:
        return a.astype(F64)
    if out.dtype is F32:
        return a.astype(F32) if mode == "rn" or a.dtype is not F64 else to_f32(a, mode)
    if out.name == "tf32":
        return f32_to_tf32(a, mode)
    if out.dtype is F16:
        if mode == "rn" and not saturate:
            return a.astype(F16)
        return SMALL["f16"].encode(a, mode, saturate).view(F16)
    return SMALL[out.name].encode(a, mode, saturate)


def packed(b: Builder, ins: Instr, to: str, source: str) -> Step:
    """Pairs. Two float32 into a pair: the first operand lands in the upper half."""
    mode = next((m for m in ins.mods if m in MODES), "rn")
    saturate, rectify = ins.has("satfinite"), ins.has("relu")
    part = to.removesuffix("x2")

    def narrow(a: Array) -> Array:
        a = np.where(a < 0, a.dtype.type(0), a) if rectify else a
        if part in ("f16", "bf16", "e4m3", "e5m2", "e2m1"):
            bits = SMALL[part].encode(a.astype(F32) if a.dtype is F16 else a, mode, saturate)
            return bits
        raise KeyError(to)

    if source == "f32":

        def from_two(high: Array, low: Array) -> Array:
            high, low = np.broadcast_arrays(high, low)
            if part == "e2m1":
                return (narrow(low) | (narrow(high) << np.uint8(4))).astype(np.uint8)
            return np.stack([narrow(low), narrow(high)], axis=1).reshape(-1).view(UINT[16 if "e" in part else 32])

        width = KINDS["u16"] if part in ("e4m3", "e5m2") else KINDS["u8"] if part == "e2m1" else KINDS["u32"]
        return elementwise(b, ins, (KINDS["f32"],) * 2, from_two, out=width)
    if source == "e2m1x2":

        def from_nibbles(a: Array) -> Array:
            both = np.stack([a & np.uint8(15), a >> np.uint8(4)], axis=1)
            return narrow(E2M1.decode(both)).reshape(-1).view(UINT[32])

        return elementwise(b, ins, (KINDS["u8"],), from_nibbles, out=KINDS["u32"])
    pair = KINDS[source]
    out = UINT[16 if part in ("e4m3", "e5m2") else 32]
    fn = lambda a: np.ascontiguousarray(narrow(a)).reshape(-1).view(out)
    return elementwise(b, ins, (pair,), fn, out=KINDS[f"u{out.itemsize * 8}"])
