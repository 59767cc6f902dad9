"""Which list wins, with workers that only pretend: times are made up."""
from __future__ import annotations

import itertools
import time

import pytest

from heddle.codegen.actions.action import Action
from heddle.codegen.simplify import simplify
from heddle.device import Device
from heddle.engine.beam import quarantine
from heddle.engine.beam.search import Search, _judge
from heddle.settings import settings
from tests.engine.beam.kernels import PretendedCrew, column_sums, first_lists


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
    for text in winner.actions: sink = Action.parse(text).apply(sink)  # the list is one that can be done


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
