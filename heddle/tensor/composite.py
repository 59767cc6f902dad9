"""Gradients of whole operations, for those that the chain through their nodes would make a poor one of.

In: the node that an operation of many nodes ends in, the nodes it began with, a rule from gradient to gradients. Out: that rule, for
the walk in gradient.py. Always true: entries live as long as their node; the rule gives what the chain would, up to rounding; where
a node is not known here (it was rewritten, say) the chain is taken.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heddle.uop import UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: (gradient of the result, the sources) -> a function for each source that makes its gradient
Rule = Callable[..., Sequence[Callable[[], "Tensor"]]]


@dataclass(frozen=True)
class Whole:
    """Where an operation began, and its rule."""

    sources: tuple[UOp, ...]
    rule: Rule

    def gradients(self, g: UOp, wanted: Sequence[bool]) -> list[UOp | None]:
        """The gradients of the wanted sources."""
        from heddle.tensor.tensor import Tensor
        parts = self.rule(Tensor._of(g, False), *(Tensor._of(s, False) for s in self.sources))
        return [part().uop if want else None for part, want in zip(parts, wanted, strict=True)]


_wholes: weakref.WeakKeyDictionary[UOp, Whole] = weakref.WeakKeyDictionary()


def as_whole(result: Tensor, sources: Sequence[Tensor], rule: Rule) -> Tensor:
    """`result`, computed from `sources` alone, with `rule` as its gradient."""
    nodes = tuple(s.uop for s in sources)
    if result.uop not in nodes: _wholes[result.uop] = Whole(nodes, rule)
    return result


def find_whole(node: UOp) -> Whole | None:
    """The operation that ends in `node`, if it has a gradient of its own."""
    return _wholes.get(node)
