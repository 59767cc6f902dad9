"""Float rewrites that WGSL compilers may make, and the operands to hide from them.

Inputs: the linear IR of one kernel.
Outputs: for each op the operands whose value must look unknown to the compiler.
Invariants: an operand is hidden only where the op and the op that made the operand have a term, a factor or constants in common, or
where it is a computed integer; kernels without such coincidences are written as they are.

WGSL lets a compiler treat floats as real numbers: `(x + y) - x` becomes `y`, `(x * c) * d` becomes `x * (c * d)`, `x - x` becomes `0`.
The op table promises the rounding, the infinities and the NaN of each op.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from heddle.renderer import memory_of
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.interpreter.ops import lane_values

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
        self._lanes: dict[UOp, Parts] = {}
        for u in uops:
            if not u.dtype.is_float(): continue
            if (parts := _alternatives(u)):
                self._terms[u], self._factors[u] = (_chosen(map(of, parts)) for of in (self.terms, self.factors))
            elif u.op is Ops.NEG: self._terms[u], self._factors[u] = self.terms(u.src[0]), self.factors(u.src[0])
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
        """The positions of the operands of `u` that have to be hidden, each in another way: equal operands would stay equal."""
        if not u.src[0].dtype.is_float(): return ()
        if u.op in (Ops.ADD, Ops.SUB) or u.op in GroupOp.COMPARE: return self._in_sum(u)
        if u.op is Ops.MULACC:
            a, _, c = u.src
            product = frozenset((_product_of(u), *self.terms(a), *self.terms(u.src[1])))
            related = (_is(c, _SUMS) and product & self.terms(c)) or _plain(c) is _plain(a) or self._share_a_factor(u, c)
            return (*_possible_zeros(u.src[:2]), *((2,) if related else ()))
        return self._in_product(u) if u.op in _PRODUCTS else ()

    def _in_sum(self, u: UOp) -> Sequence[int]:
        """x + y - x, x + 1 + 2, x - x, x * y - y * x, x + y < x, x * y + x * z, x - where(c, x, 0)."""
        a, b = u.src
        if not self.terms(a) & self.terms(b): return (1,) if u.op not in GroupOp.COMPARE and self._share_a_factor(a, b) else ()
        found = [i for i, s in enumerate(u.src) if _is(s, _SUMS)]
        if found: return found[-1:]
        cancels = u.op is Ops.SUB or (u.op is Ops.ADD and not _signs(a).isdisjoint([not sign for sign in _signs(b)]))
        return (1,) if cancels else ()

    def _share_a_factor(self, a: UOp, b: UOp) -> bool:
        """Whether a product in `a` and one in `b` have a factor in common, in any lane: x * y + x * z becomes x * (y + z)."""
        found = [self._lanes_of(p) for p in _products_in(a)]
        return any(not lanes.isdisjoint(self._lanes_of(p)) for p in (_products_in(b) if found else ()) for lanes in found)

    def _lanes_of(self, product: UOp) -> Parts:
        """The factors of each lane."""
        found = self._lanes.get(product)
        if found is None: found = self._lanes[product] = frozenset(pair for s in product.src[:2] for pair in enumerate(_lanes(s)))
        return found

    def _in_product(self, u: UOp) -> Sequence[int]:
        """x * y / y, x * 2 * 3, 1 / (1 / x), x / x, sqrt(x) * sqrt(y), (n < n) / x, (n < n) * x."""
        found: list[int] = []
        for i, s in enumerate(u.src):
            beside = self.factors(u.src[1 - i]) if len(u.src) > 1 else frozenset((_CONSTANT,))
            shared, divides = beside & self.factors(s), u.op in _DIVISIONS or _is(s, _DIVISIONS)
            if _is(s, _PRODUCTS) and (_CONSTANT in shared or (shared and divides)): found.append(i)
        if found: return found[-1:]
        if u.op is Ops.FDIV:
            found = [i for i, s in enumerate(u.src) if _is_computed_integer(s)]
            numerator, denominator = map(self.factors, u.src)
            return found or ((1,) if numerator & denominator - {_CONSTANT} else ())
        if u.op is not Ops.MUL: return ()
        return _possible_zeros(u.src) or ((1,) if all(_is(s, (Ops.SQRT,)) for s in u.src) else ())


def _plain(u: UOp) -> UOp:
    while u.op is Ops.NEG: u = u.src[0]
    return u


def _alternatives(u: UOp) -> tuple[UOp, ...]:
    """The operands of which `u` is one."""
    return u.src[1:] if u.op is Ops.WHERE else u.src if u.op is Ops.MAX else ()


def _choices(u: UOp) -> dict[tuple[UOp, bool], None]:
    """What `u` may be, and whether it is the negative of that: a compiler that sees through a condition knows which."""
    found, left = {(u, False): None}, [(u, False)]
    while left and len(found) < _MOST:
        node, sign = left.pop()
        behind = [(node.src[0], not sign)] if node.op is Ops.NEG else [(s, sign) for s in _alternatives(node)]
        new = [choice for choice in behind if choice not in found]
        found.update(dict.fromkeys(new))
        left += new
    return {choice: None for choice in found if choice[0].op is not Ops.NEG and not _alternatives(choice[0])}


def _signs(u: UOp) -> set[bool]: return {sign for _, sign in _choices(u)}
def _is(u: UOp, ops: tuple[Ops, ...]) -> bool: return any(v.op in ops for v, _ in _choices(u))


def _is_computed_integer(u: UOp, is_factor: bool = False) -> bool:
    """Whether a compiler that knows integers and booleans may find that the float `u` is 0: n < n is, and so is n ^ n, or its bits.

    A factor made of bits is a power of two in every exponential: only where its bits are of one n is it 0 for a compiler.
    """
    u = _plain(u)
    if u.op is Ops.VECTORIZE: return any(_is_computed_integer(s, is_factor) for s in u.src)
    if u.op not in (Ops.CAST, Ops.BITCAST): return False
    source = u.src[0]
    if source.dtype.is_bool(): return False  # see `is_decidable`
    if source.dtype.is_float(): return _is_computed_integer(source, is_factor)
    if u.op is Ops.BITCAST and is_factor: return len(source.src) == 2 and source.src[0] is source.src[1]
    return source.op not in (Ops.LOAD, Ops.CONST)


def is_decidable(u: UOp) -> bool:
    """Whether a compiler may know the bool `u`: n < n is false, and so is all that a loop makes of it in a register."""
    if not u.dtype.is_bool() or u.op is Ops.CONST: return False
    return u.op is not Ops.LOAD or memory_of(u.src[0]).op is Ops.DEFINE_REG


def _possible_zeros(factors: Sequence[UOp]) -> Sequence[int]:
    """The factor to hide, lest the product be 0 whatever the other is: not where both are integers, which are finite."""
    found = [i for i, s in enumerate(factors) if _is_computed_integer(s, is_factor=True)]
    return found if len(found) == 1 else ()


def _products_in(u: UOp) -> list[UOp]:
    """The products that are added up to `u`, as far as compilers look."""
    u = _plain(u)
    parts = u.src if u.op in (Ops.ADD, Ops.SUB) else (u, u.src[2]) if u.op is Ops.MULACC else (u,)
    return [p for s in parts if (p := _plain(s)).op in (Ops.MUL, Ops.MULACC)]


def _lanes(u: UOp) -> tuple[object, ...]:
    """What is equal for equal values in each lane."""
    u = _plain(u)
    if u.op is Ops.CONST: return (lane_values(u) * u.dtype.count)[:u.dtype.count]
    if u.op is Ops.VECTORIZE: return tuple([_lanes(s)[0] for s in u.src])
    if u.op is Ops.CAST and u.src[0].dtype.is_float(): return _lanes(u.src[0])
    if u.op is Ops.GEP:
        source = _lanes(u.src[0])
        return tuple([source[i] for i in u.arg])
    return (u,) if u.dtype.count == 1 else tuple([(u, i) for i in range(u.dtype.count)])


def _product(a: UOp, b: UOp) -> object: return frozenset((_plain(a), _plain(b)))
def _product_of(u: UOp) -> object: return _product(u.src[0], u.src[1])


def _leaf(u: UOp) -> object:
    """What is equal for equal values: products by their factors, in any order."""
    u = _plain(u)
    if u.op is Ops.CONST: return _CONSTANT
    if u.op is Ops.LOAD: return u.src[0]  # whatever its gate: a compiler may find that it is open
    return _product_of(u) if u.op is Ops.MUL else u


def _chosen(parts: Iterable[Parts]) -> Parts:
    """Those of any of the values between which a condition chooses; a constant is combined with none where there is a choice."""
    return _joined(*parts) - {_CONSTANT}


def _joined(*parts: Parts) -> Parts:
    whole: Parts = frozenset(part for found in parts for part in found)
    return whole if len(whole) <= _MOST else max(parts, key=len)
