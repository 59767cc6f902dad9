"""Argument binding of a captured function: canonical form of the arguments, their leaves, and the errors for those that differ.

Inputs: a signature; the arguments of a call. Outputs: the arguments in the one form that calls with the same meaning share, and what
each leaf of them is to a capture: a tensor, a size, or a constant.
Invariants: a mismatch is a JitError that names the argument.
"""
from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from heddle.errors import JitError
from heddle.jit.bindings import in_memory
from heddle.jit.guards import Change, gone_tensor, text_of
from heddle.jit.plain_values import is_plain
from heddle.tensor import aliasing
from heddle.tensor.pytree import Pattern, paths_of, take_along
from heddle.tensor.realize import realize_all, realize_tensors, settle_draws
from heddle.tensor.tensor import Tensor
from heddle.uop import Symbol


class Signature:
    """A function's signature, with the names of parameters that accept positional arguments."""

    def __init__(self, signature: inspect.Signature) -> None:
        self.signature = signature
        kinds = [p.kind for p in signature.parameters.values()]
        by_position = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        self.names = [p.name for p in signature.parameters.values() if p.kind in by_position]
        # a call with exactly so many and no names is in its final form
        self.positional = len(self.names) if inspect.Parameter.KEYWORD_ONLY not in kinds else -1
        self._defaults: tuple[object, object] | None = None  # of the function when this was made, if it is known
        self._forms: dict[tuple[object, ...], _Form] = {}  # by the number of positional arguments and the names of the others

    def made_of(self, fn: object) -> Signature:
        """From the signature of `fn` and its current defaults."""
        self._defaults = _defaults_of(fn)
        return self

    def is_of(self, fn: object) -> bool:
        """Whether the defaults of `fn` are unchanged."""
        return self._defaults is None or all(a is b for a, b in zip(self._defaults, _defaults_of(fn), strict=True))

    def canonical(self, args: Sequence[object], kwargs: Mapping[str, object]) -> tuple[Sequence[object], Mapping[str, object]]:
        """The arguments in the one form that calls with the same meaning share. TypeError as from the function itself."""
        if not kwargs and len(args) == self.positional: return args, kwargs
        key = len(args), *kwargs
        if (form := self._forms.get(key)) is None:
            if len(self._forms) >= _FORMS: self._forms.clear()
            form = self._forms[key] = self._form(len(args), kwargs)
        given = *args, *kwargs.values()
        return tuple([source.of(given) for source in form[0]]), {name: source.of(given) for name, source in form[1].items()}

    def _form(self, count: int, names: Iterable[str]) -> _Form:
        """Sources of the arguments in calls with this many positional ones and these names. TypeError as the function raises it."""
        named = {name: _Source(number) for number, name in enumerate(names, count)}
        bound = self.signature.bind(*map(_Source, range(count)), **named)
        bound.apply_defaults()

        def source_of(x: object) -> _Source: return x if isinstance(x, _Source) else _Source(-1, x)
        return tuple(map(source_of, bound.args)), {name: source_of(x) for name, x in bound.kwargs.items()}


def _defaults_of(fn: object) -> tuple[object, object]:
    fn = getattr(fn, "__func__", fn)
    return getattr(fn, "__defaults__", None), getattr(fn, "__kwdefaults__", None)


@dataclass(frozen=True, eq=False)
class _Source:
    """The index of an argument of a call; or a default."""

    number: int
    default: object = None

    def of(self, given: Sequence[object]) -> object: return given[self.number] if self.number >= 0 else self.default


_Form = tuple[tuple[_Source, ...], dict[str, _Source]]
_FORMS = 64  # of one function, the number kept


class Inputs:
    """What the leaves of the arguments are to a capture, by their positions in `pattern`: tensors (`positions`), `sizes`, which are
    Symbols without values, and `baked` constants, which must not change. The latter two have their paths."""

    def __init__(self, pattern: Pattern, positions: Sequence[int], baked: Mapping[int, tuple[str, object]],
                 sizes: Mapping[int, tuple[str, int]], signature: Signature | None) -> None:
        self.pattern, self.positions, self.baked, self.sizes, self.signature = pattern, positions, baked, sizes, signature
        # without containers, the arguments are the leaves
        positional, named = pattern.parts
        self._is_flat = all(part.kind is None for part in (*positional.parts, *named.parts))
        self._positional, self._names = len(positional.parts), named.keys

    @staticmethod
    def of(pattern: Pattern, leaves: Sequence[object], signature: Signature | None) -> Inputs:
        """Those of a call with these leaves."""
        rows = list(enumerate(zip(paths_of(pattern), leaves, strict=True)))
        sizes = {i: (path, x.unbound()) for i, (path, x) in rows if isinstance(x, Symbol)}
        baked = {i: (path, x) for i, (path, x) in rows if not isinstance(x, (Tensor, Symbol))}
        return Inputs(pattern, [i for i, x in enumerate(leaves) if isinstance(x, Tensor)], baked, sizes, signature)

    @property
    def paths(self) -> list[str]:
        """The paths of the tensors."""
        paths = paths_of(self.pattern)
        return [paths[i] for i in self.positions]

    def leaves(self, args: Sequence[object], kwargs: Mapping[str, object]) -> Sequence[object]:
        """The leaves of a call. JitError if the nesting differs; TypeError as from the function itself."""
        # what has the names and numbers of the canonical form is in it
        if self._is_flat and len(args) == self._positional and tuple(kwargs) == self._names:
            return (*args, *kwargs.values()) if kwargs else args
        given = (args, kwargs) if self.signature is None else self.signature.canonical(args, kwargs)
        leaves: list[object] = []
        for part, x in zip(self.pattern.parts, given, strict=True): take_along(part, x, leaves)
        return leaves


def refused(change: Change) -> JitError:
    """The error for outside state that has changed."""
    if change.path.endswith(".grad"):
        what = f"{change.path}: a gradient that the captured function adds to is gone" if gone_tensor(change.then) else \
            f"{change.path} was {text_of(change.then)} when it was captured, and is {text_of(change.now, change.then)} now"
        return JitError(what, "Call zero_grad() in the function, or keep the gradients: zero_grad(set_to_none=False) outside of it "
                              "assigns zeros to them.")
    if gone_tensor(change.then):
        return JitError(f"{change.path}: a tensor that the captured function reads is gone",
                        "Change it with .assign() where it is now replaced by a new tensor, pass it as an argument, or call .reset().")
    return JitError(f"{change.path} was {text_of(change.then)} when it was captured, and is {text_of(change.now, change.then)} now",
                    "Pass what changes as a tensor, make a TinyJit for each value, or call .reset().")


def changed(what: str, then: object, now: object) -> JitError:
    """The error for an argument that is not the captured one."""
    then, now = map(_text_of, (then, now))
    return JitError(f"{what} was {then} when it was captured, and is {now} now",
                    "Pass what changes as a tensor, make a TinyJit for each value, or call .reset().")


def _text_of(x: object) -> str:
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


def settle_pending(tensors: Sequence[Tensor], others: Sequence[aliasing.Storage] = ()) -> None:
    """Runs what would count as the function's own: pending assignments, also of other threads to `tensors` and `others`, and draws."""
    realize_all((), [*(t._storage for t in tensors if t._storage is not None), *others])
    settle_draws()
