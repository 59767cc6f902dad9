"""Polynomial normal form of integer expressions: sums of products with integer factors, quotients, remainders.

Inputs: nodes of integers that never wrap: positions and sizes (dtype `index`). Divisors are at least 1; division rounds down.
Outputs: the same values as {term: factor} and a constant, or as the one node in that form.
Invariants: a term is no sum and no multiple of a constant; in a node the terms are ordered by kind and content, the constant is last.
The rules of `rules/integers.py` and the sizes of `symbol.py` compute with these functions, so both have one form.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

from heddle.dtype import dtypes
from heddle.uop import node_hooks
from heddle.uop.ops import Ops

if TYPE_CHECKING:
    from heddle.uop.uop import UOp

#: factor by term
Terms = dict["UOp", int]


def linear(node: UOp) -> tuple[Terms, int]:
    """`node` as a sum: factor by term, and the constant. node = sum(term * factor) + constant."""
    terms: Terms = {}
    constant = 0
    stack = [(node, 1)]
    while stack:
        n, factor = stack.pop()
        if n.op is Ops.ADD:
            stack.append((n.src[1], factor))
            stack.append((n.src[0], factor))
        elif n.op is Ops.MUL and n.src[1].op is Ops.CONST: stack.append((n.src[0], factor * n.src[1].arg))
        elif n.op is Ops.MUL and n.src[0].op is Ops.CONST: stack.append((n.src[1], factor * n.src[0].arg))
        elif n.op is Ops.SUB: stack += [(n.src[1], -factor), (n.src[0], factor)]
        elif n.op is Ops.NEG: stack.append((n.src[0], -factor))
        elif n.op is Ops.CONST: constant += factor * n.arg
        else: terms[n] = terms.get(n, 0) + factor
    return {t: f for t, f in terms.items() if f}, constant


def _order(term: UOp) -> tuple[bool, int, int, bytes]:
    """Outer loops first: a stable order that does not depend on when nodes were made."""
    return (term.op is not Ops.RANGE, term.arg[0] if term.op is Ops.RANGE else 0, term.op.value, term.key)


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
    terms, constant = linear(node)
    while _rejoin(terms): terms = {t: f for t, f in terms.items() if f}
    return combine(terms, constant)


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


def divide(x: UOp, c: int) -> UOp:
    """x // c for c > 0, with whole multiples of c taken out of the sum."""
    make = node_hooks.node_class
    low, high = x.bounds
    if low // c == high // c: return make.const(x.dtype, low // c)
    terms, constant = linear(x)
    whole = {t: f // c for t, f in terms.items() if f % c == 0}
    rest, rest_constant = {t: f for t, f in terms.items() if f % c}, constant % c
    if not rest: return combine(whole, constant // c)
    part = _divide_rest(combine(rest, rest_constant), rest, rest_constant, c)
    more, more_constant = linear(part)
    for t, f in more.items(): whole[t] = whole.get(t, 0) + f
    return combine({t: f for t, f in whole.items() if f}, constant // c + more_constant)


def _divide_rest(x: UOp, terms: Terms, constant: int, c: int) -> UOp:
    """x // c where no term is a multiple of c."""
    make = node_hooks.node_class
    low, high = x.bounds
    if low // c == high // c: return make.const(x.dtype, low // c)
    split = _small_part(terms, constant, c)
    if split is not None:
        g, big, big_constant = split
        return divide(combine(big, big_constant), c // g) if g < c else combine(big, big_constant)
    if len(terms) == 1 and constant == 0:
        (t, f), = terms.items()
        if f == 1 and t.op is Ops.IDIV and t.src[1].op is Ops.CONST and t.src[1].arg > 0:
            return divide(t.src[0], t.src[1].arg * c)  # (x // a) // c = x // (a*c)
    return make(Ops.IDIV, x.dtype, (x, make.const(x.dtype, c)))


def _small_part(terms: Terms, constant: int, c: int) -> tuple[int, Terms, int] | None:
    """g, and x // g as terms and constant, where g > 1 divides c and what g does not divide stays within [0, g)."""
    for g in sorted({math.gcd(f, c) for f in terms.values()} | {c}, reverse=True):
        if g <= 1: continue
        small = {t: f for t, f in terms.items() if f % g}
        if len(small) == len(terms): continue
        low = constant % g + sum(min(f * t.vmin, f * t.vmax) for t, f in small.items())
        high = constant % g + sum(max(f * t.vmin, f * t.vmax) for t, f in small.items())
        if 0 <= low and high < g: return g, {t: f // g for t, f in terms.items() if f % g == 0}, constant // g
    return None


def remainder(x: UOp, c: int) -> UOp:
    """x % c for c > 0, with whole multiples of c dropped from the sum."""
    make = node_hooks.node_class
    low, high = x.bounds
    if low // c == high // c: return x if low // c == 0 else combine(*_plus(x, -(int(low) // c) * c))
    terms, constant = linear(x)
    rest, rest_constant = {t: f % c for t, f in terms.items() if f % c}, constant % c
    if not rest: return make.const(x.dtype, rest_constant)
    y = combine(rest, rest_constant)
    if 0 <= y.vmin and y.vmax < c: return y
    split = _small_part(rest, rest_constant, c)
    if split is not None and split[0] < c:
        g, big, big_constant = split
        inner, inner_constant = linear(remainder(combine(big, big_constant), c // g))
        out = {t: f * g for t, f in inner.items()}
        for t, f in rest.items():
            if f % g: out[t] = out.get(t, 0) + f
        return combine(out, inner_constant * g + rest_constant % g)
    if len(rest) == 1 and rest_constant == 0:
        (t, f), = rest.items()
        if f == 1 and t.op is Ops.MOD and t.src[1].op is Ops.CONST and t.src[1].arg % c == 0:
            return remainder(t.src[0], c)  # (x % (a*c)) % c = x % c
    return make(Ops.MOD, x.dtype, (y, make.const(x.dtype, c)))


def _plus(x: UOp, k: int) -> tuple[Terms, int]:
    terms, constant = linear(x)
    return terms, constant + k


