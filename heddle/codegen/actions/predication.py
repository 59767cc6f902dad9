"""Predication of axes split by a size that does not divide them: no read, reduction or store beyond the end.

Inputs: a kernel, an axis, and how it is now written in terms of others, which go further than it does.
Outputs: the kernel over those.
Invariants: memory beyond the axis is not touched, whatever the piece.
"""
from __future__ import annotations

from heddle.codegen.actions.loop_transforms import is_fixed, size_of
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.interpreter.ops import identity_of
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic


def masked(sink: UOp, r: UOp, at: UOp, loops: tuple[UOp, ...]) -> UOp:
    """`sink` with `at` in place of the axis `r`, over `loops`, where `at` is less than the size of `r`."""
    inside = at < (size_of(r) if is_fixed(r) else r.src[0])
    closed = {s for end in sink.src if r in end.src[1:] for s in stores_of(end)}
    new: dict[UOp, UOp] = {r: at}
    for node in sink.toposort():
        if node is r: continue
        src = tuple([new[s] for s in node.src])
        if node.op in GroupOp.CLOSING and r in node.src[1:]: src = (src[0], *_loops(node, r, loops, new))
        if node.op is Ops.REDUCE and r in node.src[1:]:
            product = _product_of_zeros(node, r, inside, new)
            src = (_or_nothing(inside, src[0], node.arg) if product is None else product, *src[1:])
        if node.op is Ops.LOAD and r in node.ranges: src = (gated(src[0], inside), *src[1:])
        if node in closed: src = (*src[:2], src[2] & inside if len(src) > 2 else inside)
        new[node] = node if src == node.src else node.replace(src=src)
    return graph_rewrite(new[sink], symbolic)


def stores_of(end: UOp) -> list[UOp]:
    """The STOREs that an END repeats."""
    body = end.src[0] if end.op is Ops.END else end
    if body.op is Ops.STORE: return [body]
    return [s for part in body.src for s in stores_of(part)] if body.op in (Ops.GROUP, Ops.END) else []


def gated(index: UOp, inside: UOp) -> UOp:
    """The same INDEX, accessed only where `inside` holds too."""
    valid = index.src[2] & inside if len(index.src) > 2 else inside
    return index.replace(src=(*index.src[:2], valid))


def _loops(node: UOp, r: UOp, loops: tuple[UOp, ...], new: dict[UOp, UOp]) -> list[UOp]:
    return [q for s in node.src[1:] for q in (loops if s is r else (new[s],))]


def _product_of_zeros(reduction: UOp, r: UOp, inside: UOp, new: dict[UOp, UOp]) -> UOp | None:
    """A product of floats whose factors are both 0 beyond the end; None for other reductions.

    So it stays a product, which tensor cores do, of factors that tiles can hold.
    """
    product = reduction.src[0]
    if reduction.arg is not Ops.ADD or product.op is not Ops.MUL or not product.dtype.is_float(): return None
    if any(r not in s.ranges for s in product.src): return None
    return product.replace(src=tuple([_or_zero(inside, s, r, new) for s in product.src]))


def _or_zero(inside: UOp, factor: UOp, r: UOp, new: dict[UOp, UOp]) -> UOp:
    """A factor inside, else 0: a load is not done there, and gives 0."""
    if factor.op is Ops.CAST and factor.src[0].dtype.is_float():
        return factor.replace(src=(_or_zero(inside, factor.src[0], r, new),))
    if factor.op is Ops.LOAD and r in factor.ranges: return new[factor]
    return inside.where(new[factor], UOp.const(factor.dtype, 0))


def _or_nothing(inside: UOp, x: UOp, op: Ops) -> UOp:
    """x inside, else the identity of `op`."""
    return inside.where(x, UOp.const(x.dtype, identity_of(op, x.dtype)))
