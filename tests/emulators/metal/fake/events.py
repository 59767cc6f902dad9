"""MTLSharedEvent: a number that queues and the host wait for."""
from __future__ import annotations

from typing import TYPE_CHECKING

from tests.emulators.metal.fake.objects import Object

if TYPE_CHECKING:
    from tests.emulators.metal.fake.device import Device


class SharedEvent(Object):
    """Queues of any device may signal it and wait for it."""

    def __init__(self, device: Device) -> None:
        super().__init__(device)
        self._value = 0

    def signaledValue(self) -> int: return self._value

    def waitUntilSignaledValue_timeoutMS_(self, value: int, milliseconds: int) -> bool:
        self._metal.run(lambda: self._value >= value)
        return self._value >= value

    def _signal(self, value: int) -> None:
        self._check(value > self._value, f"the value goes from {self._value} back to {value}")
        self._value = value
