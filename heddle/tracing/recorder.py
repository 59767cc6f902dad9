"""Recorders of the timeline: work and memory, in the order in which they were emitted.

Inputs: records from the bus, from any thread. Outputs: `ProfileEvent`s and `MemoryEvent`s. Invariants: a record that holds many events
(a page of a graph's runs) is expanded only when it is read; a recorder is bounded, and drops the oldest events first.
"""
from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Sequence
from typing import Any, cast

from heddle.process.fork_safety import free_in_child
from heddle.settings import settings
from heddle.tracing.bus import (
    Batch,
    MemoryRecord,
    Record,
    emit_delayed,
    end_pages,
    set_sinks,
)
from heddle.tracing.counters import Bytes, Seconds
from heddle.tracing.events import MemoryEvent, ProfileEvent

_KEPT = 1 << 19  # events of one recorder, some 100 MB; the older half of its records goes once there are more


class Recorder:
    """Records events while it is open. Any number may be open; each receives all events, from all threads."""

    def __init__(self) -> None:
        self.work: list[Record] = []
        self.changes: deque[MemoryRecord] = deque(maxlen=_KEPT)  # of memory; the oldest go in time
        self.dropped = 0  # dropped events of work
        self._counted, self._room = 0, 0  # the records that were looked at so far, and how many events they have room for

    def open(self) -> None:
        """Starts listening."""
        _at_exit()
        emit_delayed()
        with _lock:
            _opened.append(self)
            _arrange()

    def close(self) -> None:
        """Stops listening; recorded events stay."""
        emit_delayed()
        with _lock:
            _opened[:] = [r for r in _opened if r is not self]
            _arrange()
        self.make_room()

    def take(self) -> Recorder:
        """The events so far, which are dropped here."""
        taken = Recorder()
        emit_delayed()
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
            if self._room > _KEPT: end_pages()  # those that are being filled may be among what goes
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
        emit_delayed()
        return [MemoryEvent(device, Seconds(start), Bytes(live), Bytes(cached))
                for device, start, live, cached in list(self.changes)]  # at once: other threads go on recording


def _batch_of(record: Record) -> Batch | None: return None if isinstance(record[0], str) else cast(Batch, record[0])
def _room_of(record: Record) -> int: return 1 if (batch := _batch_of(record)) is None else batch.room
def _size_of(record: Record) -> int: return 1 if (batch := _batch_of(record)) is None else batch.size


def _events_of(record: Any) -> Sequence[ProfileEvent]:
    """The events in a record."""
    return (ProfileEvent(*record),) if (batch := _batch_of(record)) is None else batch.expand(*record[1:])


# ---- who is open

_lock = free_in_child(threading.RLock())  # a finaliser may emit a change of memory while this is held
_opened: list[Recorder] = []  # recorders of everything
_process: list[Recorder] = []  # the recorder of PROFILE=1, once there is something
_profile: bool | None = False  # PROFILE, where it is the same in every thread


def of_process() -> Recorder:
    """The recorder of PROFILE=1."""
    if not _process:
        _at_exit()
        with _lock:
            if not _process: _process.append(Recorder())
    return _process[0]


def is_open(recorder: Recorder) -> bool:
    """Whether a recorder listens."""
    return recorder in _opened


def _arrange() -> None:
    """With the lock held, sets which recorders receive what."""
    set_sinks((*_opened, of_process()) if _profile else _opened, of_process() if _profile is None else None)


def _follow_setting(everywhere: bool | None) -> None:
    global _profile
    with _lock:
        _profile = everywhere
        _arrange()


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
