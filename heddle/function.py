"""`heddle.function` as a module: programs import `function` from it, or call it like the function."""
from __future__ import annotations

import sys
from types import ModuleType

from heddle.tensor.function import function as function


class _Module(ModuleType):
    """`from heddle import function` gives this module once it has been imported."""

    __call__ = staticmethod(function)


sys.modules[__name__].__class__ = _Module
