"""First steps with a kernel's ast: arithmetic simplified, conditions where memory is touched, axes in their plainest form.

In: the ast that the schedule made. Out: an equal one with as few axes as its accesses allow.
"""
from __future__ import annotations

from heddle.codegen.axes import digits, merge, renumber, replace_ranges, size_of
from heddle.uop import Ops, UOp
from heddle.uop.rewrite import PatternMatcher, Rule, UPat, graph_rewrite, rule
from heddle.uop.rules import symbolic

RULES: list[Rule] = []
buffer, at, x = UPat.var("buffer"), UPat.var("at"), UPat.var("x")


@rule(RULES, UPat(Ops.INDEX, src=(buffer, at, UPat(Ops.CONST, name="valid"))))
def index_known(buffer: UOp, at: UOp, valid: UOp) -> UOp | None:
    """buffer[at if true] = buffer[at]"""
    return buffer.index(at) if valid.arg is True else None


@rule(RULES, UPat(Ops.LOAD, src=(UPat(Ops.INDEX, src=(buffer, at, UPat(Ops.CONST, name="valid"))),), name="load"))
def load_nothing(load: UOp, valid: UOp) -> UOp | None:
    """load(buffer[at if false]) = 0"""
    return UOp.const(load.dtype, 0) if valid.arg is False else None


@rule(RULES, UPat(Ops.REDUCE, name="reduce", src=(UPat(Ops.CONST, name="x"),), allow_any_len=True))
def reduce_constant(reduce: UOp, x: UOp) -> UOp | None:
    """max of a constant = the constant, sum of n times c = n*c for integers (a float sum would round on the way)"""
    if reduce.arg is Ops.MAX: return x
    if reduce.arg is Ops.ADD and (x.dtype.is_integer() or x.arg == 0):
        n = 1
        for r in reduce.src[1:]: n *= size_of(r)
        return UOp.const(x.dtype, x.arg * n)
    return None


simplify_rules = symbolic + PatternMatcher(RULES)


def simplify(sink: UOp) -> UOp:
    """`sink` in its plainest form."""
    sink = graph_rewrite(sink, simplify_rules)
    sink = share_reduce_loops(sink)
    return renumber(merge(digits(sink)))


def share_reduce_loops(sink: UOp) -> UOp:
    """Reduces over as many elements, under the same outer loops and independent of each other, run in one loop."""
    level: dict[UOp, int] = {}
    groups: dict[tuple, list[UOp]] = {}
    for node in sink.toposort():
        level[node] = max((level[s] for s in node.src), default=0) + (node.op is Ops.REDUCE)
        if node.op is Ops.REDUCE:
            key = (level[node], node.ranges, tuple(size_of(r) for r in node.src[1:]))
            groups.setdefault(key, []).append(node)
    swap: dict[UOp, tuple[UOp, tuple[UOp, ...]]] = {}
    for reduces in groups.values():
        for other in reduces[1:]:
            for kept, gone in zip(reduces[0].src[1:], other.src[1:], strict=True):
                if gone is not kept and gone not in swap and kept not in swap: swap[gone] = (kept, (kept,))
    return replace_ranges(sink, swap) if swap else sink
