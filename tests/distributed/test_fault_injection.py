"""A sample of random faults in real runs; all of them among the slow tests: see `fault_injection.py`."""
from __future__ import annotations

import pytest

from tests.distributed.fault_injection import SAID, Fault, inject, wrong
from tests.distributed.launching import needs_mpi

pytestmark = needs_mpi

#: one kind of a lost rank and one of a rank that does something else
SAMPLE = (0, 8)


@pytest.mark.parametrize("seed", [n if n in SAMPLE else pytest.param(n, marks=pytest.mark.slow) for n in range(200)])
def test_every_survivor_ends_in_time_and_names_the_fault(tmp_path, seed):
    fault = Fault.drawn(seed)
    run = inject(fault, tmp_path)
    assert not wrong(fault, run), f"{fault}\n{run.said}"


def test_every_kind_of_fault_is_drawn():
    assert {Fault.drawn(seed).kind for seed in range(200)} == set(SAID)
