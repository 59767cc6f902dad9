"""The action `cache_shared`: a tile of an operand is copied to shared memory, by all threads of a work-group or by TMA."""
from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from heddle.codegen.actions.action import Action, Actions
from heddle.codegen.actions.cache_read import why_no_tile
from heddle.codegen.memory.shared_memory import (
    WARP,
    Swizzled,
    cache_operand_shared,
    lane_size,
    tile_over,
    why_no_room,
)
from heddle.codegen.memory.tile_operands import is_computed, operands
from heddle.codegen.memory.tma import load_by_tma, rows_of
from heddle.codegen.thread_indices import axes_of
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp

#: the kind of a copy by TMA, instead of thread by thread
TMA = "tma"


@dataclass(frozen=True)
class CacheShared(Action):
    """cache_shared n a b …: operand n over the tile of those axes, slowest first, is copied to shared memory by all threads of a
    work-group (memory/shared_memory.py); `by 32` for the fragments of a warp, `by 128` for those of four warps, `by 128 as tma` by
    TMA (memory/tma.py), in a pipeline."""

    name = "cache_shared"
    older_names = ("share",)
    older_kinds = {"boxes": TMA}
    kinds = (TMA,)
    operands = 1

    def apply(self, sink: UOp) -> UOp:
        number, tile = self.axes[0], tuple(self.ranges(sink))
        return load_by_tma(sink, number, tile) if self.kind == TMA else cache_operand_shared(sink, number, tile, self.size)

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """Threads that share exist, they are those that multiply, and shared memory has room for the tile."""
        if caps.workgroup is None: return "the device has no work-groups"
        if why := why_no_tile(sink, self, axes): return why
        if self.size and not any(u.warps * WARP == self.size for u in caps.tensor_cores):
            return f"there are no warps of {self.size} threads"
        if not self.size and not axes_of(sink, AxisType.WORKGROUP): return "no threads share the tile"
        if self.size and lane_size(sink) not in (0, self.size): return "the threads that copy are others than those that multiply"
        load = operands(sink)[self.axes[0]]
        tile = tile_over(tuple(axes), load.dtype.itemsize, self.size)
        if isinstance(tile, Swizzled) and not tile.is_whole: return "a tile is of whole lines"
        if self.kind == TMA and is_computed(load): return "TMA copies tiles as they are"
        if self.kind == TMA and not caps.has_tma: return "the device has no TMA"
        if self.kind == TMA and isinstance(why := rows_of(load, tile), str): return why
        if any(r not in axes for r in load.ranges if r.arg[1] is AxisType.WORKGROUP): return "a tile is for all threads of the group"
        if any(r.arg[1] is AxisType.WORKGROUP for n in sink.toposort() if n.op is Ops.REDUCE for r in n.src[1:]):
            return "the threads that share a reduction have no tile to share"
        return why_no_room(sink, tile.size * load.dtype.itemsize, caps)

    @classmethod
    def is_complete(cls, sink: UOp, order: Collection[UOp]) -> bool:
        """Whether the threads of a warp that copy also multiply, and TMA loads are pipelined.

        The latter in one loop per work-group: mbarriers count its iterations from the start of the kernel.
        """
        warps = {n for n in order if n.op is Ops.RANGE and n.arg[1] is AxisType.WARP}
        if not warps <= set(axes_of(sink, AxisType.WARP)): return False
        waits = [n for n in order if n.op is Ops.MBARRIER_WAIT]
        if not waits: return all(n.op is not Ops.TMA_TILE for n in order)
        loops = {r for n in waits for r in n.ranges if r.arg[1] not in (AxisType.GRID, AxisType.WORKGROUP, AxisType.WARP)}
        return len(loops) == 1 and all(n.op is not Ops.AFTER or n.src[1].src[0].op is not Ops.TMA_TILE for n in order)

    def alternatives(self, sink: UOp, caps: Capabilities) -> Iterator[Actions]:
        if caps.has_tma: yield (replace(self, kind="" if self.kind else TMA),)
