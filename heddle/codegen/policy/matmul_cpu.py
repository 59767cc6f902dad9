"""Default schedule of matmul, convolution and attention products on a CPU: a register tile, operands copied to scratch memory.

Inputs: a simplified kernel with one sum of products.
Outputs: the actions that make it a tile of `rows` × `vectors` accumulators:

    grid (batches, column blocks, row blocks)      B: the operand that moves along the vector axis
      cache B  [tiles][reduction][vectors][lanes]       A: the other operand, read one element at a time
        rows / rows-per-tile
          cache A  [rows][reduction]
            column tiles
              reduction: accumulators[rows][vectors] += A[row] * B[vector]
"""
from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from heddle.codegen.actions.dot_product import DotProduct
from heddle.codegen.actions.loop_transforms import (
    factors_of,
    is_fixed,
    is_short,
    is_unrolled,
    iterations,
    lanes_within,
    reductions_of,
    size_of,
    stride,
)
from heddle.codegen.actions.schedule_builder import Optimiser, names
from heddle.codegen.memory.cache_read import tile_axes
from heddle.codegen.memory.tile_operands import (
    copied_load,
    is_computed,
    is_gated,
    is_widened,
    operand_of,
    position,
    value_loads,
)
from heddle.codegen.policy.register_tiling import (
    COPIED,
    FAR_CYCLES,
    PIECES,
    STEPS,
    WAYS,
    Memory,
    Tile,
    block_tiles,
    choose_tile,
    fall_on_each_other,
    second_cache,
)
from heddle.codegen.tensorize.dot_product import group_of, grouped_axis
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp

#: What rows that lie in lines of their own cost: their part of the work again.
_LINE_COST = 0.25
#: What copying a vector of an operand costs that is transposed on the way, by its bytes: as so many vectors of products (Zen 5;
#: Zen 3, weights beyond the second cache: 256 to 1024 channels of 14 x 14 24, 960 to 160 of 7 x 7 24, 2048 to 512 49).
_TRANSPOSED = {64: 5, 32: 22, 16: 22}
#: What is left of a tile's speed whose vectors come from a copy in which conditions are settled (40 x 64 positions, 24 channels of 32
#: lanes: 1.26 ms along the channels, 0.93 along positions; Zen 5. 7 x 7 of 3 to 64 channels, by two: 18.8 and 24.7; Zen 3).
_SETTLED = 0.8
#: Rows of windows whose conditions are settled at once: with fewer, most elements are copied again for the next row.
_WINDOW_ROWS = range(4, 9)
#: Elements between results from which on each falls in another page.
_FAR_APART = 1024
#: Rows that do not pay for lanes that are loaded one by one.
_TOO_FEW_ROWS = 8
#: Rows from which on it pays to cache what moves along the vector axis.
_FEW_ROWS = 24
#: The same where what moves along it does not fit the second cache: copying goes through memory in order, reading tiles of it does not
#: (20 rows, weights of 120 x 6625 that are in no cache: 1.2 ms as they lie, 0.8 ms copied; in the third cache 0.34 and 0.41; Zen 5).
_FEW_ROWS_FROM_MEMORY = 16
#: Rows from which on an axis fills blocks of a GPU.
_LONG_ROWS = 32


@dataclass(frozen=True)
class Product:
    """A kernel's sum of products: the reduction, the operand of each factor (a load, or a value to compute while its tile is filled),
    and the output axes each moves along alone."""

    reduction: UOp
    a: UOp  # moves along `rows`
    b: UOp  # moves along `columns`, among them the vector axis
    rows: tuple[UOp, ...]
    columns: tuple[UOp, ...]
    batches: tuple[UOp, ...]
    vector: UOp
    store: UOp

    @property
    def row(self) -> UOp:
        """The axis whose elements are the rows of a block on a GPU: a long one, best one that the output is contiguous along."""
        steps = {r: abs(self.output_stride(r)) for r in self.rows}
        return max(self.rows, key=lambda r: (steps[r] > 0, min(size_of(r), _LONG_ROWS), steps[r] == 1, size_of(r)))

    def output_stride(self, r: UOp) -> int:
        """The stride of the output along an axis, 0 if it is not constant."""
        return stride(self.store.src[0].src[1], r) or 0

    def outside(self, row: UOp) -> tuple[UOp, ...]:
        """The axes of the output but for `row` and the vector axis."""
        return *self.batches, *(r for r in self.rows if r is not row), *(c for c in self.columns if c is not self.vector)


def find_product(sink: UOp, caps: Capabilities) -> Product | None:
    """The product in `sink` if that is its only reduction, but for what is unrolled, and its sizes are worth a tile."""
    order = sink.toposort()
    reductions = [n for n in order if n.op is Ops.REDUCE and not is_unrolled(n)]
    if len(sink.src) != 1 or len(reductions) != 1 or reductions[0].arg is not Ops.ADD: return None
    factors = factors_of(reductions[0])
    if not factors or not (factors[0].dtype.is_float() or factors[0].dtype == dtypes.int32): return None
    a, b = (_tiled(f, caps) for f in factors)
    if a is None or b is None: return None
    end = sink.src[0]
    loops = end.src[1:]
    rows, columns = (tuple(r for r in loops if r in x.ranges and r not in y.ranges) for x, y in ((a, b), (b, a)))
    if not rows or not columns: return None
    lanes = caps.vector // reductions[0].dtype.itemsize
    length, stored = iterations(reductions[0].src[1:]), end.src[0].src[0]
    fitness = {r: _fitness(r, others, lanes, x, stored, length)
               for axes, others, x in ((rows, columns, a), (columns, rows, b)) for r in axes if is_fixed(r)}
    if not fitness: return None
    vector = max(fitness, key=lambda r: (fitness[r], stride(stored.src[1], r) == 1))
    if size_of(vector) < 4 or _is_read_in_pieces(vector, rows, columns, a, b): return None
    batches = tuple(r for r in loops if r not in rows and r not in columns)
    sides = {**dict.fromkeys(columns, Product(reductions[0], a, b, rows, columns, batches, vector, end.src[0])),
             **dict.fromkeys(rows, Product(reductions[0], b, a, columns, rows, batches, vector, end.src[0]))}
    if caps.workgroup is not None: return sides[vector]
    fitting = [r for r in fitness if size_of(r) >= 4 and not _is_read_in_pieces(r, rows, columns, a, b)]
    return max((replace(sides[r], vector=r) for r in fitting), key=lambda p: _efficiency(p, caps))


def _is_read_in_pieces(r: UOp, rows: Sequence[UOp], columns: Sequence[UOp], a: UOp, b: UOp) -> bool:
    """Whether vectors along `r` serve few rows, and their lanes are too far apart to be picked from contiguous vectors."""
    load, others = (a, columns) if r in rows else (b, rows)
    return iterations(others) <= _TOO_FEW_ROWS and stride(position(load), r) not in STEPS


def _tiled(factor: UOp, caps: Capabilities) -> UOp | None:
    """The operand of a factor. Where its elements are used by several rows of a tile, a core widens them once, as it copies them:
    otherwise each row does, which takes as many instructions as the product."""
    if caps.workgroup is None and is_widened(factor) and value_loads(factor)[0].dtype not in caps.dot_product_dtypes: return factor
    return operand_of(factor)


def unroll_short_reductions(opt: Optimiser, reductions: Iterable[UOp]) -> None:
    """Unrolls those of `reductions` that are short."""
    short = dict.fromkeys(k for reduction in reductions if is_short(reduction) for k in reduction.src[1:])
    for k in opt.current(short): opt.mark(k, AxisType.UNROLL)


def beside_product(sink: UOp) -> list[UOp]:
    """The other reductions of a kernel with one sum of products, if all are short and none is part of another: the epilogue's."""
    products = [r for r in reductions_of(sink) if factors_of(r) and not is_short(r)]
    others = [r for r in reductions_of(sink) if r not in products]
    if len(products) != 1 or not all(map(is_short, others)): return []
    taken = set(products[0].src[1:])
    apart = all(r not in products[0].toposort() and not taken & r.ranges and not taken & set(r.src[1:]) for r in others)
    return others if apart and not any(products[0] in r.toposort() for r in others) else []


def _fitness(r: UOp, others: Iterable[UOp], lanes: int, load: UOp, stored: UOp, length: int) -> float:
    """How well `r` would do as the vector axis, and one of `others` as that of rows: the share of useful lanes, less what its memory
    costs.

    Results that are contiguous along rows are transposed in registers, which takes as long as some 16 iterations of the reduction;
    others are stored one by one: 32, and longer where each falls in another page. Conditions on the vector's own operand are settled
    as it is copied, into a tile that is not aligned to cache lines.
    """
    n = size_of(r)
    width = lanes_within(n, lanes)
    share = n / (-(-n // width) * width) * (width / lanes)
    step, is_transposed = stride(stored.src[1], r), any(stride(stored.src[1], other) == 1 for other in others)
    scatter = 0 if step == 1 else 16 if is_transposed else 32 if step is not None and step <= _FAR_APART else 128
    return share / (1 + scatter / length) * (_SETTLED if is_gated(load) else 1.0)


def _efficiency(p: Product, caps: Capabilities) -> float:
    """The share of a core's arithmetic that tiles reach with vectors along this axis."""
    row, tile = choose_row(p, caps, False)
    copied = _copied(p, tile, caps) / iterations(p.rows)
    if memory_of_tile(p, row, caps).is_copied(tile.rows): copied += COPIED / size_of(p.vector)
    return 0.5 / tile.cycles / (1 + copied) * (_SETTLED if is_gated(p.b) else 1.0)


def _copied(p: Product, tile: Tile, caps: Capabilities) -> float:
    """What copying a vector of B costs, in vectors of products."""
    at = position(p.b)
    if stride(at, p.vector) == 1: return COPIED
    if not is_gated(p.b) and not is_computed(p.b) and _is_scattered(p, p.b, p.vector, caps): return 2 * FAR_CYCLES * tile.width
    return _TRANSPOSED.get(caps.vector, _TRANSPOSED[16])


def _is_scattered(p: Product, load: UOp, r: UOp, caps: Capabilities) -> bool:
    """Whether each element along `r` is in another line, in each iteration."""
    return min(_bytes_apart(load, k) for k in (r, *p.reduction.src[1:])) >= caps.line


def optimise_product(opt: Optimiser, p: Product, caps: Capabilities, in_place: bool) -> None:
    """Does the actions for `p` to `opt`."""
    row, tile = choose_row(p, caps, in_place)
    memory = memory_of_tile(p, row, caps)
    block = block_tiles(size_of(p.vector), tile.vectors * tile.width, memory, caps, p.reduction.dtype.itemsize, in_place)
    group = grouped_axis(p.reduction, caps, tile.width) if caps.has_scratch and takes_groups(p) else None
    if group is not None: opt.split(*group, AxisType.UNROLL)
    width = tile.vectors * tile.width
    # rows first: an iteration then takes each row's element through all vectors, which are loaded once
    row_tiles, _ = opt.split(row, tile.rows, AxisType.UNROLL, overlap=True)
    columns, inner = opt.split(p.vector, width, overlap=True)
    vectors, _ = opt.split(inner, tile.width, AxisType.VECTOR)
    if vectors is not None: opt.mark(vectors, AxisType.UNROLL)
    outer_block, column_tiles = _block(opt, columns, block)
    pieces = memory.pieces * (size_of(outer_block) if outer_block is not None else 1)
    is_staged = caps.has_scratch and all(map(is_fixed, p.reduction.src[1:]))
    # whole rows of windows have their conditions at their ends, where they are settled apart: blocks of rows are cut below
    whole_rows = is_staged and is_gated(p.a) and len(p.rows) > 1 and row in copied_load(p.a).src[0].src[2].ranges
    row_block, row_tiles = (None, row_tiles) if whole_rows else row_blocks(opt, row_tiles, pieces, caps)
    other_columns, inner_columns = [c for c in p.columns if c is not p.vector], list[UOp]()
    other_rows, inner_rows = [r for r in p.rows if r is not row], list[UOp]()
    if is_staged and is_gated(p.b): other_columns, inner_columns = _window_axes(opt, p, p.b, p.vector, caps, in_place)
    if is_staged and is_gated(p.a): other_rows, inner_rows = _window_axes(opt, p, p.a, row, caps, in_place)
    grid = [r for r in (*p.batches, *other_columns, outer_block, row_block) if r is not None]
    if is_staged:
        _cache_b(opt, p, inner_columns, row_tiles, column_tiles, caps)
        _cache_a(opt, is_gated(p.a), inner_rows, row_tiles, caps)
    for cut in group_of(_reduction_of(opt)): opt.do(DotProduct(names((cut,))))
    while iterations(grid) < PIECES * caps.threads and other_rows: grid.append(other_rows.pop(0))
    inside = [*inner_rows, *inner_columns, row_tiles]
    opt.order([*grid, *other_rows, *([column_tiles, *inside] if memory.is_strided else [*inside, column_tiles])])
    make_grid(opt, grid)


def choose_row(p: Product, caps: Capabilities, in_place: bool) -> tuple[UOp, Tile]:
    """The axis of `rows` that tiles go along, and the tile: with few cycles, and elements that lie in few lines.

    An axis whose iterations are not known yet is chosen in any case: only rows of tiles need not be known.
    """
    n, itemsize = size_of(p.vector), p.reduction.dtype.itemsize
    rows = [r for r in p.rows if not is_fixed(r)] or p.rows
    tiles = {r: choose_tile(size_of(r), n, caps, itemsize, in_place, memory=memory_of_tile(p, r, caps)) for r in rows}
    best = min(rows, key=lambda r: tiles[r].cycles * (1 + _cache_lines_per_element(p.a, r, caps) * _LINE_COST))
    return best, tiles[best]


def _cache_lines_per_element(load: UOp, r: UOp, caps: Capabilities) -> float:
    """Lines that are touched for each element along `r`."""
    step = stride(position(load), r)
    return 1.0 if step is None else min(abs(step) * load.dtype.itemsize / (caps.line or 64), 1.0)


def _block(opt: Optimiser, columns: UOp | None, block: int) -> tuple[UOp | None, UOp | None]:
    if columns is None or block == 1: return columns, None
    return opt.split(columns, block, overlap=True)


def row_blocks(opt: Optimiser, row_tiles: UOp | None, pieces: int, caps: Capabilities) -> tuple[UOp | None, UOp | None]:
    """Cuts the rows in blocks where there would be too few pieces."""
    if row_tiles is None or pieces >= PIECES * caps.threads or not is_fixed(row_tiles): return None, row_tiles
    n, pieces_per_tile = size_of(row_tiles), -(-PIECES * caps.threads // pieces)
    blocks = min((b for b in range(1, n + 1) if n % b == 0), key=lambda b: abs(b - pieces_per_tile))
    return opt.split(row_tiles, n // blocks) if 1 < blocks < n else (None, row_tiles)


def _reduction_of(opt: Optimiser) -> UOp:
    """The product's sum: what is unrolled beside it has no loop left."""
    reductions = reductions_of(opt.sink)
    return next((n for n in reductions if not is_unrolled(n)), reductions[0])


def _operand(opt: Optimiser, along_vector: bool) -> tuple[UOp, UOp]:
    """The operand of the factor that moves along the vector axis, or of the other one, and the reduction, as they are now.

    Both may read the same buffer, as in x @ x.T.
    """
    reduction = _reduction_of(opt)
    factor = next(f for f in factors_of(reduction) if any(r.arg[1] is AxisType.VECTOR for r in f.ranges) == along_vector)
    load = _tiled(factor, opt.caps)
    if load is None: raise InternalError(f"a factor of a product is no operand any more: {factor!r}")
    return load, reduction


def make_grid(opt: Optimiser, loops: list[UOp]) -> None:
    """The outermost loops as one grid axis."""
    if not loops: return
    opt.mark(opt.join_all(loops), AxisType.GRID)


def _window_axes(opt: Optimiser, p: Product, load: UOp, along: UOp, caps: Capabilities, in_place: bool) -> tuple[list[UOp], list[UOp]]:
    """Conditions on an operand (padding) are best settled for a block of rows of windows at once: the last of its axes beside
    `along` is cut for that. Returns the outer axes, and the inner one if there is one.

    In blocks that half the second cache holds, as few rows of them computed twice as can be; the larger of equals. B is shared by
    all rows of results: in smaller blocks where there would be too few pieces.
    """
    axes = [r for r in (p.rows if load is p.a else p.columns) if r is not along]
    if not axes or not is_fixed(axes[-1]) or not is_fixed(along): return axes, []
    *outer, last = axes
    n = size_of(last)
    source, inside = copied_load(load), (*p.reduction.src[1:], along)
    least, whole = (math.prod(t.extent for t in tile_axes(source, (*inside, *more))) for more in ((), (last,)))
    most = (second_cache(caps) // 2 // load.dtype.itemsize - least) * (n - 1) // max(whole - least, 1) + 1
    if n <= min(_WINDOW_ROWS[-1], most): return outer, [last]
    if load is p.b: most = min(most, max(n * iterations((*p.batches, *outer)) // (PIECES * caps.threads), _WINDOW_ROWS[0]))
    even = [b for b in range(2, _WINDOW_ROWS[-1] + 1) if n % b == 0]
    fitting = [b for b in (even if in_place else _WINDOW_ROWS) if b <= most] or [b for b in even if b <= most]
    if not fitting: return axes, []
    blocks, inner = opt.split(last, min(fitting, key=lambda b: (-n % b, -b)), overlap=True)
    return [*outer, *([blocks] if blocks is not None else [])], [inner]


def _tile_bytes(load: UOp, axes: list[UOp | None]) -> int:
    return iterations(r for r in axes if r is not None) * load.dtype.itemsize


def _unrolled(load: UOp, reduction: UOp) -> list[UOp]:
    """The axes of the tile of accumulators, but for the lanes, that a factor moves along."""
    return sorted((r for r in load.ranges if r.arg[1] is AxisType.UNROLL and r not in reduction.src), key=lambda r: r.arg[0])


def takes_groups(p: Product) -> bool:
    """Whether there are rows enough that both factors are cached, with contiguous groups."""
    return iterations(p.rows) >= _FEW_ROWS


def _cache_b(opt: Optimiser, p: Product, inner_columns: list[UOp], row_tiles: UOp | None, column_tiles: UOp | None,
             caps: Capabilities) -> None:
    """B is cached unless few rows use it and its vectors are contiguous already; where it is computed, unless by those of one tile."""
    gated = is_gated(p.b)
    fits = _tile_bytes(p.b, [*p.reduction.src[1:], *p.columns]) <= second_cache(caps)
    reused = iterations(p.rows) >= (_FEW_ROWS if fits else _FEW_ROWS_FROM_MEMORY) or (is_computed(p.b) and row_tiles is not None)
    if not gated and not reused and stride(position(p.b), p.vector) == 1: return
    load, reduction = _operand(opt, along_vector=True)
    lane, group = [r for r in load.ranges if r.arg[1] is AxisType.VECTOR], group_of(reduction)
    loops = [k for k in reduction.src[1:] if k not in group]
    tile = [*loops, *inner_columns, column_tiles] if gated else [column_tiles, *loops]
    opt.cache(load, [*tile, *_unrolled(load, reduction), *lane, *group], _lanes_copied(load, caps))


def _cache_a(opt: Optimiser, gated: bool, inner_rows: list[UOp], row_tiles: UOp | None, caps: Capabilities) -> None:
    """A is cached where its rows would conflict in the cache, where its loads have conditions, or where it is computed."""
    load, reduction = _operand(opt, along_vector=False)
    unrolled, group = _unrolled(load, reduction), group_of(reduction)
    loops = [k for k in reduction.src[1:] if k not in group]
    at, computed = position(load), is_computed(load)
    apart = any(stride(at, k) != 1 for k in group)
    if not gated and not apart and not computed and not _collide(load, unrolled): return
    along_reduction = any(stride(at, k) == 1 for k in reduction.src[1:])
    if gated: tile = [*loops, *inner_rows, row_tiles, *unrolled]
    elif along_reduction: tile = [*unrolled, *loops]
    else: tile = [*loops, *unrolled]
    opt.cache(load, [*tile, *group], _lanes_copied(load, caps))


def _lanes_copied(load: UOp, caps: Capabilities) -> int:
    """Elements of an operand that are copied at a time: of narrow integers no more than of int32, for blocks of 64 x 64 bytes that are
    transposed in registers are thousands of instructions."""
    return caps.vector // (load.dtype.itemsize if load.dtype.is_float() else max(load.dtype.itemsize, 4))


def _collide(load: UOp, unrolled: list[UOp]) -> bool:
    """True if the rows that an iteration reads fall on each other."""
    return any(fall_on_each_other(_bytes_apart(load, r), size_of(r), WAYS) for r in unrolled)


def _bytes_apart(load: UOp, r: UOp) -> int:
    """Bytes between the elements along an axis; 0 if they differ."""
    return (stride(position(load), r) or 0) * load.dtype.itemsize


def memory_of_tile(p: Product, r: UOp, caps: Capabilities) -> Memory:
    """What a tile with rows along `r` reads and writes beside its panel.

    What is contiguous along the rows (a transposed operand, channels of a picture) is read from another line in each iteration. If
    the second cache has no room for so many, in the sets that they fall on, or for all rows, they come from behind it. What is
    contiguous neither along the rows nor along the reduction (pictures, for a 1 x 1 convolution) takes a line for each row.
    """
    length, step, load = iterations(p.reduction.src[1:]), stride(p.store.src[0].src[1], p.vector), p.a
    found = Memory(length, iterations((*p.batches, *(c for c in p.columns if c is not p.vector))))
    if step != 1:
        each = 0 if p.output_stride(r) == 1 else 1 if step is not None and step <= _FAR_APART else 4
        found = replace(found, is_along=False, apart=(step or 0) * p.store.src[0].dtype.itemsize, each=each)
    if is_gated(load): return replace(found, is_strided=load.dtype.itemsize < _bytes_apart(load, r) < caps.line)
    if is_computed(load): return found
    apart, cache = min(_bytes_apart(load, k) for k in p.reduction.src[1:]), second_cache(caps)
    is_far = iterations(p.rows) * length * load.dtype.itemsize > cache
    if stride(position(load), r) != 1:
        kept = cache // 2 // (length * caps.line)
        return replace(found, rows_apart=_bytes_apart(load, r), is_scattered=_is_scattered(p, load, r, caps), kept=kept, is_far=is_far)
    if apart < caps.line: return found
    fits = length <= cache // 16 // max(math.gcd(apart, cache // 16), caps.line) * 8  # half of the ways
    return replace(found, is_contiguous=True, is_far=is_far or not fits)
