"""The machine with AMD GPUs in Linux' place: for a whole test run (`EMULATE=AMD`, two GPUs), or for one test."""
from __future__ import annotations

import ctypes
import os
import weakref
from typing import Any

import pytest

from heddle.runtime.common import system
from heddle.settings import settings
from tests.emulators.amd.rdna import execute
from tests.emulators.amd.system import AMDSystem
from tests.emulators.amd.topology import GPU, RDNA2, RDNA3, RDNA4


def card(arch: str) -> GPU:
    """The card of that architecture. ValueError, with those there are, if there is none."""
    known = {gpu.arch: gpu for gpu in (RDNA2, RDNA3, RDNA4)}
    if arch not in known: raise ValueError(f"EMULATE_CARD={arch}: there are {', '.join(known)}")
    return known[arch]


def as_device(patch: pytest.MonkeyPatch, machine: AMDSystem) -> AMDSystem:
    """AMD is `machine`, and is opened anew, with nothing loaded on it; the test forgets it at its end."""
    from heddle.device import Device
    from heddle.engine import graph, launch
    for table in ("_opened", "_by_text"): patch.setattr(Device, table, {})
    patch.setattr(launch, "runtime_cache", {})
    patch.setattr(graph, "graph_cache", weakref.WeakKeyDictionary())
    patch.setattr(system, "_systems", [machine.linux, machine])
    settings.renew()
    return machine


class AMDEmulator:
    """What a test run asks of an emulator. The order of work is another every day, and the same for all runs of a day.

    EMULATE_CARD: the architecture of both GPUs. Caches keep what packets do not tell them to give.
    """

    def __init__(self) -> None:
        from tests.emulators import SEED
        gpu = card(os.environ.get("EMULATE_CARD", RDNA3.arch))
        self.system = AMDSystem((gpu, gpu), execute, SEED)
        self.system.machine.has_caches = True
        self._in_place = system.use(self.system)
        self._in_place.__enter__()

    def end(self) -> None:
        """Puts back what was there before."""
        self._in_place.__exit__(None, None, None)

    def faults(self) -> list[Exception]: return list(self.system.machine.faults)

    def revive(self) -> None:
        """Makes devices that a fault has lost usable again: what they waited for counts as done, and kernels are loaded anew.

        Copies that were under way are lost, those of code too.
        """
        from heddle.device import Device
        from heddle.engine import graph, launch
        launch.runtime_cache.clear()
        graph.graph_cache.clear()
        settings.renew()
        self.system.machine.revive()
        for device in Device.opened():
            if not device.name.startswith("AMD"): continue
            gpu: Any = device.gpu  # type: ignore[attr-defined]
            gpu.kfd.faults.clear()
            gpu.timeline.lost = device.allocator.lost = None
            ctypes.c_uint64.from_address(gpu.timeline.done.address).value = gpu.timeline.submitted
