"""TMA tiles: parts of a buffer seen as rows, which some devices copy into shared memory asynchronously.

Inputs: the ops TMA_TILE and TMA_LOAD of a kernel.
Outputs: what they say, for those who make them, write them down and launch the kernel.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from heddle.uop.ops import Ops
from heddle.uop.uop import UOp

#: what a third element in the argument of a DEFINE_LOCAL says: it holds barriers
BARRIERS = "barriers"


class TileMap(NamedTuple):
    """How the TMA sees a buffer: `lines` of `length` elements, `stride` elements from one to the next.

    One copy moves `box_length` elements of each of `box_lines` lines. The argument of a TMA_TILE is this as a plain tuple.
    """

    length: int
    lines: int
    stride: int
    box_length: int
    box_lines: int


def holds_barriers(local: UOp) -> bool: return local.arg[2:] == (BARRIERS,)


def boxes_of(deliver: UOp) -> list[tuple[UOp, TileMap]]:
    """The tiles of a TMA_LOAD, each with the map of its buffer."""
    return [(box, TileMap(*box.arg)) for box in deliver.src[2:]]


def announced_bytes(deliver: UOp) -> int:
    """What the barrier of a TMA_LOAD has to expect."""
    return sum(box.src[1].dtype.itemsize * m.box_length * m.box_lines for box, m in boxes_of(deliver))


def map_numbers(uops: Sequence[UOp]) -> dict[tuple[UOp, TileMap], int]:
    """The tensor maps that are arguments of a kernel, each of a buffer, numbered in the order of the arguments."""
    found = dict.fromkeys((u.src[1], TileMap(*u.arg)) for u in uops if u.op is Ops.TMA_TILE)
    return {each: n for n, each in enumerate(found)}
