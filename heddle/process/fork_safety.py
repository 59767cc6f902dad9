"""Fork-safe locks.

Inputs: a lock shared by threads of this process. Outputs: the same lock, released in a forked child.
Invariants: a child has only the thread that forked it, so a lock held by another thread would never be released there.
"""
from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

L = TypeVar("L")


def free_in_child(lock: L) -> L:
    """`lock`, a Lock or RLock that lives as long as the process, free in every forked child.

    For locks whose holder changes one thing at a time: what it was in the middle of is as it was in the child.
    """
    if hasattr(os, "register_at_fork"):  # where there is no fork, a lock has no such method either
        reinit: Callable[[], None] = getattr(lock, "_at_fork_reinit")  # noqa: B009 (what Python's own libraries use for theirs)
        os.register_at_fork(after_in_child=reinit)
    return lock
