"""Loops that hand a value on: written-out iterations, rows in vectors, and the same results however a device wants them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from heddle import Tensor
from heddle.codegen.actions.loop_transforms import axis_name, carried_axes
from heddle.codegen.actions.mark import Mark
from heddle.codegen.actions.split import Split
from heddle.codegen.policy import choose_actions
from heddle.codegen.simplify import simplify
from heddle.dtype import dtypes
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp
from tests.codegen.kernels import CAPABILITIES, Case, case, interpret, straight, whole
from tests.schedule.graphs import stored

#: work-groups of 16, and nothing else that matters here
GROUPS = replace(CAPABILITIES, has_scratch=False, workgroup=(16, 16, 16), workgroup_threads=16, shared_memory=4 << 10)
NO_VECTORS = replace(CAPABILITIES, vector=0)


def running(shape: tuple[int, ...], axis: int) -> Case:
    """Running sums from a start, which the schedule leaves in one piece."""
    x, start = whole(*shape), whole(*(1 if a == axis else n for a, n in enumerate(shape)), seed=1)
    return case((stored(x).scan(Ops.ADD, axis, stored(start)), start + x.cumsum(axis)))


def optimised(made: Case, caps: Capabilities = CAPABILITIES) -> UOp: return choose_actions(simplify(made.ast), caps)[0]


def kinds(sink: UOp) -> dict[AxisType, int]:
    """The sizes of the axes, by what they are."""
    return {n.arg[1]: int(n.vmax) + 1 for n in sink.toposort() if n.op is Ops.RANGE}


@pytest.mark.parametrize("caps", [CAPABILITIES, GROUPS, NO_VECTORS], ids=["cpu", "groups", "no vectors"])
@pytest.mark.parametrize(("shape", "axis"), [((20, 32), 1), ((20, 16), 1), ((37, 32), 1), ((20, 33), 1), ((7, 64), 1), ((9, 37), 0),
                                             ((5, 300), 0), ((3, 4, 20), 1), ((50,), 0)])
def test_every_form_computes_the_same(shape: tuple[int, ...], axis: int, caps: Capabilities) -> None:
    made = running(shape, axis)
    made.check(interpret(optimised(made, caps), made.arrays(), caps))


def test_rows_are_transposed_in_blocks() -> None:
    made = running((64, 64), 1)
    sink = optimised(made)
    assert kinds(sink)[AxisType.VECTOR] == kinds(sink)[AxisType.UNROLL] == 16
    uops = straight(sink)
    assert {u.dtype.count for u in uops if u.op is Ops.LOAD and u.src[0].op is Ops.INDEX} == {16}
    assert {u.src[1].dtype.count for u in uops if u.op is Ops.STORE} == {16}
    assert sum(u.op is Ops.DEFINE_REG for u in uops) == 1


def test_columns_are_lanes() -> None:
    sink = optimised(running((30, 256), 0))
    assert kinds(sink)[AxisType.VECTOR] == 16 and kinds(sink)[AxisType.UNROLL] == 8
    assert sum(u.op is Ops.DEFINE_REG for u in straight(sink)) == 8


def test_a_length_that_lanes_do_not_divide_goes_element_by_element() -> None:
    sink = optimised(running((64, 33), 1))
    assert AxisType.VECTOR not in kinds(sink) and kinds(sink)[AxisType.UNROLL] == 8


def test_the_loop_that_carries_is_never_a_grid_or_an_item() -> None:
    for caps in (CAPABILITIES, GROUPS):
        for shape, axis in (((40, 48), 1), ((40, 48), 0), ((300,), 0)):
            carried = carried_axes(optimised(running(shape, axis), caps))
            assert all(r.arg[1] in (AxisType.LOOP, AxisType.UNROLL) for r in carried)


@pytest.mark.parametrize("iterations", [2, 4, 32])
def test_iterations_written_out_hand_on_to_each_other(iterations: int) -> None:
    made = running((6, 32), 1)
    sink = simplify(made.ast)
    (carried,) = carried_axes(sink)
    sink = Split((axis_name(carried),), iterations, "unroll").apply(sink, CAPABILITIES) if iterations < 32 else \
        Mark((axis_name(carried),), kind="unroll").apply(sink, CAPABILITIES)
    assert sum(u.op is Ops.RANGE for u in straight(sink)) == (2 if iterations < 32 else 1)
    made.check(interpret(sink, made.arrays()))


@pytest.mark.parametrize("caps", [CAPABILITIES, GROUPS, NO_VECTORS], ids=["cpu", "groups", "no vectors"])
def test_merges(caps: Capabilities) -> None:
    """In rows of which some are not whole."""
    x = np.sort(np.random.default_rng(0).permutation(3 * 96).astype(np.float32).reshape(3, 6, 16)).reshape(3, 96)
    pairs = np.sort(x.reshape(3, 3, 32)).reshape(3, 12, 8)
    span = UOp(Ops.CAST, dtypes.uint32, (stored(np.array([32], np.int32)),))
    made = case((stored(x).merge(span, 8, 64), pairs))
    made.check(interpret(optimised(made, caps), made.arrays(), caps))


def test_a_position_that_is_reduced_in_lanes_is_reduced_once() -> None:
    """The index of the greatest of a row, and what is there in another row."""
    x = np.random.default_rng(1).permutation(4 * 20).astype(np.float32).reshape(4, 20)
    found = x.argmax(1)
    greatest = Tensor._of(stored(x), False).argmax(1)
    made = case((stored(x[0].copy()).gather(greatest.uop).contiguous(), x[0][found]))
    uops = straight(optimised(made))
    assert not any(u.op is Ops.RANGE and u.arg[1] is AxisType.VECTOR for u in uops)
    made.check(interpret(optimised(made), made.arrays()))
