"""Lock on the global state of tensors.

Inputs: functions that change state shared by tensors: pending computations, assignments, positions of random generators. Outputs: the
same functions, serialised. Invariants: graphs are built without locking; the lock is reentrant; in a forked child it is free.
"""
from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from heddle.process.fork_safety import free_in_child

P = ParamSpec("P")
R = TypeVar("R")


#: Lock of all operations that compute, assign, draw, capture or replay: the steps of one, which may concern tensors of all
#: threads, must not interleave with those of another.
lock = free_in_child(threading.RLock())


def locked(fn: Callable[P, R]) -> Callable[P, R]:
    """Decorator: holds the lock while the function runs."""
    @functools.wraps(fn)
    def alone(*args: P.args, **kwargs: P.kwargs) -> R:
        with lock: return fn(*args, **kwargs)
    return alone
