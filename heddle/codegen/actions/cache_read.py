"""The action `cache_read`: a tile of an operand is copied to scratch memory, in the layout of the inner loop."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from heddle.codegen.actions.action import Action, Actions
from heddle.codegen.actions.axis_types import LOOPS, UNROLLED, output_loops
from heddle.codegen.actions.loop_transforms import (
    fresh_id,
    is_fixed,
    iterations,
    reads_what_it_writes,
    size_of,
    stride,
)
from heddle.codegen.actions.order import Order
from heddle.codegen.actions.split import Split
from heddle.codegen.memory.cache_read import MOST_SCRATCH, cache_operand
from heddle.codegen.memory.tile_operands import loads, operands, value_loads
from heddle.renderer import Capabilities
from heddle.uop import Ops, UOp


@dataclass(frozen=True)
class CacheRead(Action):
    """cache_read n a b … by l: operand n (memory/tile_operands.py) over the tile of those axes, slowest first, is copied to scratch
    memory, l elements at once (memory/cache_read.py)."""

    name = "cache_read"
    older_names = ("stage",)
    operands = 1

    def apply(self, sink: UOp) -> UOp: return cache_operand(sink, self.axes[0], tuple(self.ranges(sink)), self.size)

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """Scratch memory has room for the tile, and the tile holds what the inner loop reads."""
        if not caps.has_scratch: return "the device has no fast memory for tiles"
        if why := why_no_tile(sink, self, axes): return why
        if not 1 <= self.size <= max(caps.vector, 1): return f"there are no copies of {self.size} at a time"
        load = operands(sink)[self.axes[0]]
        room = MOST_SCRATCH if caps.shared_memory is None else caps.shared_memory
        size = iterations(axes) * load.dtype.itemsize
        return None if size <= room else f"a tile of {size} bytes does not fit in {room}"

    def alternatives(self, sink: UOp, caps: Capabilities) -> Iterator[Actions]:
        for lanes in {1, caps.vector // 8, caps.vector // 4} - {self.size, 0}: yield (replace(self, size=lanes),)

    @classmethod
    def additions(cls, sink: UOp, caps: Capabilities, actions: Actions) -> Iterator[Actions]:
        if not caps.has_scratch or any(a.operands for a in actions): return
        yield from _transposed_tiles(sink, caps)
        yield from _tiles(sink, caps)


def why_no_tile(sink: UOp, action: Action, axes: list[UOp]) -> str | None:
    """Why there may be no tile of the action's operand over the axes; None if there may."""
    found = operands(sink)
    if not action.axes or action.axes[0] >= len(found): return "the kernel has no such load"
    if any(n.op is Ops.DOT for n in sink.toposort()): return "pairs are multiplied when there are all tiles"
    if reads_what_it_writes(sink): return "a tile would hold what has been written since"
    load = found[action.axes[0]]
    if any(n.op is Ops.LOAD for part in value_loads(load) for n in part.src[0].toposort()):
        return "the place of the load is itself read from memory"
    if not axes or any(r not in load.ranges for r in axes): return "the load does not move along an axis of the tile"
    if any(r not in axes for r in load.ranges if r.arg[1] in UNROLLED): return "a tile holds all that is unrolled"
    return None if all(map(is_fixed, axes)) else "the size of the tile would be known at launch only"


def _tiles(sink: UOp, caps: Capabilities) -> Iterator[Actions]:
    """A tile of each load that a reduction reads repeatedly: all its axes but the outermost, slowest in memory first."""
    for number, load in enumerate(loads(sink)):
        moving = [r for r in load.ranges if r.src[0].op is Ops.CONST]
        by_step = sorted(moving, key=lambda r: (-abs(stride(load.src[0].src[1], r) or 0), r.arg[0]))
        outer = next((r for r in sink.src[0].src[1:] if r in moving and r.arg[1] in LOOPS), None)
        for tile in ([r for r in by_step if r is not outer], by_step):
            if tile: yield (CacheRead((number, *(r.arg[0] for r in tile)), max(caps.vector // load.dtype.itemsize, 1)),)


def _transposed_tiles(sink: UOp, caps: Capabilities) -> Iterator[Actions]:
    """For a load that is contiguous along another loop than the lanes: a tile of both, transposed while it is copied."""
    inside = [r for r in output_loops(sink) if r.src[0].op is Ops.CONST]
    lanes = [r for r in sink.src[0].src[1:] if r.arg[1] in UNROLLED]
    new = fresh_id(sink)
    for number, load in enumerate(loads(sink)):
        at = load.src[0].src[1]
        for r in (r for r in inside if stride(at, r) == 1):
            moving = [q.arg[0] for q in lanes if q in load.ranges]
            width = max(caps.vector // load.dtype.itemsize, 1)
            for size in (s for s in (width, 4 * width) if moving and 1 < s < size_of(r)):
                loops = [q.arg[0] if q is not r else new for q in inside]
                yield (Split((r.arg[0],), size, "loop", overlap=size_of(r) % size != 0), Order((*loops, new + 1)),
                       CacheRead((number, new + 1, *moving), width))
