"""Factors of products that are stored first, by a kernel of their own: strided ones transposed, repeated ones under windows.

In: a prepared graph. Out: an equal graph in which a product that walks one of its factors across its rows, and does so often, has
a CONTIGUOUS there whose rows run along the sum; and one that finds its elements by division, one below its windows.
Always true: only where the factor's size is known; strided factors only on devices that want it (`Traits.packs_operands`). The copy
costs as much as the factor is large, once; a strided read costs a cache line for each element and tile of the product.
"""
from __future__ import annotations

import math
from typing import NamedTuple

from heddle.schedule.chains import is_marked
from heddle.schedule.costs import FEWEST_COLUMNS, FEWEST_READS, FEWEST_ROWS, SHORT_REDUCE
from heddle.schedule.fold import is_product
from heddle.schedule.indexing import TRUE, ZERO, Index, flatten, source_index
from heddle.schedule.packed import is_packed, is_sum_of_products, value_of
from heddle.schedule.traits import TraitsOf
from heddle.uop import AxisType, GroupOp, Ops, UOp
from heddle.uop.rewrite import PatternMatcher, Rule, UPat, rule
from heddle.uop.rules.integers import linear
from heddle.uop.sizes import holds_symbols
from heddle.uop.symbol import is_symbolic

RULES: list[Rule] = []


class _Factor(NamedTuple):
    """A factor of a product: what is repeated to fill it, the axes of the product in it, and how far apart its elements lie."""

    node: UOp  # below all that repeats it
    axes: tuple[int, ...]  # the product's axes that it has, in its own order
    strides: dict[int, int]  # elements between neighbours along each of them


@rule(RULES, UPat(Ops.REDUCE_AXIS, name="fold"))
def turn_factor(fold: UOp, ctx: TraitsOf) -> UOp | None:
    """sum(a * b) = sum(contiguous(a) * b) where a's rows run along the result, and not along the sum

    `a` is the factor that does not move with the last axis of the result: a product goes through it element by element, and through
    the other one in vectors, which it copies for each tile anyway.
    """
    if is_marked(fold): return None  # a chain's kernel reads both factors as they lie
    if not is_product(fold) or is_symbolic(fold.src[0].shape) or not ctx(fold.device or "").packs_operands: return None
    product = fold.src[0]
    while product.op is Ops.CAST: product = product.src[0]
    for n, side in enumerate(product.src):
        found, other = _factor(side), _factor(product.src[1 - n])
        if found is None or other is None or not _lies_across(found, other, fold): continue
        if is_packed(value_of(found.node)): continue  # stored the other way round, it would be stored unpacked
        turned = side.substitute({found.node: UOp(Ops.CONTIGUOUS, found.node.dtype, (found.node,))})
        return fold.substitute({product: product.replace(src=(turned, product.src[1]) if n == 0 else (product.src[0], turned))})
    return None



def turned_factors(sink: UOp) -> set[UOp]:
    """The CONTIGUOUS nodes right under the factors of products."""
    found: set[UOp] = set()
    for fold in sink.toposort():
        if fold.op is not Ops.REDUCE_AXIS or fold.src[0].op not in (Ops.MUL, Ops.CAST): continue
        product = fold.src[0]
        while product.op is Ops.CAST: product = product.src[0]
        for side in product.src:
            while side.op in (Ops.RESHAPE, Ops.EXPAND, Ops.CAST): side = side.src[0]
            if side.op is Ops.CONTIGUOUS: found.add(side)
    return found


def _factor(side: UOp) -> _Factor | None:
    """What this factor of a product is, if it is an array that is only repeated and turned."""
    shape = side.shape
    loops: Index = tuple(ZERO if s == 1 else UOp.range(s, AxisType.LOOP, i) for i, s in enumerate(shape))
    index, base, top = loops, side, None
    while base.op in GroupOp.MOVEMENT or base.op is Ops.CAST:
        if top is None and base.op is not Ops.EXPAND and _is_whole(base, index): top = base, index
        if base.op in GroupOp.MOVEMENT:
            index, valid = source_index(base, index, TRUE)
            if valid is not TRUE: return None
        base = base.src[0]
    if top is None or holds_symbols(base): return None
    terms, _ = linear(flatten(index, base.shape))
    node, own = top
    axes = tuple(loops.index(i) for i in own if i is not ZERO)
    if any(loops[a] not in terms for a in axes): return None
    return _Factor(node, axes, {a: abs(terms[loops[a]]) for a in axes})


def _is_whole(node: UOp, index: Index) -> bool:
    """Whether each axis of `node` is one of the product's, or has one element."""
    moving = [i for i in index if i is not ZERO]
    return all(i.op is Ops.RANGE for i in moving) and len(set(moving)) == len(moving) and \
        node.numel == math.prod(int(i.vmax) + 1 for i in moving)


def _lies_across(a: _Factor, b: _Factor, fold: UOp) -> bool:
    """Whether `a` is read across its rows, often enough, and would be read along them once it were turned."""
    shape = fold.src[0].shape
    long = [i for i, size in enumerate(shape) if size != 1]
    folded, kept = [i for i in long if i in fold.arg[1]], [i for i in long if i not in fold.arg[1]]
    if not kept or kept[-1] in a.axes or kept[-1] not in b.axes: return False
    if not {*folded} <= {*a.axes} & {*b.axes} or list(a.axes[-len(folded):]) != folded: return False
    rows, columns = [i for i in kept if i not in b.axes], [i for i in kept if i not in a.axes]
    across = min((a.strides[i] for i in rows), default=0) == 1 and min(a.strides[i] for i in folded) > 1
    enough = ((rows, FEWEST_ROWS), (columns, FEWEST_COLUMNS), (folded, SHORT_REDUCE))
    return across and all(math.prod(shape[i] for i in axes) >= least for axes, least in enough)


# ---- windows over repeated elements


@rule(RULES, UPat(Ops.REDUCE_AXIS, name="fold"))
def store_repeated_factor(fold: UOp, ctx: TraitsOf) -> UOp | None:
    """sum(windows(repeat(a)) * b) = sum(windows(contiguous(repeat(a))) * b)

    A convolution of an enlarged image: each of its windows would divide to find the element of `a`, in the innermost loop.
    """
    if is_marked(fold) or not is_sum_of_products(fold) or is_symbolic(fold.src[0].shape): return None
    product = fold.src[0]
    while product.op is Ops.CAST: product = product.src[0]
    repeated = [_repeated_below_windows(s) for s in product.src]
    for n, node in enumerate(repeated):
        if node is None or fold.src[0].capacity < FEWEST_READS * node.capacity: continue
        stored = product.src[n].substitute({node: UOp(Ops.CONTIGUOUS, node.dtype, (node,))})
        return fold.substitute({product: product.replace(src=(stored, product.src[1]) if n == 0 else (product.src[0], stored))})
    return None


def _repeated_below_windows(side: UOp) -> UOp | None:
    """The node under the windows of a factor, if it repeats smaller memory and windows find their elements by division."""
    loops: Index = tuple(ZERO if s == 1 else UOp.range(s, AxisType.LOOP, i) for i, s in enumerate(side.shape))
    index, node, valid = loops, side, TRUE
    found: UOp | None = None
    while node.op in GroupOp.MOVEMENT or node.op is Ops.CAST:
        if node.op in GroupOp.MOVEMENT: index, valid = source_index(node, index, valid)
        above, node = node, node.src[0]
        if not _divides_windows(index): found = node
        elif found is not None and node.capacity < found.capacity and above is not side: return found
    return None


def _divides_windows(index: Index) -> bool:
    """Whether an index divides a sum of loops, as of a window and its place in it."""
    return any(n.op in (Ops.IDIV, Ops.MOD) and len(n.src[0].ranges) > 1 for i in index for n in i.toposort())


turn_rules = PatternMatcher(RULES)
