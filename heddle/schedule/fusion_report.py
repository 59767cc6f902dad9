"""Fusion report: why values are stored between kernels, for `heddle explain`.

Inputs: the reasons that fusion.py gives for its choices, and the ordered steps.
Outputs: a `Boundary` for each stored value that another kernel of the same schedule reads.
Invariants: it takes no part in any choice.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from heddle.errors import Location
from heddle.named_tuple import NamedTuple
from heddle.schedule.patterns.operand_layout import transposed_factors
from heddle.schedule.rewrites import TRANSFERS
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.schedule.kernels import Step

class Reason(Enum):
    """The reason why a value was stored. The texts complete "it is stored, because"."""

    RESULT = "it is a result of its own"
    ASKED = "the program asks for it, by .contiguous() or the like"
    SCAN = "it is a scan or a merge, whose kernel does nothing else"
    ASSIGNED = "it is assigned to memory"
    OVERWRITTEN = "it is read before the memory under it is written to"
    COPIED = "it is copied to another device, or was copied from one"
    TRANSPOSED = "a product reads it along the sum, and it is strided"
    CUT_REDUCE = "the reduction is long, and is done in pieces that run side by side"
    LONG_EXPRESSION = "the expression would be too long for one kernel, or read too many buffers"
    REPEATED = "computing it again wherever it is used costs more than storing it"
    SEVERAL_KERNELS = "several kernels want this reduction"
    PRODUCT = "a kernel has loops for one product or row reduction only"
    INSIDE_REDUCE = "it is a long reduction inside another reduction or product"
    NOT_BY_ROW = "the reduction does not belong to a row of the kernel that reads it"
    FEW_ROWS = "the kernel that reads it has too few rows to run side by side"


class Why(NamedTuple):
    """A reason with its numbers: picoseconds to recompute and to store the value, and the length of a reduction."""

    reason: Reason
    again: int = 0
    store: int = 0
    length: int = 0


class Boundary(NamedTuple):
    """A value of `nbytes` bytes that CALL number `writer` stores and those in `readers` load."""

    op: Ops
    shape: tuple[int, ...]
    dtype: str
    nbytes: int
    loc: Location | None
    why: Why
    writer: int
    readers: tuple[int, ...]


def find_boundaries(steps: Sequence[Step], why: Mapping[UOp, Why], graph: UOp, sink: UOp) -> tuple[Boundary, ...]:
    """The boundaries between `steps`. `why` has the reasons of stores that are a choice; `sink` is `graph` as it was scheduled."""
    writers = {node: i for i, step in enumerate(steps) for node in step.writes}
    readers: dict[UOp, list[int]] = {}
    for i, step in enumerate(steps):
        for node in step.reads:
            if node in writers and writers[node] != i: readers.setdefault(node, []).append(i)
    if not readers: return ()
    reasons = _Reasons(why, graph, sink)
    return tuple(_boundary(node, reasons.why(node), writers[node], found)
                 for node, found in sorted(readers.items(), key=lambda entry: entry[1]))


def _boundary(node: UOp, why: Why, writer: int, readers: list[int]) -> Boundary:
    return Boundary(node.op, node.shape, node.dtype.name, node.capacity * node.dtype.itemsize, node.loc, why, writer, tuple(readers))


class _Reasons:
    """Why each node was stored."""

    def __init__(self, why: Mapping[UOp, Why], graph: UOp, sink: UOp) -> None:
        self._why, self._results = why, frozenset(sink.src)
        self._has_contiguous = any(n.op is Ops.CONTIGUOUS for n in graph.toposort())
        nodes = sink.toposort()
        self._transposed = transposed_factors(sink).difference(graph.toposort())
        self._pieces = {n.src[0] for n in nodes if n.op is Ops.REDUCE_AXIS and _reductions_pieces(n)}
        self._copied = {n for copy in nodes if copy.op in TRANSFERS for n in (copy, *copy.src)}

    def why(self, node: UOp) -> Why:
        """The reason of the choice; if there was none, the kind of the node."""
        if (found := self._why.get(node)) is not None: return found
        if node in self._copied: return Why(Reason.COPIED)
        if node.op is Ops.ASSIGN: return Why(Reason.ASSIGNED)
        if node.op in (Ops.SCAN, Ops.MERGE) and node not in self._results: return Why(Reason.SCAN)
        if node in self._transposed: return Why(Reason.TRANSPOSED)
        if node in self._pieces: return Why(Reason.CUT_REDUCE)
        if node in self._results: return Why(Reason.RESULT)
        return Why(Reason.ASKED if self._has_contiguous else Reason.OVERWRITTEN)


def _reductions_pieces(reduce: UOp) -> bool:
    """Whether this reduces the pieces that `rewrites.cut_long_reduce` split a long reduction into."""
    pieces, (op, axes) = reduce.src[0], reduce.arg[:2]
    if pieces.op is not Ops.CONTIGUOUS: return False
    inner, axis = pieces.src[0], axes[0]
    if inner.op is Ops.PERMUTE: inner, axis = inner.src[0], inner.arg[axis]
    return inner.op is Ops.REDUCE_AXIS and inner.arg[0] is op and inner.src[0].op is Ops.RESHAPE and axis + 1 in inner.arg[1]
