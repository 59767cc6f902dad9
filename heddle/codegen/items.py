"""Grid and work-group axes become the position of an item, for devices whose kernels are written for one item.

In: an expanded kernel with GRID and WORKGROUP axes. Out: the same without them: each is a SPECIAL, `gidx0` … or `lidx0` ….
Always true: dimension 0 is the innermost axis; a store that does not change with the items of a work-group is done by the first
of them.
"""
from __future__ import annotations

from heddle.codegen.axes import replace_ranges, size_of
from heddle.codegen.masks import stores_of
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.renderer import Limits
from heddle.uop import AxisType, Ops, UOp


def to_items(sink: UOp, limits: Limits) -> UOp:
    """`sink` as one item sees it; as it is for a device without work-groups."""
    if limits.workgroup is None: return sink
    grid, items = axes_of(sink, AxisType.GRID), axes_of(sink, AxisType.WORKGROUP)
    places = {r: special(f"gidx{d}", size_of(r)) for d, r in enumerate(reversed(grid))}
    places |= {r: special(f"lidx{d}", size_of(r)) for d, r in enumerate(reversed(items))}
    if len(grid) > 3 or len(items) > 3: raise InternalError(f"a kernel over {len(grid)} grid and {len(items)} work-group axes")
    return replace_ranges(sink, {r: (at, ()) for r, at in places.items()})


def axes_of(sink: UOp, kind: AxisType) -> list[UOp]:
    """The axes of that kind around the kernel's outputs, outermost first."""
    return list(dict.fromkeys(r for end in sink.src for r in end.src[1:] if r.arg[1] is kind))


def special(name: str, extent: int) -> UOp:
    """Position of the item in one dimension of the grid or of its work-group."""
    return UOp(Ops.SPECIAL, dtypes.index, (UOp.const(dtypes.index, extent),), name)
