"""Why values lie between kernels: each reason, met by the smallest program that has it."""
from __future__ import annotations

import pytest

from heddle import Context, Tensor
from heddle.schedule import create_schedule
from heddle.schedule.fusion_report import Boundary, Reason
from heddle.uop import UOp


def schedule_of(*tensors: Tensor):
    return create_schedule(UOp.sink(*(t.uop for t in tensors)))


def boundaries(*tensors: Tensor) -> tuple[Boundary, ...]: return schedule_of(*tensors).boundaries


def memory(*shape: int) -> Tensor: return Tensor.ones(*shape).contiguous().realize()


def reasons(*tensors: Tensor) -> set[Reason]: return {b.why.reason for b in boundaries(*tensors)}


def test_what_is_fused_has_no_boundaries():
    x = memory(64, 64)
    assert boundaries((x * 2 + 1).softmax()) == ()


def test_a_boundary_names_its_calls_its_size_and_the_line():
    x = memory(64, 64)
    kept = x.exp().contiguous()
    (b,) = boundaries((kept.T + 1).contiguous(), kept.sum(0))
    assert b.why.reason is Reason.ASKED and (b.writer, b.readers) == (0, (1, 2))
    assert b.shape == (64, 64) and b.dtype == "float32" and b.nbytes == 64 * 64 * 4 and b.loc[0] == __file__


def test_results_that_others_read():
    x = memory(64, 64)
    y = x.exp()
    assert reasons(y, y.T.sum(0).exp().sum()) == {Reason.RESULT}


def test_products_in_a_row_would_be_repeated():
    a = memory(64, 64)
    (b,) = boundaries((a @ a) @ a)
    assert b.why.reason is Reason.REPEATED and b.why.again > b.why.store > 0


def test_a_product_and_a_product_of_the_same_row():
    a = memory(64, 64)
    (b,) = boundaries(a @ a + a @ a.T)
    assert b.why.reason is Reason.PRODUCT and b.why.length == 64


def test_a_long_reduction_inside_a_product():
    x = memory(300, 200)
    assert reasons(x.max(1, keepdim=True) + x @ x.T) == {Reason.INSIDE_REDUCE}


def test_a_reduction_over_columns_for_rows():
    x = memory(300, 2)
    assert reasons(x + x.max(0)) == {Reason.REPEATED}
    assert reasons(memory(4, 3) + memory(8000, 3).max(0)) == {Reason.NOT_BY_ROW}


def test_few_long_rows():
    x = memory(2, 20_000)
    assert reasons(x - x.max(1, keepdim=True)) == {Reason.FEW_ROWS}


def test_a_reduction_that_several_kernels_want():
    x = memory(256, 1000)
    assert Reason.SEVERAL_KERNELS in reasons(x.sum(1, keepdim=True) * x, x.T * x.sum(1).exp())


def test_long_reductions_are_cut():
    assert reasons(memory(1 << 20).sum()) == {Reason.CUT_REDUCE}


def test_copies_and_assignments():
    x = memory(8)
    assert reasons((x + 1).to("CPU:1") * 2) == {Reason.COPIED}
    y = memory(64, 64)
    y.assign(y.T + 1)
    assert reasons(y) == {Reason.OVERWRITTEN}
    z = memory(64)
    z.assign(z + 1)
    assert reasons(z, z.sum()) == {Reason.ASSIGNED}


def test_expressions_that_are_too_long():
    x = memory(8)
    y = x
    for i in range(500): y = (y + 0.5 * i).relu() * 1.5
    found = boundaries(y)
    assert found and {b.why.reason for b in found} == {Reason.LONG_EXPRESSION}


def test_a_schedule_says_whether_it_was_cached():
    x = memory(31)
    first, second = schedule_of(x.exp().contiguous().sum()), schedule_of(x.exp().contiguous().sum())
    assert (first.cached, second.cached) == (False, True) and first.boundaries == second.boundaries
    with Context(SCACHE=0): assert not schedule_of(x.exp().contiguous().sum()).cached


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_a_clause(reason):
    assert not reason.value.endswith(".") and reason.value[0].islower()
