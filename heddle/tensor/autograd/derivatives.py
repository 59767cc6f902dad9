"""Derivatives of functions: Jacobian-vector and vector-Jacobian products, Jacobians, Hessians.

Inputs: functions of tensors, and where to differentiate them. Outputs: tensors, lazily. Invariants: each argument is a node of its
own, so one tensor passed twice has two gradients; nothing here loops over elements: rows of Jacobians are one batched product.
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from heddle.errors import GradientError, ShapeError
from heddle.tensor.autograd.custom_gradient import with_rule
from heddle.tensor.autograd.vmap import vmap
from heddle.tensor.host_data import own_node
from heddle.tensor.node_builders import mark, zeros_like
from heddle.tensor.pytree import Pattern, flatten, floats_among, is_tensor, put_together
from heddle.uop import UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

R = TypeVar("R")
Primals = TypeVarTuple("Primals")


class _Through:
    """The rule of an alias: the gradient as it is."""

    def __repr__(self) -> str: return "the gradient of an argument"

    def gradients(self, g: UOp, node: UOp, required: Sequence[bool]) -> list[UOp | None]:
        """See `custom_gradient.Rule`."""
        return [g]


def alias(x: Tensor) -> Tensor:
    """The same value as a node of its own, which costs nothing."""
    return x._of(mark(with_rule(x.uop, (x.uop,), _Through())), x._needs_grad)


def _floats(value: object, name: str) -> tuple[list[object], Pattern, dict[int, Tensor]]:
    """The leaves of a nested value, how they are nested, and those that are float tensors, as nodes of their own."""
    leaves, pattern = flatten(value, name)
    floats = {i: alias(x) for i, x in floats_among(leaves).items()}
    return [floats.get(i, x) for i, x in enumerate(leaves)], pattern, floats


def vjp(fn: Callable[[*Primals], R], *primals: *Primals) -> tuple[R, Callable[[object], tuple[*Primals]]]:
    """`fn(*primals)`, and the function from a gradient of that, nested likewise, to the gradients of `primals`, in a tuple.

    The gradient of what is no float tensor is None. ShapeError if a gradient has another shape than what it is of.
    """
    leaves, pattern, floats = _floats(primals, "primals")
    given: tuple[*Primals] = put_together(pattern, leaves)
    result = fn(*given)
    results, _ = flatten(result, "result")

    def pull(cotangents: object) -> tuple[*Primals]:
        grads = dict(zip(floats, _pulled(results, flatten(cotangents, "cotangents")[0], list(floats.values())), strict=True))
        return put_together(pattern, [grads.get(i) for i in range(len(leaves))])
    return result, pull


def _pulled(results: list[object], given: list[object], targets: list[Tensor]) -> list[Tensor]:
    if len(given) != len(results):
        raise GradientError(f"{len(given)} gradients were given for {len(results)} results",
                            "Give one for each, nested as the result is.")
    total: list[Tensor] | None = None
    for y, g in zip(results, given, strict=True):
        if not is_tensor(y) or not y.dtype.is_float() or g is None: continue
        found = y.gradient(*targets, gradient=g if is_tensor(g) else type(y)(g, y.device, y.dtype).expand(y.shape))
        total = found if total is None else [a + b for a, b in zip(total, found, strict=True)]
    if total is None: raise GradientError("no result is a float tensor", "Differentiate a function that returns one.")
    return total


def jvp(fn: Callable[..., R], primals: Sequence[object], tangents: Sequence[object]) -> tuple[R, R]:
    """`fn(*primals)`, and how it changes if `primals` change by `tangents`, nested alike: the Jacobian times `tangents`.

    In reverse mode twice, as a gradient is linear in the gradient that it comes from. ShapeError if a tangent has another shape.
    """
    leaves, pattern, floats = _floats(tuple(primals), "primals")
    changes, _ = flatten(tuple(tangents), "tangents")
    if len(changes) != len(leaves):
        raise GradientError(f"{len(changes)} tangents were given for {len(leaves)} primals", "Give one for each, nested alike.")
    moved = {i: (x, change) for i, x in floats.items() if is_tensor(change := changes[i])}
    for i, (x, change) in moved.items():
        if change.shape != x.shape:
            raise ShapeError(f"tangent number {i} has shape {change.shape}, its primal {x.shape}", "Give it that shape.")
    result = fn(*put_together(pattern, leaves))
    results, result_pattern = flatten(result, "result")
    found = {i: _changed(y, list(moved.values())) for i, y in floats_among(results).items()}
    return result, put_together(result_pattern, [found.get(i) for i in range(len(results))])


def _changed(y: Tensor, moved: list[tuple[Tensor, Tensor]]) -> Tensor:
    """How `y` changes if each of these tensors changes as stated."""
    unknown = y._of(own_node(zeros_like(y.uop)), False)  # no gradient depends on its value
    grads = y.gradient(*(x for x, _ in moved), gradient=unknown)
    total = y.zeros_like()
    for (_, change), g in zip(moved, grads, strict=True): total = total + g.gradient(unknown, gradient=change)[0]
    return total


def jacobian(fn: Callable[..., object], argnums: int | tuple[int, ...] = 0) -> Callable[..., Any]:
    """The function that gives the derivative of each element of `fn(*args)` by each of argument `argnums`.

    Its shape is that of the result, then that of the argument. A tuple of them for a tuple of `argnums`; results may be nested. One
    pass back for all rows at once.
    """
    @functools.wraps(fn)
    def rows(*args: Tensor) -> Any:
        required = argnums if isinstance(argnums, tuple) else (argnums,)
        given = list(args)
        for i in required: given[i] = alias(given[i])
        targets = [given[i] for i in required]
        leaves, pattern = flatten(fn(*given), "result")
        found = [_rows(y, targets) for y in leaves]
        return put_together(pattern, [f if isinstance(argnums, tuple) else f[0] for f in found])
    return rows


def _rows(y: object, targets: list[Tensor]) -> tuple[Tensor, ...]:
    """The derivatives of `y`, all its rows at once, by each target: (*y.shape, *target.shape). GradientError unless it is a float
    tensor."""
    if not is_tensor(y) or not y.dtype.is_float():
        raise GradientError("a Jacobian is of float tensors", "Return float tensors, nested or not, and nothing else.")
    basis = type(y).eye(y.numel(), dtype=y.dtype, device=y.device).reshape(y.numel(), *y.shape)
    def pulled(g: Tensor) -> tuple[Tensor, ...]: return tuple(y.gradient(*targets, gradient=g))
    found = vmap(pulled)(basis)
    return tuple([row.reshape(*y.shape, *t.shape) for row, t in zip(found, targets, strict=True)])


def hessian(fn: Callable[..., Tensor], argnums: int = 0) -> Callable[..., Tensor]:
    """The function that gives the second derivatives of `fn(*args)`, of one element, by argument `argnums`: its shape twice."""
    return jacobian(grad(fn, argnums), argnums)


def grad(fn: Callable[..., Tensor], argnums: int | tuple[int, ...] = 0) -> Callable[..., Any]:
    """The function that gives the gradient of `fn(*args)`, of one element, by argument `argnums`, or by several in a tuple."""
    differentiate = value_and_grad(fn, argnums)
    return functools.wraps(fn)(lambda *args, **kwargs: differentiate(*args, **kwargs)[1])


def value_and_grad(fn: Callable[..., Tensor], argnums: int | tuple[int, ...] = 0) -> Callable[..., tuple[Tensor, Any]]:
    """The function that gives `fn(*args, **kwargs)`, of one element, and what `grad` gives. GradientError for more elements."""
    @functools.wraps(fn)
    def both(*args: object, **kwargs: object) -> tuple[Tensor, Any]:
        required = argnums if isinstance(argnums, tuple) else (argnums,)
        given = list(args)

        def part(*primals: object) -> Tensor:
            for i, x in zip(required, primals, strict=True): given[i] = x
            return fn(*given, **kwargs)

        value, pull = vjp(part, *(args[i] for i in required))
        if not is_tensor(value) or value.numel() != 1:
            raise GradientError("grad() needs a function with a result of one element",
                                "Take .sum() or .mean(), or use vjp or jacobian.")
        found = pull(value.ones_like())
        return value, found if isinstance(argnums, tuple) else found[0]
    return both
