"""Events: who hears them, in which order they are read, and that a recorder is bounded."""
from __future__ import annotations

import threading

from heddle import events
from heddle.events import MemoryEvent, ProfileEvent, Recorder, span
from heddle.settings import Context


def event(name: str, start: float = 0.0, seconds: float = 1.0) -> ProfileEvent:
    return ProfileEvent("kernel", name, "CPU", start, seconds)


def test_what_is_open_hears_and_nobody_else():
    first, second = Recorder(), Recorder()
    first.open()
    events.tell(event("a"))
    second.open()
    events.tell(event("b"))
    first.close()
    events.tell(event("c"))
    second.close()
    assert not events.is_on()
    assert [e.name for e in first.events()] == ["a", "b"] and [e.name for e in second.events()] == ["b", "c"]


def test_every_thread_is_heard_and_named():
    heard = Recorder()
    heard.open()
    thread = threading.Thread(target=lambda: events.tell(event("there")._replace(thread=events.this_thread())), name="worker 7")
    thread.start()
    thread.join()
    heard.close()
    number = heard.events()[0].thread
    assert events.thread_names[number] == "worker 7" and number != events.this_thread() == events.this_thread()


def test_events_are_read_by_start_and_what_holds_others_first():
    heard = Recorder()
    for e in (event("late", 5.0), event("inner", 1.0, 0.5), event("outer", 1.0, 2.0)): heard.add(e)
    heard.add(MemoryEvent("CPU", 0.5, 10, 0))
    assert [e.name for e in heard.events()] == ["outer", "inner", "late"]
    assert heard.memory() == [("CPU", 0.5, 10, 0)]


class Three:
    count = 3

    def expand(self) -> list[ProfileEvent]: return [event(f"n{i}", float(i)) for i in range(3)]


def test_batches_are_taken_apart_when_read():
    heard = Recorder()
    heard.add_batch(Three())
    heard.add(event("between", 0.5))
    assert [e.name for e in heard.events()] == ["n0", "between", "n1", "n2"]


def test_a_recorder_is_bounded_and_counts_what_is_gone(monkeypatch):
    monkeypatch.setattr(events, "_KEPT", 12)
    heard = Recorder()
    for _ in range(20): heard.add_batch(Three())
    assert len(heard.events()) < 12 and heard.dropped + len(heard.events()) == 60


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


def test_the_setting_records_for_the_process(monkeypatch):
    monkeypatch.setattr(events, "_process", [Recorder()])
    with Context(PROFILE=1): events.tell(event("a"))
    events.tell(event("b"))
    assert [e.name for e in events.of_process().events()] == ["a"]
