"""What nodes that stand for memory carry as their argument.

In: numbers and names. Out: values that are equal where the memory is the same. Always true: they hold no memory themselves.
"""
from __future__ import annotations

from dataclasses import dataclass

#: sizes; a Symbol among them passes for an int, as it adds, multiplies and compares like one
Shape = tuple[int, ...]


@dataclass(frozen=True)
class BufferArg:
    """Identity of a piece of device memory within this process. `size` counts elements."""

    id: int
    device: str
    size: int


@dataclass(frozen=True)
class ParamArg:
    """A place for a buffer: the `slot`-th of a kernel or schedule, holding `size` elements."""

    slot: int
    size: int
    device: str | None = None
    shape: Shape | None = None
