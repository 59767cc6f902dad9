"""Kernels that store where an index says, on processors: sums, for gradients and for what is scattered, and the last that came.

Inputs: rows, and an index for each, or for each of their elements. Outputs: a table whose row i is made of all that has the index i.
Invariants: an index out of range stores nothing; rows are taken in order, so with the same bits in every run.

As a product with one-hot rows, or a comparison of every index with every row of the table, which is what other devices compute, this
takes as many operations as the table has rows for each row that is stored: of 1,024 tokens of a vocabulary of 50,257 and 768 columns
79 billion. Here cores have some columns each, fill them with zeros, and take one row after the other.
"""
from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from heddle.dtype import DType, dtypes
from heddle.engine.execute import scheduling_capabilities
from heddle.schedule.cost_model import MANY_LOOPS
from heddle.schedule.custom.custom_kernel import written_kernel
from heddle.tensor import tensor_hook
from heddle.tensor.autograd.composite_rules import Whole
from heddle.tensor.autograd.tracing import is_tracing
from heddle.tensor.node_builders import cast, mark
from heddle.tensor.ops.reduce import accumulator
from heddle.uop import AxisType, KernelArg, KernelInfo, Ops, UOp
from heddle.uop.kernel_builder import WritingMixin, noting_lines
from heddle.uop.symbol import is_symbolic

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: rows of a table, and operations of a product with one-hot rows, from which on rows are added one by one
_FEWEST_ROWS, _FEWEST_OPS = 128, 1 << 22
#: columns of a piece of the grid, at most
_COLUMNS = 64


def summed_rows(g: UOp, index: UOp, count: int) -> UOp | None:
    """The sums of rows `g` (…, columns) by `index` (…), of shape (count, columns), in the dtype that sums have.

    None where a product with one-hot rows is as good, or the only way.
    """
    length = index.numel
    width = math.prod(g.shape[index.ndim:])
    if not _is_worth_it(g, index, count, width * length): return None
    return _summed(cast(g, accumulator(g.dtype)).reshape((length, width)), index.reshape((length,)), count)


def sums_along(values: Tensor, index: Tensor, axis: int, count: int) -> Tensor | None:
    """For each of `count` places along an axis the sum of those `values` whose `index`, of the same shape, it is; None likewise."""
    if not _is_worth_it(values.uop, index.uop, count, values.numel()): return None
    found = values._of(_summed(_rows_of(values, axis).uop, _rows_of(index, axis).uop, count), values._needs_grad)
    return _unflattened(found, values.shape, axis)


def last_along(index: Tensor, axis: int, count: int) -> Tensor | None:
    """For each of `count` places along an axis the number (int32), from 1, of the last element of `index` that it is; 0 where there is
    none. None likewise."""
    if index.shape[axis] > dtypes.int32.max or not _is_worth_it(index.uop, index.uop, count, index.numel()): return None
    flat = _rows_of(index, axis)
    length, width = flat.shape
    node = _table(_last_kernel(count, width, length, index.dtype), (count, width), dtypes.int32, flat.uop)
    return _unflattened(index._of(node, False), index.shape, axis)


def _rows_of(x: Tensor, axis: int) -> Tensor:
    """(length of the axis, all others), which stay in order, as in memory: swapped with the first axis they take twice the time."""
    return x.permute(_first(axis, x.ndim)).reshape(x.shape[axis], -1)


def _unflattened(table: Tensor, shape: tuple[int, ...], axis: int) -> Tensor:
    """The rows of a table as the axis of a tensor whose other axes are those of `shape`."""
    order = _first(axis, len(shape))
    return table.reshape(table.shape[0], *[shape[a] for a in order[1:]]).permute([order.index(a) for a in range(len(shape))])


def _first(axis: int, ndim: int) -> list[int]: return [axis, *(a for a in range(ndim) if a != axis)]


def _table(kernel: UOp, shape: tuple[int, int], dtype: DType, *sources: UOp) -> UOp:
    """The table that a kernel makes of `sources`."""
    table = tensor_hook.tensor_class.empty(*shape, dtype=dtype, device=sources[0].device).uop
    return mark(UOp(Ops.KERNEL, dtype, (table, *sources), KernelArg(kernel, 0, (0,), (0,), ())))


def _is_worth_it(values: UOp, index: UOp, count: int, length: int) -> bool:
    device = values.device
    if type(device) is not str or index.device != device or is_symbolic((*values.shape, *index.shape, count)): return False
    if count < _FEWEST_ROWS or count * length < _FEWEST_OPS or is_tracing(): return False
    return scheduling_capabilities(device).parallel_loops < MANY_LOOPS


def _summed(rows: UOp, index: UOp, count: int) -> UOp:
    """The sums of `rows` (length, columns) by `index` (length), or (length, columns)."""
    length, width = rows.shape
    kernel = _sum_kernel(count, width, length, rows.dtype, index.dtype, index.ndim > 1)
    node = _table(kernel, (count, width), rows.dtype, rows, index)
    node.gradient = Whole(node.src, _rule)
    return node


def _rule(g: Tensor, table: Tensor, rows: Tensor, index: Tensor) -> Sequence[Callable[[], Tensor]]:
    """The gradient of each element is that of the sum that it is in."""
    return table.zeros_like, lambda: g[index] if index.ndim == 1 else g.gather(0, index), index.zeros_like


# ---- the kernels


@functools.lru_cache(maxsize=256)
def _sum_kernel(count: int, width: int, length: int, kind: DType, index_kind: DType, is_by_element: bool) -> UOp:
    shapes = (((count, width), kind), ((length, width), kind), ((length, width) if is_by_element else (length,), index_kind))
    with noting_lines() as lines:
        table, rows, index = (WritingMixin.placeholder(shape, dtype, i) for i, (shape, dtype) in enumerate(shapes))
        filled, piece, n, column = _filled(table, length)
        at = index[n, column] if is_by_element else index[n]
        inside = _inside(at, count)
        total = inside.where(filled[at, column], 0) + rows[n, column]
        stored = filled[at.valid(inside), column].store(total)
        return written_kernel(_ended(stored, column, n, piece).sink(arg=KernelInfo("sum_by_index", ())), lines).ast


@functools.lru_cache(maxsize=256)
def _last_kernel(count: int, width: int, length: int, index_kind: DType) -> UOp:
    with noting_lines() as lines:
        table = WritingMixin.placeholder((count, width), dtypes.int32, 0)
        index = WritingMixin.placeholder((length, width), index_kind, 1)
        filled, piece, n, column = _filled(table, length)
        at = index[n, column]
        stored = filled[at.valid(_inside(at, count)), column].store((n + 1).cast(dtypes.int32))
        return written_kernel(_ended(stored, column, n, piece).sink(arg=KernelInfo("last_by_index", ())), lines).ast


def _filled(table: UOp, length: int) -> tuple[UOp, UOp, UOp, UOp]:
    """The table after it was filled with zeros, by pieces of the grid; the piece; the number of the row that is taken; its column."""
    count, width = table.shape
    columns = max(n for n in range(1, min(width, _COLUMNS) + 1) if width % n == 0)
    if columns < min(width, _COLUMNS) // 4: columns = width
    piece = UOp.range(width // columns, 0, AxisType.GRID)
    row, first, n, second = UOp.range(count, 1), UOp.range(columns, 2), UOp.range(length, 3), UOp.range(columns, 4)
    zeros = table[row, piece * columns + first].store(0).end(first).end(row)
    return table.after(zeros), piece, n, piece * columns + second


def _inside(at: UOp, count: int) -> UOp: return (at >= 0) & (at < count)


def _ended(stored: UOp, column: UOp, n: UOp, piece: UOp) -> UOp:
    """A store with its loops closed: over the columns of a piece, the rows, and the pieces."""
    return stored.end(max(column.ranges, key=lambda r: r.arg[0])).end(n).end(piece)
