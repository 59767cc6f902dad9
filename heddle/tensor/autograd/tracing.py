"""Tracing: runs a function once on placeholders to obtain its graph.

Inputs: placeholders, and the name of the tracing transformation. Outputs: during tracing, reading the value of a placeholder is an
error, and draws of random numbers go to the tracer. Invariants: tensors that do not depend on a placeholder can be computed as usual.
"""
from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from heddle.errors import TransformError
from heddle.uop import UOp


class _Tracing(threading.local):
    """The placeholders of this thread's traces that are going on, with the name of what traces."""

    def __init__(self) -> None: self.places: dict[UOp, str] = {}


_tracing = _Tracing()


@contextmanager
def tracing(name: str, places: Sequence[UOp]) -> Iterator[Callable[[UOp], None]]:
    """While it is entered, `places` have no value. Gives a function that adds one."""
    def add(place: UOp) -> None: _tracing.places[place] = name
    before = dict(_tracing.places)
    for place in places: add(place)
    try: yield add
    finally: _tracing.places = before


def check_has_value(roots: Sequence[UOp], what: str) -> None:
    """TransformError if one of `roots` depends on a placeholder. `what` would need its value."""
    if not (places := _tracing.places): return
    for node in UOp.sink(*roots).toposort():
        if (name := places.get(node)) is not None:
            raise TransformError(f"{name} runs the function on tensors without values, and {what} needs one",
                                 "Compute with tensors what depends on it: .where() in place of if, masks in place of sizes.")
