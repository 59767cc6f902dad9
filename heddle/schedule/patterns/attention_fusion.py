"""Attention fusion: softmax(q @ k.T + mask) @ v in one kernel, a product whose factor is reduced from another product.

Inputs: a tensor graph.
Outputs: an equal graph in which the second product of each such chain and the first are marked, and later which values lie between
them: they are never stored, for the kernel keeps some rows in fast memory (codegen/actions/row_fusion.py), or computes blocks of
scores on tensor cores as often as it needs them (block_fusion.py).
Invariants: the values between are read by nothing else; every reduction among them is along the axis that the second product sums
over.
"""
from __future__ import annotations

from collections.abc import Collection

from heddle.dtype import DType, dtypes
from heddle.named_tuple import NamedTuple
from heddle.schedule.capabilities import CapabilitiesOf, SchedulingCapabilities
from heddle.schedule.cost_model import CHAIN_COLUMNS, CHAIN_DEPTH, CHAIN_ROWS, CHAIN_TILE
from heddle.schedule.index_map import TRUE, ZERO, Index, loops_over, source_index
from heddle.schedule.patterns.attention_gradient import find_members
from heddle.schedule.reductions import is_product, reduction_length, repeats
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.symbol import is_symbolic, most
from heddle.uop.traversal import readers_of

#: third part of the argument of a REDUCE_AXIS: the second product of a chain, the first, and a reduction of rows that is stored
OUTER, INNER, ROWS = "outer", "inner", "rows"
#: of a chain that is split along the keys: its reductions for each chunk, and those that join chunks (split_keys.py)
CHUNK, JOINED = "chunk", "joined"


class _Found(NamedTuple):
    """What lies under one factor of a product."""

    inner: UOp  # the first product
    at: Index  # its element that an element of the factor comes from, in loops of the second product
    between: frozenset[UOp]  # the values from there to the factor
    row_reductions: int


def mark_chains(sink: UOp, capabilities: CapabilitiesOf, required: Collection[UOp] | None = None) -> UOp:
    """`sink` with the products of its chains marked, on devices that keep tiles in fast memory.

    Of its sources, those not `required` (all, if None) may stay values between.
    """
    order = sink.toposort()
    products = {n for n in order if n.op is Ops.REDUCE_AXIS and is_product(n)}
    outers = {n for n in products if _may_be_outer(n) and _fuses(n, capabilities)}
    if not outers or len(products) < 2: return sink
    readers = readers_of(order)
    if required is not None: readers |= {n: [r for r in readers[n] if r is not sink] for n in sink.src if n not in required}
    swap: dict[UOp, UOp] = {}
    for node in order:
        src = tuple([swap[s] for s in node.src])
        swap[node] = new = node if src == node.src else node.replace(src=src)
        if node in outers and (inner := _inner_product(node, readers, products, capabilities(node.device or ""))) is not None:
            # nothing else reads the values between, so the marked node replaces it everywhere
            marked = new.substitute({swap[inner]: _marked(swap[inner], INNER)})
            swap[node] = _marked(marked, OUTER)
    return _mark_members(swap[sink], capabilities, {swap[n] for n in sink.src if required is None or n in required})


def _mark_members(sink: UOp, capabilities: CapabilitiesOf, required: set[UOp]) -> UOp:
    """`sink` with the products and reductions marked whose scores are computed by blocks in each of their kernels."""
    order = sink.toposort()
    products = {n for n in order if n.op is Ops.REDUCE_AXIS and not is_marked(n) and is_product(n)}
    outers = {n for n in products if _may_be_outer(n) and _format(n) in capabilities(n.device or "").fuses_blocks
              and not capabilities(n.device or "").fuses_rows}
    if len(outers) < 2: return sink
    readers = readers_of(order)
    readers |= {n: [r for r in readers[n] if r is not sink] for n in sink.src if n not in required}
    members = find_members(order, readers, {n for n in products if _format(n) is not None}, outers)
    inner = {n for m in members.values() for n in m.inner}
    swap: dict[UOp, UOp] = {}
    for node in order:
        src = tuple([swap[s] for s in node.src])
        new = node if src == node.src else node.replace(src=src)
        if node in inner: new = _marked(new, INNER)
        elif node in outers and node in members: new = _marked(new, OUTER)
        elif node in members: new = UOp(Ops.CONTIGUOUS, new.dtype, (_marked(new, ROWS),))
        swap[node] = new
    return swap[sink]


def _marked(reduction: UOp, how: str) -> UOp: return reduction.replace(arg=(*reduction.arg[:2], how))


def is_marked(reduction: UOp, how: str = "") -> bool:
    """Whether this REDUCE_AXIS is one of the products of a chain, or the one that `how` says."""
    return len(reduction.arg) > 2 and how in ("", reduction.arg[2])


def values_between(order: list[UOp]) -> set[UOp]:
    """The first products of marked chains, what they sum, and all that is made of them until the second product, or until it is
    stored for a chunk. And what depends on the maximum of chunks that are joined, until the sums of these."""
    found: set[UOp] = set()
    for node in order:
        if node.op is Ops.REDUCE_AXIS and is_marked(node):
            if node.arg[2] == INNER: found |= {node, *_summed(node)}
            elif node.arg[2] == CHUNK: found.add(node)
        elif node.op is not Ops.CONTIGUOUS and any(s in found for s in node.src): found.add(node)
    joined = [n for n in order if n.op is Ops.REDUCE_AXIS and is_marked(n, JOINED)]
    for total in joined:
        for node in total.toposort(gate=lambda n: n.op is not Ops.CONTIGUOUS):
            if node is total or node.op is Ops.CONTIGUOUS: continue
            if node in joined or any(s in found for s in node.src): found.add(node)
    return found


def _summed(reduction: UOp) -> list[UOp]:
    """The products that are summed, and their casts."""
    chain = [reduction.src[0]]
    while chain[-1].op is Ops.CAST: chain.append(chain[-1].src[0])
    return chain


def _may_be_outer(reduction: UOp) -> bool:
    return not is_marked(reduction) and len(reduction.arg[1]) == 1 and reduction.dtype.is_float()


def _fuses(outer: UOp, capabilities: CapabilitiesOf) -> bool:
    known = capabilities(outer.device or "")
    return known.fuses_rows or _format(outer) in known.fuses_blocks


def _format(reduction: UOp) -> DType | None:
    """The number format of both factors of a sum of products, before they are widened; None where they differ."""
    found = {_narrowed(s).dtype for s in _summed(reduction)[-1].src}
    return found.pop() if len(found) == 1 else None


def _narrowed(x: UOp) -> UOp:
    """What is widened to `x`, if anything is."""
    while x.op in GroupOp.MOVEMENT or (x.op is Ops.CAST and x.src[0].dtype.is_float() and x.src[0].dtype.itemsize <= x.dtype.itemsize):
        x = x.src[0]
    return x


def _inner_product(
        outer: UOp, readers: dict[UOp, list[UOp]], products: set[UOp], known: SchedulingCapabilities) -> UOp | None:
    """The first product of the chain that ends with `outer`, if there is one and both are one kernel's work."""
    product = _summed(outer)[-1]
    axis: int = outer.arg[1][0]
    if product.shape[axis] == 1: return None
    loops = loops_over(product.shape)
    if loops[axis] is ZERO: return None  # one product and no sum: there is no axis to go along
    for side in product.src:
        found = _below(side, loops, loops[axis], products)
        if found is None or _is_symbolic(found, loops, axis, product, known): continue
        if not _is_worth_it(found, loops, axis, product): continue
        if not known.fuses_rows and not _fills_tiles(found.inner, outer): continue
        # what is read by others, by a backward pass for one, had better be computed once
        inside = found.between | {outer, *_summed(outer)}
        if all(inside.issuperset(readers[n]) for n in found.between): return found.inner
    return None


def _below(side: UOp, index: Index, along: UOp, products: set[UOp]) -> _Found | None:
    """The product under a factor at `index`, if it is the only one and there is nothing but row-wise work on the way."""
    stack, seen = [(side, index)], set[tuple[UOp, Index]]()
    ends, count = set[tuple[UOp, Index]](), 0
    inner: tuple[UOp, Index] | None = None
    while stack:
        entry = node, at = stack.pop()
        if entry in seen: continue
        seen.add(entry)
        if node in products:
            if inner is not None: return None
            inner = entry
        elif (below := _sources_at(node, at, along)) is None: ends.add(entry)
        else:
            count += node.op is Ops.REDUCE_AXIS
            stack += below
    if inner is None: return None
    between = _nodes_above(side, inner[0])
    return None if any(node in between for node, _ in ends) else _Found(*inner, between, count)


def _sources_at(node: UOp, index: Index, along: UOp) -> list[tuple[UOp, Index]] | None:
    """What an element of `node` is made of, if that is in the same row; None for what is not row-wise work."""
    if node.op in GroupOp.ELEMENTWISE or node.op is Ops.DETACH: return [(s, index) for s in node.src]
    if node.op in GroupOp.MOVEMENT:
        below, valid = source_index(node, index, TRUE)
        return [(node.src[0], below)] if valid is TRUE else None
    if node.op is not Ops.REDUCE_AXIS: return None
    axes: tuple[int, ...] = node.arg[1]
    reduced = [a for a in axes if node.src[0].shape[a] != 1]
    if len(reduced) != 1 or UOp.number(node.src[0].shape[reduced[0]]) is not along.src[0]: return None
    if any(along in i.ranges for i in index): return None
    return [(node.src[0], tuple(along if a == reduced[0] else i for a, i in enumerate(index)))]


def _nodes_above(top: UOp, bottom: UOp) -> frozenset[UOp]:
    """`bottom` and the nodes from there to `top`."""
    found = {bottom}
    for node in top.toposort(gate=lambda n: n is not bottom):
        if any(s in found for s in node.src): found.add(node)
    return frozenset(found)


def _is_symbolic(found: _Found, loops: Index, axis: int, product: UOp, known: SchedulingCapabilities) -> bool:
    """Whether an extent is known at launch only: by blocks, that of rows of scores may be."""
    if known.fuses_rows: return is_symbolic((*found.inner.src[0].shape, *product.shape))
    scores = [n for i, n in zip(found.at, found.inner.src[0].shape, strict=True) if i is not loops[axis]]
    return is_symbolic((*scores, *(n for i, n in enumerate(product.shape) if i != axis)))


def _is_worth_it(found: _Found, loops: Index, axis: int, product: UOp) -> bool:
    """Whether the chain is a softmax's or the like, over rows enough for a tile and little enough to reduce in each score."""
    inner, index = found.inner, found.at
    if not found.row_reductions or inner.dtype.itemsize > 4: return False
    moving = [i for i in index if i is not ZERO]
    if loops[axis] not in moving or any(i not in loops for i in moving): return False
    a, b = _repeated(inner)
    rows = [most(inner.shape[n]) for n in a ^ b if index[n] is not loops[axis] and index[n] is not ZERO]
    along = [n for n in a ^ b if index[n] is loops[axis]]
    if len(along) != 1 or not rows or max(rows) < CHAIN_ROWS or most(product.shape[axis]) < CHAIN_COLUMNS: return False
    return reduction_length(inner) <= CHAIN_DEPTH


def _fills_tiles(inner: UOp, outer: UOp) -> bool:
    """Whether both products are of one format, in which tensor cores sum whole tiles."""
    a, b = repeats(_summed(outer)[-1].src[0]), repeats(_summed(outer)[-1].src[1])
    columns = [most(outer.shape[n]) for n in a ^ b if n not in outer.arg[1]]
    is_whole = len(inner.arg[1]) == 1 and reduction_length(inner) % CHAIN_TILE == 0
    summed = {reduction.src[0].dtype for reduction in (inner, outer)}
    return is_whole and max(columns, default=0) >= CHAIN_TILE and _format(inner) == _format(outer) and summed == {dtypes.float32}


def _repeated(inner: UOp) -> tuple[frozenset[int], frozenset[int]]:
    product = _summed(inner)[-1]
    kept = {i for i in range(inner.ndim) if i not in inner.arg[1] and inner.shape[i] != 1}
    return repeats(product.src[0]) & kept, repeats(product.src[1]) & kept
