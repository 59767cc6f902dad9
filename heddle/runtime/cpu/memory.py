"""Host memory allocator of the CPU device.

Inputs: a number of bytes. Outputs: the address of a block, aligned to 64 bytes or more.
Invariants: a large block starts on a huge page and requests huge pages, because faulting in fresh small pages is the most expensive
thing a kernel can do (3 GB/s against 40 for memory that is mapped); small blocks are cut from slabs that are mapped once.

`Allocator` decides which freed blocks are cached, and how many; what it releases here goes to the system.
"""
from __future__ import annotations

import ctypes
import functools
import os

from heddle.device.allocator import Allocator, AnyAllocator
from heddle.runtime.common.slabs import Slabs

HUGE_PAGE = 2 << 20
_PAGE = 4096
_SLAB = 4 << 20
#: Blocks up to here are cut from slabs: below, a mapping of their own would cost more pages and calls than it is worth.
_LARGEST_PIECE = 256 << 10
_READ_WRITE, _PRIVATE_ANONYMOUS, _HUGE = 3, 0x22, 14  # PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, MADV_HUGEPAGE
_FAILED = (1 << 64) - 1


@functools.cache
def libc() -> ctypes.CDLL:
    """The C library, with the types of the few functions we use."""
    lib = ctypes.CDLL(None, use_errno=True)
    lib.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int64)
    lib.mmap.restype = ctypes.c_void_p
    lib.munmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t)
    lib.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    lib.madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return lib


def readable(data: memoryview | bytes) -> bytes | ctypes.Array[ctypes.c_char]:
    """What ctypes takes for a pointer to `data`: a copy where that may not be written, since it only takes the address of what may."""
    if isinstance(data, bytes): return data
    return bytes(data) if data.readonly else (ctypes.c_char * data.nbytes).from_buffer(data)


def view_at(address: int, nbytes: int) -> memoryview:
    """The bytes at an address of this process."""
    return memoryview((ctypes.c_uint8 * nbytes).from_address(address)).cast("B")


def map_pages(nbytes: int) -> int:
    """Address of `nbytes` (rounded up to pages) of fresh zeroed memory. MemoryError if the system has none."""
    address = libc().mmap(None, _whole_pages(nbytes), _READ_WRITE, _PRIVATE_ANONYMOUS, -1, 0)
    if address is None or address == _FAILED: raise MemoryError(f"mmap of {nbytes} bytes: {os.strerror(ctypes.get_errno())}")
    return address


def map_huge(nbytes: int, align: int = HUGE_PAGE) -> int:
    """As `map_pages`, starting on a huge page (or a multiple of `align`) and backed by them where the system has some to give."""
    start = map_pages(nbytes + align)
    address, end = -(-start // align) * align, start + _whole_pages(nbytes + align)
    if address > start: libc().munmap(start, address - start)
    tail = address + _whole_pages(nbytes)
    if end > tail: libc().munmap(tail, end - tail)
    libc().madvise(address, _whole_pages(nbytes), _HUGE)  # advice: a kernel without huge pages refuses, and small ones serve
    return address


def unmap(address: int, nbytes: int) -> None:
    """Gives back what `map_pages` or `map_huge` gave."""
    libc().munmap(address, _whole_pages(nbytes))


def _whole_pages(nbytes: int) -> int: return (nbytes + _PAGE - 1) & -_PAGE


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

    def memory_total(self) -> int | None:
        return total_memory()

    def memory_free(self) -> int | None:
        total, free = total_memory(), _available_memory()
        return free if total is None or free is None else min(total, free)


#: where Linux says what a container may take: control groups of version 2 and 1
CONTAINER_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


@functools.cache
def total_memory() -> int | None:
    """Bytes of the machine, or of the container that this process is in."""
    try: physical = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError): return None
    return min([physical, *(limit for path in CONTAINER_LIMITS if (limit := _limit_in(path)) is not None)])


def _limit_in(path: str) -> int | None:
    try:
        with open(path, encoding="ascii") as file: text = file.read().strip()
    except OSError: return None  # not Linux, or not in a container
    return int(text) if text.isdigit() else None  # "max" is no limit


def _available_memory() -> int | None:
    """What programs can still take without others being swapped out, as Linux reckons it."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            rows = dict(line.split(":", 1) for line in file)
    except OSError: return None
    found = rows.get("MemAvailable", "").split()
    return int(found[0]) << 10 if found else None
