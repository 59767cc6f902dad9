"""The cost of profiling: every column is measured, the hooks come back, and shares are of the right column."""
from benchmarks import profiling
from benchmarks.rounds import Cell
from heddle.tracing import bus


def test_each_column_has_its_samples_in_a_round(monkeypatch):
    calls = []
    monkeypatch.setattr(profiling, "_SAMPLE", 0.0)
    monkeypatch.setitem(profiling.WORK, "profile_eager", lambda: lambda: calls.append(bus.is_on()))
    found = profiling.measure("profile_eager", 3)
    assert {column: len(samples) for column, samples in found.items()} == dict.fromkeys(profiling.COLUMNS, 3 * profiling._TURNS)
    assert calls.count(True) == 3 * profiling._TURNS and not bus.is_on() and bus.span.__module__ == "heddle.tracing.bus"


def test_shares():
    cells = {"no hooks": Cell([1.0, 2.0, 9.0]), "off": Cell([1.01, 2.02, 7.0]), "on": Cell([1.0605, 2.121, 7.3])}  # the last disturbed
    assert profiling.overheads({"profile_tiny": cells}).splitlines()[-1] == "| profile_tiny | +1.0% | +5.0% |"
    assert len(profiling.overheads({"profile_tiny": dict.fromkeys(profiling.COLUMNS, Cell(failed="why"))}).splitlines()) == 2
