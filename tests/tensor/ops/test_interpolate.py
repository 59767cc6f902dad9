"""Images of other sizes, against torch."""
from __future__ import annotations

import numpy as np
import pytest
import torch

from heddle import Tensor, dtypes
from heddle.dtype import to_dtype
from heddle.errors import DTypeError, ShapeError
from heddle.tensor.ops import interpolate
from heddle.uop import Ops

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


@pytest.mark.parametrize("size,places", [
    (3, [0, 0, 1, 1, 2, 2]), (3, [0, 1, 1, 2, 2]), (3, [-2, -1, 0, 0, 1, 1, 2]), (4, [-1, 0, 1, 2, 3, 4, 5]), (5, [0, 2, 4]),
    (5, [3]), (5, [2, 2, 2]), (5, [0, 0, 0, 0, 1, 1, 2, 2, 2]), (5, [4, 3, 2]), (5, [0, 3, 1]), (5, [0, 0, 1, 1, 1, 2]), (1, [0, 0])])
def test_positions_are_picked_as_views_or_one_by_one(size: int, places: list[int]) -> None:
    x = RNG.normal(size=(2, size)).astype(np.float32)
    got = interpolate._pick(Tensor(x), 1, np.array(places))
    np.testing.assert_array_equal(got.numpy(), x[:, np.clip(places, 0, size - 1)])


@pytest.mark.parametrize("shape,size", [((1, 4, 5, 6), (10, 12)), ((1, 4, 5, 6), (5, 18)), ((1, 4, 6, 6), (3, 2))])
def test_whole_factors_take_no_table_of_positions(shape: tuple[int, ...], size: tuple[int, ...]) -> None:
    x = Tensor.empty(*shape)
    assert not [n for n in x.interpolate(size, "nearest").uop.toposort() if n.op is Ops.GATHER]


def test_whatever_the_positions_they_are_those_of_numpy() -> None:
    rng = np.random.default_rng(7)
    for _ in range(200):
        size, length = int(rng.integers(1, 8)), int(rng.integers(1, 12))
        step = np.arange(length) * int(rng.integers(1, 3)) + int(rng.integers(-4, 5))
        places = np.sort(rng.integers(-2, size + 2, length)) if rng.random() < 0.5 else step // int(rng.integers(1, 4))
        x = np.arange(size, dtype=np.float32)[None]
        got = interpolate._pick(Tensor(x, device="PYTHON"), 1, places)
        np.testing.assert_array_equal(got.numpy(), x[:, places.clip(0, size - 1)], err_msg=str(places))
