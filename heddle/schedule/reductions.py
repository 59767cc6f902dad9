"""Properties of a REDUCE_AXIS: its length, and whether it is a sum of products."""
from __future__ import annotations

import functools
import math
from collections.abc import Hashable

from heddle.schedule.index_map import TRUE, flatten, loops_over, moved_index, source_index
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.args import Shape
from heddle.uop.polynomial import linear
from heddle.uop.symbol import most

_NO_LOOPS: frozenset[UOp] = frozenset()


def reduction_length(node: UOp) -> int:
    """The greatest number of elements that a REDUCE_AXIS reduces to one result."""
    axes: tuple[int, ...] = node.arg[1]
    return math.prod(most(node.src[0].shape[a]) for a in axes)


def summed(reduction: UOp) -> UOp:
    """The operand of a REDUCE_AXIS, below its casts."""
    value = reduction.src[0]
    while value.op is Ops.CAST: value = value.src[0]
    return value


def is_along_memory(reduction: UOp) -> bool:
    """Whether the operand with the most elements is contiguous in memory along a reduced axis."""
    loops = index = loops_over(reduction.src[0].shape)
    node = reduction.src[0]
    while node.op in GroupOp.MOVEMENT or node.op in GroupOp.ELEMENTWISE:
        if node.op in GroupOp.MOVEMENT: index, _ = source_index(node, index, TRUE)
        node = max(node.src, key=lambda s: 0 if s.op is Ops.DEVICE else s.base.capacity)
    terms, _ = linear(flatten(index, node.shape))
    axes: tuple[int, ...] = reduction.arg[1]
    return any(_is_part_of(t, loops[a]) for t, f in terms.items() if abs(f) == 1 for a in axes)


def _is_part_of(term: UOp, loop: UOp) -> bool:
    """Whether a term counts iterations of a loop one by one, from 0 again in each block (packed weights have headers between)."""
    return loop.op is Ops.RANGE and (term is loop or (term.op is Ops.MOD and term.src[0] is loop))


def uses_of_elements(reduction: UOp) -> int:
    """How often a sum of products uses an element of its larger factor, 1 at least: the rows of the other one."""
    return reduction.src[0].capacity // max(map(_elements_used, summed(reduction).src))


def _elements_used(factor: UOp) -> int:
    """The most elements of its memory that a factor may use: a slice uses fewer than there are, windows use some several times."""
    repeated = repeats(factor)
    return min(factor.base.capacity, math.prod(most(n) for a, n in enumerate(factor.shape) if a not in repeated))


def is_product(node: UOp) -> bool:
    """True for a sum of products whose factors are each repeated along some axis of the result: matmul, convolution."""
    source = summed(node)
    if node.arg[0] is not Ops.ADD or source.op is not Ops.MUL or source.capacity == 0: return False
    a, b = (repeats(s) for s in source.src)
    kept = {i for i in range(node.ndim) if i not in node.arg[1] and node.shape[i] != 1}
    return bool(a & kept) and bool(b & kept) and a & kept != b & kept


def repeats(node: UOp) -> frozenset[int]:
    """The axes along which this value is repeated by an EXPAND on the way from where it is computed."""
    shape = node.shape
    moves: list[tuple[Ops, Hashable, Shape]] = []
    while node.op in GroupOp.MOVEMENT or node.op is Ops.CAST:
        if node.op in GroupOp.MOVEMENT: moves.append((node.op, node.arg, node.src[0].shape))
        node = node.src[0]
    return _repeats(shape, tuple(moves))


@functools.lru_cache(1 << 10)  # iterations of a loop, and layers of a model, repeat queries
def _repeats(shape: tuple[int, ...], moves: tuple[tuple[Ops, Hashable, Shape], ...]) -> frozenset[int]:
    start = index = loops_over(shape)
    valid = TRUE
    for op, arg, source in moves: index, valid = moved_index(op, arg, source, index, valid)
    moving = _NO_LOOPS.union(*(i.ranges for i in index), valid.ranges)
    return frozenset(a for a, i in enumerate(start) if i.op is Ops.RANGE and i not in moving)
