"""WMMA of gfx11: a wave multiplies matrices of 16 by 16; and the table of both generations.

A: lane l holds row l % 16, B: column l % 16, both twice (lanes 16 to 31 repeat lanes 0 to 15: a fault if they do not). C and D:
register r of lane l holds row 2 r + l // 16 of column l % 16. Sums are exact and rounded once, the manual leaves their order open.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ...errors import KernelFault
from ..decode import VGPR, Instr
from ..operands import constant, halves, unknown
from ..registry import Step, special
from ..steps import span
from ..waves import U32, Array, Waves
from . import matrix12
from .convert import bf16_to_f32, f32_to_bf16
from .packed import fields

ROW = np.arange(8)[:, None] * 2 + np.arange(32)[None, :] // 16  # of register r, lane l
COLUMN = np.broadcast_to(np.arange(32) % 16, (8, 32))


def operand(w: Waves, i: Instr, code: int, registers: int, unpack: Callable[[Array], list[Array]]) -> Array:
    """(waves, 16 rows, 16): what each of the lanes 0 to 15 holds."""
    parts = [w.spread(w.bits(code - VGPR + r)) for r in range(registers)]
    for p in parts:
        if ((p[:, :16] != p[:, 16:]).any(axis=1) & w.active[:, 0]).any():
            raise KernelFault(f"at {i.pc:#x}: {i}: lanes 16 to 31 must hold what lanes 0 to 15 hold")
    return np.stack([v for p in parts for v in unpack(p[:, :16])], axis=-1)


def pairs(decode: Callable[[Array], Array]) -> Callable[[Array], list[Array]]:
    return lambda a: [decode(halves(a, high)) for high in (False, True)]


def as_f16(a: Array) -> Array:
    return a.view(np.float16).astype(np.float64)


def as_bf16(a: Array) -> Array:
    return bf16_to_f32(a).astype(np.float64)


def addend(w: Waves, i: Instr, read: Callable[[Array], Array], kind: str) -> Array:
    """C as (waves, 8 registers, 32)."""
    fixed = constant(i, i.src[2], kind)
    if fixed is not None:
        return np.broadcast_to(fixed.astype(np.float64), (w.count, 8, 32))
    return np.stack([read(w.spread(w.bits(i.src[2] - VGPR + r))) for r in range(8)], axis=1)


def product(a: Array, b: Array) -> Array:
    """(waves, 8, 32), laid out as D."""
    return np.einsum("wik,wjk->wij", a, b)[:, ROW, COLUMN]


def wide(i: Instr, decode: Callable[[Array], Array]) -> Step:
    """Into float32."""
    if i.neg or i.neg_hi:
        raise unknown(i, "signs of its operands are not modelled")

    def step(w: Waves) -> None:
        total = product(operand(w, i, i.src[0], 8, pairs(decode)), operand(w, i, i.src[1], 8, pairs(decode)))
        out = (total + addend(w, i, lambda c: c.view(np.float32).astype(np.float64), "f32")).astype(np.float32)
        for r in range(8):
            w.put(i.dst + r, np.ascontiguousarray(out[:, r]))

    return step


def narrow(i: Instr, decode: Callable[[Array], Array], encode: Callable[[Array], Array]) -> Step:
    """Into halves of registers, which op_sel says; the other halves stay."""
    if i.neg or i.neg_hi:
        raise unknown(i, "signs of its operands are not modelled")
    high = bool(i.opsel & 4)
    keep, shift = U32.type(0xFFFF if high else 0xFFFF0000), U32.type(16 if high else 0)

    def step(w: Waves) -> None:
        total = product(operand(w, i, i.src[0], 8, pairs(decode)), operand(w, i, i.src[1], 8, pairs(decode)))
        out = encode(total + addend(w, i, lambda c: decode(halves(c, high)), "f16")).view(np.uint16)
        for r in range(8):
            w.put(i.dst + r, w.bits(i.dst + r) & keep | out[:, r].astype(np.uint32) << shift)

    return step


def integer(i: Instr, size: int) -> Step:
    """Of signed or unsigned integers of `size` bits, as neg says, into int32."""
    registers, info = 16 * size // 32, np.iinfo(np.int32)

    def step(w: Waves) -> None:
        a, b = (operand(w, i, i.src[at], registers, partial(fields, size=size, is_signed=bool(i.neg >> at & 1))) for at in (0, 1))
        total = product(a, b) + addend(w, i, lambda c: c.view(np.int32).astype(np.int64), "i32").astype(np.int64)
        if i.clamp:
            total = np.clip(total, info.min, info.max)
        for r in range(8):
            w.put(i.dst + r, np.ascontiguousarray(total[:, r]).astype(np.uint64).astype(np.uint32))

    return step


def require_whole(w: Waves, i: Instr) -> None:
    if w.width != 32:
        raise unknown(i, "matrices in waves of 64 lanes are not modelled")
    if not (w.mask.all(axis=1) | ~w.active[:, 0]).all():
        raise KernelFault(f"at {i.pc:#x}: {i}: all lanes of the wave must run")


def touched(registers: int) -> Callable[[Instr], frozenset[int]]:
    return lambda i: frozenset((*span(VGPR + i.dst, 8), *span(i.src[0], registers), *span(i.src[1], registers), *span(i.src[2], 8)))


def either(
    name: str, make: Callable[[Instr], Step], uses: int, make12: Callable[[Instr], Step], uses12: tuple[int, int]
) -> None:
    """One mnemonic of both generations."""
    here, there = touched(uses), matrix12.touched(*uses12)

    def checked(i: Instr) -> Step:
        step = (make12 if i.is_spread else make)(i)

        def run(w: Waves) -> None:
            require_whole(w, i)
            step(w)

        return run

    special(name, uses=lambda i: (there if i.is_spread else here)(i))(checked)


def as_half(a: Array) -> Array:
    return a.astype(np.float16)


for _name, _decode, _encode in (("f16", as_f16, as_half), ("bf16", as_bf16, f32_to_bf16)):
    _pair = matrix12.pairs(_decode)
    either(
        f"v_wmma_f32_16x16x16_{_name}", partial(wide, decode=_decode), 8,
        partial(matrix12.wide, registers=4, first=_pair, second=_pair), (4, 8),
    )  # fmt: skip
    either(
        f"v_wmma_{_name}_16x16x16_{_name}", partial(narrow, decode=_decode, encode=_encode), 8,
        partial(matrix12.narrow, unpack=_pair, encode=_encode), (4, 4),
    )  # fmt: skip
for _size in (8, 4):
    either(
        f"v_wmma_i32_16x16x16_iu{_size}", partial(integer, size=_size), _size // 2,
        partial(matrix12.integer, registers=_size // 4, size=_size), (_size // 4, 8),
    )  # fmt: skip


# -- of gfx12 alone
def spread(name: str, registers: int, make: Callable[[Instr], Step]) -> None:
    """Its factors have so many registers."""

    def checked(i: Instr) -> Step:
        step = make(i)

        def run(w: Waves) -> None:
            require_whole(w, i)
            step(w)

        return run

    special(name, uses=matrix12.touched(registers, 8))(checked)


spread("v_wmma_i32_16x16x32_iu4", 2, partial(matrix12.integer, registers=2, size=4))
for _left, _first in (("fp8", matrix12.E4M3), ("bf8", matrix12.E5M2)):
    for _right, _second in (("fp8", matrix12.E4M3), ("bf8", matrix12.E5M2)):
        spread(
            f"v_wmma_f32_16x16x16_{_left}_{_right}", 2,
            partial(matrix12.wide, registers=2, first=matrix12.eighths(_first), second=matrix12.eighths(_second)),
        )  # fmt: skip
