"""What a device lacks, spelt out in what it has: transcendentals, number formats, division with all its cases.

In: an optimised ast, the device's limits. Out: an ast in which every op and dtype is native.
"""
from __future__ import annotations

from heddle.codegen.emulate import emulation_rules
from heddle.codegen.transcendental import expand_logarithm, expand_transcendental
from heddle.dtype import dtypes
from heddle.renderer import Limits
from heddle.uop import Ops, UOp
from heddle.uop.rewrite import PatternMatcher, UPat, graph_rewrite
from heddle.uop.rules import symbolic

_known: dict[Limits, PatternMatcher] = {}


def rules_for(limits: Limits) -> PatternMatcher:
    """The rules that a device with these limits needs."""
    if limits not in _known:
        missing = {Ops.EXP2, Ops.LOG2, Ops.SIN, Ops.COS} - limits.native
        table = [(UPat(missing, name="node"), expand_transcendental)] if missing else []
        _known[limits] = symbolic + PatternMatcher([*emulation_rules(limits), *table])
    return _known[limits]


_logarithms = PatternMatcher([(UPat(Ops.MUL, name="product"), expand_logarithm)])


def lower(sink: UOp, limits: Limits) -> UOp:
    """`sink` in the device's own ops and dtypes."""
    if Ops.LOG2 not in limits.native and any(n.op is Ops.LOG2 for n in sink.toposort()): sink = graph_rewrite(sink, _logarithms)
    return graph_rewrite(sink, rules_for(limits))


def gate_loads(load: UOp, at: UOp) -> UOp | None:
    """load(buffer[i if valid]) = load(buffer[i], 0, valid): conditions move from the place to the access, which renderers see"""
    if len(at.src) != 3: return None
    buffer, i, valid = at.src
    return UOp(Ops.LOAD, load.dtype, (buffer.index(i), UOp.const(load.dtype, 0), valid))


_gates = PatternMatcher([(UPat(Ops.LOAD, src=(UPat(Ops.INDEX, name="at"),), name="load"), gate_loads)])
_simplified_gates = symbolic + _gates


def finish(sink: UOp) -> UOp:
    """The expanded ast in the form that lists of ops have. Only conditions on positions leave anything to simplify."""
    conditions = any(n.op is Ops.CMPLT and n.src[0].dtype.scalar() is dtypes.index for n in sink.toposort())
    return graph_rewrite(sink, _simplified_gates if conditions else _gates)
