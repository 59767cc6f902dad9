"""Progress line of a search: redrawn on a terminal, silent anywhere else.

Inputs: the kernel, the candidates tried, the best so far. Outputs: text on standard error.
"""
from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol

from heddle.tracing.counters import Seconds, format_seconds


class Show(Protocol):
    """Told after every candidate: how many were tried, the seconds gone, the best time and the heuristic's."""

    def __call__(self, tried: int, gone: float, best: float, heuristic: float) -> None: ...


def describe(tried: int, best: float, heuristic: float) -> str:
    """`212 tried, best 33 us, heuristic 41 us (1.24 times as fast)`."""
    times = f" ({heuristic / best:.2f} times as fast)" if 0 < best < heuristic else ""
    return f"{tried} tried, best {format_seconds(best)}, heuristic {format_seconds(heuristic)}{times}"


@contextmanager
def bar(kernel: str, budget: Seconds) -> Generator[Show, None, None]:
    """A bar that fills as the budget is used up."""
    if not sys.stderr.isatty():
        yield lambda tried, gone, best, heuristic: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=20), TextColumn("{task.fields[found]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task(f"BEAM {kernel}", total=budget, found="")

        def show(tried: int, gone: float, best: float, heuristic: float) -> None:
            progress.update(task, completed=min(gone, budget), found=describe(tried, best, heuristic))

        yield show
