"""Scales of packed weights: those of the parts of a block are unpacked in vectors, before a row is summed up.

Inputs: a kernel with a sum along a row of packed weights, as it is before its axes are unrolled.
Outputs: the actions that copy what is computed from bytes that are contiguous along the parts of a block to scratch memory, for a row.
Invariants: the sum has the axes it had, under other numbers. Such a copy is made for every row of weights, so what else moves a scale
may not be unrolled later: no more than one row of results.
"""
from __future__ import annotations

from collections.abc import Iterator

from heddle.codegen.actions.loop_transforms import is_fixed, reductions_of, size_of, stride
from heddle.codegen.actions.schedule_builder import Optimiser
from heddle.codegen.memory.tile_operands import is_computed, scales_of, value_loads
from heddle.uop import AxisType, UOp

#: Elements that are unpacked at a time.
_LANES = 16
#: Parts of a block with scales of their own that are unrolled.
PARTS = 8


def unpack_scales(opt: Optimiser, blocks: UOp, parts: list[UOp], row: UOp | None = None) -> list[UOp]:
    """Scales that do not move along `row`, of a sum along `blocks` and their `parts`. Returns the axes of the parts."""
    if not parts or not all(map(is_fixed, (blocks, *parts))) or _packed_scale(opt.sink, parts[-1], row) is None: return parts
    sizes = list(map(size_of, parts))
    part = opt.join_all(opt.current(parts), AxisType.REDUCE)
    while (scale := _packed_scale(opt.sink, part, row)) is not None:
        opt.cache(scale, [blocks, part] if blocks in scale.ranges else [part], min(size_of(part), _LANES))
    apart = list[UOp]()
    for n in sizes[:0:-1]:
        outer, inner = opt.split(part, n, AxisType.REDUCE)
        apart.insert(0, inner)
        if outer is not None: part = outer
    return [part, *apart]


def unpack_scales_of_row(opt: Optimiser, reduction: UOp) -> None:
    """Those of a sum of a row of packed floats times others."""
    scales = [x for x in scales_of(reduction) if is_computed(x)]
    along = [k for k in reduction.src[1:] if any(k in x.ranges for x in scales)]
    if len(along) < 2 or (packed := unpack_scales(opt, along[0], along[1:])) == along[1:]: return
    unroll_parts(opt, packed, PARTS)


def unroll_parts(opt: Optimiser, axes: list[UOp], most: int) -> int:
    """Unrolls the axes of parts of a block, which decide how their numbers are read; returns how many parts that are."""
    parts = 1
    for k in reversed(axes):
        if not is_fixed(k) or parts * size_of(k) > most: break
        parts *= size_of(k)
        opt.mark(k, AxisType.UNROLL)
    return parts


def _packed_scale(sink: UOp, part: UOp, row: UOp | None) -> UOp | None:
    """A scale that all rows share, which is unpacked from bytes that are contiguous along an axis; None if there is none."""
    return next((x for x in _scales(sink) if row not in x.ranges and _is_unpacked(x, part)), None)


def _scales(sink: UOp) -> Iterator[UOp]:
    for reduction in reductions_of(sink): yield from (x for x in scales_of(reduction) if is_computed(x))


def _is_unpacked(value: UOp, part: UOp) -> bool:
    return any(n.dtype.itemsize == 1 and stride(n.src[0].src[1], part) == 1 for n in value_loads(value))
