"""Zero-copy exchange of memory with other libraries: raw pointers, DLPack, NumPy, the buffer protocol.

Inputs: an address, or an array of NumPy, torch, JAX and others. Outputs: a tensor over that memory; and the reverse.
Invariants: every user of memory keeps it alive: an imported tensor holds the exporter's object, an export holds our Buffer. Read-only
memory is never written: a tensor that is assigned moves to memory of its own first.
"""
from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from heddle.dtype import DTypeLike, ImageDType, dtypes, to_dtype
from heddle.errors import ShapeError
from heddle.tensor import tensor_hook
from heddle.tensor.creation import canonical_device, check_sizes
from heddle.tensor.interop.names_elsewhere import written_here

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from heddle.tensor.shard import Devices
    from heddle.tensor.tensor import Tensor


class InteropMixin:
    """Methods that share memory with other libraries."""

    __slots__ = ()

    _written_here = staticmethod(written_here)  # for the error of a missing method

    # ---- import

    @staticmethod
    def from_blob(ptr: int, shape: tuple[int, ...], *, dtype: DTypeLike | ImageDType | None = None, device: str | None = None,
                  owner: object = None) -> Tensor:
        """A tensor over memory at the address `ptr` that heddle does not own, without a copy. For OpenCL, `ptr` is a cl_mem.

        `owner` is kept alive, and if it is a buffer of Python's it cannot be resized, as long as any view of the memory is seen.
        Without an owner it is the caller's promise that the memory outlives the tensor and everything made from it. Elements are in
        row-major order; dtype float32 unless another is given; with an image (`dtypes.imagef((h, w))`), `ptr` is that of one.
        ExchangeError for a null pointer, or memory that ends before the tensor does; DTypeError if `ptr` is not aligned to the dtype;
        DeviceError if the device cannot use such memory.
        """
        from heddle.tensor.interop.dlpack_import import ExternalMemory, check_pointer, image_at, tensor_of
        sizes = check_sizes(_whole_numbers(shape), "from_blob")
        if isinstance(dtype, ImageDType): return image_at(ptr, sizes, dtype, canonical_device(device, "from_blob"), owner)
        kind, where = dtypes.default_float if dtype is None else to_dtype(dtype), canonical_device(device, "from_blob")
        nbytes = math.prod(sizes) * kind.itemsize
        held, readonly = check_pointer(ptr, nbytes, kind, owner)
        return tensor_of(ExternalMemory(int(ptr), math.prod(sizes), kind, held, readonly).memory(where).reshape(sizes))

    @staticmethod
    def from_url(url: str, gunzip: bool = False, *, device: Devices | None = None, dtype: DTypeLike | None = None,
                 requires_grad: bool | None = None) -> Tensor:
        """The bytes of `url`, as a tensor on the cached file: fetched once, unpacked if `gunzip`.

        `device`, `dtype`, `requires_grad`: as `Tensor(path)` has them. FileMissingError with the reason if it cannot be fetched.
        """
        from heddle.tensor.io.download import fetch
        return tensor_hook.tensor_class(fetch(url, gunzip=gunzip), device, dtype, requires_grad)

    @staticmethod
    def from_dlpack(x: object, copy: bool | None = None, device: str | None = None) -> Tensor:
        """A tensor over the memory of an array of another library (or over a DLPack capsule), which stays alive with it.

        `copy`: True always copies, False never does, None where it must. `device`: where the tensor is to be; if not given, where the
        array is. What cannot be used in place is copied: elements apart from each other, other devices. Memory that the exporter calls
        read-only is never written to. Tensors of torch on `mps` are used in place by METAL, once torch's work is done.
        ExchangeError (a BufferError) with the reason if there is no way.
        """
        from heddle.tensor.interop.dlpack_import import import_array
        from heddle.tensor.interop.torch_storage import over_storage
        target = None if device is None else canonical_device(device, "from_dlpack")
        found = over_storage(x, copy, target)
        return import_array(x, copy, target) if found is None else found

    # ---- export

    def __dlpack__(self: Tensor, stream: int | None = None, max_version: tuple[int, int] | None = None,
                   dl_device: tuple[int, int] | None = None, copy: bool | None = None) -> Any:
        """A DLPack capsule of the value, computed now: the memory itself unless a copy is requested or needed.

        Views that strides describe are exported as they are. ExchangeError (a BufferError) with the reason if it cannot be exported.
        """
        from heddle.tensor.interop.dlpack_export import capsule_of
        return capsule_of(self, stream, max_version, dl_device, copy)

    def __dlpack_device__(self: Tensor) -> tuple[int, int]:
        """(type, id) of the device in DLPack's numbering. ExchangeError for devices that it has none for."""
        from heddle.tensor.interop.dlpack_export import dlpack_device
        return dlpack_device(self)

    def __array__(self: Tensor, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> np.ndarray:
        """For `np.asarray(tensor)`: the memory itself, read-only, if it is host-visible; else a copy.

        `np.array(tensor)` is always a copy, and `np.from_dlpack(tensor)` may be written to.
        """
        from heddle.tensor.interop.dlpack_export import array_of
        return array_of(self, dtype, copy)

    def __buffer__(self: Tensor, flags: int) -> memoryview:
        """For `memoryview(tensor)` from Python 3.12 on: the memory itself; writable on request.

        ExchangeError if the host does not see the memory, or Python has no format for the dtype.
        """
        from heddle.tensor.interop.dlpack_export import buffer_of
        return buffer_of(self, bool(flags & 1))  # PyBUF_WRITABLE


def _whole_numbers(shape: object) -> tuple[int, ...]:
    import operator
    try: return tuple(operator.index(n) for n in cast("Iterable[SupportsIndex]", (shape,) if isinstance(shape, int) else shape))
    except TypeError:
        raise ShapeError(f"from_blob needs a shape of whole numbers, got {shape!r}",
                         "Give a tuple such as (2, 3).") from None
