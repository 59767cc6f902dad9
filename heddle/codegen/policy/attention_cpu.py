"""Default schedule of attention on a CPU: two chained products in one kernel, whose rows stay in scratch memory.

Inputs: a simplified kernel with a chain.
Outputs: the actions that make it (actions/row_fusion.py)

    grid (batches, tiles of rows)                      lanes: rows, side by side in every step
      cache a  [reduction][rows]                            a: the operand of the first product that has the rows
      tiles of k:  x[k][rows] = a * b                  b, v: read one element at a time, where they are
      k:           reduction, exp, reduction                     element by element of whole vectors: nothing goes across lanes
      tiles of columns:  out[rows][columns] = p * v    transposed in registers when it is stored
"""
from __future__ import annotations

import math
from collections.abc import Sequence

from heddle.codegen.actions.fuse_rows import FuseRows
from heddle.codegen.actions.loop_transforms import (
    factors_of,
    is_fixed,
    iterations,
    reductions_of,
    size_of,
    stride,
)
from heddle.codegen.actions.row_fusion import Chain
from heddle.codegen.actions.schedule_builder import Optimiser, names
from heddle.codegen.memory.tile_operands import is_widened, position
from heddle.codegen.policy.matmul_cpu import make_grid
from heddle.codegen.policy.register_tiling import Tile, choose_tile, second_cache
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp


@dataclass(frozen=True)
class ChainAxes:
    """Which output axes belong to what: `row` is the longest of those that the first product's own rows are."""

    row: UOp
    column: UOp
    outside: tuple[UOp, ...]


def chain_axes(sink: UOp, chain: Chain) -> ChainAxes | None:
    """The axes of `sink`'s chain, if it has rows and columns that tiles can go along."""
    loops, along = sink.src[0].src[1:], {*chain.along}
    sides = factors_of(chain.inner)
    a, b = sides if along & sides[1].ranges else sides[::-1]
    if along & a.ranges: return None
    rows = [r for r in loops if r in a.ranges and r not in b.ranges and r not in chain.other.ranges and is_fixed(r)]
    columns = [r for r in loops if r in chain.other.ranges and r not in chain.factor.ranges and is_fixed(r)]
    if not rows or not columns: return None
    row, column = max(rows, key=size_of), max(columns, key=size_of)
    return ChainAxes(row, column, tuple(r for r in loops if r not in (row, column)))


def optimise_chain(opt: Optimiser, chain: Chain, axes: ChainAxes, caps: Capabilities) -> None:
    """Does the actions for `chain` to `opt`."""
    tile = _choose_tile(chain, axes, caps)
    tiles, inner = opt.split(axes.row, tile.vectors * tile.width, overlap=True)
    vectors, lanes = opt.split(inner, tile.width, AxisType.VECTOR)
    if vectors is not None: opt.mark(vectors, AxisType.UNROLL)
    columns, _ = opt.split(axes.column, tile.rows, AxisType.UNROLL, overlap=True)
    opt.do(FuseRows(names((vectors, lanes)), tile.rows))
    _cache_rows(opt, caps)
    grid = [*axes.outside, *([tiles] if tiles is not None else [])]
    _cache_widened(opt, grid, caps)
    opt.order([*grid, columns])
    make_grid(opt, grid)


def _choose_tile(chain: Chain, axes: ChainAxes, caps: Capabilities) -> Tile:
    """The tile of the products, with no more rows of the chain than half the second cache holds all scores of."""
    itemsize = chain.outer.dtype.itemsize
    most = second_cache(caps) // 2 // (iterations(chain.along) * caps.vector)
    return choose_tile(size_of(axes.column), size_of(axes.row), caps, itemsize, False, min(max(most, 1), 4))


def _cache_rows(opt: Optimiser, caps: Capabilities) -> None:
    """The first product's rows, transposed so that they are contiguous."""
    inner = next(f for f in reductions_of(opt.sink) if factors_of(f))
    factor = next(f for f in factors_of(inner) if any(r.arg[1] is AxisType.VECTOR for r in f.ranges))
    found = [n for n in factor.toposort() if n.op is Ops.LOAD]
    if len(found) != 1: return
    load = factor if is_widened(factor) else found[0]
    unrolled = sorted((r for r in load.ranges if r.arg[1] is AxisType.UNROLL), key=lambda r: r.arg[0])
    lane = [r for r in load.ranges if r.arg[1] is AxisType.VECTOR]
    opt.cache(load, [*inner.src[1:], *unrolled, *lane], caps.vector // load.dtype.itemsize)


def _cache_widened(opt: Optimiser, grid: Sequence[UOp], caps: Capabilities) -> None:
    """The factors that are read one element at a time, where they are 16-bit floats: all rows of a tile would widen each element."""
    for factor in dict.fromkeys(f for r in reductions_of(opt.sink) for f in factors_of(r)):
        if not is_widened(factor) or any(r.arg[1] is AxisType.VECTOR for r in factor.ranges): continue
        at, tile = position(factor), [r for r in factor.ranges if r not in grid]
        # as in memory; tiles of which the last one starts earlier first
        tile.sort(key=lambda r: (-math.inf if (step := stride(at, r)) is None else -abs(step), r.arg[0]))
        if all(map(is_fixed, tile)) and iterations(tile) * factor.dtype.itemsize <= second_cache(caps) // 2:
            opt.cache(factor, tile, caps.vector // factor.dtype.itemsize)
