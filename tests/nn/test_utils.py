"""Clipping, accumulation and moving averages, against torch and by their formulas."""
from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from heddle import Tensor, TinyJit, nn
from heddle.errors import GradientError, SettingError
from heddle.nn import optim, utils
from heddle.nn.state import get_parameters


def drawn(*shape: int, seed: int = 0) -> np.ndarray: return np.random.default_rng(seed).normal(size=shape).astype(np.float32) * 3


def with_gradients() -> tuple[list[Tensor], list[torch.Tensor]]:
    ours, theirs = [], []
    for n, shape in enumerate([(4, 3), (3,), (2, 2, 2)]):
        a, b = Tensor(drawn(*shape)), torch.tensor(drawn(*shape))
        a.grad, b.grad = Tensor(drawn(*shape, seed=n + 1)), torch.tensor(drawn(*shape, seed=n + 1))
        ours.append(a), theirs.append(b)
    return [*ours, Tensor([1.0])], [*theirs, torch.tensor([1.0])]


@pytest.mark.parametrize("norm_type", [1.0, 2.0, 3.0, math.inf])
@pytest.mark.parametrize("max_norm", [0.5, 1000.0])
def test_norms_are_clipped_as_torch_does(norm_type: float, max_norm: float) -> None:
    ours, theirs = with_gradients()
    norm = utils.clip_grad_norm_(ours, max_norm, norm_type)
    wanted = torch.nn.utils.clip_grad_norm_(theirs, max_norm, norm_type)
    assert norm.shape == () and norm.item() == pytest.approx(wanted.item(), rel=1e-5)
    for a, b in zip(ours[:-1], theirs[:-1], strict=True): np.testing.assert_allclose(a.grad.numpy(), b.grad.numpy(), rtol=1e-5)
    assert ours[-1].grad is None


def test_values_are_clipped_as_torch_does() -> None:
    ours, theirs = with_gradients()
    utils.clip_grad_value_(ours, 1.5)
    torch.nn.utils.clip_grad_value_(theirs, 1.5)
    for a, b in zip(ours[:-1], theirs[:-1], strict=True): np.testing.assert_array_equal(a.grad.numpy(), b.grad.numpy())


def test_one_parameter_none_and_narrow_ones() -> None:
    x = Tensor([3.0, 4.0], dtype="float16")
    x.grad = Tensor([300.0, 400.0], dtype="float16")
    assert utils.clip_grad_norm_(x, 1.0).item() == 500 and x.grad.dtype.name == "float16"
    np.testing.assert_allclose(x.grad.numpy(), [0.6, 0.8], rtol=1e-3)
    assert utils.clip_grad_norm_([Tensor([1.0])], 1.0).item() == 0


def test_a_norm_that_is_not_finite() -> None:
    x = Tensor([1.0])
    x.grad = Tensor([math.inf])
    with pytest.raises(GradientError, match="the norm of the gradients is inf"):
        utils.clip_grad_norm_([x], 1.0, error_if_nonfinite=True)
    with pytest.raises(SettingError, match="norm_type is 0"): utils.clip_grad_norm_([x], 1.0, 0)


def test_small_batches_step_as_a_large_one() -> None:
    x, w = drawn(12, 4), drawn(4, 3, seed=5)
    whole, parts = Tensor(w), Tensor(w)
    one = optim.Adam([whole], lr=0.1)
    several = utils.MultiSteps(optim.Adam([parts], lr=0.1), 3)
    for _ in range(2):
        one.zero_grad()
        (Tensor(x) @ whole).square().mean().backward()
        one.step()
        moved = []
        for piece in np.split(x, 3):
            several.zero_grad()
            (Tensor(piece) @ parts).square().mean().backward()
            moved.append(several.step())
        assert moved == [False, False, True]
    np.testing.assert_allclose(parts.numpy(), whole.numpy(), rtol=1e-4, atol=1e-5)
    with pytest.raises(SettingError, match="every_k is 0"): utils.MultiSteps(one, 0)


def test_averages_follow_and_parameters_come_back() -> None:
    layer = nn.Linear(3, 2)
    average = utils.ExponentialMovingAverage(get_parameters(layer), decay=0.9, use_num_updates=False)
    wanted = layer.weight.numpy().copy()
    for n in range(4):
        layer.weight.assign(Tensor(drawn(2, 3, seed=n))).realize()
        average.update()
        wanted = wanted + (1 - 0.9) * (drawn(2, 3, seed=n) - wanted)
    np.testing.assert_allclose(average.shadow_params[0].numpy(), wanted, rtol=1e-5)
    with average.average_parameters(): np.testing.assert_allclose(layer.weight.numpy(), wanted, rtol=1e-5)
    np.testing.assert_array_equal(layer.weight.numpy(), drawn(2, 3, seed=3))
    with pytest.raises(SettingError, match=r"Call store\(\)"): utils.ExponentialMovingAverage([layer.weight]).restore()


def test_the_first_averages_are_soon_forgotten_and_captures_go_on() -> None:
    x = Tensor([0.0]).realize()
    average = utils.ExponentialMovingAverage([x])
    x.assign(Tensor([1.0])).realize()
    step = TinyJit(lambda: average.shadow_params[0].realize(*average.schedule_update()) * 1)
    wanted = 0.0
    for n in range(1, 6):
        step()
        wanted += (1 - min(0.999, (1 + n) / (10 + n))) * (1 - wanted)
    assert average.shadow_params[0].item() == pytest.approx(wanted, rel=1e-5) and average.num_updates.item() == 5
