"""Open AMD GPU: its address space, queues, clock, and scratch memory of kernels.

Inputs: an `AMDInfo`. Outputs: a timeline with a compute queue and a copy queue. Invariants: a process opens a GPU once; a fault that
the driver reports ends every wait for the GPU and is the error of every later call.
"""
from __future__ import annotations

import ctypes
import os
import struct
import weakref
from collections.abc import Callable, Sequence
from ctypes import c_uint32, c_uint64

from heddle.errors import DeviceError
from heddle.runtime.amd import kfd as amd_kfd
from heddle.runtime.amd.code import Kernel
from heddle.runtime.amd.kfd import KFD, kfd
from heddle.runtime.amd.memory import PAGE, Block, GPUMemory
from heddle.runtime.amd.pm4 import PM4
from heddle.runtime.amd.queue import ComputeQueue, CopyQueue, Ring
from heddle.runtime.amd.sdma import SDMA
from heddle.runtime.amd.topology import AMDInfo
from heddle.runtime.common.hardware_queue import SIGNAL_BYTES, Room, Signal, Staging, Timeline
from heddle.runtime.common.system import MAP_SHARED, PROT_READ, PROT_WRITE, System, system

_RING = 1 << 20
_ARGUMENTS = 4 << 20
_PIECE = 1 << 20  # bytes of a copy to or from the host
_EVENTS_PAGE = 4096 * 8
_DOORBELLS = 8192
_SAVE_HEADER = struct.Struct("<6I2Q")
#: the driver for graphics, on the GPU's own file: what the device is
_INFO_REQUEST, _DEVICE_INFO = 0x40206445, 0x16
_COUNTER_AT, _INFO_BYTES = 28, 256


class _InfoRequest(ctypes.Structure):
    _fields_ = [("return_pointer", c_uint64), ("return_size", c_uint32), ("query", c_uint32), ("args", c_uint32 * 4)]


class AMDGPU:
    """The GPU as launches and copies see it."""

    def __init__(self, info: AMDInfo, name: str) -> None:
        self.info, self.kfd = info, kfd()
        self._file = self.kfd.address_space(info.gpu_id, info.path)
        self.memory = memory = GPUMemory(self.kfd, self._file, info.gpu_id)
        if not self.kfd.watches: self.kfd.watch(memory.take_shared(_EVENTS_PAGE).handle)
        self.signals = memory.take_shared(PAGE)
        self.timeline = timeline = Timeline(name, Signal(self.signals.address))
        self.begin, self.end = (Signal(self.signals.address + n * SIGNAL_BYTES) for n in (1, 2))
        timeline.fault = lambda: self.kfd.fault(info.gpu_id)
        self.imported = memory.imported_pages(timeline.finish)
        self._queues: list[int] = []
        weakref.finalize(self, _destroy, self.kfd, self._queues, os.getpid()).atexit = False
        self._doorbells: dict[int, int] = {}
        self.pm4 = PM4(info.arch)
        self.compute = ComputeQueue(self._ring(amd_kfd.QUEUE_COMPUTE, 4, ComputeQueue.pad), self.pm4)
        self.sdma = SDMA(info.arch)
        self.copies = CopyQueue(self._ring(amd_kfd.QUEUE_SDMA, 1, CopyQueue.pad), self.sdma)
        self.arguments = Room(timeline, memory.take_shared(_ARGUMENTS).address, _ARGUMENTS)
        self.staging = Staging(timeline, lambda nbytes: memory.take_shared(nbytes).address, _PIECE)
        self._scratch: Block | None = None
        self.ticks_a_second = self._counter_frequency()

    # ---- queues

    def _ring(self, kind: int, unit: int, pad: Callable[[int], list[int]]) -> Ring:
        ring, pointers = self.memory.take_shared(_RING), self.memory.take_shared(PAGE)
        more = self._save_area() if kind == amd_kfd.QUEUE_COMPUTE else {}
        write, read = pointers.address, pointers.address + 64
        made = self.kfd.call("CREATE_QUEUE", ring_base=ring.address, ring_size=_RING, write_pointer=write, read_pointer=read,
                             gpu_id=self.info.gpu_id, queue_type=kind, queue_percentage=amd_kfd.MOST_PERCENTAGE,
                             queue_priority=amd_kfd.NORMAL_PRIORITY, **more)
        self._queues.append(made.queue_id)
        return Ring(self.timeline, ring.address, _RING, write, self._doorbell(made.doorbell_offset), unit, pad)

    def _save_area(self) -> dict[str, int]:
        """Where the driver puts waves that it takes off the GPU, and what the hardware writes at the end of work."""
        info = self.info
        area = self.memory.take_shared((info.save_area + info.debug_area) * info.dies)
        header = _SAVE_HEADER.pack(0, 0, 0, 0, info.save_area, info.debug_area * info.dies, 0, 0)
        ctypes.memmove(area.address, header, len(header))
        return {"eop_addr": self.memory.take(PAGE).address, "eop_size": PAGE, "ctx_save_addr": area.address,
                "ctx_save_size": info.save_area, "ctl_stack_size": info.control_stack}

    def _doorbell(self, offset: int) -> int:
        page, within = offset // _DOORBELLS * _DOORBELLS, offset % _DOORBELLS
        if page not in self._doorbells:
            self._doorbells[page] = self.kfd.file.mmap(0, _DOORBELLS, PROT_READ | PROT_WRITE, MAP_SHARED, page)
        return self._doorbells[page] + within

    def copy(self, dest: int, source: int, nbytes: int, after: Sequence[Timeline] = ()) -> None:
        """Submits a copy between addresses that the GPU sees, after what the timelines `after` have submitted so far."""
        with self.timeline.submission(self.copies, after=after) as words: self.sdma.copy(words, dest, source, nbytes)

    # ---- the clock

    def _counter_frequency(self) -> float:
        info = (ctypes.c_uint8 * _INFO_BYTES)()
        request = _InfoRequest(ctypes.addressof(info), _INFO_BYTES, _DEVICE_INFO)
        self._file.ioctl(_INFO_REQUEST, request)
        return float(struct.unpack_from("<I", info, _COUNTER_AT)[0]) * 1e3

    def moments(self, stamps: Sequence[int]) -> list[float]:
        """Stamps of the GPU's clock, in seconds on the clock of `time.perf_counter`."""
        before = system().now()
        ticks = self.kfd.call("GET_CLOCK_COUNTERS", gpu_id=self.info.gpu_id).gpu
        now = (before + system().now()) / 2
        return [now - (ticks - stamp) / self.ticks_a_second for stamp in stamps]

    # ---- scratch: memory of each thread for what its registers do not hold

    def scratch(self, kernel: Kernel) -> tuple[int, int, int]:
        """(TMPRING_SIZE, address, bytes) of an area with memory for all waves of the kernel that run at a time; 0 if it uses none."""
        if not kernel.private: return 0, 0, 0
        info, unit = self.info, 1024 if self.info.arch.major <= 10 else 256
        of_wave = -(-kernel.private * kernel.wave // unit) * unit
        of_engine = max(info.units * info.scratch_waves // info.engines, 1)
        of_engine = min(of_engine, 0xFFF // info.engines if info.arch.major <= 10 else 0xFFF)
        nbytes = of_engine * info.engines * of_wave
        if self._scratch is None or self._scratch.nbytes < nbytes:
            # the area before stays: kernels that were made ready know where it is; doubling bounds what they hold
            self._scratch = self.memory.take(max(nbytes, 2 * self._scratch.nbytes if self._scratch else 0))
        waves = of_engine * info.engines if info.arch.major <= 10 else of_engine
        return waves | of_wave // unit << 12, self._scratch.address, nbytes

    def scratch_bytes(self) -> int:
        """What kernels work in now."""
        return self._scratch.nbytes if self._scratch else 0


def _destroy(driver: KFD, queues: list[int], process: int) -> None:
    """Ends queues, so that no GPU reads rings that are no more; those of the process that this one was forked from are not its own."""
    while queues and os.getpid() == process: driver.call("DESTROY_QUEUE", queue_id=queues.pop())


#: GPUs in use, by the system that they are reached through: devices of one GPU work on the same memory, and so in one order
_gpus: weakref.WeakKeyDictionary[System, dict[int, AMDGPU]] = weakref.WeakKeyDictionary()
amd_kfd.on_fork.append(_gpus.clear)


def open_gpu(info: AMDInfo, name: str) -> AMDGPU:
    """The GPU, opened once. DeviceError, with what the driver said, if that cannot be."""
    known = _gpus.setdefault(system(), {})
    if (found := known.get(info.gpu_id)) is None:
        try: found = known[info.gpu_id] = AMDGPU(info, name)
        except OSError as fault:
            raise DeviceError(f"{name} ({info}) cannot be opened: {fault.strerror or fault}",
                              "Only one library of a process can have a GPU: use it in a process without ROCm or HIP; and look at the "
                              "system's log for messages of amdgpu.") from None
        except MemoryError as fault:
            raise DeviceError(f"{name} ({info}) has no room for its queues: {fault}", "End other programs that use it.") from None
    return found


def user_data(kernel: Kernel, arguments: int, scratch: int, nbytes: int) -> tuple[int, ...]:
    """The first scalar registers, in the order that the kernel wants them. DeviceError if it wants what launches do not have."""
    made: list[int] = []
    for name, count in kernel.scalars:
        if name == "kernarg_ptr": made += _two(arguments)
        elif name == "flat_scratch_init": made += _two(scratch)
        elif name == "private_segment_buffer": made += _scratch_descriptor(scratch, nbytes, kernel.wave)
        else: raise DeviceError(f"the kernel {kernel.name} wants {count} words of {name}, which launches here do not have",
                                "Compile it without that.")
    return tuple(made)


def _two(value: int) -> list[int]: return [value & 0xFFFFFFFF, value >> 32]


#: word 1: swizzled; word 3: selects X to W (4 to 7), FORMAT 32_UINT (20), ADD_TID_ENABLE, RESOURCE_LEVEL, OOB_SELECT 2, as
#: AqlQueue::FillBufRsrcWord3_Gfx10 of ROCr fills it, and INDEX_STRIDE, which the firmware adds there: 32 or 64 threads (2 or 3)
_SWIZZLED = 1 << 31
_SCRATCH_FORM = 4 | 5 << 3 | 6 << 6 | 7 << 9 | 20 << 12 | 1 << 23 | 1 << 24 | 2 << 28
_INDEX_STRIDE = {32: 2 << 21, 64: 3 << 21}


def _scratch_descriptor(scratch: int, nbytes: int, wave: int) -> list[int]:
    """How kernels of RDNA2 see their scratch memory: a buffer in which the same element of a wave's threads is contiguous."""
    return [scratch & 0xFFFFFFFF, scratch >> 32 & 0xFFFF | _SWIZZLED, nbytes & 0xFFFFFFFF, _SCRATCH_FORM | _INDEX_STRIDE[wave]]
