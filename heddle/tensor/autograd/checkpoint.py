"""Gradient checkpointing: intermediates of a function are recomputed in the backward pass instead of being stored.

Inputs: a function and its arguments. Outputs: its result, whose gradient is that of the function. Invariants: values and gradients are
those without a checkpoint, draws of random numbers included; the second computation waits for the gradient that needs it.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

from heddle.dtype import dtypes
from heddle.tensor import aliasing
from heddle.tensor.autograd.custom_gradient import GatheredRule, attach
from heddle.tensor.autograd.subgraph import Segment, held_nodes, placeholder, segment_of
from heddle.tensor.node_builders import alu, cast, constant, mark
from heddle.tensor.pytree import flatten, floats_among, is_tensor
from heddle.uop import Ops, UOp

P = ParamSpec("P")
R = TypeVar("R")


def checkpoint(fn: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """`fn(*args, **kwargs)`, of which only arguments and results are kept for the backward pass: it computes the rest again.

    Arguments and results may be nested in lists, tuples and dicts. `fn` runs once, in Python; its graph is computed twice. Gradients
    flow to the arguments and to every tensor that `fn` finds by itself, such as weights. Draws are those of the first time.
    """
    given = [x for x in flatten((args, kwargs), "args")[0] if is_tensor(x)]
    # reshaping what is already reshaped leaves the first shape out
    starts = [node for x in given if aliasing.unshaped(node := aliasing.unshaped(x.uop)).op not in _FREE]
    held = held_nodes()
    result = fn(*args, **kwargs)
    values, _ = flatten(result, "result")
    segment = segment_of([x.uop for x in floats_among(values).values()], starts, held)
    tensors = [given[0]._of(s, None) for s in segment.sources] if given else []
    for t in tensors: t._needs_grad = any(x._needs_grad for x in values if is_tensor(x)) or None
    name = getattr(fn, "__qualname__", repr(fn))
    return attach(result, tensors, lambda outer, values: _Recompute(name, segment, len(dict.fromkeys(starts)), values))


_FREE = frozenset((Ops.CONST, Ops.IOTA))


class _Recompute(GatheredRule):
    """The gradient of a segment through a second computation of it. `held`: how many of its sources that waits for."""

    def __init__(self, name: str, segment: Segment, held: int, values: list[UOp]) -> None:
        super().__init__(values)
        self.name, self.held = name, held
        self.segment = segment._replace(sources=())  # those of the node: they are replaced as graphs are
        self._pulled: dict[tuple[bool, ...], list[UOp | None]] = {}
        self.grads = [placeholder(v) for v in values]

    def __repr__(self) -> str: return f"the gradient of {self.name}, checkpointed"

    def pull(self, parts: list[UOp], results: list[UOp], sources: tuple[UOp, ...], required: Sequence[bool]) -> list[UOp | None]:
        """See `GatheredRule`."""
        found = self._over_placeholders(tuple(required))
        condition = _true_once_known(parts)
        again = [_waiting(s, condition) if i < self.held else s for i, s in enumerate(sources)]
        swap = {**dict(zip(self.segment.placeholders, again, strict=True)), **dict(zip(self.grads, parts, strict=True))}
        new = iter(UOp.sink(*[f for f in found if f is not None]).substitute(swap).src)
        return [None if f is None else next(new) for f in found]

    def _over_placeholders(self, required: tuple[bool, ...]) -> list[UOp | None]:
        """The gradients over placeholders of the sources and of the gradients of the results."""
        if required not in self._pulled: self._pulled[required] = self.segment.gradients(self.grads, required)
        return self._pulled[required]


def _true_once_known(nodes: Sequence[UOp]) -> UOp:
    """True, in one element, computed from `nodes` in a way that no rule simplifies: n (n + 1) is even, wrapping or not."""
    bits: UOp | None = None
    for node in nodes:
        first = cast(node.shrink([(0, 1)] * node.ndim).reshape((1,)), dtypes.float32).bitcast(dtypes.int32)
        bits = first if bits is None else alu(Ops.XOR, bits, first)
    assert bits is not None
    one = constant(dtypes.int32, 1, (1,))
    odd = alu(Ops.AND, alu(Ops.MUL, bits, alu(Ops.ADD, bits, one)), one)
    return mark(alu(Ops.CMPEQ, odd, constant(dtypes.int32, 0, (1,))).contiguous())


def _waiting(node: UOp, condition: UOp) -> UOp:
    """`node`, which is not computed before `condition`, and is no node that was computed before."""
    if not node.numel: return node
    spread = condition.reshape((1,) * node.ndim).expand(node.shape) if node.ndim else condition.reshape(())
    return mark(alu(Ops.WHERE, spread, node, constant(node.dtype, 0, node.shape)))
