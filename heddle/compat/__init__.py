"""Compatibility layer for programs written against tinygrad's public API: `python -m heddle.compat SCRIPT [ARGS]`.

Inputs: imports of `tinygrad` and of the modules below it that belong to its public API. Outputs: heddle's modules, or stand-ins.
Invariants: nothing happens before `install()`; a package of that name that is already imported is left alone; a module or name without
a counterpart raises ImportError or AttributeError with the nearest name that has one.
"""
from __future__ import annotations

import functools
import importlib
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from types import FrameType, ModuleType
from typing import Final

from heddle.errors import CompatError, frame_at, nearest

OTHER: Final = "tinygrad"
#: module below the other package -> the modules here whose names it has, the first before the later ones. With the imports renamed,
#: each of these modules is there under the same name below `heddle`.
MODULES: Final[dict[str, tuple[str, ...]]] = {
    "": ("heddle.compat.switches", "heddle.function", "heddle", "heddle.compat.helpers"),
    "tensor": ("heddle.tensor", "heddle"), "dtype": ("heddle.dtype",), "device": ("heddle.device", "heddle.compat.helpers"),
    "helpers": ("heddle.helpers", "heddle.settings", "heddle.tracing.counters", "heddle"), "function": ("heddle.function",),
    "engine": (), "engine.jit": ("heddle.jit.jit", "heddle.errors"), "engine.realize": ("heddle.engine.realize", "heddle"),
    "engine.schedule": ("heddle.engine.schedule",), "schedule": ("heddle.engine.schedule",),
    "uop": ("heddle.uop",), "uop.ops": ("heddle.uop.ops", "heddle.uop", "heddle.uop.rewrite"),
    "shape": (), "shape.symbolic": ("heddle.uop",), "ops": ("heddle.uop",),
    "nn": ("heddle.nn",), "nn.optim": ("heddle.nn.optim",), "nn.state": ("heddle.nn.state",),
    "nn.datasets": ("heddle.nn.datasets",), "nn.onnx": ("heddle.nn.onnx",), "llm": (), "llm.gguf": ("heddle.llm.gguf",),
}


def install(random_streams: bool = False) -> None:
    """From now on `import tinygrad` gives heddle, in this process. CompatError if the other package is imported already.

    With `random_streams`, seeded random numbers have the values that the other package draws from the same seed.
    """
    if not any(type(finder) is _Finder for finder in sys.meta_path):
        if OTHER in sys.modules:
            raise CompatError(f"{OTHER} is imported already, from {getattr(sys.modules[OTHER], '__file__', None) or 'somewhere'}",
                              "Call heddle.compat.install() before anything imports it.")
        sys.meta_path.insert(0, _Finder())
        importlib.import_module("heddle.compat.switches").read_environment()
    if random_streams:
        from heddle.compat.random_streams import use_reference_streams
        use_reference_streams()


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
    """A module of another library's name. A name is looked up in heddle's modules that stand for it (`MODULES`), and kept once it
    is found; ImportError or AttributeError, with the nearest name, for one that they lack."""

    def __getattr__(self, name: str) -> object:
        below = self.__name__.partition(".")[2]
        if name == "__all__": return [n for n in dir(self) if not n.startswith("_")]
        if name.startswith("__"): raise AttributeError(name)
        for home in MODULES[below]:
            try: value = getattr(importlib.import_module(home), name)
            except AttributeError: continue
            setattr(self, name, value)
            return value
        if f"{below}.{name}".lstrip(".") in MODULES: return importlib.import_module(f"{self.__name__}.{name}")
        text = f"heddle has nothing that stands for {self.__name__}.{name}{_nearest_name(below, name)}"
        if below == "helpers" and name in (excused := importlib.import_module("heddle.compat.helpers").EXCUSED):
            text = f"heddle has no {self.__name__}.{name}: it {excused[name]}"
        # `from module import name` would put a message of its own in the place of an AttributeError's
        if imports_from(frame_at(1)): raise ImportError(text, name=name, path=self.__name__)
        raise AttributeError(text, name=name)

    def __dir__(self) -> list[str]:
        return sorted({n for home in MODULES[self.__name__.partition(".")[2]] for n in public_names(importlib.import_module(home))})


def public_names(module: ModuleType) -> list[str]:
    """What `from module import *` gives."""
    return getattr(module, "__all__", None) or [name for name in dir(module) if not name.startswith("_")]


def imports_from(frame: FrameType) -> bool:
    """Whether a frame is at the step of `from module import name` that looks the name up."""
    import opcode
    return frame.f_lasti >= 0 and frame.f_code.co_code[frame.f_lasti] == opcode.opmap["IMPORT_FROM"]


def _no_counterpart(name: str) -> str:
    below = name.partition(".")[2]
    near = nearest(below, [n for n in MODULES if n])
    known = ", ".join(f"{OTHER}.{m}" for m in MODULES if m)
    return (f"heddle has no module that stands for {name}: it is no part of the public API."
            + (f" The nearest is {OTHER}.{near}." if near else "") + f" Those that have one: {OTHER}, {known}")


@functools.cache
def _nearest_name(below: str, name: str) -> str:
    """The nearest name of a module, else where else the name is: as the end of a sentence."""
    def names(module: str) -> list[str]: return [n for home in MODULES[module] for n in public_names(importlib.import_module(home))]
    homes = [other for other in MODULES if other != below and name in names(other)]
    if homes: return f"; there is {OTHER}{'.' * bool(homes[0])}{homes[0]}.{name}"
    near = nearest(name, names(below))
    return f"; the nearest is {near}" if near else ""
