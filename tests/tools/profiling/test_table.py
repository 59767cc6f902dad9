"""The table: sums by kernel, rates, shares of what the device can do."""
from __future__ import annotations

import io

from heddle.errors import DeviceError
from heddle.tools.profiling import limits
from heddle.tools.profiling.limits import Ceiling, ceiling_of
from heddle.tools.profiling.table import html_table, print_table, summarize
from heddle.tracing.events import ProfileEvent

EVENTS = [
    ProfileEvent("kernel", "product_8", "CPU", 0.0, 0.25, 1_000_000, 4096, 1, ("train.py", 7, "f"), "first"),
    ProfileEvent("kernel", "product_8", "CPU", 1.0, 0.25, 1_000_000, 4096, 1, ("train.py", 7, "f"), "first"),
    ProfileEvent("kernel", "product_8", "CPU", 2.0, 0.125, 500_000, 2048, 1, ("train.py", 9, "f"), "another of this name"),
    ProfileEvent("copy", "copy 4 KiB, CPU <- CPU:1", "CPU", 3.0, 0.125, 0, 8192),
    ProfileEvent("compile", "product_8", "", 4.0, 1.0),
    ProfileEvent("realize", "of 1", "", 0.0, 9.0),  # holds the others
]


def shown(events=EVENTS, most=40, dropped=0) -> str:
    out = io.StringIO()
    print_table(events, dropped, out, most, lambda device: Ceiling(8e6, 1e6))
    return out.getvalue()


def test_rows_are_sums_by_kernel_and_the_longest_comes_first():
    rows = summarize(EVENTS)
    assert [(r.kind, r.calls, r.seconds) for r in rows] == [
        ("compile", 1, 1.0), ("kernel", 2, 0.5), ("kernel", 1, 0.125), ("copy", 1, 0.125)]
    assert (rows[1].ops, rows[1].bytes, rows[2].ops, rows[3].bytes) == (2_000_000, 8192, 500_000, 8192)
    assert rows[1].ops_rate == 4e6 and rows[1].bytes_rate == 16384


def test_what_is_printed():
    text = shown()
    line = next(row for row in text.splitlines() if "train.py:7" in row)
    for part in ("product_8 on CPU", " 2 ", "500 ms", "28.6%", "250 ms", "2 MFLOP", "4 MFLOPS", "50%", "8 KiB", "16.4 KB/s", "2%"):
        assert part in line, part
    assert "Python: compile" in text and "copy 4 KiB, CPU <- CPU:1" in text and "of 1" not in text
    assert "4 kernels, copies and views took 750 ms" in text and "best seen on CPU: 8 MFLOPS in float32, 1 MB/s of memory" in text
    assert "\033" not in text


def test_short_tables_say_what_is_left_out():
    text = shown(most=1, dropped=12)
    assert "product_8" not in text and "and 3 more rows, 750 ms" in text and "12 older events had to go" in text
    assert "nothing ran" in shown(events=[])


def test_a_notebook_gets_a_table_of_html():
    events = [*EVENTS, ProfileEvent("kernel", "a<b", "CPU", 5.0, 0.001)]
    text = html_table(events, 0, 40, lambda device: Ceiling(8e6, 1e6))
    assert "<td>product_8 on CPU</td><td>2</td><td>500 ms</td>" in text and "<td>a&lt;b on CPU</td>" in text
    assert "best seen on CPU: 8 MFLOPS in float32, 1 MB/s of memory" in text and text.count("<tr>") == 6
    assert html_table([], 0, 40, lambda device: Ceiling(1, 1)) == "<code>nothing ran while the profile was on</code>"


def test_the_best_of_a_device_is_measured_once(tmp_path, monkeypatch):
    monkeypatch.setattr(limits.disk_cache.settings, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(limits, "_known", {})
    monkeypatch.setattr(limits, "_LARGE", 1 << 16)
    monkeypatch.setattr(limits, "_SIDE", 64)
    first = ceiling_of("CPU")
    assert first.ops > 0 and first.bytes > 0
    monkeypatch.setattr(limits, "measure", None)  # would raise
    assert ceiling_of("CPU") == first
    limits._known.clear()
    assert ceiling_of("CPU") == first  # from disk


def test_a_device_that_cannot_be_measured_is_told_and_the_table_comes_all_the_same():
    def refuse(device: str) -> Ceiling: raise DeviceError(f"{device} is gone", "Wait.")
    out = io.StringIO()
    print_table(EVENTS, 0, out, 40, refuse)
    assert "product_8 on CPU" in out.getvalue() and "the best of CPU could not be measured: CPU is gone." in out.getvalue()


def test_slow_devices_are_measured_on_small_work():
    best = limits.measure("PYTHON")
    assert 0 < best.ops < 1e8 and best.bytes > 0
