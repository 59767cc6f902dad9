"""Parameter initialisation: values, dtype and device of a layer's parameters when it is made.

Inputs: the `dtype` and `device` that a layer was given, and shapes. Outputs: float tensors.
Invariants: all parameters of a layer have one float dtype and are on one device (None: the defaults). Draws follow in the order of the
calls, so that a seed gives a layer the same values wherever it is made.
"""
from __future__ import annotations

import math

from heddle.dtype import DTypeLike, dtypes, to_dtype
from heddle.errors import DTypeError
from heddle.nn.layer import parameter
from heddle.tensor import Tensor

#: one device by name, several for parameters that each of them has, or None for the default one
DeviceLike = str | tuple[str, ...] | None
Shape = tuple[int, ...]


class Initializer:
    """Makes the parameters of one `layer`, which is named in errors. DTypeError unless `dtype` is a float; DeviceError at the first
    draw for a device that there is not."""

    def __init__(self, layer: object, dtype: DTypeLike | None = None, device: DeviceLike = None) -> None:
        kind = dtypes.default_float if dtype is None else to_dtype(dtype)
        if not kind.is_float():
            raise DTypeError(f"the parameters of {type(layer).__name__} cannot be {kind.name}: they have gradients",
                             "Give a float dtype, such as dtypes.float16, or leave dtype out for the default float.")
        self._dtype, self._device = kind, device

    def uniform(self, shape: Shape, bound: float) -> Tensor:
        """Uniform in [-bound, bound)."""
        return Tensor.uniform(*shape, low=-bound, high=bound, dtype=self._dtype, device=self._device)

    def glorot(self, *shape: int) -> Tensor:
        """Uniform within sqrt(6 / (rows + columns)): Glorot and Bengio (2010)."""
        return Tensor.glorot_uniform(*shape, dtype=self._dtype, device=self._device)

    def normal(self, shape: Shape, deviation: float) -> Tensor:
        """Normal around 0."""
        return Tensor.normal(*shape, std=deviation, dtype=self._dtype, device=self._device)

    def filled(self, shape: Shape, value: float) -> Tensor:
        """`value` everywhere, as a leaf of its own for gradients."""
        return parameter(Tensor.full(shape, value, dtype=self._dtype, device=self._device))

    def statistic(self, shape: Shape, value: float) -> Tensor:
        """`value` everywhere, in what a layer counts and no optimizer changes."""
        return Tensor.full(shape, value, dtype=self._dtype, device=self._device, requires_grad=False)

    def counter(self) -> Tensor:
        """0 as an int64 without axes."""
        return Tensor.full((), 0, dtypes.int64, self._device, requires_grad=False)


def fan_in_bound(inputs: int) -> float:
    """1 / sqrt(inputs): the bound of uniform weights, each output being a sum over `inputs` of them (LeCun and others 1998)."""
    return 1 / math.sqrt(max(inputs, 1))
