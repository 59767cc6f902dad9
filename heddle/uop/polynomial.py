"""Polynomial normal form of integer expressions: sums of products with integer factors, quotients, remainders.

Inputs: nodes of integers that never wrap: positions and sizes (dtype `index`). Divisors are at least 1; division rounds down.
Outputs: the same values as {term: factor} and a constant, or as the one node in that form; their bounds.
Invariants: a term is no sum and no multiple of a constant; in a node the terms are ordered by kind and content, the constant is last.
The rules of `rules/integers.py` and the sizes of `symbol.py` compute with these functions, so both have one form.
"""
from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from heddle.dtype import dtypes
from heddle.uop import node_hooks
from heddle.uop.bounds import Bounds
from heddle.uop.ops import Ops

if TYPE_CHECKING:
    from heddle.uop.uop import UOp

#: factor by term
Terms = dict["UOp", int]
#: a sum: terms, and the constant
Sum = tuple[Terms, int]


# names of the module are found in half the time of a class's
_ADD, _MUL, _CONST, _RANGE = Ops.ADD, Ops.MUL, Ops.CONST, Ops.RANGE


def linear(node: UOp) -> Sum:
    """`node` as a sum: factor by term, and the constant. node = sum(term * factor) + constant."""
    terms: Terms = {}
    constant = 0
    stack = [(node, 1)]
    while stack:
        n, factor = stack.pop()
        op = n.op
        if op is _ADD:
            a, b = n.src
            stack.append((b, factor))
            stack.append((a, factor))
        elif op is _CONST: constant += factor * n.arg
        elif op is _MUL and (c := n.src[1]).op is _CONST: stack.append((n.src[0], factor * c.arg))
        elif op is _MUL and (c := n.src[0]).op is _CONST: stack.append((n.src[1], factor * c.arg))
        elif op is Ops.SUB: stack += [(n.src[1], -factor), (n.src[0], factor)]
        elif op is Ops.NEG: stack.append((n.src[0], -factor))
        else: terms[n] = terms.get(n, 0) + factor
    return {t: f for t, f in terms.items() if f} if 0 in terms.values() else terms, constant


def _order(term: UOp) -> tuple[bool, int, int, bytes]:
    """Outer loops first: a stable order that does not depend on when nodes were made."""
    op = term.op
    return (False, term.arg[0], op.value, term.key) if op is _RANGE else (True, 0, op.value, term.key)


def combine(terms: Terms, constant: int) -> UOp:
    """The node of a sum."""
    make = node_hooks.node_class
    total: UOp | None = None
    for t in sorted(terms, key=_order) if len(terms) > 1 else terms:
        piece = t if terms[t] == 1 else make(Ops.MUL, t.dtype, (t, make.const(t.dtype, terms[t])))
        total = piece if total is None else make(Ops.ADD, t.dtype, (total, piece))
    if total is None: return make.const(dtypes.index, constant)
    return total if constant == 0 else make(Ops.ADD, total.dtype, (total, make.const(total.dtype, constant)))


def normal(node: UOp) -> UOp:
    """`node` in the one form of its sum, with quotients and remainders that belong together joined."""
    if _is_normal(node): return node
    terms, constant = linear(node)
    while _rejoin(terms): terms = {t: f for t, f in terms.items() if f}
    return combine(terms, constant)


def _is_normal(node: UOp) -> bool:
    """Whether `node` is seen to be in that form: most are, and are asked about again in each rewrite."""
    if node.op is _ADD and node.src[1].op is _CONST:
        if not node.src[1].arg: return False
        node = node.src[0]
    after: tuple[bool, int, int, bytes] | None = None  # that of the term to the right
    while True:
        piece = node.src[1] if node.op is _ADD else node
        term, op = piece, piece.op
        if op is _MUL and piece.src[1].op is _CONST:
            if piece.src[1].arg in (0, 1): return False
            term, op = piece.src[0], piece.src[0].op
        # a remainder may belong together with a quotient
        if op in _SUMS or (op is _MUL and (term.src[0].op is _CONST or term.src[1].op is _CONST)): return False
        order = _order(term)
        if after is not None and order >= after: return False
        if node.op is not _ADD: return True
        node, after = node.src[0], order


_SUMS = frozenset((Ops.ADD, Ops.SUB, Ops.NEG, Ops.CONST, Ops.MOD))


def _rejoin(terms: Terms) -> bool:
    """x//c*(c*k) + x%c*k = x*k, in place; also (x//c)%d*(c*k) + x%c*k = (x%(c*d))*k. True if anything was joined."""
    for low, k in terms.items():
        if low.op is not Ops.MOD or low.src[1].op is not Ops.CONST: continue
        x, c = low.src[0], low.src[1].arg
        for high, factor in terms.items():
            if factor != k * c: continue
            whole = _whole(x, c, high)
            if whole is None: continue
            del terms[low], terms[high]
            more, _ = linear(whole)
            for t, f in more.items(): terms[t] = terms.get(t, 0) + f * k
            return True
    return False


def _whole(x: UOp, c: int, high: UOp) -> UOp | None:
    """The node of which `x % c` and `high` are the low and high digits."""
    quotient = divide(x, c)
    if high is quotient and linear(x)[1] == 0: return x
    if high.op is Ops.MOD and high.src[1].op is Ops.CONST and high.src[0] is quotient:
        return remainder(x, c * high.src[1].arg)
    return None


# ---- quotients and remainders by constants


def _own_bounds(node: UOp) -> Bounds: return node.bounds


def divide(x: UOp, c: int, bounds: Callable[[UOp], Bounds] = _own_bounds) -> UOp:
    """x // c for c > 0, with whole multiples of c taken out of the sum."""
    make = node_hooks.node_class
    low, high = bounds(x)
    if low // c == high // c: return make.const(x.dtype, low // c)
    terms, constant = linear(x)
    whole = {t: f // c for t, f in terms.items() if f % c == 0}
    rest, rest_constant = {t: f for t, f in terms.items() if f % c}, constant % c
    if not rest: return combine(whole, constant // c)
    part = _divide_rest(combine(rest, rest_constant), rest, rest_constant, c, bounds)
    return combine(*add((whole, constant // c), linear(part)))


def _divide_rest(x: UOp, terms: Terms, constant: int, c: int, bounds: Callable[[UOp], Bounds]) -> UOp:
    """x // c where no term is a multiple of c."""
    make = node_hooks.node_class
    low, high = bounds(x)
    if low // c == high // c: return make.const(x.dtype, low // c)
    split = _small_part(terms, constant, c, bounds)
    if split is not None:
        g, big, big_constant = split
        return divide(combine(big, big_constant), c // g, bounds) if g < c else combine(big, big_constant)
    if len(terms) == 1 and constant == 0:
        (t, f), = terms.items()
        if f == 1 and t.op is Ops.IDIV and t.src[1].op is Ops.CONST and t.src[1].arg > 0:
            return divide(t.src[0], t.src[1].arg * c, bounds)  # (x // a) // c = x // (a*c)
    return make(Ops.IDIV, x.dtype, (x, make.const(x.dtype, c)))


def _small_part(terms: Terms, constant: int, c: int, bounds: Callable[[UOp], Bounds]) -> tuple[int, Terms, int] | None:
    """g, and x // g as terms and constant, where g > 1 divides c and what g does not divide stays within [0, g)."""
    for g in sorted({math.gcd(f, c) for f in terms.values()} | {c}, reverse=True):
        if g <= 1: continue
        small = {t: f for t, f in terms.items() if f % g}
        if len(small) == len(terms): continue
        ends = [tuple(f * end for end in bounds(t)) for t, f in small.items()]
        low, high = constant % g + sum(map(min, ends)), constant % g + sum(map(max, ends))
        if 0 <= low and high < g: return g, {t: f // g for t, f in terms.items() if f % g == 0}, constant // g
    return None


def remainder(x: UOp, c: int, bounds: Callable[[UOp], Bounds] = _own_bounds) -> UOp:
    """x % c for c > 0, with whole multiples of c dropped from the sum."""
    make = node_hooks.node_class
    low, high = bounds(x)
    if low // c == high // c: return x if low // c == 0 else combine(*add(linear(x), ({}, int(low) // c * c), -1))
    terms, constant = linear(x)
    rest, rest_constant = {t: f % c for t, f in terms.items() if f % c}, constant % c
    if not rest: return make.const(x.dtype, rest_constant)
    y = combine(rest, rest_constant)
    low, high = bounds(y)
    if 0 <= low and high < c: return y
    split = _small_part(rest, rest_constant, c, bounds)
    if split is not None and split[0] < c:
        g, big, big_constant = split
        small = {t: f for t, f in rest.items() if f % g}, rest_constant % g
        return combine(*add(small, linear(remainder(combine(big, big_constant), c // g, bounds)), g))
    if len(rest) == 1 and rest_constant == 0:
        (t, f), = rest.items()
        if f == 1 and t.op is Ops.MOD and t.src[1].op is Ops.CONST and t.src[1].arg % c == 0:
            return remainder(t.src[0], c, bounds)  # (x % (a*c)) % c = x % c
    return make(Ops.MOD, x.dtype, (y, make.const(x.dtype, c)))


# ---- sums of products of atoms: variables, quotients, remainders, maxima


def atoms_of(term: UOp) -> list[UOp]:
    """The factors of a product."""
    found: list[UOp] = []
    while term.op is Ops.MUL:
        term, last = term.src
        found.append(last)
    return [term, *found[::-1]]


def _product(atoms: Sequence[UOp]) -> Sum:
    """The product of some atoms, as a sum."""
    if not atoms: return {}, 1
    ordered = sorted(atoms, key=_order) if len(atoms) > 1 else atoms
    return {functools.reduce(lambda a, b: a.alu(Ops.MUL, b), ordered): 1}, 0


def add(a: Sum, b: Sum, times: int = 1) -> Sum:
    """a + b * times"""
    terms = dict(a[0])
    for t, f in b[0].items(): terms[t] = terms.get(t, 0) + f * times
    return {t: f for t, f in terms.items() if f}, a[1] + b[1] * times


def multiply(a: Sum, b: Sum) -> Sum:
    """a * b, with every term of one multiplied by every term of the other."""
    total: Sum = add(({t: f * b[1] for t, f in a[0].items()}, a[1] * b[1]), ({t: f * a[1] for t, f in b[0].items()}, 0))
    for t, f in a[0].items():
        for u, g in b[0].items(): total = add(total, _product(atoms_of(t) + atoms_of(u)), f * g)
    return total


def quotient(a: Sum, b: Sum) -> Sum:
    """a // b for b >= 1."""
    whole, rest = _split(a, b)
    if _is_small(rest, b): return whole
    if not b[0]: return add(whole, linear(divide(combine(*rest), b[1], tight_bounds)))
    return add(whole, ({combine(*rest).alu(Ops.IDIV, combine(*b)): 1}, 0))


def rest(a: Sum, b: Sum) -> Sum:
    """a % b for b >= 1."""
    _, rest = _split(a, b)
    if _is_small(rest, b): return rest
    if not b[0]: return linear(remainder(combine(*rest), b[1], tight_bounds))
    return {combine(*rest).alu(Ops.MOD, combine(*b)): 1}, 0


def _split(a: Sum, b: Sum) -> tuple[Sum, Sum]:
    """`whole` and `rest` of a = whole * b + rest: terms are divided where b is a product."""
    (terms, constant), (divisor, factor) = a, b
    if not divisor: base: list[UOp] = []
    elif len(divisor) == 1 and not factor: (base, factor), = ((atoms_of(t), f) for t, f in divisor.items())
    else: return (({}, 1), ({}, 0)) if a == b else (({}, 0), a)
    whole: Sum = {}, 0 if base else constant // factor
    left: Terms = {}
    for t, f in terms.items():
        if f % factor == 0 and (others := _without(atoms_of(t), base)) is not None: whole = add(whole, _product(others), f // factor)
        else: left[t] = f
    return whole, (left, constant if base else constant % factor)


def _without(atoms: Sequence[UOp], gone: Sequence[UOp]) -> list[UOp] | None:
    """The atoms without some; None if these are not among them."""
    left = list(atoms)
    for atom in gone:
        if atom not in left: return None
        left.remove(atom)
    return left


def _is_small(rest: Sum, b: Sum) -> bool:
    low, high = sum_bounds(rest)
    return 0 <= low and high < sum_bounds(b)[0]


# ---- bounds that see what varies together


def tight_bounds(node: UOp) -> Bounds:
    """Bounds of a sum of products, no wider than those that its sources give."""
    return sum_bounds(linear(node))


def sum_bounds(a: Sum) -> Bounds:
    """Least and greatest value."""
    terms, low = a
    high = low
    for t, f in terms.items():
        if t.op is not Ops.DEFINE_VAR: return _bounds_of_nested(frozenset(terms.items()), a[1])
        low, high = (low + f * t.arg[1], high + f * t.arg[2]) if f > 0 else (low + f * t.arg[2], high + f * t.arg[1])
    return low, high


@functools.lru_cache(1 << 12)  # the same sums come again and again while choices are replaced
def _bounds_of_nested(terms: frozenset[tuple[UOp, int]], constant: int) -> Bounds:
    low = high = constant
    for t, f in terms:
        first, last = _atom_bounds(t) if t.op is not Ops.MUL else _product_bounds(t)
        low, high = (low + f * first, high + f * last) if f > 0 else (low + f * last, high + f * first)
    for least, greatest in _bounds_of_other_forms((dict(terms), constant)): low, high = max(low, least), min(high, greatest)
    return low, high


def _product_bounds(term: UOp) -> Bounds:
    first, *others = atoms_of(term)
    low, high = _atom_bounds(first)
    for least, greatest in map(_atom_bounds, others):
        ends = low * least, low * greatest, high * least, high * greatest
        low, high = min(ends), max(ends)
    return low, high


def _atom_bounds(atom: UOp) -> Bounds:
    if atom.op is Ops.DEFINE_VAR: return atom.arg[1], atom.arg[2]
    if atom.op not in (Ops.IDIV, Ops.MOD, Ops.MAX): return atom.bounds
    (low, high), (least, greatest) = map(tight_bounds, atom.src)
    if atom.op is Ops.MOD: return 0, greatest - 1
    if atom.op is Ops.MAX: return max(low, least), max(high, greatest)
    ends = low // least, low // greatest, high // least, high // greatest
    return min(ends), max(ends)


def _bounds_of_other_forms(a: Sum) -> Iterator[Bounds]:
    """Bounds of sums of equal value in which what varies together stands in one term.

    The largest quotient or choice that can be replaced is; the order does not depend on the names of variables, or bounds would.
    """
    found = [(t, n) for t in a[0] for n in atoms_of(t) if n.op in (Ops.IDIV, Ops.MAX)]
    ranks = [_rank(a[0][term], term, atom) for term, atom in found] if len(found) > 1 else [_ALONE] * len(found)
    for rank in sorted(set(ranks), reverse=True):
        bounds = [_bounds_without(a, term, atom) for (term, atom), r in zip(found, ranks, strict=True) if r == rank]
        yield from filter(None, bounds)
        if any(bounds): return


_Rank = tuple[int, int, Bounds, int, tuple[Bounds, ...]]
_ALONE: _Rank = 0, 0, (0, 0), 0, ()


def _rank(factor: int, term: UOp, atom: UOp) -> _Rank:
    return len(atom.toposort()), atom.op.value, atom.bounds, factor, tuple(sorted(n.bounds for n in atoms_of(term)))


def _bounds_without(a: Sum, term: UOp, atom: UOp) -> Bounds | None:
    """Bounds of a sum in which `atom`, a quotient or choice in `term`, is replaced by what it is made of; None where it cannot be."""
    factor, others = a[0][term], atoms_of(term)
    others.remove(atom)
    without = add(a, ({term: factor}, 0), -1)
    if atom.op is Ops.MAX:
        low, high = sum_bounds(by := multiply(({}, factor), _product(others)))
        if low < 0 < high: return None
        (c, d), (e, f) = (sum_bounds(add(without, multiply(by, linear(x)))) for x in atom.src)
        return (max(c, e), max(d, f)) if low >= 0 else (min(c, e), min(d, f))
    # b * (x // b) = x - x % b
    x, b = map(linear, atom.src)
    if len(b[0]) > 1 or (b[0] and b[1]): return None
    (base, unit), = ((atoms_of(t), f) for t, f in b[0].items()) if b[0] else (([], b[1]),)
    times = factor // unit if factor * unit >= 0 else -(-factor // unit)
    if not times or (left := _without(others, base)) is None: return None
    kept = add(without, ({term: factor - times * unit}, 0))
    return sum_bounds(add(kept, multiply(add(x, rest(x, b), -1), _product(left)), times))
