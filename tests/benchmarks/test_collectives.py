"""Measurements between processes: tables of what was measured, the share of a trace that overlaps, and wrong results as errors."""
from __future__ import annotations

import pytest

from benchmarks import collectives, recipes
from benchmarks.recipes import Sizes, Trained
from tests.distributed.launching import needs_mpi


def test_ratios_above_one_say_that_heddle_is_faster() -> None:
    text = collectives.table({1024: {"heddle": (2e-6, 1e-6), "mpi4py": (1e-6, 9e-7), "gloo": (8e-6, 3e-6)}})
    assert text.splitlines()[0] == "| bytes | heddle | mpi4py | mpi4py / heddle | quickest | gloo | gloo / heddle | quickest |"
    assert text.splitlines()[-1] == "| 1024 | 2 us | 1 us | 0.50 | 0.90 | 8 us | 4.00 | 3.00 |"


def test_seconds_of_a_trace_count_once() -> None:
    assert recipes.covered([(0.0, 2.0), (1.0, 3.0), (5.0, 6.0)]) == 4.0
    assert recipes.overlapped([(0.0, 2.0), (1.0, 3.0)], [(0.5, 1.5), (2.5, 9.0)]) == 1.5
    assert recipes.covered([]) == recipes.overlapped([], [(0.0, 1.0)]) == 0.0


def trained(*losses: float) -> Trained: return Trained(list(losses), 100, 3, 10, 20, 1000, (2.0, 1.0))


def test_other_losses_than_those_of_one_process_are_an_error() -> None:
    assert recipes.row("data", trained(1.0), [trained(1.0)] * 2, 80.0) == "| data | 0.0e+00 | 10 | 20 | 100 | 1.250 | 3 | 50% |"
    with pytest.raises(RuntimeError, match=r"losses of data are off by 0\.001"):
        recipes.row("data", trained(1.0), [trained(1.0), trained(1.001)], 80.0)


@needs_mpi
@pytest.mark.slow
def test_ranks_measure_and_agree() -> None:
    found = collectives.measure(2, [1024, 4096], 1)
    assert list(found) == [1024, 4096] and all(0 < quickest <= median for row in found.values() for median, quickest in row.values())
    sizes = Sizes(4, 8, 16)
    [alone] = recipes.train("alone", 1, sizes)
    both = recipes.train("data", 2, sizes)
    assert recipes.row("data", alone, both, recipes.least("data", 2, sizes, alone.parameters)).startswith("| data | ")
