"""Programs that nobody holds any more: their objects go back to the driver.

Inputs: loaded programs, and the driver's handles of each. Outputs: calls that give the handles back. Invariants: a finalizer, which
may run in any thread and between any two calls of the driver, only writes down what is to be given back; that happens later, in
pieces, where a program is loaded, so that a process has no more loaded than what it holds and `_AT_ONCE` programs.
"""
from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Handles = TypeVar("Handles")

_AT_ONCE = 64  # programs given back together: enough to hide what a wait for the device costs, where one is due


class Retired(Generic[Handles]):
    """The handles of programs that are gone, until `give_back` is called with them."""

    def __init__(self, give_back: Callable[[list[Handles]], None]) -> None:
        self._give_back = give_back
        self._waiting: deque[Handles] = deque()  # its methods are atomic

    def follow(self, program: object, handles: Handles) -> None:
        """`handles` are given back some time after `program` is gone. They must not refer to it."""
        weakref.finalize(program, self._waiting.append, handles).atexit = False

    def make_room(self) -> None:
        """Gives back what is waiting, if that is `_AT_ONCE` programs or more. To be called where one more is to be loaded."""
        if len(self._waiting) < _AT_ONCE: return
        self._give_back([self._waiting.popleft() for _ in range(len(self._waiting))])
