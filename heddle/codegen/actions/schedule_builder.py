"""Schedule builder: applies actions to a kernel one by one and keeps the list, for the default schedules."""
from __future__ import annotations

from collections.abc import Iterable

from heddle.codegen.actions.action import Action, axis
from heddle.codegen.actions.cache import Cache
from heddle.codegen.actions.fuse_rows import FuseRows
from heddle.codegen.actions.join import Join
from heddle.codegen.actions.loop_transforms import fresh_id, is_fixed, size_of
from heddle.codegen.actions.mark import Mark
from heddle.codegen.actions.order import Order
from heddle.codegen.actions.split import Split
from heddle.codegen.memory.tile_layout import Scope
from heddle.codegen.memory.tile_operands import operands
from heddle.uop import AxisType, Ops, UOp


class Optimiser:
    """A kernel and the actions that have been applied to it."""

    def __init__(self, sink: UOp) -> None:
        self.sink = sink
        self.actions: list[Action] = []

    def do(self, action: Action) -> None:
        self.sink = action.apply(self.sink)
        self.actions.append(action)

    def split(self, r: UOp, size: int, kind: AxisType = AxisType.LOOP, overlap: bool = False,
              mask: bool = False) -> tuple[UOp | None, UOp]:
        """(outer, inner) parts of `r`; the outer part is None where it has one iteration."""
        if size == size_of(r) and is_fixed(r): return None, self.mark(r, kind)
        first = fresh_id(self.sink)
        uneven = is_fixed(r) and size_of(r) % size != 0
        # lanes are contiguous, and a repeated element is not
        overlap = overlap and (uneven or (kind is AxisType.UNROLL and not is_fixed(r)))
        self.do(Split((r.arg[0],), size, kind.name.lower(), overlap, mask and uneven))
        return self.find(first), axis(self.sink, first + 1)

    def find(self, number: int) -> UOp | None:
        """The axis with this number, if there is one."""
        return next((n for n in self.sink.toposort() if n.op is Ops.RANGE and n.arg[0] == number), None)

    def mark(self, r: UOp, kind: AxisType) -> UOp:
        if r.arg[1] is not kind: self.do(Mark((r.arg[0],), kind=kind.name.lower()))
        return axis(self.sink, r.arg[0])

    def join(self, outer: UOp, inner: UOp, kind: AxisType = AxisType.LOOP, together: int = 0) -> UOp:
        first = fresh_id(self.sink)
        self.do(Join((outer.arg[0], inner.arg[0]), together, kind.name.lower()))
        return axis(self.sink, first)

    def order(self, loops: Iterable[UOp | None]) -> None: self.do(Order(_numbers(loops)))

    def fuse_rows(self, tile: Iterable[UOp | None], size: int) -> None: self.do(FuseRows(_numbers(tile), size))

    def cache(self, load: UOp, tile: Iterable[UOp | None], lanes: int) -> None:
        self.do(Cache((operands(self.sink).index(load), *_numbers(tile)), lanes, Scope.THREAD))


def _numbers(axes: Iterable[UOp | None]) -> tuple[int, ...]: return tuple(r.arg[0] for r in axes if r is not None)
