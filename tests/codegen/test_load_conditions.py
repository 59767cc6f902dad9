"""Conditions on positions become conditions of loads, or go."""
from __future__ import annotations

import numpy as np

from heddle import Tensor
from heddle.codegen.load_conditions import gate_accesses, known_condition
from heddle.dtype import dtypes
from heddle.uop import Ops, UOp
from heddle.uop.args import ParamArg


def load_if(valid: bool, at: int) -> UOp:
    memory = UOp(Ops.PARAM, dtypes.float32, (), ParamArg(0, 4, "CPU", None))
    index = UOp(Ops.INDEX, dtypes.float32, (memory, UOp.const(dtypes.index, at), UOp.const(dtypes.bool, valid)))
    return UOp(Ops.LOAD, dtypes.float32, (index,))


def test_a_load_that_never_happens_is_zero() -> None:
    """Its address may lie outside, which WGSL refuses where it is a constant."""
    assert gate_accesses(load_if(False, -1)) is UOp.const(dtypes.float32, 0)


def test_a_load_that_always_happens_has_no_condition() -> None:
    found = gate_accesses(load_if(True, 2))
    assert found.op is Ops.LOAD and len(found.src) == 1 and len(found.src[0].src) == 2


def test_greatest_of_padded_columns(device: str) -> None:
    """The padding is unrolled, so that all conditions on it are known."""
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    y = Tensor(x, device=device).pad((1, 0, 0, 1)).max(0, keepdim=True)
    result = (y * y + 1) * Tensor([[1.0], [2.0]], device=device)
    padded = np.pad(x, ((0, 1), (1, 0))).max(0, keepdims=True)
    np.testing.assert_array_equal(result.numpy(), (padded * padded + 1) * np.float32([[1], [2]]))


def test_gradient_of_a_power_of_the_greatest(device: str) -> None:
    x, y = Tensor([[0.0], [0.0]], device=device, requires_grad=True), Tensor.zeros(2, 3, device=device).contiguous()
    base = y.pad((1, 0, 0, 1)).max(0, keepdim=True)
    ((base * base + 1) ** x.tanh()).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), [[0.0], [0.0]])


def test_a_condition_on_lanes_that_constants_decide() -> None:
    """Element 0 of (0, 1, 2, 3) < 2 is true, element 2 is not: no load of an address outside is left."""
    lanes = UOp(Ops.CONST, dtypes.index.vec(4), (), (0, 1, 2, 3))
    below = UOp(Ops.CMPLT, dtypes.bool.vec(4), (lanes, UOp.const(dtypes.index.vec(4), 2)))
    assert known_condition(below.gep(0)) is UOp.const(dtypes.bool, True)
    assert known_condition(below.gep(2)) is UOp.const(dtypes.bool, False)
    above = UOp(Ops.NOT, dtypes.bool.vec(4), (below,))
    assert known_condition(above.gep(0)) is UOp.const(dtypes.bool, False)


def test_rolled_lanes_are_loaded_where_they_are(device: str) -> None:
    x, y = np.arange(16, dtype=np.uint32).reshape(4, 4), np.zeros((4, 4), np.int32)
    result = Tensor(x, device=device).roll(2, 1).where(Tensor(x, device=device).matmul(Tensor(y, device=device)), 3)
    np.testing.assert_array_equal(result.numpy(), np.where(np.roll(x, 2, 1) != 0, 0, 3))
