"""Vectorizing map (vmap): a function of one example, applied to a batch.

Inputs: a function, and the axes of its arguments along which the values lie. Outputs: the function of all values. Invariants: the
function runs once, on placeholders; what it computed is rewritten with one more axis (vmap_rules.py), so there is no loop, and what
does not depend on mapped arguments is computed once.
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from heddle.errors import SettingError, TransformError
from heddle.tensor.autograd.custom_gradient import is_tensor
from heddle.tensor.autograd.tracing import tracing
from heddle.tensor.autograd.vmap_rules import batched, one_of, spread
from heddle.tensor.node_builders import mark, resolve_axis
from heddle.tensor.pytree import Pattern, is_container, put_together, take_apart
from heddle.tensor.random import random
from heddle.uop import UOp

_RANDOMNESS = ("error", "same", "different")


def vmap(fn: Callable[..., Any], in_axes: object = 0, out_axes: object = 0, randomness: str = "error") -> Callable[..., Any]:
    """`fn` for all values along an axis of its arguments at once.

    `in_axes`: for all positional arguments, or for each in a tuple, the axis along which its tensors hold values, or None for one
    that all values share; nested as the argument is, or one for all that is in it. Arguments by name are mapped along axis 0.
    `out_axes`: the same for the result: where the new axis goes. Results that are the same for all values are repeated, or stay as
    they are with None. What is no tensor passes through.

    Nests, goes through gradients and custom gradients, and is part of a captured function. `fn` cannot look at values, assign to
    tensors that it is given, or call `backward()` (`gradient()` it can). `randomness`: what a draw in `fn` is: "error", "same" for all
    values, or "different". TransformError if sizes differ, nothing is mapped, or `fn` does what it cannot.
    """
    if randomness not in _RANDOMNESS: raise SettingError.unknown(randomness, _RANDOMNESS)

    @functools.wraps(fn)
    def mapped(*args: object, **kwargs: object) -> Any:
        leaves: list[Any] = []
        pattern = take_apart((args, kwargs), "args", leaves)
        axes = _axes_of(pattern.parts[0], in_axes, "in_axes") + [0] * (len(leaves) - _count(pattern.parts[0]))
        where = {i: resolve_axis(a, leaves[i].ndim, "vmap") for i, a in enumerate(axes) if a is not None and is_tensor(leaves[i])}
        size = _size(leaves, where)
        values = {i: _in_front(leaves[i].uop, axis, 0) for i, axis in where.items()}
        placeholders = {i: one_of(value) for i, value in values.items()}
        table = {placeholders[i]: value for i, value in values.items()}
        name = f"vmap of {getattr(fn, '__qualname__', repr(fn))}"
        with tracing(name, list(table)) as note, _drawing(randomness, size, table, note, name):
            for i, node in placeholders.items(): leaves[i] = leaves[i]._of(mark(node), leaves[i]._needs_grad)
            given = put_together(pattern, leaves)
            result = fn(*given[0], **given[1])
        return _results(result, out_axes, table, size)
    return mapped


def _results(result: object, out_axes: object, table: dict[UOp, UOp], size: int) -> Any:
    leaves: list[Any] = []
    pattern = take_apart(result, "result", leaves)
    axes = _axes_of(pattern, out_axes, "out_axes")
    tensors = [i for i, x in enumerate(leaves) if is_tensor(x)]
    for i, node in zip(tensors, batched([leaves[i].uop for i in tensors], table, size), strict=True):
        if axes[i] is None:
            if node is None: continue
            raise TransformError(f"out_axes is None for {_of_all(leaves, i)}, which differs from value to value",
                                 "Give an axis, or compute it from what in_axes maps by None.")
        front = spread(leaves[i].uop, size) if node is None else node
        leaves[i] = leaves[i]._of(mark(_in_front(front, 0, resolve_axis(axes[i], front.ndim, "vmap"))), leaves[i]._needs_grad)
    return put_together(pattern, leaves)


def _of_all(leaves: list[Any], i: int) -> str: return "the result" if len(leaves) == 1 else f"result number {i}"


def _in_front(node: UOp, axis: int, target: int) -> UOp:
    """`node` with one axis elsewhere."""
    order = [a for a in range(node.ndim) if a != axis]
    order.insert(target, axis)
    return node.permute(order)


def _size(leaves: Sequence[Any], where: dict[int, int]) -> int:
    """How many values there are. TransformError if arguments differ in it."""
    sizes = {leaves[i].shape[axis]: i for i, axis in where.items()}
    if not sizes: raise TransformError("vmap maps no argument", "Pass a tensor, and an axis for it in in_axes.")
    if len(sizes) > 1:
        raise TransformError(f"vmap maps axes of sizes {' and '.join(map(str, sizes))}",
                             "Map axes of one size, or give None for what all values share.")
    return next(iter(sizes))


# ---- axes


def _axes_of(pattern: Pattern, axes: Any, what: str) -> list[int | None]:
    """The axis for each leaf. `axes` is nested as the pattern is, or ends earlier and is then for all below."""
    if not is_container(axes): return [axes] * _count(pattern)
    inside = list(axes.values()) if isinstance(axes, dict) else list(axes)
    if isinstance(axes, dict) and set(axes) == set(pattern.keys): inside = [axes[key] for key in pattern.keys]
    if pattern.kind is None or len(inside) != len(pattern.parts):
        raise TransformError(f"{what} has {len(inside)} parts, and {pattern.path} has {len(pattern.parts)}",
                             "Give one axis for all, or as many as there are, nested likewise.")
    return [axis for part, own in zip(pattern.parts, inside, strict=True) for axis in _axes_of(part, own, what)]


def _count(pattern: Pattern) -> int: return 1 if pattern.kind is None else sum(map(_count, pattern.parts))


# ---- random numbers


@contextmanager
def _drawing(randomness: str, size: int, table: dict[UOp, UOp], note: Callable[[UOp], None], name: str) -> Iterator[None]:
    """Draws inside the function: refused, shared by all values, or one for each, drawn as one of all."""
    overrides = random.draws.overrides

    def override(shape: tuple[int, ...], device: Any) -> tuple[UOp, UOp]:
        if randomness == "error":
            raise TransformError(f"{name} draws random numbers, and it is not said whether all values get the same",
                                 'Write vmap(..., randomness="different") or "same", or draw outside and pass them.')
        overrides.pop()
        try: words = random.random_words(shape if randomness == "same" else (size, *shape), device)
        finally: overrides.append(override)
        if randomness == "same": return words
        first, second = map(one_of, words)
        for node, word in zip((first, second), words, strict=True):
            table[node] = word
            note(node)
        return first, second

    overrides.append(override)
    try: yield
    finally: overrides.pop()
