"""Actions: as text, one by one, and random lists of them on all kinds of kernels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.codegen.actions.action import Action, axis
from heddle.codegen.actions.cache import Cache
from heddle.codegen.actions.join import Join
from heddle.codegen.actions.loop_transforms import size_of
from heddle.codegen.actions.mark import Mark
from heddle.codegen.actions.order import Order
from heddle.codegen.actions.partition import Partition
from heddle.codegen.actions.schedule_builder import Optimiser
from heddle.codegen.actions.split import Split
from heddle.codegen.simplify import simplify
from heddle.errors import InternalError
from heddle.uop import AxisType, Ops, UOp
from tests.codegen import kernels
from tests.codegen.kernels import CAPABILITIES
from tests.codegen.random_actions import Chooser

LOOP, REDUCE, UNROLL, VECTOR = AxisType.LOOP, AxisType.REDUCE, AxisType.UNROLL, AxisType.VECTOR


# ---- text

KINDS = [kind.name.lower() for kind in AxisType]
numbers = st.lists(st.integers(0, 99), min_size=1, max_size=5).map(tuple)
ACTIONS = st.one_of(
    st.builds(Split, numbers.map(lambda a: a[:1]), st.integers(2, 64), st.sampled_from(KINDS), st.booleans(), st.booleans()),
    st.builds(Mark, numbers, st.just(0), st.sampled_from(KINDS)),
    st.builds(Join, numbers.map(lambda a: (a[0], a[0] + 1)), st.integers(0, 16), st.sampled_from(KINDS)),
    st.builds(Order, numbers),
    st.builds(Partition, numbers.map(lambda a: a[:1]), st.integers(1, 64)),
    st.builds(Cache, numbers, st.integers(1, 16), st.just("thread")),
    st.builds(Cache, numbers, st.just(0), st.sampled_from(["group", "warp", "warpgroup", "tma"])),
)


@given(ACTIONS)
def test_every_action_reads_back(action: Action) -> None:
    assert Action.parse(str(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "split 0 by 4 as vector",
        "split 12 by 3 as loop overlap",
        "mark 0 2 as unroll",
        "join 0 1 as loop",
        "join 0 1 by 8 as loop",
        "order 3 1 2",
        "cache 1 0 4 2 by 16 as thread",
        "partition 1 by 100",
    ],
)
def test_texts_print_as_they_were(text: str) -> None:
    assert str(Action.parse(text)) == text and Action.parse(f"  {text}\n") == Action.parse(text)


@pytest.mark.parametrize(("older", "text"), [
    ("stage 1 0 4 2 by 16", "cache 1 0 4 2 by 16 as thread"), ("cache_read 1 0 4 2 by 16", "cache 1 0 4 2 by 16 as thread"),
    ("share 0 7 8", "cache 0 7 8 as group"), ("cache_shared 0 7 8", "cache 0 7 8 as group"),
    ("share 0 7 8 by 32", "cache 0 7 8 as warp"), ("cache_shared 0 7 8 by 128", "cache 0 7 8 as warpgroup"),
    ("share 0 7 8 by 128 as boxes", "cache 0 7 8 as tma"), ("cache_shared 0 7 8 by 128 as tma", "cache 0 7 8 as tma"),
    ("pair 3", "dot_product 3"),
    ("matrix 6 4 10", "tensorize 6 4 10"), ("keep 7 8 by 6", "fuse_rows 7 8 by 6"),
])
def test_words_of_older_versions_are_read(older: str, text: str) -> None:
    assert str(Action.parse(older)) == text


@pytest.mark.parametrize(
    "text",
    ["", "split", "split a by 4", "cut 0 by 4 as vector", "split 0 by 4 as vector overlaps", "order 1,2", "mark 0 as",
     "order 1 2 overlap", "split 0 by 4 as loop mask overlap", "cache_shared 0 7 8 by 64", "share 0 7 8 by 32 as tma"],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an action"):
        Action.parse(text)


def test_no_loops_are_not_ordered() -> None:
    schedule = Optimiser(simplify(kernels.elementwise().ast), CAPABILITIES)
    schedule.order([None])
    assert not schedule.actions


def test_an_axis_that_is_not_there_is_named() -> None:
    with pytest.raises(InternalError, match="the kernel has no axis 9"):
        Action.parse("split 9 by 2 as loop").apply(simplify(kernels.elementwise().ast), CAPABILITIES)


# ---- one by one


def ends(sink: UOp) -> list[list[tuple[int, AxisType]]]:
    return [[(size_of(r), r.arg[1]) for r in end.src[1:]] for end in sink.src]


def done(case: kernels.Case, *texts: str) -> UOp:
    """The kernel after these actions; its values are still right."""
    sink = simplify(case.ast)
    for text in texts:
        sink = Action.parse(text).apply(sink, CAPABILITIES)
    case.check(kernels.interpret(sink, case.arrays()), texts)
    return sink


def test_split_in_equal_parts() -> None:
    assert ends(done(kernels.elementwise(6, 40), "split 1 by 8 as vector")) == [[(6, LOOP), (5, LOOP), (8, VECTOR)]]
    assert ends(done(kernels.elementwise(6, 40), "split 0 by 3 as unroll")) == [[(2, LOOP), (3, UNROLL), (40, LOOP)]]


def test_split_with_a_rest_of_an_output() -> None:
    sink = done(kernels.elementwise(6, 37), "split 1 by 8 as vector")
    assert ends(sink) == [[(6, LOOP), (4, LOOP), (8, VECTOR)], [(6, LOOP), (5, LOOP)]]


def test_split_with_overlap_does_some_elements_twice() -> None:
    sink = done(kernels.elementwise(6, 37), "split 1 by 8 as vector overlap")
    assert ends(sink) == [[(6, LOOP), (5, LOOP), (8, VECTOR)]]
    starts = {n.vmax for n in sink.toposort() if n.op is Ops.WHERE}
    assert max(starts) == 37 - 8


def test_split_with_a_rest_of_a_reduction() -> None:
    sink = done(kernels.sum_rows(3, 50), "split 1 by 16 as vector")
    reductions = [[size_of(r) for r in n.src[1:]] for n in sink.toposort() if n.op is Ops.REDUCE]
    assert sorted(reductions) == [[2], [3, 16]]


@pytest.mark.parametrize("size", [2, 5, 16, 48, 49])
def test_a_reduction_of_any_size_in_parts(size: int) -> None:
    done(kernels.sum_rows(3, 50), f"split 1 by {size} as {'vector' if size == 16 else 'reduce'}")


def test_split_in_one_part_has_no_outer_loop() -> None:
    opt = Optimiser(simplify(kernels.sum_rows(3, 50).ast), CAPABILITIES)
    outer, inner = opt.split(axis(opt.sink, 0), 3, UNROLL)
    assert outer is None and inner.arg == (0, UNROLL) and [str(a) for a in opt.actions] == ["mark 0 as unroll"]
    outer, inner = opt.split(axis(opt.sink, 1), 32, REDUCE)
    assert outer is None and size_of(inner) == 32  # one whole part and a rest of 18


def test_join_makes_one_loop_of_two() -> None:
    assert ends(done(kernels.elementwise(6, 40), "join 0 1 as loop")) == [[(240, LOOP)]]
    assert ends(done(kernels.batched_product(), "join 0 1 as grid")) == [[(10, AxisType.GRID), (17, LOOP)]]


def test_order_puts_loops_as_said_and_others_first() -> None:
    assert ends(done(kernels.elementwise(6, 40), "order 1 0")) == [[(40, LOOP), (6, LOOP)]]
    assert ends(done(kernels.batched_product(2, 5, 8, 17), "order 2 1")) == [[(2, LOOP), (17, LOOP), (5, LOOP)]]


def test_mark_takes_several_axes() -> None:
    assert ends(done(kernels.product(3, 4, 5), "mark 0 1 as unroll")) == [[(3, UNROLL), (5, UNROLL)]]


def test_the_optimiser_notes_what_it_does() -> None:
    opt = Optimiser(simplify(kernels.product(8, 14, 32).ast), CAPABILITIES)
    outer, lane = opt.split(axis(opt.sink, 1), 16, VECTOR)
    opt.mark(axis(opt.sink, 0), UNROLL)
    opt.mark(axis(opt.sink, 0), UNROLL)
    opt.order([outer, None])
    opt.cache(
        next(x for x in opt.sink.toposort() if x.op is Ops.LOAD and lane in x.ranges), [axis(opt.sink, 2), lane, None], 16
    )
    assert [str(a) for a in opt.actions] == ["split 1 by 16 as vector", "mark 0 as unroll", "order 3", "cache 1 2 4 by 16 as thread"]
    again = simplify(kernels.product(8, 14, 32).ast)
    for action in opt.actions:
        again = Action.parse(str(action)).apply(again, CAPABILITIES)
    assert again is opt.sink


# ---- random lists


@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_random_actions_keep_the_values(make) -> None:
    case = make()
    for seed in range(6):
        opt = Chooser(simplify(case.ast), seed).run(2 + seed)
        texts = [str(a) for a in opt.actions]
        again = simplify(case.ast)
        for text in texts:
            again = Action.parse(text).apply(again, CAPABILITIES)
        assert again is opt.sink
        case.check(kernels.interpret(opt.sink, case.arrays()), texts)


@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_random_actions_keep_the_values_on_the_cpu(make) -> None:
    case = make()
    opt = Chooser(simplify(case.ast), 100).run(5)
    case.check(kernels.on_cpu(case, opt.sink), [str(a) for a in opt.actions])
