"""Barriers of a block (bar, barrier), and polls that must wait for somebody else (mbarrier.try_wait)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from .errors import BarrierMisuse

if TYPE_CHECKING:
    from .syntax import Instr
    from .wave import Wave

Array = np.ndarray
Resume = Callable[["Wave", Array], None]  # what the released lanes do before they go on


@dataclass
class Arrival:
    """Lanes that wait at one instruction."""

    ins: Instr
    mask: Array
    next_pc: int
    aligned: bool
    resume: Resume | None


@dataclass
class Barrier:
    """One of a block's sixteen; `expected` is a number of threads, 0 for all of them."""

    arrivals: list[Arrival] = field(default_factory=list)
    arrived: Array | None = None  # threads per block, waiting or not
    expected: int = 0


class Barriers:
    def __init__(self, wave: Wave):
        self.wave = wave
        self.table: dict[int, Barrier] = {}
        self.polls: dict[int, tuple[Instr, Array]] = {}
        self.lacking: dict[int, str] = {}  # what those at a poll wait for
        self.retried = False

    def waiting(self) -> list[tuple[Instr, Array]]:
        found = [(a.ins, a.mask) for b in self.table.values() for a in b.arrivals if a.mask.any()]
        return found + [(ins, mask) for ins, mask in self.polls.values() if mask.any()]

    # -- bar and barrier
    def arrive(self, number: int, expected: int, arrival: Arrival, wait: bool) -> None:
        """The active lanes reach barrier `number`; with `wait` they stay until `expected` threads have."""
        x = self.wave
        barrier = self.table.get(number)
        if barrier is None and wait and not expected and x.whole and x.live_count == x.groups * x.threads:
            self._go(arrival, x.mask)
            return
        barrier = barrier or Barrier(arrived=np.zeros(x.groups, np.int64), expected=expected)
        self.table[number] = barrier
        if barrier.expected != expected:
            raise x.fault(BarrierMisuse, f"barrier {number} is used with {expected} and with {barrier.expected} threads")
        assert barrier.arrived is not None
        barrier.arrived = barrier.arrived + self.threads_per_block(arrival.mask, bool(expected))
        if wait:
            barrier.arrivals.append(arrival)
        else:
            x.push(arrival.next_pc, arrival.mask)
        self._complete(number, barrier)

    def threads_per_block(self, mask: Array, padded: bool) -> Array:
        """How many threads arrived; with a count, a warp's missing lanes count too, as the unit is the warp."""
        x = self.wave
        if padded:
            warps = mask.reshape(-1, 32)
            lacking = (x.thread_of >= x.threads).reshape(-1, 32) & warps.any(axis=1, keepdims=True)
            mask = (warps | lacking).reshape(-1)
        return mask.reshape(x.groups, x.padded).sum(axis=1)

    def _complete(self, number: int, barrier: Barrier) -> None:
        x = self.wave
        arrived = barrier.arrived
        assert arrived is not None
        needed = barrier.expected or x.threads
        if (arrived > needed).any():
            raise x.fault(BarrierMisuse, f"{int(arrived.max())} threads arrive at barrier {number}, which expects {needed}")
        done = arrived == needed
        if not done.any():
            return
        lanes = done[x.block_of]
        self._check_aligned(barrier, lanes)
        going = [(a, a.mask & lanes) for a in barrier.arrivals]
        for a in barrier.arrivals:
            a.mask = a.mask & ~lanes
        barrier.arrivals = [a for a in barrier.arrivals if a.mask.any()]
        arrived[done] = 0
        if not arrived.any():
            del self.table[number]
        for arrival, mask in going:
            if mask.any():
                self._go(arrival, mask)

    def _go(self, arrival: Arrival, mask: Array) -> None:
        self.wave.meet(mask)
        if arrival.resume is not None:
            x = self.wave
            x.enter(mask, int(np.count_nonzero(mask)))
            arrival.resume(x, mask)
        self.wave.push(arrival.next_pc, mask)

    def _check_aligned(self, barrier: Barrier, lanes: Array) -> None:
        """All lanes of a warp must have reached an .aligned barrier at one and the same instruction."""
        x = self.wave
        together: dict[int, tuple[Instr, Array]] = {}  # by instruction: parts of a warp that came one after the other meet there
        for a in barrier.arrivals:
            if a.aligned:
                before = together.get(id(a.ins), (a.ins, np.zeros(x.n, bool)))[1]
                together[id(a.ins)] = a.ins, before | (a.mask & lanes)
        for ins, mask in together.values():
            here = mask.reshape(-1, 32)
            split = here.any(axis=1) & ((x.live.reshape(-1, 32) & ~here).any(axis=1))
            if split.any():
                bad = (x.live.reshape(-1, 32) & split[:, None]).reshape(-1)
                text = "a warp reaches an aligned barrier divided: not all of its threads at this instruction"
                raise BarrierMisuse(text, x.where(ins, np.flatnonzero(bad)))

    # -- polls
    def poll_again(self, pc: int, ins: Instr, mask: Array, lacking: str) -> None:
        """These lanes wait at pc for something that others must do first; they are retried when nobody else can run."""
        self.lacking[pc] = lacking
        have = self.polls.get(pc)
        self.polls[pc] = (ins, mask if have is None else have[1] | mask)

    def progress(self) -> None:
        """Somebody changed what polls look at."""
        self.retried = False

    def retry(self) -> bool:
        """Let the polls look once more; False when they did and nothing has changed since."""
        if not self.polls or self.retried:
            return False
        self.retried = True
        for pc, (_, mask) in self.polls.items():
            self.wave.push(pc, mask)
        self.polls.clear()
        return True
