"""The action `fuse_rows`: the rows of a chain of products are kept in scratch memory, in one kernel with both products."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from heddle.codegen.actions.action import Action, Actions
from heddle.codegen.actions.axis_types import MOST_COPIES, UNROLLED
from heddle.codegen.actions.loop_transforms import iterations, reads_what_it_writes
from heddle.codegen.actions.row_fusion import find_chain, fuse_rows
from heddle.codegen.actions.split import sizes_near
from heddle.codegen.memory.tile_layout import MOST_SCRATCH
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import UOp


@dataclass(frozen=True)
class FuseRows(Action):
    """fuse_rows a b … by n: the rows of a chain of products over the tile of those axes, n scores at a time, see row_fusion.py."""

    name = "fuse_rows"
    older_names = ("keep",)

    def apply(self, sink: UOp, caps: Capabilities) -> UOp: return fuse_rows(sink, tuple(self.ranges(sink)), self.size)

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """The kernel is a chain of products, and scratch memory has room for the rows."""
        if not caps.has_scratch: return "the device has no scratch memory for rows"
        chain = find_chain(sink)
        if chain is None: return "the kernel has no chain of products"
        if not 1 <= self.size <= MOST_COPIES: return f"{self.size} scores per tile are out of range"
        if reads_what_it_writes(sink): return "the kernel writes what the rows are computed from"
        if any(r not in sink.src[0].src[1:] for r in axes): return "the axes of a tile of rows are loops of the output"
        if any(r not in axes for r in chain.factor.ranges if r.arg[1] in UNROLLED and r not in chain.along):
            return "a tile of rows includes all unrolled axes of its operand"
        size, room = iterations((*chain.along, *axes)) * chain.outer.dtype.itemsize, caps.shared_memory
        return None if size <= (MOST_SCRATCH if room is None else room) else f"rows of {size} bytes do not fit"

    def alternatives(self, sink: UOp, caps: Capabilities) -> Iterator[Actions]:
        for size in sizes_near(self.size): yield (replace(self, size=size),)
