"""What the worker asks of a peer."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.workloads import Arrays, Ops

Formula = Callable[[Ops, Arrays], Any]


class Peer:
    """One library, or one way to use it. Made inside its own process."""

    ops: Ops

    def version(self) -> str:
        """Name and version, and what else tells this way from others."""
        raise TypeError

    def put(self, array: np.ndarray) -> Any:
        """The array, where this peer computes."""
        raise TypeError

    def compile(self, formula: Formula, x: Arrays) -> Callable[[], Any]:
        """A call that computes `formula` of `x` and returns when the result is in memory."""
        raise TypeError

    def plain(self, formula: Formula, x: Arrays) -> Callable[[], Any]:
        """A call that computes `formula` of `x` without having compiled it as a whole, and returns when the result is in memory."""
        return lambda: formula(self.ops, x)

    def train(self, x: Arrays) -> Callable[[], Any]:
        """A call that makes one training step and returns the loss before it."""
        raise TypeError

    def train_linear(self, x: Arrays) -> Callable[[], Any]:
        """A call that makes one training step of a layer, not compiled beforehand, and returns the loss before it."""
        raise TypeError

    # ---- a decoder's step (benchmarks/decode.py)

    def decode(self, x: Arrays) -> Callable[[], Any]:
        """A call that takes the token at the next place and returns the scores of the one after it."""
        raise TypeError

    def row_at(self, table: Any, place: Any) -> Any:
        """(1, width): the row of `table` at `place`."""
        return table[place:place + 1]

    def remember(self, x: Arrays, name: str, new: Any, place: Any) -> Any:
        """Puts `new` (heads, 1, width) in the cache `x[name]` at `place`; returns the cache as far as attention looks."""
        x[name][:, place:place + 1] = new
        return x[name][:, :place + 1]

    def attend(self, q: Any, k: Any, v: Any, place: Any) -> Any:
        """Attention of q (heads, 1, width) over what `remember` returned."""
        raise TypeError

    def fetch(self, result: Any) -> np.ndarray:
        """A result as a NumPy array."""
        return np.asarray(result)
