"""Gradient rules of composite operations, where the chain rule through their nodes would be inaccurate or slow.

Inputs: the last node of an operation of many nodes, its source nodes, a rule from gradient to gradients. Outputs: that rule, for the
traversal in engine.py. Invariants: a rule is kept on the node itself and follows it through rewrites; it equals the chain rule in
exact arithmetic, and is finite wherever the true gradient is; it is made of tensor operations, so it can be differentiated again.
Where a rewrite has cut the operation from its sources, or a target is inside it, the chain rule applies.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, overload

from heddle.named_tuple import NamedTuple
from heddle.tensor import tensor_hook
from heddle.uop import GroupOp, Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: (gradient of the result, the sources) -> a function for each source that makes its gradient
Rule = Callable[..., "Sequence[Callable[[], Tensor]]"]


class Whole(NamedTuple):
    """Where an operation began, and its rule."""

    sources: tuple[UOp, ...]
    rule: Rule

    def gradients(self, g: UOp, required: Sequence[bool]) -> list[UOp | None]:
        """The gradients of the required sources."""
        Tensor = tensor_hook.tensor_class
        parts = self.rule(Tensor._of(g, False), *(Tensor._of(s, False) for s in self.sources))
        return [part().uop if r else None for part, r in zip(parts, required, strict=True)]

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


#: views of all elements, each once: the gradient of the operand is the gradient of the view, seen the other way round
_BIJECTIVE = frozenset((Ops.RESHAPE, Ops.PERMUTE, Ops.FLIP))


@overload
def as_whole(result: Tensor, sources: tuple[Tensor, Tensor],
             rule: Callable[[Tensor, Tensor, Tensor], Sequence[Callable[[], Tensor]]]) -> Tensor: ...
@overload
def as_whole(result: Tensor, sources: Sequence[Tensor], rule: Rule) -> Tensor: ...
def as_whole(result: Tensor, sources: Sequence[Tensor], rule: Rule) -> Tensor:
    """`result`, computed from `sources` alone, with `rule` as its gradient.

    The rule hangs on a node that is no view: views of it merge with each other, which leaves the inner ones out.
    """
    views, node = _views(result.uop)
    if node.op in GroupOp.MOVEMENT:
        result = result.contiguous()
        views, node = [], result.uop
    if node.gradient is None and all(s.uop is not node for s in sources):
        node.gradient = Whole(tuple([s.uop for s in sources]), _seen_through(views, rule) if views else rule)
    return result


def _views(node: UOp) -> tuple[list[UOp], UOp]:
    """The bijective views that `node` ends in, the last first, and what they show."""
    views: list[UOp] = []
    while node.op in _BIJECTIVE:
        views.append(node)
        node = node.src[0]
    return views, node


def _seen_through(views: Sequence[UOp], rule: Rule) -> Rule:
    """`rule`, for the gradient of what `views` (the last first) show."""
    def seen(g: Tensor, *sources: Tensor) -> Sequence[Callable[[], Tensor]]:
        for view in reversed(views): g = getattr(g, view.op.name.lower())(view.arg)
        return rule(g, *sources)
    return seen


def with_slope(result: Tensor, x: Tensor, slope: Callable[[Tensor], Tensor]) -> Tensor:
    """`result`, an elementwise function of `x`, with `slope(x)` as its derivative."""
    if (node := result.uop).gradient is None and x.uop is not node:
        def rule(g: Tensor, x: Tensor) -> tuple[Callable[[], Tensor]]: return (lambda: g * slope(x),)
        node.gradient = Whole((x.uop,), rule)
    return result


class Recalled:
    """Results of an operation, for the rule of its own gradient, which may not keep them alive: the rule hangs on the results' nodes,
    and a node that keeps itself alive through them is never freed.

    source: the operand; again(operand) computes the results anew, where they are gone or the graph now begins with another operand.
    """

    __slots__ = ("_again", "_results", "_source")

    def __init__(self, source: Tensor, again: Callable[[Tensor], tuple[Tensor, ...]]) -> None:
        self._source, self._again = source.uop, again
        self._results: list[weakref.ref[Tensor]] = []

    def keep(self, *results: Tensor) -> None:
        """Notes the tensors that the user is given."""
        self._results = [weakref.ref(t) for t in results]

    def results(self, source: Tensor) -> tuple[Tensor, ...]:
        """The results for `source`: the tensors of the user as long as they live."""
        alive = [t for ref in self._results if (t := ref()) is not None]
        is_same = source.uop is self._source and len(alive) == len(self._results) > 0
        return tuple(alive) if is_same else self._again(source)


def find_whole(node: UOp, targets: Set[UOp]) -> Whole | None:
    """The operation that ends in `node`, if it has a gradient of its own and none of `targets` is inside it."""
    whole: Whole | None = node.gradient
    return None if whole is None or whole.holds(node, targets) else whole
