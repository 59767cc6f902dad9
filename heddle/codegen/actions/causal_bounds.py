"""Causal bounds: begin and end of a loop along scores, where a condition on positions masks all scores before or after.

Inputs: what is reduced for its greatest, where(k < end(row), score, -inf), and the axes of a tile of rows.
Outputs: the end for the tile, or for where(begin(row) <= k, score, -inf) the begin.
Invariants: outside every score of the tile is -inf, so that its weight is 0, or NaN where all of its row is.
"""
from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from heddle.codegen.actions.loop_transforms import size_of
from heddle.dtype import dtypes
from heddle.uop import Ops, UOp
from heddle.uop.polynomial import combine, linear


def end_of(scores: UOp, along: UOp, tile: Iterable[UOp]) -> UOp | None:
    """The first index of `along` from which on all `scores` of the tile are -inf, if it is before the last; else None."""
    ends = [_greatest(e, tile) for c, holds in _shown(scores) if (e := _end(c, holds, along)) is not None]
    size = size_of(along)
    found = min((e for e in ends if e is not None and e.vmin >= 1), key=lambda e: e.vmin, default=None)
    if found is None or found.vmin >= size: return None
    return found if found.vmax <= size else (found < size).where(found, UOp.const(found.dtype, size))


def begin_of(scores: UOp, along: UOp, tile: Iterable[UOp]) -> UOp | None:
    """The first index of `along` that is not -inf in all `scores` of the tile, if it is not always 0; else None."""
    begins = [_greatest(b, tile) for c, holds in _shown(scores) if (b := _negative_begin(c, holds, along)) is not None]
    found = max((_negative(b) for b in begins if b is not None), key=lambda b: b.vmax, default=None)
    if found is None or found.vmax <= 0: return None
    return found if found.vmin >= 0 else (found < 0).where(UOp.const(found.dtype, 0), found)


def _shown(scores: UOp) -> Iterator[tuple[UOp, bool]]:
    """Conditions that hold, or do not, wherever a score is not -inf."""
    while scores.op in (Ops.CAST, Ops.WHERE):
        if scores.op is Ops.CAST: scores = scores.src[0]
        elif _is_hidden(scores.src[2]):
            yield from _all_of(scores.src[0], True)
            scores = scores.src[1]
        elif _is_hidden(scores.src[1]):
            yield from _all_of(scores.src[0], False)
            scores = scores.src[2]
        else: return


def _is_hidden(x: UOp) -> bool: return x.op is Ops.CONST and x.arg == -math.inf


def _all_of(condition: UOp, holds: bool) -> Iterator[tuple[UOp, bool]]:
    """Conditions that are all known where this one holds, or does not."""
    if condition.op is Ops.NOT: yield from _all_of(condition.src[0], not holds)
    elif condition.op is (Ops.AND if holds else Ops.OR):
        for s in condition.src: yield from _all_of(s, holds)
    else: yield condition, holds


def _end(condition: UOp, holds: bool, along: UOp) -> UOp | None:
    """end for a condition that says no more than along < end, which does not change with `along`."""
    rest = _bound(condition, holds, along, 1)
    return None if rest is None else _negative(rest)


def _negative_begin(condition: UOp, holds: bool, along: UOp) -> UOp | None:
    """-begin for one that says no more than begin <= along."""
    rest = _bound(condition, holds, along, -1)
    return None if rest is None else _negative(rest + 1)


def _negative(x: UOp) -> UOp:
    terms, constant = linear(x)
    return combine({t: -f for t, f in terms.items()}, -constant)


def _bound(condition: UOp, holds: bool, along: UOp, factor: int) -> UOp | None:
    """x for a condition that says factor * along + x < 0, where x does not change with `along`."""
    if condition.op is not Ops.CMPLT: return None
    a, b = (_position(s) for s in condition.src)
    if a is None or b is None: return None
    low, high = (a, b) if holds else (b, a + 1)  # not a < b: b < a + 1
    terms, constant = linear(low - high)
    if terms.pop(along, 0) != factor or any(along in t.ranges for t in terms): return None
    return combine(terms, constant)


def _position(x: UOp) -> UOp | None:
    """A 32- or 64-bit integer made of positions, as a position; None for anything else."""
    if x.dtype == dtypes.index: return x
    if x.dtype not in (dtypes.int32, dtypes.int64): return None
    if x.op is Ops.CONST: return UOp.const(dtypes.index, x.arg)
    if x.op is Ops.CAST and x.src[0].dtype == dtypes.index: return x.src[0] if x.src[0].vmax <= x.dtype.max else None
    if x.op not in (Ops.ADD, Ops.SUB): return None
    parts = [_position(s) for s in x.src]
    return None if parts[0] is None or parts[1] is None else parts[0].alu(x.op, parts[1])


def _greatest(x: UOp, axes: Iterable[UOp]) -> UOp | None:
    """The most that `x` is for any setting of `axes`, if it is a sum of them."""
    terms, constant = linear(x)
    axes = set(axes)
    if any(t not in axes and axes & t.ranges for t in terms): return None
    constant += sum(max(f, 0) * (size_of(t) - 1) for t, f in terms.items() if t in axes)
    return combine({t: f for t, f in terms.items() if t not in axes}, constant)
