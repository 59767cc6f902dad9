"""Default schedule of transposes on devices with work-groups: squares go through shared memory.

Inputs: a simplified kernel without reductions, in which loads run along another axis than the stores do.
Outputs: the actions that give it this form:

    grid (other axes, row blocks, column blocks)
      share [rows][columns] of each such load, read along the rows
        threads (rows, columns): some rows each, stored along the columns

Threads side by side then touch elements side by side in both memories: a warp's access is one line of memory and not 32.
(Harris, "An Efficient Matrix Transpose in CUDA C/C++", 2013.)
"""
from __future__ import annotations

from collections.abc import Callable

from heddle.codegen.actions.cache import Cache
from heddle.codegen.actions.loop_transforms import accesses, is_fixed, reads_what_it_writes, size_of, stride
from heddle.codegen.actions.schedule_builder import Optimiser, names, replaced
from heddle.codegen.memory.tile_layout import Scope, padded_bytes
from heddle.codegen.memory.tile_operands import loads
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp

#: Rows and columns of a square: as many as threads that access memory together.
_SIDE = 32
#: Rows that a thread stores, at least.
_LEAST_ROWS = 4


def transpose_by_tiles(opt: Optimiser, loops: list[UOp], caps: Capabilities,
                       make_grid: Callable[[Optimiser, list[UOp], Capabilities], None]) -> bool:
    """Does the actions if the kernel transposes, and the device's shared memory is faster than other memory; returns whether."""
    if not _has_threads(caps) or (axes := _axes(opt.sink, loops)) is None or reads_what_it_writes(opt.sink): return False
    row, column = axes
    moved = [n for n in loads(opt.sink) if _is_moved(n, row, column)]
    room = sum(padded_bytes(_SIDE, _SIDE, n.dtype.itemsize) for n in moved)
    if not moved or room > (caps.shared_memory or 0): return False
    row_blocks, rows = opt.split(row, _SIDE, overlap=True)
    column_blocks, columns = opt.split(column, _SIDE, AxisType.WORKGROUP, overlap=True)
    threads, each = opt.split(rows, max(_LEAST_ROWS, _SIDE * _SIDE // caps.workgroup_threads), AxisType.UNROLL)
    assert threads is not None
    threads = opt.mark(threads, AxisType.WORKGROUP)
    grid = opt.current(replaced(replaced(loops, row, row_blocks), column, column_blocks))
    opt.order([*grid, threads, columns, each])
    for _ in moved:
        number = next(n for n, x in enumerate(loads(opt.sink)) if _is_moved(x, each, columns))
        opt.do(Cache((str(number), *names((threads, each, columns))), 0, Scope.GROUP))
    make_grid(opt, opt.current(grid), caps)
    return True


def _has_threads(caps: Capabilities) -> bool:
    """Whether a work-group has threads for a square, and gains by sharing it."""
    return caps.has_fast_shared and caps.workgroup is not None and 2 * _SIDE <= min(caps.workgroup_threads, caps.workgroup[0])


def _axes(sink: UOp, loops: list[UOp]) -> tuple[UOp, UOp] | None:
    """The axis that loads run along, and the one that all stores do, where both are long."""
    order = sink.toposort()
    if any(n.op is Ops.REDUCE for n in order) or not all(is_fixed(n) for n in order if n.op is Ops.RANGE): return None
    stores = [n.src[0] for n in order if n.op is Ops.STORE]
    long = [r for r in loops if r.arg[1] is AxisType.LOOP and size_of(r) >= _SIDE]
    column = next((r for r in reversed(long) if all(stride(index.src[1], r) == 1 for index in stores)), None)
    if column is None: return None
    along = {r for index in accesses(sink) if index not in stores for r in long if r is not column and stride(index.src[1], r) == 1}
    return (along.pop(), column) if len(along) == 1 else None


def _is_moved(load: UOp, row: UOp, column: UOp) -> bool:
    """Whether a load runs along the rows, strides along the columns, and has neither conditions nor positions that are loaded."""
    memory, at, *conditions = load.src[0].src
    if conditions or len(load.src) > 1 or any(n.op is Ops.LOAD for n in at.toposort()): return False
    return memory.op is Ops.PARAM and stride(at, row) == 1 and (stride(at, column) or 0) > 1
