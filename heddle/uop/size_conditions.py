"""Conditions on symbolic sizes that bounds do not settle: guards that every run checks.

Inputs: two sizes and a comparison.
Outputs: whether it holds.
Invariants: what bounds settle is answered by them; anything else is looked up in the values that are bound, and noted while a
function is captured, so that replays check it with theirs.
"""
from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from heddle.errors import Location, ShapeError, user_location
from heddle.named_tuple import NamedTuple
from heddle.uop import node_hooks
from heddle.uop.symbol import COMPARISONS, Symbol, bounds_of, lesser, most, plain
from heddle.uop.variable_bindings import rebound


class Condition(NamedTuple):
    """`left op right`, which a line of the user's program needs. Variables have no values here."""

    left: int
    op: str
    right: int
    line: Location | None

    def check(self, values: Mapping[str, int]) -> None:
        """ShapeError, at the line, if it does not hold for these values."""
        left, right = (_value(rebound(n, values)) for n in (self.left, self.right))
        if COMPARISONS[self.op](left, right): return
        names = sorted({leaf.name for n in (self.left, self.right) if isinstance(n, Symbol) for leaf in n.leaves()})
        bound = ", ".join(f"{name} = {values[name]}" for name in names)
        raise ShapeError(f"{plain(self.left)} {self.op} {plain(self.right)} does not hold for {bound}",
                         "Bind a value for which this line stays inside, or declare bounds that settle it.", self.line)


#: where conditions are noted while a function is captured
noting: ContextVar[list[Condition] | None] = ContextVar("noting", default=None)


@contextmanager
def noted_conditions() -> Generator[list[Condition]]:
    """The conditions that are looked up in values inside the block, in this thread or task."""
    found: list[Condition] = []
    token = noting.set(found)
    try: yield found
    finally: noting.reset(token)


def required(left: int, op: str, right: int) -> bool:
    """Whether `left op right` ("<", "<=" or "=="), by bounds or else by the values that are bound; True where none are yet."""
    if type(left) is int and type(right) is int: return COMPARISONS[op](left, right)
    settled = settled_by_bounds(left, op, right)
    if settled is not None: return settled
    if (noted := noting.get()) is not None: noted.append(Condition(_unbound(left), op, _unbound(right), user_location()))
    sizes = [n for n in (left, right) if isinstance(n, Symbol)]
    if any(leaf.value is None for n in sizes for leaf in n.leaves()): return True  # nothing runs without a value
    return COMPARISONS[op](_value(left), _value(right))


def decided(left: int, op: str, right: int) -> bool:
    """Whether `left op right` ("<", "<=", ">" or ">=") for the values that are bound: a condition of what is captured."""
    holds = COMPARISONS[op](_value(left), _value(right))
    if op in (">", ">="): left, right = right, left
    is_strict = op in ("<", ">")
    if not holds: left, right, is_strict = right, left, not is_strict
    required(left, "<" if is_strict else "<=", right)
    return holds


node_hooks.decided = decided


def known_now(n: int) -> int:
    """A size as an integer: by its bounds, or else the value that is bound, which is a condition of what is captured."""
    low, high = bounds_of(n)
    if low == high: return low
    value = _value(n)
    required(n, "==", value)
    return value


def settled_by_bounds(left: int, op: str, right: int) -> bool | None:
    """Whether `left op right` for all values of their variables; None if it depends on them."""
    low, high = bounds_of(left - right)
    if op == "==":
        if low == high == 0: return True
        return None if low <= 0 <= high else False
    holds = COMPARISONS[op]
    return holds(low, 0) if holds(low, 0) == holds(high, 0) else None


def within(begin: int, end: int, size: int) -> bool:
    """0 <= begin <= end <= size, as `required` says."""
    return required(0, "<=", begin) and required(begin, "<=", end) and required(end, "<=", size)


def fitted(begin: int, end: int, size: int) -> int:
    """`end`, of a part that is `within` an axis, so that the bounds of its size say that it has no more elements than the axis."""
    count = end - begin
    return end if most(count) <= most(size) else begin + lesser(count, most(size))


def may_be_within(begin: int, end: int, size: int) -> bool:
    """Whether 0 <= begin <= end <= size for some values of their variables."""
    if type(begin) is int and type(end) is int and type(size) is int: return 0 <= begin <= end <= size
    return all(settled_by_bounds(a, "<=", b) is not False for a, b in ((0, begin), (begin, end), (end, size)))


def bound_values(*sizes: object) -> str:
    """`, with n = 3` for the variables of these sizes that are bound; nothing if there are none."""
    leaves = {leaf.name: leaf.value for n in sizes if isinstance(n, Symbol) for leaf in n.leaves() if leaf.value is not None}
    return f", with {', '.join(f'{name} = {value}' for name, value in leaves.items())}" if leaves else ""


def _value(n: int) -> int: return n.value() if isinstance(n, Symbol) else int(n)
def _unbound(n: int) -> int: return n.unbound() if isinstance(n, Symbol) else n
