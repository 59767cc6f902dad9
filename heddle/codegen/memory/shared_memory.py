"""Copies of input tiles to shared memory (the action `cache` by threads that share): a work-group fills a tile together.

Inputs: a kernel, one of its operands, the axes of the tile (slowest first), the scope of the copy.
Outputs: the kernel with that read from a DEFINE_LOCAL that all threads of the group fill, element by element, contiguous in
memory, between two barriers. With a warp, its threads copy too, as many elements at a time as make 16 bytes; where rows of the tile
are columns of the memory, each transposes blocks in its registers.
Invariants: conditions on the load are settled while copying, and a computed factor is computed then; no thread reads a tile that is
being filled.
"""
from __future__ import annotations

import math
from collections.abc import Sequence

from heddle.codegen.actions.group_reduce import after_readers, barrier
from heddle.codegen.actions.loop_transforms import fresh_id, iterations, size_of, stride
from heddle.codegen.memory.tile_layout import (
    CHUNK,
    WARP,
    ZERO,
    Scope,
    Tile,
    layout_of,
    new_local,
    read_from,
    row_major,
)
from heddle.codegen.memory.tile_operands import is_computed, operands, position
from heddle.codegen.thread_indices import axes_of
from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite, rewrite_replaced
from heddle.uop.rules import symbolic

#: bytes that shared memory moves at least
_WORD = 4


def cache_operand_shared(sink: UOp, operand: int, axes: tuple[UOp, ...], scope: Scope, lanes: int = 0) -> UOp:
    """The kernel with operand number `operand` shared by the work-group, as a tile over `axes`, slowest first.

    `lanes`: how many elements, contiguous in memory, a thread loads at a time where it does not multiply together with others; they
    may lie apart in the tile.
    """
    load = operands(sink)[operand]
    threads = axes_of(sink, AxisType.WORKGROUP)  # neighbours along the last one are neighbours in a warp
    if scope.lanes: threads = [*sorted(threads, key=lambda r: r.arg[0]), warp_lane(sink, scope.lanes)]
    tile = layout_of(axes, load.dtype.itemsize, scope)
    local = new_local(sink, load, tile)
    if lanes > 1: filled = _fill_by(sink, load, local, tile, threads, lanes)
    else: filled = _fill(sink, load, local, tile, threads, by_vectors=scope.lanes > 0)
    return read_from(sink, load, local.after(barrier(filled)), tile.position(axes))


def contiguous_axis(load: UOp, axes: tuple[UOp, ...], lanes: int) -> UOp | None:
    """The axis along which `lanes` elements of an operand can be loaded at a time, all or none; None if there is none."""
    if is_computed(load): return None
    index = load.src[0]
    fitting = (r for r in axes if stride(index.src[1], r) == 1 and size_of(r) % lanes == 0)
    return next((r for r in fitting if not any(r in valid.ranges for valid in index.src[2:])), None)


def _together(load: UOp, axes: tuple[UOp, ...]) -> int:
    """How many elements can be copied at a time: they are contiguous in both memories, and all are loaded or none."""
    if is_computed(load): return 1
    index, last = load.src[0], axes[-1]
    steps = [abs(stride(index.src[1], r) or 0) for r in axes]
    if any(last in valid.ranges for valid in index.src[2:]) or steps[-1] != 1 or steps[-1] > min(steps): return 1
    return next(w for w in (16, 8, 4, 2, 1) if w * load.dtype.itemsize <= CHUNK and size_of(last) % w == 0)


def transposed_axis(load: UOp, axes: tuple[UOp, ...]) -> UOp | None:
    """The axis along which vectors are loaded that a tile has in different rows; None where a copy does not transpose.

    Of elements narrower than words alone: those are moved one by one as fast, and threads have to hold what they transpose.
    """
    if is_computed(load) or load.dtype.itemsize >= _WORD: return None
    width, last = CHUNK // load.dtype.itemsize, axes[-1]
    along = contiguous_axis(load, axes, width)
    return along if along is not last and size_of(last) % width == 0 else None


def _fill(sink: UOp, load: UOp, local: UOp, tile: Tile, threads: Sequence[UOp], by_vectors: bool) -> UOp:
    outside = load.substitute(dict.fromkeys(tile.axes, ZERO))  # changes with the loops around the tile, not with those that copy it
    local, number = after_readers(local, outside), 1 + max(fresh_id(sink) - 1, *(r.arg[0] for r in threads))
    return _copy_by_vectors(load, local, tile, threads, number) if by_vectors else _copy(load, local, tile, threads, 1, number)


def _fill_by(sink: UOp, load: UOp, local: UOp, tile: Tile, threads: Sequence[UOp], lanes: int) -> UOp:
    """The copy of a tile by vectors along memory, whose lanes are stored wherever the tile has them."""
    along = contiguous_axis(load, tile.axes, lanes)
    assert along is not None
    number = 1 + max(fresh_id(sink) - 1, *(r.arg[0] for r in threads))
    outside = load.substitute(dict.fromkeys(tile.axes, ZERO))
    local = after_readers(local, outside)
    size, step = iterations(tile.axes) // lanes, iterations(threads)
    each = -(-size // step)
    iteration, lane = UOp.range(each, AxisType.LOOP, number), UOp.range(lanes, AxisType.VECTOR, number + 1)
    thread = row_major(threads, threads)
    chunk = thread if each == 1 else iteration * step + thread
    order = sorted(tile.axes, key=lambda r: (-abs(stride(position(load), r) or 0), r is along))
    below = {r: iterations(order[n + 1:]) for n, r in enumerate(order)}
    digits = {r: chunk // (below[r] // lanes) % size_of(r) if r is not along else chunk % (size_of(r) // lanes) * lanes + lane
              for r in order}
    gate = () if size % step == 0 else (chunk < size,)
    value = rewrite_replaced(load, symbolic, digits)
    spot = graph_rewrite(tile.position([digits[r] for r in tile.axes]), symbolic)
    return local.index(spot).store(within(value, *gate), *gate).end(*([iteration] if each > 1 else []), lane)


def fill_tile(load: UOp, local: UOp, tile: Tile, threads: Sequence[UOp], number: int, loops: Sequence[UOp]) -> UOp:
    """The copy of a tile by these threads in every iteration of `loops`, by a loop of that number."""
    return _copy_by_vectors(load, after_readers(local, *loops), tile, threads, number)


def _copy_by_vectors(load: UOp, local: UOp, tile: Tile, threads: Sequence[UOp], number: int) -> UOp:
    """The copy of a tile by vectors of 16 bytes, transposed or not, if there are any."""
    along = transposed_axis(load, tile.axes)
    if along is not None: return _copy_transposed(load, local, tile, threads, along, number)
    return _copy(load, local, tile, threads, _together(load, tile.axes), number)


def _copy(load: UOp, local: UOp, tile: Tile, threads: Sequence[UOp], width: int, number: int) -> UOp:
    """Each thread copies `width` elements, and then those as far on as all threads copy, counted along memory."""
    axes, size, step = tile.axes, iterations(tile.axes) // width, iterations(threads)
    each = -(-size // step)
    iteration = UOp.range(each, AxisType.LOOP, number) if each > 1 else None
    thread = row_major(threads, threads)
    chunk = thread if iteration is None else iteration * step + thread
    steps = {r: stride(position(load), r) for r in axes}
    # neighbours in memory are neighbours in the count; where steps vary, as across windows of a convolution, few are
    order = sorted(axes, key=lambda r: (width == 1 and steps[r] is not None, -abs(steps[r] or 0)))
    digits = {r: chunk * width // iterations(order[n + 1:]) % size_of(r) for n, r in enumerate(order)}
    value = rewrite_replaced(load, symbolic, digits)
    if width > 1: value = value.replace(dtype=load.dtype.vec(width))
    spot = tile.position([digits[r] for r in axes])
    gate = () if size % step == 0 else (chunk < size,)
    store = local.index(graph_rewrite(spot, symbolic)).store(within(value, *gate), *gate)
    return store.end(*([iteration] if iteration is not None else []))


def _copy_transposed(load: UOp, local: UOp, tile: Tile, threads: Sequence[UOp], along: UOp, number: int) -> UOp:
    """Each thread loads vectors of some columns, and stores as many vectors of rows as those have elements.

    Neighbouring threads have neighbouring parts of the same rows, so that most store to different banks.
    """
    last, width, step = tile.axes[-1], CHUNK // load.dtype.itemsize, iterations(threads)
    each = max(iterations(tile.axes) // (width * step), 2)
    height = next(h for h in (width, width // 2, width // 4, 2) if h <= each)  # columns, so few that all threads have some
    loaded = {along: width, last: height}
    extents = {r: size_of(r) // loaded.get(r, 1) for r in tile.axes}
    size = math.prod(extents.values())
    iteration = UOp.range(-(-size // step), AxisType.LOOP, number) if size > step else None
    chunk = row_major(threads, threads) + (ZERO if iteration is None else iteration * step)
    rows = sorted(tile.axes[:tile.in_rows], key=lambda r: -abs(stride(position(load), r) or 0))
    digits: dict[UOp, UOp] = {}
    below = 1
    for r in reversed((*rows, *tile.axes[tile.in_rows:])):
        digits[r], below = chunk // below % extents[r] * loaded.get(r, 1), below * extents[r]
    gate = () if size % step == 0 else (chunk < size,)

    def at(axis: UOp, n: int) -> dict[UOp, UOp]: return digits | {axis: digits[axis] + n}

    columns = [rewrite_replaced(load, symbolic, at(last, n)).replace(dtype=load.dtype.vec(width)) for n in range(height)]
    columns = [within(column, *gate) for column in columns]
    stores: list[UOp] = []
    for n in range(width):
        spot = graph_rewrite(tile.position([at(along, n)[r] for r in tile.axes]), symbolic)
        row = UOp(Ops.VECTORIZE, load.dtype.vec(height), tuple(column.gep(n) for column in columns))
        stores.append(local.index(spot).store(row, *gate))
    return UOp(Ops.GROUP, dtypes.void, tuple(stores)).end(*([iteration] if iteration is not None else []))


def within(value: UOp, *gate: UOp) -> UOp:
    """The load, not touching memory for elements that are not there. (Digits wrap, so it would stay within its memory anyway.)"""
    if not gate or is_computed(value): return value
    index = value.src[0]
    valid = index.src[2] & gate[0] if len(index.src) > 2 else gate[0]
    return value.replace(src=(index.replace(src=(*index.src[:2], valid)),))


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
