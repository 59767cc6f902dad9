"""Indirect command buffers: dispatches that are written down once and run again and again."""
from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.emulators.metal.errors import MetalMisuse
from tests.emulators.metal.fake.commands import Dispatch
from tests.emulators.metal.fake.objects import Object

if TYPE_CHECKING:
    from tests.emulators.metal.fake.device import Buffer, Device, Pipeline


class IndirectCommandBuffer(Object):
    """MTLIndirectCommandBuffer."""

    def __init__(self, device: Device, count: int, most_buffers: int) -> None:
        super().__init__(device)
        self._most, self._in_flight = most_buffers, 0
        self._commands = [IndirectCommand(self) for _ in range(count)]

    def size(self) -> int: return len(self._commands)

    def indirectComputeCommandAtIndex_(self, index: int) -> IndirectCommand:
        self._check(0 <= index < len(self._commands), f"there is no command {index}")
        return self._commands[index]


    def _order(self, commands: Sequence[IndirectCommand], chance: random.Random) -> list[IndirectCommand]:
        """An order in which they may run: those with no barrier between them in any."""
        ordered: list[IndirectCommand] = []
        together: list[IndirectCommand] = []
        for command in commands:
            if command._barrier:
                ordered += chance.sample(together, len(together))
                together = []
            together.append(command)
        return ordered + chance.sample(together, len(together))


class IndirectCommand(Object):
    """MTLIndirectComputeCommand."""

    def __init__(self, owner: IndirectCommandBuffer) -> None:
        super().__init__(owner._device)
        self._owner = owner
        self._pipeline: Pipeline | None = None
        self._bound: dict[int, tuple[Buffer, int]] = {}
        self._dispatch: Dispatch | None = None
        self._barrier = False

    def _changes(self) -> None:
        if self._owner._in_flight: raise MetalMisuse("a command is changed while its indirect command buffer runs")

    def reset(self) -> None:
        self._changes()
        self._pipeline, self._bound, self._dispatch, self._barrier = None, {}, None, False

    def setComputePipelineState_(self, pipeline: Pipeline) -> None:
        self._changes()
        self._own(pipeline)
        self._check(pipeline._indirect, "the pipeline was made without supportIndirectCommandBuffers")
        self._pipeline = pipeline

    def setKernelBuffer_offset_atIndex_(self, buffer: Buffer, offset: int, index: int) -> None:
        self._changes()
        self._own(buffer)
        self._check(0 <= index < self._owner._most, f"index {index} is not below maxKernelBufferBindCount, {self._owner._most}")
        self._check(0 <= offset < buffer._length, f"offset {offset} is not within the {buffer._length} bytes of the buffer")
        self._bound[index] = buffer, offset

    def setBarrier(self) -> None:
        self._changes()
        self._barrier = True

    def concurrentDispatchThreadgroups_threadsPerThreadgroup_(self, groups: Sequence[int], items: Sequence[int]) -> None:
        self._changes()
        self._check(self._pipeline is not None, "there is no pipeline")
        assert self._pipeline is not None
        self._dispatch = Dispatch(self._pipeline, self._bound, groups, items)

    def _run(self) -> None:
        if self._dispatch is not None: self._dispatch.run()
