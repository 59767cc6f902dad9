"""Loop-carried values of a loop over steps, stored after each iteration together with their gradients.

Inputs: a tensor that carries a state. Outputs: one of equal value, in memory of its own once it is computed. Invariants: no kernel
spans several iterations, forward or backward, so that all iterations are the same kernels, compiled once.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heddle.tensor import aliasing
from heddle.tensor.autograd.custom_gradient import with_rule
from heddle.tensor.node_builders import mark
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


def stored(node: UOp) -> UOp:
    """`node` in memory of its own."""
    is_stored = node.op in aliasing.MEMORY or aliasing.unshaped(node).op is Ops.CONTIGUOUS
    return node if is_stored else UOp(Ops.CONTIGUOUS, node.dtype, (node,))


def carried_node(node: UOp) -> UOp:
    """`node`, stored; the gradient that comes back to it is stored before it goes on."""
    if not node.dtype.is_float(): return mark(stored(node))
    return mark(with_rule(mark(stored(node)), (node,), _STORED_GRADIENT))


def carried(x: Tensor) -> Tensor:
    """`x`, stored, with a gradient that is stored. Any shape and dtype."""
    return x._of(carried_node(x.uop), x._needs_grad)


class _StoredGradient:
    """The gradient as it is, in memory of its own."""

    def __repr__(self) -> str: return "the gradient of a carried value"

    def gradients(self, g: UOp, node: UOp, required: Sequence[bool]) -> list[UOp | None]:
        """See `Rule`."""
        return [mark(stored(g))]


_STORED_GRADIENT = _StoredGradient()  # one for all: equal nodes stay one
