"""The stand-in where pyobjc would be: for a whole test run (`EMULATE=METAL`, two GPUs), or for one test."""
from __future__ import annotations

import pytest

from heddle.runtime.metal import framework
from tests.emulators.metal.fake import FakeMetal


def install(patch: pytest.MonkeyPatch, fake: FakeMetal) -> FakeMetal:
    """Makes `fake` the framework of the process; the test forgets it at its end."""
    patch.setattr(framework, "load", fake.framework)
    framework.forget()
    return fake


def as_device(patch: pytest.MonkeyPatch, fake: FakeMetal) -> FakeMetal:
    """The same, and METAL is opened anew, with nothing loaded on it."""
    from heddle.device import Device
    registry = type(Device)()
    patch.setattr("heddle.device.Device._opened", registry._opened)
    patch.setattr("heddle.device.Device._by_text", registry._by_text)
    patch.setattr("heddle.engine.launch.runtime_cache", {})
    return install(patch, fake)


class MetalEmulator:
    """What a test run asks of an emulator."""

    def __init__(self) -> None:
        self.metal = FakeMetal(devices=2)
        framework.load = self.metal.framework

    def faults(self) -> list[Exception]: return list(self.metal.faults)

    def revive(self) -> None:
        """Makes devices that a fault has lost usable again."""
        from heddle.device import Device
        for device in Device.opened():
            if device.name.startswith("METAL"): device.queue.lost = device.allocator.lost = None  # type: ignore[attr-defined]
