"""Byte streams over tensors, for readers of file formats."""
from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING

from heddle.dtype import dtypes
from heddle.errors import DTypeError, NumberRangeError
from heddle.tensor import Tensor
from heddle.tensor.host_data import bytes_of

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

#: bytes that are read at once: readers of archives ask for a few at a time
_CHUNK = 1 << 16


class TensorIO(io.RawIOBase):
    """A file that can be read and written, whose bytes are those of a tensor: (n,) uint8, in memory or in a file on disk.

    What is read is what the tensor held when that part was first read; what is written goes into the tensor. DTypeError for another
    kind of tensor. It cannot be made longer.
    """

    def __init__(self, t: Tensor) -> None:
        super().__init__()
        match t:
            case Tensor(dtype=dtypes.uint8, ndim=1): pass
            case _: raise DTypeError(f"TensorIO needs bytes, got {t!r}",
                                     "Give a tensor of uint8 with one axis: t.bitcast('uint8').flatten().")
        self._tensor, self._at, self._size = t, 0, int(t.shape[0])
        self._begin, self._chunk = 0, b""

    def readable(self) -> bool: return True
    def seekable(self) -> bool: return True
    def writable(self) -> bool: return True
    def tell(self) -> int: return self._at

    def readinto(self, buffer: WriteableBuffer) -> int:
        """As of any file: as many bytes as there are and fit."""
        target = memoryview(buffer).cast("B")
        count = max(0, min(len(target), self._size - self._at))
        if count: target[:count] = self._bytes(self._at, count)
        self._at += count
        return count

    def _bytes(self, begin: int, count: int) -> bytes:
        if not self._begin <= begin <= begin + count <= self._begin + len(self._chunk):
            self._begin = begin
            self._chunk = bytes(bytes_of(self._tensor[begin:min(self._size, begin + max(count, _CHUNK))]))
        return self._chunk[begin - self._begin:begin - self._begin + count]

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """The new position. NumberRangeError before the beginning."""
        at = offset + (0 if whence == os.SEEK_SET else self._at if whence == os.SEEK_CUR else self._size)
        if at < 0: raise NumberRangeError(f"there is no position {at} in {self._size} bytes", "Seek to 0 or later.")
        self._at = at
        return at

    def write(self, s: ReadableBuffer) -> int:
        """As many bytes as fit before the end."""
        data = memoryview(s).cast("B")
        count = max(0, min(len(data), self._size - self._at))
        if count: self._tensor[self._at:self._at + count].assign(bytes(data[:count])).realize()
        self._at += count
        self._chunk = b""
        return count
