"""Accumulation of many gradients of one value, such as those of a loop over steps.

Inputs: gradients of one value. Outputs: their sum. Invariants: up to `FEW` of them are added one after the other. Where more of them
fill different parts of the value, as those of slices do, they are joined; where more of them are products or sums alike, as those
of weights are, their operands are stacked, and there is one product. Sums are equal but for rounding.

N slices joined one by one would write all of the value N times, and so would N products.
"""
from __future__ import annotations

import math
from collections.abc import Sequence

from heddle.schedule.rewrites import SHARED
from heddle.tensor import tensor_hook
from heddle.tensor.node_builders import alu, constant, mark
from heddle.tensor.ops.joining import join
from heddle.uop import GroupOp, Ops, UOp

#: so many gradients are simply added
FEW = 4
#: operands of a product are stacked where they are not many times its result, or small anyway
_TIMES_RESULT, _SMALL = 4, 1 << 16

#: linear ops behind which gradients may be added as well as before
LINEAR = frozenset((Ops.EXPAND, Ops.RESHAPE, Ops.PERMUTE))


def total(parts: Sequence[UOp]) -> UOp:
    """The sum of gradients of one value, all of its shape and dtype."""
    found = list(parts)
    if len(found) > FEW: found = _joined_slices(found)
    if len(found) > FEW: found = _stacked_sums(found)
    result = found[0]
    for part in found[1:]: result = alu(Ops.ADD, result, part)
    return result


# ---- slices


def _joined_slices(parts: list[UOp]) -> list[UOp]:
    """`parts`, of which those that fill different parts along one axis are one."""
    by_axis: dict[int, list[tuple[int, int, UOp]]] = {}
    others: list[UOp] = []
    for part in parts:
        axes = [a for a, widths in enumerate(part.arg) if widths != (0, 0)] if part.op is Ops.PAD else []
        if len(axes) != 1 or not _is_known(part, axes[0]): others.append(part)
        else: by_axis.setdefault(axes[0], []).append((part.arg[axes[0]][0], part.shape[axes[0]] - part.arg[axes[0]][1], part.src[0]))
    for axis, slices in by_axis.items(): others += _rows_of(slices, axis, parts[0])
    return others


def _is_known(part: UOp, axis: int) -> bool: return all(type(n) is int for n in (*part.arg[axis], part.shape[axis]))


def _rows_of(slices: list[tuple[int, int, UOp]], axis: int, like: UOp) -> list[UOp]:
    """Slices (begin, end, value) along an axis in as few sums as there are slices of one place."""
    rows: list[list[tuple[int, int, UOp]]] = []
    for piece in sorted(slices, key=lambda s: s[:2]):
        row = next((row for row in rows if row[-1][1] <= piece[0]), None)
        if row is None: rows.append([piece])
        else: row.append(piece)
    return [_row(row, axis, like) for row in rows]


def _row(slices: list[tuple[int, int, UOp]], axis: int, like: UOp) -> UOp:
    """Slices that do not meet, and zeros between them."""
    parts: list[UOp] = []
    at = 0
    for begin, end, value in slices:
        if begin > at: parts.append(_zeros(like, axis, begin - at))
        parts.append(value)
        at = end
    if at < like.shape[axis]: parts.append(_zeros(like, axis, like.shape[axis] - at))
    return _join(parts, axis)


def _zeros(like: UOp, axis: int, size: int) -> UOp:
    return constant(like.dtype, 0, tuple([size if a == axis else n for a, n in enumerate(like.shape)]))


def _join(parts: Sequence[UOp], axis: int) -> UOp:
    Tensor = tensor_hook.tensor_class
    return mark(join([Tensor._of(_stored_once(part), False) for part in parts], axis).uop)


def _stored_once(part: UOp) -> UOp:
    """`part` with what it is a view of stored for all its readers: else the kernel of a join would compute all that is joined."""
    chain = [part]
    while chain[-1].op in GroupOp.MOVEMENT: chain.append(chain[-1].src[0])
    node = chain.pop()
    if node.op not in GroupOp.ELEMENTWISE and node.op is not Ops.REDUCE_AXIS: return part
    node = mark(UOp(Ops.CONTIGUOUS, node.dtype, (node,), SHARED))
    for above in reversed(chain): node = mark(above.replace(src=(node,)))
    return node


# ---- products and sums


def _stacked_sums(parts: list[UOp]) -> list[UOp]:
    """`parts`, of which those that are alike products, or sums, are one over stacked operands."""
    alike: dict[object, list[UOp]] = {}
    for part in parts: alike.setdefault(_kind(part), []).append(part)
    found: list[UOp] = []
    for kind, group in alike.items():
        if kind is None or len(group) <= FEW: found += group
        else: found.append(_in_one(group))
    return found


def _kind(part: UOp) -> object:
    """What is equal for parts that can be one; None for what cannot."""
    seen: list[object] = []
    node, elements = part, 0
    while node.op in LINEAR or node.op is Ops.CAST:
        seen.append((node.op, node.dtype, node.arg))
        node = node.src[0]
    if node.op is not Ops.REDUCE_AXIS or len(node.arg) != 2 or node.arg[0] is not Ops.ADD: return None
    for n, is_operand in _inner(node):
        seen.append((n.dtype, n.shape) if is_operand else (n.op, n.dtype, n.arg, n.shape))
        if is_operand: elements += math.prod(n.shape)
    if any(type(n) is not int for n in (*part.shape, elements)) or elements > max(_SMALL, _TIMES_RESULT * node.numel): return None
    return tuple(seen)


def _inner(reduce: UOp) -> list[tuple[UOp, bool]]:
    """A sum, what it is of and, if that is a product, its factors, seen through movement; and whether each is an operand."""
    found = [(reduce, False)]
    stack = [(reduce.src[0], True)]
    while stack:
        node, may_multiply = stack.pop()
        is_product = node.op is Ops.MUL and may_multiply
        found.append((node, not is_product and node.op not in _SEEN_THROUGH))
        if is_product: stack += [(s, False) for s in node.src]
        elif node.op in _SEEN_THROUGH: stack.append((node.src[0], may_multiply))
    return found


_SEEN_THROUGH = LINEAR | {Ops.CAST}


def _in_one(parts: list[UOp]) -> UOp:
    """The sum of alike parts."""
    above: list[UOp] = []
    rows = parts
    while rows[0].op is not Ops.REDUCE_AXIS:
        above.append(rows[0])
        rows = [n.src[0] for n in rows]
    reduce = rows[0]
    summed = mark(_stacked([n.src[0] for n in rows], True).reduce_axis(Ops.ADD, (0, *(a + 1 for a in reduce.arg[1]))))
    result = mark(summed.reshape(reduce.shape))
    for node in reversed(above): result = mark(node.replace(src=(result,)))
    return result


def _stacked(rows: list[UOp], may_multiply: bool) -> UOp:
    """Alike nodes along a new first axis, down to the operands."""
    first, count = rows[0], len(rows)
    if all(n is first for n in rows): return mark(first.reshape((1, *first.shape)).expand((count, *first.shape)))
    if first.op is Ops.MUL and may_multiply:
        return alu(Ops.MUL, *(_stacked([n.src[i] for n in rows], False) for i in range(2)))
    if first.op not in _SEEN_THROUGH: return _join([n.reshape((1, *n.shape)) for n in rows], 0)
    source = _stacked([n.src[0] for n in rows], may_multiply)
    match first.op:
        case Ops.CAST: return mark(first.replace(src=(source,)))
        case Ops.PERMUTE: return mark(first.replace(src=(source,), arg=(0, *(a + 1 for a in first.arg))))
        case _: return mark(first.replace(src=(source,), arg=(count, *first.arg)))
