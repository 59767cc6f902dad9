"""What the heuristic does: which axis becomes lanes, what runs in pieces, and that nothing is computed twice in place."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from heddle.codegen.actions.action import Action
from heddle.codegen.actions.loop_transforms import size_of, stride
from heddle.codegen.actions.split import Split
from heddle.codegen.expand import expand
from heddle.codegen.policy.cpu_schedule import lanes_of, length, optimise, output_vector, reads_what_it_writes
from heddle.codegen.simplify import simplify
from heddle.dtype import dtypes
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.verify.verifier import Spec, verify
from tests.codegen import kernels
from tests.codegen.kernels import CAPABILITIES, interpret
from tests.schedule.graphs import empty, softmax, stored
from tests.schedule.graphs import kernels as asts

VECTOR, GRID, UNROLL = AxisType.VECTOR, AxisType.GRID, AxisType.UNROLL


def plain(node: UOp) -> UOp:
    (ast,) = asts(node.contiguous())
    return simplify(ast)


def optimised(node: UOp, caps: Capabilities = CAPABILITIES) -> UOp:
    return optimise(plain(node), caps)[0]


def axes(sink: UOp, kind: AxisType) -> list[UOp]:
    return [n for n in sink.toposort() if n.op is Ops.RANGE and n.arg[1] is kind]


def reduction_axes(sink: UOp) -> set[UOp]:
    return {r for n in sink.toposort() if n.op is Ops.REDUCE for r in n.src[1:]}


# ---- lanes


def test_lanes_fill_a_register_with_the_widest_format() -> None:
    assert lanes_of(plain(empty(64) + 1), CAPABILITIES) == 16
    assert lanes_of(plain(empty(64).cast(dtypes.float64) + 1), CAPABILITIES) == 8
    assert lanes_of(plain(empty(64).cast(dtypes.int8)), CAPABILITIES) == 16


@pytest.mark.parametrize("n", [700, 650, 1000, 260])
def test_columns_that_vectors_do_not_divide_are_stored_in_vectors(n: int) -> None:
    """Several vectors an iteration lie at constant distances, also where the last block starts earlier."""
    x, y = kernels.whole(9, n), kernels.whole(9, 1, seed=1)
    case = kernels.case(((stored(x) + stored(y).expand((9, n))).contiguous(), x + y))
    sink, actions = optimise(simplify(case.ast), CAPABILITIES)
    stores = [u for u in expand(sink).toposort() if u.op is Ops.STORE]
    assert stores and all(u.src[1].dtype.count == 16 for u in stores)
    case.check(kernels.on_cpu(case, sink), [str(a) for a in actions])


def test_the_axis_that_memory_is_walked_along_is_the_vector() -> None:
    for shape in ((30, 50), (50, 30)):
        vector = output_vector(sink := plain(empty(*shape) + empty(1, shape[1]).expand(shape)), 16)
        assert vector is sink.src[0].src[2]
    transposed = plain(empty(30, 50).permute((1, 0)) + 1)
    assert output_vector(transposed, 16) is transposed.src[0].src[2]  # what is stored counts double


def test_short_axes_are_no_vectors() -> None:
    assert output_vector(plain(empty(50, 3) + empty(50, 1).expand((50, 3))), 16) is None
    assert not axes(optimised(empty(3) + 1), VECTOR)


def test_row_sums_run_in_vectors_along_the_row() -> None:
    sink = optimised(empty(40, 300).reduce_axis(Ops.ADD, (1,)))
    lanes = axes(sink, VECTOR)
    assert all(lane in reduction_axes(sink) for lane in lanes)
    assert sorted(map(size_of, lanes)) == [4, 8, 16, 16]  # two times 128, 2 times 16, 8 and 4


@pytest.mark.parametrize(("n", "unrolled", "lanes"), [(48, [3], [16]), (112, [7], [16]), (40, [2], [8, 16]), (39, [2], [4, 16]),
                                                      (144, [4], [16, 16])])
def test_a_row_of_up_to_eight_vectors_has_no_loop(n: int, unrolled: list[int], lanes: list[int]) -> None:
    sink = optimised(empty(40, n).reduce_axis(Ops.MAX, (1,)) * 2)
    assert sorted(map(size_of, axes(sink, VECTOR))) == lanes and [size_of(r) for r in axes(sink, UNROLL)] == unrolled


def test_column_sums_run_in_vectors_across_the_columns() -> None:
    sink = optimised(empty(300, 40).reduce_axis(Ops.ADD, (0,)))
    (lane,) = axes(sink, VECTOR)
    assert lane not in reduction_axes(sink)


@pytest.mark.parametrize(("n", "unrolled"), [(33, [3, 5]), (40, [3, 5]), (100, [2, 7]), (128, [2, 8])])
def test_columns_that_share_cache_lines_are_read_in_one_pass(n: int, unrolled: list[int]) -> None:
    """In vectors, though the last of them overlaps."""
    x = kernels.whole(2000, n)
    case = kernels.case((stored(x).reduce_axis(Ops.ADD, (0,)), x.sum(0, keepdims=True)))
    sink, actions = optimise(simplify(case.ast), CAPABILITIES)
    assert sorted(map(size_of, axes(sink, UNROLL))) == unrolled and bool(axes(sink, GRID)) == (n == 128)
    loads = [u for u in expand(sink).toposort() if u.op is Ops.LOAD]
    assert {u.dtype.count for u in loads} == {16}
    case.check(kernels.on_cpu(case, sink), [str(a) for a in actions])


@pytest.mark.parametrize("rows", [64, 67, 130])
def test_column_sums_read_several_rows_at_once(rows: int) -> None:
    case = kernels.sum_columns(rows, 80)
    sink, actions = optimise(simplify(case.ast), CAPABILITIES)
    assert any(str(a).endswith("by 8 as unroll") for a in actions)
    case.check(interpret(sink, case.arrays()), [str(a) for a in actions])


def test_softmax_runs_in_vectors_in_all_three_loops() -> None:
    sink = optimised(softmax(empty(40, 320)))
    assert len(axes(sink, VECTOR)) >= 3 and {size_of(r) for r in axes(sink, VECTOR)} == {16}


def test_short_reductions_are_written_out() -> None:
    sink = optimised(empty(40, 5, 64).reduce_axis(Ops.MAX, (1,)))
    assert {size_of(r) for r in axes(sink, UNROLL)} >= {5}


def test_widths_are_powers_of_two() -> None:
    for n in (4, 5, 7, 12, 15, 31):
        for r in axes(optimised(empty(n) * 2), VECTOR):
            assert size_of(r) in (4, 8, 16) and size_of(r) <= n


def test_long_elementwise_loops_do_several_vectors_a_iteration() -> None:
    sink = optimised(empty(1 << 16) * 2 + 1)
    assert [size_of(r) for r in axes(sink, UNROLL)] == [4] and length(sink) < 40


def test_long_expressions_do_not() -> None:
    x = empty(1 << 16)
    for i in range(30):
        x = x * 1.5 + float(i)
    assert not axes(optimised(x), UNROLL)


def test_transcendentals_count_for_what_they_become() -> None:
    assert length(plain(empty(8).alu(Ops.SIN))) > length(plain(-empty(8))) + 15


# ---- pieces


def test_outer_loops_are_the_grid() -> None:
    for node in (
        empty(1 << 16) + 1,
        softmax(empty(64, 128)),
        empty(300, 400).reduce_axis(Ops.ADD, (0,)),
        empty(64, 64).permute((1, 0)) * 2,
    ):
        sink = optimised(node)
        (grid,) = axes(sink, GRID)
        assert all(end.src[1] is grid for end in sink.src) and size_of(grid) >= 8 * CAPABILITIES.threads // 2


def test_a_reduction_of_everything_is_one_piece() -> None:
    assert not axes(optimised(empty(5000).reduce_axis(Ops.ADD, (0,))), GRID)


@pytest.mark.parametrize("shape", [(256, 512), (256, 500), (50, 33), (40, 3000), (3000, 40)])
def test_transposes_are_made_in_blocks_of_as_many_rows_as_lanes(shape: tuple[int, int]) -> None:
    blocks = optimised(empty(*shape).permute((1, 0)))
    (lane,), (row,) = axes(blocks, VECTOR), axes(blocks, UNROLL)
    assert size_of(lane) == size_of(row) == lanes_of(blocks, CAPABILITIES)
    assert math.prod(map(size_of, axes(blocks, GRID))) >= min(4 * CAPABILITIES.threads, math.prod(shape) // size_of(lane) ** 2)


@pytest.mark.parametrize(("rows", "at_once"), [(12, 8), (5, 4)])
def test_transposes_of_short_rows_are_made_in_blocks_of_a_power_of_two(rows: int, at_once: int) -> None:
    blocks = optimised(empty(1000, rows).permute((1, 0)))
    assert [size_of(r) for r in axes(blocks, UNROLL)] == [at_once]


def test_a_few_rows_share_what_all_of_them_read() -> None:
    shape = (4, 96, 256)
    inputs, weights = empty(4, 256).reshape((4, 1, 256)).expand(shape), empty(96, 256).reshape((1, 96, 256)).expand(shape)
    sink = optimised((inputs * weights).reduce_axis(Ops.ADD, (2,)))
    unrolled = [r for r in axes(sink, UNROLL) if r in sink.src[0].src]
    assert [size_of(r) for r in unrolled] == [4, 4]
    loads = [n for n in sink.toposort() if n.op is Ops.INDEX and n.src[0].arg.slot]
    # the inputs change with the row alone, and the weights with the output: an iteration loads four of each for sixteen products
    assert sorted([r in n.ranges for r in unrolled] for n in loads) == [[False, True], [True, False]]


def test_pieces_of_rows_are_read_in_the_order_of_memory() -> None:
    """The loop of pieces is outermost in the results, and inside that of the outputs in the weights."""
    shape = (4, 2, 96, 256)
    inputs = empty(2, 4, 256).permute((1, 0, 2)).reshape((4, 2, 1, 256)).expand(shape)
    weights = empty(96, 4, 256).permute((1, 0, 2)).reshape((4, 1, 96, 256)).expand(shape)
    sink = optimised((inputs * weights).reduce_axis(Ops.ADD, (3,)))
    (grid,) = axes(sink, AxisType.GRID)
    (weights_at,) = (n.src[1] for n in sink.toposort() if n.op is Ops.INDEX and n.src[0].arg.size == 96 * 4 * 256)
    assert stride(weights_at, grid) == 256


def test_a_reduction_in_vectors_lies_in_one_lane_of_the_reduction_around_it() -> None:
    """Sums of rows that memory picks, and the sum of those: only one of the two runs in vectors."""
    from tests.schedule.graphs import stored

    index, a = np.arange(66, dtype=np.int32).reshape(2, 33) % 19, kernels.whole(17)
    d = a - a.sum()
    rows = np.where(index < 17, d[np.clip(index, 0, 16)], 0)
    x = stored(a)
    picked = (x - x.reduce_axis(Ops.ADD, (0,)).expand((17,))).gather(stored(index))
    node = picked - picked.reduce_axis(Ops.ADD, (1,)).expand((2, 33))
    case = kernels.case((node.contiguous(), rows - rows.sum(1, keepdims=True)))
    case.check(interpret(optimise(simplify(case.ast), CAPABILITIES)[0], case.arrays()))


# ---- in place


def test_memory_read_and_written_is_seen() -> None:
    x, y = empty(50), empty(50)
    assert reads_what_it_writes(simplify(asts(x.assign(x + 1))[0])) and not reads_what_it_writes(plain(x + y))
    assert not reads_what_it_writes(simplify(asts(x.assign(y * 2))[0]))


@pytest.mark.parametrize("n", [5, 17, 33, 50, 100, 1000])
def test_pieces_overlap_only_where_nothing_is_read_back(n: int) -> None:
    x, y = empty(n), empty(n)
    _, updating = optimise(simplify(asts(x.assign(x + y))[0]), CAPABILITIES)
    _, plain_actions = optimise(plain(x + y), CAPABILITIES)
    assert not any(isinstance(a, Split) and a.overlap for a in updating)
    assert any(isinstance(a, Split) and a.overlap for a in plain_actions) == (n % min(16, 1 << (n.bit_length() - 1)) != 0)


@pytest.mark.parametrize("n", [3, 5, 17, 31, 50, 67, 130])
def test_updates_in_place_of_every_size(n: int) -> None:
    for make in (lambda: kernels.in_place(n), lambda: kernels.in_place_reduction(n, 30), lambda: kernels.in_place_reduction(n, 7)):
        case = make()
        sink, actions = optimise(simplify(case.ast), CAPABILITIES)
        case.check(interpret(sink, case.arrays()), [str(a) for a in actions])


# ---- all kernels


@pytest.mark.parametrize(
    "caps",
    [
        CAPABILITIES,
        replace(CAPABILITIES, vector=32, registers=16),
        replace(CAPABILITIES, vector=16, registers=32, threads=8, has_scratch=False),
        replace(CAPABILITIES, vector=0),
    ],
    ids=["avx512", "avx2", "neon", "none"],
)
@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_optimised_kernels_keep_their_values(make, caps: Capabilities) -> None:
    case = make()
    sink, actions = optimise(simplify(case.ast), caps)
    verify(sink, Spec.kernel_ast)
    case.check(interpret(sink, case.arrays(), caps), [str(a) for a in actions])
    again = simplify(case.ast)
    for a in actions:
        again = Action.parse(str(a)).apply(again, caps)
    assert again is sink


@pytest.mark.parametrize("n", [1, 2, 3, 4, 8, 15, 16, 17, 31, 47, 64, 65, 127, 200])
def test_rows_of_every_length(n: int) -> None:
    for make in (
        lambda: kernels.sum_rows(3, n),
        lambda: kernels.sum_columns(n, 3),
        lambda: kernels.softmax_rows(2, n),
        lambda: kernels.elementwise(2, n),
        lambda: kernels.two_results(n),
        lambda: kernels.padded(2, n),
    ):
        case = make()
        sink, actions = optimise(simplify(case.ast), CAPABILITIES)
        case.check(interpret(sink, case.arrays()), [str(a) for a in actions])


def test_nothing_is_chosen_by_chance() -> None:
    texts = {tuple(str(a) for a in optimise(simplify(kernels.convolution().ast), CAPABILITIES)[1]) for _ in range(3)}
    assert len(texts) == 1
