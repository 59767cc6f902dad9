"""Recorders of the timeline: who receives events, in which order they are read, and that a recorder is bounded."""
from __future__ import annotations

import threading

import pytest

from heddle.settings import Context, settings
from heddle.tracing import bus, recorder
from heddle.tracing.bus import span
from heddle.tracing.counters import Bytes, Seconds
from heddle.tracing.events import MemoryEvent, ProfileEvent
from heddle.tracing.recorder import Recorder


def event(name: str, start: float = 0.0, seconds: float = 1.0) -> ProfileEvent:
    return ProfileEvent("kernel", name, "CPU", start, seconds)


def test_what_is_open_hears_and_nobody_else():
    first, second = Recorder(), Recorder()
    first.open()
    bus.emit_work(event("a"))
    second.open()
    bus.emit_work(event("b"))
    first.close()
    bus.emit_work(event("c"))
    second.close()
    assert not bus.is_on()
    assert [e.name for e in first.events()] == ["a", "b"] and [e.name for e in second.events()] == ["b", "c"]


def test_every_thread_is_heard_and_named():
    heard = Recorder()
    heard.open()
    thread = threading.Thread(target=lambda: bus.emit_work(event("there")._replace(thread=bus.this_thread())), name="worker 7")
    thread.start()
    thread.join()
    heard.close()
    number = heard.events()[0].thread
    assert bus.thread_names[number] == "worker 7" and number != bus.this_thread() == bus.this_thread()


def test_events_are_read_by_start_and_what_holds_others_first():
    heard = Recorder()
    heard.open()
    for e in (event("late", 5.0), event("inner", 1.0, 0.5), event("outer", 1.0, 2.0)): bus.emit_work(e)
    bus.emit_memory(("CPU", 3.0, 10, 0))
    heard.close()
    assert [e.name for e in heard.events()] == ["outer", "inner", "late"]
    (memory,) = heard.memory()
    assert memory == MemoryEvent("CPU", Seconds(3.0), Bytes(10), Bytes(0))


class Three:
    room = size = 3

    def __init__(self, start: float) -> None: self.start = start

    def expand(self, thread: int) -> list[ProfileEvent]:
        return [event(f"n{i}", self.start + i)._replace(thread=thread) for i in range(3)]


class Note:
    """A page on which names are noted."""

    def __init__(self, room: int = 4) -> None: self.room, self.names, self.is_open = room, list[str](), True

    @property
    def size(self) -> int: return len(self.names)
    def close(self) -> None: self.is_open = False
    def expand(self, thread: int) -> list[ProfileEvent]: return [event(name)._replace(thread=thread) for name in self.names]


def test_batches_are_taken_apart_when_read():
    heard = Recorder()
    heard.open()
    bus.emit_batch(Three(5.0))
    bus.emit_work(event("between", 5.5))
    heard.close()
    here = bus.this_thread()
    assert [(e.name, e.thread) for e in heard.events()] == [("n0", here), ("between", 0), ("n1", here), ("n2", here)]


def test_a_recorder_is_bounded_and_counts_what_is_gone(monkeypatch):
    monkeypatch.setattr(recorder, "_KEPT", 12)
    heard = Recorder()
    heard.open()
    for i in range(20):
        bus.emit_batch(Three(float(i)))
        bus.emit_memory(("CPU", float(i), i, 0))
    heard.close()
    assert len(heard.events()) < 12 and heard.dropped + len(heard.events()) == 60
    assert [m.live for m in heard.memory()] == list(range(8, 20))


def test_a_span_is_told_even_if_it_raises_and_not_when_nobody_listens():
    heard = Recorder()
    with span("compile", "nobody"): pass
    heard.open()
    try:
        with span("compile", "x"): raise ValueError
    except ValueError: pass
    heard.close()
    (told,) = heard.events()
    assert told[:3] == ("compile", "x", "") and told.seconds > 0


def test_it_is_looked_now_and_then_how_many_events_there_are(monkeypatch):
    monkeypatch.setattr(recorder, "_KEPT", 12)
    monkeypatch.setattr(bus, "_LOOK", 4)
    first, second = Recorder(), Recorder()
    first.open()
    for i in range(40):
        if i == 20: second.open()
        bus.emit_batch(Three(float(i)))
        bus.emit_work(event("one", float(i)))
        assert all(len(r.work) < 20 for r in (first, second))
    for r in (first, second): r.close()
    assert first.dropped + len(first.events()) == 160 and second.dropped + len(second.events()) == 80
    assert [e.name for e in second.events() if e.start == 39.0] == ["n1", "n0", "one"]


def test_a_page_is_told_once_and_filled_by_and_by():
    heard, key, page = Recorder(), object(), Note()
    heard.open()
    bus.keep_page(key, page)
    assert heard.events() == [] and bus.mine.pages[key] is page
    for name in ("a", "b"): page.names.append(name)
    assert [(e.name, e.thread) for e in heard.events()] == [("a", bus.this_thread()), ("b", bus.this_thread())]
    heard.close()
    assert not page.is_open and key not in bus.mine.pages


@pytest.mark.parametrize("change", ["open", "close", "take", "PROFILE"])
def test_pages_end_when_others_begin_or_cease_to_listen(change, no_process):
    first, second, key, page = Recorder(), Recorder(), object(), Note()
    first.open()
    second.open()
    bus.keep_page(key, page)
    try:
        if change == "open": Recorder.open(third := Recorder())
        elif change == "close": second.close()
        elif change == "take": second.take()
        else: settings.PROFILE = True
        assert not page.is_open and key not in bus.mine.pages
    finally:
        settings.PROFILE = False
        for r in (first, second): r.close()
        if change == "open": third.close()


def test_pages_end_when_some_are_dropped(monkeypatch):
    monkeypatch.setattr(recorder, "_KEPT", 12)
    heard, pages = Recorder(), [Note(8), Note(8), Note(8)]
    heard.open()
    for page in pages: bus.keep_page(object(), page)
    for page in pages: page.names += ["x", "y"]
    heard.make_room()
    assert not any(page.is_open for page in pages) and heard.dropped == 4 and len(heard.events()) == 2
    heard.close()


def test_pages_of_a_thread_end_with_it():
    heard, page = Recorder(), Note()
    heard.open()
    thread = threading.Thread(target=lambda: (bus.keep_page(heard, page), page.names.append("there")))
    thread.start()
    thread.join()
    assert not page.is_open and heard not in bus.mine.pages and [e.name for e in heard.events()] == ["there"]
    heard.close()


def test_a_page_that_only_some_threads_tell_of_is_for_one_use(no_process):
    heard, key = Recorder(), object()
    heard.open()
    with Context(PROFILE=1):
        page = Note()
        page.names.append("a")
        bus.keep_page(key, page)
        assert key not in bus.mine.pages
    heard.close()
    assert [e.name for e in heard.events()] == ["a"] == [e.name for e in recorder.of_process().events()]


def test_a_realization_is_told_with_its_schedule():
    heard = Recorder()
    heard.open()
    bus.emit_realized(1, 1.0, 3.0)
    bus.emit_realized(2, 2.0, 0.0)
    heard.close()
    assert [(e.kind, e.name, e.start) for e in heard.events()] == [
        ("realize", "1 result", 1.0), ("schedule", "1 result", 1.0), ("realize", "2 results", 2.0), ("schedule", "2 results", 2.0)]
    first, schedule, failed, until_it_failed = (e.seconds for e in heard.events())
    assert first > schedule == 2.0 and failed == until_it_failed > 0 and heard.work[0][1] == bus.this_thread()


def test_what_was_taken_is_forgotten_and_telling_goes_on():
    heard = Recorder()
    heard.open()
    bus.emit_work(event("a"))
    first = heard.take()
    bus.emit_work(event("b"))
    bus.emit_memory(("CPU", 1.0, 1, 0))
    heard.close()
    assert [e.name for e in first.events()] == ["a"] and [e.name for e in heard.events()] == ["b"]
    assert len(first.memory()) == 0 and len(heard.memory()) == 1


@pytest.fixture
def no_process(monkeypatch):
    """As if PROFILE=1 had recorded nothing so far."""
    monkeypatch.setattr(recorder, "_process", [])
    yield
    settings.PROFILE = settings.PROFILE  # which arranges anew who listens


def test_the_setting_records_for_the_process(no_process):
    also = Recorder()
    with Context(PROFILE=1): bus.emit_work(event("a"))
    also.open()
    bus.emit_work(event("b"))
    also.close()
    assert [e.name for e in also.events()] == ["b"]
    assert [e.name for e in recorder.of_process().events()] == ["a"]


def test_the_setting_is_that_of_the_thread_inside_a_context(no_process):
    def elsewhere() -> None:
        assert not bus.is_on()
        bus.emit_work(event("elsewhere"))
    with Context(PROFILE=1):
        assert bus.is_on()
        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        bus.emit_work(event("here"))
        bus.emit_memory(("CPU", 1.0, 5, 0))
    assert not bus.is_on() and not bus.listening
    assert [e.name for e in recorder.of_process().events()] == ["here"] and len(recorder.of_process().memory()) == 1


def test_the_setting_of_the_process_can_be_put_aside(no_process):
    settings.PROFILE = True
    try:
        bus.emit_work(event("a"))
        with Context(PROFILE=0):
            assert not bus.is_on()
            bus.emit_work(event("b"))
        bus.emit_work(event("c"))
    finally: settings.PROFILE = False
    bus.emit_work(event("d"))
    assert [e.name for e in recorder.of_process().events()] == ["a", "c"]
