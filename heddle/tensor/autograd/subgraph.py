"""Subgraph extraction: a part of a graph as a function of its boundary nodes.

Inputs: nodes, and those at which the traversal stops. Outputs: the same part over placeholders, and the nodes that these replace.
Invariants: a subgraph holds no memory; everything that a later run may find elsewhere (memory, positions of generators, assignments)
is a source, so that rewrites of graphs apply to it.
"""
from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from heddle.tensor import aliasing
from heddle.tensor.host_data import new_memory, own_node
from heddle.uop import Ops, UOp
from heddle.uop.symbol import is_symbolic


class Segment(NamedTuple):
    """`roots` over `placeholders`, which stand for `sources`."""

    roots: tuple[UOp, ...]
    placeholders: tuple[UOp, ...]
    sources: tuple[UOp, ...]

    def over(self, sources: Sequence[UOp], nodes: Sequence[UOp] | None = None) -> list[UOp]:
        """`nodes`, by default the roots, with `sources` for the placeholders."""
        found = self.roots if nodes is None else tuple(nodes)
        return list(UOp.sink(*found).substitute(dict(zip(self.placeholders, sources, strict=True))).src) if found else []


def segment_of(roots: Sequence[UOp], starts: Sequence[UOp], leaves: Set[UOp] = frozenset()) -> Segment:
    """What lies between `roots` and `starts`, memory and `leaves`. The `starts` are the first sources, used or not."""
    first = list(dict.fromkeys(starts))
    ends = {*first, *leaves}
    order = UOp.sink(*roots).toposort(gate=lambda n: n not in ends and n.op not in aliasing.MEMORY and n.op is not Ops.ASSIGN)
    others = [n for n in order if n not in first and (n in leaves or n.op in aliasing.MEMORY or n.op is Ops.ASSIGN)]
    sources = (*first, *others)
    placeholders = tuple(map(placeholder, sources))
    swap = dict(zip(sources, placeholders, strict=True))
    return Segment(UOp.sink(*roots).substitute(swap).src if roots else (), placeholders, sources)


def held_nodes() -> frozenset[UOp]:
    """The nodes of living float tensors that are not in memory: what a function finds by itself, such as weights not drawn yet."""
    nodes = [aliasing.unshaped(t.uop) for t in (*aliasing.pending_tensors(), *aliasing.leaves()) if t.dtype.is_float()]
    return frozenset([n for n in nodes if n.base.op not in (Ops.CONST, Ops.IOTA)])


def placeholder(node: UOp) -> UOp:
    """A node of its own of the shape, dtype and device of `node`."""
    if isinstance(node.device, tuple) or is_symbolic(node.shape) or not node.numel: return own_node(node)
    from heddle.device import Device
    return own_node(new_memory(node.shape, node.dtype, node.device or Device.DEFAULT))
