"""The operating system of a machine with AMD GPUs: implements heddle.runtime.common.system.System.

In: paths and calls of a runtime. Out: /dev/kfd, render nodes and the topology, as Linux has them. Always true: memory is mapped for
the host by Linux itself, at the address that was asked for; time passes as on the host, and at once where the host sleeps; cards
get on when the host sleeps, asks for the time or an event, or reads a register.
"""
from __future__ import annotations

import ctypes
import errno
import os
import struct
import threading
from typing import Any

from heddle.runtime.common.system import (
    MAP_SHARED,
    PROT_EXEC,
    PROT_NONE,
    READ_WRITE,
    DeviceFile,
    Registers,
    System,
    system,
)
from tests.emulators.amd import interface as calls
from tests.emulators.amd.clock import GPU_HZ, Clock
from tests.emulators.amd.dispatch import Execute
from tests.emulators.amd.driver import Driver, Order
from tests.emulators.amd.errors import Misuse
from tests.emulators.amd.events import refuse
from tests.emulators.amd.machine import Machine
from tests.emulators.amd.memory import Store
from tests.emulators.amd.topology import GPU, RDNA3, render_path, sysfs

KFD = "/dev/kfd"
_DEVICE_INFO, _MEMORY_INFO = 0x16, 0x19
#: a nap of the host's processor while nothing gets on, so that other threads of the program do
_NAP = 2e-5


class AMDSystem:
    """A machine with these GPUs. execute: runs kernels. seed: draws the order of work. files: of sysfs, by path."""

    def __init__(self, gpus: tuple[GPU, ...], execute: Execute, seed: int = 0) -> None:
        self.gpus = gpus
        self.linux: System = _linux()
        self.lock = threading.RLock()
        self.machine = Machine(gpus, Clock(self.linux), execute, seed)
        self.driver = Driver(self.machine, Store(self.linux))
        self.files = sysfs(gpus)
        self._numbers = 1 << 20
        self._doorbells: list[int] = []  # addresses of mappings

    # ---- faults on order

    def fail(self, name: str, code: int, after: int = 0) -> None:
        """The next request of that name (or "open PATH", "mmap PATH") fails with `code`, or the one after so many that go through."""
        self.driver.orders[name] = Order(after, code)

    def lose(self, gpu: int, packet: int) -> None:
        """A card is lost at its n-th packet from now on."""
        card = self.machine.cards[gpu]
        card.lose_at = card.packets + packet

    # ---- System

    def open(self, path: str, flags: int = READ_WRITE) -> DeviceFile:
        with self.lock:
            if not self.exists(path): raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
            self.driver.obey(f"open {path}")
            self._numbers += 1
            if path in self.files: return _Text(path, self.files[path])
            if flags & 3 != os.O_RDWR: raise Misuse(f"{path} is opened with flags {flags:#o}, not for reading and writing")
            self.driver.files[self._numbers] = path
            return _Driver(self, path, self._numbers) if path == KFD else _Render(self, path, self._numbers)

    def exists(self, path: str) -> bool:
        return path in self._devices() or path in self.files or bool(self.list(path))

    def _devices(self) -> list[str]: return [KFD, *(render_path(i) for i in range(len(self.gpus)))]

    def list(self, path: str) -> list[str]:
        folder = path.rstrip("/") + "/"
        return sorted({name[len(folder):].split("/")[0] for name in (*self.files, *self._devices()) if name.startswith(folder)})

    def text(self, path: str) -> str:
        if path not in self.files: raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        self.driver.obey(f"open {path}")
        return self.files[path]

    def mmap(self, address: int, nbytes: int, protection: int, flags: int) -> int:
        return self.linux.mmap(address, nbytes, protection, flags)

    def munmap(self, address: int, nbytes: int) -> None:
        with self.lock:
            self._doorbells = [a for a in self._doorbells if not address <= a < address + nbytes]
            self.driver.memories.host_unmaps(address, nbytes)
            self.linux.munmap(address, nbytes)

    def registers(self, address: int, nbytes: int, width: int) -> Registers:
        is_doorbell = any(a <= address < a + calls.DOORBELL_BYTES for a in self._doorbells)
        return _Watched(self, self.linux.registers(address, nbytes, width), width if is_doorbell else 0)

    def barrier(self) -> None: self.linux.barrier()

    def now(self) -> float:
        with self.lock:
            self.machine.run()
            return self.machine.clock.now()

    def sleep(self, seconds: float) -> None:
        with self.lock:
            self.machine.clock.sleep(seconds)
            if self.machine.run(): return
            self.machine.idle()
        self.linux.sleep(min(seconds, _NAP))

    # ---- what its files do

    def map_file(self, name: str, place: int, address: int, nbytes: int, protection: int, flags: int) -> int:
        """Maps a piece of the store for the host."""
        self.driver.obey(f"mmap {name}")
        if protection & PROT_EXEC: raise refuse(errno.EPERM, "memory of a GPU is not executed by the host")
        if not flags & MAP_SHARED and protection != PROT_NONE: raise refuse(errno.EINVAL, "a private mapping of a device")
        found = self.driver.store.file.mmap(address, nbytes, protection, flags, place)
        if nbytes == calls.DOORBELL_BYTES and name == KFD: self._doorbells.append(found)
        return found

    def info(self, index: int, args: Any) -> None:
        """AMDGPU_INFO of a render node."""
        gpu = self.gpus[index]
        used = self.driver.memories.used(index)
        if args.query == _DEVICE_INFO: data = _device_info(gpu)
        elif args.query == _MEMORY_INFO: data = _memory_info(gpu, used)
        else: raise refuse(errno.EINVAL, f"AMDGPU_INFO has no query {args.query:#x}")
        ctypes.memmove(args.to, data, min(args.size, len(data)))


def _linux() -> System:
    found = system()
    while isinstance(found, AMDSystem): found = found.linux
    return found


def _device_info(gpu: GPU) -> bytes:
    words = (gpu.device, 0, 0, 0, gpu.family, gpu.engines, gpu.arrays_per_engine, GPU_HZ // 1000)
    head = struct.pack("<8IQQII", *words, 2500000, 1249000, gpu.cus, 0)
    return (head.ljust(144, b"\0") + struct.pack("<QQ", 0x200000, 0x800000000000)).ljust(440, b"\0")


def _memory_info(gpu: GPU, used: int) -> bytes:
    seen = gpu.vram if gpu.large_bar else 256 << 20
    heaps = ((gpu.vram, used), (seen, 0), (32 << 30, 0))  # VRAM, what the host sees of it, GTT
    return b"".join(struct.pack("<4Q", total, total, in_use, total * 3 // 4) for total, in_use in heaps)


class _Watched:
    """Registers of which each read lets the cards get on. doorbells: their width in bytes, if they are some."""

    def __init__(self, owner: AMDSystem, registers: Registers, doorbells: int) -> None:
        self._owner, self._registers, self._doorbells = owner, registers, doorbells

    def __getitem__(self, index: int) -> int:
        with self._owner.lock:
            self._owner.machine.run()
            return self._registers[index]

    def __setitem__(self, index: int, value: int) -> None:
        if self._doorbells not in (0, 8): raise Misuse(f"a doorbell is written by {self._doorbells} bytes; they have 8")
        self._registers[index] = value


class _File:
    """What all open files have in common."""

    def __init__(self, owner: AMDSystem, path: str, number: int) -> None:
        self.path = path
        self._owner, self._number = owner, number
        self._is_open = True

    def ioctl(self, request: int, argument: Any) -> int:
        with self._owner.lock:
            if not self._is_open: raise refuse(errno.EBADF, f"{self.path} was closed")
            return self._ioctl(request, argument)

    def mmap(self, address: int, nbytes: int, protection: int, flags: int, offset: int = 0) -> int:
        with self._owner.lock:
            if not self._is_open: raise refuse(errno.EBADF, f"{self.path} was closed")
            place = self._place(offset & (1 << 64) - 1, nbytes, protection)
            return self._owner.map_file(self.path, place, address, nbytes, protection, flags)

    def _ioctl(self, request: int, argument: Any) -> int: raise NotImplementedError
    def _place(self, offset: int, nbytes: int, protection: int) -> int: raise NotImplementedError

    def read(self, nbytes: int, offset: int = 0) -> bytes: raise refuse(errno.EINVAL, f"{self.path} is not read")
    def write(self, data: bytes, offset: int = 0) -> int: raise refuse(errno.EINVAL, f"{self.path} is not written")
    def wait(self, seconds: float) -> bool: raise refuse(errno.EINVAL, f"{self.path} is not waited for")
    def number(self) -> int: return self._number

    def close(self) -> None:
        self._is_open = False
        self._owner.driver.files.pop(self._number, None)


class _Driver(_File):
    def _ioctl(self, request: int, argument: Any) -> int: return self._owner.driver.ioctl(request, argument)
    def _place(self, offset: int, nbytes: int, protection: int) -> int: return self._owner.driver.place(offset, nbytes)


class _Render(_File):
    @property
    def _index(self) -> int: return [render_path(i) for i in range(len(self._owner.gpus))].index(self.path)

    def _ioctl(self, request: int, argument: Any) -> int:
        if request != calls.request(calls.Info, "d"): raise refuse(errno.ENOTTY, f"there is no request {request:#x}")
        if ctypes.sizeof(argument) != ctypes.sizeof(calls.Info): raise Misuse(f"AMDGPU_INFO with {ctypes.sizeof(argument)} bytes")
        self._owner.driver.obey(calls.Info.__name__)
        self._owner.info(self._index, calls.Info.from_buffer_copy(argument))
        return 0

    def _place(self, offset: int, nbytes: int, protection: int) -> int:
        return self._owner.driver.memories.place(self._index, offset, nbytes, protection != PROT_NONE)


class _Text:
    """A file of sysfs."""

    def __init__(self, path: str, text: str) -> None: self.path, self._text = path, text.encode()
    def ioctl(self, request: int, argument: Any) -> int: raise refuse(errno.ENOTTY, f"{self.path} takes no requests")

    def mmap(self, address: int, nbytes: int, protection: int, flags: int, offset: int = 0) -> int:
        raise refuse(errno.ENODEV, self.path)

    def read(self, nbytes: int, offset: int = 0) -> bytes: return self._text[offset:offset + nbytes]
    def write(self, data: bytes, offset: int = 0) -> int: raise refuse(errno.EACCES, f"{self.path} is not written")
    def wait(self, seconds: float) -> bool: return True
    def number(self) -> int: raise refuse(errno.EBADF, self.path)
    def close(self) -> None: ...


def one_gpu(execute: Execute, gpu: GPU = RDNA3, seed: int = 0) -> AMDSystem:
    """A machine with one card."""
    return AMDSystem((gpu,), execute, seed)
