"""Which Python values are the same, and which of those around a function are noticed."""
from __future__ import annotations

import math

import pytest

from heddle import dtypes
from heddle.tensor.baked import Surroundings, is_plain, is_same

FACTOR, CHANGED, THINGS = 2, 0, [1, 2]


class Counter:
    FACTOR = 7


@pytest.mark.parametrize(("a", "b", "same"), [
    (1, 1, True), (1, 1.0, False), (1, True, False), (0.0, -0.0, False), (math.nan, math.nan, True), ("a", "a", True),
    (None, 0, False), (dtypes.float32, dtypes.float32, True), (b"x", b"y", False), (slice(1, 2), slice(1, 2), True),
    ([1], [1], False), (THINGS, THINGS, True), (1j, 1j, True), (range(3), range(3), True),
])
def test_values_that_no_program_can_tell_apart(a, b, same):
    assert is_same(a, b) is same and (is_plain(a) or isinstance(a, list))


def test_what_a_function_reads_is_noticed(monkeypatch):
    outer, tally = 3, 0

    def f(x):
        global CHANGED
        nonlocal tally
        tally += 1
        CHANGED += 1
        return x * FACTOR + outer + len(THINGS) + Counter.FACTOR + CHANGED
    found = Surroundings(f, {"mode": lambda: len(THINGS)})
    assert {k: v for k, v in found.values.items() if "." not in k and k != "DEV"} == {"FACTOR": 2, "outer": 3, "mode": 2}
    f(1)
    assert found.changed() is None
    outer = 4
    assert found.changed() == ("outer", 3, 4)
    outer = 3
    monkeypatch.setitem(globals(), "FACTOR", 2.0)
    assert found.changed() == ("FACTOR", 2, 2.0)
    monkeypatch.delitem(globals(), "FACTOR")
    assert found.changed() == ("FACTOR", 2, None)
    monkeypatch.undo()
    THINGS.append(3)
    assert found.changed() == ("mode", 2, 3)
    THINGS.pop()
    monkeypatch.setattr(dtypes, "default_float", dtypes.float64)
    assert found.changed() == ("dtypes.default_float", dtypes.float32, dtypes.float64)


def test_functions_without_code_have_no_surroundings():
    assert set(Surroundings(len, {}).values) == {"DEV", "dtypes.default_float", "dtypes.default_int"}
