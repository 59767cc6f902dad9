"""Strides of a view: its offset and strides in memory, in elements.

Inputs: movement ops over a memory. Outputs: start and strides, in elements; None where no strides describe the view.
Invariants: element (i, j, ...) of the view is element start + i * strides[0] + j * strides[1] + ... of the memory.
"""
from __future__ import annotations

import math

from heddle.uop import Ops, UOp
from heddle.uop.symbol import is_symbolic

Shape = tuple[int, ...]
Strides = tuple[int, ...]


def row_major(shape: Shape) -> Strides:
    """The strides of contiguous elements, last axis fastest."""
    return tuple(math.prod(shape[i + 1:]) for i in range(len(shape)))


def strides_of(node: UOp) -> tuple[int, Strides] | None:
    """(start, strides) of a view of a memory; None for one that no strides describe, or whose offset depends on variables."""
    steps: list[UOp] = []
    while node.op not in (Ops.BUFFER, Ops.BUFFER_VIEW):
        steps.append(node)
        node = node.src[0]
    start, strides = 0, (1,)
    for step in reversed(steps):
        moved = _move(step, strides)
        if moved is None: return None
        start, strides = start + moved[0], moved[1]
    return start, strides


def _move(step: UOp, strides: Strides) -> tuple[int, Strides] | None:
    """The offset that one movement op adds to the start, and the strides after it."""
    shape: Shape = step.src[0].shape
    if is_symbolic(shape) or is_symbolic(step.arg or ()): return None
    if step.op is Ops.DETACH: return 0, strides
    axes: tuple[int, ...] = step.arg if step.op in (Ops.PERMUTE, Ops.FLIP) else ()
    if step.op is Ops.PERMUTE: return 0, tuple(strides[a] for a in axes)
    if step.op is Ops.EXPAND: return 0, tuple(0 if n == 1 else s for n, s in zip(shape, strides, strict=True))
    if step.op is Ops.SHRINK: return sum(begin * s for (begin, _), s in zip(step.arg, strides, strict=True)), strides
    if step.op is Ops.FLIP:
        start = sum((shape[a] - 1) * strides[a] for a in axes)
        return start, tuple(-s if a in axes else s for a, s in enumerate(strides))
    if step.op is not Ops.RESHAPE: return None
    split = reshaped(shape, strides, step.arg)
    return None if split is None else (0, split)


def reshaped(shape: Shape, strides: Strides, new: Shape) -> Strides | None:
    """The strides of the same elements in the shape `new`, if there are any: each evenly spaced group of axes is split anew."""
    runs: list[tuple[int, int]] = []  # (elements, stride)
    for n, s in zip(shape, strides, strict=True):
        if n == 1: continue
        if runs and runs[-1][1] == n * s: runs[-1] = runs[-1][0] * n, s
        else: runs.append((n, s))
    found: list[int] = []
    for n in reversed(new):
        if n == 1 or not runs:
            found.append(1)
            continue
        length, s = runs.pop()
        if length % n: return None
        found.append(s)
        if length > n: runs.append((length // n, s * n))
    return tuple(reversed(found))
