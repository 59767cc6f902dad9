"""Helper functions for user programs, under the reference's module name: alias of `heddle.compat.helpers`."""
from __future__ import annotations

import importlib

from heddle.compat import imports_from
from heddle.errors import frame_at

_home = importlib.import_module("heddle.compat.helpers")


def __getattr__(name: str) -> object:
    if name == "__all__": return dir(_home)
    try: return getattr(_home, name)
    except AttributeError as fault:
        if name.startswith("__") or not imports_from(frame_at(1)): raise
        raise ImportError(str(fault), name=name) from None


def __dir__() -> list[str]:
    return dir(_home)
