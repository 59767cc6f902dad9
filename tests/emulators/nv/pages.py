"""Pages of this process: who put what at an address. The program's mappings, and doors: pages of GPU memory that only the GPU may
enter.

In: mappings as the program and the driver make them. Out: real pages. Always true: GPU memory that the program has not mapped where
the GPU sees it is there, for kernels, and without rights for everybody else, but while `opened`.
"""
from __future__ import annotations

import contextlib
import ctypes
import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass

from heddle.runtime.cpu.system.posix import libc

from .errors import MockLimit

PAGE = 4096
NONE, READ_WRITE = 0, 3
SHARED, PRIVATE, FIXED, ANONYMOUS, NORESERVE, FIXED_NOREPLACE = 1, 2, 0x10, 0x20, 0x4000, 0x100000
_FAILED = (1 << 64) - 1
POISON = 0xFB  # what memory holds that nobody has written, or that was freed
_POISONED = 1 << 20  # bytes of an allocation that are filled with it


def mmap(address: int, nbytes: int, protection: int, flags: int, fd: int = -1, offset: int = 0) -> int:
    """As the system's. OSError if it refuses.

    Source: mmap(2).
    """
    found = libc().mmap(address or None, nbytes, protection, flags, fd, offset)
    if found is None or found == _FAILED: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return found


def munmap(address: int, nbytes: int) -> None:
    """As the system's. OSError if it refuses.

    Source: munmap(2).
    """
    if libc().munmap(address, nbytes): raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def up(n: int, to: int = PAGE) -> int:
    """The next multiple."""
    return -(-n // to) * to


class Storage:
    """Bytes of one allocation of the driver's. They live as long as a handle or a mapping refers to them (`keep`, `drop`)."""

    def __init__(self, nbytes: int, what: str, is_video: bool = False) -> None:
        self.size, self.what, self.is_video = up(nbytes), what, is_video
        self.fd = os.memfd_create(what.replace(" ", "-"))
        os.ftruncate(self.fd, self.size)
        self.own = mmap(0, self.size, READ_WRITE, SHARED, self.fd)
        ctypes.memset(self.own, POISON, min(self.size, _POISONED))
        self.references = 0

    def keep(self) -> Storage:
        self.references += 1
        return self

    def drop(self) -> bool:
        """One reference less; whether it was the last, with which the bytes go."""
        self.references -= 1
        if self.references: return False
        self.release()
        return True

    def release(self) -> None:
        ctypes.memset(self.own, POISON, min(self.size, _POISONED))  # seen by whoever still has these pages mapped
        munmap(self.own, self.size)
        os.close(self.fd)

    def show(self, address: int, offset: int, nbytes: int, protection: int, flags: int) -> int:
        """Maps a part of the bytes."""
        return mmap(address, nbytes, protection, flags | SHARED, self.fd, offset)


class UserStorage(Storage):
    """Pages of the program's own, which the driver has pinned."""

    def __init__(self, address: int, nbytes: int) -> None:
        self.size, self.what, self.own, self.fd, self.references = nbytes, "the program's memory", address, -1, 0
        self.is_video = self.is_gone = False

    def release(self) -> None: pass

    def show(self, address: int, offset: int, nbytes: int, protection: int, flags: int) -> int:
        raise MockLimit("the program's own memory is seen by GPUs at its own address alone")


@dataclass(eq=False)
class Placed:
    """Some bytes of a storage at an address."""

    start: int
    size: int
    storage: Storage
    offset: int

    @property
    def end(self) -> int: return self.start + self.size

    def covers(self, other: Placed) -> bool:
        """Whether all of `other` lies in here, with the same bytes."""
        return (self.storage is other.storage and self.start <= other.start and other.end <= self.end
                and self.offset - self.start == other.offset - other.start)

    def meets(self, start: int, end: int) -> bool: return self.start < end and start < self.end


class Pages:
    """All that the mock has put into this process's addresses."""

    def __init__(self) -> None:
        self.reserved: list[tuple[int, int]] = []  # [start, end) of the program's mappings of no file
        self.host: list[Placed] = []  # the program's mappings of GPU memory
        self.seen: list[Placed] = []  # what GPUs see, each at its address
        self.doors: list[Placed] = []  # those of `seen` that the program does not see there
        self._open = 0

    # ---- the program's mappings
    def reserve(self, address: int, nbytes: int, protection: int, flags: int) -> int:
        """A mapping of no file."""
        below = [p for p in self.seen if flags & FIXED and p.meets(address, address + nbytes)]
        if below and protection != NONE:
            raise MockLimit(f"the program maps other memory at {address:#x}, which a GPU sees: here both are the same memory")
        at = mmap(address, nbytes, protection, flags | ANONYMOUS)
        self.reserved.append((at, at + up(nbytes)))
        for placed in below:
            if placed in self.doors: self.doors.remove(placed)
            self._add_door(placed, FIXED)
        return at

    def map(self, address: int, nbytes: int, protection: int, flags: int, storage: Storage, offset: int) -> int:
        """A mapping of GPU memory by the program.

        Source: none: MAP_FIXED would silently replace what is there.
        """
        wanted = Placed(address, up(nbytes), storage, offset)
        if flags & FIXED:
            if any(h.meets(wanted.start, wanted.end) for h in self.host): raise OSError(errno.EEXIST, "mapped already")
            for p in self.seen:
                if p.meets(wanted.start, wanted.end) and not (wanted.covers(p) or p.covers(wanted)):
                    raise MockLimit(f"the program maps other memory at {address:#x} than the GPU does")
        wanted.start = storage.show(address, offset, wanted.size, protection, flags & ~PRIVATE)
        self.host.append(wanted)
        storage.keep()
        self.doors = [d for d in self.doors if not wanted.covers(d)]
        return wanted.start

    def unmap(self, address: int, nbytes: int) -> None:
        """The program's munmap: of whole mappings, or of a part of one of no file."""
        start, end = address, address + up(nbytes)
        for h in [h for h in self.host if h.meets(start, end)]:
            if h.start < start or h.end > end:
                raise MockLimit(f"a part of the mapping of {h.storage.what} at {h.start:#x} is unmapped")
            self.host.remove(h)
            h.storage.drop()
        munmap(start, end - start)
        pieces = [(a, b) for s, e in self.reserved for a, b in ((s, min(e, start)), (max(s, end), e)) if a < b]
        self.reserved = pieces
        for p in self.seen:
            if p.meets(start, end) and not self._is_shown(p): self._add_door(p, FIXED)

    # ---- what GPUs see
    def show(self, placed: Placed) -> None:
        """A GPU sees these bytes at that address from now on."""
        for other in self.seen:
            if other.meets(placed.start, placed.end):
                raise MockLimit(f"GPUs see {other.storage.what} and {placed.storage.what} at {placed.start:#x}")
        if isinstance(placed.storage, UserStorage):
            if placed.start - placed.offset != placed.storage.own: placed.storage.show(0, 0, 0, 0, 0)
        elif not self._is_shown(placed):
            inside = any(s <= placed.start and placed.end <= e for s, e in self.reserved)
            partly = any(h.meets(placed.start, placed.end) for h in self.host)
            if partly: raise MockLimit(f"the program has mapped a part of what the GPU sees at {placed.start:#x}")
            self._add_door(placed, FIXED if inside else FIXED_NOREPLACE)
        self.seen.append(placed)
        placed.storage.keep()

    def hide(self, placed: Placed) -> None:
        """No GPU sees them there any more."""
        self.seen.remove(placed)
        if placed in self.doors:
            self.doors.remove(placed)
            if any(s <= placed.start and placed.end <= e for s, e in self.reserved):
                mmap(placed.start, placed.size, NONE, PRIVATE | ANONYMOUS | NORESERVE | FIXED)
            else: munmap(placed.start, placed.size)
        placed.storage.drop()

    def is_used(self, start: int, nbytes: int) -> bool:
        """Whether GPU memory lies there already."""
        return any(p.meets(start, start + nbytes) for p in (*self.host, *self.seen))

    def _is_shown(self, placed: Placed) -> bool: return any(h.covers(placed) for h in self.host)

    def _add_door(self, placed: Placed, fixed: int) -> None:
        if isinstance(placed.storage, UserStorage):
            placed.storage.is_gone = True  # the driver has pinned the pages, but nobody here can reach them any more
            return
        try: placed.storage.show(placed.start, placed.offset, placed.size, READ_WRITE if self._open else NONE, fixed)
        except OSError as refusal:
            what = f"the GPU is to see {placed.storage.what} at {placed.start:#x}"
            raise MockLimit(f"{what}, where this process has other memory") from refusal
        self.doors.append(placed)

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """While a kernel runs, all that GPUs see may be read and written."""
        if not self._open: self._protect(READ_WRITE)
        self._open += 1
        try: yield
        finally:
            self._open -= 1
            if not self._open: self._protect(NONE)

    def _protect(self, protection: int) -> None:
        for door in self.doors:
            if libc().mprotect(door.start, door.size, protection): raise MockLimit(f"mprotect of {door.size} bytes at {door.start:#x}")
