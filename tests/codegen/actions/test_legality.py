"""Which actions are refused, why, and that lists which pass keep the values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heddle.codegen.actions.action import Action
from heddle.codegen.actions.cache import Cache
from heddle.codegen.actions.legality import follow, is_sane
from heddle.codegen.actions.loop_transforms import axis_name
from heddle.codegen.actions.split import Split
from heddle.codegen.policy.cpu_schedule import optimise
from heddle.codegen.simplify import simplify
from heddle.uop import AxisType, Ops, UOp
from tests.codegen import kernels
from tests.codegen.kernels import CAPABILITIES
from tests.codegen.random_actions import Chooser


def after(case: kernels.Case, *texts: str) -> UOp:
    sink = simplify(case.ast)
    for text in texts:
        sink = Action.parse(text).apply(sink, CAPABILITIES)
    return sink


@pytest.mark.parametrize(
    "earlier, text, says",
    [
        ((), "split 7 by 2 as loop", "no axis 7"),
        ((), "split a.0 by 2 as loop", "no axis a.0"),
        ((), "split 0 by 2 as dance", "no axis type 'dance'"),
        ((), "split 0 by 1 as loop", "is not split by 1"),
        ((), "split 0 by 7 as loop", "an axis of extent 7 is not split by 7"),
        ((), "split 1 by 3 as vector", "no vector has 3 lanes"),
        ((), "split 1 by 32 as vector", None),
        ((), "split 0 by 2 as grid", "cannot be grid"),
        ((), "mark 0 0 as unroll", "named twice"),
        ((), "mark 1 as grid", "the outermost loop"),
        ((), "mark 0 as grid", None),
        (("mark 0 as grid",), "split 1 by 2 as loop", "the grid comes last"),
        (("mark 0 as unroll",), "split 0 by 2 as loop", "axis a is not a loop"),
        ((), "join 1 0 as loop", "not adjacent"),
        ((), "join 0 1 as vector", "the result of a join is a loop"),
        ((), "join 0 1 as loop", None),
        ((), "order 0 1", None),
        ((), "cache 9 1 by 16 as thread", "no such operand"),
        ((), "cache 0 1 by 0 as thread", "no vector copies of 0"),
        (("split 1 by 16 as vector overlap",), "cache 0 2 by 16 as thread", "a tile includes all unrolled axes of its operand"),
        (("cache 0 1 by 16 as thread",), "split 0 by 2 as loop", "the axis fills a tile: axes are split before tiles are made"),
        (("cache 0 1 by 16 as thread",), "mark 0 as grid", None),
        (("cache 0 0 1 by 16 as thread",), "mark 0 as grid", "would be filled outside the grid"),
    ],
)
def test_what_may_be_done_to_a_map(earlier, text, says) -> None:
    sink = after(kernels.elementwise(7, 37), *earlier)
    why = Action.parse(text).why_not(sink, CAPABILITIES)
    assert why is None if says is None else why is not None and says in why


def test_reductions_are_not_counted_twice_and_not_ordered() -> None:
    sink = after(kernels.sum_rows(6, 50))
    assert "reduced twice" in (Action.parse("split 1 by 16 as vector overlap").why_not(sink, CAPABILITIES) or "")
    assert "only loops of the outputs" in (Action.parse("order 1 0").why_not(sink, CAPABILITIES) or "")


def test_nothing_is_computed_from_its_own_result() -> None:
    sink = after(kernels.in_place(50))
    assert "their own results" in (Action.parse("split 0 by 16 as vector overlap").why_not(sink, CAPABILITIES) or "")
    assert "writes what the tile would cache" in (Action.parse("cache 0 0 by 16 as thread").why_not(sink, CAPABILITIES) or "")


def test_places_read_from_memory_are_not_staged() -> None:
    sink = after(kernels.gathered())
    assert any("itself loaded" in (Cache((str(n), "a"), 1, "thread").why_not(sink, CAPABILITIES) or "") for n in range(2))


def test_limits_of_the_device() -> None:
    sink = after(kernels.product())
    stage = Action.parse("cache 0 0 2 by 16 as thread")
    assert stage.why_not(sink, CAPABILITIES) is None
    assert "no scratch memory" in (stage.why_not(sink, replace(CAPABILITIES, has_scratch=False)) or "")
    assert "does not fit in 64" in (stage.why_not(sink, replace(CAPABILITIES, shared_memory=64)) or "")


def test_lengths_known_at_launch_only_are_left_alone() -> None:
    n = UOp.variable("n", 1, 40)
    loop = UOp(Ops.RANGE, n.dtype, (n,), (0, AxisType.LOOP))
    old = simplify(kernels.sum_rows(3, 50).ast)
    sink = UOp.sink(old.src[0].src[0].end(*old.src[0].src[1:], loop))
    names = [axis_name(r) for r in sink.toposort() if r.op is Ops.RANGE and r.src[0].op is not Ops.CONST]
    assert "the extent of the axis is symbolic" in (Split((names[0],), 2, "loop").why_not(sink, CAPABILITIES) or "")


def test_kernels_that_nobody_could_compile_are_refused() -> None:
    assert not is_sane(after(kernels.elementwise(512, 40), "mark 0 as unroll"), CAPABILITIES)
    assert not is_sane(after(kernels.elementwise(16, 16), "mark 0 as vector", "mark 1 as vector"), CAPABILITIES)
    assert follow(after(kernels.elementwise()), [Action.parse("split 9 by 2 as loop")], CAPABILITIES) is None


@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_the_heuristic_passes(make) -> None:
    sink = simplify(make().ast)
    optimised, actions = optimise(sink, CAPABILITIES)
    assert follow(sink, actions, CAPABILITIES) is optimised


@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_most_random_lists_pass(make) -> None:
    """They are right by construction, so what is refused here is only refused out of caution."""
    sink = simplify(make().ast)
    passed = [follow(sink, Chooser(sink, seed).run(4).actions, CAPABILITIES) is not None for seed in range(10)]
    assert sum(passed) >= 8
