"""Values that only a narrowing cast reads are stored narrow, and casts that widen are never stored."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Tensor
from heddle.dtype import DType, dtypes
from heddle.engine.execute import scheduled_for
from heddle.schedule import create_schedule
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.uop import Ops, UOp
from tests.schedule.graphs import kernels, matmul

F32 = dtypes.float32
HALVES = (dtypes.float16, dtypes.bfloat16)


def narrow(dtype: DType, *shape: int) -> UOp: return UOp.new_buffer("CPU", int(np.prod(shape)), dtype).reshape(shape)


def product(a: UOp, b: UOp) -> UOp:
    """a @ b, reduced in float32 and rounded to the dtype of a."""
    return matmul(a.cast(F32), b.cast(F32)).cast(a.dtype)


def memory(*nodes: UOp) -> list[DType]:
    """The formats of all buffers of all kernels."""
    return [n.dtype for ast in kernels(*nodes) for n in ast.toposort() if n.op is Ops.PARAM]


@pytest.mark.parametrize("dtype", HALVES)
def test_a_product_of_a_product_reads_narrow_floats(dtype: DType) -> None:
    a, b, c = (narrow(dtype, 64, 64) for _ in range(3))
    found = memory(product(product(a, b), c).contiguous())
    assert len(found) == 6 and set(found) == {dtype}


def test_a_product_of_an_epilogue_reads_narrow_floats() -> None:
    a, b, c = (narrow(dtypes.bfloat16, 64, 64) for _ in range(3))
    value = (matmul(a.cast(F32), b.cast(F32)) * 2).alu(Ops.EXP2).cast(dtypes.bfloat16)
    assert set(memory(product(value, c).contiguous())) == {dtypes.bfloat16}


def test_a_value_that_something_else_reads_stays_wide() -> None:
    a, b, c = (narrow(dtypes.bfloat16, 64, 64) for _ in range(3))
    wide = matmul(a.cast(F32), b.cast(F32))
    found = memory(product(wide.cast(dtypes.bfloat16), c).contiguous(), (wide.permute((1, 0)) + 1).contiguous())
    assert F32 in found


def test_a_result_and_what_the_program_stores_stay_wide() -> None:
    a, b, c = (narrow(dtypes.bfloat16, 64, 64) for _ in range(3))
    wide = matmul(a.cast(F32), b.cast(F32)).contiguous()
    assert F32 in memory(product(wide.cast(dtypes.bfloat16), c).contiguous())


def test_a_reduction_is_stored_narrow_after_it_was_moved() -> None:
    a, b, c = narrow(dtypes.bfloat16, 64, 32), narrow(dtypes.bfloat16, 32, 48), narrow(dtypes.bfloat16, 64, 40)
    moved = matmul(a.cast(F32), b.cast(F32)).permute((1, 0)).cast(dtypes.bfloat16)
    assert set(memory(product(moved, c).contiguous())) == {dtypes.bfloat16}


def test_what_is_computed_wide_and_rounded_is_not_packed() -> None:
    """A float32 computed of as many bfloat16 takes twice their memory, but what the product reads of it does not."""
    x, w = narrow(dtypes.bfloat16, 512, 256), narrow(dtypes.bfloat16, 256, 512)
    value = (x.cast(F32) * 2).alu(Ops.EXP2).cast(dtypes.bfloat16)
    assert len(kernels(product(value, w).contiguous())) == 2


@pytest.mark.parametrize("dtype", HALVES)
def test_the_rounding_is_that_of_the_program(dtype: DType) -> None:
    """Bit for bit what comes out if every cast is stored by the program itself."""
    made = np.random.default_rng(5).normal(size=(3, 24, 24)).astype(np.float32)
    a, b, c = (Tensor(x).cast(dtype).realize() for x in made)

    def twice(stored: bool) -> np.ndarray:
        first = (a @ b).contiguous().realize() if stored else a @ b
        second = (first.float() * 1.5).cast(dtype)
        if stored: second = second.contiguous().realize()
        return (second @ c).float().numpy()

    np.testing.assert_array_equal(twice(False), twice(True))


def test_a_later_reader_of_the_wide_value_sees_it_unrounded() -> None:
    """The wide value is wanted again after a run that stored the narrow one alone."""
    made = np.random.default_rng(6).normal(size=(3, 24, 24)).astype(np.float32)
    a, b, c = map(Tensor, made)
    wide = (a.realize() @ b.realize()).float()
    (wide.cast(dtypes.bfloat16) @ c.cast(dtypes.bfloat16)).realize()
    np.testing.assert_allclose(wide.numpy(), made[0] @ made[1], rtol=1e-5, atol=1e-5)


def buffers_of(*nodes: UOp, units: tuple[DType, ...] = HALVES) -> list[DType]:
    """The formats of all buffers of all kernels, on a device with tensor cores for these formats."""
    found = SchedulingCapabilities(fuses_blocks=units)
    calls = create_schedule(UOp.sink(*nodes), lambda device: found).linear.src
    return [n.dtype for c in calls for n in c.src[0].toposort() if n.op is Ops.PARAM]


def test_a_copy_of_what_was_widened_is_narrow_where_tensor_cores_take_that() -> None:
    """Padded weights, as in the gradient of a convolution with strides. Before: float32, which no tensor core took as a factor."""
    a, b = narrow(dtypes.bfloat16, 64, 64), narrow(dtypes.bfloat16, 63, 64)
    padded = b.cast(F32).pad(((0, 1), (0, 0))).contiguous()
    total = matmul(a.cast(F32), padded).contiguous()
    assert buffers_of(total).count(F32) == 1 and buffers_of(total, units=()).count(F32) == 3
    assert buffers_of(padded).count(F32) == 1, "a result of the program is as it says"
    assert buffers_of(padded, total).count(F32) == 3, "one that is read besides too"


def test_a_narrow_copy_has_the_same_elements() -> None:
    x = np.random.default_rng(5).normal(size=(7, 5)).astype(np.float32)
    narrowed = Tensor(x, device="CPU").cast(dtypes.bfloat16).realize()
    token = scheduled_for.set(SchedulingCapabilities(fuses_blocks=HALVES))
    try: found = (narrowed.float().pad(((1, 0), (0, 2))).flip(0).contiguous() * 2 + 1).numpy()
    finally: scheduled_for.reset(token)
    expected = np.pad(narrowed.float().numpy(), ((1, 0), (0, 2)))[::-1] * 2 + 1
    np.testing.assert_array_equal(found, expected)
