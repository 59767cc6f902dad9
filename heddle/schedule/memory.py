"""Memory of intermediates: values whose lives do not overlap share it.

In: steps in order, the buffers that must outlive them. Out: for every other buffer its place, an offset in one arena per
device. Always true: two buffers that are alive at the same step do not overlap.
"""
from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Protocol

from heddle.uop import Ops, UOp

ALIGN = 256  # bytes; what every device of the table takes as a kernel's view of a buffer


@dataclass(frozen=True)
class Place:
    """Where a buffer lies in its device's arena, in bytes."""

    offset: int
    nbytes: int


class UsesBuffers(Protocol):
    """A step: what runs at one time, on these buffers."""

    @property
    def buffers(self) -> tuple[UOp, ...]: ...


def plan_memory(steps: Sequence[UsesBuffers], kept: set[UOp]) -> tuple[dict[UOp, Place], dict[str, int]]:
    """A place for each buffer not in `kept`, and the size in bytes of each device's arena."""
    life: dict[UOp, list[int]] = {}
    for n, step in enumerate(steps):
        for b in step.buffers:
            if b.op is Ops.BUFFER and b not in kept and b.image is None: life.setdefault(b, [n, n])[1] = n
    places: dict[UOp, Place] = {}
    arenas: dict[str, _Arena] = {}
    # large ones first: small ones fit into the gaps that are left
    for b in sorted(life, key=lambda b: (-_nbytes(b), life[b][0])):
        (first, last), size = life[b], _nbytes(b)
        steps_alive = (1 << last + 1) - (1 << first)
        places[b] = Place(arenas.setdefault(b.arg.device, _Arena()).take(size, steps_alive), size)
    return places, {device: arena.size for device, arena in arenas.items()}


def _nbytes(b: UOp) -> int:
    return -(-b.arg.size * b.dtype.itemsize // ALIGN) * ALIGN


_MOST = 64  # segments of a block


class _Block:
    """Neighbouring segments of an arena: where each begins, and the steps at which it is taken, as bits of a number."""

    __slots__ = ("always", "begins", "ever", "taken")

    def __init__(self, begins: list[int], taken: list[int]) -> None:
        self.begins, self.taken = begins, taken
        self.note()

    def note(self) -> None:
        """Works out at which steps all segments are taken, and at which any is."""
        self.always, self.ever = reduce(int.__and__, self.taken), reduce(int.__or__, self.taken)


class _Arena:
    """The room that buffers have taken so far, in segments; the last one has no end.

    A search passes over blocks of segments: those in which all is taken at some step of a life have no gap for it, those in which
    nothing is taken in all of it are one gap. So it looks at few segments, however many buffers there are.
    """

    def __init__(self) -> None:
        self.size = 0
        self._blocks = [_Block([0], [0])]

    def take(self, size: int, life: int) -> int:
        """The lowest offset with `size` bytes that are free at all steps of a life, which are taken from now on."""
        begin = self._first_gap(size, life)
        self._cut(begin)
        self._cut(begin + size)
        self._mark(begin, begin + size, life)
        self.size = max(self.size, begin + size)
        return begin

    def _first_gap(self, size: int, life: int) -> int:
        gap = -1  # where the free segments before this one begin; -1 if there are none
        for block in self._blocks:
            if not block.ever & life:
                if gap < 0: gap = block.begins[0]
            elif block.always & life:
                if gap >= 0 and block.begins[0] - gap >= size: return gap
                gap = -1
            else:
                for begin, taken in zip(block.begins, block.taken, strict=True):
                    if not taken & life:
                        if gap < 0: gap = begin
                    elif gap >= 0:
                        if begin - gap >= size: return gap
                        gap = -1
        return gap  # the last segment is always free

    def _cut(self, at: int) -> None:
        """Has a segment begin at `at`."""
        number = bisect_right(self._blocks, at, key=lambda block: block.begins[0]) - 1
        block = self._blocks[number]
        place = bisect_right(block.begins, at)
        if block.begins[place - 1] == at: return
        block.begins.insert(place, at)
        block.taken.insert(place, block.taken[place - 1])
        if len(block.begins) <= _MOST: return
        half = _MOST // 2
        self._blocks.insert(number + 1, _Block(block.begins[half:], block.taken[half:]))
        self._blocks[number] = _Block(block.begins[:half], block.taken[:half])

    def _mark(self, begin: int, end: int, life: int) -> None:
        """Takes the segments from `begin` up to `end`."""
        number = bisect_right(self._blocks, begin, key=lambda block: block.begins[0]) - 1
        while number < len(self._blocks) and (block := self._blocks[number]).begins[0] < end:
            for i in range(bisect_left(block.begins, begin), bisect_left(block.begins, end)): block.taken[i] |= life
            block.note()
            number += 1
