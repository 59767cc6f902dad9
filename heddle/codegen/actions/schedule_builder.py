"""Schedule builder: applies actions to a kernel one by one and keeps the list, for the default schedules."""
from __future__ import annotations

import functools
from collections.abc import Iterable

from heddle.codegen.actions.action import Action, axis
from heddle.codegen.actions.cache import Cache
from heddle.codegen.actions.join import Join
from heddle.codegen.actions.loop_transforms import axis_name, is_fixed, name_of_both, size_of
from heddle.codegen.actions.mark import Mark
from heddle.codegen.actions.order import Order
from heddle.codegen.actions.split import Split
from heddle.codegen.memory.tile_layout import Scope
from heddle.codegen.memory.tile_operands import operands
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp


class Optimiser:
    """A kernel and the actions that have been applied to it."""

    def __init__(self, sink: UOp, caps: Capabilities) -> None:
        self.sink, self.caps = sink, caps
        self.actions: list[Action] = []

    def do(self, action: Action) -> None:
        self.sink = action.apply(self.sink, self.caps)
        self.actions.append(action)

    def split(self, r: UOp, size: int, kind: AxisType = AxisType.LOOP, overlap: bool = False,
              mask: bool = False) -> tuple[UOp | None, UOp]:
        """(outer, inner) parts of `r`; the outer part is None where it has one iteration."""
        if size == size_of(r) and is_fixed(r): return None, self.mark(r, kind)
        name, uneven = axis_name(r), is_fixed(r) and size_of(r) % size != 0
        # lanes are contiguous, and a repeated element is not
        overlap = overlap and (uneven or (kind is AxisType.UNROLL and not is_fixed(r)))
        self.do(Split((name,), size, kind.name.lower(), overlap, mask and (uneven or not is_fixed(r))))
        return self.find(f"{name}.0"), axis(self.sink, f"{name}.1")

    def find(self, name: str) -> UOp | None:
        """The axis with this name, if there is one."""
        return next((n for n in self.sink.toposort() if n.op is Ops.RANGE and axis_name(n) == name), None)

    def now(self, r: UOp) -> UOp | None:
        """`r` as it is now; None if it has been split or joined."""
        return self.find(axis_name(r))

    def mark(self, r: UOp, kind: AxisType) -> UOp:
        if r.arg[1] is not kind: self.do(Mark((axis_name(r),), kind=kind.name.lower()))
        return axis(self.sink, axis_name(r))

    def join(self, outer: UOp, inner: UOp, kind: AxisType = AxisType.LOOP, together: int = 0) -> UOp:
        pair = axis_name(outer), axis_name(inner)
        self.do(Join(pair, together, kind.name.lower()))
        return axis(self.sink, name_of_both(*pair))

    def join_all(self, axes: Iterable[UOp], kind: AxisType = AxisType.LOOP) -> UOp:
        """Nested loops, outermost first, as one."""
        return functools.reduce(lambda outer, inner: self.join(outer, inner, kind), axes)

    def current(self, axes: Iterable[UOp | None]) -> list[UOp]:
        """The axes as they are now, without those that have been split or joined."""
        return [now for r in axes if r is not None and (now := self.now(r)) is not None]

    def order(self, loops: Iterable[UOp | None]) -> None:
        if axes := names(loops): self.do(Order(axes))

    def cache(self, load: UOp, tile: Iterable[UOp | None], lanes: int) -> None:
        self.do(Cache((str(operands(self.sink).index(load)), *names(tile)), lanes, Scope.THREAD))


def replaced(axes: Iterable[UOp], r: UOp, left: UOp | None) -> list[UOp]:
    """`axes` with what is left of `r` in its place."""
    return [q for s in axes if (q := left if s is r else s) is not None]


def names(axes: Iterable[UOp | None]) -> tuple[str, ...]: return tuple(axis_name(r) for r in axes if r is not None)
