"""What two runs of a kernel may differ by."""
from __future__ import annotations

import math

import numpy as np
import pytest

from heddle.dtype import dtypes, encode_float
from heddle.engine.validate.tolerance import (
    Allowance,
    Difference,
    allowances,
    first_difference,
    numbers,
    typical_size,
)
from heddle.uop import Ops
from tests.codegen import kernels

EPS = 2.0 ** -23
STRICT = Allowance(2 * EPS, False, 0.0)


def compared(got, wanted, dtype=dtypes.float32, allowed=STRICT, size=0.0) -> Difference | None:
    kind = np.float64 if dtype.is_float() else None
    return first_difference(np.array(got, kind), np.array(wanted, kind), dtype, allowed, size)


@pytest.mark.parametrize("got, wanted, near", [
    (1.0, 1.0 + EPS, True), (1.0, 1.0 + 4 * EPS, False), (1e30, 1e30 * (1 + EPS), True), (math.nan, math.nan, True),
    (math.nan, 1.0, False), (1.0, math.nan, False), (math.inf, math.inf, True), (math.inf, 3e38, False), (math.inf, -math.inf, False),
    (0.0, -0.0, True), (0.0, 1e-38, True), (0.0, 1e-30, False)])
def test_floats(got, wanted, near): assert (compared([got], [wanted]) is None) == near


def test_integers_and_bools_are_exact():
    assert compared([3, 4], [3, 4], dtypes.int32) is None
    assert compared([3, 2 ** 62], [3, 2 ** 62 + 1], dtypes.int64) == Difference(1, 2 ** 62, 2 ** 62 + 1, 1)
    assert compared([True, False], [True, True], dtypes.bool) == Difference(1, False, True, 1)


def test_the_first_of_all_that_differ():
    assert compared([1, 2, 3.0, 4], [1, 2.5, 3, 9]) == Difference(1, 2.0, 2.5, 2)


def test_where_additions_cancel_the_typical_size_counts():
    cancels = STRICT._replace(cancels=True)
    assert compared([1e-6, 100.0], [2e-6, 100.0], allowed=STRICT) is not None
    assert compared([1e-6, 100.0], [2e-6, 100.0], allowed=cancels) is None
    assert compared([1e-6], [2e-6], allowed=cancels) is not None and compared([1e-6], [2e-6], allowed=cancels, size=100.0) is None


@pytest.mark.parametrize("make, least, most, cancels", [
    (kernels.elementwise, 2, 8, True), (kernels.sum_rows, 4 * math.sqrt(50), 12 * math.sqrt(50), True),
    (kernels.greatest_of_middle, 1, 3, False), (kernels.softmax_rows, 200, 2000, True), (kernels.product, 10, 60, True)],
    ids=lambda v: getattr(v, "__name__", ""))
def test_allowances_in_ulp(make, least, most, cancels):
    (found,) = allowances(make().ast).values()
    assert least <= found.relative / EPS <= most and found.cancels == cancels


def test_integers_are_allowed_nothing():
    (found,) = allowances(kernels.integers().ast).values()
    assert found.relative == 0


def test_each_output_has_its_own():
    assert len(allowances(kernels.two_results().ast)) == 2


def test_a_logarithm_near_one_is_absolutely_good():
    from tests.schedule.graphs import empty
    from tests.schedule.graphs import kernels as asts
    (ast,) = asts(empty(8).alu(Ops.LOG2).contiguous())
    assert allowances(ast)[0].floor == 1.0


@pytest.mark.parametrize("dtype", [d for d in dtypes.all if d.is_float()], ids=lambda d: d.name)
def test_numbers_of_every_float(dtype):
    values = [0.5, -1.0, 2.0, 0.0, math.inf if dtype.name != "fp8e4m3" else 448.0]
    if dtype.fmt: data = np.array(values, dtype.fmt).tobytes()
    else: data = b"".join(encode_float(dtype, v).to_bytes(dtype.itemsize, "little") for v in values)
    assert numbers(data, dtype).tolist() == values


def test_typical_size():
    assert typical_size(np.array([3.0, -4.0, 0.0, np.inf, np.nan, 5.0])) == pytest.approx(math.sqrt(50 / 4))
    assert typical_size(np.array([1e300, 1e300])) == pytest.approx(1e300) and typical_size(np.array([])) == 0.0
