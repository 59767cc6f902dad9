"""The action `tensorize` on tensor cores: a warp of 32 threads multiplies a tile of a sum of products (MMA).

Inputs: a kernel with one reduction of products over an axis of the depth of the tensor core, and the tile's row and column axes.
Outputs: the same with the reduction's products a WMMA, whose operands are the elements that each thread holds of the tile (its
fragments).
Invariants: of tiles of 16 rows and 8 columns, thread `lane` of the warp holds the results at rows lane/4 and lane/4 + 8, columns
lane%4*2 and the one after, which is how NVIDIA's units hand them out (PTX manual, "matrix fragments for mma"), and what lies in
local memory comes from there a fragment at a time (LDMATRIX), anything else element by element. Where they have 8 rows, all three
matrices are held as Apple's SIMD groups do it: two neighbours of a row by each thread, a quarter of the matrix by each 8 of them
(the kernels of MLX rely on that). Of tiles of 16 × 16, thread `lane` holds the whole of row lane%16 of the first factor and of
column lane%16 of the second, and of the results every other one of that column, from row lane/16 on (AMD's RDNA3 instruction set
manual, WMMA).
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from heddle.codegen.actions.loop_transforms import fresh_id, replace_ranges, size_of, stride
from heddle.codegen.legalize.scalarize import residue
from heddle.codegen.memory.shared_memory import warp_lane
from heddle.codegen.memory.tile_layout import ZERO
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic

_ROWS, _COLUMNS = 16, 8  # of the results of every unit
#: bytes of a row of the tiles that fragments are made of, and of what a thread holds of one tile
_TILE_ROW, _WORD = 16, 4


def use_mma(sink: UOp, row: UOp, column: UOp, k: UOp) -> UOp:
    """The kernel with its products over `row` × `column` × `k` done by an MMA unit, of which `k` says how much it takes."""
    lane = warp_lane(sink)
    first = 1 + max(fresh_id(sink) - 1, lane.arg[0])
    reduction = next(n for n in sink.toposort() if n.op is Ops.REDUCE and k in n.src[1:])
    a, b = row_and_column_loads(reduction, row)
    if size_of(column) != _COLUMNS: return _use_square_unit(sink, (row, column, k), reduction, lane)
    pair = pair_axis(sink, column, first + 1)
    if size_of(row) == _ROWS: held = _by_warp(a, b, (row, column, k), lane, UOp.range(2, AxisType.UNROLL, first))
    else: held = _by_simd_group(a, b, (row, column, k), lane)
    rows = tuple(r for r in held.row.ranges if r is not lane)
    sums = _sums(reduction, held.fragments, (row, column, k), 2 << len(rows))
    parts = [_either(pair, sums.gep(i), sums.gep(i + 1)) for i in range(0, sums.dtype.count, 2)]
    sink = sink.substitute({reduction: _either(rows[0], *parts) if rows else parts[0]})
    sink = replace_ranges(sink, {row: (held.row, rows), column: (held.column + pair, (pair,))})
    return UOp.sink(*(end.replace(src=(*end.src, lane)) for end in sink.src))


def _use_square_unit(sink: UOp, axes: tuple[UOp, UOp, UOp], reduction: UOp, lane: UOp) -> UOp:
    """As `use_mma`, for a unit of as many columns as rows: a thread has one column, and every other row of it."""
    row, column, k = axes
    line, a_and_b = lane % _ROWS, row_and_column_loads(reduction, row)
    fragments = tuple(_elements(Operand(x, own, k), line, ZERO, size_of(k)) for x, own in zip(a_and_b, (row, column), strict=True))
    low = UOp.range(_ROWS * size_of(column) // 32, AxisType.UNROLL, 1 + max(fresh_id(sink) - 1, lane.arg[0]))
    sums = _sums(reduction, fragments, axes, size_of(low))
    chosen = sums.gep(size_of(low) - 1)
    for n in range(size_of(low) - 2, -1, -1): chosen = (low < n + 1).where(sums.gep(n), chosen)
    sink = sink.substitute({reduction: chosen})
    sink = replace_ranges(sink, {row: (low * 2 + lane // _ROWS, (low,)), column: (line, ())})
    return UOp.sink(*(end.replace(src=(*end.src, lane)) for end in sink.src))


def _sums(reduction: UOp, fragments: tuple[UOp, ...], axes: tuple[UOp, UOp, UOp], count: int) -> UOp:
    """What a thread has of the tile's results, reduced over what the unit does not reduce by itself."""
    tile = UOp(Ops.WMMA, dtypes.float32.vec(count), fragments, tuple(map(size_of, axes)))
    rest = [r for r in reduction.src[1:] if r is not axes[2]]
    return tile.reduce(Ops.ADD, *rest) if rest else tile.replace(src=(*tile.src, UOp.const(tile.dtype, 0.0)))


class Held(NamedTuple):
    """What a thread has of a tile: its fragments of the factors, the row of its results and the first of two columns."""

    fragments: tuple[UOp, UOp]
    row: UOp
    column: UOp


def _by_warp(a: UOp, b: UOp, axes: tuple[UOp, UOp, UOp], lane: UOp, low: UOp) -> Held:
    """Results in two rows 8 apart, of which `low` is which."""
    row, column, k = axes
    fragments = _fragment(Operand(a, row, k), _ROWS, lane), _fragment(Operand(b, column, k), _COLUMNS, lane)
    return Held(fragments, low * 8 + lane // 4, lane % 4 * 2)


def _by_simd_group(a: UOp, b: UOp, axes: tuple[UOp, UOp, UOp], lane: UOp) -> Held:
    """The factors are held as the results are: two neighbours of a row."""
    row, column, k = axes
    down, right = lane // 16 * 4 + lane // 2 % 4, lane // 8 % 2 * 4 + lane % 2 * 2
    return Held((_elements(Operand(a, row, k), down, right, 2), _elements(Operand(b, k, column), down, right, 2)), down, right)


def pair_axis(sink: UOp, column: UOp, number: int) -> UOp:
    """The two columns of a thread: a vector where they are contiguous in the result."""
    steps = [stride(end.src[0].src[0].src[1], column) for end in sink.src]
    return UOp.range(2, AxisType.VECTOR if all(s == 1 for s in steps) else AxisType.UNROLL, number)


def _either(r: UOp, first: UOp, second: UOp) -> UOp: return (r < 1).where(first, second)


def row_and_column_loads(reduction: UOp, row: UOp) -> tuple[UOp, UOp]:
    """The loads of both factors, that with the rows first. InternalError for a factor that is computed."""
    a, b = factor_loads(reduction)
    if a is None or b is None: raise InternalError(f"an MMA unit takes products of what is loaded: {reduction!r}")
    return (a, b) if row in a.ranges else (b, a)


def factor_loads(reduction: UOp) -> tuple[UOp | None, UOp | None]:
    """The loads under the two factors of a sum of products, which may be cast to what is reduced; None where it is no load."""
    if reduction.arg is not Ops.ADD or reduction.src[0].op is not Ops.MUL: return None, None
    a, b = (s.src[0] if s.op is Ops.CAST else s for s in reduction.src[0].src)
    return (a if a.op is Ops.LOAD else None), (b if b.op is Ops.LOAD else None)


@dataclass(frozen=True)
class Operand:
    """A factor of a tile: its load, the axis of the tile that it moves along beside the reduced one, and that."""

    load: UOp
    line: UOp
    k: UOp

    @property
    def itemsize(self) -> int: return self.load.dtype.itemsize

    @property
    def is_contiguous_in_k(self) -> bool: return stride(self.load.src[0].src[1], self.k) == 1

    def at(self, line: UOp, k: UOp) -> UOp:
        """The load of one element."""
        return graph_rewrite(self.load.substitute({self.line: line, self.k: k}), symbolic)


def _fragment(x: Operand, lines: int, lane: UOp) -> UOp:
    """What thread `lane` holds of `lines` rows or columns: registers of 4 bytes along k, 8 lines apart, then half of k apart."""
    found = _from_local(x, lines, lane)
    if found is not None: return found
    within = _WORD // x.itemsize  # 4 threads hold a line in 2 registers each
    positions = [(lane // 4 + line, lane % 4 * within + half) for half in (0, size_of(x.k) // 2) for line in range(0, lines, 8)]
    registers = [_elements(x, line, k, within) for line, k in positions]
    lanes = [r.gep(n) if r.dtype.count > 1 else r for r in registers for n in range(r.dtype.count)]
    return UOp(Ops.VECTORIZE, x.load.dtype.vec(len(lanes)), tuple(lanes))


def _elements(x: Operand, line: UOp, k: UOp, count: int) -> UOp:
    """`count` elements, one after the other along k, as one register of a fragment holds them."""
    first = x.at(line, k)
    if count == 1: return first
    if x.is_contiguous_in_k and len(x.load.src[0].src) == 2: return first.replace(dtype=x.load.dtype.vec(count))
    return UOp(Ops.VECTORIZE, x.load.dtype.vec(count), tuple(x.at(line, k + n) for n in range(count)))


def _from_local(x: Operand, lines: int, lane: UOp) -> UOp | None:
    """The fragment by LDMATRIX. None where the operand is not in local memory, or no rows of 16 bytes are to be had there."""
    transposed = not x.is_contiguous_in_k
    if x.load.src[0].src[0].op is not Ops.AFTER or (transposed and x.itemsize != 2): return None
    if transposed and stride(x.load.src[0].src[1], x.line) != 1: return None
    tile, half = lane // 8, size_of(x.k) // 2
    upper, right = (tile % 2 * 8, tile // 2) if lines == _ROWS else (ZERO, tile % 2)
    line, k = (upper, right * half + lane % 8) if transposed else (upper + lane % 8, right * half)
    address = x.at(line, k).src[0]
    if residue(address.src[1], _TILE_ROW // x.itemsize) != 0: return None
    elements = lines * size_of(x.k) // 32
    return UOp(Ops.LDMATRIX, x.load.dtype.vec(elements), (address,), transposed)
