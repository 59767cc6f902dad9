"""The mock where the operating system would be: for a whole test run (`EMULATE=NV`, two GPUs), or for one test."""
from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from heddle.device import Device
from heddle.runtime.common import system
from heddle.runtime.cuda.nvrtc import NVRTCCompiler
from heddle.runtime.cuda.ptxas import PTXASCompiler
from heddle.runtime.nv import driver
from heddle.settings import cache_folder
from tests.emulators.nv import FAMILIES, NVMock, Spec
from tests.emulators.nv.twins import Twins


def ptx_of_cuda(compiler: NVRTCCompiler, source: str) -> str:
    """What the same compiler makes of the same source."""
    return NVRTCCompiler(compiler.arch, to_ptx=True).compile(source).rstrip(b"\0").decode()


def ptx_itself(compiler: PTXASCompiler, source: str) -> str: return source


def watched(twins: Twins) -> Callable[[], None]:
    """Twins of all that heddle's compilers make from now on; what ends it."""
    ends = [twins.watch(NVRTCCompiler, ptx_of_cuda), twins.watch(PTXASCompiler, ptx_itself)]

    def end() -> None:
        for one in ends: one()

    return end


def twins_of_this_run() -> Twins:
    """Those of all processes that share the cache."""
    return Twins(lambda: Path(cache_folder()) / "twins")


@contextmanager
def as_device(patch: pytest.MonkeyPatch, family: str = "AD102", gpus: int = 1, spec: Spec | None = None,
              **options: Any) -> Iterator[NVMock]:
    """NV is GPUs of the mock (of that `spec`, if there is one), of which nothing is known yet; all is back at the end."""
    registry = type(Device)()
    patch.setattr("heddle.device.Device._opened", registry._opened)
    patch.setattr("heddle.device.Device._by_text", registry._by_text)
    patch.setattr("heddle.engine.launch.runtime_cache", {})
    mock = NVMock([spec or Spec(FAMILIES[family])] * gpus, twins=twins_of_this_run(), **options)
    end = watched(mock.twins)
    try:
        with system.use(mock): yield mock
    finally:
        end()
        driver.forget()
        mock.close()


class NVEmulator:
    """What a test run asks of an emulator."""

    def __init__(self) -> None:
        """EMULATE_CARD: the family of both GPUs."""
        family = os.environ.get("EMULATE_CARD", "AD102")
        if family not in FAMILIES: raise ValueError(f"EMULATE_CARD={family}: there are {', '.join(FAMILIES)}")
        self.mock = NVMock([Spec(FAMILIES[family])] * 2, twins=twins_of_this_run())
        watched(self.mock.twins)
        self._use = system.use(self.mock)  # for as long as this object lives
        self._use.__enter__()

    def faults(self) -> list[Exception]: return list(self.mock.faults)

    def revive(self) -> None:
        """Makes devices that a fault has lost usable again."""
        self.mock.revive()
        for device in Device.opened():
            if not device.name.startswith("NV"): continue
            timeline: Any = device.queue.timeline  # type: ignore[attr-defined]
            ctypes.c_uint64.from_address(timeline.done.address).value = timeline.submitted
            timeline.lost = device.allocator.lost = None
