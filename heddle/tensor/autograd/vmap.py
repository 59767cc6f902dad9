"""Vectorizing map (vmap): a function of one example, applied to a batch.

Inputs: a function, and the axes of its arguments along which the values lie. Outputs: the function of all values. Invariants: the
function runs once, on placeholders; what it computed is rewritten with one more axis (vmap_rules.py), so there is no loop, and what
does not depend on mapped arguments is computed once.
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from heddle.errors import SettingError, TransformError
from heddle.tensor.autograd.tracing import drawing, tracing
from heddle.tensor.autograd.vmap_rules import batched, one_of, spread
from heddle.tensor.node_builders import mark, resolve_axis
from heddle.tensor.pytree import Pattern, flatten, is_container, is_tensor, paths_of, put_together
from heddle.tensor.random import random
from heddle.uop import UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

R = TypeVar("R")
_RANDOMNESS = ("error", "same", "different")


def vmap(fn: Callable[..., R], in_axes: object = 0, out_axes: object = 0, randomness: str = "error") -> Callable[..., R]:
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
    def mapped(*args: object, **kwargs: object) -> R:
        leaves, pattern = flatten((args, kwargs), "args")
        axes = _axes_of(pattern.parts[0], in_axes, "in_axes")
        axes += [0] * (len(leaves) - len(axes))
        tensors = {i: (x, resolve_axis(a, x.ndim, "vmap"))
                   for i, (x, a) in enumerate(zip(leaves, axes, strict=True)) if a is not None and is_tensor(x)}
        size = _size(tensors)
        table: dict[UOp, UOp] = {}
        for i, (x, axis) in tensors.items():
            node = one_of(value := _in_front(x.uop, axis, 0))
            table[node] = value
            leaves[i] = x._of(mark(node), x._needs_grad)
        name = f"vmap of {getattr(fn, '__qualname__', repr(fn))}"

        def draw(shape: tuple[int, ...], device: random.Devices) -> tuple[UOp, UOp]:
            """A draw is refused, shared by all values, or one for each, drawn as one of all."""
            if randomness == "error":
                raise TransformError(f"{name} draws random numbers, and it is not said whether all values get the same",
                                     'Write vmap(..., randomness="different") or "same", or draw outside and pass them.')
            if randomness == "same": return random.random_words(shape, device)
            words = random.random_words((size, *shape), device)
            first, second = map(one_of, words)
            for node, word in zip((first, second), words, strict=True):
                table[node] = word
                note(node)
            return first, second

        with tracing(name, list(table)) as note, drawing(draw):
            given = put_together(pattern, leaves)
            result = fn(*given[0], **given[1])
        return _results(result, out_axes, table, size)
    return mapped


def _results(result: R, out_axes: object, table: dict[UOp, UOp], size: int) -> R:
    leaves, pattern = flatten(result, "result")
    axes = _axes_of(pattern, out_axes, "out_axes")
    tensors = {i: x for i, x in enumerate(leaves) if is_tensor(x)}
    for (i, x), node in zip(tensors.items(), batched([x.uop for x in tensors.values()], table, size), strict=True):
        if axes[i] is None:
            if node is None: continue
            which = "the result" if len(leaves) == 1 else f"result number {i}"
            raise TransformError(f"out_axes is None for {which}, which differs from value to value",
                                 "Give an axis, or compute it from what in_axes maps by None.")
        front = spread(x.uop, size) if node is None else node
        leaves[i] = x._of(mark(_in_front(front, 0, resolve_axis(axes[i], front.ndim, "vmap"))), x._needs_grad)
    return put_together(pattern, leaves)


def _in_front(node: UOp, axis: int, target: int) -> UOp:
    """`node` with one axis elsewhere."""
    order = [a for a in range(node.ndim) if a != axis]
    order.insert(target, axis)
    return node.permute(order)


def _size(tensors: Mapping[int, tuple[Tensor, int]]) -> int:
    """How many values there are along these axes. TransformError if arguments differ in it."""
    sizes = list(dict.fromkeys(x.shape[axis] for x, axis in tensors.values()))
    if not sizes: raise TransformError("vmap maps no argument", "Pass a tensor, and an axis for it in in_axes.")
    if len(sizes) > 1:
        raise TransformError(f"vmap maps axes of sizes {' and '.join(map(str, sizes))}",
                             "Map axes of one size, or give None for what all values share.")
    return sizes[0]


# ---- axes


def _axes_of(pattern: Pattern, axes: object, what: str) -> list[object]:
    """The axis for each leaf. `axes` is nested as the pattern is, or ends earlier and is then for all below."""
    if not is_container(axes): return [axes] * len(paths_of(pattern))
    inside = list(axes.values()) if isinstance(axes, dict) else list(axes)
    if isinstance(axes, dict) and set(axes) == set(pattern.keys): inside = [axes[key] for key in pattern.keys]
    if pattern.kind is None or len(inside) != len(pattern.parts):
        raise TransformError(f"{what} has {len(inside)} parts, and {pattern.path} has {len(pattern.parts)}",
                             "Give one axis for all, or as many as there are, nested likewise.")
    return [axis for part, own in zip(pattern.parts, inside, strict=True) for axis in _axes_of(part, own, what)]
