"""Global memory: real host memory, every allocation known, with red zones around it.

Device pointers are host addresses, so a kernel's generic address, a copy of the driver and a pointer in the program
under test mean the same byte. One array over the whole address space per element size serves all accesses; what keeps
it safe is that every address is looked up in the table of allocations first.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_right, insort
from collections import deque
from dataclasses import dataclass, field

import numpy as np

Array = np.ndarray
BASE = 4096  # the null page is never mapped
TOP = 1 << 47
RED_ZONE = 256  # bytes on each side that belong to nobody
ALIGNMENT = 256  # of what the driver hands out
POISON = 0xFB  # what memory that nobody wrote holds: large negative numbers, NaN in most float formats
QUARANTINE = 64 << 20  # bytes of freed memory kept, so that use after free is told from a new owner


def poison(dtype: np.dtype) -> Array:
    """One value of poison."""
    return np.full(dtype.itemsize, POISON, np.uint8).view(dtype)


def _everything(size: int) -> Array:
    kind = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 4: ctypes.c_uint32, 8: ctypes.c_uint64}[size]
    return np.ctypeslib.as_array(ctypes.cast(BASE, ctypes.POINTER(kind)), shape=((TOP - BASE) // size,))


#: element size -> the whole address space as an array of such elements; `where` gives the index
SPACE = {size: _everything(size) for size in (1, 2, 4, 8)}
SHIFT = {1: np.uint64(0), 2: np.uint64(1), 4: np.uint64(2), 8: np.uint64(3)}
_BASE = np.uint64(BASE)


def where(addresses: Array, size: int) -> Array:
    """Indices into SPACE[size] of aligned addresses."""
    return ((addresses - _BASE) >> SHIFT[size]).view(np.int64)


@dataclass(order=True)
class Block:
    """One allocation. `owner` is a device's number, -1 the host's, -2 something of a running launch."""

    start: int
    size: int = field(compare=False)
    owner: int = field(compare=False, default=0)
    what: str = field(compare=False, default="device memory")
    freed: bool = field(compare=False, default=False)
    keep: object = field(compare=False, default=None, repr=False)

    @property
    def end(self) -> int:
        return self.start + self.size

    def bytes(self) -> Array:
        return SPACE[1][self.start - BASE : self.end - BASE]


class Memory:
    """The table of allocations, of all devices and of the host memory that devices may touch."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.freed: deque[Block] = deque()
        self.version = 0  # goes up with every change: cached look-ups compare it

    def allocate(self, size: int, owner: int = 0, what: str = "device memory") -> Block:
        """`size` bytes of poison, aligned, between red zones."""
        raw = np.full(size + 2 * RED_ZONE + ALIGNMENT, POISON, np.uint8)
        start = (raw.ctypes.data + RED_ZONE + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT
        return self.adopt(start, size, owner, what, raw)

    def adopt(self, start: int, size: int, owner: int, what: str, keep: object = None) -> Block:
        """Make memory that exists known."""
        block = Block(start, size, owner, what, keep=keep)
        insort(self.blocks, block)
        self.version += 1
        return block

    def free(self, block: Block, poison: bool = True) -> None:
        """Forget it; its bytes stay in quarantine for a while."""
        self.blocks.remove(block)
        self.version += 1
        block.freed = True
        if poison:
            block.bytes()[:] = POISON
            self.freed.append(block)
            while sum(b.size for b in self.freed) > QUARANTINE:
                self.freed.popleft()

    def find(self, address: int) -> Block | None:
        """The allocation that holds this byte."""
        at = bisect_right(self.blocks, address, key=lambda b: b.start) - 1
        if at >= 0 and address < max(self.blocks[at].end, self.blocks[at].start + 1):
            return self.blocks[at]
        return None

    def describe(self, address: int) -> str:
        """What lies at or near an address nobody may touch, for messages."""
        for b in self.freed:
            if b.start <= address < b.end:
                return f"inside {b.what} of {b.size} bytes at 0x{b.start:x} that was freed"
        at = bisect_right(self.blocks, address, key=lambda b: b.start) - 1
        if at >= 0 and address - self.blocks[at].end < 1 << 20:
            b = self.blocks[at]
            return f"{address - b.end} bytes behind the end of {b.what} of {b.size} bytes at 0x{b.start:x}"
        if at + 1 < len(self.blocks) and self.blocks[at + 1].start - address < 1 << 20:
            b = self.blocks[at + 1]
            return f"{b.start - address} bytes in front of {b.what} of {b.size} bytes at 0x{b.start:x}"
        return "near no allocation"

    def bounds(self) -> tuple[Array, Array]:
        """Starts and ends of all allocations, for looking up many addresses at once."""
        starts = np.array([b.start for b in self.blocks], np.uint64)
        return starts, np.array([b.end for b in self.blocks], np.uint64)

    def outside(self, addresses: Array, size: int) -> Array:
        """Which accesses of `size` bytes do not lie wholly in one allocation."""
        starts, ends = self.bounds()
        if not len(starts):
            return np.ones(addresses.shape, bool)
        at = np.searchsorted(starts, addresses, side="right").astype(np.int64) - 1
        return (at < 0) | (addresses + np.uint64(size) > ends[np.maximum(at, 0)])
