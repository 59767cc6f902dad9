"""Access conditions that are constant: the access becomes unconditional, or goes."""
from __future__ import annotations

from heddle.uop import Ops, UOp
from heddle.uop.rewrite import PatternMatcher, Rule, UPat, rule
from heddle.uop.rules import symbolic

RULES: list[Rule] = []
buffer, at = UPat.var("buffer"), UPat.var("at")


@rule(RULES, UPat(Ops.INDEX, src=(buffer, at, UPat(Ops.CONST, name="valid"))))
def index_known(buffer: UOp, at: UOp, valid: UOp) -> UOp | None:
    """buffer[at if true] = buffer[at]"""
    return buffer.index(at) if valid.arg is True else None


@rule(RULES, UPat(Ops.LOAD, src=(UPat(Ops.INDEX, src=(buffer, at, UPat(Ops.CONST, name="valid"))),), name="load"))
def load_nothing(load: UOp, valid: UOp) -> UOp | None:
    """load(buffer[at if false]) = 0"""
    return UOp.const(load.dtype, 0) if valid.arg is False else None


#: these and those of arithmetic, by which conditions become constant
access_rules = PatternMatcher([*symbolic.rules, *RULES], lasting=True)
