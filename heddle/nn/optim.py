"""Optimizers: from gradients to new parameters.

In: parameters and, once `backward()` has run, their `.grad`. Out: parameters and states assigned in place, all in one schedule.
Always true: states are memory of their own from the start, so every step builds the same graph; the learning rate is a tensor, so
changing it compiles nothing.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.buffer import uop_buffer
from heddle.dtype import DType, dtypes
from heddle.errors import GradientError
from heddle.schedule.sharding import axis_of
from heddle.tensor import Tensor
from heddle.tensor.data import new_memory, pack
from heddle.tensor.live import leaves_of


def _state(value: float, shape: tuple[int, ...], dtype: DType, device: str | tuple[str, ...], like: Tensor | None = None) -> Tensor:
    """Memory filled with one value, without a kernel; on several devices it is cut as `like` is."""
    axis = None if like is None or isinstance(device, str) else axis_of(like.uop)
    memory = new_memory(shape, dtype, device, axis)
    for leaf in leaves_of(memory.base):
        raw = bytes(leaf.size * dtype.itemsize) if value == 0 else pack([value], dtype) * leaf.size
        if raw: uop_buffer(leaf).copyin(memoryview(raw))
    return Tensor(memory, requires_grad=False)


class Optimizer:
    """What all have in common. Parameters whose `requires_grad` nobody has set are given True, if they are floats.

    `lr`, the rate of learning, becomes a float32 tensor of shape (): `lr.assign(...)` changes it, also between replays of a TinyJit.
    States have the shape of their parameter, in its dtype, or float32 for narrower ones. Parameters that have no `.grad` stay as they
    are. GradientError if there are no parameters to optimise.
    """

    def __init__(self, params: Sequence[Tensor], lr: float) -> None:
        for p in params:
            if p.requires_grad is None and p.dtype.is_float(): p.requires_grad = True
        unique = list(dict.fromkeys(params))
        self.params = [p for p in unique if p.requires_grad]
        self.buffers = [p for p in unique if not p.requires_grad]  # running statistics: realised with each step
        if not self.params: raise GradientError("an optimizer needs at least one parameter that requires a gradient")
        self.device = self.params[0].device
        self.lr = _state(lr, (), dtypes.float32, self.device)

    def zero_grad(self) -> None:
        """Forgets the gradients."""
        for p in self.params: p.grad = None

    def step(self) -> None:
        """Moves the parameters and computes everything that this needs, now. GradientError if there are no gradients."""
        tensors = self.schedule_step()
        tensors[0].realize(*tensors[1:])

    def schedule_step(self) -> list[Tensor]:
        """Moves the parameters; they and the states are computed when the tensors returned are. GradientError as `step`."""
        moved = [(i, p, p.grad) for i, p in enumerate(self.params) if p.grad is not None]
        if not moved:
            raise GradientError("none of the parameters has a gradient", "Call backward() on the loss before step().")
        touched = self._begin()
        for i, p, g in moved:
            new, states = self._move(i, p.detach().cast(accumulation(p.dtype)), g.cast(accumulation(p.dtype)))
            p.assign(new.cast(p.dtype))
            touched += [p, *states]
        return touched + self.buffers

    def _begin(self) -> list[Tensor]:
        """What changes once a step; the tensors that changed."""
        return []

    def _move(self, i: int, p: Tensor, g: Tensor) -> tuple[Tensor, list[Tensor]]:
        """The new value of parameter i, and its states, assigned."""
        raise NotImplementedError

    def _states(self, value: float = 0.0) -> list[Tensor]:
        """One state for each parameter, in its shape."""
        return [_state(value, p.shape, accumulation(p.dtype), p.device, p) for p in self.params]


def accumulation(dtype: DType) -> DType:
    """The dtype of the states of a parameter."""
    return dtypes.float32 if dtype.itemsize < 4 else dtype


def _norm(x: Tensor) -> Tensor: return x.square().sum().sqrt()


class SGD(Optimizer):
    """Stochastic gradient descent: p -= lr * g, where weight_decay * p is added to g before.

    With momentum p -= lr * v, where v = momentum * v + g, which begins at 0; with `nesterov` p -= lr * (g + momentum * v).
    """

    def __init__(self, params: Sequence[Tensor], lr: float = 0.001, momentum: float = 0.0, weight_decay: float = 0.0,
                 nesterov: bool = False) -> None:
        super().__init__(params, lr)
        self.momentum, self.weight_decay, self.nesterov = momentum, weight_decay, nesterov
        self.b = self._states() if momentum else []

    def _move(self, i: int, p: Tensor, g: Tensor) -> tuple[Tensor, list[Tensor]]:
        if self.weight_decay: g = g + self.weight_decay * p
        if not self.momentum: return p - self.lr * g, []
        speed = self.b[i].assign(self.momentum * self.b[i] + g)
        return p - self.lr * (g + self.momentum * speed if self.nesterov else speed), [speed]


class AdamW(Optimizer):
    """Adam with decoupled weight decay: Kingma and Ba (2015), Loshchilov and Hutter (2019).

    m = b1 m + (1 - b1) g, v = b2 v + (1 - b2) g**2; p -= lr (m' / (sqrt(v') + eps) + weight_decay p), where at step t
    m' = m / (1 - b1**t) and v' = v / (1 - b2**t).
    """

    def __init__(self, params: Sequence[Tensor], lr: float = 0.001, b1: float = 0.9, b2: float = 0.999, eps: float = 1e-8,
                 weight_decay: float = 0.01) -> None:
        super().__init__(params, lr)
        self.b1, self.b2, self.eps, self.wd = b1, b2, eps, weight_decay
        self.b1_t, self.b2_t = (_state(1.0, (1,), dtypes.float32, self.device) for _ in range(2))
        self.m, self.v = self._states(), self._states()

    def _begin(self) -> list[Tensor]:
        self.b1_t.assign(self.b1_t * self.b1)
        self.b2_t.assign(self.b2_t * self.b2)
        return [self.b1_t, self.b2_t]

    def _move(self, i: int, p: Tensor, g: Tensor) -> tuple[Tensor, list[Tensor]]:
        up, states = self._direction(i, g)
        if self.wd: up = up + self.wd * p
        return p - self.lr * up, states

    def _direction(self, i: int, g: Tensor) -> tuple[Tensor, list[Tensor]]:
        m = self.m[i].assign(self.b1 * self.m[i] + (1 - self.b1) * g)
        v = self.v[i].assign(self.b2 * self.v[i] + (1 - self.b2) * (g * g))
        return (m / (1 - self.b1_t)) / ((v / (1 - self.b2_t)).sqrt() + self.eps), [m, v]


class Adam(AdamW):
    """Adam: Kingma and Ba (2015). `AdamW` without weight decay."""

    def __init__(self, params: Sequence[Tensor], lr: float = 0.001, b1: float = 0.9, b2: float = 0.999, eps: float = 1e-8) -> None:
        super().__init__(params, lr, b1, b2, eps, 0.0)


class LAMB(AdamW):
    """Adam whose step for each parameter is as long as the parameter allows: You and others (2020).

    up is what `AdamW` multiplies by lr; p -= lr |p| / |up| up, and p -= lr up where a norm is 0.
    """

    def __init__(self, params: Sequence[Tensor], lr: float = 0.001, b1: float = 0.9, b2: float = 0.999, eps: float = 1e-6,
                 weight_decay: float = 0.0) -> None:
        super().__init__(params, lr, b1, b2, eps, weight_decay)

    def _move(self, i: int, p: Tensor, g: Tensor) -> tuple[Tensor, list[Tensor]]:
        up, states = self._direction(i, g)
        if self.wd: up = up + self.wd * p
        own, step = _norm(p), _norm(up)
        trust = ((own > 0) & (step > 0)).where(own / step, 1.0)
        return p - self.lr * trust * up, states


class LARS(Optimizer):
    """SGD whose step for each parameter is in proportion to the parameter's norm: You and others (2017).

    g' = g + weight_decay p, times tcoef |p| / (|g| + weight_decay |p| + eps); with momentum v = momentum v + lr g', p -= v.
    """

    def __init__(self, params: Sequence[Tensor], lr: float = 0.001, momentum: float = 0.9, weight_decay: float = 1e-4,
                 nesterov: bool = False, tcoef: float = 0.001, eps: float = 1e-8) -> None:
        super().__init__(params, lr)
        self.momentum, self.wd, self.nesterov, self.tcoef, self.eps = momentum, weight_decay, nesterov, tcoef, eps
        self.b = self._states() if momentum else []

    def _move(self, i: int, p: Tensor, g: Tensor) -> tuple[Tensor, list[Tensor]]:
        own, slope = _norm(p), _norm(g)
        trust = ((own > 0) & (slope > 0)).where(self.tcoef * own / (slope + self.wd * own + self.eps), 1.0)
        g = self.lr * trust * (g + self.wd * p)
        if not self.momentum: return p - g, []
        speed = self.b[i].assign(self.momentum * self.b[i] + g)
        return p - (g + self.momentum * speed if self.nesterov else speed), [speed]


class Muon(Optimizer):
    """Momentum whose direction is made orthogonal by Newton-Schulz iterations: Jordan and others (2024). For matrices.

    v = momentum v + g; up = newton_schulz(v, or g + momentum v with `nesterov`) max(1, m / n)**0.5; p -= lr (up + weight_decay p).
    A parameter of more axes is a matrix (first axis, the others); one of fewer than two is refused with GradientError.
    """

    def __init__(self, params: Sequence[Tensor], lr: float = 0.02, momentum: float = 0.95, weight_decay: float = 0.1,
                 ns_steps: int = 5, ns_params: Sequence[float] = (3.4445, -4.775, 2.0315), nesterov: bool = True) -> None:
        super().__init__(params, lr)
        if flat := [p for p in self.params if p.ndim < 2]:
            raise GradientError(f"Muon is for parameters of two axes or more, got shape {flat[0].shape}",
                                "Give the others to AdamW, and both to an OptimizerGroup.")
        self.momentum, self.wd, self.nesterov = momentum, weight_decay, nesterov
        self.ns_steps, self.ns_params, self.b = ns_steps, ns_params, self._states()

    def _move(self, i: int, p: Tensor, g: Tensor) -> tuple[Tensor, list[Tensor]]:
        speed = self.b[i].assign(self.momentum * self.b[i] + g)
        wanted = (g + self.momentum * speed if self.nesterov else speed).flatten(1)
        up = wanted.newton_schulz(self.ns_steps, self.ns_params) * max(1.0, wanted.shape[0] / wanted.shape[1]) ** 0.5
        return p - self.lr * (up.reshape(p.shape) + self.wd * p), [speed]


class OptimizerGroup(Optimizer):
    """Several optimizers that step together. GradientError if one of them has parameters without any gradients."""

    def __init__(self, *optimizers: Optimizer) -> None:  # noqa: D107
        self.optimizers = optimizers
        self.params = [p for o in optimizers for p in o.params]
        self.buffers = [b for o in optimizers for b in o.buffers]

    def zero_grad(self) -> None:
        for o in self.optimizers: o.zero_grad()

    def schedule_step(self) -> list[Tensor]:
        return [t for o in self.optimizers for t in o.schedule_step()]
