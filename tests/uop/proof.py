"""Proofs by the solver z3 that two graphs of integers and bools are equal for all values of their variables.

Integers of a fixed width are bit vectors of that width, so wrapping, shifts and divisions are those of the machine; `index` is an
unbounded integer, or where bits are looked at or other integers become one, a bit vector wide enough for all that a test asks.
The translation is written from the op table alone and shares nothing with the interpreter, with which `test_proofs.py` compares it.
"""
from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from heddle.dtype import DType, dtypes
from heddle.uop import Ops, UOp
from heddle.uop.verify.smt_solver import Solver

_ON_BITS = frozenset((Ops.AND, Ops.OR, Ops.XOR, Ops.SHL, Ops.SHR, Ops.CAST))
_INDEX_BITS = 80


class Translation:
    """Nodes as terms of SMT-LIB; `facts` are the ranges of the variables."""

    def __init__(self, *roots: UOp) -> None:
        self.terms: dict[UOp, str] = {}
        self.facts: list[str] = []
        self.definitions: list[str] = []
        self.variables: list[str] = []
        self.bits_of_index = any(n.op in _ON_BITS and dtypes.index in (n.dtype, n.src[0].dtype) for r in roots for n in r.toposort())

    def width(self, dtype: DType) -> int | None:
        """Bits of an integer; None if it is unbounded."""
        if dtype != dtypes.index: return dtype.bits
        return _INDEX_BITS if self.bits_of_index else None

    def sort(self, dtype: DType) -> str:
        if dtype.is_bool(): return "Bool"
        width = self.width(dtype)
        return "Int" if width is None else f"(_ BitVec {width})"

    def of(self, root: UOp) -> str:
        for node in root.toposort():
            if node in self.terms: continue
            term = self._term(node)
            if node.op not in (Ops.CONST, Ops.DEFINE_VAR):
                name = f"t{len(self.terms)}"
                self.definitions.append(f"(define-fun {name} () {self.sort(node.dtype)} {term})")
                term = name
            self.terms[node] = term
        return self.terms[root]

    def _term(self, node: UOp) -> str:
        if node.op is Ops.CONST: return self.constant(node.dtype, node.arg)
        if node.op is Ops.DEFINE_VAR: return self._variable(node)
        s = [self.terms[x] for x in node.src]
        operand = node.src[0].dtype
        if node.op is Ops.CAST: return self.cast(s[0], operand, node.dtype)
        if node.op is Ops.WHERE: return f"(ite {s[0]} {s[1]} {s[2]})"
        if operand.is_bool(): return on_bools(node.op, s)
        width = self.width(operand)
        return on_unbounded(node.op, s) if width is None else on_bits(node.op, s, width, operand.is_unsigned())

    def _variable(self, node: UOp) -> str:
        name, low, high = node.arg
        self.definitions.append(f"(declare-const {name} {self.sort(node.dtype)})")
        self.variables.append(name)
        if node.dtype.is_bool(): return name
        low, high = self.constant(node.dtype, low), self.constant(node.dtype, high)
        at_most = "<=" if self.width(node.dtype) is None else "bvule" if node.dtype.is_unsigned() else "bvsle"
        self.facts += [f"({at_most} {low} {name})", f"({at_most} {name} {high})"]
        return name

    def constant(self, dtype: DType, value: Any) -> str:
        if dtype.is_bool(): return str(bool(value)).lower()
        return integer(value) if (width := self.width(dtype)) is None else bits(value, width)

    def cast(self, x: str, source: DType, target: DType) -> str:
        if source.is_bool(): return x if target.is_bool() else f"(ite {x} {self.constant(target, 1)} {self.constant(target, 0)})"
        if target.is_bool(): return f"(not (= {x} {self.constant(source, 0)}))"
        before, after = self.width(source), self.width(target)
        assert before is not None and after is not None
        if after <= before: return f"((_ extract {after - 1} 0) {x})"
        return f"((_ {'zero' if source.is_unsigned() else 'sign'}_extend {after - before}) {x})"


def integer(value: int) -> str: return str(value) if value >= 0 else f"(- {-value})"
def bits(value: int, width: int) -> str: return f"(_ bv{value % (1 << width)} {width})"


def on_bools(op: Ops, s: Sequence[str]) -> str:
    match op:
        case Ops.AND | Ops.MUL: return f"(and {s[0]} {s[1]})"
        case Ops.OR | Ops.ADD | Ops.MAX: return f"(or {s[0]} {s[1]})"
        case Ops.XOR | Ops.CMPNE | Ops.SUB: return f"(xor {s[0]} {s[1]})"
        case Ops.CMPEQ: return f"(= {s[0]} {s[1]})"
        case Ops.CMPLT: return f"(and (not {s[0]}) {s[1]})"
        case Ops.NOT: return f"(not {s[0]})"
        case Ops.NEG: return s[0]
        case Ops.MULACC: return f"(or (and {s[0]} {s[1]}) {s[2]})"
    raise AssertionError(op)


def on_unbounded(op: Ops, s: Sequence[str]) -> str:
    """Division rounds down; that of SMT-LIB rounds so that the remainder is not negative, which differs for negative divisors."""
    def floor(positive: str, negative: str) -> str: return f"(ite (= {s[1]} 0) 0 (ite (> {s[1]} 0) {positive} {negative}))"
    match op:
        case Ops.ADD: return f"(+ {s[0]} {s[1]})"
        case Ops.SUB: return f"(- {s[0]} {s[1]})"
        case Ops.MUL: return f"(* {s[0]} {s[1]})"
        case Ops.NEG: return f"(- {s[0]})"
        case Ops.NOT: return f"(- (- 1) {s[0]})"
        case Ops.MAX: return f"(ite (> {s[0]} {s[1]}) {s[0]} {s[1]})"
        case Ops.CMPLT: return f"(< {s[0]} {s[1]})"
        case Ops.CMPNE: return f"(not (= {s[0]} {s[1]}))"
        case Ops.CMPEQ: return f"(= {s[0]} {s[1]})"
        case Ops.MULACC: return f"(+ (* {s[0]} {s[1]}) {s[2]})"
        case Ops.IDIV: return floor(f"(div {s[0]} {s[1]})", f"(div (- {s[0]}) (- {s[1]}))")
        case Ops.MOD: return floor(f"(mod {s[0]} {s[1]})", f"(- (mod (- {s[0]}) (- {s[1]})))")
    raise AssertionError(op)


_BITS = {Ops.ADD: "bvadd", Ops.SUB: "bvsub", Ops.MUL: "bvmul", Ops.NEG: "bvneg", Ops.NOT: "bvnot", Ops.AND: "bvand", Ops.OR: "bvor",
         Ops.XOR: "bvxor", Ops.SHL: "bvshl", Ops.CMPEQ: "="}


def on_bits(op: Ops, s: Sequence[str], width: int, unsigned: bool) -> str:
    less = "bvult" if unsigned else "bvslt"
    if op in _BITS: return f"({_BITS[op]} {' '.join(s)})"
    match op:
        case Ops.SHR: return f"({'bvlshr' if unsigned else 'bvashr'} {s[0]} {s[1]})"
        case Ops.MAX: return f"(ite ({less} {s[1]} {s[0]}) {s[0]} {s[1]})"
        case Ops.CMPLT: return f"({less} {s[0]} {s[1]})"
        case Ops.CMPNE: return f"(not (= {s[0]} {s[1]}))"
        case Ops.MULACC: return f"(bvadd (bvmul {s[0]} {s[1]}) {s[2]})"
        case Ops.IDIV: return _floor(s[0], s[1], width, unsigned)[0]
        case Ops.MOD: return _floor(s[0], s[1], width, unsigned)[1]
    raise AssertionError(op)


def _floor(a: str, b: str, width: int, unsigned: bool) -> tuple[str, str]:
    """Quotient and remainder rounded down, 0 where b is 0. Signed bit vectors divide towards zero."""
    zero = bits(0, width)
    quotient, rest = (f"(bvudiv {a} {b})", f"(bvurem {a} {b})") if unsigned else (f"(bvsdiv {a} {b})", f"(bvsrem {a} {b})")
    if not unsigned:
        below = f"(and (not (= {rest} {zero})) (xor (bvslt {rest} {zero}) (bvslt {b} {zero})))"
        quotient, rest = f"(ite {below} (bvsub {quotient} {bits(1, width)}) {quotient})", f"(ite {below} (bvadd {rest} {b}) {rest})"
    return f"(ite (= {b} {zero}) {zero} {quotient})", f"(ite (= {b} {zero}) {zero} {rest})"


def counterexample(old: UOp, new: UOp) -> str | None:
    """Values of the variables for which the graphs differ; None if they are proven equal. AssertionError if z3 gives up."""
    translation = Translation(old, new)
    return _refute(translation, f"(not (= {translation.of(old)} {translation.of(new)}))")


def outside(node: UOp, low: Any, high: Any) -> str | None:
    """Values of the variables for which `node` is not within low … high; None if it always is."""
    translation = Translation(node)
    x, width = translation.of(node), translation.width(node.dtype)
    if node.dtype.is_bool():
        too_high, too_low = translation.constant(node.dtype, not high), translation.constant(node.dtype, low)
        return _refute(translation, f"(or (and {x} {too_high}) (and (not {x}) {too_low}))")
    if width is None: return _refute(translation, f"(or (< {x} {integer(low)}) (> {x} {integer(high)}))")
    less = "bvult" if node.dtype.is_unsigned() else "bvslt"
    return _refute(translation, f"(or ({less} {x} {bits(low, width)}) ({less} {bits(high, width)} {x}))")


@functools.cache
def _solver() -> Solver: return Solver(60.0)


def _refute(translation: Translation, claim: str) -> str | None:
    answer, values = _solver().query([*translation.facts, claim], translation.variables, translation.definitions)
    assert answer != "unknown", "not decided in 60 s"
    return str(values) if answer == "sat" else None
