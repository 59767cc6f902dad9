"""Default schedules of attention on devices with work-groups: two chained products in one kernel.

Inputs: a simplified kernel with a chain.
Outputs: the actions that make it, on a device with tensor cores, by blocks of scores (actions/block_fusion.py)

    grid (batches, blocks of columns, tiles of rows)     a work-group: a few warps, each with rows of its own
      blocks of keys:  x = a * b, reduced
      blocks of keys:  x = a * b once more, p of it;  tiles of columns:  out += p * v

and of a few rows and a chunk of keys, on any device with work-groups, with scores in shared memory (actions/chunk_fusion.py)

    grid (batches, chunks of keys, what is too much of rows)     a work-group: for all rows by which keys are multiplied
"""
from __future__ import annotations

import math
from collections.abc import Callable

from heddle.codegen.actions.chunk_fusion import Chunk, row_axes, shared_bytes_of_chunk, threads_of
from heddle.codegen.actions.fuse_blocks import FuseBlocks, unit_for_chain
from heddle.codegen.actions.fuse_chunk import FuseChunk
from heddle.codegen.actions.loop_transforms import (
    is_fixed,
    reads_what_it_writes,
    size_of,
)
from heddle.codegen.actions.schedule_builder import Optimiser, names
from heddle.codegen.tensorize.block_chain import BlockChain
from heddle.codegen.tensorize.score_blocks import bytes_of_blocks, factors_of_chain, shared_rows
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.renderer.tensor_cores import TensorCore
from heddle.uop import AxisType, UOp

#: warps of a work-group, at most: they share the tiles of keys
_WARPS = 4
#: keys of a block, at most
_KEYS = 64
#: registers of a thread for the output, at most
_SUMS = 64
#: threads of a work-group for a chunk of keys, or fewer where all rows have room then; rows that it has at most, so that their sums
#: stay in registers, and bytes of shared memory, of which a group of CUDA has 48 KiB without asking for more
_THREADS, _ROWS, _BYTES = (128, 64), 16, 47 << 10


# ---- by blocks of scores


@dataclass(frozen=True)
class BlockAxes:
    """Which output axes belong to what: `row` is the longest of those that all first products' own rows are; no `column`, no v."""

    row: UOp
    column: UOp | None
    outside: tuple[UOp, ...]


def block_axes(sink: UOp, chain: BlockChain) -> BlockAxes | None:
    """The axes of `sink`'s chain, if it has rows, and columns of a second product, that tiles can go along."""
    factors = factors_of_chain(chain)
    if factors is None: return None
    loops, of_v = sink.src[0].src[1:], () if factors.v is None else factors.v.ranges
    own = [r for r in loops if is_fixed(r) and r not in of_v]
    rows = [r for r in own if all(r in p.a.ranges and r not in p.b.ranges for p in factors.products)]
    inside = frozenset[UOp]() if chain.second is None else chain.second.factor.ranges
    columns = [r for r in loops if r in of_v and r not in inside and is_fixed(r)]
    if not rows or (factors.v is not None and not columns): return None
    row, column = max(rows, key=size_of), max(columns, key=size_of, default=None)
    return BlockAxes(row, column, tuple(r for r in loops if r not in (row, column)))


@dataclass(frozen=True)
class Blocks:
    """What a work-group computes at a time, and with which unit."""

    unit: TensorCore
    warps: int
    columns: int  # tiles of the output
    keys: int


def choose_blocks(sink: UOp, chain: BlockChain, axes: BlockAxes, caps: Capabilities) -> Blocks | None:
    """The blocks of a chain's schedule on tensor cores; None where the device has none for it, or the rows do not fill a tile."""
    unit, factors = unit_for_chain(sink, caps), factors_of_chain(chain)
    if unit is None or factors is None or reads_what_it_writes(sink): return None
    rows, columns = size_of(axes.row), 0 if axes.column is None else size_of(axes.column)
    if rows < unit.rows or (axes.column is not None and columns < unit.columns): return None
    warps = min(_WARPS, rows // unit.rows, caps.workgroup_threads // unit.threads)
    tiles = min(columns // unit.columns, max(_SUMS // unit.c.registers, 1))

    def has_room(keys: int) -> bool:
        return bytes_of_blocks(factors, unit, tiles * unit.columns, warps, keys) <= (caps.shared_memory or 0)

    is_full = len(factors.products) > 1 and shared_rows(factors, unit)  # registers are, of rows
    keys = max(_KEYS // len(factors.products) // (2 if is_full else 1), unit.depth)
    while keys > unit.depth and not has_room(keys): keys //= 2
    return Blocks(unit, warps, tiles, keys) if has_room(keys) else None


def optimise_chain_by_blocks(opt: Optimiser, axes: BlockAxes, b: Blocks,
                             grid_of: Callable[[Optimiser, list[UOp], Capabilities], None], caps: Capabilities) -> None:
    """Does the actions for a chain on tensor cores to `opt`; `grid_of` makes axes the grid."""
    row_blocks, rows = opt.split(axes.row, b.warps * b.unit.rows, overlap=True)
    warp, row = opt.split(rows, b.unit.rows) if b.warps > 1 else (None, rows)
    if warp is not None: opt.mark(warp, AxisType.WORKGROUP)
    column_blocks = column = None
    if axes.column is not None:
        column_blocks, columns = opt.split(axes.column, b.columns * b.unit.columns, overlap=True)
        tiles, column = opt.split(columns, b.unit.columns) if b.columns > 1 else (None, columns)
        if tiles is not None: opt.mark(tiles, AxisType.UNROLL)
    opt.do(FuseBlocks(names((row, column)), b.keys))
    grid_of(opt, opt.current([*axes.outside, column_blocks, row_blocks]), caps)


# ---- by chunks of keys


def optimise_chunk(opt: Optimiser, chunk: Chunk, grid_of: Callable[[Optimiser, list[UOp], Capabilities], None],
                   caps: Capabilities) -> bool:
    """Does the actions for a chunk of keys to `opt`, if the device has room for one row; `grid_of` makes axes the grid."""
    axes, room = row_axes(opt.sink, chunk), min(caps.shared_memory or 0, _BYTES)
    found: list[tuple[int, list[int]]] = []
    for threads in _THREADS:
        if threads > min(caps.workgroup_threads, size_of(chunk.key)): continue

        def fits(count: int, threads: int = threads) -> bool:
            return count <= _ROWS and shared_bytes_of_chunk(chunk, threads_of(chunk, threads, count, caps), count) <= room

        if not fits(1): continue
        sizes: list[int] = []
        for r in reversed(axes):
            sizes.insert(0, max(n for n in range(1, size_of(r) + 1) if size_of(r) % n == 0 and fits(n * math.prod(sizes))))
        found.append((threads, sizes))
    if not found: return False
    threads, sizes = max(found, key=lambda f: math.prod(f[1]))
    rows = [opt.split(r, n)[1] for r, n in zip(axes, sizes, strict=True) if n > 1]
    action = FuseChunk(names((chunk.column, *rows)), threads)
    if action.why_not(opt.sink, caps) is not None: return False
    outside = [r for r in opt.sink.src[0].src[1:] if r not in rows and r is not chunk.column]
    opt.do(action)
    grid_of(opt, opt.current(outside), caps)
    return True
