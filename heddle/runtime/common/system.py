"""Operating system access of runtimes that use a kernel driver: device files, mappings, registers, texts of sysfs.

Inputs: paths, requests, addresses. Outputs: Linux's answers. Invariants: such a runtime reaches files, mappings and registers through
`system()` alone, so that a test can substitute a model of the driver and its device (`use`); addresses are those of this process,
whoever made the mapping, so mapped memory may be read and written by address.
"""
from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import sys
import time
from collections.abc import Generator
from typing import Protocol, cast

from heddle.runtime.common.fence import barrier_here
from heddle.runtime.cpu.system.posix import libc

if sys.platform != "win32":
    import fcntl

#: what a request is given
Argument = ctypes.Structure | ctypes.Array[ctypes.Structure]

#: protections and flags of mappings, as Linux numbers them
PROT_NONE, PROT_READ, PROT_WRITE, PROT_EXEC = 0, 1, 2, 4
MAP_SHARED, MAP_PRIVATE, MAP_FIXED, MAP_ANONYMOUS, MAP_NORESERVE = 1, 2, 0x10, 0x20, 0x4000
_FAILED = (1 << 64) - 1
#: flags of `open`: programs that are started do not inherit the file (Windows lacks the flag, and these drivers)
READ_WRITE = os.O_RDWR | getattr(os, "O_CLOEXEC", 0)


class DeviceFile(Protocol):
    """An open file."""

    path: str

    def ioctl(self, request: int, argument: Argument) -> int:
        """The driver's return value for `request` with this ctypes structure or array, which it may change. OSError if it refuses."""
        ...

    def mmap(self, address: int, nbytes: int, protection: int, flags: int, offset: int = 0) -> int:
        """Address of a new mapping of the file; `address` is a hint unless MAP_FIXED is among the flags. OSError if refused."""
        ...

    def read(self, nbytes: int, offset: int = 0) -> bytes:
        """Up to `nbytes` from `offset` on."""
        ...

    def write(self, data: bytes, offset: int = 0) -> int:
        """Writes `data` at the offset; returns the number of bytes written."""
        ...

    def wait(self, seconds: float) -> bool:
        """Whether there is something to read, within a time limit."""
        ...

    def number(self) -> int:
        """The file descriptor, for drivers that take one."""
        ...

    def close(self) -> None:
        """Closes the file; mappings stay."""
        ...


class Registers(Protocol):
    """Registers or doorbells at an address: accesses of `width` bytes each, in program order."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...


class System(Protocol):
    """The operating system calls that runtimes use."""

    def open(self, path: str, flags: int = READ_WRITE) -> DeviceFile:
        """Opens a file. OSError if there is none, or access is denied."""
        ...

    def exists(self, path: str) -> bool:
        """Whether the file exists."""
        ...

    def list(self, path: str) -> list[str]:
        """Names in a folder, in order; none if there is no such folder."""
        ...

    def text(self, path: str) -> str:
        """A text file of sysfs or procfs. OSError if it cannot be read."""
        ...

    def mmap(self, address: int, nbytes: int, protection: int, flags: int) -> int:
        """Address of a new anonymous mapping. OSError if refused."""
        ...

    def munmap(self, address: int, nbytes: int) -> None:
        """Unmaps memory, of files too. OSError if refused."""
        ...

    def registers(self, address: int, nbytes: int, width: int) -> Registers:
        """Registers of `width` bytes each, mapped at `address`."""
        ...

    def barrier(self) -> None:
        """Memory barrier: devices see earlier writes before later ones."""
        ...

    def now(self) -> float:
        """Seconds on the clock of `time.perf_counter`."""
        ...

    def sleep(self, seconds: float) -> None:
        """Sleeps for about this many seconds."""
        ...


# ---- Linux itself


class _File:
    """A `DeviceFile` of Linux; an ioctl that a signal interrupts is repeated."""

    def __init__(self, path: str, flags: int) -> None:
        self.path = path
        self._fd = os.open(path, flags)

    def ioctl(self, request: int, argument: Argument) -> int:
        while True:
            try: return int(fcntl.ioctl(self._fd, request, argument))
            except InterruptedError: continue

    def mmap(self, address: int, nbytes: int, protection: int, flags: int, offset: int = 0) -> int:
        return _mmap(address, nbytes, protection, flags, self._fd, offset)

    def read(self, nbytes: int, offset: int = 0) -> bytes: return os.pread(self._fd, nbytes, offset)
    def write(self, data: bytes, offset: int = 0) -> int: return os.pwrite(self._fd, data, offset)

    def wait(self, seconds: float) -> bool:
        import select
        return bool(select.select([self._fd], [], [], seconds)[0])

    def number(self) -> int: return self._fd
    def close(self) -> None: os.close(self._fd)


class _Linux:
    """The `System` of this machine; emulators replace it in tests."""

    def open(self, path: str, flags: int = READ_WRITE) -> DeviceFile: return _File(path, flags)
    def exists(self, path: str) -> bool: return os.path.exists(path)
    def list(self, path: str) -> list[str]: return sorted(os.listdir(path)) if os.path.isdir(path) else []

    def text(self, path: str) -> str:
        with open(path, encoding="utf-8", errors="replace") as file: return file.read()

    def mmap(self, address: int, nbytes: int, protection: int, flags: int) -> int:
        return _mmap(address, nbytes, protection, flags | MAP_ANONYMOUS, -1, 0)

    def munmap(self, address: int, nbytes: int) -> None:
        if libc().munmap(address, nbytes) != 0: raise _refused(f"munmap of {nbytes} bytes")

    def registers(self, address: int, nbytes: int, width: int) -> Registers:
        # ctypes reads and writes each element in one access
        return cast("Registers", (UNSIGNED[width] * (nbytes // width)).from_address(address))

    def barrier(self) -> None: barrier_here()()
    def now(self) -> float: return time.perf_counter()
    def sleep(self, seconds: float) -> None: time.sleep(seconds)


#: integers by their bytes
UNSIGNED = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 4: ctypes.c_uint32, 8: ctypes.c_uint64}


def _mmap(address: int, nbytes: int, protection: int, flags: int, fd: int, offset: int) -> int:
    found = libc().mmap(address or None, nbytes, protection, flags, fd, offset)
    if found is None or found == _FAILED: raise _refused(f"mmap of {nbytes} bytes")
    return found


def _refused(what: str) -> OSError:
    code = ctypes.get_errno() or errno.EINVAL
    return OSError(code, f"{what}: {os.strerror(code)}")


def named_request(file: DeviceFile, name: str, number: int, argument: Argument) -> None:
    """Makes a request of a driver. OSError, which says what it is called, if it is refused."""
    try: file.ioctl(number, argument)
    except OSError as fault:
        raise OSError(fault.errno, f"the driver refuses {name}: {os.strerror(fault.errno or errno.EIO)}") from None


# ---- the system in use

_systems: list[System] = [_Linux()]


def system() -> System:
    """The operating system in use."""
    return _systems[-1]


@contextlib.contextmanager
def use(other: System) -> Generator[None]:
    """Replaces Linux by `other`, for devices that are opened and used inside."""
    systems = _systems  # when Python ends, names of modules are gone before this generator
    systems.append(other)
    try: yield
    finally: systems.remove(other)
