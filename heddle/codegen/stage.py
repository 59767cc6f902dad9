"""Staging: a tile of an input is copied into fast memory in the layout that the inner loop wants (DESIGN D4).

In: a kernel, one of its loads, the axes of the tile (slowest first). Out: the kernel with that load read from a
DEFINE_LOCAL, filled by loops of its own wherever the axes outside the tile change.
On a CPU this packs panels into cache; on a GPU it fills shared memory. Conditions on the load are settled while copying.
Axes that slide over the same elements, as a window and its position do, share one axis of the tile: each element is
copied once.
"""
from __future__ import annotations

import math
from dataclasses import dataclass

from heddle.codegen.axes import fresh_id, size_of, stride
from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic


@dataclass
class TileAxis:
    """One axis of a tile: the kernel's axes that move along it, each by its own number of elements."""

    steps: dict[UOp, int]
    carrier: UOp  # the axis that moves by the least

    @property
    def extent(self) -> int: return 1 + sum((size_of(r) - 1) * s for r, s in self.steps.items())


def loads(sink: UOp) -> list[UOp]:
    """The kernel's loads from buffers, in a fixed order: what an action's operand number counts."""
    return [n for n in sink.toposort() if n.op is Ops.LOAD and n.src[0].src[0].op is Ops.PARAM]


def stage_operand(sink: UOp, operand: int, axes: tuple[UOp, ...]) -> UOp:
    """The kernel with load number `operand` staged over `axes`, slowest first."""
    load = loads(sink)[operand]
    tile = tile_axes(load, axes)
    strides = tile_strides([t.extent for t in tile], load.dtype.itemsize)
    local = UOp(Ops.DEFINE_LOCAL, load.dtype, (), (_locals(sink), strides[0] * tile[0].extent))
    filled = local.after(_fill(sink, load, local, tile, strides))
    at = UOp.const(dtypes.index, 0)
    for t, step in zip(tile, strides, strict=True):
        for r, s in t.steps.items(): at = at + r * (s * step)
    return graph_rewrite(sink.substitute({load: filled.index(at).load(load.dtype)}), symbolic)


def tile_strides(extents: list[int], itemsize: int) -> list[int]:
    """Elements between neighbours along each axis. Rows that would lie a multiple of 1 KiB apart, and so share a few sets
    of the first cache, are a line further apart."""
    strides = [1]
    for extent in reversed(extents[1:]):
        step = strides[0] * extent
        strides.insert(0, step + 64 // itemsize if step * itemsize % 1024 == 0 and strides[0] == 1 else step)
    return strides


def tile_axes(load: UOp, axes: tuple[UOp, ...]) -> list[TileAxis]:
    """`axes` with those that slide over the same elements put together, at the place of the first of them."""
    at = load.src[0].src[1]
    step = {r: stride(at, r) or 0 for r in axes}
    tile: list[TileAxis] = []
    for r in axes:
        partner = next((t for t in tile if _slides(t.carrier, r, step)), None)
        if partner is None:
            tile.append(TileAxis({r: 1}, r))
            continue
        members = [*partner.steps, r]
        partner.carrier = min(members, key=lambda m: abs(step[m]))
        partner.steps = {m: step[m] // step[partner.carrier] for m in members}
    return tile


def _slides(a: UOp, b: UOp, step: dict[UOp, int]) -> bool:
    """True if the elements met along `a` and along `b` overlap."""
    small, large = sorted((a, b), key=lambda r: abs(step[r]))
    if step[small] == 0 or step[large] % step[small] or step[large] // step[small] < 0: return False
    return step[large] // step[small] < size_of(small) or step[large] == step[small]


def _locals(sink: UOp) -> int: return sum(n.op is Ops.DEFINE_LOCAL for n in sink.toposort())


def _fill(sink: UOp, load: UOp, local: UOp, tile: list[TileAxis], strides: list[int]) -> UOp:
    """The copying loops: the axis along which memory is consecutive goes innermost."""
    first = fresh_id(sink)
    copies = [UOp.range(t.extent, AxisType.LOOP, first + n) for n, t in enumerate(tile)]
    zero = UOp.const(dtypes.index, 0)
    swap = {r: c if r is t.carrier else zero for t, c in zip(tile, copies, strict=True) for r in t.steps}
    value = graph_rewrite(load.substitute(swap), symbolic)
    at = zero
    for c, s in zip(copies, strides, strict=True): at = at + c * s
    moves = {c: abs(stride(value.src[0].src[1], c) or 0) if value.op is Ops.LOAD else 0 for c in copies}
    return local.index(at).store(value).end(*sorted(copies, key=lambda c: -moves[c]))
