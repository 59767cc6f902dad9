"""Lists of actions near a list: each can be done and keeps the values, and axes keep their names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heddle.codegen import to_linear
from heddle.codegen.actions.action import Action
from heddle.codegen.actions.search_space import Edit, Plan, _now, edited, edits, planned, starts, states_of
from heddle.codegen.simplify import simplify
from heddle.renderer import Renderer
from heddle.uop import Ops
from heddle.uop.interpreter.codegen import run_program
from tests.codegen import kernels
from tests.codegen.kernels import CAPABILITIES


def parsed(*texts: str) -> tuple[Action, ...]:
    return tuple(map(Action.parse, texts))


def texts(plan: Plan | None) -> list[str]:
    assert plan is not None
    return [str(a) for a in plan.actions]


def neighbours(ast, actions) -> list[Plan]:
    kernel = simplify(ast)
    states = states_of(kernel, actions, CAPABILITIES)
    return [p for e in edits(kernel, actions, CAPABILITIES) if (p := edited(states, actions, e, CAPABILITIES)) is not None]


# ---- starts


@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_a_search_starts_with_the_heuristic_and_includes_nothing(make) -> None:
    from heddle.codegen.policy.cpu_schedule import optimise

    kernel = simplify(make().ast)
    found = starts(kernel, CAPABILITIES)
    assert found[0].sink is optimise(kernel, CAPABILITIES)[0] and any(p.sink is kernel for p in found)
    assert len({p.sink for p in found}) == len(found)
    assert all(planned(kernel, p.actions, CAPABILITIES) == p for p in found)


def test_a_device_without_vectors_or_tiles_starts_too() -> None:
    kernel = simplify(kernels.product().ast)
    assert [p.actions for p in starts(kernel, replace(CAPABILITIES, vector=0, has_scratch=False))] == [()]


# ---- neighbours


@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_neighbours_keep_the_values(make) -> None:
    case = make()
    kernel = simplify(case.ast)
    found = neighbours(case.ast, starts(kernel, CAPABILITIES)[0].actions) + neighbours(case.ast, ())
    assert len(found) > 5
    for plan in found[:: max(1, len(found) // 5)]:
        assert planned(kernel, plan.actions, CAPABILITIES) == plan
        case.check(kernels.interpret(plan.sink, case.arrays()), texts(plan))


def test_they_are_the_same_every_time() -> None:
    a, b = ([texts(p) for p in neighbours(kernels.product().ast, ())] for _ in range(2))
    assert a == b and len(a) > 10


def test_tiles_that_are_transposed_while_copied() -> None:
    """The second operand lies across: one step makes blocks of it."""
    case = kernels.elementwise(32, 64)
    lanes = Action.parse("split b by 16 as vector")
    found = [p for p in neighbours(case.ast, (lanes,)) if any(a.name == "cache" for a in p.actions) and len(p.actions) > 3]
    assert any(a.name == "split" and a.axes == ("a",) for p in found for a in p.actions)
    for plan in found:
        case.check(kernels.interpret(plan.sink, case.arrays()), texts(plan))


# ---- work-groups

GROUPS = replace(CAPABILITIES, has_scratch=False, shared_memory=32 << 10, workgroup=(64, 64, 64), workgroup_threads=64,
                 grid=(65535,) * 3)


@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_lists_for_devices_with_work_groups_keep_the_values(make) -> None:
    case = make()
    kernel = simplify(case.ast)
    found = starts(kernel, GROUPS)
    assert any("workgroup" in text or "grid" in text for text in texts(found[0]))
    assert planned(kernel, found[0].actions, GROUPS) == found[0]
    states = states_of(kernel, found[0].actions, GROUPS)
    near = [p for e in edits(kernel, found[0].actions, GROUPS) if (p := edited(states, found[0].actions, e, GROUPS)) is not None]
    for plan in [*found, *near[:: max(1, len(near) // 4)]]:
        uops = to_linear(case.ast, Renderer("test", GROUPS), actions=texts(plan)).uops
        arrays = case.arrays()
        run_program(uops, [memoryview(arrays[p.arg.slot]).cast("B") for p in uops if p.op is Ops.PARAM])
        case.check(arrays, texts(plan))


# ---- names


def edit(case: kernels.Case, actions: tuple[Action, ...], at: int, drop: int, *put: str) -> Plan | None:
    kernel = simplify(case.ast)
    plan = edited(states_of(kernel, actions, CAPABILITIES), actions, Edit(at, drop, parsed(*put)), CAPABILITIES)
    if plan is not None:
        case.check(kernels.interpret(plan.sink, case.arrays()), texts(plan))
    return plan


MAP = parsed("split b by 8 as vector", "split b.0 by 2 as unroll", "order b.0.0 a", "mark b.0.0 as grid")


def test_a_changed_size_keeps_the_rest() -> None:
    plan = edit(kernels.elementwise(6, 64), MAP, 0, 1, "split b by 16 as vector")
    assert texts(plan) == ["split b by 16 as vector", *map(str, MAP[1:])]


def test_what_is_done_to_an_axis_is_done_to_the_outer_part_where_it_is_split() -> None:
    plan = edit(kernels.elementwise(6, 64), MAP, 1, 0, "split a by 3 as unroll")
    assert texts(plan) == [str(MAP[0]), "split a by 3 as unroll", str(MAP[1]), "order b.0.0 a.0", str(MAP[3])]


def test_an_action_left_out_leaves_its_axis_for_the_outer_part() -> None:
    plan = edit(kernels.elementwise(6, 64), MAP, 1, 1)
    assert texts(plan) == [str(MAP[0]), "order b.0 a", "mark b.0 as grid"]


def test_what_speaks_of_an_axis_that_is_gone_goes_too() -> None:
    inner = parsed("split b by 8 as loop", "split b.1 by 4 as vector", "mark a as grid")
    assert texts(edit(kernels.elementwise(6, 64), inner, 0, 1)) == ["mark a as grid"]
    joined = parsed("join a b as loop", "mark (a+b) as grid")
    assert texts(edit(kernels.elementwise(6, 64), joined, 0, 1)) == ["mark a as grid"]
    ordered = parsed("split b by 8 as loop", "order b.1 a b.0")
    assert texts(edit(kernels.elementwise(6, 64), ordered, 0, 1)) == ["order a b"]


@pytest.mark.parametrize(("name", "known", "now"), [
    ("a.1", "a.0 a.1", "a.1"), ("a.0", "a", "a"), ("a.0.0", "a.0 a.1", "a.0"), ("a.1", "a", None), ("a.2", "a", None),
    ("a", "a.0 a.1", "a.0"), ("a", "a.0.0 a.0.1 a.1", "a.0.0"), ("a", "a.1 a.2", None), ("a", "a1 a1.0", None), ("a1", "a", None),
    ("(a+b)", "a b", "a"), ("(a+b).0", "a b", "a"), ("(a+b).1", "a b", None), ("(a+b+c)", "(a+b) c", "(a+b)"),
    ("a", "(a+b)", "(a+b)"), ("b", "(a+b)", None), ("(a+b)", "(a+b+c).0 (a+b+c).1", "(a+b+c).0"), ("b.0", "a (b.0+c)", "(b.0+c)"),
])
def test_what_an_axis_is_where_something_else_was_done(name: str, known: str, now: str | None) -> None:
    assert _now(name, known.split()) == now


def test_an_edit_that_does_not_fit_is_none() -> None:
    assert edit(kernels.elementwise(6, 64), MAP, 0, 1, "split b by 64 as loop") is None
    assert edit(kernels.elementwise(6, 64), MAP, 3, 1, "mark a as grid") is None  # not outermost after `order b.0.0 a`


def test_one_step_gives_a_reduction_to_the_items_of_a_group_and_another_makes_the_grid() -> None:
    kernel = simplify(kernels.sum_rows(6, 40).ast)
    near = [p for e in edits(kernel, (), GROUPS) if (p := edited([kernel], (), e, GROUPS)) is not None]
    shared = [p for p in near for a in p.actions if a.kind == "workgroup" and a.axes == ("b",)]
    assert {a.size for p in shared for a in p.actions} == {8, 32}
    states = states_of(kernel, shared[0].actions, GROUPS)
    further = [edited(states, shared[0].actions, e, GROUPS) for e in edits(kernel, shared[0].actions, GROUPS)]
    assert any(p is not None and texts(p) == ["split b by 8 as workgroup mask", "mark a as grid"] for p in further)
