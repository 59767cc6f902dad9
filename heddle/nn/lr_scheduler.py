"""Learning-rate schedules: an optimizer's learning rate as a function of the number of steps.

Inputs: an optimizer (or an `OptimizerGroup`), whose rate at that moment is the base rate. Outputs: its `lr`, assigned at each
`step()`. Invariants: the count of steps is a tensor and the rate is computed from it on the device, so a schedule that is stepped
inside a captured function goes on with each replay. Names, arguments and values are torch's (torch.optim.lr_scheduler).
"""
from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence

from heddle.dtype import dtypes
from heddle.errors import SettingError
from heddle.names_elsewhere import explain_keywords
from heddle.nn.optim import Optimizer, OptimizerGroup
from heddle.tensor import Tensor


class LRScheduler:
    """What all schedules have in common: `step()` counts and sets the rate; the rate at step 0 is set at once."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        explain_keywords(cls)

    def __init__(self, optimizer: Optimizer) -> None:
        self.optimizers = optimizer.optimizers if isinstance(optimizer, OptimizerGroup) else (optimizer,)
        self.base_lrs = [float(o.lr.item()) for o in self.optimizers]
        self.counts = [Tensor([0], dtype=dtypes.int32, device=o.device).realize() for o in self.optimizers]
        self._set()

    @abstractmethod
    def rate(self, step: Tensor, base: float) -> Tensor:
        """The rate after `step` steps; step and result: float32, shape (1,)."""

    def step(self) -> None:
        """Counts one step and sets the rate, now."""
        tensors = self.schedule_step()
        tensors[0].realize(*tensors[1:])

    def schedule_step(self) -> list[Tensor]:
        """As `step`; count and rate are computed when the tensors returned are."""
        for count in self.counts: count.assign(count + 1)
        return [*self.counts, *self._assigned()]

    def get_last_lr(self) -> list[float]:
        """The rate of each optimizer."""
        return [float(o.lr.item()) for o in self.optimizers]

    @property
    def last_epoch(self) -> int:
        """The number of steps so far."""
        return int(self.counts[0].item())

    def _assigned(self) -> list[Tensor]:
        return [o.lr.assign(self.rate(count.cast(dtypes.float32), base).reshape(o.lr.shape))
                for o, count, base in zip(self.optimizers, self.counts, self.base_lrs, strict=True)]

    def _set(self) -> None:
        tensors = self._assigned()
        tensors[0].realize(*tensors[1:])


def _at_least(least: float, **values: float) -> None:
    for name, value in values.items():
        if not value >= least: raise SettingError(f"{name} is {value}", f"Give a {name} of {least:g} or more.")


class LambdaLR(LRScheduler):
    """base * lr_lambda(step), where step is a Tensor of shape (1,)."""

    def __init__(self, optimizer: Optimizer, lr_lambda: Callable[[Tensor], Tensor]) -> None:
        self.lr_lambda = lr_lambda
        super().__init__(optimizer)

    def rate(self, step: Tensor, base: float) -> Tensor: return base * self.lr_lambda(step)


class StepLR(LRScheduler):
    """base * gamma**(step // step_size)"""

    def __init__(self, optimizer: Optimizer, step_size: int, gamma: float = 0.1) -> None:
        _at_least(1, step_size=step_size)
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer)

    def rate(self, step: Tensor, base: float) -> Tensor: return base * self.gamma ** (step / self.step_size).floor()


class MultiStepLR(LRScheduler):
    """base * gamma**(number of `milestones` that are reached)"""

    def __init__(self, optimizer: Optimizer, milestones: Sequence[int], gamma: float = 0.1) -> None:
        self.milestones, self.gamma = sorted(milestones), gamma
        super().__init__(optimizer)

    def rate(self, step: Tensor, base: float) -> Tensor:
        found = step * 0 + base
        for milestone in self.milestones: found = (step >= milestone).where(found * self.gamma, found)
        return found


class ExponentialLR(LRScheduler):
    """base * gamma**step"""

    def __init__(self, optimizer: Optimizer, gamma: float) -> None:
        self.gamma = gamma
        super().__init__(optimizer)

    def rate(self, step: Tensor, base: float) -> Tensor: return base * self.gamma ** step


class ConstantLR(LRScheduler):
    """base * factor for the first `total_iters` steps, then base"""

    def __init__(self, optimizer: Optimizer, factor: float = 1 / 3, total_iters: int = 5) -> None:
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer)

    def rate(self, step: Tensor, base: float) -> Tensor: return (step < self.total_iters).where(base * self.factor, base)


class LinearLR(LRScheduler):
    """base times a factor that goes from `start_factor` to `end_factor` in `total_iters` steps and stays there"""

    def __init__(self, optimizer: Optimizer, start_factor: float = 1 / 3, end_factor: float = 1.0, total_iters: int = 5) -> None:
        _at_least(1, total_iters=total_iters)
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer)

    def rate(self, step: Tensor, base: float) -> Tensor:
        return base * (self.start_factor + (self.end_factor - self.start_factor) * (step.minimum(self.total_iters) / self.total_iters))


class PolynomialLR(LRScheduler):
    """base * (1 - step / total_iters)**power, and 0 from `total_iters` on"""

    def __init__(self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0) -> None:
        _at_least(1, total_iters=total_iters)
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer)

    def rate(self, step: Tensor, base: float) -> Tensor:
        return base * (1 - step.minimum(self.total_iters) / self.total_iters) ** self.power


def _cosine(part: Tensor, start: float | Tensor, end: float | Tensor) -> Tensor:
    """From start (part 0) to end (part 1) along half a wave."""
    return end + (start - end) * (1 + (part * math.pi).cos()) / 2


class CosineAnnealingLR(LRScheduler):
    """From base to `eta_min` in `T_max` steps along half a wave, and back: Loshchilov and Hutter (2017)."""

    def __init__(self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0) -> None:
        _at_least(1, T_max=T_max)
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer)

    def rate(self, step: Tensor, base: float) -> Tensor: return _cosine(step % (2 * self.T_max) / self.T_max, base, self.eta_min)


class CosineAnnealingWarmRestarts(LRScheduler):
    """As `CosineAnnealingLR`, starting again from base after T_0 steps, then after T_mult times as many as last, and so on."""

    def __init__(self, optimizer: Optimizer, T_0: int, T_mult: int = 1, eta_min: float = 0.0) -> None:
        _at_least(1, T_0=T_0, T_mult=T_mult)
        self.T_0, self.T_mult, self.eta_min = T_0, T_mult, eta_min
        super().__init__(optimizer)

    def rate(self, step: Tensor, base: float) -> Tensor:
        """With T_mult above 1 every period is written out, as far as float32 counts."""
        if self.T_mult == 1: return _cosine(step % self.T_0 / self.T_0, base, self.eta_min)
        part, begin, length = step * 0, 0, self.T_0
        while begin < 1 << 24:
            part = (step >= begin).where((step - begin) / length, part)
            begin, length = begin + length, length * self.T_mult
        return _cosine(part, base, self.eta_min)


class OneCycleLR(LRScheduler):
    """Up to `max_lr` in `pct_start` of `total_steps`, then down to almost nothing: Smith and Topin (2018).

    It begins at max_lr / div_factor and ends at max_lr / div_factor / final_div_factor; `anneal_strategy` is "cos" or "linear". The
    base rate is not looked at. Momentum is left as it is. `epochs` and `steps_per_epoch`, whose product is `total_steps`, may be given
    in its stead: SettingError without either.
    """

    def __init__(self, optimizer: Optimizer, max_lr: float, total_steps: int | None = None, pct_start: float = 0.3,
                 anneal_strategy: str = "cos", div_factor: float = 25.0, final_div_factor: float = 1e4, *, epochs: int | None = None,
                 steps_per_epoch: int | None = None) -> None:
        if total_steps is None:
            if epochs is None or steps_per_epoch is None:
                raise SettingError("OneCycleLR needs the number of all steps", "Give total_steps, or both epochs and steps_per_epoch.")
            total_steps = epochs * steps_per_epoch
        _at_least(2, total_steps=total_steps)
        if anneal_strategy not in ("cos", "linear"): raise SettingError.unknown(anneal_strategy, ("cos", "linear"))
        self.max_lr, self.first = max_lr, max_lr / div_factor
        self.last, self.total_steps, self.is_linear = self.first / final_div_factor, total_steps, anneal_strategy == "linear"
        self.peak = float(pct_start * total_steps) - 1
        super().__init__(optimizer)

    def rate(self, step: Tensor, base: float) -> Tensor:
        up, down = step / self.peak, (step - self.peak) / (self.total_steps - 1 - self.peak)
        falling = self._between(down.clip(0, 1), self.max_lr, self.last)
        return (step <= self.peak).where(self._between(up, self.first, self.max_lr), falling)

    def _between(self, part: Tensor, start: float, end: float) -> Tensor:
        return start + (end - start) * part if self.is_linear else _cosine(part, start, end)


class SequentialLR(LRScheduler):
    """One schedule after the other: `schedulers[i + 1]` counts from `milestones[i]` on. All of them are of this optimizer."""

    def __init__(self, optimizer: Optimizer, schedulers: Sequence[LRScheduler], milestones: Sequence[int]) -> None:
        if len(milestones) != len(schedulers) - 1 or list(milestones) != sorted(milestones):
            raise SettingError(f"{len(schedulers)} schedules with milestones {list(milestones)}",
                               "Give a milestone for each schedule but the first, in order.")
        self.schedulers, self.milestones = schedulers, milestones
        super().__init__(optimizer)
        self.base_lrs = schedulers[0].base_lrs
        self._set()

    def rate(self, step: Tensor, base: float) -> Tensor:
        """The rate of the schedule that counts at this step."""
        rate = self.schedulers[0].rate(step, base)
        for milestone, scheduler in zip(self.milestones, self.schedulers[1:], strict=True):
            rate = (step >= milestone).where(scheduler.rate((step - milestone).maximum(0), base), rate)
        return rate


class ReduceLROnPlateau:
    """The rate times `factor` whenever a metric has not got better for more than `patience` steps.

    `mode`: "min" or "max", which way is better; better by `threshold`, relative to the best ("rel") or not ("abs"). After a reduction
    `cooldown` steps are not counted. The rate stays at `min_lr` or above. The metric is a number, so the step is outside of captures.
    """

    def __init__(self, optimizer: Optimizer, mode: str = "min", factor: float = 0.1, patience: int = 10, threshold: float = 1e-4,
                 threshold_mode: str = "rel", cooldown: int = 0, min_lr: float = 0.0, eps: float = 1e-8) -> None:
        if mode not in ("min", "max"): raise SettingError.unknown(mode, ("min", "max"))
        if threshold_mode not in ("rel", "abs"): raise SettingError.unknown(threshold_mode, ("rel", "abs"))
        if not 0 <= factor < 1: raise SettingError(f"factor is {factor}", "Give a factor below 1.")
        self.optimizers = optimizer.optimizers if isinstance(optimizer, OptimizerGroup) else (optimizer,)
        self.sign = 1.0 if mode == "min" else -1.0
        self.factor, self.patience, self.cooldown, self.min_lr, self.eps = factor, patience, cooldown, min_lr, eps
        self.threshold, self.is_relative = threshold, threshold_mode == "rel"
        self.best, self.num_bad_epochs, self.cooldown_counter = math.inf, 0, 0

    def step(self, metrics: float | Tensor) -> None:
        """Looks at the metric of this step, and reduces the rate if it is time to."""
        value = self.sign * float(metrics.item() if isinstance(metrics, Tensor) else metrics)
        if value < self.best - self._margin(): self.best, self.num_bad_epochs = value, 0
        else: self.num_bad_epochs += 1
        if self.cooldown_counter: self.cooldown_counter, self.num_bad_epochs = self.cooldown_counter - 1, 0
        if self.num_bad_epochs <= self.patience: return
        for o in self.optimizers:
            old = float(o.lr.item())
            new = max(old * self.factor, self.min_lr)
            if old - new > self.eps: o.lr.assign(new).realize()
        self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0

    def _margin(self) -> float:
        if math.isinf(self.best): return 0.0
        return self.threshold * abs(self.best) if self.is_relative else self.threshold

    def get_last_lr(self) -> list[float]:
        """The rate of each optimizer."""
        return [float(o.lr.item()) for o in self.optimizers]
