"""Memory of an OpenCL device: a handle and an offset, so that a view of a buffer costs nothing.

Inputs: numbers of bytes. Outputs: `CLMemory`. Invariants: a block is committed when it is returned (drivers would allocate it on first
use, when no memory can be freed any more); copies to and from the host wait for all earlier launches.
"""
from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from ctypes import c_char, c_void_p
from typing import TypeVar

from heddle.device.allocator import Allocator, AnyAllocator, ImageSize
from heddle.dtype import ImageDType
from heddle.errors import DeviceError, ExchangeError
from heddle.named_tuple import NamedTuple
from heddle.runtime.cpu.memory import readable
from heddle.runtime.opencl import image as opencl_image
from heddle.runtime.opencl.image import CLImage
from heddle.runtime.opencl.library import MEM_CONTEXT, MEM_READ_WRITE, MEM_SIZE, CLError
from heddle.runtime.opencl.queue import CLQueue, Command


class CLMemory(NamedTuple):
    """A part of a buffer, from `offset` bytes on."""

    handle: int
    offset: int


class Imported(CLMemory):
    """A buffer that others made. OpenCL counts us among its holders until this object goes."""

    queue: CLQueue

    def __del__(self, ends: Callable[[], bool] = sys.is_finalizing) -> None:
        if not ends(): self.queue.release(self.handle)


class ImportedImage(CLImage):
    """The same for an image."""

    queue: CLQueue
    __del__ = Imported.__del__


def copy_command(dest: CLMemory | CLImage, src: CLMemory | CLImage, nbytes: int) -> Command | None:
    """What copies within a device; None if the host has to, between an image and something else."""
    if isinstance(dest, CLImage) or isinstance(src, CLImage): return opencl_image.copy_command(dest, src)
    return "clEnqueueCopyBuffer", (src.handle, dest.handle, src.offset, dest.offset, nbytes)


_Import = TypeVar("_Import", Imported, ImportedImage)


class CLAllocator(Allocator[CLMemory | CLImage]):
    """Buffers of one context."""

    def __init__(self, device: str, queue: CLQueue) -> None:
        super().__init__(device)
        self._queue, self._library = queue, queue.library

    def _alloc(self, nbytes: int) -> CLMemory | CLImage:
        """MemoryError if the device has no room."""
        image = nbytes.image if isinstance(nbytes, ImageSize) else None
        try: handle = self._make(nbytes) if image is None else opencl_image.make(self._queue, image)
        except CLError as fault:
            if fault.is_out_of_memory: raise MemoryError from None
            raise self._queue.failed(fault) from None
        memory = c_void_p(handle)
        try: self._library.call("clEnqueueMigrateMemObjects", self._queue.handle, 1, ctypes.byref(memory), 0, 0, None, None)
        except CLError as fault:
            self._library.call("clReleaseMemObject", handle)
            if fault.is_out_of_memory: raise MemoryError from None
            raise self._queue.failed(fault) from None
        return CLMemory(handle, 0) if image is None else CLImage(handle, 0, image)

    def _make(self, nbytes: int) -> int:
        return self._library.make("clCreateBuffer", self._queue.context, MEM_READ_WRITE, nbytes, None)

    def check_image(self, image: ImageDType) -> None: opencl_image.check(self.device, self._queue.info, image)

    def _free(self, opaque: CLMemory | CLImage, nbytes: int) -> None:
        if self.lost is None: self._queue.release(opaque.handle)

    def copyin(self, dest: CLMemory | CLImage, mv: memoryview) -> None:
        if isinstance(dest, CLImage): return opencl_image.write(self._queue, dest, mv)
        self._queue.wait_for("clEnqueueWriteBuffer", dest.handle, dest.offset, mv.nbytes, readable(mv))

    def copyout(self, mv: memoryview, src: CLMemory | CLImage) -> None:
        if isinstance(src, CLImage): return opencl_image.read(self._queue, mv, src)
        self._queue.wait_for("clEnqueueReadBuffer", src.handle, src.offset, mv.nbytes, (c_char * mv.nbytes).from_buffer(mv))

    def offset(self, opaque: CLMemory | CLImage, nbytes: int, at: int) -> CLMemory:
        return CLMemory(opaque.handle, opaque.offset + at)

    def transfer(self, dest: CLMemory | CLImage, src: CLMemory | CLImage, nbytes: int, source: AnyAllocator) -> bool:
        command = copy_command(dest, src, nbytes) if source is self else None
        if command is not None: self._queue.enqueue(command[0], *command[1])
        return command is not None

    def memory_total(self) -> int | None:
        return self._queue.info.memory

    def wrap(self, pointer: int, nbytes: int) -> Imported | CLImage:
        """A cl_mem as memory: it has to be of this device's context (`Device["CL"].queue.context`). DeviceError, ExchangeError."""
        context = self._library.number("clGetMemObjectInfo", pointer, MEM_CONTEXT)
        if context != self._queue.context:
            raise DeviceError(f"the cl_mem {pointer:#x} belongs to another OpenCL context than {self.device} has, which is "
                              f"{self._queue.context:#x}", f"Make it in that one: Device[{self.device!r}].queue.context.")
        if isinstance(nbytes, ImageSize): return self._wrap_image(pointer, nbytes.image)
        size = self._library.number("clGetMemObjectInfo", pointer, MEM_SIZE)
        if size < nbytes:
            raise ExchangeError(f"{nbytes} bytes are more than the {size} of the cl_mem {pointer:#x}", "Check shape and dtype.")
        return self._held(Imported(pointer, 0))

    def _wrap_image(self, pointer: int, image: ImageDType) -> CLImage:
        opencl_image.check_format(self._library, pointer, image)
        return self._held(ImportedImage(pointer, 0, image))

    def _held(self, memory: _Import) -> _Import:
        """Memory of others, of which OpenCL now counts us among the holders."""
        self._library.call("clRetainMemObject", memory.handle)
        memory.queue = self._queue
        return memory
