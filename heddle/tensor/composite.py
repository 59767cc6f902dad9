"""Gradients of whole operations, for those that the chain rule through their nodes would give a poor one.

Inputs: the node that an operation of many nodes ends in, the nodes it began with, a rule from gradient to gradients. Outputs: that
rule, for the walk in gradient.py. Invariants: a rule is kept on the node itself and goes with it when the graph is rewritten; it
gives what the chain rule would in exact arithmetic, and is finite wherever the true gradient is; it is made of tensor operations, so
it can be differentiated again. Where a rewrite has cut the operation from its sources, or a target is inside it, the chain rule is
taken.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: (gradient of the result, the sources) -> a function for each source that makes its gradient
Rule = Callable[..., "Sequence[Callable[[], Tensor]]"]


class Whole(NamedTuple):
    """Where an operation began, and its rule."""

    sources: tuple[UOp, ...]
    rule: Rule

    def gradients(self, g: UOp, wanted: Sequence[bool]) -> list[UOp | None]:
        """The gradients of the wanted sources."""
        from heddle.tensor.tensor import Tensor
        parts = self.rule(Tensor._of(g, False), *(Tensor._of(s, False) for s in self.sources))
        return [part().uop if want else None for part, want in zip(parts, wanted, strict=True)]

    def holds(self, result: UOp, nodes: Set[UOp]) -> bool:
        """Whether one of `nodes` lies inside the operation that ends in `result`: a gradient that goes there cannot pass over it."""
        stack, seen = [*result.src], {*self.sources, *map(_reshaped, self.sources)}
        while stack:
            if (node := stack.pop()) in seen: continue
            if node in nodes: return True
            seen.add(node)
            stack += node.src
        return False

    def moved(self, new: Mapping[UOp, UOp]) -> Whole | None:
        """The same over the rewritten graph; None if a source is not in it any more."""
        found = [new[s] if s in new else new[b].reshape(s.shape) if (b := _reshaped(s)) in new else None for s in self.sources]
        sources = tuple([s for s in found if s is not None])
        return Whole(sources, self.rule) if len(sources) == len(found) else None


def _reshaped(node: UOp) -> UOp:
    """What `node` reshapes: reshaping it again leaves it out."""
    while node.op is Ops.RESHAPE: node = node.src[0]
    return node


def as_whole(result: Tensor, sources: Sequence[Tensor], rule: Rule) -> Tensor:
    """`result`, computed from `sources` alone, with `rule` as its gradient."""
    node = result.uop
    if node.gradient is None and all(s.uop is not node for s in sources): node.gradient = Whole(tuple([s.uop for s in sources]), rule)
    return result


def with_slope(result: Tensor, x: Tensor, slope: Callable[[Tensor], Tensor]) -> Tensor:
    """`result`, an elementwise function of `x`, with `slope(x)` as its derivative."""
    if (node := result.uop).gradient is None and x.uop is not node:
        node.gradient = Whole((x.uop,), lambda g, x: (lambda: g * slope(x),))
    return result


def find_whole(node: UOp, targets: Set[UOp]) -> Whole | None:
    """The operation that ends in `node`, if it has a gradient of its own and none of `targets` is inside it."""
    whole: Whole | None = node.gradient
    return None if whole is None or whole.holds(node, targets) else whole
