"""Kernels in their plainest form."""

from __future__ import annotations

import numpy as np
import pytest

from heddle.codegen.actions.loop_transforms import size_of
from heddle.codegen.simplify import power, share_reduce_loops, simplify
from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, ParamArg, UOp
from heddle.uop.verify.verifier import Spec, verify
from tests.codegen import kernels
from tests.codegen.kernels import interpret
from tests.schedule.graphs import empty, run, softmax, stored
from tests.schedule.graphs import kernels as asts

F32, I32 = dtypes.float32, dtypes.int32
i, k = UOp.range(5, id=0), UOp.range(8, AxisType.REDUCE, 1)


def param(slot: int, size: int = 64, dtype=F32) -> UOp:
    return UOp(Ops.PARAM, dtype, (), ParamArg(slot, size))


def kernel(value: UOp) -> UOp:
    return UOp.sink(param(0, dtype=value.dtype).index(i).store(value).end(i))


def reductions(sink: UOp) -> list[UOp]:
    return [n for n in sink.toposort() if n.op is Ops.REDUCE]


# ---- reductions of what does not change


def test_a_sum_of_the_same_is_a_product() -> None:
    x = param(1).index(i).load()
    assert simplify(kernel(x.reduce(Ops.ADD, k))) is simplify(kernel(x * 8.0))
    assert simplify(kernel(x.reduce(Ops.MAX, k))) is simplify(kernel(x))
    assert not reductions(simplify(kernel(x.reduce(Ops.MUL, k))))


def test_only_the_axes_that_do_not_move_go() -> None:
    q = UOp.range(3, AxisType.REDUCE, 2)
    sink = simplify(kernel(param(1).index(i * 8 + k).load().reduce(Ops.ADD, k, q)))
    (reduction,) = reductions(sink)
    assert [size_of(r) for r in reduction.src[1:]] == [8]


def test_such_reductions_equal_numpy() -> None:
    a = np.array([1, 2, 3], np.float32)
    x = stored(a).reshape((3, 1)).expand((3, 5))
    got = run(
        x.reduce_axis(Ops.ADD, (1,)).contiguous(),
        x.reduce_axis(Ops.MUL, (1,)).contiguous(),
        x.reduce_axis(Ops.MAX, (1,)).contiguous(),
    )
    for mine, want in zip(got, (a * 5, a**5, a), strict=True):
        np.testing.assert_array_equal(mine[:, 0], want)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 7, 8, 100])
def test_powers_by_squaring(n: int) -> None:
    x = UOp(Ops.DEFINE_VAR, dtypes.float64, (), ("x", 0.0, 9.0))
    found = power(x, n)
    value = {x: 1.01}
    for node in found.toposort():
        if node.op is Ops.CONST:
            value[node] = node.arg
        elif node.op is Ops.MUL:
            value[node] = value[node.src[0]] * value[node.src[1]]
    assert (
        value[found] == pytest.approx(1.01**n)
        and sum(m.op is Ops.MUL for m in found.toposort()) <= 2 * max(n, 1).bit_length()
    )


def test_any_of_the_same_truth_is_that_truth() -> None:
    x = param(1, dtype=dtypes.bool).index(i).load()
    assert simplify(kernel(x.reduce(Ops.ADD, k))) is simplify(kernel(x))


# ---- loops


def test_reductions_side_by_side_share_their_loop() -> None:
    q = UOp.range(8, AxisType.REDUCE, 2)
    total, greatest = (
        param(1).index(i * 8 + k).load().reduce(Ops.ADD, k),
        param(1).index(i * 8 + q).load().reduce(Ops.MAX, q),
    )
    new = share_reduce_loops(kernel(total + greatest))
    assert len({f.src[1] for f in reductions(new)}) == 1 and len({f.src[0] for f in reductions(new)}) == 1


def test_reductions_that_need_each_other_do_not() -> None:
    sink = simplify(asts(softmax(empty(5, 40)).contiguous())[0])
    greatest, total = reductions(sink)
    assert greatest.src[1] is not total.src[1]


def test_reductions_of_other_sizes_or_under_other_loops_do_not() -> None:
    q, r = UOp.range(7, AxisType.REDUCE, 2), UOp.range(8, AxisType.REDUCE, 3)
    total = param(1).index(i * 8 + k).load().reduce(Ops.ADD, k)
    for other in (param(1).index(i * 7 + q).load().reduce(Ops.ADD, q), param(1).index(r).load().reduce(Ops.MAX, r)):
        assert len({f.src[1] for f in reductions(share_reduce_loops(kernel(total + other)))}) == 2


def test_a_copy_is_one_loop_whatever_its_shape() -> None:
    (ast,) = asts((empty(3, 4, 5).reshape((5, 12)) + 1).contiguous())
    assert [size_of(r) for r in simplify(ast).src[0].src[1:]] == [60]


def test_a_transposed_copy_is_two() -> None:
    (ast,) = asts((empty(3, 4, 5).permute((2, 0, 1)) + 1).contiguous())
    assert [size_of(r) for r in simplify(ast).src[0].src[1:]] == [5, 12]


# ---- conditions


def test_conditions_that_are_known_go() -> None:
    zero, true, false = UOp.const(dtypes.index, 0), UOp.const(dtypes.bool, True), UOp.const(dtypes.bool, False)
    assert simplify(kernel(param(1).index(i, true).load())) is simplify(kernel(param(1).index(i).load()))
    assert simplify(kernel(param(1).index(i, false).load())) is simplify(kernel(UOp.const(F32, 0.0)))
    assert simplify(kernel(param(1).index(i, i < 5).load())) is simplify(kernel(param(1).index(i).load()))
    assert not any(n.op is Ops.LOAD for n in simplify(kernel(param(1).index(zero, i < 0).load())).toposort())


# ---- all kernels


@pytest.mark.parametrize("make", kernels.CASES, ids=lambda f: f.__name__)
def test_simplified_kernels_are_valid_stable_and_equal(make) -> None:
    case = make()
    sink = simplify(case.ast)
    verify(sink, Spec.kernel_ast)
    assert simplify(sink) is sink
    ranges = [n for n in sink.toposort() if n.op is Ops.RANGE]
    assert sorted(r.arg[0] for r in ranges) == list(range(len(ranges)))
    case.check(interpret(sink, case.arrays()))
