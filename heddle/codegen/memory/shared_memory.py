"""Copies of input tiles to shared memory (`cache_shared`): the threads of a work-group fill a tile together.

Inputs: a kernel, one of its operands, the axes of the tile (slowest first).
Outputs: the kernel with that read from a DEFINE_LOCAL that all threads of the group fill, element by element, contiguous in
memory, between two barriers.
Invariants: conditions on the load are settled while copying, and a computed factor is computed then; no thread reads a tile that is
being filled.

With a warp (`by`), its threads copy too, as many elements at a time as make 16 bytes, and rows of the tile are 16 bytes further apart
than they are long: threads that read below each other then read from different banks. With four warps, which multiply together, the
tile is lines of 128 bytes, in which the pieces of 16 bytes are swapped by the number of the line (NVIDIA's 128-byte swizzle).
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heddle.codegen.actions.group_reduce import after_readers, barrier
from heddle.codegen.actions.loop_transforms import fresh_id, iterations, size_of, stride
from heddle.codegen.memory.tile_operands import is_computed, operands, position
from heddle.dtype import dtypes
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic

ZERO = UOp.const(dtypes.index, 0)
#: bytes that a thread of a warp copies at a time, and that rows of the tile are further apart
_CHUNK = 16
#: bytes of a line of a swizzled tile
_ROW = 128


def cache_operand_shared(sink: UOp, operand: int, axes: tuple[UOp, ...], together: int = 0) -> UOp:
    """The kernel with operand number `operand` shared by the work-group, as a tile over `axes`, slowest first."""
    load = operands(sink)[operand]
    threads = sorted((n for n in sink.toposort() if n.op is Ops.RANGE and n.arg[1] is AxisType.WORKGROUP), key=lambda r: r.arg[0])
    if together: threads.append(warp_lane(sink, together))
    tile = tile_over(axes, load.dtype.itemsize, together)
    local = new_local(sink, load, tile)
    width = _together(load, axes) if together else 1
    return shared_as(sink, load, tile, local.after(barrier(_fill(sink, load, local, tile, threads, width))))


def new_local(sink: UOp, load: UOp, tile: Tile) -> UOp:
    """Local memory for a tile of a load."""
    return UOp(Ops.DEFINE_LOCAL, load.dtype, (), (sum(n.op is Ops.DEFINE_LOCAL for n in sink.toposort()), tile.size))


def shared_as(sink: UOp, load: UOp, tile: Tile, filled: UOp) -> UOp:
    """The kernel with the load done from a tile: local memory, after it was filled."""
    return graph_rewrite(sink.substitute({load: filled.index(tile.position(tile.axes)).load(load.dtype)}), symbolic)


@dataclass(frozen=True)
class Tile:
    """How a tile lies in local memory: axes, slowest first, and the elements that its rows are further apart."""

    axes: tuple[UOp, ...]
    padding: int = 0

    @property
    def in_rows(self) -> int:
        """Number of the first axis of those that a row has: all reduced ones, or all others, at the end."""
        kinds = [r.arg[1] is AxisType.REDUCE for r in self.axes]
        return max((n + 1 for n, kind in enumerate(kinds) if kind != kinds[-1]), default=0)

    @property
    def size(self) -> int:
        """Elements, with those between the rows."""
        return iterations(self.axes[:self.in_rows]) * (iterations(self.axes[self.in_rows:]) + self.padding)

    def position(self, at: Sequence[UOp]) -> UOp:
        """Where the element `at` lies."""
        n = self.in_rows
        if not self.padding: return _position(self.axes, at)
        return _position(self.axes[:n], at[:n]) * (iterations(self.axes[n:]) + self.padding) + _position(self.axes[n:], at[n:])


@dataclass(frozen=True)
class Swizzled(Tile):
    """A tile in lines of 128 bytes; rows that are longer lie in blocks, one after the other, of as many lines as there are rows."""

    itemsize: int = 1

    @property
    def size(self) -> int: return iterations(self.axes)

    @property
    def is_whole(self) -> bool:
        """Whether rows are whole lines, and lines come by the eight."""
        n = self.in_rows
        return iterations(self.axes[n:]) * self.itemsize % _ROW == 0 and iterations(self.axes[:n]) % 8 == 0

    def position(self, at: Sequence[UOp]) -> UOp:
        """Where the element `at` lies."""
        n, chunk = self.in_rows, _CHUNK // self.itemsize
        row, column = _position(self.axes[:n], at[:n]), _position(self.axes[n:], at[n:])
        within_row = column % (8 * chunk)
        swapped = graph_rewrite(within_row // chunk, symbolic) ^ graph_rewrite(row % 8, symbolic)
        piece = column // (8 * chunk) * (iterations(self.axes[:n]) * 8 * chunk)
        return piece + row * (8 * chunk) + swapped * chunk + within_row % chunk


def tile_over(axes: tuple[UOp, ...], itemsize: int, together: int) -> Tile:
    """The tile that so many threads copy together, of elements of that size."""
    if together == WARPGROUP: return Swizzled(axes, itemsize=itemsize)
    return Tile(axes, _CHUNK // itemsize if together else 0)


def padded_bytes(rows: int, length: int, itemsize: int) -> int:
    """Bytes of so many rows in local memory, whichever way they lie."""
    return (rows + _CHUNK // itemsize) * (length + _CHUNK // itemsize) * itemsize


def _position(axes: Sequence[UOp], at: Sequence[UOp]) -> UOp:
    """Where the element `at` lies in a tile over `axes`, slowest first."""
    return sum((x * iterations(axes[n + 1:]) for n, x in enumerate(at)), ZERO)


def _together(load: UOp, axes: tuple[UOp, ...]) -> int:
    """How many elements can be copied at a time: they are contiguous in both memories, and loaded without conditions."""
    if is_computed(load): return 1
    index, last = load.src[0], axes[-1]
    steps = [abs(stride(index.src[1], r) or 0) for r in axes]
    if len(index.src) > 2 or steps[-1] != 1 or steps[-1] > min(steps): return 1
    return next(w for w in (16, 8, 4, 2, 1) if w * load.dtype.itemsize <= _CHUNK and size_of(last) % w == 0)


def _fill(sink: UOp, load: UOp, local: UOp, tile: Tile, threads: Sequence[UOp], width: int) -> UOp:
    """Each thread copies `width` elements, and then those as far on as all threads copy, counted along memory."""
    axes, size, step = tile.axes, iterations(tile.axes) // width, iterations(threads)
    each = -(-size // step)
    first = 1 + max(fresh_id(sink) - 1, *(r.arg[0] for r in threads))
    iteration = UOp.range(each, AxisType.LOOP, first) if each > 1 else None
    number = _position(threads, threads)
    chunk = number if iteration is None else iteration * step + number
    order = sorted(axes, key=lambda r: -abs(stride(position(load), r) or 0))  # neighbours in memory are neighbours in the count
    digits = {r: chunk * width // iterations(order[n + 1:]) % size_of(r) for n, r in enumerate(order)}
    value = graph_rewrite(load.substitute(digits), symbolic)
    if width > 1: value = value.replace(dtype=load.dtype.vec(width))
    spot = tile.position([digits[r] for r in axes])
    gate = () if size % step == 0 else (chunk < size,)
    outside = load.substitute(dict.fromkeys(axes, ZERO))  # changes with the loops around the tile, and not with those that copy it
    store = after_readers(local, outside).index(graph_rewrite(spot, symbolic)).store(within(value, *gate), *gate)
    return store.end(*([iteration] if iteration is not None else []))


def within(value: UOp, *gate: UOp) -> UOp:
    """The load, not touching memory for elements that are not there. (Digits wrap, so it would stay within its memory anyway.)"""
    if not gate or is_computed(value): return value
    index = value.src[0]
    valid = index.src[2] & gate[0] if len(index.src) > 2 else gate[0]
    return value.replace(src=(index.replace(src=(*index.src[:2], valid)),))


#: threads of a warp, and of the four that multiply together
WARP, WARPGROUP = 32, 128


def warp_lane(sink: UOp, threads: int = WARP) -> UOp:
    """The axis of the threads of a warp, or of four; a new one if the kernel has none yet."""
    found = _lane(sink)
    return found if found is not None else UOp.range(threads, AxisType.WARP, fresh_id(sink))


def lane_size(sink: UOp) -> int:
    """The number of threads that copy or multiply together, a warp or several; 0 if there are none yet."""
    found = _lane(sink)
    return 0 if found is None else size_of(found)


def _lane(sink: UOp) -> UOp | None:
    return next((n for n in sink.toposort() if n.op is Ops.RANGE and n.arg[1] is AxisType.WARP), None)


def why_no_room(sink: UOp, more: int, caps: Capabilities) -> str | None:
    """Why `sink` cannot have so many bytes of local memory more; None if it can."""
    size = more + sum(n.arg[1] * n.dtype.itemsize for n in sink.toposort() if n.op is Ops.DEFINE_LOCAL)
    return None if size <= (caps.shared_memory or 0) else f"local memory has no room for {size} bytes"
