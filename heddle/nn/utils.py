"""Training utilities: gradient clipping, gradient accumulation, moving averages of parameters.

Inputs: parameters whose `.grad` `backward()` has filled, or an optimizer. Outputs: other gradients, steps, or averages in memory of
their own.
Invariants: clipping and averaging compute on the device and look at no value, so they can be part of a captured function.
"""
from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager

from heddle.dtype import dtypes
from heddle.errors import GradientError, SettingError
from heddle.nn.optim import Optimizer
from heddle.tensor import Tensor
from heddle.tensor.autograd.lazy_gradients import in_place


def clip_grad_norm_(parameters: Tensor | Iterable[Tensor], max_norm: float, norm_type: float = 2.0,
                    error_if_nonfinite: bool = False) -> Tensor:
    """Scales the gradients of all `parameters` so that their norm, taken together, is at most `max_norm`; returns the norm before.

    `norm_type`: 1, 2, … or math.inf. The norm is a float32 Tensor of shape (). Parameters without a gradient are passed over. With
    `error_if_nonfinite` the norm is looked at, and GradientError if it is no finite number; otherwise such a norm makes all gradients
    NaN. As torch.nn.utils.clip_grad_norm_: Pascanu and others (2013).
    """
    found = _with_gradient(parameters)
    if not found: return Tensor(0.0)
    if not norm_type > 0: raise SettingError(f"norm_type is {norm_type}", "Give 1, 2, another number above 0, or math.inf.")
    total = _norm([grad.cast(dtypes.float32) for _, grad in found], norm_type)
    if error_if_nonfinite and not math.isfinite(total.item()):
        raise GradientError(f"the norm of the gradients is {total.item()}",
                            "Look for the first step with a gradient that is not finite; lower the learning rate.")
    scale = (max_norm / (total + 1e-6)).minimum(1.0)
    for p, grad in found: p.grad = in_place(grad, (grad * scale.to(p.device)).cast(grad.dtype))
    return total


def clip_grad_value_(parameters: Tensor | Iterable[Tensor], clip_value: float) -> None:
    """Brings every element of the gradients into [-clip_value, clip_value]."""
    if not clip_value >= 0: raise SettingError(f"clip_value is {clip_value}", "Give a clip_value of 0 or more.")
    for p, grad in _with_gradient(parameters): p.grad = in_place(grad, grad.clip(-clip_value, clip_value))


def _with_gradient(parameters: Tensor | Iterable[Tensor]) -> list[tuple[Tensor, Tensor]]:
    """Those that have one, each with its gradient."""
    given = [parameters] if isinstance(parameters, Tensor) else parameters
    return [(p, p.grad) for p in given if p.grad is not None]


def _norm(tensors: Sequence[Tensor], kind: float) -> Tensor:
    if math.isinf(kind): return Tensor.stack(*[t.abs().max() for t in tensors]).max()
    return Tensor.stack(*[(t.abs() ** kind).sum() for t in tensors]).sum() ** (1 / kind)


class MultiSteps:
    """An optimizer that moves the parameters once in `every_k` steps, by the mean of their gradients.

    `backward()` adds to `.grad`, so calls in between leave gradients where they are: call `zero_grad()` and `step()` of this object in
    place of the optimizer's. It counts in Python: step it outside of captured functions.
    """

    def __init__(self, optimizer: Optimizer, every_k: int) -> None:
        if every_k < 1: raise SettingError(f"every_k is {every_k}", "Give the number of steps, 1 or more.")
        self.optimizer, self.every_k, self.count = optimizer, every_k, 0

    def step(self) -> bool:
        """Counts a step; True if the parameters were moved."""
        self.count += 1
        if self.count % self.every_k: return False
        for p, grad in _with_gradient(self.optimizer.params): p.grad = grad / self.every_k
        self.optimizer.step()
        return True

    def zero_grad(self) -> None:
        """Forgets the gradients, if they have been used."""
        if self.count % self.every_k == 0: self.optimizer.zero_grad()


class ExponentialMovingAverage:
    """Averages of parameters that forget: average += (1 - decay) (parameter - average) at each `update()`.

    The averages begin as the parameters are, in float32 or wider. With `use_num_updates` the decay is at most (1 + n) / (10 + n) at
    update n, so that the first steps are soon forgotten.
    """

    def __init__(self, parameters: Iterable[Tensor], decay: float = 0.999, use_num_updates: bool = True) -> None:
        if not 0 <= decay <= 1: raise SettingError(f"decay is {decay}", "Give a decay from 0 to 1.")
        self.parameters, self.decay, self.use_num_updates = list(parameters), decay, use_num_updates
        self.shadow_params = [_copied(p.cast(dtypes.float32) if p.dtype.itemsize < 4 else p) for p in self.parameters]
        self.num_updates = Tensor([0.0]).realize()
        self._stored: list[Tensor] | None = None

    def update(self) -> None:
        """One step of the averages, computed now."""
        tensors = self.schedule_update()
        tensors[0].realize(*tensors[1:])

    def schedule_update(self) -> list[Tensor]:
        """As `update`; the averages are computed when the tensors returned are."""
        n = self.num_updates.assign(self.num_updates + 1).reshape(())
        decay = ((1 + n) / (10 + n)).minimum(self.decay) if self.use_num_updates else n * 0 + self.decay
        for average, p in zip(self.shadow_params, self.parameters, strict=True):
            rate = (1 - decay).cast(average.dtype).to(average.device)
            average.assign(average + rate * (p.detach().cast(average.dtype) - average))
        return [self.num_updates, *self.shadow_params]

    def copy_to(self, parameters: Iterable[Tensor] | None = None) -> None:
        """Writes the averages into the parameters, or into others of their shapes."""
        for p, average in zip(self._given(parameters), self.shadow_params, strict=True): p.assign(average.cast(p.dtype)).realize()

    def store(self, parameters: Iterable[Tensor] | None = None) -> None:
        """Keeps the parameters as they are, for `restore`."""
        self._stored = [_copied(p) for p in self._given(parameters)]

    def restore(self, parameters: Iterable[Tensor] | None = None) -> None:
        """Writes what `store` kept back into the parameters. SettingError if nothing was stored."""
        if self._stored is None: raise SettingError("no parameters have been stored", "Call store() before restore().")
        for p, kept in zip(self._given(parameters), self._stored, strict=True): p.assign(kept).realize()

    @contextmanager
    def average_parameters(self) -> Generator[None]:
        """Inside, the parameters are the averages; afterwards they are as before."""
        self.store()
        self.copy_to()
        try: yield
        finally: self.restore()

    def _given(self, parameters: Iterable[Tensor] | None) -> list[Tensor]:
        return self.parameters if parameters is None else list(parameters)


def _copied(x: Tensor) -> Tensor:
    copy = x.detach().clone().realize()
    copy.requires_grad = False
    return copy
