"""Schedules on disk: another process finds them, and whatever they depend on makes another key."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heddle import Context, GlobalCounters, Tensor
from heddle import schedule as scheduler
from heddle.device import disk_cache
from heddle.engine import code_fingerprint, template_store
from heddle.engine.execute import scheduled_for
from heddle.schedule import schedule_cache
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.settings import settings
from heddle.tracing.bus import subscribed
from heddle.tracing.events import Scheduled

X = np.random.default_rng(0).normal(size=(8, 12)).astype(np.float32)


@pytest.fixture(autouse=True)
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """An empty disk cache; the forms of the graphs that were scheduled."""
    monkeypatch.setattr(settings, "CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(settings, "VERIFY", 0)  # with it on, passes run again and the disk is not asked
    schedule_cache.clear()
    forms: list[object] = []
    schedule = scheduler._schedule

    def record(form: Any, capabilities: Any) -> Any:
        if len(form.nodes) >= template_store._LEAST_NODES: forms.append(form)
        return schedule(form, capabilities)
    monkeypatch.setattr(scheduler, "_schedule", record)
    yield forms
    schedule_cache.clear()


def result(x: np.ndarray = X) -> np.ndarray:
    """Of a new graph, as in a process that has scheduled nothing yet."""
    schedule_cache.clear()
    t = Tensor(x).realize()
    return ((t @ t.T).softmax(1) @ t).relu().sum(0).numpy()


def expected(x: np.ndarray = X) -> np.ndarray:
    e = np.exp((x @ x.T) - (x @ x.T).max(1, keepdims=True))
    return np.maximum(e / e.sum(1, keepdims=True) @ x, 0).sum(0)


def entries() -> list[disk_cache.Entry]: return disk_cache.entries("schedule")


def test_what_one_process_has_scheduled_the_next_one_reads(made: list[object]):
    first = result()
    assert len(made) == 1 and len(entries()) == 1
    GlobalCounters.reset()
    np.testing.assert_array_equal(result(), first)
    np.testing.assert_allclose(result(X * 2), expected(X * 2), rtol=1e-5)
    assert len(made) == 1 and GlobalCounters.schedule_misses == 0


def test_small_graphs_have_no_entry():
    (Tensor(X).realize() + 1.5).realize()
    assert not entries()


@pytest.mark.parametrize("setting", [{"COLLECTIVE_BUCKET": 1 << 10}, {"COLLECTIVE_OVERLAP": 0}, {"NOOPT": 1}])
def test_settings_are_in_the_key(made: list[object], setting: dict[str, Any]):
    result()
    with Context(**setting): result()
    assert len(made) == len(entries()) == 2


def test_capabilities_are_in_the_key(made: list[object]):
    result()
    token = scheduled_for.set(SchedulingCapabilities(most_buffers=31))
    try: np.testing.assert_allclose(result(), expected(), rtol=1e-5)
    finally: scheduled_for.reset(token)
    assert len(made) == len(entries()) == 2


def test_the_fingerprint_is_in_the_key(made: list[object], monkeypatch: pytest.MonkeyPatch):
    result()
    monkeypatch.setattr(template_store, "schedule_fingerprint", lambda: b"edited")
    result()
    assert len(made) == len(entries()) == 2


def test_the_fingerprint_follows_the_files_of_the_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "fusion.py").write_text("x = 1")
    def fingerprint() -> bytes:
        monkeypatch.setattr(code_fingerprint, "_schedule_at_start", code_fingerprint._state([str(tmp_path / "fusion.py")]))
        return code_fingerprint.schedule_fingerprint.__wrapped__()
    first = fingerprint()
    os.utime(tmp_path / "fusion.py", (1, 1))
    assert fingerprint() == first
    (tmp_path / "fusion.py").write_text("x = 2")
    assert fingerprint() != first
    monkeypatch.setattr(code_fingerprint, "code_fingerprint", lambda: b"edited")
    assert fingerprint() != first


def test_what_was_made_while_somebody_edits_the_scheduler_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    edited = tmp_path / "fusion.py"
    edited.write_text("x = 1")
    monkeypatch.setattr(code_fingerprint, "_schedule_at_start", code_fingerprint._state([str(edited)]))
    monkeypatch.setattr(template_store, "schedule_fingerprint", lambda: b"at start")
    edited.write_text("x = 22")
    result()
    edited.unlink()
    result()
    assert not entries()


@pytest.mark.parametrize("setting", [{"VERIFY": 1}, {"DEBUG": 6}, {"SCACHE": 0}, {"CACHE": 0}])
def test_passes_that_have_to_run_do(made: list[object], setting: dict[str, Any], capfd: pytest.CaptureFixture[str]):
    result()
    with Context(**setting): result()
    with Context(**setting): np.testing.assert_allclose(result(), expected(), rtol=1e-5)
    assert len(made) == 3


def test_who_listens_to_schedules_hears_of_one_that_is_made(made: list[object]):
    result()
    heard: list[Scheduled] = []
    with subscribed(Scheduled, heard.append): result()
    assert len(made) == 2 and any(e.schedule.boundaries for e in heard)


# ---- entries that are broken


def rewrite(value: bytes) -> None:
    """Puts a value in place of the entry, with a checksum that is right."""
    (entry,) = entries()
    disk_cache.put("schedule", entry.key, value)


BROKEN = {"nothing": b"", "no JSON": b"\x80\x04K\x01.", "cut": None, "another table": b"{}", "a deep list": b"[" * 100_000}


def without_lines(value: bytes | None) -> object:
    """An entry without the lines of its nodes: a kernel that still lives has the line of the program that made it first."""
    found = json.loads(value or b"")
    found["nodes"] = [(op, dtype, arg, *src) for op, dtype, arg, _, *src in found["nodes"]]
    found["boundaries"] = [(*about[:4], *about[5:]) for about in found["boundaries"]]
    del found["lines"]
    return found


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_entry_is_made_again(made: list[object], what: str, capfd: pytest.CaptureFixture[str]):
    result()
    (entry,) = entries()
    good = disk_cache.peek(entry)
    assert good is not None
    bad = BROKEN[what]
    rewrite(good[:len(good) // 2] if bad is None else bad)
    capfd.readouterr()
    with Context(DEBUG=1): np.testing.assert_allclose(result(), expected(), rtol=1e-5)
    told = [line for line in capfd.readouterr().err.splitlines() if "is made again" in line]
    assert len(told) == 1 and entry.key.hex()[:16] in told[0]
    assert len(made) == 2 and without_lines(disk_cache.peek(entry)) == without_lines(good)
    result()
    assert len(made) == 2


def test_an_entry_for_more_memory_than_there_is_never_runs(made: list[object]):
    result()
    (entry,) = entries()
    data = json.loads(disk_cache.peek(entry) or b"")
    data["allocations"][0][1] = 1
    rewrite(json.dumps(data).encode())
    np.testing.assert_allclose(result(), expected(), rtol=1e-5)
    assert len(made) == 2


# ---- whole processes

PROGRAM = """import sys
import numpy as np
import heddle
from heddle import schedule, Tensor
made = []
inner = schedule._schedule
schedule._schedule = lambda form, *more: made.append(len(form.nodes)) or inner(form, *more)
t = Tensor(np.arange(96, dtype=np.float32).reshape(8, 12) / 96).realize()
with heddle.profile() as events:
    y = (t @ t.T).softmax(1)
    y = (y @ t).relu().sum(0)
    print(y.sum().item())
print(sorted({e.loc[1] for e in events.events if e.kind == "kernel"}))
print(len([n for n in made if n >= 16]))
"""


def start(path: Path, cache: Path) -> subprocess.Popen[str]:
    env = os.environ | {"CACHE_DIR": str(cache), "CACHE": "1", "VERIFY": "0"}
    return subprocess.Popen([sys.executable, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)


def finish(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0 and not err, err
    return out.splitlines()


def test_a_second_process_schedules_nothing_and_has_the_lines_of_its_own_text(tmp_path: Path):
    program, cache = tmp_path / "program.py", tmp_path / "shared"
    program.write_text(PROGRAM)
    value, lines, scheduled = finish(start(program, cache))
    assert scheduled == "1" and json.loads(lines)
    assert finish(start(program, cache)) == [value, lines, "0"]
    program.write_text("# moved\n" * 5 + PROGRAM)
    assert finish(start(program, cache)) == [value, str([n + 5 for n in json.loads(lines)]), "0"]


def test_processes_at_once_write_one_entry(tmp_path: Path):
    program, cache = tmp_path / "program.py", tmp_path / "shared"
    program.write_text(PROGRAM)
    found = [finish(p) for p in [start(program, cache) for _ in range(4)]]
    assert len({value for value, _, _ in found}) == 1
    assert finish(start(program, cache))[2] == "0" and len(list(cache.glob("schedule/*/*"))) == 1
