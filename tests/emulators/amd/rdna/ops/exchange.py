"""Lanes that read each other's registers."""

from __future__ import annotations

import numpy as np

from ..decode import VGPR, Instr
from ..operands import plain, raw32
from ..registry import Step, special, vector
from ..steps import span
from ..waves import BITS, LANES, Array, Waves
from .integer import U32, regs

BELOW = (BITS - U32(1))[None, :]
LANE = np.arange(LANES)


def counted(mask: Array, start: Array) -> Array:
    return np.bitwise_count(mask & BELOW).astype(U32) + start


vector("u32 u32 u32", v_mbcnt_lo_u32_b32=counted, v_mbcnt_hi_u32_b32=lambda mask, start: start + np.zeros((1, LANES), U32))


def row_of(w: Waves, a: Array, lane: Array) -> Array:
    """One lane of each wave; `lane` is (waves or 1, 1)."""
    if a.shape[1] == 1:
        return a
    rows = max(a.shape[0], lane.shape[0])
    return np.take_along_axis(np.broadcast_to(a, (rows, LANES)), np.broadcast_to(lane, (rows, 1)).astype(np.int64), axis=1)


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
    return lambda w: w.put_s(i.dst, row_of(w, read(w), lane(w) & U32(31)))


@special("v_writelane_b32", uses=lambda i: frozenset((VGPR + i.dst, *span(i.src[0], 1), *span(i.src[1], 1))))
def writelane(i: Instr) -> Step:
    read, lane = plain(i, 0, "u32"), plain(i, 1, "u32")

    def step(w: Waves) -> None:
        here = ((lane(w) & U32(31)) == LANE[None, :].astype(U32)) & w.active
        w.v[i.dst] = np.where(here, read(w), w.bits(i.dst))

    return step


@special("v_permlane16_b32", "v_permlanex16_b32", uses=lambda i: regs(i, "u32 u32 u32 u32"))
def permlane16(i: Instr) -> Step:
    """Within rows of 16 lanes (x: from the other row): four bits per lane, in two scalar registers, say which."""
    read, low, high = plain(i, 0, "u32"), plain(i, 1, "u32"), plain(i, 2, "u32")
    row = (LANE & 16) ^ (16 if "x16" in i.name else 0)
    fetch_inactive, bound = bool(i.opsel & 1), bool(i.opsel & 2)

    def step(w: Waves) -> None:
        select = np.where(LANE % 16 < 8, low(w), high(w)) >> (4 * (LANE % 8)).astype(U32) & U32(15)
        index = np.broadcast_to(row + select.astype(np.int64), (w.count, LANES))
        value = np.take_along_axis(w.spread(read(w)), index, axis=1)
        if w.whole or fetch_inactive:
            return w.put(i.dst, value)
        there = np.take_along_axis(w.mask, index, axis=1)
        w.put(i.dst, np.where(there, value, U32(0) if bound else w.bits(i.dst)))

    return step


@special("v_permlane64_b32", uses=lambda i: regs(i, "u32 u32"))
def permlane64(i: Instr) -> Step:
    """Between the halves of 64 lanes: with 32 it does nothing but copy."""
    read = plain(i, 0, "u32")
    return lambda w: w.put(i.dst, read(w))


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
