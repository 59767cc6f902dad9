"""Proofs by the solver z3 that two graphs of integers and bools are equal for all values of their variables.

Integers of a fixed width are bit vectors of that width, so wrapping, shifts and divisions are those of the machine; `index` is
z3's unbounded integer, or where bits are looked at or other integers become one, a bit vector wide enough for all that a test
asks. The translation is written from the op table alone and shares nothing with the interpreter, with which `test_proofs.py`
compares it.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from heddle.dtype import DType, dtypes
from heddle.uop import Ops, UOp

_ON_BITS = frozenset((Ops.AND, Ops.OR, Ops.XOR, Ops.SHL, Ops.SHR, Ops.CAST))
_INDEX_BITS = 80


class Translation:
    """Nodes as terms; `facts` are the ranges of the variables."""

    def __init__(self, *roots: UOp) -> None:
        self.terms: dict[UOp, Any] = {}
        self.facts: list[Any] = []
        self.bits_of_index = any(n.op in _ON_BITS and dtypes.index in (n.dtype, n.src[0].dtype) for r in roots for n in r.toposort())

    def width(self, dtype: DType) -> int | None:
        """Bits of an integer; None if it is unbounded."""
        if dtype != dtypes.index: return dtype.bits
        return _INDEX_BITS if self.bits_of_index else None

    def of(self, root: UOp) -> Any:
        for node in root.toposort():
            if node not in self.terms: self.terms[node] = self._term(node)
        return self.terms[root]

    def _term(self, node: UOp) -> Any:
        if node.op is Ops.CONST: return self.constant(node.dtype, node.arg)
        if node.op is Ops.DEFINE_VAR: return self._variable(node)
        s = [self.terms[x] for x in node.src]
        operand = node.src[0].dtype
        if node.op is Ops.CAST: return self.cast(s[0], operand, node.dtype)
        if node.op is Ops.WHERE: return z3.If(s[0], s[1], s[2])
        if operand.is_bool(): return on_bools(node.op, s)
        return on_unbounded(node.op, s) if self.width(operand) is None else on_bits(node.op, s, operand.is_unsigned())

    def _variable(self, node: UOp) -> Any:
        name, low, high = node.arg
        if node.dtype.is_bool(): return z3.Bool(name)
        width = self.width(node.dtype)
        x = z3.Int(name) if width is None else z3.BitVec(name, width)
        if node.dtype.is_unsigned(): self.facts += [z3.UGE(x, low), z3.ULE(x, high)]
        else: self.facts += [x >= low, x <= high]
        return x

    def constant(self, dtype: DType, value: Any) -> Any:
        if dtype.is_bool(): return z3.BoolVal(value)
        width = self.width(dtype)
        return z3.IntVal(value) if width is None else z3.BitVecVal(value, width)

    def cast(self, x: Any, source: DType, target: DType) -> Any:
        if source.is_bool(): return x if target.is_bool() else z3.If(x, self.constant(target, 1), self.constant(target, 0))
        if target.is_bool(): return x != self.constant(source, 0)
        before, after = self.width(source), self.width(target)
        assert before is not None and after is not None
        if after <= before: return z3.Extract(after - 1, 0, x)
        return z3.ZeroExt(after - before, x) if source.is_unsigned() else z3.SignExt(after - before, x)


def on_bools(op: Ops, s: Sequence[Any]) -> Any:
    match op:
        case Ops.AND | Ops.MUL: return z3.And(*s)
        case Ops.OR | Ops.ADD | Ops.MAX: return z3.Or(*s)
        case Ops.XOR | Ops.CMPNE | Ops.SUB: return s[0] != s[1]
        case Ops.CMPEQ: return s[0] == s[1]
        case Ops.CMPLT: return z3.And(z3.Not(s[0]), s[1])
        case Ops.NOT: return z3.Not(s[0])
        case Ops.NEG: return s[0]
        case Ops.MULACC: return z3.Or(z3.And(s[0], s[1]), s[2])
    raise AssertionError(op)


def on_unbounded(op: Ops, s: Sequence[Any]) -> Any:
    """Division rounds down; z3's rounds so that the remainder is not negative, which differs for negative divisors."""
    match op:
        case Ops.ADD: return s[0] + s[1]
        case Ops.SUB: return s[0] - s[1]
        case Ops.MUL: return s[0] * s[1]
        case Ops.NEG: return -s[0]
        case Ops.NOT: return -1 - s[0]
        case Ops.MAX: return z3.If(s[0] > s[1], s[0], s[1])
        case Ops.CMPLT: return s[0] < s[1]
        case Ops.CMPNE: return s[0] != s[1]
        case Ops.CMPEQ: return s[0] == s[1]
        case Ops.MULACC: return s[0] * s[1] + s[2]
        case Ops.IDIV: return z3.If(s[1] == 0, z3.IntVal(0), z3.If(s[1] > 0, s[0] / s[1], (-s[0]) / (-s[1])))
        case Ops.MOD: return z3.If(s[1] == 0, z3.IntVal(0), z3.If(s[1] > 0, s[0] % s[1], -((-s[0]) % (-s[1]))))
    raise AssertionError(op)


def on_bits(op: Ops, s: Sequence[Any], unsigned: bool) -> Any:
    less = z3.ULT if unsigned else lambda a, b: a < b
    match op:
        case Ops.ADD: return s[0] + s[1]
        case Ops.SUB: return s[0] - s[1]
        case Ops.MUL: return s[0] * s[1]
        case Ops.NEG: return -s[0]
        case Ops.NOT: return ~s[0]
        case Ops.AND: return s[0] & s[1]
        case Ops.OR: return s[0] | s[1]
        case Ops.XOR: return s[0] ^ s[1]
        case Ops.SHL: return s[0] << s[1]
        case Ops.SHR: return z3.LShR(s[0], s[1]) if unsigned else s[0] >> s[1]
        case Ops.MAX: return z3.If(less(s[1], s[0]), s[0], s[1])
        case Ops.CMPLT: return less(s[0], s[1])
        case Ops.CMPNE: return s[0] != s[1]
        case Ops.CMPEQ: return s[0] == s[1]
        case Ops.MULACC: return s[0] * s[1] + s[2]
        case Ops.IDIV: return _floor(s[0], s[1], unsigned)[0]
        case Ops.MOD: return _floor(s[0], s[1], unsigned)[1]
    raise AssertionError(op)


def _floor(a: Any, b: Any, unsigned: bool) -> tuple[Any, Any]:
    """Quotient and remainder rounded down, 0 where b is 0. Bit vectors divide towards zero."""
    zero = z3.BitVecVal(0, a.size())
    if unsigned: quotient, rest = z3.UDiv(a, b), z3.URem(a, b)
    else:
        quotient, rest = a / b, z3.SRem(a, b)
        below = z3.And(rest != 0, (rest < 0) != (b < 0))
        quotient, rest = z3.If(below, quotient - 1, quotient), z3.If(below, rest + b, rest)
    return z3.If(b == 0, zero, quotient), z3.If(b == 0, zero, rest)


def counterexample(old: UOp, new: UOp, *, seconds: float = 60.0) -> str | None:
    """Values of the variables for which the graphs differ; None if they are proven equal. AssertionError if z3 gives up."""
    translation = Translation(old, new)
    a, b = translation.of(old), translation.of(new)
    return _refute(translation, a != b, seconds)


def outside(node: UOp, low: Any, high: Any, *, seconds: float = 60.0) -> str | None:
    """Values of the variables for which `node` is not within low … high; None if it always is."""
    translation = Translation(node)
    x = translation.of(node)
    if node.dtype.is_bool(): return _refute(translation, z3.Or(z3.And(x, not high), z3.And(z3.Not(x), bool(low))), seconds)
    if translation.width(node.dtype) is not None: x = z3.BV2Int(x, is_signed=not node.dtype.is_unsigned())
    return _refute(translation, z3.Or(x < low, x > high), seconds)


def _refute(translation: Translation, claim: Any, seconds: float) -> str | None:
    solver = z3.Solver()
    solver.set("timeout", int(seconds * 1000))
    solver.add(*translation.facts, claim)
    answer = solver.check()
    assert answer != z3.unknown, f"not decided in {seconds} s"
    return str(solver.model()) if answer == z3.sat else None
