"""ctypes bindings of COMGR, the compiler library of ROCm: HIP C++ to a code object, in this process.

Inputs: HIP C++ that includes nothing. Outputs: a relocatable object. Invariants: every handle that is made is given back; the numbers
of languages and actions are those of the library's own major version.

Numbers and functions: amd_comgr.h of ROCm's llvm-project, versions 2 and 3.
"""
from __future__ import annotations

import contextlib
import ctypes
import functools
import os
from collections.abc import Generator, Sequence
from ctypes import POINTER, c_bool, c_char_p, c_int, c_size_t, c_uint64
from typing import TYPE_CHECKING

from heddle.blake2 import blake2b
from heddle.errors import DeviceError
from heddle.named_tuple import NamedTuple
from heddle.runtime.common.native import functions_of, load_first

if TYPE_CHECKING:
    from heddle.runtime.common.native import CType

_NAMES = ("libamd_comgr.so.3", "libamd_comgr.so.2", "/opt/rocm/lib/libamd_comgr.so")
_CURE = "Install ROCm's package comgr again (amd-comgr on Debian: libamd-comgr3); DEV=AMD:LLVM does not need it."
_HANDLE, _OUT = c_uint64, POINTER(c_uint64)
_FUNCTIONS: dict[str, tuple[CType, ...]] = {
    "create_data": (c_int, _OUT), "release_data": (_HANDLE,), "set_data": (_HANDLE, c_size_t, c_char_p),
    "set_data_name": (_HANDLE, c_char_p), "get_data": (_HANDLE, POINTER(c_size_t), c_char_p),
    "create_data_set": (_OUT,), "destroy_data_set": (_HANDLE,), "data_set_add": (_HANDLE, _HANDLE),
    "create_action_info": (_OUT,), "destroy_action_info": (_HANDLE,), "action_info_set_language": (_HANDLE, c_int),
    "action_info_set_isa_name": (_HANDLE, c_char_p), "action_info_set_logging": (_HANDLE, c_bool),
    "action_info_set_option_list": (_HANDLE, POINTER(c_char_p), c_size_t),
    "do_action": (c_int, _HANDLE, _HANDLE, _HANDLE), "action_data_count": (_HANDLE, c_int, POINTER(c_size_t)),
    "action_data_get_data": (_HANDLE, c_int, c_size_t, _OUT)}
#: kinds of data
_SOURCE, _LOG, _RELOCATABLE = 1, 5, 7


class Numbers(NamedTuple):
    """What differs between major versions."""

    hip: int  # the language
    compile: int  # AMD_COMGR_ACTION_COMPILE_SOURCE_TO_RELOCATABLE


_NUMBERS = {2: Numbers(4, 16), 3: Numbers(3, 13)}
_SINCE = (2, 5)  # the action is there


class Library:
    """The loaded library. AttributeError if it lacks a function."""

    def __init__(self, path: str) -> None:
        self.path = path
        library = ctypes.CDLL(path)
        self.functions = functions_of(library, _FUNCTIONS, "amd_comgr_")
        major, minor = c_size_t(0), c_size_t(0)
        library.amd_comgr_get_version(ctypes.byref(major), ctypes.byref(minor))
        self.version = (major.value, minor.value)

    @property
    def numbers(self) -> Numbers:
        """DeviceError for a version whose numbers are not known here."""
        if self.version[0] not in _NUMBERS or self.version < _SINCE:
            raise DeviceError(f"COMGR {'.'.join(map(str, self.version))} ({self.path}) is not known here: 2.5 to 3.x are", _CURE)
        return _NUMBERS[self.version[0]]

    @property
    def identity(self) -> str:
        """Differs when the library was replaced."""
        size = os.path.getsize(self.path) if os.path.exists(self.path) else 0
        return blake2b(f"{self.path} {size} {self.version}".encode(), digest_size=8).hexdigest()

    def call(self, name: str, *args: object) -> None:
        """DeviceError if the function fails."""
        if (code := self.functions[name](*args)) != 0:
            raise DeviceError(f"amd_comgr_{name} failed with status {code} ({self.path})", _CURE)

    # ---- a compilation

    def compile(self, source: str, isa: str, options: Sequence[str]) -> tuple[bytes, str]:
        """The object, empty if the source is refused, and what was said."""
        with self._made("data_set") as given, self._made("data_set") as got, self._made("action_info") as action:
            self._add_source(given, source.encode())
            self.call("action_info_set_language", action, self.numbers.hip)
            self.call("action_info_set_isa_name", action, isa.encode())
            self.call("action_info_set_option_list", action, (c_char_p * len(options))(*(o.encode() for o in options)), len(options))
            self.call("action_info_set_logging", action, True)
            code = self.functions["do_action"](self.numbers.compile, action, given, got)
            said = self._result(got, _LOG).decode(errors="replace")
            return (b"" if code else self._result(got, _RELOCATABLE)), said

    def _add_source(self, given: int, source: bytes) -> None:
        with self._made("data", _SOURCE) as data:
            self.call("set_data", data, len(source), source)
            self.call("set_data_name", data, b"kernel.hip")
            self.call("data_set_add", given, data)

    def _result(self, results: int, kind: int) -> bytes:
        """The first of a kind; empty if there is none."""
        count, size = c_size_t(0), c_size_t(0)
        self.call("action_data_count", results, kind, ctypes.byref(count))
        if not count.value: return b""
        data = c_uint64(0)
        self.call("action_data_get_data", results, kind, 0, ctypes.byref(data))
        try:
            self.call("get_data", data, ctypes.byref(size), None)
            room = ctypes.create_string_buffer(max(size.value, 1))
            self.call("get_data", data, ctypes.byref(size), room)
        finally: self.call("release_data", data)
        return room.raw[:size.value]

    @contextlib.contextmanager
    def _made(self, what: str, *kind: int) -> Generator[int]:
        """A handle, which is given back in the end."""
        handle = c_uint64(0)
        self.call(f"create_{what}", *kind, ctypes.byref(handle))
        try: yield handle.value
        finally: self.call("release_data" if what == "data" else f"destroy_{what}", handle.value)


@functools.cache
def find_library() -> Library | None:
    """The library, if ROCm has brought it."""
    try: return load_first(_NAMES, Library, "{fault}")
    except OSError: return None  # most machines: clang compiles there
