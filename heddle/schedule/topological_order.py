"""Topological order of steps: a step runs after its inputs are written and before they are overwritten.

Inputs: steps with the versions they read and write.
Outputs: the same steps in an order that keeps both promises, as close as can be to the order in which they came. Versions: a piece
of memory as it was, or the ASSIGN that changed it.
"""
from __future__ import annotations

import heapq
from itertools import pairwise

from heddle.errors import InternalError
from heddle.schedule.kernels import Step
from heddle.schedule.overlap import Overlapped, in_halves, is_collective, joined_halves, numbered, phase_of
from heddle.schedule.rewrites import assigned_memory
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.args import WAIT


def version_written_over(assign: UOp) -> UOp:
    """The version that `assign` replaces: the ASSIGN under its target, or the memory itself."""
    node = assign.src[0]
    while node.op in GroupOp.MOVEMENT or node.op is Ops.BITCAST: node = node.src[0]
    return node


def _memory(version: UOp) -> UOp:
    """The memory of which a version is a part, as of what is copied; others stand for themselves."""
    while version.op is Ops.BUFFER_VIEW: version = version.src[0]
    return version


def order_steps(steps: list[Step], overlap: int = 0) -> list[Step]:
    """`steps` in a legal order. overlap: the most collectives that may be under way while kernels run."""
    if overlap: steps = in_halves(steps)
    writer = {node: n for n, step in enumerate(steps) for node in step.writes}
    readers: dict[UOp, list[int]] = {}
    for n, step in enumerate(steps):
        for version in step.reads: readers.setdefault(_memory(version), []).append(n)
    before: list[set[int]] = [set() for _ in steps]
    for n, step in enumerate(steps):
        before[n] |= {writer[v] for v in step.reads if v in writer}
        for node in step.writes:
            if node.op is not Ops.ASSIGN: continue
            old = version_written_over(node)
            before[n] |= set(readers.get(_memory(old), ()))
            if old in writer: before[n].add(writer[old])
            if old.op is not Ops.ASSIGN and old is not assigned_memory(node): raise InternalError("an ASSIGN lost its memory")
        before[n].discard(n)
    collectives = sorted([n for n, step in enumerate(steps) if is_collective(step)], key=lambda n: steps[n].what.arg.order)
    starts = [n for n in collectives if phase_of(steps[n]) != WAIT]
    for earlier, later in pairwise(starts): before[later].add(earlier)  # as on the other ranks
    if not overlap or not starts: return [steps[n] for n in _in_order(before)]
    waits = [n for n in collectives if phase_of(steps[n]) == WAIT]
    for earlier, later in pairwise(waits): before[later].add(earlier)
    for start, wait in zip(starts, waits, strict=True): before[wait].add(start)
    for wait, later in zip(waits, starts[overlap:], strict=False): before[later].add(wait)
    for number, halves in enumerate(zip(starts, waits, strict=True)):
        for n in halves: steps[n] = numbered(steps[n], number)
    return _overlapped(steps, before)


def _overlapped(steps: list[Step], before: list[set[int]]) -> list[Step]:
    found = Overlapped(steps, before)
    if len(found.order) != len(steps): raise OrderCycle(found.stuck)
    return joined_halves([steps[n] for n in found.order])


def _in_order(before: list[set[int]]) -> list[int]:
    """Step numbers, each after those in `before`; of those that are ready, the first. OrderCycle if some wait for each other.
    (Kahn, 1962)"""
    after: list[list[int]] = [[] for _ in before]
    waits = [len(b) for b in before]
    for n, b in enumerate(before):
        for m in b: after[m].append(n)
    ready = [n for n, w in enumerate(waits) if w == 0]
    heapq.heapify(ready)
    out: list[int] = []
    while ready:
        out.append(n := heapq.heappop(ready))
        for m in after[n]:
            waits[m] -= 1
            if waits[m] == 0: heapq.heappush(ready, m)
    if len(out) != len(before): raise OrderCycle([n for n, w in enumerate(waits) if w])
    return out


class OrderCycle(InternalError):
    """The error of cyclic steps: a value is needed both before and after it is overwritten."""

    def __init__(self, stuck: list[int]) -> None:
        super().__init__(f"{len(stuck)} steps wait for each other")
        self.stuck = stuck
