"""Symbolic sizes: variables that are bound at launch, and integer arithmetic on them.

Inputs: `Variable(name, min_val, max_val)`, integers.
Outputs: a `Symbol`, which adds, multiplies, divides and compares as integers do, and may replace any size or index in
a shape, a slice or the argument of a node.
Invariants: a Symbol is an integer node in the normal form of `polynomial.py`, held as its terms, so equal values by arithmetic are
equal objects; what can be said of every value within the bounds is answered, anything else is an error; a result that no variable
is left in is an int.
"""
from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NoReturn, Self, SupportsIndex, cast

from heddle.dtype import DType, dtypes, to_dtype
from heddle.errors import DTypeError, ShapeError
from heddle.lazy_dataclass import dataclass
from heddle.named_tuple import NamedTuple
from heddle.uop import node_hooks
from heddle.uop.ops import Ops
from heddle.uop.polynomial import (
    Sum,
    Terms,
    add,
    atoms_of,
    combine,
    linear,
    multiply,
    quotient,
    rest,
    sum_bounds,
)

if TYPE_CHECKING:
    from heddle.uop.uop import UOp

    class _Int(int):
        """Where a size may be given, the type is int, and a Symbol passes for one."""

        def __new__(cls, *parts: Any, **named: Any) -> Self: ...
else: _Int = object


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
    of: int
    by: int

    def __repr__(self) -> str: return f"({self.of!r} {self.op} {self.by!r})"


Atom = Leaf | Digit
Product = tuple[tuple[Atom, ...], int]  # atoms and a factor


def _allowed() -> None: """The value of a Symbol may be read."""


#: called before the value of a Symbol is handed to Python: while a function is captured that is an error
may_read: list[Callable[[], None]] = [_allowed]


#: names the variables that are bound while a function is captured: they are constants of the capture, and no argument
while_captured: ContextVar[Callable[[Leaf], str] | None] = ContextVar("while_captured", default=None)


class Symbol(_Int):
    """A sum of products of variables. See `Variable`."""

    __slots__ = ("__weakref__", "_bounds", "_hash", "_products", "_terms", "_unbound", "constant")

    _terms: Terms | None
    constant: int

    def __init__(self, terms: Terms | None, constant: int) -> None:
        self._terms, self.constant = terms, constant
        self._bounds: tuple[int, int] | None = None
        self._hash: int | None = None
        self._products: tuple[Product, ...] | None = None
        self._unbound: int | None = None

    # ---- what it is

    @property
    def terms(self) -> Terms:
        """Factor by term, as `polynomial.linear` finds them: nodes of DEFINE_VARs, with their values where these are bound."""
        assert self._terms is not None
        return self._terms

    @property
    def node(self) -> UOp:
        """The node in normal form."""
        return combine(self.terms, self.constant)

    @property
    def products(self) -> tuple[Product, ...]:
        """The same as variables and what is done with them, in a fixed order; the constant is the last, without atoms."""
        if self._products is None:
            found = [_product(term, factor) for term, factor in self.terms.items()]
            if len(found) > 1: found.sort(key=repr)
            self._products = (*found, *((((), self.constant),) if self.constant else ()))
        return self._products

    def __eq__(self, x: object) -> bool:
        """Whether both are equal for all values of their variables, by arithmetic."""
        return self is x or (isinstance(x, Symbol) and self.constant == x.constant and self.terms == x.terms)

    def __hash__(self) -> int:
        if self._hash is None: self._hash = hash((frozenset(self.terms.items()), self.constant))
        return self._hash

    def __bool__(self) -> bool:
        """True: it is not known to be 0."""
        return True

    def __repr__(self) -> str: return " + ".join(["*".join(_parts(factor, map(repr, atoms))) for atoms, factor in self.products])

    def __reduce__(self) -> tuple[object, ...]: return size_of, (self.node,)

    @property
    def bounds(self) -> tuple[int, int]:
        """Least and greatest value."""
        if self._bounds is None:
            self._bounds = sum_bounds((self.terms, self.constant))
        return self._bounds

    def render(self) -> str:
        """Its formula in the names of its variables, without bounds and values: `n`, `(n*2+3)`."""
        text = "+".join(["*".join([*map(_rendered, atoms), *([] if atoms and f == 1 else [str(f)])]) for atoms, f in self.products])
        return text if len(self.products) == 1 and len(self.products[0][0]) == self.products[0][1] == 1 \
            else f"({text.replace('+-', '-')})"

    @property
    def vmin(self) -> int: return self.bounds[0]
    @property
    def vmax(self) -> int: return self.bounds[1]

    def leaves(self) -> Iterator[Leaf]:
        """Its variables; one may come several times."""
        for atoms, _ in self.products:
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
        def now(leaf: Leaf) -> int:
            if leaf.value is None: raise ShapeError(f"{leaf.name} has no value", f"Bind one: {leaf.name}.bind(n).")
            return leaf.value
        return self.map(now)

    def __int__(self) -> int: return self.val
    def __float__(self) -> float: return float(self.val)

    def map(self, change: Callable[[Leaf], Leaf | int]) -> int:
        """This with every variable replaced by what `change` makes of it."""
        total = self.constant
        for term, factor in self.terms.items():
            for atom in atoms_of(term) if term.op is Ops.MUL else (term,): factor = _changed(atom, change) * factor
            total = total + factor
        return total

    def unbound(self) -> int:
        """This without values."""
        if self._unbound is None: self._unbound = self.map(lambda leaf: leaf._replace(value=None))
        return self._unbound

    def unbind(self) -> tuple[int, int]:
        """This without values, and its value."""
        return self.unbound(), self.val

    # ---- arithmetic

    def __add__(self, x: object) -> int:
        other = _operand(x)
        if not isinstance(other, Symbol):
            return NotImplemented if other is None else Symbol(self.terms, self.constant + other) if other else self
        return _made(*add((self.terms, self.constant), (other.terms, other.constant)))

    def __mul__(self, x: object) -> int:
        other = _operand(x)
        if isinstance(other, Symbol): return _made(*multiply((self.terms, self.constant), (other.terms, other.constant)))
        if other is None: return NotImplemented
        if other == 0 or other == 1: return self if other else 0
        return Symbol({term: other * factor for term, factor in self.terms.items()}, other * self.constant)

    def __neg__(self) -> int: return self * -1
    def __pos__(self) -> int: return self
    __radd__ = __add__
    __rmul__ = __mul__

    def __sub__(self, x: object) -> int: return NotImplemented if (other := _operand(x)) is None else self + other * -1
    def __rsub__(self, x: object) -> int: return NotImplemented if (other := _operand(x)) is None else self * -1 + other

    def __floordiv__(self, x: object) -> int: return NotImplemented if (by := _operand(x)) is None else _divided(self, by, "//")
    def __mod__(self, x: object) -> int: return NotImplemented if (by := _operand(x)) is None else _divided(self, by, "%")
    def __rfloordiv__(self, x: object) -> int: return NotImplemented if (of := _operand(x)) is None else _divided(of, self, "//")
    def __rmod__(self, x: object) -> int: return NotImplemented if (of := _operand(x)) is None else _divided(of, self, "%")

    def __truediv__(self, x: object) -> NoReturn:
        raise ShapeError(f"{plain(self)} / {plain(x)} is a fraction of a size that is known at launch",
                         "Divide with //, or give a size that is known now.")

    def __rtruediv__(self, x: object) -> NoReturn:
        raise ShapeError(f"{plain(x)} / {plain(self)} is a fraction by a size that is known at launch",
                         "Divide with //, or give a size that is known now.")

    # ---- comparing

    def __lt__(self, x: object) -> bool: return self._compare(x, "<")
    def __le__(self, x: object) -> bool: return self._compare(x, "<=")
    def __gt__(self, x: object) -> bool: return self._compare(x, ">")
    def __ge__(self, x: object) -> bool: return self._compare(x, ">=")

    def _compare(self, other: object, op: str) -> bool:
        if (x := _operand(other)) is None: return NotImplemented
        low, high = bounds_of(self - x)
        holds = COMPARISONS[op]
        if holds(low, 0) == holds(high, 0): return holds(low, 0)
        leaves = [leaf for s in (self, x) if isinstance(s, Symbol) for leaf in s.leaves()]
        if all(leaf.value is not None for leaf in leaves): return node_hooks.decided(self, op, x)
        return cast(bool, Comparison(self, op, x))


@dataclass(frozen=True)
class Comparison:
    """`left op right` of two sizes that neither bounds nor values settle. Python cannot branch on it: ShapeError, naming the
    variables."""

    left: int
    op: str
    right: int

    def __bool__(self) -> bool:
        sizes = [s for s in (self.left, self.right) if isinstance(s, Symbol)]
        names = dict.fromkeys(repr(leaf._replace(value=None)) for s in sizes for leaf in s.leaves())
        raise ShapeError(f"whether {plain(self.left)} {self.op} {plain(self.right)} depends on the value of {' and '.join(names)}",
                         "Give the variable bounds that settle it, or bind it.")

    def map(self, change: Callable[[Leaf], Leaf | int]) -> bool:
        """The comparison with every variable replaced by what `change` makes of it."""
        left, right = (x.map(change) if isinstance(x, Symbol) else x for x in (self.left, self.right))
        return COMPARISONS[self.op](left, right)


COMPARISONS: dict[str, Callable[[int, int], bool]] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
                                                      "==": operator.eq}


class Variable(Symbol):
    """`Variable("n", 1, 512)`: an integer from 1 to 512 that is known at launch. `.bind(3)` is it with its value for the next run.

    Kernels over shapes that hold it are compiled once for all its values. Variables of one name are one variable, and have one
    value in a run. `param` is taken and changes nothing: every variable is an argument of the kernels that use it. ShapeError if the
    bounds are no integers in order.
    """

    __slots__ = ("_dtype", "_multiple_of", "_without_value", "leaf")

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
        self._without_value: Variable | None = None
        super().__init__(None, 0)

    @property
    def terms(self) -> Terms:
        """Itself. The node is made when it is needed first: replays of what was captured need none."""
        if self._terms is None: self._terms = {_node_of(self.leaf): 1}
        return self._terms

    @property
    def products(self) -> tuple[Product, ...]: return (((self.leaf,), 1),)

    def map(self, change: Callable[[Leaf], Leaf | int]) -> int: return _size(change(self.leaf))

    def unbound(self) -> Variable:
        """This without its value."""
        if self.leaf.value is None: return self
        if self._without_value is None: self._without_value = self._with(self.leaf.name, None)
        return self._without_value

    def _with(self, name: str, value: int | None) -> Variable:
        return Variable(name, self.leaf.least, self.leaf.greatest, self._dtype, self._multiple_of, value=value)

    def __reduce__(self) -> tuple[object, ...]:
        return Variable, (*self.leaf[:3], self._dtype, self._multiple_of, False, self.leaf.value)

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
        bound_now = self._with(name, val)
        if name == self.leaf.name: bound_now._without_value = self
        return bound_now

    def renamed(self, name: str) -> Variable:
        """This variable, and its value, by another name."""
        return self._with(name, self.leaf.value)


# ---- texts


def _parts(factor: int, atoms: Iterable[str]) -> list[str]:
    texts = list(atoms)
    return texts if factor == 1 and texts else [str(factor), *texts]


def _rendered(atom: Atom) -> str:
    if isinstance(atom, Leaf): return atom.name
    of, by = (x.render() if isinstance(x, Symbol) else str(x) for x in (atom.of, atom.by))
    return f"{atom.op}({of}, {by})" if atom.op == "min" else f"({of}{atom.op}{by})"


def plain(n: object) -> str:
    """A size as the user wrote it, without bounds and values."""
    if not isinstance(n, Symbol): return str(n)
    products = ["*".join(_parts(f, (a.name if isinstance(a, Leaf) else f"({plain(a.of)} {a.op} {plain(a.by)})" for a in atoms)))
                for atoms, f in n.products]
    return " + ".join(products).replace("+ -", "- ")


# ---- making them, and taking them apart


def _made(terms: Terms, constant: int) -> int:
    """The Symbol, or the int that it comes to."""
    return Symbol(terms, constant) if terms else constant


def size_of(node: UOp) -> int:
    """The size that a node in normal form stands for."""
    return _made(*linear(node))


def _operand(x: object) -> int | None:
    """An integer or a Symbol; None for anything else."""
    if isinstance(x, Symbol) or type(x) is int: return x
    if not hasattr(x, "__index__") or getattr(x, "shape", ()) != () or hasattr(x, "uop"): return None
    return operator.index(cast(SupportsIndex, x))


def _sum(n: int) -> Sum: return (n.terms, n.constant) if isinstance(n, Symbol) else ({}, int(n))


def _node_of(leaf: Leaf) -> UOp:
    return node_hooks.node_class(Ops.DEFINE_VAR, dtypes.index, (), leaf[:3] if leaf.value is None else leaf)


def _atom(node: UOp) -> Atom:
    if node.op is Ops.DEFINE_VAR: return Leaf(*node.arg)
    of, by = map(size_of, node.src)
    return Digit("min", -of, -by) if node.op is Ops.MAX else Digit("//" if node.op is Ops.IDIV else "%", of, by)


def _product(term: UOp, factor: int) -> Product:
    """A term as atoms. (The lesser of two sizes is a node -max(-a, -b).)"""
    nodes = atoms_of(term)
    atoms = sorted(map(_atom, nodes), key=repr) if len(nodes) > 1 else map(_atom, nodes)
    return tuple(atoms), -factor if sum(node.op is Ops.MAX for node in nodes) % 2 else factor


def _changed(atom: UOp, change: Callable[[Leaf], Leaf | int]) -> int:
    if atom.op is Ops.DEFINE_VAR: return _size(change(Leaf(*atom.arg)))
    of, by = (n.map(change) if isinstance(n, Symbol) else n for n in map(size_of, atom.src))
    if atom.op is Ops.MAX: return -lesser(-of, -by)
    return of // by if atom.op is Ops.IDIV else of % by


def _size(leaf: Leaf | int) -> int: return _symbol_of(leaf) if isinstance(leaf, Leaf) else leaf


@functools.lru_cache(1 << 10)  # every run asks for the same
def _symbol_of(leaf: Leaf) -> Symbol: return Symbol({_node_of(leaf): 1}, 0)


# ---- quotients and choices


_DIVISIONS: dict[str, Callable[[Sum, Sum], Sum]] = {"//": quotient, "%": rest}


def _divided(a: int, b: int, how: str) -> int:
    if bounds_of(b)[0] < 1:
        of, by = (f"({text})" if " " in (text := str(plain(n))) else text for n in (a, b))
        raise ShapeError(f"{of} {how} {by}: the divisor has to be at least 1",
                         "Give the divisor a lower bound of at least 1.")
    return _made(*_DIVISIONS[how](_sum(a), _sum(b)))


def lesser(a: int, b: int) -> int:
    """The lesser of two sizes, with bounds that say so."""
    low, high = bounds_of(a - b)
    if high <= 0: return a
    if low >= 0: return b
    of, by = (combine(*_sum(-n)) for n in sorted((a, b), key=lambda n: (not isinstance(n, Symbol), repr(n))))
    return Symbol({of.maximum(by): -1}, 0)


def greater(a: int, b: int) -> int:
    """The greater of two sizes, with bounds that say so."""
    return a + b - lesser(a, b)


# ---- integers and Symbols alike


def bounds_of(n: int) -> tuple[int, int]:
    """Least and greatest value of a size."""
    return n.bounds if isinstance(n, Symbol) else (n, n)


def most(n: int) -> int:
    """The greatest value of a size."""
    return n.vmax if isinstance(n, Symbol) else n


def capacity(shape: Sequence[int]) -> tuple[int, ...]:
    """The greatest sizes of a shape: how a tensor of it lies in memory."""
    return tuple([most(n) for n in shape])


def is_symbolic(shape: Sequence[object]) -> bool:
    """Whether a shape, or the argument of a node, holds a Symbol."""
    for n in shape:
        if type(n) is int: continue
        if is_symbolic(cast("tuple[object, ...]", n)) if type(n) is tuple else isinstance(n, Symbol): return True
    return False


def is_bound(shape: Sequence[int]) -> bool:
    """Whether every variable in a shape has a value."""
    return all(leaf.value is not None for n in shape if isinstance(n, Symbol) for leaf in n.leaves())


def bound_shape(shape: Sequence[int]) -> tuple[int, ...]:
    """The sizes that a shape has now. ShapeError if a variable has no value."""
    return tuple([n.value() if isinstance(n, Symbol) else n for n in shape])


def bound_count(shape: Sequence[int]) -> int:
    """Elements that a shape has now."""
    return math.prod(bound_shape(shape))
