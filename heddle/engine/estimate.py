"""Operations and bytes of a CALL, without running it (SPEC E11).

In: a CALL. Out: an `Estimate`. For a PROGRAM it is what codegen said; for an ast it is counted here: each value is computed once
for every step of the loops it depends on, and each piece of memory is moved once.
"""
from __future__ import annotations

import math
from typing import NamedTuple

from heddle.uop.ops import GroupOp, Ops
from heddle.uop.uop import UOp


class Estimate(NamedTuple):
    """What one run of a CALL does."""

    ops: int
    bytes: int


def estimate_uop(call: UOp) -> Estimate:
    """Static operations and bytes of a CALL (or of a SINK or PROGRAM alone)."""
    what = call.src[0] if call.op is Ops.CALL else call
    if what.op is Ops.PROGRAM: return Estimate(what.arg.ops, what.arg.bytes)
    if what.op is Ops.SINK: return Estimate(_count_ops(what), _count_bytes(what))
    if what.op is Ops.COPY: return Estimate(0, 2 * call.src[1].size * call.src[1].dtype.itemsize)
    return Estimate(0, 0)


def _count_ops(sink: UOp) -> int:
    return sum(_ops_of(node) for node in sink.toposort())


def _ops_of(node: UOp) -> int:
    if node.op is Ops.REDUCE: return _steps(node.src[0].ranges | frozenset(node.src[1:]))
    if node.op not in GroupOp.ALU or node.dtype.kind == "index" or node.src[0].dtype.kind == "index": return 0
    return _steps(node.ranges) * node.dtype.count * (2 if node.op is Ops.MULACC else 1)


def _steps(ranges: frozenset[UOp]) -> int:
    return math.prod(int(r.src[0].vmax) for r in ranges)


def _count_bytes(sink: UOp) -> int:
    """Each PARAM once for reading and once for writing, if it is; never more than what is really touched."""
    touched: dict[tuple[UOp, Ops], int] = {}
    for node in sink.toposort():
        if node.op not in (Ops.LOAD, Ops.STORE) or node.src[0].op is not Ops.INDEX: continue
        at = node.src[0]
        memory = at.src[0]
        while memory.op is Ops.AFTER: memory = memory.src[0]
        if memory.op is not Ops.PARAM: continue
        key = memory, node.op
        touched[key] = touched.get(key, 0) + _steps(at.ranges)
    return sum(min(count, memory.size) * memory.dtype.itemsize for (memory, _), count in touched.items())
