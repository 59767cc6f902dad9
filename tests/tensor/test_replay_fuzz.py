"""1,000 random functions, each run, captured and replayed five times, show what NumPy shows; another 1,000 are in
test_replay_fuzz_others.py.

Arguments are new, earlier results, states, parts of something larger, the same twice, or not computed yet, in all containers. Some
functions raise an error of their own while they are captured; calls refused with a JitError are passed over, and the case goes on. A
failure prints its seed and the smallest case that still fails: `check(seed)` makes it again.
"""
from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tensor import replay_programs
from tests.tensor.replay_programs import Case, check, check_many, difference, random_case


@pytest.mark.parametrize(("first", "count"), [
    (0, 30), (800, 30), *(pytest.param(n, 200, marks=pytest.mark.slow) for n in range(0, 1000, 200))])
def test_replays_equal_numpy(first: int, count: int) -> None: check_many(first, count)


def test_failing_cases_are_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(case: Case, device: str) -> str: return "wrong" if any(step.op == "fold" for step in case.steps) else ""

    monkeypatch.setattr(replay_programs, "fault", fails)
    seed = next(s for s in range(100) if fails(random_case(s), ""))
    small = rf"seed {seed}: wrong\nCase\(steps=\(Step\(op='fold'[^)]*\),\), result='last'"
    with pytest.raises(AssertionError, match=small) as e: check(seed)
    assert str(e.value).count("Call(kinds=('new', 'new', 'new')") == 3


def test_differences_are_seen() -> None:
    case = next(c for c in map(random_case, range(100)) if c.steps and c.container == "tuple" and c.result == "last")
    other = replace(case, steps=(*case.steps, replay_programs.Step("clone", 0, 0, 0)))

    class Wrong(replay_programs.Session):
        def __init__(self, case: Case, world: object, jit: bool) -> None: super().__init__(other if jit else case, world, jit)

    original = replay_programs.Session
    replay_programs.Session = Wrong  # type: ignore[misc]
    try: assert "call 0, value 0" in difference(case, "CPU")
    finally: replay_programs.Session = original  # type: ignore[misc]
