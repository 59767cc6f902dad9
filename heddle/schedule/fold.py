"""What a REDUCE_AXIS folds: how much, and whether it is a sum of products."""
from __future__ import annotations

import math

from heddle.schedule.indexing import TRUE, ZERO, Index, source_index
from heddle.uop import AxisType, GroupOp, Ops, UOp
from heddle.uop.symbol import most

_NO_LOOPS: frozenset[UOp] = frozenset()


def fold_length(node: UOp) -> int:
    """Elements that each result of a REDUCE_AXIS is folded from, at most."""
    axes: tuple[int, ...] = node.arg[1]
    return math.prod(most(node.src[0].shape[a]) for a in axes)


def is_product(node: UOp) -> bool:
    """True for a sum of products whose factors are each repeated along some axis of the result: matmul, convolution."""
    source = node.src[0]
    while source.op is Ops.CAST: source = source.src[0]
    if node.arg[0] is not Ops.ADD or source.op is not Ops.MUL: return False
    a, b = (repeats(s) for s in source.src)
    kept = {i for i in range(node.ndim) if i not in node.arg[1] and node.shape[i] != 1}
    return bool(a & kept) and bool(b & kept) and a & kept != b & kept


def repeats(node: UOp) -> set[int]:
    """The axes along which this value is repeated by an EXPAND on the way from where it is computed."""
    shape = node.shape
    index: Index = tuple(ZERO if s == 1 else UOp.range(s, AxisType.LOOP, i) for i, s in enumerate(shape))
    start, valid = index, TRUE
    while node.op in GroupOp.MOVEMENT or node.op is Ops.CAST:
        if node.op in GroupOp.MOVEMENT: index, valid = source_index(node, index, valid)
        node = node.src[0]
    moving = _NO_LOOPS.union(*(i.ranges for i in index), valid.ranges)
    return {a for a, i in enumerate(start) if i.op is Ops.RANGE and i not in moving}
