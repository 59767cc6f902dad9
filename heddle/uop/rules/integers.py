"""Integer rules: a normal form of sums, and division and modulo by constants.

A sum is kept as a linear combination, {term: factor} and a constant. Its normal form is term*factor, ordered by the
terms' ranges, the constant last. Only the dtype `index` is treated so: it is as wide as is needed and never wraps.
"""
from __future__ import annotations

import math

from heddle.dtype import dtypes
from heddle.uop.ops import Ops
from heddle.uop.rewrite import Rule, UPat, rule
from heddle.uop.uop import UOp

RULES: list[Rule] = []
Terms = dict[UOp, int]

not_float = tuple(d for d in (*dtypes.ints, dtypes.index))
x = UPat.var("x", not_float)


def _scalar_const(k: UOp) -> bool: return not isinstance(k.arg, tuple)


c = UPat.cvar("c", where=_scalar_const)


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
    """The normal form of a sum."""
    total: UOp | None = None
    for t in sorted(terms, key=_order) if len(terms) > 1 else terms:
        piece = t if terms[t] == 1 else UOp(Ops.MUL, t.dtype, (t, UOp.const(t.dtype, terms[t])))
        total = piece if total is None else UOp(Ops.ADD, t.dtype, (total, piece))
    if total is None: return UOp.const(dtypes.index, constant)
    return total if constant == 0 else UOp(Ops.ADD, total.dtype, (total, UOp.const(total.dtype, constant)))


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


@rule(RULES, UPat((Ops.ADD, Ops.SUB), dtypes.index, name="s"), UPat(Ops.MUL, dtypes.index, src=(UPat(), UPat(Ops.CONST)), name="s"),
      UPat(Ops.NEG, dtypes.index, name="s"))
def normal_sum(s: UOp) -> UOp | None:
    """a*2 + (b + a) + 1 + 3 = a*3 + b + 4

    Index arithmetic only: other integers wrap, and their sums are left to the compiler.
    """
    terms, constant = linear(s)
    while _rejoin(terms): terms = {t: f for t, f in terms.items() if f}
    new = combine(terms, constant)
    return None if new is s else new


@rule(RULES, x + 0, x * 1, UPat(Ops.SUB, src=(x, UPat.const(0))), x // 1,
      UPat((Ops.SHL, Ops.SHR), src=(x, UPat.const(0))), x | 0, x ^ 0)
def integer_identity(x: UOp) -> UOp:
    """x + 0 = x, x * 1 = x, x - 0 = x, x // 1 = x, x << 0 = x, x | 0 = x, x ^ 0 = x"""
    return x


@rule(RULES, UPat.var("x", dtypes.floats) * 1, UPat(Ops.FDIV, src=(UPat.var("x", dtypes.floats), UPat.const(1))),
      UPat(Ops.SUB, src=(UPat.var("x", dtypes.floats), UPat(Ops.CONST, where=lambda k: k.arg == 0 and str(k.arg)[0] != "-"))))
def float_identity(x: UOp) -> UOp:
    """x * 1 = x, x / 1 = x, x - 0.0 = x

    x + 0.0 is not x: -0.0 + 0.0 is 0.0.
    """
    return x


@rule(RULES, (x * 0).named("p"), (x & 0).named("p"))
def integer_zero(x: UOp, p: UOp) -> UOp:
    """x * 0 = 0, x & 0 = 0

    Integers only: a float x may be NaN or infinite, and -0.0 is not 0.0.
    """
    return x.const_like(0)


@rule(RULES, (x + UPat.cvar("a", where=_scalar_const)) + UPat.cvar("b", where=_scalar_const))
def add_twice(x: UOp, a: UOp, b: UOp) -> UOp | None:
    """(x + a) + b = x + (a + b)

    Integers only: float addition is not associative.
    """
    return None if a.shape or b.shape else x.alu(Ops.ADD, UOp.const(x.dtype, a.arg + b.arg))


def divide(x: UOp, c: int) -> UOp:
    """x // c for c > 0, with whole multiples of c taken out of the sum."""
    low, high = x.bounds
    if low // c == high // c: return UOp.const(x.dtype, low // c)
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
    low, high = x.bounds
    if low // c == high // c: return UOp.const(x.dtype, low // c)
    split = _small_part(terms, constant, c)
    if split is not None:
        g, big, big_constant = split
        return divide(combine(big, big_constant), c // g) if g < c else combine(big, big_constant)
    if len(terms) == 1 and constant == 0:
        (t, f), = terms.items()
        if f == 1 and t.op is Ops.IDIV and t.src[1].op is Ops.CONST and t.src[1].arg > 0:
            return divide(t.src[0], t.src[1].arg * c)  # (x // a) // c = x // (a*c)
    return UOp(Ops.IDIV, x.dtype, (x, UOp.const(x.dtype, c)))


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
    low, high = x.bounds
    if low // c == high // c: return x if low // c == 0 else combine(*_plus(x, -(int(low) // c) * c))
    terms, constant = linear(x)
    rest, rest_constant = {t: f % c for t, f in terms.items() if f % c}, constant % c
    if not rest: return UOp.const(x.dtype, rest_constant)
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
    return UOp(Ops.MOD, x.dtype, (y, UOp.const(x.dtype, c)))


def _plus(x: UOp, k: int) -> tuple[Terms, int]:
    terms, constant = linear(x)
    return terms, constant + k


@rule(RULES, UPat(Ops.IDIV, dtypes.index, src=(UPat.var("x"), UPat.cvar("c", where=lambda k: k.arg > 0)), name="q"))
def divide_sum(x: UOp, c: UOp, q: UOp) -> UOp | None:
    """(a*c + b) // c = a + b // c, and the same with common factors taken out

    Floor division, so it holds for negative a and b too; c > 0.
    """
    new = divide(x, c.arg)
    return None if new is q else new


@rule(RULES, UPat(Ops.MOD, dtypes.index, src=(UPat.var("x"), UPat.cvar("c", where=lambda k: k.arg > 0)), name="m"))
def remainder_of_sum(x: UOp, c: UOp, m: UOp) -> UOp | None:
    """(a*c + b) % c = b % c, and the same with common factors taken out

    Floor remainder, so it holds for negative a and b too; c > 0.
    """
    new = remainder(x, c.arg)
    return None if new is m else new


@rule(RULES, UPat(Ops.CMPLT, src=(UPat(None, dtypes.index, name="x"), UPat.cvar("c"))))
def less_than_multiple(x: UOp, c: UOp) -> UOp | None:
    """a*g + b < n*g = a < n where 0 <= b < g

    Index arithmetic only: what lies inside a block does not decide on which side of a block's edge it is. So lanes share a condition.
    """
    terms, constant = linear(x)
    for g in sorted({f for f in terms.values() if f > 1 and c.arg % f == 0}, reverse=True):
        inside = {t: f for t, f in terms.items() if f % g}
        if not inside: return None
        b = combine(inside, constant)
        if b.vmin >= 0 and b.vmax < g: return combine({t: f // g for t, f in terms.items() if t not in inside}, 0) < c.arg // g
    return None


@rule(RULES, UPat(Ops.CMPLT, src=(UPat(None, dtypes.index, name="x"), UPat.cvar("c")), name="lt"))
def less_than_constant(x: UOp, c: UOp, lt: UOp) -> UOp | None:
    """a*g + k < c = a < ceil((c - k) / g)

    Index arithmetic only. A single term with a factor, or the terms' common factor.
    """
    terms, constant = linear(x)
    if not terms: return None
    g = math.gcd(*terms.values())
    if len(terms) == 1 and next(iter(terms.values())) < 0:
        t = next(iter(terms))  # -a*g < c - k is a > (k - c)/g is not(a < floor((k-c)/g) + 1)
        return (t < (constant - c.arg) // g + 1).alu(Ops.NOT)
    if g == 1 and constant == 0: return None
    new = combine({t: f // g for t, f in terms.items()}, 0) < -((constant - c.arg) // g)
    return None if new is lt else new
