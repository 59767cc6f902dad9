"""The action `fuse_chunk`: attention of a few rows to a chunk of keys, whose scores the threads of a work-group share."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from heddle.codegen.actions.action import Action, Actions
from heddle.codegen.actions.axis_types import LOOPS
from heddle.codegen.actions.chunk_fusion import (
    find_chunk,
    fuse_chunk,
    row_axes,
    shared_bytes_of_chunk,
    threads_of,
)
from heddle.codegen.actions.loop_transforms import is_fixed, iterations, reads_what_it_writes, size_of
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import UOp


@dataclass(frozen=True)
class FuseChunk(Action):
    """fuse_chunk e a b … by n: a kernel of a chunk of keys with columns e, for all rows a × b × … at once, by n threads."""

    name = "fuse_chunk"
    may_lose_axes = False

    def apply(self, sink: UOp, caps: Capabilities) -> UOp: return fuse_chunk(sink, self.ranges(sink)[1:], self.size, caps)

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """The kernel is one of a chunk of keys, and shared memory has room for its scores."""
        if caps.workgroup is None: return "the device has no work-groups"
        chunk, (column, *rows) = find_chunk(sink), axes
        if chunk is None or column is not chunk.column: return "the kernel is not that of a chunk of keys"
        if any(r.arg[1] not in LOOPS or r not in row_axes(sink, chunk) for r in rows): return "rows are loops of the output"
        if not is_fixed(chunk.key) or not is_fixed(chunk.depth): return "the extent of a chunk is symbolic"
        n = self.size
        if n < 1 or n & (n - 1) or size_of(chunk.key) % n: return f"{n} threads do not divide the keys"
        if n > min(caps.workgroup_threads, caps.workgroup[0]): return f"there are no groups of {n} threads"
        count = iterations(rows)
        threads = threads_of(chunk, n, count, caps)
        if count > n or threads.parts < 1: return f"{n} threads are fewer than rows or vectors of columns"
        if reads_what_it_writes(sink): return "the kernel writes what it is computed from"
        needed = shared_bytes_of_chunk(chunk, threads, count)
        return None if needed <= (caps.shared_memory or 0) else f"shared memory has no room for {needed} bytes"

    def alternatives(self, sink: UOp, caps: Capabilities) -> Iterator[Actions]:
        for size in (self.size // 2, self.size * 2): yield (replace(self, size=size),)
