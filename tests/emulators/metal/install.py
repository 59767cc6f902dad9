"""Two GPUs of the stand-in where pyobjc would be: `EMULATE=METAL` for a whole test run."""
from __future__ import annotations

from tests.emulators.metal.fake import FakeMetal


class MetalEmulator:
    """What a test run asks of an emulator."""

    def __init__(self) -> None:
        from heddle.runtime.support import metal_framework
        self.metal = FakeMetal(devices=2)
        metal_framework.load = self.metal.framework

    def faults(self) -> list[Exception]: return list(self.metal.faults)

    def revive(self) -> None:
        """Makes devices that a fault has lost usable again."""
        from heddle.device import Device
        for device in Device.opened():
            if device.name.startswith("METAL"): device.queue.lost = device.allocator.lost = None  # type: ignore[attr-defined]
