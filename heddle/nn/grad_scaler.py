"""Loss scaling for float16 training: scales up gradients that would underflow, and skips steps whose gradients overflowed.

Inputs: losses, and optimizers whose parameters have gradients. Outputs: scaled losses, steps, and a scale that follows. Invariants:
everything is decided on the device, so it goes on in a captured step; a skipped step leaves parameters and states as they were.
"""
from __future__ import annotations

from heddle.dtype import dtypes
from heddle.errors import GradientError, SettingError
from heddle.nn.layer import Layer
from heddle.nn.optim import Optimizer
from heddle.tensor import Tensor


class GradScaler(Layer):
    """A factor for losses that grows while gradients are finite, and shrinks when they are not.

    `scale(loss).backward()`, then `step(optimizer)`, then `update()`, as in torch; or, in a captured step,
    `loss.realize(*scaler.schedule_step(optimizer))`. After `growth_interval` steps in a row without an infinity or NaN the scale is
    multiplied by `growth_factor`, after one with any by `backoff_factor`. `enabled` False: a scale of 1 that stays. SettingError for
    factors on the wrong side of 1.
    """

    def __init__(self, init_scale: float = 65536.0, growth_factor: float = 2.0, backoff_factor: float = 0.5,
                 growth_interval: int = 2000, enabled: bool = True) -> None:
        if not (growth_factor > 1 > backoff_factor > 0 and init_scale > 0 and growth_interval >= 1):
            raise SettingError(f"a scale of {init_scale} cannot grow by {growth_factor} and shrink by {backoff_factor}",
                               "Give growth_factor above 1, backoff_factor between 0 and 1, and a positive init_scale.")
        self.growth_factor, self.backoff_factor, self.growth_interval = growth_factor, backoff_factor, growth_interval
        self.enabled = enabled
        self._scale = Tensor([init_scale if enabled else 1.0], dtype=dtypes.float32, requires_grad=False).realize()
        self._steps = Tensor([0], dtype=dtypes.int32, requires_grad=False).realize()
        self._finite: dict[int, Tensor] = {}  # by the id of an optimizer: whether its gradients, unscaled, are all finite
        self._found: list[Tensor] = []

    def scale(self, loss: Tensor) -> Tensor:
        """`loss` times the scale, in float32 at least."""
        if loss.dtype.itemsize < 4: loss = loss.float()
        return loss * self._scale.to(loss.device).reshape((1,) * loss.ndim if loss.ndim else ()).detach()

    def get_scale(self) -> float:
        """The scale as a number; waits for the device."""
        return self._scale.item()

    def unscale_(self, optimizer: Optimizer) -> None:
        """Divides the gradients of `optimizer` by the scale: before clipping, for example. `step` does it otherwise.

        GradientError if it has been done since the last `step`, or if there are no gradients.
        """
        if id(optimizer) in self._finite:
            raise GradientError("unscale_() was called twice for one step", "Call it once, then step() and update().")
        found = [(p, p.grad) for p in optimizer.params if p.grad is not None]
        if not found: raise GradientError("none of the parameters has a gradient", "Call backward() on the scaled loss before.")
        factor = self._scale.reshape(()).reciprocal()
        checks: list[Tensor] = []
        for p, scaled in found:
            p.grad = grad = scaled.cast(dtypes.float32) * factor.to(p.device)
            checks.append(grad.isfinite().all().to(self._scale.device))
        self._finite[id(optimizer)] = checks[0].stack(*checks[1:]).all() if len(checks) > 1 else checks[0]

    def step(self, optimizer: Optimizer) -> None:
        """`optimizer.step()`, unless a gradient is infinite or NaN: then nothing changes."""
        tensors = self._scheduled(optimizer)
        tensors[0].realize(*tensors[1:])

    def update(self) -> None:
        """Sets the scale for the next step, by what the steps since the last call found."""
        tensors = self._updated()
        if tensors: tensors[0].realize(*tensors[1:])

    def schedule_step(self, *optimizers: Optimizer) -> list[Tensor]:
        """`step` for each of `optimizers`, and `update`: done when the tensors returned are computed."""
        return [*(t for o in optimizers for t in self._scheduled(o)), *self._updated()]

    def _scheduled(self, optimizer: Optimizer) -> list[Tensor]:
        if id(optimizer) not in self._finite: self.unscale_(optimizer)
        finite = self._finite.pop(id(optimizer)).contiguous()
        self._found.append(finite)
        return [*optimizer.schedule_step(finite), finite]

    def _updated(self) -> list[Tensor]:
        found, self._found = self._found, []
        if not found or not self.enabled: return []
        finite = found[0]
        for other in found[1:]: finite = finite & other
        steps = finite.where(self._steps + 1, 0)
        grows = steps >= self.growth_interval
        factor = finite.where(grows.where(self.growth_factor, 1.0), self.backoff_factor)
        scale = self._scale * factor
        # without a bound, a model that cannot overflow would take it to infinity
        self._scale.assign(scale.isfinite().where(scale, self._scale).cast(dtypes.float32))
        self._steps.assign(grows.where(0, steps).cast(dtypes.int32))
        return [self._scale, self._steps]

    def state_dict(self) -> dict[str, Tensor]:
        """The scale, and the steps since it last changed."""
        return {"scale": self._scale, "steps": self._steps}

    def load_state_dict(self, state: dict[str, Tensor]) -> None:
        """Goes on where `state_dict()` was taken."""
        self._scale.assign(state["scale"].to(self._scale.device).reshape((1,))).realize()
        self._steps.assign(state["steps"].to(self._steps.device).reshape((1,))).realize()
