"""Convolutions: what the padding holds, against torch, and what is refused."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from heddle import Tensor, nn
from heddle.errors import SettingError, ShapeError
from tests.nn.against_torch import check, share

RNG = np.random.default_rng(12)
#: layer, sizes, options, shape of x
CASES: list[tuple[str, tuple[Any, ...], dict[str, Any], tuple[int, ...]]] = [
    ("Conv1d", (2, 3, 3), {"padding": 2, "stride": 2}, (2, 2, 5)),
    ("Conv1d", (2, 2, 4), {"padding": "same", "groups": 2}, (1, 2, 6)),
    ("Conv2d", (2, 2, (3, 2)), {"padding": (2, 1), "bias": False}, (1, 2, 4, 3)),
    ("Conv2d", (1, 2, 3), {"padding": "same", "dilation": (1, 2)}, (1, 1, 3, 5)),
    ("Conv2d", (1, 2, 3), {"padding": "valid"}, (1, 1, 3, 4)),
    ("Conv3d", (1, 2, 2), {"padding": 1}, (1, 1, 2, 3, 2))]


@pytest.mark.parametrize("mode", ["zeros", "reflect", "replicate", "circular"])
@pytest.mark.parametrize(("name", "sizes", "options", "shape"), CASES, ids=[f"{c[0]} {c[2]}" for c in CASES])
def test_padding_mode(name: str, sizes: tuple[Any, ...], options: dict[str, Any], shape: tuple[int, ...], mode: str) -> None:
    ours = getattr(nn, name)(*sizes, **options, padding_mode=mode)
    theirs = getattr(torch.nn, name)(*sizes, **options, padding_mode=mode)
    share(ours, theirs)
    check(ours, theirs, [RNG.standard_normal(shape).astype(np.float32)])


@pytest.mark.parametrize("device", ["CPU", "PYTHON"])
@pytest.mark.parametrize("mode", ["reflect", "replicate", "circular"])
def test_padding_mode_of_halves(mode: str, device: str) -> None:
    ours = nn.Conv2d(1, 2, 2, padding=1, padding_mode=mode, dtype="float16", device=device)
    theirs = torch.nn.Conv2d(1, 2, 2, padding=1, padding_mode=mode, dtype=torch.float16)
    share(ours, theirs)
    check(ours, theirs, [RNG.standard_normal((1, 1, 2, 3)).astype(np.float16)], rtol=1e-2, atol=1e-2, device=device)


def test_pairs_of_padding_are_filled_by_the_mode() -> None:
    layer = nn.Conv1d(1, 1, 1, padding=((2, 1),), bias=False, padding_mode="circular")
    got = layer(Tensor([[[1.0, 2.0, 3.0]]])) / layer.weight.reshape(1)
    np.testing.assert_allclose(got.numpy(), [[[2, 3, 1, 2, 3, 1]]], rtol=1e-6)


def test_padding_mode_may_follow_by_position_as_in_torch() -> None:
    assert nn.Conv2d(1, 1, 3, 1, 1, 1, 1, True, "reflect").padding_mode == "reflect"


def test_a_transposed_convolution_fills_with_zeros_only() -> None:
    assert nn.ConvTranspose2d(1, 1, 2, padding_mode="zeros").weight.shape == (1, 1, 2, 2)
    with pytest.raises(SettingError, match="a transposed convolution has no padding mode 'reflect'"):
        nn.ConvTranspose2d(1, 1, 2, padding_mode="reflect")


def test_errors() -> None:
    with pytest.raises(SettingError, match="There are: zeros, reflect, replicate, circular"): nn.Conv2d(1, 1, 3, padding_mode="wrap")
    with pytest.raises(ShapeError, match="0 groups do not divide 2 input and 4 output channels"): nn.Conv1d(2, 4, 1, groups=0)
    with pytest.raises(ShapeError, match="3 groups do not divide 3 input and 4 output channels"): nn.Conv1d(3, 4, 1, groups=3)
    padded = nn.Conv2d(1, 1, 3, padding=3, padding_mode="reflect")
    with pytest.raises(ShapeError, match="reflect padding of axis 2"): padded(Tensor.ones(1, 1, 3, 3))
    with pytest.raises(ShapeError, match=r"Conv2d needs \(batch, channels\) and 2 axes of space, got shape \(1, 3, 3\)"):
        padded(Tensor.ones(1, 3, 3))
