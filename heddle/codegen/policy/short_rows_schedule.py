"""Default schedule of short rows on a CPU: softmax over ten classes, norms of sixteen channels, sums of short rows.

Inputs: a simplified kernel whose reductions run along a few elements of each of many rows; what is stored of a row is a few elements
too, which share the reductions, or a sum over all rows.
Outputs: the actions that make the lanes of a vector rows, and write out everything along a row:

    grid (rows / lanes)
      vector (lanes)
        every element and reduction of a row

What is loaded and stored along the rows is transposed in registers (expand.py). Vectors along such a row would have lanes left over,
be added up across their lanes for each reduction, and compute each element once for every reduction that it is part of.
"""
from __future__ import annotations

import itertools

from heddle.codegen.actions.loop_transforms import (
    WRITE_OUT,
    accesses,
    is_around_outputs,
    is_fixed,
    iterations,
    lanes_within,
    output_axes,
    reductions_of,
    size_of,
    stride,
)
from heddle.codegen.actions.schedule_builder import Optimiser
from heddle.codegen.policy.matmul_cpu import make_grid
from heddle.named_tuple import NamedTuple
from heddle.uop import AxisType, GroupOp, Ops, UOp

#: The most elements of a row. More where each is a polynomial, which makes up for the transposes, or where nothing is rounded: sums of
#: more have one order, whether they share a kernel or not.
_MOST, _MOST_OF_MUCH = WRITE_OUT, 2 * WRITE_OUT
#: Elements of a row up to which it is no vector of its own where nothing is reduced.
_NARROW = 3
#: A single reduction up to so many elements is as fast row by row, where compilers load and add several at once.
_FEW = 6
#: Rows from which on they are lanes: few, for a row's sums have another order here, and it should have the same bits in every batch.
_LEAST_ROWS = 8


class ShortRows(NamedTuple):
    """The axis of the rows, which is an output's or of a reduction around the short ones; the axes along a row; the axes around."""

    rows: UOp
    along: list[UOp]
    around: list[UOp]


def optimise_short_rows(opt: Optimiser, lanes: int, in_place: bool) -> bool:
    """Does the actions to `opt`, if it is such a kernel. Returns whether it did."""
    if (found := find_short_rows(opt.sink, lanes)) is None: return False
    for k in found.along: opt.mark(k, AxisType.UNROLL)
    is_reduced = found.rows.arg[1] is AxisType.REDUCE
    width = lanes_within(size_of(found.rows), lanes)
    outer, _ = opt.split(found.rows, width, AxisType.VECTOR, overlap=not in_place and not is_reduced)
    make_grid(opt, opt.current([*found.around, None if is_reduced else outer]))
    return True


def find_short_rows(sink: UOp, lanes: int) -> ShortRows | None:
    """The short rows of a kernel; None if it has none, or is faster otherwise."""
    reductions = reductions_of(sink)
    if not reductions: return _narrow_rows(sink, lanes)
    is_exact = len(reductions) > 1 and all(r.arg is Ops.MAX or not r.dtype.is_float() for r in reductions)
    most = _MOST_OF_MUCH if is_exact or any(map(_has_polynomials, reductions)) else _MOST
    short = [r for r in reductions if all(map(is_fixed, r.src[1:])) and iterations(r.src[1:]) <= most]
    long = [r for r in reductions if r not in short]
    if not short or any(k.arg[1] is AxisType.UNROLL for r in long for k in r.src[1:]): return None
    outputs = output_axes(sink)
    if long: candidates = [k for k in long[0].src[1:] if all(k in r.src[1:] for r in long)]
    else: candidates = [r for r in outputs if is_around_outputs(sink, r)]
    found = [(size_of(r) < lanes, widest, r) for r in candidates if (widest := _widest_stride(sink, r, short)) is not None]
    if not found: return None
    *_, rows = min(found, key=lambda one: one[:2])
    inside = [r for r in outputs if r is not rows and _runs_along_rows(sink, r, rows)]
    if not all(map(is_fixed, inside)) or iterations(inside) > most: return None
    if any(r in reduction.src[0].ranges for r in inside for reduction in short): return None  # of which each result has its own
    if len(reductions) == 1 and not inside and iterations(short[0].src[1:]) <= _FEW: return None
    reduced = dict.fromkeys(k for r in short for k in r.src[1:])
    return ShortRows(rows, [*reduced, *inside], [r for r in outputs if r is not rows and r not in inside])


def _narrow_rows(sink: UOp, lanes: int) -> ShortRows | None:
    """Rows of a few elements that are computed alike, pictures with their channels last for one. Of two or three, whose vectors
    alternate in memory; of more, up to a vector, where each is a polynomial: a vector along the row would compute some twice."""
    most = lanes - 1 if _has_polynomials(sink) else _NARROW
    outputs = output_axes(sink)
    stores = [end.src[0].src[0] for end in sink.src]
    if any(at.op is not Ops.INDEX for at in stores): return None
    for rows, axis in itertools.permutations([r for r in outputs if is_around_outputs(sink, r)], 2):
        if not is_fixed(axis) or not 2 <= size_of(axis) <= most: continue
        is_dense = all((stride(at.src[1], axis), stride(at.src[1], rows)) == (1, size_of(axis)) for at in stores)
        if is_dense and _widest_stride(sink, rows, []) is not None:
            return ShortRows(rows, [axis], [r for r in outputs if r is not rows and r is not axis])
    return None


def _has_polynomials(x: UOp) -> bool: return any(n.op in GroupOp.TRANSCENDENTAL for n in x.toposort())


def _widest_stride(sink: UOp, r: UOp, short: list[UOp]) -> int | None:
    """The greatest stride of an access along `r`, 0 if there is none; None if `r` cannot be the axis of the rows."""
    if not is_fixed(r) or size_of(r) < _LEAST_ROWS: return None
    if any(r not in reduction.src[0].ranges for reduction in short): return None
    moving = [index for index in accesses(sink) if r in index.ranges]
    strides = [stride(index.src[1], r) for index in moving]
    if None in strides or any(r in gate.ranges for index in moving for gate in index.src[2:]): return None
    return max((abs(step) for step in strides if step is not None), default=0)


def _runs_along_rows(sink: UOp, axis: UOp, rows: UOp) -> bool:
    """Whether an output axis runs through a row and not from row to row: its results lie closer together than those of two rows."""
    for index in (end.src[0].src[0] for end in sink.src if axis in end.src[1:]):
        step, whole = stride(index.src[1], axis), stride(index.src[1], rows)
        if step is None or whole is None or abs(step) < abs(whole): return True
    return False
