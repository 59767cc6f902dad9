"""Recorder of program runs: graphs, schedules and kernels with every rewrite, and a timeline of launches.

Inputs: code that runs inside `record(file)`. Outputs: the file (`format.py`), complete once the block is left; graphs, and the
timeline up to a few seconds before, are there even if the process dies. Invariants: while the program runs only graphs, calls and
events are recorded. Afterwards, kernels are taken through their passes once more with every rewrite traced: the recorded times are
those of an untraced compiler.
"""
from __future__ import annotations

import json
import platform
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from heddle.device import Compiled, Device, on_fork
from heddle.engine.compile import program_of
from heddle.engine.inspect_stages import graph_stages, kernel_stages
from heddle.errors import Location, warn_once
from heddle.schedule import Schedule
from heddle.tools.console import progress
from heddle.tools.view import format
from heddle.tools.view.write import Writer
from heddle.tracing.bus import subscribed, thread_names
from heddle.tracing.events import DEVICE_KINDS, ProfileEvent, Scheduled
from heddle.tracing.recorder import Recorder
from heddle.uop import Ops, UOp
from heddle.uop.program_info import ProgramInfo

_FLUSHED = 2.0  # seconds after which what ran is written


@contextmanager
def record(file: str | Path, script: str = "", arguments: Sequence[str] = ()) -> Generator[None]:
    """Keeps everything that heddle does inside the block, on all threads, in `file`, for `python -m heddle view FILE`.

    FileFormatError if the file cannot be written.
    """
    recording = _Recording(format.create(Path(file)), script, arguments)
    recording.begin()
    on_fork.append(recording.leave)
    error = ""
    try:
        with subscribed(Scheduled, recording.add_schedule): yield
    except BaseException as fault:
        error = "" if _is_success(fault) else f"{type(fault).__name__}: {fault}"
        raise
    finally:
        on_fork.remove(recording.leave)
        recording.end()
        recording.finish(error)


def _is_success(fault: BaseException) -> bool:
    return isinstance(fault, SystemExit) and not fault.code


class _Recording:
    """What has been recorded so far. Methods may be called from any thread."""

    def __init__(self, db: sqlite3.Connection, script: str, arguments: Sequence[str]) -> None:
        self.db, self.writer, self.events = db, Writer(db), Recorder()
        self._new = Recorder()  # what ran since it was written last
        self._ended, self._is_left = threading.Event(), False
        self._flusher = threading.Thread(target=self._flush_now_and_then, daemon=True, name="heddle-view-writer")
        self._lock = threading.RLock()
        self._graphs: dict[UOp, int] = {}
        self._kernels: dict[tuple[UOp, str], int] = {}
        self._locations: dict[int, Location | None] = {}
        self._began = time.perf_counter()
        self._note(script=script, arguments=json.dumps(list(arguments)), began=str(time.time()), python=platform.python_version(),
                   machine=f"{platform.system()} {platform.machine()}")

    def _note(self, **facts: str) -> None:
        self.db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", facts.items())

    # ---- while the program runs

    def begin(self) -> None:
        """Listens from now on."""
        self.events.open()
        self._new.open()
        self._flusher.start()

    def end(self) -> None:
        """Listens no more."""
        self.events.close()
        self._new.close()
        self._ended.set()
        self._flusher.join()

    def leave(self) -> None:
        """In a forked child: the file is the parent's."""
        self._lock, self._is_left = threading.RLock(), True

    def _flush_now_and_then(self) -> None:
        while not self._ended.wait(_FLUSHED):
            try: self.flush()
            except sqlite3.Error as fault:  # a full disk: the program goes on, and `finish` will say so
                warn_once(f"the recording of what runs cannot be written meanwhile: {fault}", key="view flush")
                return

    def flush(self) -> None:
        """Writes what ran since the last time. `finish` writes all anew: only then is it known what ran inside of what."""
        with self._lock: self._in_one_go(self._add_events, self._new.take())

    def add_schedule(self, event: Scheduled) -> None:
        """Adds a schedule that was handed out. The nodes of its LINEAR own memory: only text is kept of them."""
        general = event.planned.general()
        with self._lock:
            if self._is_left: return
            known = self._graphs.get(general)
            if known is not None:
                self.db.execute("UPDATE graph SET uses = uses + 1 WHERE id = ?", (known,))
                return
            self.db.execute("BEGIN")
            try: self._add_graph(general, event.schedule)
            finally: self.db.execute("COMMIT")

    def _add_graph(self, general: UOp, schedule: Schedule) -> None:
        loc = _location_of(general)
        start = time.perf_counter() - self._began
        number = self.writer.insert("graph", None, self.writer.node(general), self.writer.location(loc), 1, start)
        self._graphs[general] = number
        for position, call in enumerate(schedule.linear.src): self._add_call(number, position, call, loc)
        for position, b in enumerate(schedule.boundaries):
            self.writer.insert("boundary", number, position, b.writer, " ".join(map(str, b.readers)), b.op.name, b.dtype,
                               " × ".join(map(str, b.shape)), b.nbytes, self.writer.location(b.loc), b.why.reason.value)

    def _add_call(self, graph: int, position: int, call: UOp, loc: Location | None) -> None:
        """`loc` is the line that the graph comes from."""
        what, *buffers = call.src
        device = next((b.device for b in buffers if b.device), "")
        kernel = self.kernel(what, device, call.loc or _location_of(what) or loc) if what.op is Ops.SINK else None
        self.writer.insert("call", graph, position, what.op.name, kernel, self.writer.location(call.loc))
        written = _written_slots(what)
        for slot, buffer in enumerate(buffers):
            nbytes = buffer.size * buffer.dtype.itemsize
            self.writer.insert("operand", graph, position, slot, _memory_name(buffer), buffer.device or "", buffer.dtype.name,
                               nbytes, int(slot in written))

    def kernel(self, ast: UOp, device: str, loc: Location | None) -> int:
        """The number of a kernel, which is given one when it is first met."""
        found = self._kernels.get((ast, device))
        if found is None:
            found = self.writer.insert("kernel", None, "", device, self.writer.node(ast), self.writer.location(loc), *[None] * 4)
            self._kernels[ast, device], self._locations[found] = found, loc
        return found

    # ---- when it has ended

    def finish(self, error: str) -> None:
        """Takes graphs and kernels through their passes, and closes the file."""
        with self._lock:
            if self._is_left: return
            self._note(seconds=str(time.perf_counter() - self._began), error=error, dropped=str(self.events.dropped))
            self._in_one_go(self._add_all_events)
            for general, number in self._graphs.items(): self._in_one_go(self._graph_stages, general, number)
            with progress("taking kernels through their passes once more", len(self._kernels)) as advance:
                for (ast, device), number in self._kernels.items():
                    self._in_one_go(self._kernel_stages, ast, Device[device], number)
                    advance(1)
            self._note(complete="1")
            self.db.close()

    def _in_one_go(self, work: Callable[..., None], *arguments: object) -> None:
        self.db.execute("BEGIN")
        try: work(*arguments)
        finally: self.db.execute("COMMIT")

    def _add_all_events(self) -> None:
        for table in ("event", "memory"): self.db.execute(f"DELETE FROM {table}")
        self._add_events(self.events)

    def _add_events(self, recorded: Recorder) -> None:
        depth, rows = _Depths(), list[tuple[object, ...]]()
        for e in recorded.events():
            lane = e.device if e.kind in DEVICE_KINDS else f"host: {thread_names.get(e.thread, 'a thread')}"
            kernel = self.kernel(e.program.src[0], e.device, e.loc) if e.program is not None else None
            rows.append((None, e.kind, e.name, lane, depth.of(lane, e), e.start - self._began, e.seconds, e.ops, e.bytes, kernel,
                         self.writer.location(e.loc), e.within))
        self.db.executemany(f"INSERT INTO event VALUES ({', '.join('?' * 12)})", rows)
        self.db.executemany("INSERT INTO memory VALUES (?, ?, ?, ?, ?)",
                            ((None, e.device, e.start - self._began, e.live, e.cached) for e in recorded.memory()))

    def _graph_stages(self, general: UOp, number: int) -> None:
        for position, stage in enumerate(graph_stages(general)): self.writer.stage(stage, position, graph=number)

    def _kernel_stages(self, ast: UOp, device: Compiled, number: int) -> None:
        actions: tuple[str, ...] | None = None
        try:
            program = program_of(ast, device, self._locations[number])
            actions = program.arg.applied
            values = program.arg.name, program.src[1].arg, device.compiler.disassemble(program.src[2].arg), _facts(program), None
        except Exception as fault:  # the script's own error comes first; the page shows this one with the kernel
            values = "", getattr(fault, "source", None), None, "{}", str(fault) or type(fault).__name__
        self.db.execute("UPDATE kernel SET name=?, source=?, assembly=?, info=?, error=? WHERE id=?", (*values, number))
        for position, stage in enumerate(kernel_stages(ast, device, actions)): self.writer.stage(stage, position, kernel=number)


def _location_of(root: UOp) -> Location | None:
    """The line of the node nearest to the result that has one."""
    return next((n.loc for n in reversed(root.toposort()) if n.loc is not None), None)


class _Depths:
    """How many events of its lane an event runs inside of. They come by their start, those that contain others first."""

    def __init__(self) -> None:
        self._ends: dict[str, list[float]] = {}

    def of(self, lane: str, e: ProfileEvent) -> int:
        ends = self._ends.setdefault(lane, [])
        while ends and ends[-1] <= e.start: ends.pop()
        ends.append(e.start + e.seconds)
        return len(ends) - 1


def _facts(program: UOp) -> str:
    """Program info as JSON."""
    info: ProgramInfo = program.arg
    return json.dumps({"grid": info.grid, "workgroup": info.workgroup, "scratch": info.scratch, "ops": info.ops, "bytes": info.bytes,
                       "applied": info.applied, "binary": len(program.src[2].arg)})


def _written_slots(what: UOp) -> set[int]:
    """Which of a CALL's buffers are written to: those of a kernel's STOREs, else the first."""
    if what.op is not Ops.SINK: return {0}
    stores = [n for n in what.toposort() if n.op is Ops.STORE]
    return {s.src[0].src[0].arg.slot for s in stores}


def _memory_name(buffer: UOp) -> str:
    """What tells this memory from other memory: `12`, or `9 from 4096` for a part of it, in elements."""
    if buffer.op is Ops.BUFFER_VIEW: return f"{_memory_name(buffer.src[0])} from {buffer.arg[1]}"
    return str(buffer.arg.id) if buffer.op is Ops.BUFFER else repr(buffer)
