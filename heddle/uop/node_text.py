"""A node as one short line of text, for errors and `repr`.

Inputs: a node. Outputs: its op, dtype, shape, argument and the names of its sources. Invariants: no property of the node is computed.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.dtype import DType
from heddle.uop.ops import Ops

if TYPE_CHECKING:
    from heddle.uop.uop import UOp

_LONGEST_ARG = 60  # characters of an argument in a short line: enough for a PARAM, too few for a program's text


def dtype_text(dtype: DType) -> str:
    """A dtype with its lanes."""
    return dtype.name if dtype.count == 1 else f"{dtype.name}.vec({dtype.count})"


def shorten(text: str) -> str:
    """`text` without its middle if it is long."""
    return text if len(text) <= _LONGEST_ARG else f"{text[:_LONGEST_ARG - 12]}…{text[-8:]}"


def show_line(node: UOp) -> str:
    """`node` and the names of its sources on one short line. Works nothing out, so that errors can use it."""
    parts = [node.op.name]
    if node.dtype.kind != "void": parts.append(dtype_text(node.dtype))
    shape: tuple[int, ...] | None = node._shape  # pyright: ignore[reportPrivateUsage]  where it is known by now
    if shape: parts.append(str(list(shape)))
    if node.arg is not None: parts.append(shorten(repr(node.arg)))
    if node.src: parts.append(f"({_source_names(node)})")
    return " ".join(parts)


def _source_names(node: UOp) -> str:
    """Names of the sources, a constant by its value; at most six."""
    names = [shorten(str(s.arg)) if s.op is Ops.CONST else s.op.name for s in node.src[:6]]
    if (more := len(node.src) - len(names)) > 0: names.append(f"… {more} more")
    return ", ".join(names)
