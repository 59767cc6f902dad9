"""Timelines: every record has what the Trace Event format asks for, rows are named, and work of one row is nested or apart."""
from __future__ import annotations

import json
import numbers
from itertools import pairwise

import heddle
from heddle import Tensor
from heddle.tools.profiling.trace import HOST, trace_events
from heddle.tracing.events import MemoryEvent, ProfileEvent


def check(records: list[dict]) -> None:
    """Raises if a viewer would refuse or misdraw something."""
    named = {(r["pid"], r["tid"]) for r in records if r["ph"] == "M" and r["name"] == "thread_name"}
    processes = {r["pid"] for r in records if r["ph"] == "M" and r["name"] == "process_name"}
    for r in records:
        assert r["ph"] in "MXC" and isinstance(r["name"], str) and isinstance(r["pid"], int) and isinstance(r["tid"], int)
        assert r["pid"] in processes
        if r["ph"] == "M": assert ("sort_index" if r["name"].endswith("sort_index") else "name") in r["args"]
        else: assert isinstance(r["ts"], numbers.Real) and r["ts"] >= 0
        if r["ph"] == "X": assert r["dur"] >= 0 and (r["pid"], r["tid"]) in named and r["cat"]
        if r["ph"] == "C": assert r["args"] and all(isinstance(v, numbers.Real) for v in r["args"].values())
    for row in named: check_nesting([(r["ts"], r["ts"] + r["dur"]) for r in records if r["ph"] == "X" and (r["pid"], r["tid"]) == row])


def check_nesting(spans: list[tuple[float, float]]) -> None:
    spans.sort(key=lambda s: (s[0], -s[1]))
    for (_, end), (begin, other) in pairwise(spans):
        assert begin >= end - 1e-3 or other <= end + 1e-3, "work of one row lies across other work"


def event(kind: str, name: str, device: str, start: float, thread: int = 5, **more) -> ProfileEvent:
    return ProfileEvent(kind, name, device, start, 0.5, thread=thread, **more)


def test_rows_and_times():
    events = [event("schedule", "4 nodes", "", 10.0), event("kernel", "k", "CPU", 11.0, ops=7, bytes=9, loc=("train.py", 3, "f")),
              event("copy", "c", "CPU:1", 12.0, thread=6)]
    records = trace_events(events, [MemoryEvent("CPU", 10.5, 100, 20)], {5: "MainThread", 6: "worker"})
    check(records)
    processes = {r["args"]["name"]: r["pid"] for r in records if r["name"] == "process_name"}
    rows = {(r["pid"], r["args"]["name"]) for r in records if r["name"] == "thread_name"}
    assert set(processes) == {HOST, "CPU", "CPU:1"}
    assert rows == {(processes[HOST], "MainThread"), (processes["CPU"], "work of MainThread"), (processes["CPU:1"], "work of worker")}
    kernel = next(r for r in records if r["name"] == "k")
    assert (kernel["ph"], kernel["cat"], kernel["ts"], kernel["dur"]) == ("X", "kernel", 1e6, 0.5e6)
    assert kernel["args"] == {"device": "CPU", "operations": 7, "bytes": 9, "line": "train.py:3, in f"}
    memory = next(r for r in records if r["ph"] == "C")
    assert memory["pid"] == processes["CPU"] and memory["ts"] == 0.5e6 and memory["args"] == {"live": 100, "cached": 20}
    assert min(r["ts"] for r in records if "ts" in r) == 0


def test_nothing_recorded_is_a_timeline_too():
    assert trace_events([], [], {}) == []


def test_a_saved_profile_is_whole(tmp_path):
    with heddle.profile() as p:
        x = Tensor.arange(1000).cast("float32").reshape(10, 100)
        (x @ x.T).softmax().tolist()
    p.save(tmp_path / "trace.json")
    saved = json.loads((tmp_path / "trace.json").read_text())
    check(saved["traceEvents"])
    kernels = [r["name"] for r in saved["traceEvents"] if r["ph"] == "X" and r["cat"] == "kernel"]
    assert kernels == [e.name for e in p.events if e.kind == "kernel"] and any("product" in k for k in kernels)
