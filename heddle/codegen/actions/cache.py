"""The action `cache`: a tile of an operand is copied to fast memory, by a thread, by threads that share it, or by TMA."""
from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from heddle.codegen.actions.action import Action, Actions
from heddle.codegen.actions.axis_types import LOOPS, UNROLLED, output_loops
from heddle.codegen.actions.loop_transforms import (
    axis_name,
    is_fixed,
    iterations,
    reads_what_it_writes,
    size_of,
    stride,
)
from heddle.codegen.actions.order import Order
from heddle.codegen.actions.split import Split
from heddle.codegen.memory.cache_read import cache_operand
from heddle.codegen.memory.shared_memory import cache_operand_shared, contiguous_axis, lane_size
from heddle.codegen.memory.tile_layout import (
    CHUNK,
    MOST_SCRATCH,
    WARP,
    WARPGROUP,
    Scope,
    Swizzled,
    Tile,
    layout_of,
    why_no_room,
)
from heddle.codegen.memory.tile_operands import is_computed, loads, operands, value_loads
from heddle.codegen.memory.tma import load_by_tma, rows_of
from heddle.codegen.thread_indices import axes_of
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp


@dataclass(frozen=True)
class Cache(Action):
    """cache n a b … as scope: operand n (memory/tile_operands.py) over the tile of those axes, slowest first, is copied.

    `by l as thread`: by each thread for itself, l elements at once, in the layout of its inner loop (memory/cache_read.py).
    `as group`: by all threads of a work-group (memory/shared_memory.py), l elements at once `by l`; `as warp`, `as wave`,
    `as warpgroup` for the fragments of a warp of 32 threads, of 64, or of four warps; `as tma`: for those of four by TMA
    (memory/tma.py), in a pipeline.
    """

    name = "cache"
    older_names = ("cache_read", "stage", "cache_shared", "share")
    kinds = tuple(Scope)
    operands = 1

    @property
    def operand(self) -> int: return int(self.axes[0])

    @classmethod
    def of_older(cls, name: str, size: int, kind: str) -> tuple[int, str]:
        """Older versions had an action for scratch memory, and one for shared memory in which the size was the number of lanes."""
        if name in ("cache_read", "stage"): return size, Scope.THREAD
        scopes: dict[tuple[int, str], Scope] = {(0, ""): Scope.GROUP, (WARP, ""): Scope.WARP, (WARPGROUP, ""): Scope.WARPGROUP,
                                                (WARPGROUP, "tma"): Scope.TMA, (WARPGROUP, "boxes"): Scope.TMA}
        if (size, kind) not in scopes: raise ValueError(f"not an action: a copy by {size} threads")
        return 0, scopes[size, kind]

    def apply(self, sink: UOp, caps: Capabilities) -> UOp:
        """The kernel with the operand read from the tile."""
        number, tile, scope = self.operand, tuple(self.ranges(sink)), Scope(self.kind)
        if scope is Scope.THREAD: return cache_operand(sink, number, tile, self.size)
        return load_by_tma(sink, number, tile) if scope is Scope.TMA else cache_operand_shared(sink, number, tile, scope, self.size)

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """The device has the memory, with room for the tile, which holds what the inner loop reads; threads that share exist."""
        if not self.kind: return "the copy has no scope"
        by_thread = self.kind == Scope.THREAD
        if by_thread and not caps.has_scratch: return "the device has no scratch memory for tiles"
        if not by_thread and caps.workgroup is None: return "the device has no work-groups"
        if why := _why_no_tile(sink, self, axes): return why
        load = operands(sink)[self.operand]
        return self._why_not_private(load, axes, caps) if by_thread else self._why_not_shared(sink, load, axes, caps)

    def _why_not_private(self, load: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        if not 1 <= self.size <= max(caps.vector, 1): return f"the device has no vector copies of {self.size} elements"
        room = MOST_SCRATCH if caps.shared_memory is None else caps.shared_memory
        size = iterations(axes) * load.dtype.itemsize
        return None if size <= room else f"a tile of {size} bytes does not fit in {room}"

    def _why_not_shared(self, sink: UOp, load: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        scope = Scope(self.kind)
        if self.size and scope is not Scope.GROUP: return f"the width of copies to shared memory is fixed at {CHUNK} bytes"
        if self.size and (why := _why_not_by_vectors(load, axes, self.size, caps)): return why
        if scope.lanes and not any(u.threads == scope.lanes for u in caps.tensor_cores):
            return f"the device has no tensor core for {scope.lanes} threads"
        if not scope.lanes and not axes_of(sink, AxisType.WORKGROUP): return "no threads share the tile"
        if scope.lanes and lane_size(sink) not in (0, scope.lanes): return "the lane axis has another extent"
        tile = layout_of(tuple(axes), load.dtype.itemsize, scope)
        if isinstance(tile, Swizzled) and not tile.is_whole: return "a swizzled tile needs whole rows of 128 bytes"
        if scope is Scope.TMA and (why := _why_not_by_tma(load, tile, caps)): return why
        if any(r not in axes for r in load.ranges if r.arg[1] is AxisType.WORKGROUP): return "the tile depends on the thread"
        if any(r.arg[1] is AxisType.WORKGROUP for n in sink.toposort() if n.op is Ops.REDUCE for r in n.src[1:]):
            return "a kernel with a group reduction has no shared tiles"
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
        if self.kind == Scope.THREAD:
            for lanes in {1, caps.vector // 8, caps.vector // 4} - {self.size, 0}: yield (replace(self, size=lanes),)
        elif caps.has_tma and Scope(self.kind).lanes == WARPGROUP:
            yield (replace(self, kind=Scope.WARPGROUP if self.kind == Scope.TMA else Scope.TMA),)

    @classmethod
    def additions(cls, sink: UOp, caps: Capabilities, actions: Actions) -> Iterator[Actions]:
        if not caps.has_scratch or any(isinstance(a, Cache) for a in actions): return
        yield from _transposed_tiles(sink, caps)
        yield from _tiles(sink, caps)


def _why_not_by_vectors(load: UOp, axes: list[UOp], lanes: int, caps: Capabilities) -> str | None:
    if not 1 < lanes <= caps.lanes_moved or lanes & lanes - 1 or lanes * load.dtype.itemsize > CHUNK:
        return f"the device does not load {lanes} elements at a time"
    return None if contiguous_axis(load, tuple(axes), lanes) is not None else f"no {lanes} elements of the operand are contiguous"


def _why_not_by_tma(load: UOp, tile: Tile, caps: Capabilities) -> str | None:
    if is_computed(load): return "TMA cannot copy a computed operand"
    if not caps.has_tma: return "the device has no TMA"
    return why if isinstance(why := rows_of(load, tile), str) else None


def _why_no_tile(sink: UOp, action: Cache, axes: list[UOp]) -> str | None:
    """Why there may be no tile of the action's operand over the axes; None if there may."""
    found = operands(sink)
    if not action.axes or action.operand >= len(found): return "the kernel has no such operand"
    if any(n.op is Ops.DOT for n in sink.toposort()): return "tiles come before dot products"
    if reads_what_it_writes(sink): return "the kernel writes what the tile would cache"
    load = found[action.operand]
    if any(n.op is Ops.LOAD for part in value_loads(load) for n in part.src[0].toposort()):
        return "the index of the operand is itself loaded"
    if not axes or any(r not in load.ranges for r in axes): return "the operand does not depend on an axis of the tile"
    if any(r not in axes for r in load.ranges if r.arg[1] in UNROLLED): return "a tile includes all unrolled axes of its operand"
    return None if all(map(is_fixed, axes)) else "the size of the tile is symbolic"


def _tiles(sink: UOp, caps: Capabilities) -> Iterator[Actions]:
    """A tile of each load that a reduction reads repeatedly: all its axes but the outermost, slowest in memory first."""
    for number, load in enumerate(loads(sink)):
        moving = [r for r in load.ranges if r.src[0].op is Ops.CONST]
        by_step = sorted(moving, key=lambda r: (-abs(stride(load.src[0].src[1], r) or 0), r.arg[0]))
        outer = next((r for r in sink.src[0].src[1:] if r in moving and r.arg[1] in LOOPS), None)
        for tile in ([r for r in by_step if r is not outer], by_step):
            if tile: yield (_by_thread(number, map(axis_name, tile), load, caps),)


def _by_thread(number: int, axes: Iterable[str], load: UOp, caps: Capabilities) -> Cache:
    return Cache((str(number), *axes), max(caps.vector // load.dtype.itemsize, 1), Scope.THREAD)


def _transposed_tiles(sink: UOp, caps: Capabilities) -> Iterator[Actions]:
    """For a load that is contiguous along another loop than the lanes: a tile of both, transposed while it is copied."""
    inside = [r for r in output_loops(sink) if r.src[0].op is Ops.CONST]
    lanes = [r for r in sink.src[0].src[1:] if r.arg[1] in UNROLLED]
    for number, load in enumerate(loads(sink)):
        at = load.src[0].src[1]
        for r in (r for r in inside if stride(at, r) == 1):
            moving = [axis_name(q) for q in lanes if q in load.ranges]
            width = max(caps.vector // load.dtype.itemsize, 1)
            for size in (s for s in (width, 4 * width) if moving and 1 < s < size_of(r)):
                name = axis_name(r)
                loops = [axis_name(q) if q is not r else f"{name}.0" for q in inside]
                yield (Split((name,), size, "loop", overlap=size_of(r) % size != 0), Order((*loops, f"{name}.1")),
                       _by_thread(number, (f"{name}.1", *moving), load, caps))
