"""Default schedule of matmul on GPUs without tensor cores: a tile of accumulators for each thread, a block for each work-group.

Inputs: a simplified kernel with one sum of products (matmul_cpu.py).
Outputs: the actions that give it this form:

    grid (batches, row blocks, column blocks)
      reduction / iteration
        share A [iteration][rows of the block], share B [iteration][columns of the block]      where that pays
          threads (rows, columns): accumulators[rows][vectors] += A[row] * B[vector]
"""
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from heddle.codegen.actions.cache import Cache
from heddle.codegen.actions.loop_transforms import is_fixed, iterations, size_of, stride
from heddle.codegen.actions.pipeline import Pipeline
from heddle.codegen.actions.schedule_builder import Optimiser, names
from heddle.codegen.memory.shared_memory import contiguous_axis
from heddle.codegen.memory.software_pipeline import least_depth, most_depth, tiles_of
from heddle.codegen.memory.tile_layout import Scope, padding
from heddle.codegen.memory.tile_operands import is_computed, operands, position, value_loads
from heddle.codegen.policy.matmul_cpu import Product
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import AxisType, UOp

#: Iterations of the reduction whose operands are in local memory at a time.
_STEP = 16
#: Iterations of the reduction that are unrolled where threads load vectors of so many elements.
_UNROLLED = 4
#: Rows that a thread keeps all, with one vector of columns.
_FEW_ROWS = 8
#: Elements that a device's vector registers hold, at least, where a thread has tiles of 8 rows and two vectors of 4 columns.
_ROOMY = 256
#: Bytes of elements, and how many of them, that are copied asynchronously at a time.
_WORD, _LANES_COPIED = 4, 4
#: Buffers of a tile, at most, where copies are asynchronous.
_DEPTH = 3
#: Rows that are fewer than this are joined with others.
_LONG_BLOCK = 128
#: Rows of a block that make it worth copying the columns' operand, where local memory is no faster than other memory.
_WORTH_COPYING = 16


@dataclass(frozen=True)
class Block:
    """What a group computes: threads × tile rows, threads × vectors × lanes columns."""

    row_threads: int
    rows: int
    column_threads: int
    vectors: int
    lanes: int

    @property
    def height(self) -> int: return self.row_threads * self.rows

    @property
    def width(self) -> int: return self.column_threads * self.vectors * self.lanes


def choose_block(n_rows: int, n_columns: int, caps: Capabilities, itemsize: int, exact: bool, batches: int = 1) -> Block:
    """The block: lanes as wide as the device's vectors, a tile that fills its registers, threads as there are rows and columns.

    `batches`: products of so many rows and columns that there are; every core should have a block.
    `exact`: only sizes that divide, since nothing may be computed twice.
    """
    def fitting(n: int, most: int) -> int:
        if not exact: return min(n, most)
        return next(d for d in range(min(n, most), 0, -1) if n % d == 0)

    lanes = 1 << (min(caps.vector // itemsize, n_columns).bit_length() - 1)
    if exact: lanes = min(lanes, n_columns & -n_columns)
    wide = caps.vector // itemsize >= 8  # vectors so wide that they are the device's registers, not a part of one's memory access
    alone = not wide and not caps.has_fast_shared  # nothing comes from other threads: a larger tile has to save loads
    most = max(caps.workgroup_threads, 1)
    if is_few_rows(n_rows, caps):  # each thread has all rows of its columns, which no other one reads
        return Block(1, n_rows, max(fitting(n_columns // lanes, most), 1), 1, lanes)
    vectors = fitting(n_columns // lanes, 2)
    across = 1 << (math.isqrt(most).bit_length() - 1)  # a power of two, which divides the tiles that threads copy and most matrices
    column_threads = fitting(n_columns // (lanes * vectors), 2 if wide else across)
    rows = fitting(n_rows, 6 if wide else 8 if alone else 4)
    if not wide and not alone and caps.registers * lanes >= _ROOMY:  # a tile of twice the rows loads less, if all cores have one
        taller = Block(max(min(most // column_threads, 16), 1), 8, column_threads, vectors, lanes)
        if n_rows // taller.height * (n_columns // taller.width) * batches >= caps.threads: rows = fitting(n_rows, 8)
    row_threads = fitting(n_rows // rows, 1 if alone else min(most // column_threads, 16))
    return Block(max(row_threads, 1), rows, max(column_threads, 1), vectors, lanes)


def is_few_rows(n_rows: int, caps: Capabilities) -> bool:
    """Whether a thread keeps all rows: where elements of columns come from memory by vectors, and once."""
    return n_rows <= _FEW_ROWS and caps.has_fast_shared


def optimise_group_product(opt: Optimiser, p: Product, caps: Capabilities, in_place: bool,
                           make_grid: Callable[[Optimiser, list[UOp], Capabilities], None]) -> None:
    """Does the actions for `p` to `opt`; `make_grid` makes axes the grid."""
    p, row = _with_long_rows(opt, p) if caps.has_fast_shared else (p, p.row)
    b = choose_block(size_of(row), size_of(p.vector), caps, p.reduction.dtype.itemsize, in_place, iterations(p.outside(row)))
    block_columns, inner = opt.split(p.vector, b.width, overlap=True)
    # threads side by side have vectors side by side, in local memory and in the output
    vectors, inner = opt.split(inner, b.column_threads * b.lanes) if b.vectors > 1 else (None, inner)
    column_threads, lane = opt.split(inner, b.lanes, AxisType.VECTOR)
    block_rows, inner_rows = opt.split(row, b.height, overlap=True)
    row_threads, tile_rows = opt.split(inner_rows, b.rows, AxisType.UNROLL)
    marks = ((vectors, AxisType.UNROLL), (row_threads, AxisType.WORKGROUP), (column_threads, AxisType.WORKGROUP))
    vectors, row_threads, column_threads = (opt.mark(opt.now(r) or r, kind) if r is not None else None for r, kind in marks)
    columns = [r for r in (vectors, column_threads, lane) if r is not None]
    few = is_few_rows(size_of(row), caps) and stride(position(p.b), p.vector) == 1
    # operands come from memory for each use
    plain = few or (not caps.has_fast_shared and not is_computed(p.a) and not is_computed(p.b))
    if plain and caps.vector // p.reduction.dtype.itemsize == _UNROLLED: _unroll_reduction(opt, p)
    if not few: _share(opt, p, b, [r for r in (row_threads, tile_rows) if r is not None], columns, caps)
    make_grid(opt, opt.current((*p.outside(row), block_rows, block_columns)), caps)


def _with_long_rows(opt: Optimiser, p: Product) -> tuple[Product, UOp]:
    """The product and the rows of its blocks, short ones joined with the axis around them, if the output is contiguous across both:
    those of a convolution."""
    row, loops = p.row, opt.sink.src[0].src[1:]
    if size_of(row) >= _LONG_BLOCK or p.output_stride(row) != 1: return p, row
    around = next((r for r in p.rows if r is not row and p.output_stride(r) == size_of(row)), None)
    if around is None or loops.index(row) != loops.index(around) + 1: return p, row
    joined = opt.join(around, row)
    return replace(p, rows=(*(r for r in p.rows if r not in (around, row)), joined)), joined


def _unroll_reduction(opt: Optimiser, p: Product) -> None:
    """Writes out iterations of the reduction along which an operand lies in memory: their elements are then loaded together."""
    along = [k for k in p.reduction.src[1:] if stride(position(p.a), k) == 1 or stride(position(p.b), k) == 1]
    for k in along:
        if is_fixed(k) and size_of(k) % _UNROLLED == 0:
            opt.split(k, _UNROLLED, AxisType.UNROLL)
            return


def _share(opt: Optimiser, p: Product, b: Block, rows: list[UOp], columns: list[UOp], caps: Capabilities) -> None:
    """Copies tiles of the operands into local memory where that pays and fits: what is computed is then computed once per group."""
    scattered = stride(position(p.b), p.vector) != 1
    share_a = caps.has_fast_shared or is_computed(p.a)
    share_b = caps.has_fast_shared or is_computed(p.b) or (scattered and b.height >= _WORTH_COPYING)
    if not (share_a or share_b) or b.row_threads * b.column_threads < 4: return
    length = iterations(p.reduction.src[1:])
    a_bytes, b_bytes = p.a.dtype.itemsize, p.b.dtype.itemsize
    lines = (b.height + padding(a_bytes)) * share_a * a_bytes + (b.width + padding(b_bytes)) * share_b * b_bytes
    steps = (t for t in (_STEP, 2 * _STEP, _STEP // 2, _STEP // 4) if length % t == 0)
    iteration = next((t for t in steps if lines * t <= (caps.shared_memory or 0)), 0)
    if not iteration: return
    outer, inner = opt.split(opt.join_all(opt.current(p.reduction.src[1:]), AxisType.REDUCE), iteration, AxisType.REDUCE)
    factors = [*([(p.b, columns)] if share_b else []), *([(p.a, rows)] if share_a else [])]
    shared = [share(opt, operand, [inner, *axes], caps) for operand, axes in factors]
    if outer is None or not caps.has_async_copies or not all(shared) or is_computed(p.a) or is_computed(p.b): return
    depth = min(_DEPTH, size_of(outer), most_depth(opt.sink, outer), (caps.shared_memory or 0) // (lines * iteration))
    if depth >= least_depth(opt.sink) and tiles_of(opt.sink, outer): opt.do(Pipeline(names((outer,)), depth))


def share(opt: Optimiser, operand: UOp, tile: list[UOp], caps: Capabilities) -> bool:
    """Shares `operand`, if it depends on the tile, and returns whether it does; by vectors where they are contiguous in memory and the
    device loads them, or copies them asynchronously to where they are contiguous too."""
    if (found := current_operand(opt, operand, tile)) is None: return False
    lanes = caps.lanes_moved if caps.copies_vectors else _LANES_COPIED
    along = contiguous_axis(found[1], tuple(tile), lanes)
    is_copied_whole = caps.has_async_copies and along is tile[-1] and found[1].dtype.itemsize == _WORD
    wide = along is not None and (caps.copies_vectors or is_copied_whole)
    opt.do(Cache((str(found[0]), *names(tile)), lanes if wide else 0, Scope.GROUP))
    return True


def current_operand(opt: Optimiser, before: UOp, tile: list[UOp]) -> tuple[int, UOp] | None:
    """Number and value of an operand as it is now, after the splits so far: of the same buffers, and moving with the tile."""
    def is_same(now: UOp) -> bool:
        buffers, expected = ({n.src[0].src[0] for n in value_loads(x)} for x in (now, before))
        return is_computed(now) == is_computed(before) and buffers == expected

    axes = {*opt.current(tile)}
    return next(((n, x) for n, x in enumerate(operands(opt.sink)) if is_same(x) and axes <= x.ranges), None)
