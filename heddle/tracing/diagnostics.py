"""Diagnostics of the engine's decisions, for listeners such as `heddle explain`.

Inputs: diagnostics, from any thread. Outputs: calls of the listeners. Invariants: without a listener a diagnostic costs one check of a
list, and is not created; no result depends on diagnostics.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from heddle.errors import Location


class Scheduled(NamedTuple):
    """A graph was computed: `sink` is the requested one, `schedule` ran it. `loc` is the user's line that requested values."""

    sink: Any
    schedule: Any
    loc: Location | None


class Programmed(NamedTuple):
    """A kernel that was new to this process came from `how`: "disk" or "compiled". `parts` are the named parts of its key.

    `earlier` holds such parts of kernels of the same ast that the disk cache had when it was asked.
    """

    how: str
    program: Any
    parts: dict[str, str]
    earlier: tuple[dict[str, str], ...]
    loc: Location | None


class Repeated(NamedTuple):
    """Work was repeated because `cache` ("source" or "runtime"), which keeps `limit` entries, had evicted the result."""

    cache: str
    limit: int
    loc: Location | None


class Jitted(NamedTuple):
    """A call of a TinyJit that was not replayed. `what`: ran, captured, moved, overlapped, reset, refused, inside.

    `owner` tells TinyJits of one function apart; `why` is a clause, for those that have a reason.
    """

    what: str
    name: str
    owner: int
    why: str
    cure: str
    loc: Location | None


#: the listeners. Check that there is one before making a diagnostic
listeners: list[Callable[[Any], None]] = []


_quiet: ContextVar[bool] = ContextVar("quiet", default=False)


def tell(note: Any) -> None:
    """Passes a diagnostic to every listener."""
    if _quiet.get(): return
    for listener in tuple(listeners): listener(note)


@contextmanager
def quiet() -> Iterator[None]:
    """Suppresses diagnostics of heddle's own work, such as measuring the device: the user did not request it."""
    token = _quiet.set(True)
    try: yield
    finally: _quiet.reset(token)
