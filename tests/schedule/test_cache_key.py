"""What a schedule is looked up by: everything that matters makes another key, and buffers and values of variables do not."""

from __future__ import annotations

import gc
import math
import weakref
from typing import Any

import numpy as np
import pytest

from heddle.dtype import ImageDType, dtypes
from heddle.schedule.cache_key import form_of, form_of_op
from heddle.uop import Ops, UOp, Variable
from tests.schedule.graphs import empty, normal, run, softmax, stored


def key(*roots: UOp, alive: tuple[UOp, ...] = ()) -> object: return form_of(roots, alive).key
def const(value: float, shape: tuple[int, ...] = (8,)) -> UOp: return UOp.const(dtypes.float32, value).broadcast_to(shape)


def sized(n: int, greatest: int = 8, name: str = "n") -> UOp:
    """A sum over so many leading elements as a variable says."""
    size: Any = Variable(name, 1, greatest).bind(n)
    return empty(8).shrink([(0, size)]).reduce_axis(Ops.ADD, (0,)).contiguous()


x, y = empty(8), empty(8)

EQUAL = {
    "other buffers": lambda: (x + y, empty(8) + empty(8)),
    "the same graph again": lambda: (softmax(empty(4, 8)).contiguous(), softmax(empty(4, 8)).contiguous()),
    "constants": lambda: (x * const(2.0), y * const(2.0)),
    "a NaN": lambda: (x * const(math.nan), y * const(float("nan"))),
    "constants alone": lambda: (const(3.0).contiguous(), const(3.0).contiguous()),
    "other values of variables": lambda: (sized(3), sized(5)),
}
DIFFERENT = {
    "the op": lambda: (x + y, x * y),
    "the order of sources": lambda: ((x + y) - x, x - (x + y)),
    "which source is which": lambda: ((x + x) - y, (x + y) - y),
    "a buffer that comes twice": lambda: (x * y, x * x),
    "the dtype": lambda: (x + y, UOp.new_buffer("CPU", 8, dtypes.int32) + UOp.new_buffer("CPU", 8, dtypes.int32)),
    "the dtype of a cast": lambda: (x.cast(dtypes.float16), x.cast(dtypes.bfloat16)),
    "the size of a buffer": lambda: (x.shrink([(0, 4)]) + x.shrink([(0, 4)]), (z := empty(9)).shrink([(0, 4)]) + z.shrink([(0, 4)])),
    "the device": lambda: (x + y, empty(8, device="CPU:1") + empty(8, device="CPU:1")),
    "an image": lambda: (UOp.new_buffer("CL", 16, dtypes.float32).contiguous() + const(1.0, (16,)),
                         UOp.new_buffer("CL", 16, dtypes.float32, ImageDType(dtypes.float32, 2, 2)).contiguous() + const(1.0, (16,))),
    "the argument of a movement": lambda: (x.shrink([(0, 4)]).contiguous(), x.shrink([(1, 5)]).contiguous()),
    "the axes of a reduce": lambda: (empty(4, 4).reduce_axis(Ops.ADD, (0,)), empty(4, 4).reduce_axis(Ops.ADD, (1,))),
    "the op of a reduce": lambda: (empty(4, 4).reduce_axis(Ops.ADD, (0,)), empty(4, 4).reduce_axis(Ops.MAX, (0,))),
    "a constant": lambda: (x * const(2.0), x * const(3.0)),
    "the sign of a zero": lambda: (x * const(0.0), x * const(-0.0)),
    "the shape of a constant alone": lambda: (const(3.0, (4,)).contiguous(), const(3.0, (2, 2)).contiguous()),
    "what is stored on the way": lambda: (x + y + x, (x + y).contiguous() + x),
    "a write instead of a value": lambda: (x + y, x.assign(x + y)),
    "what is written to": lambda: (x.assign(x + y), y.assign(x + y)),
    "the range of a variable": lambda: (sized(3, 8), sized(3, 7)),
    "the name of a variable": lambda: (sized(3), sized(3, name="m")),
}


@pytest.mark.parametrize("case", EQUAL)
def test_keys_that_are_equal(case: str) -> None:
    one, other = EQUAL[case]()
    assert key(one) == key(other) and hash(key(one)) == hash(key(other))


@pytest.mark.parametrize("case", DIFFERENT)
def test_keys_that_differ(case: str) -> None:
    one, other = DIFFERENT[case]()
    assert key(one) != key(other)


def test_how_many_results_there_are_matters_and_in_which_order() -> None:
    a, b = x + y, x * y
    assert len({key(a), key(b), key(a, b), key(b, a)}) == 4


def test_what_graphs_alive_look_at_matters() -> None:
    inner = x * y
    root = inner.reduce_axis(Ops.ADD, (0,)).contiguous()
    assert key(root) != key(root, alive=(inner + x,)) == key(root, alive=(inner * x,))
    assert key(root) == key(root, alive=(x + y,)), "which does not need this graph"


def test_the_order_of_graphs_alive_does_not_matter() -> None:
    one, two = x * y, x + y
    root = (one + two).reduce_axis(Ops.ADD, (0,)).contiguous()
    assert key(root, alive=(one, two)) == key(root, alive=(two, one)) != key(root, alive=(one,))


def test_a_key_keeps_no_buffer_alive() -> None:
    gc.collect()
    gc.disable()
    try:
        buffer = empty(8).base
        gone, kept = weakref.ref(buffer), key(buffer + buffer)
        del buffer
        assert gone() is None and kept
    finally: gc.enable()


def test_the_general_graph_is_over_params_and_numbers_the_nodes() -> None:
    root = x * y + x
    form = form_of((root,))
    general, number = form.general()
    assert [n.arg.slot for n in general.toposort() if n.op is Ops.PARAM] == [0, 1] and form.slots == [x.base, y.base]
    assert [form.nodes[i].op for i in (number[general.src[0]], number[general.src[0].src[0]])] == [Ops.ADD, Ops.MUL]


def test_a_variable_with_two_values_has_two_names() -> None:
    assert form_of((sized(3) + sized(5),)).values() == {"n": 3, "n_2": 5}


def test_graphs_that_differ_in_a_buffer_that_comes_twice_give_results_of_their_own() -> None:
    a, b = normal(8), normal(8, seed=1)
    for _ in range(2):
        first, second = stored(a), stored(b)
        np.testing.assert_allclose(run((first * second).contiguous())[0], a * b)
        np.testing.assert_allclose(run((first * first).contiguous())[0], a * a)


def test_devices_are_those_of_memory_of_copies_and_of_parts() -> None:
    whole, constant = empty(8).shard(("CPU:2", "CPU:3"), 0), UOp.const(dtypes.float32, 2.0, ("CPU:4", "CPU:6")).broadcast_to((8,))
    form = form_of((x + empty(8, device="CPU:1").copy_to_device("CPU"), whole, constant.copy_to_device("CPU:5").contiguous()))
    assert sorted(form.devices) == ["CPU", *[f"CPU:{n}" for n in range(1, 7)]]


# ---- single ops, without a walk

_image = UOp.new_buffer("CPU", 8, dtypes.float32, dtypes.imagef((1, 2)))
_m, _integers, _bools = empty(2, 4), UOp.new_buffer("CPU", 8, dtypes.int32), UOp.new_buffer("CPU", 8, dtypes.bool)
SINGLE = {
    "a sum": lambda: x + y, "other buffers": lambda: empty(8) + empty(8), "the same one twice": lambda: x + x,
    "another op": lambda: x * y, "one source": lambda: UOp(Ops.EXP2, dtypes.float32, (x,)), "a constant": lambda: x + const(2.0),
    "another constant": lambda: x + const(2.5), "on the left": lambda: const(2.0) + x, "minus zero": lambda: x + const(-0.0),
    "zero": lambda: x + const(0.0), "in rows": lambda: _m + empty(2, 4), "in other rows": lambda: empty(4, 2) + empty(4, 2),
    "twice in rows": lambda: _m + _m, "one of them in rows": lambda: _m.reshape((8,)) + x.reshape((4, 2)).reshape((8,)),
    "another size": lambda: empty(9) + empty(9), "another device": lambda: empty(8, device="CPU:1") + empty(8, device="CPU:1"),
    "another dtype": lambda: _integers + _integers, "an image": lambda: _image + x,
    "a choice": lambda: _bools.where(x, y), "a cast": lambda: x.cast(dtypes.int32), "another cast": lambda: x.cast(dtypes.float16),
    "a reduction": lambda: _m.reduce_axis(Ops.ADD, (1,)), "over another axis": lambda: _m.reduce_axis(Ops.ADD, (0,)),
    "the greatest": lambda: _m.reduce_axis(Ops.MAX, (1,)), "a scalar": lambda: empty(1).reshape(()) + empty(1).reshape(()),
    "one element": lambda: empty(1) + empty(1),
}
NO_SINGLE = {
    "two ops": lambda: x + y + x, "memory": lambda: x, "constants alone": lambda: const(2.0) + const(3.0),
    "a part": lambda: x.shrink(((0, 4),)) + y.shrink(((4, 8),)), "repeated": lambda: empty(1).expand((8,)) + y,
    "a constant of a device": lambda: x + UOp.const(dtypes.float32, 2.0, "CPU").broadcast_to((8,)), "another device": lambda: (
        x.copy_to_device("CPU:1") + empty(8, device="CPU:1")), "so many as a variable says": lambda: sized(3),
}


def test_single_ops_have_equal_keys_if_and_only_if_their_graphs_have() -> None:
    graphs = [make() for make in SINGLE.values()]
    for a in graphs:
        assert (own := form_of_op(a)) is not None and own.slots == form_of((a,)).slots and form_of((a,)).devices == (own.device,)
        for b in graphs:
            assert (other := form_of_op(b)) is not None
            assert (own.key == other.key) == (key(a) == key(b)), (a, b)


@pytest.mark.parametrize("name", NO_SINGLE)
def test_other_graphs_have_no_key_of_a_single_op(name: str) -> None:
    graph = NO_SINGLE[name]()
    assert form_of_op(graph) is None and key(graph)
