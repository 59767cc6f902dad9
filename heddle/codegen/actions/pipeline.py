"""The action `pipeline`: tiles that the iterations of a loop fill are filled some iterations ahead."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from heddle.codegen.actions.action import Action, Actions
from heddle.codegen.actions.axis_types import LOOPS
from heddle.codegen.actions.loop_transforms import size_of
from heddle.codegen.memory.software_pipeline import least_depth, most_depth, pipelined, tiles_of
from heddle.codegen.memory.tile_layout import why_no_room
from heddle.codegen.memory.tma import bytes_of_barriers
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import UOp


@dataclass(frozen=True)
class Pipeline(Action):
    """pipeline a by n: a software pipeline of depth n of the tiles that loop a fills, see memory/software_pipeline.py.

    After all splits and marks: two copies of a loop would fill one tile. The grid may only hold axes outside the tile.
    """

    name = "pipeline"

    def apply(self, sink: UOp, caps: Capabilities) -> UOp:
        loop, = self.ranges(sink)
        return pipelined(sink, loop, self.size)

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """Every iteration of the loop fills a tile, and shared memory has room for so many of it."""
        if len(axes) != 1 or axes[0].arg[1] not in LOOPS: return "a pipeline takes one loop"
        if not caps.has_async_copies: return "the device has no asynchronous copies"
        tiles = tiles_of(sink, axes[0])
        if not tiles: return "the loop fills no tile"
        if not least_depth(sink) <= self.size <= most_depth(sink, axes[0]): return f"a depth of {self.size} is out of range"
        buffers = min(self.size, size_of(axes[0]))
        more = sum(t.size * t.local.dtype.itemsize for t in tiles) * (buffers - 1)
        if any(t.by_tma for t in tiles): more += bytes_of_barriers(buffers)
        return why_no_room(sink, more, caps)

    def alternatives(self, sink: UOp, caps: Capabilities) -> Iterator[Actions]:
        for depth in range(2, 9): yield (replace(self, size=depth),)
