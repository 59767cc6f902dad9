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
    """A graph was computed: `sink` is what was wanted, `schedule` what ran for it. `loc` is the user's line that asked for values."""

    sink: Any
    schedule: Any
    loc: Location | None


class Programmed(NamedTuple):
    """A kernel that this process did not have came from `how`: "disk" or "compiled". `parts` is what its key is made of, by name.

    `earlier` holds such parts of kernels of the same ast that the disk cache had when it was asked.
    """

    how: str
    program: Any
    parts: dict[str, str]
    earlier: tuple[dict[str, str], ...]
    loc: Location | None


class Repeated(NamedTuple):
    """Work was done again because `cache` ("source" or "runtime"), which keeps `limit` entries, had dropped the result."""

    cache: str
    limit: int
    loc: Location | None


class Jitted(NamedTuple):
    """A call of a TinyJit that was no replay. `what`: ran, captured, moved, overlapped, reset, refused, inside.

    `owner` tells TinyJits of one function apart; `why` is a clause, for those that have a reason.
    """

    what: str
    name: str
    owner: int
    why: str
    cure: str
    loc: Location | None


#: who is told. Look whether there is someone before a note is made
listeners: list[Callable[[Any], None]] = []


_quiet: ContextVar[bool] = ContextVar("quiet", default=False)


def tell(note: Any) -> None:
    """Hands a note to every listener."""
    if _quiet.get(): return
    for listener in tuple(listeners): listener(note)


@contextmanager
def quiet() -> Iterator[None]:
    """Work of heddle's own, such as measuring the device, is not told of: the user did not ask for it."""
    token = _quiet.set(True)
    try: yield
    finally: _quiet.reset(token)
