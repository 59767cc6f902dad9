"""Batches as nested containers, for a data loader and its worker processes.

Inputs: a batch, or what was raised on loading one. Outputs: the batch with its leaves changed; the error as text.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from heddle.errors import HeddleError
from heddle.narrowing import is_instance


def mapped(batch: object, change: Callable[[object], object]) -> object:
    """A batch with each leaf of its containers changed."""
    if isinstance(batch, Mapping): return {name: mapped(x, change) for name, x in cast("Mapping[object, object]", batch).items()}
    return made_like(batch, [mapped(x, change) for x in batch]) if is_instance(batch, (list, tuple)) else change(batch)


def made_like(container: tuple[object, ...] | list[object], parts: list[object]) -> object:
    """A tuple, named tuple or list of the same type."""
    return getattr(type(container), "_make", type(container))(parts)


def named(fault: BaseException) -> str:
    """The kind of an exception, and what it says."""
    said = fault.what if isinstance(fault, HeddleError) else str(fault)
    return f"{type(fault).__name__}: {said}" if said else type(fault).__name__
