"""The second 1,000 of the random functions of test_replay_fuzz.py, in long runs only."""
from __future__ import annotations

import pytest

from tests.tensor.replay_programs import check_many


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 2000, 200))
def test_replays_equal_numpy(first: int) -> None: check_many(first, 200)
