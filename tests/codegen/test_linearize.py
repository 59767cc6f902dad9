"""Straight lists: every op after its sources, every loop opened once, values as far out as they can be."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from heddle.codegen.linearize import linearize, loop_parents, separate_loops
from heddle.codegen.load_conditions import gate_accesses
from heddle.codegen.policy.cpu_schedule import optimise
from heddle.codegen.simplify import simplify
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.uop import AxisType, Ops, ParamArg, UOp
from heddle.uop.interpreter.codegen import run_program
from tests.codegen import kernels
from tests.codegen.kernels import CAPABILITIES, interpret, straight

F32 = dtypes.float32


def param(slot: int, size: int) -> UOp:
    return UOp(Ops.PARAM, F32, (), ParamArg(slot, size))


def positions(uops: list[UOp]) -> dict[UOp, int]:
    return {u: n for n, u in enumerate(uops)}


def loops_around(uops: list[UOp]) -> dict[UOp, tuple[int, ...]]:
    """For each op the ids of the loops that are open where it stands."""
    found, stack = {}, []
    for u in uops:
        if u.op is Ops.END:
            stack.pop()
        found[u] = tuple(r.arg[0] for r in stack)
        if u.op is Ops.RANGE:
            stack.append(u)
    return found


def ran(uops: list[UOp], *sizes: int, **filled: np.ndarray) -> list[np.ndarray]:
    arrays = [np.zeros(s, np.float32) for s in sizes]
    for name, value in filled.items():
        arrays[int(name[1:])][:] = value
    run_program(uops, [memoryview(a).cast("B") for a in arrays])
    return arrays


# ---- invariants, on all kinds of kernels


@pytest.mark.parametrize("optimised", [False, True])
@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_lists_are_well_formed(make, optimised: bool) -> None:
    case = make()
    sink = simplify(case.ast)
    uops = straight(optimise(sink, CAPABILITIES)[0] if optimised else sink)
    place = positions(uops)
    opened = [u for u in uops if u.op is Ops.RANGE]
    assert len(opened) == len(set(opened)) == sum(u.op is Ops.END for u in uops)
    stack: list[UOp] = []
    for n, u in enumerate(uops):
        if u.op is Ops.RANGE:
            stack.append(u)
        if u.op is Ops.END:
            assert u.src[0] is stack.pop()
        else:
            assert all(place[s] < n for s in u.src)
    assert not stack
    first = [u.op for u in uops if u.op in (Ops.PARAM, Ops.DEFINE_VAR, Ops.DEFINE_LOCAL)]
    assert [u.op for u in uops[: len(first)]] == first
    slots = [u.arg.slot for u in uops if u.op is Ops.PARAM]
    assert slots == sorted(set(slots)) == list(range(len(case.buffers)))
    assert not any(u.op in (Ops.REDUCE, Ops.AFTER, Ops.GROUP, Ops.SINK) or u.dtype.scalar() == dtypes.index for u in uops)


@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_unoptimised_kernels_compute_what_they_should(make) -> None:
    case = make()
    case.check(interpret(case.ast, case.arrays()))
    case.check(interpret(simplify(case.ast), case.arrays()))


def test_the_same_ast_gives_the_same_list() -> None:
    lists = [
        [(u.op, u.dtype, u.arg) for u in straight(optimise(simplify(kernels.softmax_rows().ast), CAPABILITIES)[0])]
        for _ in range(2)
    ]
    assert lists[0] == lists[1]


# ---- where values stand


def test_values_are_as_far_out_as_their_axes_allow() -> None:
    i, j = UOp.range(3, id=0), UOp.range(4, id=1)
    row = param(1, 3).index(i).load() * 2.0
    once = param(2, 1).index(UOp.const(dtypes.index, 0)).load()
    uops = linearize(UOp.sink(param(0, 12).index(i * 4 + j).store(row + once).end(i, j)))
    around = {u.op: loops for u, loops in loops_around(uops).items() if u.dtype != dtypes.int64}
    assert around[Ops.MUL] == around[Ops.ADD] == (0,) and around[Ops.STORE] == (0, 1)
    assert [around for u, around in loops_around(uops).items() if u.op is Ops.LOAD and u.src[0].src[0].arg.slot == 2] == [()]


def test_a_reduction_that_does_not_change_with_the_inner_loop_stands_before_it() -> None:
    i, j, k = UOp.range(3, id=0), UOp.range(4, id=1), UOp.range(5, AxisType.REDUCE, 2)
    total = param(1, 15).index(i * 5 + k).load().reduce(Ops.ADD, k)
    uops = linearize(UOp.sink(param(0, 12).index(i * 4 + j).store(total).end(i, j)))
    assert [u.arg[0] for u in uops if u.op is Ops.RANGE] == [0, 2, 1]
    a = np.arange(15)
    got = ran(uops, 12, 15, a1=a)[0]
    np.testing.assert_array_equal(got.reshape(3, 4), np.repeat(a.reshape(3, 5).sum(1)[:, None], 4, 1))


def test_a_reduction_of_a_reduction() -> None:
    i, k, q = UOp.range(2, id=0), UOp.range(3, AxisType.REDUCE, 1), UOp.range(4, AxisType.REDUCE, 2)
    inner = param(1, 24).index(i * 12 + k * 4 + q).load().reduce(Ops.MAX, q)
    uops = linearize(UOp.sink(param(0, 2).index(i).store((inner * inner).reduce(Ops.ADD, k)).end(i)))
    a = np.arange(24) % 7
    np.testing.assert_array_equal(ran(uops, 2, 24, a1=a)[0], (a.reshape(2, 3, 4).max(2) ** 2).sum(1))


def test_reductions_of_one_loop_share_it() -> None:
    k = UOp.range(6, AxisType.REDUCE, 0)
    x = param(1, 6).index(k).load()
    zero = UOp.const(dtypes.index, 0)
    both = x.reduce(Ops.ADD, k) + x.reduce(Ops.MAX, k)
    uops = linearize(UOp.sink(param(0, 1).index(zero).store(both).end()))
    assert sum(u.op is Ops.RANGE for u in uops) == 1 and sum(u.op is Ops.DEFINE_REG for u in uops) == 2
    assert ran(uops, 1, 6, a1=np.arange(6))[0][0] == 20


def test_registers_start_where_the_reduction_does() -> None:
    """A reduction inside a loop starts anew in every iteration."""
    i, k = UOp.range(3, id=0), UOp.range(2, AxisType.REDUCE, 1)
    uops = linearize(UOp.sink(param(0, 3).index(i).store(param(1, 6).index(i * 2 + k).load().reduce(Ops.ADD, k)).end(i)))
    around = loops_around(uops)
    assert [around[u] for u in uops if u.op is Ops.DEFINE_REG] == [(0,)]
    np.testing.assert_array_equal(ran(uops, 3, 6, a1=np.arange(6))[0], [1, 5, 9])


def test_outputs_share_their_loops() -> None:
    i = UOp.range(5, id=0)
    x = param(2, 5).index(i).load()
    uops = linearize(UOp.sink(param(0, 5).index(i).store(x * 2.0).end(i), param(1, 5).index(i).store(x + 1.0).end(i)))
    assert sum(u.op is Ops.RANGE for u in uops) == 1
    double, more, _ = ran(uops, 5, 5, 5, a2=np.arange(5))
    assert double.tolist() == [0, 2, 4, 6, 8] and more.tolist() == [1, 2, 3, 4, 5]


def test_an_element_is_read_before_it_is_written() -> None:
    i = UOp.range(4, id=0)
    here = param(0, 4).index(i)
    new = here.store(param(1, 4).index(i).load())
    old = param(2, 4).index(i).store(here.load())
    for sink in (UOp.sink(new.end(i), old.end(i)), UOp.sink(old.end(i), new.end(i))):
        first, _, kept = ran(linearize(sink), 4, 4, 4, a0=np.arange(4), a1=np.arange(4) * 10)
        assert first.tolist() == [0, 10, 20, 30] and kept.tolist() == [0, 1, 2, 3]


def test_after_waits_for_what_fills_it() -> None:
    i, j = UOp.range(4, id=0), UOp.range(4, id=1)
    local = UOp(Ops.DEFINE_LOCAL, F32, (), (0, 4))
    fill = local.index(j).store(param(1, 4).index(j).load() * 3.0).end(j)
    value = local.after(fill).index(i * -1 + 3).load()
    uops = linearize(gate_accesses(UOp.sink(param(0, 4).index(i).store(value).end(i))))
    assert [u.arg[0] for u in uops if u.op is Ops.RANGE] == [1, 0]
    assert ran(uops, 4, 4, a1=np.arange(4))[0].tolist() == [9, 6, 3, 0]


def test_variables_are_arguments() -> None:
    n = UOp.variable("n", 1, 8)
    i = UOp.range(n, id=0)
    uops = linearize(UOp.sink(param(0, 8).index(i).store(param(0, 8).index(i).load() + n.cast(F32)).end(i)))
    assert [u.arg for u in uops if u.op is Ops.DEFINE_VAR] == [("n", 1, 8)] and all(
        u.dtype == dtypes.int64 for u in uops if u.op is Ops.RANGE
    )
    a = np.zeros(8, np.float32)
    run_program(uops, [memoryview(a).cast("B")], {"n": 3})
    assert a.tolist() == [3, 3, 3, 0, 0, 0, 0, 0]


# ---- loops


def test_the_loop_each_loop_lies_in() -> None:
    i, j, k = UOp.range(3, id=0), UOp.range(4, id=1), UOp.range(5, AxisType.REDUCE, 2)
    total = param(1, 60).index(i * 20 + j * 5 + k).load().reduce(Ops.ADD, k)
    sink = UOp.sink(param(0, 12).index(i * 4 + j).store(total).end(i, j))
    assert loop_parents(list(sink.toposort()), sink) == {i: None, j: i, k: j}


def test_loops_in_two_places_are_separated() -> None:
    i, v, k = UOp.range(3, id=0), UOp.range(2, id=1), UOp.range(5, AxisType.REDUCE, 2)

    def reduction(at: UOp) -> UOp:
        return param(1, 50).index(at * 5 + k).load().reduce(Ops.ADD, k)

    sink = UOp.sink(param(0, 10).index(i).store(reduction(i)).end(i), param(0, 10).index(v + 3).store(reduction(v + 3)).end(v))
    apart = separate_loops(sink)
    reductions = [n for n in apart.toposort() if n.op is Ops.REDUCE]
    assert reductions[0].src[1] is not reductions[1].src[1] and separate_loops(apart) is apart
    a = np.arange(50)
    np.testing.assert_array_equal(
        ran(linearize(sink), 10, 50, a1=a)[0], np.where(np.arange(10) < 5, a.reshape(10, 5).sum(1), 0)
    )


def test_an_inner_loop_may_be_alone_elsewhere() -> None:
    i, j = UOp.range(3, id=0), UOp.range(4, id=1)
    x = param(1, 16)
    sink = UOp.sink(
        param(0, 16).index(i * 4 + j).store(x.index(i * 4 + j).load()).end(i, j),
        param(0, 16).index(j + 12).store(param(0, 16).index(j + 12).load() + x.index(j + 12).load()).end(j),
    )
    np.testing.assert_array_equal(ran(linearize(sink), 16, 16, a1=np.arange(16))[0], np.arange(16))


def test_results_that_need_each_other_are_an_error() -> None:
    """A tile that is filled from what is computed in the loop that reads the tile."""
    i = UOp.range(4, id=0)
    local = UOp(Ops.DEFINE_LOCAL, F32, (), (0, 4))
    j = UOp.range(4, id=1)
    value = local.after(local.index(j).store(param(1, 4).index(i).load()).end(j)).index(i).load()
    total = value.reduce(Ops.ADD, i)
    again = local.after(local.index(i).store(total + value).end(j)).index(i).load()
    with pytest.raises(InternalError, match="loops"):
        linearize(gate_accesses(UOp.sink(param(0, 1).index(UOp.const(dtypes.index, 0)).store(again.reduce(Ops.ADD, i)).end())))


# ---- the order of sums in a loop


@pytest.mark.parametrize("by_columns", [False, True])
def test_a_tile_of_sums_goes_row_by_row_however_its_results_are_stored(by_columns: bool) -> None:
    """6 x 2 sums a[i] * b[j], vectors of 4: by columns, all six elements of a would stay alive until the second vector of b."""
    k = UOp.range(5, AxisType.REDUCE, 0)
    a = [param(1, 30).index(k * 6 + i).load().splat(4) for i in range(6)]
    b = [param(2, 40).index(k * 8 + 4 * j).load(F32.vec(4)) for j in range(2)]
    cells = [(i, j) for j in range(2) for i in range(6)] if by_columns else [(i, j) for i in range(6) for j in range(2)]
    stores = [param(0, 48).index(UOp.const(dtypes.index, i * 8 + j * 4)).store((a[i] * b[j]).reduce(Ops.ADD, k)) for i, j in cells]
    uops = linearize(UOp.sink(UOp(Ops.GROUP, dtypes.void, tuple(stores)).end()))
    last = {s: n for n, u in enumerate(uops) for s in u.src}
    vectors = {u for u in uops if u.op is Ops.LOAD and u.dtype.count == 4 and u.src[0].op is Ops.INDEX}
    factors = [n for n, u in enumerate(uops) if u.op is Ops.VECTORIZE or u in vectors]
    assert len(factors) == 8 and max(sum(first <= n < last[uops[first]] for first in factors) for n in factors) <= 3
    arrays = ran(uops, 48, 30, 40, a1=np.arange(30), a2=np.arange(40))
    np.testing.assert_array_equal(arrays[0].reshape(6, 8), np.arange(30).reshape(5, 6).T @ np.arange(40).reshape(5, 8))


def test_nothing_is_left_for_the_garbage_collector() -> None:
    """It pauses while kernels are lowered, and would then walk what all of them left."""
    i, j = UOp.range(4, AxisType.LOOP, 0), UOp.range(8, AxisType.LOOP, 1)
    total = param(1, 32).index(i * 8 + j).load().reduce(Ops.ADD, j)
    sink = gate_accesses(UOp.sink(param(0, 4).index(i).store(total).end(i)))
    gc.collect()
    gc.disable()
    try:
        uops = linearize(sink)
        assert gc.collect() == 0
    finally: gc.enable()
    assert [u.op for u in uops].count(Ops.END) == 2
