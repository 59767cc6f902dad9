"""The action `tensorize` on warp-group tensor cores (NVIDIA's wgmma): 128 threads multiply tiles in shared memory.

Inputs: a kernel with one reduction of products whose factors are in swizzled tiles (memory/tile_layout.py), the tile's axes: 64
rows, a multiple of 8 columns, 128 bytes of the reduced axis.
Outputs: the same with the reduction's products a WGMMA of where the two tiles begin.
Invariants: thread `lane` holds the results at rows lane/32*16 + lane%32/4 and 8 further on, and of every 8 columns lane%4*2 and the
one after (PTX manual, "register fragments for wgmma.mma_async"). Products are under way until a WAIT, so tiles have to be filled
ahead (memory/software_pipeline.py).
"""
from __future__ import annotations

from heddle.codegen.actions.loop_transforms import fresh_id, replace_ranges, size_of
from heddle.codegen.memory.shared_memory import warp_lane
from heddle.codegen.memory.tile_layout import WARPGROUP, ZERO
from heddle.codegen.tensorize.mma import Operand, pair_axis, row_and_column_loads
from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic

#: rows of every unit that four warps use; those of a tile for a single warp are fewer
ROWS = 64


def use_wgmma(sink: UOp, row: UOp, column: UOp, k: UOp) -> UOp:
    """The kernel with its products over `row` × `column` × `k` done by the MMA units of four warps."""
    lane = warp_lane(sink, WARPGROUP)
    first = 1 + max(fresh_id(sink) - 1, lane.arg[0])
    columns = size_of(column)
    low, eight = (UOp.range(n, AxisType.UNROLL, first + i) for i, n in enumerate((2, columns // 8)))
    pair = pair_axis(sink, column, first + 2)
    reduction = next(n for n in sink.toposort() if n.op is Ops.REDUCE and k in n.src[1:])
    a, b = row_and_column_loads(reduction, row)
    strided = (is_strided(a, k), is_strided(b, k))
    addresses = Operand(a, row, k).at(ZERO, ZERO).src[0], Operand(b, column, k).at(ZERO, ZERO).src[0]
    tile = UOp(Ops.WGMMA, dtypes.float32.vec(columns // 2), addresses, (ROWS, columns, size_of(k), *strided))
    sums = tile.reduce(Ops.ADD, *(r for r in reduction.src[1:] if r is not k))
    mine = UOp(Ops.GEP, dtypes.float32, (sums, eight * 4 + low * 2 + pair))
    sink = sink.substitute({reduction: mine})
    sink = replace_ranges(sink, {row: (low * 8 + lane // 32 * 16 + lane % 32 // 4, (low,)),
                                 column: (eight * 8 + lane % 4 * 2 + pair, (eight, pair))})
    return UOp.sink(*(end.replace(src=(*end.src, lane)) for end in sink.src))


def is_strided(load: UOp, k: UOp) -> bool:
    """Whether the next element along `k` lies in another line of a tile: neighbours in a line are along the other axis."""
    at = load.src[0].src[1]
    second = at.substitute({r: UOp.const(dtypes.index, int(r is k)) for r in at.ranges})
    return graph_rewrite(second, symbolic).arg != 1
