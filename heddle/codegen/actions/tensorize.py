"""The action `tensorize`: a tile of a sum of products on a tensor core."""
from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from heddle.codegen.actions.action import Action
from heddle.codegen.actions.axis_types import LOOPS, UNROLLED
from heddle.codegen.actions.loop_transforms import reductions_of, size_of
from heddle.codegen.memory.shared_memory import lane_size
from heddle.codegen.memory.tile_layout import WARP
from heddle.codegen.tensorize.mma import factor_loads, use_mma
from heddle.codegen.tensorize.wgmma import ROWS, use_wgmma
from heddle.dtype import dtypes
from heddle.renderer import Capabilities, TensorCore
from heddle.uop import AxisType, Ops, UOp


@dataclass(frozen=True)
class Tensorize(Action):
    """tensorize a b c: rows a × columns b × depth c on a tensor core, see tensorize/mma.py; of 64 rows, by a warp group, see
    tensorize/wgmma.py."""

    name = "tensorize"
    older_names = ("matrix",)
    may_lose_axes = False

    def apply(self, sink: UOp) -> UOp:
        row, column, k = self.ranges(sink)
        return (use_wgmma if size_of(row) == ROWS else use_mma)(sink, row, column, k)

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """The device has a tensor core for the tile, whose rows and columns are those of different factors."""
        if len(axes) != 3: return "an MMA unit takes rows, columns and what is reduced"
        row, column, k = axes
        if any(r.arg[1] not in LOOPS for r in axes): return "an axis is no loop any more"
        if any(n.op is Ops.WMMA for n in sink.toposort()): return "an MMA unit is at work already"
        if any(r not in end.src[1:] for end in sink.src for r in (row, column)): return "the outputs do not share the rows and columns"
        reductions = reductions_of(sink)
        if len(reductions) != 1 or k not in reductions[0].src[1:] or reductions[0].dtype != dtypes.float32:
            return "no sum of products is over that axis"
        a, b = factor_loads(reductions[0])
        if a is None or b is None: return "an MMA unit takes the products of what is loaded"
        unit = next((u for u in caps.tensor_cores if u.dtype == a.dtype == b.dtype and _takes(u, *map(size_of, axes))), None)
        if unit is None: return f"the device has no unit for {size_of(row)} × {size_of(column)} × {size_of(k)}"
        if lane_size(sink) not in (0, unit.warps * WARP): return "the threads that copy are others than those that multiply"
        if unit.warps > 1 and any(x.src[0].src[0].op is not Ops.AFTER for x in (a, b)): return "four warps multiply what they share"
        apart = all((row in x.ranges) != (column in x.ranges) for x in (a, b)) and (row in a.ranges) != (row in b.ranges)
        return None if apart and k in a.ranges and k in b.ranges else "rows and columns are not those of different factors"

    @classmethod
    def is_complete(cls, sink: UOp, order: Collection[UOp]) -> bool:
        """Whether loops reduce the products, and pending products are waited for."""
        units = [n for n in order if n.op in (Ops.WMMA, Ops.WGMMA)]
        if not units: return True
        reductions = [n for n in order if n.op is Ops.REDUCE and n.src[0] in units]
        if any(r.arg[1] in UNROLLED for n in reductions for r in n.src[1:]): return False
        if any(r.arg[1] is AxisType.VECTOR for n in units for r in n.ranges): return False
        return any(n.op is Ops.ASYNC_WAIT for n in order) or all(n.op is not Ops.WGMMA for n in units)


def _takes(unit: TensorCore, rows: int, columns: int, depth: int) -> bool:
    fits_columns = columns == unit.columns if unit.warps == 1 else columns % 8 == 0 and columns <= unit.columns
    return (rows, depth) == (unit.rows, unit.depth) and fits_columns
