"""What threads of one process take turns at.

In: functions that change what tensors have in common: which are to be computed, what is assigned, how far random numbers are. Out: the
same functions, one at a time. Always true: graphs are built without waiting; a thread that holds the turn may take it again; in a
forked child nobody holds it.
"""
from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from heddle.process.fork_safety import free_in_child

P = ParamSpec("P")
R = TypeVar("R")


#: Held while tensors are computed, assigned, drawn, captured or replayed: what one of these does to the tensors of all threads must
#: not come between the steps of another.
turn = free_in_child(threading.RLock())


def one_at_a_time(fn: Callable[P, R]) -> Callable[P, R]:
    """A function that holds the turn while it runs."""
    @functools.wraps(fn)
    def alone(*args: P.args, **kwargs: P.kwargs) -> R:
        with turn: return fn(*args, **kwargs)
    return alone
