"""TMA tiles: parts of a buffer seen as rows, which some devices copy into shared memory asynchronously.

Inputs: the ops TMA_TILE and TMA_LOAD of a kernel.
Outputs: their maps and sizes, for codegen, renderers and launches.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.named_tuple import NamedTuple
from heddle.uop.ops import Ops
from heddle.uop.uop import UOp

#: what a third element in the argument of a DEFINE_LOCAL says: it holds barriers
BARRIERS = "barriers"


class TileMap(NamedTuple):
    """How the TMA sees a buffer: `rows` of `row_length` elements, `stride` elements from one to the next.

    One copy moves `tile_length` elements of each of `tile_rows` rows. The argument of a TMA_TILE is this as a plain tuple.
    """

    row_length: int
    rows: int
    stride: int
    tile_length: int
    tile_rows: int


def holds_barriers(local: UOp) -> bool: return local.arg[2:] == (BARRIERS,)


def tiles_of(load: UOp) -> list[tuple[UOp, TileMap]]:
    """The tiles of a TMA_LOAD, each with the map of its buffer."""
    return [(tile, TileMap(*tile.arg)) for tile in load.src[2:]]


def loaded_bytes(load: UOp) -> int:
    """What the barrier of a TMA_LOAD has to expect."""
    return sum(tile.src[1].dtype.itemsize * m.tile_length * m.tile_rows for tile, m in tiles_of(load))


def map_numbers(uops: Sequence[UOp]) -> dict[tuple[UOp, TileMap], int]:
    """The tensor maps that are arguments of a kernel, each of a buffer, numbered in the order of the arguments."""
    found = dict.fromkeys((u.src[1], TileMap(*u.arg)) for u in uops if u.op is Ops.TMA_TILE)
    return {each: n for n, each in enumerate(found)}
