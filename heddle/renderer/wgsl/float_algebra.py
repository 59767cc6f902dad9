"""Float rewrites that WGSL compilers may make, and the operands to hide from them.

Inputs: the linear IR of one kernel.
Outputs: for each op the operands whose value must look unknown to the compiler.
Invariants: an operand is hidden only where the op and the op that made the operand have a term, a factor or constants in common, so
kernels without such coincidences are written as they are.

WGSL lets a compiler treat floats as real numbers: `(x + y) - x` becomes `y`, `(x * c) * d` becomes `x * (c * d)`, `x - x` becomes `0`.
The op table promises the rounding, the infinities and the NaN of each op.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from heddle.uop import GroupOp, Ops, UOp

_SUMS = (Ops.ADD, Ops.SUB, Ops.MULACC)
_DIVISIONS = (Ops.FDIV, Ops.RECIPROCAL)
_PRODUCTS = (Ops.MUL, *_DIVISIONS)
#: stands for every constant: two of them are combined
_CONSTANT = "constant"
#: terms or factors that are remembered of a chain: compilers look only a few ops back
_MOST = 32

Parts = frozenset[object]


class Algebra:
    """Terms of sums and factors of products, for every float of a kernel."""

    def __init__(self, uops: Iterable[UOp]) -> None:
        self._terms: dict[UOp, Parts] = {}
        self._factors: dict[UOp, Parts] = {}
        for u in uops:
            if not u.dtype.is_float(): continue
            if u.op is Ops.NEG: self._terms[u], self._factors[u] = self.terms(u.src[0]), self.factors(u.src[0])
            elif u.op is Ops.MULACC: self._terms[u] = _joined(frozenset((_product_of(u),)), self.terms(u.src[2]))
            elif u.op in _SUMS: self._terms[u] = _joined(*map(self.terms, u.src))
            elif u.op in _PRODUCTS:
                made = map(self.factors, u.src)
                self._factors[u] = _joined(*made, *((frozenset((_CONSTANT,)),) if u.op is Ops.RECIPROCAL else ()))

    def terms(self, u: UOp) -> Parts:
        """What is added up to `u`, whatever the signs."""
        return self._terms[u] if u in self._terms else frozenset((_leaf(u),))

    def factors(self, u: UOp) -> Parts:
        """What is multiplied, or divided by, to make `u`."""
        return self._factors[u] if u in self._factors else frozenset((_leaf(u),))

    def hidden(self, u: UOp) -> Sequence[int]:
        """The positions of the operands of `u` that have to be hidden."""
        if not u.src[0].dtype.is_float(): return ()
        if u.op in (Ops.ADD, Ops.SUB) or u.op in GroupOp.COMPARE: return self._in_sum(u)
        if u.op is Ops.MULACC:
            product = frozenset((_product_of(u), *self.terms(u.src[0]), *self.terms(u.src[1])))
            return (2,) if (_is(u.src[2], _SUMS) and product & self.terms(u.src[2])) or _plain(u.src[2]) is _plain(u.src[0]) else ()
        return self._in_product(u) if u.op in _PRODUCTS else ()

    def _in_sum(self, u: UOp) -> Sequence[int]:
        """x + y - x, x + 1 + 2, x - x, x * y - y * x, x + y < x."""
        a, b = u.src
        if not self.terms(a) & self.terms(b): return ()
        found = [i for i, s in enumerate(u.src) if _is(s, _SUMS)]
        if found: return found
        cancels = u.op is Ops.SUB or (u.op is Ops.ADD and (a.op is Ops.NEG) is not (b.op is Ops.NEG))
        return (1,) if cancels else ()

    def _in_product(self, u: UOp) -> Sequence[int]:
        """x * y / y, x * 2 * 3, 1 / (1 / x), x / x, sqrt(x) * sqrt(y)."""
        found: list[int] = []
        for i, s in enumerate(u.src):
            beside = self.factors(u.src[1 - i]) if len(u.src) > 1 else frozenset((_CONSTANT,))
            shared, divides = beside & self.factors(s), u.op in _DIVISIONS or _is(s, _DIVISIONS)
            if _is(s, _PRODUCTS) and (_CONSTANT in shared or (shared and divides)): found.append(i)
        if found: return found
        if u.op is Ops.FDIV and len({_plain(s) for s in u.src}) == 1: return (1,)
        return (1,) if u.op is Ops.MUL and all(_is(s, (Ops.SQRT,)) for s in u.src) else ()


def _plain(u: UOp) -> UOp:
    while u.op is Ops.NEG: u = u.src[0]
    return u


def _is(u: UOp, ops: tuple[Ops, ...]) -> bool: return _plain(u).op in ops
def _product(a: UOp, b: UOp) -> object: return frozenset((_plain(a), _plain(b)))
def _product_of(u: UOp) -> object: return _product(u.src[0], u.src[1])


def _leaf(u: UOp) -> object:
    """What is equal for equal values: products by their factors, in any order."""
    u = _plain(u)
    if u.op is Ops.CONST: return _CONSTANT
    return _product_of(u) if u.op is Ops.MUL else u


def _joined(*parts: Parts) -> Parts:
    whole: Parts = frozenset(part for found in parts for part in found)
    return whole if len(whole) <= _MOST else max(parts, key=len)
