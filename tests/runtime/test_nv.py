"""What the NV runtime says where it cannot be used, and what it works out for launches; with a driver: test_nv_emulated.py."""
from __future__ import annotations

import errno
import os

import pytest

from heddle.device import Device
from heddle.errors import DeviceError
from heddle.runtime import ops_nv
from heddle.runtime.common.system import DeviceFile, System, system, use
from heddle.runtime.nv.program import carve_outs
from heddle.runtime.nv.resource_manager import CONTROL_FILE, NVError


class Files:
    """Linux with other files: those of `there` exist, and opening one fails."""

    def __init__(self, there: tuple[str, ...] = (), code: int = errno.EACCES) -> None:
        self._linux, self._there, self._code = system(), there, code

    def __getattr__(self, name: str) -> object: return getattr(self._linux, name)
    def exists(self, path: str) -> bool: return path in self._there

    def open(self, path: str, flags: int = os.O_RDWR) -> DeviceFile:
        raise OSError(self._code, os.strerror(self._code), path)


@pytest.fixture
def no_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    """No device is open yet."""
    for table in ("_opened", "_by_text"): monkeypatch.setattr(Device, table, {})


def without(*there: str) -> System: return Files(there)  # type: ignore[return-value]


def test_a_machine_without_the_driver() -> None:
    with use(without()): found = ops_nv.probe()
    assert not found.usable and not found.hardware and found.reason == f"there is no {CONTROL_FILE}"
    assert "release 535 or newer" in found.requires and "no interface PCI" in found.cure


def test_a_driver_that_this_user_may_not_use() -> None:
    with use(without(CONTROL_FILE)): found = ops_nv.probe()
    assert not found.usable and found.hardware
    assert found.reason.startswith("the driver cannot be used: ")
    assert "Permission denied" in found.reason and CONTROL_FILE in found.reason


def test_opening_says_why_not(no_devices: None) -> None:
    with use(without()), pytest.raises(DeviceError, match=r"NV cannot be used here: there is no /dev/nvidiactl"): Device["NV"]


def test_what_the_driver_refuses_in_words() -> None:
    assert str(NVError("a channel", 0x1A)) == "the driver refuses a channel: no resources are left (status 0x1a)"
    assert "for a reason that has no name here (status 0x7f)" in str(NVError("a channel", 0x7F))


def test_sizes_of_shared_memory() -> None:
    kib = {number: [size >> 10 for size in carve_outs(number)] for number in (80, 86, 87, 89, 90, 100, 120, 121)}
    assert kib[80] == kib[87] == [8, 16, 32, 64, 100, 132, 164]
    assert kib[86] == kib[89] == kib[120] == kib[121] == [8, 16, 32, 64, 100]
    assert kib[90] == kib[100] == [8, 16, 32, 64, 100, 132, 164, 196, 228]
