"""Warp-wide instructions: shuffles, votes, matches, reductions. Each waits until the lanes its mask names are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..errors import BarrierMisuse
from ..syntax import Imm, Pair, Reg
from ..types import KINDS, UINT, as_dtype, type_of
from .registry import GATES, PRED, Array, Gate, op

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr
    from ..wave import Wave

U32 = KINDS["u32"]
FULL = 0xFFFFFFFF


# -- gates
def gate_of_mask(find: Callable[[Instr], object]) -> Callable[[Builder, Instr, int], Gate]:
    """Lanes go on when every lane of the warp that the mask names, and that has not exited, is here."""

    def make(b: Builder, ins: Instr, pc: int) -> Gate:
        operand = find(ins)
        slot = b.constant(np.array([FULL], np.uint32)) if operand is None else b.src(operand, U32)  # type: ignore[arg-type]
        constant = isinstance(operand, Imm) and operand.value & FULL == FULL

        def gate(x: Wave) -> bool:
            if x.whole and (operand is None or constant):
                return True
            needed = as_dtype(x.r[slot], UINT[32])
            if operand is not None:
                check_membership(x, needed)
            return wait_for(x, pc, needed)

        return gate

    return make


def check_membership(x: Wave, needed: Array) -> None:
    lane = (x.thread_of % 32).astype(np.uint32)
    stranger = x.mask & ((needed >> lane) & np.uint32(1) == 0)
    if stranger.any():
        raise x.fault(BarrierMisuse, "a thread executes this with a mask that does not name itself", stranger)


def wait_for(x: Wave, pc: int, needed: Array) -> bool:
    """Park the lanes whose partners are missing; True when some can go on."""
    here, live = (np.repeat(x.bits_of(m), 32) for m in (x.mask, x.live))
    missing = x.mask & ((needed & live & ~here) != 0)
    if not missing.any():
        return True
    x.park(pc, missing)
    ready = x.mask & ~missing
    n = int(np.count_nonzero(ready))
    x.enter(ready, n)
    return n > 0


last = gate_of_mask(lambda ins: ins.operands[-1])
everyone = gate_of_mask(lambda ins: None)
GATES.update({"shfl": last, "match": last, "redux": last, "elect": last})
GATES["vote"] = lambda b, ins, pc: (last if ins.has("sync") else everyone)(b, ins, pc)


def bar_warp_gate(b: Builder, ins: Instr, pc: int) -> Gate:
    return last(b, ins, pc) if ins.has("warp") else (lambda x: True)


GATES["bar"] = GATES["barrier"] = bar_warp_gate


# -- shuffles
@op("shfl")
def shuffle(b: Builder, ins: Instr) -> Step:
    """d|p = a of another lane of the segment; p says whether that lane was in it."""
    mode = next(m for m in ins.mods if m in ("up", "down", "bfly", "idx"))
    first = ins.operands[0]
    d = b.dst(first.first if isinstance(first, Pair) else first)
    p = b.dst(first.second) if isinstance(first, Pair) else None
    a, lane_slot, clamp = (b.src(o, U32) for o in ins.operands[1:4])

    def step(x: Wave) -> None:
        value = x.spread(as_dtype(x.r[a], UINT[32]))
        bval, cval = (as_dtype(x.r[s], UINT[32]).astype(np.int64) for s in (lane_slot, clamp))
        source, inside = sources(mode, bval & 31, cval, x.thread_of % 32)
        base = np.arange(x.n) // 32 * 32
        picked = np.where(inside, base + source, np.arange(x.n))
        absent = x.mask & inside & ~x.mask[picked] & x.live[picked]
        if absent.any():
            raise x.fault(BarrierMisuse, "a value is asked of a lane that does not take part", absent)
        x.put(d, value[picked])
        if p is not None:
            x.put(p, np.broadcast_to(inside, (x.n,)))

    return step


def sources(mode: str, b: Array, c: Array, lane: Array) -> tuple[Array, Array]:
    """Source lanes and whether they are in range, from the manual's pseudocode; c packs segment mask and clamp."""
    clamp, segment = c & 31, (c >> 8) & 31
    top = (lane & segment) | (clamp & ~segment)
    low = lane & segment
    if mode == "up":
        j = lane - b
        return j, j >= top
    if mode == "down":
        j = lane + b
    elif mode == "bfly":
        j = lane ^ b
    else:
        j = low | (b & ~segment & 31)
    return j, j <= top


# -- votes
@op("vote")
def vote(b: Builder, ins: Instr) -> Step:
    """all, any, uni: a predicate; ballot: a word. Only the lanes that take part count."""
    mode = next(m for m in ins.mods if m in ("all", "any", "uni", "ballot"))
    d, source = b.dst(ins.operands[0]), ins.operands[1]
    p = b.src(source, PRED)
    negated = isinstance(source, Reg) and source.negated
    members = b.src(ins.operands[2], U32) if ins.has("sync") else None

    def step(x: Wave) -> None:
        own = as_dtype(x.r[members], UINT[32]) if members is not None else np.array([FULL], np.uint32)
        yes = np.repeat(x.bits_of(x.spread(x.r[p] ^ negated) & x.mask), 32) & own
        here = np.repeat(x.bits_of(x.mask), 32) & own
        if mode == "ballot":
            x.put(d, yes)
        elif mode == "all":
            x.put(d, yes == here)
        elif mode == "any":
            x.put(d, yes != 0)
        else:
            x.put(d, (yes == here) | (yes == 0))

    return step


@op("activemask")
def activemask(b: Builder, ins: Instr) -> Step:
    d = b.dst(ins.operands[0])
    return lambda x: x.put(d, np.repeat(x.bits_of(x.mask), 32))


@op("elect")
def elect(b: Builder, ins: Instr) -> Step:
    """One lane of the mask, the lowest: its number and a predicate that is true in it alone."""
    first = ins.operands[0]
    assert isinstance(first, Pair)
    d, p = b.dst(first.first), b.dst(first.second)
    members = b.src(ins.operands[1], U32)

    def step(x: Wave) -> None:
        own = np.repeat(x.bits_of(x.mask), 32) & as_dtype(x.r[members], UINT[32])
        leader = np.bitwise_count((own & -own.astype(np.int64)).astype(np.int64) - 1).astype(np.uint32)
        x.put(d, leader)
        x.put(p, leader == (x.thread_of % 32))

    return step


@op("match")
def match(b: Builder, ins: Instr) -> Step:
    """any: which lanes hold my value; all: the mask if all hold the same, with a predicate."""
    kind, first = type_of(ins.mods), ins.operands[0]
    d = b.dst(first.first if isinstance(first, Pair) else first)
    p = b.dst(first.second) if isinstance(first, Pair) else None
    a, members = b.src(ins.operands[1], kind), b.src(ins.operands[2], U32)

    def step(x: Wave) -> None:
        values = x.by_warp(as_dtype(x.r[a], kind.dtype))
        own = np.repeat(x.bits_of(x.mask), 32) & as_dtype(x.r[members], UINT[32])
        equal = (values[:, :, None] == values[:, None, :]).astype(np.uint64) << np.arange(32, dtype=np.uint64)
        same = equal.sum(axis=2).astype(np.uint32).reshape(-1) & own
        if ins.has("any"):
            x.put(d, same)
            return
        all_same = same == own
        x.put(d, np.where(all_same, own, np.uint32(0)))
        if p is not None:
            x.put(p, all_same)

    return step


# -- reductions
@op("redux")
def redux(b: Builder, ins: Instr) -> Step:
    kind = type_of(ins.mods)
    fn = reducer(ins)
    d, a, members = b.dst(ins.operands[0]), b.src(ins.operands[1], kind), b.src(ins.operands[2], U32)

    def step(x: Wave) -> None:
        values = x.by_warp(as_dtype(x.r[a], kind.dtype))
        own = x.by_warp(as_dtype(x.r[members], UINT[32]))
        out = np.zeros(x.n, kind.dtype)
        mask = x.mask.reshape(-1, 32)
        for warp in np.flatnonzero(mask.any(axis=1)):
            for group in np.unique(own[warp][mask[warp]]):
                lanes = mask[warp] & (own[warp] == group)
                out.reshape(-1, 32)[warp, lanes] = fn(values[warp, lanes])
        x.put(d, out)

    return step


def reducer(ins: Instr) -> Callable[[Array], Array]:
    name = next(m for m in ins.mods if m in ("add", "min", "max", "and", "or", "xor"))
    if ins.has("abs"):
        return lambda a: getattr(np, f"f{name}").reduce(np.abs(a))
    if name in ("min", "max") and ins.has("f32"):
        return getattr(np, name + "imum" if ins.has("NaN") else f"f{name}").reduce
    table = {"add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or,
             "xor": np.bitwise_xor}  # fmt: skip
    return lambda a: table[name].reduce(a, dtype=a.dtype)
