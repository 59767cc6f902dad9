"""Axis types: which iterations of a kernel may be unrolled, vectors, threads of a work-group, or the grid.

Inputs: a kernel's ast, an axis, the type that some or all of its iterations shall have.
Outputs: None, or why they may not have it.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.codegen.actions.group_reduce import shared_bytes
from heddle.codegen.actions.loop_transforms import (
    is_around_outputs,
    is_fixed,
    size_of,
)
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp

#: axis types by their names in actions
AXIS_TYPES = {kind.name.lower(): kind for kind in AxisType}
#: the types of axes that are still loops
LOOPS = (AxisType.LOOP, AxisType.REDUCE)
#: the types of axes of which all iterations are written one after the other, or as lanes of a vector
UNROLLED = (AxisType.UNROLL, AxisType.VECTOR)
#: The most copies of a value by unrolling: beyond it, compilers take minutes and registers spill.
MOST_COPIES = 256


def why_not_typed(sink: UOp, r: UOp, size: int, kind: AxisType, caps: Capabilities) -> str | None:
    """Why `size` iterations of `r` may not get that axis type; None if they may."""
    if kind is AxisType.UNROLL and size > MOST_COPIES: return f"unrolling {size} iterations makes too many copies"
    if kind is AxisType.VECTOR and (size & size - 1 or not 2 <= size <= max(caps.vector, 4)): return f"no vector has {size} lanes"
    if kind is AxisType.WORKGROUP: return _why_not_threads(sink, r, size, caps)
    # LOOP and REDUCE are interchangeable here: the END or REDUCE that closes the axis decides
    return None if kind in (*LOOPS, *UNROLLED) else f"an axis inside the kernel cannot be {kind.name.lower()}"


def _why_not_threads(sink: UOp, r: UOp, size: int, caps: Capabilities) -> str | None:
    """Why `size` iterations of `r` may not be the threads of a work-group; None if they may."""
    if caps.workgroup is None: return "the device has no work-groups"
    if size > min(caps.workgroup_threads, caps.workgroup[0]): return f"a work-group cannot have {size} threads"
    if is_around_outputs(sink, r): return None
    reductions = [n for n in sink.toposort() if n.op is Ops.REDUCE and r in n.src[1:]]
    if not reductions: return "the outputs do not share the axis"
    if size & size - 1: return "a group reduction needs a power of two of threads"
    if any(f.ranges & {k for g in reductions for k in g.src[1:]} for f in reductions):
        return "nested reductions cannot both be group reductions"
    room = sum(shared_bytes(size, f.dtype.itemsize) for f in reductions)
    return None if room <= (caps.shared_memory or 0) else f"shared memory has no room for {room} bytes"


def why_not_grid(sink: UOp, axes: Sequence[UOp], caps: Capabilities) -> str | None:
    """Why `axes` may not be the grid, or a part of it; None if they may."""
    r = axes[0]
    if caps.workgroup is not None:
        most = min(caps.grid or (size_of(r),))
        if not is_fixed(r): return "the extent of the grid is symbolic"
        if not is_around_outputs(sink, r): return "the grid is made of loops that all outputs share"
        return None if r.arg[1] is AxisType.LOOP and size_of(r) <= most else f"the grid has no {size_of(r)} groups along an axis"
    loops = [[q for q in end.src[1:] if q.arg[1] not in UNROLLED] for end in sink.src]
    if len(axes) != 1 or any(not inside or inside[0] is not r for inside in loops):
        return "the grid is the outermost loop that all outputs share"
    tiles = [n for n in sink.toposort() if n.op is Ops.INDEX and n.src[0].op is Ops.AFTER]
    # a tile is filled as far out as its axes allow: one that changes with any loop of the outputs is filled inside the outermost
    if any(not n.src[0].ranges for n in tiles): return "a tile would be filled outside the grid"
    is_filled_along = any(r in n.src[1].ranges and r not in n.src[0].ranges for n in tiles)  # and is not filled anew as it iterates
    return "a tile extends along the axis" if is_filled_along else None


def own_loops(sink: UOp) -> list[UOp]:
    """The axes of outputs and reductions that are still loops, except those that copy tiles."""
    closed = (r for n in sink.toposort() if n.op is Ops.REDUCE or n in sink.src for r in n.src[1:])
    return [r for r in dict.fromkeys(closed) if r.arg[1] in LOOPS and r.src[0].op is Ops.CONST]


def output_loops(sink: UOp) -> list[UOp]:
    """The loops of the first output, outermost first."""
    return [r for r in sink.src[0].src[1:] if r.arg[1] is AxisType.LOOP]


def fills_tile(sink: UOp, r: UOp) -> bool:
    """Whether each iteration of `r` refills a tile: if it is unrolled, all copies would fill the same tile."""
    return any(n.op is Ops.AFTER and r in n.ranges for n in sink.toposort())
