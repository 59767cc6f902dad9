"""`heddle.function` as a module: programs import `function` from it, or call it like the function."""
from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from heddle.tensor.function import function as function


class _Module(ModuleType):
    """`from heddle import function` gives this module once it has been imported."""

    def __call__(self, fxn: Any = None, **options: Any) -> Any: return function(fxn, **options)


sys.modules[__name__].__class__ = _Module
