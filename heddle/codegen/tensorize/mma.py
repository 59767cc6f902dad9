"""The action `tensorize`: the threads of a warp, or of several, multiply a tile of a sum of products on a tensor core.

Inputs: a kernel with one reduction of products, the axes of a tile (rows, columns, depth), the unit for tiles of that size.
Outputs: the same with the reduction's products a WMMA of fragments, or a WGMMA of where the factors' tiles begin in shared memory.
Invariants: which thread holds what is said by the unit (renderer/tensor_cores.py). Products of a WGMMA are asynchronous until a WAIT,
so its tiles are filled ahead (memory/software_pipeline.py).
"""
from __future__ import annotations

from collections.abc import Iterable

from heddle.codegen.actions.loop_transforms import (
    Replacement,
    factor_loads,
    fresh_id,
    replace_ranges,
    size_of,
    stride,
)
from heddle.codegen.legalize.scalarize import residue
from heddle.codegen.memory.shared_memory import warp_lane
from heddle.codegen.memory.tile_layout import ZERO
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.renderer.tensor_cores import Digit, Fragment, TensorCore
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite, rewrite_replaced
from heddle.uop.rules import symbolic

#: LDMATRIX loads tiles of 8 rows of 16 bytes, each a word of every thread's fragment
_TILE_ROWS, _ROW_BYTES, _WORD = 8, 16, 4
#: bytes along the reduction that a thread holds of a factor, from which on a tile is transposed for it
_LONG_RUN = 8


def find_unit(reduction: UOp, row: UOp, column: UOp, k: UOp, caps: Capabilities) -> TensorCore | None:
    """The tensor core for tiles of `row` × `column` × `k` of a sum of products of what is loaded; None if the device has none."""
    a, b = factor_loads(reduction)
    if a is None or b is None: return None
    tiles = (u.for_tile(*map(size_of, (row, column, k))) for u in caps.tensor_cores if u.dtype == a.dtype == b.dtype)
    return next((unit for unit in tiles if unit is not None), None)


def use_tensor_core(sink: UOp, unit: TensorCore, reduction: UOp, row: UOp, column: UOp, k: UOp) -> UOp:
    """The kernel with its products over `row` × `column` × `k` done by `unit`: each thread has the results in its registers."""
    lane = warp_lane(sink, unit.threads)
    a, b = row_and_column_loads(reduction, row)
    tile = _product(unit, Operand(a, row, k), Operand(b, k, column), lane)
    rest = [r for r in reduction.src[1:] if r is not k]
    sums = tile.reduce(Ops.ADD, *rest) if rest else tile.replace(src=(*tile.src, UOp.const(tile.dtype, 0.0)))
    rows, columns = unit.c.row, unit.c.column
    axes = _register_axes(sink, (*rows.register, *columns.register), column, 1 + max(fresh_id(sink) - 1, lane.arg[0]))
    register = sum((r * d.divisor for d, r in axes.items()), ZERO)
    sink = sink.substitute({reduction: UOp(Ops.GEP, dtypes.float32, (sums, register))})
    swap: dict[UOp, Replacement] = {}
    for axis, coordinate, first in ((row, rows, lane // unit.wave * (unit.rows // unit.warps)), (column, columns, ZERO)):
        own = {r: d.weight for d, r in axes.items() if d in coordinate.register}
        swap[axis] = sum((r * weight for r, weight in own.items()), first + digits(coordinate.thread, lane % unit.wave)), tuple(own)
    sink = replace_ranges(sink, swap)
    return UOp.sink(*(end.replace(src=(*end.src, lane)) for end in sink.src))


def digits(parts: Iterable[Digit], n: UOp) -> UOp:
    """Rows or columns that digits of the number n count."""
    return sum((n // d.divisor % d.extent * d.weight for d in parts), ZERO)


def _register_axes(sink: UOp, register: Iterable[Digit], column: UOp, number: int) -> dict[Digit, UOp]:
    """An axis for each digit of the number of a result's register; neighbouring columns are a vector where they are contiguous in all
    outputs."""
    contiguous = all(stride(end.src[0].src[0].src[1], column) == 1 for end in sink.src)
    kinds = {d: AxisType.VECTOR if contiguous and (d.divisor, d.weight) == (1, 1) else AxisType.UNROLL for d in register}
    return {d: UOp.range(d.extent, kind, number + n) for n, (d, kind) in enumerate(kinds.items()) if d.extent > 1}


def _product(unit: TensorCore, a: Operand, b: Operand, lane: UOp) -> UOp:
    """What a thread has of a tile's results, of both factors in registers or in shared memory."""
    if unit.a is not None and unit.b is not None: return fragment_product(unit, a, b, lane)
    size, dtype = (unit.rows, unit.columns, unit.depth), dtypes.float32.vec(unit.c.registers)
    strided = _is_strided(a.load, a.column), _is_strided(b.load, b.row)
    return UOp(Ops.WGMMA, dtype, tuple(x.at(ZERO, ZERO).src[0] for x in (a, b)), (*size, *strided))


def fragment_product(unit: TensorCore, a: Operand, b: Operand, lane: UOp) -> UOp:
    """The same of a unit for which both factors are in registers: fragments are loaded. InternalError for other units."""
    if unit.a is None or unit.b is None: raise InternalError(f"a unit that reads its factors in shared memory: {unit!r}")
    factors = tuple(load_fragment(x, layout, lane, unit.has_matrix_loads) for x, layout in ((a, unit.a), (b, unit.b)))
    return UOp(Ops.WMMA, dtypes.float32.vec(unit.c.registers), factors, (unit.rows, unit.columns, unit.depth))


def _is_strided(load: UOp, k: UOp) -> bool:
    """Whether the next element along `k` is in another row of a tile: neighbours in a row are along the other axis."""
    at = load.src[0].src[1]
    second = at.substitute({r: UOp.const(dtypes.index, int(r is k)) for r in at.ranges})
    return graph_rewrite(second, symbolic).arg != 1


def row_and_column_loads(reduction: UOp, row: UOp) -> tuple[UOp, UOp]:
    """The loads of both factors, that with the rows first. InternalError for a factor that is computed."""
    a, b = factor_loads(reduction)
    if a is None or b is None: raise InternalError(f"an MMA unit takes products of what is loaded: {reduction!r}")
    return (a, b) if row in a.ranges else (b, a)


# ---- fragments of factors


@dataclass(frozen=True)
class Operand:
    """A factor of a tile: its load, and the axes of its rows and columns."""

    load: UOp
    row: UOp
    column: UOp

    @property
    def itemsize(self) -> int: return self.load.dtype.itemsize

    @property
    def index(self) -> UOp: return self.load.src[0]

    @property
    def transposed(self) -> Operand: return Operand(self.load, self.column, self.row)

    def at(self, row: UOp, column: UOp) -> UOp:
        """The load of one element."""
        return rewrite_replaced(self.load, symbolic, {self.row: row, self.column: column})

    def elements(self, row: UOp, column: UOp, count: int) -> UOp:
        """`count` elements of a row, as one load where they are contiguous and without a condition."""
        first, dtype = self.at(row, column), self.load.dtype.vec(count)
        if count == 1: return first
        if stride(self.index.src[1], self.column) == 1 and len(self.index.src) == 2: return first.replace(dtype=dtype)
        return UOp(Ops.VECTORIZE, dtype, tuple(self.at(row, column + n) for n in range(count)))


def reads_columns(unit: TensorCore) -> bool:
    """Whether a thread has so much of a column of the second factor, and of a row of the first, that it is worth having that
    contiguous in memory."""
    return unit.b is not None and unit.b.row.run * unit.dtype.itemsize >= _LONG_RUN


def load_fragment(x: Operand, layout: Fragment, lane: UOp, has_matrix_loads: bool) -> UOp:
    """The elements of a factor that thread `lane` holds, loaded by runs of registers with neighbouring elements."""
    run = layout.column.run
    if not run: return load_fragment(x.transposed, layout.transposed, lane, has_matrix_loads)  # they are neighbours in a column
    found = _load_matrix(x, layout, lane) if has_matrix_loads else None
    if found is not None: return found
    row, column = digits(layout.row.thread, lane), digits(layout.column.thread, lane)
    starts = [UOp.const(dtypes.index, n) for n in range(0, layout.registers, run)]
    runs = [x.elements(row + digits(layout.row.register, n), column + digits(layout.column.register, n), run) for n in starts]
    if len(runs) == 1: return runs[0]
    lanes = [r.gep(n) if run > 1 else r for r in runs for n in range(run)]
    return UOp(Ops.VECTORIZE, x.load.dtype.vec(len(lanes)), tuple(lanes))


def _load_matrix(x: Operand, layout: Fragment, lane: UOp) -> UOp | None:
    """The fragment by LDMATRIX. None where the operand is not in shared memory, or has no rows of 16 bytes there."""
    position, word = x.index.src[1], _WORD // x.itemsize
    strided = stride(position, x.column) != 1
    if x.index.src[0].op is not Ops.AFTER or (strided and (x.itemsize != 2 or stride(position, x.row) != 1)): return None
    tile, within = lane // _TILE_ROWS, lane % _TILE_ROWS
    row, column = (digits((d._replace(divisor=d.divisor // word) for d in c.register if d.weight > 1), tile)
                   for c in (layout.row, layout.column))
    address = (x.at(row, column + within) if strided else x.at(row + within, column)).src[0]
    if residue(address.src[1], _ROW_BYTES // x.itemsize) != 0: return None
    return UOp(Ops.LDMATRIX, x.load.dtype.vec(layout.registers), (address,), strided)
