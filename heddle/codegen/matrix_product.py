"""Sums of products for work-groups with matrix units: a warp has some tiles of the unit, the group a block of warps.

In: a simplified kernel with one sum of products (product.py). Out: the actions that give it this form:

    grid (batches, row blocks, column blocks)
      fold / turn
        share A and B, 16 bytes at a time
        turn / what the unit takes
          warps (rows, columns): tiles (rows, columns): the unit

Where the device copies behind the items' backs, the tiles are shared some turns of the fold ahead.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from heddle.codegen.actions import Action, Optimiser
from heddle.codegen.axes import is_fixed, size_of, stride, turns
from heddle.codegen.group_stage import WARP, padded_bytes
from heddle.codegen.matrix import factors_of, unit_for
from heddle.codegen.product import Product
from heddle.codegen.stage import loads
from heddle.dtype import dtypes
from heddle.renderer import Limits, MatrixUnit
from heddle.uop import AxisType, UOp

#: Bytes of a row of an operand that are in shared memory at a time: two steps of a unit.
_TURN_BYTES = 64
#: Turns of the fold that are in shared memory at a time, at most: one that is computed with, the others on their way.
_STAGES = 4


@dataclass(frozen=True)
class Warps:
    """Tiles of a warp and warps of a block, along rows and columns."""

    tile_rows: int
    tile_columns: int
    rows: int
    columns: int

    @property
    def items(self) -> int: return WARP * self.rows * self.columns


#: blocks to choose from, the largest first: 128 × 256 results down to one tile. Warps of 64 × 64 results read shared memory half as
#: long as they multiply, those of 64 × 32 three quarters as long (Ampere: 128 bytes and 1024 products a cycle)
_BLOCKS = (Warps(4, 8, 2, 4), Warps(4, 8, 2, 2), Warps(4, 4, 2, 2), Warps(2, 4, 2, 2), Warps(2, 2, 2, 2), Warps(1, 2, 2, 2),
           Warps(1, 1, 1, 1))


def matrix_unit(p: Product, limits: Limits, in_place: bool) -> MatrixUnit | None:
    """The unit that can do the products of `p`; None where there is none, or the sizes do not fill it."""
    if in_place or p.fold.dtype != dtypes.float32 or None in factors_of(p.fold): return None
    unit = unit_for(limits.matrix_units, p.a, p.b)
    if unit is None or not all(map(is_fixed, p.fold.src[1:])) or turns(p.fold.src[1:]) % unit.depth: return None
    return unit if size_of(row_of(p)) >= unit.rows and size_of(p.vector) >= unit.columns else None


def row_of(p: Product) -> UOp:
    """The axis whose elements are the rows of a block."""
    return max(p.rows, key=lambda r: (abs(stride(p.store.src[0].src[1], r) or 0) > 0, size_of(r)))


def choose_warps(n_rows: int, n_columns: int, n_batches: int, unit: MatrixUnit, limits: Limits) -> Warps:
    """The largest block that leaves a block for each multiprocessor; else the smallest that fits."""
    def size(w: Warps) -> tuple[int, int]: return w.rows * w.tile_rows * unit.rows, w.columns * w.tile_columns * unit.columns

    def blocks(w: Warps) -> int:
        height, width = size(w)
        return n_batches * -(-n_rows // height) * -(-n_columns // width)

    def fits(w: Warps) -> bool:
        height, width = size(w)
        return height <= n_rows and width <= n_columns and w.items <= limits.workgroup_items

    fitting = [w for w in _BLOCKS if fits(w)]
    return next((w for w in fitting if blocks(w) >= limits.threads), fitting[-1])


def optimise_matrix_product(opt: Optimiser, p: Product, unit: MatrixUnit, limits: Limits,
                            make_grid: Callable[[Optimiser, list[UOp], Limits], None]) -> None:
    """Does the actions for `p` to `opt`; `make_grid` turns axes into the grid."""
    row, itemsize = row_of(p), p.a.dtype.itemsize
    others = [*p.batches, *(r for r in p.rows if r is not row), *(c for c in p.columns if c is not p.vector)]
    w = choose_warps(size_of(row), size_of(p.vector), turns(others), unit, limits)
    block_columns, columns = _cut(opt, p.vector, w.columns, w.tile_columns, unit.columns)
    block_rows, rows = _cut(opt, row, w.rows, w.tile_rows, unit.rows)
    length = turns(p.fold.src[1:])
    steps = 2 if length % (2 * unit.depth) == 0 and unit.depth * itemsize < _TURN_BYTES else 1
    turn, ks = _cut_fold(opt, p, steps, unit.depth)
    height, width = (n * m * size for n, m, size in ((w.rows, w.tile_rows, unit.rows), (w.columns, w.tile_columns, unit.columns)))
    room = (limits.shared_memory or 0) // padded_bytes(height + width, steps * unit.depth, itemsize)
    if room > 0:
        for load, own in ((p.b, columns), (p.a, rows)): _share(opt, load, own, ks)
    opt.do(Action("matrix", tuple(r.arg[0] for r in (rows[-1], columns[-1], ks[-1]))))
    stages = min(_STAGES, room, size_of(turn)) if limits.has_async_copies and turn is not None else 1
    if turn is not None and stages > 1: opt.do(Action("pipeline", (turn.arg[0],), stages))
    grid = [opt.find(r.arg[0]) for r in (*others, block_rows, block_columns) if r is not None]
    make_grid(opt, [r for r in grid if r is not None], limits)


def _cut(opt: Optimiser, r: UOp, warps: int, tiles: int, size: int) -> tuple[UOp | None, list[UOp]]:
    """An axis as blocks, None if there is one, and (warps, tiles, elements of a tile) without what has one turn."""
    blocks, inner = opt.split(r, warps * tiles * size, overlap=True)
    warp, inner = opt.split(inner, tiles * size) if warps > 1 else (None, inner)
    tile, element = opt.split(inner, size) if tiles > 1 else (None, inner)
    if warp is not None: warp = opt.mark(opt.find(warp.arg[0]) or warp, AxisType.WORKGROUP)
    if tile is not None: tile = opt.mark(opt.find(tile.arg[0]) or tile, AxisType.UNROLL)
    return blocks, [q for q in (warp, tile, element) if q is not None]


def _cut_fold(opt: Optimiser, p: Product, steps: int, depth: int) -> tuple[UOp | None, list[UOp]]:
    """The loop around what is in shared memory at a time, if it turns, and the parts of that, the unit's own last."""
    axes = [k for k in (opt.find(k.arg[0]) for k in p.fold.src[1:]) if k is not None]
    while len(axes) > 1: axes[:2] = [opt.join(axes[0], axes[1], AxisType.REDUCE)]
    turn, inner = opt.split(axes[0], steps * depth, AxisType.REDUCE)
    outer, own = opt.split(inner, depth, AxisType.REDUCE)
    return turn, [r for r in (outer, own) if r is not None]


def _share(opt: Optimiser, load: UOp, own: list[UOp], ks: list[UOp]) -> None:
    """Shares a factor: its tile lies as the memory does, so that both are walked in step."""
    slot, mine = load.src[0].src[0].arg.slot, {opt.find(r.arg[0]) for r in (*own, *ks)}
    for n, found in enumerate(loads(opt.sink)):
        if found.src[0].src[0].arg.slot != slot or not mine <= found.ranges: continue
        along_fold = stride(found.src[0].src[1], ks[-1]) == 1
        axes = [*own, *ks] if along_fold else [*ks, *own]
        return opt.do(Action("share", (n, *(r.arg[0] for r in axes)), WARP))
