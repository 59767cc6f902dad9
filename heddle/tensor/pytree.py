"""Pytrees: values nested in lists, tuples, named tuples and dicts, flattened to leaves and rebuilt.

Inputs: any value. Outputs: its `Pattern`, and the leaves in order, each with the path that a user would write to reach it.
Invariants: a value rebuilt from a pattern and leaves flattens to the same; types and keys, in order, are part of the pattern.
"""
from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeGuard

from heddle.errors import JitError
from heddle.named_tuple import NamedTuple
from heddle.narrowing import is_instance
from heddle.tensor import tensor_hook

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


class Pattern(NamedTuple):
    """A container: its type, the keys if it is a dict, and its children; or a leaf, whose kind is None."""

    path: str
    kind: type | None = None
    keys: tuple[object, ...] = ()
    parts: tuple[Pattern, ...] = ()


def is_container(x: object) -> TypeGuard[list[object] | tuple[object, ...] | dict[object, object]]:
    """Whether `x` is one of the container types."""
    return type(x) in (list, tuple, dict, OrderedDict) or (is_instance(x, tuple) and hasattr(x, "_fields"))


def flatten(x: object, path: str) -> tuple[list[object], Pattern]:
    """The leaves of `x`, in order, and its pattern. `path`: what a user would write for `x`."""
    leaves: list[object] = []
    return leaves, take_apart(x, path, leaves)


def take_apart(x: object, path: str, leaves: list[object]) -> Pattern:
    """Flattens `x`: returns its pattern, and appends its leaves to `leaves`."""
    if not is_container(x):
        leaves.append(x)
        return Pattern(path)
    if isinstance(x, dict): items = [(f"{path}[{key!r}]", value) for key, value in x.items()]
    else: items = [(f"{path}[{i}]", value) for i, value in enumerate(x)]
    keys = tuple(x) if isinstance(x, dict) else ()
    return Pattern(path, type(x), keys, tuple([take_apart(value, name, leaves) for name, value in items]))


def take_along(pattern: Pattern, x: object, leaves: list[object]) -> None:
    """Appends the leaves of `x` to `leaves`. JitError if its nesting differs from the pattern."""
    kind = pattern.kind
    if kind is None:
        leaves.append(x)
        return
    if type(x) is not kind or not is_container(x): raise _other(pattern, f"a {kind.__name__}", f"a {type(x).__name__}")
    if isinstance(x, dict) and tuple(x) != pattern.keys: raise _other(pattern, f"keys {list(pattern.keys)}", f"{list(x)}")
    values = x.values() if isinstance(x, dict) else x
    if len(values) != len(pattern.parts): raise _other(pattern, f"{len(pattern.parts)} elements", f"{len(values)}")
    for part, value in zip(pattern.parts, values, strict=True): take_along(part, value, leaves)


def _other(pattern: Pattern, then: str, now: str) -> JitError:
    return JitError(f"{pattern.path}: {then} when it was captured, {now} now",
                    "Nest arguments as in the captured call, or make a TinyJit for each form.")


def put_together(pattern: Pattern, leaves: Iterable[object]) -> Any:
    """Rebuilds the value with this pattern and these leaves."""
    kind, rest = pattern.kind, iter(leaves)
    if kind is None: return next(rest)
    values = [put_together(part, rest) for part in pattern.parts]
    if issubclass(kind, _DICT): return kind(zip(pattern.keys, values, strict=True))
    return kind(*values) if hasattr(kind, "_fields") else kind(values)


_DICT: tuple[type, ...] = (dict,)


def paths_of(pattern: Pattern) -> list[str]:
    """The path of each leaf, in order."""
    if pattern.kind is None: return [pattern.path]
    return [path for part in pattern.parts for path in paths_of(part)]


def is_tensor(x: object) -> TypeGuard[Tensor]:
    """Whether `x` is a Tensor."""
    return isinstance(x, tensor_hook.tensor_class)


def floats_among(values: Iterable[object]) -> dict[int, Tensor]:
    """The float tensors among `values`, by position."""
    return {i: x for i, x in enumerate(values) if is_tensor(x) and x.dtype.is_float()}
