"""Default schedule of stencils (depthwise convolution, pooling, blur): planes are copied with their border filled in.

Inputs: a simplified kernel with one reduction, one load of which slides along an output axis, gated.
Outputs: the actions that make it

    grid (batch, channel, …)
      cache the plane with its border
        positions of the plane's other axes
          reduction: vectors along the axis that memory is walked along
"""
from __future__ import annotations

import math

from heddle.codegen.actions.loop_transforms import (
    WRITE_OUT,
    is_fixed,
    iterations,
    lanes_within,
    reductions_of,
    size_of,
    stride,
)
from heddle.codegen.actions.schedule_builder import Optimiser
from heddle.codegen.memory.cache_read import tile_axes
from heddle.codegen.memory.tile_operands import loads
from heddle.codegen.policy.register_tiling import IN_FLIGHT, STEPS, second_cache
from heddle.named_tuple import NamedTuple
from heddle.renderer import Capabilities
from heddle.uop import AxisType, UOp


class Window(NamedTuple):
    """A load that slides: the output axes it slides along, outermost first, and the reduced ones beside them."""

    load: UOp
    positions: tuple[UOp, ...]
    reduced: tuple[UOp, ...]

    @property
    def vector(self) -> UOp:
        """The axis that memory is walked along."""
        return self.positions[-1]


def find_window(sink: UOp, caps: Capabilities) -> Window | None:
    """The window in `sink`, if all else follows it and the plane that it slides over fits the second cache."""
    reductions = reductions_of(sink)
    if not caps.has_scratch or len(sink.src) != 1 or len(reductions) != 1: return None
    reduction, loops = reductions[0], sink.src[0].src[1:]
    gated = [x for x in loads(sink) if len(x.src[0].src) == 3]
    if len(gated) != 1 or not all(map(is_fixed, (*loops, *reduction.src[1:]))): return None
    at, reduced = gated[0].src[0].src[1], reduction.src[1:]
    if any(stride(at, k) is None for k in (*reduced, *loops)): return None
    slides = {_slide(at, k, loops) for k in reduced}
    positions = tuple(r for r in loops if r in slides)
    if not positions or positions[-1] is not loops[-1] or size_of(loops[-1]) < 4: return None
    if stride(at, loops[-1]) not in STEPS: return None
    found = Window(gated[0], positions, reduced)
    # vectors under a condition cost little more than a copy; lanes apart under one are loaded one by one
    few = iterations(positions) * iterations(reduced) < _extent(found, positions) * (4 if stride(at, loops[-1]) == 1 else 1)
    return None if few or _block(found, caps, 1) == 0 else found


def _slide(at: UOp, k: UOp, loops: tuple[UOp, ...]) -> UOp | None:
    """The output axis along which windows slide over what the reduced axis `k` sees: that of the shortest steps.

    Windows taller than the plane reach into the next one, where the border hides it: no windows slide from plane to plane.
    """
    found = [r for r in loops if _overlaps(stride(at, r) or 0, stride(at, k) or 0, size_of(k))]
    return min(found, key=lambda r: stride(at, r) or 0, default=None)


def _overlaps(step: int, k: int, size: int) -> bool:
    """True if windows of `size` elements that lie `k` apart see some of what the ones `step` further on see."""
    return k != 0 and step % k == 0 and 0 < step // k < max(size, 2)


def _extent(w: Window, positions: tuple[UOp, ...]) -> int:
    """Elements that windows at these positions see."""
    return math.prod(t.extent for t in tile_axes(w.load, (*positions, *w.reduced)))


def _block(w: Window, caps: Capabilities, planes: int) -> int:
    """Rows whose windows are cached together: as many as half the second cache holds, few enough for the grid; 0 for none."""
    most = second_cache(caps) // 2 // w.load.dtype.itemsize
    if len(w.positions) == 1: return int(_extent(w, w.positions) <= most)
    rows = size_of(w.positions[-2])
    plane = _extent(w, w.positions)
    line = _extent(w, (*w.positions[:-2], w.vector))  # what the windows of one row see
    each = (plane - line) // max(rows - 1, 1)
    fitting = [b for b in range(1, rows + 1) if rows % b == 0 and line + (b - 1) * each <= most]
    spread = [b for b in fitting if planes * (rows // b) >= 4 * caps.threads and b >= IN_FLIGHT]
    return max(spread, default=max(fitting, default=0))


def optimise_window(opt: Optimiser, w: Window, caps: Capabilities, lanes: int) -> list[UOp]:
    """Does the actions for `w` to `opt`; returns the loops for the grid."""
    grid = [r for r in opt.sink.src[0].src[1:] if r not in w.positions]
    positions = list(w.positions)
    if len(positions) > 1:
        outer, positions[-2] = opt.split(positions[-2], _block(w, caps, iterations(grid)))
        if outer is not None:
            grid.append(outer)
            opt.order([*grid, *positions])
    load = next(x for x in loads(opt.sink) if len(x.src[0].src) == 3)
    opt.cache(load, [*positions, *w.reduced], lanes)
    for k in reductions_to_unroll(w): opt.mark(k, AxisType.UNROLL)
    if len(positions) > 1: opt.split(positions[-2], min(IN_FLIGHT, size_of(positions[-2])), AxisType.UNROLL, overlap=True)
    opt.split(w.vector, lanes_within(size_of(w.vector), lanes), AxisType.VECTOR, overlap=True)
    return grid


def reductions_to_unroll(w: Window) -> tuple[UOp, ...]:
    """The reduced axes to unroll: all, or those that slide along the rows: a vector, once loaded, serves all rows that see it."""
    if iterations(w.reduced) <= WRITE_OUT: return w.reduced
    if len(w.positions) == 1: return ()
    rows = next(t for t in tile_axes(w.load, (*w.positions, *w.reduced)) if w.positions[-2] in t.steps)
    along = tuple(k for k in w.reduced if k in rows.steps)
    return along if iterations(along) <= WRITE_OUT else ()
