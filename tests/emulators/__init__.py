"""Devices that are not on this machine: `EMULATE=AMD`, `CUDA`, `METAL`, `NV` or `QCOM` has an emulator where the driver would be.

In: the name in the environment. Out: the device is found as if it were there. Always true: a test in which a kernel did something
wrong on an emulated device fails, and the next one finds the device whole again.
"""
from __future__ import annotations

import datetime
import functools
import os
import sys
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import pytest

#: the device that is emulated in this process; empty if none is
EMULATED = os.environ.get("EMULATE", "")
#: what the part of the suite that runs on emulated devices is drawn by: another every day, and the same for all runs of a day
SEED = int(os.environ.get("SAMPLE_SEED", f"{datetime.datetime.now(datetime.UTC):%Y%m%d}"))
#: the fixture `open_gpu`: (gpus=1, and fields of DeviceSpec) -> StandIn
OpenGPU = Callable[..., Any]


class Emulator(Protocol):
    """What a test run asks of an emulator."""

    def faults(self) -> list[Exception]:
        """What kernels did wrong, and faults of the emulator itself, oldest first."""
        ...

    def revive(self) -> None:
        """Makes devices that such a fault has lost usable again."""
        ...


class CUDAEmulator:
    """Two GPUs of the PTX emulator in the driver's place."""

    def __init__(self) -> None:
        from heddle.runtime.cuda import driver
        from tests.emulators.ptx.driver import StandIn
        self.standin = StandIn(devices=2)
        driver.load = lambda name: self.standin

    def faults(self) -> list[Exception]: return [*self.standin.internal_errors, *self.standin.faults]

    def revive(self) -> None:
        from heddle.device import Device
        self.standin.revive()
        for device in Device.opened():
            if (stream := getattr(device, "stream", None)) is not None: stream.lost = device.allocator.lost = None


def worker_command() -> list[str]:
    """In place of `crew.worker_command`: workers of a search that find the emulated devices too."""
    start = "from tests.emulators import install; install(); from heddle.engine.beam import worker; worker.main()"
    return [sys.executable, "-c", start]


def use_driver(monkeypatch: pytest.MonkeyPatch, load: Callable[[str], Any]) -> None:
    """For one test `load` finds the NVIDIA driver, and nothing is known yet of devices, kernels or graphs; all is back later."""
    from heddle.device import Device
    from heddle.engine import graph, launch
    from heddle.runtime.cuda import driver
    monkeypatch.setattr(driver, "load", load)
    for table in ("_opened", "_by_text"): monkeypatch.setattr(Device, table, {})
    for asked_once in ("library", "devices"):
        monkeypatch.setattr(driver, asked_once, functools.cache(getattr(driver, asked_once).__wrapped__))
    monkeypatch.setattr(launch, "runtime_cache", {})
    monkeypatch.setattr(graph, "graph_cache", weakref.WeakKeyDictionary())


def _metal() -> Emulator:
    from tests.emulators.metal.install import MetalEmulator
    return MetalEmulator()


def _amd() -> Emulator:
    from tests.emulators.amd.install import AMDEmulator
    return AMDEmulator()


def _nv() -> Emulator:
    from tests.emulators.nv.install import NVEmulator
    return NVEmulator()


def _qcom() -> Emulator:
    from tests.emulators.qcom.install import QCOMEmulator
    return QCOMEmulator()


_MADE_BY: dict[str, Callable[[], Emulator]] = {"AMD": _amd, "CUDA": CUDAEmulator, "METAL": _metal, "NV": _nv, "QCOM": _qcom}
#: devices that `EMULATE` can be
EMULATORS = tuple(sorted(_MADE_BY))


_installed: list[Emulator] = []  # which are in place for as long as the process lives


def install() -> Emulator | None:
    """Puts the emulator of `EMULATED` in its place."""
    if not EMULATED: return None
    if EMULATED not in _MADE_BY: raise ValueError(f"EMULATE={EMULATED}: there are emulators of {', '.join(EMULATORS)}")
    _installed.append(_MADE_BY[EMULATED]())
    return _installed[-1]
