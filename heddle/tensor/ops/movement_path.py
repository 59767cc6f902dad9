"""Paths of movement ops: what leads from a node of one shape to a view of it, found once for each shape.

Inputs: a function that moves a node. Outputs: its ops with their arguments and shapes, to be applied to other nodes.
Invariants: a path applied to a node gives the node that the function gives.
"""
from __future__ import annotations

import math
from collections.abc import Callable

from heddle.dtype import dtypes
from heddle.uop import Ops, UOp
from heddle.uop.args import Shape

#: op, argument and shape of each step, the first one first
Path = tuple[tuple[Ops, object, Shape], ...]


def path_of(move: Callable[[UOp], UOp], shape: Shape) -> Path:
    """The path along which `move` leads from a node of this shape that is no RESHAPE."""
    begin = UOp(Ops.CONTIGUOUS, dtypes.float32, (UOp.new_buffer("", math.prod(shape), dtypes.float32).reshape(shape),))
    node, steps = move(begin), list[tuple[Ops, object, Shape]]()
    while node is not begin:
        steps.append((node.op, node.arg, node.shape))
        node = node.src[0]
    return tuple(steps[::-1])


def may_follow(node: UOp) -> bool:
    """Whether `follow` may begin at a node: a reshape of a RESHAPE takes its place."""
    return node.op is not Ops.RESHAPE


def follow(node: UOp, path: Path) -> UOp:
    """The view of `node` to which a path leads."""
    dtype = node.dtype
    for op, arg, shape in path:
        node = UOp(op, dtype, (node,), arg)
        node._shape = shape  # what is read next
    return node
