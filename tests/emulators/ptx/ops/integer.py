"""Integer arithmetic and bit fields. Everything wraps; results follow the PTX manual, "Integer Arithmetic Instructions"."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..types import INT, KINDS, UINT, Kind, as_dtype, type_of
from . import floating
from .registry import Array, elementwise, op

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr
    from ..wave import Wave

U32, U64, S32 = UINT[32], UINT[64], INT[32]


def widened(kind: Kind) -> Kind:
    return KINDS[kind.name[0] + str(kind.bits * 2)]


# -- sums and products
@op("add", "sub")
def add_sub(b: Builder, ins: Instr) -> Step:
    if ins.has("u16x2", "s16x2"):
        return packed(b, ins, KINDS["s16" if ins.has("s16x2") else "u16"], np.add)
    kind = type_of(ins.mods)
    if kind.is_float:
        return floating.add_sub(b, ins, kind)
    if ins.has("cc"):
        return carry(b, ins, kind)
    if ins.has("sat"):
        return elementwise(b, ins, (kind, kind), saturating(np.add if ins.op == "add" else np.subtract))
    return elementwise(b, ins, (kind, kind), np.add if ins.op == "add" else np.subtract)


def saturating(fn: np.ufunc):  # noqa: ANN201
    """s32 only, as the manual has it."""

    def apply(a: Array, b: Array) -> Array:
        wide = fn(a.astype(np.int64), b.astype(np.int64))
        return np.clip(wide, -(1 << 31), (1 << 31) - 1).astype(np.int32)

    return apply


def packed(b: Builder, ins: Instr, kind: Kind, fn: np.ufunc) -> Step:
    """Two 16-bit integers in one register."""
    half = INT[16] if kind.is_signed else UINT[16]

    def apply(*values: Array) -> Array:
        halves = (np.ascontiguousarray(v).view(half).reshape(-1, 2) for v in values)
        return np.ascontiguousarray(fn(*halves)).reshape(-1).view(U32)

    return elementwise(b, ins, (KINDS["u32"],) * (len(ins.operands) - 1), apply)


@op("addc", "subc")
def add_with_carry(b: Builder, ins: Instr) -> Step:
    return carry(b, ins, type_of(ins.mods), takes=True)


def carry(b: Builder, ins: Instr, kind: Kind, takes: bool = False) -> Step:
    """add.cc, addc, sub.cc, subc, mad.cc, madc: the carry flag is a register of its own."""
    unsigned = UINT[kind.bits]
    d, *s = (b.dst(ins.operands[0]), *(b.src(o, kind) for o in ins.operands[1:]))
    subtract = ins.op.startswith("sub")
    sets, flag = ins.has("cc"), b.known_slot("carry flag", lambda slot: b.constants.__setitem__(slot, np.zeros(1, bool)))
    product = multiplier(kind, "hi" if ins.has("hi") else "lo") if ins.op.startswith("mad") else None

    def step(x: Wave) -> None:
        r = x.r
        first = as_dtype(r[s[0]], kind.dtype)
        if product is not None:
            first = product(first, as_dtype(r[s[1]], kind.dtype))
        a, c = as_dtype(first, unsigned), as_dtype(r[s[-1]], unsigned)
        taken = r[flag].astype(unsigned) if takes else unsigned.type(0)
        if subtract:
            value = a - c - taken
            out = (a < c) | ((a == c) & (taken != 0))
        else:
            value = a + c + taken
            out = (value < a) | ((value == a) & (taken != 0))
        x.put(d, value)
        if sets:
            x.put(flag, np.asarray(out, bool).reshape(-1))

    return step


def multiplier(kind: Kind, part: str):  # noqa: ANN201
    """Product of two values: its low half, its high half, or all of it."""
    if part == "lo":
        return np.multiply
    if kind.bits == 64:
        return high64_signed if kind.is_signed else high64
    wide, half = widened(kind).dtype, kind.bits
    if part == "wide":
        return lambda a, b: a.astype(wide) * b.astype(wide)
    return lambda a, b: ((a.astype(wide) * b.astype(wide)) >> half).astype(kind.dtype)


def high64(a: Array, b: Array) -> Array:
    low, s = np.uint64(0xFFFFFFFF), np.uint64(32)
    a0, a1, b0, b1 = a & low, a >> s, b & low, b >> s
    mid = a1 * b0 + ((a0 * b0) >> s)
    mid2 = a0 * b1 + (mid & low)
    return a1 * b1 + (mid >> s) + (mid2 >> s)


def high64_signed(a: Array, b: Array) -> Array:
    ua, ub = as_dtype(a, U64), as_dtype(b, U64)
    zero = np.uint64(0)
    return (high64(ua, ub) - np.where(a < 0, ub, zero) - np.where(b < 0, ua, zero)).view(np.int64)


def part_of(ins: Instr) -> str:
    return next((m for m in ("wide", "hi", "lo") if m in ins.mods), "lo")


@op("mul")
def mul(b: Builder, ins: Instr) -> Step:
    kind = type_of(ins.mods)
    if kind.is_float:
        return floating.mul(b, ins, kind)
    part = part_of(ins)
    out = widened(kind) if part == "wide" else kind
    return elementwise(b, ins, (kind, kind), multiplier(kind, part), out=out)


@op("mad", "madc")
def mad(b: Builder, ins: Instr) -> Step:
    kind = type_of(ins.mods)
    if kind.is_float:
        return floating.fma(b, ins, kind)
    if ins.has("cc") or ins.op == "madc":
        return carry(b, ins, kind, takes=ins.op == "madc")
    part = part_of(ins)
    product = multiplier(kind, part)
    out = widened(kind) if part == "wide" else kind
    if ins.has("sat"):
        add = saturating(np.add)
        return elementwise(b, ins, (kind, kind, out), lambda x, y, z: add(product(x, y), z), out=out)
    return elementwise(b, ins, (kind, kind, out), lambda x, y, z: product(x, y) + z, out=out)


@op("mul24", "mad24")
def mul24(b: Builder, ins: Instr) -> Step:
    """Products of the low 24 bits, of which the low or the high 32 of 48 are kept."""
    kind = type_of(ins.mods)
    shift = 16 if ins.has("hi") else 0

    def low24(a: Array) -> Array:
        wide = a.astype(np.int64) & 0xFFFFFF
        return np.where(wide >> 23, wide - (1 << 24), wide) if kind.is_signed else wide

    def apply(a: Array, c: Array, *addend: Array) -> Array:
        product = ((low24(a) * low24(c)) >> shift).astype(kind.dtype)
        return product + addend[0] if addend else product

    return elementwise(b, ins, (kind,) * (len(ins.operands) - 1), apply)


@op("div", "rem")
def div_rem(b: Builder, ins: Instr) -> Step:
    kind = type_of(ins.mods)
    if kind.is_float:
        return floating.div(b, ins, kind)
    return elementwise(b, ins, (kind, kind), quotient if ins.op == "div" else remainder)


def quotient(a: Array, b: Array) -> Array:
    """Towards zero. Division by zero gives all ones, which is what the hardware's sequence yields."""
    if a.dtype.kind == "u":
        return np.where(b == 0, a.dtype.type(np.iinfo(a.dtype).max), a // np.where(b == 0, a.dtype.type(1), b))
    safe = np.where(b == 0, a.dtype.type(1), b)
    q = a // safe
    q = q + ((a % safe != 0) & ((a < 0) != (safe < 0))).astype(a.dtype)
    return np.where(b == 0, a.dtype.type(-1), q)


def remainder(a: Array, b: Array) -> Array:
    """With the sign of the dividend; by zero: the dividend."""
    safe = np.where(b == 0, a.dtype.type(1), b)
    if a.dtype.kind == "u":
        return np.where(b == 0, a, a % safe)
    return np.where(b == 0, a, a - quotient(a, safe) * safe)


@op("sad")
def sad(b: Builder, ins: Instr) -> Step:
    kind = type_of(ins.mods)
    return elementwise(b, ins, (kind,) * 3, lambda a, c, d: d + np.where(a < c, c - a, a - c))


@op("min", "max")
def min_max(b: Builder, ins: Instr) -> Step:
    names = [m for m in ins.mods if m in KINDS or m in ("s16x2", "u16x2")]
    if names[-1] in ("s16x2", "u16x2"):
        kind = KINDS[names[-1][:3]]
        return packed(b, ins, kind, np.minimum if ins.op == "min" else np.maximum)
    kind = KINDS[names[-1]]
    if kind.is_float:
        return floating.min_max(b, ins, kind)
    fn = np.minimum if ins.op == "min" else np.maximum
    if ins.has("relu"):
        return elementwise(b, ins, (kind, kind), lambda a, c: np.maximum(fn(a, c), kind.dtype.type(0)))
    return elementwise(b, ins, (kind, kind), fn)


@op("abs", "neg")
def abs_neg(b: Builder, ins: Instr) -> Step:
    kind = type_of(ins.mods)
    if kind.is_float:
        return floating.abs_neg(b, ins, kind)
    return elementwise(b, ins, (kind,), np.abs if ins.op == "abs" else np.negative)


# -- bits
def popcount(a: Array) -> Array:
    return np.bitwise_count(a).astype(np.uint32)


def leading_zeros(a: Array) -> Array:
    """Of unsigned values, as u32."""
    bits = a.dtype.itemsize * 8
    for shift in (1, 2, 4, 8, 16, 32):
        if shift < bits:
            a = a | (a >> a.dtype.type(shift))
    return np.uint32(bits) - popcount(a)


def reversed_bits(a: Array) -> Array:
    data = np.ascontiguousarray(a).view(np.uint8).reshape(-1, a.dtype.itemsize)
    flipped = np.packbits(np.unpackbits(data, axis=1, bitorder="little"), axis=1, bitorder="big")
    return np.ascontiguousarray(flipped[:, ::-1]).view(a.dtype).reshape(-1)


@op("popc")
def popc(b: Builder, ins: Instr) -> Step:
    return elementwise(b, ins, (type_of(ins.mods),), popcount, out=KINDS["u32"])


@op("clz")
def clz(b: Builder, ins: Instr) -> Step:
    return elementwise(b, ins, (type_of(ins.mods),), leading_zeros, out=KINDS["u32"])


@op("brev")
def brev(b: Builder, ins: Instr) -> Step:
    return elementwise(b, ins, (type_of(ins.mods),), reversed_bits)


@op("bfind")
def bfind(b: Builder, ins: Instr) -> Step:
    """Position of the highest bit that is not sign; 0xffffffff if there is none. shiftamt: how far to shift it up."""
    kind = type_of(ins.mods)

    def apply(a: Array) -> Array:
        bits = as_dtype(np.where(a < 0, ~a, a), UINT[kind.bits])
        found = np.uint32(kind.bits - 1) - leading_zeros(bits)
        return np.where(bits == 0, np.uint32(0xFFFFFFFF), np.uint32(kind.bits - 1) - found if ins.has("shiftamt") else found)

    return elementwise(b, ins, (kind,), apply, out=KINDS["u32"])


def low_ones(n: Array, kind: Kind) -> Array:
    """A mask of the n lowest bits, all of them from the width on."""
    unsigned = UINT[kind.bits]
    one = unsigned.type(1)
    some = (one << np.minimum(n, kind.bits - 1).astype(unsigned)) - one
    return np.where(n >= kind.bits, ~unsigned.type(0), some)


@op("bfe")
def bfe(b: Builder, ins: Instr) -> Step:
    kind = type_of(ins.mods)
    unsigned, top = UINT[kind.bits], kind.bits - 1

    def apply(a: Array, position: Array, length: Array) -> Array:
        at, n = (position & np.uint32(0xFF)).astype(np.int64), (length & np.uint32(0xFF)).astype(np.int64)
        n = np.minimum(n, np.maximum(kind.bits - at, 0)) if kind.is_signed else n  # beyond the top it is all sign
        raw, ones = as_dtype(a, unsigned), low_ones(n, kind)
        field = np.where(at > top, unsigned.type(0), raw >> np.minimum(at, top).astype(unsigned)) & ones
        if not kind.is_signed:
            return field
        sign_at = np.maximum(np.minimum(at + n - 1, top), 0).astype(unsigned)
        negative = (length & np.uint32(0xFF) != 0) & ((raw >> np.where(at > top, unsigned.type(top), sign_at)) & unsigned.type(1) != 0)
        return as_dtype(np.where(negative, field | ~ones, field), kind.dtype)

    u32 = KINDS["u32"]
    return elementwise(b, ins, (kind, u32, u32), apply)


@op("bfi")
def bfi(b: Builder, ins: Instr) -> Step:
    """f = b with `c` and `d` naming the field that the low bits of a replace."""
    kind = type_of(ins.mods)
    top = kind.bits - 1

    def apply(a: Array, into: Array, position: Array, length: Array) -> Array:
        at, n = (position & np.uint32(0xFF)).astype(np.int64), (length & np.uint32(0xFF)).astype(np.int64)
        ones = as_dtype(low_ones(n, kind), kind.dtype)
        shift = np.minimum(at, top).astype(kind.dtype)
        mask = np.where(at > top, kind.dtype.type(0), ones << shift)
        return (into & ~mask) | ((a << shift) & mask)

    u32 = KINDS["u32"]
    return elementwise(b, ins, (kind, kind, u32, u32), apply)


@op("bmsk")
def bmsk(b: Builder, ins: Instr) -> Step:
    """A field of ones: `b` of them from bit `a` on; .clamp stops at 32, .wrap takes both modulo 32."""
    wrap = ins.has("wrap")

    def apply(position: Array, length: Array) -> Array:
        at, n = position.astype(np.uint64), length.astype(np.uint64)
        at, n = (at & np.uint64(31), n & np.uint64(31)) if wrap else (np.minimum(at, np.uint64(32)), np.minimum(n, np.uint64(32)))
        return (((np.uint64(1) << n) - np.uint64(1)) << at).astype(np.uint32)

    return elementwise(b, ins, (KINDS["u32"],) * 2, apply)


@op("szext")
def szext(b: Builder, ins: Instr) -> Step:
    """The low b bits of a, sign- or zero-extended."""
    kind = type_of(ins.mods)
    wrap = ins.has("wrap")

    def apply(a: Array, n: Array) -> Array:
        width = (n & np.uint32(31)).astype(np.int64) if wrap else np.minimum(n, np.uint32(32)).astype(np.int64)
        shift = np.int64(64) - width
        wide = a.astype(np.int64)
        if kind.is_signed:
            return np.where(width == 0, 0, (wide << np.minimum(shift, 63)) >> np.minimum(shift, 63)).astype(np.int32)
        return (wide & ((np.int64(1) << width) - 1)).astype(np.uint32)

    return elementwise(b, ins, (kind, KINDS["u32"]), apply)


@op("dp4a", "dp2a")
def dot(b: Builder, ins: Instr) -> Step:
    """c + the dot product of four bytes with four bytes, or of two halves with two of the bytes."""
    first, second = (m for m in ins.mods if m in ("u32", "s32"))
    out = KINDS["u32" if first == second == "u32" else "s32"]

    def bytes_of(a: Array, name: str) -> Array:
        return np.ascontiguousarray(a).view(np.int8 if name == "s32" else np.uint8).reshape(-1, 4).astype(np.int64)

    def apply(a: Array, c: Array, d: Array) -> Array:
        right = bytes_of(c, second)
        if ins.op == "dp4a":
            left = bytes_of(a, first)
        else:
            left = np.ascontiguousarray(a).view(np.int16 if first == "s32" else np.uint16).reshape(-1, 2).astype(np.int64)
            right = right[:, 2:] if ins.has("hi") else right[:, :2]
        return ((left * right).sum(axis=1) + d.astype(np.int64)).astype(out.dtype)

    return elementwise(b, ins, (KINDS["u32"], KINDS["u32"], out), apply, out=out)
