"""Operands: how an instruction's fields become functions that read and write registers.

In: an instruction, which operand, and the kind its mnemonic gives it. Out: a function of the waves. Kinds: u32 i32 f32 and their
16- and 64-bit siblings, `pk` (two halves in 32 bits, untouched), `mask` (a scalar register as booleans per lane).
"""

from __future__ import annotations

import struct
from collections.abc import Callable

import numpy as np

from . import dpp
from .decode import EXEC, LITERAL, M0, VGPR, Instr
from .errors import UnknownInstruction
from .waves import BITS, F32, F64, U32, U64, Array, Waves

Read = Callable[[Waves], Array]
Write = Callable[[Waves, Array], None]
KINDS = {
    k: np.dtype(t)
    for k, t in {
        "u32": np.uint32,
        "i32": np.int32,
        "f32": np.float32,
        "u64": np.uint64,
        "i64": np.int64,
        "f64": np.float64,
        "u16": np.uint16,
        "i16": np.int16,
        "f16": np.float16,
        "pk": np.uint32,
        "u8": np.uint8,
    }.items()
}
FLOATS = (0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0, 0.15915494309189532)
TINY32 = np.finfo(np.float32).tiny
_PATTERN = {2: ("<e", "<H"), 4: ("<f", "<I"), 8: ("<d", "<Q")}


def unknown(i: Instr, why: str) -> UnknownInstruction:
    return UnknownInstruction(i.pc, i.words, f"{i}: {why}")


def width(kind: str) -> int:
    """How many registers."""
    return 2 if kind.endswith("64") else 1


def constant(i: Instr, code: int, kind: str) -> Array | None:
    """An inline constant or the literal; None if the number is no constant."""
    dtype = KINDS[kind]
    size = 2 if kind == "pk" and i.name.endswith("16") and 240 <= code <= 248 else dtype.itemsize
    if code == LITERAL:
        value = i.literal
        if kind == "f64":
            value <<= 32
        elif kind == "i64" and value >> 31:
            value -= 1 << 32
    elif 128 <= code <= 192:
        value = code - 128
    elif 193 <= code <= 208:
        value = 192 - code
    elif 240 <= code <= 248:
        as_float, as_int = _PATTERN[size]
        value = struct.unpack(as_int, struct.pack(as_float, FLOATS[code - 240]))[0]
    else:
        return None
    unsigned = np.dtype(f"u{dtype.itemsize}")
    return np.full((1, 1), value & (1 << 8 * dtype.itemsize) - 1, unsigned).view(dtype)


def halves(a: Array, high: bool) -> Array:
    """One half of 32-bit registers, as u16."""
    if a.dtype is not U32:
        a = a.view(U32)
    return (a >> np.uint32(16)).astype(np.uint16) if high else a.astype(np.uint16)


def raw32(i: Instr, code: int) -> Read:
    """A register of 32 bits, of either sort, as u32."""
    if code >= VGPR:
        n = code - VGPR
        return lambda w: w.bits(n)
    if code <= 127:
        return lambda w: w.s[code]
    if code in (235, 237):
        return aperture(code)
    if code == 253:
        return lambda w: w.scc.astype(np.uint32)
    raise unknown(i, f"operand {code} is not modelled")


def aperture(code: int) -> Read:
    """The upper half of the addresses at which local and private memory appear to flat instructions."""
    base = np.full((1, 1), SHARED_HIGH if code == 235 else PRIVATE_HIGH, np.uint32)
    return lambda w: base


#: upper words of the addresses that flat instructions send to local and to private memory
SHARED_HIGH, PRIVATE_HIGH = 0x0001_0000, 0x0002_0000


def plain(i: Instr, at: int, kind: str, high: bool = False) -> Read:
    """A source without its modifiers."""
    code = i.src[at]
    if kind == "mask":
        if code == 193:
            return lambda w: np.ones((1, 1), bool)
        if code == 128:
            return lambda w: np.zeros((1, 1), bool)
        if code > EXEC:
            raise unknown(i, f"a mask in operand {code} is not modelled")
        return lambda w: w.lanes(code)
    dtype = KINDS[kind]
    fixed = constant(i, code, kind)
    if fixed is not None:
        if high and kind != "pk":
            fixed = np.zeros((1, 1), dtype) if code != LITERAL else halves(np.full((1, 1), i.literal, U32), True).view(dtype)
        return lambda w: fixed
    if dtype.itemsize == 8:
        if code >= VGPR:
            n = code - VGPR
            return (lambda w: w.wide_v(n)) if dtype is U64 else (lambda w: w.wide_v(n).view(dtype))
        if code in (235, 237):
            word = aperture(code)
            return lambda w: word(w).astype(U64) << np.uint64(32)
        return lambda w: w.wide_s(code).view(dtype)
    if dtype.itemsize == 2:
        if i.is_short and code >= VGPR:
            code, high = VGPR + (code - VGPR & 127), bool(code - VGPR & 128)
        word = moved(i, at, raw32(i, code))
        return lambda w: halves(word(w), high).view(dtype)
    if code >= VGPR and not (i.dpp and at == 0) and not i.sdwa:
        n = code - VGPR

        def vector(w: Waves) -> Array:
            a = w.v[n]
            return a if a.dtype is dtype else a.view(dtype)

        return vector
    word = moved(i, at, raw32(i, code))
    return word if dtype is U32 else (lambda w: word(w).view(dtype))


def moved(i: Instr, at: int, read: Read) -> Read:
    """With the lanes permuted as DPP says, for the first source."""
    if i.sdwa and at < 2:
        return part_of(read, i.sdwa.parts[at], i.sdwa.signs[at])
    return dpp.permuted(i, read) if i.dpp and at == 0 else read


def part_of(read: Read, part: int, is_signed: bool) -> Read:
    """A byte or half of a register, extended."""
    if part == 6:
        return read
    bits, at = (8, 8 * part) if part < 4 else (16, 16 * (part - 4))
    up, down = np.uint32(32 - bits - at), np.uint32(32 - bits)

    def chosen(w: Waves) -> Array:
        a = read(w) << up
        return (a.view(np.int32) >> down.astype(np.int32)).view(U32) if is_signed else a >> down

    return chosen


def part_writer(i: Instr, n: int) -> Write:
    """What writes a byte or half of a register."""
    assert i.sdwa
    part, unused = i.sdwa.result, i.sdwa.unused
    bits, at = (8, 8 * part) if part < 4 else (16, 16 * (part - 4))
    field = np.uint32(((1 << bits) - 1) << at)

    def write(w: Waves, a: Array) -> None:
        a = a.view(f"u{a.dtype.itemsize}").astype(U32)
        value = a << np.uint32(at) & field
        if unused == 1:
            value = (a << np.uint32(32 - bits)).view(np.int32) >> np.int32(32 - bits) << np.int32(at)
        w.put(n, value | w.bits(n) & ~field if unused == 2 else value.view(U32))

    return write


def source(i: Instr, at: int, kind: str) -> Read:
    """A source with its modifiers. Subnormal float32 are read as 0 where the mode says so."""
    high = bool(i.opsel >> at & 1) and i.form == "VOP3"
    read = plain(i, at, kind, high)
    if kind[0] != "f":
        return read
    take_abs, negate = i.abs >> at & 1, i.neg >> at & 1
    if kind == "f32":
        inner = read

        def flushing(w: Waves) -> Array:
            a = inner(w)
            return flushed(a) if w.flush32 else a

        read = flushing
    if take_abs and negate:
        return lambda w: -np.abs(read(w))
    if take_abs:
        return lambda w: np.abs(read(w))
    return (lambda w: -read(w)) if negate else read


def flushed(a: Array) -> Array:
    """Subnormal float32 as zero with its sign."""
    return np.where(np.abs(a) < TINY32, np.copysign(np.float32(0), a), a)


def finished(i: Instr, kind: str, value: Read) -> Read:
    """The result with its modifiers."""
    if kind == "f32":
        inner = value

        def flushing(w: Waves) -> Array:
            a = inner(w)
            return flushed(a) if w.flush32 else a

        value = flushing
    if i.omod:
        factor, before = KINDS[kind].type((1.0, 2.0, 4.0, 0.5)[i.omod]), value
        value = lambda w: before(w) * factor
    if i.clamp:
        if kind[0] != "f":
            raise unknown(i, "clamp of integers is not modelled")
        unclamped, zero, one = value, KINDS[kind].type(0), KINDS[kind].type(1)

        def clamped(w: Waves) -> Array:
            a = unclamped(w)
            return np.where(a > zero, np.minimum(a, one), zero)

        value = clamped
    return value


def destination(i: Instr, kind: str, n: int | None = None) -> Write:
    """What writes a vector register."""
    n = i.dst if n is None else n
    size = KINDS[kind].itemsize
    if i.sdwa and i.sdwa.result != 6:
        return part_writer(i, n)
    if size == 8:
        return lambda w, a: w.put_wide(n, a)
    if size == 4:
        return lambda w, a: w.put(n, a)
    high = bool(n & 128) if i.is_short else bool(i.opsel & 8) and i.form == "VOP3"
    if i.is_short:
        n &= 127
    keep, shift = np.uint32(0xFFFF if high else 0xFFFF0000), np.uint32(16 if high else 0)

    def half(w: Waves, a: Array) -> None:
        if a.dtype is not np.dtype(np.uint16):
            a = a.view(np.uint16)
        w.put(n, (w.bits(n) & keep) | (a.astype(np.uint32) << shift))

    return half


def scalar_source(i: Instr, at: int, kind: str) -> Read:
    """A source of a scalar instruction."""
    return plain(i, at, kind)


def scalar_destination(i: Instr, kind: str) -> Write:
    n = i.dst
    if KINDS[kind].itemsize == 8:
        return lambda w, a: w.put_wide_s(n, a)
    if KINDS[kind].itemsize == 2:
        return lambda w, a: w.put_s(n, a.view(np.uint16).astype(U32))
    return lambda w, a: w.put_s(n, a)


__all__ = [
    "BITS",
    "F32",
    "F64",
    "KINDS",
    "M0",
    "PRIVATE_HIGH",
    "SHARED_HIGH",
    "Read",
    "Write",
    "constant",
    "destination",
    "finished",
    "flushed",
    "halves",
    "plain",
    "raw32",
    "scalar_destination",
    "scalar_source",
    "source",
    "unknown",
    "width",
]
