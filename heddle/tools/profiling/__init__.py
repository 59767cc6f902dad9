"""Profiler: records what ran, when, and how fast; shown as a table, saved as a timeline.

Inputs: the engine's events (`heddle.tracing.events`). Outputs: `Profile`s. Invariants: recording changes no result.
"""
from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from os import PathLike
from typing import Self, TextIO

from heddle.settings import settings
from heddle.tracing import bus, recorder
from heddle.tracing.events import MemoryEvent, ProfileEvent


class profile:  # noqa: N801 (used as `with heddle.profile() as p:`)
    """`with heddle.profile() as p:` records all that runs inside, in every thread. Afterwards:

    `p.events` are `ProfileEvent`s by start, `p.memory` the `MemoryEvent`s, `p.threads` the names of threads by their number;
    `p.table()` prints where the time went, `p.save("trace.json")` writes a timeline. It may be opened again, and goes on.

    A device that works in the background is waited for after each kernel, so that its time is known.
    """

    def __init__(self) -> None:
        self._recorder = recorder.Recorder()

    @classmethod
    def of_process(cls) -> profile:
        """What PROFILE=1 has recorded so far."""
        made = cls()
        made._recorder = recorder.of_process()
        return made

    def __enter__(self) -> Self:
        self._recorder.open()
        return self

    def __exit__(self, *_: object) -> None:
        self._recorder.close()

    @property
    def events(self) -> list[ProfileEvent]:
        """Every piece of work, by its start; seconds on the clock of `time.perf_counter`."""
        return self._recorder.events()

    @property
    def memory(self) -> list[MemoryEvent]:
        """Every change of memory in use, oldest first."""
        return self._recorder.memory()

    @property
    def threads(self) -> dict[int, str]:
        """The names of threads, by `ProfileEvent.thread`."""
        return dict(bus.thread_names)

    @property
    def dropped(self) -> int:
        """How many of the oldest events had to go, because there were too many."""
        return self._recorder.dropped

    def table(self, most: int = 40, stream: TextIO | None = None) -> None:
        """Prints the `most` kernels that took longest: operations, bytes and rates, beside the best the device has been seen to do.

        The first time on a machine that best is measured, which takes about a second. `stream` is standard output if none is given.
        """
        from heddle.tools.profiling.limits import ceiling_of
        from heddle.tools.profiling.table import print_table
        with self._paused() as found: print_table(found, self.dropped, sys.stdout if stream is None else stream, most, ceiling_of)

    def _repr_html_(self) -> str:
        """The table, in a notebook."""
        from heddle.tools.profiling.limits import ceiling_of
        from heddle.tools.profiling.table import html_table
        with self._paused() as found: return html_table(found, self.dropped, 40, ceiling_of)

    @contextmanager
    def _paused(self) -> Generator[list[ProfileEvent]]:
        """The events so far; what is measured inside, for a table, is none of the program's work."""
        found, listens = self.events, recorder.is_open(self._recorder)
        self._recorder.close()
        try: yield found
        finally:
            if listens: self._recorder.open()

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the timeline in the Trace Event format, which Perfetto and chrome://tracing open.

        FileMissingError if the folder is not there, StorageFullError if the file cannot be written.
        """
        from heddle.tools.profiling.trace import write_trace
        write_trace(path, self.events, self.memory, self.threads)

    def report(self) -> None:
        """Prints the table to standard error, and writes the timeline to the file that PROFILE_TRACE names."""
        self.table(stream=sys.stderr)
        if settings.PROFILE_TRACE: self.save(settings.PROFILE_TRACE)
