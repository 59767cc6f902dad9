"""Console output of the tools: colour and redrawn lines on a terminal, plain text in a pipe.

Invariants: output into a pipe has no colours, carriage returns or progress bars.
"""
from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

from heddle.settings import use_color

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def styled(text: str, style: str) -> str:
    """`text` in one of bold, dim, red, green, yellow, cyan, where standard output shows it."""
    return f"\033[{_STYLES[style]}m{text}\033[0m" if use_color() else text


def strong(text: str) -> str:
    """`text` in bold."""
    return styled(text, "bold")


@contextmanager
def progress(what: str, total: int) -> Generator[Callable[[int], None]]:
    """A bar on a terminal, nothing in a pipe. The body calls what it is given with the number of things just done."""
    if not sys.stdout.isatty():
        yield lambda done: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


class LiveLine:
    """A line that is written over again on a terminal. In a pipe only the lines marked `keep` appear."""

    def __init__(self) -> None:
        self._moves = sys.stdout.isatty()

    def show(self, text: str, keep: bool = False) -> None:
        """Writes `text` in place of what was shown before; `keep` leaves it standing."""
        if self._moves:
            print(f"\r\033[K{text}", end="\n" if keep else "", flush=True)
        elif keep:
            print(text, flush=True)
