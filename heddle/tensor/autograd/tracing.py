"""Tracing: runs a function once on placeholders to obtain its graph.

Inputs: placeholders, and the name of the tracing transformation. Outputs: during tracing, reading the value of a placeholder is an
error, and draws of random numbers go to the tracer. Invariants: tensors that do not depend on a placeholder can be computed as usual.
"""
from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

from heddle.errors import TransformError
from heddle.tensor.random import random
from heddle.uop import UOp


class _Tracing(threading.local):
    """The placeholders of this thread's traces that are going on, with the name of what traces."""

    def __init__(self) -> None: self.placeholders: dict[UOp, str] = {}


_tracing = _Tracing()


@contextmanager
def tracing(name: str, placeholders: Sequence[UOp]) -> Generator[Callable[[UOp], None]]:
    """While it is entered, `placeholders` have no value. Gives a function that adds one."""
    def add(node: UOp) -> None: _tracing.placeholders[node] = name
    before = dict(_tracing.placeholders)
    for node in placeholders: add(node)
    try: yield add
    finally: _tracing.placeholders = before


@contextmanager
def drawing(draw: Callable[[tuple[int, ...], random.Devices], tuple[UOp, UOp]]) -> Generator[None]:
    """While it is entered, `draw(shape, device)` makes this thread's draws; its own go to the generator, or to an outer tracer."""
    overrides = random.draws.overrides

    def override(shape: tuple[int, ...], device: random.Devices) -> tuple[UOp, UOp]:
        overrides.pop()
        try: return draw(shape, device)
        finally: overrides.append(override)

    overrides.append(override)
    try: yield
    finally: overrides.pop()


def check_has_value(roots: Sequence[UOp], what: str) -> None:
    """TransformError if one of `roots` depends on a placeholder. `what` would need its value."""
    if (name := _tracing_of(roots)) is not None:
        raise TransformError(f"{name} runs the function on tensors without values, and {what} needs one",
                             "Compute with tensors what depends on it: .where() in place of if, masks in place of sizes.")


def is_tracing() -> bool:
    """Whether this thread traces a function."""
    return bool(_tracing.placeholders)


def has_value(roots: Sequence[UOp]) -> bool:
    """Whether none of `roots` depends on a placeholder."""
    return _tracing_of(roots) is None


def _tracing_of(roots: Sequence[UOp]) -> str | None:
    """What traces, if one of `roots` depends on a placeholder."""
    if not (placeholders := _tracing.placeholders): return None
    return next((name for node in UOp.sink(*roots).toposort() if (name := placeholders.get(node)) is not None), None)
