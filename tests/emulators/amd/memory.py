"""Memory of GPUs, as ranges of one sparse file that the mock and the host map apart, and what each GPU may touch of it.

In: buffers of the driver, mapped to GPUs. Out: `AddressSpace`, which is what a GPU sees (dispatch.Memory). Always true: the mock has a
view of its own of each buffer, so that what the host may not see (VRAM behind a small window) is nowhere mapped for the host; what
was given back is gone from every address space, and its first page holds a pattern for whoever still looks.
"""
from __future__ import annotations

import bisect
import ctypes
import functools
import os
import weakref
from dataclasses import dataclass, field
from typing import Any

from heddle.runtime.common.system import MAP_SHARED, PROT_READ, PROT_WRITE, DeviceFile, System
from tests.emulators.amd.errors import MemoryFault
from tests.emulators.amd.topology import PAGE

#: what memory holds after it was given back
FREED = b"\xfe\xed\xde\xad"
_PUNCH_HOLE_KEEP_SIZE = 3
VRAM, GTT, USERPTR, DOORBELL = 1, 2, 4, 8
UNCACHED, COHERENT = 1 << 25, 1 << 26
PUBLIC, EXECUTABLE, WRITABLE = 1 << 29, 1 << 30, 1 << 31


class Store:
    """The file. Offsets are never given out twice; pages that were given back take no room."""

    def __init__(self, host: System) -> None:
        self._host = host
        self._fd = os.memfd_create("gpu memory")
        self.file = host.open(f"/proc/self/fd/{self._fd}")
        self._end = 0
        self._views: dict[int, int] = {}  # the mock's own: bytes by address
        weakref.finalize(self, _close, host, self.file, self._fd, self._views)

    def take(self, nbytes: int) -> int:
        """Offset of so many zero bytes."""
        offset, self._end = self._end, self._end + -(-nbytes // PAGE) * PAGE
        os.ftruncate(self._fd, self._end)
        return offset

    def look(self, offset: int, nbytes: int) -> int:
        """Address of a mapping of the mock's own."""
        address = self.file.mmap(0, nbytes, PROT_READ | PROT_WRITE, MAP_SHARED, offset)
        self._views[address] = nbytes
        return address

    def give(self, offset: int, nbytes: int, address: int) -> None:
        """Takes back what `take` gave and `look` mapped. Source: fallocate(2)."""
        self._host.munmap(address, self._views.pop(address))
        if _libc().fallocate(self._fd, _PUNCH_HOLE_KEEP_SIZE, offset, nbytes): raise OSError(ctypes.get_errno(), "fallocate")
        os.pwrite(self._fd, FREED * (PAGE // len(FREED)), offset)


def _close(host: System, file: DeviceFile, fd: int, views: dict[int, int]) -> None:
    # a store that nobody has any more; what the host has mapped stays
    for address, nbytes in views.items(): host.munmap(address, nbytes)
    file.close()
    os.close(fd)


@functools.cache
def _libc() -> Any:
    library = ctypes.CDLL(None, use_errno=True)
    library.fallocate.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64)
    library.mincore.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p)
    return library


def is_mapped(address: int, nbytes: int) -> bool:
    """Whether the host has something at all of these addresses."""
    return _libc().mincore(address, nbytes, ctypes.create_string_buffer(-(-nbytes // PAGE))) == 0


@dataclass(eq=False)
class Buffer:
    """Memory that the driver gave out. address: the mock's own view of it. offset: in the store; None for the host's own memory.

    is_there: the host has not unmapped what it lent.
    """

    handle: int
    gpu: int
    va: int
    nbytes: int
    flags: int
    address: int
    offset: int | None
    mapped: set[int] = field(default_factory=set[int])  # indices of GPUs
    queues: int = 0  # that need it where it is
    is_there: bool = True

    @property
    def end(self) -> int:
        """First address behind it."""
        return self.va + self.nbytes

    def bytes(self) -> memoryview:
        """The memory itself."""
        return memoryview((ctypes.c_ubyte * self.nbytes).from_address(self.address)).cast("B")


class AddressSpace:
    """What one GPU may touch: implements dispatch.Memory."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._starts: list[int] = []
        self._buffers: list[Buffer] = []

    def add(self, buffer: Buffer) -> bool:
        """Maps it; False if something else is there."""
        at = bisect.bisect_right(self._starts, buffer.va)
        if at and self._buffers[at - 1].end > buffer.va: return False
        if at < len(self._starts) and self._starts[at] < buffer.end: return False
        self._starts.insert(at, buffer.va)
        self._buffers.insert(at, buffer)
        return True

    def remove(self, buffer: Buffer) -> None:
        """Unmaps it."""
        at = self._buffers.index(buffer)
        del self._starts[at], self._buffers[at]

    def find(self, address: int) -> Buffer | None:
        """What is mapped there."""
        at = bisect.bisect_right(self._starts, address) - 1
        return self._buffers[at] if at >= 0 and address < self._buffers[at].end else None

    def read(self, address: int, nbytes: int, execute: bool = False) -> bytes:
        """A copy of what is there, out of as many mappings as it takes."""
        parts: list[bytes] = []
        while nbytes > 0:
            buffer = self.allowed(address, "execute" if execute else "read")
            count = min(nbytes, buffer.end - address)
            parts.append(ctypes.string_at(buffer.address + address - buffer.va, count))
            address, nbytes = address + count, nbytes - count
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def write(self, address: int, data: bytes) -> None:
        """Puts bytes there; nothing is written if not all may be."""
        pieces: list[tuple[int, bytes]] = []
        while data:
            buffer = self.allowed(address, "write")
            count = min(len(data), buffer.end - address)
            pieces.append((buffer.address + address - buffer.va, data[:count]))
            address, data = address + count, data[count:]
        for at, piece in pieces: ctypes.memmove(at, piece, len(piece))

    def view(self, address: int, nbytes: int, writable: bool = False) -> memoryview:
        """The memory itself, in one mapping. Source: none: what is handed out lies in one mapping."""
        start, whole = self.span(address, writable)
        if address + nbytes > (end := start + len(whole)):
            raise MemoryFault(end, "write" if writable else "read", what=f"{self.name}: {nbytes} bytes from {address:#x} on")
        return whole[address - start:address - start + nbytes]

    def span(self, address: int, writable: bool = False) -> tuple[int, memoryview]:
        """The whole mapping that `address` lies in."""
        buffer = self.allowed(address, "write" if writable else "read")
        return buffer.va, buffer.bytes()

    def check(self, address: int, nbytes: int, access: str, what: str) -> None:
        """MemoryFault if not all of it may be touched so."""
        end = address + nbytes
        while address < end: address = self.allowed(address, access, what).end

    def lines(self, address: int) -> None:
        """No cache keeps anything."""

    @property
    def scalars(self) -> AddressSpace:
        """Scalar loads see the same."""
        return self

    def forget(self) -> None:
        """No cache has anything to forget."""

    def allowed(self, address: int, access: str, what: str = "") -> Buffer:
        """The mapping that `address` lies in. MemoryFault if there is none, or it may not be touched so.

        Source: KFD_IOC_ALLOC_MEM_FLAGS_WRITABLE and _EXECUTABLE of kfd_ioctl.h.
        """
        buffer = self.find(address)
        if buffer is None or not buffer.is_there: raise MemoryFault(address, access, what=what or self.name)
        need = {"write": WRITABLE, "execute": EXECUTABLE}.get(access, 0)
        if need & ~buffer.flags: raise MemoryFault(address, access, missing=False, what=what or self.name)
        return buffer
