"""Tensor cores as data: sizes of their tiles, and fragment layouts (which register of which thread holds which element).

A row or column of an element is a sum of digits of two numbers: that of the thread and that of the register. Of NVIDIA's 16 × 8
results, thread t has four, of which register r is at row t // 4 + r // 2 * 8, column t % 4 * 2 + r % 2:

    Fragment(row=Coordinate(thread=(Digit(4, 8),), register=(Digit(2, 2, 8),)),
             column=Coordinate(thread=(Digit(1, 4, 2),), register=(Digit(1, 2),)))

Lowering, the shuffle of stores and the renderers read these; each renderer lists the units of its devices.
"""
from __future__ import annotations

import math
from dataclasses import replace

from heddle.dtype import DType
from heddle.lazy_dataclass import dataclass
from heddle.named_tuple import NamedTuple

#: threads of a warp, on nearly all devices
WARP = 32


class Digit(NamedTuple):
    """n // divisor % extent of a number n, which counts for `weight` rows or columns."""

    divisor: int
    extent: int
    weight: int = 1


class Coordinate(NamedTuple):
    """A row or a column: the sum of digits of the number of the thread, and of that of the register."""

    thread: tuple[Digit, ...] = ()
    register: tuple[Digit, ...] = ()

    @property
    def run(self) -> int:
        """How many neighbours the first registers of a thread hold; 0 if they hold no neighbours."""
        return next((d.extent for d in self.register if (d.divisor, d.weight) == (1, 1)), 0)


@dataclass(frozen=True)
class Fragment:
    """The elements of a matrix that each thread holds."""

    row: Coordinate
    column: Coordinate

    @property
    def registers(self) -> int:
        """Elements per thread."""
        return math.prod(d.extent for d in (*self.row.register, *self.column.register))

    @property
    def transposed(self) -> Fragment: return Fragment(self.column, self.row)

    def cut(self, columns: int) -> Fragment:
        """The layout of the first columns alone: the digit that counts most ends there."""
        register = tuple(d._replace(extent=min(d.extent, columns // d.weight)) for d in self.column.register)
        return replace(self, column=self.column._replace(register=register))


@dataclass(frozen=True)
class TensorCore:
    """Multiplies a: `rows` × `depth` by b: `depth` × `columns` elements of `dtype`, and adds that to c, in float32.

    The threads of a warp do it together, or those of several, each with as many rows of the results. Without fragments of a and b,
    these are read from tiles in shared memory.
    """

    dtype: DType
    rows: int
    columns: int
    depth: int
    c: Fragment
    a: Fragment | None = None
    b: Fragment | None = None
    warps: int = 1
    wave: int = WARP  # threads of a warp: AMD's CDNA has 64
    column_step: int = 0  # tiles may have fewer columns, by multiples of this
    has_matrix_loads: bool = False  # LDMATRIX loads fragments of a and b from shared memory: words of 32 bits along the reduced axis
    rounds: bool = False  # the factors first, to fewer bits than their format has
    sums_roughly: bool = False  # with fewer bits than float32: a tile's sums are made apart, and added to the results in float32
    tiles: int = 32  # of results that a warp keeps, at most

    @property
    def threads(self) -> int: return self.warps * self.wave

    def of_columns(self, columns: int) -> TensorCore:
        """The unit for tiles of so many columns."""
        return self if columns == self.columns else replace(self, columns=columns, c=self.c.cut(columns))

    def for_tile(self, rows: int, columns: int, depth: int) -> TensorCore | None:
        """The unit for tiles of that size; None where it has none."""
        if (rows, depth) != (self.rows, self.depth): return None
        is_narrower = self.column_step and columns < self.columns and columns % self.column_step == 0
        return self.of_columns(columns) if columns == self.columns or is_narrower else None
