"""Index maps of movement ops: the element of the source that each element of the result reads.

Inputs: a movement node, one index per axis of its result, and the condition under which the element is needed.
Outputs: one index per axis of the source, and the condition there. A PAD narrows the condition; nothing else changes it.
"""
from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, Symbol, UOp
from heddle.uop.polynomial import combine, divide, linear, normal, remainder
from heddle.uop.symbol import bounds_of, most

Index = tuple[UOp, ...]

ZERO = UOp.const(dtypes.index, 0)
TRUE, FALSE = UOp.const(dtypes.bool, True), UOp.const(dtypes.bool, False)


def loops_over(shape: Sequence[int]) -> Index:
    """The index of every element of a tensor: a loop for each axis that is longer than 1."""
    return tuple([ZERO if s == 1 else UOp.range(s, AxisType.LOOP, i) for i, s in enumerate(shape)])


def plus(x: UOp, k: int) -> UOp:
    """x + k in normal form."""
    if isinstance(k, Symbol): return normal(x + UOp.number(k))
    if k == 0: return x
    terms, constant = linear(x)
    return combine(terms, constant + k)


def flatten(index: Sequence[UOp], shape: Sequence[int]) -> UOp:
    """Position in row-major order of the element at `index` of a tensor of `shape`."""
    total: UOp = ZERO
    stride = 1
    for i, size in zip(reversed(index), reversed(shape), strict=True):
        if size != 1: total = total + times(i, stride)
        stride *= size
    return normal(total)


def times(x: UOp, k: int) -> UOp:
    """x * k, each term of a symbolic `k` multiplied by itself."""
    if not isinstance(k, Symbol): return x * k
    terms, constant = linear(UOp.number(k))
    total = x * constant
    for t, f in terms.items(): total = total + x * t * f
    return total


def quotient(x: UOp, n: int) -> UOp:
    """x // n for n >= 1."""
    if not isinstance(n, Symbol): return divide(x, n)
    return ZERO if x.vmin >= 0 and x.vmax < bounds_of(n)[0] else x // UOp.number(n)


def rest(x: UOp, n: int) -> UOp:
    """x % n for n >= 1."""
    if not isinstance(n, Symbol): return remainder(x, n)
    return x if x.vmin >= 0 and x.vmax < bounds_of(n)[0] else x % UOp.number(n)


def unflatten(position: UOp, shape: Sequence[int]) -> Index:
    """Index of the element at `position` in row-major order."""
    out: list[UOp] = []
    for n, size in enumerate(shape):
        stride = math.prod(shape[n + 1:])
        digit = quotient(position, stride) if stride != 1 else position
        out.append(ZERO if size == 1 else digit if n == 0 else rest(digit, size))
    return tuple(out)


def _reshape(new: Sequence[int], old: Sequence[int], index: Index) -> Index:
    """Splits both shapes where their products agree, so that axes that stay apart are not mixed."""
    out: list[UOp] = []
    i = j = 0
    while j < len(old) or i < len(new):
        begin_i, begin_j = i, j
        size_i = size_j = 1
        if i < len(new): size_i, i = new[i], i + 1
        if j < len(old): size_j, j = old[j], j + 1
        while size_i != size_j:
            if most(size_i) < most(size_j) and i < len(new): size_i, i = size_i * new[i], i + 1
            elif j < len(old): size_j, j = size_j * old[j], j + 1
            else: size_i, i = size_i * new[i], i + 1
        group = old[begin_j:j]
        if [s for s in group if s != 1] == [s for s in new[begin_i:i] if s != 1]:
            kept = [x for x, s in zip(index[begin_i:i], new[begin_i:i], strict=True) if s != 1]
            out += [ZERO if s == 1 else kept.pop(0) for s in group]
        else: out += unflatten(flatten(index[begin_i:i], new[begin_i:i]), group)
    return tuple(out)


def _pad(widths: Sequence[tuple[int, int]], shape: Sequence[int], index: Index, valid: UOp) -> tuple[Index, UOp]:
    out: list[UOp] = []
    for i, (before, after), size in zip(index, widths, shape, strict=True):
        moved = plus(i, -before)
        if moved.vmax < 0 or moved.vmin >= bounds_of(size)[1]: valid = FALSE
        if before: valid = both(valid, not_below(moved))
        if after: valid = both(valid, less_than(moved, size))
        out.append(moved)
    return tuple(out), valid


def not_below(x: UOp) -> UOp:
    """x >= 0, as not(x < 0) with what is known of x used."""
    if x.vmin >= 0: return TRUE
    terms, constant = linear(x)
    return (combine(terms, 0) < -constant).alu(Ops.NOT)


def less_than(x: UOp, limit: int) -> UOp:
    """x < limit, with what is known of x used."""
    if x.vmax < bounds_of(limit)[0]: return TRUE
    if isinstance(limit, Symbol): x, limit = normal(x - UOp.number(limit)), 0
    terms, constant = linear(x)
    return combine(terms, 0) < limit - constant


def both(a: UOp, b: UOp) -> UOp:
    """a and b."""
    if a is TRUE or a is b or b is FALSE: return b
    return a if b is TRUE or a is FALSE else a & b


def choice(node: UOp, index: Index) -> int | None:
    """Which source of a WHERE is chosen at all of these indices: 1 or 2; None if that is not known.

    Known are conditions on positions, by which tensors are joined.
    """
    condition = node.src[0]
    if condition.op is not Ops.CMPLT: return None
    left, right = (_position(s, index) for s in condition.src)
    if left is None or right is None: return None
    if left.vmax < right.vmin: return 1
    return 2 if left.vmin >= right.vmax else None


def _position(node: UOp, index: Index) -> UOp | None:
    """The value of an IOTA or an integer constant, seen through movement ops, at `index`; None for anything else."""
    base = node.base
    if base.op is not Ops.IOTA and not (base.op is Ops.CONST and base.dtype.is_integer()): return None
    valid = TRUE
    while node is not base:
        index, valid = source_index(node, index, valid)
        node = node.src[0]
    if valid is not TRUE: return None
    return index[0] if base.op is Ops.IOTA else UOp.const(dtypes.index, base.arg)


def source_index(node: UOp, index: Index, valid: UOp) -> tuple[Index, UOp]:
    """Index and condition in the source of the movement op `node` for the element `index` of its result."""
    return moved_index(node.op, node.arg, node.src[0].shape, index, valid)


@functools.lru_cache(1 << 12)  # iterations of a loop, and layers of a model, ask for the same
def moved_index(op: Ops, arg: Any, shape: tuple[int, ...], index: Index, valid: UOp) -> tuple[Index, UOp]:
    """The same for a movement op with this argument and a source of this shape."""
    match op:
        case Ops.RESHAPE: return _reshape(arg, shape, index), valid
        case Ops.PERMUTE:
            out = [ZERO] * len(index)
            for i, axis in zip(index, arg, strict=True): out[axis] = i
            return tuple(out), valid
        case Ops.EXPAND: return tuple([ZERO if s == 1 else i for i, s in zip(index, shape, strict=True)]), valid
        case Ops.SHRINK: return tuple([plus(i, b) for i, (b, _) in zip(index, arg, strict=True)]), valid
        case Ops.FLIP:
            flipped = [normal(UOp.number(s - 1) - i) if a in arg else i for a, (i, s) in enumerate(zip(index, shape, strict=True))]
            return tuple(flipped), valid
        case Ops.PAD: return _pad(arg, shape, index, valid)
        case _: raise ValueError(f"{op} is no movement op")


def forget_moved() -> None:
    """Lets go of the indices that `source_index` keeps."""
    moved_index.cache_clear()
