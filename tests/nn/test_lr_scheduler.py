"""Learning-rate schedules against torch's, step by step; in captures; and what is refused."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from heddle import Tensor, TinyJit
from heddle.errors import SettingError
from heddle.nn import lr_scheduler as ours
from heddle.nn import optim

theirs = torch.optim.lr_scheduler

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "step": ("StepLR", {"step_size": 3, "gamma": 0.5}), "milestones": ("MultiStepLR", {"milestones": [2, 5, 5, 9], "gamma": 0.3}),
    "exponential": ("ExponentialLR", {"gamma": 0.9}), "constant": ("ConstantLR", {"factor": 0.25, "total_iters": 4}),
    "linear": ("LinearLR", {"start_factor": 0.1, "total_iters": 6}), "down": ("LinearLR", {"start_factor": 1.0, "end_factor": 0.2}),
    "polynomial": ("PolynomialLR", {"total_iters": 8, "power": 2.0}), "cosine": ("CosineAnnealingLR", {"T_max": 7, "eta_min": 0.01}),
    "restarts": ("CosineAnnealingWarmRestarts", {"T_0": 5}),
    "longer": ("CosineAnnealingWarmRestarts", {"T_0": 3, "T_mult": 2, "eta_min": 0.02}),
    "one cycle": ("OneCycleLR", {"max_lr": 0.4, "total_steps": 21}),
    "one cycle, linear": ("OneCycleLR", {"max_lr": 0.4, "total_steps": 21, "anneal_strategy": "linear", "pct_start": 0.5}),
}
STEPS = 20


def optimizers(lr: float = 0.1) -> tuple[optim.Optimizer, torch.optim.Optimizer]:
    return optim.SGD([Tensor([1.0])], lr=lr), torch.optim.SGD([torch.tensor([1.0], requires_grad=True)], lr=lr)


def rates_of_torch(make: Callable[[torch.optim.Optimizer], Any], steps: int = STEPS) -> list[float]:
    optimizer = optimizers()[1]
    schedule, rates = make(optimizer), []
    for _ in range(steps):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        schedule.step()
    return rates


def rates_of_ours(make: Callable[[optim.Optimizer], Any], steps: int = STEPS) -> list[float]:
    optimizer = optimizers()[0]
    schedule, rates = make(optimizer), []
    for _ in range(steps):
        rates.append(optimizer.lr.item())
        schedule.step()
    return rates


@pytest.mark.parametrize("case", CASES)
def test_rates_are_those_of_torch(case: str) -> None:
    name, how = CASES[case]
    wanted = rates_of_torch(lambda o: getattr(theirs, name)(o, **how))
    np.testing.assert_allclose(rates_of_ours(lambda o: getattr(ours, name)(o, **how)), wanted, rtol=2e-5, atol=1e-8)


def test_a_function_of_the_step() -> None:
    wanted = rates_of_torch(lambda o: theirs.LambdaLR(o, lambda t: 0.95 ** t))
    np.testing.assert_allclose(rates_of_ours(lambda o: ours.LambdaLR(o, lambda t: 0.95 ** t)), wanted, rtol=1e-5)


def test_one_after_the_other() -> None:
    def make(lib: Any, o: Any) -> Any:
        return lib.SequentialLR(o, [lib.LinearLR(o, start_factor=0.1, total_iters=4), lib.CosineAnnealingLR(o, T_max=10)], [4])
    wanted = rates_of_torch(lambda o: make(theirs, o), 14)
    np.testing.assert_allclose(rates_of_ours(lambda o: make(ours, o), 14), wanted, rtol=2e-5, atol=1e-8)


@pytest.mark.parametrize("how", [{}, {"patience": 1, "cooldown": 2, "factor": 0.5},
                                 {"mode": "max", "patience": 0, "threshold_mode": "abs"}], ids=["default", "cooldown", "max"])
def test_a_plateau(how: dict[str, Any]) -> None:
    mine, peer = optimizers()
    a, b = ours.ReduceLROnPlateau(mine, **how), theirs.ReduceLROnPlateau(peer, **how)
    for value in [1.0, 0.9, 0.9, 0.90001, 0.95, 0.95, 0.8, 0.8, 0.8, 0.8, 0.8, 2.0, 2.0, 2.0] + [2.0] * 15:
        a.step(value), b.step(value)
        assert a.get_last_lr() == pytest.approx([peer.param_groups[0]["lr"]], rel=1e-5)


def test_a_schedule_goes_on_in_a_captured_function() -> None:
    x = Tensor([1.0])
    optimizer = optim.SGD([x], lr=1.0)
    schedule = ours.ExponentialLR(optimizer, gamma=0.5)

    @TinyJit
    def step() -> Tensor:
        optimizer.zero_grad()
        x.sum().backward()
        return x.detach().realize(*optimizer.schedule_step(), *schedule.schedule_step()) * 1
    for _ in range(5): step()
    assert schedule.last_epoch == 5 and optimizer.lr.item() == 2.0 ** -5
    assert x.item() == 1 - (1 + 1 / 2 + 1 / 4 + 1 / 8 + 1 / 16)


def test_a_group_has_one_schedule() -> None:
    group = optim.OptimizerGroup(optim.SGD([Tensor([1.0])], lr=1.0), optim.Adam([Tensor([1.0])], lr=0.1))
    schedule = ours.StepLR(group, step_size=1, gamma=0.5)
    schedule.step()
    assert schedule.get_last_lr() == pytest.approx([0.5, 0.05]) and group[1].lr.item() == pytest.approx(0.05)


def test_what_is_refused() -> None:
    o = optimizers()[0]
    with pytest.raises(SettingError, match="step_size is 0"): ours.StepLR(o, 0)
    with pytest.raises(SettingError, match="unknown setting 'cosine'"): ours.OneCycleLR(o, 0.1, 10, anneal_strategy="cosine")
    with pytest.raises(SettingError, match="milestone for each schedule but the first"): ours.SequentialLR(o, [ours.LinearLR(o)], [3])
    with pytest.raises(SettingError, match="factor below 1"): ours.ReduceLROnPlateau(o, factor=1.5)
