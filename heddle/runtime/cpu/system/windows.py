"""Windows on x86-64: memory, code and facts about the processor, from kernel32 and advapi32.

Inputs: the functions of these libraries. Outputs: `Windows`. Invariants: what was allocated as a whole is freed as a whole; code is
written before it becomes executable.

Rules: Microsoft, pages of these names: VirtualAlloc, VirtualFree, VirtualProtect, FlushInstructionCache, GetSystemInfo,
GlobalMemoryStatusEx, GetProcessAffinityMask, IsProcessorFeaturePresent, GetLogicalProcessorInformation, RegGetValueW. Large pages take
a privilege that users do not have ("Large-Page Support"), so there are none.
"""
from __future__ import annotations

import ctypes
import functools
import os
import sys
from collections.abc import Callable
from ctypes import byref, c_size_t, c_uint16, c_uint32, c_uint64, c_void_p

from heddle.errors import DeviceError
from heddle.runtime.cpu.system.interface import CPU, HUGE_PAGE, Bytes, CodeMemory
from heddle.runtime.cpu.system.machines import USUAL_CACHES
from heddle.runtime.cpu.system.posix import fill, find_function

_COMMIT, _RESERVE, _RELEASE = 0x1000, 0x2000, 0x8000
_READ_WRITE, _EXECUTE_READ = 0x04, 0x20
_GRANULARITY = 64 << 10  # addresses of allocations are multiples of it
_PAGE = 4096  # of x86-64
_TRIES = 16
_MACHINES = {9: "x86_64", 12: "aarch64"}  # PROCESSOR_ARCHITECTURE_AMD64, _ARM64
_FEATURES = {"sse4_1": 37, "sse4_2": 38, "avx": 39, "avx2": 40, "avx512f": 41}  # PF_..._INSTRUCTIONS_AVAILABLE
_CACHE, _INSTRUCTION = 2, 1  # RelationCache, CacheInstruction
_LOCAL_MACHINE, _TEXT = 0x80000002, 2  # HKEY_LOCAL_MACHINE, RRF_RT_REG_SZ
_MODEL = (r"HARDWARE\DESCRIPTION\System\CentralProcessor\0", "ProcessorNameString")
#: where functions that kernels call are: the C library, and what the compiler calls for large stack frames (`__chkstk`)
_LIBRARIES = ("ucrtbase", "ntdll", "kernel32", "kernelbase")


def _load_library(name: str) -> ctypes.CDLL: return ctypes.CDLL(name, use_last_error=True)


class SystemInfo(ctypes.Structure):
    """SYSTEM_INFO."""

    _fields_ = (("architecture", c_uint16), ("reserved", c_uint16), ("page", c_uint32), ("lowest", c_void_p), ("highest", c_void_p),
                ("mask", c_size_t), ("processors", c_uint32), ("type", c_uint32), ("granularity", c_uint32), ("level", c_uint16),
                ("revision", c_uint16))


class MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX."""

    _fields_ = (("length", c_uint32), ("load", c_uint32), ("total", c_uint64), ("available", c_uint64), ("total_file", c_uint64),
                ("available_file", c_uint64), ("total_virtual", c_uint64), ("available_virtual", c_uint64), ("extended", c_uint64))


class ProcessorRow(ctypes.Structure):
    """SYSTEM_LOGICAL_PROCESSOR_INFORMATION of a cache."""

    _fields_ = (("mask", c_size_t), ("relation", c_uint32), ("padding", c_uint32), ("level", ctypes.c_uint8), ("ways", ctypes.c_uint8),
                ("line", c_uint16), ("size", c_uint32), ("kind", c_uint32), ("rest", c_uint32))


class Windows:
    """Windows. load: how libraries are loaded, for tests."""

    name = "windows"
    machines: tuple[str, ...] = ("x86_64",)
    page = _PAGE

    def __init__(self, load: Callable[[str], ctypes.CDLL] = _load_library) -> None:
        self._load = load

    @functools.cached_property
    def _kernel(self) -> ctypes.CDLL:
        lib = self._load("kernel32")
        lib.VirtualAlloc.argtypes, lib.VirtualAlloc.restype = (c_void_p, c_size_t, c_uint32, c_uint32), c_void_p
        lib.VirtualFree.argtypes = (c_void_p, c_size_t, c_uint32)
        lib.VirtualProtect.argtypes = (c_void_p, c_size_t, c_uint32, c_void_p)
        lib.FlushInstructionCache.argtypes = (c_void_p, c_void_p, c_size_t)
        lib.GetCurrentProcess.argtypes, lib.GetCurrentProcess.restype = (), c_void_p
        lib.GetSystemInfo.argtypes, lib.GetSystemInfo.restype = (c_void_p,), None
        lib.GlobalMemoryStatusEx.argtypes = (c_void_p,)
        lib.GetProcessAffinityMask.argtypes = (c_void_p, c_void_p, c_void_p)
        lib.IsProcessorFeaturePresent.argtypes = (c_uint32,)
        lib.GetLogicalProcessorInformation.argtypes = (c_void_p, c_void_p)
        return lib

    # ---- memory

    def map_pages(self, nbytes: Bytes) -> int:
        address = self._kernel.VirtualAlloc(None, nbytes, _RESERVE | _COMMIT, _READ_WRITE)
        if not address: raise MemoryError(f"VirtualAlloc of {nbytes} bytes: error {_last_error()}")
        return address

    def map_huge(self, nbytes: Bytes, align: Bytes = HUGE_PAGE) -> int:
        """Room for an aligned part is reserved and released, and the part allocated, unless another thread was faster."""
        if align <= _GRANULARITY: return self.map_pages(nbytes)
        for _ in range(_TRIES):
            start = self._kernel.VirtualAlloc(None, nbytes + align, _RESERVE, _READ_WRITE)
            if not start: break
            self._kernel.VirtualFree(start, 0, _RELEASE)
            aligned = -(-start // align) * align
            if self._kernel.VirtualAlloc(aligned, nbytes, _RESERVE | _COMMIT, _READ_WRITE) == aligned: return aligned
        raise MemoryError(f"VirtualAlloc of {nbytes} bytes at a multiple of {align}: error {_last_error()}")

    def unmap(self, address: int, nbytes: Bytes) -> None:
        self._kernel.VirtualFree(address, 0, _RELEASE)

    def memory_total(self) -> Bytes | None: return self._memory("total")
    def memory_free(self) -> Bytes | None: return self._memory("available")

    def _memory(self, field: str) -> Bytes | None:
        status = MemoryStatus(length=ctypes.sizeof(MemoryStatus))
        return getattr(status, field) if self._kernel.GlobalMemoryStatusEx(byref(status)) else None

    # ---- code

    def map_code(self, code_size: Bytes, data_size: Bytes) -> CodeMemory:
        code = self.map_pages(code_size + data_size)
        return CodeMemory(code, code_size, code + code_size, data_size)

    def write_code(self, memory: CodeMemory, code: bytes, data: bytes) -> None:
        """Fills the memory, and makes the code executable. DeviceError if the system does not allow that."""
        fill(memory.code, code)
        fill(memory.data, data)
        if not memory.code_size: return
        before = c_uint32()
        if not self._kernel.VirtualProtect(memory.code, memory.code_size, _EXECUTE_READ, byref(before)):
            raise DeviceError("this system does not let memory become executable",
                              "Look at its security policy (Arbitrary Code Guard), or use DEV=PYTHON, which is slow.")
        self._kernel.FlushInstructionCache(self._kernel.GetCurrentProcess(), memory.code, memory.code_size)

    def unmap_code(self, memory: CodeMemory) -> None: self.unmap(memory.code, memory.code_size + memory.data_size)

    def find_function(self, name: str) -> int:
        return find_function(name, _LIBRARIES, "the C library, ntdll nor kernel32", lambda library: self._load(library or ""))

    # ---- processor

    def processor(self) -> CPU:
        info = SystemInfo()
        self._kernel.GetSystemInfo(byref(info))
        machine = _MACHINES.get(info.architecture, "unknown")
        flags = frozenset(flag for flag, number in _FEATURES.items() if self._kernel.IsProcessorFeaturePresent(number))
        return CPU(machine, self._model() or machine, flags, *self._caches(), len(self.core_numbers()))

    def core_numbers(self) -> list[int]:
        """Those of this process's processor group; all, where it has threads in several."""
        own, all_cores = c_size_t(), c_size_t()
        self._kernel.GetProcessAffinityMask(self._kernel.GetCurrentProcess(), byref(own), byref(all_cores))
        return [n for n in range(64) if own.value >> n & 1] or list(range(os.cpu_count() or 1))

    def _model(self) -> str:
        text, size = ctypes.create_unicode_buffer(128), c_uint32()
        size.value = ctypes.sizeof(text)
        read = self._load("advapi32").RegGetValueW
        read.argtypes = (c_void_p, ctypes.c_wchar_p, ctypes.c_wchar_p, c_uint32, c_void_p, c_void_p, c_void_p)
        return "" if read(_LOCAL_MACHINE, *_MODEL, _TEXT, None, text, byref(size)) else text.value.strip()

    def _caches(self) -> tuple[tuple[Bytes, ...], Bytes]:
        """Bytes of each level for one core (what several share, divided by their number), and the size of a line."""
        size = c_uint32()
        self._kernel.GetLogicalProcessorInformation(None, byref(size))  # which is refused, and says how much room it takes
        rows = (ProcessorRow * (size.value // ctypes.sizeof(ProcessorRow)))()
        if not rows or not self._kernel.GetLogicalProcessorInformation(rows, byref(size)): return USUAL_CACHES, 64
        found = {row.level: row for row in reversed(rows) if row.relation == _CACHE and row.kind != _INSTRUCTION}
        sizes = tuple(found[level].size // max(1, found[level].mask.bit_count()) for level in sorted(found))
        return sizes or USUAL_CACHES, found[min(found)].line if found else 64


def _last_error() -> int:
    return ctypes.get_last_error() if sys.platform == "win32" else 0
