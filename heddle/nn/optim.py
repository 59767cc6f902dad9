"""Optimizers: parameter updates from gradients.

Inputs: parameters and, once `backward()` has run, their `.grad`. Outputs: parameters and states assigned in place, all in one
schedule. Invariants: states have memory of their own from the start, so every step builds the same graph; the learning rate is a
tensor, so changing it compiles nothing.
"""
from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NoReturn, cast

from heddle.device.buffer import uop_buffer
from heddle.dtype import DType, dtypes
from heddle.errors import GradientError, MissingAttributeError, SettingError
from heddle.names_elsewhere import OPTIMIZER_METHODS, OPTIMIZERS
from heddle.nn.layer import Layer
from heddle.schedule.sharding import axis_of
from heddle.tensor import Tensor
from heddle.tensor.aliasing import deferred_backward, leaves_of
from heddle.tensor.eager.deferred_calls import at_once
from heddle.tensor.eager.training_steps import take_step
from heddle.tensor.host_data import new_memory, pack
from heddle.tensor.realize import realize_tensors
from heddle.tensor.shard import spread
from heddle.uop.mesh import Layout

#: a device's name, several, or None for where the parameters are
Devices = str | tuple[str, ...] | None


def _state(value: float, shape: tuple[int, ...], dtype: DType, device: str | tuple[str, ...], like: Tensor | None = None) -> Tensor:
    """Memory filled with one value, without a kernel; on several devices it is cut as `like` is."""
    axis = None if like is None or isinstance(device, str) else axis_of(like.uop)
    memory = new_memory(shape, dtype, device, axis)
    for leaf in leaves_of(memory.base):
        raw = bytes(leaf.size * dtype.itemsize) if value == 0 else pack([value], dtype) * leaf.size
        if raw: uop_buffer(leaf).copyin(memoryview(raw))
    return Tensor(memory, requires_grad=False)


class Optimizer(Layer):
    """What all have in common. Floats are moved, and given `requires_grad` True, unless `is_param` or `requires_grad` is False.

    `lr`, the learning rate, becomes a float32 tensor of shape (1,): `lr.assign(...)` changes it, also between replays of a TinyJit.
    States have the shape of their parameter, in its dtype, or float32 for narrower ones. Parameters that have no `.grad` stay as
    they are. `device`: where `lr` is kept, by default the first parameter's device. `fused` is accepted for programs that set it: all
    parameters move in one schedule in any case. GradientError if there are no parameters to optimise, SettingError for a negative
    rate.
    """

    def __init__(self, params: Sequence[Tensor], lr: float, device: Devices = None, fused: bool = False) -> None:
        _check_not_negative(lr=lr)
        for p in params:
            if p.is_param and not p.requires_grad and p.dtype.is_float(): p.requires_grad = True
        unique = list(dict.fromkeys(params))
        self.params = [p for p in unique if p.is_param and p.dtype.is_float()]
        self.buffers = [p for p in unique if not p.is_param or not p.dtype.is_float()]  # running statistics: realised with each step
        if not self.params:
            raise GradientError("an optimizer needs at least one parameter that requires a gradient",
                                "Give get_parameters(model), and leave is_param and requires_grad on.")
        self.device = device or self.params[0].device
        self.fused = bool(fused)
        self.lr = _state(lr, (1,), dtypes.float32, self.device)
        self._only_if: Tensor | None = None
        #: how gradients are spread over the devices of their parameters; None: as they come
        self.gradient_layouts: list[Layout] | None = None

    _elsewhere = OPTIMIZER_METHODS

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forgets the gradients. Without `set_to_none` those that there are become zeros in place: parameters still move by them, and
        a captured function that adds to gradients goes on.
        """
        for p in self.params:
            if set_to_none: p.grad = None
            elif (g := p.grad) is not None: g.assign(g.zeros_like())

    def step(self) -> None:
        """Moves the parameters and computes everything that this needs, now. GradientError if there are no gradients."""
        found = None if deferred_backward() is None else self._setup()
        if found is None: return realize_tensors(self.schedule_step())
        take_step(found[0], self.params, found[1], self.schedule_step)
        return None

    def _setup(self) -> tuple[Hashable, list[Tensor]] | None:
        """What a step depends on beside parameters and gradients: values, and tensors. None if there may be more."""
        if type(self).__module__ != __name__: return None
        values, tensors = list[Hashable]((type(self),)), list[Tensor]()
        for name, value in vars(self).items():
            several = cast("list[object]", value) if isinstance(value, list) else [value]
            found = [] if name == "params" else [t for t in several if isinstance(t, Tensor)]
            if found and len(found) != len(several): return None
            tensors += found
            if name == "params" or found: values += name, len(several)
            elif all(map(_is_setting, several)): values += name, len(several), *several
            else: return None
        return tuple(values), tensors

    def schedule_step(self, only_if: Tensor | None = None) -> list[Tensor]:
        """Moves the parameters; they and the states are computed when the tensors returned are. GradientError as `step`.

        `only_if`: a bool of shape (); where it is false, everything stays as it is.
        """
        self._only_if = only_if
        try: return at_once(self._scheduled)
        finally: self._only_if = None

    def _scheduled(self) -> list[Tensor]:
        if self.gradient_layouts is not None: self._spread_gradients(self.gradient_layouts)
        moved = [(i, p, p.grad) for i, p in enumerate(self.params) if p.grad is not None]
        if not moved:
            raise GradientError("none of the parameters has a gradient",
                                "Call backward() before step(), on a loss that depends on them; that of an empty batch does not.")
        rate, (touched, shared) = self.lr.reshape(()), self._begin()
        # gradients of the last layers are known first: in this order what the others need is kept no longer than they need it
        for i, p, g in reversed(moved):
            new, states = self._move(i, p.detach().cast(accumulation(p.dtype)), g.cast(accumulation(p.dtype)), rate, shared)
            self._set(p, new.cast(p.dtype))
            touched += [p, *states]
        return touched + self.buffers

    def _spread_gradients(self, layouts: Sequence[Layout]) -> None:
        for p, layout in zip(self.params, layouts, strict=True):
            if (g := p.grad) is not None: p.grad = spread(g, layout)

    def _set(self, t: Tensor, value: Tensor) -> Tensor:
        """Assigns `value` to a parameter or a state, if the step is to be taken."""
        return t.assign(value if self._only_if is None else self._only_if.to(t.device).where(value, t.detach()))

    def _begin(self) -> tuple[list[Tensor], Sequence[Tensor]]:
        """What changes once a step: the tensors that changed, and values that the moves of all parameters share."""
        return [], ()

    def _move(self, i: int, p: Tensor, g: Tensor, rate: Tensor, shared: Sequence[Tensor]) -> tuple[Tensor, list[Tensor]]:
        """The new value of parameter i, and its states, assigned. rate: the learning rate, of shape (). shared: of `_begin`."""
        raise NotImplementedError

    def _states(self, value: float = 0.0) -> list[Tensor]:
        """One state for each parameter, in its shape."""
        return [_state(value, p.shape, accumulation(p.dtype), p.device, p) for p in self.params]


def _is_setting(value: object) -> bool:
    """Whether `value` is one that means the same wherever it is equal."""
    if isinstance(value, tuple): return all(map(_is_setting, cast("tuple[object, ...]", value)))
    return value is None or isinstance(value, str | float | int)


def _check_not_negative(**values: float) -> None:
    """SettingError with the name of the first of `values` that is below 0 or no number."""
    for name, value in values.items():
        if not value >= 0: raise SettingError(f"{name} is {value}", f"Give a {name} of 0 or more.")


def accumulation(dtype: DType) -> DType:
    """The dtype of the states of a parameter."""
    return dtypes.float32 if dtype.itemsize < 4 else dtype


def _norm(x: Tensor) -> Tensor: return x.square().sum().sqrt()


def _trust(p: Tensor, step: Tensor, more: float | Tensor = 0.0) -> Tensor:
    """|p| / (|step| + more), and 1 where a norm is 0."""
    own, length = _norm(p), _norm(step)
    return ((own > 0) & (length > 0)).where(own / (length + more * own), 1.0)


class LARS(Optimizer):
    """SGD whose step for each parameter is in proportion to the parameter's norm: You and others (2017).

    s = g + weight_decay p with `pre_wd`, else g; with momentum v = momentum v + s, which begins at 0, and s = v, or s + momentum v
    with `nesterov`; p -= lr trust s, where trust = tcoef |p| / (|g| + weight_decay |p|), or 1 if tcoef is 0. With `classic` s is
    multiplied by lr and trust before momentum is added, so that a change of the rate does not change the speed at once. Without
    `pre_wd` p decays by lr weight_decay p apart from that. `ns_steps`, if not 0, is the number of Newton-Schulz iterations with
    `ns_coefficients` that make s, as a matrix (first axis, the others), orthogonal.
    """

    def __init__(self, params: Sequence[Tensor], lr: float = 0.001, momentum: float = 0.9, weight_decay: float = 1e-4,
                 ns_steps: int = 0, ns_coefficients: Sequence[float] | None = None, nesterov: bool = False, classic: bool = True,
                 pre_wd: bool = True, tcoef: float = 0.001, device: Devices = None, fused: bool = False) -> None:
        _check_not_negative(momentum=momentum, weight_decay=weight_decay)
        super().__init__(params, lr, device, fused)
        self.momentum, self.wd, self.nesterov, self.classic, self.pre_wd = momentum, weight_decay, nesterov, classic, pre_wd
        self.tcoef, self.ns_steps, self.ns_coefficients = tcoef, ns_steps, ns_coefficients or NEWTON_SCHULZ
        self.b = self._states() if momentum else []

    def _move(self, i: int, p: Tensor, g: Tensor, rate: Tensor, shared: Sequence[Tensor]) -> tuple[Tensor, list[Tensor]]:
        if self.tcoef: rate = rate * (self.tcoef * _trust(p, g, self.wd))
        step, states = g + self.wd * p if self.pre_wd and self.wd else g, list[Tensor]()
        if self.classic: step = rate * step
        if self.momentum:
            speed = self._set(self.b[i], self.momentum * self.b[i] + step)
            step, states = step + self.momentum * speed if self.nesterov else speed, [speed]
        if self.ns_steps: step = self._orthogonal(step)
        new = p - step if self.classic else p - rate * step
        return (new if self.pre_wd or not self.wd else new - self.lr.reshape(()) * self.wd * p), states

    def _orthogonal(self, step: Tensor) -> Tensor:
        return step.flatten(1).newton_schulz(self.ns_steps, self.ns_coefficients).reshape(step.shape)


#: the coefficients of Jordan and others (2024): fast, and orthogonal to within 30 %
NEWTON_SCHULZ = (3.4445, -4.775, 2.0315)


class SGD(LARS):
    """Stochastic gradient descent: p -= lr * g, where weight_decay * p is added to g before.

    With momentum p -= lr * v, where v = momentum * v + g, which begins at 0; with `nesterov` p -= lr * (g + momentum * v).
    With `classic` g is multiplied by lr before momentum is added.
    """

    def __init__(self, params: Sequence[Tensor], lr: float = 0.001, momentum: float = 0.0, weight_decay: float = 0.0,
                 nesterov: bool = False, classic: bool = False, device: Devices = None, fused: bool = False) -> None:
        super().__init__(params, lr, momentum, weight_decay, nesterov=nesterov, classic=classic, tcoef=0.0, device=device, fused=fused)


class Muon(LARS):
    """Momentum whose direction is made orthogonal by Newton-Schulz iterations: Jordan and others (2024). For matrices.

    v = momentum v + g; up = newton_schulz(v, or g + momentum v with `nesterov`); p -= lr (up + weight_decay p). `adjust_lr_fn`:
    "original" multiplies up by max(1, m / n)**0.5, "match_rms_adamw" by 0.2 max(m, n)**0.5, None by nothing. A parameter of more
    axes is a matrix (first axis, the others); one of fewer than two is refused with GradientError.
    """

    def __init__(self, params: Sequence[Tensor], lr: float = 0.001, momentum: float = 0.95, weight_decay: float = 0.1,
                 ns_steps: int = 5, ns_coefficients: Sequence[float] = NEWTON_SCHULZ, nesterov: bool = True,
                 device: Devices = None, fused: bool = False, *, adjust_lr_fn: str | None = None) -> None:
        if adjust_lr_fn not in (None, *_ADJUSTMENTS): raise SettingError.unknown(adjust_lr_fn, _ADJUSTMENTS)
        super().__init__(params, lr, momentum, weight_decay, ns_steps, ns_coefficients, nesterov, False, False, 0.0, device, fused)
        if flat := [p for p in self.params if p.ndim < 2]:
            raise GradientError(f"Muon is for parameters of two axes or more, got shape {flat[0].shape}",
                                "Give the others to AdamW, and both to an OptimizerGroup.")
        self.adjust_lr_fn = adjust_lr_fn

    def _orthogonal(self, step: Tensor) -> Tensor:
        up = super()._orthogonal(step)
        return up if self.adjust_lr_fn is None else up * _ADJUSTMENTS[self.adjust_lr_fn](step.shape[0], step.numel() // step.shape[0])


#: factor of a step of Muon by the rows and columns of its matrix
_ADJUSTMENTS: dict[str, Callable[[int, int], float]] = {
    "original": lambda m, n: max(1.0, m / n) ** 0.5, "match_rms_adamw": lambda m, n: 0.2 * max(m, n) ** 0.5}


class LAMB(Optimizer):
    """Adam whose step for each parameter is as long as the parameter allows: You and others (2020).

    m = b1 m + (1 - b1) g, v = b2 v + (1 - b2) g**2; up = m' / (sqrt(v') + eps) + weight_decay p, where at step t
    m' = m / (1 - b1**t) and v' = v / (1 - b2**t); p -= lr |p| / |up| up, and p -= lr up where a norm is 0, or with `adam`. `betas`:
    (b1, b2), in their stead, as torch has them.
    """

    def __init__(self, params: Sequence[Tensor], lr: float = 0.001, b1: float = 0.9, b2: float = 0.999, eps: float = 1e-6,
                 weight_decay: float = 0.0, adam: bool = False, device: Devices = None, fused: bool = False, *,
                 betas: tuple[float, float] | None = None) -> None:
        b1, b2 = _decays(b1, b2, betas)
        _check_not_negative(b1=b1, b2=b2, eps=eps, weight_decay=weight_decay)
        super().__init__(params, lr, device, fused)
        self.b1, self.b2, self.eps, self.wd, self.adam = b1, b2, eps, weight_decay, adam
        self.b1_t, self.b2_t = (_state(1.0, (1,), dtypes.float32, self.device) for _ in range(2))
        self.m, self.v = self._states(), self._states()

    def _begin(self) -> tuple[list[Tensor], Sequence[Tensor]]:
        self._set(self.b1_t, self.b1_t * self.b1)
        self._set(self.b2_t, self.b2_t * self.b2)
        return [self.b1_t, self.b2_t], (1 - self.b1_t.reshape(()), 1 - self.b2_t.reshape(()))

    def _move(self, i: int, p: Tensor, g: Tensor, rate: Tensor, shared: Sequence[Tensor]) -> tuple[Tensor, list[Tensor]]:
        m = self._set(self.m[i], self.b1 * self.m[i] + (1 - self.b1) * g)
        v = self._set(self.v[i], self.b2 * self.v[i] + (1 - self.b2) * (g * g))
        up = (m / shared[0]) / ((v / shared[1]).sqrt() + self.eps)
        if self.wd: up = up + self.wd * p
        if not self.adam: rate = rate * _trust(p, up)
        return p - rate * up, [m, v]


def _decays(b1: object, b2: object, betas: object) -> tuple[float, float]:
    """b1 and b2. SettingError for what are no two numbers, such as a pair given for b1 by position."""
    pair = (b1, b2) if betas is None else betas
    match pair:
        case [int() | float() as first, int() | float() as second]: return first, second
        case _: pass
    raise SettingError(f"b1 and b2 are two numbers, got {pair}", "Write betas=(0.9, 0.999), or b1=0.9, b2=0.999.")


class AdamW(LAMB):
    """Adam with decoupled weight decay: Kingma and Ba (2015), Loshchilov and Hutter (2019).

    p -= lr (m' / (sqrt(v') + eps) + weight_decay p), with m' and v' as in `LAMB`.
    """

    def __init__(self, params: Sequence[Tensor], lr: float = 0.001, b1: float = 0.9, b2: float = 0.999, eps: float = 1e-8,
                 weight_decay: float = 0.01, device: Devices = None, fused: bool = False, *,
                 betas: tuple[float, float] | None = None) -> None:
        super().__init__(params, lr, b1, b2, eps, weight_decay, True, device, fused, betas=betas)


class Adam(AdamW):
    """Adam: Kingma and Ba (2015). `AdamW` without weight decay."""

    def __init__(self, params: Sequence[Tensor], lr: float = 0.001, b1: float = 0.9, b2: float = 0.999, eps: float = 1e-8,
                 device: Devices = None, fused: bool = False, *, betas: tuple[float, float] | None = None) -> None:
        super().__init__(params, lr, b1, b2, eps, 0.0, device, fused, betas=betas)


def __getattr__(name: str) -> NoReturn:
    public = tuple(n for n, kind in globals().items() if isinstance(kind, type) and issubclass(kind, Optimizer))
    raise MissingAttributeError.of(public, f"module {__name__!r}", name, OPTIMIZERS)


class OptimizerGroup(Optimizer):
    """Several optimizers that step together. GradientError if one of them has parameters without any gradients."""

    def __init__(self, *optimizers: Optimizer) -> None:  # noqa: D107
        self.optimizers = optimizers
        self.params = [p for o in optimizers for p in o.params]
        self.buffers = [b for o in optimizers for b in o.buffers]

    def _setup(self) -> tuple[Hashable, list[Tensor]] | None:
        each = [o._setup() for o in self.optimizers]
        found = [setup for setup in each if setup is not None]
        if type(self).__module__ != __name__ or len(found) != len(each): return None
        counts = tuple([len(o.params) for o in self.optimizers])
        return (counts, *[values for values, _ in found]), [t for _, tensors in found for t in tensors]

    def __getitem__(self, i: int) -> Optimizer: return self.optimizers[i]
    def __len__(self) -> int: return len(self.optimizers)

    def zero_grad(self, set_to_none: bool = True) -> None:
        for o in self.optimizers: o.zero_grad(set_to_none)

    def schedule_step(self, only_if: Tensor | None = None) -> list[Tensor]:
        return [t for o in self.optimizers for t in o.schedule_step(only_if)]
