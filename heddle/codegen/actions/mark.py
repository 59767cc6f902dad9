"""The action `mark`: whole axes get another type."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from heddle.codegen.actions.action import Action, Actions
from heddle.codegen.actions.axis_types import (
    AXIS_TYPES,
    LOOPS,
    fills_tile,
    output_loops,
    own_loops,
    why_not_grid,
    why_not_typed,
)
from heddle.codegen.actions.join import Join
from heddle.codegen.actions.loop_transforms import (
    WRITE_OUT,
    axis_name,
    is_fixed,
    name_of_both,
    retype,
    size_of,
)
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import AxisType, UOp


@dataclass(frozen=True)
class Mark(Action):
    """mark a b … as kind: all iterations of the axes get that type. The grid comes last and takes the outermost loops."""

    name = "mark"
    follows_splits = False

    def apply(self, sink: UOp, caps: Capabilities) -> UOp: return retype(sink, dict.fromkeys(self.ranges(sink), AXIS_TYPES[self.kind]))

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """Loops only, before tiles are made, except for the grid."""
        kind = AXIS_TYPES.get(self.kind)
        if kind is None: return "the action needs an axis type"
        if any(r.arg[1] not in LOOPS for r in axes): return "an axis is not a loop"
        if kind is AxisType.GRID: return why_not_grid(sink, axes, caps)
        if any(fills_tile(sink, r) for r in axes): return "the axis fills a tile: axes are marked before tiles are made"
        if kind not in LOOPS and not all(map(is_fixed, axes)): return "the extent of an axis is symbolic"
        return next((why for r in axes if (why := why_not_typed(sink, r, size_of(r), kind, caps))), None)

    def alternatives(self, sink: UOp, caps: Capabilities) -> Iterator[Actions]:
        """Of a grid: the next loop merged into it; on devices with work-groups, also swizzled (block_swizzle.py)."""
        if self.kind != "grid": return
        inside = [r for r in sink.src[0].src[1:] if r.arg[1] in LOOPS]
        at = next((n for n, r in enumerate(inside) if axis_name(r) == self.axes[0]), len(inside))
        if at + 1 >= len(inside) or (at and caps.workgroup is None): return
        pair = axis_name(inside[at]), axis_name(inside[at + 1])
        for together in (0,) if caps.workgroup is None else (0, 4, 8, 16):
            yield Join(pair, together, "loop"), replace(self, axes=(name_of_both(*pair),))

    @classmethod
    def additions(cls, sink: UOp, caps: Capabilities, actions: Actions) -> Iterator[Actions]:
        for r in own_loops(sink):
            if size_of(r) <= WRITE_OUT: yield (cls((axis_name(r),), kind="unroll"),)
            if size_of(r) in (caps.vector // 4, caps.vector // 8): yield (cls((axis_name(r),), kind="vector"),)

    @classmethod
    def endings(cls, sink: UOp, caps: Capabilities) -> Iterator[Actions]:
        """A grid, if there is none: the outermost loop, or the two outermost."""
        inside = [axis_name(r) for r in output_loops(sink)]
        if not inside or (caps.threads < 2 and caps.workgroup is None): return
        yield (cls((inside[0],), kind="grid"),)
        if len(inside) > 1 and caps.workgroup is None:
            yield Join((inside[0], inside[1]), kind="loop"), cls((name_of_both(inside[0], inside[1]),), kind="grid")
