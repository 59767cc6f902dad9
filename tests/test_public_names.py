"""Public names: what docs/public-names.txt lists stays."""
from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "docs/public-names.txt"
#: modules whose `__all__`, and classes whose members, are public
MODULES = ("heddle", "heddle.distributed", "heddle.nn", "heddle.nn.state", "heddle.nn.onnx")
CLASSES = ("heddle.Tensor", "heddle.TinyJit", "heddle.Buffer", "heddle.Context", "heddle.dtypes", "heddle.GlobalCounters")


def _at(path: str) -> object:
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


def public_names() -> Iterator[str]:
    """Every public name that there is now."""
    for module in MODULES: yield from (f"{module}.{name}" for name in importlib.import_module(module).__all__)
    # names of other libraries that say what to write instead are listed by dir(), and are none
    for path in CLASSES:
        yield from (f"{path}.{name}" for name in dir(_at(path)) if not name.startswith("_") and hasattr(_at(path), name))
    errors = importlib.import_module("heddle.errors")
    kinds = [name for name, value in vars(errors).items() if isinstance(value, type) and name.endswith(("Error", "Warning"))]
    yield from (f"heddle.errors.{name}" for name in kinds)
    for module in ("heddle.nn.data", "heddle.nn.optim", "heddle.nn.lr_scheduler", "heddle.nn.utils"):
        yield from (f"{module}.{name}" for name, value in vars(importlib.import_module(module)).items()
                    if getattr(value, "__module__", "") == module and not name.startswith("_"))


LISTED = FILE.read_text().split()


def test_no_public_name_is_gone() -> None:
    """A name that is listed stays, if only as an older spelling that warns."""
    gone = sorted(set(LISTED) - set(public_names()))
    assert not gone, f"bring back, with an OldSpellingWarning: {', '.join(gone)}"


def test_the_list_is_in_order() -> None:
    assert LISTED == sorted(set(LISTED))


def test_new_names_are_listed() -> None:
    new = sorted(set(public_names()) - set(LISTED))
    assert not new, f"add to docs/public-names.txt: {', '.join(new)}"


def _says_nothing(path: str) -> bool:
    """Whether a class, function or property is without a docstring. What is one line of code is read instead: `shape`, `half()`."""
    above, _, name = path.rpartition(".")
    try: holder = importlib.import_module(above)
    except ImportError: holder = _at(above)
    found = getattr(holder, name) if inspect.ismodule(holder) else inspect.getattr_static(holder, name)
    found = getattr(found, "fget", getattr(found, "__func__", found))
    if inspect.ismodule(found) or not callable(found) or inspect.getdoc(found): return False
    return isinstance(found, type) or len(inspect.getsource(found).rstrip().splitlines()) > 2


def test_public_names_say_what_they_are() -> None:
    silent = [path for path in LISTED if _says_nothing(path)]
    assert not silent, f"write a docstring for: {', '.join(silent)}"
