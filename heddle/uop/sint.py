"""Sizes as integers or Symbols: operations that take either.

Inputs: integers, Symbols, comparisons of them.
Outputs: the same, or the node that stands for one.
Invariants: what is an integer gives an integer; nothing here reads the value of a bound variable but `sym_infer`, which is given
it.
"""
from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, cast

from heddle.dtype import DType, dtypes
from heddle.errors import DTypeError, ShapeError
from heddle.uop.symbol import Comparison, Leaf, Symbol, capacity, greater, lesser
from heddle.uop.uop import UOp

#: the type of a size: an integer, or one that is known at launch
sint = int | Symbol


def resolve(x: Any, default: bool = True) -> bool:
    """Whether a comparison of sizes holds for every value of their variables; `default` if that depends on the value.

    DTypeError for what is neither a comparison nor a bool.
    """
    if isinstance(x, bool): return x
    if isinstance(x, Comparison): return default
    if isinstance(x, UOp) and x.dtype == dtypes.bool:
        found = x.simplify()
        return bool(found.vmin) if found.vmin == found.vmax else default
    raise DTypeError(f"resolve needs a comparison, got {x!r}", "Compare two sizes, as in resolve(n > 3).")


def _sizes(lst: tuple[Any, ...]) -> tuple[Any, ...]:
    sizes = tuple(cast("Sequence[Any]", lst[0])) if len(lst) == 1 and isinstance(lst[0], (list, tuple)) else lst
    if not sizes: raise ShapeError("the greatest and the least of no sizes do not exist", "Give at least one size.")
    return sizes


def smax(*lst: Any) -> Any:
    """The greatest of sizes, given one by one or as a list. ShapeError if there is none."""
    return functools.reduce(greater, _sizes(lst))


def smin(*lst: Any) -> Any:
    """The least of sizes, given one by one or as a list. ShapeError if there is none."""
    return functools.reduce(lesser, _sizes(lst))


def srender(x: Any) -> str:
    """A size as text, in the names of its variables."""
    return x.render() if isinstance(x, Symbol) else str(x)


def ssimplify(uop: Any) -> Any:
    """A size in its simplest form: Symbols are in theirs already."""
    return uop.simplify() if isinstance(uop, UOp) else uop


def sym_infer(uop: Any, var_vals: Mapping[str, int]) -> int:
    """A size, or a comparison of sizes, for these values of its variables. ShapeError if one is not among them."""
    def valued(leaf: Leaf) -> int:
        if leaf.name in var_vals: return var_vals[leaf.name]
        raise ShapeError(f"there is no value of {leaf.name} among {', '.join(var_vals) or 'none'}",
                         "Give a value for each variable, by its name.")
    return uop.map(valued) if isinstance(uop, (Symbol, Comparison)) else uop


def sint_to_uop(x: Any, dtype: DType = dtypes.weakint) -> UOp:
    """A size as a node: of positions, unless another `dtype` is given."""
    node = x if isinstance(x, UOp) else UOp.number(x)
    return node if dtype is dtypes.weakint else node.cast(dtype)


def to_max_shape(shape: tuple[Any, ...]) -> tuple[int, ...]:
    """A shape with the greatest value of every size."""
    return capacity(shape)
