"""Random programs: each call through a TinyJit equals a plain call, however arguments, states and results share memory.

A failure names its seed: `check(seed)` makes it again.
"""
from __future__ import annotations

import random
import warnings

import pytest

from heddle import Tensor, TinyJit
from heddle.errors import HeddleWarning, JitError
from tests.tensor.random_programs import Program, call, tensors_in, values_in

CALLS = 7  # one plain, one that captures, five replays


def run(seed: int, jit: bool) -> tuple[list, list]:
    """What each call shows, and what results and built values hold at the end; replays may refuse, and then stop."""
    Tensor.manual_seed(seed)
    program, rng, shown, kept = Program(seed), random.Random(seed + 1), [], []
    fn = TinyJit(program.__call__) if jit else program
    for turn in range(CALLS):
        try: built, *seen = call(fn, program, rng, turn)
        except JitError: return shown, []
        shown.append(values_in(seen))
        kept += tensors_in([built, seen[0]])
    return shown, values_in(kept)


def check(seed: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HeddleWarning)
        plain, replayed = run(seed, False), run(seed, True)
    for turn, (a, b) in enumerate(zip(*(x[0] for x in (plain, replayed)), strict=False)): assert a == b, f"seed {seed}, call {turn}"
    if len(replayed[0]) == CALLS: assert plain[1] == replayed[1], f"seed {seed}, afterwards"


@pytest.mark.parametrize("seed", range(15))
def test_random_programs(seed: int) -> None: check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(40, 2000, 140))
def test_many_random_programs(first: int) -> None:
    for seed in range(first, first + 140): check(seed)
