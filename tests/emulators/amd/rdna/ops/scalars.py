"""Scalar arithmetic: once per wave. SCC is the carry, the overflow, the truth of a comparison, or whether the result is not zero."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..decode import EXEC, Instr, signed
from ..operands import Read, scalar_source
from ..registry import Step, scalar, special
from ..steps import span
from ..waves import Array, Waves
from .compare import ORDERED
from .integer import F31, F63, I32, I64, U32, U64, leading_zeros, reversed_bits, sign_bits, trailing_zeros

Pair = tuple[Array, Array]


def overflowed(a: Array, b: Array, result: Array) -> Array:
    return ((a ^ result) & (b ^ result)) < 0


def add_signed(a: Array, b: Array) -> Pair:
    return a + b, overflowed(a, b, a + b)


def subtract_signed(a: Array, b: Array) -> Pair:
    return a - b, overflowed(a, ~b, a - b)


def picked(choose: Callable[[Array, Array], Array]) -> Callable[[Array, Array], Pair]:
    """Least or greatest; SCC says that it was the first."""
    return lambda a, b: (np.where(choose(a, b), a, b), choose(a, b) | np.zeros(np.broadcast_shapes(a.shape, b.shape), bool))


def shifted_sum(n: int) -> Callable[[Array, Array], Pair]:
    def fn(a: Array, b: Array) -> Pair:
        total = (a.astype(U64) << U64(n)) + b
        return total.astype(U32), total >> U64(32) != 0

    return fn


scalar(
    "u32 u32 u32 own",
    s_add_u32=lambda a, b: (a + b, a + b < a),
    s_sub_u32=lambda a, b: (a - b, a < b),
    s_min_u32=picked(np.less),
    s_max_u32=picked(np.greater),
    **{f"s_lshl{n}_add_u32": shifted_sum(n) for n in (1, 2, 3, 4)},
)
scalar("i32 i32 i32 own", s_add_i32=add_signed, s_sub_i32=subtract_signed, s_min_i32=picked(np.less), s_max_i32=picked(np.greater))
scalar("i32 i32 i32 nonzero", s_absdiff_i32=lambda a, b: np.abs(a - b))
LOGIC: dict[str, Callable[[Array, Array], Array]] = {
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "nand": lambda a, b: ~(a & b),
    "nor": lambda a, b: ~(a | b),
    "xnor": lambda a, b: ~(a ^ b),
    "and_not1": lambda a, b: a & ~b,
    "or_not1": lambda a, b: a | ~b,
    "and_not0": lambda a, b: ~a & b,
    "or_not0": lambda a, b: ~a | b,
}
for _bits in (32, 64):
    _kind, _mask = f"u{_bits}", np.uint64(_bits - 1)
    scalar(f"{_kind} {_kind} {_kind} nonzero", **{f"s_{name}_b{_bits}": fn for name, fn in LOGIC.items()})
    scalar(f"{_kind} {_kind} nonzero", **{f"s_not_b{_bits}": np.invert})
    scalar(f"{_kind} {_kind}", **{f"s_mov_b{_bits}": lambda a: a, f"s_brev_b{_bits}": reversed_bits})
    scalar(f"i32 {_kind}", **{f"s_ctz_i32_b{_bits}": trailing_zeros, f"s_clz_i32_u{_bits}": leading_zeros})
    scalar(
        f"u32 {_kind} nonzero",
        **{
            f"s_bcnt1_i32_b{_bits}": lambda a: np.bitwise_count(a).astype(U32),
            f"s_bcnt0_i32_b{_bits}": lambda a: np.bitwise_count(~a).astype(U32),
        },
    )
scalar(
    "i32 i32",
    s_cls_i32=sign_bits,
    s_sext_i32_i8=lambda a: (a << I32(24)) >> I32(24),
    s_sext_i32_i16=lambda a: (a << I32(16)) >> I32(16),
)
scalar("i32 i64", s_cls_i32_i64=sign_bits)
scalar("i32 i32 nonzero", s_abs_i32=np.abs)
scalar("u32 u32 u32 nonzero", s_lshl_b32=lambda a, b: a << (b & F31), s_lshr_b32=lambda a, b: a >> (b & F31))
scalar("i32 i32 u32 nonzero", s_ashr_i32=lambda a, b: a >> (b & F31).view(I32))
scalar(
    "u64 u64 u32 nonzero", s_lshl_b64=lambda a, b: a << (b.astype(U64) & F63), s_lshr_b64=lambda a, b: a >> (b.astype(U64) & F63)
)
scalar("i64 i64 u32 nonzero", s_ashr_i64=lambda a, b: a >> (b.astype(I64) & I64(63)))
scalar(
    "u32 u32 u32",
    s_mul_hi_u32=lambda a, b: (a.astype(U64) * b >> U64(32)).astype(U32),
    s_mul_i32=np.multiply,
    s_bfm_b32=lambda a, b: ((U32(1) << (a & F31)) - U32(1)) << (b & F31),
    s_pack_ll_b32_b16=lambda a, b: (a & U32(0xFFFF)) | b << U32(16),
    s_pack_lh_b32_b16=lambda a, b: (a & U32(0xFFFF)) | (b & U32(0xFFFF0000)),
    s_pack_hh_b32_b16=lambda a, b: a >> U32(16) | (b & U32(0xFFFF0000)),
    s_pack_hl_b32_b16=lambda a, b: a >> U32(16) | b << U32(16),
)
scalar("u64 u32 u32", s_bfm_b64=lambda a, b: ((U64(1) << (a.astype(U64) & F63)) - U64(1)) << (b.astype(U64) & F63))
scalar("i32 i32 i32", s_mul_hi_i32=lambda a, b: (a.astype(I64) * b >> I64(32)).astype(I32))


def extract(a: Array, b: Array) -> Array:
    """Bits of `a`: offset in the low bits of `b`, width from bit 16 on; the result is signed if `a` is."""
    bits = a.dtype.itemsize * 8
    unsigned = np.dtype(f"u{a.dtype.itemsize}")
    offset = (b & U32(bits - 1)).astype(unsigned)
    width = np.minimum((b >> U32(16) & U32(127)).astype(np.int64), bits)
    top = np.maximum(bits - width, 0)
    fits = np.minimum(top, bits - 1).astype(unsigned)
    field = a.view(unsigned) >> offset
    lifted = (field << fits).view(a.dtype)
    return np.where(width == 0, a.dtype.type(0), lifted >> fits.astype(a.dtype))


for _kind in ("u32", "i32", "u64", "i64"):
    scalar(f"{_kind} {_kind} u32 nonzero", **{f"s_bfe_{_kind}": extract})
for _kind in ("u32", "i32"):
    scalar(f"scc {_kind} {_kind}", **{f"s_cmp_{n}_{_kind}": fn for n, fn in {**ORDERED, "lg": np.not_equal}.items()})
scalar("scc u64 u64", s_cmp_eq_u64=np.equal, s_cmp_lg_u64=np.not_equal)
scalar(
    "scc u32 u32", s_bitcmp0_b32=lambda a, b: a >> (b & F31) & U32(1) == 0, s_bitcmp1_b32=lambda a, b: a >> (b & F31) & U32(1) != 0
)
scalar(
    "scc u64 u32",
    s_bitcmp0_b64=lambda a, b: a >> (b.astype(U64) & F63) & U64(1) == 0,
    s_bitcmp1_b64=lambda a, b: a >> (b.astype(U64) & F63) & U64(1) != 0,
)


# -- with a constant of 16 bits in the instruction
def constant(fn: Callable[[Array, Array], Any], is_signed: bool = True) -> Callable[..., Any]:
    def with_constant(w: Waves, i: Instr, a: Array) -> Any:
        if is_signed:
            return fn(a.view(I32), np.full((1, 1), signed(i.imm, 16), I32))
        return fn(a.view(U32), np.full((1, 1), i.imm, U32))

    return with_constant


scalar(
    "i32",
    s_movk_i32=lambda w, i, a: np.full((1, 1), signed(i.imm, 16), I32),
    s_mulk_i32=constant(lambda a, k: a * k),
    s_cmovk_i32=lambda w, i, a: np.where(w.scc, I32(signed(i.imm, 16)), a.view(I32)),
)
scalar("i32 own", s_addk_i32=constant(add_signed))
for _name, _fn in {**ORDERED, "lg": np.not_equal}.items():
    scalar("scc", **{f"s_cmpk_{_name}_i32": constant(_fn), f"s_cmpk_{_name}_u32": constant(_fn, False)})


# -- that read SCC, or EXEC
def reads(i: Instr, kinds: str) -> list[Read]:
    return [scalar_source(i, at, kind) for at, kind in enumerate(kinds.split())]


def touched(width: int) -> Callable[[Instr], frozenset[int]]:
    return lambda i: frozenset((*span(i.dst, width), *(r for s in i.src for r in span(s, width))))


@special("s_addc_u32", "s_subb_u32", "s_add_co_ci_u32", "s_sub_co_ci_u32", uses=touched(1))
def with_carry(i: Instr) -> Step:
    first, second = reads(i, "u32 u32")

    def step(w: Waves) -> None:
        a, b, c = first(w).astype(I64), second(w).astype(I64), w.scc
        total = a + b + c if "add" in i.name else a - b - c
        w.put_s(i.dst, total.astype(U32))
        w.put_scc((total < 0) | (total >> I64(32) != 0))

    return step


@special("s_cselect_b32", uses=touched(1))
def cselect(i: Instr) -> Step:
    a, b = reads(i, "u32 u32")
    return lambda w: w.put_s(i.dst, np.where(w.scc, a(w), b(w)))


@special("s_cselect_b64", uses=touched(2))
def cselect_wide(i: Instr) -> Step:
    a, b = reads(i, "u64 u64")
    return lambda w: w.put_wide_s(i.dst, np.where(w.scc, a(w), b(w)))


@special("s_cmov_b32", uses=touched(1))
def cmov(i: Instr) -> Step:
    (a,) = reads(i, "u32")
    return lambda w: w.put_s(i.dst, np.where(w.scc, a(w), w.s[i.dst]))


@special("s_cmov_b64", uses=touched(2))
def cmov_wide(i: Instr) -> Step:
    (a,) = reads(i, "u64")
    return lambda w: w.put_wide_s(i.dst, np.where(w.scc, a(w), w.wide_s(i.dst)))


@special("s_bitset0_b32", "s_bitset1_b32", "s_bitset0_b64", "s_bitset1_b64", uses=lambda i: touched(1 + i.name.endswith("64"))(i))
def bitset(i: Instr) -> Step:
    (a,) = reads(i, "u32")
    is_wide, sets = i.name.endswith("64"), "bitset1" in i.name
    kind = U64 if is_wide else U32

    def step(w: Waves) -> None:
        old = w.wide_s(i.dst) if is_wide else w.s[i.dst]
        bit = kind(1) << (a(w).astype(kind) & kind(63 if is_wide else 31))
        (w.put_wide_s if is_wide else w.put_s)(i.dst, old | bit if sets else old & ~bit)

    return step


def saving(name: str) -> Callable[[Instr], Step]:
    """EXEC into the destination, and their combination into EXEC (or, for wrexec, into both)."""
    fn, is_wide = LOGIC[name.removeprefix("s_").rsplit("_", 2)[0]], name.endswith("64")

    def make(i: Instr) -> Step:
        (a,) = reads(i, "u64" if is_wide else "u32")

        def step(w: Waves) -> None:
            old, put = (w.wide_s(EXEC), w.put_wide_s) if is_wide else (w.s[EXEC], w.put_s)
            new = fn(a(w), old)
            put(i.dst, new if "wrexec" in name else old)
            put(EXEC, new)
            w.put_scc(new != 0)

        return step

    return make


for _bits in (32, 64):
    for _n in LOGIC:
        special(f"s_{_n}_saveexec_b{_bits}", uses=touched(_bits // 32))(saving(f"s_{_n}_saveexec_b{_bits}"))
    for _n in ("and_not0", "and_not1"):
        special(f"s_{_n}_wrexec_b{_bits}", uses=touched(_bits // 32))(saving(f"s_{_n}_wrexec_b{_bits}"))
