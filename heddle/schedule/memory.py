"""Memory of intermediates: values whose lives do not overlap share it.

In: steps in order, the buffers that must outlive them. Out: for every other buffer its place, an offset in one arena per
device. Always true: two buffers that are alive at the same step do not overlap.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
    arenas: dict[str, int] = {}
    # large ones first: small ones fit into the gaps that are left
    for b in sorted(life, key=lambda b: (-_nbytes(b), life[b][0])):
        device, size = b.arg.device, _nbytes(b)
        taken = sorted((p.offset, p.offset + p.nbytes) for o, p in places.items()
                       if o.arg.device == device and life[o][0] <= life[b][1] and life[b][0] <= life[o][1])
        places[b] = Place(_first_gap(taken, size), size)
        arenas[device] = max(arenas.get(device, 0), places[b].offset + size)
    return places, arenas


def _nbytes(b: UOp) -> int:
    return -(-b.arg.size * b.dtype.itemsize // ALIGN) * ALIGN


def _first_gap(taken: list[tuple[int, int]], size: int) -> int:
    at = 0
    for begin, end in taken:
        if begin - at >= size: return at
        at = max(at, end)
    return at
