"""Pytrees: values nested in lists, tuples, named tuples and dicts, flattened to leaves and rebuilt.

Inputs: any value. Outputs: its `Pattern`, and the leaves in order, each with the path that a user would write to reach it.
Invariants: a value rebuilt from a pattern and leaves flattens to the same; types and keys, in order, are part of the pattern.
"""
from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

from heddle.errors import JitError


class Pattern(NamedTuple):
    """A container: its type, the keys if it is a dict, and its children; or a leaf, whose kind is None."""

    path: str
    kind: type | None = None
    keys: tuple[Any, ...] = ()
    parts: tuple[Pattern, ...] = ()


def is_container(x: object) -> bool:
    """Whether `x` is one of the container types."""
    return type(x) in (list, tuple, dict, OrderedDict) or (isinstance(x, tuple) and hasattr(x, "_fields"))


def take_apart(x: Any, path: str, leaves: list[Any]) -> Pattern:
    """Flattens `x`: returns its pattern, and appends its leaves to `leaves`."""
    if not is_container(x):
        leaves.append(x)
        return Pattern(path)
    if isinstance(x, dict): items = [(f"{path}[{key!r}]", value) for key, value in x.items()]
    else: items = [(f"{path}[{i}]", value) for i, value in enumerate(x)]
    keys = tuple(x) if isinstance(x, dict) else ()
    return Pattern(path, type(x), keys, tuple([take_apart(value, name, leaves) for name, value in items]))


def take_along(pattern: Pattern, x: Any, leaves: list[Any]) -> None:
    """Appends the leaves of `x` to `leaves`. JitError if its nesting differs from the pattern."""
    kind = pattern.kind
    if kind is None:
        leaves.append(x)
        return
    if type(x) is not kind: raise _other(pattern, f"a {kind.__name__}", f"a {type(x).__name__}")
    if isinstance(x, dict):
        if tuple(x) != pattern.keys: raise _other(pattern, f"keys {list(pattern.keys)}", f"{list(x)}")
        values: Sequence[Any] = list(x.values())
    else: values = x
    if len(values) != len(pattern.parts): raise _other(pattern, f"{len(pattern.parts)} elements", f"{len(values)}")
    for part, value in zip(pattern.parts, values, strict=True): take_along(part, value, leaves)


def _other(pattern: Pattern, then: str, now: str) -> JitError:
    return JitError(f"{pattern.path}: {then} when it was captured, {now} now",
                    "Nest arguments as in the captured call, or make a TinyJit for each form.")


def put_together(pattern: Pattern, leaves: Sequence[Any]) -> Any:
    """Rebuilds the value with this pattern and these leaves."""
    if pattern.kind is None: return leaves[0]
    rest = iter(leaves)
    return _put_together(pattern, rest)


def _put_together(pattern: Pattern, rest: Any) -> Any:
    kind = pattern.kind
    if kind is None: return next(rest)
    values = [_put_together(part, rest) for part in pattern.parts]
    if issubclass(kind, dict): return kind(zip(pattern.keys, values, strict=True))
    return kind(*values) if hasattr(kind, "_fields") else kind(values)


def paths_of(pattern: Pattern) -> list[str]:
    """The path of each leaf, in order."""
    if pattern.kind is None: return [pattern.path]
    return [path for part in pattern.parts for path in paths_of(part)]
