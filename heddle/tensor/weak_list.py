"""Weak lists: tensors in insertion order that are not kept alive.

Inputs: tensors as they are made. Outputs: those that still live.
Invariants: each live tensor comes once; what another thread appends while the list is cleaned is kept.
"""
from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING

from heddle.tensor.lock import lock

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


class WeakList:
    """Tensors in insertion order, held weakly.

    References to those that are gone are thrown out when the list has doubled: a callback for each tensor, as in a set of weak
    references, would cost more than everything else that making a tensor does.
    """

    __slots__ = ("_most", "_room", "refs")

    def __init__(self, room: int) -> None:
        self.refs: list[weakref.ref[Tensor]] = []
        self._most = self._room = room

    def append(self, tensor: Tensor, _ref: Callable[[Tensor], weakref.ref[Tensor]] = weakref.ref) -> None:
        self.refs.append(_ref(tensor))
        if len(self.refs) > self._most: self._make_room()

    def living(self) -> list[Tensor]:
        """The live tensors, each once."""
        return list({id(t): t for ref in self.refs if (t := ref()) is not None}.values())

    def forget(self, unwanted: Callable[[Tensor], bool]) -> dict[int, Tensor]:
        """The live tensors, by their ids, dropping those that are `unwanted`. The lock must be held.

        What other threads append meanwhile stays: the list is only changed up to where it was looked at.
        """
        count = len(self.refs)
        found = {id(t): t for ref in self.refs[:count] if (t := ref()) is not None and not unwanted(t)}
        self.refs[:count] = map(weakref.ref, found.values())
        return found

    def holds_only(self, tensor: Tensor, unwanted: Callable[[Tensor], bool]) -> bool:
        """Whether no live tensor but `tensor` is wanted; the others are dropped then. The lock must be held, as for `forget`."""
        count, own = len(self.refs), None
        for ref in self.refs[:count]:
            if (found := ref()) is tensor: own = ref
            elif found is not None and not unwanted(found): return False
        self.refs[:count] = () if own is None else (own,)
        return True

    def _make_room(self) -> None:
        with lock:
            count = len(self.refs)
            # of one tensor there is one reference
            self.refs[:count] = living = {id(ref): ref for ref in self.refs[:count] if ref() is not None}.values()
            self._most = max(self._room, 2 * len(living))

    def __len__(self) -> int: return len(self.refs)


class ThreadLists(threading.local):
    """The tensors that this thread has made and whose values were pending at the last check: with a graph (`made`), or with a call in
    place of one (`calls`). Each thread adds its own to `every`."""

    def __init__(self, every: list[OfThread]) -> None:
        self.made, self.calls = WeakList(room=4096), WeakList(room=64)
        every.append((threading.current_thread(), self.made, self.calls))


#: the lists of a thread
OfThread = tuple[threading.Thread, WeakList, WeakList]
