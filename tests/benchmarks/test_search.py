"""The benchmark of searches runs both forms of a row and times every launch."""
from argparse import Namespace

import pytest

from benchmarks import search
from heddle import Context


@pytest.mark.parametrize("name", search.ROWS)
def test_every_row_is_a_formula(name):
    about, shapes, formula = search.ROWS[name]
    with Context(DEV="NULL"): assert formula(*[search.Tensor.empty(*shape) for shape in shapes]).numel() and about


def test_both_forms_are_measured_in_turns(monkeypatch):
    monkeypatch.setitem(search.ROWS, "tiny", ("a sum", ((6, 5),), lambda x: x.sum(0)))
    cells = search.measure("tiny", Namespace(device="CPU", beam=1, budget=0.5, rounds=3, seconds=0.01))
    assert list(cells) == ["heuristic", "BEAM=1"] and all(len(c.samples) == 3 and c.median > 0 for c in cells.values())
