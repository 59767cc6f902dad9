"""What rewriting did, step by step."""

from __future__ import annotations

import pytest

from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.uop import Ops, UOp
from heddle.uop.rewrite import PatternMatcher, UPat, graph_rewrite
from heddle.uop.rewrite_trace import RewriteStep, differences, direct, trace_rewrites
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


# ---- passes without rules

b, c = (UOp(Ops.DEFINE_VAR, I32, (), (name, 0, 9)) for name in "bc")


def applied(root: UOp, steps: list[tuple[UOp, UOp]]) -> UOp:
    """`root` with its nodes replaced, sources first; what replaces them is left as it is."""
    made, new = dict(steps), dict[UOp, UOp]()
    for node in root.toposort():
        current = node.replace(src=tuple(new[s] for s in node.src))
        new[node] = made.get(current, current)
    return new[root]


@pytest.mark.parametrize(
    ("before", "after", "steps"),
    [
        (a * b, a * b, []),
        (a * b, c * b, [(a, c)]),
        (a * b, b * a, [(a, b), (b, a)]),  # at once, not one after another
        (a * b + c, (a * b).alu(Ops.NEG) + c, [(a * b, (a * b).alu(Ops.NEG))]),
        (UOp.sink(a * b, a * c), UOp.sink(c * b, c * c), [(a, c)]),
        (UOp.sink(a * b, a * c, a + c), UOp.sink(a * b, a * c, b + c), [(a + c, b + c)]),  # most readers keep it
        (UOp.sink(a * b), UOp.sink(a * b, a + c), [(UOp.sink(a * b), UOp.sink(a * b, a + c))]),
        (UOp.sink((a * b) + (a * c)), UOp.sink((b * b) + (c * c)), [(a, c), (c * b, b * b)]),
    ],
)
def test_differences_between_two_graphs(before: UOp, after: UOp, steps: list[tuple[UOp, UOp]]):
    found = differences(before, after)
    assert set(found) == set(steps) and applied(before, found) is after


def test_a_root_that_becomes_what_another_node_had_been():
    inner = a.alu(Ops.NOT)
    assert differences(inner.alu(Ops.NOT), b.alu(Ops.NOT), {inner: b, a: a, b: b}) == [(inner, b)]
    assert differences(inner.alu(Ops.NOT), inner, {inner: a}) == [(inner.alu(Ops.NOT), inner)]


@direct
def to_sum(graph: UOp) -> UOp:
    """A product becomes a sum."""
    return simplify_it(UOp.sink(*(s.src[0] + s.src[1] for s in graph.src)))


def test_what_a_pass_changes_besides_rules_are_steps_with_its_name():
    graph = UOp.sink(a * 0, b * c)
    with trace_rewrites() as trace:
        result = to_sum(graph)
    own, by_rules = trace.rewritings
    assert (own.by, own.root, own.direct) == ("to_sum", graph, True) and own.result is by_rules.root
    assert {s[:2] for s in own.steps} == {(a * 0, a + 0), (b * c, b + c)} and own.steps[0].rule.__doc__ == "A product becomes a sum."
    assert by_rules.by == "simplify_it" and by_rules.result is result is UOp.sink(a, b + c)
    assert by_rules.steps == [RewriteStep(a + 0, a, drop_zero)] and not by_rules.direct


def test_passes_inside_passes_are_traced_once():
    @direct
    def outer(graph: UOp) -> UOp:
        return to_sum(graph).replace(arg=("done",))

    with trace_rewrites() as trace:
        outer(UOp.sink(a * 0))
    assert [(r.by, len(r.steps)) for r in trace.rewritings] == [("to_sum", 1), ("simplify_it", 1), ("outer", 1)]


def test_without_a_trace_nothing_is_compared(monkeypatch: pytest.MonkeyPatch):
    compared: list[UOp] = []
    monkeypatch.setattr("heddle.uop.rewrite_trace.differences", lambda root, *rest: compared.append(root) or [])
    assert to_sum(UOp.sink(a * 0)) is UOp.sink(a) and not compared
    with trace_rewrites():
        to_sum(UOp.sink(a * 0))
    assert compared == [UOp.sink(a * 0)]
