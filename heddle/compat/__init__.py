"""Programs written for the reference's public API, run as they are: `python -m heddle.compat SCRIPT [ARGS]`.

In: imports of `tinygrad` and of the modules below it that belong to its public API. Out: heddle's modules, or what stands for them
here. Always true: nothing happens before `install()`; a package of that name that is imported already stays; a module that has no
counterpart is an ImportError that lists those that have.
"""
from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Final

from heddle.errors import CompatError

OTHER: Final = "tinygrad"
#: module below the other package -> the modules here whose names it has, the first before the later ones
MODULES: Final[dict[str, tuple[str, ...]]] = {
    "": ("heddle.compat.switches", "heddle", "heddle.compat.helpers"),
    "tensor": ("heddle.tensor", "heddle"), "dtype": ("heddle.dtype",), "device": ("heddle.device", "heddle.compat.helpers"),
    "helpers": ("heddle.compat.helpers", "heddle.settings", "heddle.stats", "heddle"),
    "engine": (), "engine.jit": ("heddle.tensor.jit",), "engine.realize": ("heddle.engine.realize", "heddle"),
    "uop": ("heddle.uop",), "uop.ops": ("heddle.uop",), "shape": (), "shape.symbolic": ("heddle.uop",), "ops": ("heddle.uop",),
    "nn": ("heddle.nn",), "nn.optim": ("heddle.nn.optim",), "nn.state": ("heddle.nn.state",),
    "nn.datasets": ("heddle.compat.datasets",), "nn.onnx": ("heddle.nn.onnx",),
}


def install() -> None:
    """From now on `import tinygrad` gives heddle, in this process. CompatError if the other package is imported already."""
    if any(type(finder) is _Finder for finder in sys.meta_path): return
    if OTHER in sys.modules:
        raise CompatError(f"{OTHER} is imported already, from {getattr(sys.modules[OTHER], '__file__', None) or 'somewhere'}",
                          "Call heddle.compat.install() before anything imports it.")
    sys.meta_path.insert(0, _Finder())


class _Finder:
    """Finds modules of the other package."""

    def find_spec(self, name: str, path: Sequence[str] | None = None,
                  target: ModuleType | None = None) -> importlib.machinery.ModuleSpec | None:
        """The module's description; None for modules of other packages."""
        package, _, below = name.partition(".")
        if package != OTHER: return None
        if below not in MODULES: raise ModuleNotFoundError(_no_counterpart(name), name=name)
        has_more = any(other.startswith(f"{below}." if below else "") for other in MODULES if other != below)
        return importlib.machinery.ModuleSpec(name, _Loader(), is_package=has_more)


class _Loader(importlib.abc.Loader):
    """Makes a module whose names are those of its counterparts."""

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        """A module that looks names up when they are asked for."""
        return _Counterpart(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is to be run."""


class _Counterpart(ModuleType):
    def __getattr__(self, name: str) -> object:
        below = self.__name__.partition(".")[2]
        if name == "__all__": return sorted({n for home in MODULES[below] for n in public_names(importlib.import_module(home))})
        if name.startswith("__"): raise AttributeError(name)
        for home in MODULES[below]:
            try: value = getattr(importlib.import_module(home), name)
            except AttributeError: continue
            setattr(self, name, value)
            return value
        if f"{below}.{name}".lstrip(".") in MODULES: return importlib.import_module(f"{self.__name__}.{name}")
        raise AttributeError(f"heddle has nothing that stands for {self.__name__}.{name}")


def public_names(module: ModuleType) -> list[str]:
    """What `from module import *` gives."""
    return getattr(module, "__all__", None) or [name for name in dir(module) if not name.startswith("_")]


def _no_counterpart(name: str) -> str:
    known = ", ".join(f"{OTHER}.{below}" for below in MODULES if below)
    return f"heddle has no module that stands for {name}: it is no part of the public API. Those that have one: {OTHER}, {known}"
