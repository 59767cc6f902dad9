"""Unrolling and vectorization of axes: what loads and stores become, and that values stay."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Tensor
from heddle.codegen.actions.action import Action
from heddle.codegen.expand import expand, reduce_lanes, reduce_tree
from heddle.codegen.simplify import simplify
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.uop import AxisType, Ops, ParamArg, UOp
from tests.codegen import kernels
from tests.codegen.kernels import CAPABILITIES, Case, interpret, lower, straight
from tests.schedule.graphs import stored

F32 = dtypes.float32
LOOP, UNROLL, VECTOR, REDUCE = AxisType.LOOP, AxisType.UNROLL, AxisType.VECTOR, AxisType.REDUCE


def param(slot: int, size: int = 256, dtype=F32) -> UOp: return UOp(Ops.PARAM, dtype, (), ParamArg(slot, size))


def ops(sink: UOp, *wanted: Ops) -> list[UOp]: return [n for n in sink.toposort() if n.op in wanted]


def expanded(case: Case, *texts: str) -> UOp:
    """The kernel after these actions, without its axes; its values are still right."""
    sink = simplify(case.ast)
    for text in texts: sink = Action.parse(text).apply(sink, CAPABILITIES)
    case.check(interpret(sink, case.arrays()), texts)
    return expand(lower(sink, CAPABILITIES))


# ---- loads and stores


def test_a_kernel_without_such_axes_is_left_alone() -> None:
    sink = simplify(kernels.elementwise().ast)
    assert expand(sink) is sink


def test_consecutive_elements_are_one_vector() -> None:
    sink = expanded(kernels.two_results(48), "split 0 by 16 as vector")
    assert {n.dtype for n in ops(sink, Ops.LOAD)} == {F32.vec(16)} and not ops(sink, Ops.VECTORIZE)
    assert all(n.src[1].dtype == F32.vec(16) for n in ops(sink, Ops.STORE))


@pytest.mark.parametrize("step", [2, 3, 6, 8])
def test_elements_a_few_steps_apart_are_picked_from_vectors(step: int) -> None:
    sink = expanded(kernels.elementwise(step, 32), "split 1 by 16 as vector")
    assert {n.dtype.count for n in ops(sink, Ops.LOAD)} == {16} and len(ops(sink, Ops.LOAD)) == step + 1


def test_elements_apart_in_what_is_written_too_are_loaded_one_by_one() -> None:
    i = UOp.range(16, VECTOR, 0)
    sink = UOp.sink(param(0).index(i * 2).store(param(0).index(i * 2).load() + 1.0).end(i))
    assert {n.dtype.count for n in ops(expand(sink), Ops.LOAD)} == {1}


def test_elements_further_apart_are_loaded_one_by_one() -> None:
    sink = expanded(kernels.elementwise(9, 32), "split 1 by 16 as vector")
    assert sorted({n.dtype.count for n in ops(sink, Ops.LOAD)}) == [1, 16] and len(ops(sink, Ops.LOAD)) == 17


def test_stores_further_apart_are_one_each() -> None:
    sink = expanded(kernels.elementwise(16, 4), "mark 0 as vector")
    stores = ops(sink, Ops.STORE)
    assert len(stores) == 16 and all(n.src[1].dtype == F32 for n in stores) and ops(sink, Ops.GROUP)


def test_one_element_for_all_lanes_is_loaded_once() -> None:
    sink = expanded(kernels.product(4, 6, 16), "mark 1 as vector")
    assert sorted(n.dtype.count for n in ops(sink, Ops.LOAD)) == [1, 16]
    assert [n.dtype for n in ops(sink, Ops.VECTORIZE)] == [F32.vec(16)]


def test_rows_that_memory_names_are_loaded_one_by_one() -> None:
    sink = expanded(kernels.gathered(9, 5), "mark 0 as unroll")
    assert len(ops(sink, Ops.LOAD)) == 4


def test_a_vector_of_indices_is_loaded_as_one() -> None:
    index, table = np.array([3, 0, 9, -1, 2, 5, 5, 1], np.int32), kernels.whole(6, 1)
    want = np.where((index >= 0) & (index < 6), table[np.clip(index, 0, 5), 0], 0)[:, None]
    sink = expanded(kernels.case((stored(table).gather(stored(index)).contiguous(), want)), "mark 0 as vector")
    assert [n.dtype.count for n in ops(sink, Ops.LOAD) if n.dtype.scalar() == dtypes.int32] == [8]
    rows = [n for n in ops(sink, Ops.LOAD) if n.dtype == F32]
    assert len(rows) == 8 and all(len(n.src) == 3 for n in rows)


def test_conditions_that_differ_between_lanes_gate_each_lane() -> None:
    sink = expanded(kernels.padded(3, 21), "split 1 by 8 as vector")
    gated = [n for n in ops(sink, Ops.LOAD) if len(n.src) == 3]
    assert gated and all(n.dtype.count == 1 for n in gated if any(r for r in n.ranges))


def test_a_condition_of_all_lanes_keeps_the_vector() -> None:
    """Rows of padding above and below: each vector is either wanted or not."""
    a = kernels.whole(5, 32)
    case = kernels.case((stored(a).pad(((1, 1), (0, 0))).contiguous(), np.pad(a, ((1, 1), (0, 0)))))
    sink = expanded(case, "split 1 by 16 as vector")
    loads = ops(sink, Ops.LOAD)
    assert len(loads) == 1 and loads[0].dtype == F32.vec(16) and len(loads[0].src) == 3


def test_one_place_wanted_in_some_lanes() -> None:
    lane = UOp.range(4, VECTOR, 0)
    x = param(1, 1).index(UOp.const(dtypes.index, 0), lane < 3).load()
    sink = UOp.sink(param(0, 4).index(lane).store(x + 1.0).end(lane))
    out, source = np.zeros(4, np.float32), np.array([5], np.float32)
    interpret(sink, [out, source])
    assert out.tolist() == [6, 6, 6, 1]


def test_the_last_of_several_stores_to_one_place_stays() -> None:
    lane = UOp.range(4, VECTOR, 0)
    sink = UOp.sink(param(0, 1).index(UOp.const(dtypes.index, 0)).store(param(1, 4).index(lane).load()).end(lane))
    out = np.zeros(1, np.float32)
    interpret(sink, [out, np.arange(4, dtype=np.float32)])
    assert out[0] == 3


# ---- values


def test_unrolled_axes_give_a_value_for_each_setting() -> None:
    sink = expanded(kernels.product(4, 6, 5), "mark 0 1 as unroll")
    assert len(ops(sink, Ops.STORE)) == len(ops(sink, Ops.REDUCE)) == 20 and len(ops(sink, Ops.LOAD)) == 9
    assert {r.arg[1] for r in ops(sink, Ops.RANGE)} == {REDUCE}


def test_a_reduction_written_out_is_a_tree() -> None:
    sink = expanded(kernels.sum_rows(3, 8), "mark 1 as unroll")
    assert not ops(sink, Ops.REDUCE) and len(ops(sink, Ops.ADD)) >= 7
    x = [UOp(Ops.DEFINE_VAR, F32, (), (f"x{i}", 0.0, 1.0)) for i in range(5)]
    assert reduce_tree(Ops.ADD, x) is ((x[0] + x[1]) + (x[2] + x[3])) + x[4] and reduce_tree(Ops.MAX, x[:1]) is x[0]


def test_a_reduction_in_lanes_reductions_them_at_the_end() -> None:
    sink = expanded(kernels.sum_rows(3, 48), "split 1 by 16 as vector")
    reduction, = ops(sink, Ops.REDUCE)
    assert reduction.dtype == F32.vec(16) and sum(n.dtype.count == 1 for n in ops(sink, Ops.GEP)) == 2


def test_a_reduction_in_lanes_of_the_output_stays_a_vector() -> None:
    sink = expanded(kernels.sum_columns(10, 32), "split 0 by 16 as vector")
    reduction, = ops(sink, Ops.REDUCE)
    assert reduction.dtype == F32.vec(16) and not ops(sink, Ops.GEP)


def test_counters_become_lanes() -> None:
    node = (UOp.iota(32, dtypes.int32, "CPU") * 3 + 1).contiguous()
    case = kernels.case((node, np.arange(32, dtype=np.int32) * 3 + 1))
    sink = expanded(case, "split 0 by 8 as vector")
    lanes = [n for n in ops(sink, Ops.CONST) if n.arg == tuple(range(8))]
    assert lanes


def test_what_does_not_move_is_reduced_with_itself() -> None:
    k, i = UOp.range(4, UNROLL, 0), UOp.range(2, LOOP, 1)
    value = param(1, 2).index(i).load()
    (end,) = expand(UOp.sink(param(0, 2).index(i).store(value.reduce(Ops.ADD, k)).end(i))).src
    assert end.src[0].src[1] is (value + value) + (value + value)


def test_lanes_of_two_axes_cannot_meet() -> None:
    a, b = UOp.range(4, VECTOR, 0), UOp.range(4, VECTOR, 1)
    with pytest.raises(InternalError, match="lanes of two axes meet"):
        expand(UOp.sink(param(0, 16).index(a * 4 + b).store(param(1, 16).index(b * 4 + a).load()).end(a, b)))


@pytest.mark.parametrize("lanes", [2, 3, 4, 16])
def test_lanes_are_reduced_by_halves(lanes: int) -> None:
    """As many shuffles and additions as there are halves: the last two lanes are scalars."""
    x = UOp(Ops.DEFINE_VAR, F32.vec(lanes), (), ("x", 0.0, 1.0))
    total = reduce_lanes(Ops.ADD, x)
    assert total.dtype == F32
    widths = sorted((n.dtype.count for n in ops(total, Ops.ADD)), reverse=True)
    assert widths == {2: [1], 3: [1, 1], 4: [2, 1], 16: [8, 4, 2, 1]}[lanes]


# ---- blocks transposed in registers


def test_a_block_that_lies_across_is_loaded_along_and_transposed() -> None:
    sink = expanded(kernels.elementwise(16, 16), "mark 0 as unroll", "mark 1 as vector")
    wide = [n for n in ops(sink, Ops.LOAD) if n.dtype.count == 16]
    assert len(wide) == 32 and len(ops(sink, Ops.LOAD)) == 32 and ops(sink, Ops.GEP)


@pytest.mark.parametrize(("rows", "width"), [(4, 4), (6, 4), (8, 8), (14, 8), (16, 16), (28, 16)])
def test_results_that_lie_across_are_transposed_and_stored_along(rows: int, width: int) -> None:
    """out[j * rows + i] = a[i * 16 + j] + 1, lanes along j: neighbours in memory are the values of i."""
    i, j = UOp.range(rows, UNROLL, 0), UOp.range(16, VECTOR, 1)
    value = param(1, rows * 16).index(i * 16 + j).load() + 1.0
    sink = UOp.sink(param(0, rows * 16).index(j * rows + i).store(value).end(i, j))
    stores = ops(expand(sink), Ops.STORE)
    assert {n.src[1].dtype.count for n in stores} == {width} and len(stores) == 16 * -(-rows // width)
    source = np.arange(rows * 16, dtype=np.float32)
    out, _ = interpret(sink, [np.zeros_like(source), source])
    np.testing.assert_array_equal(out.reshape(16, rows), source.reshape(rows, 16).T + 1)


@pytest.mark.parametrize(("rows", "width"), [(4, 4), (6, 4), (8, 8), (14, 8), (16, 16), (28, 16)])
def test_operands_that_lie_across_are_loaded_along_and_transposed(rows: int, width: int) -> None:
    """out[i * 16 + j] = a[j * rows + i] + 1, lanes along j: the other way round than above."""
    i, j = UOp.range(rows, UNROLL, 0), UOp.range(16, VECTOR, 1)
    value = param(1, rows * 16).index(j * rows + i).load() + 1.0
    sink = UOp.sink(param(0, rows * 16).index(i * 16 + j).store(value).end(i, j))
    loads = ops(expand(sink), Ops.LOAD)
    assert {n.dtype.count for n in loads} == {width} and len(loads) == 16 * -(-rows // width)
    source = np.arange(rows * 16, dtype=np.float32)
    out, _ = interpret(expand(sink), [np.zeros_like(source), source])
    np.testing.assert_array_equal(out.reshape(rows, 16), source.reshape(16, rows).T + 1)


@pytest.mark.parametrize(("step", "lanes"), [(3, 16), (4, 1)])
def test_three_values_across_are_vectors_where_nothing_is_between(step: int, lanes: int) -> None:
    i, j = UOp.range(3, UNROLL, 0), UOp.range(16, VECTOR, 1)
    sink = UOp.sink(param(0, 64).index(j * step + i).store(param(1, 48).index(i * 16 + j).load()).end(i, j))
    stores = ops(expand(sink), Ops.STORE)
    assert {n.src[1].dtype.count for n in stores} == {lanes} and len(stores) == 48 // lanes


@pytest.mark.parametrize("seed", range(4))
def test_lanes_of_every_width(seed: int) -> None:
    for lanes in (2, 4, 8, 16):
        case = kernels.elementwise(3 + seed, 16 * (seed + 1) + seed)
        sink = Action.parse(f"split 1 by {lanes} as vector").apply(simplify(case.ast), CAPABILITIES)
        case.check(interpret(sink, case.arrays()))
        assert max(u.dtype.count for u in straight(sink) if u.op is not Ops.VECTORIZE) == lanes


def test_a_position_that_is_looked_up_is_no_step_of_unrolled_axes() -> None:
    """Only arithmetic on them is: a value of memory is not known before the kernel runs."""
    x = Tensor([[1.0], [2.0]], requires_grad=True)
    y = x[Tensor([0, 1, 1])]
    assert (y * Tensor([[1.0], [2.0], [4.0]])).sum().gradient(x)[0].tolist() == [[1.0], [6.0]]
    assert y.max(0, keepdim=True).sum().gradient(x)[0].tolist() == [[0.0], [1.0]]
