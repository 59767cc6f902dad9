"""Symbolic sizes: variables that are bound at launch, and integer arithmetic on them.

Inputs: `Variable(name, min_val, max_val)`, integers.
Outputs: a `Symbol`, which adds, multiplies, divides and compares as integers do, and may replace any size or index in
a shape, a slice or the argument of a node.
Invariants: a Symbol is a sum of products in one normal form, so equal values by arithmetic are equal objects; what can be said of
every value within the bounds is answered, anything else is an error; a result that no variable is left in is an int.
"""
from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from heddle.dtype import DType, dtypes, to_dtype
from heddle.errors import DTypeError, ShapeError, UserError
from heddle.uop import node_hooks


class Leaf(NamedTuple):
    """One variable; `value` is what it is in the next run, if that is known."""

    name: str
    least: int
    greatest: int
    value: int | None = None

    def __repr__(self) -> str:
        return f"{self.name}[{self.least}..{self.greatest}]" + ("" if self.value is None else f"={self.value}")


class Digit(NamedTuple):
    """`of` // `by`, or `of` % `by`, where that does not come out even; or the lesser of both ("min")."""

    op: str
    of: Any
    by: Any

    def __repr__(self) -> str: return f"({self.of!r} {self.op} {self.by!r})"


Atom = Leaf | Digit
Terms = dict[tuple[Atom, ...], int]  # factor by product


def _allowed() -> None: """The value of a Symbol may be read."""


#: called before the value of a Symbol is handed to Python: while a function is captured that is an error
may_read: list[Callable[[], None]] = [_allowed]


#: names the variables that are bound while a function is captured: they are constants of the capture, and no argument
while_captured: ContextVar[Callable[[Leaf], str] | None] = ContextVar("while_captured", default=None)


class Symbol:
    """A sum of products of variables. See `Variable`."""

    __slots__ = ("__weakref__", "_bounds", "_hash", "_unbound", "constant", "terms")

    terms: tuple[tuple[tuple[Atom, ...], int], ...]
    constant: int

    def __init__(self, terms: Terms, constant: int) -> None:
        self.terms, self.constant = tuple(terms.items() if len(terms) == 1 else sorted(terms.items(), key=repr)), constant
        self._hash = hash((self.terms, constant))
        self._bounds: tuple[int, int] | None = None
        self._unbound: Any = None

    # ---- what it is

    def __eq__(self, x: object) -> bool:
        """Whether both are equal for all values of their variables, by arithmetic."""
        return self is x or (isinstance(x, Symbol) and self.terms == x.terms and self.constant == x.constant)

    def __hash__(self) -> int: return self._hash

    def __bool__(self) -> bool:
        """True: it is not known to be 0."""
        return True

    def __repr__(self) -> str:
        products = ["*".join([*([] if f == 1 else [str(f)]), *map(repr, atoms)]) for atoms, f in self.terms]
        return " + ".join([*products, *([str(self.constant)] if self.constant else [])])

    def __reduce__(self) -> Any: return _made, (dict(self.terms), self.constant)

    @property
    def bounds(self) -> tuple[int, int]:
        """Least and greatest value."""
        if self._bounds is None:
            low = high = self.constant
            for atoms, factor in self.terms:
                ends = _product_bounds(atoms)
                low, high = low + min(factor * e for e in ends), high + max(factor * e for e in ends)
            for least, greatest in _bounds_of_other_forms(self): low, high = max(low, least), min(high, greatest)
            self._bounds = low, high
        return self._bounds

    def render(self) -> str:
        """Its formula in the names of its variables, without bounds and values: `n`, `(n*2+3)`."""
        text = "+".join([*("*".join([*map(_rendered, atoms), *([] if f == 1 else [str(f)])]) for atoms, f in self.terms),
                         *([str(self.constant)] if self.constant else [])]).replace("+-", "-")
        return text if len(self.terms) == 1 and not self.constant and len(self.terms[0][0]) == self.terms[0][1] == 1 else f"({text})"

    @property
    def vmin(self) -> int: return self.bounds[0]
    @property
    def vmax(self) -> int: return self.bounds[1]

    def leaves(self) -> Iterator[Leaf]:
        """Its variables; one may come several times."""
        for atoms, _ in self.terms:
            for atom in atoms:
                if isinstance(atom, Leaf): yield atom
                else: yield from (leaf for part in (atom.of, atom.by) if isinstance(part, Symbol) for leaf in part.leaves())

    # ---- its value

    @property
    def val(self) -> int:
        """The value for the next run. ShapeError if a variable is not bound; JitError while a function is captured."""
        may_read[-1]()
        return self.value()

    def value(self) -> int:
        """The same, for the library: what is captured does not depend on it."""
        values = {leaf.name: leaf.value for leaf in self.leaves()}
        missing = [name for name, value in values.items() if value is None]
        if missing: raise ShapeError(f"{missing[0]} has no value", f"Bind one: {missing[0]}.bind(n).")
        found = self.map(lambda leaf: leaf.value or 0)
        assert isinstance(found, int)
        return found

    def __int__(self) -> int: return self.val
    def __float__(self) -> float: return float(self.val)

    def map(self, change: Callable[[Leaf], Any]) -> Any:
        """This with every variable replaced by what `change` makes of it: a Leaf or an integer."""
        total: Any = self.constant
        for atoms, factor in self.terms:
            product: Any = factor
            for atom in atoms: product = product * _changed(atom, change)
            total = total + product
        return total

    def unbound(self) -> Any:
        """This without values."""
        if self._unbound is None: self._unbound = self.map(lambda leaf: leaf._replace(value=None))
        return self._unbound

    def unbind(self) -> tuple[Any, int]:
        """This without values, and its value."""
        return self.unbound(), self.val

    # ---- arithmetic

    def __add__(self, x: Any) -> Any:
        if (other := _operand(x)) is None: return NotImplemented
        if not other[0]: return self if other[1] == 0 else Symbol(dict(self.terms), self.constant + other[1])
        terms = dict(self.terms)
        for atoms, factor in other[0]: terms[atoms] = terms.get(atoms, 0) + factor
        return _made(terms, self.constant + other[1])

    def __mul__(self, x: Any) -> Any:
        if (other := _operand(x)) is None: return NotImplemented
        if not other[0]: return self._times(other[1])
        terms: Terms = {}
        for a, f in (*self.terms, ((), self.constant)):
            for b, g in (*other[0], ((), other[1])):
                atoms = tuple(sorted((*a, *b), key=repr))
                terms[atoms] = terms.get(atoms, 0) + f * g
        return _made(terms, 0)

    def _times(self, n: int) -> Any:
        if n == 0 or n == 1: return self if n else 0
        return Symbol({atoms: n * factor for atoms, factor in self.terms}, n * self.constant)

    def __neg__(self) -> Any: return self * -1
    def __pos__(self) -> Any: return self
    __radd__ = __add__
    __rmul__ = __mul__

    def __sub__(self, x: Any) -> Any: return NotImplemented if _operand(x) is None else self + x * -1
    def __rsub__(self, x: Any) -> Any: return NotImplemented if _operand(x) is None else self * -1 + x

    def __floordiv__(self, x: Any) -> Any: return NotImplemented if _operand(x) is None else _divide(self, x)[0]
    def __mod__(self, x: Any) -> Any: return NotImplemented if _operand(x) is None else _divide(self, x)[1]
    def __rfloordiv__(self, x: Any) -> Any: return NotImplemented if _operand(x) is None else _divide(x, self)[0]
    def __rmod__(self, x: Any) -> Any: return NotImplemented if _operand(x) is None else _divide(x, self)[1]

    def __truediv__(self, x: Any) -> Any:
        raise ShapeError(f"{plain(self)} / {plain(x)} is a fraction of a size that is known at launch",
                         "Divide with //, or give a size that is known now.")

    def __rtruediv__(self, x: Any) -> Any:
        raise ShapeError(f"{plain(x)} / {plain(self)} is a fraction by a size that is known at launch",
                         "Divide with //, or give a size that is known now.")

    # ---- comparing

    def __lt__(self, x: Any) -> bool: return self._compare(x, "<")
    def __le__(self, x: Any) -> bool: return self._compare(x, "<=")
    def __gt__(self, x: Any) -> bool: return self._compare(x, ">")
    def __ge__(self, x: Any) -> bool: return self._compare(x, ">=")

    def _compare(self, x: Any, op: str) -> bool:
        if _operand(x) is None: return NotImplemented
        low, high = bounds_of(self - x)
        holds = _COMPARE[op]
        if holds(low, 0) == holds(high, 0): return holds(low, 0)
        leaves = [leaf for s in (self, x) if isinstance(s, Symbol) for leaf in s.leaves()]
        if all(leaf.value is not None for leaf in leaves):
            return node_hooks.decided(self, op, x)
        return cast(bool, Comparison(self, op, x))


@dataclass(frozen=True)
class Comparison:
    """`left op right` of two sizes that neither bounds nor values settle. Python cannot branch on it: ShapeError, naming the
    variables."""

    left: Any
    op: str
    right: Any

    def __bool__(self) -> bool:
        sizes = [s for s in (self.left, self.right) if isinstance(s, Symbol)]
        names = dict.fromkeys(repr(leaf._replace(value=None)) for s in sizes for leaf in s.leaves())
        raise ShapeError(f"whether {plain(self.left)} {self.op} {plain(self.right)} depends on the value of {' and '.join(names)}",
                         "Give the variable bounds that settle it, or bind it.")

    def map(self, change: Callable[[Leaf], Any]) -> Any:
        """The comparison with every variable replaced by what `change` makes of it."""
        left, right = (x.map(change) if isinstance(x, Symbol) else x for x in (self.left, self.right))
        return _COMPARE[self.op](left, right)


_COMPARE: dict[str, Callable[[int, int], bool]] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


class Variable(Symbol):
    """`Variable("n", 1, 512)`: an integer from 1 to 512 that is known at launch. `.bind(3)` is it with its value for the next run.

    Kernels over shapes that hold it are compiled once for all its values. Variables of one name are one variable, and have one
    value in a run. `param` is taken and changes nothing: every variable is an argument of the kernels that use it. ShapeError if the
    bounds are no integers in order.
    """

    __slots__ = ("_dtype", "_multiple_of", "leaf")

    def __init__(self, name: str, min_val: int, max_val: int, dtype: DType = dtypes.weakint, multiple_of: int = 1,
                 param: bool = False, value: int | None = None) -> None:
        least, greatest, multiple_of = operator.index(min_val), operator.index(max_val), operator.index(multiple_of)
        if not least <= greatest:
            raise ShapeError(f"Variable {name!r} needs bounds in order, got {least} and {greatest}",
                             "Give the lower bound first.")
        if multiple_of < 1:
            raise ShapeError(f"Variable {name!r} cannot be a multiple of {multiple_of}", "Give a number of at least 1.")
        if not to_dtype(dtype).is_integer():
            raise DTypeError(f"Variable {name!r} is an integer, and {dtype} is no integer dtype",
                             "Leave dtype out, or give one such as dtypes.int32.")
        self.leaf, self._dtype, self._multiple_of = Leaf(name, least, greatest, value), dtype, multiple_of
        super().__init__({(self.leaf,): 1}, 0)

    @property
    def dtype(self) -> DType:
        """The integer format that was requested; kernels use the index format of their device."""
        return self._dtype

    @property
    def expr(self) -> str:
        """Its name."""
        return self.leaf.name

    def bind(self, val: int) -> Variable:
        """This variable with its value for the next run. ShapeError if it is out of bounds, no multiple, or bound already."""
        name, least, greatest, bound = self.leaf
        if bound is not None: raise ShapeError(f"{name} is bound to {bound} already", "Bind the variable itself.")
        val = operator.index(val)
        if not least <= val <= greatest:
            raise ShapeError(f"{name} cannot be {val}: it is a Variable from {least} to {greatest}",
                             "Bind a value within the bounds, or declare wider ones.")
        if val % self._multiple_of:
            raise ShapeError(f"{name} cannot be {val}: it is a multiple of {self._multiple_of}", "Bind a multiple.")
        if (rename := while_captured.get()) is not None: name = rename(Leaf(name, least, greatest, val))
        bound_now = Variable(name, least, greatest, self._dtype, self._multiple_of, value=val)
        bound_now._unbound = self if name == self.leaf.name else Variable(name, least, greatest, self._dtype, self._multiple_of)
        return bound_now

    def renamed(self, name: str) -> Variable:
        """This variable, and its value, by another name."""
        leaf = self.leaf
        new = Variable(name, leaf.least, leaf.greatest, self._dtype, self._multiple_of, value=leaf.value)
        if leaf.value is not None: new._unbound = Variable(name, leaf.least, leaf.greatest, self._dtype, self._multiple_of)
        return new


def _rendered(atom: Atom) -> str:
    if isinstance(atom, Leaf): return atom.name
    of, by = (x.render() if isinstance(x, Symbol) else str(x) for x in (atom.of, atom.by))
    return f"{atom.op}({of}, {by})" if atom.op == "min" else f"({of}{atom.op}{by})"


# ---- making them


def _made(terms: Terms, constant: int) -> Any:
    """The Symbol, or the int that it comes to."""
    constant += terms.pop((), 0)
    terms = {atoms: factor for atoms, factor in terms.items() if factor}
    return Symbol(terms, constant) if terms else constant


def _operand(x: Any) -> tuple[tuple[tuple[tuple[Atom, ...], int], ...], int] | None:
    """Terms and constant of an integer or a Symbol; None for anything else."""
    if isinstance(x, Symbol): return x.terms, x.constant
    if isinstance(x, int): return (), int(x)
    return ((), operator.index(x)) if hasattr(x, "__index__") and getattr(x, "shape", ()) == () and not hasattr(x, "uop") else None


def _changed(atom: Atom, change: Callable[[Leaf], Any]) -> Any:
    if isinstance(atom, Digit):
        of, by = (x.map(change) if isinstance(x, Symbol) else x for x in (atom.of, atom.by))
        if atom.op == "min": return lesser(of, by)
        return of // by if atom.op == "//" else of % by
    new = change(atom)
    return Symbol({(new,): 1}, 0) if isinstance(new, Leaf) else new


def _divide(a: Any, b: Any) -> tuple[Any, Any]:
    """(a // b, a % b) for b >= 1; terms of `a` that `b` divides come out."""
    if bounds_of(b)[0] < 1:
        raise ShapeError(f"{plain(a)} // {plain(b)}: the divisor has to be at least 1",
                         "Give the divisor a lower bound of at least 1.")
    divisor, _ = terms_of(b)
    if len(divisor) > 1: whole, rest = (1, 0) if a == b else (0, a)
    else:
        (atoms, factor), = divisor.items()
        terms, _ = terms_of(a)
        out = {t: _without(t, atoms) for t, f in terms.items() if f % factor == 0}
        whole = _made({new: terms[t] // factor for t, new in out.items() if new is not None}, 0)
        rest = _made({t: f for t, f in terms.items() if out.get(t) is None}, 0)
    low, high = bounds_of(rest)
    if 0 <= low and high < bounds_of(b)[0]: return whole, rest
    if isinstance(rest, int) and isinstance(b, int): return whole + rest // b, rest % b
    quotient, left = (Symbol({(Digit(op, rest, b),): 1}, 0) for op in ("//", "%"))
    return whole + quotient, left


def _without(atoms: tuple[Atom, ...], gone: tuple[Atom, ...]) -> tuple[Atom, ...] | None:
    """The product without these factors; None if they are not in it."""
    left = list(atoms)
    for atom in gone:
        if atom not in left: return None
        left.remove(atom)
    return tuple(left)


def _product_bounds(atoms: tuple[Atom, ...]) -> tuple[int, int]:
    low = high = 1
    for atom in atoms:
        a, b = _atom_bounds(atom)
        ends = low * a, low * b, high * a, high * b
        low, high = min(ends), max(ends)
    return low, high


def _atom_bounds(atom: Atom) -> tuple[int, int]:
    if isinstance(atom, Leaf): return atom.least, atom.greatest
    (low, high), (least, greatest) = bounds_of(atom.of), bounds_of(atom.by)
    if atom.op == "%": return 0, greatest - 1
    if atom.op == "min": return min(low, least), min(high, greatest)
    ends = low // least, low // greatest, high // least, high // greatest
    return min(ends), max(ends)


def _bounds_of_other_forms(n: Symbol) -> Iterator[tuple[int, int]]:
    """Bounds of forms of equal value in which what varies together stands in one term."""
    for atoms, factor in n.terms:
        for atom in atoms:
            if not isinstance(atom, Digit) or atom.op == "%": continue
            others = list(atoms)
            others.remove(atom)
            without = n - Symbol({atoms: factor}, 0)
            if atom.op == "min":
                if (found := _bounds_of_choice(without, atom, _made({tuple(others): factor}, 0))) is not None: yield found
                return
            # b * (x // b) = x - x % b
            divisor, _ = terms_of(atom.by)
            if len(divisor) != 1: continue
            (base, unit), = divisor.items()
            if (rest := _without(tuple(others), base)) is None or not (times := int(factor / unit)): continue
            kept = _made({atoms: factor - times * unit}, 0)
            yield bounds_of(without + kept + (atom.of - atom.of % atom.by) * _made({rest: times}, 0))
            return


def _bounds_of_choice(rest: Any, atom: Digit, factor: Any) -> tuple[int, int] | None:
    """Bounds of rest + factor * min(a, b), where the sign of the factor is known: it is one of two, and on one side of both."""
    low, high = bounds_of(factor)
    if low < 0 < high: return None
    (a, b), (c, d) = (bounds_of(rest + factor * x) for x in (atom.of, atom.by))
    return (min(a, c), min(b, d)) if low >= 0 else (max(a, c), max(b, d))


def lesser(a: Any, b: Any) -> Any:
    """The lesser of two sizes, with bounds that say so."""
    low, high = bounds_of(a - b)
    if high <= 0: return a
    if low >= 0: return b
    of, by = sorted((a, b), key=lambda n: (isinstance(n, int), repr(n)))
    return Symbol({(Digit("min", of, by),): 1}, 0)


def greater(a: Any, b: Any) -> Any:
    """The greater of two sizes, with bounds that say so."""
    return a + b - lesser(a, b)


def at_most(n: Any, limit: int) -> Any:
    """The lesser of a size and an integer: what is known to fit, with bounds that say so."""
    return lesser(n, limit)


# ---- integers and Symbols alike


def terms_of(n: Any) -> tuple[Terms, int]:
    """Factors by product, the constant among them as (), and the constant."""
    if not isinstance(n, Symbol): return {(): n}, n
    return dict((*n.terms, *((((), n.constant),) if n.constant else ()))), n.constant


def bounds_of(n: Any) -> tuple[int, int]:
    """Least and greatest value of a size."""
    return n.bounds if isinstance(n, Symbol) else (n, n)


def most(n: int) -> int:
    """The greatest value of a size."""
    return n.vmax if isinstance(n, Symbol) else n


def capacity(shape: Sequence[int]) -> tuple[int, ...]:
    """The greatest sizes of a shape: how a tensor of it lies in memory."""
    return tuple([most(n) for n in shape])


def is_symbolic(shape: Sequence[Any]) -> bool:
    """Whether a shape, or the argument of a node, holds a Symbol."""
    for n in shape:
        if type(n) is int: continue
        if is_symbolic(cast("tuple[Any, ...]", n)) if type(n) is tuple else isinstance(n, Symbol): return True
    return False


def bound_shape(shape: Sequence[int]) -> tuple[int, ...]:
    """The sizes that a shape has now. ShapeError if a variable has no value."""
    return tuple([n.value() if isinstance(n, Symbol) else n for n in shape])


def bound_count(shape: Sequence[int]) -> int:
    """Elements that a shape has now."""
    return math.prod(bound_shape(shape))


def plain(n: Any) -> str:
    """A size as the user wrote it, without bounds and values."""
    if not isinstance(n, Symbol): return str(n)
    products = ["*".join([*([] if f == 1 else [str(f)]), *(a.name if isinstance(a, Leaf) else f"({plain(a.of)} {a.op} {plain(a.by)})"
                                                             for a in atoms)]) for atoms, f in n.terms]
    return " + ".join([*products, *([str(n.constant)] if n.constant else [])]).replace("+ -", "- ")


class Bindings:
    """The variables of one run, and their values."""

    def __init__(self) -> None:
        self.leaves: dict[str, Leaf] = {}

    def add(self, n: Any, error: type[UserError] = ShapeError) -> None:
        """Notes the variables of a Symbol. `error` if one has two values, or one name stands for two variables."""
        for leaf in n.leaves(): self.add_leaf(leaf, error)

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


def map_argument(arg: Any, change: Callable[[Symbol], Any]) -> Any:
    """The argument of a node, a size or nested tuples of sizes, with its Symbols changed."""
    if isinstance(arg, Symbol): return change(arg)
    if not isinstance(arg, tuple): return arg
    return tuple([map_argument(x, change) for x in cast("tuple[Any, ...]", arg)])


def rebound(n: Any, values: Mapping[str, int], names: Mapping[str, str] | None = None) -> Any:
    """A size with its variables bound to `values`, and then called by other `names`, where they have some."""
    if not isinstance(n, Symbol): return n
    names = names or {}
    return n.map(lambda leaf: leaf._replace(name=names.get(leaf.name, leaf.name), value=values.get(leaf.name, leaf.value)))


def renamed(n: Any, names: Mapping[str, str]) -> Any:
    """A size with its variables called by other `names`, where they have some."""
    if not isinstance(n, Symbol) or not any(leaf.name in names for leaf in n.leaves()): return n
    return n.renamed(names[n.leaf.name]) if isinstance(n, Variable) else rebound(n, {}, names)
