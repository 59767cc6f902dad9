"""What nodes that stand for memory carry as their argument.

In: numbers and names. Out: values that are equal where the memory is the same. Always true: they hold no memory themselves.
"""
from __future__ import annotations

from dataclasses import dataclass, fields

from heddle.dtype import ImageDType

#: sizes; a Symbol among them passes for an int, as it adds, multiplies and compares like one
Shape = tuple[int, ...]


class _Printed:
    """Prints a record without the image that hardly any memory is."""

    def __repr__(self) -> str:
        values = ((f.name, getattr(self, f.name)) for f in fields(self))  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(f'{name}={v!r}' for name, v in values if name != 'image' or v is not None)})"


@dataclass(frozen=True, repr=False)
class BufferArg(_Printed):
    """Identity of a piece of device memory within this process. `size` counts elements."""

    id: int
    device: str
    size: int
    image: ImageDType | None = None


@dataclass(frozen=True, repr=False)
class ParamArg(_Printed):
    """A place for a buffer: the `slot`-th of a kernel or schedule, holding `size` elements."""

    slot: int
    size: int
    device: str | None = None
    shape: Shape | None = None
    image: ImageDType | None = None
