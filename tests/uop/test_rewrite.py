"""Patterns, tables of rules, and the walk that applies them until none does."""

from __future__ import annotations

import random
import weakref

import pytest

from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.uop import AxisType, GroupOp, Ops, UOp
from heddle.uop.rewrite import (
    PatternMatcher,
    Rule,
    UPat,
    graph_rewrite,
    replace_at_once,
    rewrite_replaced,
    rule,
)
from heddle.uop.rewrite_trace import trace_rewrites
from heddle.uop.rules import symbolic

I32 = dtypes.int32
a, b, c = (UOp(Ops.DEFINE_VAR, I32, (), (n, 0, 9)) for n in "abc")
x, y = UPat.var("x"), UPat.var("y")


def seen(pattern: UPat, node: UOp) -> dict[str, UOp] | None:
    """What a pattern calls the parts of a node; None if it does not match."""
    found: list[dict[str, UOp]] = []

    def note(x: UOp | None = None, y: UOp | None = None, n: UOp | None = None) -> None:
        found.append({k: v for k, v in (("x", x), ("y", y), ("n", n)) if v is not None})

    names = {p.name for p in _parts(pattern)} - {None}
    scope: dict = {"note": note}
    exec(
        f"def fn({', '.join(sorted(names))}): return note({', '.join(f'{n}={n}' for n in sorted(names))})", scope
    )  # our own text
    PatternMatcher([(pattern, scope["fn"])]).rewrite(node)
    return found[0] if found else None


def _parts(pattern: UPat):
    yield pattern
    if isinstance(pattern.src, tuple):
        for s in pattern.src:
            yield from _parts(s)


# ---- patterns


def test_names_of_the_parts() -> None:
    assert seen(x - y, a - b) == {"x": a, "y": b} and seen(x - y, a + b) is None
    assert seen((x - y).named("n"), a - b) == {"x": a, "y": b, "n": a - b}


def test_the_same_name_is_the_same_node() -> None:
    assert seen(x - x, a - a) == {"x": a} and seen(x - x, a - b) is None


def test_commutative_ops_match_in_either_order() -> None:
    assert seen(x + 1, UOp.const(I32, 1) + a) == {"x": a} and seen(x - 1, UOp.const(I32, 1) - a) is None
    assert seen((x * y) + y, b + a * b) == {"x": a, "y": b}


def test_sets_of_ops_dtypes_and_tests() -> None:
    assert seen(UPat(GroupOp.COMPARE, name="n"), a < b) is not None and seen(UPat(GroupOp.COMPARE, name="n"), a + b) is None
    assert (
        seen(UPat(Ops.ADD, dtypes.ints, name="n"), a + b) is not None
        and seen(UPat(Ops.ADD, dtypes.floats, name="n"), a + b) is None
    )
    assert (
        seen(UPat.var("x", where=lambda n: n.arg[0] == "b"), b) == {"x": b}
        and seen(UPat.var("x", where=lambda n: n.arg[0] == "b"), a) is None
    )
    assert seen(UPat.cvar("x"), UOp.const(I32, 4)) is not None and seen(UPat.cvar("x"), a) is None


def test_arguments_and_numbers_of_sources() -> None:
    sink = UOp.sink(a, b, arg="k")
    assert (
        seen(UPat(Ops.SINK, arg="k", name="n"), sink) is not None and seen(UPat(Ops.SINK, arg=None, name="n"), sink) is None
    )
    assert seen(UPat(Ops.SINK, src=(x,)), sink) is None and seen(UPat(Ops.SINK, src=(x,), allow_any_len=True), sink) == {
        "x": a
    }
    assert (
        seen(UPat(Ops.SINK, src=(x, y, UPat())), sink) is None
        and seen(UPat(Ops.SINK, src=(), name="n"), UOp.sink()) is not None
    )


def test_one_pattern_for_every_source() -> None:
    every = UPat(Ops.SINK, src=UPat(Ops.CONST), name="n")
    assert (
        seen(every, UOp.sink(a.const_like(1), a.const_like(2))) is not None
        and seen(every, UOp.sink(a.const_like(1), a)) is None
    )


def test_conditions_are_values_and_not_texts() -> None:
    assert seen(UPat.const(1) + x, a + 1) == {"x": a} and seen(UPat.const(1) + x, a + 2) is None


# ---- tables


def test_the_first_rule_that_applies_wins() -> None:
    table: list[Rule] = []

    @rule(table, x + 0)
    def drop(x: UOp) -> UOp:
        return x

    @rule(table, x + y, x * y)
    def swap(x: UOp, y: UOp) -> UOp:
        return x - y

    matcher = PatternMatcher(table)
    assert matcher.rewrite(a + 0) is a and matcher.rewrite(a + 1) is a - 1 and matcher.rewrite(a * b) is a - b
    assert matcher.rewrite(a - b) is None and matcher.step(a * b) == (a - b, swap)


def test_none_and_the_node_itself_mean_not_mine() -> None:
    matcher = PatternMatcher([(UPat(Ops.ADD, name="n"), lambda n: n), (x + y, lambda x, y: None), (x + y, lambda x, y: y)])
    assert matcher.rewrite(a + b) is b


def test_a_rule_that_declines_one_order_is_asked_for_the_other() -> None:
    matcher = PatternMatcher([(x + y, lambda x, y: x if x is b else None)])
    assert matcher.rewrite(a + b) is b and matcher.rewrite(b + a) is b and matcher.rewrite(a + c) is None


def test_rules_may_ask_for_a_context() -> None:
    matcher = PatternMatcher([(x + y, lambda x, y, ctx: ctx.get(x))])
    assert matcher.rewrite(a + b, {a: c}) is c and matcher.rewrite(a + b, {}) is None


def test_tables_add_up_in_order() -> None:
    one, two = (PatternMatcher([(x + y, lambda x, y, k=k: x.const_like(k))]) for k in (1, 2))
    assert (one + two).rewrite(a + b).arg == 1 and (two + one).rewrite(a + b).arg == 2


def test_tables_share_the_functions_of_ops_with_the_same_rules() -> None:
    more = symbolic + PatternMatcher([(UPat(Ops.LOAD, name="load"), lambda load: None)])
    assert more.of_op(Ops.ADD) is symbolic.of_op(Ops.ADD) and more.of_op(Ops.LOAD) is not symbolic.of_op(Ops.LOAD)
    kept = weakref.ref(more.of_op(Ops.LOAD))
    del more
    assert kept() is None


def test_a_rule_for_any_op() -> None:
    matcher = PatternMatcher([(UPat(None, name="n"), lambda n: a if n.op is Ops.NEG else None)])
    assert graph_rewrite(-b + c, matcher) is a + c


# ---- the walk


SMALLER = PatternMatcher([(x + 0, lambda x: x), (UPat(Ops.NEG, src=(UPat(Ops.NEG, src=(x,)),)), lambda x: x)])


def test_results_are_rewritten_in_turn() -> None:
    assert graph_rewrite((-(-(a + 0)) + 0) * b, SMALLER) is a * b  # noqa: B002 two negations are meant
    down = PatternMatcher([(UPat.cvar("x", where=lambda k: k.arg > 0), lambda x: x.const_like(x.arg - 1))])
    assert graph_rewrite(a + 50, down) is a + 0


def test_nothing_to_do_gives_the_same_node() -> None:
    node = (a + b) * (a - b)
    assert graph_rewrite(node, SMALLER) is node


def test_every_node_is_looked_at_once() -> None:
    asked: list[UOp] = []
    look = PatternMatcher([(UPat(None, name="n"), lambda n: asked.append(n))])
    node = a
    for _ in range(60):
        node = node + node * b
    graph_rewrite(node, look)
    assert len(asked) == len(set(asked)) == len(node.toposort())


def test_what_a_rule_returns_twice_is_looked_at_once() -> None:
    asked: list[UOp] = []
    table = PatternMatcher(
        [(UPat(Ops.MUL, name="n"), lambda n: asked.append(n)), (UPat(Ops.NEG, src=(x,)), lambda x: x * c)]
    )
    graph_rewrite(UOp.sink(-a, (-a) + b, a * c), table)
    assert asked == [a * c]


def test_deep_chains() -> None:
    node = a
    for _ in range(15_000):
        node = -(node + 0)
    assert graph_rewrite(node, SMALLER) is a
    grown = graph_rewrite(-(node + 0) - b, PatternMatcher([(UPat(Ops.SUB, src=(x, y)), lambda x, y: x * y)]))
    assert grown is -(node + 0) * b


def test_new_nodes_take_the_users_line_along() -> None:
    node = UOp(Ops.DEFINE_VAR, I32, (), ("loc1", 0, 1)) + UOp(Ops.DEFINE_VAR, I32, (), ("loc2", 0, 1))
    node.loc = ("a.py", 3, "f")
    swap = PatternMatcher([(x + y, lambda x, y: x - y)])
    assert graph_rewrite(node, swap).loc == ("a.py", 3, "f")
    outer = -node
    outer.loc = ("a.py", 4, "f")
    assert graph_rewrite(outer, swap).loc == ("a.py", 4, "f")


# ---- rules that never come to rest


def test_two_rules_that_undo_each_other_are_named() -> None:
    table: list[Rule] = []

    @rule(table, x + y)
    def to_product(x: UOp, y: UOp) -> UOp:
        return x * y

    @rule(table, x * y)
    def to_sum(x: UOp, y: UOp) -> UOp:
        return x + y

    with pytest.raises(InternalError) as caught:
        graph_rewrite(UOp.sink(a + b), PatternMatcher(table))
    text = str(caught.value)
    assert "to_product" in text and "to_sum" in text and "ADD int32" in text and "does not come to rest" in text


def test_a_rule_that_goes_round_through_its_sources_is_named() -> None:
    def round_trip(x: UOp, y: UOp) -> UOp:
        return y + x

    with pytest.raises(InternalError, match="round_trip"):
        graph_rewrite(a * (b + c), PatternMatcher([(UPat(Ops.ADD, src=(x, y), where=lambda n: True), round_trip)]))


def test_a_rule_that_always_adds_to_a_node_is_named() -> None:
    def grow(x: UOp) -> UOp:
        return UOp(Ops.NEG, x.dtype, (x.alu(Ops.ADD, x),))

    with pytest.raises(InternalError, match="grow"):
        graph_rewrite(-a, PatternMatcher([(UPat(Ops.NEG, src=(x,)), grow)]))


def test_a_rule_that_counts_up_for_ever_is_named() -> None:
    def count(k: UOp) -> UOp:
        return k.const_like(k.arg + 1)

    with pytest.raises(InternalError, match="count"):
        graph_rewrite(a + 1, PatternMatcher([(UPat.cvar("k"), count)]))


# ---- nodes replaced and the graph rewritten at once


def _axis(n: int) -> UOp: return UOp.range((4, 6, 32, 7)[n % 4], AxisType.LOOP, n)


def _random_position(choose: random.Random, leaves: list[UOp]) -> UOp:
    made = [*leaves, *(UOp.const(dtypes.index, choose.randint(0, 40)) for _ in range(3))]
    for _ in range(choose.randint(1, 14)):
        a, b, n = choose.choice(made), choose.choice(made), choose.choice((1, 2, 4, 8, 6, 32))
        made.append(choose.choice((lambda: a + b, lambda: a * n, lambda: a // n, lambda: a % n, lambda: (a < b).where(a, b),  # noqa: B023
                                   lambda: a.alu(Ops.MAX, b)))())  # noqa: B023
    return made[-1]


@pytest.mark.parametrize("seed", range(300))
def test_replacing_and_rewriting_at_once_gives_what_one_after_the_other_does(seed: int) -> None:
    choose = random.Random(seed)
    axes = [_axis(n) for n in range(4)]
    x = _random_position(choose, axes)
    if seed % 2: x = graph_rewrite(x, symbolic)  # what an earlier rewrite has found to be settled may be above what is replaced
    fresh = [_axis(n) for n in range(4, 8)]
    keys = choose.sample([n for n in x.toposort() if n.op is not Ops.CONST] or [x], 1) if seed % 3 == 0 else choose.sample(axes, 2)
    leaves = fresh if seed % 5 else [*fresh, *axes]  # with values that contain what is replaced
    swap = {key: _random_position(choose, leaves) for key in keys if key.dtype is dtypes.index}
    expected = graph_rewrite(x.substitute(swap), symbolic)
    assert rewrite_replaced(x, symbolic, swap) is expected
    with trace_rewrites(): assert rewrite_replaced(x, symbolic, swap) is expected


def test_sources_that_a_node_has_anew() -> None:
    a, b, c, d = map(_axis, range(4))
    value = UOp.const(dtypes.float32, 2.0) + (a * 3 + b).cast(dtypes.float32)
    total = value.reduce(Ops.ADD, a, b)
    found = replace_at_once(total, symbolic, {a: c * 2 + d}, {total: (value, c, d, b)})
    assert found.src[1:] == (c, d, b) and found.src[0] is graph_rewrite(value.substitute({a: c * 2 + d}), symbolic)
