"""Older names of what loads captures, which pickles and programs of earlier versions import."""
from __future__ import annotations

from heddle.errors import MissingAttributeError, OldSpellingWarning, warn_once
from heddle.jit.jit import TinyJit, load_bytes

__all__ = ["load_bytes"]


def __getattr__(name: str) -> object:
    """`LoadedJit`, the older name of the class of what is loaded."""
    if name != "LoadedJit": raise MissingAttributeError.of((), f"module {__name__!r}", name)
    warn_once("heddle.jit.load.LoadedJit is heddle.TinyJit now", OldSpellingWarning)
    return TinyJit
