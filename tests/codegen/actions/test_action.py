"""Actions: as text, one by one, and random lists of them on all kinds of kernels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.codegen.actions.action import Action, axis
from heddle.codegen.actions.cache import Cache
from heddle.codegen.actions.join import Join
from heddle.codegen.actions.legality import follow
from heddle.codegen.actions.loop_transforms import name_of_both, size_of
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
names = st.recursive(st.from_regex(r"[a-z]([1-9][0-9]?)?", fullmatch=True), lambda name: st.one_of(
    st.tuples(name, st.integers(0, 2)).map(lambda a: f"{a[0]}.{a[1]}"), st.tuples(name, name).map(lambda a: name_of_both(*a))))
axes = st.lists(names | st.integers(0, 99).map(str), min_size=1, max_size=5).map(tuple)
tiles = st.tuples(st.integers(0, 9).map(str), axes).map(lambda a: (a[0], *a[1]))
ACTIONS = st.one_of(
    st.builds(Split, axes.map(lambda a: a[:1]), st.integers(2, 64), st.sampled_from(KINDS), st.booleans(), st.booleans()),
    st.builds(Mark, axes, st.just(0), st.sampled_from(KINDS)),
    st.builds(Join, axes.map(lambda a: (a[0], a[-1])), st.integers(0, 16), st.sampled_from(KINDS)),
    st.builds(Order, axes),
    st.builds(Partition, axes.map(lambda a: a[:1]), st.integers(1, 64)),
    st.builds(Cache, tiles, st.integers(1, 16), st.just("thread")),
    st.builds(Cache, tiles, st.just(0), st.sampled_from(["group", "warp", "warpgroup", "tma"])),
)


@given(ACTIONS)
def test_every_action_reads_back(action: Action) -> None:
    assert Action.parse(str(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "split a by 4 as vector",
        "split b2 by 3 as loop overlap",
        "mark a b.1.0 as unroll",
        "join a b as loop",
        "join a.0 b.0 by 8 as loop",
        "order (a+b).0 c d.2 (a+b).1",
        "cache 1 a b.1 ((a+b).0+c).1 by 16 as thread",
        "partition b by 100",
        "split 12 by 3 as loop overlap",
        "cache 1 0 4 2 by 16 as thread",
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
    ["", "split", "split a by 4 as", "split a b. by", "split A by 4 as loop", "split as by 2 as loop", "mark (a as loop a",
     "cache a b by 16 as thread", "cut 0 by 4 as vector", "split 0 by 4 as vector overlaps", "order 1,2", "mark 0 as",
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
    outer, inner = opt.split(axis(opt.sink, "a"), 3, UNROLL)
    assert outer is None and inner.arg == (0, UNROLL) and [str(a) for a in opt.actions] == ["mark a as unroll"]
    outer, inner = opt.split(axis(opt.sink, "b"), 32, REDUCE)
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
    outer, lane = opt.split(axis(opt.sink, "b"), 16, VECTOR)
    opt.mark(axis(opt.sink, "a"), UNROLL)
    opt.mark(axis(opt.sink, "a"), UNROLL)
    opt.order([outer, None])
    opt.cache(
        next(x for x in opt.sink.toposort() if x.op is Ops.LOAD and lane in x.ranges), [axis(opt.sink, "c"), lane, None], 16
    )
    text = ["split b by 16 as vector", "mark a as unroll", "order b.0", "cache 1 c b.1 by 16 as thread"]
    assert [str(a) for a in opt.actions] == text
    again = simplify(kernels.product(8, 14, 32).ast)
    for action in opt.actions:
        again = Action.parse(str(action)).apply(again, CAPABILITIES)
    assert again is opt.sink


@pytest.mark.parametrize(("numbers", "names"), [
    (("split 1 by 16 as vector", "mark 0 as unroll", "cache 1 2 4 by 16 as thread"),
     ("split b by 16 as vector", "mark a as unroll", "cache 1 c b.1 by 16 as thread")),
    (("split 2 by 4 as unroll", "split 1 by 8 as vector", "join 0 5 as loop", "mark 7 as grid"),
     ("split c by 4 as unroll", "split b by 8 as vector", "join a b.0 as loop", "mark (a+b.0) as grid")),
])
def test_numbers_of_older_versions_are_the_same_axes(numbers: tuple[str, ...], names: tuple[str, ...]) -> None:
    made = {follow(simplify(kernels.product(8, 16, 32).ast), map(Action.parse, texts), CAPABILITIES) for texts in (numbers, names)}
    assert len(made) == 1 and None not in made


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
