"""Lanes that read each other's registers."""

from __future__ import annotations

import numpy as np

from ..decode import VGPR, Instr
from ..operands import destination, plain, raw32, source
from ..registry import Step, special
from ..steps import span
from ..waves import BITS, Array, Waves
from .integer import U32, regs

BELOW, NONE, EVERY = BITS - U32(1), np.zeros(32, U32), np.full(32, 0xFFFFFFFF, U32)
#: the bits of a mask's low and high word that stand for lanes below each lane
BELOW_LOW, BELOW_HIGH = np.concatenate((BELOW, EVERY)), np.concatenate((NONE, BELOW))


@special("v_mbcnt_lo_u32_b32", "v_mbcnt_hi_u32_b32", uses=lambda i: regs(i, "u32 u32 u32"))
def counted(i: Instr) -> Step:
    """How many lanes below its own a lane finds in half a mask, added to what it has."""
    mask, start, write = source(i, 0, "u32"), source(i, 1, "u32"), destination(i, "u32")
    below = BELOW_LOW if "_lo_" in i.name else BELOW_HIGH
    return lambda w: write(w, np.bitwise_count(mask(w) & below[: w.width]).astype(U32) + start(w))


def row_of(w: Waves, a: Array, lane: Array) -> Array:
    """One lane of each wave; `lane` is (waves or 1, 1)."""
    if a.shape[1] == 1:
        return a
    rows = max(a.shape[0], lane.shape[0])
    return np.take_along_axis(np.broadcast_to(a, (rows, a.shape[1])), np.broadcast_to(lane, (rows, 1)).astype(np.int64), axis=1)


def to_scalar(i: Instr) -> frozenset[int]:
    return frozenset((*span(i.dst, 1), *span(i.src[0], 1), *(span(i.src[1], 1) if len(i.src) > 1 else ())))


@special("v_readfirstlane_b32", uses=to_scalar)
def readfirstlane(i: Instr) -> Step:
    read = raw32(i, i.src[0])

    def step(w: Waves) -> None:
        a = read(w)
        if a.shape[1] > 1:
            a = np.ascontiguousarray(a[:, :1]) if w.whole else row_of(w, a, w.mask.argmax(axis=1)[:, None])
        w.put_s(i.dst, a)

    return step


@special("v_readlane_b32", uses=to_scalar)
def readlane(i: Instr) -> Step:
    read, lane = raw32(i, i.src[0]), plain(i, 1, "u32")
    return lambda w: w.put_s(i.dst, row_of(w, read(w), lane(w) & U32(w.width - 1)))


@special("v_writelane_b32", uses=lambda i: frozenset((VGPR + i.dst, *span(i.src[0], 1), *span(i.src[1], 1))))
def writelane(i: Instr) -> Step:
    read, lane = plain(i, 0, "u32"), plain(i, 1, "u32")

    def step(w: Waves) -> None:
        here = ((lane(w) & U32(w.width - 1)) == w.lane[None, :].astype(U32)) & w.active
        w.v[i.dst] = np.where(here, read(w), w.bits(i.dst))

    return step


@special("v_permlane16_b32", "v_permlanex16_b32", uses=lambda i: regs(i, "u32 u32 u32 u32"))
def permlane16(i: Instr) -> Step:
    """Within rows of 16 lanes (x: from the other row): four bits per lane, in two scalar registers, say which."""
    read, low, high = plain(i, 0, "u32"), plain(i, 1, "u32"), plain(i, 2, "u32")
    other = 16 if "x16" in i.name else 0
    fetch_inactive, bound = bool(i.opsel & 1), bool(i.opsel & 2)

    def step(w: Waves) -> None:
        select = np.where(w.lane % 16 < 8, low(w), high(w)) >> (4 * (w.lane % 8)).astype(U32) & U32(15)
        index = np.broadcast_to((w.lane & ~15 ^ other) + select.astype(np.int64), (w.count, w.width))
        value = np.take_along_axis(w.spread(read(w)), index, axis=1)
        if w.whole or fetch_inactive:
            return w.put(i.dst, value)
        there = np.take_along_axis(w.mask, index, axis=1)
        w.put(i.dst, np.where(there, value, U32(0) if bound else w.bits(i.dst)))

    return step


@special("v_permlane64_b32", uses=lambda i: regs(i, "u32 u32"))
def permlane64(i: Instr) -> Step:
    """Between the halves of 64 lanes, whether they run or not: with 32 it does nothing but copy."""
    read = plain(i, 0, "u32")
    return lambda w: w.put(i.dst, read(w) if w.width == 32 else w.spread(read(w))[:, w.lane ^ 32])


@special("v_swap_b32", uses=lambda i: regs(i, "u32 u32"))
def swap(i: Instr) -> Step:
    other = i.src[0] - VGPR

    def step(w: Waves) -> None:
        a, b = w.bits(i.dst), w.bits(other)
        w.put(i.dst, b)
        w.put(other, a)

    return step


@special("v_swap_b16", uses=lambda i: frozenset((VGPR + (i.dst & 127), VGPR + (i.src[0] - VGPR & 127))))
def swap_halves(i: Instr) -> Step:
    sides = [(code & 127, U32(16 if code & 128 else 0)) for code in (i.dst, i.src[0] - VGPR)]

    def step(w: Waves) -> None:
        values = [w.bits(n) >> shift & U32(0xFFFF) for n, shift in sides]
        for (n, shift), value in zip(sides, reversed(values)):
            w.put(n, w.bits(n) & ~(U32(0xFFFF) << shift) | value << shift)

    return step
