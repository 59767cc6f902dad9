"""Rescaled reductions: sums of exponentials that go on while the maximum in their exponent still grows (online softmax).

Inputs: a maximum of rows, what it is the greatest of, and the summands of later reductions along the same axis:

    m = max_k x(k),  s = sum_k exp2(c * (x(k) - m)) * w(k)

Outputs: how the sum changes with the maximum: s at a maximum b is s at the maximum a, times exp2(c * (a - b)).
Invariants: c is positive, so no exponential is above 1, whatever the maximum was when it was computed; summands are proportional to
one such exponential, and nothing else in them depends on the maximum.
"""
from __future__ import annotations

import math
from collections.abc import Mapping

from heddle.lazy_dataclass import dataclass
from heddle.uop.ops import Ops
from heddle.uop.uop import UOp


@dataclass(frozen=True)
class Rescaling:
    """A maximum, and the exponential that sums are proportional to."""

    maximum: UOp
    exponential: UOp
    difference: UOp  # the part of its exponent that subtracts the maximum

    def factor(self, before: UOp, after: UOp) -> UOp:
        """What a sum at the maximum `before` is multiplied by to be one at the maximum `after`."""
        return self.exponential.substitute({self.difference: before.alu(Ops.SUB, after)})


@dataclass(frozen=True)
class Step:
    """In which loop over all elements something is summed, and how it is rescaled in that if it is."""

    number: int
    rescaling: Rescaling | None = None


def steps_of(summands: Mapping[UOp, UOp]) -> dict[UOp, Step]:
    """The step of each reduction, given in dependency order with what is reduced: after those of the reductions that it needs, or
    with a maximum that it is rescaled by."""
    steps: dict[UOp, Step] = {}
    for reduction, summand in summands.items():
        below = summand.toposort()
        needed = {r: step.number for r, step in steps.items() if r in below}
        first = max(needed.values(), default=-1) + 1
        steps[reduction] = Step(first)
        for maximum, number in needed.items():
            others = max((n for r, n in needed.items() if r is not maximum), default=-1)
            found = find_rescaling(maximum, summands[maximum], summand) if reduction.arg is Ops.ADD and others < number else None
            if found is not None: steps[reduction] = Step(number, found)
    return steps


def find_rescaling(maximum: UOp, score: UOp, summand: UOp) -> Rescaling | None:
    """How a sum of `summand` changes with the `maximum` of `score`; None if that is not by a factor."""
    if maximum.arg is not Ops.MAX or (exponential := _exponential_of(summand, maximum)) is None: return None
    difference = _difference(exponential.src[0])
    return Rescaling(maximum, exponential, difference) if difference.op is Ops.SUB and difference.src == (score, maximum) else None


def _exponential_of(value: UOp, maximum: UOp) -> UOp | None:
    """The exponential that `value` is proportional to, if nothing else in it depends on the maximum."""
    while True:
        parts = [s for s in value.src if maximum in s.toposort()]
        if value.op is Ops.EXP2: return value
        is_scaled = value.op in (Ops.CAST, Ops.MUL, Ops.NEG) or (value.op is Ops.FDIV and value.src[0] in parts)
        is_chosen = value.op is Ops.WHERE and value.src[0] not in parts and any(_is_zero(s) for s in value.src[1:])
        if len(parts) != 1 or not value.dtype.is_float() or not (is_scaled or is_chosen): return None
        value = parts[0]


def _is_zero(x: UOp) -> bool: return x.op is Ops.CONST and x.arg == 0


def _difference(exponent: UOp) -> UOp:
    """An exponent without the positive constants that multiply it."""
    while exponent.op is Ops.MUL and exponent.src[1].op is Ops.CONST and 0 < exponent.src[1].arg < math.inf: exponent = exponent.src[0]
    return exponent
