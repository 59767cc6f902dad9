"""Which list wins, with workers that only pretend: times are made up."""
from __future__ import annotations

import itertools
import time
from types import SimpleNamespace

import pytest

from heddle.codegen.actions.action import Action
from heddle.codegen.simplify import simplify
from heddle.device import Device
from heddle.engine.beam import quarantine, worker_pool
from heddle.engine.beam import search as search_module
from heddle.engine.beam.messages import Message
from heddle.engine.beam.search import Search, _judge
from heddle.engine.beam.worker_pool import Answer
from heddle.renderer import Capabilities
from heddle.settings import settings
from tests.engine.beam.kernels import PretendedCrew, PretendedRunner, column_sums, first_lists


@pytest.fixture(autouse=True)
def fresh(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "CACHE_DIR", str(tmp_path))
    yield
    quarantine._here.clear()


def search(cost, in_turns=None, width: int = 2) -> Search:
    found = Search(column_sums(), Device["CPU"], width, 60.0, 10.0, PretendedCrew(cost, in_turns), lambda *a: None)
    assert found.run()
    return found


def by_unrolling(actions: list[str]) -> float:
    """The more is unrolled, the faster; a vector helps too."""
    unrolled = sum(Action.parse(a).size for a in actions if a.endswith("unroll"))
    return 1.0 / (1 + min(unrolled, 40)) + (0.0 if any("vector" in a for a in actions) else 0.5)


def test_it_walks_several_steps_to_the_fastest():
    found = search(by_unrolling, width=4)
    winner = found.winner()
    unrolled = sum(Action.parse(a).size for a in winner.actions if a.endswith("unroll"))
    before = sum(Action.parse(a).size for a in found.heuristic.texts if a.endswith("unroll"))
    assert unrolled > before and winner.seconds < winner.heuristic and winner.beam == 4
    sink = simplify(column_sums())
    for text in winner.actions: sink = Action.parse(text).apply(sink, Capabilities())  # the list is one that can be done


def test_lists_are_not_thought_of_once_time_is_over():
    found = search(by_unrolling)
    assert next(found._neighbours(found.measured[:1]), None) is not None
    found.deadline = time.monotonic() - 1
    assert list(found._neighbours(found.measured[:2])) == []


def test_no_list_is_compiled_twice():
    found = search(by_unrolling)
    assert len(set(found.crew.compiled)) == len(found.crew.compiled)


def test_where_nothing_is_faster_the_heuristic_wins():
    heuristic = first_lists(column_sums())[0]
    found = search(lambda actions: 1.0 if tuple(actions) == heuristic else 2.0)
    assert found.winner().actions == heuristic and found.winner().seconds == found.winner().heuristic


def test_a_list_that_loses_its_duel_does_not_win():
    """Fast when alone, slow in turns with the heuristic's."""
    heuristic = first_lists(column_sums())[0]
    is_heuristic = lambda actions: tuple(actions) == heuristic  # noqa: E731
    found = search(lambda actions: 1.0 if is_heuristic(actions) else 0.5, lambda actions: 1.0 if is_heuristic(actions) else 1.5)
    assert found.winner().actions == heuristic


def test_wrong_and_crashing_lists_do_not_win_and_crashes_are_put_away():
    heuristic, *others = first_lists(column_sums())

    def cost(actions):
        if tuple(actions) == others[0]: return "the worker was ended by SIGSEGV"
        if tuple(actions) == others[1]: return "it wrote nan to element 3 of buffer 0, not 1.0"
        return 1.0 if tuple(actions) == heuristic else 2.0

    found = search(cost)
    assert found.winner().actions == heuristic
    assert quarantine.reason(found.ast, found.device, others[0]) == "the worker was ended by SIGSEGV"
    assert quarantine.reason(found.ast, found.device, others[1]) is None
    assert others[0] not in search(cost).crew.compiled and others[1] in search(cost).crew.compiled


def test_where_the_heuristic_cannot_be_measured_there_is_no_winner():
    for answer in ("it wrote outside of buffer 0", "the worker was ended by SIGKILL", 0.0):
        s = Search(column_sums(), Device["CPU"], 1, 60.0, 10.0, PretendedCrew(lambda actions, a=answer: a), lambda *a: None)
        assert not s.run() and s.winner() is None


def test_when_time_is_over_the_best_proven_wins(monkeypatch):
    from heddle.engine.beam import search as module
    clock = itertools.count(0, 1)
    monkeypatch.setattr(module, "seconds_left", lambda deadline: max(0, 40 - next(clock)))
    found = search(by_unrolling)
    assert 0 < found.tried < 40 and found.winner().seconds <= found.winner().heuristic


@pytest.mark.parametrize("heuristic, other, won", [
    ([1.0, 1.1, 1.0], [0.9, 0.9, 0.95], True), ([1.0, 1.0, 1.0], [0.99, 0.99, 0.99], False),
    ([1.0, 1.0, 1.0], [0.5, 1.2, 1.2], False), ([1.0, 0.4, 0.4, 1.0, 1.0], [0.9, 0.9, 0.9, 0.9, 0.9], False), ([1.0], [1.0], False)])
def test_what_winning_is(heuristic, other, won):
    assert _judge(heuristic, other).won == won


class Clock:
    """Time that passes only while workers are asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        for module in (search_module, worker_pool): monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: self.now))


class SlowRunner(PretendedRunner):
    """Each request takes `seconds`."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        super().__init__(by_unrolling, by_unrolling)
        self.clock, self.seconds = clock, seconds

    def request(self, request: Message, limit: float) -> Answer:
        self.clock.now += self.seconds
        return super().request(request, limit)


class SlowCrew(PretendedCrew):
    """Workers that take `start` seconds to start, and `request` seconds for each request."""

    def __init__(self, clock: Clock, start: float, request: float) -> None:
        super().__init__(by_unrolling)
        self.runner, self.clock, self.start = SlowRunner(clock, request), clock, start

    def take(self, kernel: Message) -> None:
        self.clock.now += self.start
        super().take(kernel)


@pytest.mark.parametrize(("budget", "start", "most"), [
    (4.0, 0.0, 4.0), (4.0, 0.5, 4.0), (4.0, 1.5, 4.0), (4.0, 6.0, 8.0), (0.5, 1.0, 1.25)])
def test_the_budget_is_kept_by_the_clock(monkeypatch: pytest.MonkeyPatch, budget: float, start: float, most: float) -> None:
    """The start of workers counts; where it takes more than half of the budget, the other half is left for the search."""
    clock, request = Clock(monkeypatch), 0.05
    found = Search(column_sums(), Device["CPU"], 1000, budget, 10.0, SlowCrew(clock, start, request), lambda *a: None)
    assert found.run() and found.tried > 0
    assert 0.75 * budget <= clock.now - 100.0 <= most + request, "a request that was begun in time may end later"


def clock(monkeypatch, most: int) -> itertools.count:
    """Time that is counted in looks at it: after `most` of them it is over."""
    from heddle.engine.beam import search as module
    looks = itertools.count(0)
    monkeypatch.setattr(module, "seconds_left", lambda deadline: max(0, most - next(looks)))
    return looks


@pytest.mark.parametrize("most", [8, 20, 33, 47])
def test_nothing_is_compiled_once_time_is_over(monkeypatch, most):
    """Not the rest of a batch either: each would be given a moment, and its worker would be killed and started again."""
    clock(monkeypatch, most)
    over: list[bool] = []
    crew = PretendedCrew(by_unrolling)
    found = Search(column_sums(), Device["CPU"], 4, 60.0, 10.0, crew, lambda *a: None)
    compile_all = crew.compile

    def compile_and_look(jobs, limit):
        for answer in compile_all(jobs, limit):
            over.append(not found._has_time())
            yield answer

    crew.compile = compile_and_look
    assert found.run()
    assert sum(over) <= 1, "one that was begun in time may end later"
    assert found.winner().seconds <= found.winner().heuristic


def test_what_was_proven_stands_if_the_final_has_no_time(monkeypatch):
    """The best so far is the first to run again; if that is cut short it is neither dropped nor put away."""
    found = Search(column_sums(), Device["CPU"], 2, 60.0, 10.0, PretendedCrew(by_unrolling), lambda *a: None)
    in_final: list[object] = []
    monkeypatch.setattr(found, "_to_look_around", list)
    monkeypatch.setattr(found, "_final", lambda: None)
    assert found.run()
    found._prove(found.measured[1])  # not the fastest
    proven = found.best
    assert proven is not None and proven[0] is found.measured[1]

    def cut_short(m, seconds):
        in_final.append(m)
        found.deadline = 0.0
        return None

    monkeypatch.setattr(found, "_duel", cut_short)
    Search._final(found)
    assert found.best is proven and in_final == [proven[0]]
