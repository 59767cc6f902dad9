"""The action `partition`: a loop as two loops one after the other, so that a condition on it is constant in each.

`x[i] if i < 100 else y[i - 100]` over i < 150, as of two concatenated tensors, is a loop over 100 elements of x and one over
50 of y, neither with a condition (index-set splitting: Banerjee, Loop Transformations for Restructuring Compilers, 1993).
"""
from __future__ import annotations

from collections.abc import Iterator

from heddle.codegen.access_conditions import access_rules
from heddle.codegen.actions.action import Action, Actions
from heddle.codegen.actions.axis_types import fills_tile, own_loops
from heddle.codegen.actions.loop_transforms import (
    axis_name,
    changes,
    fresh_id,
    part_of,
    replace_ranges,
    size_of,
)
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite

#: Parts of a loop: each is code of its own.
MOST_PARTS = 8


@dataclass(frozen=True)
class Partition(Action):
    """partition a by n: the first n iterations of an output's loop, a.0, then the others, a.1."""

    name = "partition"

    def apply(self, sink: UOp, caps: Capabilities) -> UOp:
        """The kernel with an END for each part. The other loops stay those that all outputs share."""
        (r,), first = self.ranges(sink), fresh_id(sink)
        parts: list[UOp] = []
        for end in sink.src:
            if r not in end.src[1:]: parts.append(end)
            else:
                parts += [_part(end, r, 0, 0, self.size, first), _part(end, r, 1, self.size, size_of(r) - self.size, first + 1)]
        return sink.replace(src=tuple(parts))

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """Loops of outputs, inside of which nothing is reduced or copied."""
        if len(axes) != 1 or self.kind: return "a partition takes one loop"
        (r,) = axes
        ends = [end for end in sink.src if r in end.src[1:]]
        if r.arg[1] is not AxisType.LOOP or not ends: return "the axis is not a loop of an output"
        if not 0 < self.size < size_of(r): return f"there are no {self.size} of {size_of(r)} iterations to part"
        if any(n.op in (Ops.REDUCE, Ops.LOOP_CARRIED) for end in ends for n in end.toposort()): return "the output has reductions"
        if fills_tile(sink, r): return "the axis fills a tile"
        return None if len(sink.src) < MOST_PARTS else f"there are {len(sink.src)} parts already"

    @classmethod
    def additions(cls, sink: UOp, caps: Capabilities, actions: Actions) -> Iterator[Actions]:
        """At each position where a condition changes."""
        for r in own_loops(sink):
            for n in changes(sink, r)[:MOST_PARTS]: yield (cls((axis_name(r),), n),)


def _part(end: UOp, r: UOp, which: int, begin: int, n: int, number: int) -> UOp:
    """`n` iterations of an END from `begin` on, counted by an axis of that number, in which known conditions are gone."""
    part = part_of(r, which, n, r.arg[1], number)
    swapped = replace_ranges(end, {r: (part + begin, (part,)) if n > 1 else (UOp.const(r.dtype, begin), ())})
    return graph_rewrite(swapped, access_rules)
