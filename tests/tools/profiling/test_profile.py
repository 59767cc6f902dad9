"""`heddle.profile()`: what it records, from which threads, and the report of PROFILE=1 at exit."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import Counter

import numpy as np
import pytest

import heddle
from heddle import Tensor
from heddle.errors import FileMissingError, OutOfMemoryError
from heddle.settings import settings
from heddle.tools.profiling import limits
from heddle.tracing import bus
from heddle.tracing.events import Scheduled
from tests.caches import forget


@pytest.fixture(autouse=True)
def on_the_cpu():
    with heddle.Context(DEV="CPU"): yield


def test_it_records_while_it_is_open_and_only_then():
    a, b = Tensor([1.0, 2.0]).realize(), Tensor([3.0, 4.0]).realize()
    with heddle.profile() as p: (a * b).realize()
    before = len(p.events)
    (a + b).realize()
    (kernel,) = [e for e in p.events if e.kind == "kernel"]
    assert len(p.events) == before
    assert kernel.device == a.device and kernel.seconds > 0 and kernel.bytes == 24 and kernel.ops == 2
    assert kernel.loc[0] == __file__ and kernel.program.src[1].arg  # the user's line, and the source
    with p: (a - b).realize()
    assert len([e for e in p.events if e.kind == "kernel"]) == 2


def test_equal_kernels_have_the_lines_of_their_own():
    def there(x: Tensor) -> Tensor:
        h = (x.exp() + 1).contiguous()
        return h.sum(1).contiguous().sqrt()
    def elsewhere(x: Tensor) -> Tensor:
        y = (x.exp() + 1).contiguous()

        return y.sum(1).contiguous().sqrt()
    lines: list[list[int]] = []
    for fn in (there, elsewhere):
        x = Tensor.ones(6, 7).contiguous().realize()
        with heddle.profile() as p: fn(x).realize()
        lines.append([e.loc[1] - fn.__code__.co_firstlineno for e in p.events if e.kind == "kernel"])
    assert lines[0][0] == lines[1][0] == 1 and set(lines[0][1:]) == {2} and set(lines[1][1:]) == {3}


def test_it_hears_every_thread():
    def work() -> None: (Tensor([1.0, 2.0], device="CPU") * 5).realize()
    with heddle.profile() as p:
        threads = [threading.Thread(target=work, name=f"worker {i}") for i in range(3)]
        for t in threads: t.start()
        for t in threads: t.join()
    kernels = [e for e in p.events if e.kind == "kernel"]
    assert len(kernels) == 3 and {p.threads[e.thread] for e in kernels} == {f"worker {i}" for i in range(3)}


def test_a_place_that_is_not_there_is_told(tmp_path):
    with heddle.profile() as p: pass
    with pytest.raises(FileMissingError, match="there is no folder"): p.save(tmp_path / "no" / "trace.json")


PROGRAM = "from heddle import Tensor; print((Tensor([1.0, 2.0]) * 3).tolist())"


def test_the_setting_prints_the_table_at_exit_and_writes_the_timeline(tmp_path):
    file = tmp_path / "trace.json"
    kept = {k: v for k, v in os.environ.items() if k != "DEBUG"}
    more = {"PROFILE": "1", "PROFILE_TRACE": str(file), "CACHE_DIR": settings.CACHE_DIR, "DEV": "CPU"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=kept | more, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout == "[3.0, 6.0]\n"
    assert "map_2 on CPU" in done.stderr and "best seen on CPU" in done.stderr and "\033" not in done.stderr
    assert any(e["ph"] == "X" and e["name"] == "map_2" for e in json.loads(file.read_text())["traceEvents"])


def test_it_shows_what_the_host_did(tmp_path):
    forget()
    with heddle.Context(CACHE_DIR=str(tmp_path)), heddle.profile() as p:
        for _ in range(2): (Tensor.full((7,), 0.5).contiguous() * 0.125 + 3).tolist()
    kinds = [e.kind for e in p.events if e.thread == p.events[0].thread]
    assert kinds.count("realize") == kinds.count("schedule") == 2
    assert kinds.count("lower") == kinds.count("compile") == kinds.count("load") == 1
    (lowered,) = (e for e in p.events if e.kind == "lower")
    assert lowered.name == "map_7" and lowered.loc[0] == __file__


def test_it_shows_captures_and_the_kernels_of_replays():
    @heddle.TinyJit
    def step(x: Tensor) -> Tensor: return (x.exp().contiguous().T + 1).contiguous().sum(0)
    x = Tensor.ones(16, 16).contiguous().realize()
    step(x)
    with heddle.profile() as p:
        for _ in range(3): step(x).realize()
    replays = [e for e in p.events if e.kind == "replay"]
    assert [e.kind for e in p.events if e.kind in ("capture", "replay")] == ["capture", "replay", "replay"]
    for replay in replays:
        inside = [e for e in p.events if e.kind == "kernel" and replay.start <= e.start and
                  e.start + e.seconds <= replay.start + replay.seconds + 1e-5]
        assert len(inside) == 3 and all(e.loc[0] == __file__ for e in inside)


def captured(count: int = 1) -> tuple[heddle.TinyJit, Tensor]:
    """A capture of so many graphs of kernels, one for each device."""
    @heddle.TinyJit
    def step(x: Tensor) -> list[Tensor]:
        moved = [x.to(f"CPU:{i}").contiguous() if i else x for i in range(count)]
        return [(t.exp().contiguous().T + 1).contiguous().sum(0) for t in moved]
    x = Tensor.ones(16, 16).contiguous().realize()
    for _ in range(3): step(x)
    return step, x


def times_of(events, kind: str) -> list[tuple[float, float]]:
    return [(e.start, e.start + e.seconds) for e in events if e.kind == kind]


def test_each_of_many_replays_has_its_own_kernels():
    step, x = captured()
    with heddle.profile() as p:
        for _ in range(150): step(x)
    replays, kernels = times_of(p.events, "replay"), times_of(p.events, "kernel")
    assert len(replays) == 150 and len(kernels) == 3 * 150 and all(e.name.endswith("step") for e in p.events if e.kind == "replay")
    for i, (begin, end) in enumerate(replays):
        own = kernels[3 * i:3 * i + 3]
        assert begin < own[0][0] and own[-1][1] == pytest.approx(end, abs=1e-6)
        assert i == 0 or begin >= replays[i - 1][1]


def test_replays_are_of_the_thread_that_they_ran_in():
    step, x = captured()
    begun = threading.Barrier(2)

    def run() -> None:
        begun.wait()
        with heddle.Context(DEV="CPU"):
            for _ in range(100): step(x)
    with heddle.profile() as p:
        threads = [threading.Thread(target=run) for _ in range(2)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
    for kind, count in (("replay", 100), ("kernel", 300)):
        assert sorted(Counter(e.thread for e in p.events if e.kind == kind).values()) == [count, count]
    assert step(x)[0].tolist() == pytest.approx([16 * (np.exp(1.0) + 1)] * 16)


def test_a_replay_of_several_submissions_is_told_as_one():
    step, x = captured(2)
    with heddle.profile() as p:
        for _ in range(3): step(x)
    replays = times_of(p.events, "replay")
    assert len(replays) == 3
    for begin, end in replays:
        inside = [e for e in p.events if e.kind == "kernel" and begin < e.start and e.start + e.seconds < end]
        assert Counter(e.device for e in inside) == {"CPU": 3, "CPU:1": 3}


def test_what_ran_outside_is_not_told_and_what_is_read_meanwhile_is_whole():
    step, x = captured()
    with heddle.profile() as first:
        step(x)
        read = first.events
        with heddle.profile() as second: step(x)
        step(x)
    step(x)
    assert [len(times_of(events, "replay")) for events in (read, second.events, first.events)] == [1, 1, 3]
    assert [len(times_of(events, "kernel")) for events in (read, second.events, first.events)] == [3, 3, 9]


def test_it_shows_memory_over_time():
    with heddle.profile() as p:
        before = Tensor.ones(100_000).contiguous().realize()
        del before
    grown, gone = (m.live for m in p.memory if m.device == "CPU")
    assert 400_000 <= grown - gone <= 450_000 and p.memory[0].start < p.memory[1].start


def test_a_table_in_the_middle_records_nothing_of_its_own(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(limits, "_known", {})
    monkeypatch.setattr(limits, "_LARGE", 1 << 16)
    monkeypatch.setattr(limits, "_SIDE", 64)
    x, told = Tensor([1.0, 2.0]).realize(), []
    with bus.subscribed(Scheduled, told.append), heddle.Context(CACHE_DIR=str(tmp_path)), heddle.profile() as p:
        (x * 2).realize()
        before = len(p.events), len(told)
        p.table()
        assert (len(p.events), len(told)) == before
        (x * 2).realize()
        assert len(p.events) > before[0] and len(told) > before[1]
    assert "best seen on CPU" in capsys.readouterr().out


def test_it_goes_on_when_the_program_fails(tmp_path):
    with heddle.profile() as p:
        with pytest.raises(OutOfMemoryError), heddle.Context(MEMORY_LIMIT="1M"):
            Tensor.ones(33_333_333).contiguous().realize()
        (Tensor([1.0]) * 3).realize()
    p.save(tmp_path / "trace.json")
    kinds = [e.kind for e in p.events]
    assert kinds.count("realize") == 2 and kinds.count("kernel") == 1 and (tmp_path / "trace.json").exists()


def test_a_forked_child_does_not_report_for_its_parent(tmp_path):
    program = PROGRAM + "\nimport os, sys\nif (child := os.fork()): os.waitpid(child, 0)"
    kept = {k: v for k, v in os.environ.items() if k != "DEBUG"} | {"PROFILE": "1", "CACHE_DIR": settings.CACHE_DIR, "DEV": "CPU"}
    done = subprocess.run([sys.executable, "-u", "-c", program], env=kept, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stderr.count("best seen on CPU") == 1
