"""Concatenation of tensors.

Inputs: tensors whose sizes are equal except on one axis. Outputs: one tensor: each operand padded to its offset, and selected by
index. Invariants: every element is copied bit by bit, -0.0 and NaN too; it is selected among at most `_AT_ONCE` operands: of more
tensors, groups are concatenated and stored first.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heddle.dtype import dtypes, promote
from heddle.errors import DTypeError, ShapeError
from heddle.narrowing import is_instance
from heddle.tensor import tensor_hook
from heddle.tensor.node_builders import alu, broadcast, constant, mixed_devices, resolve_axis
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

_AT_ONCE = 24  # each element looks at all of these; a kernel of more buffers would be cut


def as_tensors(what: str, tensors: Sequence[object]) -> list[Tensor]:
    """The tensors given one by one or in a list. DTypeError if something else is among them."""
    if len(tensors) == 1 and is_instance(tensors[0], (list, tuple)): tensors = tensors[0]
    found = [t for t in tensors if isinstance(t, tensor_hook.tensor_class)]
    if len(found) == len(tensors): return found
    other = next(t for t in tensors if not isinstance(t, tensor_hook.tensor_class))
    raise DTypeError(f"{what} needs tensors, got {type(other).__name__}", "Make a tensor of it: Tensor(x).")


def join(tensors: Sequence[object], dim: int) -> Tensor:
    """See `Tensor.cat`."""
    found = as_tensors("cat", tensors)
    axis = resolve_axis(dim, found[0].ndim, "cat")
    _check(found, axis)
    dtype = promote(*(t.dtype for t in found))
    parts = [t.cast(dtype) for t in found if t.shape[axis]] or [found[0].cast(dtype)]
    while len(parts) > _AT_ONCE:
        size = -(-len(parts) // -(-len(parts) // _AT_ONCE))  # groups of one size are one kernel
        parts = [_join_few(parts[i:i + size], axis).contiguous() for i in range(0, len(parts), size)]
    return _join_few(parts, axis)


def _check(tensors: Sequence[Tensor], axis: int) -> None:
    others = _without(tensors[0].shape, axis)
    if not tensors[0].ndim or any(t.ndim != tensors[0].ndim or _without(t.shape, axis) != others for t in tensors):
        raise ShapeError(f"cat along axis {axis} needs equal other sizes, got {_some([t.shape for t in tensors])}",
                         "Make the other axes equal, for example with .pad() or .shrink().")
    if len({t.uop.device for t in tensors} - {None}) > 1: raise mixed_devices("cat", [t.uop for t in tensors])


def _without(shape: tuple[int, ...], axis: int) -> tuple[int, ...]: return shape[:axis] + shape[axis + 1:]


def _some(shapes: list[tuple[int, ...]]) -> str:
    return ", ".join(map(str, shapes[:8])) + (f" and {len(shapes) - 8} more" if len(shapes) > 8 else "")


def _join_few(tensors: Sequence[Tensor], axis: int) -> Tensor:
    """One tensor in one kernel: position by position, the operand that it is in, padded to its offset."""
    if len(tensors) == 1: return tensors[0]
    length, begin = sum(t.shape[axis] for t in tensors), 0
    parts: list[tuple[int, UOp]] = []  # where each begins
    for t in tensors:
        size = t.shape[axis]
        parts.append((begin, t.uop.pad([(begin, length - begin - size) if a == axis else (0, 0) for a in range(t.ndim)])))
        begin += size
    shape = parts[0][1].shape
    position = broadcast(UOp.iota(length, dtypes.index).reshape(tuple(length if a == axis else 1 for a in range(len(shape)))), shape)
    while len(parts) > 1:  # in pairs, so that the graph is not deep
        pairs = [(b, alu(Ops.WHERE, alu(Ops.CMPLT, position, constant(dtypes.index, c, shape)), left, right))
                 for (b, left), (c, right) in zip(parts[::2], parts[1::2], strict=False)]
        parts = pairs + parts[len(pairs) * 2:]
    return tensors[0]._of(parts[0][1], any(t._needs_grad for t in tensors) or None)
