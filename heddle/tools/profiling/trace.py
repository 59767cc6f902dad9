"""Profile timelines in the Trace Event format, which Perfetto and chrome://tracing open.

Inputs: events and memory. Outputs: a JSON object with `traceEvents`. Each device is a process of the timeline, with a row for each
submitting thread; the host's own work is one more process; memory is a counter of its device.
Invariants: times count from the first event, in microseconds; rows are named; events of one row are nested or disjoint.
"""
from __future__ import annotations

import json
import os
from collections.abc import Sequence
from os import PathLike

from heddle.errors import FileMissingError, StorageFullError, describe_location
from heddle.tracing.events import DEVICE_KINDS, MemoryEvent, ProfileEvent

HOST = "Python"
Json = dict[str, object]


def write_trace(path: str | PathLike[str], events: Sequence[ProfileEvent], memory: Sequence[MemoryEvent],
                threads: dict[int, str]) -> None:
    """Writes the timeline to `path`. FileMissingError if its folder is not there, StorageFullError if it cannot be written."""
    text = json.dumps({"traceEvents": trace_events(events, memory, threads), "displayTimeUnit": "ns"})
    try:
        with open(path, "w", encoding="utf-8") as file: file.write(text)
    except FileNotFoundError:
        raise FileMissingError(f"cannot write {os.fspath(path)}: there is no folder {os.path.dirname(path)}",
                               "Make the folder first.") from None
    except OSError as fault:
        raise StorageFullError(f"cannot write {os.fspath(path)}: {fault.strerror}", "Choose a folder with free space.") from None


def trace_events(events: Sequence[ProfileEvent], memory: Sequence[MemoryEvent], threads: dict[int, str]) -> list[Json]:
    """The timeline's events: metadata with the names of rows first, then the work, then the counters."""
    rows = _Rows(threads)
    zero = min([*(e.start for e in events), *(m.start for m in memory)], default=0.0)
    work = [_work(e, zero, rows) for e in events]
    counters = [_counter(m, zero, rows) for m in memory]
    return [*rows.metadata(), *work, *counters]


class _Rows:
    """Which process and row of the timeline something is shown in: numbered as they are met."""

    def __init__(self, threads: dict[int, str]) -> None:
        self._names = threads
        self._pids: dict[str, int] = {}
        self._tids: dict[int, int] = {}
        self._used: dict[tuple[int, int], str] = {}

    def pid(self, process: str) -> int:
        return self._pids.setdefault(process, len(self._pids) + 1)

    def row(self, process: str, thread: int) -> tuple[int, int]:
        """(pid, tid)"""
        ids = self.pid(process), self._tids.setdefault(thread, len(self._tids) + 1)
        name = self._names.get(thread, f"thread {ids[1]}")
        self._used[ids] = name if process == HOST else f"work of {name}"
        return ids

    def metadata(self) -> list[Json]:
        """The names of processes and rows, and their order: the host first."""
        pids = self._pids.items()
        named = [_label("process_name", pid, 0, {"name": name}) for name, pid in pids]
        order = [_label("process_sort_index", pid, 0, {"sort_index": 0 if name == HOST else pid}) for name, pid in pids]
        rows = [_label("thread_name", pid, tid, {"name": name}) for (pid, tid), name in self._used.items()]
        return [*named, *order, *rows]


def _label(what: str, pid: int, tid: int, value: Json) -> Json:
    """A metadata event ("M")."""
    return {"ph": "M", "name": what, "pid": pid, "tid": tid, "args": value}


def _work(e: ProfileEvent, zero: float, rows: _Rows) -> Json:
    """A complete event ("X")."""
    pid, tid = rows.row(e.device if e.kind in DEVICE_KINDS else HOST, e.thread)
    about: Json = {"device": e.device} if e.device else {}
    if e.ops: about["operations"] = e.ops
    if e.bytes: about["bytes"] = e.bytes
    if e.within: about["within"] = e.within
    if e.loc is not None: about["line"] = describe_location(e.loc)
    return {"ph": "X", "cat": e.kind, "name": e.name, "ts": (e.start - zero) * 1e6, "dur": e.seconds * 1e6, "pid": pid, "tid": tid,
            "args": about}


def _counter(m: MemoryEvent, zero: float, rows: _Rows) -> Json:
    """A counter event ("C"): bytes in use and kept."""
    return {"ph": "C", "cat": "memory", "name": f"memory of {m.device}", "ts": (m.start - zero) * 1e6, "pid": rows.pid(m.device),
            "tid": 0, "args": {"live": m.live, "cached": m.cached}}
