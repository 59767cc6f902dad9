"""Random graphs, scheduled, compiled and run, against NumPy. A failure's seed makes the same graph again."""
from __future__ import annotations

import numpy as np
import pytest

from heddle.engine.execute import run_linear
from heddle.schedule import create_schedule
from heddle.uop import Ops, UOp
from tests.schedule.random_graphs import Assigner, Grower, fetch

CLOSE = {"rtol": 1e-5, "atol": 1e-3}


def check(seed: int, steps: int, device: str = "CPU") -> None:
    grower = Grower(seed, device)
    grower.grow(steps)
    wanted = [p for p in grower.pool[-3:] if p.value.size]
    nodes = [p.node.contiguous() for p in wanted]
    schedule = create_schedule(UOp.sink(*nodes))
    run_linear(schedule.linear)
    for p, n in zip(wanted, nodes, strict=True):
        np.testing.assert_allclose(fetch(schedule.becomes[n]), p.value, **CLOSE, err_msg=f"seed {seed}")


def check_assigns(seed: int, steps: int, device: str = "CPU") -> None:
    """Values asked for and every memory written to, all in one schedule."""
    grower = Assigner(seed, device)
    grower.grow(steps)
    wanted = [p for p in grower.pool[-4:] if p.value.size and p.node.op not in (Ops.ASSIGN, Ops.BUFFER)]
    nodes, values = [p.node.contiguous() for p in wanted], [p.value for p in wanted]
    roots = [*nodes, *grower.assigns]
    grower.rng.shuffle(roots)
    schedule = create_schedule(UOp.sink(*roots))
    run_linear(schedule.linear)
    for node, value in zip(nodes, values, strict=True):
        np.testing.assert_allclose(fetch(schedule.becomes[node]), value, **CLOSE, err_msg=f"seed {seed}")
    for buffer, p in zip(grower.buffers, grower.memories, strict=True):
        np.testing.assert_allclose(fetch(buffer).reshape(p.value.shape), p.value, **CLOSE, err_msg=f"seed {seed}, memory")


@pytest.mark.parametrize("seed", range(60))
def test_random_graphs_equal_numpy(seed: int) -> None:
    check(seed, 8 + seed % 12)


@pytest.mark.parametrize("seed", range(40))
def test_random_assignments_equal_numpy(seed: int) -> None:
    check_assigns(seed, 3 + seed % 9)


@pytest.mark.parametrize("seed", range(500, 512))
def test_the_interpreter_agrees(seed: int) -> None:
    check(seed, 6, "PYTHON")
    check_assigns(seed, 4, "PYTHON")
