"""Rules of selects and booleans."""
from __future__ import annotations

from heddle.dtype import dtypes
from heddle.uop.ops import Ops
from heddle.uop.rewrite import Rule, UPat, rule
from heddle.uop.uop import UOp

RULES: list[Rule] = []
x, y, z, c = (UPat.var(n) for n in "xyzc")
true, false = (UPat(Ops.CONST, dtypes.bool, where=lambda k, v=v: k.arg is v) for v in (True, False))


@rule(RULES, x & true, x | false, UPat(Ops.XOR, src=(x, false)))
def logic_identity(x: UOp) -> UOp:
    """x and true = x, x or false = x, x xor false = x"""
    return x


@rule(RULES, UPat.var("x") & false.named("k"), UPat.var("x") | true.named("k"))
def logic_absorb(x: UOp, k: UOp) -> UOp | None:
    """x and false = false, x or true = true"""
    return x.const_like(k.arg) if x.shape else k


@rule(RULES, UPat(Ops.XOR, src=(x, x), name="k"))
def xor_itself(k: UOp) -> UOp:
    """x xor x = 0, and false for booleans"""
    return k.const_like(0)


@rule(RULES, x & x, x | x, UPat(Ops.MAX, src=(x, x)))
def logic_same(x: UOp) -> UOp:
    """x and x = x, x or x = x, bit by bit for integers too; max(x, x) = x"""
    return x


@rule(RULES, (x & y).named("a") & y)
def and_again(a: UOp) -> UOp:
    """(x and y) and y = x and y"""
    return a


@rule(RULES, UPat(Ops.CMPLT, src=(x, x), name="k"))
def less_than_itself(k: UOp) -> UOp:
    """x < x = false, for NaN too"""
    return k.const_like(False)


@rule(RULES, UPat((Ops.CMPNE, Ops.CMPEQ), src=(x, x), name="k"))
def equal_to_itself(k: UOp, x: UOp) -> UOp | None:
    """x != x = false and x == x = true, for integers and booleans: NaN differs from itself"""
    return None if x.dtype.is_float() else k.const_like(k.op is Ops.CMPEQ)


@rule(RULES, UPat(Ops.NOT, src=(UPat(Ops.NOT, src=(x,)),)))
def not_twice(x: UOp) -> UOp:
    """not not x = x"""
    return x


@rule(RULES, UPat(Ops.WHERE, src=(UPat.cvar("k", where=lambda k: not isinstance(k.arg, tuple)), x, y)))
def where_known(k: UOp, x: UOp, y: UOp) -> UOp:
    """where(true, x, y) = x, where(false, x, y) = y"""
    return x if k.arg else y


@rule(RULES, UPat(Ops.WHERE, src=(c, true, false)))
def where_truth(c: UOp) -> UOp | None:
    """where(c, true, false) = c"""
    return c if c.dtype.count == 1 else None


@rule(RULES, UPat(Ops.WHERE, src=(c, x, x)))
def where_same(x: UOp) -> UOp:
    """where(c, x, x) = x"""
    return x


@rule(RULES, UPat(Ops.WHERE, src=(c, UPat(Ops.WHERE, src=(c, x, y)), z)))
def where_inside_yes(c: UOp, x: UOp, z: UOp) -> UOp:
    """where(c, where(c, x, y), z) = where(c, x, z)"""
    return c.alu(Ops.WHERE, x, z)


@rule(RULES, UPat(Ops.WHERE, src=(c, x, UPat(Ops.WHERE, src=(c, y, z)))))
def where_inside_no(c: UOp, x: UOp, z: UOp) -> UOp:
    """where(c, x, where(c, y, z)) = where(c, x, z)"""
    return c.alu(Ops.WHERE, x, z)


@rule(RULES, UPat(Ops.WHERE, src=(UPat(Ops.NOT, dtypes.bool, src=(c,)), x, y)))
def where_not(c: UOp, x: UOp, y: UOp) -> UOp:
    """where(not c, x, y) = where(c, y, x)"""
    return c.alu(Ops.WHERE, y, x)
