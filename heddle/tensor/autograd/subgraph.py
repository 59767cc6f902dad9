"""Subgraph extraction: a part of a graph as a function of its boundary nodes.

Inputs: nodes, and those at which the traversal stops. Outputs: the same part over placeholders, and the nodes that these replace.
Invariants: a subgraph holds no memory; everything that a later run may find elsewhere (memory, positions of generators, assignments)
is a source, so that rewrites of graphs apply to it.
"""
from __future__ import annotations

from collections.abc import Sequence, Set

from heddle.device import Device
from heddle.named_tuple import NamedTuple
from heddle.tensor import aliasing, tensor_hook
from heddle.tensor.host_data import new_memory, own_node
from heddle.tensor.node_builders import alu
from heddle.uop import Ops, UOp
from heddle.uop.symbol import is_symbolic


class Segment(NamedTuple):
    """`roots` over `placeholders`, which stand for `sources`."""

    roots: tuple[UOp, ...]
    placeholders: tuple[UOp, ...]
    sources: tuple[UOp, ...]

    def over(self, sources: Sequence[UOp]) -> list[UOp]:
        """The roots with `sources` for the placeholders."""
        return list(UOp.sink(*self.roots).substitute(dict(zip(self.placeholders, sources, strict=True))).src) if self.roots else []

    def gradients(self, grads: Sequence[UOp], required: Sequence[bool]) -> list[UOp | None]:
        """The gradients of the placeholders that are `required`, `grads` being those of the roots; None where there is none."""
        targets = {p for p, r in zip(self.placeholders, required, strict=True) if r and p.dtype.is_float()}
        total: dict[UOp, UOp] = {}
        for root, grad in zip(self.roots, grads, strict=True):
            for node, g in tensor_hook.chain_rule(root, grad, targets).items():
                total[node] = g if (before := total.get(node)) is None else alu(Ops.ADD, before, g)
        return [total.get(p) for p in self.placeholders]


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
    return own_node(new_memory(node.shape, node.dtype, node.device or Device.DEFAULT))
