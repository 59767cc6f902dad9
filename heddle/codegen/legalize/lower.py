"""Lowering of a kernel's ast to native ops and dtypes: transcendentals, number formats, division.

Inputs: an optimised ast, the device's capabilities.
Outputs: an ast in which every op and dtype is native.
"""
from __future__ import annotations

from collections.abc import Callable

from heddle.codegen.access_conditions import access_rules
from heddle.codegen.legalize.legalize_ops import emulation_rules
from heddle.codegen.legalize.transcendental import (
    expand_exponential,
    expand_logarithm,
    expand_sine_without_float64,
    expand_transcendental,
)
from heddle.dtype import dtypes
from heddle.renderer import APPROXIMATE, Capabilities
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.rewrite import PatternMatcher, Rule, UPat, graph_rewrite
from heddle.uop.rewrite_trace import current_trace
from heddle.uop.rules import symbolic

_known: dict[Capabilities, tuple[PatternMatcher, PatternMatcher]] = {}


def rules_for(caps: Capabilities) -> tuple[PatternMatcher, PatternMatcher]:
    """The rules that a device with these capabilities needs, and the same with those that simplify what they make."""
    if caps not in _known:
        missing = GroupOp.TRANSCENDENTAL - caps.native
        table: list[Rule] = []
        if dtypes.float64 not in caps.arithmetic and (waves := missing & {Ops.SIN, Ops.COS}):
            table.append((UPat(waves, name="node"), expand_sine_without_float64))
        if missing: table.append((UPat(missing, name="node"), _expansion(caps.approximate)))
        if Ops.EXP2 not in missing: table.append((UPat(Ops.EXP2, name="node"), expand_exponential))
        own = PatternMatcher([*emulation_rules(caps), *table])
        _known[caps] = own, symbolic + own
    return _known[caps]


def _expansion(approximate: frozenset[Ops]) -> Callable[[UOp], UOp | None]:
    """The rule for transcendental ops without an instruction, or with one that is accurate enough for some nodes alone."""
    if not approximate: return expand_transcendental

    def expand_unless_approximate(node: UOp) -> UOp | None:
        if node.arg == APPROXIMATE and node.op in approximate and node.dtype.scalar() == dtypes.float32: return None
        return expand_transcendental(node)

    return expand_unless_approximate


_logarithms = PatternMatcher([(UPat(Ops.MUL, name="product"), expand_logarithm)])


def lower(sink: UOp, caps: Capabilities) -> UOp:
    """`sink` in the device's own ops and dtypes."""
    if Ops.LOG2 not in caps.native and any(n.op is Ops.LOG2 for n in sink.toposort()): sink = graph_rewrite(sink, _logarithms)
    own, rules = rules_for(caps)
    if current_trace.get() is None and _is_native(sink, own): return sink
    return graph_rewrite(sink, rules)


def _is_native(sink: UOp, own: PatternMatcher) -> bool:
    """Whether no node has anything left to simplify, or that one of a device's own rules applies to."""
    return all((n.settled is access_rules or not access_rules.of_op(n.op)) and own.step(n) is None for n in sink.toposort())
