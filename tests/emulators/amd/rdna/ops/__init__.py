"""What the instructions do: each file fills the tables of `registry` for its family."""

from __future__ import annotations

from . import (
    buffers,
    compare,
    control,
    convert,
    exchange,
    floating,
    globalmem,
    integer,
    localmem,
    matrix,
    packed,
    rdna4,
    scalars,
)

__all__ = [
    "buffers",
    "compare",
    "control",
    "convert",
    "exchange",
    "floating",
    "globalmem",
    "integer",
    "localmem",
    "matrix",
    "packed",
    "scalars",
]
