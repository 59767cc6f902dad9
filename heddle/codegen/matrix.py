"""The action that gives a tile of a sum of products to a matrix unit: a warp of 32 items multiplies it together.

In: a kernel with one fold of products over an axis of as many turns as the unit takes, and the tile's row and column axes. Out: the
same with the fold's products a WMMA, whose operands are the elements that each item holds of the tile (its fragments).
Always true: item `lane` of the warp holds the results at rows lane/4 and lane/4 + 8, columns lane%4*2 and the one after, which is how
NVIDIA's units hand them out (PTX manual, "matrix fragments for mma").
"""
from __future__ import annotations

from heddle.codegen.axes import fresh_id, replace_ranges, size_of, stride
from heddle.codegen.group_stage import warp_lane
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.renderer import MatrixUnit
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic

_ROWS, _COLUMNS = 16, 8  # of the results of every unit


def use_matrix_unit(sink: UOp, row: UOp, column: UOp, k: UOp) -> UOp:
    """The kernel with its products over `row` × `column` × `k` done by a matrix unit, of which `k` says how much it takes."""
    lane = warp_lane(sink)
    first = 1 + max(fresh_id(sink) - 1, lane.arg[0])
    low, pair = UOp.range(2, AxisType.UNROLL, first), _pair_axis(sink, column, first + 1)
    sink = replace_ranges(sink, {row: (low * 8 + lane // 4, (low,)), column: (lane % 4 * 2 + pair, (pair,))})
    fold = next(n for n in sink.toposort() if n.op is Ops.REDUCE and k in n.src[1:])
    tile = _product(fold, lane, low, pair, k)
    rest = [r for r in fold.src[1:] if r is not k]
    sums = tile.reduce(Ops.ADD, *rest) if rest else tile.replace(src=(*tile.src, UOp.const(tile.dtype, 0.0)))
    chosen = [[sums.gep(2 * i + j) for j in range(2)] for i in range(2)]
    upper, lower = (_either(pair, *two) for two in chosen)
    sink = graph_rewrite(sink.substitute({fold: _either(low, upper, lower)}), symbolic)
    return UOp.sink(*(end.replace(src=(*end.src, lane)) for end in sink.src))


def _pair_axis(sink: UOp, column: UOp, number: int) -> UOp:
    """The two columns of an item: a vector where they lie side by side in the result."""
    steps = [stride(end.src[0].src[0].src[1], column) for end in sink.src]
    return UOp.range(2, AxisType.VECTOR if all(s == 1 for s in steps) else AxisType.UNROLL, number)


def _either(r: UOp, first: UOp, second: UOp) -> UOp: return (r < 1).where(first, second)


def _product(fold: UOp, lane: UOp, low: UOp, pair: UOp, k: UOp) -> UOp:
    """The WMMA of the fold's two factors."""
    a, b = (_load_of(x) for x in fold.src[0].src)
    if {low} & b.ranges or {pair} & a.ranges: a, b = b, a
    depth = size_of(k)
    within = depth // 8  # elements of a register of 32 bits; 4 items hold a row in 2 registers each
    quad, group = lane % 4 * within, lane // 4
    halves = [quad, quad + depth // 2]
    rows = [_elements(a, {low: low.const_like(r % 2), k: halves[r // 2]}, k, within) for r in range(4)]
    # the column that an item holds of b is not the one it holds of the result: written as a difference to that
    other = group - lane % 4 * 2
    columns = [_elements(b, {pair: other, k: halves[r]}, k, within) for r in range(2)]
    return UOp(Ops.WMMA, dtypes.float32.vec(4), (_fragment(rows), _fragment(columns)), (_ROWS, _COLUMNS, depth))


def _load_of(factor: UOp) -> UOp:
    """The load under a factor, which may be cast to what is folded."""
    while factor.op is Ops.CAST: factor = factor.src[0]
    if factor.op is not Ops.LOAD: raise InternalError(f"a matrix unit takes what is loaded, not {factor.op.name}")
    return factor


def _elements(load: UOp, at: dict[UOp, UOp], k: UOp, count: int) -> UOp:
    """`count` elements, one after the other along `k`, as one register of a fragment holds them."""
    together = stride(load.src[0].src[1], k) == 1 and len(load.src[0].src) == 2
    first = graph_rewrite(load.substitute(at), symbolic)
    if count == 1: return first
    if together: return first.replace(dtype=load.dtype.vec(count))
    each = [graph_rewrite(load.substitute(at | {k: at[k] + n}), symbolic) for n in range(count)]
    return UOp(Ops.VECTORIZE, load.dtype.vec(count), tuple(each))


def _fragment(registers: list[UOp]) -> UOp:
    """All elements that an item holds of an operand."""
    lanes = [r.gep(n) if r.dtype.count > 1 else r for r in registers for n in range(r.dtype.count)]
    return UOp(Ops.VECTORIZE, lanes[0].dtype.vec(len(lanes)), tuple(lanes))


def unit_for(units: tuple[MatrixUnit, ...], a: UOp, b: UOp) -> MatrixUnit | None:
    """The unit that multiplies elements of these two loads, if there is one."""
    return next((u for u in units if u.dtype == a.dtype == b.dtype), None)
