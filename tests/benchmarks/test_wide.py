"""The wide benchmark: every row is a formula, and a row is measured and compared."""
import time

import pytest

from benchmarks import wide
from heddle import Context, Tensor


@pytest.mark.parametrize("name", wide.ROWS)
def test_every_row_is_a_formula(name):
    row = wide.ROWS[name]
    with Context(DEV="NULL"): assert row.ours(*[Tensor.empty(*shape) for shape in row.shapes]).numel()


@pytest.mark.parametrize("row", [wide.same(lambda a, b: a.T @ b, (7, 5), (7, 6)), wide.conv((1, 2, 5, 6), (3, 2, 3, 3), padding=1),
                                 wide.transposed((1, 2, 5, 6), (2, 3, 3, 3), stride=2), wide.moves()["move, mirrored"]])
def test_both_are_timed_and_compared(row):
    found = wide.measure(row, 0.01, time.perf_counter)
    assert found.ours > 0 and found.theirs > 0 and found.ratio > 0 and found.difference < 1e-5
