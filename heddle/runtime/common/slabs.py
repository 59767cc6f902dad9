"""Slab allocator: small blocks of memory, cut from slabs that are taken from the system at once.

Inputs: functions that allocate and free a slab. Outputs: addresses. Invariants: the slab of a block is found by rounding its address
down to a multiple of the slab's size; freed blocks wait for a request of their size until all blocks of their slab are free, and the
slab is then released.
"""
from __future__ import annotations

from collections.abc import Callable


class Slabs:
    """Blocks cut from slabs of `slab` bytes, which `make` takes from the system at a multiple of that, and `drop` releases."""

    def __init__(self, slab: int, make: Callable[[], int], drop: Callable[[int], None]) -> None:
        self._size, self._make, self._drop = slab, make, drop
        self._pieces: dict[int, list[int]] = {}  # free blocks, by size
        self._slabs: dict[int, int] = {}  # by address: live blocks of the slab
        self._slab, self._left = 0, 0  # where the next block is cut, and how much of the slab is left
        self._out = 0  # bytes of all live blocks

    def cut(self, nbytes: int) -> int:
        """The address of a block. Exceptions of `make` propagate."""
        waiting = self._pieces.get(nbytes)
        address = waiting.pop() if waiting else self._cut_new(nbytes)
        self._slabs[address & -self._size] += 1
        self._out += nbytes
        return address

    def _cut_new(self, nbytes: int) -> int:
        if self._left < nbytes:
            self._slab, self._left = self._make(), self._size
            self._slabs[self._slab] = 0
        address = self._slab
        self._slab += nbytes
        self._left -= nbytes
        return address

    def give_back(self, address: int, nbytes: int) -> None:
        """Frees a block."""
        slab = address & -self._size
        self._pieces.setdefault(nbytes, []).append(address)
        self._slabs[slab] -= 1
        self._out -= nbytes
        if not self._slabs[slab]: self._drop_slab(slab)

    def _drop_slab(self, slab: int) -> None:
        """Releases a slab without live blocks to the system."""
        for size, waiting in self._pieces.items(): self._pieces[size] = [a for a in waiting if a & -self._size != slab]
        if (self._slab - 1) & -self._size == slab: self._slab = self._left = 0
        del self._slabs[slab]
        self._drop(slab)

    def unused(self) -> int:
        """Bytes of slabs outside of live blocks."""
        return len(self._slabs) * self._size - self._out
