"""Integer rules: sums, quotients and remainders in the normal form of `polynomial.py`, identities, comparisons.

Only the dtype `index` has that form: it is as wide as is needed and never wraps.
"""
from __future__ import annotations

import math

from heddle.dtype import dtypes
from heddle.uop.ops import Ops
from heddle.uop.polynomial import combine, divide, linear, normal, remainder
from heddle.uop.rewrite import Rule, UPat, rule
from heddle.uop.uop import UOp

RULES: list[Rule] = []

not_float = tuple(d for d in (*dtypes.ints, dtypes.index))
x = UPat.var("x", not_float)


def _scalar_const(k: UOp) -> bool: return not isinstance(k.arg, tuple)


c = UPat.cvar("c", where=_scalar_const)


@rule(RULES, UPat((Ops.ADD, Ops.SUB), dtypes.index, name="s"), UPat(Ops.MUL, dtypes.index, src=(UPat(), UPat(Ops.CONST)), name="s"),
      UPat(Ops.NEG, dtypes.index, name="s"))
def normal_sum(s: UOp) -> UOp | None:
    """a*2 + (b + a) + 1 + 3 = a*3 + b + 4

    Index arithmetic only: other integers wrap, and their sums are left to the compiler.
    """
    new = normal(s)
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
