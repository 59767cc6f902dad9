"""Pause of Python's cyclic garbage collector while graphs of nodes are built.

Inputs: a block of code. Outputs: none.
Invariants: blocks of several threads may overlap, and the collector runs again after the last; one that the program has switched off
stays off; a forked child has its collector as the parent had it before the pause.

Each node that is made counts as an allocation, so that the collector walks the graph again and again; nodes have no cycles.
"""
from __future__ import annotations

import gc
import os
import threading
from collections.abc import Generator
from contextlib import contextmanager

from heddle.process.fork_safety import free_in_child

_lock = free_in_child(threading.Lock())
_blocks = 0  # that run now, after one of them switched the collector off


@contextmanager
def paused_collector() -> Generator[None]:
    """Inside the block no cycles are looked for but by a call of gc.collect."""
    global _blocks
    with _lock:
        pauses = _blocks > 0 or gc.isenabled()
        if pauses: _blocks += 1
        gc.disable()
    try: yield
    finally:
        if pauses: _resume()


def _resume() -> None:
    global _blocks
    with _lock:
        if _blocks == 0: return  # this block forked, and this is the child
        _blocks -= 1
        if _blocks == 0: gc.enable()


def _resume_in_child() -> None:
    """The threads whose blocks would have ended the pause are not in the child; the block that forked ends without one."""
    global _blocks
    if _blocks: gc.enable()
    _blocks = 0


if hasattr(os, "register_at_fork"): os.register_at_fork(after_in_child=_resume_in_child)
