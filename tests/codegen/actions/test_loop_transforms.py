"""Axes: how accesses move along them, and rewriting one axis in terms of others."""

from __future__ import annotations

import pytest

from heddle.codegen.actions.loop_transforms import (
    accesses,
    digits,
    fresh_id,
    merge,
    renumber,
    reorder,
    replace_ranges,
    retype,
    size_of,
    stride,
)
from heddle.codegen.simplify import simplify
from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, ParamArg, UOp
from tests.codegen import kernels
from tests.codegen.kernels import Case, interpret

F32 = dtypes.float32
i, j, k = UOp.range(6, id=0), UOp.range(8, id=1), UOp.range(4, AxisType.REDUCE, 2)


def param(slot: int, size: int = 1000) -> UOp:
    return UOp(Ops.PARAM, F32, (), ParamArg(slot, size))


def sizes(sink: UOp) -> list[list[int]]:
    return [[size_of(r) for r in end.src[1:]] for end in sink.src]


def unchanged(case: Case, sink: UOp) -> None:
    case.check(interpret(sink, case.arrays()))


# ---- facts


@pytest.mark.parametrize(
    ("at", "r", "step"),
    [
        (i * 8 + j, i, 8),
        (i * 8 + j, j, 1),
        (i * 8 + j, k, 0),
        (j, i, 0),
        ((j * -1) + 7, j, -1),
        (i * 8 + j + i * 2, i, 10),
        (i * j, i, None),
        (j // 2, j, None),
        (j % 4 + i, i, 1),
        (j % 4 + i, j, None),
        ((i < 3).where(i * 4, UOp.const(dtypes.index, 2)) + j, j, 1),
        ((i < 3).where(i * 4, UOp.const(dtypes.index, 2)) + j, i, None),
        (UOp.const(dtypes.index, 3), i, 0),
    ],
    ids=str,
)
def test_strides(at: UOp, r: UOp, step: int | None) -> None:
    assert stride(at, r) == step


def test_sizes_are_the_most_iterations() -> None:
    assert size_of(i) == 6 and size_of(UOp.range(UOp.variable("n", 2, 9), id=3)) == 9


def test_every_access_is_found() -> None:
    sink = kernels.product().ast
    assert {n.src[0].arg.slot for n in accesses(sink)} == {0, 1, 2} and all(n.op is Ops.INDEX for n in accesses(sink))


def test_new_axes_have_new_numbers() -> None:
    assert fresh_id(kernels.product().ast) > max(n.arg[0] for n in kernels.product().ast.toposort() if n.op is Ops.RANGE)
    assert fresh_id(UOp.sink()) == 0


# ---- changes


def test_an_axis_written_as_two() -> None:
    case = kernels.elementwise(6, 8)
    sink = simplify(case.ast)
    r = sink.src[0].src[2]
    a, b = UOp.range(2, id=10), UOp.range(4, id=11)
    new = replace_ranges(sink, {r: (a * 4 + b, (a, b))})
    assert sizes(new) == [[6, 2, 4]] and r not in new.toposort()
    unchanged(case, new)


def test_two_axes_written_as_one() -> None:
    case = kernels.elementwise(6, 8)
    sink = simplify(case.ast)
    outer, inner = sink.src[0].src[1:]
    both = UOp.range(48, id=10)
    new = replace_ranges(sink, {outer: (both // 8, (both,)), inner: (both % 8, (both,))})
    assert sizes(new) == [[48]]
    unchanged(case, new)


def test_an_axis_of_a_reduction() -> None:
    case = kernels.sum_rows(3, 12)
    sink = simplify(case.ast)
    r = next(n for n in sink.toposort() if n.op is Ops.REDUCE).src[1]
    a, b = UOp.range(3, AxisType.REDUCE, 10), UOp.range(4, AxisType.REDUCE, 11)
    new = replace_ranges(sink, {r: (b * 3 + a, (a, b))})
    assert [size_of(q) for q in next(n for n in new.toposort() if n.op is Ops.REDUCE).src[1:]] == [3, 4]
    unchanged(case, new)


def test_types_change_and_numbers_stay() -> None:
    sink = simplify(kernels.elementwise(6, 8).ast)
    r = sink.src[0].src[2]
    new = retype(sink, {r: AxisType.VECTOR})
    assert [q.arg for q in new.src[0].src[1:]] == [(0, AxisType.LOOP), (1, AxisType.VECTOR)]


def test_order_of_loops() -> None:
    case = kernels.batched_product()
    sink = simplify(case.ast)
    a, b, c = sink.src[0].src[1:]
    new = reorder(sink, (c, a, b))
    assert new.src[0].src[1:] == (c, a, b) and reorder(sink, (b, a)).src[0].src[1:] == (c, b, a)
    unchanged(case, new)


# ---- plainest form


def test_digits_become_axes() -> None:
    sink = UOp.sink(param(0).index(j).store(param(1).index(j // 4 + j % 4 * 2).load()).end(j))
    new = digits(sink)
    assert sizes(new) == [[2, 4]] and not any(n.op in (Ops.IDIV, Ops.MOD) for n in new.toposort())


def test_digits_of_digits() -> None:
    r = UOp.range(24, id=0)
    sink = UOp.sink(param(0).index(r).store(param(1).index(r // 12 + r // 4 % 3 * 2 + r % 4 * 6).load()).end(r))
    assert sizes(digits(sink)) == [[2, 3, 4]]


def test_digits_that_do_not_divide_are_left() -> None:
    sink = UOp.sink(param(0).index(j).store(param(1).index(j // 3 + j % 3 * 3).load()).end(j))
    assert digits(sink) is sink


def test_axes_walked_as_one_are_merged() -> None:
    sink = UOp.sink(param(0).index(i * 8 + j).store(param(1).index(i * 8 + j + 5).load()).end(i, j))
    assert sizes(merge(sink)) == [[48]]
    reduced = UOp.sink(param(0).index(i).store(param(1).index(i * 32 + j * 4 + k).load().reduce(Ops.ADD, j, k)).end(i))
    reduction = next(n for n in merge(reduced).toposort() if n.op is Ops.REDUCE)
    assert [size_of(r) for r in reduction.src[1:]] == [32]


def test_axes_whose_positions_are_values_are_merged() -> None:
    counted = UOp.sink(param(0).index(i * 8 + j).store((i * 8 + j + 3).cast(F32)).end(i, j))
    assert sizes(merge(counted)) == [[48]]
    value = (i * 8 + j < 20).where(param(1).index(i * 8 + j).load(), UOp.const(F32, 0.0))
    assert sizes(merge(UOp.sink(param(0).index(i * 8 + j).store(value).end(i, j)))) == [[48]]


@pytest.mark.parametrize(
    "sink",
    [
        UOp.sink(param(0).index(i * 8 + j).store(param(1).index(j * 6 + i).load()).end(i, j)),  # transposed
        UOp.sink(param(0).index(i * 8 + j).store(param(1).index(j).load()).end(i, j)),  # repeated
        UOp.sink(param(0).index(i * 8 + j).store(param(1).index(i * 9 + j).load()).end(i, j)),  # rows of a wider matrix
        UOp.sink(param(0).index(i * 8 + j).store(param(1).index(i * 8 + j, j < 3).load()).end(i, j)),  # a condition on one
        UOp.sink(param(0).index(i * 8 + j).store(j.cast(F32)).end(i, j)),  # the counter itself
        UOp.sink(
            param(0).index(i * 8 + j).store((j < 3).where(param(1).index(i * 8 + j).load(), UOp.const(F32, 0.0))).end(i, j)
        ),
        UOp.sink(
            param(0).index(i * 8 + j).store(param(1).index(i * 8 + j).load()).end(j, i)
        ),  # not neighbours in this order
    ],
    ids=range(7),
)
def test_axes_walked_differently_are_not(sink: UOp) -> None:
    assert merge(sink) is sink


def test_an_axis_that_a_reduction_looks_at_alone_stays() -> None:
    reduction = param(1).index(i * 4 + k).load().reduce(Ops.ADD, k)
    sink = UOp.sink(param(0).index(i * 8 + j).store(reduction + param(2).index(i * 8 + j).load()).end(i, j))
    assert merge(sink) is sink


def test_numbers_follow_the_nesting() -> None:
    r, q, f = UOp.range(6, id=7), UOp.range(8, id=3), UOp.range(4, AxisType.REDUCE, 0)
    sink = UOp.sink(param(0).index(r * 8 + q).store(param(1).index(r * 32 + q * 4 + f).load().reduce(Ops.ADD, f)).end(r, q))
    new = renumber(sink)
    assert [x.arg[0] for x in new.src[0].src[1:]] == [0, 1] and renumber(new) is new
    assert {x.arg[0]: size_of(x) for x in new.toposort() if x.op is Ops.RANGE} == {0: 6, 1: 8, 2: 4}


@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_plainest_form_keeps_the_values(make) -> None:
    case = make()
    for change in (digits, merge, renumber):
        unchanged(case, change(case.ast))
