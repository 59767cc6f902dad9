"""The action `join`: two nested loops as one."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from heddle.codegen.actions.action import Action, Actions
from heddle.codegen.actions.axis_types import AXIS_TYPES, LOOPS
from heddle.codegen.actions.block_swizzle import in_groups
from heddle.codegen.actions.loop_transforms import (
    both_of,
    fresh_id,
    is_around_outputs,
    is_fixed,
    iterations_of_both,
    replace_ranges,
    size_of,
)
from heddle.codegen.actions.order import Order
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import GroupOp, UOp


@dataclass(frozen=True)
class Join(Action):
    """join a b as kind: two nested loops as one, (a+b). `by n`: in groups of n iterations of a, see block_swizzle.py."""

    name = "join"
    may_lose_axes = False

    def apply(self, sink: UOp, caps: Capabilities) -> UOp:
        """The kernel with one loop in place of two."""
        (outer, inner), kind = self.ranges(sink), AXIS_TYPES[self.kind]
        if self.size: return replace_ranges(sink, in_groups(sink, outer, inner, self.size, kind))
        if not is_fixed(inner): raise InternalError(f"the extent of {inner!r} is not known: it cannot be joined into another axis")
        both = both_of(outer, inner, iterations_of_both(outer, inner), kind, fresh_id(sink))
        return replace_ranges(sink, {outer: (both // size_of(inner), (both,)), inner: (both % size_of(inner), (both,))})

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """Neighbours of one type, wherever they occur."""
        if len(axes) != 2 or not self.kind: return "a join takes two loops and the type of the result"
        outer, inner = axes
        if outer.arg[1] is not inner.arg[1] or outer.arg[1] not in LOOPS: return "the axes are not loops of one type"
        if AXIS_TYPES[self.kind] not in LOOPS: return "the result of a join is a loop"
        if not is_fixed(inner): return "the extent of the inner loop is symbolic"
        if self.size: return self._why_not_in_groups(sink, axes)
        for n in sink.toposort():
            loops = n.src[1:] if n.op in GroupOp.CLOSING else ()
            if not {outer, inner} & set(loops): continue
            if not {outer, inner} <= set(loops) or loops.index(inner) != loops.index(outer) + 1: return "the loops are not adjacent"
        return None

    def _why_not_in_groups(self, sink: UOp, axes: list[UOp]) -> str | None:
        if not 2 <= self.size <= size_of(axes[0]): return f"a group size of {self.size} is out of range"
        return None if all(is_around_outputs(sink, r) for r in axes) else "the outputs do not share the loops"

    def alternatives(self, sink: UOp, caps: Capabilities) -> Iterator[Actions]:
        if not self.size: return
        for size in (self.size // 2, self.size * 2): yield (replace(self, size=size),)
        yield Order(self.axes), replace(self, size=0)
