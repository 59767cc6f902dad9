"""Pure functions of tensors with a custom gradient, checked to read nothing but their arguments.

Inputs: a function. Outputs: the same function, checked. Invariants: a tensor that it finds by itself is an error, unless that is
allowed; its results are what they would be without it.
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ParamSpec, TypeVar, cast, overload

from heddle.dtype import dtypes
from heddle.errors import DTypeError, GradientError, describe_location
from heddle.narrowing import is_instance
from heddle.tensor import aliasing
from heddle.tensor.autograd.composite_rules import Whole
from heddle.tensor.custom_kernel import Backward, rule_of
from heddle.tensor.random import random
from heddle.tensor.tensor import Tensor
from heddle.uop import Ops, UOp

P = ParamSpec("P")
R = TypeVar("R")


@overload
def function(fxn: Callable[P, R], *, precompile: bool = False, precompile_backward: bool = False, allow_implicit: bool = False,
             grad_fxn: Backward | None = None) -> Callable[P, R]: ...
@overload
def function(fxn: None = None, *, precompile: bool = False, precompile_backward: bool = False, allow_implicit: bool = False,
             grad_fxn: Backward | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def function(fxn: Callable[..., R] | None = None, *, precompile: bool = False, precompile_backward: bool = False,
             allow_implicit: bool = False, grad_fxn: Backward | None = None) -> object:
    """`@function`, or `@function(grad_fxn=...)`: a function whose tensors are its arguments, or attributes of its arguments.

    It returns a tensor, or a tuple of them. GradientError if it reads other tensors in memory, to which `grad_fxn` could give nothing
    and which another call would not be given; `allow_implicit=True` lets it. `grad_fxn(g, call)` gives the gradients of the tensors
    among the arguments, `call.src[1:]`, from that of the result (one for each, if there are several). `precompile` and
    `precompile_backward` are taken and change nothing: the operations are nodes of the caller's graph, with which they are scheduled.
    DTypeError unless `fxn` is a function.
    """
    if fxn is None: return functools.partial(function, allow_implicit=allow_implicit, grad_fxn=grad_fxn)
    if not callable(fxn):
        raise DTypeError(f"function needs a function, got a {type(fxn).__name__}", "Write function(f), or @function.")
    inner = fxn

    @functools.wraps(inner)
    def called(*args: object, **kwargs: object) -> R:
        given = list({id(t): t for t in _tensors_in((*args, *kwargs.values()))}.values())
        result = inner(*args, **kwargs)
        found = _several(result)
        results = [t for t in found if isinstance(t, Tensor)]
        if len(results) < len(found):
            raise GradientError(f"{inner.__name__} returns {type(result).__name__}, which is no tensor and no tuple of tensors",
                                "Return tensors.")
        if not allow_implicit: _check_implicit(inner.__name__, results, given)
        if grad_fxn is not None: _set_gradient(grad_fxn, results, given)
        return result

    return called


def _several(result: object) -> tuple[object, ...]: return result if is_instance(result, tuple) else (result,)


def _tensors_in(values: Sequence[object]) -> Iterator[Tensor]:
    """The tensors among values, in containers, and in attributes of objects."""
    stack, seen = list(values)[::-1], set[int]()
    while stack:
        x = stack.pop()
        if isinstance(x, Tensor): yield x
        elif id(x) not in seen:
            seen.add(id(x))
            if is_instance(x, (list, tuple)): stack += x[::-1]
            elif isinstance(x, Mapping): stack += list(cast("Mapping[object, object]", x).values())[::-1]
            elif hasattr(x, "__dict__") and not isinstance(x, type) and not hasattr(x, "__code__"): stack += vars(x).values()


def _check_implicit(name: str, results: Sequence[Tensor], given: Sequence[Tensor]) -> None:
    known = {n for t in given for n in t.uop.toposort()} | set(random.states())
    for t in results:
        order = t.uop.toposort(gate=lambda n: n not in known)
        # what a written kernel fills is no value that another call would not be given
        filled = {s.base for n in order if n.op is Ops.KERNEL for i, s in enumerate(n.src) if i in n.arg.fresh}
        for node in order:
            if node in known or node in filled or node.op not in aliasing.MEMORY: continue
            made = f", made at {describe_location(node.loc)}" if node.loc is not None else ""
            raise GradientError(f"{name} reads a tensor of {node.size} x {node.dtype.name} that is no argument{made}",
                                "Pass it, or give function(allow_implicit=True).")


def _set_gradient(grad_fxn: Backward, results: Sequence[Tensor], given: Sequence[Tensor]) -> None:
    sources, made = tuple([t.uop for t in given]), [t.uop for t in results]
    for node in made:
        if node in sources: continue  # an argument itself
        node.gradient = Whole(sources, rule_of(grad_fxn, node, made, UOp(Ops.SINK, dtypes.void, tuple(made))))
