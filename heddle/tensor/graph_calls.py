"""Calls of parametrised graphs: a graph built once over parameter slots, and called on tensors.

Inputs: tensors, a graph over `as_param(slot)`. Outputs: the graph over the tensors. Invariants: nothing is computed here; a call has
the value and, unless `grad_fxn` is given, the gradients of the same operations inlined.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heddle.dtype import dtypes
from heddle.errors import DeviceError, DTypeError, ShapeError
from heddle.tensor.autograd.composite_rules import Whole
from heddle.tensor.autograd.custom_gradient import with_rule
from heddle.tensor.custom_kernel import Backward, rule_of
from heddle.tensor.node_builders import mark
from heddle.uop import Ops, ParamArg, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


class CallMixin:
    """Graphs with parameters."""

    __slots__ = ()

    def as_param(self: Tensor, slot: int) -> Tensor:
        """A tensor of this shape, dtype and device that stands for argument number `slot` of `call`, and cannot be computed itself."""
        shape = tuple(self.shape)
        return type(self)._made(UOp(Ops.PARAM, self.dtype, (), ParamArg(int(slot), self.numel(), self.device, shape)), None)

    def call(self: Tensor, *lst: Tensor, fxn: Tensor | UOp, grad_fxn: Backward | None = None) -> Tensor:
        """The graph `fxn` with this tensor in place of `as_param(0)` and `lst` in place of 1, 2, …

        `x.call(y, fxn=x.as_param(0) + y.as_param(1))` is x + y. `grad_fxn(g, call)` gives the gradients of the arguments
        `call.src[1:]` from that of the result, both as nodes, instead of the chain rule. ShapeError, DTypeError or DeviceError for an
        argument that is not like its parameter, or a parameter without an argument.
        """
        tensors = [self, *lst]
        for i, t in enumerate(tensors):
            if not isinstance(t, type(self)):
                raise DTypeError(f"call needs tensors, argument {i} is a {type(t).__name__}", "Make a tensor of it: Tensor(x).")
        if not isinstance(fxn, UOp) and not isinstance(fxn, type(self)):
            raise DTypeError(f"call needs a graph as fxn, got a {type(fxn).__name__}",
                             "Give a tensor made of as_param(0), as_param(1), …; heddle.function calls a Python function.")
        graph = fxn if isinstance(fxn, UOp) else fxn.uop
        slots: dict[UOp, int] = {node: node.arg.slot for node in graph.toposort() if node.op is Ops.PARAM}
        for node, slot in slots.items(): _check(node, slot, tensors)
        node = graph.substitute({node: tensors[slot].uop for node, slot in slots.items()})
        needs_grad = (any(t._needs_grad for t in tensors) or None) if node.dtype.is_float() else False
        if grad_fxn is not None: node = mark(with_rule(node, [t.uop for t in tensors], _CallGradient(grad_fxn, graph)))
        return type(self)._of(node, needs_grad)

    def callify(self: Tensor, *lst: Tensor) -> Tensor:
        """This tensor. It and `lst` are stored when anything that is made of them from now on is computed, and not computed again."""
        for t in dict.fromkeys((self, *lst)):
            if t._storage is None or t._storage.memory is None: t.replace(t.contiguous())
        return self


class _CallGradient:
    """The gradient that a user gave for one call of a graph."""

    def __init__(self, grad_fxn: Backward, graph: UOp) -> None: self._grad_fxn, self._graph = grad_fxn, graph

    def __repr__(self) -> str: return "the gradient of a call"

    def gradients(self, g: UOp, node: UOp, required: Sequence[bool]) -> list[UOp | None]:
        """See `Rule`."""
        rule = rule_of(self._grad_fxn, node, [node], UOp(Ops.SINK, dtypes.void, (self._graph,)))
        return Whole(node.src[1:], rule).gradients(g, required)


def _check(node: UOp, slot: int, tensors: Sequence[Tensor]) -> None:
    if not 0 <= slot < len(tensors):
        raise ShapeError(f"the graph has a parameter {slot}, and call was given {len(tensors)} arguments",
                         "Number the parameters from 0, the tensor whose method is called, and give one argument for each.")
    given = tensors[slot]
    if tuple(given.shape) != tuple(node.shape):
        raise ShapeError(f"argument {slot} of call has shape {tuple(given.shape)}, its parameter {tuple(node.shape)}",
                         "Make the parameter of a tensor of that shape.")
    if given.dtype != node.dtype:
        raise DTypeError(f"argument {slot} of call is {given.dtype.name}, its parameter {node.dtype.name}", "Cast it.")
    if given.device != node.arg.device:
        raise DeviceError(f"argument {slot} of call is on {given.device}, its parameter on {node.arg.device}", "Move it: .to(device).")
