"""Graphs as deep as users make them: no recursion in depth, whatever the recursion limit."""
from __future__ import annotations

import sys

import pytest

from heddle import Tensor


@pytest.mark.parametrize("length", [5_000, 40_000, pytest.param(200_000, marks=pytest.mark.slow)])
def test_a_long_chain_is_built_scheduled_and_run(length: int) -> None:
    assert sys.getrecursionlimit() <= 1000
    x = Tensor([1.0, 2.0])
    for step in range(length // 2): x = x * -1.0 + float(step % 3)
    value = [1.0, 2.0]
    for step in range(length // 2): value = [-v + step % 3 for v in value]
    assert x.tolist() == value
