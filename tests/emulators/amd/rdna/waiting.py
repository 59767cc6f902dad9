"""Registers that loads are still to fill: the counters of s_waitcnt.

In: what was issued and what was waited for. Out: NotWaitedFor when a register is used too early. Always true: values are in the
registers as soon as a load is issued, but nobody may use them before a wait says so. Vector loads come back in order, and so do
those of local memory; scalar loads come back in any order, so only a wait for all of them counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .decode import VGPR, Instr, register
from .errors import NotWaitedFor

if TYPE_CHECKING:
    from .waves import Waves

Array = np.ndarray
#: the counters: vector memory, local memory, scalar memory
VM, LDS, SCALAR = range(3)


class Waiting:
    """What is under way, per wave."""

    def __init__(self, waves: Waves) -> None:
        self.waves = waves
        self.issued: list[Array] = [np.zeros((waves.count, 1), np.int64) for _ in range(3)]
        self.done: list[Array] = [np.zeros((waves.count, 1), np.int64) for _ in range(3)]
        self.due: dict[int, list[tuple[int, Array]]] = {}  # operand number -> counter, and the count that completes it

    def issue(self, counters: tuple[int, ...], registers: range) -> None:
        """A load of these registers (operand numbers) has been issued by the active waves."""
        for c in counters:
            self.issued[c] = self.issued[c] + self.waves.active
            due = np.where(self.waves.active, self.issued[c], 0)
            for r in registers:
                self.due.setdefault(r, []).append((c, due))

    def wait(self, counter: int, left: int) -> None:
        """The active waves wait until at most `left` are under way."""
        if counter == SCALAR and left:
            return
        reached = np.where(self.waves.active, self.issued[counter] - left, 0)
        self.done[counter] = done = np.maximum(self.done[counter], reached)
        for r in list(self.due):
            rest = [(c, due) for c, due in self.due[r] if c != counter or (due > done).any()]
            if rest:
                self.due[r] = rest
            else:
                del self.due[r]

    def check(self, i: Instr, registers: frozenset[int]) -> None:
        """NotWaitedFor if the active waves may not touch one of these yet."""
        for r in registers & self.due.keys():
            for c, due in self.due[r]:
                if ((due > self.done[c]) & self.waves.active).any():
                    counter = ("vmcnt", "lgkmcnt", "lgkmcnt")[c]
                    kind = "vector" if r >= VGPR else "scalar"
                    raise NotWaitedFor(
                        f"at {i.pc:#x}: {i}: {register(r)} is used before s_waitcnt {counter} says that the {kind} register "
                        "has been loaded"
                    )
