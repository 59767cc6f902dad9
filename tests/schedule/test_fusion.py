"""What is stored and what is computed where it is used."""

from __future__ import annotations

import pytest

from heddle.dtype import dtypes
from heddle.schedule import cost_model
from heddle.schedule.fusion import Plan, estimates, find_loops, is_product
from heddle.schedule.rewrites import prepare
from heddle.uop import GroupOp, Ops, UOp
from tests.schedule.graphs import add, conv, empty, kernels, matmul, softmax

F32 = dtypes.float32


def plan_of(*nodes: UOp) -> Plan:
    return find_loops(prepare(UOp.sink(*nodes)))


def stored(*nodes: UOp) -> set[UOp]:
    return set(plan_of(*nodes).roots)


# ---- cheap or dear to repeat


def test_a_value_used_once_is_not_stored() -> None:
    x = empty(100)
    middle = x.alu(Ops.SIN) * 2
    assert middle not in stored((middle + 1).contiguous())


def test_a_dear_value_that_would_be_repeated_often_is_stored() -> None:
    dear = empty(1000).alu(Ops.SIN).alu(Ops.SIN)
    repeated = dear.reshape((1, 1000)).expand((2000, 1000)) + empty(2000, 1000)
    assert dear in stored(repeated.contiguous())


def test_a_cheap_value_is_repeated() -> None:
    cheap = empty(1000) + 1
    repeated = cheap.reshape((1, 1000)).expand((20, 1000)) + empty(20, 1000)
    assert stored(out := repeated.contiguous()) == {out}


def test_constants_and_counters_are_never_stored_for_others() -> None:
    steps = UOp.iota(1000, dtypes.int32, "CPU").reshape((1, 1000)).expand((5000, 1000)).cast(F32)
    assert stored(out := (steps * 3 + empty(5000, 1000)).contiguous()) == {out}


def test_a_value_wanted_by_two_kernels_is_stored_as_costs_say() -> None:
    def wanted_twice(middle: UOp) -> bool:
        n = middle.numel
        a, b = (middle + 1).contiguous(), (middle.flip((0,)).reshape((n // 4, 4)).permute((1, 0)) * 2).contiguous()
        return middle in stored(a, b)

    dear = empty(1 << 20)
    for _ in range(6):
        dear = dear.alu(Ops.SIN)
    assert wanted_twice(dear)
    assert not wanted_twice(empty(1 << 20) + 1)
    small = empty(64)
    for _ in range(6):
        small = small.alu(Ops.SIN)
    assert not wanted_twice(small)  # a launch costs more than 384 sines


def test_a_reduction_wanted_by_two_kernels_is_stored_if_it_is_long() -> None:
    def wanted_twice(x: UOp) -> bool:
        total = x.reduce_axis(Ops.ADD, (1,))
        out = [(total + 1).contiguous(), total.reshape((total.numel,)).flip((0,)).contiguous()]
        return total in stored(*out)

    assert wanted_twice(empty(500, 500)) and not wanted_twice(empty(8, 8))


# ---- reductions inside kernels


def test_row_reductions_stay_inside() -> None:
    x = empty(64, 128)
    assert stored(out := softmax(x).contiguous()) == {out}
    assert stored(out := (x - add(x)).contiguous()) == {out}


def test_column_reductions_used_in_rows_are_stored() -> None:
    x = empty(200, 300)
    total = x.reduce_axis(Ops.ADD, (0,))
    assert total in stored((x - total.expand(x.shape)).contiguous())


def test_long_reductions_with_little_to_run_beside_them_are_stored() -> None:
    x = empty(8, 20_000)
    total = x.reduce_axis(Ops.ADD, (1,))
    assert total in stored((x - total.expand(x.shape)).contiguous())


def test_a_long_reduction_of_a_reduction_is_stored_and_a_short_one_is_not() -> None:
    for length, inside in ((16, True), (1000, False)):
        x = empty(50, 60, length)
        total = x.reduce_axis(Ops.MAX, (2,))
        outer = (total * total).reduce_axis(Ops.ADD, (1,)).contiguous()
        assert (total not in stored(outer)) is inside


def test_a_kernel_holds_one_product() -> None:
    a, b, c = (empty(64, 64) for _ in range(3))
    first, second = matmul(a, b), matmul(b, c)
    assert len([n for n in stored((first + second).contiguous()) if n.op is Ops.REDUCE_AXIS]) == 1
    assert len(kernels(matmul(matmul(a, b), c).contiguous())) == 2


def test_a_product_keeps_its_kernel_from_row_reductions() -> None:
    a, b = empty(64, 64), empty(64, 64)
    assert len(kernels(softmax(matmul(a, b)).contiguous())) == 2


# ---- products


def test_products_are_recognised() -> None:
    a, b = empty(8, 9), empty(9, 7)
    found = [n for n in matmul(a, b).toposort() if n.op is Ops.REDUCE_AXIS]
    assert all(map(is_product, found))
    assert all(
        is_product(n) for n in conv(empty(1, 3, 8, 8), empty(4, 3, 3, 3), padding=1).toposort() if n.op is Ops.REDUCE_AXIS
    )
    half = a.cast(dtypes.float16).reshape((8, 1, 9)).expand((8, 7, 9)) * b.cast(dtypes.float16).permute((1, 0)).reshape(
        (1, 7, 9)
    ).expand((8, 7, 9))
    assert is_product(half.cast(F32).reduce_axis(Ops.ADD, (2,)))


def test_what_is_no_product() -> None:
    x = empty(8, 9)
    assert not is_product((x * x).reduce_axis(Ops.ADD, (1,))) and not is_product(x.reduce_axis(Ops.ADD, (1,)))
    weighted = x * empty(1, 9).expand((8, 9))
    assert not is_product(weighted.reduce_axis(Ops.ADD, (1,)))  # a matrix times a vector: nothing is used twice
    a, b = x.reshape((8, 1, 9)).expand((8, 7, 9)), empty(1, 7, 9).expand((8, 7, 9))
    assert is_product((a * b).reduce_axis(Ops.ADD, (2,))) and not is_product((a * b).reduce_axis(Ops.MAX, (2,)))
    assert not is_product((a + b).reduce_axis(Ops.ADD, (2,)))


# ---- kernels of a size that compilers and devices can take


def test_long_expressions_are_cut() -> None:
    x = empty(64)
    for i in range(1500):
        x = x * 1.25 + i
    for ast in kernels(x.contiguous()):
        assert len(ast.toposort()) < 3 * cost_model.LONGEST_EXPRESSION


def test_shared_parts_count_once() -> None:
    """y = y*y + y doubles what a tree would hold; the graph grows by two ops."""
    y = empty(64)
    for _ in range(60):
        y = y * y + y
    assert len(kernels(y.contiguous())) == 1


@pytest.mark.parametrize("count", [20, 100])
def test_kernels_take_a_limited_number_of_buffers(count: int) -> None:
    total = empty(256)
    for _ in range(count):
        total = total + empty(256)
    found = kernels(total.contiguous())
    assert all(sum(n.op is Ops.PARAM for n in k.toposort()) <= cost_model.MOST_BUFFERS + 2 for k in found)
    assert len(found) <= 1 + count // 8


def test_a_device_may_take_fewer_buffers() -> None:
    total = empty(256)
    for _ in range(30):
        total = total * 2 + 1 - empty(256)
    sink = prepare(UOp.sink(total.contiguous()))
    assert len(find_loops(sink, 6).roots) > len(find_loops(sink).roots)


def test_estimates_add_up() -> None:
    x, y = empty(10), empty(10)
    node = (x + y).alu(Ops.SIN)
    order = list(node.toposort())
    found = estimates(order, set(), 24)[node]
    assert found.cost == cost_model.ALU + cost_model.op_cost(node) and found.buffers == {x.base, y.base}
    stored_sum = estimates(order, {x + y}, 24)[node]
    assert stored_sum.cost == cost_model.op_cost(node) and stored_sum.buffers == {x + y}


def test_what_expressions_share_counts_once() -> None:
    """Against the sums over a walk of each expression, with a leaf in the middle, that is stored, and without."""
    x, y = empty(10), empty(10)
    values = [x + y, (x + y).alu(Ops.SIN), x * y]
    for n in range(40): values.append(values[n] * values[n + 1] + values[n + 2].alu(Ops.EXP2))
    order = list(UOp.sink(*values).toposort())[:-1]
    for stored in (set[UOp](), {values[9], values[17]}):
        found = estimates(order, set(stored), 24)
        for node in values:
            inside = [n for n in node.toposort(gate=lambda n, node=node, stored=stored: n is node or n not in stored)
                      if n.op in GroupOp.ELEMENTWISE and (n is node or n not in stored)]
            assert node in stored or found[node].cost == sum(map(cost_model.op_cost, inside))


def test_casts_and_constants_cost_nothing() -> None:
    x = empty(4)
    assert (
        cost_model.op_cost(x.cast(dtypes.int32))
        == cost_model.op_cost(UOp.const(F32, 1.0))
        == 0
        < cost_model.op_cost(x + x)
        < cost_model.op_cost(x.alu(Ops.SIN))
    )


# ---- several results of one nest


def test_results_of_the_same_loops_are_one_kernel() -> None:
    x = empty(50)
    y = (x * 2).contiguous()
    assert len(plan_of(y, (y + 1).contiguous()).kernels) == 1
    assert len(plan_of(y, (y.flip((0,)) + 1).contiguous()).kernels) == 2
    assert len(plan_of(y, (y.shrink(((0, 10),)) + 1).contiguous()).kernels) == 2
    assert len(plan_of(y, y.reduce_axis(Ops.ADD, (0,)).contiguous()).kernels) == 2


def test_results_on_two_devices_are_two_kernels_and_a_copy() -> None:
    y = (empty(50) * 2).contiguous()
    plan = plan_of(y, (y.copy_to_device("CPU:1") + 1).contiguous())
    assert [k.root.op for k in plan.kernels].count(Ops.COPY) == 1 and len(plan.kernels) == 3


def test_every_use_has_one_index_for_each_axis() -> None:
    plan = plan_of(
        softmax(matmul(empty(8, 9), empty(9, 7))).contiguous(), conv(empty(1, 2, 6, 6), empty(3, 2, 3, 3)).contiguous()
    )
    for node, uses in plan.uses.items():
        for use in uses.values():
            assert len(use.index) == node.ndim or node.op is Ops.CONST
