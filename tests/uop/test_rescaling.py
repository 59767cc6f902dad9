"""Which sums are rescaled as a maximum grows, and by what."""
from __future__ import annotations

import math

import pytest

from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rescaling import Step, find_rescaling, steps_of

KEY = UOp.range(64, AxisType.REDUCE, 0)
X, W = (UOp(Ops.DEFINE_LOCAL, dtypes.float32, (), (n, 64)).index(KEY).load() for n in range(2))
MOST = X.reduce(Ops.MAX, KEY)
P = ((X - MOST) * 1.5).alu(Ops.EXP2)
ZERO = UOp.const(dtypes.float32, 0.0)


@pytest.mark.parametrize("summand", [
    P, (X - MOST).alu(Ops.EXP2), P * W, W * P, P.alu(Ops.FDIV, W), P.alu(Ops.NEG), (KEY < 5).where(P, ZERO),
    (KEY < 5).where(ZERO, P * W), P.cast(dtypes.float16), ((X - MOST) * 1.5 * 2.0).alu(Ops.EXP2)])
def test_sums_that_are_proportional_to_an_exponential(summand: UOp) -> None:
    found = find_rescaling(MOST, X, summand)
    assert found is not None and found.difference is X - MOST
    a, b = (UOp(Ops.DEFINE_REG, dtypes.float32, (), n) for n in range(2))
    factor = found.factor(a, b)
    assert factor.op is Ops.EXP2 and a - b in factor.toposort() and MOST not in factor.toposort()


@pytest.mark.parametrize(("why", "summand"), [
    ("it grows with the maximum", ((X - MOST) * -1.5).alu(Ops.EXP2)),
    ("not of the same score", ((X * 2.0 - MOST) * 1.5).alu(Ops.EXP2)),
    ("the maximum is less itself", (MOST - X).alu(Ops.EXP2)), ("there is another exponential", P * P), ("a maximum more", P * MOST),
    ("a sum with something else", P + W), ("divided by it", W.alu(Ops.FDIV, P)), ("a condition", (P < W).where(P, ZERO)),
    ("another value than 0", (KEY < 5).where(P, W)), ("no exponential", X - MOST), ("infinite", ((X - MOST) * math.inf).alu(Ops.EXP2)),
    ("nothing of it", W)])
def test_sums_that_are_not(why: str, summand: UOp) -> None:
    assert find_rescaling(MOST, X, summand) is None, why


def test_only_maxima_and_sums() -> None:
    least = X.reduce(Ops.ADD, KEY)
    assert find_rescaling(least, X, (X - least).alu(Ops.EXP2)) is None
    product = P.reduce(Ops.MUL, KEY)
    assert steps_of({MOST: X, product: P}) == {MOST: Step(0), product: Step(1)}


def test_steps() -> None:
    """A sum comes with its maximum, unless it needs another reduction of the same step."""
    total, mean = P.reduce(Ops.ADD, KEY), X.reduce(Ops.ADD, KEY)
    both, later = (P * mean).reduce(Ops.ADD, KEY), (P * total).reduce(Ops.ADD, KEY)
    steps = steps_of({MOST: X, mean: X, total: P, both: P * mean, later: P * total})
    assert [(s.number, s.rescaling is not None) for s in steps.values()] == [
        (0, False), (0, False), (0, True), (1, False), (1, False)]
