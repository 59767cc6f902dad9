"""Block swizzle: the order of a product's blocks, chosen so that concurrent blocks share rows and columns in the second cache.

Inputs: the axes of a grid of blocks, rows of blocks around columns.
Outputs: one axis for both that goes down some rows, then to the next column; after the last column, to the next rows:

    0 2 4 6
    1 3 5 7
    8 …

Invariants: every block has one place in the order, whatever the numbers of rows and columns; the last rows may be fewer.
"""
from __future__ import annotations

from heddle.codegen.actions.loop_transforms import Replacement, both_of, fresh_id, size_of
from heddle.uop import AxisType, UOp

#: What the blocks under way read, of what they read row by row, from which on the order is left alone.
_WORTH = 0.9


def in_groups(sink: UOp, rows: UOp, columns: UOp, together: int, kind: AxisType) -> dict[UOp, Replacement]:
    """Both axes in terms of the new one."""
    n_rows, n_columns = size_of(rows), size_of(columns)
    both = both_of(rows, columns, n_rows * n_columns, kind, fresh_id(sink))
    whole, rest = divmod(n_rows, together)
    group = both // (together * n_columns)
    row, column = group * together + both % together, both // together % n_columns
    if rest:
        last = (both - whole * together * n_columns).maximum(0)
        row = (group < whole).where(_at_most(group, whole - 1) * together + both % together, last % rest + whole * together)
        column = (group < whole).where(column, last // rest)
    return {rows: (row, (both,)), columns: (column, (both,))}


def _at_most(x: UOp, n: int) -> UOp: return -(-x).maximum(-n)


def rows_together(n_rows: int, n_columns: int, height: int, width: int, under_way: int) -> int:
    """Rows of blocks of height × width results to be computed column by column, where so many blocks are under way at a time.

    0 where they read about as little row by row.
    """
    blocks = min(under_way, n_rows * n_columns)

    def lines(rows: int) -> int: return rows * height + -(-blocks // rows) * width

    plain = -(-blocks // n_columns) * height + min(blocks, n_columns) * width
    powers = [1 << n for n in range(1, n_rows.bit_length()) if -(-blocks // (1 << n)) <= n_columns]
    best = min(powers, key=lines, default=0)
    return best if best and lines(best) < _WORTH * plain else 0
