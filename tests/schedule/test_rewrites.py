"""The form in which graphs are scheduled: what is rewritten, what is left, and which assignments need a copy."""

from __future__ import annotations

import numpy as np
import pytest

from heddle.dtype import dtypes
from heddle.schedule import cost_model
from heddle.schedule.rewrites import (
    assigned_memory,
    memory_view,
    prepare,
    prepare_rules,
    reads_elsewhere,
    reads_other_elements,
)
from heddle.uop import Ops, UOp
from heddle.uop.rewrite import graph_rewrite
from tests.schedule.graphs import empty, run, stored

F32, I32 = dtypes.float32, dtypes.int32


def prepared(node: UOp) -> UOp:
    return prepare(UOp.sink(node)).src[0]


# ---- rules


def test_detach_is_dropped() -> None:
    x = empty(4)
    assert prepared((x.detach() + 1).detach()) is x + 1


def test_a_copy_to_where_it_is_is_nothing() -> None:
    x = empty(4)
    assert prepared(UOp(Ops.COPY, F32, (x,), "CPU")) is x
    copy = UOp(Ops.COPY, F32, (x,), "CPU:1")
    assert prepared(copy) is copy


@pytest.mark.parametrize(("op", "value"), [(Ops.ADD, 0.0), (Ops.MUL, 1.0), (Ops.MAX, -np.inf)])
def test_reducing_nothing_gives_the_identity_on_its_device(op: Ops, value: float) -> None:
    x = prepared(empty(3, 0, device="CPU:1").reduce_axis(op, (1,)))
    assert x.base.op is Ops.CONST and x.base.arg == value and x.shape == (3, 1) and x.device == "CPU:1"


def test_padding_nothing_is_zeros_and_reads_nothing() -> None:
    x = prepared(empty(0, 3).pad(((1, 1), (0, 0))))
    assert x.base.op is Ops.CONST and x.base.arg == 0.0 and x.shape == (2, 3)


def test_reducing_axes_of_size_1_is_nothing() -> None:
    x = empty(3, 1, 1)
    assert prepared(x.reduce_axis(Ops.MAX, (1, 2))) is x


@pytest.mark.parametrize(
    "make",
    [
        lambda z: z + 1,
        lambda z: z.flip((0,)),
        lambda z: z.reshape((0, 7)).reduce_axis(Ops.ADD, (1,)),
        lambda z: z.contiguous(),
        lambda z: z.copy_to_device("CPU:1"),
        lambda z: UOp.iota(0, I32, "CPU"),
        lambda z: empty(4, 2).gather(UOp.iota(0, I32, "CPU")),
        lambda z: empty(4).shrink(((2, 2),)).copy_to_device("CPU:1"),
    ],
)
def test_tensors_without_elements_are_constants(make) -> None:
    node = make(empty(0, 3))
    made = prepared(node)
    assert made.base.op is Ops.CONST and made.shape == node.shape and made.device == node.device


def test_rows_of_a_table_without_rows_are_zero() -> None:
    made = prepared(empty(0, 3).gather(stored(np.array([0, 1], np.int32))))
    assert made.base.op is Ops.CONST and made.base.arg == 0 and made.shape == (2, 3) and made.device == "CPU"


@pytest.mark.parametrize(
    "make",
    [
        lambda x, z: z.copy_to_device("CPU:1"),
        lambda x, z: z.contiguous(),
        lambda x, z: z.assign(z + 1),
        lambda x, z: z.pad(((1, 1), (0, 0))).contiguous(),
        lambda x, z: z.gather(stored(np.array([0, 1], np.int32))).contiguous(),
        lambda x, z: x.gather(stored(np.zeros(0, np.int32))).contiguous(),
        lambda x, z: x.shrink(((0, 0),)).pad(((3, 0),)).contiguous(),
        lambda x, z: (z.reduce_axis(Ops.ADD, (0,)).expand((4, 3)) * 2).contiguous(),
        lambda x, z: x.shrink(((2, 2),)).reshape((0, 5)).copy_to_device("CPU:1"),
    ],
)
def test_tensors_without_elements_run(make) -> None:
    node = make(stored(np.arange(6, dtype=np.float32)), stored(np.zeros((0, 3), np.float32)))
    (got,) = run(node)
    assert got.shape == node.shape and not got.any()


# ---- long reductions


@pytest.mark.parametrize(
    ("shape", "axes"), [((1 << 16,), (0,)), ((3, 40_000), (1,)), ((2, 50, 1000), (1, 2)), ((1 << 18, 2), (0,))]
)
def test_long_reductions_are_cut_into_pieces(shape: tuple[int, ...], axes: tuple[int, ...]) -> None:
    node = empty(*shape).reduce_axis(Ops.MAX, axes)
    made = prepared(node)
    reductions = [n for n in made.toposort() if n.op is Ops.REDUCE_AXIS]
    assert len(reductions) == 2 and made.shape == node.shape and reductions[0].arg[0] is Ops.MAX
    inner = next(n for n in made.toposort() if n.op is Ops.CONTIGUOUS)
    pieces = inner.numel // node.numel
    assert 1 < pieces <= 256 and any(shape[a] % pieces == 0 for a in axes)


@pytest.mark.parametrize(("shape", "axes"), [((cost_model.LONG_REDUCE // 2,), (0,)), ((100, 40_000), (1,)), ((65_537,), (0,))])
def test_reductions_that_stay_whole(shape: tuple[int, ...], axes: tuple[int, ...]) -> None:
    """Too short, with enough results to run side by side, or a prime number of elements."""
    node = empty(*shape).reduce_axis(Ops.ADD, axes)
    assert prepared(node) is node


def test_long_reductions_equal_numpy() -> None:
    a = np.arange(3 * 40_000, dtype=np.float32).reshape(3, 40_000) % 97
    got = run(stored(a).reduce_axis(Ops.ADD, (1,)).contiguous(), stored(a).reduce_axis(Ops.MAX, (0, 1)).contiguous())
    np.testing.assert_array_equal(got[0], a.sum(1, keepdims=True))
    np.testing.assert_array_equal(got[1], [[96]])


# ---- views of memory


def test_consecutive_parts_are_views() -> None:
    x = UOp.new_buffer("CPU", 24, F32)
    assert memory_view(x) == (x, 0) and memory_view(x.reshape((4, 6))) == (x, 0)
    assert memory_view(x.reshape((4, 6)).shrink(((1, 3), (0, 6)))) == (x, 24)
    assert memory_view(x.reshape((4, 6)).shrink(((2, 3), (1, 5))).reshape((2, 2))) == (x, 52)
    assert memory_view(x.shrink(((7, 8),))) == (x, 28)
    assert memory_view(x.shrink(((4, 12),)).bitcast(I32).shrink(((1, 3),))) == (x, 20)


def test_parts_that_are_not_consecutive_are_no_views() -> None:
    x = UOp.new_buffer("CPU", 24, F32).reshape((4, 6))
    for node in (
        x.shrink(((0, 4), (0, 3))),
        x.permute((1, 0)),
        x.flip((1,)),
        x.pad(((1, 0), (0, 0))),
        x.reshape((24, 1)).expand((24, 2)),
        x + 1,
    ):
        assert memory_view(node) is None


def test_copies_of_parts_copy_views() -> None:
    x = UOp.new_buffer("CPU", 24, F32)
    made = prepared(x.shrink(((8, 20),)).reshape((3, 4)).copy_to_device("CPU:1"))
    assert made.op is Ops.COPY and made.src[0] is UOp(Ops.BUFFER_VIEW, F32, (x,), (12, 8))
    whole = prepared(x.reshape((4, 6)).copy_to_device("CPU:1"))
    assert whole.op is Ops.COPY and whole.src[0] is x


def test_copies_of_anything_else_copy_what_is_stored() -> None:
    x = UOp.new_buffer("CPU", 24, F32).reshape((4, 6))
    for node in (x + 1, x.permute((1, 0)), x.flip((0,))):
        assert prepared(node.copy_to_device("CPU:1")).src[0] is UOp(Ops.CONTIGUOUS, F32, (node,))


# ---- what assignments read


x = UOp.new_buffer("CPU", 16, F32)
square = x.reshape((4, 4))
other = UOp.new_buffer("CPU", 16, F32)


@pytest.mark.parametrize(
    ("target", "value", "needs_copy"),
    [
        (x, x + 1, False),
        (x, x * other + x, False),
        (x, other.flip((0,)), False),
        (x, x, False),
        (x, x.cast(I32).cast(F32), False),
        (square, square + 1, False),
        (x, x.flip((0,)), True),
        (square, square.permute((1, 0)), True),
        (square, square.reduce_axis(Ops.ADD, (1,)).expand((4, 4)), True),
        (x, x + x.flip((0,)), True),
        (x, x.flip((0,)).flip((0,)), True),
        (square.permute((1, 0)), square, True),
        (square.permute((1, 0)), square.permute((1, 0)) * 2, False),
        (x.shrink(((0, 8),)), x.shrink(((8, 16),)), True),
        (x, x.flip((0,)).contiguous(), False),
        (x, x.flip((0,)).contiguous() + x, False),
        (x, other.assign(x + other) + x, False),
    ],
)
def test_values_that_read_what_they_overwrite(target: UOp, value: UOp, needs_copy: bool) -> None:
    assign = target.assign(value)
    assert reads_other_elements(assign) is needs_copy
    made = prepared(assign)
    assert made is (target.assign(UOp(Ops.CONTIGUOUS, F32, (value,))) if needs_copy else assign)


def test_only_what_is_inside_is_looked_at() -> None:
    moved = x.flip((0,))
    value = (moved + 1).contiguous() + x
    assert not reads_elsewhere(value, x, lambda n: n.op is not Ops.CONTIGUOUS)
    assert reads_elsewhere(value, x, lambda n: True)


def test_the_memory_under_a_target() -> None:
    assert assigned_memory(square.permute((1, 0)).assign(square)) is x
    assert assigned_memory(x.assign(x + 1).reshape((4, 4)).assign(square)) is x and assigned_memory(x.bitcast(I32)) is x


def test_deep_graphs_are_prepared() -> None:
    node = x
    for _ in range(15_000):
        node = (node + 1).detach()
    made = prepared(x.assign(node))
    assert not any(n.op is Ops.DETACH for n in made.toposort()) and made.src[1].op is Ops.ADD


def test_a_second_pass_changes_nothing() -> None:
    sink = UOp.sink(
        empty(1 << 16).reduce_axis(Ops.ADD, (0,)),
        square.permute((1, 0)).copy_to_device("NULL"),
        x.assign(x.flip((0,))),
        empty(0, 2) + 1,
    )
    once = prepare(sink)
    assert prepare(once) is once and graph_rewrite(once, prepare_rules) is once
