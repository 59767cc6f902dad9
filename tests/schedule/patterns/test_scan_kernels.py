"""Scans and merges as kernels: the loop that carries is innermost, long rows are cut, and a search finds each piece."""

from __future__ import annotations

import numpy as np
import pytest

from heddle import Tensor
from heddle.dtype import dtypes
from heddle.errors import ShapeError
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.schedule.patterns.split_scan import cut_scan_rules, piece_of_scan
from heddle.uop import Ops, UOp
from heddle.uop.rewrite import graph_rewrite
from tests.reference import evaluate
from tests.schedule.graphs import empty, kernels, run, stored

FOLDS = {Ops.ADD: np.add, Ops.MUL: np.multiply, Ops.MAX: np.maximum}


def whole(*shape: int) -> np.ndarray:
    return np.random.default_rng(shape).integers(-3, 4, shape).astype(np.float32)


@pytest.mark.parametrize("op", FOLDS)
@pytest.mark.parametrize(("shape", "axis"), [((70, 3), 0), ((3, 70), 1), ((2, 5, 3), 1), ((1,), 0)])
def test_a_scan_is_a_running_reduction(op: Ops, shape: tuple[int, ...], axis: int) -> None:
    x = whole(*shape)
    (found,) = run(stored(x).scan(op, axis))
    np.testing.assert_array_equal(found.reshape(shape), FOLDS[op].accumulate(x, axis))


def test_a_scan_goes_on_from_a_start() -> None:
    x, start = whole(3, 20), whole(3, 1)
    node = stored(x).scan(Ops.ADD, 1, stored(start))
    np.testing.assert_array_equal(run(node)[0].reshape(3, 20), start + x.cumsum(1))
    np.testing.assert_array_equal(evaluate(node), start + x.cumsum(1))


@pytest.mark.parametrize("axis", [0, 1])
def test_the_loop_that_carries_is_the_innermost(axis: int) -> None:
    (ast,) = kernels(empty(100, 90).scan(Ops.ADD, axis))
    (carry,) = (n for n in ast.toposort() if n.op is Ops.LOOP_CARRIED)
    loops = ast.src[0].src[1:]
    assert carry.src[2:] == loops[-1:] and carry.ranges == set(loops)
    (handed_on,) = (n for n in ast.toposort() if n.op is Ops.YIELD)
    assert handed_on.src[0] is carry and handed_on.src[1].op is Ops.ADD


@pytest.mark.parametrize(("length", "rows", "wanted", "piece"), [
    (4096, 64, 64, 0), (60, 1, 64, 0), (1 << 20, 1, 64, 1024), (1000, 1, 64, 40),
    (1009, 1, 64, 32), (64000, 32, 64, 1280), (64, 1, 64, 32)])
def test_rows_are_cut_where_they_are_few_and_long(length: int, rows: int, wanted: int, piece: int) -> None:
    assert piece_of_scan(length, rows, wanted) == piece


@pytest.mark.parametrize("length", [64, 1000, 1009, 100_000])
@pytest.mark.parametrize("op", [Ops.ADD, Ops.MAX])
def test_a_cut_scan_is_the_same(length: int, op: Ops) -> None:
    x = whole(length)
    node = stored(x).scan(op, 0)
    cut = graph_rewrite(node, cut_scan_rules, lambda device: SchedulingCapabilities(parallel_loops=1 << 14))
    assert cut is not node and sum(n.op is Ops.SCAN for n in cut.toposort()) > 1
    np.testing.assert_array_equal(evaluate(cut), FOLDS[op].accumulate(x))
    np.testing.assert_array_equal(run(cut.contiguous())[0].ravel()[:length], FOLDS[op].accumulate(x))


def test_what_starts_somewhere_is_not_cut_again() -> None:
    node = empty(4, 1 << 16).scan(Ops.ADD, 1, empty(4, 1))
    assert graph_rewrite(node, cut_scan_rules, lambda device: SchedulingCapabilities(parallel_loops=1 << 14)) is node


@pytest.mark.parametrize("run_of", [4, 8, 16, 32, 64])
@pytest.mark.parametrize("piece", [1, 4, 8])
def test_runs_are_merged_whatever_their_length(run_of: int, piece: int) -> None:
    """The length is a number in memory: the last run may be short, or missing."""
    rng = np.random.default_rng(run_of)
    x = rng.integers(0, 30, (2, 56)).astype(np.float32)
    for i in range(0, 56, run_of): x[:, i:i + run_of] = np.sort(x[:, i:i + run_of])
    node = stored(x).merge(stored(np.array([2 * run_of], np.uint32)), piece, 64)
    wanted = np.concatenate([np.sort(x[:, i:i + 2 * run_of]) for i in range(0, 56, 2 * run_of)], 1)
    np.testing.assert_array_equal(run(node)[0].reshape(2, 56), wanted)
    np.testing.assert_array_equal(evaluate(node).reshape(2, 56), wanted)


def test_one_kernel_merges_runs_of_any_length() -> None:
    span = UOp.new_buffer("CPU", 1, dtypes.uint32)
    once = empty(1, 512).merge(span, 64, 512).reshape((1, 512))
    assert len(set(kernels(once.merge(span + span, 64, 512)))) == 2  # one merges, one doubles


@pytest.mark.parametrize("length", [3000, 3_000_000])
def test_a_sort_of_any_size_is_made_of_few_different_kernels(length: int) -> None:
    assert len(set(kernels(Tensor._of(empty(length), False).argsort(0).uop))) <= 8


def test_shapes_are_checked() -> None:
    with pytest.raises(ShapeError, match=r"scan along axis 2"): _ = empty(3, 4).scan(Ops.ADD, 2).shape
    with pytest.raises(ShapeError, match=r"cannot start with \(3, 4\)"): _ = empty(3, 4).scan(Ops.ADD, 1, empty(3, 4)).shape
    with pytest.raises(ShapeError, match="pieces of 5"): _ = empty(3, 4).merge(UOp.new_buffer("CPU", 1, dtypes.uint32), 5, 4).shape
