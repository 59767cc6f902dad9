"""The table of the demos by device: what it is made of, and that results which differ are no table."""
import pytest

from benchmarks.demos import Ran, difference, measure, section
from heddle import Context, Tensor

FIRST = Ran("CPU", 2.0, 14, 0.5, 0.25, 164, 2 << 20, [1.0, -2.0])


def test_a_row_says_what_a_step_costs():
    lines = section("encoder", [FIRST, Ran("CL", 4.0, 14, 1.5, 0.75, 164, 1 << 20, [1.0, -2.00005])]).splitlines()
    assert lines[-2] == "| CPU | 2 s | 14 | 500 ms | 250 ms | 164 | 2 MiB | 0.0e+00 of 0.0001 allowed |"
    assert lines[-1] == "| CL | 4 s | 14 | 1.5 s | 750 ms | 164 | 1 MiB | 5.0e-05 of 0.0001 allowed |"


def test_other_results_end_the_run():
    with pytest.raises(SystemExit, match=r"encoder on CL differs from CPU by 0.5; allowed are 0.0001"):
        section("encoder", [FIRST, Ran("CL", 4.0, 14, 1.5, 0.75, 164, 1 << 20, [1.0, -2.5])])


def test_losses_are_compared_by_their_size():
    assert difference("digits", [100.0], [101.0]) == pytest.approx(1 / 101) and difference("encoder", [100.0], [101.0]) == 1


def test_steps_that_compile_count_apart():
    with Context(DEV="CPU", CACHE=0):
        ran = measure("CPU", lambda: [(Tensor([1.0, 2.0, 3.5, 0.25, 8.0]) * 1.25 + 7).sum().item()], 2)
    assert ran.compiled == 1 and len(ran.result) == 3 and ran.kernels == 1 and ran.nbytes > 0 and 0 < ran.seconds < ran.first
