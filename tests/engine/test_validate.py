"""VALIDATE_WITH_CPU finds a backend that computes something else."""
from __future__ import annotations

import pytest

from heddle.dtype import dtypes
from heddle.engine import validate
from heddle.engine.realize import run_linear
from heddle.errors import VerifyError
from heddle.settings import Context
from heddle.stats import GlobalCounters
from tests.engine.kernels import add_constant, buffer, call, linear, values


def test_backends_that_agree():
    a, b = buffer(9, "CPU:LLVM", values=[1.5] * 9), buffer(9, "CPU:LLVM")
    with Context(VALIDATE_WITH_CPU=1): run_linear(linear(call(add_constant(9), b, a)))
    assert values(b) == [2.5] * 9


def test_a_backend_at_fault(monkeypatch):
    a, b = buffer(9, "CPU:LLVM", values=[1.5] * 9), buffer(9, "CPU:LLVM")
    real = validate.program_of
    monkeypatch.setattr(validate, "program_of", lambda ast, device, loc: real(add_constant(9, 2.0), device, loc))
    with Context(VALIDATE_WITH_CPU=1), pytest.raises(VerifyError) as caught: run_linear(linear(call(add_constant(9), b, a)))
    assert "map_9 on CPU:LLVM wrote 2.5 to element 0 of buffer 0, CPU wrote 3.5" in str(caught.value)


def test_the_cpu_is_not_compared_with_itself():
    GlobalCounters.reset()
    a, b = buffer(9, values=[1.5] * 9), buffer(9)
    with Context(VALIDATE_WITH_CPU=1): run_linear(linear(call(add_constant(9), b, a)))
    assert values(b) == [2.5] * 9 and GlobalCounters.kernel_count == 1


@pytest.mark.parametrize("dtype, x, y, near", [
    (dtypes.int32, 3, 3, True), (dtypes.int32, 3, 4, False), (dtypes.float32, 1.0, 1.0001, True), (dtypes.float32, 1.0, 1.01, False),
    (dtypes.float32, float("nan"), float("nan"), True), (dtypes.float32, float("nan"), 1.0, False),
    (dtypes.float32, float("inf"), float("inf"), True), (dtypes.float32, float("inf"), 1e30, False),
    (dtypes.bfloat16, 1.0, 1.05, True)])
def test_what_is_near(dtype, x, y, near):
    assert validate._is_near(x, y, dtype) == near
