"""DISK runtime: files as memory. `DISK:/path/to/file` is a device whose memory is that file.

Inputs: a path. Outputs: buffers that are parts of the file: read through a mapping, so that no byte is read before it is used, and
written with ordinary writes, so that a full disk is an error and not a crash.
Invariants: a mapping lives as long as any buffer that uses it; changing memory read from a file never changes the file; a file that
is truncated while it is mapped is an error at its next use.
"""
from __future__ import annotations

import ctypes
import errno
import mmap
import os
import time
from typing import NoReturn

from heddle.device import Compiled, Compiler, Probe, Program
from heddle.device.allocator import Allocator, What
from heddle.errors import (
    DeviceError,
    FileAccessError,
    FileFormatError,
    FileMissingError,
    Location,
    StorageFullError,
)
from heddle.renderer import Capabilities, Renderer
from heddle.tracing.counters import format_bytes
from heddle.uop.uop import UOp

COMPILERS = ()


def probe() -> Probe:
    """Always usable, never by default."""
    return Probe(True, detail="files, mapped into memory", by_default=False)


class Mapping:
    """The first `nbytes` of a file in memory. Mapped privately: writes through the mapping stay in this process.

    The system ends a process (SIGBUS) that reads a mapping beyond the end of a file that was cut short meanwhile. So whoever uses it
    has the file's length looked at first.
    """

    def __init__(self, path: str, nbytes: int) -> None:
        self._path, self._nbytes, self._map = path, nbytes, _map_file(path, nbytes)
        self._checked = 0.0

    def bytes(self) -> memoryview:
        """The data, without a copy. DeviceError if the file was truncated."""
        self.check()
        return memoryview(self._map)

    def check(self) -> None:
        """DeviceError if the file was truncated. The check is repeated after a millisecond at the earliest."""
        if (now := time.monotonic()) - self._checked < _RECENT_SECONDS: return
        if (size := self._map.size()) < self._nbytes:
            raise DeviceError(f"{self._path} was cut short to {size} bytes while {self._nbytes} of it are mapped", _CUT_SHORT_CURE)
        self._checked = now


_RECENT_SECONDS = 0.001
_CUT_SHORT_CURE = ("Load it again. To replace a file in use, rename a new one over it; or have weights copied into memory when "
                   "they are loaded, as safe_load(path, stream=True) does.")


class Window:
    """A part of a mapping that another device uses at its address, and which keeps it mapped."""

    __slots__ = ("_held", "check", "pointer")

    def __init__(self, mapping: Mapping, start: int, nbytes: int) -> None:
        self._held = (ctypes.c_char * nbytes).from_buffer(mapping.bytes(), start)
        self.pointer, self.check = ctypes.addressof(self._held), mapping.check


class File:
    """A file, mapped on first read."""

    def __init__(self, path: str, nbytes: int) -> None:
        self.path, self.nbytes = path, nbytes
        self._mapping: Mapping | None = None

    def mapped(self) -> Mapping:
        """The mapping of this buffer's part of the file. FileMissingError; FileFormatError if the file is shorter."""
        if self._mapping is None: self._mapping = Mapping(self.path, self.nbytes)
        return self._mapping

    def write(self, at: int, mv: memoryview) -> None:
        """Writes `mv` at byte `at`; creates the file if needed. StorageFullError if the disk is full."""
        try:
            fd = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as fault: raise_file_error(fault, self.path)
        try:
            if os.fstat(fd).st_size < self.nbytes: os.ftruncate(fd, self.nbytes)
            _write_all(fd, at, mv)
        except OSError as fault: raise_file_error(fault, self.path)
        finally: os.close(fd)
        self._mapping = None  # whether a private mapping sees later writes is not defined: map again


class Region:
    """A part of a file: what `Buffer.raw` is on DISK."""

    __slots__ = ("file", "nbytes", "start")

    def __init__(self, file: File, start: int, nbytes: int) -> None:
        self.file, self.start, self.nbytes = file, start, nbytes

    def bytes(self) -> memoryview:
        """The data, without a copy."""
        return self.file.mapped().bytes()[self.start:self.start + self.nbytes]


class DiskAllocator(Allocator[Region]):
    """Memory is the file itself: it counts against no limit, and nothing is cached."""

    def __init__(self, device: str) -> None:
        super().__init__(device)
        self.path = device.partition(":")[2]

    def alloc(self, nbytes: int, what: What = "", loc: Location | None = None) -> tuple[Region, int]:
        """The first `nbytes` of the file; it need not exist before it is read."""
        return Region(File(self.path, nbytes), 0, nbytes), 0

    def free(self, opaque: Region, nbytes: int, ticket: int) -> None:
        """The mapping is unmapped with the last object that uses it."""

    def copyin(self, dest: Region, mv: memoryview) -> None:
        dest.file.write(dest.start, mv)

    def copyout(self, mv: memoryview, src: Region) -> None:
        mv[:] = src.bytes()[:mv.nbytes]

    def offset(self, opaque: Region, nbytes: int, at: int) -> Region:
        return Region(opaque.file, opaque.start + at, nbytes)

    def as_memoryview(self, opaque: Region, nbytes: int) -> memoryview:
        return opaque.bytes().toreadonly()

    def host_pointer(self, opaque: Region, nbytes: int) -> tuple[int, object]:
        """Address of the mapped data, and the object that keeps it mapped."""
        window = Window(opaque.file.mapped(), opaque.start, nbytes)
        return window.pointer, window


class DiskDevice(Compiled):
    """A file. It holds data and runs nothing."""

    timed_by = ""

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        if not name.partition(":")[2]: raise DeviceError("DISK needs a path", "Write DISK:/path/to/file.")
        caps = Capabilities(arithmetic=frozenset(), native=frozenset())
        super().__init__(name, DiskAllocator(name), Compiler("disk"), Renderer("disk", caps))

    def runtime(self, program: UOp) -> Program:
        raise DeviceError(f"{self.name} is a file and runs no kernels", "Move the tensor to another device first: x.to(\"CPU\").")


# ---- files


def _map_file(path: str, nbytes: int) -> mmap.mmap:
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size < nbytes:
                raise FileFormatError(f"{path} is cut short: it has {format_bytes(size)} ({size} bytes), {nbytes} were expected",
                                      "Download or save the file again.")
            return mmap.mmap(file.fileno(), nbytes, access=mmap.ACCESS_COPY)
    except OSError as fault: raise_file_error(fault, path)


def _write_all(fd: int, at: int, mv: memoryview) -> None:
    done = 0
    if not hasattr(os, "pwrite"): os.lseek(fd, at, os.SEEK_SET)
    while done < mv.nbytes:
        part = mv[done:done + (1 << 30)]  # some systems refuse more at once
        done += os.pwrite(fd, part, at + done) if hasattr(os, "pwrite") else os.write(fd, part)


def raise_file_error(fault: OSError, path: str) -> NoReturn:
    """`fault` as our error: StorageFullError if the disk is full, else FileMissingError."""
    if fault.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        raise StorageFullError(f"no room to write {path} ({fault.strerror})",
                               "Free some space or save elsewhere; what was there before is unchanged.") from None
    if fault.errno == errno.ENOENT:
        raise FileMissingError(f"there is no file {path}", _nearby(path)) from None
    raise FileAccessError(f"{path} cannot be opened: {fault.strerror}", "Check the path and its permissions.",
                          code=fault.errno or errno.EACCES) from fault


def _nearby(path: str) -> str:
    """The cure for a path that does not exist: its first missing part, or the file with the nearest name."""
    from heddle.errors import nearest
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder): return f"The folder {folder} does not exist."
    near = nearest(os.path.basename(path), os.listdir(folder))
    return f"Did you mean {os.path.join(folder, near)}?" if near else f"Check the path; the folder {folder} exists."
