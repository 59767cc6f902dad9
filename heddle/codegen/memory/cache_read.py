"""Copies of input tiles to scratch memory (the action `cache` by a thread), in the layout that the inner loop reads.

Inputs: a kernel, one of its operands, the axes of the tile (slowest first).
Outputs: the kernel with that operand read from a DEFINE_LOCAL, filled by loops of its own wherever the axes outside the tile
change. An operand is a load, or a computed factor of a product: packed weights are decoded here, once per element of a tile. On a
CPU this packs panels into cache; on a GPU it fills shared memory. Conditions on the load are settled while copying. Axes that slide
over the same elements, as a window and its position do, share one axis of the tile: each element is copied once. Tiles of positions
of which the last starts earlier slide by where they start.
"""
from __future__ import annotations

import itertools
from collections.abc import Iterator

from heddle.codegen.access_conditions import access_rules
from heddle.codegen.actions.loop_transforms import (
    changes,
    fresh_id,
    iterations,
    lanes_within,
    size_of,
    stride,
)
from heddle.codegen.memory.tile_layout import ZERO, Layout, new_local, read_from, strided
from heddle.codegen.memory.tile_operands import copied_load, is_computed, operands, position
from heddle.codegen.tensorize.dot_product import GROUPS, SUMS, can_group, grouped
from heddle.dtype import DType, dtypes
from heddle.lazy_dataclass import dataclass
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.polynomial import linear
from heddle.uop.rewrite import rewrite_replaced

#: Iterations up to which an axis is unrolled where groups are moved.
_FEW_GROUPS = 8
#: Vectors of a row up to which it is copied without a loop.
_FEW_VECTORS = 4
#: Parts into which conditions may cut an axis of a tile.
_MOST_PARTS = 8


@dataclass
class TileAxis:
    """One axis of a tile: the kernel's axes that move along it (or where a tile of positions starts), each by its own number of
    elements."""

    steps: dict[UOp, int]
    carrier: UOp  # the axis that moves by the least

    @property
    def extent(self) -> int: return 1 + sum(r.vmax * s for r, s in self.steps.items())


def cache_operand(sink: UOp, operand: int, axes: tuple[UOp, ...], lanes: int) -> UOp:
    """The kernel with operand number `operand` copied as a tile over `axes`, slowest first, `lanes` elements at a time."""
    load = operands(sink)[operand]
    source = copied_load(load)
    tile = [TileAxis({r: 1}, r) for r in axes] if is_computed(source) else tile_axes(source, axes)
    layout = strided([t.extent for t in tile], load.dtype.itemsize)
    local = new_local(sink, load, layout)
    at = layout.position([sum((r * s for r, s in t.steps.items()), ZERO) for t in tile])
    filled = _fill(sink, source, local, tile, layout, lanes)
    if source is not load: filled = _widened(filled, load.dtype)
    return read_from(sink, load, local.after(filled), at)


def _widened(filled: UOp, dtype: DType) -> UOp:
    """The copying loops, which store what they load in a wider format."""
    stores = [n for n in filled.toposort() if n.op is Ops.STORE]
    return filled.substitute({n: n.replace(src=(n.src[0], n.src[1].cast(dtype), *n.src[2:])) for n in stores})


def tile_axes(load: UOp, axes: tuple[UOp, ...]) -> list[TileAxis]:
    """`axes` with those that slide over the same elements merged, at the position of the first of them."""
    at = load.src[0].src[1]
    step = {r: stride(at, r) or 0 for r in axes}
    starts = _starts(at, axes)
    tile: list[TileAxis] = []

    def partner(r: UOp, least: int = 1) -> TileAxis | None:
        fitting = (t for t in tile if len(t.steps) >= least and _slides(t, r, step) and _same_conditions(load, t.carrier, r, step))
        return next(fitting, None)

    for r in sorted((r for r in axes if r not in starts), key=lambda r: abs(step[r])):
        if (found := partner(r)) is None: tile.append(TileAxis({r: 1}, r))
        else: found.steps[r] = step[r] // step[found.carrier]
    for r, (start, factor) in starts.items():
        step[start] = factor
        if (found := partner(start, 2)) is None: tile.append(TileAxis({r: 1}, r))  # tiles that no window joins are copied apart
        else: found.steps[start] = factor // step[found.carrier]
    order = {r: n for n, r in enumerate(axes)}
    return sorted(tile, key=lambda t: min(order.get(r, len(axes)) for r in t.steps))


def _starts(at: UOp, axes: tuple[UOp, ...]) -> dict[UOp, tuple[UOp, int]]:
    """For axes that count tiles of which the last starts earlier: where those start, and how far that moves the position."""
    terms, _ = linear(at)
    uneven = {r: [t for t in terms if r in t.ranges] for r in axes if stride(at, r) is None}
    return {r: (ts[0], terms[ts[0]]) for r, ts in uneven.items() if len(ts) == 1 and len(ts[0].ranges) == 1 and ts[0].vmin == 0}


def _moves(at: UOp, r: UOp) -> int | None:
    """How far `at` moves with an axis, or with where a tile starts; None if that is not one number."""
    if r.op is Ops.RANGE: return stride(at, r)
    terms, _ = linear(at)
    return None if any(t is not r and r.ranges & t.ranges for t in terms) else terms.get(r, 0)


def _slides(t: TileAxis, r: UOp, step: dict[UOp, int]) -> bool:
    """True if elements met along `r` are among those met along `t`."""
    unit = step[t.carrier]
    return unit != 0 and step[r] % unit == 0 and 0 < step[r] // unit < max(t.extent, 2)


def _same_conditions(load: UOp, carrier: UOp, r: UOp, step: dict[UOp, int]) -> bool:
    """True if every condition of the load sees `r` move as the position does: its elements are then the carrier's."""
    for n in load.src[0].toposort():
        if n.op is not Ops.CMPLT or not (carrier.ranges | r.ranges) & n.ranges or n in r.toposort(): continue
        a, b = stride(n.src[0], carrier), _moves(n.src[0], r)
        if a is None or b is None or b * step[carrier] != a * step[r]: return False
    return True


def _fill(sink: UOp, load: UOp, local: UOp, tile: list[TileAxis], layout: Layout, lanes: int) -> UOp:
    """The copying loops: the axis along which memory is consecutive goes innermost, cut where a condition changes."""
    first = fresh_id(sink)
    copies = [UOp.range(t.extent, AxisType.LOOP, first + n) for n, t in enumerate(tile)]
    swap = {r: c if r is t.carrier else ZERO for t, c in zip(tile, copies, strict=True) for r in t.steps}
    value = rewrite_replaced(load, access_rules, swap)
    ids = itertools.count(first + len(copies))
    store = local.index(layout.position(copies)).store(value)
    if _are_groups(store, copies): return _move_groups(store, copies, ids)
    parts = [_fill_part(store, copies, lanes, ids) for copies, store in _cut(copies, store, ids)]
    return parts[0] if len(parts) == 1 else UOp(Ops.GROUP, dtypes.void, tuple(parts))


def _cut(copies: list[UOp], store: UOp, ids: Iterator[int]) -> list[tuple[list[UOp], UOp]]:
    """The axes and the store of parts of the tile in which no condition on an axis alone changes: the border of a plane, of which
    nothing is loaded, and what is inside, which is loaded without conditions."""
    parts = [(copies, store)]
    for c in copies: parts = [cut for axes, part in parts for cut in _cut_along(c, axes, part, ids)]
    return parts


def _cut_along(c: UOp, copies: list[UOp], store: UOp, ids: Iterator[int]) -> Iterator[tuple[list[UOp], UOp]]:
    bounds = [0, *changes(store.src[1], c), size_of(c)]
    if not 2 < len(bounds) <= _MOST_PARTS + 1: yield copies, store
    else:
        for begin, end in itertools.pairwise(bounds):
            part = UOp.range(end - begin, AxisType.LOOP, next(ids))
            yield [part if r is c else r for r in copies], rewrite_replaced(store, access_rules, {c: part + begin})


def _fill_part(store: UOp, copies: list[UOp], lanes: int, ids: Iterator[int]) -> UOp:
    """The loops that fill a part of a tile, or a whole one: those along which memory is consecutive go innermost."""
    if (value := store.src[1]).op is Ops.CONST:
        *outer, inner = sorted(copies, key=lambda c: -_step(store.src[0].src[1], c))
        return _copy(store, outer, inner, lanes if stride(store.src[0].src[1], inner) == 1 else 1, ids)
    if is_computed(value): return _compute(store, copies, lanes, ids)
    copies, store = _merge_copies(copies, store, ids)
    source, spot = store.src[1].src[0].src[1], store.src[0].src[1]
    transposed = _transposed(store, copies, lanes) if lanes > 1 else None
    if transposed is not None: return _copy_blocks(store, copies, dict(zip(transposed, _transposed_kinds(lanes), strict=True)), ids)
    if (woven := _woven(store, copies, lanes)) is not None: return _copy_blocks(store, copies, woven, ids)
    *outer, inner = sorted(copies, key=lambda c: -_step(source, c))
    contiguous = stride(spot, inner) == 1 and stride(source, inner) == 1
    return _copy(store, outer, inner, lanes if contiguous else 1, ids)


def _step(at: UOp, c: UOp) -> int:
    """How far apart the first two elements along `c` lie: tiles of which the last one starts earlier move unevenly.

    Sizes that are known at launch are taken to be as large as they may be.
    """
    if (step := stride(at, c)) is not None: return abs(step)
    sizes = {n: UOp.const(n.dtype, n.arg[2]) for n in at.toposort() if n.op is Ops.DEFINE_VAR}
    first = {**sizes, **dict.fromkeys(at.ranges, ZERO)}
    spots = [rewrite_replaced(at, access_rules, {**first, c: UOp.const(dtypes.index, n)}) for n in (0, 1)]
    return abs(spots[1].arg - spots[0].arg)


def _merge_copies(copies: list[UOp], store: UOp, ids: Iterator[int]) -> tuple[list[UOp], UOp]:
    """Neighbouring axes that both sides walk as one become one axis; a condition on the load keeps them apart."""
    if len(store.src[1].src[0].src) == 3: return copies, store
    sides = store.src[1].src[0].src[1], store.src[0].src[1]
    steps = {c: [stride(s, c) or 0 for s in sides] for c in copies}
    groups: list[list[UOp]] = []
    for c in copies:
        if groups and steps[groups[-1][-1]] == [step * size_of(c) for step in steps[c]]: groups[-1].append(c)
        else: groups.append([c])
    swap: dict[UOp, UOp] = {}
    done: list[UOp] = []
    for group in groups:
        if len(group) > 1:
            inside = iterations(group)
            done.append(both := UOp.range(inside, AxisType.LOOP, next(ids)))
            for c in group:
                inside //= size_of(c)
                swap[c] = both // inside if c is group[0] else both // inside % size_of(c)
        else: done += group
    return done, rewrite_replaced(store, access_rules, swap) if swap else store


def _transposed(store: UOp, copies: list[UOp], lanes: int) -> tuple[UOp, UOp] | None:
    """(axis consecutive in memory, axis consecutive in the tile) where those differ and blocks of lanes fit both."""
    index, spot = store.src[1].src[0], store.src[0].src[1]
    if len(index.src) == 3: return None
    along = next((c for c in copies if stride(index.src[1], c) == 1 and size_of(c) >= lanes), None)
    contiguous_axis = next((c for c in copies if stride(spot, c) == 1 and size_of(c) >= lanes), None)
    return None if along is None or contiguous_axis is None or along is contiguous_axis else (along, contiguous_axis)


def _transposed_kinds(lanes: int) -> tuple[Kind, Kind]: return (AxisType.UNROLL, lanes), (AxisType.VECTOR, lanes)


def _woven(store: UOp, copies: list[UOp], lanes: int) -> dict[UOp, Kind] | None:
    """The kinds of an axis along which memory is consecutive, and of the two that alternate along it in the tile."""
    index, spot = store.src[1].src[0], store.src[0].src[1]
    if len(index.src) == 3: return None
    along = next((c for c in copies if stride(index.src[1], c) == 1 and stride(spot, c) == 2 and size_of(c) >= lanes > 1), None)
    pair = next((c for c in copies if stride(spot, c) == 1 and size_of(c) == 2), None)
    return None if along is None or pair is None else {pair: (AxisType.UNROLL, 2), along: (AxisType.VECTOR, lanes)}


def _compute(store: UOp, copies: list[UOp], lanes: int, ids: Iterator[int]) -> UOp:
    """The loops that compute a tile, `lanes` elements along it at a time.

    Where memory runs along another axis, blocks of both are loaded along memory and transposed in registers as they are stored
    there, before anything is computed of them. What does not change along memory, such as the scale of a block, is computed
    outside the innermost loop.
    """
    source, spot = position(store.src[1]), store.src[0].src[1]
    contiguous_axis = next((c for c in copies if stride(spot, c) == 1 and size_of(c) > 1), copies[-1])
    along = next((c for c in copies if stride(source, c) == 1 and c is not contiguous_axis), None)
    outer = sorted((c for c in copies if c is not contiguous_axis and c is not along), key=lambda c: -_step(source, c))
    lanes = lanes_within(size_of(contiguous_axis), lanes)
    if along is None or lanes < 4 or size_of(along) < lanes:
        return _copy(store, [*outer, *([along] if along is not None else [])], contiguous_axis, lanes, ids)
    swap, iterations = {c: UOp.range(size_of(c), AxisType.LOOP, next(ids)) for c in outer}, list[UOp]()
    inside = {contiguous_axis: UOp.range(lanes, AxisType.VECTOR, next(ids)), along: UOp.range(lanes, AxisType.UNROLL, next(ids))}
    iterations += swap.values()
    for c, element in inside.items():
        start, iteration = _block_start(size_of(c), lanes, ids)
        swap[c] = start + element
        iterations += [iteration] if iteration is not None else []
    return rewrite_replaced(store, access_rules, swap).end(*iterations, *inside.values())


def _are_groups(store: UOp, copies: list[UOp]) -> bool:
    """Whether the last axis of a tile is a group of 8-bit integers, along which memory is contiguous, but not along the one before."""
    if len(copies) < 2 or store.src[1].dtype.itemsize != 1 or size_of(copies[-1]) != GROUPS[dtypes.int8]: return False
    lanes, group = copies[-2:]
    apart = stride(position(store.src[1]), lanes)
    return size_of(lanes) in SUMS and can_group(store.src[1], group) and apart is not None and apart != size_of(group)


def _move_groups(store: UOp, copies: list[UOp], ids: Iterator[int]) -> UOp:
    """Groups of 8-bit integers that are contiguous in memory and in the tile: moved as words, those of all columns as one vector.

    Short axes are unrolled: it often depends on them which bits of a byte are an element.
    """
    *outer, lanes, group = copies
    outer = sorted(outer, key=lambda c: -_step(position(store.src[1]), c))
    kinds = [AxisType.UNROLL if size_of(c) <= _FEW_GROUPS else AxisType.LOOP for c in outer]
    fresh = [UOp.range(size_of(c), kind, next(ids)) for c, kind in zip(outer, kinds, strict=True)]
    swap = {**dict(zip(outer, fresh, strict=True)), lanes: UOp.range(size_of(lanes), AxisType.VECTOR, next(ids))}
    moved = rewrite_replaced(store, access_rules, swap)
    first = rewrite_replaced(moved.src[0], access_rules, {group: ZERO})
    return first.store(grouped(moved.src[1], group)).end(*fresh, swap[lanes])


def _copy_blocks(store: UOp, copies: list[UOp], axes: dict[UOp, Kind], ids: Iterator[int]) -> UOp:
    """Blocks of two axes: read along memory, transposed or interleaved in registers (see expand.py), written along the tile.

    Loops that move by the least in memory go innermost: the rows of a block are then read in as many streams, each in order (1024
    columns of 2048 reduced elements, copied by blocks of 16 × 16 out of the third cache: 0.21 ms, 0.45 across them; Zen 5).
    """
    source = store.src[1].src[0].src[1]
    loops: list[tuple[int, UOp]] = []
    inside, swap = list[UOp](), dict[UOp, UOp]()
    for c in copies:
        if c in axes:
            kind, size = axes[c]
            element = UOp.range(size, kind, next(ids))
            start, iteration = _block_start(size_of(c), size, ids)
            swap[c] = start + element
            inside.append(element)
        else: size, swap[c] = 1, (iteration := UOp.range(size_of(c), AxisType.LOOP, next(ids)))
        if iteration is not None: loops.append((_step(source, c) * size, iteration))
    iterations = [iteration for _, iteration in sorted(loops, key=lambda x: -x[0])]
    return rewrite_replaced(store, access_rules, swap).end(*iterations, *inside)


def _block_start(n: int, width: int, ids: Iterator[int], kind: AxisType = AxisType.LOOP) -> tuple[UOp, UOp | None]:
    """Where a block of `width` of `n` iterations starts, and the loop over blocks; the last one may start earlier."""
    iterations = -(-n // width)
    if iterations == 1: return ZERO, None
    iteration = UOp.range(iterations, kind, next(ids))
    if n % width == 0: return iteration * width, iteration
    return (iteration < iterations - 1).where(iteration * width, UOp.const(dtypes.index, n - width)), iteration


def _is_unconditional(value: UOp) -> bool:
    """Whether a value is stored as it is loaded, without a condition, or is a constant."""
    return value.op is Ops.CONST or (value.op is Ops.LOAD and len(value.src[0].src) == 2)


def _copy(store: UOp, outer: list[UOp], inner: UOp, lanes: int, ids: Iterator[int]) -> UOp:
    """The loops that copy a part of a tile, `lanes` elements of `inner` at a time; the last vector may start earlier."""
    n = size_of(inner)
    width = lanes_within(n, lanes) if lanes > 1 else 1
    fresh = {c: UOp.range(size_of(c), AxisType.LOOP, next(ids)) for c in outer}
    is_short = width > 1 and -(-n // width) <= _FEW_VECTORS and _is_unconditional(store.src[1])
    spot, iteration = _block_start(n, width, ids, AxisType.UNROLL if is_short else AxisType.LOOP)
    loops = [*fresh.values(), *([iteration] if iteration is not None else [])]
    if width > 1:
        loops.append(lane := UOp.range(width, AxisType.VECTOR, next(ids)))
        spot = spot + lane
    return rewrite_replaced(store, access_rules, {**fresh, inner: spot}).end(*loops)


#: what an axis of a block becomes, and how many elements of it are in one
Kind = tuple[AxisType, int]
