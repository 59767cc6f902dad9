"""Narrowing casts: the only readers of values, which are stored as these casts have them.

Inputs: a graph in topological order, and what is stored in any case.
Outputs: for a value that is to be stored, the path to the CAST to store in its place.
Invariants: nothing but the path reads the value, and it has each of its elements at most once. So the CAST takes less memory, rounds
each element once, as the program does, and what multiplies it finds a narrow float in memory, which tensor cores take.
"""
from __future__ import annotations

from collections.abc import Collection

from heddle.uop import Ops, UOp
from heddle.uop.traversal import readers_of

#: What shows each element at most once, and nothing else.
_MOVES = frozenset((Ops.RESHAPE, Ops.PERMUTE, Ops.FLIP, Ops.SHRINK))


class Narrowing:
    """The narrowing casts of a graph. `stored` may grow meanwhile; values that are stored `anyway` stay as they are."""

    def __init__(self, order: list[UOp], stored: Collection[UOp], anyway: Collection[UOp]) -> None:
        self._order, self._stored, self._anyway = order, stored, anyway
        self._readers: dict[UOp, list[UOp]] | None = None

    def path_from(self, node: UOp) -> list[UOp]:
        """`node`, what moves its elements, and the only CAST that reads them, if that narrows them; empty if there is none."""
        if node in self._anyway or not node.dtype.is_float(): return []
        path = [node]
        while path[-1].op is not Ops.CAST or path[-1] is node:
            readers = self._read_by(path[-1])
            if len(readers) != 1 or readers[0] in self._stored or readers[0].op not in _MOVES | {Ops.CAST}: return []
            path.append(readers[0])
        cast = path[-1]
        return path if cast.dtype.is_float() and cast.dtype.itemsize < node.dtype.itemsize else []

    def _read_by(self, node: UOp) -> list[UOp]:
        if self._readers is None: self._readers = readers_of(self._order)
        return self._readers.get(node, [])
