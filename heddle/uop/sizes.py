"""Sizes that are known at launch, in graphs: which nodes hold them, and what they are to a kernel.

In: nodes and Symbols. Out: the same sizes as values, or as room that is enough for all of them.
Always true: a graph without Symbols is left as it is.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heddle.dtype import dtypes
from heddle.uop.args import Shape
from heddle.uop.ops import Ops
from heddle.uop.symbol import Digit, Symbol, capacity, is_symbolic, map_argument
from heddle.uop.uop import UOp

_SIZED = frozenset((Ops.RESHAPE, Ops.EXPAND, Ops.PAD, Ops.SHRINK))


def holds_symbols(node: UOp) -> bool:
    """Whether the argument of a node is or holds a Symbol."""
    return is_symbolic(node.arg) if node.op in _SIZED else node.op is Ops.IOTA and isinstance(node.arg, Symbol)


def map_symbols(graph: UOp, change: Callable[[Symbol], Any]) -> UOp:
    """`graph` with the Symbols in the arguments of its nodes changed."""
    new: dict[UOp, UOp] = {}
    for node in graph.toposort():
        src, arg = tuple([new[s] for s in node.src]), node.arg
        if holds_symbols(node): arg = map_argument(arg, change)
        new[node] = node if src == node.src and arg is node.arg else node.replace(src=src, arg=arg)
    return new[graph]


def laid_out(memory: UOp, shape: Shape) -> UOp:
    """A tensor of `shape` over `memory`, which holds it row by row with room for its greatest sizes."""
    rows = memory.reshape(capacity(shape))
    return rows if rows.shape == shape else rows.shrink([(0, n) for n in shape])


def number_of(n: Symbol) -> UOp:
    """A size as an expression of DEFINE_VARs, in the dtype of positions."""
    total = UOp.const(dtypes.index, n.constant)
    for atoms, factor in n.terms:
        product = UOp.const(dtypes.index, factor)
        for atom in atoms:
            if isinstance(atom, Digit): piece = UOp.number(atom.of).alu(Ops.IDIV if atom.op == "//" else Ops.MOD, UOp.number(atom.by))
            else: piece = UOp.variable(*atom[:3])
            product = piece if product.op is Ops.CONST and product.arg == 1 else piece * product
        total = product if total.op is Ops.CONST and total.arg == 0 else product + total
    return total
