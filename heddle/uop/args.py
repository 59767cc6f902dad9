"""Arguments of nodes that stand for memory.

Inputs: numbers and names.
Outputs: values that are equal where the memory is the same.
Invariants: they hold no memory themselves.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple

from heddle.dtype import ImageDType

if TYPE_CHECKING:
    from heddle.uop.uop import UOp

#: sizes; a Symbol among them passes for an int, as it adds, multiplies and compares like one
Shape = tuple[int, ...]


def _text(record: object, names: Iterable[str]) -> str:
    """A record as Python would make it, without the image that hardly any memory is."""
    values = ((name, getattr(record, name)) for name in names)
    return f"{type(record).__name__}({', '.join(f'{name}={v!r}' for name, v in values if name != 'image' or v is not None)})"


class BufferArg(NamedTuple):
    """Identity of a piece of device memory within this process. `size` counts elements.

    (A tuple, for it is hashed whenever memory is made and freed.)
    """

    id: int
    device: str
    size: int
    image: ImageDType | None = None

    def __repr__(self) -> str: return _text(self, self._fields)


@dataclass(frozen=True, repr=False)
class ParamArg:
    """The parameter of a kernel or schedule with number `slot`: a buffer of `size` elements."""

    slot: int
    size: int
    device: str | None = None
    shape: Shape | None = None
    image: ImageDType | None = None

    def __repr__(self) -> str: return _text(self, (f.name for f in fields(self)))


class KernelArg(NamedTuple):
    """Argument `out` of the written kernel `ast` after it has run; `outputs` are all that it writes, `fresh` those of them that hold
    nothing before; `sizes` are variables that it is given, one Symbol for each."""

    ast: UOp
    out: int
    outputs: tuple[int, ...]
    fresh: tuple[int, ...] = ()
    sizes: tuple[Any, ...] = ()

    def __repr__(self) -> str:
        return f"KernelArg(ast={self.ast.key.hex()}, out={self.out}, outputs={self.outputs}, fresh={self.fresh}, sizes={self.sizes})"
