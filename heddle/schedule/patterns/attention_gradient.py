"""Attention with its gradients: products of scores, the reductions of their rows and the products that read them, by blocks.

Inputs: a tensor graph, on devices that multiply chained products by blocks of scores.
Outputs: which reductions are marked. Scores, probabilities and their gradients are never stored: every kernel computes its blocks of
them again from queries, keys and values, from what the rows were reduced to, which is stored, and from the gradient of the output.

    scores = q @ k.T,  m = max(scores),  l = sum(exp(scores - m)),  p = exp(scores - m) / l       m, l, d: one number for each row
    out = p @ v,  dv = p.T @ dout,  dp = dout @ v.T,  d = sum(dp * p),  ds = (dp - d) * p,  dq = ds @ k,  dk = ds.T @ q

Invariants: the rule knows nothing of gradients. It takes a set of products and reductions of rows of which everything between is read
by that set alone; elements between are made of products of rows with columns, of reductions of the set and of what is in memory.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from heddle.dtype import dtypes
from heddle.named_tuple import NamedTuple
from heddle.schedule.cost_model import CHAIN_DEPTH, CHAIN_ROWS, CHAIN_TILE
from heddle.schedule.index_map import TRUE, ZERO, Index, loops_over, source_index
from heddle.schedule.reductions import reduction_length, repeats, summed
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.symbol import is_symbolic


class Member(NamedTuple):
    """A reduction of elements, which has a kernel of its own."""

    inner: frozenset[UOp]  # the products that elements are made of
    between: frozenset[UOp]  # the values from there to the reduction
    reduced: frozenset[UOp]  # the other reductions that elements are made of

def find_members(order: Iterable[UOp], readers: Mapping[UOp, list[UOp]], products: set[UOp], outers: set[UOp]) -> dict[UOp, Member]:
    """The reductions to mark, `outers` being those products whose devices multiply by blocks; those of which none is a maximum of
    scores are none."""
    members = {n: m for n in order if n in outers and (m := _product_of_elements(n, products)) is not None}
    left = list(members.values())
    while left:
        for reduction in left.pop().reduced - members.keys():
            if (found := _reduction_of_rows(reduction, products)) is None: continue
            members[reduction] = found
            left.append(found)
    while (closed := _closed(members, readers)) != members: members = closed
    return members if any(n.arg[0] is Ops.MAX for n in members) else {}


def _closed(members: dict[UOp, Member], readers: Mapping[UOp, list[UOp]]) -> dict[UOp, Member]:
    """The members between whose products and themselves nothing is read by others, and whose reductions of rows are members."""
    inside = {n for reduction, m in members.items() for n in (*m.between, *_summed(reduction))} | members.keys()
    inner = {n for m in members.values() for n in m.inner}
    made_of_scores = {n for reduction in members for n in _nodes_above(reduction, inner)}

    def is_closed(m: Member) -> bool:
        are_stored = all(r in members or r not in made_of_scores for r in m.reduced)
        return are_stored and all(inside.issuperset(readers.get(n, ())) for n in m.between)

    return {reduction: m for reduction, m in members.items() if is_closed(m)}


def _nodes_above(top: UOp, inner: set[UOp]) -> set[UOp]:
    """The nodes from `inner` to `top`."""
    found = set(inner)
    for node in top.toposort(gate=lambda n: n not in inner):
        if any(s in found for s in node.src): found.add(node)
    return found - inner


def _summed(reduction: UOp) -> list[UOp]:
    """What a reduction reduces, below casts, with those."""
    chain = [reduction.src[0]]
    while chain[-1].op is Ops.CAST: chain.append(chain[-1].src[0])
    return chain


def _product_of_elements(reduction: UOp, products: set[UOp]) -> Member | None:
    """A second product, one of whose factors is made of elements and the other is not."""
    axis: int = reduction.arg[1][0]
    product = summed(reduction)
    if is_symbolic(product.shape) or reduction.src[0].dtype != dtypes.float32: return None
    loops = loops_over(product.shape)
    if loops[axis] is ZERO: return None
    a, b = (repeats(s) for s in product.src)
    columns = [product.shape[n] for n in a ^ b if n != axis]
    if max(columns, default=0) < CHAIN_TILE: return None
    sides = [_elements(s, loops, loops[axis], products) for s in product.src]
    found = [s for s in sides if s is not None and s.inner and s.reduced]
    others = [s for s in sides if s is not None and s.inner and not s.reduced]
    return None if len(found) != 1 or any(s.inner & found[0].inner for s in others) else found[0]


def _reduction_of_rows(reduction: UOp, products: set[UOp]) -> Member | None:
    """A reduction of elements along one axis."""
    value = reduction.src[0]
    reduced: tuple[int, ...] = reduction.arg[1]
    axes = [a for a in reduced if value.shape[a] != 1]
    if len(axes) != 1 or is_symbolic(value.shape) or reduction.dtype != dtypes.float32: return None
    loops = loops_over(value.shape)
    found = _elements(value, loops, loops[axes[0]], products)
    return found if found is not None and found.inner else None


def _elements(top: UOp, loops: Index, along: UOp, products: set[UOp]) -> Member | None:
    """What elements are made of; None if anything but their own position of a product takes part."""
    stack, seen = [(top, loops)], set[tuple[UOp, Index]]()
    inner: dict[UOp, Index] = {}
    ends, reduced = set[UOp](), set[UOp]()
    while stack:
        entry = node, at = stack.pop()
        if entry in seen: continue
        seen.add(entry)
        if node in products and _is_of_elements(node, at, loops, along):
            if inner.setdefault(node, at) != at: return None
        elif node.op is Ops.REDUCE_AXIS and node not in products:
            ends.add(node)
            reduced.add(node)
        elif node.op in GroupOp.ELEMENTWISE or node.op is Ops.DETACH: stack += [(s, at) for s in node.src]
        elif node.op in GroupOp.MOVEMENT and (below := source_index(node, at, TRUE))[1] is TRUE: stack.append((node.src[0], below[0]))
        else: ends.add(node)
    visited = {node for node, _ in seen} - ends
    between = set(inner)
    for node in top.toposort(gate=lambda n: n in visited and n not in inner):
        if node in visited and any(s in between for s in node.src): between.add(node)
    if any(s in between for n in ends - reduced if n.op in GroupOp.MOVEMENT for s in n.src): return None
    return Member(frozenset(inner), frozenset(between), frozenset(reduced))


def _is_of_elements(inner: UOp, index: Index, loops: Index, along: UOp) -> bool:
    """Whether a product has rows along one loop and columns along another, of one number format, as tensor cores take it."""
    moving = [n for n, i in enumerate(index) if i is not ZERO]
    if any(index[n] not in loops for n in moving) or len({index[n] for n in moving}) < len(moving): return False
    if len(inner.arg[1]) != 1 or inner.src[0].dtype != dtypes.float32 or is_symbolic(inner.src[0].shape): return False
    depth = reduction_length(inner)
    if depth % CHAIN_TILE or depth > CHAIN_DEPTH: return False
    kept = {n for n in range(inner.ndim) if n not in inner.arg[1] and inner.shape[n] != 1}
    a, b = (repeats(s) & kept for s in summed(inner).src)
    own = [n for n in a ^ b if index[n] is not ZERO]
    return any(index[n] is along for n in own) and len(own) > 1 and min(int(inner.shape[n]) for n in own) >= CHAIN_ROWS
