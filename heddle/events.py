"""What ran when: kernels, copies, the host's own work, and memory, told to whoever listens.

In: events, as they happen, from any thread. Out: `Recorder`s that hold them, in the order in which they were told.
Always true: with nobody listening an event costs one look at `is_on()`; a record that holds many events (a graph's) is taken apart
only when it is read; a recorder is bounded, and what is oldest goes first. Times are those of `time.perf_counter`, in seconds.
"""
from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Sequence
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
    thread: int = 0  # the host's thread: `this_thread`
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


# Spans and memory are told as plain tuples: they are made in an eighth of the time of a named one, and the garbage collector soon
# forgets plain tuples of numbers and texts, which else it would look through again and again.
SpanRecord = tuple[str, str, str, float, float, int, int, int, Location | None]
MemoryRecord = tuple[str, float, int, int]
Record = ProfileEvent | MemoryEvent | Batch | SpanRecord | MemoryRecord

_KEPT = 1 << 19  # events of one recorder, some 100 MB; the older half of its records goes once there are so many


class Recorder:
    """Holds what is told while it is open. Any number may be open; each hears everything, from all threads."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.dropped = 0  # events that had to go
        self._in_batches = 0  # events beyond one a record

    def open(self) -> None:
        """Starts to listen."""
        _at_exit()
        with _lock: listening.append(self)

    def close(self) -> None:
        """Stops to listen; what was told stays."""
        with _lock:
            if self in listening: listening.remove(self)

    def add(self, record: Record) -> None:
        """Adds a record. Never waits: finalisers tell of memory."""
        self.records.append(record)  # atomic
        if len(self.records) + self._in_batches >= _KEPT: self._drop()

    def add_batch(self, batch: Batch) -> None:
        """Adds several events at once."""
        self._in_batches += batch.count - 1  # roughly, if several threads do so at once: it bounds memory and no more
        self.add(batch)

    def _drop(self) -> None:
        gone = self.records[:(len(self.records) + 1) // 2]
        del self.records[:len(gone)]
        in_batches = sum(r.count - 1 for r in gone if not isinstance(r, tuple))
        self._in_batches -= in_batches
        self.dropped += len(gone) + in_batches

    def events(self) -> list[ProfileEvent]:
        """Every piece of work, by its start."""
        found = [e for record in list(self.records) for e in _events_of(record)]
        return sorted(found, key=lambda e: (e.start, -e.seconds))

    def memory(self) -> list[MemoryEvent]:
        """Every change of memory in use, oldest first."""
        found: list[Any] = [record for record in list(self.records) if isinstance(record, tuple) and len(record) == 4]
        return [MemoryEvent(*record) for record in found]


def _events_of(record: Any) -> Sequence[ProfileEvent]:
    """The work in a record; none where it is of memory."""
    if not isinstance(record, tuple): return record.expand()
    return () if len(record) == 4 else (ProfileEvent(*record),)


# ---- threads, by a number that no other thread of this process ever has


class _Numbers(threading.local):
    number = 0  # until this thread has told something


_numbers = _Numbers()
_next_number = itertools.count(1)
#: what each thread that told something was called when it first did
thread_names: dict[int, str] = {}


def this_thread() -> int:
    """The number of the calling thread."""
    return _numbers.number or _number_thread()


def _number_thread() -> int:
    number = _numbers.number = next(_next_number)
    thread_names[number] = threading.current_thread().name
    return number


# ---- telling

_lock = threading.RLock()  # a finaliser may tell of memory while this is held
#: who hears of everything now. (A list, to which other modules can hold on: at exit, names of this one go while buffers are freed.)
listening: list[Recorder] = []
_process: list[Recorder] = []  # what PROFILE=1 records, once there is something


def is_on() -> bool:
    """Whether anyone listens."""
    return bool(listening) or settings.PROFILE


def tell(record: Record) -> None:
    """Hands a record to everyone who listens."""
    for recorder in tuple(listening): recorder.add(record)
    if settings.PROFILE: of_process().add(record)


def tell_batch(batch: Batch) -> None:
    """Hands several events to everyone who listens."""
    for recorder in tuple(listening): recorder.add_batch(batch)
    if settings.PROFILE: of_process().add_batch(batch)


def of_process() -> Recorder:
    """What PROFILE=1 records."""
    if not _process:
        _at_exit()
        with _lock:
            if not _process: _process.append(Recorder())
    return _process[0]


def _at_exit() -> None:
    """Has `_end` called when the process ends; once."""
    with _lock:
        if _ending: return
        _ending.append(os.getpid())
        import atexit
        atexit.register(_end)


_ending: list[int] = []  # the process whose end is waited for


def _end() -> None:
    """The report of PROFILE=1, unless that held inside a Context only; then nobody listens any more."""
    try:
        # a forked child has its parent's records, which are the parent's to report
        if settings.PROFILE and _process and _ending == [os.getpid()]: _report()
    finally:
        listening.clear()
        settings.PROFILE = False


def _report() -> None:
    # the public profile's: nothing below the tools prints tables
    import heddle
    heddle.profile.of_process().report()


class _Span:
    """A block whose time is told when it ends."""

    __slots__ = ("_about", "_begin")

    def __init__(self, *about: Any) -> None:
        self._about, self._begin = about, 0.0

    def __enter__(self) -> None: self._begin = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        kind, name, device, loc = self._about
        tell_span(kind, name, self._begin, device, loc)


class _Nothing:
    __slots__ = ()

    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...


_nothing = _Nothing()


def span(kind: str, name: str, device: str = "", loc: Location | None = None) -> _Span | _Nothing:
    """`with span(...):` what runs inside is one event of the host, if anyone listens; told even if it raises."""
    return _Span(kind, name, device, loc) if listening or settings.PROFILE else _nothing


def tell_span(kind: str, name: str, begin: float, device: str = "", loc: Location | None = None) -> None:
    """Tells of work of the host that began at `begin` and ends now."""
    tell((kind, name, device, begin, time.perf_counter() - begin, 0, 0, this_thread(), loc))


def tell_memory(device: str, live: int, cached: int) -> None:
    """Tells of memory in use from now on."""
    tell((device, time.perf_counter(), live, cached))
