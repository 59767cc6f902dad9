"""Event bus: what happens is emitted once, and whoever is interested listens.

Inputs: events, as they happen, from any thread. Outputs: decisions go to the functions that subscribed to their type; work and memory,
the timeline, go to the recorders (`heddle.tracing.recorder`). Invariants: an event without a listener costs one test of a list, and is
not created; listeners are called in the thread that emits; no result depends on a listener.
"""
from __future__ import annotations

import itertools
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol, TypeVar

from heddle.settings import settings
from heddle.tracing.counters import Seconds
from heddle.tracing.events import ProfileEvent

if TYPE_CHECKING:
    from heddle.errors import Location

E = TypeVar("E")

# ---- decisions, by type

_listeners: dict[type, list[Callable[..., None]]] = {}
_is_muted: ContextVar[bool] = ContextVar("muted", default=False)


def listeners_to(kind: type[E]) -> list[Callable[[E], None]]:
    """The listeners to a type of event, to hold on to: test it before an event is made."""
    return _listeners.setdefault(kind, [])


@contextmanager
def subscribed(kind: type[E], listener: Callable[[E], None]) -> Generator[None]:
    """`with subscribed(Scheduled, f):` passes events of that type to `f`, from all threads."""
    listeners = listeners_to(kind)
    listeners.append(listener)
    try: yield
    finally: listeners.remove(listener)


def emit(event: object) -> None:
    """Passes an event to the listeners to its type."""
    if _is_muted.get(): return
    for listener in tuple(_listeners.get(type(event), ())): listener(event)


@contextmanager
def muted() -> Generator[None]:
    """Emits no decisions of heddle's own work, such as measuring the device: the user did not request it."""
    token = _is_muted.set(True)
    try: yield
    finally: _is_muted.reset(token)


# ---- the timeline: who records it

# What is emitted often is emitted as plain tuples: they are made in an eighth of the time of a named one, and the garbage collector
# soon forgets plain tuples of numbers and texts, which else it would look through again and again.
SpanRecord = tuple[str, str, str, float, float, int, int, int, "Location | None"]
LaunchRecord = tuple[str, str, str, float, float, int, int, int, "Location | None", object]  # and the program
MemoryRecord = tuple[str, float, int, int]
BatchRecord = tuple[object, ...]  # the Batch, the thread, and what it is given besides to expand itself
Record = ProfileEvent | SpanRecord | LaunchRecord | BatchRecord


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

    def expand(self, thread: int, *recorded: object) -> Sequence[ProfileEvent]:
        """The events so far, oldest first; `thread` is where they were emitted, with what was recorded then."""
        ...


class Page(Batch, Protocol):
    """A batch that a thread continues to fill after it was emitted."""

    def close(self) -> None:
        """Nothing more is recorded here."""
        ...


class Sink(Protocol):
    """What records the timeline."""

    work: list[Record]
    changes: deque[MemoryRecord]

    def make_room(self) -> None:
        """Drops old events if there are too many."""
        ...


#: who may record what is emitted now (a list, to which other modules hold on: at exit, names of this one go while buffers are freed)
listening: list[Sink] = []
#: the same, as long as all of them record what is emitted in any thread
everywhere: list[Sink] = []
_always: tuple[Sink, ...] = ()  # those that record what is emitted in any thread
_in_context: Sink | None = None  # records what is emitted where PROFILE is set, if that differs between threads


def is_on() -> bool:
    """Whether anyone records this thread."""
    return bool(_always) or (_in_context is not None and bool(settings.PROFILE))


def set_sinks(always: Sequence[Sink], in_context: Sink | None) -> None:
    """Sets who records all threads, and who those where PROFILE is set; computes the shortest path to them."""
    global _always, _in_context, _put, _put_memory, _work, _look_at
    _always, _in_context = tuple(always), in_context
    listening[:] = _always if in_context is None else (*_always, in_context)
    everywhere[:] = _always if in_context is None else ()
    _put, _put_memory = _put_all, _put_memory_all
    _work = listening[0].work if listening else []
    if len(everywhere) == 1: _put, _put_memory = _work.append, everywhere[0].changes.append
    _look_at = len(_work) + _LOOK
    end_pages()


def _sinks() -> tuple[Sink, ...]:
    """Those that record this thread."""
    return (*_always, _in_context) if _in_context is not None and settings.PROFILE else _always


def _put_all(record: Record) -> None:
    for sink in _sinks(): sink.work.append(record)


def _put_memory_all(record: MemoryRecord) -> None:
    for sink in _sinks(): sink.changes.append(record)


# ---- the timeline: emitting

# What is emitted often is one call of C away from the only recorder's list. What comes again and again is not emitted at all: a page
# with room for it is, now and then. A replay comes through here with the processor's caches full of other things: each object that is
# not touched is a tenth of a microsecond that a profile does not cost.

_LOOK = 1 << 10  # records between two checks of the number of events
_now = time.perf_counter
_put: Callable[[Record], None] = _put_all  # an append, which is atomic
_put_memory: Callable[[MemoryRecord], None] = _put_memory_all
_work: list[Record] = []  # the first recorder's, which shows how much was emitted
_look_at = _LOOK  # the length of it from which on the number of events is checked


def emit_work(event: ProfileEvent | SpanRecord | LaunchRecord) -> None:
    """Emits work that took time."""
    _put(event)
    if len(_work) > _look_at: _make_room()


def emit_batch(batch: Batch) -> None:
    """Emits several events of this thread."""
    _put((batch, mine.number or _number_thread()))
    if len(_work) > _look_at: _make_room()


def emit_span(kind: str, name: str, begin: float, device: str = "", loc: Location | None = None) -> None:
    """Emits work of the host that began at `begin` and ends now."""
    _put((kind, name, device, begin, _now() - begin, 0, 0, mine.number or _number_thread(), loc))
    if len(_work) > _look_at: _make_room()


def emit_memory(record: MemoryRecord) -> None:
    """Emits a device's memory in use from some moment on. Never blocks: finalizers come here."""
    _put_memory(record)


#: callbacks that emit events which were held back
delayed: list[Callable[[], None]] = []


def emit_delayed() -> None:
    """Emits the events that were held back so far."""
    for emit_now in delayed: emit_now()


def _make_room() -> None:
    global _look_at
    for sink in tuple(listening): sink.make_room()
    _look_at = len(_work) + _LOOK


class _Realized:
    """A realization and the schedule that it began with."""

    room = size = 2

    def expand(self, thread: int, results: int, begin: float, planned: float, end: float) -> tuple[ProfileEvent, ...]:
        """Both; where there was no schedule in the end, looking for one took all the time."""
        name = f"{results} result{'s' if results != 1 else ''}"
        return tuple(ProfileEvent(kind, name, "", Seconds(begin), Seconds(till - begin), thread=thread)
                     for kind, till in (("realize", end), ("schedule", planned or end)))


_realized = _Realized()


def emit_realized(results: int, begin: float, planned: float) -> None:
    """Emits a realization of so many tensors that began at `begin`, had its schedule at `planned` (0: never) and ends now."""
    _put((_realized, mine.number or _number_thread(), results, begin, planned, _now()))
    if len(_work) > _look_at: _make_room()


class _Span:
    """A block whose time is emitted when it ends."""

    __slots__ = ("_begin", "_device", "_kind", "_loc", "_name")

    def __init__(self, kind: str, name: str, device: str, loc: Location | None) -> None:
        self._kind, self._name, self._device, self._loc = kind, name, device, loc

    def __enter__(self) -> None: self._begin = _now()
    def __exit__(self, *_: object) -> None: emit_span(self._kind, self._name, self._begin, self._device, self._loc)


class _Nothing:
    """A span while nobody listens."""

    __slots__ = ()

    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...


_nothing = _Nothing()


def span(kind: str, name: str, device: str = "", loc: Location | None = None) -> _Span | _Nothing:
    """`with span(...):` emits the block as one event of the host, if anyone listens; even if it raises."""
    return _Span(kind, name, device, loc) if listening else _nothing


# ---- threads, by a number that no other thread of this process ever has, and the pages that they fill


class _Pages(dict[object, Page]):
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


def keep_page(key: object, page: Page) -> None:
    """Emits a page, to which this thread adds events of `key` as long as `mine.pages` has it.

    That ends when the recorders change. Where not all of them record this thread, the page is for one use.
    """
    if everywhere: mine.pages[key] = page  # before it is emitted: a change of recorders comes first, and then ends all pages
    emit_batch(page)


def end_pages() -> None:
    """Closes all pages: later events go to new ones."""
    for pages in list(_all_pages.values()): pages.end()
