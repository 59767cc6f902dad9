"""Proof that every access of a kernel stays in bounds: intervals first, then the SMT solver z3.

Inputs: a kernel's linear IR.
Outputs: the accesses that could not be proven, each with the reason and, where z3 found one, values of the loop counters that leave
the memory.
Invariants: an access counts as safe only if no values of its loop counters, variables and loaded numbers make its gate true and its
index leave the memory. What is loaded may be any number of its dtype.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heddle.errors import Location, VerifyError
from heddle.uop.interpreter.ops import lane_values
from heddle.uop.ops import GroupOp, Ops
from heddle.uop.printer import show_line
from heddle.uop.uop import UOp
from heddle.uop.verify.smt_solver import Solver

#: time that z3 may take for one access, in seconds
_TIME_LIMIT = 10.0

_ACCESSES = frozenset((Ops.LOAD, Ops.STORE, Ops.ASYNC_COPY, Ops.LDMATRIX))


@dataclass(frozen=True)
class Access:
    """`count` elements from element `index` of a memory of `size` elements on, touched where all of `gates` hold."""

    node: UOp
    index: UOp
    count: int
    size: int
    gates: tuple[UOp, ...]

    def within_bounds(self) -> bool:
        """Whether the index stays inside by its interval alone."""
        low, high = self.index.bounds
        return 0 <= low and high + self.count <= self.size

    def __str__(self) -> str:
        return f"{self.count} element(s) of a memory of {self.size}: {show_line(self.node)}"


@dataclass(frozen=True)
class Unproven:
    """An access that may leave its memory; `values` of loop counters and variables show how, if z3 found them."""

    access: Access
    values: str | None

    def __str__(self) -> str:
        low, high = self.access.index.bounds
        return f"{self.access}\n      index {low} to {high}; " + \
            (f"leaves the memory at {self.values}" if self.values is not None else "not decided in time")


def _memory(node: UOp) -> UOp:
    while node.op is Ops.AFTER: node = node.src[0]
    return node


def _count(node: UOp, position: int) -> int:
    """The elements that `node` touches from its source `position` on."""
    if node.op is Ops.ASYNC_COPY: return int(node.arg)
    if node.op is Ops.LDMATRIX: return 16 // node.src[0].dtype.itemsize
    return node.dtype.count if node.op is Ops.LOAD else node.src[1].dtype.count


def _accesses_of(node: UOp) -> list[Access]:
    found: list[Access] = []
    positions = (0, 1) if node.op is Ops.ASYNC_COPY else (0,)
    gate = node.src[2:3]
    for position in positions:
        address = _memory(node.src[position])
        if address.op is not Ops.INDEX: continue  # a register
        memory = _memory(address.src[0])
        found.append(Access(node, address.src[1], _count(node, position), memory.size, (*address.src[2:3], *gate)))
    return found


def accesses(uops: Sequence[UOp]) -> list[Access]:
    """Every access to memory in a kernel's linear IR."""
    return [access for node in uops if node.op in _ACCESSES for access in _accesses_of(node)]


def unproven(uops: Sequence[UOp]) -> list[Unproven]:
    """The accesses of a kernel that are not proven to stay inside their memory. SettingError without z3, if it is needed."""
    return leaving(accesses(uops))


def leaving(found: Sequence[Access]) -> list[Unproven]:
    """Those of `found` that are not proven to stay inside. SettingError without z3, if it is needed."""
    left = [access for access in found if not access.within_bounds()]
    if not left: return []
    with Solver(_TIME_LIMIT) as solver:
        prover = _Prover(solver)
        return [Unproven(access, values) for access in left for proven, values in (prover.prove(access),) if not proven]


def check_accesses(uops: Sequence[UOp], kernel: str, where: Location | None) -> None:
    """VerifyError with the kernel, the user's line and the accesses, if any may leave its memory."""
    if not (found := unproven(uops)): return
    text = "".join(f"\n    {one}" for one in found[:8])
    raise VerifyError(f"kernel {kernel} is not proven to stay inside its memory, in {len(found)} access(es):{text}\n", where=where)


class _Prover:
    """Integers and bools as terms of SMT-LIB, one per lane; integers are unbounded there, and wrapped where a node may wrap.

    What is no arithmetic on integers or bools, such as a number that is loaded, may be any value within the node's bounds.
    """

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.lanes: dict[UOp, tuple[str, ...]] = {}
        self.facts: dict[UOp, list[str]] = {}  # what holds of the symbols of a node that has symbols of its own
        self.new: list[str] = []  # definitions that the solver does not have yet

    def prove(self, access: Access) -> tuple[bool, str | None]:
        """Whether the access stays inside, and if not, values that make it leave."""
        roots = (access.index, *access.gates)
        below = list(UOp.sink(*roots).toposort(gate=lambda n: n.op not in _OPAQUE))
        for node in below:
            if node not in self.lanes: self.lanes[node] = self._translate(node)
        self.solver.define(self.new)
        self.new = []
        (index,) = self.lanes[access.index]
        facts = [fact for node in below for fact in self.facts.get(node, ())]
        leaves = f"(or (< {index} 0) (> (+ {index} {access.count}) {access.size}))"
        shown = {self.lanes[n][0]: n for n in below if self.facts.get(n)}
        names = list(shown)[:8]
        answer, values = self.solver.query([*facts, *(self.lanes[gate][0] for gate in access.gates), leaves], names)
        if answer == "unsat": return True, None
        return False, ", ".join(f"{show_line(shown[n])} = {values[n]}" for n in names) if answer == "sat" else None

    def _translate(self, node: UOp) -> tuple[str, ...]:
        """The SMT-LIB names of a node's lanes; what is not translated gets symbols with the node's bounds, so a proof stays sound."""
        if node.op in _OPAQUE or not (node.dtype.is_integer() or node.dtype.is_bool()): return self._any(node)
        if node.op is Ops.CONST:
            values = [_literal(v) for v in lane_values(node)]
            return tuple(values if len(values) > 1 else values * node.dtype.count)
        sources = [self.lanes[s] for s in node.src]
        if node.op is Ops.VECTORIZE: return tuple(lane for lanes in sources for lane in lanes)
        if node.op is Ops.GEP and len(node.src) == 1:
            picked: tuple[int, ...] = node.arg
            return tuple(sources[0][lane] for lane in picked)
        if node.op not in GroupOp.ELEMENTWISE or any(s.dtype.is_float() for s in node.src): return self._any(node)
        terms = [self._term(node, [lanes[i] for lanes in sources]) for i in range(node.dtype.count)]
        return self._any(node) if None in terms else tuple(self._named(node, term) for term in terms if term is not None)

    def _named(self, node: UOp, term: str) -> str:
        """A name for a term, so that no text repeats it."""
        name = f"t{len(self.lanes)}_{len(self.new)}"
        self.new.append(f"(define-fun {name} () {_sort(node)} {term})")
        return name

    def _any(self, node: UOp) -> tuple[str, ...]:
        """Symbols of its own: any values within the node's bounds."""
        symbols = tuple(f"n{len(self.lanes)}_{lane}" for lane in range(node.dtype.count))
        self.new += [f"(declare-const {x} {_sort(node)})" for x in symbols]
        if not node.dtype.is_integer(): return symbols
        low, high = (_literal(int(end)) for end in node.bounds)
        self.facts[node] = [f"(<= {low} {x} {high})" for x in symbols]
        # the counter of a loop whose extent is a variable stays below that
        if node.op is Ops.RANGE: self.facts[node].append(f"(< {symbols[0]} {self.lanes[node.src[0]][0]})")
        return symbols

    def _term(self, node: UOp, s: list[str]) -> str | None:
        """One lane in terms of the same lane of its sources; None for what is not translated."""
        if node.dtype.is_bool(): return _truth(node, s)
        value = _integer(node, s)
        return None if value is None else _wrapped(node, value)


def _sort(node: UOp) -> str: return "Int" if node.dtype.is_integer() else "Bool"


def _literal(value: int | bool) -> str:
    if isinstance(value, bool): return str(value).lower()
    return str(value) if value >= 0 else f"(- {-value})"


def _truth(node: UOp, s: list[str]) -> str | None:
    """A boolean op as SMT-LIB, where bools are Bool; None if it is not translated."""
    on_bools = node.src[0].dtype.is_bool()
    match node.op:
        case Ops.CMPLT: return f"(and (not {s[0]}) {s[1]})" if on_bools else f"(< {s[0]} {s[1]})"
        case Ops.CMPEQ: return f"(= {s[0]} {s[1]})"
        case Ops.CMPNE | Ops.XOR: return f"(not (= {s[0]} {s[1]}))"
        case Ops.AND | Ops.MUL: return f"(and {s[0]} {s[1]})"
        case Ops.OR | Ops.ADD | Ops.MAX: return f"(or {s[0]} {s[1]})"
        case Ops.NOT: return f"(not {s[0]})"
        case Ops.WHERE: return f"(ite {s[0]} {s[1]} {s[2]})"
        case Ops.CAST: return s[0] if on_bools else f"(not (= {s[0]} 0))"
        case _: return None


def _integer(node: UOp, s: list[str]) -> str | None:
    """An integer op as SMT-LIB over unbounded integers; None if it is not translated. `_wrapped` brings it into the dtype. Bitwise
    ops are translated for constants that make them a shift, a remainder or a complement."""
    match node.op:
        case Ops.ADD: return f"(+ {s[0]} {s[1]})"
        case Ops.SUB: return f"(- {s[0]} {s[1]})"
        case Ops.MUL: return f"(* {s[0]} {s[1]})"
        case Ops.MULACC: return f"(+ (* {s[0]} {s[1]}) {s[2]})"
        case Ops.NEG: return f"(- {s[0]})"
        case Ops.NOT if not node.dtype.is_unsigned(): return f"(- (- 1) {s[0]})"
        case Ops.MAX: return f"(ite (> {s[0]} {s[1]}) {s[0]} {s[1]})"
        case Ops.WHERE: return f"(ite {s[0]} {s[1]} {s[2]})"
        case Ops.CAST | Ops.BITCAST: return f"(ite {s[0]} 1 0)" if node.src[0].dtype.is_bool() else s[0]
        # div and mod by a positive number round down, as ours do
        case Ops.IDIV if node.src[1].vmin > 0: return f"(div {s[0]} {s[1]})"
        case Ops.MOD if node.src[1].vmin > 0: return f"(mod {s[0]} {s[1]})"
        case Ops.SHR if (n := _constant(node.src[1])) is not None: return f"(div {s[0]} {1 << n})"
        case Ops.SHL if (n := _constant(node.src[1])) is not None: return f"(* {s[0]} {1 << n})"
        case Ops.AND if (mask := _constant(node.src[1])) is not None and mask >= 0 and mask & mask + 1 == 0:
            return f"(mod {s[0]} {mask + 1})"
        case Ops.XOR if node.src[1].vmin >= -1 and node.src[1].vmax <= 0: return f"(ite (= {s[1]} 0) {s[0]} (- (- 1) {s[0]}))"
        case _: return None


def _wrapped(node: UOp, value: str) -> str:
    """`value` in the dtype's range: bounds narrower than the dtype mean that it never wraps."""
    scalar, (low, high) = node.dtype.scalar(), node.bounds
    if scalar.min < low or high < scalar.max or node.op in _NEVER_WRAP: return value
    if node.op in (Ops.CAST, Ops.BITCAST) and scalar.min <= node.src[0].vmin and node.src[0].vmax <= scalar.max: return value
    width = 1 << scalar.bits
    return f"(mod {value} {width})" if scalar.is_unsigned() else f"(- (mod (+ {value} {width // 2}) {width}) {width // 2})"


#: results that are in the dtype's range because the sources are
_NEVER_WRAP = frozenset((Ops.WHERE, Ops.MAX, Ops.IDIV, Ops.MOD, Ops.SHR, Ops.AND, Ops.XOR, Ops.NOT))
#: nodes whose value is taken as any value, whatever they read
_OPAQUE = frozenset((Ops.LOAD, Ops.SPECIAL, Ops.DEFINE_VAR, Ops.LOOKUP, Ops.DOT, Ops.WMMA, Ops.QUAD_SHUFFLE, Ops.WARP_SHUFFLE))


def _constant(x: UOp) -> int | None:
    """The value of a constant that is the same in every lane."""
    return x.arg if x.op is Ops.CONST and isinstance(x.arg, int) else None
