"""Lane expansion: vectors that a language lacks, computed lane by lane.

Inputs: the linear IR of a kernel, and what the language has.
Outputs: the same list in which only such vectors are left.
Invariants: a lane is taken out of a vector right where that vector is made, so it is known wherever the vector is.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from heddle.dtype import ConstType, DType
from heddle.renderer import lane_values
from heddle.uop import Ops, UOp


def split_lanes(uops: Sequence[UOp], has_type: Callable[[DType], bool], has_op: Callable[[UOp], bool]) -> list[UOp]:
    """`uops` with vectors of formats for which `has_type` holds only, and ops on them for which `has_op` holds only."""
    if all(u.dtype.count == 1 for u in uops): return list(uops)
    return _Splitter(uops, has_type, has_op).run()


class _Splitter:
    """Expands one list. `new`: the vector or scalar for a node, `lanes`: its scalars; a node may have both."""

    def __init__(self, uops: Sequence[UOp], has_type: Callable[[DType], bool], has_op: Callable[[UOp], bool]) -> None:
        self.uops, self.has_type, self.has_op = uops, has_type, has_op
        self.out: list[UOp] = []
        self.new: dict[UOp, UOp] = {}
        self.lanes: dict[UOp, list[UOp]] = {}

    def run(self) -> list[UOp]:
        """The expanded list. Lanes that expanded ops read of a kept vector are taken out of it right after it."""
        apart = {u for u in self.uops if self.is_apart(u)}
        needed = {s for u in apart for s in u.src if s.dtype.count > 1}
        addresses = {u.src[0] for u in self.uops if u.op in (Ops.LOAD, Ops.STORE) and u not in apart}
        for u in self.uops:
            if u.op is Ops.INDEX and u not in addresses: self.new[u] = u  # each lane has an address of its own
            elif u in apart: self.split(u)
            else: self.keep(u)
            if u in needed and u not in self.lanes: self.expand_lanes(u)
        return self.out

    def is_apart(self, u: UOp) -> bool:
        vectors = [x.dtype for x in (u, *u.src) if x.dtype.count > 1]
        return bool(vectors) and not (all(map(self.has_type, vectors)) and self.has_op(u))

    def add(self, u: UOp) -> UOp:
        self.out.append(u)
        return u

    def keep(self, u: UOp) -> None:
        src = tuple(self.new[s] for s in u.src)
        self.new[u] = self.add(u if src == u.src else u.replace(src=src))

    def expand_lanes(self, u: UOp) -> None:
        whole = self.new[u]
        self.lanes[u] = [self.add(UOp(Ops.GEP, u.dtype.scalar(), (whole,), (i,))) for i in range(u.dtype.count)]

    def lane(self, u: UOp, i: int) -> UOp: return self.new[u] if u.dtype.count == 1 else self.lanes[u][i]

    def split(self, u: UOp) -> None:
        """Makes the lanes of `u`, and the whole if there is such a vector."""
        count = max(x.dtype.count for x in (u, *u.src))
        if u.op is Ops.VECTORIZE: lanes = [self.lane(s, i) for s in u.src for i in range(s.dtype.count)]
        elif u.op is Ops.GEP: lanes = [self.lane(u.src[0], i) for i in cast("tuple[int, ...]", u.arg)]
        elif u.op is Ops.CONST: lanes = [self.add(UOp.const(u.dtype.scalar(), x)) for x in _values(u)]
        elif u.op is Ops.DEFINE_REG: lanes = [self.add(UOp(u.op, u.dtype.scalar(), (), (u.arg, i))) for i in range(count)]
        elif u.op in (Ops.LOAD, Ops.STORE): lanes = [self.access(u, i) for i in range(count)]
        else: lanes = [self.add(u.replace(dtype=u.dtype.scalar(), src=tuple(self.lane(s, i) for s in u.src))) for i in range(count)]
        if u.dtype.count == 1: self.new[u] = lanes[-1]
        else:
            self.lanes[u] = lanes
            if self.has_type(u.dtype): self.new[u] = self.add(UOp(Ops.VECTORIZE, u.dtype, tuple(lanes)))

    def access(self, u: UOp, i: int) -> UOp:
        """A LOAD or STORE of one lane: of a register of its own, or an address further on."""
        memory = u.src[0]
        if memory.op is Ops.INDEX:
            at, buffer = self.new[memory.src[1]], self.new[memory.src[0]]
            if i: at = self.add(UOp(Ops.ADD, at.dtype, (at, self.add(UOp.const(at.dtype, i)))))
            address = self.add(UOp(Ops.INDEX, memory.dtype, (buffer, at)))
        else: address = self.lane(memory, i)
        return self.add(UOp(u.op, u.dtype.scalar(), (address, *(self.lane(s, i) for s in u.src[1:])), u.arg))


def _values(const: UOp) -> tuple[ConstType, ...]:
    found: tuple[ConstType, ...] = lane_values(const)
    return found if len(found) > 1 else found * const.dtype.count
