"""Native libraries: the first that loads, its functions, and types of ctypes that have no public name, for annotations.

Inputs: names of files. Outputs: a library. Invariants: the error says why each of them does not load.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from ctypes import c_int
from typing import TYPE_CHECKING, TypeVar

L = TypeVar("L")

if TYPE_CHECKING:
    from _ctypes import CFuncPtr as CFunction  # a function of Python that native code calls
    from ctypes import _CDataType  # pyright: ignore[reportPrivateUsage]

    #: the type of an argument, a result or a field
    CType = type[_CDataType]
    __all__ = ["CFunction", "CType", "functions_of", "load_first"]


def functions_of(library: object, arguments: Mapping[str, tuple[CType, ...]], prefix: str = "") -> dict[str, Callable[..., int]]:
    """The functions of a library by name, without the prefix of all; each returns a status. AttributeError if it lacks one."""
    found: dict[str, Callable[..., int]] = {}
    for name, types in arguments.items():
        function = getattr(library, prefix + name)
        function.restype, function.argtypes = c_int, types
        found[name] = function
    return found


def load_first(names: Iterable[str], load: Callable[[str], L], lacks: str) -> L:
    """The first library that loads. OSError with what each name said if none does.

    `lacks`: what to say of `{name}` that lacks a function, an AttributeError `{fault}`.
    """
    said: list[str] = []
    for name in names:
        try: return load(name)
        except OSError as fault: said.append(str(fault))
        except AttributeError as fault: said.append(lacks.format(name=name, fault=fault))
    raise OSError("; ".join(said))
