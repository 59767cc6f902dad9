"""Random graphs, scheduled, compiled and run, against NumPy. A failure's seed makes the same graph again."""
from __future__ import annotations

import numpy as np
import pytest

from heddle.engine.realize import run_linear
from heddle.schedule import create_schedule
from heddle.uop import UOp
from tests.schedule.random_graphs import Grower, fetch


def check(seed: int, steps: int, device: str = "CPU") -> None:
    grower = Grower(seed, device)
    grower.grow(steps)
    wanted = [p for p in grower.pool[-3:] if p.value.size]
    nodes = [p.node.contiguous() for p in wanted]
    schedule = create_schedule(UOp.sink(*nodes))
    run_linear(schedule.linear)
    for p, n in zip(wanted, nodes, strict=True):
        np.testing.assert_allclose(fetch(schedule.becomes[n]), p.value, rtol=1e-5, atol=1e-3, err_msg=f"seed {seed}")


@pytest.mark.parametrize("seed", range(60))
def test_random_graphs_equal_numpy(seed: int) -> None:
    check(seed, 8 + seed % 12)
