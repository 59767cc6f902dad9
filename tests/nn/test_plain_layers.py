"""Activation, pooling, dropout and container layers against torch's."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from heddle import Tensor, nn
from heddle.errors import SettingError, ShapeError
from heddle.nn.state import get_state_dict
from tests.nn.against_torch import check, share

RNG = np.random.default_rng(3)


def normal(*shape: int) -> np.ndarray: return RNG.standard_normal(shape).astype(np.float32)


ACTIVATIONS: list[tuple[str, tuple[Any, ...]]] = [
    ("ReLU", (True,)), ("ReLU6", ()), ("LeakyReLU", (0.2,)), ("PReLU", ()), ("PReLU", (4,)), ("ELU", (0.7,)), ("CELU", (0.7,)),
    ("SELU", ()),
    ("GELU", ()), ("GELU", ("tanh",)), ("SiLU", ()), ("Mish", ()), ("Sigmoid", ()), ("LogSigmoid", ()), ("Hardsigmoid", ()),
    ("Hardswish", ()), ("Hardtanh", (-0.5, 0.7)), ("Tanh", ()), ("Softplus", (2.0,)), ("Softsign", ()), ("Softmax", (1,)),
    ("LogSoftmax", (-1,)), ("GLU", (1,))]


@pytest.mark.parametrize(("name", "arguments"), ACTIVATIONS, ids=lambda x: str(x))
def test_activation(name: str, arguments: tuple[Any, ...]) -> None:
    given = {"approximate": arguments[0]} if name == "GELU" and arguments else {}
    ours = getattr(nn, name)(*arguments)
    theirs = getattr(torch.nn, name)(**given) if given else getattr(torch.nn, name)(*(() if name == "ReLU" else arguments))
    share(ours, theirs)
    check(ours, theirs, [normal(2, 4, 3) * 2])


POOLS: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("MaxPool1d", {"kernel_size": 3, "stride": 2, "padding": 1}, (2, 3, 9)), ("MaxPool2d", {"kernel_size": (2, 3)}, (1, 2, 7, 8)),
    ("MaxPool2d", {"kernel_size": 3, "stride": 2, "dilation": 2, "ceil_mode": True}, (1, 2, 9, 8)),
    ("MaxPool3d", {"kernel_size": 2}, (1, 2, 4, 5, 6)), ("AvgPool1d", {"kernel_size": 3, "stride": 2, "padding": 1}, (2, 3, 9)),
    ("AvgPool2d", {"kernel_size": 3, "stride": 2, "padding": 1, "count_include_pad": False, "ceil_mode": True}, (1, 2, 8, 8)),
    ("AvgPool3d", {"kernel_size": 2}, (1, 2, 4, 5, 6)), ("AdaptiveAvgPool1d", {"output_size": 3}, (2, 3, 10)),
    ("AdaptiveAvgPool2d", {"output_size": 1}, (2, 3, 5, 4)), ("AdaptiveAvgPool2d", {"output_size": (3, None)}, (2, 3, 5, 4)),
    ("AdaptiveAvgPool2d", {"output_size": (7, 2)}, (2, 3, 5, 4)), ("AdaptiveAvgPool3d", {"output_size": 2}, (1, 2, 3, 4, 5)),
    ("AdaptiveMaxPool1d", {"output_size": 3}, (2, 3, 10)), ("AdaptiveMaxPool2d", {"output_size": (3, 2)}, (2, 3, 5, 4)),
    ("AdaptiveMaxPool3d", {"output_size": 2}, (1, 2, 3, 4, 5)), ("Upsample", {"scale_factor": 2}, (1, 2, 3, 4)),
    ("Upsample", {"size": (5, 7), "mode": "bilinear"}, (1, 2, 3, 4)),
    ("Upsample", {"scale_factor": 1.5, "mode": "nearest"}, (1, 2, 4)),
    ("Upsample", {"size": 6, "mode": "linear", "align_corners": True}, (1, 2, 4)),
    *[("Upsample", {"scale_factor": factor, "mode": mode}, (1, 2, 7, 9)) for factor in (1.5, (0.6, 1.9), (1.05, 3)) for mode in
      ("nearest", "nearest-exact", "bilinear", "bicubic")],
    ("Upsample", {"scale_factor": 1.3, "mode": "linear", "align_corners": True}, (1, 2, 23)),
    ("Upsample", {"scale_factor": 1.9, "mode": "nearest"}, (1, 2, 117)),
    ("PixelShuffle", {"upscale_factor": 2}, (2, 8, 3, 2)),
    ("Flatten", {}, (2, 3, 4)), ("Flatten", {"start_dim": 0, "end_dim": 1}, (2, 3, 4)),
    ("Unflatten", {"dim": 1, "unflattened_size": (2, 3)}, (2, 6)), ("Identity", {}, (2, 3))]


@pytest.mark.parametrize(("name", "options", "shape"), POOLS, ids=lambda x: str(x))
def test_pool_or_shape(name: str, options: dict[str, Any], shape: tuple[int, ...]) -> None:
    check(getattr(nn, name)(**options), getattr(torch.nn, name)(**options), [normal(*shape)])


CONVS: list[tuple[str, tuple[Any, ...], dict[str, Any], tuple[int, ...]]] = [
    ("Conv3d", (2, 4, (2, 3, 1)), {"stride": (1, 2, 1), "padding": 1, "groups": 2}, (1, 2, 3, 5, 2)),
    ("ConvTranspose3d", (2, 3, 2), {"stride": 2, "output_padding": 1}, (1, 2, 2, 3, 2)),
    ("Conv1d", (3, 2, 3), {"dilation": 2, "padding": "same"}, (2, 3, 8)),
    ("ConvTranspose1d", (3, 2, 4), {"stride": 2, "padding": 1}, (2, 3, 5))]


@pytest.mark.parametrize(("name", "sizes", "options", "shape"), CONVS, ids=[c[0] for c in CONVS])
def test_convolution(name: str, sizes: tuple[Any, ...], options: dict[str, Any], shape: tuple[int, ...]) -> None:
    ours, theirs = getattr(nn, name)(*sizes, **options), getattr(torch.nn, name)(*sizes, **options)
    share(ours, theirs)
    check(ours, theirs, [normal(*shape)])


def test_indices_of_max_pool() -> None:
    x = normal(1, 2, 4, 6)
    got, want = nn.MaxPool2d(2, return_indices=True)(Tensor(x)), torch.nn.MaxPool2d(2, return_indices=True)(torch.tensor(x))
    for a, b in zip(got, want, strict=True): np.testing.assert_array_equal(a.numpy(), b.numpy())


def test_layer_norm_without_bias() -> None:
    ours, theirs = nn.LayerNorm(5, bias=False), torch.nn.LayerNorm(5, bias=False)
    share(ours, theirs, spread=1.0)
    check(ours, theirs, [normal(2, 5)])


def test_sequential_names_its_parameters_as_torch_does() -> None:
    ours = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(inplace=True), nn.Sequential(nn.Flatten(), nn.Linear(8, 3)), nn.Dropout())
    theirs = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.ReLU(), torch.nn.Sequential(
        torch.nn.Flatten(), torch.nn.Linear(8, 3)), torch.nn.Dropout()).eval()
    assert set(get_state_dict(ours)) == set(theirs.state_dict())
    share(ours, theirs)
    check(ours, theirs, [normal(2, 1, 4, 4)])
    assert isinstance(ours[:2], nn.Sequential) and len(ours[:2]) == 2 and isinstance(ours[1], nn.ReLU)
    assert len(nn.Sequential([nn.ReLU(), nn.Tanh()])) == 2 and nn.Sequential()(3) == 3


@pytest.mark.parametrize("layer", [nn.Dropout(0.25), nn.Dropout2d(0.25)], ids=["elements", "channels"])
def test_dropout(layer: Any) -> None:
    Tensor.manual_seed(4)
    x = Tensor(np.abs(normal(40, 50, 4, 1)) + 1)
    assert layer(x) is x or (layer(x).numpy() == x.numpy()).all()
    with Tensor.train(): y = layer(x).numpy()
    ratio = y / x.numpy()
    assert set(np.round(np.unique(ratio), 5)) == {0.0, np.float32(1.33333)} and abs((y == 0).mean() - 0.25) < 0.05
    if isinstance(layer, nn.Dropout2d): assert (np.ptp(ratio, axis=(2, 3)) < 1e-6).all()
    else: assert (np.ptp(ratio, axis=(2, 3)) > 1).any()


def test_errors() -> None:
    with pytest.raises(SettingError, match="from 0 to 1"): nn.Dropout(1.5)
    with pytest.raises(ShapeError, match=r"MaxPool2d needs \(batch, channels\) and 2 axes"): nn.MaxPool2d(2)(Tensor.ones(2, 3, 4))
    with pytest.raises(ShapeError, match="needs 2 sizes of at least 1"): nn.AdaptiveAvgPool2d(0)
    with pytest.raises(ShapeError, match="needs 2 sizes"): nn.AdaptiveMaxPool2d((1, 2, 3))
    with pytest.raises(ShapeError, match="Give one of them"): nn.Upsample()
    with pytest.raises(ShapeError, match="PixelShuffle needs"): nn.PixelShuffle(2)(Tensor.ones(1, 3, 2, 2))
    with pytest.raises(ShapeError, match="GLU needs an even axis"): nn.GLU()(Tensor.ones(2, 3))
    with pytest.raises(ShapeError, match="PReLU needs"): nn.PReLU(3)(Tensor.ones(2, 4))
