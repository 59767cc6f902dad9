"""Python values that a capture holds for good: plain arguments, and what a function reads from around it.

In: a function; values. Out: whether they are still what they were. Always true: two values are the same only if no program could tell
them apart: equal plain values of one type (0.0 is not -0.0), or one object.
"""
from __future__ import annotations

import dis
import inspect
from collections.abc import Callable
from enum import Enum
from typing import Any

from heddle.dtype import DType, dtypes
from heddle.settings import settings
from heddle.uop.names import Names

_PLAIN = (type(None), bool, int, float, complex, str, bytes, range, slice, DType, Enum, Names)
_MISSING = object()


def is_plain(x: Any) -> bool:
    """Whether `x` is a value that cannot change and holds no tensor."""
    return isinstance(x, _PLAIN)


def is_same(old: Any, new: Any) -> bool:
    """Whether a capture made with `old` holds for `new`."""
    if old is new: return True
    return type(old) is type(new) and is_plain(old) and repr(old) == repr(new)


class Surroundings:
    """The plain values that a function's own code reads from its module and from the functions around it, and the modes it ran in.

    Names that the function itself sets are left out: they are results, not inputs.
    """

    def __init__(self, fn: Callable[..., Any], modes: dict[str, Callable[[], Any]]) -> None:
        fn = inspect.unwrap(fn)
        fn = getattr(fn, "__func__", fn)
        self._modes = {**modes, "DEV": lambda: settings.DEV, "dtypes.default_float": lambda: dtypes.default_float,
                       "dtypes.default_int": lambda: dtypes.default_int}
        self._globals: dict[str, Any] = getattr(fn, "__globals__", {})
        code = getattr(fn, "__code__", None)
        read, written = (set(), set()) if code is None else _names(code)
        cells = dict(zip(code.co_freevars, fn.__closure__ or (), strict=True)) if code is not None else {}
        self._cells = {name: cell for name, cell in cells.items() if name not in written}
        self._read = sorted(name for name in read - written if name in self._globals)
        self.values = {name: value for name, value in self._now().items() if is_plain(value) or name in self._modes}
        self._read = [name for name in self._read if name in self.values]
        self._cells = {name: cell for name, cell in self._cells.items() if name in self.values}
        # what each replay looks at
        self._seen_globals = [(name, self.values[name]) for name in self._read]
        self._seen_cells = [(name, cell, self.values[name]) for name, cell in self._cells.items()]
        self._seen_modes = [(name, read, self.values[name]) for name, read in self._modes.items()]

    def _now(self) -> dict[str, Any]:
        found = {name: self._globals.get(name, _MISSING) for name in self._read}
        for name, cell in self._cells.items():
            try: found[name] = cell.cell_contents
            except ValueError: found[name] = _MISSING  # not set yet, or deleted
        for name, read in self._modes.items(): found[name] = read()
        return found

    def changed(self) -> tuple[str, Any, Any] | None:
        """(name, then, now) of a value that is another one now."""
        for name, value in self._seen_globals:
            if (now := self._globals.get(name, _MISSING)) is not value and not is_same(value, now): return self._change(name)
        for name, cell, value in self._seen_cells:
            try: now = cell.cell_contents
            except ValueError: now = _MISSING
            if now is not value and not is_same(value, now): return self._change(name)
        for name, read, value in self._seen_modes:
            if (now := read()) is not value and not is_same(value, now): return self._change(name)
        return None

    def _change(self, name: str) -> tuple[str, Any, Any]:
        value = self._now()[name]
        return name, self.values[name], None if value is _MISSING else value


def _names(code: Any) -> tuple[set[str], set[str]]:
    """Names of globals that the code reads, and names of globals and of outer functions that it sets."""
    read: set[str] = set()
    written: set[str] = set()
    for step in dis.get_instructions(code):
        if step.opname == "LOAD_GLOBAL": read.add(step.argval)
        elif step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_DEREF", "DELETE_DEREF"): written.add(step.argval)
    return read, written
