"""Kernels of devices that take few buffers: what is packed, and that results stay the same."""
from __future__ import annotations

import numpy as np
import pytest

from heddle.dtype import dtypes
from heddle.engine.execute import run_linear
from heddle.schedule import create_schedule
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.uop import Ops, UOp
from tests.schedule.graphs import fetch, normal, stored


def run(most: int, *nodes: UOp) -> tuple[list[np.ndarray], list[int]]:
    """Values of the nodes, and how many buffers each kernel has."""
    schedule = create_schedule(UOp.sink(*nodes), lambda device: SchedulingCapabilities(most))
    run_linear(schedule.linear)
    return [fetch(schedule.becomes[n]) for n in nodes], [len(c.src) - 1 for c in schedule.linear.src]


def mixed() -> tuple[UOp, np.ndarray]:
    """Five inputs of five formats."""
    rng = np.random.default_rng(0)
    a, b = normal(4, 9), normal(9, seed=1)
    c, d = rng.integers(-9, 9, (4, 9)), rng.integers(0, 255, (4, 1)).astype(np.uint8)
    flag = rng.random((4, 9)) < 0.5
    x = stored(a) * stored(b).broadcast_to((4, 9)) + stored(c).cast(dtypes.float32) + stored(d).expand((4, 9)).cast(dtypes.float32)
    wanted = np.where(flag, a * b + c.astype(np.float32) + d, a)
    return stored(flag).where(x, stored(a)).contiguous(), wanted


@pytest.mark.parametrize("most", [2, 3, 4, 6])
def test_inputs_of_all_formats_are_packed_until_they_fit(most: int) -> None:
    node, wanted = mixed()
    (got,), counts = run(most, node)
    np.testing.assert_allclose(got, wanted, rtol=1e-6)
    assert max(counts) <= most


def test_without_need_nothing_is_packed() -> None:
    assert run(7, mixed()[0])[1] == [7]


def test_rows_picked_by_an_index_that_is_packed() -> None:
    table, index = normal(6, 5), np.array([5, 0, -1, 7, 3], np.int64)
    node = (stored(table).gather(stored(index)) + stored(normal(5, 5, seed=2))).contiguous()
    (got,), counts = run(2, node)
    rows = np.where(((index >= 0) & (index < 6))[:, None], table[index.clip(0, 5)], 0)
    np.testing.assert_allclose(got, rows + normal(5, 5, seed=2), rtol=1e-6)
    assert max(counts) == 2


def test_what_is_written_in_place_stays() -> None:
    x, y, z = stored(normal(8)), stored(normal(8, seed=1)), stored(normal(8, seed=2))
    node = x.assign(x * y + z)
    _, counts = run(2, node)
    np.testing.assert_allclose(fetch(x), normal(8) * normal(8, seed=1) + normal(8, seed=2), rtol=1e-6)
    assert max(counts) == 2
    assert node.op is Ops.ASSIGN


def test_several_outputs_become_kernels_of_their_own_where_there_is_no_room() -> None:
    a, b = stored(normal(8)), stored(normal(8, seed=1))
    first = a.assign(a * 0.5 + b)
    second = b.assign(first * 2)
    together, apart = run(24, second, first)[1], None
    a, b = stored(normal(8)), stored(normal(8, seed=1))
    first = a.assign(a * 0.5 + b)
    second = b.assign(first * 2)
    _, apart = run(2, second, first)
    assert len(together) <= len(apart) and max(apart) <= 2
    np.testing.assert_allclose(fetch(b), normal(8) + 2 * normal(8, seed=1), rtol=1e-6)
