"""Simplification of a kernel's ast: arithmetic, conditions on accesses, merged axes.

Inputs: the ast that the schedule made.
Outputs: an equal one with as few axes as its accesses allow.
"""
from __future__ import annotations

from heddle.codegen import access_conditions
from heddle.codegen.actions.loop_transforms import (
    digits,
    is_fixed,
    iterations,
    merge,
    renumber,
    replace_ranges,
)
from heddle.uop import Ops, UOp
from heddle.uop.rewrite import PatternMatcher, Rule, UPat, graph_rewrite, rule
from heddle.uop.rewrite_trace import direct
from heddle.uop.rules import symbolic

RULES: list[Rule] = []


@rule(RULES, UPat(Ops.REDUCE, name="reduce", where=lambda n: any(r not in n.src[0].ranges for r in n.src[1:])))
def reduce_of_same(reduce: UOp) -> UOp | None:
    """x + … + x, n times = n * x; max(x, …, x) = x; x * … * x = x**n

    For the axes of the reduction that x does not change with. The order of reducing is free, so a float sum may round so too.
    Where n is known at launch only, integers are multiplied; float sums keep their loop, as n may be 0 and x infinite.
    """
    x, moving = reduce.src[0], tuple(r for r in reduce.src[1:] if r in reduce.src[0].ranges)
    if not all(is_fixed(r) for r in reduce.src[1:] if r not in moving): return _unknown_times(reduce)
    n = iterations(r for r in reduce.src[1:] if r not in moving)
    if reduce.arg is Ops.ADD: x = x * n if not x.dtype.is_bool() else x
    elif reduce.arg is Ops.MUL: x = power(x, n)
    return x.reduce(reduce.arg, *moving)


def _unknown_times(reduce: UOp) -> UOp | None:
    """x + … + x = n * x for integers, where axes that x does not depend on have a symbolic extent."""
    x, moving = reduce.src[0], tuple(r for r in reduce.src[1:] if r in reduce.src[0].ranges)
    if reduce.arg is not Ops.ADD or not x.dtype.is_integer(): return None
    for r in reduce.src[1:]:
        if r not in moving: x = x * r.src[0].cast(x.dtype)
    return x.reduce(reduce.arg, *moving)


def power(x: UOp, n: int) -> UOp:
    """x**n for a whole n >= 1, by squaring."""
    out: UOp | None = None
    while n:
        if n & 1: out = x if out is None else out * x
        x, n = x * x, n >> 1
    return x.const_like(1) if out is None else out


simplify_rules = PatternMatcher([*symbolic.rules, *access_conditions.RULES, *RULES], lasting=True)


@direct
def simplify(sink: UOp) -> UOp:
    """`sink`, simplified."""
    sink = graph_rewrite(sink, simplify_rules)
    sink = share_reduce_loops(sink)
    sink = graph_rewrite(digits(sink), simplify_rules)  # a digit that is not used is reduced away
    return renumber(merge(sink))


@direct
def share_reduce_loops(sink: UOp) -> UOp:
    """Merges the loops of independent reductions of equal length under the same outer loops."""
    level: dict[UOp, int] = {}
    groups: dict[tuple[int, frozenset[UOp], tuple[UOp, ...]], list[UOp]] = {}
    for node in sink.toposort():
        level[node] = max((level[s] for s in node.src), default=0) + (node.op is Ops.REDUCE)
        if node.op is Ops.REDUCE:
            key = (level[node], node.ranges, tuple(r.src[0] for r in node.src[1:]))
            groups.setdefault(key, []).append(node)
    swap: dict[UOp, tuple[UOp, tuple[UOp, ...]]] = {}
    alike = ((first, other) for first, *others in groups.values() for other in others)
    for kept, gone in (pair for first, other in alike for pair in zip(first.src[1:], other.src[1:], strict=True)):
        if gone is not kept and gone not in swap and kept not in swap: swap[gone] = (kept, (kept,))
    return replace_ranges(sink, swap) if swap else sink
