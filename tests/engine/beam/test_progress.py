"""A bar on a terminal, nothing in a pipe."""
from __future__ import annotations

import contextlib
import os
import pty
import sys

from heddle.engine.beam.progress import bar, describe
from heddle.tracing.counters import Seconds


def test_words():
    assert describe(212, 33e-6, 41e-6) == "212 tried, best 33 us, heuristic 41 us (1.24 times as fast)"
    assert describe(3, 41e-6, 41e-6) == "3 tried, best 41 us, heuristic 41 us"


def test_nothing_in_a_pipe(capfd):
    with bar("reduce_4", Seconds(9.0)) as show: show(1, 0.5, 1e-3, 2e-3)
    assert capfd.readouterr() == ("", "")


def test_a_line_on_a_terminal(monkeypatch):
    ours, theirs = pty.openpty()
    with open(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        with bar("reduce_4", Seconds(9.0)) as show: show(7, 0.5, 1e-3, 2e-3)
    assert "reduce_4" in all_of(ours)


def all_of(terminal: int) -> str:
    """What was written on a terminal that is closed now."""
    parts: list[bytes] = []
    with contextlib.suppress(OSError):  # how a terminal says that there is no more
        while part := os.read(terminal, 1 << 16): parts.append(part)
    os.close(terminal)
    return b"".join(parts).decode()
