"""Open Adreno GPU: its context, commands, signals, and private memory of kernels.

Inputs: the driver's connection. Outputs: a timeline with one queue. Invariants: a process opens the GPU once; a fault that the driver
reports ends every wait for the GPU and is the error of every later call.
"""
from __future__ import annotations

import ctypes
import errno
import os
import weakref
from dataclasses import dataclass

from heddle.device import on_fork
from heddle.errors import DeviceError
from heddle.renderer.nir.adreno import MODELS, Adreno
from heddle.runtime.common.hardware_queue import SIGNAL_BYTES, Room, Signal, Timeline, Words
from heddle.runtime.common.system import System, system
from heddle.runtime.qcom import kgsl as driver
from heddle.runtime.qcom.foreign import ForeignMemory
from heddle.runtime.qcom.ir3_program import IR3Program
from heddle.runtime.qcom.kgsl import KGSL
from heddle.runtime.qcom.memory import PAGE, GPUMemory
from heddle.runtime.qcom.pm4 import PM4

_COMMANDS, _ARGUMENTS = 4 << 20, 4 << 20
_COMMAND_ALIGN = 64
_PRIVATE_UNIT, _PRIVATE_PAGE = 512, 4096  # bytes of a thread, bytes of a shader processor
_NAMED = 3  # faults that an error names
_POLL = 1  # milliseconds that the driver waits while a fault may come


@dataclass(frozen=True)
class QCOMInfo:
    """The GPU as its driver describes it. `limit`: why kernels are not launched on it; empty if they are."""

    chip: int
    model: Adreno | None
    limit: str = ""

    @property
    def name(self) -> str:
        return f"an Adreno GPU with chip number {self.chip:#x}" if self.model is None else f"Adreno {self.model.name[1:]}"

    @property
    def arch(self) -> Adreno:
        """The model of its kernels. DeviceError if it is not known."""
        if self.model is None or self.limit: raise DeviceError(f"{self.name}: {self.limit}", "Use DEV=CL.")
        return self.model

    def __str__(self) -> str: return self.name


def gpu_info(kgsl: KGSL) -> QCOMInfo:
    """What the driver says."""
    chip = kgsl.device_info().chip_id
    model = Adreno.of_chip(chip)
    if model is None: return QCOMInfo(chip, None, f"kernels are made for {', '.join(map(str, MODELS))}")
    return QCOMInfo(chip, model)


class ComputeQueue:
    """The queue: a context of the driver, which runs command buffers in the order of their submission."""

    def __init__(self, kgsl: KGSL, pm4: PM4, timeline: Timeline, commands: Room) -> None:
        self._kgsl, self.pm4, self._timeline, self._commands = kgsl, pm4, timeline, commands
        self.context = kgsl.call("DRAWCTXT_CREATE", flags=driver.CONTEXT).drawctxt_id
        self.timestamp = 0  # the driver's number of the last submission

    def wait_for(self, words: Words, signal: Signal, number: int) -> None: self.pm4.wait(words, signal.address, number)
    def signal(self, words: Words, signal: Signal, number: int) -> None: self.pm4.release(words, signal.address, number)
    def stamp(self, words: Words, signal: Signal) -> None: self.pm4.stamp(words, signal.stamp_address)

    def submit(self, words: Words) -> None:
        """DeviceError if the driver has ended the context."""
        address = self._commands.take(4 * len(words), _COMMAND_ALIGN)
        (ctypes.c_uint32 * len(words)).from_address(address)[:] = words.words
        system().barrier()
        try: self.timestamp = self._kgsl.submit(self.context, address, len(words))
        except OSError as fault:
            raise self._timeline.lose(self.fault() or f"{fault.strerror}, in {self._timeline.under_way()}") from None

    def fault(self) -> str | None:
        """What the driver reports of the context so far; None for nothing. It waits a moment for the last submission."""
        if not self.timestamp: return None
        try:
            self._kgsl.call("DEVICE_WAITTIMESTAMP_CTXTID", context_id=self.context, timestamp=self.timestamp, timeout=_POLL)
        except OSError as said:
            if said.errno == errno.ETIMEDOUT: return None
            if said.errno == errno.EPROTO: return "the driver had to recover the GPU from a fault of a kernel"
            if said.errno == errno.EDEADLK: return f"the driver ended the GPU's context after a fault of a kernel{self._accesses()}"
            return said.strerror
        return None


    def _accesses(self) -> str:
        """The accesses that the driver ended the context for."""
        found = list(dict.fromkeys(self._kgsl.page_faults(self.context)))
        return f" ({'; '.join(found[:_NAMED])})" if found else ""


class QCOMGPU:
    """The GPU as launches and copies see it."""

    def __init__(self, kgsl: KGSL, info: QCOMInfo, name: str) -> None:
        self.kgsl, self.info, self.model = kgsl, info, info.arch
        self.memory = memory = GPUMemory(kgsl)
        signals = memory.take_shared(PAGE)
        self.timeline = timeline = Timeline(name, Signal(signals.address))
        self.foreign = ForeignMemory(kgsl, memory, timeline.finish)
        self.begin, self.end = (Signal(signals.address + n * SIGNAL_BYTES) for n in (1, 2))
        self.pm4 = PM4(self.model)
        commands = Room(timeline, memory.take_shared(_COMMANDS).address, _COMMANDS)
        self.compute = ComputeQueue(kgsl, self.pm4, timeline, commands)
        weakref.finalize(self, _destroy, kgsl, self.compute.context, os.getpid()).atexit = False
        timeline.fault = self.compute.fault
        self.arguments = Room(timeline, memory.take_shared(_ARGUMENTS).address, _ARGUMENTS)
        self._private: dict[int, tuple[int, int]] = {}  # by bytes of a thread, its address and the bytes of a shader processor

    def private(self, program: IR3Program) -> tuple[int, int]:
        """(address, bytes of a shader processor) of memory for all threads that run at a time; 0 if the kernel uses none."""
        if not program.private: return 0, 0
        each = -(-program.private // _PRIVATE_UNIT) * _PRIVATE_UNIT
        if each not in self._private:
            of_processor = -(-each * self.model.fibers // _PRIVATE_PAGE) * _PRIVATE_PAGE
            self._private[each] = self.memory.take_shared(of_processor * self.model.processors).address, of_processor
        return self._private[each]

    def private_bytes(self) -> int:
        """What kernels work in now."""
        return sum(of_processor for _, of_processor in self._private.values()) * self.model.processors


def _destroy(kgsl: KGSL, context: int, process: int) -> None:
    """Ends the context; that of the process that this one was forked from is not its own."""
    if os.getpid() == process: kgsl.call("DRAWCTXT_DESTROY", drawctxt_id=context)


#: the connection and the GPU in use, by the system that they are reached through
_opened: weakref.WeakKeyDictionary[System, KGSL] = weakref.WeakKeyDictionary()
_gpus: weakref.WeakKeyDictionary[System, QCOMGPU] = weakref.WeakKeyDictionary()
on_fork.append(_opened.clear)
on_fork.append(_gpus.clear)


def connection() -> KGSL:
    """The process's connection to the driver. OSError if there is none, or it may not be opened."""
    if (found := _opened.get(system())) is None: found = _opened[system()] = KGSL()
    return found


def open_gpu(info: QCOMInfo, name: str) -> QCOMGPU:
    """The GPU, opened once. DeviceError, with what the driver said, if that cannot be."""
    if (found := _gpus.get(system())) is None:
        try: found = _gpus[system()] = QCOMGPU(connection(), info, name)
        except OSError as fault:
            if fault.errno == errno.ENOTTY:
                raise DeviceError(f"{name} ({info}) has an older kernel driver than this needs: {fault.strerror}",
                                  "Use a newer kernel of the device's vendor, whose kgsl has GPU objects (GPUOBJ_ALLOC) and "
                                  "GPU_COMMAND, or use DEV=CL.") from None
            raise DeviceError(f"{name} ({info}) cannot be opened: {fault.strerror or fault}",
                              "Look at the system's log for messages of kgsl.") from None
        except MemoryError as fault:
            raise DeviceError(f"{name} ({info}) has no room for its queue: {fault}", "End other programs that use it.") from None
    return found
