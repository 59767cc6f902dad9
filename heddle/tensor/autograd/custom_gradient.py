"""Custom gradients: functions with a user-defined backward rule.

Inputs: a function of tensors, and one from the gradient of its result to those of its arguments. Outputs: the function, with that
gradient. Invariants: the forward value is that of the function; a gradient flows into it only by its rule; a rule is made of tensor
operations, so it can be differentiated again.
"""
from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from heddle.dtype import promote
from heddle.errors import GradientError, ShapeError
from heddle.tensor import tensor_hook
from heddle.tensor.node_builders import cast, constant, mark, shaped_like, zeros_like
from heddle.tensor.pytree import Pattern, put_together, take_apart
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


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


def is_tensor(x: object) -> bool:
    """Whether `x` is a Tensor."""
    Tensor = tensor_hook.tensor_class
    return isinstance(x, Tensor)


def custom_gradient(forward: Callable[..., Any], backward: Callable[..., Any]) -> Callable[..., Any]:
    """`forward`, a function of tensors, with `backward` as its gradient.

    `backward(g, result, *args, **kwargs)` gets the gradient of the result, the result, and what `forward` got, and returns the
    gradient of each positional argument, in a tuple (one alone needs none): a tensor of the argument's shape, or None where there is
    none, or it is no float tensor. Arguments and results may be nested in lists, tuples and dicts; `g`, `result` and the gradients
    are nested likewise. The gradient of a result that nothing depends on is zeros.

    No gradient goes to tensors that `forward` finds by itself, in a closure or an attribute: pass them. What `backward` computes can
    be differentiated again. GradientError if `backward` returns another number of gradients, ShapeError if one has another shape.
    """
    @functools.wraps(forward)
    def call(*args: object, **kwargs: object) -> Any: return _applied(forward, backward, args, kwargs)
    return call


def _applied(forward: Callable[..., Any], backward: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    leaves: list[Any] = []
    pattern = take_apart(args, "args", leaves)
    positions = [i for i, x in enumerate(leaves) if is_tensor(x) and x.dtype.is_float()]
    call = _Call(getattr(forward, "__qualname__", repr(forward)), backward, pattern, positions,
                 [None if i in positions else x for i, x in enumerate(leaves)], kwargs)
    sources = [leaves[i] for i in positions]
    return attach(forward(*args, **kwargs), sources, lambda outer, floats, values: _UserRule(call, outer, floats, values))


def attach(result: object, sources: Sequence[Tensor], make: Callable[[Nested, list[int], list[UOp]], GatheredRule]) -> Any:
    """`result`, whose float tensors get the gradient that `make(nesting, which leaves are floats, their nodes)` gives."""
    leaves: list[Any] = []
    pattern = take_apart(result, "result", leaves)
    floats = [i for i, x in enumerate(leaves) if is_tensor(x) and x.dtype.is_float()]
    values = [leaves[i].uop for i in floats]
    others = [x._of(x.uop, False) if is_tensor(x) and i not in floats else x for i, x in enumerate(leaves)]
    rule = make(Nested(pattern, [None if i in floats else x for i, x in enumerate(others)]), floats, values)
    needs = any(t._needs_grad for t in sources) or None
    for i, node in zip(floats, rule.attached(values, tuple([s.uop for s in sources])), strict=True):
        others[i] = leaves[i]._of(mark(node), needs)
    return put_together(pattern, others)


class Nested(NamedTuple):
    """How values are nested, and those that are no float tensors."""

    pattern: Pattern
    leaves: list[Any]

    def holding(self, positions: Sequence[int], tensors: Sequence[Any]) -> Any:
        """The nested value with `tensors` at `positions`."""
        leaves = list(self.leaves)
        for i, x in zip(positions, tensors, strict=True): leaves[i] = x
        return put_together(self.pattern, leaves)


class _Call(NamedTuple):
    """One call of a function: its name, its backward function, how its arguments are nested, and which are float tensors."""

    name: str
    backward: Callable[..., Any]
    pattern: Pattern
    positions: list[int]
    kept: list[Any]
    kwargs: dict[str, Any]


class _UserRule(GatheredRule):
    """The gradient of one call of a function, which its author gives."""

    def __init__(self, call: _Call, outer: Nested, floats: list[int], values: list[UOp]) -> None:
        super().__init__(values)
        self.call, self.outer, self.floats = call, outer, floats

    def __repr__(self) -> str: return f"the gradient of {self.call.name}"

    def pull(self, parts: list[UOp], results: list[UOp], sources: tuple[UOp, ...], required: Sequence[bool]) -> list[UOp | None]:
        """See `GatheredRule`."""
        Tensor = tensor_hook.tensor_class
        call = self.call
        grads, values = ([Tensor._of(node, False) for node in nodes] for nodes in (parts, results))
        args = Nested(call.pattern, call.kept).holding(call.positions, [Tensor._of(s, False) for s in sources])
        given = call.backward(self.outer.holding(self.floats, grads), self.outer.holding(self.floats, values), *args, **call.kwargs)
        found = self._leaves_of(given)
        return [self._checked(found[i], s) if r else None for i, s, r in zip(call.positions, sources, required, strict=True)]

    def _leaves_of(self, given: object) -> list[Any]:
        """What `backward` returned, one for each leaf of the arguments."""
        parts = self.call.pattern.parts
        if type(given) is not tuple and (len(parts) == 1 or type(given) is not list): given = (given,)
        if len(given) != len(parts):
            raise GradientError(f"{self!r} has {len(given)} parts, and {self.call.name} was given {len(parts)} arguments by position",
                                "Return one gradient for each, None where there is none.")
        found: list[Any] = []
        for part, x in zip(parts, given, strict=True):
            inside: list[Any] = []
            take_apart(x, "", inside)
            count = _count(part)
            if x is None: inside = [None] * count
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


def _count(pattern: Pattern) -> int:
    return 1 if pattern.kind is None else sum(map(_count, pattern.parts))
