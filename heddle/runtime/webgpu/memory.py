"""Memory of a WebGPU device: a buffer and an offset, so that a view of a buffer costs nothing.

Inputs: numbers of bytes. Outputs: `WGMemory`. Invariants: launches before a copy are submitted before it; copies cover whole words of
4 bytes, and the bytes of a word that do not belong to the copy keep their values.
"""
from __future__ import annotations

import ctypes
import itertools

from heddle.device.allocator import Allocator, AnyAllocator
from heddle.named_tuple import NamedTuple
from heddle.runtime.cpu.memory import readable
from heddle.runtime.webgpu import library as gpu
from heddle.runtime.webgpu.queue import WGQueue

_WORD = 4
_STAGED = 64 << 20  # bytes that are read at a time
_USAGE = gpu.BUFFER_STORAGE | gpu.BUFFER_COPY_SRC | gpu.BUFFER_COPY_DST


class WGMemory(NamedTuple):
    """`nbytes` of a buffer, from `offset` on. Each buffer has a `number` of its own, that no later one gets."""

    handle: int
    number: int
    offset: int
    nbytes: int


class WGAllocator(Allocator[WGMemory]):
    """Buffers of one device."""

    def __init__(self, device: str, queue: WGQueue) -> None:
        super().__init__(device)
        self._queue, self._gpu = queue, queue.gpu
        self._numbers = itertools.count(1)
        self._staging: WGMemory | None = None

    def _alloc(self, nbytes: int) -> WGMemory:
        """MemoryError if the device has no room, or has no buffers of that size."""
        return self._make(nbytes, _USAGE)

    def _make(self, nbytes: int, usage: int) -> WGMemory:
        if nbytes > self._gpu.info.buffer_size: raise MemoryError
        descriptor = gpu.BufferDescriptor(usage=usage, size=nbytes)
        with self._gpu.errors(gpu.OUT_OF_MEMORY) as refused:
            handle = self._gpu.library.DeviceCreateBuffer(self._gpu.handle, ctypes.byref(descriptor))
        if refused or not handle: raise MemoryError
        return WGMemory(handle, next(self._numbers), 0, nbytes)

    def _free(self, opaque: WGMemory, nbytes: int) -> None:
        if self.lost is not None: return
        self._queue.forget(opaque.number)
        self._gpu.library.BufferRelease(opaque.handle)

    def offset(self, opaque: WGMemory, nbytes: int, at: int) -> WGMemory:
        return opaque._replace(offset=opaque.offset + at, nbytes=nbytes)

    def copyin(self, dest: WGMemory, mv: memoryview) -> None:
        ends_inside = mv.nbytes % _WORD != 0 and (dest.offset != 0 or mv.nbytes < dest.nbytes - _WORD)
        if dest.offset % _WORD or ends_inside: return self._patch(dest, mv)
        padded = bytes(mv) + bytes(-mv.nbytes % _WORD) if mv.nbytes % _WORD else mv
        self._queue.write(dest.handle, dest.offset, readable(padded), len(padded))

    def _patch(self, dest: WGMemory, mv: memoryview) -> None:
        """Writes bytes that begin or end inside a word: the words are read first."""
        begin, end = dest.offset, dest.offset + mv.nbytes
        words = dest._replace(offset=begin - begin % _WORD, nbytes=end + -end % _WORD - begin + begin % _WORD)
        data = bytearray(words.nbytes)
        self.copyout(memoryview(data), words)
        data[begin % _WORD:begin % _WORD + mv.nbytes] = mv
        self._queue.write(words.handle, words.offset, bytes(data), len(data))

    def copyout(self, mv: memoryview, src: WGMemory) -> None:
        into = mv.cast("B")
        for at in range(0, mv.nbytes, _STAGED): self._read(into[at:at + _STAGED], src.offset + at, src)

    def _read(self, into: memoryview, offset: int, src: WGMemory) -> None:
        begin, skipped = offset - offset % _WORD, offset % _WORD
        nbytes = -(-(skipped + into.nbytes) // _WORD) * _WORD
        with self._gpu.lock:
            staging = self._staged(nbytes)
            self._queue.copy(src.handle, begin, staging.handle, 0, nbytes)
            self._queue.submit()
            try: address = self._gpu.mapped(staging.handle, nbytes)
            except BaseException:  # Ctrl-C while it is waited for: it cannot be used before it is mapped
                self._drop_staging()
                raise
            ctypes.memmove((ctypes.c_char * into.nbytes).from_buffer(into), address + skipped, into.nbytes)
            self._gpu.library.BufferUnmap(staging.handle)

    def _staged(self, nbytes: int) -> WGMemory:
        """A buffer of at least `nbytes` that the host can read."""
        if self._staging is None or self._staging.nbytes < nbytes:
            self._drop_staging()
            self._staging = self._make(max(nbytes, 1 << 16), gpu.BUFFER_MAP_READ | gpu.BUFFER_COPY_DST)
        return self._staging

    def _drop_staging(self) -> None:
        if self._staging is not None: self._gpu.library.BufferRelease(self._staging.handle)
        self._staging = None

    def transfer(self, dest: WGMemory, src: WGMemory, nbytes: int, source: AnyAllocator) -> bool:
        if source is not self or dest.number == src.number or (dest.offset | src.offset | nbytes) % _WORD: return False
        self._queue.copy(src.handle, src.offset, dest.handle, dest.offset, nbytes)
        return True
