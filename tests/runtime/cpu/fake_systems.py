"""Stand-ins of libSystem and kernel32: their functions for memory, code and facts, which record how they are called.

Inputs: calls of the modules in heddle/runtime/cpu/system. Outputs: real memory of this process, and facts about machines.
Invariants: what the documents that these modules name do not allow is an AssertionError.
"""
from __future__ import annotations

import ctypes
import mmap
import struct
from collections.abc import Callable
from typing import cast

from heddle.runtime.cpu.system import posix
from heddle.runtime.cpu.system.windows import MemoryStatus, ProcessorRow, SystemInfo

PAGE = 16384  # of Apple silicon
READ, WRITE, EXECUTE = 1, 2, 4


class Function:
    """A function of a library: checks the number and the types of its arguments, and records them."""

    def __init__(self, name: str, does: Callable[..., object], calls: list[tuple[object, ...]]) -> None:
        self.argtypes: tuple[type[ctypes.c_int], ...] | None = None
        self.restype: object = ctypes.c_int
        self._name, self._does, self._calls = name, does, calls

    def __call__(self, *args: object) -> object:
        if self.argtypes is not None:
            assert len(args) == len(self.argtypes), self._name
            for kind, given in zip(self.argtypes, args, strict=True): kind.from_param(given)  # pyright: ignore[reportArgumentType]
        self._calls.append((self._name, *args))
        return self._does(*args)


class Library:
    """A library of these functions."""

    def __init__(self, functions: dict[str, Callable[..., object]]) -> None:
        self.calls: list[tuple[object, ...]] = []
        for name, does in functions.items(): setattr(self, name, Function(name, does, self.calls))

    def named(self, *names: str) -> list[tuple[object, ...]]: return [call for call in self.calls if call[0] in names]


def anonymous(nbytes: int, protection: int = READ | WRITE) -> int:
    """Memory of this process."""
    address = posix.libc().mmap(None, nbytes, protection, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    assert address not in (None, (1 << 64) - 1)
    return address


def to(target: object, data: bytes) -> None:
    """Writes to what a pointer argument points to."""
    ctypes.memmove(cast("ctypes.c_void_p", target), data, len(data))


# ---- macOS


class Darwin(Library):
    """libSystem. `far`: data cannot be near code. `sysctl`: its values."""

    def __init__(self, sysctl: dict[str, bytes] | None = None, far: bool = False, refuses: bool = False) -> None:
        super().__init__({
            "mmap": self._mmap, "munmap": lambda address, nbytes: posix.libc().munmap(address, nbytes),
            "mprotect": self._mprotect, "madvise": lambda *_: -1, "pthread_jit_write_protect_np": self._protect,
            "sys_icache_invalidate": lambda *_: None, "sysctlbyname": self._sysctl, "mach_host_self": lambda: 7,
            "host_statistics64": self._statistics})
        self._values, self._far, self._refuses = sysctl or {}, far, refuses
        self._jit: list[tuple[int, int]] = []

    def _mmap(self, hint: int | None, nbytes: int, protection: int, flags: int, fd: int, offset: int) -> int:
        assert flags & 0x1002 == 0x1002 and not flags & ~0x1802 and (fd, offset) == (-1, 0)  # MAP_PRIVATE | MAP_ANON, MAP_JIT
        assert bool(flags & 0x800) == bool(protection & EXECUTE)
        if self._far and hint: return (1 << 64) - 1 if self._refuses else anonymous(nbytes)
        if hint: return posix.libc().mmap(hint, nbytes, 3, 0x22, -1, 0)
        start = anonymous(nbytes + (1 << 20), READ | (EXECUTE if flags & 0x800 else WRITE))
        address = -(-start // PAGE) * PAGE
        posix.libc().munmap(address + nbytes, 1 << 19)  # room behind it, where data may be
        if flags & 0x800: self._jit.append((address, nbytes))
        return address

    def _protect(self, on: int) -> None:
        for address, nbytes in self._jit: posix.libc().mprotect(address, nbytes, READ | (EXECUTE if on else WRITE))

    def _mprotect(self, address: int, nbytes: int, protection: int) -> int:
        return -1 if self._refuses else posix.libc().mprotect(address, nbytes, protection)

    def _sysctl(self, name: bytes, value: object, size: object, new: None, new_size: int) -> int:
        if (found := self._values.get(name.decode())) is None: return -1
        to(value, found)
        to(size, struct.pack("<Q", len(found)))
        return 0

    def _statistics(self, host: int, flavour: int, words: object, count: object) -> int:
        assert (host, flavour) == (7, 4)
        to(words, struct.pack("<4I", 1000, 5000, 200, 700))
        return 0


# ---- Windows


class Kernel32(Library):
    """kernel32 and advapi32, of a machine with two cores. `others`: how often another thread takes memory first."""

    def __init__(self, others: int = 0, refuses: str = "") -> None:
        super().__init__({
            "VirtualAlloc": self._alloc, "VirtualFree": self._free, "VirtualProtect": self._protect,
            "FlushInstructionCache": lambda *_: 1, "GetCurrentProcess": lambda: (1 << 64) - 1, "GetSystemInfo": self._info,
            "GlobalMemoryStatusEx": self._status, "GetProcessAffinityMask": self._affinity,
            "IsProcessorFeaturePresent": lambda number: number in (37, 38, 39, 40),
            "GetLogicalProcessorInformation": self._caches, "RegGetValueW": self._registry})
        self._sizes: dict[int, int] = {}
        self._others, self._refuses = others, refuses

    def _alloc(self, at: int | None, nbytes: int, kind: int, protection: int) -> int | None:
        assert kind in (0x2000, 0x3000) and protection == 0x04
        if self._refuses == "VirtualAlloc": return None
        if at is not None:
            assert at % 65536 == 0
            if self._others:
                self._others -= 1
                return None
            address = posix.libc().mmap(at, nbytes, 3, 0x22 | 0x10, -1, 0)
        else:  # where an allocation begins is a multiple of 64 KiB
            start = anonymous(nbytes + 65536)
            address = -(-start // 65536) * 65536
        self._sizes[address] = nbytes
        return address

    def _free(self, address: int, nbytes: int, kind: int) -> int:
        assert nbytes == 0 and kind == 0x8000, "MEM_RELEASE frees all of an allocation"
        posix.libc().munmap(address, self._sizes.pop(address))
        return 1

    def _protect(self, address: int, nbytes: int, protection: int, before: object) -> int:
        assert protection == 0x20
        to(before, struct.pack("<I", 0x04))
        return int(self._refuses != "VirtualProtect" and posix.libc().mprotect(address, nbytes, READ | EXECUTE) == 0)

    def _info(self, info: object) -> None: to(info, bytes(SystemInfo(architecture=9, page=4096, processors=2)))

    def _status(self, status: object) -> int:
        length = struct.unpack("<I", ctypes.string_at(cast("ctypes.c_void_p", status), 4))[0]
        assert length == 64
        to(status, bytes(MemoryStatus(length=64, total=8 << 30, available=5 << 30)))
        return 1

    def _affinity(self, process: int, own: object, all_cores: object) -> int:
        to(own, struct.pack("<Q", 0 if self._refuses == "GetProcessAffinityMask" else 0b110))
        to(all_cores, struct.pack("<Q", 0b1111))
        return 1

    def _caches(self, rows: object, size: object) -> int:
        made = b"".join(bytes(ProcessorRow(mask=mask, relation=relation, level=level, line=64, size=nbytes, kind=kind))
                        for mask, relation, level, nbytes, kind in ((3, 0, 0, 0, 0), (3, 2, 1, 48 << 10, 2), (3, 2, 1, 32 << 10, 1),
                                                                    (3, 2, 2, 2 << 20, 0), (12, 2, 1, 16 << 10, 2)))
        to(size, struct.pack("<I", len(made)))
        if rows is None: return 0
        to(rows, made)
        return 1

    def _registry(self, key: int, path: str, name: str, kind: int, found: None, text: object, size: object) -> int:
        assert (key, name, kind) == (0x80000002, "ProcessorNameString", 2) and path.endswith(r"CentralProcessor\0")
        to(text, bytes(ctypes.create_unicode_buffer("A Processor @ 3 GHz")))
        return 0
