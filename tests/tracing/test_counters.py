"""Counters and units."""
from __future__ import annotations

import threading

import pytest

from heddle.tracing.counters import Counters, format_bytes, format_rate, format_seconds


def test_counters():
    counters = Counters()
    counters.add(ops=3, bytes=4)
    counters.count_launch(10, 20, None)
    counters.count_launch(1, 2, 0.5)
    assert (counters.kernel_count, counters.ops, counters.bytes, counters.time_sum_s) == (2, 14, 26, 0.5)
    assert counters.global_ops == 14 and counters.global_mem == 26 and "ops=14" in repr(counters)
    counters.reset()
    assert set(counters.as_dict().values()) == {0}


def test_memory_in_use_survives_a_reset():
    counters = Counters()
    counters.live_bytes.append(lambda: 7)
    counters.reset()
    assert counters.mem_used == 7


def test_counting_from_threads_loses_nothing():
    counters = Counters()
    threads = [threading.Thread(target=lambda: [counters.count_launch(1, 2, 0.0) for _ in range(2000)]) for _ in range(8)]
    for t in threads: t.start()
    for t in threads: t.join()
    assert (counters.kernel_count, counters.ops, counters.bytes) == (16000, 16000, 32000)


@pytest.mark.parametrize("n, text", [(0, "0 B"), (1023, "1023 B"), (1024, "1 KiB"), (1536, "1.50 KiB"), (64 << 20, "64 MiB"),
                                     (5 << 40, "5 TiB"), (123_456_789, "118 MiB")])
def test_bytes(n, text):
    assert format_bytes(n) == text


@pytest.mark.parametrize("s, text", [(0, "0 ns"), (3.25e-6, "3.25 us"), (0.0121, "12.1 ms"), (1.5, "1.50 s"), (999e-9, "999 ns")])
def test_seconds(s, text):
    assert format_seconds(s) == text


@pytest.mark.parametrize("x, text", [(200, "200 FLOPS"), (3.41e10, "34.1 GFLOPS"), (2e12, "2 TFLOPS"), (1500, "1.50 KFLOPS")])
def test_rates(x, text):
    assert format_rate(x, "FLOPS") == text
