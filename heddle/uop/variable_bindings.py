"""Bindings of variables: their values in one run, and sizes with other values or names.

Inputs: Symbols, and arguments of nodes that hold them.
Outputs: values by name; the same sizes with their variables changed.
Invariants: a variable has one value in a run, and a name stands for one variable.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from heddle.errors import ShapeError, UserError
from heddle.uop.symbol import Leaf, Symbol, Variable

#: a size, or nested tuples of sizes
Argument = int | tuple["Argument", ...]


class Bindings:
    """The variables of one run, and their values."""

    def __init__(self) -> None:
        self.leaves: dict[str, Leaf] = {}

    def add(self, n: int, error: type[UserError] = ShapeError) -> None:
        """Notes the variables of a size. `error` if one has two values, or one name stands for two variables."""
        for leaf in n.leaves() if isinstance(n, Symbol) else (): self.add_leaf(leaf, error)

    def add_leaf(self, leaf: Leaf, error: type[UserError] = ShapeError) -> None:
        """The same for one variable."""
        known = self.leaves.setdefault(leaf.name, leaf)
        if known is leaf or known == leaf: return
        if known[:3] != leaf[:3]:
            raise error(f"two variables are called {leaf.name}: {_unvalued(known)} and {_unvalued(leaf)}", "Name them apart.")
        if known.value is None: self.leaves[leaf.name] = leaf
        elif leaf.value is not None:
            raise error(f"{leaf.name} is bound to {known.value} and to {leaf.value} in one run",
                        "A variable has one value in a run: use two variables, or realize what was made with the other value.")

    def values(self) -> dict[str, int]:
        """Values by name. ShapeError if one has none."""
        for leaf in self.leaves.values():
            if leaf.value is None: raise ShapeError(f"{leaf.name} has no value", f"Bind one: {leaf.name}.bind(n).")
        return {name: leaf.value for name, leaf in self.leaves.items() if leaf.value is not None}


def _unvalued(leaf: Leaf) -> Leaf: return leaf._replace(value=None)


def map_argument(arg: Argument, change: Callable[[Symbol], int]) -> Argument:
    """The argument of a node, a size or nested tuples of sizes, with its Symbols changed."""
    if isinstance(arg, Symbol): return change(arg)
    if not isinstance(arg, tuple): return arg
    return tuple([map_argument(x, change) for x in arg])


def symbols_of(arg: Argument) -> Iterator[Symbol]:
    """The Symbols in the argument of a node."""
    if isinstance(arg, Symbol): yield arg
    elif isinstance(arg, tuple):
        for x in arg: yield from symbols_of(x)


def rebound(n: int, values: Mapping[str, int], names: Mapping[str, str] | None = None) -> int:
    """A size with its variables bound to `values`, and then called by other `names`, where they have some."""
    if not isinstance(n, Symbol): return n
    names = names or {}
    return n.map(lambda leaf: leaf._replace(name=names.get(leaf.name, leaf.name), value=values.get(leaf.name, leaf.value)))


def renamed(n: int, names: Mapping[str, str]) -> int:
    """A size with its variables called by other `names`, where they have some."""
    if not isinstance(n, Symbol) or not any(leaf.name in names for leaf in n.leaves()): return n
    return n.renamed(names[n.leaf.name]) if isinstance(n, Variable) else rebound(n, {}, names)
