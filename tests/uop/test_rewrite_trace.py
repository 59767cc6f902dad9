"""What rewriting did, step by step."""

from __future__ import annotations

import pytest

from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.uop import Ops, UOp
from heddle.uop.rewrite import PatternMatcher, UPat, graph_rewrite, trace_rewrites
from heddle.uop.rules import symbolic

I32 = dtypes.int32
a = UOp(Ops.DEFINE_VAR, I32, (), ("a", 0, 9))
x = UPat.var("x")


def drop_zero(x: UOp) -> UOp:
    """x + 0 = x"""
    return x


def drop_one(x: UOp) -> UOp:
    """x * 1 = x"""
    return x


RULES = PatternMatcher([(x + 0, drop_zero), (x * 1, drop_one)])


def simplify_it(graph: UOp) -> UOp:
    return graph_rewrite(graph, RULES)


def test_every_step_is_told_with_its_rule():
    graph = (a * 1 + 0) * 1
    with trace_rewrites() as trace:
        result = simplify_it(graph)
    (rewriting,) = trace.rewritings
    assert (rewriting.by, rewriting.root, rewriting.result) == ("simplify_it", graph, a) and result is a
    # what the outer product became, a * 1, had been rewritten before
    assert [(s.before, s.after, s.rule.__name__) for s in rewriting.steps] == [
        (a * 1, a, "drop_one"),
        (a + 0, a, "drop_zero"),
    ]


def test_rewriting_gives_the_same_with_and_without():
    i = UOp(Ops.DEFINE_VAR, dtypes.index, (), ("i", 0, 9))
    graph = ((i + 3) * 4 + 1) // 4 + i * 2
    plain = graph_rewrite(graph, symbolic)
    with trace_rewrites() as trace:
        assert graph_rewrite(graph, symbolic) is plain
    assert trace.rewritings[0].steps


def test_nothing_is_told_outside_the_block():
    with trace_rewrites() as trace:
        pass
    simplify_it(a + 0)
    assert trace.rewritings == []


def test_rewritings_inside_rules_are_told_apart():
    def inner(x: UOp) -> UOp:
        return simplify_it(x)

    outer = PatternMatcher([(UPat(Ops.NEG, src=(x,)), inner)])
    with trace_rewrites() as trace:
        assert graph_rewrite((a + 0).alu(Ops.NEG), outer) is a
    assert [(r.root, r.result) for r in trace.rewritings] == [((a + 0).alu(Ops.NEG), a), (a + 0, a)]
    assert trace.take() and not trace.rewritings


def test_rules_without_rest_leave_their_steps():
    def to_neg(x: UOp) -> UOp:
        return x.alu(Ops.NOT)

    def to_not(x: UOp) -> UOp:
        return x.alu(Ops.NEG)

    there_and_back = PatternMatcher([(UPat(Ops.NEG, src=(x,)), to_neg), (UPat(Ops.NOT, src=(x,)), to_not)])
    with trace_rewrites() as trace, pytest.raises(InternalError, match="does not come to rest"):
        graph_rewrite(a.alu(Ops.NEG), there_and_back)
    assert trace.rewritings[0].result is None and trace.rewritings[0].steps
