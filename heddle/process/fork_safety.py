"""Locks in processes that are forked.

In: a lock that threads of this process take turns at. Out: the same one, which nobody holds in a forked child.
Always true: a child has only the thread that forked it, so whoever else held a lock would never give it back there.
"""
from __future__ import annotations

import os
from typing import Any, TypeVar

L = TypeVar("L")


def free_in_child(lock: L) -> L:
    """`lock`, a Lock or RLock that lives as long as the process, free in every forked child.

    For locks whose holder changes one thing at a time: what it was in the middle of is as it was in the child.
    """
    reinit: Any = getattr(lock, "_at_fork_reinit")  # noqa: B009 (what Python's own libraries use for theirs)
    if hasattr(os, "register_at_fork"): os.register_at_fork(after_in_child=reinit)
    return lock
