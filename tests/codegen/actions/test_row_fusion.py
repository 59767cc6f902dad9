"""Rows kept in fast memory: chains of products against NumPy, in the interpreter and compiled; what is kept, where, how far."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heddle.codegen.actions.action import Action
from heddle.codegen.actions.causal_bounds import end_of
from heddle.codegen.actions.fuse_rows import FuseRows
from heddle.codegen.actions.legality import follow
from heddle.codegen.actions.loop_transforms import axis_name
from heddle.codegen.actions.mark import Mark
from heddle.codegen.actions.row_fusion import find_chain, fuse_rows
from heddle.codegen.actions.search_space import edited, edits, states_of
from heddle.codegen.loop_fission import separate_steps
from heddle.codegen.policy.attention_cpu import chain_axes
from heddle.codegen.policy.cpu_schedule import optimise
from heddle.codegen.simplify import simplify
from heddle.dtype import dtypes
from heddle.schedule import create_schedule
from heddle.uop import AxisType, Ops, UOp
from tests.codegen.kernels import CAPABILITIES, Case, interpret, on_cpu, whole
from tests.schedule.graphs import attention, empty, matmul, normal, softmax, stored
from tests.schedule.patterns.test_attention_fusion import keeps, kernels

INF = math.inf


def hidden(rows: int, columns: int, diagonal: int = 0) -> UOp:
    """True where column > row + diagonal."""
    row = UOp.iota(rows, dtypes.int32, "CPU").reshape((rows, 1)).expand((rows, columns))
    column = UOp.iota(columns, dtypes.int32, "CPU").reshape((1, columns)).expand((rows, columns))
    return (row + diagonal).alu(Ops.CMPLT, column)


def masked(scores: UOp, hide: UOp) -> UOp:
    return hide.broadcast_to(scores.shape).where(UOp.const(scores.dtype, -INF).broadcast_to(scores.shape), scores)


def case_of(node: UOp, value: np.ndarray) -> Case:
    """The only kernel of this node."""
    (call,) = create_schedule(UOp.sink(node), keeps).linear.src
    return Case(call.src[0], call.src[1:], {0: value})


def chances(scores: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        e = np.exp(scores - scores.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)


def attention_case(rows: int, keys: int, depth: int, columns: int, diagonal: int | None = None, batch: int = 2) -> Case:
    q, k, v = normal(batch, rows, depth), normal(batch, keys, depth, seed=1), normal(batch, keys, columns, seed=2)
    scores, found = matmul(stored(q), stored(k).permute((0, 2, 1))) * 0.25, q.astype(np.float64) @ k.swapaxes(1, 2) * 0.25
    if diagonal is not None:
        scores = masked(scores, hidden(rows, keys, diagonal))
        found = np.where(np.arange(keys) > np.arange(rows)[:, None] + diagonal, -INF, found)
    return case_of(matmul(softmax(scores), stored(v)).contiguous(), chances(found) @ v)


def locals_of(sink: UOp) -> list[int]:
    """Elements of each tile."""
    return [n.arg[1] for n in sink.toposort() if n.op is Ops.DEFINE_LOCAL]


# ---- what is computed

SIZES = [(32, 32, 8, 16), (16, 33, 7, 5), (17, 40, 12, 20), (33, 100, 8, 6), (70, 64, 16, 24)]


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("diagonal", [None, 0, 9])
def test_attention(sizes: tuple[int, int, int, int], diagonal: int | None) -> None:
    case = attention_case(*sizes, diagonal)
    sink, actions = optimise(simplify(case.ast), CAPABILITIES)
    assert any(a.name == "fuse_rows" for a in actions)
    case.check(interpret(sink, case.arrays()))
    case.check(on_cpu(case, sink))


def test_rows_without_anything_to_see_are_nan() -> None:
    case = attention_case(32, 64, 8, 16, diagonal=-3)  # the first three rows see nothing
    sink, _ = optimise(simplify(case.ast), CAPABILITIES)
    assert np.isnan(case.wanted[0]).any(axis=-1).sum() == 6 and np.isnan(case.wanted[0]).all(axis=-1).sum() == 6
    case.check(interpret(sink, case.arrays()))
    case.check(on_cpu(case, sink))


@pytest.mark.parametrize("keys", [32, 33])
def test_scores_of_ten_thousands_and_infinities(keys: int) -> None:
    q, k, v = normal(1, 32, 8) * 1e4, normal(1, keys, 8, seed=1), whole(1, keys, 16, seed=2)
    q[0, 3, 0], q[0, 5] = INF, np.nan
    with np.errstate(all="ignore"): want = chances(q.astype(np.float64) @ k.swapaxes(1, 2)) @ v
    case = case_of(matmul(softmax(matmul(stored(q), stored(k).permute((0, 2, 1)))), stored(v)).contiguous(), want)
    sink, _ = optimise(simplify(case.ast), CAPABILITIES)
    got = on_cpu(case, sink)[0].reshape(want.shape)
    assert (np.isnan(got) == np.isnan(want)).all() and np.isnan(got[0, 5]).all()
    np.testing.assert_allclose(got, want, rtol=0.05, atol=0.05)


def test_in_the_order_of_the_graph_without_any_action() -> None:
    case = attention_case(16, 33, 7, 5, 0)
    case.check(interpret(separate_steps(simplify(case.ast)), case.arrays()))


def random_rows(scores: UOp, found: np.ndarray, rng: random.Random) -> tuple[UOp, np.ndarray]:
    """Some work on rows of scores, with reductions that need each other."""
    def along(op: Ops, x: UOp) -> UOp: return x.reduce_axis(op, (x.ndim - 1,)).expand(x.shape)

    for _ in range(rng.randint(1, 4)):
        match rng.randrange(5):
            case 0: scores, found = softmax(scores), chances(found)
            case 1: scores, found = scores - along(Ops.MAX, scores), found - found.max(-1, keepdims=True)
            case 2: scores, found = scores * 0.5 + along(Ops.ADD, scores) * 0.01, found * 0.5 + found.sum(-1, keepdims=True) * 0.01
            case 3: scores, found = scores.maximum(-0.5), np.maximum(found, -0.5)
            case _:
                scores = (scores * scores) * (along(Ops.MAX, scores) + along(Ops.ADD, scores * 0.125) + 2) * 0.03125
                found = found * found * (found.max(-1, keepdims=True) + found.sum(-1, keepdims=True) * 0.125 + 2) * 0.03125
    return scores, found


@settings(max_examples=12)
@given(st.integers(0, 10_000))
def test_whatever_is_reduced_along_rows(seed: int) -> None:
    rng = random.Random(seed)
    rows, keys, depth, columns = rng.choice([16, 21, 40]), rng.choice([32, 35, 48]), rng.choice([3, 8]), rng.choice([4, 9, 16])
    q, k, v = normal(rows, depth) * 0.5, normal(keys, depth, seed=1) * 0.5, normal(keys, columns, seed=2)
    scores, found = random_rows(matmul(stored(q), stored(k).permute((1, 0))), q.astype(np.float64) @ k.T, rng)
    node = matmul(scores, stored(v)).contiguous()
    calls = list(create_schedule(UOp.sink(node), keeps).linear.src)
    assume(len(calls) == 1)  # or else nothing was reduced
    case = Case(calls[0].src[0], calls[0].src[1:], {0: found @ v})
    sink, actions = optimise(simplify(case.ast), CAPABILITIES)
    assert any(a.name == "fuse_rows" for a in actions)
    got = interpret(sink, case.arrays())[0].reshape(rows, columns)
    np.testing.assert_allclose(got, found @ v, rtol=1e-3, atol=1e-3 * max(1.0, float(np.abs(found @ v).max())))


# ---- what is kept


def test_one_tile_holds_every_step() -> None:
    """exp(x - max) takes the place of x; the other tile is of the first product's rows."""
    sink, _ = optimise(simplify(attention_case(64, 96, 8, 16).ast), CAPABILITIES)
    scores, rows = sorted(locals_of(sink), reverse=True)
    assert scores % 96 == 0 and scores // 96 in (16, 32, 48, 64) and rows == scores // 96 * 8


def test_what_is_wanted_again_keeps_its_place() -> None:
    q, k, v = empty(32, 8), empty(64, 8), empty(64, 16)
    x = matmul(q, k.permute((1, 0)))
    (ast,) = kernels(matmul(softmax(x) * x, v).contiguous())
    sink = simplify(ast)
    chain = find_chain(sink)
    assert chain is not None
    axes = chain_axes(sink, chain)
    assert axes is not None
    kept = fuse_rows(sink, (axes.row,), 1)
    assert locals_of(kept) == [64 * 32] * 2


def test_long_rows_come_few_at_a_time() -> None:
    for keys in (1024, 16384):
        (ast,) = kernels(attention(*(empty(1, 1, n, 64) for n in (256, keys, keys))).contiguous())
        sink, _ = optimise(simplify(ast), CAPABILITIES)
        assert max(locals_of(sink)) * 4 <= max(CAPABILITIES.cache[1], keys * CAPABILITIES.vector)


@pytest.mark.parametrize("rows, diagonal, tiles", [(128, 0, True), (128, 40, True), (100, 5, True), (128, None, False),
                                                   (128, 128, False)])
def test_rows_reach_as_far_as_they_see(rows: int, diagonal: int | None, tiles: bool) -> None:
    case = attention_case(rows, rows, 8, 16, diagonal)
    sink, _ = optimise(simplify(case.ast), CAPABILITIES)
    assert any(n.op is Ops.RANGE and n.src[0].op is not Ops.CONST for n in sink.toposort()) is tiles
    case.check(on_cpu(case, sink))


def test_ends_of_conditions() -> None:
    r, k, lane = (UOp.range(n, AxisType.LOOP, i) for i, n in enumerate((8, 64, 4)))
    score, hide, row = UOp.variable("s", 0, 9).cast(dtypes.float32), UOp.const(dtypes.float32, -INF), r * 8 + lane
    shown = k < row + 1
    far = UOp.const(dtypes.index, 40)
    for scores in (shown.where(score, hide), shown.alu(Ops.NOT).where(hide, score), (row < k).where(hide, score),
                   (shown & (k < far)).where(score, hide), (k.cast(dtypes.int32) < row.cast(dtypes.int32) + 1).where(score, hide),
                   (k < far).where(shown.where(score, hide), hide)):
        end = end_of(scores, k, (lane,))
        assert end is not None and (end.vmin, end.ranges) == (4, frozenset((r,)))
    for scores in (score, shown.where(score, UOp.const(dtypes.float32, 0.0)), (shown | (k < far)).where(score, hide),
                   (row < k).where(score, hide), (k * 2 < row).where(score, hide)):
        assert end_of(scores, k, (lane,)) is None


# ---- as an action


def test_the_action_reads_and_writes() -> None:
    assert str(Action.parse("fuse_rows 7 8 by 6")) == "fuse_rows 7 8 by 6"


def test_the_heuristics_list_may_be_done() -> None:
    for diagonal in (None, 0):
        kernel = simplify(attention_case(33, 100, 8, 6, diagonal).ast)
        sink, actions = optimise(kernel, CAPABILITIES)
        assert follow(kernel, actions, CAPABILITIES) is sink


def test_why_rows_may_not_be_kept() -> None:
    kernel = simplify(attention_case(32, 64, 8, 16).ast)
    chain = find_chain(kernel)
    assert chain is not None
    axes = chain_axes(kernel, chain)
    assert axes is not None
    row, column, along = (axis_name(r) for r in (axes.row, axes.column, *chain.along))
    other = simplify(kernels(softmax(empty(64, 64)).contiguous())[0])
    assert FuseRows((row,), 4).why_not(kernel, CAPABILITIES) is None
    assert FuseRows((along,), 4).why_not(kernel, CAPABILITIES) == "the axes of a tile of rows are loops of the output"
    assert FuseRows(("a",), 4).why_not(other, CAPABILITIES) == "the kernel has no chain of products"
    assert FuseRows((row,), 4000).why_not(kernel, CAPABILITIES) == "4000 scores per tile are out of range"
    unrolled = Mark((row,), kind="unroll").apply(kernel, CAPABILITIES)
    assert FuseRows((column,), 4).why_not(unrolled, CAPABILITIES) == "a tile of rows includes all unrolled axes of its operand"


def test_what_a_search_makes_of_it() -> None:
    case = attention_case(33, 40, 8, 6, 0)
    kernel = simplify(case.ast)
    actions = tuple(optimise(kernel, CAPABILITIES)[1])
    states = states_of(kernel, actions, CAPABILITIES)
    plans = (edited(states, actions, edit, CAPABILITIES) for edit in edits(kernel, actions, CAPABILITIES))
    found = [plan for plan in plans if plan is not None]
    kept = [plan for plan in found if any(a.name == "fuse_rows" for a in plan.actions)]
    assert len(kept) > 10
    for plan in random.Random(0).sample(kept, 5): case.check(interpret(separate_steps(plan.sink), case.arrays()), plan.actions)
