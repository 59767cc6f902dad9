"""Memory of a Metal device: host-visible buffers with an offset, so that a view of a buffer costs nothing.

Inputs: numbers of bytes. Outputs: `MetalMemory`. Invariants: the host reads and writes only when all work on the device is done; a
buffer lives as long as anything on the device uses it.
"""
from __future__ import annotations

import ctypes
import mmap

from heddle.device.allocator import Allocator, AnyAllocator
from heddle.errors import DeviceError, ExchangeError
from heddle.named_tuple import NamedTuple
from heddle.runtime.metal.framework import STORAGE_SHARED
from heddle.runtime.metal.objects import Buffer, CommandBuffer
from heddle.runtime.metal.queue import MetalQueue

#: offsets and sizes of copies that the device does are multiples of this (macOS)
_BLIT = 4


class Block:
    """A buffer of Metal, and its bytes as the host sees them."""

    def __init__(self, buffer: Buffer, length: int) -> None:
        self.buffer, self.length = buffer, length
        self.view = memoryview(buffer.contents().as_buffer(length)).cast("B")


class MetalMemory(NamedTuple):
    """A part of a block, from `offset` bytes on."""

    block: Block
    offset: int

    def bytes(self, nbytes: int) -> memoryview: return self.block.view[self.offset:self.offset + nbytes]


class MetalAllocator(Allocator[MetalMemory]):
    """Buffers of one device."""

    def __init__(self, device: str, queue: MetalQueue) -> None:
        super().__init__(device)
        self.queue = queue

    def _alloc(self, nbytes: int) -> MetalMemory:
        """MemoryError if the device has no room."""
        info = self.queue.info
        buffer = info.handle.newBufferWithLength_options_(nbytes, STORAGE_SHARED) if nbytes <= info.most_buffer else None
        if buffer is None: raise MemoryError
        return MetalMemory(Block(buffer, nbytes), 0)

    def _free(self, opaque: MetalMemory, nbytes: int) -> None:
        """The block goes with its last holder: command buffers that use it are holders too."""

    def copyin(self, dest: MetalMemory, mv: memoryview) -> None:
        self.queue.finish()
        dest.bytes(mv.nbytes)[:] = mv.cast("B")

    def copyout(self, mv: memoryview, src: MetalMemory) -> None:
        self.queue.finish()
        if mv.nbytes: mv.cast("B")[:] = src.bytes(mv.nbytes)

    def offset(self, opaque: MetalMemory, nbytes: int, at: int) -> MetalMemory:
        return MetalMemory(opaque.block, opaque.offset + at)

    def transfer(self, dest: MetalMemory, src: MetalMemory, nbytes: int, source: AnyAllocator) -> bool:
        if not isinstance(source, MetalAllocator) or not can_blit(dest, src, nbytes): return False
        if source is not self: return self._from_other(dest, src, nbytes, source)
        with self.queue.submission() as buffer: blit(buffer, dest.block.buffer, dest.offset, src.block.buffer, src.offset, nbytes)
        return True

    def _from_other(self, dest: MetalMemory, src: MetalMemory, nbytes: int, source: MetalAllocator) -> bool:
        """A copy from another device of this machine, which sees the same memory: its pages become a buffer of this one, too."""
        if (alias := self._alias(src.block)) is None: return False
        with self.queue.submission() as buffer:
            self.queue.follow(buffer, source.queue)
            blit(buffer, dest.block.buffer, dest.offset, alias, src.offset, nbytes)
        # what changes the source waits for the copy
        with source.queue.submission() as buffer: source.queue.follow(buffer, self.queue)
        return True

    def _alias(self, block: Block) -> Buffer | None:
        """The pages of another device's block as a buffer of this one; None where they cannot be."""
        nbytes = -(-block.length // mmap.PAGESIZE) * mmap.PAGESIZE
        pages = memoryview(block.buffer.contents().as_buffer(nbytes)).cast("B")
        if pages.nbytes < nbytes or ctypes.addressof(ctypes.c_char.from_buffer(pages)) % mmap.PAGESIZE: return None
        return self.queue.device.newBufferWithBytesNoCopy_length_options_deallocator_(pages, nbytes, STORAGE_SHARED, None)

    def memory_total(self) -> int | None: return self.queue.info.memory

    def memory_free(self) -> int | None:
        return max(0, self.queue.info.memory - int(self.queue.device.currentAllocatedSize())) if self.lost is None else None

    def wrap(self, pointer: int, nbytes: int) -> MetalMemory:
        """A MTLBuffer of another library, by the address of the object. DeviceError if it is of another device; ExchangeError."""
        buffer = self.queue.framework.object_at(pointer)
        if buffer is None or not hasattr(buffer, "gpuAddress"):
            raise ExchangeError(f"there is no MTLBuffer at {pointer:#x}", "Give the address of the object: of torch's MPS tensors "
                                "that is x.untyped_storage().data_ptr().")
        if buffer.device().registryID() != self.queue.device.registryID():
            raise DeviceError(f"the MTLBuffer {pointer:#x} belongs to another GPU than {self.device}", "Use the device that it is of.")
        if buffer.storageMode() != STORAGE_SHARED:
            raise ExchangeError(f"the MTLBuffer {pointer:#x} is not in memory that the host sees", "Make it with shared storage.")
        if (length := int(buffer.length())) < nbytes:
            raise ExchangeError(f"{nbytes} bytes are more than the {length} of the MTLBuffer {pointer:#x}", "Check shape and dtype.")
        return MetalMemory(Block(buffer, length), 0)


def can_blit(dest: MetalMemory, src: MetalMemory, nbytes: int) -> bool:
    """Whether the device can copy this: at multiples of 4 bytes, and not onto itself."""
    if (dest.offset | src.offset | nbytes) % _BLIT or not nbytes: return False
    return dest.block is not src.block or dest.offset + nbytes <= src.offset or src.offset + nbytes <= dest.offset


def blit(buffer: CommandBuffer, dest: Buffer, to: int, src: Buffer, begin: int, nbytes: int) -> None:
    """Writes a copy down."""
    encoder = buffer.blitCommandEncoder()
    encoder.copyFromBuffer_sourceOffset_toBuffer_destinationOffset_size_(src, begin, dest, to, nbytes)
    encoder.endEncoding()
