"""Random lists of actions that may be done to a kernel."""

from __future__ import annotations

import random

from heddle.codegen.actions.action import Action
from heddle.codegen.actions.cache import Cache
from heddle.codegen.actions.join import Join
from heddle.codegen.actions.loop_transforms import axis_name, size_of
from heddle.codegen.actions.mark import Mark
from heddle.codegen.actions.order import Order
from heddle.codegen.actions.partition import Partition
from heddle.codegen.actions.schedule_builder import Optimiser
from heddle.codegen.actions.split import Split
from heddle.codegen.memory.tile_operands import operands
from heddle.codegen.policy.cpu_schedule import reads_what_it_writes
from heddle.uop import AxisType, Ops, UOp
from tests.codegen.kernels import CAPABILITIES

LOOP, REDUCE, UNROLL, VECTOR, GRID = AxisType.LOOP, AxisType.REDUCE, AxisType.UNROLL, AxisType.VECTOR, AxisType.GRID
MOST_WRITTEN_OUT = 64  # copies of an op: beyond that a test takes long


class Chooser:
    """Does random actions to one kernel; what it may do next depends on what it has done."""

    def __init__(self, sink: UOp, seed: int) -> None:
        self.opt = Optimiser(sink, CAPABILITIES)
        self.rng = random.Random(seed)
        self.in_place = reads_what_it_writes(sink)
        self.written_out = 1
        self.has_vector = False

    def run(self, steps: int) -> Optimiser:
        for _ in range(steps):
            action = getattr(self, self.rng.choice(["split", "split", "split", "mark", "join", "order", "partition"]))()
            if action is not None:
                self.opt.do(action)
        # tiles are made when the loops are cut; scratch memory belongs to a piece of the grid and is filled in it
        if self.rng.random() < 0.4:
            self.make_grid()
        else:
            for _ in range(self.rng.randint(0, 2)):
                if (action := self.stage()) is not None:
                    self.opt.do(action)
        return self.opt

    def axes(self, *kinds: AxisType) -> list[UOp]:
        return [n for n in self.opt.sink.toposort() if n.op is Ops.RANGE and n.arg[1] in kinds and n.src[0].op is Ops.CONST]

    def nests(self) -> list[UOp]:
        return [n for n in self.opt.sink.toposort() if n.op in (Ops.END, Ops.REDUCE)]

    def own(self) -> list[UOp]:
        """Axes of outputs and reductions that are still loops, without those of staging."""
        outputs = {r for end in self.opt.sink.src for r in end.src[1:]}
        reductions = {r for n in self.nests() if n.op is Ops.REDUCE for r in n.src[1:]}
        return [r for r in self.axes(LOOP, REDUCE) if r in outputs or r in reductions]

    def kind(self, r: UOp, size: int) -> AxisType:
        """What the inner part of a split, or a whole axis, becomes."""
        choices = [r.arg[1]]
        if self.written_out * size <= MOST_WRITTEN_OUT:
            choices.append(UNROLL)
        if size in (2, 4, 8, 16) and not self.has_vector:
            choices += [VECTOR, VECTOR]
        kind = self.rng.choice(choices)
        if kind is UNROLL:
            self.written_out *= size
        self.has_vector |= kind is VECTOR
        return kind

    def split(self) -> Action | None:
        if not (axes := [r for r in self.own() if size_of(r) > 2]):
            return None
        r = self.rng.choice(axes)
        size = self.rng.choice([s for s in (2, 3, 4, 5, 8, 16) if s < size_of(r)])
        is_output = any(r in end.src[1:] for end in self.opt.sink.src)
        overlap = size_of(r) % size != 0 and is_output and not self.in_place and self.rng.random() < 0.6
        return Split((axis_name(r),), size, self.kind(r, size).name.lower(), overlap)

    def mark(self) -> Action | None:
        axes = [r for r in self.own() if size_of(r) <= 16]
        if not axes:
            return None
        r = self.rng.choice(axes)
        kind = self.kind(r, size_of(r))
        return None if kind is r.arg[1] else Mark((axis_name(r),), kind=kind.name.lower())

    def join(self) -> Action | None:
        """Two neighbours of every nest that has either."""
        pairs = [
            (a, b)
            for n in self.nests()
            for a, b in zip(n.src[1:], n.src[2:], strict=False)
            if a.arg[1] is b.arg[1] in (LOOP, REDUCE)
        ]
        good = [
            (a, b)
            for a, b in pairs
            if {a, b} <= set(self.own()) and all((a in n.src[1:]) == (b in n.src[1:]) for n in self.nests())
        ]
        if not good:
            return None
        a, b = self.rng.choice(good)
        together = self.rng.choice([0, 0, 0, *range(2, min(size_of(a), 5) + 1)]) if a.arg[1] is LOOP and self.of_all(a) else 0
        return Join((axis_name(a), axis_name(b)), together, kind=a.arg[1].name.lower())

    def of_all(self, r: UOp) -> bool:
        """Whether all outputs share a loop."""
        return all(r in end.src[1:] for end in self.opt.sink.src)

    def order(self) -> Action | None:
        """All loops of the outputs in another order; those that are not loops any more stay innermost."""
        loops = [r for r in dict.fromkeys(r for end in self.opt.sink.src for r in end.src[1:]) if r.arg[1] is LOOP]
        if len(loops) < 2 or len({end.src[1:] for end in self.opt.sink.src}) > 1:
            return None
        return Order(tuple(axis_name(r) for r in self.rng.sample(loops, len(loops))))

    def partition(self) -> Action | None:
        """Any position in a loop of an output without reductions."""
        if not (loops := [r for r in self.own() if size_of(r) > 1]):
            return None
        r = self.rng.choice(loops)
        action = Partition((axis_name(r),), self.rng.randint(1, size_of(r) - 1))
        return action if action.why_not(self.opt.sink, CAPABILITIES) is None else None

    def stage(self) -> Action | None:
        found = [(n, x) for n, x in enumerate(operands(self.opt.sink)) if any(r in self.own() for r in x.ranges)]
        if not found or self.in_place:
            return None
        n, x = self.rng.choice(found)
        if any(i.op is Ops.LOAD for i in x.src[0].toposort()):
            return None  # a place that memory says is not known where it is staged
        axes = [r for r in x.ranges if r.arg[1] in (LOOP, REDUCE, UNROLL, VECTOR)]
        tile = self.rng.sample(sorted(axes, key=lambda r: r.arg[0]), self.rng.randint(1, len(axes)))
        tile += [r for r in axes if r.arg[1] in (UNROLL, VECTOR) and r not in tile]
        return Cache((str(n), *(axis_name(r) for r in tile)), self.rng.choice([1, 4, 16]), "thread")

    def make_grid(self) -> None:
        outer = {end.src[1] if len(end.src) > 1 else None for end in self.opt.sink.src}
        if len(outer) == 1 and (r := outer.pop()) is not None and r.arg[1] is LOOP:
            self.opt.mark(r, GRID)
