"""Memory planner: intermediates whose lifetimes do not overlap share memory.

Inputs: steps in order, the buffers that must outlive them.
Outputs: for every other buffer an `Allocation`: an offset in one arena per device.
Invariants: two buffers that are alive at the same step do not overlap.
"""
from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Protocol

from heddle.lazy_dataclass import dataclass
from heddle.uop import Ops, UOp

ALIGN = 256  # bytes; what every device of the table takes as a kernel's view of a buffer


@dataclass(frozen=True)
class Allocation:
    """Offset and size of a buffer in its device's arena, in bytes."""

    offset: int
    nbytes: int


class UsesBuffers(Protocol):
    """A step of a schedule, with its buffers."""

    @property
    def buffers(self) -> tuple[UOp, ...]: ...


def plan_memory(steps: Sequence[UsesBuffers], kept: set[UOp]) -> tuple[dict[UOp, Allocation], dict[str, int]]:
    """An allocation for each buffer not in `kept`, and the size in bytes of each device's arena."""
    life: dict[UOp, list[int]] = {}
    for n, step in enumerate(steps):
        for b in step.buffers:
            if b.op is Ops.BUFFER and b not in kept and b.image is None: life.setdefault(b, [n, n])[1] = n
    allocations: dict[UOp, Allocation] = {}
    arenas: dict[str, _Arena] = {}
    kind = _Arena if len(life) < _MANY else _LargeArena
    # largest first: small buffers fit into the gaps
    for b in sorted(life, key=lambda b: (-_nbytes(b), life[b][0])):
        size = _nbytes(b)
        allocations[b] = Allocation(arenas.setdefault(b.arg.device, kind(len(life))).take(size, *life[b]), size)
    return allocations, {device: arena.size for device, arena in arenas.items()}


def _nbytes(b: UOp) -> int:
    return -(-b.arg.size * b.dtype.itemsize // ALIGN) * ALIGN


class _Arena:
    """The allocated ranges of an arena: bytes and steps (first to last), by offset."""

    def __init__(self, most: int) -> None:
        self.size = 0
        self._taken: list[tuple[int, int, int, int]] = []

    def take(self, size: int, first: int, last: int) -> int:
        """Allocates the lowest `size` bytes that are free in all steps of a lifetime; returns their offset."""
        begin = 0
        for low, high, born, died in self._taken:
            if died < first or last < born: continue
            if low - begin >= size: break
            begin = max(begin, high)
        insort(self._taken, (begin, begin + size, first, last))
        self.size = max(self.size, begin + size)
        return begin


_MANY = 200  # buffers: from here on a NumPy scan of all ranges is faster than a Python loop over some


class _LargeArena(_Arena):
    """The same for many buffers: offsets, ends and lives are arrays."""

    def __init__(self, most: int) -> None:
        import numpy as np
        super().__init__(most)
        self._count = 0
        self._low, self._high, self._born, self._died = (np.empty(most, np.int64) for _ in range(4))

    def take(self, size: int, first: int, last: int) -> int:
        """See `_Arena`."""
        import numpy as np
        count = self._count
        low, high = self._low[:count], self._high[:count]
        (alive,) = ((self._born[:count] <= last) & (self._died[:count] >= first)).nonzero()
        ends = np.zeros(alive.size + 1, np.int64)  # ends of the allocated ranges before each live one, and after the last
        np.maximum.accumulate(high.take(alive), out=ends[1:])
        (gaps,) = (low.take(alive) - ends[:-1] >= size).nonzero()
        begin = int(ends[gaps[0] if gaps.size else -1])
        at = int(low.searchsorted(begin))
        for column, value in ((self._low, begin), (self._high, begin + size), (self._born, first), (self._died, last)):
            column[at + 1:count + 1] = column[at:count]
            column[at] = value
        self._count = count + 1
        self.size = max(self.size, begin + size)
        return begin
