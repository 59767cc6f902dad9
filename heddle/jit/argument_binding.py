"""Argument binding of a captured function: canonical form of the arguments, and checks against the captured call.

Inputs: the arguments of a call. Outputs: its tensors in order and the values of its variables. Invariants: a mismatch is a JitError
that names the argument.
"""
from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from heddle.errors import JitError
from heddle.jit.bindings import in_memory
from heddle.jit.fast_replay import Shortcut
from heddle.jit.guards import Change, Guards, gone_tensor, text_of
from heddle.jit.plain_values import is_plain, is_same
from heddle.jit.replay import Replay
from heddle.jit.variable_arguments import Names, own_bindings
from heddle.tensor.pytree import Pattern, take_along
from heddle.tensor.realize import realize_tensors
from heddle.tensor.tensor import Tensor
from heddle.uop import Symbol, UOp
from heddle.uop.symbol import Bindings, Leaf


class Signature:
    """A function's signature, with the names of parameters that accept positional arguments."""

    def __init__(self, signature: inspect.Signature) -> None:
        self.signature = signature
        kinds = [p.kind for p in signature.parameters.values()]
        by_position = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        self.names = [p.name for p in signature.parameters.values() if p.kind in by_position]
        # a call with exactly so many and no names is in its final form
        self.positional = len(self.names) if inspect.Parameter.KEYWORD_ONLY not in kinds else -1
        self._defaults: Any = ...  # of the function when this was made
        self._forms: dict[tuple[Any, ...], _Form] = {}  # by the number of positional arguments and the names of the others

    def made_of(self, fn: Any) -> Signature:
        """From the signature of `fn` and its current defaults."""
        self._defaults = _defaults_of(fn)
        return self

    def is_of(self, fn: Any) -> bool:
        """Whether the defaults of `fn` are unchanged."""
        return self._defaults is ... or all(a is b for a, b in zip(self._defaults, _defaults_of(fn), strict=True))

    def canonical(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Sequence[Any], Mapping[str, Any]]:
        """The arguments in the one form that calls with the same meaning share. TypeError as from the function itself."""
        if not kwargs and len(args) == self.positional: return args, kwargs
        key = len(args), *kwargs
        if (form := self._forms.get(key)) is None:
            if len(self._forms) >= _FORMS: self._forms.clear()
            form = self._forms[key] = self._form(len(args), kwargs)
        given = *args, *kwargs.values()
        return tuple([place.of(given) for place in form[0]]), {name: place.of(given) for name, place in form[1].items()}

    def _form(self, count: int, names: Iterable[str]) -> _Form:
        """Sources of the arguments in calls with this many positional ones and these names. TypeError as the function raises it."""
        named = {name: _Place(number) for number, name in enumerate(names, count)}
        bound = self.signature.bind(*map(_Place, range(count)), **named)
        bound.apply_defaults()

        def place_of(x: Any) -> _Place: return x if isinstance(x, _Place) else _Place(-1, x)
        return tuple(map(place_of, bound.args)), {name: place_of(x) for name, x in bound.kwargs.items()}


def _defaults_of(fn: Any) -> tuple[Any, Any]:
    fn = getattr(fn, "__func__", fn)
    return getattr(fn, "__defaults__", None), getattr(fn, "__kwdefaults__", None)


@dataclass(frozen=True, eq=False)
class _Place:
    """The index of an argument of a call; or a default."""

    number: int
    default: Any = None

    def of(self, given: Sequence[Any]) -> Any: return given[self.number] if self.number >= 0 else self.default


_Form = tuple[tuple[_Place, ...], dict[str, _Place]]
_FORMS = 64  # of one function, the number kept

Others = tuple[dict[int, tuple[str, Any]], dict[int, tuple[str, Any]]]


class Plan:
    """Checks of a call's arguments, and its replay."""

    def __init__(self, replay: Replay, pattern: Pattern, places: list[int], others: Others, signature: Signature | None = None,
                 guards: Guards | None = None, size_names: Sequence[Names] = ()) -> None:
        self.replay, self.guards, self._signature = replay, guards, signature
        self.baked, self.sizes = others  # path and value by position: constants that must not change, and Symbols, unbound
        self.pattern, self.places = pattern, places
        # without containers, the arguments are the leaves
        positional, named = pattern.parts
        self._is_flat = all(part.kind is None for part in (*positional.parts, *named.parts))
        self._positional, self._names = len(positional.parts), named.keys
        self.is_symbolic = bool(self.sizes or replay.constants) or any(a.is_symbolic for a in replay.arguments)
        # the capture's names of the variables in each Symbol, then in each tensor, where they differ
        self.names: list[Names] = [*(size_names or [{}] * len(self.sizes)), *(a.names for a in replay.arguments)]
        self.shortcut = Shortcut.of(self)

    @property
    def linear(self) -> UOp:
        """All kernels and copies of a replay, one by one."""
        return self.replay.executable.linear

    @property
    def jit_cache(self) -> list[UOp]:
        """The CALLs of `linear`."""
        return list(self.linear.src)

    def take(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[list[Tensor], list[Symbol]]:
        """The tensors among the arguments, realized, and the Symbols. JitError names the first that differs from the capture."""
        leaves = self.leaves(args, kwargs)
        for i, (path, value) in self.baked.items():
            if not is_same(value, leaves[i]): raise _changed(f"argument {path}", value, leaves[i])
        if self.guards is not None and (found := self.guards.changed()) is not None: raise refused(found)
        for i, (path, size) in self.sizes.items():
            if not isinstance(leaves[i], Symbol) or leaves[i].unbound() != size: raise _changed(f"argument {path}", size, leaves[i])
        tensors = [leaves[i] for i in self.places]
        for x, argument in zip(tensors, self.replay.arguments, strict=True):
            if not isinstance(x, Tensor): raise _changed(f"argument {argument.path}", "a tensor", x)
        return prepared(tensors), [leaves[i] for i in self.sizes]

    def leaves(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Sequence[Any]:
        """The leaves of the containers. JitError if the nesting differs; TypeError as from the function itself."""
        # what has the names and numbers of the canonical form is in it
        if self._is_flat and len(args) == self._positional and tuple(kwargs) == self._names:
            return (*args, *kwargs.values()) if kwargs else args
        given = (args, kwargs) if self._signature is None else self._signature.canonical(args, kwargs)
        leaves: list[Any] = []
        for part, x in zip(self.pattern.parts, given, strict=True): take_along(part, x, leaves)
        return leaves

    def values(self, tensors: list[Tensor], sizes: list[Symbol]) -> dict[str, int] | None:
        """The values of the variables in this call; None if one that the capture has once has two.

        ShapeError for one that has none, or is outside of what it indexes.
        """
        if not self.is_symbolic: return {}
        bindings = Bindings()
        values: dict[str, int] = dict(self.replay.constants)
        for own, names in zip(self.variables(tensors, sizes), self.names, strict=True):
            for name, leaf in own.items():
                if leaf.value is None: bindings.add_leaf(leaf)
                elif values.setdefault(names.get(name, name), leaf.value) != leaf.value: return None
        bindings.values()
        for condition in self.replay.conditions: condition.check(values)
        return values

    def variables(self, tensors: list[Tensor], sizes: list[Symbol]) -> list[dict[str, Leaf]]:
        """The variables of each Symbol, then of each tensor. JitError if one of these binds a variable to two values."""
        return [*(own_bindings(size.leaves()) for size in sizes), *self.replay.bindings(tensors)]


def refused(change: Change) -> JitError:
    """The error for outside state that has changed."""
    if gone_tensor(change.then):
        return JitError(f"{change.path}: a tensor that the captured function reads is gone",
                        "Change it with .assign() where it is now replaced by a new tensor, pass it as an argument, or call .reset().")
    return JitError(f"{change.path} was {text_of(change.then)} when it was captured, and is {text_of(change.now, change.then)} now",
                    "Pass what changes as a tensor, make a TinyJit for each value, or call .reset().")


def _changed(what: str, then: Any, now: Any) -> JitError:
    then, now = map(_text_of, (then, now))
    return JitError(f"{what} was {then} when it was captured, and is {now} now",
                    "Pass what changes as a tensor, make a TinyJit for each value, or call .reset().")


def _text_of(x: Any) -> str:
    if isinstance(x, str) and x == "a tensor": return x
    return repr(x) if is_plain(x) or isinstance(x, Symbol) else f"a {type(x).__name__}"


def prepared(tensors: list[Tensor]) -> list[Tensor]:
    """`tensors`, realized."""
    for t in tensors:
        storage = t._storage
        if storage is None or storage.memory is None or storage.first().assigned is not None: break
    else: return tensors
    realize_tensors(tensors)
    return [in_memory(t) for t in tensors]
