"""View semantics of tensor methods: which return views of their operand, and which values of their own.

Inputs: the class `Tensor`. Outputs: the same class, whose methods outside `VIEWS`, `IN_PLACE` and `ITSELF` never return an operand or
a view of one, whatever the sizes. Invariants: a result that equals its operand is copied when one of them is written to.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, cast

from heddle.tensor import aliasing
from heddle.tensor.arguments import wrap_methods
from heddle.tensor.host_data import own_node
from heddle.tensor.pytree import is_tensor
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: methods whose result is a view of the operand, always (`x[...]` is one, too, for integers, slices, None and ...)
VIEWS = frozenset((
    "reshape", "view", "flatten", "unflatten", "squeeze", "squeeze_axes", "unsqueeze", "permute", "transpose", "T", "rearrange",
    "flip", "shrink", "shrink_to", "split", "chunk", "diagonal", "expand", "broadcast_to", "meshgrid", "detach"))
#: methods that change the tensor and return it
IN_PLACE = frozenset(("assign", "replace", "realize", "backward", "requires_grad_", "is_param_", "to_", "shard_"))
#: the tensor itself where there is nothing to do, always; `callify` stores it first
ITSELF = frozenset(("to", "ufix", "callify"))
#: methods that may find nothing to do, or end in a view
_MAY_END_IN_OPERAND = (
    "abs", "pow", "sign", "trunc", "floor", "ceil", "round", "shard", "dropout", "cumsum", "cumprod", "cummax", "cummin",
    "logcumsumexp", "sort", "topk", "roll", "cat", "stack", "pad", "pad_to", "repeat", "repeat_interleave", "unfold", "interpolate",
    "scatter_reduce", "shard_like", "usum", "uprod", "sequential", "einsum", "index_select", "gather")


def own_results(cls: type) -> None:
    """Makes the methods that may end in an operand return values of their own."""
    wrap_methods(cls, _MAY_END_IN_OPERAND, _with_own_result)


def _with_own_result(fn: Callable[..., object]) -> Callable[..., object]:
    method = cast("Callable[..., Tensor | tuple[object, ...]]", fn)

    @wraps(fn)
    def owned(*args: object, **kwargs: object) -> object:
        result = method(*args, **kwargs)
        return tuple([_own(x, args[0]) for x in result]) if type(result) is tuple else _own(result, args[0])
    return owned


def _own(x: object, operand: object) -> object:
    """`x`; or if it is the operand or has views, another tensor of its value."""
    if not is_tensor(x) or (x._storage is None and x is not operand): return x
    return x._of(value_of_own(x.uop), x._needs_grad)


def value_of_own(node: UOp) -> UOp:
    """The node of a tensor that has the value of `node` and is no view: what is written to it later takes gradients.

    A DETACH above memory would cut those off, too.
    """
    below = node
    while below.op in aliasing.VIEWS and below.op is not Ops.DETACH: below = below.src[0]
    return own_node(node) if below.op is Ops.DETACH else node
