"""Import of torch tensors on devices that expose objects instead of addresses, such as `mps`.

Inputs: a torch tensor. Outputs: a tensor over the same memory, once torch's work on it is done. Invariants: non-contiguous elements
are made contiguous by torch first, which is a copy.
"""
from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

from heddle.device import Device
from heddle.dtype import to_dtype
from heddle.errors import ExchangeError
from heddle.tensor.interop.dlpack_import import ExternalMemory, tensor_of

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


def over_storage(x: Any, copy: bool | None, device_name: str | None) -> Tensor | None:
    """A tensor over the storage of `x`; None if it is no torch tensor, or is one that DLPack supports.

    `copy` and `device_name` are as of `Tensor.from_dlpack`. ExchangeError if the elements are strided and `copy` is False.
    """
    kind = getattr(getattr(x, "device", None), "type", None)
    if not isinstance(kind, str) or type(x).__module__.partition(".")[0] != "torch": return None
    home = Device.holding(kind)
    if home is None: return None
    if not x.is_contiguous():
        if copy is False:
            raise ExchangeError(f"the array cannot be used in place: its elements are not contiguous: shape {tuple(x.shape)}, "
                                f"strides {tuple(x.stride())}", "Leave copy=False out.")
        x = x.contiguous()
    tensor = _tensor_over(x, home, kind)
    if device_name in (None, home) and not copy: return tensor
    own = (tensor.clone() if device_name in (None, home) else tensor.to(device_name)).realize()
    # torch's queue does not wait for ours, and may change the storage from now on
    for device in {home, device_name or home}: Device[device].synchronize()
    return own


def _tensor_over(x: Any, home: str, kind: str) -> Tensor:
    """A view of the storage at the offset of `x`, once torch's work on that device is done."""
    getattr(sys.modules["torch"], kind).synchronize()
    storage, dtype, first = x.untyped_storage(), to_dtype(str(x.dtype).rpartition(".")[2]), int(x.storage_offset())
    whole = ExternalMemory(storage.data_ptr(), storage.nbytes() // dtype.itemsize, dtype, x, readonly=False).memory(home)
    shape = tuple(map(int, x.shape))
    return tensor_of(whole.shrink(((first, first + math.prod(shape)),)).reshape(shape))
