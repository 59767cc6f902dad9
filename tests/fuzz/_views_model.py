"""Reference model of tensors that share memory: cells of affine functions of a leaf's elements, seen through arrays of places.

Inputs: the operations of a program. Outputs: the value of each tensor and its derivatives, exactly.
Invariants: a view has its operand's cell; an expanded view reads it until it is written to; all else has a cell of its own.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

Array = np.ndarray


class Cell:
    """The elements of one memory: row i is the constant of element i and its derivatives by each element of the leaf."""

    def __init__(self, rows: Array, dtype: str, source: tuple[Cell, Array] | None = None) -> None:
        self.rows, self.dtype, self.source = rows, dtype, source

    def read(self) -> Array:
        return self.rows if self.source is None else self.source[0].read()[self.source[1]]

    def write(self, places: Array, rows: Array) -> None:
        if self.source is not None: self.rows, self.source = self.read().copy(), None
        self.rows[places] = rows


class Model:
    """One tensor. `is_cut`: no gradient flows through it."""

    def __init__(self, cell: Cell, places: Array, dtype: str, is_cut: bool = False, is_leaf: bool = False) -> None:
        self.cell, self.places, self.dtype, self.is_cut, self.is_leaf = cell, places, dtype, is_cut, is_leaf

    @property
    def shape(self) -> tuple[int, ...]: return self.places.shape

    @property
    def is_plain(self) -> bool:
        """Whether its numbers are those that were written, and not their bits read in another dtype."""
        return self.dtype == self.cell.dtype

    @staticmethod
    def of(rows: Array, dtype: str) -> Model:
        """A value of its own. rows: (*shape, 1 + leaf)."""
        shape = rows.shape[:-1]
        return Model(Cell(rows.reshape(-1, rows.shape[-1]).copy(), dtype), np.arange(int(np.prod(shape))).reshape(shape), dtype)

    def rows(self, leaf: Array) -> Array:
        """Constants and derivatives of the elements."""
        found = self.cell.read()[self.places]
        if not self.is_cut: return found
        out = np.zeros_like(found)
        out[..., 0] = found @ np.concatenate([[1], leaf])
        return out

    def value(self, leaf: Array) -> Array:
        """The numbers, in this dtype."""
        plain = (self.cell.read()[self.places] @ np.concatenate([[1], leaf])).astype(self.cell.dtype)
        return plain if self.is_plain else np.array(plain, order="C").view(self.dtype)

    def view(self, move: Callable[[Array], Array]) -> Model: return Model(self.cell, move(self.places), self.dtype, self.is_cut)
    def detached(self) -> Model: return Model(self.cell, self.places, self.dtype, True)
    def bits(self, dtype: str) -> Model: return Model(self.cell, self.places, dtype, True)

    def expanded(self, shape: tuple[int, ...]) -> Model:
        places = np.broadcast_to(self.places, shape)
        cell = Cell(np.empty(0), self.cell.dtype, (self.cell, places.reshape(-1)))
        return Model(cell, np.arange(places.size).reshape(shape), self.dtype, self.is_cut)

    def write(self, rows: Array) -> None: self.cell.write(self.places, np.broadcast_to(rows, (*self.shape, rows.shape[-1])))
