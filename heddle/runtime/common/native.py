"""Native libraries: the first that loads, and types of ctypes that have no public name, for annotations.

Inputs: names of files. Outputs: a library. Invariants: the error says why each of them does not load.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

L = TypeVar("L")

if TYPE_CHECKING:
    from _ctypes import CFuncPtr as CFunction  # a function of Python that native code calls
    from ctypes import _CDataType  # pyright: ignore[reportPrivateUsage]

    #: the type of an argument, a result or a field
    CType = type[_CDataType]
    __all__ = ["CFunction", "CType", "load_first"]


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
