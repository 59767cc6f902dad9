"""docs/examples/restart.py: a rank dies, the others end, and the next start goes on from the last checkpoint."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.distributed.launching import launch, needs_mpi

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = (ROOT / "docs" / "examples" / "restart.py").read_text()
#: rank 1 dies in step 6
DIES = EXAMPLE.replace("    optimizer.zero_grad()\n", "    if step == 6 and distributed.rank() == 1: os.kill(os.getpid(), 9)\n"
                                                     "    optimizer.zero_grad()\n")


def losses(text): return {int(step): float(loss) for step, loss in re.findall(r"step (\d+) loss (\S+)", text)}


@needs_mpi
@pytest.mark.parametrize(("count", "then"), [(2, 2), pytest.param(4, 2, marks=pytest.mark.slow)])
def test_training_goes_on_after_a_rank_died(tmp_path, count, then):
    path = {"PYTHONPATH": str(ROOT)}
    whole = losses(launch(tmp_path, 1, EXAMPLE, str(tmp_path / "whole"), **path).checked().said)
    assert sorted(whole) == list(range(12))
    assert DIES != EXAMPLE
    first = launch(tmp_path, count, DIES, str(tmp_path / "parts"), **path)
    assert first.status != 0
    assert re.search(r"DistributedError: rank 0 on .* rank 1 on \S+ \(process \d+\) has died", first.said), first.said
    assert "Start again from the last checkpoint" in first.said
    second = launch(tmp_path, then, EXAMPLE, str(tmp_path / "parts"), **path).checked()
    before, after = losses(first.said), losses(second.said)
    assert sorted(before) == list(range(6)) and sorted(after) == list(range(4, 12)), "from the checkpoint of step 4 on"
    for found in (before, after): assert found == pytest.approx({step: whole[step] for step in found}, rel=1e-4)


def test_the_page_shows_the_loop():
    assert "until heddle launch -n 4 restart.py checkpoints" in (ROOT / "docs" / "several-processes.md").read_text()
