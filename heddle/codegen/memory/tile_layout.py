"""Tiles of operands in fast memory: the threads that copy them, their layouts, and their sizes in bytes.

Inputs: a load or computed operand, the axes of its tile (slowest first), a scope.
Outputs: a layout, memory for it, and the kernel that reads the operand there.

A thread's own tile is in scratch memory, in the layout of its inner loop (cache_read.py). Others are in shared memory
(shared_memory.py). Rows are 16 bytes further apart than they are long: threads that read or write below each other then do so in
different banks. With four warps, which multiply together, the tile is rows of 128 bytes, in which the pieces of 16 bytes are swapped
by the number of the row (NVIDIA's 128-byte swizzle).
"""
from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

from heddle.codegen.access_conditions import access_rules
from heddle.codegen.actions.loop_transforms import iterations
from heddle.dtype import dtypes
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.renderer.tensor_cores import WARP
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite, rewrite_replaced

ZERO = UOp.const(dtypes.index, 0)
#: The most bytes of a tile, where the size of the device's scratch memory is unknown.
MOST_SCRATCH = 8 << 20
#: threads of a wave of AMD's CDNA
WAVE = 2 * WARP
#: threads of the four warps that multiply together
WARPGROUP = 4 * WARP
#: bytes that a thread of a warp copies at a time, and that rows of its tiles are further apart
CHUNK = 16
#: bytes of a row of a swizzled tile
_ROW = 128
#: bytes of a bank of shared memory
_BANK = 4


class Scope(StrEnum):
    """Who copies a tile: a thread for itself, the threads of a work-group, with those of a warp (of 32 or 64) or four, or TMA."""

    THREAD = "thread"
    GROUP = "group"
    WARP = "warp"
    WAVE = "wave"
    WARPGROUP = "warpgroup"
    TMA = "tma"

    @property
    def lanes(self) -> int:
        """Threads that multiply together what they copied; 0 if each computes by itself."""
        return {Scope.WARP: WARP, Scope.WAVE: WAVE, Scope.WARPGROUP: WARPGROUP, Scope.TMA: WARPGROUP}.get(self, 0)


class Layout(Protocol):
    """Layout of a tile in memory."""

    @property
    def size(self) -> int:
        """Elements, with those between the rows."""
        ...

    def position(self, at: Sequence[UOp]) -> UOp:
        """Offset of the element `at`, in elements."""
        ...


@dataclass(frozen=True)
class Strided:
    """A thread's tile: extents and steps of its axes, slowest first."""

    extents: tuple[int, ...]
    steps: tuple[int, ...]

    @property
    def size(self) -> int: return self.extents[0] * self.steps[0]

    def position(self, at: Sequence[UOp]) -> UOp: return sum((x * step for x, step in zip(at, self.steps, strict=True)), ZERO)


def strided(extents: Sequence[int], itemsize: int) -> Strided:
    """The layout of a thread's tile. Rows whose stride would be a multiple of 1 KiB, and which would share a few sets of the
    first cache, are padded by a cache line."""
    steps = [1]
    for extent in reversed(extents[1:]):
        step = steps[0] * extent
        steps.insert(0, step + 64 // itemsize if step * itemsize % 1024 == 0 and steps[0] == 1 else step)
    return Strided(tuple(extents), tuple(steps))


@dataclass(frozen=True)
class Tile:
    """A shared tile: axes, slowest first, and the elements that its rows are further apart."""

    axes: tuple[UOp, ...]
    padding: int = 0

    @property
    def in_rows(self) -> int:
        """Number of the first axis of those that a row has: all reduced ones, or all others, at the end."""
        kinds = [r.arg[1] is AxisType.REDUCE for r in self.axes]
        return max((n + 1 for n, kind in enumerate(kinds) if kind != kinds[-1]), default=0)

    @property
    def size(self) -> int:
        """Elements, with those between the rows."""
        return iterations(self.axes[:self.in_rows]) * (iterations(self.axes[self.in_rows:]) + self.padding)

    def position(self, at: Sequence[UOp]) -> UOp:
        """Offset of the element `at`, in elements."""
        n = self.in_rows
        if not self.padding: return row_major(self.axes, at)
        return row_major(self.axes[:n], at[:n]) * (iterations(self.axes[n:]) + self.padding) + row_major(self.axes[n:], at[n:])


@dataclass(frozen=True)
class Plane(Tile):
    """A shared tile of which nothing is reduced, in rows of its last axis: threads may run along it and across."""

    @property
    def in_rows(self) -> int: return len(self.axes) - 1


@dataclass(frozen=True)
class Swizzled(Tile):
    """A tile in rows of 128 bytes; longer rows are in blocks, one after the other, of as many rows of 128 bytes as there are rows."""

    itemsize: int = 1

    @property
    def size(self) -> int: return iterations(self.axes)

    @property
    def is_whole(self) -> bool:
        """Whether rows are multiples of 128 bytes, and there are multiples of eight."""
        n = self.in_rows
        return iterations(self.axes[n:]) * self.itemsize % _ROW == 0 and iterations(self.axes[:n]) % 8 == 0

    def position(self, at: Sequence[UOp]) -> UOp:
        """Offset of the element `at`, in elements."""
        n, chunk = self.in_rows, CHUNK // self.itemsize
        row, column = row_major(self.axes[:n], at[:n]), row_major(self.axes[n:], at[n:])
        within_row = column % (8 * chunk)
        swapped = graph_rewrite(within_row // chunk, access_rules) ^ graph_rewrite(row % 8, access_rules)
        piece = column // (8 * chunk) * (iterations(self.axes[:n]) * 8 * chunk)
        return piece + row * (8 * chunk) + swapped * chunk + within_row % chunk


def layout_of(axes: tuple[UOp, ...], itemsize: int, scope: Scope) -> Tile:
    """The layout of a tile that threads share, of elements of that size."""
    if scope.lanes == WARPGROUP: return Swizzled(axes, itemsize=itemsize)
    if scope is Scope.GROUP and not any(r.arg[1] is AxisType.REDUCE for r in axes): return Plane(axes, max(1, _BANK // itemsize))
    return Tile(axes, padding(itemsize))


def padding(itemsize: int) -> int:
    """Elements by which rows of a shared tile are further apart than they are long."""
    return CHUNK // itemsize


def padded_bytes(rows: int, length: int, itemsize: int) -> int:
    """Bytes of so many rows in local memory, padded along either axis."""
    return (rows + padding(itemsize)) * (length + padding(itemsize)) * itemsize


def row_major(axes: Sequence[UOp], at: Sequence[UOp]) -> UOp:
    """Offset of the element `at` in a tile over `axes`, slowest first, without padding."""
    return sum((x * iterations(axes[n + 1:]) for n, x in enumerate(at)), ZERO)


def new_local(sink: UOp, load: UOp, layout: Layout) -> UOp:
    """Local memory for a tile of a load."""
    return UOp(Ops.DEFINE_LOCAL, load.dtype, (), (sum(n.op is Ops.DEFINE_LOCAL for n in sink.toposort()), layout.size))


def read_from(sink: UOp, load: UOp, filled: UOp, at: UOp) -> UOp:
    """The kernel with the load done from a tile: local memory after it was filled, at that position."""
    return rewrite_replaced(sink, access_rules, {load: filled.index(at).load(load.dtype)})


def why_no_room(sink: UOp, more: int, caps: Capabilities) -> str | None:
    """Why `sink` cannot have so many bytes of local memory more; None if it can."""
    size = more + sum(n.arg[1] * n.dtype.itemsize for n in sink.toposort() if n.op is Ops.DEFINE_LOCAL)
    return None if size <= (caps.shared_memory or 0) else f"shared memory has no room for {size} bytes"
