"""Exception classes and warnings of heddle.

Inputs: the problem, the cure, and (found automatically) the user's line. Outputs: an exception whose text has these three parts.
Invariants: a mistake of the user is a `UserError`, which is also the built-in error that a Python programmer expects (`ShapeError`
is a `ValueError`); a fault of heddle is an `InternalError`. There are no other errors.
"""
from __future__ import annotations

import errno
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping
from types import CodeType, FrameType
from typing import Final, Self

Location = tuple[str, int, str]  # file, line, function


class _Here:
    """Marks that an error is to find the user's line for itself."""


HERE: Final = _Here()

# ---- where the user's code is

_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_COMPILED = ("heddle/", "heddle\\")
_STDLIB = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
# Is this file part of heddle or of Python itself? Keyed by name and not by code object: strings keep their hash.
_inside: dict[str, bool] = {}


def _is_inside(frame: FrameType) -> bool:
    file = frame.f_code.co_filename
    if file.startswith("<"):
        # made at run time: `python -c` and prompts are the user's, compiled rules and methods of data classes are ours
        module = frame.f_globals.get("__name__") or "heddle."
        return file.startswith("<frozen ") or module.startswith("heddle.")
    stdlib = file.startswith(_STDLIB) and "site-packages" not in file and "dist-packages" not in file
    found = _inside[file] = is_heddles_frame(frame) or stdlib
    return found


def is_heddles_frame(frame: FrameType) -> bool:
    """Whether the code of a frame is part of heddle, or was made by it."""
    file = frame.f_code.co_filename
    if file.startswith("<") and not file.startswith("<frozen "): return is_library_frame(frame)
    # in tracebacks, files of compiled modules have the names that they were compiled by
    return file.startswith(_PACKAGE) or (file.startswith(_COMPILED) and (frame.f_globals.get("__name__") or "").startswith("heddle."))


def is_library_frame(frame: FrameType) -> bool:
    """Whether the code of a frame is part of heddle or of Python itself."""
    return _is_inside(frame)


#: the frame so many calls above
frame_at = sys._getframe  # pyright: ignore[reportPrivateUsage]  the documented way to a frame


class _Calling(threading.local):
    """For whom this thread works: the frame of another thread that waits for it; the line of a call that is made up for now."""

    frame: FrameType | None = None
    location: Location | None = None


calling = _Calling()


def user_location(start: FrameType | None = None) -> Location | None:
    """(file, line, function) of the nearest calling frame that is neither heddle's nor Python's own; None if there is none."""
    if (found := calling.location) is not None: return found
    frame = start or frame_at(1)
    while frame is not None:
        code = frame.f_code
        if (kept := _lines.get(id(code))) is not None and (found := kept[1].get(frame.f_lasti)) is not None: return found
        if (inside := _inside.get(code.co_filename)) is None: inside = _is_inside(frame)
        if not inside: return _find_line(frame)
        frame = frame.f_back
    return None if calling.frame in (None, start) else user_location(calling.frame)


#: Lines of the user's code objects that were asked for, by the id of the code, which is kept, and the position in it. Python looks for
#: a line from the start of its code: 0.04 us in the first line, 0.9 us in the 200th, 14 us in the 4000th (Python 3.11).
_lines: dict[int, tuple[CodeType, dict[int, Location]]] = {}
_MOST_CODES: Final = 4096


def _find_line(frame: FrameType) -> Location:
    """The line of a frame, which is remembered."""
    code = frame.f_code
    if len(_lines) >= _MOST_CODES: _lines.clear()
    _, lines = _lines.setdefault(id(code), (code, {}))
    found = lines[frame.f_lasti] = code.co_filename, frame.f_lineno, code.co_name
    return found


def describe_location(where: Location) -> str:
    """`train.py:41, in forward:  h = x @ self.w2`, the source left out where it cannot be read."""
    import linecache
    file, line, function = where
    source = linecache.getline(file, line).strip()
    name = "" if function == "<module>" else f", in {function}"
    return f"{_short_path(file)}:{line}{name}" + (f":  {source}" if source else "")


def _short_path(file: str) -> str:
    here = os.getcwd() + os.sep
    return file[len(here):] if file.startswith(here) else file


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice spelt most like `word`; None if nothing is near. Case decides only between choices that differ in nothing else."""
    import difflib
    by_lower = {c.lower(): c for c in sorted(choices, key=lambda c: c.isupper() == word.isupper())}
    found = difflib.get_close_matches(word.lower(), list(by_lower), n=1, cutoff=0.55)
    return by_lower[found[0]] if found else None


# ---- the two families


class HeddleError(Exception):
    """Base of all errors. `what` was wrong, `where` in the user's code, and the `cure`."""

    thing = "value"  # what `unknown` calls the thing that was misspelt

    def __init__(self, what: str, cure: str | None = None, where: Location | None | _Here = HERE) -> None:
        super().__init__(what)
        self.what = _sentence(what)
        self.cure = None if cure is None else _sentence(cure)
        self.where = user_location() if isinstance(where, _Here) else where

    def __str__(self) -> str:
        return "\n  ".join(self.parts())

    def parts(self) -> list[str]:
        """The lines of the message."""
        where = None if self.where is None else f"at {describe_location(self.where)}"
        return [part for part in (self.what, where, self.cure) if part]

    @classmethod
    def unknown(cls, name: object, choices: Iterable[str]) -> Self:
        """The error for a name that is none of `choices`: it lists them and says which is nearest."""
        choices = list(choices)
        near = nearest(str(name), choices)
        cure = f"Did you mean {near!r}? " if near else ""
        return cls(f"unknown {cls.thing} {str(name)!r}", f"{cure}There are: {', '.join(choices)}.")


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!", ":", "\n")) else text + "."


class UserError(HeddleError):
    """What the user can put right."""


class InternalError(HeddleError, RuntimeError):
    """What we must put right. `reproducer` is the file that was written to show it again, if one was."""

    def __init__(self, what: str, cure: str | None = None, where: Location | None | _Here = HERE,
                 reproducer: str | None = None) -> None:
        super().__init__(what, cure or "This is a fault of heddle and not of your program: please report it.", where)
        self.reproducer = reproducer

    def parts(self) -> list[str]:
        return super().parts() + ([f"Reproducer: {self.reproducer}"] if self.reproducer else [])


# ---- what the user can put right


class ShapeError(UserError, ValueError):
    """Shapes, axes or sizes that do not fit."""

    thing = "axis"


class AxisError(ShapeError, IndexError):
    """An axis that a shape does not have: a ValueError and an IndexError, as NumPy's is."""


class MissingKeyError(ShapeError, KeyError):
    """A name that is not in a state dict or another table."""

    thing = "key"


class DTypeError(UserError, TypeError):
    """A number format that does not exist, does not fit the operation, or that the device lacks."""

    thing = "dtype"


class NumberRangeError(DTypeError, OverflowError, ValueError):
    """A number of the program that is outside the range of the dtype it has to take. Nothing wraps on its way into a tensor."""

    thing = "number"


class MissingAttributeError(UserError, AttributeError):
    """An attribute that an object or a module does not have. The nearest name is searched for when the text is read."""

    thing = "attribute"

    def __init__(self, what: str, cure: str | None = None, where: Location | None | _Here = HERE) -> None:
        super().__init__(what, cure, where)
        self.owner: object = None
        self.elsewhere: Mapping[str, str] | None = None

    @classmethod
    def of(cls, owner: object, called: str, name: str, elsewhere: Mapping[str, str] | None = None) -> Self:
        """The error for `owner.name`; `called` is the text for `owner`, which may be the tuple of its names. Cheap: `hasattr` and
        `copy` discard it unread. elsewhere: what to write instead of names that another library has."""
        error = cls(f"{called} has no attribute {name!r}", "Check the spelling.", None if name.startswith("__") else HERE)
        error.name = name
        error.owner, error.elsewhere = owner, elsewhere
        return error

    def parts(self) -> list[str]:
        (owner, elsewhere), self.owner, self.elsewhere = (self.owner, self.elsewhere), None, None
        if owner is not None:
            known = elsewhere and elsewhere.get(str(self.name))
            self.cure = f"Write {known}." if known else _public_names(owner, str(self.name))
        return super().parts()

    def __reduce__(self) -> str | tuple[object, ...]:
        """Pickles hold the text and not the object."""
        self.parts()
        return super().__reduce__()


def _public_names(owner: object, name: str) -> str:
    """The cure for a missing attribute of `owner`: what says the same here as another library's name, else the nearest name, else
    where to find them all."""
    translate: Callable[[str, list[str]], str | None] | None = getattr(type(owner), "_written_here", None)
    found: list[str] = [*owner] if isinstance(owner, tuple) else dir(owner)
    names = [n for n in found if not n.startswith("_")]
    if translate is not None and (expression := translate(name, names)) is not None: return f"Write {expression}."
    near = nearest(name, names)
    if near is not None: return f"Did you mean {near!r}?"
    return f"It has: {', '.join(names)}." if len(names) <= _FEW_NAMES else "`dir()` of it lists its attributes."


#: names up to which a message lists them all
_FEW_NAMES = 24


class DeviceError(UserError, RuntimeError):
    """A device, compiler or interface that does not exist, cannot be used here, or was lost."""

    thing = "device"


class DistributedError(UserError, RuntimeError):
    """A process of a program that runs in several: lost, late, or at another collective than the others."""


class IndexRangeError(UserError, IndexError):
    """An index outside its axis."""

    thing = "index"


class SettingError(UserError, ValueError):
    """A setting that does not exist or whose value is not legal."""

    thing = "setting"


class FileFormatError(UserError, ValueError):
    """A file that is corrupt, cut short, or not what its name says."""

    thing = "format"


class UnsupportedError(FileFormatError, NotImplementedError):
    """A file that is valid and holds something that heddle does not implement."""


class FileMissingError(UserError, FileNotFoundError):
    """A file that is not there."""

    thing = "file"

    def __init__(self, what: str, cure: str | None = None, where: Location | None | _Here = HERE) -> None:
        super().__init__(what, cure, where)
        self.errno = errno.ENOENT


class PackageMissingError(UserError, ImportError):
    """An optional package that is not installed."""

    thing = "package"


class FileAccessError(FileMissingError, PermissionError):
    """A file that exists and cannot be opened: its permissions, a directory, a device."""

    def __init__(self, what: str, cure: str | None = None, where: Location | None | _Here = HERE, code: int = errno.EACCES) -> None:
        super().__init__(what, cure, where)
        self.errno = code


class StorageFullError(UserError, OSError):
    """A disk without the room needed. What was there before is untouched."""

    def __init__(self, what: str, cure: str | None = None, where: Location | None | _Here = HERE) -> None:
        super().__init__(what, cure, where)
        self.errno = errno.ENOSPC


class OutOfMemoryError(UserError, MemoryError):
    """A device without the memory needed, its caches having been emptied. `holders` are the live buffers that take most.

    `requested`, `total` and `free` (of the device; None if it does not say) are in bytes.
    """

    def __init__(self, what: str, cure: str | None = None, where: Location | None | _Here = HERE, device: str = "",
                 requested: int = 0, holders: tuple[str, ...] = (), total: int | None = None, free: int | None = None) -> None:
        super().__init__(what, cure, where)
        self.device, self.requested, self.holders, self.total, self.free = device, requested, holders, total, free

    def parts(self) -> list[str]:
        held = ["The largest live buffers:", *(f"  {holder}" for holder in self.holders)] if self.holders else []
        return super().parts() + held


class ExchangeError(UserError, BufferError, ValueError):
    """Memory that cannot be exported to another library, or imported from it, as requested."""


class DataError(UserError, RuntimeError):
    """An item of a dataset that cannot be loaded, or a worker that loads items and was lost. `index` is the item's, if it was one.

    The exception of the item is the `__cause__`, with its traceback.
    """

    def __init__(self, what: str, cure: str | None = None, where: Location | None | _Here = HERE, index: int | None = None) -> None:
        super().__init__(what, cure, where)
        self.index = index


class GradientError(UserError, RuntimeError):
    """A gradient that does not exist or cannot be computed."""


class TransformError(UserError, RuntimeError):
    """A function that cannot be transformed: batched, differentiated, or repeated on the device."""


class JitError(UserError, RuntimeError):
    """A call that a TinyJit cannot capture, or whose result a replay would get wrong."""


class KernelError(UserError, ValueError):
    """A kernel written in UOps that cannot be run as it is."""


class CompatError(UserError, RuntimeError):
    """A program written for another package that cannot be run in its place."""


class CommandError(UserError, RuntimeError):
    """A command of the system, or a choice by name, that failed."""


class ExportError(UserError, RuntimeError):
    """A function that cannot run where it is exported to."""


# ---- what we must put right


class VerifyError(InternalError):
    """A pass made a graph that breaks a rule of its stage."""


class MismatchError(InternalError):
    """A kernel computed something else on its device than on the one it is compared with.

    `source` is the kernel's, and `expected` what should be at `index` of the buffer in `slot`, in place of `got`.
    """

    def __init__(self, what: str, cure: str | None = None, where: Location | None | _Here = HERE, reproducer: str | None = None,
                 kernel: str = "", source: str = "", device: str = "", slot: int = 0, index: int = 0, got: float = 0.0,
                 expected: float = 0.0) -> None:
        super().__init__(what, cure, where, reproducer)
        self.kernel, self.source, self.device = kernel, source, device
        self.slot, self.index, self.got, self.expected = slot, index, got, expected

    @property
    def wanted(self) -> float:
        """The former name of `expected`."""
        warn_once("MismatchError.wanted is called expected now")
        return self.expected

    def parts(self) -> list[str]:
        source = self.source.strip().splitlines()
        shown = source[:_SOURCE_LINES] + ([f"… {more} more lines"] if (more := len(source) - _SOURCE_LINES) > 0 else [])
        return super().parts() + (["\n    ".join(["The kernel's source:", *shown])] if source else [])


#: of a kernel's source in a message: enough to see what it does; all of it is in the reproducer
_SOURCE_LINES = 60


class CompileError(InternalError):
    """A compiler refused a kernel. `output` is what it said."""

    def __init__(self, what: str, cure: str | None = None, where: Location | None | _Here = HERE,
                 reproducer: str | None = None, kernel: str = "", source: str = "", output: str = "") -> None:
        super().__init__(what, cure, where, reproducer)
        self.kernel, self.source, self.output = kernel, source, output

    def parts(self) -> list[str]:
        said = self.output.strip()
        return super().parts() + (["The compiler said:", said.replace("\n", "\n  ")] if said else [])


# ---- warnings


class HeddleWarning(UserWarning):
    """Something that costs time or was not understood, and that never changes a result."""


class OldSpellingWarning(HeddleWarning, FutureWarning):
    """A name that still works and has a newer form."""


_warned: set[str] = set()


def warn_once(text: str, category: type[HeddleWarning] = HeddleWarning, key: str | None = None) -> None:
    """Warns with the user's line, once a process for each `key` (the text itself if none is given)."""
    key = text if key is None else key
    if key in _warned: return
    _warned.add(key)
    file, line, _ = user_location() or ("heddle", 0, "")
    warnings.warn_explicit(text, category, file, line)


def warn_again() -> None:
    """Forgets which warnings were given: for tests."""
    _warned.clear()


def moved_to(home: str, old: str) -> Callable[[str], object]:
    """A module's `__getattr__` that gives the names of the module `home`, and says once that `old` is its older name."""
    def __getattr__(name: str) -> object:  # noqa: N807
        import importlib
        try: value = getattr(importlib.import_module(home), name)
        except AttributeError: raise MissingAttributeError.of((), f"module {old!r}", name) from None
        if not name.startswith("__"): warn_once(f"{old} is {home} now", OldSpellingWarning)
        return value
    return __getattr__
