"""Progress of long work: a line on a terminal or in a notebook for whatever takes more than two seconds.

Inputs: what is done, and how many parts of it are done. Outputs: text on standard error, written over again, and erased at the end.
Invariants: nothing is written into a pipe or file, nor for short work; of nested work the outermost is shown; no result depends on it.
"""
from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from heddle.process.fork_safety import free_in_child

SECONDS = 2.0  # that work may take before it is shown
_EACH = 0.5  # seconds between two looks at it
_shown = free_in_child(threading.Lock())  # held by the work that may be shown


@contextmanager
def reporting(what: str, total: int = 0) -> Generator[Callable[[], None]]:
    """`with reporting("compiling", 12) as advance:`, or `@reporting("loading weights")`; `advance()` counts one part as done."""
    if not _is_live() or not _shown.acquire(blocking=False):
        yield _nothing
        return
    line = _Line(what, total)
    try:
        line.start()
        yield line.advance
    finally:
        line.stop()
        _shown.release()


def _nothing() -> None: """Counts nothing."""


def _is_live() -> bool:
    """Whether standard error is a terminal, or the output of a cell."""
    return sys.stderr is not None and (sys.stderr.isatty() or type(sys.stderr).__module__.startswith("ipykernel"))


class _Line:
    """The line of one piece of work, drawn by a thread that waits until the work is long."""

    def __init__(self, what: str, total: int) -> None:
        self._what, self._total, self._done, self._width = what, total, 0, 0
        self._begin, self._ended = time.monotonic(), threading.Event()
        self._thread = threading.Thread(target=self._draw_until_end, name="heddle-progress", daemon=True)

    def start(self) -> None: self._thread.start()

    def advance(self) -> None: self._done += 1

    def stop(self) -> None:
        """Erases the line."""
        self._ended.set()
        self._thread.join()
        if self._width: self._write("")

    def _draw_until_end(self) -> None:
        wait = SECONDS
        while not self._ended.wait(wait):
            count = f" {self._done}/{self._total}" if self._total > 1 else ""
            self._write(f"heddle: {self._what}{count}, {time.monotonic() - self._begin:.0f} s")
            wait = _EACH

    def _write(self, text: str) -> None:
        sys.stderr.write(f"\r{text:{self._width}}" if text else f"\r{'':{self._width}}\r")
        sys.stderr.flush()
        self._width = len(text)
