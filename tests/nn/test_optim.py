"""Optimizers against torch's, step by step."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from heddle import GlobalCounters, Tensor, nn
from heddle.errors import GradientError
from heddle.nn import optim
from heddle.nn.state import get_parameters

CASES: list[tuple[type, type, dict[str, Any]]] = [
    (optim.SGD, torch.optim.SGD, {"lr": 0.1}), (optim.SGD, torch.optim.SGD, {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.1}),
    (optim.SGD, torch.optim.SGD, {"lr": 0.1, "momentum": 0.9, "nesterov": True}), (optim.Adam, torch.optim.Adam, {"lr": 0.01}),
    (optim.AdamW, torch.optim.AdamW, {"lr": 0.01, "weight_decay": 0.1}),
]


@pytest.mark.parametrize(("ours", "theirs", "how"), CASES, ids=lambda x: x.__name__ if isinstance(x, type) else "-".join(x))
def test_steps(ours: type, theirs: type, how: dict[str, Any]) -> None:
    rng = np.random.default_rng(0)
    w, b, x = (rng.standard_normal(s).astype(np.float32) for s in ((4, 3), (3,), (6, 4)))
    hw, hb, tw, tb = Tensor(w), Tensor(b), torch.tensor(w, requires_grad=True), torch.tensor(b, requires_grad=True)
    a, t = ours([hw, hb], **how), theirs([tw, tb], **how)
    for _ in range(5):
        a.zero_grad(), t.zero_grad()
        ((Tensor(x) @ hw + hb).tanh().square().sum()).backward()
        ((torch.tensor(x) @ tw + tb).tanh().square().sum()).backward()
        a.step(), t.step()
    np.testing.assert_allclose(hw.numpy(), tw.detach().numpy(), rtol=2e-4, atol=2e-5)
    np.testing.assert_allclose(hb.numpy(), tb.detach().numpy(), rtol=2e-4, atol=2e-5)


def test_lamb_takes_steps_as_long_as_the_parameter() -> None:
    x = Tensor([3.0, 4.0])
    o = optim.LAMB([x], lr=0.1)
    (x * Tensor([1.0, 1.0])).sum().backward()
    o.step()
    assert abs(np.linalg.norm(x.numpy() - [3, 4]) - 0.5) < 1e-3  # lr times the length of the parameter


def test_lars_takes_steps_in_proportion_to_the_parameter() -> None:
    rng = np.random.default_rng(2)
    w, g = (rng.normal(size=(3, 4)).astype(np.float32) for _ in range(2))
    p, speed = Tensor(w), np.zeros_like(w)
    step = optim.LARS([p], lr=0.1, momentum=0.9, weight_decay=0.01, tcoef=0.02)
    for _ in range(3):
        own, slope = np.linalg.norm(w), np.linalg.norm(g)
        speed = 0.9 * speed + 0.1 * 0.02 * own / (slope + 0.01 * own + 1e-8) * (g + 0.01 * w)
        w = w - speed
        p.grad = Tensor(g)
        step.step()
        np.testing.assert_allclose(p.numpy(), w, rtol=1e-5)


def test_muon_like_torch() -> None:
    rng = np.random.default_rng(3)
    w = rng.normal(size=(6, 4)).astype(np.float32)
    ours, theirs = Tensor(w), torch.tensor(w, requires_grad=True)
    mine = optim.Muon([ours], lr=0.02, momentum=0.9, weight_decay=0.1)
    peer = torch.optim.Muon([theirs], lr=0.02, momentum=0.9, weight_decay=0.1, ns_coefficients=(3.4445, -4.775, 2.0315))
    for _ in range(3):
        g = rng.normal(size=(6, 4)).astype(np.float32)
        ours.grad, theirs.grad = Tensor(g), torch.tensor(g)
        mine.step()
        peer.step()
        np.testing.assert_allclose(ours.numpy(), theirs.detach().numpy(), atol=2e-3)  # torch iterates in bfloat16
    with pytest.raises(GradientError, match="two axes or more"): optim.Muon([Tensor.zeros(3)])


def test_every_step_runs_the_same_kernels_in_the_same_memory() -> None:
    layer = nn.Linear(4, 3)
    o = optim.Adam(get_parameters(layer))
    x, made, places = Tensor.ones(2, 4).contiguous().realize(), [], []
    for _ in range(4):
        before = GlobalCounters.lowered_kernels
        o.zero_grad()
        layer(x).square().sum().backward()
        o.step()
        made.append(GlobalCounters.lowered_kernels - before)
        places.append((layer.weight._memory, o.m[0]._memory))
    assert made[2:] == [0, 0] and places[1] == places[3]


def test_learning_rate_is_data() -> None:
    x = Tensor([1.0])
    o = optim.SGD([x], lr=1.0)
    for rate, want in ((1.0, 0.0), (0.5, -0.5)):
        o.lr.assign(rate).realize()
        o.zero_grad()
        x.sum().backward()
        o.step()
        assert x.item() == want


def test_parameters_that_want_no_gradient_and_those_without_one() -> None:
    used, unused, fixed = Tensor([1.0]), Tensor([2.0]), Tensor([3.0], requires_grad=False)
    o = optim.SGD([used, unused, fixed, used], lr=1.0)
    assert len(o.params) == 2 and o.buffers == [fixed] or o.buffers[0] is fixed
    (used * fixed).sum().backward()
    o.step()
    assert used.item() == -2 and unused.item() == 2 and fixed.item() == 3


def test_narrow_parameters_have_wide_states() -> None:
    x = Tensor([1.0, 2.0], dtype="float16")
    o = optim.Adam([x], lr=0.1)
    x.sum().backward()
    o.step()
    assert o.m[0].dtype.name == "float32" and x.dtype.name == "float16" and abs(x.tolist()[0] - 0.9) < 1e-3


def test_groups_step_together() -> None:
    x, y = Tensor([1.0]), Tensor([1.0])
    group = optim.OptimizerGroup(optim.SGD([x], lr=1.0), optim.SGD([y], lr=0.5))
    (x + y).sum().backward()
    group.step()
    assert (x.item(), y.item()) == (0, 0.5)
    group.zero_grad()
    assert x.grad is None and y.grad is None


def test_errors() -> None:
    with pytest.raises(GradientError, match="at least one parameter"): optim.SGD([Tensor([1])])
    with pytest.raises(GradientError, match="none of the parameters has a gradient"): optim.SGD([Tensor([1.0])]).step()
