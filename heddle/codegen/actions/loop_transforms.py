"""Loop transforms: strides of accesses along axes, and axes rewritten in terms of others.

Inputs: a kernel's ast, a SINK of ENDs of STOREs over RANGEs.
Outputs: the same computation over other RANGEs.
Invariants: a RANGE stands for one loop; replacing it keeps the set of elements that are computed.
"""
from __future__ import annotations

from collections.abc import Iterable

from heddle.codegen.access_conditions import access_rules
from heddle.dtype import dtypes
from heddle.uop import AxisType, GroupOp, Ops, UOp
from heddle.uop.cost import is_fixed, iterations, size_of
from heddle.uop.polynomial import linear, normal
from heddle.uop.rewrite import can_replace_at_once, graph_rewrite, replace_at_once
from heddle.uop.rewrite_trace import direct

#: Reductions up to this many elements are unrolled.
WRITE_OUT = 16


def stride(at: UOp, r: UOp) -> int | None:
    """The stride of the position `at` along `r`; None if it is not constant."""
    if r not in at.ranges: return 0
    terms, _ = linear(at)
    if any(t is not r and r in t.ranges for t in terms): return None
    return terms.get(r, 0)


def offset_by(at: UOp, k: int) -> UOp:
    """at + k, for a sum in normal form (the constant last)."""
    if at.op is Ops.CONST: return UOp.const(at.dtype, at.arg + k)
    if at.op is Ops.ADD and at.src[1].op is Ops.CONST: at, k = at.src[0], k + at.src[1].arg
    return at if k == 0 else UOp(Ops.ADD, at.dtype, (at, UOp.const(at.dtype, k)))


def accesses(sink: UOp) -> list[UOp]:
    """Every INDEX of the kernel."""
    return [n for n in sink.toposort() if n.op is Ops.INDEX]


def output_axes(sink: UOp) -> list[UOp]:
    """The axes around the outputs, each once, those of the first output first."""
    return list(dict.fromkeys(r for end in sink.src for r in end.src[1:]))


def is_around_outputs(sink: UOp, r: UOp) -> bool:
    """Whether an axis is around all outputs."""
    return all(r in end.src[1:] for end in sink.src)


def reductions_of(sink: UOp) -> list[UOp]:
    """Every REDUCE of the kernel, inner ones first."""
    return [n for n in sink.toposort() if n.op is Ops.REDUCE]


def reads_what_it_writes(sink: UOp) -> bool:
    """True if some buffer is both read and written: then no element may be computed twice."""
    order = sink.toposort()
    written = {n.src[0].src[0] for n in order if n.op is Ops.STORE and n.src[0].src[0].op is Ops.PARAM}
    return any(n.op is Ops.LOAD and n.src[0].src[0] in written for n in order)


def is_short(reduction: UOp) -> bool:
    """Whether a reduction is short enough to be unrolled."""
    return all(map(is_fixed, reduction.src[1:])) and iterations(reduction.src[1:]) <= WRITE_OUT


def is_unrolled(reduction: UOp) -> bool:
    """Whether no loop is left of a reduction."""
    return all(r.arg[1] is AxisType.UNROLL for r in reduction.src[1:])


def carried_axes(sink: UOp) -> list[UOp]:
    """The axes with loop-carried dependencies."""
    return list(dict.fromkeys(r for n in sink.toposort() if n.op is Ops.LOOP_CARRIED for r in n.src[2:]))


def factors_of(reduction: UOp) -> tuple[UOp, ...]:
    """The two factors of a sum of products, loaded or computed; none for other reductions."""
    product = reduction.src[0]
    while product.op is Ops.CAST: product = product.src[0]
    return product.src if reduction.arg is Ops.ADD and product.op is Ops.MUL else ()


def factor_loads(reduction: UOp) -> tuple[UOp | None, UOp | None]:
    """The loads under the two factors of a sum of products, which may be cast to what is reduced; None where it is no load."""
    if reduction.arg is not Ops.ADD or reduction.src[0].op is not Ops.MUL: return None, None
    a, b = (s.src[0] if s.op is Ops.CAST else s for s in reduction.src[0].src)
    return (a if a.op is Ops.LOAD else None), (b if b.op is Ops.LOAD else None)


def lanes_within(n: int, lanes: int) -> int:
    """The most lanes of a vector, a power of two and at most `lanes`, that `n` elements fill."""
    return min(lanes, 1 << (n.bit_length() - 1))


def fresh_id(sink: UOp) -> int:
    """An axis id that the kernel does not use yet."""
    return 1 + max((n.arg[0] for n in sink.toposort() if n.op is Ops.RANGE), default=-1)


def axis_name(r: UOp) -> str:
    """The name of an axis, which it keeps whatever is done to others: a letter before the first action; then `a.0`, `a.1` for parts
    of `a`, outer or earlier ones first, and `(a+b)` for `a` and `b` as one. (Numbers say which of two is younger: the order of code.)
    """
    if len(r.arg) > 2: return r.arg[2]
    times, letter = divmod(r.arg[0], 26)
    return chr(ord("a") + letter) + (str(times) if times else "")


def part_of(r: UOp, n: int, size: int | UOp, kind: AxisType, number: int) -> UOp:
    """A new axis that is part `n` of `r`."""
    return _named_range(size, kind, number, f"{axis_name(r)}.{n}")


def both_of(outer: UOp, inner: UOp, size: int | UOp, kind: AxisType, number: int) -> UOp:
    """A new axis that is both axes."""
    return _named_range(size, kind, number, name_of_both(axis_name(outer), axis_name(inner)))


def name_of_both(outer: str, inner: str) -> str: return f"({axes_joined(outer)}+{axes_joined(inner)})"


def axes_joined(name: str) -> str:
    """The axes that one was joined of, with + between them; itself, if it is not one of several."""
    return name[1:-1] if name.endswith(")") else name


def _named_range(size: int | UOp, kind: AxisType, number: int, name: str) -> UOp:
    r = UOp.range(size, kind, number)
    return r.replace(arg=(*r.arg, name))


#: an axis written otherwise: the expression, and the axes in it
Replacement = tuple[UOp, tuple[UOp, ...]]


def replace_ranges(sink: UOp, swap: dict[UOp, Replacement]) -> UOp:
    """The kernel with each range r rewritten as an expression over other ranges: swap[r] = (expression, those ranges)."""
    expressions = {r: new for r, (new, _) in swap.items()}
    order = sink.toposort()
    if can_replace_at_once(expressions):
        over = {n: src for n in order if n.op in _HAS_LOOPS and (src := _sources_over(n, swap, {})) is not None}
        return replace_at_once(sink, access_rules, expressions, over)
    new: dict[UOp, UOp] = {}
    for node in order:
        src = _sources_over(node, swap, new) if node.op in _HAS_LOOPS else None
        if node in expressions: new[node] = expressions[node]
        else: new[node] = node.replace(src=tuple([new[s] for s in node.src]) if src is None else src)
    return graph_rewrite(new[sink], access_rules)


_HAS_LOOPS = GroupOp.CLOSING | {Ops.LOOP_CARRIED}


def _sources_over(node: UOp, swap: dict[UOp, Replacement], new: dict[UOp, UOp]) -> tuple[UOp, ...] | None:
    """The sources of a node with loops after others: those in `new` for what it is computed from, and the ranges that take the place
    of its own. None if it has none of them."""
    first = 1 if node.op in GroupOp.CLOSING else 2
    if swap.keys().isdisjoint(node.src[first:]): return None
    loops = [q for r in node.src[first:] for q in (swap[r][1] if r in swap else (new.get(r, r),))]
    return (*[new.get(s, s) for s in node.src[:first]], *(dict.fromkeys(loops) if first == 1 else loops))


def retype(sink: UOp, kinds: dict[UOp, AxisType]) -> UOp:
    """The kernel with the types of some axes changed."""
    made = {r: r.replace(arg=(r.arg[0], kind, *r.arg[2:])) for r, kind in kinds.items()}
    return replace_ranges(sink, {r: (new, (new,)) for r, new in made.items()})


def reorder(sink: UOp, order: Iterable[UOp]) -> UOp:
    """The kernel with the loops of its ENDs and REDUCEs in this order, outermost first; others come first as they were."""
    depth = {r: n for n, r in enumerate(order)}

    def sorted_loops(node: UOp) -> UOp:
        return node.replace(src=(node.src[0], *sorted(node.src[1:], key=lambda r: depth.get(r, -1))))

    swap = {n: sorted_loops(n) for n in sink.toposort() if n.op is Ops.END}
    return sink.substitute(swap)


def changes(value: UOp, r: UOp) -> list[int]:
    """The iterations of a loop at which a comparison of its counter with a constant changes in a kernel or a value, in order."""
    found: set[int] = set()
    for n in value.toposort():
        if n.op is not Ops.CMPLT: continue
        a, b = n.src
        if a is r and b.op is Ops.CONST: found.add(b.arg)
        if b is r and a.op is Ops.CONST: found.add(a.arg + 1)
    return sorted(n for n in found if 0 < n < size_of(r))


@direct
def digits(sink: UOp) -> UOp:
    """Splits axes of which only digits (r // c, r % c) are used into one axis per digit."""
    for _ in range(16):
        found = _a_digit(sink)
        if found is None: return sink
        r, c = found
        i = fresh_id(sink)
        high, low = UOp.range(size_of(r) // c, r.arg[1], i), UOp.range(c, r.arg[1], i + 1)
        sink = replace_ranges(sink, {r: (high * c + low, (high, low))})
    return sink


def _a_digit(sink: UOp) -> tuple[UOp, int] | None:
    for n in sink.toposort():
        if n.op not in (Ops.IDIV, Ops.MOD) or n.src[1].op is not Ops.CONST or n.dtype != dtypes.index: continue
        terms, constant = linear(n.src[0])
        c = n.src[1].arg
        if constant or len(terms) != 1: continue
        (r, f), = terms.items()
        if r.op is Ops.RANGE and f == 1 and r.src[0].op is Ops.CONST and size_of(r) % c == 0 and 1 < c < size_of(r): return r, c
    return None


@direct
def merge(sink: UOp) -> UOp:
    """Merges adjacent axes that every access treats as one: a[i*n + j] over i, j is a[k] over k."""
    changed = True
    while changed:
        changed = False
        for node in sink.toposort():
            if node.op not in GroupOp.CLOSING or len(node.src) < 3: continue
            pair = next((p for p in zip(node.src[1:], node.src[2:], strict=False) if _walked_as_one(sink, *p)), None)
            if pair is None: continue
            outer, inner = pair
            both = UOp.range(iterations_of_both(outer, inner), outer.arg[1], fresh_id(sink))
            sink = replace_ranges(sink, {outer: (both // size_of(inner), (both,)), inner: (both % size_of(inner), (both,))})
            changed = True
            break
    return sink


def iterations_of_both(outer: UOp, inner: UOp) -> UOp:
    """Fuses two nested loops, of which the inner one has a constant extent."""
    return normal(outer.src[0] * size_of(inner))


#: ops by which a value depends on a position other than through memory
_LOOKS_AT_INDEX = frozenset((Ops.CAST, Ops.CMPLT, Ops.CMPNE, Ops.CMPEQ))


def _walked_as_one(sink: UOp, outer: UOp, inner: UOp) -> bool:
    if not is_fixed(inner): return False
    for node in sink.toposort():
        if node.op in GroupOp.CLOSING:
            if (outer in node.src[1:]) != (inner in node.src[1:]): return False
            if outer in node.src[1:] and node.src.index(inner) != node.src.index(outer) + 1: return False
        elif node.op is Ops.LOOP_CARRIED:
            if outer in node.src[2:] or inner in node.src[2:]: return False
        elif node.op is Ops.INDEX:
            if any({outer, inner} & s.ranges for s in node.src[2:]) or not _counts_as_one(node.src[1], outer, inner): return False
        elif node.op in _LOOKS_AT_INDEX and node.src[0].dtype == dtypes.index:
            if not all(_counts_as_one(s, outer, inner) for s in node.src): return False
    return True


def _counts_as_one(index: UOp, outer: UOp, inner: UOp) -> bool:
    """Whether an index depends on the two axes only as outer * size + inner."""
    a, b = stride(index, outer), stride(index, inner)
    return a is not None and b is not None and a == b * size_of(inner)


@direct
def renumber(sink: UOp) -> UOp:
    """Renumbers axes from 0 in order of appearance, loops of the outputs first."""
    order: dict[UOp, int] = {}
    for end in sink.src:
        for r in end.src[1:]: order.setdefault(r, len(order))
    for n in sink.toposort():
        if n.op is Ops.RANGE: order.setdefault(n, len(order))
    swap = {r: q for r, n in order.items() if (q := UOp(Ops.RANGE, r.dtype, r.src, (n, r.arg[1]))) is not r}
    return replace_ranges(sink, {r: (q, (q,)) for r, q in swap.items()}) if swap else sink
