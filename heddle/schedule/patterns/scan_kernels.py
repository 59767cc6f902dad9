"""Scan and merge kernels: the innermost loop has a loop-carried value.

Inputs: a SCAN or a MERGE, and the index of one of its elements.
Outputs: the indices of its sources, and what an iteration of the loop makes.
Invariants: the loop that carries is the innermost of its kernel, whatever the order of the axes in memory.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.dtype import dtypes
from heddle.named_tuple import NamedTuple
from heddle.schedule.index_map import ZERO, Index, flatten
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.interpreter.ops import identity_of

CARRYING = frozenset((Ops.SCAN, Ops.MERGE))

Loops = tuple[UOp, ...]


class Iteration(NamedTuple):
    """What an iteration makes of an element, and what it hands to the next one."""

    value: UOp
    next: UOp | None  # None where the axis has one element


def carried_axis(node: UOp) -> int:
    """The axis along which a SCAN or MERGE goes on."""
    return node.arg[1] if node.op is Ops.SCAN else node.ndim - 1


def carried_last(node: UOp, index: Index) -> Loops:
    """The loops of a kernel for `node`, outermost first."""
    loops = [i for i in index if i.op is Ops.RANGE]
    if node.op in CARRYING and (own := index[carried_axis(node)]) in loops: loops = [*(r for r in loops if r is not own), own]
    return tuple(loops)


def opened(node: UOp, number: int) -> Loops:
    """The loops that a kernel for `node` has besides those of its axes: of a merge the search for where a piece begins."""
    if node.op is not Ops.MERGE: return ()
    longest: int = node.arg[1]
    return (UOp.range(longest.bit_length(), AxisType.REDUCE, number),)


def source_uses(node: UOp, index: Index, loops: Loops) -> list[tuple[UOp, Index, Loops]]:
    """(source, index, loops) of everything that an element is made of."""
    axis = carried_axis(node)
    around = tuple(r for r in loops if r is not index[axis])
    if node.op is Ops.SCAN:
        return [(node.src[0], index, loops), *((s, (*index[:axis], ZERO, *index[axis + 1:]), around) for s in node.src[1:])]
    runs, span = node.src
    return [*((runs, (*index[:-2], _run_position(node, index, n)), loops) for n in range(4)), (span, (ZERO,), ())]


def _run_position(node: UOp, index: Index, n: int) -> UOp:
    """Stands for a position in the runs that is not known before the iteration is lowered."""
    return UOp(Ops.INDEX, dtypes.index, (node, UOp.const(dtypes.index, n), *index))


def iteration(node: UOp, index: Index, values: Sequence[UOp], inner: Loops) -> Iteration:
    """One iteration, from the values of `source_uses` and the loops that were `opened`."""
    return _scan(node, index, values) if node.op is Ops.SCAN else _Merge(node, index, values).iteration(inner[0])


def _carried(first: UOp, which: UOp, loop: UOp) -> UOp:
    """The value that goes from iteration to iteration, `first` in the first one."""
    return UOp(Ops.LOOP_CARRIED, first.dtype, (first, which, loop)) if loop.op is Ops.RANGE else first


def _handed_on(carried: UOp, value: UOp) -> UOp | None:
    return UOp(Ops.YIELD, dtypes.void, (carried, value)) if carried.op is Ops.LOOP_CARRIED else None


def _which(node: UOp, index: Index) -> UOp:
    """The number of the row that a loop goes through."""
    axis = carried_axis(node)
    return flatten((*index[:axis], *index[axis + 1:]), (*node.shape[:axis], *node.shape[axis + 1:]))


def _scan(node: UOp, index: Index, values: Sequence[UOp]) -> Iteration:
    op: Ops = node.arg[0]
    x, *start = values
    first = start[0] if start else UOp.const(node.dtype, identity_of(op, node.dtype))
    before = _carried(first, _which(node, index), index[carried_axis(node)])
    reduced = before.alu(op, x)
    return Iteration(reduced, _handed_on(before, reduced))


class _Merge:
    """A piece of two runs that become one. Positions are uint32, counted from the beginning of the row."""

    def __init__(self, node: UOp, index: Index, values: Sequence[UOp]) -> None:
        self.node, self.index, self.values = node, index, values
        self.which, self.loop = _which(node, index), index[-1]
        piece: int = node.arg[0]
        size, span = _position(node.src[0].shape[-1]), values[-1]
        begin = index[-2].cast(dtypes.uint32) * piece
        self.offset = begin & (span - 1)
        self.first = begin - self.offset
        self.middle, self.end = _lesser(self.first + span.alu(Ops.SHR, _position(1)), size), _lesser(self.first + span, size)

    def iteration(self, search: UOp) -> Iteration:
        """The lesser of the two that are next in their runs. The position in the first is carried, and gives that in the second."""
        taken = self.taken(search)
        at = _carried(self.first + taken, self.which, self.loop)
        other = self.middle + self.offset + self.first + self.loop.cast(dtypes.uint32) - at
        a, b = self.value(0, at), self.value(1, other)
        is_first = (at < self.middle) & ((other < self.end) & (b < a)).alu(Ops.NOT)
        return Iteration(is_first.where(a, b), _handed_on(at, at + is_first.cast(dtypes.uint32)))

    def taken(self, search: UOp) -> UOp:
        """How many of the least `offset` elements of both runs are in the first one: found by ever smaller steps up."""
        beyond = self.end - self.middle
        least = (beyond < self.offset).where(self.offset - beyond, _position(0))
        before = _carried(least, self.which, search)
        more = before + _position(1).alu(Ops.SHL, (UOp.number(int(search.vmax)) - search).cast(dtypes.uint32))
        exists = (more <= self.offset) & (more <= self.middle - self.first)
        is_later = self.value(3, self.middle + self.offset - more) < self.value(2, self.first + more - 1)
        found = (exists & is_later.alu(Ops.NOT)).where(more, before)
        handed_on = _handed_on(before, found)
        return found.after(*([handed_on] if handed_on is not None else [])).reduce(Ops.MAX, search)

    def value(self, n: int, position: UOp) -> UOp:
        """What is at a position of the runs, the last element where that is beyond them."""
        inside = _lesser(position, _position(self.node.src[0].shape[-1] - 1))
        return self.values[n].substitute({_run_position(self.node, self.index, n): inside.cast(dtypes.index)})


def _position(n: int) -> UOp: return UOp.const(dtypes.uint32, n)
def _lesser(x: UOp, most: UOp) -> UOp: return (x < most).where(x, most)
