"""The machine with an Adreno GPU in Linux' place: for a whole test run (`EMULATE=QCOM`), or for one test."""
from __future__ import annotations

import ctypes
import os
import weakref
from typing import Any

import pytest

from heddle.runtime.common import system
from heddle.settings import settings
from tests.emulators.qcom.models import A630, MODELS
from tests.emulators.qcom.system import QCOMSystem


def as_device(patch: pytest.MonkeyPatch, machine: QCOMSystem) -> QCOMSystem:
    """QCOM is `machine`, and is opened anew, with nothing loaded on it; the test forgets it at its end."""
    from heddle.device import Device
    from heddle.engine import graph, launch
    for table in ("_opened", "_by_text"): patch.setattr(Device, table, {})
    patch.setattr(launch, "runtime_cache", {})
    patch.setattr(graph, "graph_cache", weakref.WeakKeyDictionary())
    patch.setattr(system, "_systems", [machine.linux, machine])
    settings.renew()
    return machine


class QCOMEmulator:
    """What a test run asks of an emulator. EMULATE_CARD: the model."""

    def __init__(self) -> None:
        name = os.environ.get("EMULATE_CARD", A630.name)
        if name not in MODELS: raise ValueError(f"EMULATE_CARD={name}: there are {', '.join(MODELS)}")
        self.system = QCOMSystem(MODELS[name])
        self._in_place = system.use(self.system)
        self._in_place.__enter__()

    def end(self) -> None:
        """Puts back what was there before."""
        self._in_place.__exit__(None, None, None)

    def faults(self) -> list[Exception]: return list(self.system.driver.faults)

    def revive(self) -> None:
        """Makes a device that a fault has lost usable again: what it waited for counts as done, and kernels are loaded anew."""
        from heddle.device import Device
        from heddle.engine import graph, launch
        launch.runtime_cache.clear()
        graph.graph_cache.clear()
        settings.renew()
        self.system.driver.revive()
        for device in Device.opened():
            if not device.name.startswith("QCOM"): continue
            gpu: Any = device.gpu  # type: ignore[attr-defined]
            gpu.timeline.lost = device.allocator.lost = None
            gpu.compute.timestamp = 0
            ctypes.c_uint64.from_address(gpu.timeline.done.address).value = gpu.timeline.submitted
