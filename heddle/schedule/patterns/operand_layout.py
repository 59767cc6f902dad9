"""Operand layout: factors of products that are first stored contiguous along the reduction, or without their windows.

Inputs: a prepared graph.
Outputs: an equal graph in which a product that walks one of its factors across its rows has a CONTIGUOUS there whose rows run along
the sum: where it does so often, or where the factor has a few rows only, such as the windows of a convolution with few positions,
and the other one is contiguous; and one that finds its elements by division, one below its windows.
Invariants: only where the factor's size is known, and along the sum only on devices that pack operands (`packs_operands`). Storing
costs as much as the factor is large, once; reading it across costs a cache line for each element and tile of the product, and the
vectors of a product with few rows have few lanes unless they run along the sum.
"""
from __future__ import annotations

import math

from heddle.named_tuple import NamedTuple
from heddle.schedule.capabilities import CapabilitiesOf
from heddle.schedule.cost_model import (
    FEW_ROWS_COLUMNS,
    FEWEST_COLUMNS,
    FEWEST_READS,
    FEWEST_ROWS,
    SHORT_REDUCE,
)
from heddle.schedule.index_map import TRUE, ZERO, Index, flatten, loops_over, source_index
from heddle.schedule.patterns.attention_fusion import is_marked
from heddle.schedule.patterns.packed_operands import FEW_ROWS, is_packed, is_sum_of_products, value_of
from heddle.schedule.reductions import is_product, summed
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.polynomial import linear
from heddle.uop.rewrite import PatternMatcher, Rule, UPat, rule
from heddle.uop.symbol import is_symbolic
from heddle.uop.symbolic_shapes import holds_symbols

RULES: list[Rule] = []


class _Factor(NamedTuple):
    """A factor of a product: what is repeated to fill it, the axes of the product in it, and how far apart its elements lie."""

    node: UOp  # below all that repeats it
    axes: tuple[int, ...]  # the product's axes that it has, in its own order
    strides: dict[int, int]  # elements between neighbours along each of them; 0 where that is not one number
    is_whole: bool  # each of its elements is one of the memory that it is read from, under no condition


@rule(RULES, UPat(Ops.REDUCE_AXIS, name="reduction"))
def iteration_factor(reduction: UOp, ctx: CapabilitiesOf) -> UOp | None:
    """sum(a * b) = sum(contiguous(a) * b) where a's rows run along the result, and not along the sum

    `a` is the factor that does not move with the last axis of the result: a product goes through it element by element, and through
    the other one in vectors, which it copies for each tile anyway.
    """
    if not is_product(reduction): return None
    for found, other in _factor_pairs(reduction, ctx):
        if found.is_whole and other.is_whole and _is_strided(found, other, reduction): return _with_stored(reduction, found)
    return None


@rule(RULES, UPat(Ops.REDUCE_AXIS, name="reduction"))
def store_few_rows(reduction: UOp, ctx: CapabilitiesOf) -> UOp | None:
    """sum(a * b) = sum(contiguous(a) * b) where a has a few rows that are not contiguous along the sum, and b's are

    The sum then runs in vectors, and each row of `b` is loaded once for all rows of `a`: a layer applied to a few vectors. Windows at
    a few positions, padded or not, are such rows; what they show several times is stored before, where it is computed in vectors.
    """
    for found, other in _factor_pairs(reduction, ctx):
        reduced, rows, columns = _axes(found, other, reduction)
        if not ({*reduced} <= {*found.axes} & {*other.axes} and other.is_whole and _is_contiguous(other, reduced, reduction)): continue
        if found.is_whole and _is_contiguous(found, reduced, reduction): continue
        sizes = [math.prod(reduction.src[0].shape[i] for i in axes) for axes in (rows, columns, reduced)]
        if sizes[0] <= FEW_ROWS and sizes[1] >= FEW_ROWS_COLUMNS and sizes[2] >= SHORT_REDUCE:
            return _with_stored(reduction, found, _shown_again(found.node))
    return None


def _shown_again(node: UOp) -> UOp | None:
    """The value that `node` moves, if that is computed and has fewer elements."""
    value = value_of(node)
    is_computed = value.op in GroupOp.ELEMENTWISE or value.op is Ops.REDUCE_AXIS
    return value if is_computed and value.capacity < node.capacity else None


def _factor_pairs(reduction: UOp, capabilities: CapabilitiesOf) -> list[tuple[_Factor, _Factor]]:
    """Each factor of a product that may be stored first, with the other one."""
    if is_marked(reduction): return []  # a chain's kernel reads both factors as they lie
    if not is_sum_of_products(reduction) or is_symbolic(reduction.src[0].shape): return []
    if not capabilities(reduction.device or "").packs_operands: return []
    a, b = map(_factor, summed(reduction).src)
    if a is None or b is None: return []
    # what is packed would be stored unpacked
    return [(x, y) for x, y in ((a, b), (b, a)) if not is_packed(value_of(x.node))]


def _with_stored(reduction: UOp, factor: _Factor, before: UOp | None = None) -> UOp:
    """The product with this factor stored first; and `before` that a value below it."""
    product = summed(reduction)
    n = next(n for n, side in enumerate(product.src) if factor == _factor(side))
    node = factor.node if before is None else factor.node.substitute({before: UOp(Ops.CONTIGUOUS, before.dtype, (before,))})
    side = product.src[n].substitute({factor.node: UOp(Ops.CONTIGUOUS, node.dtype, (node,))})
    return reduction.substitute({product: product.replace(src=(side, product.src[1]) if n == 0 else (product.src[0], side))})



def transposed_factors(sink: UOp) -> set[UOp]:
    """The CONTIGUOUS nodes right under the factors of products."""
    found: set[UOp] = set()
    for reduction in sink.toposort():
        if reduction.op is not Ops.REDUCE_AXIS or reduction.src[0].op not in (Ops.MUL, Ops.CAST): continue
        for side in summed(reduction).src:
            while side.op in (Ops.RESHAPE, Ops.EXPAND, Ops.CAST): side = side.src[0]
            if side.op is Ops.CONTIGUOUS: found.add(side)
    return found


def _factor(side: UOp) -> _Factor | None:
    """What this factor of a product is, if it is an array that is only repeated and transposed."""
    loops = loops_over(side.shape)
    index, base, top, valid = loops, side, None, TRUE
    while base.op in GroupOp.MOVEMENT or base.op is Ops.CAST:
        if top is None and base.op is not Ops.EXPAND and _is_whole(base, index): top = base, index
        if base.op in GroupOp.MOVEMENT:
            index, valid = source_index(base, index, valid)
        base = base.src[0]
    if top is None or holds_symbols(base): return None
    terms, _ = linear(flatten(index, base.shape))
    node, own = top
    axes = tuple(loops.index(i) for i in own if i is not ZERO)
    is_whole = valid is TRUE and all(loops[a] in terms for a in axes)
    return _Factor(node, axes, {a: abs(terms.get(loops[a], 0)) for a in axes}, is_whole)


def _is_whole(node: UOp, index: Index) -> bool:
    """Whether each axis of `node` is one of the product's, or has one element."""
    moving = [i for i in index if i is not ZERO]
    return all(i.op is Ops.RANGE for i in moving) and len(set(moving)) == len(moving) and \
        node.numel == math.prod(int(i.vmax) + 1 for i in moving)


def _axes(a: _Factor, b: _Factor, reduction: UOp) -> tuple[list[int], list[int], list[int]]:
    """The product's axes that are reduced, those that only `a` moves along, and those that only `b` does."""
    long = [i for i, size in enumerate(reduction.src[0].shape) if size != 1]
    reduced, kept = [i for i in long if i in reduction.arg[1]], [i for i in long if i not in reduction.arg[1]]
    return reduced, [i for i in kept if i not in b.axes], [i for i in kept if i not in a.axes]


def _is_contiguous(a: _Factor, reduced: list[int], reduction: UOp) -> bool:
    """Whether what is reduced is contiguous in memory, in the order of the product's axes."""
    size = 1
    for i in reversed(reduced):
        if a.strides[i] != size: return False
        size *= reduction.src[0].shape[i]
    return True


def _is_strided(a: _Factor, b: _Factor, reduction: UOp) -> bool:
    """Whether `a` is read across its rows, often enough, and would be read along them once it is transposed."""
    shape = reduction.src[0].shape
    reduced, rows, columns = _axes(a, b, reduction)
    kept = [i for i, size in enumerate(shape) if size != 1 and i not in reduced]
    if not kept or kept[-1] in a.axes or kept[-1] not in b.axes: return False
    if not {*reduced} <= {*a.axes} & {*b.axes} or list(a.axes[-len(reduced):]) != reduced: return False
    strided = min((a.strides[i] for i in rows), default=0) == 1 and min(a.strides[i] for i in reduced) > 1
    enough = ((rows, FEWEST_ROWS), (columns, FEWEST_COLUMNS), (reduced, SHORT_REDUCE))
    return strided and all(math.prod(shape[i] for i in axes) >= least for axes, least in enough)


# ---- windows over repeated elements


@rule(RULES, UPat(Ops.REDUCE_AXIS, name="reduction"))
def store_repeated_factor(reduction: UOp, ctx: CapabilitiesOf) -> UOp | None:
    """sum(windows(repeat(a)) * b) = sum(windows(contiguous(repeat(a))) * b)

    A convolution of an enlarged image: each of its windows would divide to find the element of `a`, in the innermost loop.
    """
    if is_marked(reduction) or not is_sum_of_products(reduction) or is_symbolic(reduction.src[0].shape): return None
    product = summed(reduction)
    repeated = [_repeated_below_windows(s) for s in product.src]
    for n, node in enumerate(repeated):
        if node is None or reduction.src[0].capacity < FEWEST_READS * node.capacity: continue
        stored = product.src[n].substitute({node: UOp(Ops.CONTIGUOUS, node.dtype, (node,))})
        return reduction.substitute({product: product.replace(src=(stored, product.src[1]) if n == 0 else (product.src[0], stored))})
    return None


def _repeated_below_windows(side: UOp) -> UOp | None:
    """The node under the windows of a factor, if it repeats smaller memory and windows find their elements by division."""
    index, node, valid = loops_over(side.shape), side, TRUE
    found: UOp | None = None
    while node.op in GroupOp.MOVEMENT or node.op is Ops.CAST:
        if node.op in GroupOp.MOVEMENT: index, valid = source_index(node, index, valid)
        above, node = node, node.src[0]
        if not _divides_windows(index): found = node
        elif found is not None and node.capacity < found.capacity and above is not side: return found
    return None


def _divides_windows(index: Index) -> bool:
    """Whether an index divides a sum of loops, as of a window and the position in it."""
    return any(n.op in _DIVISIONS and len(n.src[0].ranges) > 1 for i in index if i.op is not Ops.RANGE for n in i.toposort())


_DIVISIONS = frozenset((Ops.IDIV, Ops.MOD))


iteration_rules = PatternMatcher(RULES)
