"""The action `fuse_blocks`: a chain of products by blocks of scores on tensor cores, in one kernel."""
from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from heddle.codegen.actions.action import Action, Actions
from heddle.codegen.actions.axis_types import LOOPS, UNROLLED
from heddle.codegen.actions.block_fusion import fuse_blocks
from heddle.codegen.actions.loop_transforms import is_fixed, iterations, reads_what_it_writes, size_of
from heddle.codegen.tensorize.block_chain import find_block_chain
from heddle.codegen.tensorize.score_blocks import Factors, bytes_of_blocks, factors_of_chain
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.renderer.tensor_cores import TensorCore
from heddle.uop import AxisType, Ops, UOp


@dataclass(frozen=True)
class FuseBlocks(Action):
    """fuse_blocks a b by n: a chain of products for tiles a × b of the output, n keys at a time, see block_fusion.py.

    fuse_blocks a by n: one that ends with a reduction of rows.
    """

    name = "fuse_blocks"
    may_lose_axes = False

    def apply(self, sink: UOp, caps: Capabilities) -> UOp:
        """The kernel by blocks. InternalError if the device has no unit for the tile."""
        row, *column = self.ranges(sink)
        unit = unit_for_chain(sink, caps)
        if unit is None: raise InternalError("the device has no tensor core for the chain of products")
        return fuse_blocks(sink, unit, row, column[0] if column else None, self.size)

    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """The device has a tensor core for the tile, and shared memory has room for a block."""
        unit, chain = unit_for_chain(sink, caps), find_block_chain(sink)
        factors = None if chain is None else factors_of_chain(chain)
        if unit is None or chain is None or factors is None: return "the kernel has no chain of products for tensor cores"
        if len(axes) != 1 + (factors.v is not None): return "blocks of scores are for rows and columns"
        if any(r.arg[1] not in LOOPS or r not in sink.src[0].src[1:] for r in axes): return "rows and columns are loops of the output"
        tile = unit.rows, unit.columns
        if tuple(map(size_of, axes)) != tile[:len(axes)]: return "the axes are not a tile of the device's tensor core"
        row, *column = axes
        is_row = all(row in p.a.ranges for p in factors.products)
        if not is_row or (factors.v is not None and column[0] not in factors.v.ranges):
            return "rows and columns are not those of the factors"
        if self.size % unit.depth or self.size % unit.columns: return f"blocks of {self.size} keys are not whole tiles"
        if reads_what_it_writes(sink): return "the kernel writes what it is computed from"
        return _why_no_room(sink, factors, unit, column, self.size, caps)

    def alternatives(self, sink: UOp, caps: Capabilities) -> Iterator[Actions]:
        for size in (self.size // 2, self.size * 2): yield (replace(self, size=size),)

    @classmethod
    def is_complete(cls, sink: UOp, order: Collection[UOp]) -> bool:
        """Whether the warps' threads are those of the work-group alone."""
        return sum(n.op is Ops.RANGE and n.arg[1] is AxisType.WARP for n in order) <= 1


def unit_for_chain(sink: UOp, caps: Capabilities) -> TensorCore | None:
    """The unit for the chain of products of a kernel, both factors in registers; None without a chain or a unit for it."""
    chain = find_block_chain(sink)
    factors = None if chain is None else factors_of_chain(chain)
    if factors is None or not caps.has_shuffles or not all(is_fixed(p.depth) for p in factors.products): return None
    units = (u for u in caps.tensor_cores if u.dtype == factors.dtype and u.warps == 1)
    return next((u for u in units if all(size_of(p.depth) % u.depth == 0 for p in factors.products)), None)


def _why_no_room(
        sink: UOp, factors: Factors, unit: TensorCore, column: Collection[UOp], size: int, caps: Capabilities) -> str | None:
    loops = sink.src[0].src[1:]
    of_v = () if factors.v is None else factors.v.ranges
    columns = iterations(r for r in loops if r in column or (r.arg[1] in UNROLLED and r in of_v))
    warps = iterations(r for r in loops if r.arg[1] is AxisType.WORKGROUP)
    needed = bytes_of_blocks(factors, unit, columns, warps, size)
    return None if needed <= (caps.shared_memory or 0) else f"shared memory has no room for {needed} bytes"
