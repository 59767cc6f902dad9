"""The mock as a whole: the operating system that a runtime of NVIDIA's kernel driver sees, and the cards behind it.

In: what `heddle.runtime.common.system.System` asks. Out: files of the driver, its texts, and work done while the program waits.
Always true: the clock goes on when the program sleeps, so time limits run out without waiting; nothing here calls the runtime.
"""
from __future__ import annotations

import ctypes
import errno
import itertools
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from heddle.runtime.common import system as linux

from ..ptx.errors import PtxError
from ..ptx.launch import Loaded
from ..ptx.memory import Memory
from .errors import Deadlock, Refused, Status
from .families import FAMILIES, Spec
from .files import Doorbell, MockFile, RMFile, UVMFile
from .gpu import GPU
from .objects import Client, Object
from .pages import Pages, munmap
from .rm import REGISTERS_SIZE
from .scheduler import Scheduler
from .stores import Stores, registers_of
from .structs import RELEASES, View, order
from .twins import Twin, Twins
from .uvm import UVM

PATIENCE = 50  # times the program sleeps with nothing getting on before a deadlock is reported
_WHILE_ASLEEP, _WHILE_LOOKING = 100_000, 8  # steps


@dataclass
class Injection:
    """A fault on order. status: RM's, or below zero an errno; keep: bytes of the answer that are left."""

    at: int
    status: int = 0
    keep: int | None = None


class NVMock:
    """An operating system with NVIDIA's driver. See README.md."""

    def __init__(self, specs: Sequence[Spec] = (Spec(FAMILIES["AD102"]),), version: str = RELEASES[3], seed: int = 1,
                 twins: Twins | None = None, raises_deadlock: bool = True, has_peers: bool = True,
                 has_nvlink: bool = False) -> None:
        self.version, self.release = version, order(version)
        self.pages, self.memory, self.twins = Pages(), Memory(), twins or Twins()
        self.gpus = [GPU(self, i, spec) for i, spec in enumerate(specs)]
        self.scheduler, self.stores = Scheduler(self, seed), Stores(self)
        self.raises_deadlock, self.has_peers, self.has_nvlink = raises_deadlock, has_peers, has_nvlink
        self.clients: dict[int, Client] = {}
        self.files: list[MockFile] = []
        self.doorbells: dict[int, tuple[GPU, int]] = {}
        self.faults: list[Exception] = []  # of GPUs, and what programs should not do
        self.refusals: list[str] = []
        self.errors_of_kernels: list[PtxError] = []
        self.calls: Counter[str] = Counter()
        self.launches: list[tuple[str, tuple[int, int, int], tuple[int, int, int]]] = []
        self.printed: list[str] = []
        self._injections: dict[str, list[Injection]] = {}
        self._loaded: dict[int, tuple[Twin, Loaded]] = {}
        self._handles, self._numbers = itertools.count(0xCAF00001), itertools.count(1000)
        self._skipped, self._idle = 0.0, 0

    # ---- faults on order
    def fail(self, what: str, status: int, at: int = 1) -> None:
        """The `at`th call from now on of an ioctl ("RM_ALLOC", "RM_ALLOC 0x40", "UVM_FREE"), "open PATH" or "mmap PATH" fails."""
        self._injections.setdefault(what, []).append(Injection(self.calls[what] + at, status))

    def truncate(self, what: str, keep: int, at: int = 1) -> None:
        """Of what the `at`th call answers (a control: its own structure) all but the first `keep` bytes are zero."""
        self._injections.setdefault(what, []).append(Injection(self.calls[what] + at, 0, keep))

    def lose(self, gpu: int, at_method: int) -> None:
        """A GPU is lost at that method from now on."""
        self.gpus[gpu].lose_at = self.gpus[gpu].methods + at_method

    def injected(self, name: str) -> Injection | None:
        """Counts a call. OSError, Refused, or how the answer is cut.

        Source: none: ordered by a test.
        """
        self.calls[name] += 1
        found = next((i for i in self._injections.get(name, ()) if i.at == self.calls[name]), None)
        if found is None or found.keep is not None: return found
        if found.status < 0: raise OSError(-found.status, f"{name}: {os.strerror(-found.status)}")
        raise Refused(Status(found.status), "ordered by the test")

    def serve(self, names: list[str], view: View, status: str, run: Callable[[], None], size: int) -> None:
        """One ioctl: its status comes into the structure. A call without a status that is refused is EIO.

        Source: escape.c: RmIoctl (a refusal is a status in the structure, or EINVAL).
        """
        cuts: list[Injection | None] = []
        try:
            cuts = [self.injected(name) for name in names]
            run()
            if status: view[status] = Status.OK
        except Refused as refused:
            self.refusals.append(f"{names[-1]}: {refused}")
            if not status: raise OSError(errno.EIO, refused.why) from refused
            view[status] = refused.status
        at, nbytes = (view["params"], view["paramsSize"]) if "paramsSize" in view and "cmd" in view else (view.address, size)
        for cut in cuts:
            if cut is not None and cut.keep is not None and cut.keep < nbytes: ctypes.memset(at + cut.keep, 0, nbytes - cut.keep)

    # ---- what is there
    def client(self, handle: int) -> Client:
        """Source: rs_server.c: serverGetClientUnderLock."""
        if handle not in self.clients: raise Refused(Status.INVALID_CLIENT, f"no client {handle:#x}")
        return self.clients[handle]

    def free_handle(self) -> int: return next(self._handles)
    def instance(self, gpu: GPU) -> int: return len(self.gpus) - 1 - gpu.index  # it is no minor number
    def path(self, gpu: GPU) -> str: return f"/dev/nvidia{gpu.minor}"

    def by_instance(self, instance: int) -> GPU:
        """Source: device.c: deviceConstruct_IMPL; gpu_mgr.c: gpumgrIsDeviceInstanceValid."""
        if instance >= len(self.gpus): raise Refused(Status.INVALID_CLASS, f"no device instance {instance}")
        self.check_lost(found := self.gpus[len(self.gpus) - 1 - instance])
        return found

    def check_lost(self, gpu: GPU) -> None:
        """Source: control.c: rmControl_Validate (API_GPU_ATTACHED_SANITY_CHECK); rmapi calls of a lost GPU are refused alike."""
        if gpu.is_lost: raise Refused(Status.GPU_IS_LOST, f"GPU {gpu.index} was lost")

    def rm_files(self) -> list[RMFile]: return [f for f in self.files if isinstance(f, RMFile)]
    def rm_file(self, number: int) -> RMFile | None: return next((f for f in self.rm_files() if f.number() == number), None)
    def is_open(self, gpu: GPU) -> bool: return any(f.gpu is gpu for f in self.rm_files())
    def control_numbers(self) -> list[int]: return [f.number() for f in self.rm_files() if f.gpu is None]

    def uvms(self) -> list[UVM]: return [f.uvm for f in self.files if isinstance(f, UVMFile)]

    def uvm_by_number(self, number: int) -> UVM | None:
        return next((f.uvm for f in self.files if isinstance(f, UVMFile) and f.number() == number), None)

    def loaded(self, twin: Twin) -> Loaded:
        """A twin's PTX in the emulator, once."""
        if id(twin) not in self._loaded: self._loaded[id(twin)] = (twin, Loaded(twin.ptx(), self.memory))
        return self._loaded[id(twin)][1]

    def free_object(self, client: Client, found: Object) -> None:
        """An object, after all below it."""
        for child in reversed(list(found.children)): self.free_object(client, child)
        if found.parent is not None and found in found.parent.children: found.parent.children.remove(found)
        client.objects.pop(found.handle, None)
        found.freed()

    def free_client(self, client: Client) -> None:
        self.free_object(client, client)
        self.clients.pop(client.handle, None)

    def revive(self) -> None:
        """Makes channels that a fault has stopped usable again, without what they had still to do."""
        for gpu in self.gpus:
            for channel in gpu.channels.values(): channel.revive()

    def close(self) -> None:
        """The end of the process that used it: nothing of it is left at any address."""
        for file in list(self.files): file.close()
        for h in list(self.pages.host): self.pages.unmap(h.start, h.size)
        for start, end in list(self.pages.reserved): self.pages.unmap(start, end - start)
        for at in list(self.doorbells): self.munmap(at, REGISTERS_SIZE)
        for _, loaded in self._loaded.values(): loaded.unload()

    def leaks(self) -> list[str]:
        """What was never freed or closed."""
        objects = [f"class {o.number:#x}, handle {o.handle:#x}" for c in self.clients.values() for o in c.objects.values()]
        ranges = [f"range at {r.start:#x}" for f in self.files if isinstance(f, UVMFile) and f.uvm.space for r in f.uvm.space.ranges]
        return [*objects, *ranges, *(f"file {f.path}" for f in self.files), *(f"mapping at {h.start:#x}" for h in self.pages.host)]

    # ---- System
    def open(self, path: str, flags: int = linux.READ_WRITE) -> linux.DeviceFile:
        """Source: nv.c: nvidia_open; uvm.c: uvm_open."""
        try: self.injected(f"open {path}")
        except Refused as refused: raise OSError(errno.EIO, refused.why) from refused
        gpu = next((g for g in self.gpus if self.path(g) == path), None)
        if gpu is not None and gpu.is_lost: raise OSError(errno.EIO, f"{path}: {os.strerror(errno.EIO)}")
        file: RMFile | UVMFile
        if path == "/dev/nvidia-uvm": file = UVMFile(self, path, next(self._numbers))
        elif path == "/dev/nvidiactl" or gpu is not None: file = RMFile(self, path, next(self._numbers), gpu)
        else: raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        self.files.append(file)
        return file

    def closed(self, file: MockFile) -> None:
        """A file's clients and ranges go with it."""
        self.files.remove(file)
        for client in [c for c in self.clients.values() if c.owner is file]: self.free_client(client)
        if isinstance(file, UVMFile): file.uvm.close()

    def _texts(self) -> dict[str, str]:
        version = f"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  {self.version}  Release Build\nGCC version:  gcc\n"
        texts = {"/proc/driver/nvidia/version": version, "/sys/module/nvidia/version": f"{self.version}\n",
                 "/proc/devices": "Character devices:\n195 nvidia\n195 nvidiactl\n511 nvidia-uvm\n\nBlock devices:\n"}
        for gpu in self.gpus:
            texts[f"/proc/driver/nvidia/gpus/{gpu.pci()}/information"] = (
                f"Model: \t\t {gpu.name()}\nGPU UUID: \t GPU-{UUID(bytes=gpu.uuid)}\n"
                f"Bus Location: \t {gpu.pci()}\nDevice Minor: \t {gpu.minor}\n")
            about = {"vendor": "0x10de", "device": f"{0x2000 + gpu.index:#06x}", "class": "0x030200", "numa_node": "-1"}
            for name, text in about.items():
                texts[f"/sys/bus/pci/devices/{gpu.pci()}/{name}"] = text + "\n"
        return texts

    def _paths(self) -> list[str]:
        return ["/dev/nvidiactl", "/dev/nvidia-uvm", *(self.path(g) for g in self.gpus), *self._texts()]

    def exists(self, path: str) -> bool: return any(p == path or p.startswith(path.rstrip("/") + "/") for p in self._paths())

    def list(self, path: str) -> list[str]:
        inside = (Path(p).relative_to(path) for p in self._paths() if p.startswith(path.rstrip("/") + "/"))
        return sorted({p.parts[0] for p in inside})

    def text(self, path: str) -> str:
        """Source: procfs."""
        if path not in (texts := self._texts()): raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return texts[path]

    def mmap(self, address: int, nbytes: int, protection: int, flags: int) -> int:
        return self.pages.reserve(address, nbytes, protection, flags)

    def munmap(self, address: int, nbytes: int) -> None:
        if self.doorbells.pop(address, None) is not None: munmap(address, nbytes)
        else: self.pages.unmap(address, nbytes)

    def registers(self, address: int, nbytes: int, width: int) -> linux.Registers:
        for at, (gpu, offset) in self.doorbells.items():
            if at <= address < at + REGISTERS_SIZE:
                assert width == 4, "usermode registers have 4 bytes"
                return Doorbell(gpu, offset + address - at)
        return registers_of(self, address, nbytes, width)

    def barrier(self) -> None: self.stores.fence()

    def now(self) -> float:
        """A program that looks at the clock may be waiting: GPUs get on a little."""
        self.scheduler.run(_WHILE_LOOKING)
        return time.perf_counter() + self._skipped

    def sleep(self, seconds: float) -> None:
        """GPUs get on; where none can, so much time has gone by."""
        if self.scheduler.run(_WHILE_ASLEEP):
            self._idle = 0
            return
        self._skipped += seconds
        self._idle += 1
        if self._idle >= PATIENCE and self.scheduler.is_stuck():
            self._idle = 0
            report = Deadlock("the program waits, and no channel can get on:\n" + self.scheduler.dump())
            self.faults.append(report)
            if self.raises_deadlock: raise report

    def run(self) -> None:
        """All that can be done now."""
        while self.scheduler.run(_WHILE_ASLEEP): pass
