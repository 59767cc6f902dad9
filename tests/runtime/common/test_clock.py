"""The processor's clock beside the system's."""
from __future__ import annotations

import time

import pytest

from heddle.runtime.common.clock import TickClock


def test_stamps_are_moments_of_the_system_clock():
    clock = TickClock(lambda: 7 + 3 * time.perf_counter_ns())  # three ticks a nanosecond
    before = time.perf_counter()
    stamps = [7 + 3 * time.perf_counter_ns() for _ in range(3)]
    after = time.perf_counter()
    moments = clock.seconds(stamps)
    assert moments == sorted(moments)
    assert all(before - 1e-4 < m < after + 1e-4 for m in moments)


def test_seconds_apart_stay_seconds_apart():
    clock = TickClock(lambda: time.perf_counter_ns() // 10)
    now = time.perf_counter_ns()
    first, second = clock.seconds([now // 10, (now + 10**9) // 10])
    assert second - first == pytest.approx(1, abs=1e-3) and first == pytest.approx(now / 1e9, abs=1e-3)
