"""The event bus: who gets decisions of the engine, and when nothing is emitted."""
from __future__ import annotations

import threading

import pytest

from heddle.tracing import bus
from heddle.tracing.events import Jitted, Repeated

EVICTED = Repeated("source", 3, None)


def test_listeners_get_the_events_of_their_type_in_the_order_of_subscription() -> None:
    seen: list[tuple[int, object]] = []
    with bus.subscribed(Repeated, lambda e: seen.append((1, e))), bus.subscribed(Repeated, lambda e: seen.append((2, e))):
        bus.emit(EVICTED)
        bus.emit(Jitted("ran", "f", 1, "", "", None))
    bus.emit(EVICTED)
    assert seen == [(1, EVICTED), (2, EVICTED)] and bus.listeners_to(Repeated) == []


def test_the_list_of_listeners_is_one_to_hold_on_to() -> None:
    held = bus.listeners_to(Jitted)
    assert not held
    with bus.subscribed(Jitted, print): assert held == [print] and held is bus.listeners_to(Jitted)
    assert not held


def test_events_of_all_threads_arrive() -> None:
    seen: list[str] = []
    with bus.subscribed(Repeated, lambda _: seen.append(threading.current_thread().name)):
        thread = threading.Thread(target=lambda: bus.emit(EVICTED), name="worker")
        thread.start()
        thread.join()
    assert seen == ["worker"]


def test_a_listener_may_leave_while_it_is_called_and_its_error_reaches_the_emitter() -> None:
    seen: list[str] = []
    listeners = bus.listeners_to(Repeated)

    def once(_: Repeated) -> None:
        seen.append("once")
        listeners.remove(once)
    listeners.append(once)
    with bus.subscribed(Repeated, lambda _: seen.append("always")):
        for _ in range(2): bus.emit(EVICTED)
    assert seen == ["once", "always", "always"]
    def refuse(_: Repeated) -> None: raise ValueError("refused")
    with bus.subscribed(Repeated, refuse), pytest.raises(ValueError, match="refused"): bus.emit(EVICTED)


def test_heddles_own_work_emits_no_decisions() -> None:
    seen: list[object] = []
    with bus.subscribed(Repeated, seen.append):
        with bus.muted(): bus.emit(EVICTED)
        assert not seen
        bus.emit(EVICTED)
    assert seen == [EVICTED]
