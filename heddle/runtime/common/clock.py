"""Conversion of hardware counter stamps to the clock of `time.perf_counter`, in seconds.

Inputs: a function that reads a steadily increasing counter. Outputs: moments on the clock of `time.perf_counter`.
Invariants: the counter's rate is measured over at least `_LEAST` seconds, so that an hour is off by some milliseconds at most and a
difference of one second by a microsecond.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Sequence

_LEAST = 0.05  # seconds between the two samples of both clocks that give the counter's rate
_LOOKS = 5  # of several samples, the shortest one is used


class TickClock:
    """Converts stamps of `ticks` to seconds. The first sample of both clocks is taken now, the second on the first conversion."""

    def __init__(self, ticks: Callable[[], int]) -> None:
        self._ticks = ticks
        self._first = self._look()

    def seconds(self, stamps: Sequence[int]) -> list[float]:
        """The stamps on the clock of `time.perf_counter`. Right after the clock was made, this waits a moment."""
        at, count = self._first
        if (missing := at + _LEAST - time.perf_counter()) > 0: time.sleep(missing)
        then, later = self._look()
        second = (then - at) / (later - count)
        return [at + (stamp - count) * second for stamp in stamps]

    def _look(self) -> tuple[float, int]:
        """(seconds, ticks) of the same moment, as nearly as can be."""
        looks: list[tuple[float, float, int]] = []
        for _ in range(_LOOKS):
            begin = time.perf_counter()
            count = self._ticks()
            end = time.perf_counter()
            looks.append((end - begin, (begin + end) / 2, count))
        _, at, count = min(looks)
        return at, count
