"""Default schedule of products of many quantized rows and quantized weights on a CPU: a register tile of sums of 8-bit products.

Inputs: a simplified kernel with a sum of floats, over blocks, that has a short sum of 8-bit products inside: of rows, and of weights
that are loaded, or unpacked from bytes.
Outputs: the actions that make it a tile whose lanes are columns:

    grid (batches, columns / lanes, row blocks)
      cache weights  [blocks][groups][lanes][4]
      rows / rows-per-tile
        blocks: accumulators[rows] += float(DOT(weights[lanes], row's group in all lanes), groups) * scales

A tile has two accumulators for each row, one of integers and one of floats, and one vector of columns: the weights of a block stay in
registers for all its rows.
"""
from __future__ import annotations

from heddle.codegen.actions.dot_product import DotProduct
from heddle.codegen.actions.loop_transforms import (
    factors_of,
    is_fixed,
    iterations,
    reductions_of,
    size_of,
    stride,
)
from heddle.codegen.actions.schedule_builder import Optimiser, names
from heddle.codegen.memory.tile_operands import is_computed, position, scales_of, whole_operand
from heddle.codegen.policy.matmul_cpu import make_grid, row_blocks
from heddle.codegen.tensorize.dot_product import GROUPS, byte_factors, can_group
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.uop import AxisType, Ops, UOp

#: Rows of a tile at most: (128 rows, weights of 4096 x 1024, one core of a Xeon with AVX-512: 4 rows and 2 vectors 153 products a ns,
#: 6 and 2 156, 8 and 1 194, 12 and 1 193).
_ROWS = 8
#: Rows from which on weights are copied for them.
_LEAST_ROWS = 4
#: Elements of a block at most: all its groups are unrolled.
_BLOCK = 64


@dataclass(frozen=True)
class ByteProduct:
    """The short sum of 8-bit products, the sum around it, the axis that groups are cut off, and the loops of the output."""

    inner: UOp
    outer: UOp
    group: UOp
    rows: tuple[UOp, ...]
    columns: tuple[UOp, ...]
    batches: tuple[UOp, ...]

    @property
    def row(self) -> UOp:
        """The rows that tiles go along."""
        return max(self.rows, key=size_of)

    @property
    def column(self) -> UOp:
        """The columns that are lanes: the innermost ones."""
        return self.columns[-1]


def optimise_byte_tiles(opt: Optimiser, in_place: bool) -> bool:
    """Does the actions for a product of quantized matrices to `opt`, if that is all its reductions. Returns whether it did."""
    if dtypes.int8 not in opt.caps.dot_product_dtypes or in_place or not opt.caps.has_scratch: return False
    if (p := find_byte_product(opt.sink)) is None: return False
    lanes = opt.caps.vector // dtypes.float32.itemsize
    if size_of(p.column) < lanes: return False
    runs, group = opt.split(p.group, GROUPS[dtypes.int8], AxisType.UNROLL)
    row_tiles, _ = opt.split(p.row, _tile(size_of(p.row)), AxisType.UNROLL, overlap=True)
    column_tiles, lane = opt.split(p.column, lanes, AxisType.VECTOR, overlap=True)
    for k in opt.current((*p.inner.src[1:], runs)): opt.mark(k, AxisType.UNROLL)
    other_rows = [r for r in p.rows if r is not p.row]
    grid = [*p.batches, *p.columns[:-1], *([column_tiles] if column_tiles is not None else [])]
    row_block, row_tiles = row_blocks(opt, row_tiles, iterations(grid), opt.caps)
    _cache_weights(opt, lane, group)
    _cache_scales(opt, lane)
    opt.do(DotProduct(names((group,))))
    opt.join_all(opt.current(p.outer.src[1:]), AxisType.REDUCE)  # tiles are contiguous along all of them
    opt.order([*grid, row_block, *other_rows, row_tiles])
    make_grid(opt, [r for r in (*grid, row_block) if r is not None])
    return True


def find_byte_product(sink: UOp) -> ByteProduct | None:
    """The product of two matrices of 8-bit integers in blocks with scales that `sink` is, if it is one of enough rows."""
    if len(sink.src) != 1 or len(reductions_of(sink)) != 2: return None
    inner, outer = _sums(sink)
    if (factors := byte_factors(inner)) is None or inner not in outer.toposort() or iterations(inner.src[1:]) > _BLOCK: return None
    if outer.arg is not Ops.ADD or outer.dtype != dtypes.float32: return None
    loops = sink.src[0].src[1:]
    if not all(map(is_fixed, (*loops, *inner.src[1:], *outer.src[1:]))): return None
    whole = (k for k in inner.src[1:] if size_of(k) % GROUPS[dtypes.int8] == 0)
    group = next((k for k in whole if all(can_group(x, k) for x in factors)), None)
    a, b = sorted(factors, key=lambda x: x.op is not Ops.LOAD)
    rows, columns = (tuple(r for r in loops if r in x.ranges and r not in y.ranges) for x, y in ((a, b), (b, a)))
    if b.op is Ops.LOAD and iterations(rows) > iterations(columns): rows, columns = columns, rows
    if group is None or a.op is not Ops.LOAD or iterations(rows) < _LEAST_ROWS or not columns: return None
    return ByteProduct(inner, outer, group, rows, columns, tuple(r for r in loops if r not in rows and r not in columns))


def _sums(sink: UOp) -> list[UOp]:
    """The short sum of products of bytes and the other one, of two."""
    return sorted(reductions_of(sink), key=lambda r: byte_factors(r) is None)


def _cache_weights(opt: Optimiser, lane: UOp, group: UOp) -> None:
    inner, outer = _sums(opt.sink)
    weights = whole_operand(next(f for f in factors_of(inner) if lane in f.ranges))
    if weights is None: raise InternalError("the weights of a product are no operand")
    axes = [k for r in (outer, inner) for k in r.src[1:] if k in weights.ranges and k is not group]
    opt.cache(weights, [*axes, lane, group], GROUPS[dtypes.int8])


def _cache_scales(opt: Optimiser, lane: UOp) -> None:
    """What weights are scaled and moved by is unpacked once for all rows."""
    while True:
        _, outer = _sums(opt.sink)
        found = next((x for x in scales_of(outer) if lane in x.ranges and _is_worth_a_copy(x, {*outer.src[1:], lane})), None)
        if found is None: return
        axes = [k for k in outer.src[1:] if k in found.ranges]
        opt.cache(found, [*axes, lane], size_of(lane))


def _is_worth_a_copy(scale: UOp, tile: set[UOp]) -> bool:
    """Whether a value is unpacked from memory, or strided there, and all rows share it."""
    if any(r.arg[1] is AxisType.UNROLL for r in scale.ranges - tile): return False
    lane = next(r for r in tile if r.arg[1] is AxisType.VECTOR)
    return is_computed(scale) or stride(position(scale), lane) != 1


def _tile(n: int) -> int:
    """Rows of a tile: of those that compute the fewest twice the largest."""
    return min(range(1, min(n, _ROWS) + 1), key=lambda t: (-(-n // t) * (t + 2), -t))
