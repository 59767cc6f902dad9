"""Host memory allocator of the CPU device.

Inputs: a number of bytes. Outputs: the address of a block, aligned to 64 bytes or more.
Invariants: a large block starts on a huge page and requests huge pages, because faulting in fresh small pages is the most expensive
thing a kernel can do (3 GB/s against 40 for memory that is mapped); small blocks are cut from slabs that are mapped once.

`Allocator` decides which freed blocks are cached, and how many; what it releases here goes to the system.
"""
from __future__ import annotations

import ctypes

from heddle.device.allocator import Allocator, AnyAllocator
from heddle.runtime.common.slabs import Slabs
from heddle.runtime.cpu.system import host_system
from heddle.runtime.cpu.system.interface import HUGE_PAGE

_SLAB = 4 << 20
#: Blocks up to here are cut from slabs: below, a mapping of their own would cost more pages and calls than it is worth.
_LARGEST_PIECE = 256 << 10

map_pages, map_huge, unmap = host_system.map_pages, host_system.map_huge, host_system.unmap


def readable(data: memoryview | bytes) -> bytes | ctypes.Array[ctypes.c_char]:
    """What ctypes takes for a pointer to `data`: a copy where that may not be written, since it only takes the address of what may."""
    if isinstance(data, bytes): return data
    return bytes(data) if data.readonly else (ctypes.c_char * data.nbytes).from_buffer(data)


def view_at(address: int, nbytes: int) -> memoryview:
    """The bytes at an address of this process."""
    return memoryview((ctypes.c_uint8 * nbytes).from_address(address)).cast("B")


class HostAllocator(Allocator[int]):
    """Allocator of the CPU device: blocks are addresses."""

    takes_host_pointers = True

    def __init__(self, device: str) -> None:
        super().__init__(device)
        self._slabs = Slabs(_SLAB, lambda: map_huge(_SLAB, _SLAB), lambda slab: unmap(slab, _SLAB))

    def _alloc(self, nbytes: int) -> int:
        if nbytes <= _LARGEST_PIECE: return self._slabs.cut(nbytes)
        return map_huge(nbytes) if nbytes >= HUGE_PAGE else map_pages(nbytes)

    def _free(self, opaque: int, nbytes: int) -> None:
        if nbytes > _LARGEST_PIECE: unmap(opaque, nbytes)
        else: self._slabs.give_back(opaque, nbytes)

    def unused(self) -> int: return self._slabs.unused()

    def copyin(self, dest: int, mv: memoryview) -> None:
        self.as_memoryview(dest, mv.nbytes)[:] = mv

    def copyout(self, mv: memoryview, src: int) -> None:
        mv[:] = self.as_memoryview(src, mv.nbytes)

    def transfer(self, dest: int, src: int, nbytes: int, source: AnyAllocator) -> bool:
        if not isinstance(source, HostAllocator): return False
        ctypes.memmove(dest, src, nbytes)
        return True

    def as_memoryview(self, opaque: int, nbytes: int) -> memoryview: return view_at(opaque, nbytes)

    # ---- memory of other libraries

    dlpack_device = (1, 0)

    def wrap(self, pointer: int, nbytes: int) -> int: return pointer

    # ---- how much there is

    def memory_total(self) -> int | None: return host_system.memory_total()
    def memory_free(self) -> int | None: return host_system.memory_free()
