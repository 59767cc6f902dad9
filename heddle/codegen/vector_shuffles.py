"""Vector shuffles: strided vectors, made of contiguous loads by picking lanes in registers.

Inputs: rows of a block, or a position that strides along its lanes.
Outputs: the strided vectors, by VECTORIZE of two and GEP.
"""
from __future__ import annotations

from heddle.codegen.actions.loop_transforms import offset_by
from heddle.dtype import DType
from heddle.uop import Ops, UOp


def transpose(rows: list[UOp]) -> list[UOp]:
    """The columns of a block of vectors, by swapping ever larger halves of pairs: n log2 n shuffles for n rows.

    The number of rows is a power of two and not more than the lanes, which are a multiple of it.
    """
    n, lanes = len(rows), rows[0].dtype.count
    rows = _transposed_blocks(rows)
    return [rows[c % n].gep(tuple(range(c - c % n, c - c % n + n))) if n < lanes else rows[c] for c in range(lanes)]


def transpose_columns(columns: list[UOp]) -> list[UOp]:
    """The rows of a block given by its columns: the i-th lanes of all columns, for each i.

    A column has a power of two of lanes, and there are as many columns or a power of two times as many.
    """
    size = columns[0].dtype.count
    return _transposed_blocks([_joined(columns[i::size]) for i in range(size)])


def _joined(parts: list[UOp]) -> UOp:
    """A power of two of vectors as one."""
    while len(parts) > 1:
        parts = [UOp(Ops.VECTORIZE, a.dtype.vec(2 * a.dtype.count), (a, b)) for a, b in zip(parts[::2], parts[1::2], strict=True)]
    return parts[0]


def _transposed_blocks(rows: list[UOp]) -> list[UOp]:
    """Rows of square blocks that stand side by side, each block transposed in its place."""
    n, lanes, half = len(rows), rows[0].dtype.count, 1
    while half < n:
        new = list(rows)
        low = tuple([p if not p & half else lanes + p - half for p in range(lanes)])
        high = tuple([p + half if not p & half else lanes + p for p in range(lanes)])
        for i in range(n):
            if i & half: continue
            both = UOp(Ops.VECTORIZE, rows[i].dtype.vec(2 * lanes), (rows[i], rows[i + half]))
            new[i], new[i + half] = both.gep(low), both.gep(high)
        rows, half = new, half * 2
    return rows


def interleaved(rows: list[UOp], part: int) -> UOp:
    """The vector `part` of as many that hold the first lanes of all `rows`, then the second ones, and so on."""
    lanes, count = rows[0].dtype.count, len(rows)
    origins = [divmod(part * lanes + i, count) for i in range(lanes)]  # lane and row of each
    found = rows[0]
    for n, row in enumerate(rows[1:], 1):
        both = UOp(Ops.VECTORIZE, row.dtype.vec(2 * lanes), (found, row))
        # lanes of rows before this one: where the first shuffle put them; those of later ones may be anything
        found = both.gep(tuple(lanes + lane if r == n else i if n > 1 else lane for i, (lane, r) in enumerate(origins)))
    return found


def load_strided(index: UOp, dtype: DType) -> UOp | None:
    """Every `step`-th element, from `step` contiguous vectors: half the loads of one load per lane, or fewer, and as many shuffles.

    None where the step is longer than that, and where lanes have conditions. No element beyond the first and the last is touched.
    """
    _, step, lanes = index.arg
    apart = abs(step)
    if len(index.src) == 3 or not 1 <= apart <= lanes // 2: return None
    buffer, at = index.src
    low, span = offset_by(at, min(0, (lanes - 1) * step)), (lanes - 1) * apart + 1
    starts = [*range(0, span - lanes, lanes), span - lanes]
    picked = [i * apart for i in range(lanes)][::1 if step > 0 else -1]
    vectors = [UOp(Ops.INDEX, index.dtype, (buffer, offset_by(low, start))).load(dtype.vec(lanes)) for start in starts]
    found = vectors[0]
    if len(vectors) == 1: return found.gep(tuple(picked))
    for n, start in enumerate(starts[1:], 1):
        # lanes of vectors before this one: where the first shuffle put them; those of later ones may be anything
        before = [i if n > 1 else w for i, w in enumerate(picked)]
        both = UOp(Ops.VECTORIZE, dtype.vec(2 * lanes), (found, vectors[n]))
        ends = starts[n - 1] + lanes
        found = both.gep(tuple(b % lanes if w < ends else lanes + (w - start) % lanes for b, w in zip(before, picked, strict=True)))
    return found
