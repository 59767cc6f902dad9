"""A small program that drives the mock by hand, for its tests: opens GPUs, allocates, makes queues, submits words.

Written from the sources that the mock names, and not from heddle's runtime: nothing of heddle but the file layer takes part.
"""
from __future__ import annotations

import ctypes
import struct
from typing import Any

from heddle.runtime.common.system import (
    MAP_FIXED,
    MAP_NORESERVE,
    MAP_PRIVATE,
    MAP_SHARED,
    PROT_NONE,
    PROT_READ,
    PROT_WRITE,
)
from tests.emulators.amd import interface as calls
from tests.emulators.amd.dispatch import Dispatch, Memory
from tests.emulators.amd.memory import EXECUTABLE, GTT, PUBLIC, VRAM, WRITABLE
from tests.emulators.amd.system import KFD, AMDSystem
from tests.emulators.amd.topology import GPU, PAGE, RDNA3, gpu_id, render_path

HOST = GTT | WRITABLE | EXECUTABLE | 1 << 28 | 1 << 26  # no substitute, coherent
DEVICE = VRAM | WRITABLE | EXECUTABLE | 1 << 28
COMPUTE, SDMA = 0, 1
RING = 4 * PAGE


class Program:
    """One process on a machine with these GPUs. launches: what was executed."""

    def __init__(self, gpus: tuple[GPU, ...] = (RDNA3,), seed: int = 0) -> None:
        self.launches: list[Dispatch] = []
        self.system = AMDSystem(gpus, self.execute, seed)
        self.kfd = self.system.open(KFD)
        self.render = [self.system.open(render_path(i)) for i in range(len(gpus))]
        self.handles: dict[int, int] = {}
        for i in range(len(gpus)): self.call(calls.AcquireVM, file=self.render[i].number(), gpu_id=gpu_id(i))

    def execute(self, dispatch: Dispatch, memory: Memory) -> None:
        """A kernel in the mock's hands: adds one to the number that USER_DATA_0 and 1 point at, and remembers the launch."""
        self.launches.append(dispatch)
        at = dispatch.registers.get("USER_DATA_1", 0) << 32 | dispatch.registers.get("USER_DATA_0", 0)
        if at: memory.write(at, struct.pack("<I", struct.unpack("<I", memory.read(at, 4))[0] + 1))

    def call(self, kind: type[calls.Arguments], **fields: int) -> Any:
        """A request; its structure as it came back."""
        args = kind(**fields)
        assert self.kfd.ioctl(calls.request(kind), args) == 0
        return args

    def reserve(self, nbytes: int) -> int:
        """Addresses that nothing else has."""
        return self.system.mmap(0, nbytes, PROT_NONE, MAP_PRIVATE | MAP_NORESERVE)

    def alloc(self, nbytes: int = PAGE, flags: int = HOST, gpu: int = 0, others: tuple[int, ...] = ()) -> int:
        """Address of memory that is mapped to the GPU, to others, and to the host if it may see it."""
        va = self.reserve(nbytes)
        made = self.call(calls.AllocMemory, va=va, size=nbytes, gpu_id=gpu_id(gpu), flags=flags)
        self.map(made.handle, gpu, *others)
        self.handles[va] = made.handle
        if flags & GTT or flags & PUBLIC:
            at = self.render[gpu].mmap(va, nbytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, made.offset)
            assert at == va
        return va

    def map(self, handle: int, *gpus: int, unmap: bool = False) -> Any:
        """Maps it to GPUs, or unmaps it."""
        ids = (ctypes.c_uint32 * len(gpus))(*(gpu_id(i) for i in gpus))
        kind = calls.UnmapMemory if unmap else calls.MapMemory
        return self.call(kind, handle=handle, ids=ctypes.addressof(ids), count=len(gpus))

    def free(self, va: int, gpu: int = 0) -> None:
        """Gives memory back."""
        self.map(self.handles[va], gpu, unmap=True)
        self.call(calls.FreeMemory, handle=self.handles.pop(va))

    def queue(self, kind: int = COMPUTE, gpu: int = 0, **changed: int) -> HandQueue:
        """A new queue; `changed` fields of the request."""
        return HandQueue(self, kind, gpu, changed)

    def wait(self) -> None:
        """Lets the cards do all they can."""
        for _ in range(64): self.system.sleep(0.001)


class HandQueue:
    """A ring, its pointers and its doorbell."""

    def __init__(self, program: Program, kind: int, gpu: int, changed: dict[str, int]) -> None:
        self.program, self.kind = program, kind
        card = program.system.gpus[gpu]
        self.ring, self.write_pointer, self.read_pointer = (program.alloc(n, gpu=gpu) for n in (RING, PAGE, PAGE))
        fields = {"ring": self.ring, "write_pointer": self.write_pointer, "read_pointer": self.read_pointer, "ring_size": RING,
                  "gpu_id": gpu_id(gpu), "type": kind, "percentage": 100, "priority": 7}
        if kind == COMPUTE:
            fields |= {"eop": program.alloc(PAGE, DEVICE, gpu), "eop_size": PAGE, "save": program.alloc(card.save_mapping, gpu=gpu),
                           "save_size": card.save_area, "control_stack": card.control_stack}
        self.made = program.call(calls.CreateQueue, **fields | changed)
        page = calls.DOORBELL_BYTES
        bells = program.kfd.mmap(0, page, PROT_READ | PROT_WRITE, MAP_SHARED, self.made.doorbell & -page)
        self.bells = program.system.registers(bells, page, 8)
        self.slot = self.made.doorbell % page // 8
        self.words = 0  # written so far

    def put(self, *words: int) -> None:
        """Writes words into the ring."""
        for word in words:
            ctypes.c_uint32.from_address(self.ring + 4 * self.words % RING).value = word
            self.words += 1

    def ring_doorbell(self) -> None:
        """Tells the card of them, in the order that hardware needs."""
        count = self.words if self.kind == COMPUTE else 4 * self.words
        ctypes.c_uint64.from_address(self.write_pointer).value = count
        self.program.system.barrier()
        self.bells[self.slot] = count

    def submit(self, *words: int) -> None:
        """Words, the doorbell, and the cards' turn."""
        self.put(*words)
        self.ring_doorbell()
        self.program.wait()


def u32(address: int) -> int:
    """A number in memory that the host sees."""
    return ctypes.c_uint32.from_address(address).value


def u64(address: int) -> int:
    """A number of 64 bits."""
    return ctypes.c_uint64.from_address(address).value


def halves(value: int) -> tuple[int, int]:
    """An address as packets have it: low, high."""
    return value & 0xFFFFFFFF, value >> 32
