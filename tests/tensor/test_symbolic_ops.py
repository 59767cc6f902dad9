"""Operations over sizes known at launch equal torch's over plain sizes, forward and backward, plainly and in replays."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import GlobalCounters, Tensor, TinyJit
from tests.tensor.symbolic_ops import IMAGES, MATRIX, ROWS, N, Row, ours, wanted

SIZES = (5, 4, 12, 1, 7, 2)
NAMES = [row.name for row in ROWS]


def compare(row: Row, n: int, got: tuple[Tensor, ...]) -> None:
    result, grads = wanted(row, n)
    for found, expected in zip(got, (result, *grads), strict=True):
        value = found.numpy()
        assert value.shape == expected.shape, f"n = {n}"
        np.testing.assert_allclose(value, expected, rtol=2e-3, atol=2e-3, err_msg=f"n = {n}")


def check(row: Row, device: str, sizes: tuple[int, ...], is_plain: bool = True) -> None:
    """Plainly, and captured with gradients; from the third call on nothing is compiled."""
    x, images = Tensor(MATRIX, device).realize(), Tensor(IMAGES, device).realize()
    captured, lowered = TinyJit(lambda x, images, n: ours(row, x, images, n)), list[int]()
    for n in (n for n in sizes if n >= row.least):
        if is_plain and n == sizes[0]: compare(row, n, ours(row, x, images, N.bind(n)))
        compare(row, n, captured(x, images, N.bind(n)))
        lowered.append(GlobalCounters.lowered_kernels)
    assert len(set(lowered[2:])) <= 1


@pytest.mark.parametrize("row", ROWS[::4], ids=NAMES[::4])
def test_some(row: Row) -> None: check(row, "PYTHON", (5, 4, 7), False)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_interpreted(row: Row) -> None: check(row, "PYTHON", SIZES)


@pytest.mark.slow
@pytest.mark.parametrize("device", ["CPU", "CL", "WEBGPU"])
@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_compiled(row: Row, device: str, request: pytest.FixtureRequest) -> None:
    check(row, device, SIZES, False)


def test_a_gradient_after_a_look_at_the_value() -> None:
    """Memory of symbolic sizes keeps the graph behind it, as all memory does."""
    x = Tensor(MATRIX, "PYTHON", requires_grad=True)
    for part in (x[:N.bind(5)] * 2, (x[:N.bind(5)] * 2).T):
        assert part.numpy().size == 40
        x.grad = None
        part.square().sum().backward()
        np.testing.assert_allclose(x.grad.numpy(), np.where(np.arange(12)[:, None] < 5, 8 * MATRIX, 0), rtol=1e-6)
