"""Transfers between devices, and sharding over several of them.

Inputs: a tensor and its destination: a device, or a tuple of devices and the axis to shard along. Outputs: the same value there.
Invariants: a sharded tensor behaves like one on a single device: its shape is the full shape, and every method gives the value
that it gives on one device. schedule/sharding.py decides what is computed where, and what is exchanged.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heddle.dtype import DType
from heddle.errors import DeviceError, ShapeError
from heddle.schedule.sharding import axis_of
from heddle.tensor import host_data as host
from heddle.tensor.arguments import Names
from heddle.tensor.interop.strides import row_major, strides_of
from heddle.tensor.node_builders import mark, resolve_axis
from heddle.uop import GroupOp, Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: movement ops of a view
_VIEWS = (*GroupOp.MOVEMENT, Ops.DETACH)
#: one device, or several
Devices = str | Sequence[str]


class ShardMixin:
    """Methods on devices and sharding."""

    __slots__ = ()

    def to(self: Tensor, device: Devices | None) -> Tensor:
        """The same value on `device`, or replicated on several; this tensor if it is there already.

        To a file, which only holds data, it is written at once. DeviceError if there is no such device.
        """
        target = canonical(device)
        if target == self.device: return self
        if not isinstance(target, str): return self.shard(target)
        if not host.runs_kernels(target): return type(self).empty(*self.shape, dtype=self.dtype, device=target).assign(self)
        return self._of(mark(_moved(self.uop, target)), self._needs_grad)

    def to_(self: Tensor, device: Devices | None) -> Tensor:
        """Moves this tensor, and its gradient, to `device`."""
        if (grad := self._read_grad) is not None: self.grad = grad.to(device)
        return self.replace(self.to(device))

    def shard(self: Tensor, devices: Names, axis: int | None = None) -> Tensor:
        """The same value on several devices: sharded evenly along `axis`; without an axis, replicated.

        ShapeError, with sizes that fit, if the axis cannot be cut evenly; DeviceError if a device is unknown or named twice.
        """
        devices_of = canonical(tuple(devices))
        axis = None if axis is None else resolve_axis(axis, self.ndim, "shard")
        if isinstance(devices_of, str): return self.to(devices_of)
        if axis is not None: _check_even(self.shape, axis, devices_of)
        return self._of(mark(self.uop.shard(devices_of, axis)), self._needs_grad)

    def shard_(self: Tensor, devices: Names, axis: int | None = None) -> Tensor:
        """Shards this tensor, and its gradient, over `devices`; see `shard`."""
        if (grad := self._read_grad) is not None: self.grad = grad.shard(devices, axis)
        return self.replace(self.shard(devices, axis))


    def shard_like(self: Tensor, y: Tensor) -> Tensor:
        """The same value on the device of `y`, or on its devices and sharded along the same axis."""
        return self.to(y.device) if isinstance(y.device, str) else self.shard(y.device, axis_of(y.uop))


def _moved(node: UOp, device: str) -> UOp:
    """`node` on another device. A graph that computes nothing transfers its memory, and its view is applied at the destination."""
    if node.device is None or host.runs_kernels(node.device): return node.copy_to_device(device)
    views: list[UOp] = []
    while node.op in _VIEWS and not _is_consecutive(node):
        views.append(node)
        node = node.src[0]
    moved = node.copy_to_device(device)
    for view in reversed(views): moved = view.replace(src=(moved, *view.src[1:]))
    return moved


def _is_consecutive(view: UOp) -> bool:
    """Whether the elements of a view are contiguous in memory."""
    base = view
    while base.op in _VIEWS: base = base.src[0]
    if base.op not in (Ops.BUFFER, Ops.BUFFER_VIEW) or 0 in view.shape: return True  # no view of a memory, or of nothing in it
    found = strides_of(view)
    if found is None: return False
    return all(n == 1 or a == b for n, a, b in zip(view.shape, found[1], row_major(view.shape), strict=True))


def canonical(device: Devices | None) -> str | tuple[str, ...]:
    """The canonical name of a device, or of several. DeviceError if one is unknown or repeated, or if there are none."""
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


def graph_on(value: object, device: Devices | None, dtype: DType | None) -> UOp:
    """The graph of `value` there: on several devices, replicated."""
    if device is None or isinstance(device, str): return host.graph_of(value, device, dtype)
    devices_of = canonical(device)
    if isinstance(devices_of, str): return host.graph_of(value, devices_of, dtype)
    found = host.graph_of(value, devices_of[0], dtype)
    return found if found.device == devices_of else found.shard(devices_of, None)
