"""Import of memory from other libraries as tensors.

Inputs: an address with its owner, or an array with DLPack support. Outputs: tensors that hold the owner.
Invariants: the exporter's description of its memory is checked before the memory is taken; an array that is refused is left unchanged.
"""
from __future__ import annotations

import ctypes
import math
import operator
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn, Protocol, SupportsIndex, TypeGuard

from heddle.device import Device
from heddle.device.allocator import ImageSize
from heddle.device.buffer import Buffer, set_uop_buffer
from heddle.dtype import DType, ImageDType, dtypes
from heddle.errors import DTypeError, ExchangeError
from heddle.named_tuple import NamedTuple
from heddle.tensor import tensor_hook
from heddle.tensor.filled_memory import check_image_size, filled_buffer
from heddle.tensor.interop import dlpack_capsule
from heddle.tensor.interop.strides import row_major
from heddle.tensor.node_builders import Shape, mark
from heddle.uop import UOp

if TYPE_CHECKING:
    from heddle.device.interface import Compiled
    from heddle.tensor.tensor import Tensor


class InUse:
    """An owner whose memory, `raw` of a device's allocator, that device uses. It is released when that work is done."""

    __slots__ = ("_allocator", "_device", "_nbytes", "_owner", "_raw")

    def __init__(self, owner: object, device: Compiled, raw: object, nbytes: int) -> None:
        self._owner, self._device, self._raw, self._nbytes = owner, device, raw, nbytes
        self._allocator = device.allocator

    def __del__(self, ends: Callable[[], bool] = sys.is_finalizing) -> None:
        if ends() or self._allocator.lost is not None: return
        self._device.synchronize()
        self._allocator.unwrap(self._raw, self._nbytes)


def _held(owner: object, device: Compiled, raw: object, nbytes: int) -> object:
    """What keeps memory that `device` wraps alive, for as long as the device uses it."""
    return InUse(owner, device, raw, nbytes) if device.allocator.launches_later else owner


class ExternalMemory(NamedTuple):
    """`size` elements at an address, and the owner to keep alive."""

    pointer: int
    size: int
    dtype: DType
    owner: object
    readonly: bool

    def memory(self, device: str) -> UOp:
        """A BUFFER over it. DeviceError if the device cannot use such memory."""
        node = mark(UOp.new_buffer(device, self.size, self.dtype))
        if not self.size: return node
        home = Device[device]
        nbytes = self.size * self.dtype.itemsize
        raw = home.allocator.wrap(self.pointer, nbytes)
        owner = _held(self.owner, home, raw, nbytes)
        buffer = Buffer(device, self.size, self.dtype, external_ptr=raw, owner=owner, loc=node.loc, readonly=self.readonly)
        set_uop_buffer(node, buffer)
        return node


def image_at(pointer: int, shape: Shape, image: ImageDType, device: str, owner: object) -> Tensor:
    """A tensor over another library's image, as float32 on reads. Errors as `Tensor.from_blob` says, ShapeError."""
    check_image_size(shape, image)
    node = mark(UOp.new_buffer(device, image.size, dtypes.float32, image))
    home, nbytes = Device[device], ImageSize(image)
    home.allocator.check_image(image)
    raw = home.allocator.wrap(int(pointer), nbytes)
    owner = _held(owner, home, raw, nbytes)
    set_uop_buffer(node, Buffer(device, image.size, dtypes.float32, external_ptr=raw, owner=owner, loc=node.loc, image=image))
    return tensor_of(node.reshape(shape))


# ---- raw pointers

_ADDRESSES = 1 << (8 * ctypes.sizeof(ctypes.c_void_p))


def check_pointer(ptr: SupportsIndex, nbytes: int, dtype: DType, owner: object) -> tuple[object, bool]:
    """The object that keeps the memory alive, and whether it is read-only. Errors as `Tensor.from_blob` says."""
    try: address = operator.index(ptr)
    except TypeError:
        raise DTypeError(f"from_blob needs an address as an int, got a {type(ptr).__name__}",
                         "Use array.ctypes.data (NumPy), x.data_ptr() (torch) or ctypes.addressof(x). Or write "
                         "Tensor.from_dlpack(array).") from None
    if not nbytes: return owner, False
    if address == 0: raise ExchangeError(f"from_blob got a null pointer for {nbytes} bytes", "Check what gave the pointer.")
    if not 0 < address <= _ADDRESSES - nbytes:
        raise ExchangeError(f"{nbytes} bytes at {address:#x} are no addresses of this machine",
                            "Give the address that the owner of the memory reports.")
    if address % dtype.itemsize:
        raise DTypeError(f"the pointer {address:#x} is not aligned to the {dtype.itemsize} bytes of {dtype.name}",
                         "Copy the data to an aligned address, or wrap it as uint8 and .bitcast() it.")
    return _hold(owner, address, nbytes)


def _hold(owner: object, address: int, nbytes: int) -> tuple[object, bool]:
    """`owner`, or if it is a Python buffer a view of it, which prevents resizing and closing."""
    try: view = memoryview(owner)  # type: ignore[arg-type]
    except (TypeError, BufferError): return owner, False
    begin = _address_of(view)
    if begin is None or not begin <= address < begin + view.nbytes: return (owner, view), False
    if address + nbytes > begin + view.nbytes:
        raise ExchangeError(f"from_blob needs {nbytes} bytes at byte {address - begin} of a {type(owner).__name__}, which has "
                            f"{view.nbytes}", "Check shape and dtype.")
    return (owner, view), view.readonly


def _address_of(view: memoryview) -> int | None:
    """The address of the first byte of a view; None if its elements are not contiguous."""
    if not view.c_contiguous or not view.nbytes: return None
    import numpy as np
    return np.frombuffer(view.cast("B") if view.ndim != 1 or view.format != "B" else view, np.uint8).ctypes.data


# ---- DLPack

#: device types of host memory
_HOST = (dlpack_capsule.CPU, 3, 11)


def import_array(x: object, copy: bool | None, target: str | None) -> Tensor:
    """`Tensor.from_dlpack`."""
    array, home = _request(x, copy, target)
    reason = _why_copied(array)
    if copy is False: _check_unmoved(array, reason)
    if not math.prod(array.shape): return tensor_of(UOp.new_buffer(target or home, 0, array.dtype).reshape(array.shape))
    moves = target not in (None, home)
    if reason is not None or (copy and not moves): tensor = _copied(array, reason, home)
    else: tensor = _over_memory(array, home)
    return tensor.to(target).realize() if moves else tensor


def _check_unmoved(array: dlpack_capsule.ExportedArray, reason: str | None) -> None:
    if reason is not None: raise ExchangeError(f"the array cannot be used in place: {reason}", "Leave copy=False out.")
    if array.copied: raise ExchangeError("the exporter made a copy, and copy=False was requested", "Leave copy=False out.")


def _copied(array: dlpack_capsule.ExportedArray, reason: str | None, home: str) -> Tensor:
    """A tensor with memory of its own. ExchangeError if the array is not host-visible and `reason` prevents use on the device."""
    if array.device[0] in _HOST: return tensor_of(filled_buffer(_bytes(array), array.dtype, array.shape, home))
    if reason is not None: raise ExchangeError(f"the array cannot be used in place: {reason}", "Make it contiguous first.")
    return _over_memory(array, home).clone().realize()


class _Exporter(Protocol):
    """An array of a library with DLPack support."""

    def __dlpack__(self, **options: object) -> object: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...


def _exports(x: object) -> TypeGuard[_Exporter]: return hasattr(x, "__dlpack__") and hasattr(x, "__dlpack_device__")


def _request(x: object, copy: bool | None, target: str | None) -> tuple[dlpack_capsule.ExportedArray, str]:
    """The memory that `x` exports, and the device of ours that can use it."""
    if type(x).__name__ == "PyCapsule":
        array = dlpack_capsule.read(x)
        return array, _home(array.device, target, copy) or _no_road(array.device)
    if not _exports(x):
        raise ExchangeError(f"a {type(x).__name__} does not speak DLPack",
                            "Pass an array of NumPy, torch, JAX, CuPy or the like; or use Tensor(x).")
    kind, index = x.__dlpack_device__()
    device = int(kind), int(index)
    home = _home(device, target, copy)
    if home is not None: return _read(x, _capsule(x, copy, None, Device[home].allocator.dlpack_stream)), home
    if copy is False: _no_road(device)
    home = _home((dlpack_capsule.CPU, 0), target, copy) or _no_road(device)
    return _read(x, _capsule(x, copy, (dlpack_capsule.CPU, 0), None)), home


#: libraries whose arrays never change, and whose capsules may be of a kind that cannot say so
_IMMUTABLE = ("jax", "jaxlib", "tensorflow")


def _read(x: object, capsule: object) -> dlpack_capsule.ExportedArray:
    array = dlpack_capsule.read(capsule)
    return replace(array, readonly=True) if type(x).__module__.split(".")[0] in _IMMUTABLE else array


def _home(device: tuple[int, int], target: str | None, copy: bool | None) -> str | None:
    """The device of ours that can use that memory: the requested one, if it is one of them."""
    index = None if device[0] in _HOST else device[1]
    if target is not None and Device.can_import(target, device[0], index): return target
    if target is not None and copy is False:
        raise ExchangeError(f"the array is on {dlpack_capsule.device_text(device)}, which {target} cannot use in place",
                            "Leave copy=False out.")
    return Device.importing_device(device[0], index)


def _no_road(device: tuple[int, int]) -> NoReturn:
    raise ExchangeError(f"the array is on {dlpack_capsule.device_text(device)}, which no device here can use in place",
                        "Move it to the CPU first, or leave copy=False out.")


def _capsule(x: _Exporter, copy: bool | None, device: tuple[int, int] | None, stream: int | None) -> object:
    """A capsule of `x`, of the newest kind that its library makes."""
    options: dict[str, object] = {"max_version": (dlpack_capsule.VERSION, 1)}
    if stream is not None: options["stream"] = stream
    if device is not None: options["dl_device"] = device
    if copy is False: options["copy"] = False
    try: return x.__dlpack__(**options)
    except TypeError as fault:
        if device is not None:
            raise ExchangeError(f"a {type(x).__name__} cannot copy itself to the host: {fault}", "Move it first.") from fault
    return x.__dlpack__() if stream is None else x.__dlpack__(stream=stream)  # older libraries know no more


def _why_copied(array: dlpack_capsule.ExportedArray) -> str | None:
    """Why a tensor cannot be made over the memory; None if it can."""
    if not math.prod(array.shape): return None
    if not array.pointer:
        raise ExchangeError(f"the capsule has a null pointer for an array of shape {array.shape}",
                            "Make the array again in the library that it comes from.")
    size = array.dtype.itemsize
    if array.pointer % size: return f"its address {array.pointer:#x} is not aligned to the {size} bytes of {array.dtype.name}"
    if _order(array) is None: return f"its elements are not contiguous: shape {array.shape}, strides {array.strides}"
    return None


def _extents(array: dlpack_capsule.ExportedArray) -> tuple[int, ...]:
    """The shape, without repeated axes."""
    return tuple(1 if s == 0 else n for n, s in zip(array.shape, array.strides, strict=True))


def _order(array: dlpack_capsule.ExportedArray) -> list[int] | None:
    """The axes from the slowest to the fastest, if the elements are contiguous in that order."""
    extents = _extents(array)
    order = sorted(range(len(extents)), key=lambda a: (-array.strides[a], extents[a] == 1))
    dense = row_major(tuple(extents[a] for a in order))
    return order if all(extents[a] == 1 or array.strides[a] == s for a, s in zip(order, dense, strict=True)) else None


def _over_memory(array: dlpack_capsule.ExportedArray, home: str) -> Tensor:
    extents, order = _extents(array), _order(array)
    assert order is not None
    node = ExternalMemory(array.pointer, math.prod(extents), array.dtype, array.take(), array.readonly).memory(home)
    seen = node.reshape(tuple(extents[a] for a in order)).permute(tuple(order.index(a) for a in range(len(order))))
    return tensor_of(seen.expand(array.shape))


def _bytes(array: dlpack_capsule.ExportedArray) -> memoryview:
    """A copy of the elements in row-major order."""
    import numpy as np
    low = sum(min(0, s * (n - 1)) for n, s in zip(array.shape, array.strides, strict=True)) * array.dtype.itemsize
    high = sum(max(0, s * (n - 1)) for n, s in zip(array.shape, array.strides, strict=True)) * array.dtype.itemsize
    window = memoryview((ctypes.c_uint8 * (high - low + array.dtype.itemsize)).from_address(array.pointer + low))
    strides = tuple(s * array.dtype.itemsize for s in array.strides)
    seen = np.ndarray(array.shape, f"V{array.dtype.itemsize}", window, -low, strides)
    return np.ascontiguousarray(seen).reshape(-1).view(np.uint8).data


def tensor_of(uop: UOp) -> Tensor:
    """A tensor of a graph over imported memory."""
    return tensor_hook.tensor_class(mark(uop))
