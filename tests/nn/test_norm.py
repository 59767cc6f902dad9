"""Norms: their options and running statistics, against torch."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from heddle import Tensor, nn
from heddle.errors import MissingAttributeError, ShapeError
from heddle.nn.state import get_state_dict
from tests.nn.against_torch import check, share

RNG = np.random.default_rng(13)
#: layer, positional arguments here, in torch, and of x
OPTIONS: list[tuple[str, tuple[Any, ...], str, tuple[Any, ...], tuple[int, ...]]] = [
    ("BatchNorm", (3,), "BatchNorm1d", (3,), (4, 3)), ("GroupNorm", (2, 4), "GroupNorm", (2, 4), (2, 4, 3)),
    ("InstanceNorm", (3,), "InstanceNorm2d", (3,), (2, 3, 2, 4))]


@pytest.mark.parametrize("options", [{"affine": False}, {"bias": False}, {"affine": True}], ids=str)
@pytest.mark.parametrize(("name", "sizes", "other", "others", "shape"), OPTIONS, ids=[o[0] for o in OPTIONS])
def test_affine_and_bias(name: str, sizes: Any, other: str, others: Any, shape: tuple[int, ...], options: dict[str, bool]) -> None:
    ours, theirs = getattr(nn, name)(*sizes, **options), getattr(torch.nn, other)(*others, **({"affine": True} | options))
    share(ours, theirs, 1.0)
    with Tensor.train(): check(ours, theirs, [RNG.standard_normal(shape).astype(np.float32)])


@pytest.mark.parametrize("sizes", [5, (5,), (4, 5), (3, 4, 5)], ids=str)
@pytest.mark.parametrize("options", [{}, {"bias": False}, {"elementwise_affine": False}], ids=str)
def test_layer_norm(sizes: Any, options: dict[str, bool]) -> None:
    ours, theirs = nn.LayerNorm(sizes, **options), torch.nn.LayerNorm(sizes, **options)
    share(ours, theirs, 1.0)
    check(ours, theirs, [RNG.standard_normal((2, 3, 4, 5)).astype(np.float32)])


@pytest.mark.parametrize("sizes", [5, (4, 5)], ids=str)
@pytest.mark.parametrize("affine", [True, False])
def test_rms_norm(sizes: Any, affine: bool) -> None:
    ours, theirs = nn.RMSNorm(sizes, 1e-5, affine), torch.nn.RMSNorm(sizes, 1e-5, affine)
    share(ours, theirs, 1.0)
    check(ours, theirs, [RNG.standard_normal((2, 4, 5)).astype(np.float32)])


NORMS = [("BatchNorm", "BatchNorm2d", {}), ("InstanceNorm", "InstanceNorm2d", {"affine": True, "track_running_stats": True}),
         ("InstanceNorm", "InstanceNorm2d", {"affine": False, "track_running_stats": True})]


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("device", ["CPU", "PYTHON"])
@pytest.mark.parametrize(("name", "other", "options"), NORMS, ids=[f"{n[0]} {n[2]}" for n in NORMS])
def test_running_statistics(name: str, other: str, options: dict[str, bool], device: str, dtype: str) -> None:
    ours = getattr(nn, name)(2, momentum=0.3, dtype=dtype, device=device, **options)
    theirs = getattr(torch.nn, other)(2, momentum=0.3, dtype=getattr(torch, dtype), **options)
    share(ours, theirs, 1.0)
    tolerance = 5e-5 if dtype == "float32" else 1e-2
    batches = [(RNG.standard_normal((3, 2, 2, 2)) * 3 + 1).astype(dtype) for _ in range(3)]
    with Tensor.train():
        for x in batches[:2]: check(ours, theirs, [x], rtol=tolerance, atol=tolerance, device=device)
    assert ours.num_batches_tracked.item() == 2
    for key in ("running_mean", "running_var"):
        got = getattr(ours, key)
        assert got.dtype.name == dtype and got.requires_grad is False
        np.testing.assert_allclose(got.numpy(), getattr(theirs, key).numpy(), rtol=tolerance, atol=tolerance, err_msg=key)
    theirs.eval()
    theirs.zero_grad()
    for t in get_state_dict(ours).values(): t.grad = None
    check(ours, theirs, [batches[2]], rtol=tolerance, atol=tolerance, device=device)
    assert ours.num_batches_tracked.item() == 2


def test_mean_of_all_batches() -> None:
    ours, theirs = nn.BatchNorm(2, momentum=None), torch.nn.BatchNorm1d(2, momentum=None)
    with Tensor.train():
        for _ in range(3):
            x = RNG.standard_normal((5, 2)).astype(np.float32)
            ours(Tensor(x)).realize()
            theirs(torch.tensor(x))
    np.testing.assert_allclose(ours.running_mean.numpy(), theirs.running_mean.numpy(), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(ours.running_var.numpy(), theirs.running_var.numpy(), rtol=1e-5)


def test_statistics_of_halves_do_not_overflow() -> None:
    """The variance 400 000 is beyond float16, the normalised values are not."""
    x = np.array([[[-600.0, 600.0], [-700.0, 700.0]]], dtype=np.float16)
    for layer in (nn.BatchNorm(2, dtype="float16"), nn.InstanceNorm(2, dtype="float16"), nn.GroupNorm(2, 2, dtype="float16")):
        with Tensor.train(): np.testing.assert_allclose(layer(Tensor(x)).numpy(), np.sign(x), rtol=2e-3)


@pytest.mark.parametrize("layer", [nn.BatchNorm(2, track_running_stats=False), nn.InstanceNorm(2)], ids=lambda x: type(x).__name__)
def test_nothing_is_kept_without_tracking(layer: Any) -> None:
    with Tensor.train(): trained = layer(Tensor.arange(12).float().reshape(2, 2, 3)).numpy()
    np.testing.assert_array_equal(layer(Tensor.arange(12).float().reshape(2, 2, 3)).numpy(), trained)
    assert not {"running_mean", "running_var"} & set(get_state_dict(layer))
    with pytest.raises(MissingAttributeError): _ = layer.running_mean


def test_gradients_do_not_reach_the_running_statistics() -> None:
    layer, x = nn.InstanceNorm(2, track_running_stats=True), Tensor.rand(2, 2, 4, requires_grad=True)
    with Tensor.train(): layer(x).square().sum().backward()
    assert x.grad is not None and layer.running_mean.grad is None and layer.running_var.grad is None


def test_errors() -> None:
    with pytest.raises(ShapeError, match="a norm needs at least one axis"): nn.LayerNorm(())
    with pytest.raises(ShapeError, match="0 groups do not divide 4 channels"): nn.GroupNorm(0, 4)
    with pytest.raises(ShapeError, match=r"RMS norm needs last axes \(4, 5\), got shape \(5, 4\)"):
        nn.RMSNorm((4, 5))(Tensor.ones(5, 4))
    for tracked in (True, False):
        with pytest.raises(ShapeError, match=r"instance norm needs \(batch, 3, ...\), got shape \(2, 4, 5\)"):
            nn.InstanceNorm(3, track_running_stats=tracked)(Tensor.ones(2, 4, 5))
