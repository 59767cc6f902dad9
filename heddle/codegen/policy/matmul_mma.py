"""Default schedule of matmul on tensor cores: some MMA tiles for each warp, a block of warps for each work-group.

Inputs: a simplified kernel with one sum of products (matmul_cpu.py).
Outputs: the actions that give it this form:

    grid (batches, row blocks, column blocks)
      reduction / iteration
        share A and B, 16 bytes at a time
        iteration / what the unit takes
          warps (rows, columns): tiles (rows, columns): the unit

Where the device copies asynchronously, the tiles are shared some iterations of the reduction ahead; by TMA, where it can and
they are TMA tiles.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from heddle.codegen.actions.block_swizzle import rows_together
from heddle.codegen.actions.cache import Cache
from heddle.codegen.actions.loop_transforms import factors_of, is_fixed, iterations, size_of, stride
from heddle.codegen.actions.pipeline import Pipeline
from heddle.codegen.actions.schedule_builder import Optimiser, names
from heddle.codegen.actions.tensorize import Tensorize
from heddle.codegen.memory.shared_memory import transposed_axis
from heddle.codegen.memory.software_pipeline import most_depth
from heddle.codegen.memory.tile_layout import Scope, layout_of, padded_bytes
from heddle.codegen.memory.tile_operands import is_computed, is_gated, operand_of, position, whole_operand
from heddle.codegen.memory.tma import bytes_of_barriers, rows_of
from heddle.codegen.policy.matmul_cpu import Product
from heddle.codegen.policy.matmul_gpu import current_operand
from heddle.codegen.tensorize.mma import reads_columns
from heddle.dtype import dtypes
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.renderer.tensor_cores import TensorCore
from heddle.uop import AxisType, Ops, UOp

#: Bytes of a row of an operand that are in shared memory at a time: two steps of a unit.
_STEP_BYTES = 64
#: Iterations of the reduction that are in shared memory at a time, at most: one that is computed with, the others on their way.
_DEPTH = 4
#: The same where the device copies them by itself, which costs the threads nothing: small blocks are multiplied faster than they come.
_TMA_DEPTH = 8
#: Those that products under way need: one being filled, one being read, and one of the previous iteration.
_LEAST_DEPTH = 3
#: Iterations that they need: with one, nothing is under way while others are filled.
_LEAST_ITERATIONS = 2
#: Rows of a warp's tile that have to be there, as a part of all: the others are computed of zeros.
_LEAST_PART = 2
#: Rows or columns of a block for which no other axis is joined, such as the next row of an image: elements are not found by division.
_FEWEST_ROWS = 64
#: Bytes of factors that the second cache of every GPU with MMA units holds: blocks may then come in any order.
_SECOND_CACHE = 4 << 20
#: Products in the time in which an element of a factor is loaded (a model: a multiprocessor of Ampere multiplies 1024 pairs of 2 bytes
#: a cycle, one of Hopper 2048, and the second cache gives it some 64 bytes)
_LOADED = 32


@dataclass(frozen=True)
class Warps:
    """Tiles of a warp and warps of a block, along rows and columns."""

    tile_rows: int
    tile_columns: int
    rows: int
    columns: int


@dataclass(frozen=True)
class Block:
    """What a work-group computes, and with which unit."""

    unit: TensorCore
    warps: Warps

    @property
    def height(self) -> int: return self.warps.rows * self.warps.tile_rows * self.unit.rows

    @property
    def width(self) -> int: return self.warps.columns * self.warps.tile_columns * self.unit.columns

    @property
    def threads(self) -> int: return self.unit.threads * self.warps.rows * self.warps.columns

    def steps(self, length: int) -> int:
        """Depths of the unit that are in shared memory at a time, of a reduction of so many iterations."""
        unit = self.unit
        return 2 if length % (2 * unit.depth) == 0 and unit.depth * unit.dtype.itemsize < _STEP_BYTES else 1

    def fits(self, n_rows: int, n_columns: int, caps: Capabilities) -> bool:
        """Whether there are so many rows, columns, threads and registers, and room for the pipeline depth that four warps need."""
        if self.height > n_rows or self.width > n_columns or self.threads > caps.workgroup_threads: return False
        if self.warps.tile_rows * self.warps.tile_columns > self.unit.tiles: return False
        room = (caps.shared_memory or 0) - bytes_of_barriers(_TMA_DEPTH)
        return self.unit.warps == 1 or _LEAST_DEPTH * self.bytes_of_iteration(1) <= room

    def bytes_of_iteration(self, steps: int) -> int:
        """Shared memory that both factors take."""
        lines, length, itemsize = self.height + self.width, steps * self.unit.depth, self.unit.dtype.itemsize
        return padded_bytes(lines, length, itemsize) if self.unit.warps == 1 else lines * length * itemsize


#: blocks to choose from, the largest first: 128 × 256 results down to one tile. Warps of 64 × 64 results read shared memory half as
#: long as they multiply, those of 64 × 32 three quarters as long (Ampere: 128 bytes and 1024 products a cycle)
_BLOCKS = (Warps(4, 8, 2, 4), Warps(4, 8, 2, 2), Warps(4, 4, 2, 4), Warps(4, 4, 2, 2), Warps(2, 4, 2, 2), Warps(2, 2, 2, 2),
           Warps(1, 2, 2, 2), Warps(1, 1, 1, 1))


#: the same for units that four warps use: how many fours along the rows, and columns. One four multiplies while the other waits
_GROUP_BLOCKS = ((2, 256), (2, 128), (1, 128), (1, 64))
#: columns at most where the sums of a tile have registers besides those of the results
_COLUMNS_OF_TWO_SUMS = 128


def with_whole_factors(p: Product) -> Product:
    """`p` with operands that are all there is to its factors, but for what widens them."""
    def whole(operand: UOp) -> UOp:
        factor = next(f for f in factors_of(p.reduction) if operand_of(f) is operand)
        return whole_operand(factor) or operand

    return replace(p, a=whole(p.a), b=whole(p.b))


def tensor_core(p: Product, caps: Capabilities, in_place: bool) -> TensorCore | None:
    """The unit that can do the products of `p`; None where there is none, or the sizes do not fill it."""
    if in_place or p.reduction.dtype != dtypes.float32 or not _are_factors(p): return None
    if not all(map(is_fixed, p.reduction.src[1:])): return None
    # a factor that is the same in all products of a sum is no matrix
    if not all(any(k in x.ranges for k in p.reduction.src[1:]) for x in (p.a, p.b)): return None
    units = [u for u in caps.tensor_cores if u.dtype == p.a.dtype == p.b.dtype]
    # four warps multiply while they fill the next tiles by asynchronous copies, and what is computed is not copied
    if is_computed(p.a) or is_computed(p.b): units = [u for u in units if u.warps == 1 and _has_room(p, u, caps)]
    return next((u for u in units if _fills(p, u, caps) and (u.warps == 1 or _suits_four_warps(p, u, caps))), None)


def _are_factors(p: Product) -> bool:
    """Whether the operands are all there is to the factors, but for casts to what is summed."""
    if p.reduction.src[0].op is not Ops.MUL: return False
    return {s.src[0] if s.op is Ops.CAST and s not in (p.a, p.b) else s for s in p.reduction.src[0].src} == {p.a, p.b}


def _has_room(p: Product, unit: TensorCore, caps: Capabilities) -> bool:
    """Whether every block's tiles fit in shared memory."""
    b = _blocks_of(unit)[0]
    room = (caps.shared_memory or 0) - bytes_of_barriers(_TMA_DEPTH)
    return b.bytes_of_iteration(b.steps(iterations(p.reduction.src[1:]))) <= room


def _fills(p: Product, unit: TensorCore, caps: Capabilities) -> bool:
    if iterations(p.reduction.src[1:]) < unit.depth: return False
    n_rows, n_columns = iterations(_rows(p, unit)), iterations(_columns(p, unit))
    if n_rows * (_LEAST_PART if unit.warps == 1 else 1) < unit.rows: return False
    return any(b.fits(max(n_rows, unit.rows), n_columns, caps) for b in _blocks_of(unit))


def _rows(p: Product, unit: TensorCore) -> tuple[UOp, ...]:
    """The axes that are the rows of blocks, as one: the longest, or where that does not fill a block all of them, outermost first."""
    return (p.row,) if size_of(p.row) >= max(unit.rows, _FEWEST_ROWS) else p.rows


def _columns(p: Product, unit: TensorCore) -> tuple[UOp, ...]:
    """The same for columns."""
    return (p.vector,) if size_of(p.vector) >= max(unit.column_step or unit.columns, _FEWEST_ROWS) else p.columns


def _suits_four_warps(p: Product, unit: TensorCore, caps: Capabilities) -> bool:
    """Whether there are enough iterations, loads have no conditions, and bytes are contiguous along the reduction."""
    if iterations(p.reduction.src[1:]) < _LEAST_ITERATIONS * unit.depth or not caps.has_async_copies: return False
    if iterations(p.reduction.src[1:]) % unit.depth: return False
    if any(is_gated(x) for x in (p.a, p.b)): return False
    return unit.dtype.itemsize > 1 or all(stride(position(x), p.reduction.src[-1]) == 1 for x in (p.a, p.b))


def choose_block(n_rows: int, n_columns: int, n_batches: int, unit: TensorCore, caps: Capabilities) -> Block:
    """The block with which all are done soonest: one on each multiprocessor at a time, as long as it multiplies and loads.

    Where threads wait for what they load, other groups have to fill the time: the largest block that leaves one for each
    multiprocessor.
    """
    def count(b: Block) -> int: return n_batches * -(-n_rows // b.height) * -(-n_columns // b.width)
    def time(b: Block) -> int: return -(-count(b) // caps.threads) * (b.height * b.width + _LOADED * (b.height + b.width))

    fitting = [b for b in _blocks_of(unit) if b.fits(n_rows, n_columns, caps)]
    if caps.has_async_copies: return min(fitting, key=time)
    return next((b for b in fitting if count(b) >= caps.threads), fitting[-1])


def _blocks_of(unit: TensorCore) -> list[Block]:
    if unit.warps == 1: return [Block(unit, w) for w in _BLOCKS]
    most = _COLUMNS_OF_TWO_SUMS if unit.sums_roughly else unit.columns
    return [Block(unit.of_columns(columns), Warps(1, 1, rows, 1)) for rows, columns in _GROUP_BLOCKS if columns <= most]


def optimise_matrix_product(opt: Optimiser, p: Product, unit: TensorCore, caps: Capabilities,
                            make_grid: Callable[[Optimiser, list[UOp], Capabilities], None]) -> None:
    """Does the actions for `p` to `opt`; `make_grid` makes axes the grid."""
    of_rows, of_columns = _rows(p, unit), _columns(p, unit)
    others = [r for r in (*p.batches, *p.rows, *p.columns) if r not in of_rows and r not in of_columns]
    if len(of_rows) > 1 or len(of_columns) > 1: opt.order([*others, *of_rows, *of_columns])
    row, column = opt.join_all(of_rows), opt.join_all(of_columns)
    b = choose_block(max(size_of(row), unit.rows), size_of(column), iterations(others), unit, caps)
    block_columns, columns = _cut(opt, column, b.warps.columns, b.warps.tile_columns, b.unit.columns)
    block_rows, rows = _cut(opt, row, b.warps.rows, b.warps.tile_rows, b.unit.rows)
    steps = b.steps(iterations(p.reduction.src[1:]))
    iteration, ks = _cut_reduction(opt, p, steps, unit.depth)
    room = ((caps.shared_memory or 0) - bytes_of_barriers(_TMA_DEPTH)) // b.bytes_of_iteration(steps)
    if room > 0:
        by_tma = caps.has_tma and iteration is not None
        scope = next(s for s in (Scope.WARP, Scope.WAVE, Scope.WARPGROUP) if s.lanes == unit.threads)
        for load, own in ((p.b, columns), (p.a, rows)): _share(opt, load, own, ks, scope, by_tma, reads_columns(unit))
    opt.do(Tensorize(names((rows[-1], columns[-1], ks[-1]))))
    most = _TMA_DEPTH if all(a.kind == Scope.TMA for a in opt.actions if isinstance(a, Cache)) else _DEPTH
    copied = not is_computed(p.a) and not is_computed(p.b)
    depth = min(most, room, size_of(iteration)) if caps.has_async_copies and iteration is not None and copied else 1
    if iteration is not None and unit.warps > 1:  # what has a buffer for each iteration is loaded whole by TMA, before the loop
        is_loaded_before = most == _TMA_DEPTH and depth == size_of(iteration)
        depth = most_depth(opt.sink, iteration) if is_loaded_before else max(depth, _LEAST_DEPTH)
    if iteration is not None and depth > 1: opt.do(Pipeline(names((iteration,)), depth))
    block_rows, block_columns = (opt.now(r) if r is not None else None for r in (block_rows, block_columns))
    grid = opt.current(others)
    make_grid(opt, [*grid, *(r for r in in_order(opt, p, block_rows, block_columns, b, caps) if r is not None)], caps)


def in_order(
        opt: Optimiser, p: Product, rows: UOp | None, columns: UOp | None, b: Block, caps: Capabilities) -> tuple[UOp | None, ...]:
    """The axes of a grid of blocks, as one where blocks that are under way together had better be of fewer rows and columns."""
    if rows is None or columns is None: return rows, columns
    lines = size_of(rows) * b.height + size_of(columns) * b.width
    if lines * iterations(p.reduction.src[1:]) * p.a.dtype.itemsize <= _SECOND_CACHE: return rows, columns
    together = rows_together(size_of(rows), size_of(columns), b.height, b.width, caps.threads)
    return (opt.join(rows, columns, together=together),) if together else (rows, columns)


def _cut(opt: Optimiser, r: UOp, warps: int, tiles: int, size: int) -> tuple[UOp | None, list[UOp]]:
    """An axis as blocks, None if there is one, and (warps, tiles, elements of a tile) without what has one iteration."""
    length, is_short = warps * tiles * size, size_of(r) < warps * tiles * size
    blocks, inner = opt.split(r, length, overlap=not is_short, mask=is_short)
    warp, inner = opt.split(inner, tiles * size) if warps > 1 else (None, inner)
    tile, element = opt.split(inner, size) if tiles > 1 else (None, inner)
    if warp is not None: warp = opt.mark(opt.now(warp) or warp, AxisType.WORKGROUP)
    if tile is not None: tile = opt.mark(opt.now(tile) or tile, AxisType.UNROLL)
    return blocks, [q for q in (warp, tile, element) if q is not None]


def _cut_reduction(opt: Optimiser, p: Product, steps: int, depth: int) -> tuple[UOp | None, list[UOp]]:
    """The loop around what is in shared memory at a time, if it iterates, and the parts of that, the unit's own last.

    Tiles are filled with zeros beyond the end.
    """
    whole = opt.join_all(opt.current(p.reduction.src[1:]), AxisType.REDUCE)
    iteration, inner = opt.split(whole, steps * depth, AxisType.REDUCE, mask=True)
    outer, own = opt.split(inner, depth, AxisType.REDUCE)
    return iteration, [r for r in (outer, own) if r is not None]


def _share(opt: Optimiser, load: UOp, own: list[UOp], ks: list[UOp], scope: Scope, by_tma: bool, along_reduction: bool) -> None:
    """Shares a factor: its tile lies as the memory does, so that both are walked in step, or is loaded by TMA.

    `along_reduction`: threads hold neighbours along the reduction, so the tile has those in rows, if they can transpose as they copy.
    """
    if (found := current_operand(opt, load, [*own, *ks])) is None: return
    number, operand = found
    axes = [*own, *ks]
    if stride(position(operand), ks[-1]) != 1 and not (along_reduction and transposed_axis(operand, tuple(axes))): axes = [*ks, *own]
    tile = layout_of(tuple(axes), operand.dtype.itemsize, scope)
    kind = Scope.TMA if by_tma and not is_computed(operand) and not isinstance(rows_of(operand, tile), str) else scope
    opt.do(Cache((str(number), *names(axes)), kind=kind))
