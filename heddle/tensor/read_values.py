"""Reading of tensor values, and conversion of dtypes.

Inputs: a tensor. Outputs: its value as bytes, an array, or Python numbers; or the same value or bits in another dtype.
Invariants: a returned value is a copy; only the tensors that are read are computed.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from heddle.device.buffer import uop_buffer
from heddle.dtype import DType, DTypeLike, ImageDType, dtypes, to_dtype
from heddle.errors import DTypeError, ShapeError
from heddle.tensor import aliasing
from heddle.tensor import host_data as host
from heddle.tensor.capture_mode import check_may_be_read
from heddle.tensor.node_builders import Shape, cast, mark
from heddle.tensor.realize import read_tensor
from heddle.uop.symbol import bound_count, bound_shape, is_symbolic

if TYPE_CHECKING:
    import numpy as np

    from heddle.device.buffer import Buffer
    from heddle.tensor.tensor import Tensor


class ValueMixin:
    """Methods that read values and convert dtypes."""

    __slots__ = ()

    def _in_memory(self: Tensor) -> Tensor:
        """A tensor with this value that is all of one device's memory, in row-major order."""
        read_tensor(self)
        device: str | tuple[str, ...] = self.device
        if isinstance(device, tuple): return self.to(device[0])._in_memory()
        if aliasing.is_whole(self.uop) or aliasing.is_laid_out(self.uop): return self
        if host.runs_kernels(self.device): return self.clone().realize()
        return self.to(None)._in_memory()

    def _buffer(self: Tensor) -> Buffer:
        """The Buffer with this value, in row-major order."""
        check_may_be_read()
        memory = aliasing.memory_of(self._in_memory().uop)
        assert memory is not None
        return uop_buffer(memory)

    def _computed_buffer(self: Tensor) -> Buffer:
        """The Buffer of a tensor that `_in_memory` has returned: as `_buffer`, unless another thread writes to it meanwhile."""
        check_may_be_read()
        memory = aliasing.memory_of(self.uop)
        return self._buffer() if memory is None else uop_buffer(memory)

    def _known_shape(self: Tensor) -> Shape:
        """The shape, without making a node."""
        return self.shape if (unseen := self._unseen) is None else unseen[1]

    def _unseen_memory(self: Tensor) -> tuple[Buffer, Shape] | None:
        """Memory and shape of a result that has no node yet, computed if need be; None unless its bytes are the value, row by row."""
        if self._call is not None:
            check_may_be_read()
            read_tensor(self)
        if (unseen := self._unseen) is None: return None
        buffer, shape, *_ = unseen
        is_plain = buffer.image is None and buffer.dtype.fmt is not None and not is_symbolic(shape)
        if not is_plain or buffer.size != math.prod(shape): return None
        check_may_be_read()
        return buffer, shape

    def _bytes(self: Tensor) -> bytearray:
        """A copy of the value as bytes in row-major order."""
        if (found := self._unseen_memory()) is not None:
            found[0].copyout(memoryview(target := bytearray(found[0].nbytes)))
            return target
        if self.numel() == 0: return bytearray()
        if is_symbolic(self.shape): return host.to_bytes(self)
        kept = self._in_memory()  # the buffer lives as long as a tensor looks at it
        target = bytearray(self.nbytes())
        kept._computed_buffer().copyout(memoryview(target))
        return target

    def data(self: Tensor) -> memoryview:
        """A copy of the value, with its shape and format. DTypeError for dtypes that Python has no format for."""
        fmt = self.dtype.fmt
        if fmt is None or fmt == "e":
            raise DTypeError(f"Python's memoryview has no format for {self.dtype.name}", "Use .float().data(), or .numpy().")
        view: Any = memoryview(self._bytes())
        return view.cast(fmt, bound_shape(self._known_shape())) if len(view) else view.cast(fmt)

    def numpy(self: Tensor) -> np.ndarray:
        """A copy of the value as a NumPy array; bfloat16 and fp8 come as float32, which NumPy has.

        ShapeError for more than 64 axes, which no array has.
        """
        host.check_array_axes(self._known_shape())
        found = self._unseen_memory()
        return host.to_numpy(self) if found is None else host.copied_out(*found)

    def tolist(self: Tensor) -> Any:
        """The value as (nested lists of) Python numbers."""
        return host.to_list(self)

    def item(self: Tensor) -> bool | int | float:
        """The value of a tensor with one element. ShapeError if it has more or none."""
        if bound_count(self._known_shape()) != 1:
            raise ShapeError(f"item() needs a tensor with one element, got shape {self.shape}",
                             "Use .tolist() or .numpy() for all of them, or index one.")
        return host.to_flat_list(self)[0]

    # ---- dtypes

    def cast(self: Tensor, dtype: DTypeLike | ImageDType) -> Tensor:
        """The values in `dtype`: floats to integers truncate, wider integers wrap. DTypeError if there is no such dtype.

        With `dtypes.imagef((h, w))` or `dtypes.imageh((h, w))`: as float32, in a new image of h * w pixels of four elements each.
        """
        if isinstance(dtype, ImageDType):
            return self.empty(*self.shape, dtype=dtype, device=self.device).assign(self.cast(dtypes.float32))
        dtype = to_dtype(dtype)
        return self._of(cast(self.uop, dtype), self._needs_grad if dtype.is_float() else False)

    def bitcast(self: Tensor, dtype: DTypeLike) -> Tensor:
        """The same bits read as `dtype`: a view if the sizes are equal, else a copy whose last axis shrinks or grows.

        ShapeError if it cannot.
        """
        dtype = to_dtype(dtype)
        if dtype == self.dtype: return self
        if dtype.itemsize == self.dtype.itemsize: return self._view_bits(dtype)
        return host.bitcast_sizes(self, dtype)

    def _view_bits(self: Tensor, dtype: DType) -> Tensor:
        return self._seen_as(mark(self.uop.bitcast(dtype)), False, self._shared_storage())

    def float(self: Tensor) -> Tensor: return self.cast(dtypes.float32)
    def half(self: Tensor) -> Tensor: return self.cast(dtypes.float16)
    def bfloat16(self: Tensor) -> Tensor: return self.cast(dtypes.bfloat16)
    def double(self: Tensor) -> Tensor: return self.cast(dtypes.float64)
    def int(self: Tensor) -> Tensor: return self.cast(dtypes.int32)
    def long(self: Tensor) -> Tensor: return self.cast(dtypes.int64)
    def short(self: Tensor) -> Tensor: return self.cast(dtypes.int16)
    def bool(self: Tensor) -> Tensor: return self.cast(dtypes.bool)
