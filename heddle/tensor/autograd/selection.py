"""Operands of selections (maximum, sort, comparison) whose result routes a gradient.

Two kernels may round the same value differently: a maximum computed in one then equals no element that is computed in another.
Inputs: the operand of a selection. Outputs: a node with the same value, in which every rounded value is stored once and read by all
comparisons. Invariants: realized values, and exact functions of them, are not stored again.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.schedule.rewrites import SHARED
from heddle.tensor import aliasing
from heddle.uop import GroupOp, Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

_STORED = aliasing.MEMORY | {Ops.CONST, Ops.IOTA, Ops.CONTIGUOUS, Ops.COPY, Ops.KERNEL, Ops.ASSIGN, Ops.SCAN, Ops.MERGE, Ops.SHARD}
#: what gives the same bits wherever it is computed, if its sources do
_EXACT = GroupOp.MOVEMENT | {Ops.NEG, Ops.MAX, Ops.WHERE, Ops.CMPLT, Ops.CMPEQ, Ops.CMPNE, Ops.AND, Ops.OR, Ops.XOR, Ops.NOT,
                            Ops.DETACH, Ops.TRUNC, Ops.BITCAST, Ops.GATHER}
_MOST_LOOKED_AT = 64


def pinned(node: UOp) -> UOp:
    """`node` over stored operands."""
    rounded = _rounded_below(node)
    return node if rounded is None else node.substitute({rounded: UOp(Ops.CONTIGUOUS, rounded.dtype, (rounded,), SHARED)})


def pinned_tensor(x: Tensor) -> Tensor:
    """`x` over stored operands."""
    node = pinned(x.uop)
    return x if node is x.uop else x._of(node, x._needs_grad)


def _rounded_below(node: UOp) -> UOp | None:
    """The lowest node through which everything comes that is rounded on the way to `node`; None if nothing is."""
    exact: dict[UOp, bool] = {}
    while not _is_exact(node, exact):
        rounded = [s for s in node.src if s.op is not Ops.DEVICE and not _is_exact(s, exact)] if _keeps_bits(node) else []
        if len(set(rounded)) != 1: return node
        node = rounded[0]
    return None


def _keeps_bits(node: UOp) -> bool:
    if node.op is Ops.REDUCE_AXIS: return node.arg[0] is Ops.MAX
    if node.op is Ops.CAST: return not node.dtype.is_float() or node.dtype.itemsize >= node.src[0].dtype.itemsize
    return node.op in _EXACT or not (node.dtype.is_float() or any(s.dtype.is_float() for s in node.src))


def _is_exact(node: UOp, exact: dict[UOp, bool]) -> bool:
    """Whether `node` has the same bits in every kernel. Only the top of a large graph is looked at: the rest counts as rounded."""
    stack = [node]
    while stack:
        top = stack[-1]
        if top in exact: stack.pop()
        elif top.op in _STORED or top.op is Ops.DEVICE: exact[stack.pop()] = True
        elif not _keeps_bits(top) or len(exact) + len(stack) > _MOST_LOOKED_AT: exact[stack.pop()] = False
        elif missing := [s for s in top.src if s not in exact]: stack += missing
        else: exact[stack.pop()] = all(exact[s] for s in top.src)
    return exact[node]
