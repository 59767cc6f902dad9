"""Loss scaling, against torch.amp.GradScaler and by hand."""
from __future__ import annotations

import numpy as np
import pytest
import torch

from heddle import Tensor, TinyJit, autocast, nn
from heddle.errors import GradientError, SettingError
from heddle.nn.optim import SGD, Adam, OptimizerGroup
from heddle.nn.state import get_parameters


def test_the_scale_follows_torch():
    ours, theirs = nn.GradScaler(64.0, 3.0, 0.25, 2), torch.amp.GradScaler("cpu", 64.0, 3.0, 0.25, 2)
    w, v = Tensor([1.0, 2.0]), torch.tensor([1.0, 2.0], requires_grad=True)
    a, b = SGD([w], lr=0.1), torch.optim.SGD([v], lr=0.1)
    for factor in (1.0, 2.0, float("inf"), 1.0, float("nan"), 1.0, 1.0, 1.0):
        a.zero_grad()
        b.zero_grad()
        ours.scale((w * factor).sum()).backward()
        theirs.scale((v * factor).sum()).backward()
        ours.step(a)
        ours.update()
        theirs.step(b)
        theirs.update()
        assert ours.get_scale() == theirs.get_scale()
        np.testing.assert_allclose(w.numpy(), v.detach().numpy(), rtol=1e-6)


@pytest.mark.parametrize("is_captured", [False, True])
def test_a_skipped_step_leaves_everything(is_captured):
    Tensor.manual_seed(2)
    layers = [nn.Linear(4, 8), nn.Linear(8, 1)]
    optimizer = OptimizerGroup(Adam(get_parameters(layers[0]), lr=0.01), SGD(get_parameters(layers[1]), lr=0.01, momentum=0.9))
    scaler = nn.GradScaler(init_scale=1024.0, growth_interval=3)

    def step(x):
        optimizer.zero_grad()
        with autocast("float16"): loss = layers[1](layers[0](x).relu()).square().mean()
        scaler.scale(loss).backward()
        return loss.realize(*scaler.schedule_step(optimizer))

    run = TinyJit(step) if is_captured else step
    adam, sgd = optimizer.optimizers
    held = [*optimizer.params, *adam.m, *adam.v, adam.b1_t, adam.b2_t, *sgd.b]
    scales = []
    for i in range(7):
        before = [t.numpy().copy() for t in held]
        run(Tensor(np.full((2, 4), 6e4 if i == 4 else 0.5 + i / 10, np.float32)))
        changed = [not np.array_equal(a, t.numpy()) for a, t in zip(before, held, strict=True)]
        assert not any(changed) if i == 4 else all(changed[-3:])
        scales.append(scaler.get_scale())
    assert scales == [1024.0, 1024.0, 2048.0, 2048.0, 1024.0, 1024.0, 1024.0]


def test_unscale_before_clipping():
    w = Tensor([1.0, 2.0])
    optimizer, scaler = SGD([w], lr=1.0), nn.GradScaler(init_scale=256.0)
    scaler.scale((w * Tensor([3.0, 4.0])).sum()).backward()
    scaler.unscale_(optimizer)
    assert w.grad.tolist() == [3.0, 4.0]
    with pytest.raises(GradientError, match="called twice"): scaler.unscale_(optimizer)
    scaler.step(optimizer)
    assert w.tolist() == [-2.0, -2.0]


def test_disabled_and_saved():
    scaler = nn.GradScaler(enabled=False)
    assert scaler.get_scale() == 1.0
    w = Tensor([1.0])
    optimizer = SGD([w], lr=1.0)
    scaler.scale(w.sum()).backward()
    scaler.step(optimizer)
    scaler.update()
    assert w.tolist() == [0.0] and scaler.get_scale() == 1.0
    other = nn.GradScaler(init_scale=8.0)
    other.load_state_dict(nn.GradScaler(init_scale=32.0).state_dict())
    assert other.get_scale() == 32.0


def test_errors():
    with pytest.raises(SettingError, match="cannot grow by"): nn.GradScaler(growth_factor=0.5)
    with pytest.raises(GradientError, match="none of the parameters"): nn.GradScaler().step(SGD([Tensor([1.0])], lr=1.0))


def test_small_gradients_survive():
    w = Tensor([1.0])
    scaler = nn.GradScaler(init_scale=4096.0)
    with autocast("float16"): loss = (w.reshape(1, 1) @ Tensor([[1e-4]])).reshape(()) * 1e-4
    scaler.scale(loss).backward()
    scaler.unscale_(SGD([w], lr=1.0))
    np.testing.assert_allclose(w.grad.numpy(), [1e-8], rtol=1e-2)
