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
from collections import deque
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
    """Several events that are told together."""

    @property
    def size(self) -> int:
        """How many events."""
        ...

    def expand(self, noted: Any, thread: int) -> Sequence[ProfileEvent]:
        """The events, oldest first, from what was noted while they ran."""
        ...


# What is told often is told as plain tuples: they are made in an eighth of the time of a named one, and the garbage collector soon
# forgets plain tuples of numbers and texts, which else it would look through again and again.
SpanRecord = tuple[str, str, str, float, float, int, int, int, Location | None]
MemoryRecord = tuple[str, float, int, int]
BatchRecord = tuple[Batch, Any, int]  # what can expand it, what was noted, the thread
_BATCH = 3  # the length that tells it from events

_KEPT = 1 << 19  # events of one recorder, some 100 MB; the older half of its records goes once there are so many


class Recorder:
    """Holds what is told while it is open. Any number may be open; each hears everything, from all threads."""

    def __init__(self) -> None:
        self.work: list[ProfileEvent | SpanRecord | BatchRecord] = []
        self.changes: deque[MemoryRecord] = deque(maxlen=_KEPT)  # of memory; the oldest go in time
        self.dropped = 0  # events of work that had to go
        self.most = _KEPT  # records of work: fewer, the more events are in batches

    def open(self) -> None:
        """Starts to listen."""
        _at_exit()
        with _lock: _set_listening([*listening, self])

    def close(self) -> None:
        """Stops to listen; what was told stays."""
        with _lock: _set_listening([r for r in listening if r is not self])

    def take(self) -> Recorder:
        """What has been told so far, which is forgotten here. What another thread tells in this very moment may be in neither."""
        taken = Recorder()
        (taken.work, taken.changes), (self.work, self.changes) = (self.work, self.changes), ([], deque(maxlen=_KEPT))
        self.most = _KEPT
        return taken

    def drop(self) -> None:
        """Lets the older half of the work go."""
        gone = self.work[:(len(self.work) + 1) // 2]
        del self.work[:len(gone)]
        in_batches = sum(_size_of(r) - 1 for r in gone)
        self.most += in_batches
        self.dropped += len(gone) + in_batches

    def events(self) -> list[ProfileEvent]:
        """Every piece of work, by its start."""
        found = [e for record in list(self.work) for e in _events_of(record)]
        return sorted(found, key=lambda e: (e.start, -e.seconds))

    def memory(self) -> list[MemoryEvent]:
        """Every change of memory in use, oldest first."""
        changes: list[Any] = list(self.changes)  # at once: other threads go on telling
        return [MemoryEvent(*record) for record in changes]


def _size_of(record: Any) -> int: return record[0].size if len(record) == _BATCH else 1


def _events_of(record: Any) -> Sequence[ProfileEvent]:
    """The work in a record."""
    return record[0].expand(*record[1:]) if len(record) == _BATCH else (ProfileEvent(*record),)


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

_now = time.perf_counter
_lock = threading.RLock()  # a finaliser may tell of memory while this is held
#: who hears of everything now. (A list, to which other modules can hold on: at exit, names of this one go while buffers are freed.)
listening: list[Recorder] = []
_hears: tuple[Recorder, ...] = ()  # the same: one that is gone through while another thread changes the list
_everyone: tuple[Recorder, ...] = ()  # and what PROFILE=1 records, once there is something
_process: list[Recorder] = []  # what PROFILE=1 records


def is_on() -> bool:
    """Whether anyone listens."""
    return bool(listening) or settings.PROFILE


def tell(event: ProfileEvent | SpanRecord) -> None:
    """Hands a piece of work to everyone who listens."""
    for recorder in (_everyone or _hear_for_process()) if settings.PROFILE else _hears:
        recorder.work.append(event)  # atomic
        if len(recorder.work) >= recorder.most: recorder.drop()


def tell_batch(batch: Batch, noted: Any) -> None:
    """Hands several pieces of work of this thread to everyone who listens."""
    record = batch, noted, _numbers.number or _number_thread()
    for recorder in (_everyone or _hear_for_process()) if settings.PROFILE else _hears:
        recorder.most -= batch.size - 1  # roughly, if several threads do so at once: it bounds memory and no more
        recorder.work.append(record)
        if len(recorder.work) >= recorder.most: recorder.drop()


def tell_memory(device: str, live: int, cached: int) -> None:
    """Tells of memory in use from now on. Never waits: finalisers come here."""
    record = device, _now(), live, cached
    for recorder in (_everyone or _hear_for_process()) if settings.PROFILE else _hears:
        recorder.changes.append(record)


def _set_listening(recorders: list[Recorder]) -> None:
    global _hears, _everyone
    _hears, _everyone = tuple(recorders), (*recorders, *_process) if _process else ()
    listening[:] = recorders


def _hear_for_process() -> tuple[Recorder, ...]:
    of_process()
    return _everyone


def of_process() -> Recorder:
    """What PROFILE=1 records."""
    if not _process:
        _at_exit()
        with _lock:
            if not _process:
                _process.append(Recorder())
                _set_listening(listening.copy())
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
        _set_listening([])
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

    def __enter__(self) -> None: self._begin = _now()

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
    record = kind, name, device, begin, _now() - begin, 0, 0, _numbers.number or _number_thread(), loc
    for recorder in (_everyone or _hear_for_process()) if settings.PROFILE else _hears:  # `tell` spelt out: each replay comes here
        recorder.work.append(record)
        if len(recorder.work) >= recorder.most: recorder.drop()
