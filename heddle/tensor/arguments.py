"""Argument checks and keyword synonyms of tensor methods: `dim` for `axis`, and errors that name the argument of a wrong type.

Inputs: the methods of Tensor, whose annotations say what they take. Outputs: the same methods. Invariants: a call that goes well costs
one more frame and no look at its arguments; only where one has failed with an error of Python's own are its keywords compared with
the parameters (SYNONYMS), and then its arguments with the annotations. An error that no argument explains is passed on as it is,
because it is ours.
"""
from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from heddle.errors import DTypeError, HeddleError
from heddle.narrowing import is_instance
from heddle.uop import Symbol

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

R = TypeVar("R")

# Types of arguments; errors look them up by these names, see `_KINDS`.
#: a whole number, or one for each of several axes
Ints = int | Sequence[int]
#: whole numbers in a tuple or list
Several = Sequence[int]
#: for each axis None, a number, or a pair; or flat numbers
Borders = Sequence[int | tuple[int, int] | list[int] | None]
#: a number for all axes, or for each axis a number or a pair; or flat numbers
Widths = int | Sequence[int | Sequence[int]]
#: for each axis None or a pair
Pairs = Sequence[tuple[int, int] | None]
#: whole numbers, or None for an axis that stays as it is; or all of them in a tuple or list
Sizes = int | None | Sequence[int | None]
#: numbers in a tuple or list
Numbers = Sequence[float]
#: functions of a tensor, one after the other
Layers: TypeAlias = "Sequence[Callable[[Tensor], Tensor]]"
#: the names of devices
Names = Sequence[str]
#: one device, or several
Devices = str | Sequence[str]

#: Keywords that mean the same parameter, whichever of them a method has. Callers may use any: NumPy says axis and keepdims, torch dim
#: and keepdim, and the reference has both.
SYNONYMS: tuple[frozenset[str], ...] = tuple(map(frozenset, (
    ("axis", "dim", "dims", "axes"), ("keepdim", "keepdims"), ("x", "other"), ("min_", "min"), ("max_", "max"), ("sorted_", "sorted"),
    ("layers", "ll"))))

_OF_PYTHON = (TypeError, AttributeError, ValueError, IndexError, KeyError, ArithmeticError)


def _is_integer(x: object) -> bool: return (hasattr(x, "__index__") and not hasattr(x, "uop")) or isinstance(x, Symbol)
def _is_number(x: object) -> bool: return hasattr(x, "__float__") and not hasattr(x, "uop")
def _is_tensor(x: object) -> bool: return hasattr(x, "uop")
def _is_integers(x: object) -> bool: return _is_integer(x) or (is_instance(x, (list, tuple)) and all(map(_is_integer, x)))


def _is_pair(x: object) -> bool: return x is None or (is_instance(x, (list, tuple)) and len(x) == 2 and all(map(_is_integer, x)))
def _is_width(x: object) -> bool: return _is_integer(x) or _is_pair(x)


def _is_each(test: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda x: is_instance(x, (list, tuple)) and all(map(test, x))


#: the annotations that can be checked: how it is said, and whether a value is of the kind
_KINDS: dict[str, tuple[str, Callable[[object], bool]]] = {
    "int": ("an integer", _is_integer), "float": ("a number", _is_number), "Tensor": ("a tensor", _is_tensor),
    "str": ("a text", lambda x: isinstance(x, str)), "bool": ("True or False", lambda x: not _is_tensor(x)),
    "Ints": ("an integer, or several in a tuple,", _is_integers), "None": ("None", lambda x: x is None),
    "Several": ("integers in a tuple or list", _is_each(_is_integer)),
    "Borders": ("numbers, or a pair for each axis,", _is_each(_is_width)),
    "Sizes": ("integers or None", lambda x: x is None or _is_integer(x)),
    "Numbers": ("numbers in a tuple or list", _is_each(_is_number)),
    "Pairs": ("a pair of numbers for each axis", _is_each(_is_pair)), "Layers": ("a list of functions", _is_each(callable)),
    "Widths": ("a number, numbers, or a pair for each axis,", lambda x: _is_integer(x) or _is_each(_is_width)(x)),
    "Names": ("the names of devices", _is_each(lambda x: isinstance(x, str))),
}


def wrap_methods(cls: type, names: Iterable[str], wrap: Callable[[Callable[..., object]], Callable[..., object]]) -> None:
    """Replaces these methods of a class, static or not, by what `wrap` makes of their functions."""
    for name in names:
        found = next(vars(base)[name] for base in cls.__mro__ if name in vars(base))
        is_static = isinstance(found, staticmethod)
        wrapped = wrap(found.__func__ if is_static else found)
        setattr(cls, name, staticmethod(wrapped) if is_static else wrapped)


def checks_arguments(fn: Callable[..., R]) -> Callable[..., R]:
    """`fn` with keyword synonyms, whose failures over an argument of a wrong type are DTypeErrors that name it."""
    @wraps(fn)
    def checked(*args: object, **kwargs: object) -> R:
        try: return fn(*args, **kwargs)
        except _OF_PYTHON as fault:
            if isinstance(fault, HeddleError): raise
            if kwargs and (renamed := _renamed(fn, args, kwargs)) is not None: args, kwargs = renamed
            elif (wrong := _explain(fn, args, kwargs)) is None: raise
            else: raise wrong from fault
        return checked(*args, **kwargs)  # outside of the handler: its errors are not caused by the first call
    return checked


def _renamed(fn: Callable[..., object], args: tuple[object, ...],
             kwargs: Mapping[str, object]) -> tuple[tuple[object, ...], dict[str, object]] | None:
    """The call with the method's own parameter names; None if it has these already, or if a keyword is no synonym.

    Positional arguments that are taken one by one may be given by their name as well: `x.reshape(shape=(2, 3))`.
    """
    names, several, catches_all = _parameters(fn)
    if catches_all: return None
    changed: dict[str, object] = {}
    for key, value in kwargs.items():
        if key == several and len(args) == names.index(several): args = (*args, value)
        elif key in names: changed[key] = value
        elif (own := _synonym(key, names)) is None or own in kwargs or own in changed: return None
        else: changed[own] = value
    return None if changed.keys() == kwargs.keys() else (args, changed)


@functools.cache
def _parameters(fn: Callable[..., object]) -> tuple[tuple[str, ...], str | None, bool]:
    """Names of the parameters, of the variadic one, and whether any keyword is accepted."""
    code = inspect.unwrap(fn).__code__  # `inspect.signature` takes ten times as long, for hundreds of methods at import
    named = code.co_argcount + code.co_kwonlyargcount
    several = code.co_varnames[named] if code.co_flags & inspect.CO_VARARGS else None
    names = code.co_varnames[:code.co_argcount] + (() if several is None else (several,)) + code.co_varnames[code.co_argcount:named]
    return names, several, bool(code.co_flags & inspect.CO_VARKEYWORDS)


def _synonym(key: str, names: tuple[str, ...]) -> str | None:
    """The one of `names` that is a synonym of `key`."""
    return next((name for same in SYNONYMS if key in same for name in names if name in same), None)


def _explain(fn: Callable[..., object], args: tuple[object, ...], kwargs: Mapping[str, object]) -> DTypeError | None:
    signature = inspect.signature(fn)
    try: given = signature.bind(*args, **kwargs).arguments
    except TypeError as fault:
        return DTypeError(f"{fn.__name__} was called with other arguments than it has: {fault}", _cure(fn, signature))
    for name, value in given.items():
        parameter = signature.parameters[name]
        values = value if parameter.kind is parameter.VAR_POSITIONAL else (value,)
        if values is value and len(values) == 1 and isinstance(values[0], (list, tuple)): values = values[0]  # in place of several
        for x in values:
            if needed := _needed(str(parameter.annotation), x):
                return DTypeError(f"{fn.__name__} needs {needed} as {name}, got {_short(x)}", _cure(fn, signature))
    return None


def _needed(annotation: str, x: object) -> str | None:
    """The type that the annotation requires, if `x` does not have it; None if it has, or if that cannot be decided."""
    parts = annotation.split(" | ")
    if any(part not in _KINDS for part in parts) or any(_KINDS[part][1](x) for part in parts): return None
    return " or ".join(_KINDS[part][0] for part in parts)


def _short(x: object) -> str:
    text = repr(x)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _cure(fn: Callable[..., object], signature: inspect.Signature) -> str:
    """The call signature: the parameters, without their annotations."""
    owner = "tensor" if "self" in signature.parameters else "Tensor"
    shown = [p.replace(annotation=p.empty) for p in signature.parameters.values() if p.name != "self"]
    return f"The call is {owner}.{fn.__name__}{inspect.Signature(shown)}."


def explain_failures(cls: type) -> None:
    """Wraps the public methods of a class that have annotated parameters, except for operators."""
    public = {name: getattr(cls, name) for name in dir(cls) if not name.startswith("_")}
    wrap_methods(cls, [name for name, fn in public.items() if inspect.isroutine(fn) and _is_worth_it(fn)], checks_arguments)


def _is_worth_it(fn: Callable[..., object]) -> bool:
    """Whether errors of a call can be explained. Operators have one operand of any type and a flag, which cannot be wrong."""
    if "reverse" in fn.__annotations__: return False
    hints = {name: str(hint) for name, hint in fn.__annotations__.items() if name not in ("self", "return")}
    known = any(part in _KINDS for hint in hints.values() for part in hint.split(" | "))
    names, several, _ = _parameters(fn)
    comes_first = several is not None and names.index(several) <= ("self" in names)  # what may be given by its name
    return known or comes_first or any(name in same for name in hints for same in SYNONYMS)
