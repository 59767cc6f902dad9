"""WMMA of gfx12: a wave multiplies matrices of 16 by 16, whose parts are spread over all its lanes.

A: lane l holds of row l % 16 the columns from K / 2 * (l // 16) on, in order; B: the same of a column's rows. C and D: lane l holds of
column l % 16 the rows from 8 * (l // 16) on, one per register, or two in a register for results of 16 bits. Sums are exact and rounded
once: the manual leaves their order open. Sources: AMD's GPUOpen article "Using the Matrix Cores of AMD RDNA 4 architecture GPUs", and
`getSingleSubgroupLayout` (WMMAR4) in IREEGPUAttrs.cpp of IREE.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ..decode import VGPR, Instr
from ..operands import constant, halves, unknown
from ..registry import Step
from ..steps import span
from ..waves import U32, Array, Waves
from .packed import fields

Unpack = Callable[[Array], list[Array]]
#: row of register r of lane l, and its column
ROW = np.arange(8)[:, None] + np.arange(32)[None, :] // 16 * 8
COLUMN = np.broadcast_to(np.arange(32) % 16, (8, 32))


def factor(w: Waves, code: int, registers: int, unpack: Unpack) -> Array:
    """(waves, 16 rows or columns, K)."""
    parts = [value for r in range(registers) for value in unpack(w.spread(w.bits(code - VGPR + r)))]
    lanes = np.stack(parts, axis=-1)  # waves, lanes, K / 2
    return np.concatenate((lanes[:, :16], lanes[:, 16:]), axis=-1)


def product(w: Waves, i: Instr, registers: int, first: Unpack, second: Unpack) -> Array:
    """(waves, 8, 32), laid out as D."""
    a, b = factor(w, i.src[0], registers, first), factor(w, i.src[1], registers, second)
    return np.einsum("wik,wjk->wij", a, b)[:, ROW, COLUMN]


def addend(w: Waves, i: Instr, kind: str, registers: int, unpack: Unpack) -> Array:
    """C as (waves, 8, 32)."""
    fixed = constant(i, i.src[2], kind)
    if fixed is not None:
        return np.broadcast_to(fixed.astype(np.float64), (w.count, 8, 32))
    return np.stack([value for r in range(registers) for value in unpack(w.spread(w.bits(i.src[2] - VGPR + r)))], axis=1)


def without_signs(i: Instr) -> None:
    if i.neg or i.neg_hi:
        raise unknown(i, "signs of its operands are not modelled")


def wide(i: Instr, registers: int, first: Unpack, second: Unpack) -> Step:
    """Into float32."""
    without_signs(i)

    def step(w: Waves) -> None:
        total = product(w, i, registers, first, second)
        out = (total + addend(w, i, "f32", 8, lambda c: [c.view(np.float32).astype(np.float64)])).astype(np.float32)
        for r in range(8):
            w.put(i.dst + r, np.ascontiguousarray(out[:, r]))

    return step


def narrow(i: Instr, unpack: Unpack, encode: Callable[[Array], Array]) -> Step:
    """Into floats of 16 bits, two in a register."""
    without_signs(i)

    def step(w: Waves) -> None:
        out = encode(product(w, i, 4, unpack, unpack) + addend(w, i, "f16", 4, unpack)).view(np.uint16).astype(np.uint32)
        for r in range(4):
            w.put(i.dst + r, out[:, 2 * r] | out[:, 2 * r + 1] << U32.type(16))

    return step


def integer(i: Instr, registers: int, size: int) -> Step:
    """Of signed or unsigned integers of `size` bits, as neg says, into int32."""
    info = np.iinfo(np.int32)
    first, second = (partial(fields, size=size, is_signed=bool(i.neg >> at & 1)) for at in (0, 1))

    def step(w: Waves) -> None:
        total = product(w, i, registers, first, second)
        total = total + addend(w, i, "i32", 8, lambda c: [c.view(np.int32).astype(np.int64)]).astype(np.int64)
        if i.clamp:
            total = np.clip(total, info.min, info.max)
        for r in range(8):
            w.put(i.dst + r, np.ascontiguousarray(total[:, r]).astype(np.uint64).astype(np.uint32))

    return step


def touched(factors: int, results: int) -> Callable[[Instr], frozenset[int]]:
    return lambda i: frozenset(
        (*span(VGPR + i.dst, results), *span(i.src[0], factors), *span(i.src[1], factors), *span(i.src[2], results))
    )


# -- floats of 8 bits, as the Open Compute Project has them: E4M3 without infinities, and E5M2, the upper half of float16
def _e4m3(code: int) -> float:
    exponent, fraction = code >> 3 & 15, code & 7
    value = float("nan") if code & 127 == 127 else fraction / 512 if not exponent else (8 + fraction) * 2.0 ** (exponent - 10)
    return -value if code & 128 else value


E4M3 = np.array([_e4m3(code) for code in range(256)])
E5M2 = (np.arange(256, dtype=np.uint16) << np.uint16(8)).view(np.float16).astype(np.float64)


def eighths(table: Array) -> Unpack:
    """The four floats of a register."""
    return lambda a: [table[a >> U32.type(8 * k) & U32.type(255)] for k in range(4)]


def pairs(decode: Callable[[Array], Array]) -> Unpack:
    """The two floats of a register."""
    return lambda a: [decode(halves(a, high)) for high in (False, True)]
