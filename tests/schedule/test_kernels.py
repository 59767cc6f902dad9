"""Kernels as asts: what they store where, and that equal ones are one node."""

from __future__ import annotations

import numpy as np
import pytest

from heddle.dtype import dtypes
from heddle.schedule.fusion import find_loops
from heddle.schedule.kernels import Step, build_steps
from heddle.schedule.rewrites import prepare
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.verify.verifier import Spec, verify
from tests.schedule.graphs import attention, conv, empty, kernels, layernorm, matmul, run, softmax, stored

F32 = dtypes.float32


def steps(*nodes: UOp) -> tuple[list[Step], dict[UOp, UOp]]:
    sink = prepare(UOp.sink(*nodes))
    order = [n for n in sink.toposort() if n is not sink and n.op is not Ops.DEVICE]
    return build_steps(order, find_loops(sink))


def ops(ast: UOp) -> list[str]:
    leave_out = (Ops.CONST, Ops.PARAM, Ops.INDEX, Ops.RANGE, Ops.END, Ops.SINK, Ops.STORE)
    return sorted(n.op.name for n in ast.toposort() if n.op not in leave_out)


# ---- one kernel


def test_an_elementwise_kernel_is_one_store() -> None:
    (ast,) = kernels((empty(4, 5) + empty(4, 5)).contiguous())
    out, a, b = (
        UOp(Ops.PARAM, F32, (), n.arg)
        for n in sorted((n for n in ast.toposort() if n.op is Ops.PARAM), key=lambda n: n.arg.slot)
    )
    i, j = UOp.range(4, id=0), UOp.range(5, id=1)
    at = i * 5 + j
    assert ast is UOp.sink(out.index(at).store(a.index(at).load() + b.index(at).load()).end(i, j))


def test_a_reduction_has_a_loop_of_its_own() -> None:
    (ast,) = kernels(empty(6, 7).reduce_axis(Ops.MAX, (1,)).contiguous())
    reduction = next(n for n in ast.toposort() if n.op is Ops.REDUCE)
    assert reduction.arg is Ops.MAX and [r.arg[1] for r in reduction.src[1:]] == [AxisType.REDUCE] and ast.src[0].src[1].vmax == 5


def test_axes_of_size_1_have_no_loop() -> None:
    (ast,) = kernels((empty(1, 6, 1) + 1).contiguous())
    assert len([n for n in ast.toposort() if n.op is Ops.RANGE]) == 1


def test_movement_leaves_no_ops_behind() -> None:
    (ast,) = kernels(
        empty(4, 6)
        .permute((1, 0))
        .reshape((2, 3, 4))
        .flip((1,))
        .shrink(((0, 2), (1, 3), (0, 4)))
        .expand((2, 2, 4))
        .contiguous()
    )
    assert set(ops(ast)) <= {"LOAD", "ADD", "MUL"}


def test_padding_is_a_condition_on_the_load() -> None:
    (ast,) = kernels(empty(6).pad(((2, 1),)).contiguous())
    load = next(n for n in ast.toposort() if n.op is Ops.LOAD)
    assert len(load.src[0].src) == 3 and "WHERE" not in ops(ast)


def test_padding_of_a_computed_value_is_a_choice() -> None:
    """exp2(0) is not 0: a load that gives 0 outside is not enough."""
    (ast,) = kernels((empty(6).alu(Ops.EXP2)).pad(((2, 1),)).contiguous())
    assert "WHERE" in ops(ast)
    a = np.arange(6, dtype=np.float32)
    (got,) = run(stored(a).alu(Ops.EXP2).pad(((2, 1),)).contiguous())
    np.testing.assert_allclose(got, np.pad(np.exp2(a), (2, 1)))


def test_padding_inside_padding() -> None:
    a = np.arange(6, dtype=np.float32)
    node = ((stored(a).pad(((1, 1),)) + 1).pad(((2, 0),)) * 2).pad(((0, 3),))
    np.testing.assert_array_equal(run(node.contiguous())[0], np.pad(np.pad(np.pad(a, 1) + 1, (2, 0)) * 2, (0, 3)))


def test_a_gather_reads_the_row_that_was_picked() -> None:
    index = np.array([[2, 0], [3, -1], [9, 1]], np.int32)
    table = np.arange(12, dtype=np.float32).reshape(4, 3)
    good = ((index >= 0) & (index < 4))[..., None]
    want = np.where(good, table[np.clip(index, 0, 3)], 0)
    np.testing.assert_array_equal(run(stored(table).gather(stored(index)).contiguous())[0], want)
    np.testing.assert_array_equal(
        run((stored(table) + 1).gather(stored(index)).contiguous())[0], np.where(good, want + 1, 0)
    )
    picked = stored(table).gather(stored(index)).reduce_axis(Ops.ADD, (1,))
    np.testing.assert_array_equal(run(picked.contiguous())[0], want.sum(1, keepdims=True))


def test_a_gather_of_a_gather() -> None:
    inner, outer = np.array([3, 1, 0, 2], np.int32), np.array([0, 3, 7], np.int32)
    table = np.arange(8, dtype=np.float32).reshape(4, 2)
    (got,) = run(stored(table).gather(stored(inner).gather(stored(outer))).contiguous())
    np.testing.assert_array_equal(
        got, table[[3, 2, 0]]
    )  # there is no row 7 of the inner index: that gives 0, a good row of the table


def test_a_part_of_a_result_does_not_shorten_it() -> None:
    a = np.arange(50, dtype=np.float32)
    y = (stored(a) * 2).contiguous()
    whole, part = run(y, (y.shrink(((0, 10),)) + 1).contiguous())
    np.testing.assert_array_equal(whole, a * 2)
    np.testing.assert_array_equal(part, a[:10] * 2 + 1)


def test_counters_are_computed_from_loops() -> None:
    (got,) = run((UOp.iota(7, dtypes.int32, "CPU").flip((0,)) * 3).contiguous())
    assert got.tolist() == [18, 15, 12, 9, 6, 3, 0]


# ---- slots


def test_slots_are_numbered_as_memory_appears() -> None:
    a, b = empty(4), empty(4)
    made, homes = steps(out := (b * 2 - a).contiguous())
    (step,) = made
    assert step.buffers[0] is homes[out] and set(step.buffers[1:]) == {a.base, b.base}
    assert sorted(n.arg.slot for n in step.what.toposort() if n.op is Ops.PARAM) == [0, 1, 2]


def test_equal_kernels_are_one_node() -> None:
    a, b, c, d = (empty(8, 8) for _ in range(4))
    (first,) = kernels(matmul(a, b).contiguous())
    (second,) = kernels(matmul(c, d).contiguous())
    assert first is second and first is not kernels(matmul(a, a).contiguous())[0]
    layers = [kernels(layernorm(empty(8, 16), empty(16), empty(16)).contiguous())[0] for _ in range(3)]
    assert len(set(layers)) == 1


def test_memory_read_and_written_has_one_slot() -> None:
    x = empty(8)
    made, _ = steps(x.assign(x + 1))
    assert made[0].buffers == (x.base,) and len([n for n in made[0].what.toposort() if n.op is Ops.PARAM]) == 1


def test_results_have_numbers_and_no_identity() -> None:
    """The same graph makes the same homes, whatever was made before."""
    x = empty(8)
    node = (x + 1).contiguous()
    assert steps(node)[1] == steps(node)[1] and next(iter(steps(node)[1].values())).arg.id < 0


# ---- versions


def test_steps_say_which_versions_they_read() -> None:
    x = empty(8)
    new = x.assign(x + 1)
    made, _ = steps(new, (x.flip((0,)) * 2).contiguous(), (new.flip((0,)) * 3).contiguous())
    by_writes = {tuple(s.writes): s for s in made}
    assert by_writes[(new,)].reads == {x.base}
    assert sorted((v.op.name for s in made for v in s.reads), key=str) == ["ASSIGN", "BUFFER", "BUFFER"]


def test_a_value_its_own_kernel_goes_on_with_is_not_read_back() -> None:
    y = (empty(30) * 2).contiguous()
    made, homes = steps(y, (y + 1).contiguous())
    (step,) = made
    assert homes[y] in step.buffers and homes[y] not in step.reads and len(step.what.src) == 2
    assert ops(step.what) == ["ADD", "LOAD", "MUL"]


def test_a_reduction_of_it_in_another_kernel_is() -> None:
    y = (empty(30, 30) * 2).contiguous()
    made, _homes = steps(y, y.reduce_axis(Ops.ADD, (1,)).contiguous())
    assert len(made) == 2 and {y} in [s.reads for s in made]


def test_copies_take_whole_buffers() -> None:
    x = UOp.new_buffer("CPU", 24, F32)
    made, _homes = steps(x.shrink(((8, 20),)).copy_to_device("CPU:1"))
    (step,) = made
    assert (
        step.what.op is Ops.COPY
        and step.what.arg == "CPU:1"
        and step.buffers[1].op is Ops.BUFFER_VIEW
        and step.buffers[0].arg.device == "CPU:1"
    )


def test_the_users_line_comes_along() -> None:
    node = (empty(9) * 3).contiguous()
    node.loc = ("net.py", 12, "forward")
    assert steps(node)[0][0].loc == ("net.py", 12, "forward")


@pytest.mark.parametrize(
    "make",
    [
        lambda: softmax(empty(9, 17)),
        lambda: attention(*(empty(1, 2, 5, 4) for _ in range(3))),
        lambda: empty(5).pad(((1, 1),)) + 1,
        lambda: conv(empty(1, 2, 7, 7), empty(3, 2, 3, 3), padding=1, stride=2),
        lambda: empty(1 << 16).reduce_axis(Ops.ADD, (0,)),
        lambda: empty(5, 3).gather(stored(np.array([[1, 4], [9, 0]], np.int32))),
        lambda: UOp.iota(6, dtypes.int32, "CPU"),
    ],
)
def test_kernels_are_valid_and_close_their_loops(make) -> None:
    for ast in kernels(make().contiguous()):
        verify(ast, Spec.kernel_ast)
        assert ast.ranges == frozenset()
