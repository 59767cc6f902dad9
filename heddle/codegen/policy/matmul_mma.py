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
from dataclasses import dataclass, replace

from heddle.codegen.actions.block_swizzle import rows_together
from heddle.codegen.actions.cache import Cache
from heddle.codegen.actions.loop_transforms import is_fixed, iterations, size_of, stride
from heddle.codegen.actions.pipeline import Pipeline
from heddle.codegen.actions.schedule_builder import Optimiser
from heddle.codegen.actions.tensorize import Tensorize
from heddle.codegen.memory.tile_layout import WARP, Scope, layout_of, padded_bytes
from heddle.codegen.memory.tile_operands import is_computed, is_gated, operands, position
from heddle.codegen.memory.tma import bytes_of_barriers, rows_of
from heddle.codegen.policy.matmul_cpu import Product
from heddle.codegen.policy.matmul_gpu import is_same_operand
from heddle.dtype import dtypes
from heddle.renderer import Capabilities, TensorCore
from heddle.uop import AxisType, Ops, UOp

#: Bytes of a row of an operand that are in shared memory at a time: two steps of a unit.
_STEP_BYTES = 64
#: Iterations of the reduction that are in shared memory at a time, at most: one that is computed with, the others on their way.
_DEPTH = 4
#: The same where the device copies them by itself, which costs the threads nothing: small blocks are multiplied faster than they come.
_TMA_DEPTH = 8
#: Those that products under way need: one being filled, one being read, and one of the previous iteration.
_LEAST_DEPTH = 3
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
    def threads(self) -> int: return WARP * self.unit.warps * self.warps.rows * self.warps.columns

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


def tensor_core(p: Product, caps: Capabilities, in_place: bool) -> TensorCore | None:
    """The unit that can do the products of `p`; None where there is none, or the sizes do not fill it."""
    if in_place or p.reduction.dtype != dtypes.float32 or not _are_factors(p): return None
    if not all(map(is_fixed, p.reduction.src[1:])): return None
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
    if iterations(p.reduction.src[1:]) % unit.depth: return False
    return any(b.fits(size_of(row_of(p)), size_of(p.vector), caps) for b in _blocks_of(unit))


def _suits_four_warps(p: Product, unit: TensorCore, caps: Capabilities) -> bool:
    """Whether there are enough iterations, loads have no conditions, and bytes are contiguous along the reduction."""
    if iterations(p.reduction.src[1:]) < _LEAST_DEPTH * unit.depth or not caps.has_async_copies: return False
    if any(is_gated(x) for x in (p.a, p.b)): return False
    return unit.dtype.itemsize > 1 or all(stride(position(x), p.reduction.src[-1]) == 1 for x in (p.a, p.b))


def row_of(p: Product) -> UOp:
    """The axis whose elements are the rows of a block."""
    return max(p.rows, key=lambda r: (abs(stride(p.store.src[0].src[1], r) or 0) > 0, size_of(r)))


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
    return [Block(replace(unit, columns=columns), Warps(1, 1, rows, 1)) for rows, columns in _GROUP_BLOCKS]


def optimise_matrix_product(opt: Optimiser, p: Product, unit: TensorCore, caps: Capabilities,
                            make_grid: Callable[[Optimiser, list[UOp], Capabilities], None]) -> None:
    """Does the actions for `p` to `opt`; `make_grid` iterations axes into the grid."""
    row = row_of(p)
    others = [*p.batches, *(r for r in p.rows if r is not row), *(c for c in p.columns if c is not p.vector)]
    b = choose_block(size_of(row), size_of(p.vector), iterations(others), unit, caps)
    block_columns, columns = _cut(opt, p.vector, b.warps.columns, b.warps.tile_columns, b.unit.columns)
    block_rows, rows = _cut(opt, row, b.warps.rows, b.warps.tile_rows, b.unit.rows)
    steps = b.steps(iterations(p.reduction.src[1:]))
    iteration, ks = _cut_reduction(opt, p, steps, unit.depth)
    room = ((caps.shared_memory or 0) - bytes_of_barriers(_TMA_DEPTH)) // b.bytes_of_iteration(steps)
    if room > 0:
        by_tma = caps.has_tma and iteration is not None
        scope = Scope.WARP if unit.warps == 1 else Scope.WARPGROUP
        for load, own in ((p.b, columns), (p.a, rows)): _share(opt, load, own, ks, scope, by_tma)
    opt.do(Tensorize(tuple(r.arg[0] for r in (rows[-1], columns[-1], ks[-1]))))
    most = _TMA_DEPTH if all(a.kind == Scope.TMA for a in opt.actions if isinstance(a, Cache)) else _DEPTH
    copied = not is_computed(p.a) and not is_computed(p.b)
    depth = min(most, room, size_of(iteration)) if caps.has_async_copies and iteration is not None and copied else 1
    if iteration is not None and depth > 1: opt.do(Pipeline((iteration.arg[0],), depth))
    block_rows, block_columns = (opt.find(r.arg[0]) if r is not None else None for r in (block_rows, block_columns))
    grid = [opt.find(r.arg[0]) for r in others]
    make_grid(opt, [r for r in (*grid, *in_order(opt, p, block_rows, block_columns, b, caps)) if r is not None], caps)


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
    blocks, inner = opt.split(r, warps * tiles * size, overlap=True)
    warp, inner = opt.split(inner, tiles * size) if warps > 1 else (None, inner)
    tile, element = opt.split(inner, size) if tiles > 1 else (None, inner)
    if warp is not None: warp = opt.mark(opt.find(warp.arg[0]) or warp, AxisType.WORKGROUP)
    if tile is not None: tile = opt.mark(opt.find(tile.arg[0]) or tile, AxisType.UNROLL)
    return blocks, [q for q in (warp, tile, element) if q is not None]


def _cut_reduction(opt: Optimiser, p: Product, steps: int, depth: int) -> tuple[UOp | None, list[UOp]]:
    """The loop around what is in shared memory at a time, if it iterates, and the parts of that, the unit's own last."""
    axes = [k for k in (opt.find(k.arg[0]) for k in p.reduction.src[1:]) if k is not None]
    while len(axes) > 1: axes[:2] = [opt.join(axes[0], axes[1], AxisType.REDUCE)]
    iteration, inner = opt.split(axes[0], steps * depth, AxisType.REDUCE)
    outer, own = opt.split(inner, depth, AxisType.REDUCE)
    return iteration, [r for r in (outer, own) if r is not None]


def _share(opt: Optimiser, load: UOp, own: list[UOp], ks: list[UOp], scope: Scope, by_tma: bool) -> None:
    """Shares a factor: its tile lies as the memory does, so that both are walked in step, or is loaded by TMA."""
    mine = {opt.find(r.arg[0]) for r in (*own, *ks)}
    for n, found in enumerate(operands(opt.sink)):
        if not is_same_operand(found, load) or not mine <= found.ranges: continue
        along_reduction = stride(position(found), ks[-1]) == 1
        axes = [*own, *ks] if along_reduction else [*ks, *own]
        tile = layout_of(tuple(axes), found.dtype.itemsize, scope)
        kind = Scope.TMA if by_tma and not is_computed(found) and not isinstance(rows_of(found, tile), str) else scope
        return opt.do(Cache((n, *(r.arg[0] for r in axes)), kind=kind))
