"""Trace of rewrites, step by step.

Inputs: code that rewrites graphs, run inside `trace_rewrites()`.
Outputs: a `Rewriting` for each call of `graph_rewrite`, with its steps.
Invariants: nothing is kept outside the block, and rewriting gives the same graph with and without a trace.
"""
from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from heddle.uop.rewrite import RuleFunction, watcher
from heddle.uop.uop import UOp


class RewriteStep(NamedTuple):
    """`rule` made `after` of `before`."""

    before: UOp
    after: UOp
    rule: RuleFunction


@dataclass(eq=False)
class Rewriting:
    """One call of `graph_rewrite`. `by` is the function that called it; `result` is None if it raised."""

    by: str
    root: UOp
    result: UOp | None = None
    steps: list[RewriteStep] = field(default_factory=list[RewriteStep])


def _caller() -> str:
    """The function that called `graph_rewrite`, which called `Trace.begin`, which called this."""
    return sys._getframe(3).f_code.co_name  # pyright: ignore[reportPrivateUsage]  the documented way to a frame


class Trace:
    """The rewritings so far, in the order in which they began."""

    def __init__(self) -> None:
        self.rewritings: list[Rewriting] = []
        self._open: list[Rewriting] = []

    def begin(self, root: UOp) -> None:
        """A call of `graph_rewrite` began."""
        self._open.append(Rewriting(_caller(), root))
        self.rewritings.append(self._open[-1])

    def applied(self, before: UOp, after: UOp, rule: RuleFunction) -> None:
        self._open[-1].steps.append(RewriteStep(before, after, rule))

    def end(self, result: UOp) -> None:
        self._open.pop().result = result

    def take(self) -> list[Rewriting]:
        """The rewritings since the last call."""
        taken, self.rewritings = self.rewritings, []
        return taken


@contextmanager
def trace_rewrites() -> Generator[Trace]:
    """Traces every `graph_rewrite` inside the block, in this thread or task."""
    trace = Trace()
    token = watcher.set(trace)
    try: yield trace
    finally: watcher.reset(token)
