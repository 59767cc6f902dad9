"""Cost of a kernel: loop iterations, FLOPs and bytes moved.

Inputs: a kernel's ast.
Outputs: numbers, or terms where sizes are known at launch only.
Invariants: no code is generated to find out.
"""
from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from heddle.dtype import dtypes
from heddle.named_tuple import NamedTuple
from heddle.uop.ops import GroupOp, Ops
from heddle.uop.uop import UOp


def size_of(r: UOp) -> int:
    """Iterations of a loop, or the most it can take."""
    return int(r.vmax) + 1


def is_fixed(r: UOp) -> bool:
    """Whether the iterations of a loop are known before it is launched."""
    return r.src[0].op is Ops.CONST


def iterations(axes: Iterable[UOp]) -> int:
    """Iterations of nested loops together: how often what is inside them runs."""
    return math.prod(map(size_of, axes))


class Term(NamedTuple):
    """A part of the work: so much for each iteration of loops whose iterations are known at launch, and no more than `most`."""

    each: int
    most: int
    iterations: tuple[UOp, ...]


def op_terms(sink: UOp) -> Iterator[Term]:
    """Arithmetic of one launch, each value counted once for each setting of the axes it changes with."""
    for n in sink.toposort():
        if n.op in GroupOp.ALU and n.dtype != dtypes.index and not (n.src and n.src[0].dtype == dtypes.index): axes = n.ranges
        elif n.op is Ops.REDUCE: axes = n.src[0].ranges | set(n.src[1:])
        else: continue
        yield Term(iterations(filter(is_fixed, axes)), iterations(axes), _unknown(axes))


def byte_terms(sink: UOp) -> Iterator[Term]:
    """Bytes of one launch: each buffer once, or less where fewer elements are touched."""
    touched: dict[UOp, UOp] = {}
    for n in sink.toposort():
        if n.op is not Ops.INDEX: continue
        memory = n.src[0]
        while memory.op is Ops.AFTER: memory = memory.src[0]
        if memory.op is not Ops.PARAM: continue
        known = touched.get(memory)
        if known is None or iterations(n.ranges) > iterations(known.ranges): touched[memory] = n
    for p, index in touched.items():
        each, most = iterations(filter(is_fixed, index.ranges)), min(p.arg.size, iterations(index.ranges))
        yield Term(each * p.dtype.itemsize, most * p.dtype.itemsize, _unknown(index.ranges))


def _unknown(axes: Iterable[UOp]) -> tuple[UOp, ...]:
    """Iterations of the loops whose extents are known at launch."""
    return tuple(r.src[0] for r in sorted((r for r in axes if not is_fixed(r)), key=lambda r: r.arg[0]))


def count_ops(sink: UOp) -> int:
    """Arithmetic of one launch, where variables are at their greatest."""
    return sum(term.most for term in op_terms(sink))


def count_bytes(sink: UOp) -> int:
    """Bytes of one launch, where variables are at their greatest."""
    return sum(term.most for term in byte_terms(sink))
