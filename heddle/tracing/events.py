"""Event bus of the engine: kernels, copies, host work, and memory, with their times.

Inputs: events, as they happen, from any thread. Outputs: `Recorder`s that hold them, in the order in which they were emitted.
Invariants: without a listener an event costs one check of `is_on()`; a record that holds many events (a page of a graph's runs) is
expanded only when it is read; a recorder is bounded, and drops the oldest events first. Times are those of `time.perf_counter`, in
seconds.
"""
from __future__ import annotations

import itertools
import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from heddle.errors import Location
from heddle.process.fork_safety import free_in_child
from heddle.settings import settings
from heddle.tracing.counters import Bytes, Seconds

#: kinds of work that a device does; every other kind is the host's
DEVICE_KINDS = frozenset(("kernel", "copy", "view"))


class ProfileEvent(NamedTuple):
    """One piece of work that took time.

    `kind`: kernel, copy, view (work of `device`); realize, schedule, search, lower, compile, load, graph, capture, replay (work of the
    host). `program` is a kernel's PROGRAM node, with its ast, source and binary. `within` names what submitted it along with others.
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
    """Bytes of a device in live buffers, and cached, from `start` on."""

    device: str
    start: Seconds
    live: Bytes
    cached: Bytes


class Batch(Protocol):
    """Several events that are emitted together, some of which may be still to come."""

    @property
    def room(self) -> int:
        """The maximum number of events."""
        ...

    @property
    def size(self) -> int:
        """The number of events."""
        ...

    def expand(self, thread: int, *noted: Any) -> Sequence[ProfileEvent]:
        """The events so far, oldest first; `thread` is where they were emitted, and what was recorded then."""
        ...


class Page(Batch, Protocol):
    """A batch that a thread continues to fill after it was emitted."""

    def close(self) -> None:
        """Nothing more is recorded here."""
        ...


# What is told often is told as plain tuples: they are made in an eighth of the time of a named one, and the garbage collector soon
# forgets plain tuples of numbers and texts, which else it would look through again and again.
SpanRecord = tuple[str, str, str, float, float, int, int, int, Location | None]
LaunchRecord = tuple[str, str, str, float, float, int, int, int, Location | None, Any]  # and the program
MemoryRecord = tuple[str, float, int, int]
BatchRecord = tuple[Any, ...]  # the Batch, the thread, and what it is given besides to expand itself

_KEPT = 1 << 19  # events of one recorder, some 100 MB; the older half of its records goes once there are more
_LOOK = 1 << 10  # records between two checks of the number of events


class Recorder:
    """Records events while it is open. Any number may be open; each receives all events, from all threads."""

    def __init__(self) -> None:
        self.work: list[ProfileEvent | SpanRecord | LaunchRecord | BatchRecord] = []
        self.changes: deque[MemoryRecord] = deque(maxlen=_KEPT)  # of memory; the oldest go in time
        self.dropped = 0  # dropped events of work
        self._counted, self._room = 0, 0  # the records that were looked at so far, and how many events they have room for

    def open(self) -> None:
        """Starts listening."""
        _at_exit()
        _tell_late()
        with _lock:
            _opened.append(self)
            _arrange()

    def close(self) -> None:
        """Stops listening; recorded events stay."""
        _tell_late()
        with _lock:
            _opened[:] = [r for r in _opened if r is not self]
            _arrange()
        self.make_room()

    def take(self) -> Recorder:
        """The events so far, which are dropped here."""
        taken = Recorder()
        _tell_late()
        with _lock:
            (taken.work, taken.changes), (self.work, self.changes) = (self.work, self.changes), ([], deque(maxlen=_KEPT))
            self._counted = self._room = 0
            _arrange()
        return taken

    def make_room(self) -> None:
        """Drops the older half of the events while there are more than the limit."""
        with _lock:
            fresh = self.work[self._counted:]  # at once: other threads go on recording
            self._counted += len(fresh)
            self._room += sum(map(_room_of, fresh))
            if self._room > _KEPT: _end_pages()  # those that are being filled may be among what goes
            while self._room > _KEPT:
                gone = self.work[:(self._counted + 1) // 2]
                del self.work[:len(gone)]
                self._counted, self._room = self._counted - len(gone), self._room - sum(map(_room_of, gone))
                self.dropped += sum(map(_size_of, gone))

    def events(self) -> list[ProfileEvent]:
        """All work events, by their start."""
        self.make_room()
        found = [e for record in list(self.work) for e in _events_of(record)]
        return sorted(found, key=lambda e: (e.start, -e.seconds))

    def memory(self) -> list[MemoryEvent]:
        """All changes of memory in use, oldest first."""
        _tell_late()
        changes: list[Any] = list(self.changes)  # at once: other threads go on recording
        return [MemoryEvent(*record) for record in changes]


def _room_of(record: Any) -> int: return 1 if isinstance(record[0], str) else record[0].room
def _size_of(record: Any) -> int: return 1 if isinstance(record[0], str) else record[0].size


def _events_of(record: Any) -> Sequence[ProfileEvent]:
    """The events in a record."""
    return (ProfileEvent(*record),) if isinstance(record[0], str) else record[0].expand(*record[1:])


# ---- threads, by a number that no other thread of this process ever has


class _Pages(dict[Any, Page]):
    """The pages that a thread is filling: see `keep_page`. They end with the thread: the system may reuse its identity."""

    __slots__ = ("__weakref__",)

    def end(self) -> None:
        for page in list(self.values()): page.close()
        self.clear()

    def __del__(self) -> None: self.end()


class _Mine(threading.local):
    """Per-thread state."""

    number = 0  # until this thread has emitted something

    def __init__(self) -> None:
        self.pages = _Pages()
        _all_pages[id(self.pages)] = self.pages


_all_pages: weakref.WeakValueDictionary[int, _Pages] = weakref.WeakValueDictionary()
mine = _Mine()
_next_number = itertools.count(1)
#: names of the threads that emitted something, as of their first event
thread_names: dict[int, str] = {}


def this_thread() -> int:
    """The number of the calling thread."""
    return mine.number or _number_thread()


def _number_thread() -> int:
    number = mine.number = next(_next_number)
    thread_names[number] = threading.current_thread().name
    return number


# ---- listeners

_lock = free_in_child(threading.RLock())  # a finaliser may tell of memory while this is held
#: who may hear of what is told now (a list, to which other modules can hold on: at exit, names of this one go while buffers are freed)
listening: list[Recorder] = []
#: the same, as long as whoever hears of anything hears of what is told in any thread
everywhere: list[Recorder] = []
_opened: list[Recorder] = []  # recorders of everything
_process: list[Recorder] = []  # the recorder of PROFILE=1, once there is something
_profile: bool | None = False  # PROFILE, where it is the same in every thread
_hears: tuple[Recorder, ...] = ()  # those that hear of what is told in any thread


def is_on() -> bool:
    """Whether anyone listens to this thread."""
    return bool(listening) if _profile is not None else bool(_hears) or settings.PROFILE


def of_process() -> Recorder:
    """The recorder of PROFILE=1."""
    if not _process:
        _at_exit()
        with _lock:
            if not _process: _process.append(Recorder())
    return _process[0]


def _arrange() -> None:
    """With the lock held, computes which recorders receive what, and the shortest path to them."""
    global _hears, _put, _put_memory, _work, _look_at
    _hears = (*_opened, of_process()) if _profile else tuple(_opened)
    listening[:] = _hears if _profile is not None else (*_hears, of_process())
    everywhere[:] = listening if _profile is not None else ()
    _put, _put_memory = _put_all, _put_memory_all
    _work = listening[0].work if listening else []
    if len(listening) == 1 and _profile is not None: _put, _put_memory = _work.append, listening[0].changes.append
    _look_at = len(_work) + _LOOK
    _end_pages()


def _follow_setting(everywhere: bool | None) -> None:
    global _profile
    with _lock:
        _profile = everywhere
        _arrange()


def _listeners() -> tuple[Recorder, ...]:
    """The recorders that receive events of this thread."""
    return (*_hears, of_process()) if _profile is None and settings.PROFILE else _hears


def _put_all(record: Any) -> None:
    for recorder in _listeners(): recorder.work.append(record)


def _put_memory_all(record: MemoryRecord) -> None:
    for recorder in _listeners(): recorder.changes.append(record)


# ---- emitting

# What is told often is one call of C away from the only listener's list. What comes again and again is not told at all: a page with
# room for it is, now and then. A replay comes through here with the processor's caches full of other things: each object that is not
# touched is a tenth of a microsecond that a profile does not cost.

_now = time.perf_counter
_put: Callable[[Any], None] = _put_all  # an append, which is atomic
_put_memory: Callable[[MemoryRecord], None] = _put_memory_all
_work: list[Any] = []  # the first listener's, which shows how much was told
_look_at = _LOOK  # the length of it from which on it is looked at how many events there are


def tell(event: ProfileEvent | SpanRecord | LaunchRecord) -> None:
    """Emits an event to all listeners."""
    _put(event)
    if len(_work) > _look_at: _make_room()


def tell_batch(batch: Batch) -> None:
    """Emits several events of this thread to all listeners."""
    _put((batch, mine.number or _number_thread()))
    if len(_work) > _look_at: _make_room()


def tell_span(kind: str, name: str, begin: float, device: str = "", loc: Location | None = None) -> None:
    """Emits an event for work of the host that began at `begin` and ends now."""
    _put((kind, name, device, begin, _now() - begin, 0, 0, mine.number or _number_thread(), loc))
    if len(_work) > _look_at: _make_room()


def tell_memory(record: MemoryRecord) -> None:
    """Emits a device's memory in use from some moment on. Never blocks: finalizers come here."""
    _put_memory(record)


#: callbacks with events that are still to be emitted
tell_late: list[Callable[[], None]] = []


def _tell_late() -> None:
    for tell_now in tell_late: tell_now()


def _make_room() -> None:
    global _look_at
    for recorder in tuple(listening): recorder.make_room()
    _look_at = len(_work) + _LOOK


def results_text(count: int) -> str:
    """The name of a realization of so many tensors."""
    return f"{count} result{'s' if count != 1 else ''}"


class _Realized:
    """A realization and the schedule that it began with."""

    room = size = 2

    def expand(self, thread: int, results: int, begin: float, planned: float, end: float) -> tuple[ProfileEvent, ...]:
        """Both; where there was no schedule in the end, looking for one took all the time."""
        return tuple(ProfileEvent(kind, results_text(results), "", Seconds(begin), Seconds(till - begin), thread=thread)
                     for kind, till in (("realize", end), ("schedule", planned or end)))


_realized = _Realized()


def tell_realized(results: int, begin: float, planned: float) -> None:
    """Emits a realization that began at `begin`, had its schedule at `planned` (0: it never had) and ends now."""
    _put((_realized, mine.number or _number_thread(), results, begin, planned, _now()))
    if len(_work) > _look_at: _make_room()


# ---- pages


def keep_page(key: object, page: Page) -> None:
    """Emits a page, to which this thread adds events of `key` as long as `mine.pages` has it.

    That ends when others begin or cease to listen. Where not everyone hears of this thread, the page is for one use.
    """
    if everywhere: mine.pages[key] = page  # before it is emitted: a change of listeners comes first, and then ends all pages
    tell_batch(page)


def _end_pages() -> None:
    """Closes all pages: later events go to new ones."""
    for pages in list(_all_pages.values()): pages.end()


# ---- blocks


class _Span:
    """A block whose time is emitted when it ends."""

    __slots__ = ("_begin", "_device", "_kind", "_loc", "_name")

    def __init__(self, kind: str, name: str, device: str, loc: Location | None) -> None:
        self._kind, self._name, self._device, self._loc = kind, name, device, loc

    def __enter__(self) -> None: self._begin = _now()
    def __exit__(self, *_: object) -> None: tell_span(self._kind, self._name, self._begin, self._device, self._loc)


class _Nothing:
    __slots__ = ()

    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...


_nothing = _Nothing()


def span(kind: str, name: str, device: str = "", loc: Location | None = None) -> _Span | _Nothing:
    """`with span(...):` records the block as one event of the host, if anyone listens; emitted even if it raises."""
    return _Span(kind, name, device, loc) if listening else _nothing


# ---- when the process ends


def _at_exit() -> None:
    """Registers `_end` to be called when the process ends; once."""
    with _lock:
        if _ending: return
        _ending.append(os.getpid())
        import atexit
        atexit.register(_end)


_ending: list[int] = []  # the process whose end is reported


def _end() -> None:
    """The report of PROFILE=1, unless that was set inside a Context only; afterwards nobody listens."""
    try:
        # a forked child has its parent's records, which are the parent's to report
        if settings.PROFILE and _process and _ending == [os.getpid()]: _report()
    finally:
        with _lock: _opened.clear()
        settings.PROFILE = False  # which arranges that nobody listens


def _report() -> None:
    # the public profile's: nothing below the tools prints tables
    import heddle
    heddle.profile.of_process().report()


settings.watch("PROFILE", _follow_setting)
