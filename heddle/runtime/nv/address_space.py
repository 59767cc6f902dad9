"""Virtual address ranges shared by this process and its NVIDIA GPUs.

Inputs: numbers of bytes. Outputs: addresses. Invariants: a range is reserved in this process before a GPU uses it, so that a mapping
of the host never collides with one of a GPU; a freed range may be reused.
"""
from __future__ import annotations

import bisect
import threading

from heddle.errors import DeviceError
from heddle.runtime.common.system import MAP_FIXED, MAP_NORESERVE, MAP_PRIVATE, PROT_NONE, system

#: Rings, pushbuffers and descriptors of launches lie below, where all architectures reach them.
LOW_END = 1 << 40
_LOW_BYTES = 16 << 30
#: where a low range is looked for: above what programs without position-independent code have, one after the other
_LOW_WISHES = range(1 << 36, LOW_END - _LOW_BYTES, _LOW_BYTES)
_WIDE_BYTES = 4 << 40
WINDOW = 4 << 30  # bytes of a window, which begins at a multiple of this


class Addresses:
    """A range of reserved addresses."""

    def __init__(self, base: int, nbytes: int) -> None:
        self.base, self.end = base, base + nbytes
        self._lock = threading.Lock()
        self._free = [(base, base + nbytes)]  # in order, never touching each other

    def take(self, nbytes: int, align: int) -> int:
        """The lowest address with so much room. MemoryError if there is none."""
        with self._lock:
            for n, (begin, end) in enumerate(self._free):
                start = -(-begin // align) * align
                if start + nbytes > end: continue
                rest = ((begin, start), (start + nbytes, end))
                self._free[n:n + 1] = [part for part in rest if part[0] < part[1]]
                return start
        raise MemoryError(f"no {nbytes} bytes of addresses are left")

    def clear(self, address: int, nbytes: int) -> None:
        """The host has nothing any more in a part that was taken, and nothing else comes there."""
        system().munmap(address, nbytes)
        system().mmap(address, nbytes, PROT_NONE, MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED)

    def close(self) -> None:
        """The host has nothing any more in the whole range, and others may have it."""
        system().munmap(self.base, self.end - self.base)

    def give_back(self, address: int, nbytes: int) -> None:
        """A part that was taken is free again."""
        with self._lock:
            n = bisect.bisect(self._free, (address, 0))
            begin, end = address, address + nbytes
            if n < len(self._free) and self._free[n][0] == end: end = self._free.pop(n)[1]
            if n and self._free[n - 1][1] == begin: begin = self._free.pop(n - 1)[0]
            bisect.insort(self._free, (begin, end))


def reserve_low() -> Addresses:
    """Addresses below LOW_END. DeviceError if this process has used them up."""
    for wish in _LOW_WISHES:
        found = system().mmap(wish, _LOW_BYTES, PROT_NONE, MAP_PRIVATE | MAP_NORESERVE)
        if found == wish: return Addresses(found, _LOW_BYTES)
        system().munmap(found, _LOW_BYTES)
    raise DeviceError(f"there is no range of {_LOW_BYTES >> 30} GiB of free addresses below {LOW_END:#x} in this process",
                      "Open the device earlier, or in a process of its own.")


def reserve_wide() -> Addresses:
    """Addresses for what GPUs reach anywhere."""
    found = system().mmap(0, _WIDE_BYTES, PROT_NONE, MAP_PRIVATE | MAP_NORESERVE)
    return Addresses(found, _WIDE_BYTES)
