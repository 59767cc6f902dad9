"""Queues, command buffers and encoders: what is written down, and how it runs once it was committed.

In: encoded commands. Out: the same done in order, when somebody waits or asks. Always true: work is done as late as it can be, so
that a host that does not wait sees old data; Metal's rules about order, indices, offsets and sizes are checked at each call.
"""
from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tests.emulators.metal import compiler
from tests.emulators.metal.errors import MetalFault, MetalMisuse
from tests.emulators.metal.fake.objects import Error, Object

if TYPE_CHECKING:
    from tests.emulators.metal.fake.device import Buffer, Device, Pipeline
    from tests.emulators.metal.fake.events import SharedEvent
    from tests.emulators.metal.fake.indirect import IndirectCommandBuffer

NOT_ENQUEUED, COMMITTED, COMPLETED, FAILED = 0, 2, 4, 5
PAGE_FAULT = 3
#: bytes that setBytes takes
_MOST_BYTES = 4096
#: offsets and sizes of blits are multiples of this
_BLIT = 4


class Dispatch:
    """A kernel with all that it needs to run, checked."""

    def __init__(self, pipeline: Pipeline, bound: dict[int, tuple[Any, int]], groups: Sequence[int], items: Sequence[int]) -> None:
        self.pipeline, self.bound = pipeline, dict(bound)
        self.groups, self.items = tuple(groups), tuple(items)
        if len(self.groups) != 3 or len(self.items) != 3: raise MetalMisuse("a MTLSize has three parts")
        if min(*self.groups, *self.items) < 1: raise MetalMisuse(f"a dispatch of {self.groups} threadgroups of {self.items} is empty")
        n, most = self.items[0] * self.items[1] * self.items[2], pipeline.maxTotalThreadsPerThreadgroup()
        if n > most: raise MetalMisuse(f"{n} threads of a threadgroup are more than the {most} of the pipeline")
        for a in pipeline._declared.arguments:
            if a.kind != "buffer": continue
            if a.index not in self.bound: raise MetalMisuse(f"{pipeline._declared.name} is dispatched without buffer {a.index}")
            if self.bound[a.index][1] % _size_of(a.element): raise MetalMisuse(
                f"offset {self.bound[a.index][1]} of buffer {a.index} is no multiple of the size of {a.element.rstrip('*&')}")

    def run(self) -> None:
        addresses = {n: memory_of(x, offset) for n, (x, offset) in self.bound.items()}
        compiler.run(self.pipeline._function._library, self.pipeline._declared.name, addresses, self.groups, self.items)


_SIZES = {"char": 1, "uchar": 1, "bool": 1, "short": 2, "ushort": 2, "half": 2, "bfloat": 2, "long": 8, "ulong": 8}


def _size_of(element: str) -> int: return _SIZES.get(element.rstrip("*&"), 4)


def memory_of(x: Any, offset: int) -> tuple[int, int]:
    """Where a bound buffer, or bytes, begin and end."""
    if isinstance(x, bytes):
        address = ctypes.cast(ctypes.c_char_p(x), ctypes.c_void_p).value or 0
        return address, address + len(x)
    return x._address + offset, x._address + x._length


class CommandQueue(Object):
    """MTLCommandQueue."""

    def __init__(self, device: Device, most: int) -> None:
        super().__init__(device)
        self._most = most
        self._pending: list[CommandBuffer] = []
        self._metal.queues.append(self)

    def commandBuffer(self) -> CommandBuffer:
        self._check(self._metal.pools, "is called outside an autorelease pool: the object would live as long as the process")
        if len(self._pending) >= self._most: self._metal.run(lambda: len(self._pending) < self._most)
        return CommandBuffer(self)

    def _step(self) -> bool:
        """Does the next thing that can be done; whether there was one."""
        if not self._pending: return False
        buffer = self._pending[0]
        if buffer._todo:
            if not buffer._todo[0](): return False  # it waits for an event
            if buffer._todo: buffer._todo.pop(0)
        if not buffer._todo:
            self._pending.pop(0)
            buffer._finish()
        return True


class CommandBuffer(Object):
    """MTLCommandBuffer."""

    def __init__(self, queue: CommandQueue) -> None:
        super().__init__(queue._device)
        self._queue, self._state, self._encoder = queue, NOT_ENQUEUED, None
        self._todo: list[Callable[[], bool]] = []
        self._failure: Error | None = None
        self._begin = self._end = 0.0
        self._uses: list[IndirectCommandBuffer] = []

    def _add(self, work: Callable[[], Any]) -> None:
        def done() -> bool:
            self._metal.clock += 1e-6
            self._begin = self._begin or self._metal.clock
            try: work()
            except MetalFault as fault:
                self._metal.faults.append(fault)
                self._fail(Error(PAGE_FAULT, f"Caused GPU Address Fault Error ({fault})"))
            return True
        self._todo.append(done)

    def _fail(self, failure: Error) -> None:
        self._failure = failure
        self._todo = []

    def _finish(self) -> None:
        self._metal.clock += 1e-6
        self._end = self._metal.clock
        self._begin = self._begin or self._end
        if self._failure is None and (code := self._metal._broken()): self._failure = Error(code, "Injected Error")
        self._state = FAILED if self._failure else COMPLETED
        for indirect in self._uses: indirect._in_flight -= 1

    # ---- encoders

    def _open(self, encoder: Any) -> Any:
        if self._state != NOT_ENQUEUED: raise MetalMisuse("a command buffer that was committed takes no more commands")
        if not self._metal.pools: raise MetalMisuse("an encoder is made outside an autorelease pool: it would live for ever")
        if self._encoder is not None: raise MetalMisuse("an encoder is made while another one has not ended")
        self._encoder = encoder
        return encoder

    def computeCommandEncoder(self) -> ComputeEncoder: return self._open(ComputeEncoder(self))
    def blitCommandEncoder(self) -> BlitEncoder: return self._open(BlitEncoder(self))

    def encodeSignalEvent_value_(self, event: SharedEvent, value: int) -> None:
        self._check(self._state == NOT_ENQUEUED and self._encoder is None, "an encoder is open, or the buffer was committed")
        self._add(lambda: event._signal(value))

    def encodeWaitForEvent_value_(self, event: SharedEvent, value: int) -> None:
        self._check(self._state == NOT_ENQUEUED and self._encoder is None, "an encoder is open, or the buffer was committed")
        self._todo.append(lambda: event._value >= value)

    # ---- running

    def commit(self) -> None:
        self._check(self._state == NOT_ENQUEUED, "is called twice")
        self._check(self._encoder is None, "an encoder has not ended")
        self._state = COMMITTED
        self._queue._pending.append(self)
        for indirect in self._uses: indirect._in_flight += 1

    def waitUntilCompleted(self) -> None:
        self._check(self._state != NOT_ENQUEUED, "waits for a buffer that was not committed")
        self._metal.run(lambda: self._state >= COMPLETED)
        if self._state < COMPLETED: raise MetalMisuse("deadlock: every queue waits for an event that nobody signals")

    def status(self) -> int:
        """Asking is what makes time pass."""
        if self._state == COMMITTED and not self._metal.hangs: self._metal.step()
        return self._state

    def error(self) -> Error | None: return self._failure

    def _when_done(self, value: float) -> float:
        if self._state < COMPLETED: raise MetalMisuse("times of a command buffer are known when it has completed")
        return value

    def GPUStartTime(self) -> float: return self._when_done(self._begin)
    def GPUEndTime(self) -> float: return self._when_done(self._end)


class Encoder(Object):
    """What compute and blit encoders share."""

    def __init__(self, buffer: CommandBuffer) -> None:
        super().__init__(buffer._device)
        self._buffer = buffer

    def _open(self) -> None:
        if self._buffer._encoder is not self: raise MetalMisuse(f"a {type(self).__name__} is used after it has ended")

    def endEncoding(self) -> None:
        self._open()
        self._buffer._encoder = None


class ComputeEncoder(Encoder):
    """MTLComputeCommandEncoder."""

    def __init__(self, buffer: CommandBuffer) -> None:
        super().__init__(buffer)
        self._pipeline: Pipeline | None = None
        self._bound: dict[int, tuple[Any, int]] = {}
        self._resident: set[Any] = set()

    def setComputePipelineState_(self, pipeline: Pipeline) -> None:
        self._open()
        self._own(pipeline)
        self._pipeline = pipeline

    def setBuffer_offset_atIndex_(self, buffer: Buffer, offset: int, index: int) -> None:
        self._open()
        self._own(buffer)
        self._check(0 <= index < compiler.MOST_BUFFERS, f"index {index} is not below 31")
        self._check(0 <= offset < buffer._length, f"offset {offset} is not within the {buffer._length} bytes of the buffer")
        self._bound[index] = buffer, offset

    def setBytes_length_atIndex_(self, data: Any, length: int, index: int) -> None:
        self._open()
        self._check(0 <= index < compiler.MOST_BUFFERS, f"index {index} is not below 31")
        self._check(0 < length < _MOST_BYTES and length <= len(data), f"{length} bytes of {len(data)}: it takes less than 4096")
        self._bound[index] = bytes(data[:length]), 0

    def dispatchThreadgroups_threadsPerThreadgroup_(self, groups: Sequence[int], items: Sequence[int]) -> None:
        self._open()
        self._check(self._pipeline is not None, "there is no pipeline")
        assert self._pipeline is not None
        self._metal.dispatches.append(self._pipeline._declared.name)
        self._buffer._add(Dispatch(self._pipeline, self._bound, groups, items).run)

    def useResources_count_usage_(self, resources: Sequence[Any], count: int, usage: int) -> None:
        self._open()
        self._check(count == len(resources) and usage & 3, f"count {count} or usage {usage} is wrong")
        self._own(*resources)
        self._resident |= set(resources)

    def executeCommandsInBuffer_withRange_(self, indirect: IndirectCommandBuffer, within: Sequence[int]) -> None:
        self._open()
        self._own(indirect)
        begin, count = within
        self._check(begin >= 0 < count and begin + count <= len(indirect._commands), f"the range {(begin, count)} is not within it")
        commands = indirect._commands[begin:begin + count]
        for command in commands:
            for buffer, _ in command._bound.values():
                self._check(buffer in self._resident, "a buffer of a command was not made resident by useResources")
        self._metal.dispatches.extend(c._pipeline._declared.name for c in commands if c._pipeline is not None)
        self._buffer._uses.append(indirect)
        for command in indirect._order(commands, self._metal._random): self._buffer._add(command._run)


class BlitEncoder(Encoder):
    """MTLBlitCommandEncoder."""

    def copyFromBuffer_sourceOffset_toBuffer_destinationOffset_size_(self, source: Buffer, begin: int, dest: Buffer, to: int,
                                                                    size: int) -> None:
        self._open()
        self._own(source, dest)
        self._check(not (begin % _BLIT or to % _BLIT or size % _BLIT), f"offsets {begin}, {to} or size {size} are no multiples of 4")
        self._check(size > 0 and begin + size <= source._length and to + size <= dest._length, "it goes beyond the end of a buffer")
        self._check(source is not dest or begin + size <= to or to + size <= begin, "source and destination overlap")
        self._buffer._add(lambda: ctypes.memmove(dest._address + to, source._address + begin, size))
