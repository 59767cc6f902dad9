"""Command queue of a Metal device, loaded kernels, and their launches.

Inputs: memory, arguments, launch dimensions. Outputs: an asynchronous launch, whose writes are visible to all later work.
Invariants: each submission ends by signalling the next number of the queue's event, which waits look at; an error of a command buffer
is stored, names the kernels that may have caused it, and is the error of every later call; a wait ends after `KERNEL_TIMEOUT` seconds.
"""
from __future__ import annotations

import contextlib
import math
import struct
import threading
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING

from heddle.device.device_lost import Losable
from heddle.device.interface import extents
from heddle.errors import CompileError, DeviceError, Location, OutOfMemoryError
from heddle.named_tuple import NamedTuple
from heddle.renderer.c.msl import SHARED_MEMORY
from heddle.runtime.common.kernels import title_of, too_large
from heddle.runtime.common.polling import wait_until
from heddle.runtime.metal.framework import (
    COMMAND_ERRORS,
    COMPLETED,
    FAILED,
    OUT_OF_MEMORY,
    STORAGE_SHARED,
    Framework,
    MetalInfo,
)
from heddle.runtime.metal.objects import Buffer, CommandBuffer, Library, Pipeline

if TYPE_CHECKING:
    from heddle.runtime.metal.memory import MetalMemory
    from heddle.uop.program_info import ProgramInfo

#: command buffers that may be under way at a time; whoever wants one more waits
_IN_FLIGHT = 64
#: bytes of the buffer that stands for a Buffer of no bytes
_NOTHING = 16


class Submission(NamedTuple):
    """A command buffer that was committed: the number that it signals, and the kernels in it."""

    number: int
    buffer: CommandBuffer
    titles: tuple[str, ...]


class MetalQueue(Losable):
    """A device's queue and the event that its submissions signal."""

    cure = "Start a new process. If it happens again, run it with DEBUG=2 to see which kernel it is, and try other sizes."

    def __init__(self, framework: Framework, info: MetalInfo, name: str) -> None:
        super().__init__(name)
        self.framework, self.info, self.device = framework, info, info.handle
        self.lock = threading.RLock()
        self.handle = self.device.newCommandQueueWithMaxCommandBufferCount_(_IN_FLIGHT)
        self.event = self.device.newSharedEvent()
        self.submitted = 0
        self._in_flight: deque[Submission] = deque()
        nothing = self.device.newBufferWithLength_options_(_NOTHING, STORAGE_SHARED)
        if nothing is None: raise MemoryError(f"{name} has no {_NOTHING} bytes")
        self._nothing = nothing

    # ---- submitting

    @contextlib.contextmanager
    def submission(self, *titles: str) -> Generator[CommandBuffer]:
        """A command buffer to encode into, which is committed at the end."""
        with self.lock, self.framework.pool():
            self.check()
            if len(self._in_flight) >= _IN_FLIGHT // 2: self._forget_finished()
            buffer = self.handle.commandBuffer()
            yield buffer
            self.submitted += 1
            buffer.encodeSignalEvent_value_(self.event, self.submitted)
            buffer.commit()
            self._in_flight.append(Submission(self.submitted, buffer, titles))

    def follow(self, buffer: CommandBuffer, other: MetalQueue) -> None:
        """What is encoded into `buffer` waits for all that `other` was given."""
        if other.submitted: buffer.encodeWaitForEvent_value_(other.event, other.submitted)

    def buffer_at(self, memory: MetalMemory | None) -> tuple[Buffer, int]:
        """The buffer and the offset for a kernel's parameter slot; a Buffer of no bytes has no memory."""
        return (memory.block.buffer, memory.offset) if memory else (self._nothing, 0)

    # ---- waiting

    def finish(self) -> None:
        """Returns when all that was submitted is done. DeviceError if it failed or takes longer than KERNEL_TIMEOUT."""
        self.wait(self.submitted)

    def wait(self, number: int) -> None:
        """Returns when the submission of that number is done, as those before it are then. The errors of `finish`."""
        self.check()
        with self.lock: pending = next((s for s in reversed(self._in_flight) if s.number <= number), None)
        if pending is None: return
        if not wait_until(lambda: pending.buffer.status() in (COMPLETED, FAILED)):
            raise self.hang(" or ".join(dict.fromkeys(t for s in self._in_flight for t in s.titles)) or "a copy")
        with self.lock: self._forget_finished()

    def _forget_finished(self) -> None:
        """Drops the submissions that are over. The error of the first that failed."""
        while self._in_flight and (status := self._in_flight[0].buffer.status()) in (COMPLETED, FAILED):
            over = self._in_flight.popleft()
            if status == FAILED: raise self.failed(over)

    def failed(self, over: Submission) -> DeviceError | OutOfMemoryError:
        """The error to raise for a submission that failed; the device is lost if that follows."""
        error = over.buffer.error()
        code, said = (int(error.code()), str(error.localizedDescription())) if error is not None else (0, "Metal says nothing of it")
        words, advice = COMMAND_ERRORS.get(code, (f"error {code}", ""))
        within = f" in {' or '.join(over.titles)}" if over.titles else ""
        what = f"{words}{within} ({said.rstrip('.')})"
        if code == OUT_OF_MEMORY: return OutOfMemoryError(f"{self.name}: {what}", advice, device=self.name)
        return self.lose(what, advice)

    def timed(self, encode: Callable[[CommandBuffer], None], title: str) -> float:
        """The seconds that what `encode` writes down takes on the device, by the device's own clock."""
        self.finish()
        with self.submission(title) as buffer: encode(buffer)
        self.finish()
        return float(buffer.GPUEndTime() - buffer.GPUStartTime())


class MetalProgram:
    """A kernel of a library. Calling it queues a launch."""

    def __init__(self, queue: MetalQueue, info: ProgramInfo, library: Library, source: str, loc: Location | None = None) -> None:
        self.queue, self.info, self.loc = queue, info, loc
        self.title = title_of(info, loc)
        self.pipeline = self._make(library, source)
        self.threads = extents(info.workgroup)
        self._check_size()

    def _make(self, library: Library, source: str) -> Pipeline:
        queue = self.queue
        with queue.framework.pool():
            descriptor = queue.framework.metal.MTLComputePipelineDescriptor.alloc().init()
            descriptor.setComputeFunction_(library.newFunctionWithName_(self.info.name))
            descriptor.setSupportIndirectCommandBuffers_(True)
            make = queue.device.newComputePipelineStateWithDescriptor_options_reflection_error_
            pipeline, _, error = make(descriptor, 0, None, None)
        if pipeline is not None: return pipeline
        said = str(error.localizedDescription()) if error is not None else ""
        raise CompileError(f"Metal makes no pipeline of {self.title}", kernel=self.title, source=source, output=said)

    def _check_size(self) -> None:
        """DeviceError if a threadgroup of this kernel does not fit the device."""
        threads, most = math.prod(self.threads), int(self.pipeline.maxTotalThreadsPerThreadgroup())
        shared = int(self.pipeline.staticThreadgroupMemoryLength())
        if threads > most: raise self._too_large(f"{threads} threads, and the device has room for {most} of this kernel")
        if shared > SHARED_MEMORY: raise self._too_large(f"{shared} bytes of threadgroup memory, and the device has {SHARED_MEMORY}")

    def _too_large(self, needs: str) -> DeviceError:
        return too_large(self.title, self.queue.name, needs, "threadgroup", self.loc)

    def __call__(self, bufs: Sequence[MetalMemory | None], var_vals: Mapping[str, int], global_size: Sequence[int] = (1,),
                 local_size: Sequence[int] | None = None, wait: bool = False) -> float | None:
        """Queues the kernel over `global_size` threadgroups; returns its seconds if it is to `wait`."""
        groups = extents(global_size)
        if not math.prod(groups): return 0.0 if wait else None

        def encode(buffer: CommandBuffer) -> None:
            encoder = buffer.computeCommandEncoder()
            encoder.setComputePipelineState_(self.pipeline)
            for at, memory in enumerate(bufs): encoder.setBuffer_offset_atIndex_(*self.queue.buffer_at(memory), at)
            if self.info.vars:
                values = self.values(var_vals)
                encoder.setBytes_length_atIndex_(values, len(values), len(bufs))
            encoder.dispatchThreadgroups_threadsPerThreadgroup_(groups, self.threads)
            encoder.endEncoding()

        if wait: return self.queue.timed(encode, self.title)
        with self.queue.submission(self.title) as buffer: encode(buffer)
        return None

    def values(self, var_vals: Mapping[str, int]) -> bytes:
        """The launch's integers as the kernel reads them."""
        return struct.pack(f"{len(self.info.vars)}q", *(var_vals[name] for name in self.info.vars))
