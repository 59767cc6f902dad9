"""Memory that a kernel reads as another dtype: parameters of that dtype, where all reads agree."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Tensor
from heddle.codegen import to_linear
from heddle.dtype import dtypes
from heddle.engine.execute import scheduling_capabilities_of
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from heddle.schedule import create_schedule
from heddle.uop import Ops, UOp

GPU = CUDARenderer(Architecture(90, "a"), 132)


def ops_of(x: Tensor) -> list[UOp]:
    """Linear IR of the only kernel of `x`."""
    found = scheduling_capabilities_of(GPU.capabilities)
    (call,) = create_schedule(UOp.sink(x.uop), lambda device: found).linear.src
    return to_linear(call.src[0], GPU).uops


def read(uops: list[UOp]) -> list[str]: return [u.dtype.name for u in uops if u.op is Ops.PARAM][1:]


def test_what_is_read_as_another_dtype_is_of_that() -> None:
    uops = ops_of(Tensor.empty(64, dtype="uint8").bitcast("int8").cast("int32") + 1)
    assert read(uops) == ["int8"] and not any(u.op is Ops.BITCAST for u in uops)


def test_what_is_also_read_as_it_is_stays() -> None:
    x = Tensor.empty(64, dtype="uint8")
    assert read(ops_of(x.bitcast("int8").cast("int32") + x.cast("int32"))) == ["uint8"]


def test_an_index_that_is_read_from_the_same_memory_is_reinterpreted_too() -> None:
    """Before: the memory had two parameters."""
    bits = Tensor.empty(64, dtype="uint32")
    rows = bits.bitcast("int32")
    assert read(ops_of(rows[rows[:8].clip(0, 63)] + 1)) == ["int32"]


def test_another_size_stays() -> None:
    assert read(ops_of(Tensor.empty(64, dtype="uint8").bitcast("int32") + 1)) == ["uint8"]


@pytest.mark.parametrize("dtype", ("fp8e4m3", "bfloat16"))
def test_bits_from_elsewhere_are_factors_of_tensor_cores(dtype: str) -> None:
    """Before: `wgmma` was not used, as its factors were computed: 0.07 to 0.2 of the speed for bytes."""
    bits = {"fp8e4m3": "uint8", "bfloat16": "uint16"}[dtype]
    a, b = (Tensor.empty(1024, 1024, dtype=bits).bitcast(dtype) for _ in range(2))
    assert any(u.op is Ops.WGMMA for u in ops_of(a.matmul(b.T, dtype="float32")))


def test_values(fast_device: str) -> None:
    x = np.arange(256, dtype=np.uint8)
    t = Tensor(x, device=fast_device).realize()
    np.testing.assert_array_equal((t.bitcast("int8").cast("int32") * 2).numpy(), x.view(np.int8).astype(np.int32) * 2)
    np.testing.assert_array_equal(t.bitcast("int8").pad(((3, 2),)).max(0).numpy(), 127)
    words = Tensor(x.view(np.float32), device=fast_device).realize()
    np.testing.assert_array_equal((words.bitcast(dtypes.int32)[1:] & 255).numpy(), x.view(np.int32)[1:] & 255)
