"""JSON codec of sizes: integers, Symbols, and tuples of them.

Inputs: sizes, or their JSON form. Outputs: numbers, lists and tables; or the sizes.
Invariants: decoding executes nothing; values of variables are not written.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

from heddle.uop.symbol import Digit, Leaf, Symbol, Variable, lesser

Json = Any
Sizes: TypeAlias = "int | str | Symbol | None | tuple[Sizes, ...]"


def write_size(n: Sizes) -> Json:
    """A size, or nested tuples of sizes; variables without their values."""
    if isinstance(n, tuple): return [write_size(x) for x in n]
    if not isinstance(n, Symbol): return n
    return {"sum": [[factor, [_write_atom(a) for a in atoms]] for atoms, factor in n.products if atoms], "plus": n.constant}


def _write_atom(atom: Leaf | Digit) -> Json:
    if isinstance(atom, Leaf): return {"variable": atom.name, "least": atom.least, "greatest": atom.greatest}
    return {"op": atom.op, "of": write_size(atom.of), "by": write_size(atom.by)}


def read_size(data: Json) -> Any:
    """Inverse of `write_size`."""
    if isinstance(data, list): return tuple([read_size(x) for x in cast("list[Json]", data)])
    if isinstance(data, int): return data
    total = data["plus"]
    for factor, atoms in data["sum"]:
        product = factor
        for atom in atoms: product = _read_atom(atom) * product
        total = total + product
    return total


def _read_atom(data: Json) -> Any:
    if "variable" in data: return Variable(str(data["variable"]), int(data["least"]), int(data["greatest"]))
    if data["op"] not in _OPERATIONS: raise ValueError(f"no operation {data['op']!r} on sizes")
    return _OPERATIONS[data["op"]](read_size(data["of"]), read_size(data["by"]))


_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {"//": lambda a, b: a // b, "%": lambda a, b: a % b, "min": lesser}
