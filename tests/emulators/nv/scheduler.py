"""Who gets on next: one thing of one channel at a time, drawn by a seed.

In: channels. Out: their next steps, done. Always true: with the same seed and the same program the order is the same; where nothing
can get on and something is left to do, there is a report.
"""
from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .channel import Channel
    from .mock import NVMock


class Scheduler:
    """Steps of all channels of all GPUs."""

    def __init__(self, mock: NVMock, seed: int) -> None:
        self.mock, self.random = mock, random.Random(seed)

    def channels(self) -> list[Channel]:
        return [c for gpu in self.mock.gpus if not gpu.is_lost for c in gpu.channels.values()]

    def step(self) -> bool:
        """One step. Whether there was one."""
        choices: list[Callable[[], None]] = [c for channel in self.channels() if not channel.is_idle() for c in channel.choices()]
        if not choices: return False
        self.random.choice(choices)()
        return True

    def run(self, steps: int) -> bool:
        """Up to so many. Whether there was any."""
        for done in range(steps):
            if not self.step(): return done > 0
        return True

    def is_stuck(self) -> bool:
        """Whether something is left to do."""
        return any(not channel.is_idle() for channel in self.channels())

    def dump(self) -> str: return "\n".join(channel.dump() for channel in self.channels())
