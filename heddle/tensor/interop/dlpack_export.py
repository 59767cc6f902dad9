"""Export of tensor memory to other libraries: DLPack, NumPy arrays, memoryviews.

Inputs: a tensor. Outputs: a DLPack capsule, a NumPy array, or a memoryview, each of which holds the Buffer.
Invariants: an importer finds the values computed, and returned memory is reused only after the importer's work; a writable export
shares memory with no other tensor by chance; memory that others rely on is exported read-only.
"""
from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from heddle.device import Device
from heddle.device.buffer import Buffer, uop_buffer
from heddle.errors import ExchangeError
from heddle.named_tuple import NamedTuple
from heddle.tensor import aliasing
from heddle.tensor.assign import own_memory
from heddle.tensor.capture_mode import check_may_be_read
from heddle.tensor.host_data import check_array_axes
from heddle.tensor.interop import dlpack_capsule
from heddle.tensor.interop.strides import Strides, strides_of
from heddle.tensor.lock import locked
from heddle.uop import Ops
from heddle.uop.symbol import bound_shape, is_symbolic

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from heddle.tensor.tensor import Tensor


class Seen(NamedTuple):
    """The memory layout of a tensor: its Buffer, the offset of its first element, and its strides."""

    buffer: Buffer
    start: int
    strides: Strides


@locked
def _seen(t: Tensor, writable: bool) -> Seen | None:
    """The layout of the value of `t`, which has elements; None if no strides describe the view. Its device may be at work."""
    check_may_be_read()
    t.realize()
    memory, storage = aliasing.memory_of(t.uop), t._storage
    layout = strides_of(t.uop) if memory is not None and memory.op is not Ops.MULTI else None
    if layout is None: return None
    assert storage is not None and storage.memory is not None
    if storage.source is None and storage.is_shared() and not storage.is_readonly():
        own_memory(storage)
        layout = strides_of(t.uop)
    assert layout is not None
    return Seen(uop_buffer(storage.memory), *layout)


# ---- NumPy and the buffer protocol


def array_of(t: Tensor, dtype: npt.DTypeLike | None, copy: bool | None) -> np.ndarray:
    """`Tensor.__array__`."""
    import numpy as np
    check_array_axes(t.shape)
    found = None if copy is True else _array(t, writable=False)
    if found is not None and (dtype is None or np.dtype(dtype) == found.dtype): return found
    if copy is False:
        raise ExchangeError(f"an array of {t!r} cannot be had without a copy", "Use np.array(tensor), or tensor.numpy().")
    own = t.numpy()
    return own if dtype is None else own.astype(dtype, copy=False)


def buffer_of(t: Tensor, writable: bool) -> memoryview:
    """`Tensor.__buffer__`."""
    found = _array(t, writable)
    if found is None: raise ExchangeError(f"Python cannot look at the memory of {t!r}", "Use .numpy() or .data() for a copy.")
    if writable and not found.flags.writeable: raise ExchangeError(f"the memory of {t!r} is read-only", "Use .clone().")
    return found.data


def _array(t: Tensor, writable: bool) -> np.ndarray | None:
    """The memory of `t` as an array, if NumPy has the dtype and the memory is host-visible."""
    import numpy as np
    if t.dtype.fmt is None or is_symbolic(t.shape): return None
    if not t.numel(): return np.empty(t.shape, t.dtype.name)
    if (seen := _seen(t, writable)) is None or (window := seen.buffer.as_memoryview()) is None: return None
    Device[seen.buffer.device].synchronize()
    size = t.dtype.itemsize
    found = np.ndarray(t.shape, t.dtype.name, window, seen.start * size, [s * size for s in seen.strides])
    if not writable: found.flags.writeable = False
    return found


# ---- DLPack


def dlpack_device(t: Tensor) -> tuple[int, int]:
    """`Tensor.__dlpack_device__`."""
    found = Device[t.device].allocator.dlpack_device if isinstance(t.device, str) else None
    if found is None: raise ExchangeError(f"memory of {t.device} cannot be exported to other libraries",
                                          "Copy it first: x.to(\"CPU\").")
    return found


def capsule_of(t: Tensor, stream: int | None, max_version: tuple[int, int] | None, target: tuple[int, int] | None,
               copy: bool | None) -> object:
    """`Tensor.__dlpack__`."""
    device = dlpack_device(t)
    if is_symbolic(t.shape): return _of_bound_sizes(t, stream, max_version, target, copy)
    if stream is not None and Device[t.device].allocator.dlpack_stream is None:
        raise ExchangeError(f"{t.device} has no streams, got stream={stream!r}", "Leave stream out, or pass None.")
    target = device if target is None else (int(target[0]), int(target[1]))
    if target != device: return _on_another(t, target, max_version, copy)
    versioned = max_version is not None and max_version[0] >= dlpack_capsule.VERSION
    copied = copy is True
    exported = t.clone() if copied else t
    seen = _seen(exported, writable=True) if t.numel() else None
    if t.numel() and (reason := _why_not(seen, t.shape, versioned)) is not None:
        if copy is False:
            raise ExchangeError(f"{t!r} cannot be exported without a copy: {reason}", "Leave copy=False out, or use .contiguous().")
        seen, copied = _seen(t.clone(), writable=True), True
    return dlpack_capsule.make(_words(t, seen, stream), t.dtype, device, versioned, copied)


def _of_bound_sizes(t: Tensor, stream: int | None, max_version: tuple[int, int] | None, target: tuple[int, int] | None,
                    copy: bool | None) -> object:
    """A capsule of a copy: memory has the maximum sizes, and the current rows are not contiguous."""
    if copy is False: raise ExchangeError(f"{t!r} cannot be exported without a copy: its sizes are variables", "Leave copy=False out.")
    now = type(t)(bytes(t._bytes()), t.device, t.dtype).reshape(bound_shape(t.shape))
    return capsule_of(now, stream, max_version, target, None)


def _why_not(seen: Seen | None, shape: tuple[int, ...], versioned: bool) -> str | None:
    """Why the memory itself cannot be exported; None if it can.

    A negative stride is legal in DLPack, but torch 2 ends the process on one, NumPy's too, and JAX refuses it.
    """
    if seen is None: return "it is a view that no strides describe"
    if any(stride < 0 and n > 1 for stride, n in zip(seen.strides, shape, strict=True)): return "it is a view with negative strides"
    if not seen.buffer.readonly or versioned: return None
    return "its memory is read-only, which the requested version of DLPack cannot express"


def _on_another(t: Tensor, target: tuple[int, int], max_version: tuple[int, int] | None, copy: bool | None) -> object:
    """A capsule of a copy on the requested device."""
    where = Device.importing_device(target[0], None if target[0] == dlpack_capsule.CPU else target[1])
    there = dlpack_capsule.device_text(target)
    if where is None:
        raise ExchangeError(f"{t!r} cannot be exported on {there}: there is no such device here",
                            'Leave the device out, or move the tensor to the host: .to("CPU").')
    if copy is False: raise ExchangeError(f"{t!r} is not on {there}, and copy=False was requested", "Leave copy=False out.")
    return capsule_of(t.to(where).realize(), None, max_version, None, None)


class ExportedBuffer:
    """A Buffer that another library uses, in a stream of its own. The memory is not reused before that work is done."""

    __slots__ = ("_buffer", "_reclaim")

    def __init__(self, buffer: Buffer, reclaim: Callable[[], None]) -> None: self._buffer, self._reclaim = buffer, reclaim

    def __del__(self, ends: Callable[[], bool] = sys.is_finalizing) -> None:
        if not ends(): self._reclaim()


def _words(t: Tensor, seen: Seen | None, stream: int | None) -> np.ndarray:
    """An array of unsigned integers over the memory: NumPy neither reads it nor needs to know the format."""
    import numpy as np
    size = t.dtype.itemsize
    if seen is None: return np.empty(t.shape, f"u{size}")
    window: Any = (ctypes.c_uint8 * seen.buffer.nbytes).from_address(seen.buffer.allocator.address(seen.buffer.raw))
    reclaim = Device[seen.buffer.device].lend_to(stream)
    window.owner = seen.buffer if reclaim is None else ExportedBuffer(seen.buffer, reclaim)
    found = np.ndarray(t.shape, f"u{size}", window, seen.start * size, [s * size for s in seen.strides])
    if seen.buffer.readonly: found.flags.writeable = False
    return found


