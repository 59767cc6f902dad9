"""Overlap: collectives that are started as early as they can be, and waited for when nothing else is left to do.

Inputs: steps with what has to come before each. Outputs: their order, with each collective as two steps, its start and its wait, where
others run between them, and else as one. Invariants: starts keep the order of the collectives, which is the same on all ranks, and so
do waits; both halves have both buffers, so that these are not used for anything else between them. What runs in between is a matter
of each rank: no other rank notices.

Kernels that would come after a wait may run before it as long as they write no more new memory than the collectives under way hold:
so a schedule needs little more memory than one without overlap. A wait for whose result no kernel of the schedule asks comes last: all
kernels run before it anyway.
"""
from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import replace

from heddle.schedule.kernels import Step
from heddle.uop import Ops, UOp
from heddle.uop.args import START, WAIT, Collective


def is_collective(step: Step) -> bool: return step.what.op is Ops.COLLECTIVE


def in_halves(steps: Sequence[Step]) -> list[Step]:
    """`steps` with each collective as its start and, right behind that, its wait."""
    return [half for step in steps for half in (_halves(step) if is_collective(step) else (step,))]


def _halves(step: Step) -> tuple[Step, Step]:
    # the wait reads what is sent as well: nothing may be written over it before
    return replace(step, what=_in_phase(step, START), writes=[]), replace(step, what=_in_phase(step, WAIT))


def _in_phase(step: Step, phase: str) -> UOp: return step.what.replace(arg=step.what.arg._replace(phase=phase))


def phase_of(step: Step) -> str:
    """The phase of a collective's step."""
    what: Collective = step.what.arg
    return what.phase


def numbered(step: Step, number: int) -> Step:
    """The step of a collective with its position among those of its schedule: by it a wait finds what was started."""
    return replace(step, what=step.what.replace(arg=step.what.arg._replace(order=number)))


class Overlapped:
    """The order of steps with halves, of which those that are to come before each are `before`."""

    def __init__(self, steps: Sequence[Step], before: Sequence[set[int]]) -> None:
        self._steps = steps
        self._after: list[list[int]] = [[] for _ in steps]
        self._missing = [len(b) for b in before]
        for n, b in enumerate(before):
            for m in b: self._after[m].append(n)
        self._last = self._waits_without_readers()
        # those that may run now: starts, waits, and all others
        self._starts: list[int] = []
        self._waits: list[int] = []
        self._others: list[int] = []
        self._held = self._written = 0  # bytes of collectives under way; and of what was written before the next wait for no need
        self.order: list[int] = []
        for n, count in enumerate(self._missing):
            if count == 0: self._make_ready(n)
        while (n := self._next()) is not None:
            self.order.append(n)
            for m in self._after[n]:
                self._missing[m] -= 1
                if self._missing[m] == 0: self._make_ready(m)

    def _waits_without_readers(self) -> set[int]:
        """Those that nothing has to follow but others of them."""
        found: set[int] = set()
        for n in range(len(self._steps) - 1, -1, -1):
            if is_collective(self._steps[n]) and phase_of(self._steps[n]) == WAIT and found.issuperset(self._after[n]): found.add(n)
        return found

    @property
    def stuck(self) -> list[int]:
        """The steps that wait for each other."""
        return [n for n, count in enumerate(self._missing) if count]

    def _make_ready(self, n: int) -> None:
        heapq.heappush(self._others if not is_collective(self._steps[n]) else
                       self._starts if phase_of(self._steps[n]) == START else self._waits, n)

    def _next(self) -> int | None:
        """The next step; None at the end. A collective is started as soon as it can be, and waited for as late as memory allows:
        steps behind the wait come before it while they write no more than the collectives under way hold."""
        if self._starts:
            n = heapq.heappop(self._starts)
            self._held += _nbytes(self._steps[n])
            return n
        if self._waits and not (self._others and self._may_come_first(self._others[0], self._waits[0])):
            n = heapq.heappop(self._waits)
            self._held -= _nbytes(self._steps[n])
            self._written = 0
            return n
        return heapq.heappop(self._others) if self._others else None

    def _may_come_first(self, n: int, wait: int) -> bool:
        """Whether a step may run before a wait."""
        if n < wait or wait in self._last: return True
        written = sum(node.capacity * node.dtype.itemsize for node in self._steps[n].writes if node.op not in _IN_OTHER_MEMORY)
        if self._written + written > self._held: return False
        self._written += written
        return True


#: writes that need no memory of their own
_IN_OTHER_MEMORY = frozenset((Ops.ASSIGN, Ops.AFTER))


def _nbytes(step: Step) -> int: return sum(b.size * b.dtype.itemsize for b in step.buffers)


def joined_halves(steps: Sequence[Step]) -> list[Step]:
    """`steps` with each start that its wait follows at once as one step."""
    found: list[Step] = []
    for step in steps:
        if found and is_collective(step) and phase_of(step) == WAIT and is_collective(found[-1]) and _are_halves(found[-1], step):
            found[-1] = replace(step, what=_in_phase(step, ""))
        else: found.append(step)
    return found


def _are_halves(start: Step, wait: Step) -> bool: return phase_of(start) == START and start.what.arg.order == wait.what.arg.order
