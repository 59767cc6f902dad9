"""cp.async: small copies from global to shared memory, asynchronous.

The source is read when the copy is issued; the bytes arrive only when the issuing thread waits for the group. Until
then they are marked, and a read of them is an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..memory import SPACE, where
from ..syntax import Imm, Reg
from ..types import KINDS, UINT, as_dtype
from .access import Site
from .registry import PRED, Array, op

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr
    from ..wave import Wave

OPEN = 1 << 40  # the group number of what was not committed yet


@dataclass
class Copies:
    """What one cp.async of many lanes is still bringing: per lane the destination, the bytes, the group."""

    lanes: Array
    to: Array
    data: Array  # (lanes, words)
    width: int  # bytes of a word
    group: Array


class Groups:
    """Of one wave: copies under way, and how many groups each lane has committed."""

    def __init__(self, x: Wave):
        self.copies: list[Copies] = []
        self.committed = np.zeros(x.n, np.int64)

    def commit(self, lanes: Array) -> None:
        mine = np.zeros(len(self.committed), bool)
        mine[lanes] = True
        for c in self.copies:
            fresh = mine[c.lanes] & (c.group == OPEN)
            c.group = np.where(fresh, self.committed[c.lanes], c.group)
        self.committed[lanes] += 1

    def finish(self, x: Wave, lanes: Array, keep: int, opened: bool = False) -> None:
        """All but the newest `keep` groups of these lanes arrive; with `opened` also what was not committed."""
        mine = np.zeros(len(self.committed), bool)
        mine[lanes] = True
        left: list[Copies] = []
        for c in self.copies:
            done = mine[c.lanes] & ((c.group < self.committed[c.lanes] - keep) | (opened & (c.group == OPEN)))
            arrive(x, c.to[done], c.data[done], c.width, c.lanes[done])
            if not done.all():
                stay = ~done
                left.append(Copies(c.lanes[stay], c.to[stay], c.data[stay], c.width, c.group[stay]))
        self.copies = left
        for c in left:
            mark_coming(x, c.to, c.data.shape[1], c.width)


def mark_coming(x: Wave, to: Array, words: int, width: int) -> None:
    """The bytes behind these addresses are on their way."""
    x.mark_shared(to[:, None] + np.arange(words, dtype=np.uint64) * np.uint64(width), width, state=2)


def arrive(x: Wave, to: Array, data: Array, width: int, lanes: Array) -> None:
    """The bytes are there, as if these lanes had written them now."""
    cells = to[:, None] + np.arange(data.shape[1], dtype=np.uint64) * np.uint64(width)
    if x.races is not None and len(lanes):
        x.races.write(to, data.shape[1] * width, lanes, np.ones(len(lanes), bool))
    SPACE[width][where(cells, width)] = data
    x.mark_shared(cells, width)


def groups_of(x: Wave) -> Groups:
    return x.state.setdefault("cp.async", Groups(x))  # type: ignore[return-value]


def active_lanes(x: Wave) -> Array:
    index = x.lanes()
    return np.arange(x.n) if index is None else index


@op("cp")
def cp(b: Builder, ins: Instr) -> Step:
    from . import bulk  # the two register parts of one opcode

    if ins.has("bulk") or ins.has("reduce"):
        return bulk.bulk(b, ins)
    if ins.has("mbarrier"):
        return arrive_on_barrier(b, ins)
    if ins.has("commit_group"):
        return lambda x: groups_of(x).commit(active_lanes(x))
    if ins.has("wait_all"):
        return lambda x: groups_of(x).finish(x, active_lanes(x), 0, opened=True)
    if ins.has("wait_group"):
        keep = ins.operands[0].value  # type: ignore[union-attr]
        return lambda x: groups_of(x).finish(x, active_lanes(x), keep)
    return copy(b, ins)


def copy(b: Builder, ins: Instr) -> Step:
    """cp.async [to], [source], size{, source size | predicate that ignores the source}{, policy}"""
    size = ins.operands[2].value  # type: ignore[union-attr]
    if size not in (4, 8, 16) or (ins.has("cg") and size != 16):
        raise b.error(ins, f"copies are of 4, 8 or 16 bytes (.cg: 16), not {size}")
    to, source = Site(b, ins, ins.operands[0], "shared", size), Site(b, ins, ins.operands[1], "global", size)
    optional = ins.operands[3] if len(ins.operands) > 3 else None
    if optional is not None and any("cache_hint" in m for m in ins.mods) and len(ins.operands) == 4:
        optional = None
    is_flag = isinstance(optional, Reg) and (v := b.variable(optional)) is not None and v.type == "pred"
    given = None if optional is None else b.src(optional, PRED if is_flag else KINDS["u32"])
    constant = optional.value if isinstance(optional, Imm) else None
    width = min(size, 8)

    def wanted(x: Wave) -> Array:
        """How many bytes each active lane takes from its source."""
        if given is None:
            return np.full(x.count, size)
        value = x.active(x.r[given] if is_flag else as_dtype(x.r[given], UINT[32]))
        return np.where(value, 0, size) if is_flag else value.astype(np.int64)

    def step(x: Wave) -> None:
        target = np.broadcast_to(to.addresses(x), (x.count,)).copy()
        take = wanted(x) if constant is None else np.full(x.count, constant)
        data = fetched(x, source, take, size, width)
        lanes = active_lanes(x).copy()
        mark_coming(x, target, size // width, width)
        groups_of(x).copies.append(Copies(lanes, target, data, width, np.full(len(lanes), OPEN)))

    return step


def fetched(x: Wave, source: Site, take: Array, size: int, width: int) -> Array:
    """(lanes, words) of the sources, zero beyond `take` bytes; a lane that takes nothing may point anywhere."""
    data = np.zeros((x.count, size // width), UINT[8 * width])
    some = take > 0
    if some.any():
        lanes, before = active_lanes(x)[some], (x.mask, x.count)
        mask = np.zeros(x.n, bool)
        mask[lanes] = True
        x.enter(mask, len(lanes))
        at = np.broadcast_to(source.addresses(x), (len(lanes),))
        x.enter(*before)
        cells = at[:, None] + np.arange(size // width, dtype=np.uint64) * np.uint64(width)
        data[some] = SPACE[width][where(cells, width)]
    whole = data.view(np.uint8).reshape(x.count, size)
    whole[np.arange(size)[None, :] >= take[:, None]] = 0
    return whole.view(data.dtype)


def arrive_on_barrier(b: Builder, ins: Instr) -> Step:
    """cp.async.mbarrier.arrive: the barrier hears of it when all copies so far are there. Here that is now."""
    from .mbarrier import arrive_at, barrier_addresses

    site = Site(b, ins, ins.operands[0], "shared", 8)
    quiet = ins.has("noinc")

    def step(x: Wave) -> None:
        groups_of(x).finish(x, active_lanes(x), 0, opened=True)
        addresses = barrier_addresses(x, site)
        for at, lanes in addresses:
            if not quiet:
                arrive_at(x, at).pending += len(lanes)
            arrive_at(x, at).arrive(x, len(lanes))

    return step
