"""Optimizers against torch's, step by step."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from heddle import Context, GlobalCounters, Tensor, TinyJit, nn
from heddle.errors import GradientError, JitError, SettingError
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
    mine = optim.Muon([ours], lr=0.02, momentum=0.9, weight_decay=0.1, adjust_lr_fn="original")
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
    with pytest.raises(GradientError, match=r"(?s)none of the parameters.*an empty batch"): optim.SGD([Tensor([1.0])]).step()


#: options of the reference's interface that torch lacks: parameters after three steps, as that package (0.14.0) gives them
OTHER_OPTIONS: list[tuple[type, dict[str, Any], list[float]]] = [
    (optim.SGD, {"momentum": 0.9, "weight_decay": 0.1, "classic": True}, [0.63463545, -0.07110070, 0.99984545, 0.31959763]),
    (optim.SGD, {"momentum": 0.9, "nesterov": True, "classic": True}, [0.80469531, -0.05771315, 1.12142444, 0.32276255]),
    (optim.LARS, {}, [0.12601261, -0.13207616, 0.64078736, 0.10516276]),
    (optim.LARS, {"weight_decay": 0.1, "tcoef": 0.02, "classic": False}, [0.13329977, -0.13121872, 0.64661080, 0.10912821]),
    (optim.LARS, {"weight_decay": 0.1, "tcoef": 0.02, "pre_wd": False}, [0.12739635, -0.12763196, 0.62798434, 0.10644401]),
    (optim.LARS, {"weight_decay": 0.1, "tcoef": 0.0}, [0.63463545, -0.07110070, 0.99984545, 0.31959763]),
    (optim.LARS, {"weight_decay": 0.1, "tcoef": 0.0, "ns_steps": 5}, [1.71338344, -0.02963249, 2.06613898, 0.74647766]),
    (optim.LAMB, {"weight_decay": 0.1}, [0.27717772, 0.03596404, 0.82263821, 0.25934482]),
    (optim.LAMB, {"weight_decay": 0.1, "adam": True}, [0.29788271, 0.05406993, 0.84879816, 0.29635978]),
    (optim.Muon, {}, [0.24828711, -0.10467604, 0.73196882, 0.14483306]),
    (optim.Muon, {"nesterov": False, "weight_decay": 0.0}, [0.24763656, -0.11056037, 0.80148828, 0.17880246]),
]


@pytest.mark.parametrize(("kind", "how", "wanted"), OTHER_OPTIONS, ids=lambda x: x.__name__ if isinstance(x, type) else None)
def test_options_beyond_torchs(kind: type, how: dict[str, Any], wanted: list[float]) -> None:
    rng = np.random.default_rng(0)
    w, gradients = rng.normal(size=(4, 3)).astype(np.float32), rng.normal(size=(3, 4, 3)).astype(np.float32)
    p = Tensor(w)
    o = kind([p], lr=0.1, device="CPU", fused=True, **how)
    for g in gradients:
        p.grad = Tensor(g)
        o.step()
    np.testing.assert_allclose(p.numpy().ravel()[:4], wanted, rtol=2e-5, atol=1e-5)


def test_numbers_without_axes_are_parameters_too() -> None:
    for kind in (optim.SGD, optim.Adam, optim.LAMB, optim.LARS):
        x = Tensor(2.0)
        o = kind([x], lr=0.1)
        (x * 3).backward()
        o.step()
        assert x.shape == () and x.item() < 2 and o.lr.shape == (1,)


@pytest.mark.parametrize("kind", [optim.SGD, optim.Adam, optim.LAMB, optim.LARS, optim.Muon])
def test_gradients_that_are_constants(kind: Callable[..., optim.Optimizer]) -> None:
    w = Tensor(np.ones((4, 4), np.float32)).realize()
    o = kind([w], lr=0.1)
    for _ in range(4):
        before = w.numpy()
        o.zero_grad()
        (w * 2).sum().backward()
        o.step()
        assert (w.numpy() < before).all() and w.grad.tolist() == [[2.0] * 4] * 4


def test_what_an_optimizer_refuses() -> None:
    for kind, how in ((optim.SGD, {"lr": -0.1}), (optim.Adam, {"lr": float("nan")}), (optim.AdamW, {"weight_decay": -1.0}),
                      (optim.LARS, {"momentum": -0.5})):
        (name, value), = how.items()
        with pytest.raises(SettingError, match=f"{name} is {value}"): kind([Tensor([1.0])], **how)
    with pytest.raises(SettingError, match="unknown setting 'rms'"): optim.Muon([Tensor.zeros(2, 2)], adjust_lr_fn="rms")


def test_members_of_a_group() -> None:
    a, b = optim.SGD([Tensor([1.0])]), optim.Adam([Tensor([1.0])])
    group = optim.OptimizerGroup(a, b)
    assert group[0] is a and group[1] is b and len(group) == 2


def test_gradients_that_are_zeroed_in_place_between_replays() -> None:
    """A captured function that adds to gradients refuses where they are gone, and says what keeps them."""
    def losses(set_to_none: bool, jit: int) -> list[float]:
        weight = Tensor([[0.5, -1.0, 2.0]], requires_grad=True)
        opt = optim.SGD([weight], lr=0.01)
        found: list[float] = []

        @TinyJit
        def micro_batch(x: Tensor) -> Tensor:
            loss = (x * weight).sum().square()
            loss.backward()
            return loss.realize(weight.grad)

        with Context(JIT=jit):
            for i in range(9):
                if i % 3 == 0: opt.zero_grad(set_to_none=set_to_none)
                found.append(micro_batch(Tensor([[1.0, i / 4, 2.0]]).realize()).item())
                if i % 3 == 2: opt.step()
        return found
    expected = losses(True, 0)
    assert losses(False, 1) == pytest.approx(expected, rel=1e-5) and losses(False, 0) == pytest.approx(expected, rel=1e-5)
    with pytest.raises(JitError, match=r"gradient that the captured function adds to is gone(.|\n)*zero_grad\(set_to_none=False\)"):
        losses(True, 1)


def test_two_optimizers_of_the_same_parameter_count_their_own_steps() -> None:
    p, t = Tensor([1.0, -2.0], requires_grad=True), torch.tensor([1.0, -2.0], requires_grad=True)
    pairs = [(optim.Adam([p], lr=0.1), torch.optim.Adam([t], lr=0.1)), (optim.Adam([p], lr=0.05), torch.optim.Adam([t], lr=0.05))]
    for ours, theirs in [*pairs, *pairs, pairs[0], pairs[0]]:
        for opt, x in ((ours, p), (theirs, t)):
            opt.zero_grad()
            (x * x).sum().backward()
            opt.step()
    np.testing.assert_allclose(p.numpy(), t.detach().numpy(), rtol=1e-4)
    assert pairs[0][0].b1_t.item() == pytest.approx(0.9 ** 4) and pairs[1][0].b1_t.item() == pytest.approx(0.9 ** 2)
