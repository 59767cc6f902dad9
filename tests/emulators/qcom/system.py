"""The operating system of a machine with an Adreno GPU: implements heddle.runtime.common.system.System.

In: paths and calls of a runtime. Out: /dev/kgsl-3d0 as Linux has it. Always true: memory is that of this process; the GPU gets on when
the host reads a signal, asks for the time, sleeps, or waits in the driver.
"""
from __future__ import annotations

import errno
import os
import threading
from typing import Any

from heddle.runtime.common.system import READ_WRITE, DeviceFile, Registers, System, system
from tests.emulators.qcom.driver import Driver, refuse
from tests.emulators.qcom.errors import Misuse
from tests.emulators.qcom.models import A630, Model

KGSL = "/dev/kgsl-3d0"


class QCOMSystem:
    """A machine with one GPU of this model. `refusal`: the error of opening the driver's file; None if it opens."""

    def __init__(self, model: Model = A630, room: int = 4 << 30) -> None:
        self.linux: System = _linux()
        self.driver = Driver(model, self.linux, room)
        self.lock = threading.RLock()
        self.refusal: int | None = None

    def open(self, path: str, flags: int = READ_WRITE) -> DeviceFile:
        if path != KGSL: raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if self.refusal is not None: raise OSError(self.refusal, os.strerror(self.refusal), path)
        if flags & 3 != os.O_RDWR: raise Misuse(f"{path} is opened with flags {flags:#o}, not for reading and writing")
        return _File(self, path)

    def exists(self, path: str) -> bool: return path == KGSL
    def list(self, path: str) -> list[str]: return []
    def text(self, path: str) -> str: raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)

    def mmap(self, address: int, nbytes: int, protection: int, flags: int) -> int:
        return self.linux.mmap(address, nbytes, protection, flags)

    def munmap(self, address: int, nbytes: int) -> None:
        with self.lock: self.driver.host_unmaps(address, nbytes)
        self.linux.munmap(address, nbytes)

    def registers(self, address: int, nbytes: int, width: int) -> Registers:
        return _Watched(self, self.linux.registers(address, nbytes, width))

    def barrier(self) -> None: self.linux.barrier()

    def now(self) -> float:
        with self.lock: self.driver.run()
        return self.linux.now()

    def sleep(self, seconds: float) -> None:
        with self.lock:
            if self.driver.run(): return
        self.linux.sleep(seconds)


def _linux() -> System:
    found = system()
    while isinstance(found, QCOMSystem): found = found.linux
    return found


class _Watched:
    """Registers of which each read lets the GPU get on."""

    def __init__(self, owner: QCOMSystem, registers: Registers) -> None: self._owner, self._registers = owner, registers

    def __getitem__(self, index: int) -> int:
        with self._owner.lock: self._owner.driver.run()
        return self._registers[index]

    def __setitem__(self, index: int, value: int) -> None: self._registers[index] = value


class _File:
    """The open driver."""

    def __init__(self, owner: QCOMSystem, path: str) -> None:
        self.path, self._owner, self._is_open = path, owner, True

    def ioctl(self, request: int, argument: Any) -> int:
        with self._owner.lock:
            if not self._is_open: raise refuse(errno.EBADF, f"{self.path} was closed")
            return self._owner.driver.ioctl(request, argument)

    def mmap(self, address: int, nbytes: int, protection: int, flags: int, offset: int = 0) -> int:
        with self._owner.lock: return self._owner.driver.map(address, nbytes, offset)

    def read(self, nbytes: int, offset: int = 0) -> bytes: raise refuse(errno.EINVAL, f"{self.path} is not read")
    def write(self, data: bytes, offset: int = 0) -> int: raise refuse(errno.EINVAL, f"{self.path} is not written")
    def wait(self, seconds: float) -> bool: raise refuse(errno.EINVAL, f"{self.path} is not waited for")
    def number(self) -> int: raise Misuse("KGSL's file has no use for its number")
    def close(self) -> None: self._is_open = False
