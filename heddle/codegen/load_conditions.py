"""Conditions of loads: from the position, where passes simplify them, to the access, where renderers see them.

Inputs: an expanded ast. Outputs: the same, in which a LOAD has its condition, and no INDEX that is loaded from.
"""
from __future__ import annotations

from heddle.dtype import ConstType, DType, dtypes
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.interpreter.ops import exec_alu, lane_values
from heddle.uop.rewrite import PatternMatcher, UPat, graph_rewrite
from heddle.uop.rules import symbolic


def gated_load(index: UOp, dtype: DType) -> UOp:
    """load(buffer[i if valid]) = load(buffer[i], 0, valid)"""
    if len(index.src) < 3: return index.load(dtype)
    buffer, at, valid = index.src
    return UOp(Ops.LOAD, dtype, (buffer.index(at), UOp.const(dtype, 0), valid))


def gate_loads(load: UOp, at: UOp) -> UOp | None:
    """load(buffer[i if valid]) = load(buffer[i], 0, valid)"""
    return gated_load(at, load.dtype) if len(at.src) == 3 else None


def known_gate(load: UOp, at: UOp, other: UOp, valid: UOp) -> UOp | None:
    """load(buffer[i], other, true) = load(buffer[i])

    A language may refuse an address outside the buffer though nothing is ever read there.
    """
    if isinstance(valid.arg, tuple): return None
    return at.load(load.dtype) if valid.arg else other


def known_condition(lane: UOp) -> UOp | None:
    """lane i of op(c1, c2, …) = c: a condition on the positions of unrolled lanes, as an access takes it"""
    value = _constant_lane(lane.src[0], lane.arg[0]) if lane.dtype.is_bool() and len(lane.arg) == 1 else None
    return None if value is None else UOp.const(lane.dtype, value)


def _constant_lane(node: UOp, i: int) -> ConstType | None:
    """The value of one lane, where constants alone decide it."""
    if node.op is Ops.CONST: return (lane_values(node) * node.dtype.count)[i]
    if node.op not in GroupOp.ALU: return None
    values: list[ConstType] = []
    for s in node.src:
        if (value := _constant_lane(s, i)) is None: return None
        values.append(value)
    return exec_alu(node.op, node.dtype.scalar(), values)


_gates = PatternMatcher([
    (UPat(Ops.LOAD, src=(UPat(Ops.INDEX, name="at"),), name="load"), gate_loads),
    (UPat(Ops.LOAD, src=(UPat(Ops.INDEX, name="at"), UPat(name="other"), UPat(Ops.CONST, name="valid")), name="load"), known_gate),
    (UPat(Ops.GEP, src=(UPat(GroupOp.ALU),), name="lane"), known_condition),
])
_simplified_gates = symbolic + _gates


def gate_accesses(sink: UOp) -> UOp:
    """The expanded ast with conditions at its accesses. Only conditions on positions leave anything to simplify."""
    order = sink.toposort()
    if any(map(_is_condition, order)): return graph_rewrite(sink, _simplified_gates)
    return graph_rewrite(sink, _gates) if any(n.op is Ops.INDEX and len(n.src) > 2 for n in order) else sink


def _is_condition(node: UOp) -> bool:
    """Whether a position is compared, or has been while loops were unrolled."""
    if node.op is Ops.INDEX or node.op is Ops.LOAD: return len(node.src) == 3 and node.src[2].op is Ops.CONST
    return node.op is Ops.CMPLT and node.src[0].dtype.scalar() is dtypes.index
