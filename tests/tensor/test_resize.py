"""Images of other sizes, against torch."""
from __future__ import annotations

import numpy as np
import pytest
import torch

from heddle import Tensor, dtypes
from heddle.dtype import to_dtype
from heddle.errors import DTypeError, ShapeError

RNG = np.random.default_rng(0)
OTHERS = {("linear", 1): "linear", ("linear", 2): "bilinear", ("linear", 3): "trilinear", ("cubic", 2): "bicubic"}


@pytest.mark.parametrize("mode", ["nearest", "nearest-exact", "linear", "cubic"])
@pytest.mark.parametrize("space,size", [((7,), (3,)), ((7,), (20,)), ((5, 6), (8, 9)), ((8, 9), (4, 3)), ((4, 5), (4, 1)),
                                        ((2, 3, 4), (5, 2, 7))])
def test_like_torch(mode: str, space: tuple[int, ...], size: tuple[int, ...]) -> None:
    theirs = OTHERS.get((mode, len(size)), mode)
    if mode == "cubic" and len(size) != 2: pytest.skip("torch has cubic for two axes only")
    x = RNG.normal(size=(2, 3, *space)).astype(np.float32)
    for corners in (False, True) if mode in ("linear", "cubic") else (None,):
        want = torch.nn.functional.interpolate(torch.tensor(x), size=size, mode=theirs, align_corners=corners).numpy()
        np.testing.assert_allclose(Tensor(x).interpolate(size, mode, bool(corners)).numpy(), want, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("mode", ["linear", "cubic"])
@pytest.mark.parametrize("size", [(5, 11), (16, 16), (13, 7), (8, 13), (3, 3), (1, 1), (20, 9)])
def test_bytes_are_rounded_and_kept_in_range_as_torch_does_it(mode: str, size: tuple[int, int]) -> None:
    shape = (1, 2, 8, 8)
    x = np.where(RNG.random(shape) < 0.3, RNG.choice((0, 255), shape), RNG.integers(0, 256, shape)).astype(np.uint8)
    for corners in (False, True):
        want = torch.nn.functional.interpolate(torch.tensor(x), size=size, mode=OTHERS[mode, 2], align_corners=corners).numpy()
        np.testing.assert_array_equal(Tensor(x).interpolate(size, mode, corners).numpy(), want)


def test_gradients_like_torch() -> None:
    x = RNG.normal(size=(1, 2, 4, 5)).astype(np.float32)
    ours, theirs = Tensor(x, requires_grad=True), torch.tensor(x, requires_grad=True)
    ours.interpolate((7, 3)).square().sum().backward()
    torch.nn.functional.interpolate(theirs, size=(7, 3), mode="bilinear").square().sum().backward()
    assert ours.grad is not None and theirs.grad is not None
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-4, atol=1e-5)


def test_integers_are_rounded() -> None:
    got = Tensor([[0, 255]], dtype="uint8").interpolate((4,))
    assert got.dtype.name == "uint8" and got.tolist() == [[0, 64, 191, 255]]


def test_the_ends_of_integers_and_truths() -> None:
    for kind in ("int32", "uint32", "int64", "uint8"):
        ends = [int(dtypes.min(to_dtype(kind))), int(dtypes.max(to_dtype(kind)))]
        assert Tensor([[n, n] for n in ends], dtype=kind).interpolate((3,)).tolist() == [[n] * 3 for n in ends]
    assert Tensor([[True, False]]).interpolate(4).tolist() == [[True, True, False, False]]


def test_refused() -> None:
    with pytest.raises(DTypeError, match="no mode 'lanczos'"): Tensor.zeros(2, 3).interpolate((4,), "lanczos")
    with pytest.raises(ShapeError, match="interpolate cannot make"): Tensor.zeros(2, 3).interpolate((4, 4, 4))
    with pytest.raises(ShapeError, match="interpolate cannot make"): Tensor.zeros(2, 3).interpolate((0,))
