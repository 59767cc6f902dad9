"""What ran when: kernels, copies, the host's own work, and memory, told to whoever listens.

In: events, as they happen, from any thread. Out: `Recorder`s that hold them, in the order in which they were told.
Always true: with nobody listening an event costs one look at `is_on()`; a record that holds many events (a graph's) is taken apart
only when it is read; a recorder is bounded, and what is oldest goes first. Times are those of `time.perf_counter`, in seconds.
"""
from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from heddle.errors import Location
from heddle.settings import settings
from heddle.stats import Bytes, Seconds

#: kinds of work that a device does; every other kind is the host's
DEVICE_KINDS = frozenset(("kernel", "copy", "view"))


class ProfileEvent(NamedTuple):
    """One piece of work that took time.

    `kind`: kernel, copy, view (work of `device`); realize, schedule, lower, compile, load, graph, capture, replay (work of the host).
    `program` is a kernel's PROGRAM node, with its ast, source and binary. `within` names what submitted it along with others.
    """

    kind: str
    name: str
    device: str
    start: Seconds
    seconds: Seconds
    ops: int = 0
    bytes: Bytes = Bytes(0)
    thread: int = 0  # `threading.get_ident` of the host's thread
    loc: Location | None = None  # the user's line
    program: Any = None
    within: str = ""


class MemoryEvent(NamedTuple):
    """Bytes of a device in live buffers, and kept to be used again, from `start` on."""

    device: str
    start: Seconds
    live: Bytes
    cached: Bytes


class Batch(Protocol):
    """Several events, `count` of them, in one record."""

    count: int

    def expand(self) -> Sequence[ProfileEvent]:
        """The events, oldest first."""
        ...


Record = ProfileEvent | MemoryEvent | Batch

_KEPT = 1 << 19  # events of one recorder, some 100 MB; the older half of its records goes once there are so many


class Recorder:
    """Holds what is told while it is open. Any number may be open; each hears everything, from all threads."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.dropped = 0  # events that had to go
        self._count = 0
        self.threads: dict[int, str] = {}  # names of the threads that told something, by `ProfileEvent.thread`

    def open(self) -> None:
        """Starts to listen."""
        global _open
        with _lock: _open = (*_open, self)

    def close(self) -> None:
        """Stops to listen; what was told stays."""
        global _open
        with _lock: _open = tuple(r for r in _open if r is not self)

    def tell(self, record: Record) -> None:
        """Adds a record. Never waits: finalisers tell of memory."""
        self.records.append(record)  # atomic; the count need not be exact
        self._count += count_of(record)
        if self._count >= _KEPT: self._drop()
        thread = threading.get_ident()
        if thread not in self.threads: self.threads[thread] = threading.current_thread().name

    def _drop(self) -> None:
        gone = self.records[:(len(self.records) + 1) // 2]
        del self.records[:len(gone)]
        dropped = sum(map(count_of, gone))
        self.dropped += dropped
        self._count -= dropped

    def events(self) -> list[ProfileEvent]:
        """Every piece of work, by its start."""
        found: list[ProfileEvent] = []
        for record in list(self.records):
            if isinstance(record, ProfileEvent): found.append(record)
            elif not isinstance(record, MemoryEvent): found += record.expand()
        return sorted(found, key=lambda e: (e.start, -e.seconds))

    def memory(self) -> list[MemoryEvent]:
        """Every change of memory in use, oldest first."""
        return [record for record in list(self.records) if isinstance(record, MemoryEvent)]


def count_of(record: Record) -> int:
    """How many events a record holds."""
    return 1 if isinstance(record, (ProfileEvent, MemoryEvent)) else record.count


_lock = threading.Lock()
_open: tuple[Recorder, ...] = ()
_process: list[Recorder] = []  # what PROFILE=1 records, once there is something


def is_on() -> bool:
    """Whether anyone listens."""
    return bool(_open) or settings.PROFILE


def tell(record: Record) -> None:
    """Hands a record to everyone who listens."""
    for recorder in _open: recorder.tell(record)
    if settings.PROFILE: of_process().tell(record)


def of_process() -> Recorder:
    """What PROFILE=1 records. Making it has the report printed when the process ends."""
    if not _process:
        with _lock:
            if not _process:
                import atexit
                _process.append(Recorder())
                atexit.register(_report)
    return _process[0]


def _report() -> None:
    """The report of PROFILE=1, unless that held inside a Context only. It is the public profile's: nothing below the tools prints."""
    import heddle
    if settings.PROFILE: heddle.profile.of_process().report()


@contextmanager
def span(kind: str, name: str, device: str = "", loc: Location | None = None) -> Iterator[None]:
    """What runs inside is one event of the host, if anyone listens; told even if it raises."""
    if not is_on():
        yield
        return
    begin = time.perf_counter()
    try: yield
    finally: tell_span(kind, name, begin, device, loc)


def tell_span(kind: str, name: str, begin: float, device: str = "", loc: Location | None = None) -> None:
    """Tells of work of the host that began at `begin` and ends now."""
    seconds = Seconds(time.perf_counter() - begin)
    tell(ProfileEvent(kind, name, device, Seconds(begin), seconds, thread=threading.get_ident(), loc=loc))
