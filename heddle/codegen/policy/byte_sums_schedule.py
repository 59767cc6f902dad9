"""Default schedule of sums of 8-bit products on a CPU: along contiguous rows, and those of quantized weights times quantized rows.

Inputs: a simplified kernel with a sum of 8-bit products along rows that are contiguous in both factors, or with a sum of floats,
over blocks, that has a short sum of such products inside; the scales do not change along its axes.
Outputs: the actions that make the sum a dot-product instruction (tensorize/dot_product.py), the short one with the lanes of its
results as lanes of the long one:

    grid (outputs)
      rows / rows-per-tile
        blocks: accumulators[rows] += float(DOT(weights[block], row[block])) * scale

The weights of one output are read in order, several blocks an iteration: of several outputs at a time, memory gives half as much.
"""
from __future__ import annotations

from heddle.codegen.actions.dot_product import DotProduct
from heddle.codegen.actions.loop_transforms import (
    is_fixed,
    is_short,
    iterations,
    reductions_of,
    size_of,
    stride,
)
from heddle.codegen.actions.schedule_builder import Optimiser, names
from heddle.codegen.policy.matmul_cpu import make_grid
from heddle.codegen.policy.packed_scales import PARTS, unpack_scales, unroll_parts
from heddle.codegen.tensorize.dot_product import GROUPS, SUMS, byte_factors, can_group
from heddle.dtype import dtypes
from heddle.lazy_dataclass import dataclass
from heddle.uop import AxisType, Ops, UOp

#: Blocks that are added up in an iteration, over all rows, and the most rows that share a block of weights.
_SUMS, _ROWS = 4, 8
#: Parts of a block with scales of their own that are unrolled where rows share them.
_SHARED_PARTS = 2


@dataclass(frozen=True)
class ByteSums:
    """A short sum of 8-bit products inside a long sum: its factors, the axis of its groups, and that of the lanes."""

    inner: UOp
    outer: UOp
    factors: tuple[UOp, UOp]
    group: UOp
    lanes: UOp


def optimise_byte_sums(opt: Optimiser, in_place: bool) -> bool:
    """Does the actions for sums of 8-bit products to `opt`, if the device has the instruction and there are no other reductions.
    Returns whether it did."""
    if dtypes.int8 not in opt.caps.dot_product_dtypes or len(opt.sink.src) != 1: return False
    reductions = reductions_of(opt.sink)
    inner = [(r, factors) for r in reductions if (factors := byte_factors(r)) is not None]
    if len(inner) == len(reductions) == 1: return _optimise_rows(opt, *inner[0])
    if not inner or len(reductions) != 2 * len(inner): return False
    found = [_sums_around(r, factors, [o for o in reductions if byte_factors(o) is None and r in o.src[0].toposort()])
             for r, factors in inner]
    several = [sums for sums in found if sums is not None]
    if not len(several) == len(inner) == len({sums.outer for sums in several}): return False
    _optimise_sums(opt, several, in_place)
    return True


# ---- along rows


def _optimise_rows(opt: Optimiser, reduction: UOp, factors: tuple[UOp, UOp]) -> bool:
    """A product of too few rows for a tile, along an axis that is contiguous in both factors: several vectors of groups an iteration,
    and a row of one factor in registers for all of the other's."""
    loops, size = opt.sink.src[0].src[1:], GROUPS[dtypes.int8]
    rows = _rows(loops, factors)
    whole = (k for k in reduction.src[1:] if is_fixed(k) and size_of(k) % (SUMS[0] * size) == 0)
    k = next((k for k in whole if all(can_group(x, k) for x in factors)), None)
    if k is None or iterations(rows) > _ROWS: return False
    lanes = next(n for n in reversed(SUMS) if size_of(k) % (n * size) == 0)
    outer, inner = opt.split(k, lanes * size)
    vector, group = opt.split(inner, size, AxisType.UNROLL)
    if vector is not None: opt.mark(vector, AxisType.VECTOR)
    opt.do(DotProduct(names((group,))))
    for r in rows: opt.mark(r, AxisType.UNROLL)
    if outer is not None: _unroll_blocks(opt, outer, iterations(rows))
    make_grid(opt, [r for r in loops if r not in rows])
    return True


# ---- inside long sums


def _sums_around(inner: UOp, factors: tuple[UOp, UOp], outer: list[UOp]) -> ByteSums | None:
    if not is_short(inner) or len(outer) != 1 or outer[0].arg is not Ops.ADD or outer[0].dtype != dtypes.float32: return None
    group = next((k for k in inner.src[1:] if size_of(k) == GROUPS[dtypes.int8] and all(can_group(x, k) for x in factors)), None)
    if group is None: return None
    at = [n.src[1] for x in factors for n in x.toposort() if n.op is Ops.INDEX]
    axes = (k for k in outer[0].src[1:] if is_fixed(k) and size_of(k) in SUMS and all(stride(i, k) == size_of(group) for i in at))
    lanes = next(axes, None)
    return None if lanes is None else ByteSums(inner, outer[0], factors, group, lanes)


def _optimise_sums(opt: Optimiser, several: list[ByteSums], in_place: bool) -> None:
    """One sum, or those of a gate and of what it is multiplied with, which share the loops of the output."""
    loops = opt.sink.src[0].src[1:]
    row = _shared_row(loops, several)
    for sums in several:
        for k in opt.current((sums.lanes,)): opt.mark(k, AxisType.VECTOR)
        for k in opt.current(sums.inner.src[1:]): opt.mark(k, AxisType.UNROLL)
    axes = list(dict.fromkeys(k for sums in several for k in sums.outer.src[1:] if k is not sums.lanes))
    if opt.caps.has_scratch and len(axes) > 1: axes[1:] = unpack_scales(opt, axes[0], axes[1:], row)
    for sums in several:
        if opt.now(sums.group) is not None: opt.do(DotProduct(names((sums.group,))))
    parts = unroll_parts(opt, axes[1:], PARTS if row is None else _SHARED_PARTS)
    tile, grid, inside = parts * len(several), [r for r in loops if r is not row], list[UOp]()
    if row is not None:
        size = _tile(size_of(row), max(_ROWS // tile, 1), in_place)
        left, _ = opt.split(row, size, AxisType.UNROLL, overlap=not in_place)
        inside, tile = [left] if left is not None else [], tile * size
    for k in opt.current(axes[:1]): _unroll_blocks(opt, k, tile)
    opt.order([*opt.current(grid), *inside])
    make_grid(opt, opt.current(grid))


def _shared_row(loops: tuple[UOp, ...], several: list[ByteSums]) -> UOp | None:
    """The longest loop of the output that is one of the rows of every sum."""
    rows = [_rows(loops, sums.factors) for sums in several]
    return max((r for r in rows[0] if is_fixed(r) and all(r in other for other in rows)), key=size_of, default=None)


def _rows(loops: tuple[UOp, ...], factors: tuple[UOp, UOp]) -> list[UOp]:
    """The loops that one factor moves along and the other does not: of the factor with fewer such rows."""
    return min(([r for r in loops if r in x.ranges and r not in y.ranges] for x, y in (factors, factors[::-1])), key=iterations)


def _unroll_blocks(opt: Optimiser, k: UOp, tile: int) -> None:
    """Several iterations of a sum at a time, where a tile has few accumulators."""
    times = next((n for n in (4, 2) if n * tile <= _SUMS and size_of(k) % n == 0), 0) if is_fixed(k) else 0
    if times: opt.split(k, times, AxisType.UNROLL)


def _tile(n: int, most: int, exact: bool) -> int:
    """Elements of an axis of n that a tile has, up to `most`: few computed twice, or none."""
    sizes = [t for t in range(1, min(n, most) + 1) if not exact or n % t == 0]
    return min(sizes, key=lambda t: (-(-n // t) * t / n * (1 + 1 / t), -t))
