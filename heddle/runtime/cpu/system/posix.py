"""Memory and functions of POSIX systems, as far as Linux and macOS agree: mmap, munmap, mprotect, dlsym.

Inputs: sizes and addresses. Outputs: mappings. Invariants: a mapping is given back as a whole; refused calls are errors.
"""
from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Callable

from heddle.errors import DeviceError
from heddle.runtime.cpu.system.interface import HUGE_PAGE, Bytes, CodeMemory

READ_WRITE, READ_EXECUTE = 3, 5  # PROT_READ, with PROT_WRITE or PROT_EXEC: the same numbers on both
PRIVATE = 2  # MAP_PRIVATE
_FAILED = (1 << 64) - 1
_NOT_EXECUTABLE = "this system does not let memory become executable"


@functools.cache
def libc() -> ctypes.CDLL:
    """The C library, with the types of the few functions we use."""
    return typed(ctypes.CDLL(None, use_errno=True))


def typed(lib: ctypes.CDLL) -> ctypes.CDLL:
    """A C library whose functions for memory have types."""
    lib.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int64)
    lib.mmap.restype = ctypes.c_void_p
    lib.munmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t)
    lib.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    lib.madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return lib


class Posix:
    """What Linux and macOS have in common. `anonymous`: MAP_ANONYMOUS, which has another number on each.

    library: the C library, for tests. libraries: where functions of kernels are looked for, and how an error lists them.
    """

    anonymous: int
    libraries: tuple[str | None, ...]
    libraries_in_words: str
    security_cure: str

    def __init__(self, library: Callable[[], ctypes.CDLL] = libc) -> None:
        self._lib, self.page = library, os.sysconf("SC_PAGE_SIZE")

    def _whole_pages(self, nbytes: Bytes) -> Bytes: return (nbytes + self.page - 1) & -self.page

    # ---- memory

    def map_pages(self, nbytes: Bytes) -> int:
        size = (nbytes + self.page - 1) & -self.page
        address = self._lib().mmap(None, size, READ_WRITE, PRIVATE | self.anonymous, -1, 0)
        if address is None or address == _FAILED: raise _refused(nbytes)
        return address

    def _map(self, hint: int | None, nbytes: Bytes, flags: int, protection: int = READ_WRITE) -> int:
        address = self._lib().mmap(hint, nbytes, protection, flags, -1, 0)
        if address is None or address == _FAILED: raise _refused(nbytes)
        return address

    def map_huge(self, nbytes: Bytes, align: Bytes = HUGE_PAGE) -> int:
        """The aligned part of a larger mapping, whose rest is given back."""
        size = self._whole_pages(nbytes)
        start = self.map_pages(size + align)
        address, end = -(-start // align) * align, start + size + align
        if address > start: self._lib().munmap(start, address - start)
        if end > address + size: self._lib().munmap(address + size, end - address - size)
        self._advise_huge(address, size)
        return address

    def _advise_huge(self, address: int, nbytes: Bytes) -> None:
        """Requests huge pages; a system without them does nothing."""

    def unmap(self, address: int, nbytes: Bytes) -> None:
        self._lib().munmap(address, self._whole_pages(nbytes))

    # ---- code

    def map_code(self, code_size: Bytes, data_size: Bytes) -> CodeMemory:
        code = self.map_pages(code_size + data_size)
        return CodeMemory(code, code_size, code + code_size, data_size)

    def write_code(self, memory: CodeMemory, code: bytes, data: bytes) -> None:
        fill(memory.code, code)
        fill(memory.data, data)
        if memory.code_size: self._protect(memory.code, memory.code_size)

    def _protect(self, address: int, nbytes: Bytes) -> None:
        if self._lib().mprotect(address, nbytes, READ_EXECUTE): raise DeviceError(_NOT_EXECUTABLE, self.security_cure)

    def unmap_code(self, memory: CodeMemory) -> None: self.unmap(memory.code, memory.code_size + memory.data_size)

    def find_function(self, name: str) -> int:
        return find_function(name, self.libraries, self.libraries_in_words)


def _refused(nbytes: Bytes) -> MemoryError: return MemoryError(f"mmap of {nbytes} bytes: {os.strerror(ctypes.get_errno())}")


def fill(address: int, data: bytes) -> None:
    """Copies `data` to an address."""
    if data: ctypes.memmove(address, data, len(data))


def find_function(name: str, libraries: tuple[str | None, ...], in_words: str,
                  load: Callable[[str | None], ctypes.CDLL] = ctypes.CDLL) -> int:
    """Address of a function in the first of `libraries` that has it. DeviceError, which lists them `in_words`, if none has it."""
    for library in libraries:
        try: return ctypes.cast(getattr(load(library), name), ctypes.c_void_p).value or 0
        except (OSError, AttributeError): continue  # not installed, or not in there: try the next
    raise DeviceError(f"a kernel calls the function {name!r}, which neither {in_words} has",
                      "Install libgcc, or use the other compiler: DEV=CPU:LLVM or DEV=CPU:CLANG.")
