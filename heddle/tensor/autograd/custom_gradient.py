"""Custom gradients: functions with a user-defined backward rule.

Inputs: a function of tensors, and one from the gradient of its result to those of its arguments. Outputs: the function, with that
gradient. Invariants: the forward value is that of the function; a gradient flows into it only by its rule; a rule is made of tensor
operations, so it can be differentiated again.
"""
from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

from heddle.dtype import promote
from heddle.errors import GradientError, ShapeError
from heddle.named_tuple import NamedTuple
from heddle.tensor import tensor_hook
from heddle.tensor.node_builders import cast, constant, mark, shaped_like, zeros_like
from heddle.tensor.pytree import (
    Pattern,
    flatten,
    floats_among,
    is_container,
    is_tensor,
    paths_of,
    put_together,
)
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

P = ParamSpec("P")
R = TypeVar("R")


class Rule(Protocol):
    """The argument of a CUSTOM_GRADIENT."""

    def gradients(self, g: UOp, node: UOp, required: Sequence[bool]) -> list[UOp | None]:
        """The gradients of `node.src[1:]`, as far as they are `required`, if `g` is that of `node`."""
        ...


def with_rule(value: UOp, sources: Sequence[UOp], rule: Rule) -> UOp:
    """`value`, to whose `sources` gradients go by `rule`."""
    return shaped_like(UOp(Ops.CUSTOM_GRADIENT, value.dtype, (value, *sources), rule), value)


class GatheredRule:
    """A rule for one or several results, whose gradients are gathered before they go to the sources.

    Several results have one node in common, of which each result's gradient fills a part.
    """

    def __init__(self, results: Sequence[UOp]) -> None:
        self.shapes, self.dtypes = [r.shape for r in results], [r.dtype for r in results]

    def pull(self, parts: list[UOp], results: list[UOp], sources: tuple[UOp, ...], required: Sequence[bool]) -> list[UOp | None]:
        """The gradients of the `sources` that are `required`, `parts` being those of `results`."""
        raise NotImplementedError

    def attached(self, values: list[UOp], sources: tuple[UOp, ...]) -> list[UOp]:
        """The results with this gradient."""
        if not values: return []
        if len(values) == 1: return [with_rule(values[0], sources, self)]
        joint = with_rule(constant(promote(*self.dtypes), 0, (sum(map(math.prod, self.shapes)),)), (*values, *sources), self)
        return [with_rule(value, (joint,), _Part(i, self)) for i, value in enumerate(values)]

    def bounds(self, i: int) -> tuple[int, int]:
        """Where result i begins and ends among all that are gathered."""
        begin = sum(math.prod(s) for s in self.shapes[:i])
        return begin, begin + math.prod(self.shapes[i])

    def gradients(self, g: UOp, node: UOp, required: Sequence[bool]) -> list[UOp | None]:
        """See `Rule`."""
        count = len(self.shapes)
        if count == 1: return self.pull([g], [node], node.src[1:], required)
        parts = [cast(mark(g.shrink([self.bounds(i)]).reshape(self.shapes[i])), self.dtypes[i]) for i in range(count)]
        nothing: list[UOp | None] = [None] * count
        return nothing + self.pull(parts, list(node.src[1:1 + count]), node.src[1 + count:], required[count:])


class _Part:
    """Puts the gradient of one of several results where all are gathered."""

    def __init__(self, index: int, rule: GatheredRule) -> None: self.index, self.rule = index, rule

    def __repr__(self) -> str: return f"result {self.index} of {self.rule!r}"

    def gradients(self, g: UOp, node: UOp, required: Sequence[bool]) -> list[UOp | None]:
        """See `Rule`."""
        (joint,) = node.src[1:]
        if not g.numel: return [zeros_like(joint)]
        begin, end = self.rule.bounds(self.index)
        return [mark(cast(g, joint.dtype).reshape((g.numel,)).pad([(begin, joint.numel - end)]))]


def custom_gradient(forward: Callable[P, R], backward: Callable[..., object]) -> Callable[P, R]:
    """`forward`, a function of tensors, with `backward` as its gradient.

    `backward(g, result, *args, **kwargs)` gets the gradient of the result, the result, and what `forward` got, and returns the
    gradient of each positional argument, in a tuple (one alone needs none): a tensor of the argument's shape, or None where there is
    none, or it is no float tensor. Arguments and results may be nested in lists, tuples and dicts; `g`, `result` and the gradients
    are nested likewise. The gradient of a result that nothing depends on is zeros.

    No gradient goes to tensors that `forward` finds by itself, in a closure or an attribute: pass them. What `backward` computes can
    be differentiated again. GradientError if `backward` returns another number of gradients, ShapeError if one has another shape.
    """
    @functools.wraps(forward)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        leaves, pattern = flatten(args, "args")
        floats = floats_among(leaves)
        given = _Call(getattr(forward, "__qualname__", repr(forward)), backward, Nested(pattern, leaves).without(floats), kwargs)
        return attach(forward(*args, **kwargs), list(floats.values()), lambda outer, values: _UserRule(given, outer, values))
    return call


def attach(result: R, sources: Sequence[Tensor], make: Callable[[Nested, list[UOp]], GatheredRule]) -> R:
    """`result`, whose float tensors get the gradient that `make(nesting, their nodes)` gives."""
    leaves, pattern = flatten(result, "result")
    floats = floats_among(leaves)
    values = [x.uop for x in floats.values()]
    others = [x._of(x.uop, False) if is_tensor(x) else x for x in leaves]
    rule = make(Nested(pattern, others).without(floats), values)
    needs = any(t._needs_grad for t in sources) or None
    for (i, x), node in zip(floats.items(), rule.attached(values, tuple([s.uop for s in sources])), strict=True):
        others[i] = x._of(mark(node), needs)
    return put_together(pattern, others)


class Nested(NamedTuple):
    """How values are nested, those that are no float tensors, and the positions of those that are."""

    pattern: Pattern
    leaves: Sequence[object]
    floats: tuple[int, ...] = ()

    def without(self, floats: Mapping[int, Tensor]) -> Nested:
        """The same with None in place of these float tensors, which a rule must not keep alive."""
        return Nested(self.pattern, [None if i in floats else x for i, x in enumerate(self.leaves)], tuple(floats))

    def holding(self, nodes: Sequence[UOp]) -> Any:
        """The nested value with tensors of `nodes` as its float tensors."""
        leaves = list(self.leaves)
        for i, node in zip(self.floats, nodes, strict=True): leaves[i] = tensor_hook.tensor_class._of(node, False)
        return put_together(self.pattern, leaves)


class _Call(NamedTuple):
    """One call of a function: its name, its backward function, and its arguments."""

    name: str
    backward: Callable[..., object]
    args: Nested
    kwargs: Mapping[str, object]


class _UserRule(GatheredRule):
    """The gradient of one call of a function, which its author gives."""

    def __init__(self, call: _Call, outer: Nested, values: list[UOp]) -> None:
        super().__init__(values)
        self.call, self.outer = call, outer

    def __repr__(self) -> str: return f"the gradient of {self.call.name}"

    def pull(self, parts: list[UOp], results: list[UOp], sources: tuple[UOp, ...], required: Sequence[bool]) -> list[UOp | None]:
        """See `GatheredRule`."""
        call, outer = self.call, self.outer
        given = call.backward(outer.holding(parts), outer.holding(results), *call.args.holding(sources), **call.kwargs)
        found = self._leaves_of(given)
        return [self._checked(found[i], s) if r else None for i, s, r in zip(call.args.floats, sources, required, strict=True)]

    def _leaves_of(self, given: object) -> list[object]:
        """What `backward` returned, one for each leaf of the arguments."""
        parts = self.call.args.pattern.parts
        kind = type(given)
        is_several = kind is tuple or (kind is list and len(parts) != 1)
        own = list(given) if is_several and is_container(given) else [given]
        if len(own) != len(parts):
            raise GradientError(f"{self!r} has {len(own)} parts, and {self.call.name} was given {len(parts)} arguments by position",
                                "Return one gradient for each, None where there is none.")
        found: list[object] = []
        for part, x in zip(parts, own, strict=True):
            count = len(paths_of(part))
            inside = [None] * count if x is None else flatten(x, "")[0]
            if len(inside) != count:
                raise GradientError(f"{self!r} has {len(inside)} gradients for {part.path}, which holds {count} values",
                                    "Nest the gradients as the argument is nested.")
            found += inside
        return found

    def _checked(self, x: object, source: UOp) -> UOp | None:
        Tensor = tensor_hook.tensor_class
        if x is None: return None
        if not isinstance(x, Tensor): x = Tensor(x, device=source.device)
        if x.shape != source.shape:
            raise ShapeError(f"{self!r} has shape {x.shape} for an argument of shape {source.shape}",
                             "Sum over what was broadcast, and reshape to the argument's shape.")
        return cast(x.uop, source.dtype)
