"""The time of the mock: it passes as on the host, and at once where the host sleeps."""
from __future__ import annotations

from heddle.runtime.common.system import System

#: ticks of the GPU's counter in a second, on current cards
GPU_HZ = 100_000_000


class Clock:
    """Seconds, as the host sees them."""

    def __init__(self, host: System) -> None:
        self._host = host
        self._slept = 0.0

    def now(self) -> float: return self._host.now() + self._slept
    def sleep(self, seconds: float) -> None: self._slept += max(seconds, 0.0)
    def ticks(self) -> int: return int(self.now() * GPU_HZ)
