"""Symbolic sizes: the nodes that hold them, their lowering in kernels, and operations that take an integer or a Symbol.

Inputs: nodes, integers and Symbols, comparisons of them.
Outputs: the same sizes as values, or as room that is enough for all of them.
Invariants: a graph without Symbols is left as it is; what is an integer gives an integer; nothing here reads the value of a bound
variable but `sym_infer`, which is given it.
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence

from heddle.dtype import DType, dtypes
from heddle.errors import DTypeError, ShapeError
from heddle.uop import node_hooks
from heddle.uop.args import KernelArg, Shape
from heddle.uop.ops import Ops
from heddle.uop.symbol import Comparison, Leaf, Symbol, capacity, greater, is_symbolic, lesser
from heddle.uop.uop import UOp
from heddle.uop.variable_bindings import Argument, map_argument

_SIZED = frozenset((Ops.RESHAPE, Ops.EXPAND, Ops.PAD, Ops.SHRINK))
#: the ops of nodes for which `holds_symbols` may be true
MAY_HOLD_SYMBOLS = _SIZED | {Ops.KERNEL, Ops.IOTA}


def holds_symbols(node: UOp) -> bool:
    """Whether the argument of a node is or holds a Symbol."""
    if node.op in _SIZED: return is_symbolic(node.arg)
    if node.op is Ops.KERNEL: return bool(node.arg.sizes)
    return node.op is Ops.IOTA and isinstance(node.arg, Symbol)


def map_sizes(node: UOp, change: Callable[[Symbol], int]) -> Argument | KernelArg:
    """The argument of a node that holds Symbols, with them changed. What a user wrote speaks of its variables by their new names."""
    if node.op is not Ops.KERNEL: return map_argument(node.arg, change)
    arg: KernelArg = node.arg
    new = tuple([change(n) if isinstance(n, Symbol) else n for n in arg.sizes])
    pairs = [(old, now) for old, now in zip(arg.sizes, new, strict=True) if isinstance(old, Symbol) and isinstance(now, Symbol)]
    if new == arg.sizes or len(pairs) < len(new): return arg._replace(sizes=new)
    names = {a.name: b.name for old, now in pairs for a, b in zip(old.leaves(), now.leaves(), strict=True)}
    swap = {n: UOp.variable(names[n.arg[0]], *n.arg[1:]) for n in arg.ast.toposort()
            if n.op is Ops.DEFINE_VAR and names.get(n.arg[0], n.arg[0]) != n.arg[0]}
    return arg._replace(ast=arg.ast.substitute(swap), sizes=new)


def map_symbols(graph: UOp, change: Callable[[Symbol], int]) -> UOp:
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
    free, (low, high) = n.unbound(), n.bounds
    total = free.node if isinstance(free, Symbol) else UOp.const(dtypes.index, free)
    if total.vmax > high: total = _lesser(total, UOp.const(dtypes.index, high))
    return total if total.vmin >= low else total.maximum(UOp.const(dtypes.index, low))


node_hooks.number_of = number_of


# ---- for programs: integers and Symbols alike

#: the type of a size: an integer, or one that is known at launch
sint = int | Symbol


def resolve(x: object, default: bool = True) -> bool:
    """Whether a comparison of sizes holds for every value of their variables; `default` if that depends on the value.

    DTypeError for what is neither a comparison nor a bool.
    """
    if isinstance(x, bool): return x
    if isinstance(x, Comparison): return default
    if isinstance(x, UOp) and x.dtype == dtypes.bool:
        found = x.simplify()
        return bool(found.vmin) if found.vmin == found.vmax else default
    raise DTypeError(f"resolve needs a comparison, got {x!r}", "Compare two sizes, as in resolve(n > 3).")


def _sizes(given: tuple[int | Sequence[int], ...]) -> list[int]:
    sizes = [n for one in given for n in (one if isinstance(one, Sequence) else (one,))]
    if not sizes: raise ShapeError("the greatest and the least of no sizes do not exist", "Give at least one size.")
    return sizes


def smax(*lst: int | Sequence[int]) -> int:
    """The greatest of sizes, given one by one or as a list. ShapeError if there is none."""
    return functools.reduce(greater, _sizes(lst))


def smin(*lst: int | Sequence[int]) -> int:
    """The least of sizes, given one by one or as a list. ShapeError if there is none."""
    return functools.reduce(lesser, _sizes(lst))


def srender(x: object) -> str:
    """A size as text, in the names of its variables."""
    return x.render() if isinstance(x, Symbol) else str(x)


def ssimplify(uop: int | UOp) -> int | UOp:
    """A size in its simplest form: Symbols are in theirs already."""
    return uop.simplify() if isinstance(uop, UOp) else uop


def sym_infer(uop: int | Comparison, var_vals: Mapping[str, int]) -> int:
    """A size, or a comparison of sizes, for these values of its variables. ShapeError if one is not among them."""
    def valued(leaf: Leaf) -> int:
        if leaf.name in var_vals: return var_vals[leaf.name]
        raise ShapeError(f"there is no value of {leaf.name} among {', '.join(var_vals) or 'none'}",
                         "Give a value for each variable, by its name.")
    return uop.map(valued) if isinstance(uop, (Symbol, Comparison)) else uop


def sint_to_uop(x: int | UOp, dtype: DType = dtypes.weakint) -> UOp:
    """A size as a node: of positions, unless another `dtype` is given."""
    node = x if isinstance(x, UOp) else UOp.number(x)
    return node if dtype is dtypes.weakint else node.cast(dtype)


def to_max_shape(shape: Sequence[int]) -> tuple[int, ...]:
    """A shape with the greatest value of every size."""
    return capacity(shape)
