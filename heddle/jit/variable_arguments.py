"""Per-argument variables of a captured function, for calls in which one variable has several values.

Inputs: the arguments of a call that hold bound variables. Outputs: for each the names that its variables have in the capture.
Invariants: arguments with one value of a variable share it, as they would in Python, until a call gives them two; a variable has one
name, and one value, in a capture. Results are given the user's names again.
"""
from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from heddle.errors import JitError
from heddle.uop.symbol import Leaf
from heddle.uop.variable_bindings import Bindings

#: a variable's name in the user's program -> its name in the capture
Names = Mapping[str, str]


def own_bindings(leaves: Iterable[Leaf]) -> dict[str, Leaf]:
    """The variables of one argument. JitError if one has two values in it."""
    found = Bindings()
    for leaf in leaves: found.add_leaf(leaf, JitError)
    return found.leaves


def kept_apart(arguments: Sequence[Mapping[str, Leaf]], before: Sequence[Names] | None = None,
               outside: Collection[str] = ()) -> list[Names]:
    """The names of variables in each argument, given those that it has.

    What was kept apart `before` stays so, and what is called as something that is bound `outside` is kept apart from that.
    """
    taken = {name for own in arguments for name in own}
    groups: dict[str, dict[tuple[str, int | None], str]] = {}  # by name: what the capture calls it, by its name before and its value
    found: list[Names] = []
    for i, own in enumerate(arguments):
        names: dict[str, str] = {}
        for name, leaf in own.items():
            known = groups.setdefault(name, {})
            key = before[i].get(name, name) if before is not None else name, leaf.value
            if key not in known: known[key] = fresh_name(name, taken) if known or name in outside else name
            if known[key] != name: names[name] = known[key]
        found.append(names)
    return found


def fresh_name(name: str, taken: set[str]) -> str:
    """A new name derived from `name`, which is then taken."""
    number = 2
    while f"{name}_v{number}" in taken: number += 1  # a run names the variables that it distinguishes n_2
    taken.add(made := f"{name}_v{number}")
    return made


class Constants:
    """The variables that a function binds while it is captured: their values are constants of the capture."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._names: dict[Leaf, str] = {}

    def name(self, leaf: Leaf) -> str:
        """The name of a variable with this value, distinct from those of arguments."""
        if leaf not in self._names: self._names[leaf] = fresh_name(leaf.name, self._taken)
        return self._names[leaf]

    @property
    def values(self) -> dict[str, int]:
        """Values by name."""
        return {name: leaf.value for leaf, name in self._names.items() if leaf.value is not None}

    @property
    def names(self) -> dict[str, str]:
        """The user's names, by those of the capture."""
        return {name: leaf.name for leaf, name in self._names.items()}
