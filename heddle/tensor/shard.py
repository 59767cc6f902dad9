"""Moving values between devices, and spreading one over several.

In: a tensor and where it is to be: a device, or a tuple of devices and the axis along which it is cut. Out: the same value there.
Always true: a tensor on several devices behaves as if it were on one: its shape is the whole shape, and every method gives the value
that it gives on one device. What is computed where, and what is exchanged, is decided in schedule/sharding.py.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from heddle.dtype import DType
from heddle.errors import DeviceError, ShapeError
from heddle.tensor import data as host
from heddle.tensor.arguments import Names
from heddle.tensor.graph import mark, resolve_axis
from heddle.uop import UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: one device, or several
Place = str | Sequence[str]


class ShardMixin:
    """Where a tensor is."""

    __slots__ = ()

    def to(self: Tensor, device: Place | None) -> Tensor:
        """The same value on `device`, or all of it on each of several; this tensor if it is there already.

        DeviceError if there is no such device.
        """
        target = canonical(device)
        if target == self.device: return self
        if not isinstance(target, str): return self.shard(target)
        return self._of(mark(self.uop.copy_to_device(target)), self._needs_grad)

    def to_(self: Tensor, device: Place | None) -> Tensor:
        """Moves this tensor, and its gradient, to `device`."""
        if self.grad is not None: self.grad = self.grad.to(device)
        return self.replace(self.to(device))

    def shard(self: Tensor, devices: Names, axis: int | None = None) -> Tensor:
        """The same value on several devices: cut along `axis` into equal parts, one a device; without an axis, all of it on each.

        ShapeError, with sizes that fit, if the axis cannot be cut evenly; DeviceError if a device is unknown or named twice.
        """
        places = canonical(tuple(devices))
        axis = None if axis is None else resolve_axis(axis, self.ndim, "shard")
        if isinstance(places, str): return self.to(places)
        if axis is not None: _check_even(self.shape, axis, places)
        return self._of(mark(self.uop.shard(places, axis)), self._needs_grad)

    def shard_(self: Tensor, devices: Names, axis: int | None = None) -> Tensor:
        """Spreads this tensor, and its gradient, over `devices`; see `shard`."""
        if self.grad is not None: self.grad = self.grad.shard(devices, axis)
        return self.replace(self.shard(devices, axis))


def canonical(device: Place | None) -> str | tuple[str, ...]:
    """The one spelling of a device, or of several. DeviceError if one is unknown or comes twice, or if there are none."""
    from heddle.device import Device
    if isinstance(device, str) or not isinstance(device, Sequence): return Device.canonicalize(device)
    names = tuple([Device.canonicalize(d) for d in device])
    if not names: raise DeviceError("a tensor needs a device, got an empty tuple", "Name one, or None for the default.")
    if len(set(names)) < len(names):
        raise DeviceError(f"the devices {', '.join(names)} are not all different", "Number them: CPU, CPU:1, CPU:2.")
    return names if len(names) > 1 else names[0]


def _check_even(shape: tuple[int, ...], axis: int, devices: Sequence[str]) -> None:
    if not shape: raise ShapeError("shard cannot cut a tensor with no axes", "Leave the axis out: each device then has all.")
    count, size = len(devices), shape[axis]
    if size and size % count == 0: return
    below, above = size // count * count, (size // count + 1) * count
    others = [a for a, n in enumerate(shape) if n and n % count == 0]
    instead = f"shard along axis {' or '.join(map(str, others))}." if others else "leave the axis out: each device then has all."
    raise ShapeError(f"shard cannot cut axis {axis} of {shape}, size {size}, into {count} equal parts",
                     f"Sizes that can: {f'{below}, ' if below else ''}{above}; pad or cut the axis first, or {instead}")


def graph_on(value: Any, device: Place | None, dtype: DType | None) -> UOp:
    """The graph that stands for `value` there: on several devices, all of it on each."""
    if device is None or isinstance(device, str): return host.graph_of(value, device, dtype)
    places = canonical(device)
    if isinstance(places, str): return host.graph_of(value, places, dtype)
    found = host.graph_of(value, places[0], dtype)
    return found if found.device == places else found.shard(places, None)
