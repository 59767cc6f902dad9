"""Graph launches on Metal devices: an indirect command buffer, encoded once.

Inputs: `Launch`es. Outputs: a callable that runs them in order on the buffers of each run. Invariants: two recordings of them run
alternately; a replay updates the commands whose buffers, sizes or variables differ from the last run of its recording, once that run
is done, and creates nothing; copies, which an indirect command buffer cannot hold, are encoded between its parts.
"""
from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from heddle.device.interface import Launch
from heddle.errors import DeviceError
from heddle.named_tuple import NamedTuple
from heddle.renderer.c.msl import ARGUMENTS
from heddle.runtime.common.kernels import programs_of
from heddle.runtime.common.update_graph import Binding, UpdateGraph
from heddle.runtime.metal.framework import CONCURRENT_DISPATCH, READ_AND_WRITE, STORAGE_SHARED
from heddle.runtime.metal.memory import MetalMemory, blit, can_blit
from heddle.runtime.metal.objects import Buffer, CommandBuffer, IndirectBuffer, IndirectCommand
from heddle.runtime.metal.queue import MetalProgram, MetalQueue

#: bytes that the integers of launches are apart, which is what any GPU wants of offsets of constants
_CONSTANTS = 256
#: the first family whose indirect commands need no pipeline that was set before
_SETS_PIPELINES = 9


class Command(NamedTuple):
    """One kernel in the indirect command buffer; its integers are at the offset `constants` of a buffer."""

    program: MetalProgram
    number: int
    constants: int


class MetalGraph:
    """Calling it runs every launch: graph(memory of the buffers, values of the variables)."""

    def __init__(self, queue: MetalQueue, launches: Sequence[Launch]) -> None:
        self._queue = queue
        self._recordings = [MetalRecording(queue, launches)]

    def __call__(self, raws: Sequence[object], var_vals: Mapping[str, int]) -> None:
        """Runs the launches in order, as one submission."""
        with self._queue.lock:
            recording = self._recordings[0]
            if len(self._recordings) < 2 and recording.last:
                recording = MetalRecording(self._queue, recording.launches)
            else: self._recordings.pop(0)
            self._recordings.append(recording)
            recording.update(raws, var_vals)
            try: recording.submit()
            finally: recording.last = self._queue.submitted


class MetalRecording(UpdateGraph[MetalMemory]):
    """Launches in an indirect command buffer, with the integers that they are given."""

    last = 0  # number of the submission that its last run ended with

    def __init__(self, queue: MetalQueue, launches: Sequence[Launch]) -> None:
        super().__init__(launches)
        self._queue = queue
        numbers, offsets = itertools.count(), itertools.count(0, _CONSTANTS)
        self._commands = [Command(p, next(numbers), next(offsets) if p.info.vars else 0) if p is not None else None
                          for p in programs_of(launches, MetalProgram)]  # of a copy, None
        self._constants: Buffer | None = None
        self._indirect: IndirectBuffer | None = None
        self._encoded: list[IndirectCommand] = []  # the commands as Metal keeps them
        nbytes, count = next(offsets), next(numbers)
        with queue.framework.pool():
            if nbytes: self._constants = queue.device.newBufferWithLength_options_(nbytes, STORAGE_SHARED)
            if count: self._indirect = self._make_indirect(count)
        if nbytes and self._constants is None: raise MemoryError
        self._titles = tuple(dict.fromkeys(c.program.title for c in self._commands if c is not None))

    def _make_indirect(self, count: int) -> IndirectBuffer:
        descriptor = self._queue.framework.metal.MTLIndirectCommandBufferDescriptor.alloc().init()
        descriptor.setCommandTypes_(CONCURRENT_DISPATCH)
        descriptor.setInheritBuffers_(False)
        descriptor.setInheritPipelineState_(False)
        descriptor.setMaxKernelBufferBindCount_(ARGUMENTS)
        made = self._queue.device.newIndirectCommandBufferWithDescriptor_maxCommandCount_options_(descriptor, count, 0)
        if made is None:
            raise DeviceError(f"{self._queue.name} makes no indirect command buffer for {count} kernels",
                              "Set JIT=2, which replays kernels one by one, and please report it.")
        self._encoded = [made.indirectComputeCommandAtIndex_(n) for n in range(count)]
        return made

    def submit(self) -> None:
        """Runs the launches in order, as one submission."""
        copies = [n for n, command in enumerate(self._commands) if command is None]
        if not all(can_blit(*self.binding(n).ends, self.launches[n].nbytes) for n in copies): return self._run_one_by_one()
        with self._queue.submission(*self._titles) as buffer: self._encode(buffer)

    def memory_at(self, raw: object, nbytes: int, offset: int) -> MetalMemory | None:
        return MetalMemory(raw.block, raw.offset + offset) if isinstance(raw, MetalMemory) else None

    def patch(self, n: int, binding: Binding[MetalMemory]) -> None:
        """Encodes a kernel's command anew, once no run uses it; one without threadgroups does nothing."""
        if (command := self._commands[n]) is None: return
        self._queue.wait(self.last)
        encoded = self._encoded[command.number]
        encoded.reset()
        if binding.is_empty: return
        encoded.setComputePipelineState_(command.program.pipeline)
        for at, memory in enumerate(binding.memory): encoded.setKernelBuffer_offset_atIndex_(*self._queue.buffer_at(memory), at)
        if command.program.info.vars and self._constants is not None:
            encoded.setKernelBuffer_offset_atIndex_(self._constants, command.constants, len(binding.memory))
            values = command.program.values(binding.values)
            view = memoryview(self._constants.contents().as_buffer(int(self._constants.length()))).cast("B")
            view[command.constants:command.constants + len(values)] = values
        encoded.setBarrier()
        encoded.concurrentDispatchThreadgroups_threadsPerThreadgroup_(binding.grid, command.program.threads)

    def _encode(self, buffer: CommandBuffer) -> None:
        for is_copy, numbers in itertools.groupby(range(len(self._commands)), lambda n: self._commands[n] is None):
            if not is_copy: self._execute(buffer, list(numbers))
            else:
                for n in numbers:
                    dest, source = self.binding(n).ends
                    blit(buffer, dest.block.buffer, dest.offset, source.block.buffer, source.offset, self.launches[n].nbytes)

    def _execute(self, buffer: CommandBuffer, numbers: Sequence[int]) -> None:
        """Runs the commands of consecutive kernels."""
        encoder = buffer.computeCommandEncoder()
        part = [command for n in numbers if (command := self._commands[n]) is not None]
        used = list(dict.fromkeys(self._queue.buffer_at(memory)[0] for n in numbers for memory in self.binding(n).memory))
        if self._constants is not None: used.append(self._constants)
        if used: encoder.useResources_count_usage_(used, len(used), READ_AND_WRITE)
        # the drivers of M1 and M2 fault at a pipeline that the encoder has not seen
        if self._queue.info.arch.family < _SETS_PIPELINES:
            for pipeline in dict.fromkeys(c.program.pipeline for c in part): encoder.setComputePipelineState_(pipeline)
        if self._indirect is not None: encoder.executeCommandsInBuffer_withRange_(self._indirect, (part[0].number, len(part)))
        encoder.endEncoding()

    def _run_one_by_one(self) -> None:
        """For copies that the device cannot do: the host does them."""
        for n, command in enumerate(self._commands):
            if command is not None:
                memory, values, grid = self.binding(n)
                command.program(memory, values, grid)
                continue
            dest, source = self.binding(n).ends
            nbytes = self.launches[n].nbytes
            self._queue.finish()
            dest.bytes(nbytes)[:] = bytes(source.bytes(nbytes))
