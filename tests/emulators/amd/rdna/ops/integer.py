"""Integers: sums, products, shifts, bits, selection. All wrap unless a clamp says otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..decode import VGPR, Instr
from ..operands import KINDS, destination, source, unknown
from ..registry import VECTOR, Step, special, vector
from ..steps import span
from ..waves import Array, Waves

U8, U16, U32, U64, I32, I64 = np.uint8, np.uint16, np.uint32, np.uint64, np.int32, np.int64
F31, F63, F15 = U32(31), U64(63), U16(15)


def within(dtype: Any) -> Callable[[Array], Array]:
    info = np.iinfo(dtype)
    return lambda a: np.clip(a, info.min, info.max).astype(dtype)


def saturated(fn: Callable[..., Array], kind: str) -> Callable[..., Array]:
    fit = within(KINDS[kind])
    return lambda a, b: fit(fn(a.astype(I64), b.astype(I64)))


def reverse(fn: Callable[..., Array]) -> Callable[..., Array]:
    return lambda a, b: fn(b, a)


#: those that clamp may follow
SATURATING: dict[str, Callable[..., Array]] = {}
for _kind in ("u32", "i32", "u16", "i16"):
    SATURATING[f"v_add_nc_{_kind}"] = saturated(np.add, _kind)
    SATURATING[f"v_sub_nc_{_kind}"] = saturated(np.subtract, _kind)

vector(
    "u32 u32 u32",
    v_add_nc_u32=np.add,
    v_sub_nc_u32=np.subtract,
    v_subrev_nc_u32=reverse(np.subtract),
    v_mul_lo_u32=np.multiply,
    v_and_b32=np.bitwise_and,
    v_or_b32=np.bitwise_or,
    v_xor_b32=np.bitwise_xor,
    v_xnor_b32=lambda a, b: ~(a ^ b),
    v_max_u32=np.maximum,
    v_min_u32=np.minimum,
    v_lshlrev_b32=lambda a, b: b << (a & F31),
    v_lshrrev_b32=lambda a, b: b >> (a & F31),
    v_mul_hi_u32=lambda a, b: (a.astype(U64) * b >> U64(32)).astype(U32),
    v_mul_u32_u24=lambda a, b: (a & U32(0xFFFFFF)) * (b & U32(0xFFFFFF)),
    v_mul_hi_u32_u24=lambda a, b: ((a & U32(0xFFFFFF)).astype(U64) * (b & U32(0xFFFFFF)) >> U64(32)).astype(U32),
    v_bfm_b32=lambda a, b: ((U32(1) << (a & F31)) - U32(1)) << (b & F31),
    v_bcnt_u32_b32=lambda a, b: np.bitwise_count(a).astype(U32) + b,
    v_cvt_pk_u16_u32=lambda a, b: np.minimum(a, U32(0xFFFF)) | np.minimum(b, U32(0xFFFF)) << U32(16),
)
vector(
    "i32 i32 i32",
    v_add_nc_i32=np.add,
    v_sub_nc_i32=np.subtract,
    v_max_i32=np.maximum,
    v_min_i32=np.minimum,
    v_mul_hi_i32=lambda a, b: (a.astype(I64) * b >> I64(32)).astype(I32),
)
vector("i32 u32 i32", v_ashrrev_i32=lambda a, b: b >> (a & F31).view(I32))
vector("u32 u32", v_not_b32=np.invert, v_mov_b32=lambda a: a)
vector(
    "u64 u32 u64",
    v_lshlrev_b64=lambda a, b: b << (a & U32(63)).astype(U64),
    v_lshrrev_b64=lambda a, b: b >> (a & U32(63)).astype(U64),
)
vector("i64 u32 i64", v_ashrrev_i64=lambda a, b: b >> (a & U32(63)).astype(I64))
vector(
    "u16 u16 u16",
    v_add_nc_u16=np.add,
    v_sub_nc_u16=np.subtract,
    v_mul_lo_u16=np.multiply,
    v_max_u16=np.maximum,
    v_min_u16=np.minimum,
    v_and_b16=np.bitwise_and,
    v_or_b16=np.bitwise_or,
    v_xor_b16=np.bitwise_xor,
    v_lshlrev_b16=lambda a, b: b << (a & F15),
    v_lshrrev_b16=lambda a, b: b >> (a & F15),
)
vector("i16 i16 i16", v_add_nc_i16=np.add, v_sub_nc_i16=np.subtract, v_max_i16=np.maximum, v_min_i16=np.minimum)
vector("i16 u16 i16", v_ashrrev_i16=lambda a, b: b >> (a & F15).view(np.int16))
vector("u16 u16", v_not_b16=np.invert, v_mov_b16=lambda a: a)
vector("u16 u16 u16 u16", v_mad_u16=lambda a, b, c: a * b + c)
vector("i16 i16 i16 i16", v_mad_i16=lambda a, b, c: a * b + c)
vector("u32 u16 u16 u32", v_mad_u32_u16=lambda a, b, c: a.astype(U32) * b + c)
vector("i32 i16 i16 i32", v_mad_i32_i16=lambda a, b, c: a.astype(I32) * b + c)


def signed24(a: Array) -> Array:
    return (a << I32(8)) >> I32(8)


vector(
    "i32 i32 i32",
    v_mul_i32_i24=lambda a, b: signed24(a) * signed24(b),
    v_mul_hi_i32_i24=lambda a, b: (signed24(a).astype(I64) * signed24(b) >> I64(32)).astype(I32),
    v_cvt_pk_i16_i32=lambda a, b: (within(np.int16)(a).view(U16) | within(np.int16)(b).view(U16).astype(U32) << U32(16)).view(I32),
)
vector("i32 i32 i32 i32", v_mad_i32_i24=lambda a, b, c: signed24(a) * signed24(b) + c)
vector(
    "u32 u32 u32 u32",
    v_mad_u32_u24=lambda a, b, c: (a & U32(0xFFFFFF)) * (b & U32(0xFFFFFF)) + c,
    v_add3_u32=lambda a, b, c: a + b + c,
    v_xor3_b32=lambda a, b, c: a ^ b ^ c,
    v_or3_b32=lambda a, b, c: a | b | c,
    v_and_or_b32=lambda a, b, c: (a & b) | c,
    v_lshl_add_u32=lambda a, b, c: (a << (b & F31)) + c,
    v_add_lshl_u32=lambda a, b, c: (a + b) << (c & F31),
    v_lshl_or_b32=lambda a, b, c: (a << (b & F31)) | c,
    v_xad_u32=lambda a, b, c: (a ^ b) + c,
    v_bfi_b32=lambda a, b, c: (a & b) | (~a & c),
    v_bfe_u32=lambda a, b, c: (a >> (b & F31)) & ((U32(1) << (c & F31)) - U32(1)),
    v_alignbit_b32=lambda a, b, c: ((a.astype(U64) << U64(32) | b) >> (c & F31).astype(U64)).astype(U32),
    v_alignbyte_b32=lambda a, b, c: ((a.astype(U64) << U64(32) | b) >> ((c & U32(3)) * U32(8)).astype(U64)).astype(U32),
    v_sad_u32=lambda a, b, c: np.maximum(a, b) - np.minimum(a, b) + c,
)


def bfe_signed(a: Array, b: Array, c: Array) -> Array:
    bits = (c & F31).view(U32)
    field = (a.view(U32) >> (b & F31)) & ((U32(1) << bits) - U32(1))
    shift = np.where(bits == 0, U32(0), U32(32) - bits).astype(I32)
    return np.where(bits == 0, I32(0), (field.view(I32) << shift) >> shift)


vector("i32 i32 u32 u32", v_bfe_i32=bfe_signed)


def permuted_bytes(a: Array, b: Array, select: Array) -> Array:
    """v_perm_b32: each byte of the result is one of the eight of a (high) and b (low), or a constant."""
    both = a.astype(U64) << U64(32) | b
    out = np.zeros(np.broadcast_shapes(both.shape, select.shape), U32)
    for k in range(4):
        s = select >> U32(8 * k) & U32(255)
        byte = (both >> ((s & U32(7)) * U32(8)).astype(U64)).astype(U32) & U32(255)
        sign_of = ((s & U32(3)) * U32(16) + U32(15)).astype(U64)
        sign = np.where((both >> sign_of).astype(U32) & U32(1) != 0, U32(255), U32(0))
        byte = np.where(s >= 13, U32(255), np.where(s == 12, U32(0), np.where(s >= 8, sign, byte)))
        out = out | byte << U32(8 * k)
    return out


vector("u32 u32 u32 u32", v_perm_b32=permuted_bytes)
for _kind, _min, _max in (
    ("u32", np.minimum, np.maximum),
    ("i32", np.minimum, np.maximum),
    ("u16", np.minimum, np.maximum),
    ("i16", np.minimum, np.maximum),
):
    vector(
        f"{_kind} {_kind} {_kind} {_kind}",
        **{
            f"v_min3_{_kind}": lambda a, b, c: np.minimum(np.minimum(a, b), c),
            f"v_max3_{_kind}": lambda a, b, c: np.maximum(np.maximum(a, b), c),
            f"v_med3_{_kind}": lambda a, b, c: np.maximum(np.minimum(a, b), np.minimum(np.maximum(a, b), c)),
            f"v_maxmin_{_kind}": lambda a, b, c: np.minimum(np.maximum(a, b), c),
            f"v_minmax_{_kind}": lambda a, b, c: np.maximum(np.minimum(a, b), c),
        },
    )


def reversed_bits(a: Array) -> Array:
    size = a.dtype.itemsize
    raw = np.ascontiguousarray(a).view(U8).reshape(*a.shape, size)[..., ::-1]
    flipped = np.packbits(np.unpackbits(np.ascontiguousarray(raw), axis=-1, bitorder="little"), axis=-1, bitorder="big")
    return flipped.view(a.dtype)[..., 0]


def leading_zeros(a: Array) -> Array:
    """From the top; -1 if no bit is set."""
    bits = a.dtype.itemsize * 8
    x, n = a.copy(), np.zeros(a.shape, I32)
    step = bits // 2
    while step:
        low = x >> a.dtype.type(bits - step) == 0
        n, x = np.where(low, n + step, n), np.where(low, x << a.dtype.type(step), x)
        step //= 2
    return np.where(a == 0, I32(-1), n.astype(I32))


def trailing_zeros(a: Array) -> Array:
    """From the bottom; -1 if no bit is set."""
    lowest = a & (~a + a.dtype.type(1))
    return np.where(a == 0, I32(-1), np.bitwise_count(lowest - a.dtype.type(1)).astype(I32))


def sign_bits(a: Array) -> Array:
    """How many bits from the top are the same; -1 if all are."""
    unsigned = np.where(a < 0, ~a, a).view(f"u{a.dtype.itemsize}")
    return leading_zeros(unsigned)


vector("u32 u32", v_bfrev_b32=reversed_bits)
vector("i32 u32", v_clz_i32_u32=leading_zeros, v_ctz_i32_b32=trailing_zeros)
vector("i32 i32", v_cls_i32=sign_bits)


# -- selection, carries, wide products
def select(a: Array, b: Array, which: Array) -> Array:
    return np.where(which, b, a)


vector("u16 u16 u16 mask", v_cndmask_b16=select)
vector("u32 u32 u32 mask", v_cndmask_b32=select)


@special("v_cndmask_b32", uses=lambda i: regs(i, "u32 u32 u32 mask"))
def cndmask(i: Instr) -> Step:
    """The modifiers of its sources change signs, as if they were floats."""
    from ..steps import vector_step

    kind = "f32" if i.neg or i.abs else "u32"
    return vector_step(i, replace(VECTOR["v_cndmask_b32"], result=kind, sources=(kind, kind, "mask"))).run


def regs(i: Instr, kinds: str) -> frozenset[int]:
    """The registers of the destination and the sources, and the scalar destination."""
    result, *sources = kinds.split()
    out = set(span(VGPR + i.dst, 2 if result.endswith("64") else 1)) | set(span(i.sdst, 1))
    for code, kind in zip(i.src, sources):
        out |= set(span(code, 2 if kind.endswith("64") else 1))
    return frozenset(out)


def carrying(i: Instr, minus: bool, swapped: bool, carry_in: bool) -> Step:
    first, second = source(i, 0, "u32"), source(i, 1, "u32")
    if swapped:
        first, second = second, first
    carry = source(i, 2, "mask") if carry_in else None
    write, n = destination(i, "u32"), i.sdst
    if i.clamp:
        raise unknown(i, "clamp is not modelled here")

    def step(w: Waves) -> None:
        a, b = first(w), second(w)
        if carry is None:
            total = a - b if minus else a + b
            out = a < b if minus else total < a
        else:
            c = carry(w)
            if minus:
                total, out = a - b - c, (a < b) | ((a == b) & c)
            else:
                total = a + b + c
                out = (total < a) | ((total == a) & c)
        w.put_lanes(n, out)
        write(w, total)

    return step


for _name, _minus, _swap in (("add", False, False), ("sub", True, False), ("subrev", True, True)):
    special(f"v_{_name}_co_u32", uses=lambda i: regs(i, "u32 u32 u32"))(lambda i, m=_minus, s=_swap: carrying(i, m, s, False))
    special(f"v_{_name}_co_ci_u32", uses=lambda i: regs(i, "u32 u32 u32 mask"))(
        lambda i, m=_minus, s=_swap: carrying(i, m, s, True)
    )


@special("v_mad_u64_u32", uses=lambda i: regs(i, "u64 u32 u32 u64"))
def mad_u64_u32(i: Instr) -> Step:
    a, b, c, write, n = source(i, 0, "u32"), source(i, 1, "u32"), source(i, 2, "u64"), destination(i, "u64"), i.sdst

    def step(w: Waves) -> None:
        product = a(w).astype(U64) * b(w)
        total = product + c(w)
        w.put_lanes(n, total < product)
        write(w, total)

    return step


@special("v_mad_i64_i32", uses=lambda i: regs(i, "i64 i32 i32 i64"))
def mad_i64_i32(i: Instr) -> Step:
    a, b, c, write, n = source(i, 0, "i32"), source(i, 1, "i32"), source(i, 2, "i64"), destination(i, "i64"), i.sdst

    def step(w: Waves) -> None:
        product, added = a(w).astype(I64) * b(w), c(w)
        total = product + added
        w.put_lanes(n, ((product ^ total) & (added ^ total)) < 0)
        write(w, total)

    return step
