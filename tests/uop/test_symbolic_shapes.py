"""Sizes as integers and Symbols alike, and values of ops on Python's numbers."""
from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import Tensor, Variable, dtypes
from heddle.errors import DTypeError, ShapeError
from heddle.uop.ops import (
    Ops,
    broadcast_axes,
    exec_alu,
    identity_element,
    resolve,
    safe_exp2,
    safe_pow,
    sint_to_uop,
    smax,
    smin,
    srender,
    ssimplify,
    sym_infer,
    to_max_shape,
)

A, B = Variable("a", 1, 10), Variable("b", 3, 12)
sizes = st.sampled_from([A, B, A + 1, 2 * B, A * B, A // 2, 5, 0, -3])


@given(st.lists(sizes, min_size=1, max_size=4), st.integers(1, 10), st.integers(3, 12))
def test_greatest_and_least_have_the_values_of_python(lst, a, b) -> None:
    values = {"a": a, "b": b}
    now = [sym_infer(n, values) for n in lst]
    high, low = smax(*lst), smin(lst)
    assert sym_infer(high, values) == max(now) and sym_infer(low, values) == min(now)
    for n, m in ((high, max(now)), (low, min(now))): assert getattr(n, "vmin", n) <= m <= getattr(n, "vmax", n)


def test_resolve() -> None:
    assert resolve(A > 0) is True and resolve(A < 20) is True and resolve(A > 10) is False
    assert resolve(A > 5) is True and resolve(A > 5, False) is False and resolve(B >= A, False) is False
    assert sym_infer(A > 5, {"a": 6}) is True and sym_infer(A > B, {"a": 4, "b": 4}) is False
    with pytest.raises(ShapeError, match=r"whether a > 5 depends on the value of a\[1..10\]"): bool(A > 5)
    with pytest.raises(DTypeError, match="needs a comparison"): resolve(A)


def test_texts_and_nodes() -> None:
    assert [sym_infer(smax(A, 3), {"a": n}) for n in (2, 3, 7)] == [3, 3, 7]
    assert srender(smin(A + 1, 3)) == "min((a+1), 3)" and srender(7) == "7"
    assert ssimplify(A * 0 + 3) == 3 and ssimplify(A) is A and to_max_shape((A, 4)) == (10, 4)
    assert sint_to_uop(3).arg == 3 and sint_to_uop(A, dtypes.int32).dtype is dtypes.int32
    with pytest.raises(ShapeError, match="no value of b"): sym_infer(A + B, {"a": 1})
    with pytest.raises(ShapeError, match="no sizes"): smax()


def test_a_shape_that_is_the_greater_of_two() -> None:
    x = Tensor.ones(12).contiguous()
    n = smax(A.bind(2), B.bind(5))
    assert x[:n].sum().item() == 5 and x[:smin(A.bind(2), B.bind(5))].sum().item() == 2


def test_values_of_ops() -> None:
    assert exec_alu(Ops.ADD, dtypes.uint8, (200, 100)) == 44 and exec_alu(Ops.ADD, dtypes.uint8, (200, 100), False) == 300
    assert exec_alu(Ops.WHERE, dtypes.int32, (True, 1, 2)) == 1
    assert identity_element(Ops.MAX, dtypes.int8) == -128 and identity_element(Ops.MAX, dtypes.float32) == -math.inf
    assert identity_element(Ops.ADD, dtypes.int32) == 0 and identity_element(Ops.MUL, dtypes.half) == 1
    assert safe_pow(2, 3) == 8 and math.isnan(safe_pow(-1, .5)) and safe_pow(0, -1) == math.inf and safe_exp2(2.5e3) == math.inf
    assert broadcast_axes((1, 3), (2, 3)) == (0,) == broadcast_axes((3,), (2, 3)) and broadcast_axes((), ()) == ()
    with pytest.raises(DTypeError): identity_element(Ops.SUB, dtypes.int32)
    with pytest.raises(DTypeError): exec_alu(Ops.CAST, dtypes.int32, (1,))
    with pytest.raises(ShapeError): broadcast_axes((2,), (3,))
