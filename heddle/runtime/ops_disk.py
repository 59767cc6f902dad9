"""DISK: files as memory (SPEC R9). `DISK:/path/to/file` is a device whose memory is that file.

In: a path. Out: buffers that are parts of the file: read through a mapping, so that no byte is touched before it is wanted, and
written with ordinary writes, so that a full disk is an error and not a crash.
Always true: a mapping lives as long as any buffer that uses it; changing memory read from a file never changes the file.
"""
from __future__ import annotations

import ctypes
import errno
import mmap
import os
from typing import NoReturn

from heddle.allocator import Allocator
from heddle.device import Compiled, Compiler, Probe, Program
from heddle.errors import (
    DeviceError,
    FileAccessError,
    FileFormatError,
    FileMissingError,
    Location,
    StorageFullError,
)
from heddle.renderer import Limits, Renderer
from heddle.stats import format_bytes
from heddle.uop.uop import UOp

COMPILERS = ()


def probe() -> Probe:
    """Always usable, never by default."""
    return Probe(True, detail="files, mapped into memory", by_default=False)


class File:
    """One file. Mapped privately: writes through the mapping stay in this process."""

    def __init__(self, path: str, nbytes: int) -> None:
        self.path, self.nbytes = path, nbytes
        self._map: mmap.mmap | None = None

    def mapped(self) -> memoryview:
        """All of the file that this buffer asked for. FileMissingError; FileFormatError if the file is shorter."""
        if self._map is None: self._map = _map_file(self.path, self.nbytes)
        return memoryview(self._map)

    def write(self, at: int, mv: memoryview) -> None:
        """Writes `mv` at byte `at`; the file is made if there is none. StorageFullError if there is no room."""
        try:
            fd = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as fault: raise_file_error(fault, self.path)
        try:
            if os.fstat(fd).st_size < self.nbytes: os.ftruncate(fd, self.nbytes)
            _write_all(fd, at, mv)
        except OSError as fault: raise_file_error(fault, self.path)
        finally: os.close(fd)
        self._map = None  # whether a private mapping sees later writes is not defined: map again


class Region:
    """A part of a file: what `Buffer.raw` is on DISK."""

    __slots__ = ("file", "nbytes", "start")

    def __init__(self, file: File, start: int, nbytes: int) -> None:
        self.file, self.start, self.nbytes = file, start, nbytes

    def bytes(self) -> memoryview:
        """The data, without a copy."""
        return self.file.mapped()[self.start:self.start + self.nbytes]


class DiskAllocator(Allocator):
    """Memory is the file itself: nothing is counted against limits, and nothing is cached."""

    def __init__(self, device: str) -> None:
        super().__init__(device)
        self.path = device.partition(":")[2]

    def alloc(self, nbytes: int, what: str = "", loc: Location | None = None) -> tuple[Region, int]:
        """The first `nbytes` of the file; it need not exist before it is read."""
        return Region(File(self.path, nbytes), 0, nbytes), 0

    def free(self, opaque: Region, nbytes: int, ticket: int) -> None:
        """The mapping goes with the last object that uses it."""

    def copyin(self, dest: Region, mv: memoryview) -> None:
        dest.file.write(dest.start, mv)

    def copyout(self, mv: memoryview, src: Region) -> None:
        mv[:] = src.bytes()[:mv.nbytes]

    def offset(self, opaque: Region, nbytes: int, at: int) -> Region:
        return Region(opaque.file, opaque.start + at, nbytes)

    def as_memoryview(self, opaque: Region, nbytes: int) -> memoryview:
        return opaque.bytes().toreadonly()

    def host_pointer(self, opaque: Region, nbytes: int) -> tuple[int, object]:
        """Address of the mapped data, and the object that keeps it there."""
        window = (ctypes.c_char * nbytes).from_buffer(opaque.bytes())
        return ctypes.addressof(window), window


class DiskDevice(Compiled):
    """A file. It holds data and runs nothing."""

    timed_by = ""

    def __init__(self, name: str, compiler: str | None, arch: str | None, interface: str | None) -> None:
        if not name.partition(":")[2]: raise DeviceError("DISK needs a path", "Write DISK:/path/to/file.")
        limits = Limits(arithmetic=frozenset(), native=frozenset())
        super().__init__(name, DiskAllocator(name), Compiler("disk"), Renderer("disk", limits))

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
    """`fault` in our words: StorageFullError if there was no room, else FileMissingError."""
    if fault.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        raise StorageFullError(f"no room to write {path} ({fault.strerror})",
                               "Free some space or save elsewhere; what was there before is unchanged.") from None
    if fault.errno == errno.ENOENT:
        raise FileMissingError(f"there is no file {path}", _nearby(path)) from None
    raise FileAccessError(f"{path} cannot be opened: {fault.strerror}", "Check the path and its permissions.",
                          code=fault.errno or errno.EACCES) from fault


def _nearby(path: str) -> str:
    """The cure for a path that does not exist: the first part of it that is missing, or the file with the nearest name."""
    from heddle.errors import nearest
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder): return f"The folder {folder} does not exist."
    near = nearest(os.path.basename(path), os.listdir(folder))
    return f"Did you mean {os.path.join(folder, near)}?" if near else f"Check the path; the folder {folder} exists."
