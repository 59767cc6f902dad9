"""The machine with AMD GPUs in Linux' place: for a whole test run (`EMULATE=AMD`, two GPUs), or for one test."""
from __future__ import annotations

import ctypes
import weakref
from typing import Any

import pytest

from heddle.runtime.support import system
from heddle.settings import settings
from tests.emulators.amd.rdna import execute
from tests.emulators.amd.system import AMDSystem
from tests.emulators.amd.topology import RDNA3


def as_device(patch: pytest.MonkeyPatch, machine: AMDSystem) -> AMDSystem:
    """AMD is `machine`, and is opened anew, with nothing loaded on it; the test forgets it at its end."""
    from heddle.device import Device
    from heddle.engine import graph, realize
    for table in ("_opened", "_by_text"): patch.setattr(Device, table, {})
    patch.setattr(realize, "runtime_cache", {})
    patch.setattr(graph, "graph_cache", weakref.WeakKeyDictionary())
    patch.setattr(system, "_systems", [machine.linux, machine])
    settings.renew()
    return machine


class AMDEmulator:
    """What a test run asks of an emulator. The order of work is another every day, and the same for all runs of a day."""

    def __init__(self) -> None:
        from tests.emulators import SEED
        self.system = AMDSystem((RDNA3, RDNA3), execute, SEED)
        self._in_place = system.use(self.system)
        self._in_place.__enter__()

    def faults(self) -> list[Exception]: return list(self.system.machine.faults)

    def revive(self) -> None:
        """Makes devices that a fault has lost usable again: what they waited for counts as done."""
        from heddle.device import Device
        self.system.machine.revive()
        for device in Device.opened():
            if not device.name.startswith("AMD"): continue
            gpu: Any = device.gpu  # type: ignore[attr-defined]
            gpu.kfd.faults.clear()
            gpu.timeline.lost = device.allocator.lost = None
            ctypes.c_uint64.from_address(gpu.timeline.done.address).value = gpu.timeline.submitted
