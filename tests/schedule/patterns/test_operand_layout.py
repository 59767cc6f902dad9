"""Factors of products that lie across: which are transposed first, and that the results stay what they were."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from heddle import Tensor
from heddle.dtype import dtypes
from heddle.schedule import create_schedule
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.schedule.fusion_report import Reason
from heddle.uop import Ops, UOp
from tests.schedule.graphs import empty, matmul, normal


def kernels_of(node: UOp, iterations: bool = True) -> int:
    schedule = create_schedule(UOp.sink(node), lambda device: SchedulingCapabilities(packs_operands=iterations))
    return sum(call.src[0].op is Ops.SINK for call in schedule.linear.src)


def across(k: int, n: int) -> UOp: return empty(k, n).permute((1, 0))


@pytest.mark.parametrize("left, right, kernels", [
    (across(256, 512), empty(256, 512), 2),
    (across(256, 512), across(512, 256), 2),
    (empty(512, 256), empty(256, 512), 1),  # rows run along the sum
    (empty(512, 256), across(512, 256), 1),  # the factor that is read in vectors is copied anyway
    (across(256, 512), empty(256, 64), 1),  # too few columns
    (across(256, 32), empty(256, 512), 1),  # too few rows
    (across(32, 512), empty(32, 512), 1),  # a short sum
])
def test_what_is_read_across_often_is_transposed(left: UOp, right: UOp, kernels: int) -> None:
    assert kernels_of(matmul(left, right)) == kernels
    assert kernels_of(matmul(left, right), iterations=False) == 1


def test_a_transposed_factor_is_not_transposed_again() -> None:
    left = UOp(Ops.CONTIGUOUS, dtypes.float32, (across(256, 512),))
    assert kernels_of(matmul(left, empty(256, 512))) == 2


def test_what_a_factor_is_computed_from_is_read_while_turning() -> None:
    assert kernels_of(matmul(across(256, 512) * 2 + 1, empty(256, 512))) == 2


def test_a_part_of_a_batch() -> None:
    """Rows and columns are counted without the batch, and a part of an array is transposed like a whole one."""
    left, right = empty(2, 256, 640).shrink(((0, 2), (0, 256), (64, 576))), empty(2, 256, 512)
    assert kernels_of(matmul(left.permute((0, 2, 1)), right)) == 2


@pytest.mark.parametrize("size", [1, 3])
def test_windows_stay_as_they_are(size: int) -> None:
    """Pictures are read in vectors anyway, and windows would be many more elements in memory."""
    x, w = Tensor.empty(8, 64, 16, 16), Tensor.empty(128, 64, size, size)
    assert kernels_of(x.conv2d(w).uop) == 1


def test_the_reason_is_told() -> None:
    x, y = (Tensor.ones(256, 512).contiguous().realize() for _ in range(2))
    (found,) = create_schedule(UOp.sink((x.T @ y).uop), lambda device: SchedulingCapabilities(packs_operands=True)).boundaries
    assert found.why.reason is Reason.TRANSPOSED and found.shape == (512, 1, 256)


@pytest.mark.parametrize("rows, long, columns", [(512, 256, 130), (64, 5000, 128), (129, 64, 257)])
def test_products_of_transposed_factors(rows: int, long: int, columns: int) -> None:
    a, b = normal(long, rows), normal(long, columns, seed=1)
    x, y = Tensor(a), Tensor(b)
    np.testing.assert_allclose((x.T @ y).numpy(), a.T @ b, rtol=1e-4, atol=1e-3)
    np.testing.assert_allclose((x.relu().T @ y).numpy(), np.maximum(a, 0).T @ b, rtol=1e-4, atol=1e-3)


def test_gradients_of_weights() -> None:
    x, w = normal(200, 96), normal(96, 130, seed=1)
    weight = Tensor(w, requires_grad=True)
    (Tensor(x) @ weight).square().sum().backward()
    np.testing.assert_allclose(weight.grad.numpy(), x.T @ (2 * x @ w), rtol=1e-3, atol=1e-2)


# ---- windows over repeated elements


def stored_shapes(y: Tensor) -> list[tuple[int, ...]]:
    return [b.shape for b in create_schedule(UOp.sink(y.uop), lambda device: SchedulingCapabilities(packs_operands=True)).boundaries]


@pytest.mark.parametrize("mode", ["nearest", "linear"])
def test_an_enlarged_image_is_stored_below_the_windows_of_a_convolution(mode: str) -> None:
    x, w = Tensor.empty(1, 32, 16, 16), Tensor.empty(32, 32, 3, 3)
    y = x.interpolate((32, 32), mode).conv2d(w, padding=1)
    assert [s for s in stored_shapes(y) if np.prod(s) == 32 * 32 * 32], stored_shapes(y)


def test_neither_windows_of_plain_memory_nor_repeats_without_windows_are_stored() -> None:
    x, w = Tensor.empty(1, 32, 16, 16), Tensor.empty(32, 32, 3, 3)
    assert stored_shapes(x.conv2d(w, padding=1)) == []
    assert stored_shapes(x.conv2d(w, stride=2, dilation=2)) == []
    keys, queries = Tensor.empty(2, 2, 64, 32), Tensor.empty(2, 8, 64, 32)  # heads that share keys
    assert stored_shapes(queries @ keys.repeat_interleave(4, 1).transpose(2, 3)) == []


def test_few_windows_divide_instead() -> None:
    x, w = Tensor.empty(1, 1, 16, 16), Tensor.empty(1, 1, 3, 3)
    assert stored_shapes(x.interpolate((32, 32), "nearest").conv2d(w)) == []


@pytest.mark.parametrize("mode, size", [("nearest", (14, 12)), ("nearest-exact", (10, 17)), ("linear", (21, 24)), ("cubic", (7, 3))])
def test_convolutions_of_enlarged_images(mode: str, size: tuple[int, int]) -> None:
    x, w = normal(2, 8, 7, 6), normal(16, 8, 3, 3, seed=1)
    enlarged = Tensor(x).interpolate(size, mode)
    want = Tensor(enlarged.numpy()).conv2d(Tensor(w), padding=1).numpy()
    np.testing.assert_allclose(enlarged.conv2d(Tensor(w), padding=1).numpy(), want, rtol=1e-4, atol=1e-4)
# ---- few rows



@pytest.mark.parametrize("batch, length, stride, kernels", [
    (1, 4, 1, 2),  # four positions
    (1, 1, 1, 2),  # one, mostly border
    (2, 8, 2, 2),  # further apart
    (1, 16, 1, 1),  # positions enough for vectors
    (4, 4, 1, 1),
])
def test_windows_at_few_positions_are_stored(batch: int, length: int, stride: int, kernels: int) -> None:
    x, w = Tensor.empty(batch, 64, length), Tensor.empty(32, 64, 3)
    assert kernels_of(x.conv2d(w, stride=stride, padding=1).uop) == kernels
    assert kernels_of(x.conv2d(w, stride=stride, padding=1).uop, iterations=False) == 1


@pytest.mark.parametrize("left, right, kernels", [
    (across(256, 4), empty(256, 512), 1),  # the other factor is not contiguous along the sum: vectors run along its columns
    (across(256, 4), empty(512, 256).permute((1, 0)), 2),
    (empty(4, 256), empty(512, 256).permute((1, 0)), 1),  # both are contiguous
    (across(256, 9), empty(512, 256).permute((1, 0)), 1),  # too many rows
    (across(256, 4), empty(8, 256).permute((1, 0)), 1),  # too few columns
    (across(32, 4), empty(512, 32).permute((1, 0)), 1),  # a short sum
])
def test_few_rows_are_stored_along_the_sum(left: UOp, right: UOp, kernels: int) -> None:
    assert kernels_of(matmul(left, right)) == kernels


def test_few_rows_that_are_stored_are_not_stored_again() -> None:
    left = UOp(Ops.CONTIGUOUS, dtypes.float32, (across(256, 4),))
    assert kernels_of(matmul(left, empty(512, 256).permute((1, 0)))) == 2


@pytest.mark.parametrize("batch, length, stride, padding", [(1, 4, 1, 1), (1, 1, 1, 1), (2, 7, 2, 1), (1, 5, 1, (2, 0)), (1, 6, 3, 0)])
def test_convolutions_with_few_positions(batch: int, length: int, stride: int, padding: Any) -> None:
    a, b = normal(batch, 33, length), normal(20, 33, 3, seed=1)
    border = (padding, padding) if isinstance(padding, int) else padding
    padded = np.pad(a, ((0, 0), (0, 0), border))
    seen = np.lib.stride_tricks.sliding_window_view(padded, 3, 2)[:, :, ::stride]
    got = Tensor(a).conv2d(Tensor(b), stride=stride, padding=(border,)).numpy()
    np.testing.assert_allclose(got, np.einsum("bcpk,ock->bop", seen, b), rtol=1e-4, atol=1e-4)
