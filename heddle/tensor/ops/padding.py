"""Padding modes of `Tensor.pad`.

Inputs: a tensor, widths as torch or as NumPy writes them, a mode. Outputs: the padded tensor.
Invariants: negative widths crop; "reflect" and "circular" never need more elements than the tensor has.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heddle.errors import DTypeError, ShapeError
from heddle.tensor.node_builders import constant
from heddle.uop.size_conditions import required
from heddle.uop.symbol import greater, lesser

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

Widths = list[tuple[int, int]]
MODES = ("constant", "reflect", "replicate", "circular")


def pad(x: Tensor, padding: Any, mode: str, value: float) -> Tensor:
    """See `Tensor.pad`."""
    if mode not in MODES: raise DTypeError(f"pad has no mode {mode!r}", f"There are: {', '.join(MODES)}.")
    widths = widths_of(padding, x.ndim)
    if mode != "constant": return _from_itself(x, widths, mode)
    x = x.shrink([(_cut(b), n - _cut(e)) for (b, e), n in zip(widths, x.shape, strict=True)])
    widths = [(b + _cut(b), e + _cut(e)) for b, e in widths]
    padded = x._pad_zeros(widths)
    if value == 0: return padded
    inside = x._of(constant(x.bool().dtype, True, x.shape, x.device), False)._pad_zeros(widths)
    return inside.where(padded, value)


def _cut(width: int) -> int:
    """What a width below 0 takes away."""
    return greater(0, -width)


def widths_of(padding: Any, rank: int) -> Widths:
    """One (before, after) an axis, from either way of writing. ShapeError if it is neither."""
    padding = tuple(padding)
    if all(p is None or isinstance(p, (tuple, list)) for p in padding):
        if len(padding) != rank:
            raise ShapeError(f"pad needs {rank} pairs for {rank} axes, got {len(padding)}",
                             "Give (before, after) or None for each axis.")
        return [(0, 0) if p is None else (p[0], p[1]) for p in padding]
    if len(padding) % 2 or len(padding) > 2 * rank:
        raise ShapeError(f"pad needs (before, after) for up to {rank} axes, the last axis first, got {padding}",
                         "Give an even count of ints: (left, right, top, bottom).")
    pairs = [(padding[i], padding[i + 1]) for i in range(0, len(padding), 2)][::-1]
    return [(0, 0)] * (rank - len(pairs)) + pairs


def _from_itself(x: Tensor, widths: Widths, mode: str) -> Tensor:
    for axis, (before, after) in enumerate(widths):
        if (before, after) == (0, 0): continue
        size = x.shape[axis]
        x = _part(x, axis, _cut(before), size - _cut(after))
        before, after, size = greater(0, before), greater(0, after), x.shape[axis]
        wider = greater(before, after)
        if not required({"reflect": wider + 1, "replicate": lesser(wider, 1), "circular": wider}[mode], "<=", size):
            raise ShapeError(f"{mode} padding of axis {axis} by {(before, after)} needs more than its {size} elements",
                             'Pad less, or use mode="constant".')
        parts = [_border(x, axis, before, mode, True), x, _border(x, axis, after, mode, False)]
        parts = [p for p in parts if p.shape[axis]]
        x = parts[0].cat(*parts[1:], dim=axis) if len(parts) > 1 else x
    return x


def _border(x: Tensor, axis: int, width: int, mode: str, before: bool) -> Tensor:
    size = x.shape[axis]
    if mode == "circular": return _part(x, axis, size - width, size) if before else _part(x, axis, 0, width)
    if mode == "reflect":
        return (_part(x, axis, 1, 1 + width) if before else _part(x, axis, size - 1 - width, size - 1)).flip(axis)
    if not width: return _part(x, axis, 0, 0)
    edge = _part(x, axis, 0, 1) if before else _part(x, axis, size - 1, size)
    return edge.expand([width if a == axis else n for a, n in enumerate(x.shape)])


def _part(x: Tensor, axis: int, begin: int, end: int) -> Tensor:
    return x.shrink([(begin, end) if a == axis else None for a in range(x.ndim)])
