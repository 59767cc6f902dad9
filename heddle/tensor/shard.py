"""Transfers between devices, and sharding over several of them.

Inputs: a tensor and its destination: a device, or a tuple of devices and the axis to shard along. Outputs: the same value there.
Invariants: a sharded tensor behaves like one on a single device: its shape is the full shape, and every method gives the value
that it gives on one device. schedule/sharding.py decides what is computed where, and what is exchanged.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import TYPE_CHECKING, cast

from heddle.dtype import DType
from heddle.errors import ShapeError
from heddle.narrowing import is_instance
from heddle.schedule.sharding import axis_of, split_by_device
from heddle.tensor import host_data as host
from heddle.tensor.arguments import Devices, Names
from heddle.tensor.host_data import canonical_devices
from heddle.tensor.interop.strides import row_major, strides_of
from heddle.tensor.node_builders import mark, resolve_axis
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.mesh import DeviceMesh, Layout

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: movement ops of a view
_VIEWS = (*GroupOp.MOVEMENT, Ops.DETACH)

class ShardMixin:
    """Methods on devices and sharding."""

    __slots__ = ()

    def to(self: Tensor, device: Devices | None) -> Tensor:
        """The same value on `device`, or replicated on several; this tensor if it is there already.

        To a file, which only holds data, it is written at once. DeviceError if there is no such device.
        """
        target = canonical_devices(device)
        if target == self.device: return self
        if not isinstance(target, str): return self.shard(target)
        if not host.runs_kernels(target): return type(self).empty(*self.shape, dtype=self.dtype, device=target).assign(self)
        return self._of(mark(_moved(self.uop, target)), self._needs_grad)

    def to_(self: Tensor, device: Devices | None) -> Tensor:
        """Moves this tensor, and its gradient, to `device`."""
        if (grad := self._read_grad) is not None: self.grad = grad.to(device)
        return self.replace(self.to(device))

    def shard(self: Tensor, devices: Names, axis: int | Mapping[str, int] | None = None) -> Tensor:
        """The same value on several devices: sharded evenly along `axis`; without an axis, replicated.

        On a `heddle.Mesh`, `axis` has the axis of this tensor that each axis of the mesh cuts: `x.shard(mesh, {"data": 0})`; along
        the others all members have the same. Every process has to call it, and has the whole value before; each keeps its part.
        ShapeError, with sizes that fit, if the axis cannot be cut evenly; DeviceError if a device is unknown or named twice.
        """
        if isinstance(devices, DeviceMesh): return self._of(mark(self.uop.shard(devices, _layout(self.shape, devices, axis))),
                                                            self._needs_grad)
        if isinstance(axis, Mapping):
            raise ShapeError(f"shard over a tuple of devices takes one axis, got {dict(axis)}", "Make a heddle.Mesh of the devices.")
        devices_of = canonical_devices(tuple(devices))
        axis = None if axis is None else resolve_axis(axis, self.ndim, "shard")
        if isinstance(devices_of, str): return self.to(devices_of)
        if axis is not None: _check_even(self.shape, axis, len(devices_of))
        return self._of(mark(self.uop.shard(devices_of, axis)), self._needs_grad)

    def shard_(self: Tensor, devices: Names, axis: int | Mapping[str, int] | None = None) -> Tensor:
        """Shards this tensor, and its gradient, over `devices`; see `shard`."""
        if (grad := self._read_grad) is not None: self.grad = grad.shard(devices, axis)
        return self.replace(self.shard(devices, axis))


    def shard_like(self: Tensor, y: Tensor) -> Tensor:
        """The same value on the device of `y`, or on its devices and sharded along the same axis."""
        if isinstance(y.device, str): return self.to(y.device)
        return self._of(mark(self.uop.shard(y.device, axis_of(y.uop))), self._needs_grad)


def spread(x: Tensor, layout: Layout) -> Tensor:
    """`x` in a layout on a mesh."""
    return x._of(mark(x.uop.shard(layout.mesh, layout)), x._needs_grad)


def layout_on(x: Tensor, mesh: DeviceMesh) -> Layout:
    """The layout of `x` on a mesh: uncut, if it is on other devices."""
    found = axis_of(x.uop) if x.device == mesh else None
    return found if isinstance(found, Layout) else Layout(mesh, (None,) * len(mesh.sizes))


def parts_of(x: Tensor) -> list[Tensor]:
    """What each device of this process has of a tensor on a mesh, which is computed."""
    layout = layout_on(x.realize(), x.device) if isinstance(x.device, DeviceMesh) else None
    if layout is None: return [x]
    return [x._of(part, False).realize() for part in split_by_device(UOp.sink(x.uop)).forms[0].src]


def joined_rows(part: Tensor, mesh: DeviceMesh, name: str) -> Tensor:
    """The tensor of which this process has `part` along axis 0, cut by mesh axis `name`; every process has to call it."""
    i = mesh.names.index(name)
    count, first = mesh.box[i], mesh.process[i] * mesh.box[i]
    _check_even(part.shape, 0, count)
    rows = part.shape[0] // count
    numbers = [at[i] - first for at in mesh.members()]
    own = [part[k * rows:(k + 1) * rows].to(device).contiguous().realize() for k, device in zip(numbers, mesh, strict=True)]
    layout = Layout(mesh, tuple([0 if n == name else None for n in mesh.names]))
    return part._of(UOp.multi([x.uop for x in own], layout), False)


def heads_instead_of_rows(*tensors: Tensor) -> tuple[Tensor, ...]:
    """Queries, keys and values (..., heads, length, width) on a mesh, cut along heads where they are cut along length.

    An all-to-all each; attention then needs no other rank (Jacobs and others, "DeepSpeed Ulysses", 2023). As they are, if the members
    do not divide the heads.
    """
    mesh = tensors[0].device
    if not isinstance(mesh, DeviceMesh) or any(x.ndim < 3 or x.device != mesh for x in tensors): return tensors
    moved = [spread(x, to) for x in tensors if (to := _along_heads(x.shape, layout_on(x, mesh))) is not None]
    return tuple(moved) if len(moved) == len(tensors) else tensors


def _along_heads(shape: tuple[int, ...], found: Layout) -> Layout | None:
    """The layout with cuts along axis -3 in place of those along -2; None if there are none, or heads cannot be cut so."""
    heads, rows = len(shape) - 3, len(shape) - 2
    if rows not in found.cuts: return None
    new = found.with_cuts(heads if cut == rows else cut for cut in found.cuts)
    return None if shape[heads] % new.count(heads) else new


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


def _layout(shape: tuple[int, ...], mesh: DeviceMesh, axis: object) -> Layout:
    """The layout on a mesh that a user describes. ShapeError."""
    if isinstance(axis, int):
        if len(mesh.names) > 1:
            raise ShapeError(f"shard over a mesh of several axes ({', '.join(mesh.names)}) was given axis {axis} alone",
                             f"Say which axis of the mesh cuts it: {{{mesh.names[0]!r}: {axis}}}.")
        axis = {mesh.names[0]: axis}
    if not isinstance(axis, (Mapping, NoneType)): raise _unlike_mapping(axis, mesh)
    spec = dict(cast("Mapping[str, int]", axis or {}))
    for name in spec:
        if name not in mesh.names:
            raise ShapeError(f"the mesh has no axis {name!r}", f"Its axes: {', '.join(mesh.names)}.")
    layout = Layout(mesh, tuple([resolve_axis(spec[n], len(shape), "shard") if n in spec else None for n in mesh.names]))
    for cut in {c for c in layout.cuts if c is not None}: _check_even(shape, cut, layout.count(cut))
    return layout


def _unlike_mapping(given: object, mesh: DeviceMesh) -> ShapeError:
    """The error for what is no description of a layout; names of the mesh's axes by the tensor's axes are put the other way round."""
    names: Sequence[object] = (given,) if isinstance(given, str) else given if is_instance(given, (list, tuple)) else ()
    meant = {name: i for i, name in enumerate(names) if isinstance(name, str)}
    return ShapeError(f"shard on a mesh takes {{axis of the mesh: axis of the tensor}}, got {given!r}",
                      f"Write x.shard(mesh, {meant or {mesh.names[0]: 0}}); axes of the mesh that are left out cut nothing.")


def _check_even(shape: tuple[int, ...], axis: int, count: int) -> None:
    if not shape: raise ShapeError("shard cannot cut a tensor with no axes", "Leave the axis out: each device then has all.")
    size = shape[axis]
    if size and size % count == 0: return
    below, above = size // count * count, (size // count + 1) * count
    others = [a for a, n in enumerate(shape) if n and n % count == 0]
    instead = f"shard along axis {' or '.join(map(str, others))}." if others else "leave the axis out: each device then has all."
    raise ShapeError(f"shard cannot cut axis {axis} of {shape}, size {size}, into {count} equal parts",
                     f"Sizes that can: {f'{below}, ' if below else ''}{above}; pad or cut the axis first, or {instead}")


def graph_on(value: object, device: Devices | None, dtype: DType | None) -> UOp:
    """The graph of `value` there: on several devices, replicated."""
    if device is None or isinstance(device, str): return host.graph_of(value, device, dtype)
    devices_of = canonical_devices(device)
    if isinstance(devices_of, str): return host.graph_of(value, devices_of, dtype)
    found = host.graph_of(value, devices_of[0], dtype)
    return found if found.device == devices_of else found.shard(devices_of, None)
