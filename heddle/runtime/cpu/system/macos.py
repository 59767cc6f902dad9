"""macOS on Apple silicon and Intel: memory for code that is compiled here, and what sysctl says of the processor.

Inputs: the functions of libSystem. Outputs: `MacOS`. Invariants: on Apple silicon code is in memory of its own (MAP_JIT), which a
thread either writes or runs, and which no thread can write while this module is not writing; data is elsewhere, near it.

Rules: Apple, "Porting just-in-time compilers to Apple silicon"; the manual pages mmap(2), pthread_jit_write_protect_np(3), sysctl(3);
<mach/vm_statistics.h>. A Python of one's own needs no entitlement; one that is signed with the hardened runtime needs allow-jit.
"""
from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Callable

from heddle.runtime.cpu.system.interface import CPU, Bytes, CodeMemory
from heddle.runtime.cpu.system.machines import USUAL_CACHES, machine_of
from heddle.runtime.cpu.system.posix import PRIVATE, READ_EXECUTE, READ_WRITE, Posix, fill, typed

_JIT = 0x800  # MAP_JIT
_REACH = 1 << 31  # bytes that an instruction can be away from its data
_VM_INFO, _VM_INFO_WORDS = 4, 38  # HOST_VM_INFO64 and HOST_VM_INFO64_COUNT
_FREE, _INACTIVE = 0, 2  # among the first words of vm_statistics64
#: features of x86-64 that codegen asks for, and what sysctl calls them
_FEATURES = {"avx": "hw.optional.avx1_0", "avx2": "hw.optional.avx2_0", "fma": "hw.optional.fma", "f16c": "hw.optional.f16c",
             "avx512f": "hw.optional.avx512f", "avx512bw": "hw.optional.avx512bw", "avx512vl": "hw.optional.avx512vl"}


@functools.cache
def lib_system() -> ctypes.CDLL:
    """libSystem, which every process has loaded."""
    return with_types(ctypes.CDLL(None, use_errno=True))


def with_types(lib: ctypes.CDLL) -> ctypes.CDLL:
    """libSystem with the types of the functions that this module calls."""
    typed(lib)
    lib.sys_icache_invalidate.argtypes, lib.sys_icache_invalidate.restype = (ctypes.c_void_p, ctypes.c_size_t), None
    lib.sysctlbyname.argtypes = (ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
    lib.mach_host_self.argtypes, lib.mach_host_self.restype = (), ctypes.c_uint32
    lib.host_statistics64.argtypes = (ctypes.c_uint32, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    return lib


class MacOS(Posix):
    """macOS. machine: the processor that this process is made for; under Rosetta that is x86-64 on Apple silicon too."""

    name = "macos"
    machines: tuple[str, ...] = ("x86_64", "aarch64")
    anonymous = 0x1000
    libraries = (None,)
    libraries_in_words = "libSystem nor a library that is loaded"
    security_cure = "A Python that is signed with the hardened runtime needs the entitlement com.apple.security.cs.allow-jit."

    def __init__(self, library: Callable[[], ctypes.CDLL] = lib_system, machine: str | None = None) -> None:
        super().__init__(library)
        self._machine = machine

    @functools.cached_property
    def machine(self) -> str: return self._machine or machine_of(os.uname().machine)

    # ---- memory

    def memory_total(self) -> Bytes | None: return self._number("hw.memsize", 0) or None

    def memory_free(self) -> Bytes | None:
        words, count = (ctypes.c_uint32 * 64)(), ctypes.c_uint32(_VM_INFO_WORDS)
        lib = self._lib()
        if lib.host_statistics64(lib.mach_host_self(), _VM_INFO, words, ctypes.byref(count)): return None
        return (words[_FREE] + words[_INACTIVE]) * self.page

    # ---- code

    def map_code(self, code_size: Bytes, data_size: Bytes) -> CodeMemory:
        """Two mappings on Apple silicon, since data may be written while code runs. MemoryError if they are too far apart."""
        if self.machine != "aarch64": return super().map_code(code_size, data_size)
        code = self._map(None, code_size, PRIVATE | self.anonymous | _JIT, READ_WRITE | READ_EXECUTE) if code_size else 0
        if not data_size: return CodeMemory(code, code_size, code + code_size, 0)
        data = self._map(code + code_size, self._whole_pages(data_size), PRIVATE | self.anonymous)
        found = CodeMemory(code, code_size, data, data_size)
        if code_size and abs(data - code) + code_size + data_size >= _REACH:
            self.unmap_code(found)
            raise MemoryError(f"no {data_size} bytes near {code:#x}")
        return found

    def write_code(self, memory: CodeMemory, code: bytes, data: bytes) -> None:
        """Fills the memory. On Apple silicon this thread may write it, or run it."""
        if self.machine != "aarch64": return super().write_code(memory, code, data)
        fill(memory.data, data)
        if not memory.code_size: return
        lib = self._lib()
        try:
            lib.pthread_jit_write_protect_np(0)  # this thread may write such memory, and run none of it
            fill(memory.code, code)
        finally: lib.pthread_jit_write_protect_np(1)
        lib.sys_icache_invalidate(memory.code, memory.code_size)

    def unmap_code(self, memory: CodeMemory) -> None:
        if self.machine != "aarch64": return super().unmap_code(memory)
        for address, nbytes in ((memory.code, memory.code_size), (memory.data, memory.data_size)):
            if nbytes: self.unmap(address, nbytes)

    # ---- processor

    def processor(self) -> CPU:
        flags = frozenset(flag for flag, name in _FEATURES.items() if self._number(name, 0))
        model = self._read("machdep.cpu.brand_string").rstrip(b"\0").decode(errors="replace") or self.machine
        return CPU(self.machine, model, flags, self._caches(), self._number("hw.cachelinesize", 64), len(self.core_numbers()))

    def core_numbers(self) -> list[int]: return list(range(os.cpu_count() or 1))  # a process cannot be kept to some of them here

    def _caches(self) -> tuple[Bytes, ...]:
        """Of Apple silicon those of the fast cores."""
        if second := self._number("hw.perflevel0.l2cachesize", 0):
            return self._number("hw.perflevel0.l1dcachesize", 64 << 10), second // max(1, self._number("hw.perflevel0.cpusperl2", 1))
        shared = memoryview(self._read("hw.cacheconfig").ljust(32, b"\0")).cast("Q")  # by level, from memory on
        sizes = (self._number(f"hw.{name}cachesize", 0) for name in ("l1d", "l2", "l3"))
        return tuple(size // max(1, n) for size, n in zip(sizes, shared[1:], strict=False) if size) or USUAL_CACHES

    def _number(self, name: str, otherwise: int) -> int:
        found = self._read(name)
        return int.from_bytes(found, "little") if found else otherwise

    def _read(self, name: str) -> bytes:
        """A value of sysctl; empty if there is none of that name."""
        value, size = ctypes.create_string_buffer(256), ctypes.c_size_t(256)
        if self._lib().sysctlbyname(name.encode(), value, ctypes.byref(size), None, 0): return b""
        return value.raw[:size.value]

