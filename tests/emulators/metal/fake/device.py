"""A device of the stand-in: memory, libraries, pipelines, queues.

In: calls as pyobjc makes them. Out: objects, or None and an error. Always true: memory lies at multiples of a page, and a new
block is full of a pattern; what a device hands out is counted as long as somebody holds it.
"""
from __future__ import annotations

import ctypes
import mmap
import weakref
from typing import TYPE_CHECKING, Any

from tests.emulators.metal import compiler
from tests.emulators.metal.errors import MetalCompileError
from tests.emulators.metal.fake.commands import CommandQueue
from tests.emulators.metal.fake.events import SharedEvent
from tests.emulators.metal.fake.indirect import IndirectCommandBuffer
from tests.emulators.metal.fake.objects import (
    Error,
    MTLComputePipelineDescriptor,
    MTLIndirectCommandBufferDescriptor,
    Object,
)

if TYPE_CHECKING:
    from tests.emulators.metal.fake.framework import FakeMetal

#: as the system has them; 16 KiB on Apple silicon
PAGE = mmap.PAGESIZE
_FILLED = b"\xcd"
_LANGUAGES = {131076: (2, 4), 196608: (3, 0), 196609: (3, 1), 196610: (3, 2), 262144: (4, 0)}


class Device(Object):
    """MTLDevice."""

    def __init__(self, framework: FakeMetal, name: str, family: int, memory: int) -> None:
        super().__init__(self)
        self._framework, self._name, self._family, self._memory = framework, name, family, memory
        self._used = 0
        self._buffers: weakref.WeakSet[Buffer] = weakref.WeakSet()

    def name(self) -> str: return self._name
    def registryID(self) -> int: return id(self)
    def hasUnifiedMemory(self) -> bool: return True
    def maxBufferLength(self) -> int: return self._memory // 2
    def recommendedMaxWorkingSetSize(self) -> int: return self._memory
    def currentAllocatedSize(self) -> int: return self._used
    def maxThreadgroupMemoryLength(self) -> int: return compiler.MOST_SHARED
    def supportsFamily_(self, family: int) -> bool: return 1001 <= family <= 1000 + self._family or family == 5001

    # ---- memory

    def newBufferWithLength_options_(self, length: int, options: int) -> Buffer | None:
        self._check(length > 0, "length must not be 0")
        self._check(options == 0, f"resource options {options} are not for memory that the host sees")
        has_room = self._used + length <= self._memory and length <= self.maxBufferLength()
        if self._framework._fails("newBufferWithLength") or not has_room: return None
        room = mmap.mmap(-1, -(-length // PAGE) * PAGE)
        room.write(_FILLED * len(room))
        return Buffer(self, room, length)

    def newBufferWithBytesNoCopy_length_options_deallocator_(self, memory: Any, length: int, options: int,
                                                            deallocator: None) -> Buffer | None:
        view = memoryview(memory).cast("B")
        address = ctypes.addressof(ctypes.c_char.from_buffer(view))
        self._check(address % PAGE == 0, f"the pointer {address:#x} is not page aligned")
        self._check(length % PAGE == 0 and 0 < length <= view.nbytes, f"length {length} is no whole number of pages of the memory")
        self._check(deallocator is None, "a deallocator is not supported here")
        return Buffer(self, view, length)

    # ---- code

    def newLibraryWithSource_options_error_(self, source: str, options: Any, error: None) -> tuple[Library | None, Error | None]:
        made = options._set
        self._check(made["languageVersion"] in _LANGUAGES, f"unknown language version {made['languageVersion']}")
        safe = made["mathMode"] == 0 if "mathMode" in made else not made["fastMathEnabled"]
        self._check(safe, "the emulator has no fast mathematics")
        try: return Library(self, compiler.Library(str(source), _LANGUAGES[made["languageVersion"]])), None
        except MetalCompileError as fault: return None, Error(3, f"program_source: {fault}")

    def newComputePipelineStateWithDescriptor_options_reflection_error_(
            self, descriptor: MTLComputePipelineDescriptor, options: int, reflection: None,
            error: None) -> tuple[Pipeline | None, None, Error | None]:
        function: Function = descriptor._set["computeFunction"]
        self._check(isinstance(function, Function), "the descriptor has no function")
        self._own(function)
        shared = function._library.shared[1]
        if shared > compiler.MOST_SHARED:
            return None, None, Error(3, f"Threadgroup memory size ({shared}) exceeds the maximum threadgroup memory allowed "
                                        f"({compiler.MOST_SHARED})")
        return Pipeline(self, function, bool(descriptor._set["supportIndirectCommandBuffers"])), None, None

    # ---- queues, events, graphs

    def newCommandQueueWithMaxCommandBufferCount_(self, count: int) -> CommandQueue: return CommandQueue(self, count)
    def newSharedEvent(self) -> SharedEvent: return SharedEvent(self)

    def newIndirectCommandBufferWithDescriptor_maxCommandCount_options_(
            self, descriptor: MTLIndirectCommandBufferDescriptor, count: int, options: int) -> IndirectCommandBuffer:
        made = descriptor._set
        self._check(0 < count <= 16384, f"an indirect command buffer has 1 to 16384 commands, not {count}")
        self._check(made["commandTypes"] == 32, "its commands are no dispatches of threadgroups")
        self._check(not made["inheritBuffers"] and not made["inheritPipelineState"], "what is inherited is not supported here")
        self._check(0 < made["maxKernelBufferBindCount"] <= compiler.MOST_BUFFERS, "maxKernelBufferBindCount must be 1 to 31")
        return IndirectCommandBuffer(self, count, made["maxKernelBufferBindCount"])


class Varlist:
    """Memory of unknown length, as pyobjc gives a `void *`."""

    def __init__(self, memory: Any) -> None: self._memory = memory
    def as_buffer(self, count: int) -> memoryview: return memoryview(self._memory).cast("B")[:count]


class Buffer(Object):
    """MTLBuffer in shared memory."""

    def __init__(self, device: Device, memory: Any, length: int) -> None:
        super().__init__(device)
        self._room, self._length = memory, length
        self._address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        device._used += length
        device._buffers.add(self)
        weakref.finalize(self, self._gone, device, length).atexit = False

    @staticmethod
    def _gone(device: Device, length: int) -> None: device._used -= length

    def length(self) -> int: return self._length
    def contents(self) -> Varlist: return Varlist(self._room)
    def gpuAddress(self) -> int: return self._address
    def storageMode(self) -> int: return 0
    def __c_void_p__(self) -> ctypes.c_void_p: return ctypes.c_void_p(id(self))


class Library(Object):
    """MTLLibrary."""

    def __init__(self, device: Device, compiled: compiler.Library) -> None:
        super().__init__(device)
        self._compiled = compiled

    def newFunctionWithName_(self, name: str) -> Function | None:
        return Function(self._device, self._compiled, name) if name in self._compiled.declarations else None


class Function(Object):
    """MTLFunction."""

    def __init__(self, device: Device, library: compiler.Library, name: str) -> None:
        super().__init__(device)
        self._library, self._name = library, name


class Pipeline(Object):
    """MTLComputePipelineState."""

    def __init__(self, device: Device, function: Function, indirect: bool) -> None:
        super().__init__(device)
        self._function, self._indirect = function, indirect
        self._declared = function._library.declarations[function._name]

    def maxTotalThreadsPerThreadgroup(self) -> int: return min(self._declared.most_threads, self._metal.most_threads)
    def threadExecutionWidth(self) -> int: return 32
    def staticThreadgroupMemoryLength(self) -> int: return self._function._library.shared[1]
