"""Graph launches on Metal devices: an indirect command buffer, encoded once.

Inputs: `Launch`es. Outputs: a callable that runs them in order on the buffers of each run. Invariants: a replay updates the commands
whose buffers, sizes or variables differ from the last run, once that run is done, and creates nothing; copies, which an indirect
command buffer cannot hold, are encoded between its parts.
"""
from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

from heddle.device.interface import Launch, extents
from heddle.errors import DeviceError
from heddle.renderer.c.msl import ARGUMENTS
from heddle.runtime.metal.framework import CONCURRENT_DISPATCH, READ_AND_WRITE, STORAGE_SHARED
from heddle.runtime.metal.memory import MetalMemory, blit, can_blit
from heddle.runtime.metal.queue import MetalProgram, MetalQueue

#: bytes that the integers of launches are apart, which is what any GPU wants of offsets of constants
_CONSTANTS = 256
#: the first family whose indirect commands need no pipeline that was set before
_SETS_PIPELINES = 9

#: buffers and offsets of a launch, its grid, its integers
_Wanted = tuple[tuple[tuple[Any, int], ...], tuple[int, ...], bytes]


class Command:
    """One kernel in the indirect command buffer, with what it was last set to."""

    def __init__(self, launch: Launch, program: MetalProgram, constants: int) -> None:
        self.launch, self.program, self.constants = launch, program, constants
        self.handle: Any = None
        self.set_to: _Wanted | None = None

    def wanted(self, queue: MetalQueue, raws: Sequence[MetalMemory | None], var_vals: Mapping[str, int]) -> _Wanted:
        """What it is to be in this run."""
        places = [(buffer, offset + at) if raws[slot] is not None else (buffer, 0) for slot, at in self.launch.pointers
                  for buffer, offset in [queue.place(raws[slot])]]
        grid = extents([var_vals[n] if isinstance(n, str) else n for n in self.program.info.grid])
        return tuple(places), grid, self.program.values(var_vals)

    def write(self, wanted: _Wanted, constants: Any) -> None:
        """Sets the command; one without threadgroups does nothing."""
        places, grid, values = wanted
        command, self.set_to = self.handle, wanted
        command.reset()
        if not math.prod(grid): return
        command.setComputePipelineState_(self.program.pipeline)
        for at, (buffer, offset) in enumerate(places): command.setKernelBuffer_offset_atIndex_(buffer, offset, at)
        if values: command.setKernelBuffer_offset_atIndex_(constants, self.constants, len(places))
        command.setBarrier()
        command.concurrentDispatchThreadgroups_threadsPerThreadgroup_(grid, self.program.items)


class MetalGraph:
    """Calling it runs every launch: graph(memory of the buffers, values of the variables)."""

    def __init__(self, queue: MetalQueue, launches: Sequence[Launch]) -> None:
        self._queue = queue
        at = itertools.count(0, _CONSTANTS)
        self._steps = [_step(launch, at) for launch in launches]
        self._commands = [s for s in self._steps if isinstance(s, Command)]
        self._constants = self._indirect = None
        room = next(at)
        with queue.framework.pool():
            if room: self._constants = queue.device.newBufferWithLength_options_(room, STORAGE_SHARED)
            if self._commands: self._indirect = self._make_indirect()
        if room and self._constants is None: raise MemoryError
        self._titles = tuple(dict.fromkeys(c.program.title for c in self._commands))

    def _make_indirect(self) -> Any:
        descriptor = self._queue.framework.metal.MTLIndirectCommandBufferDescriptor.alloc().init()
        descriptor.setCommandTypes_(CONCURRENT_DISPATCH)
        descriptor.setInheritBuffers_(False)
        descriptor.setInheritPipelineState_(False)
        descriptor.setMaxKernelBufferBindCount_(ARGUMENTS)
        made = self._queue.device.newIndirectCommandBufferWithDescriptor_maxCommandCount_options_(descriptor, len(self._commands), 0)
        if made is None:
            raise DeviceError(f"{self._queue.name} makes no indirect command buffer for {len(self._commands)} kernels",
                              "Set JIT=2, which replays kernels one by one, and please report it.")
        for n, command in enumerate(self._commands): command.handle = made.indirectComputeCommandAtIndex_(n)
        return made

    def __call__(self, raws: Sequence[Any], var_vals: Mapping[str, int]) -> None:
        """Runs the launches in order, as one submission."""
        with self._queue.lock:
            self._update(raws, var_vals)
            copies = [s for s in self._steps if isinstance(s, Launch)]
            if not all(can_blit(*_ends(c, raws), c.nbytes) for c in copies): return self._run_one_by_one(raws, var_vals)
            with self._queue.submission(*self._titles) as buffer: self._encode(buffer, raws)

    def _update(self, raws: Sequence[Any], var_vals: Mapping[str, int]) -> None:
        """Sets the commands that are not what they were; nothing of the last run may still use them."""
        changed = [(c, w) for c in self._commands if (w := c.wanted(self._queue, raws, var_vals)) != c.set_to]
        if not changed: return
        self._queue.finish()
        for command, wanted in changed:
            command.write(wanted, self._constants)
            if wanted[2] and self._constants is not None:
                view = memoryview(self._constants.contents().as_buffer(int(self._constants.length()))).cast("B")
                view[command.constants:command.constants + len(wanted[2])] = wanted[2]

    def _encode(self, buffer: Any, raws: Sequence[Any]) -> None:
        number = 0
        for is_copy, steps in itertools.groupby(self._steps, lambda s: isinstance(s, Launch)):
            part = list(steps)
            if is_copy:
                for copy in part: _blit(buffer, copy, raws)  # type: ignore[arg-type]
                continue
            self._execute(buffer, number, len(part))
            number += len(part)

    def _execute(self, buffer: Any, first: int, count: int) -> None:
        """Runs some of the commands."""
        encoder = buffer.computeCommandEncoder()
        part = self._commands[first:first + count]
        used = list(dict.fromkeys([b for c in part if c.set_to for b, _ in c.set_to[0]]))
        if self._constants is not None: used.append(self._constants)
        if used: encoder.useResources_count_usage_(used, len(used), READ_AND_WRITE)
        # the drivers of M1 and M2 fault at a pipeline that the encoder has not seen
        if self._queue.info.gpu.family < _SETS_PIPELINES:
            for pipeline in dict.fromkeys(c.program.pipeline for c in part): encoder.setComputePipelineState_(pipeline)
        encoder.executeCommandsInBuffer_withRange_(self._indirect, (first, count))
        encoder.endEncoding()

    def _run_one_by_one(self, raws: Sequence[Any], var_vals: Mapping[str, int]) -> None:
        """For copies that the device cannot do: the host does them."""
        for step in self._steps:
            if isinstance(step, Launch):
                dest, source = _ends(step, raws)
                self._queue.finish()
                dest.bytes(step.nbytes)[:] = bytes(source.bytes(step.nbytes))
                continue
            memory = [raws[slot] and MetalMemory(raws[slot].block, raws[slot].offset + at) for slot, at in step.launch.pointers]
            step.program(memory, var_vals, step.wanted(self._queue, raws, var_vals)[1])


def _step(launch: Launch, at: itertools.count[int]) -> Command | Launch:
    program: Any = launch.program
    if program is None: return launch
    return Command(launch, program, next(at) if program.info.vars else 0)


def _ends(copy: Launch, raws: Sequence[Any]) -> tuple[MetalMemory, MetalMemory]:
    """Where a copy goes, and where it comes from."""
    dest, source = (MetalMemory(raws[slot].block, raws[slot].offset + at) for slot, at in copy.pointers)
    return dest, source


def _blit(buffer: Any, copy: Launch, raws: Sequence[Any]) -> None:
    dest, source = _ends(copy, raws)
    blit(buffer, dest.block.buffer, dest.offset, source.block.buffer, source.offset, copy.nbytes)
