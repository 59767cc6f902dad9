"""The action `tensorize`: a tile of a sum of products on a tensor core."""
from __future__ import annotations

from collections.abc import Collection

from heddle.codegen.actions.action import Action
from heddle.codegen.actions.axis_types import LOOPS, UNROLLED
from heddle.codegen.actions.loop_transforms import (
    factor_loads,
    is_around_outputs,
    is_unrolled,
    reductions_of,
    size_of,
)
from heddle.codegen.memory.shared_memory import lane_size
from heddle.codegen.tensorize.mma import find_unit, use_tensor_core
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp


@dataclass(frozen=True)
class Tensorize(Action):
    """tensorize a b c: rows a × columns b × depth c on the device's tensor core for tiles of that size, see tensorize/mma.py."""

    name = "tensorize"
    older_names = ("matrix",)
    may_lose_axes = False

    def apply(self, sink: UOp, caps: Capabilities) -> UOp:
        """The kernel with the products done by the unit. InternalError if the device has none for the tile."""
        row, column, k = self.ranges(sink)
        reduction = next(n for n in reductions_of(sink) if k in n.src[1:])
        unit = find_unit(reduction, row, column, k, caps)
        if unit is None: raise InternalError(f"the device has no tensor core for {size_of(row)} × {size_of(column)} × {size_of(k)}")
        return use_tensor_core(sink, unit, reduction, row, column, k)

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """The device has a tensor core for the tile, whose rows and columns are those of different factors."""
        if len(axes) != 3: return "a tensor core takes rows, columns and the reduced axis"
        row, column, k = axes
        if any(r.arg[1] not in LOOPS for r in axes): return "an axis is not a loop"
        if any(n.op is Ops.WMMA for n in sink.toposort()): return "the kernel uses a tensor core already"
        if not all(is_around_outputs(sink, r) for r in (row, column)): return "the outputs do not share the rows and columns"
        reductions = [n for n in reductions_of(sink) if not is_unrolled(n)]
        if len(reductions) != 1 or k not in reductions[0].src[1:] or reductions[0].dtype != dtypes.float32:
            return "the axis is not reduced by a sum of products"
        a, b = factor_loads(reductions[0])
        if a is None or b is None: return "a tensor core multiplies loads"
        unit = find_unit(reductions[0], row, column, k, caps)
        if unit is None: return f"the device has no tensor core for {size_of(row)} × {size_of(column)} × {size_of(k)}"
        if lane_size(sink) not in (0, unit.threads): return "the lane axis has another extent"
        if unit.warps > 1 and any(x.src[0].src[0].op is not Ops.AFTER for x in (a, b)): return "the factors are not in shared memory"
        apart = all((row in x.ranges) != (column in x.ranges) for x in (a, b)) and (row in a.ranges) != (row in b.ranges)
        return None if apart and k in a.ranges and k in b.ranges else "rows and columns do not belong to different factors"

    @classmethod
    def is_complete(cls, sink: UOp, order: Collection[UOp]) -> bool:
        """Whether loops reduce the products, and pending products are waited for."""
        units = [n for n in order if n.op in (Ops.WMMA, Ops.WGMMA)]
        if not units: return True
        reductions = [n for n in order if n.op is Ops.REDUCE and n.src[0] in units]
        if any(r.arg[1] in UNROLLED for n in reductions for r in n.src[1:]): return False
        if any(r.arg[1] is AxisType.VECTOR for n in units for r in n.ranges): return False
        return any(n.op is Ops.ASYNC_WAIT for n in order) or all(n.op is not Ops.WGMMA for n in units)
