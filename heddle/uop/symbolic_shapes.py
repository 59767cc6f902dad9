"""Symbolic sizes in graphs: the nodes that hold them, and their lowering in kernels.

Inputs: nodes and Symbols.
Outputs: the same sizes as values, or as room that is enough for all of them.
Invariants: a graph without Symbols is left as it is.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heddle.dtype import dtypes
from heddle.uop import node_hooks
from heddle.uop.args import KernelArg, Shape
from heddle.uop.ops import Ops
from heddle.uop.symbol import Symbol, capacity, is_symbolic
from heddle.uop.uop import UOp
from heddle.uop.variable_bindings import map_argument

_SIZED = frozenset((Ops.RESHAPE, Ops.EXPAND, Ops.PAD, Ops.SHRINK))


def holds_symbols(node: UOp) -> bool:
    """Whether the argument of a node is or holds a Symbol."""
    if node.op in _SIZED: return is_symbolic(node.arg)
    if node.op is Ops.KERNEL: return bool(node.arg.sizes)
    return node.op is Ops.IOTA and isinstance(node.arg, Symbol)


def map_sizes(node: UOp, change: Callable[[Symbol], Any]) -> Any:
    """The argument of a node that holds Symbols, with them changed. What a user wrote speaks of its variables by their new names."""
    if node.op is not Ops.KERNEL: return map_argument(node.arg, change)
    arg: KernelArg = node.arg
    new = map_argument(arg.sizes, change)
    if new == arg.sizes or any(not isinstance(n, Symbol) for n in new): return arg._replace(sizes=new)
    names = {a.name: b.name for old, now in zip(arg.sizes, new, strict=True) for a, b in zip(old.leaves(), now.leaves(), strict=True)}
    swap = {n: UOp.variable(names[n.arg[0]], *n.arg[1:]) for n in arg.ast.toposort()
            if n.op is Ops.DEFINE_VAR and names.get(n.arg[0], n.arg[0]) != n.arg[0]}
    return arg._replace(ast=arg.ast.substitute(swap), sizes=new)


def map_symbols(graph: UOp, change: Callable[[Symbol], Any]) -> UOp:
    """`graph` with the Symbols in the arguments of its nodes changed."""
    new: dict[UOp, UOp] = {}
    for node in graph.toposort():
        src, arg = tuple([new[s] for s in node.src]), node.arg
        if holds_symbols(node): arg = map_sizes(node, change)
        new[node] = node if src == node.src and arg is node.arg else node.replace(src=src, arg=arg)
    return new[graph]


def laid_out(memory: UOp, shape: Shape) -> UOp:
    """A tensor of `shape` over `memory`, which holds it row by row with room for its greatest sizes."""
    rows = memory.reshape(capacity(shape))
    return rows if rows.shape == shape else rows.shrink([(0, n) for n in shape])


def _lesser(a: UOp, b: UOp) -> UOp:
    """min(a, b), of which bounds are known whatever becomes of a and b."""
    return -(-a).maximum(-b)


def number_of(n: Symbol) -> UOp:
    """A size as an expression of DEFINE_VARs, in the dtype of positions, whose bounds are no wider than those of the size."""
    total, (low, high) = n.unbound().node, n.bounds
    if total.vmax > high: total = _lesser(total, UOp.const(dtypes.index, high))
    return total if total.vmin >= low else total.maximum(UOp.const(dtypes.index, low))


node_hooks.number_of = number_of
