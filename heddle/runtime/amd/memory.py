"""Memory of an AMD GPU: blocks at addresses that the GPU and this process share, and the device's allocator.

Inputs: numbers of bytes. Outputs: addresses. Invariants: an address means the same memory to the GPU and, where the block is visible
to the host, to the host; a block is freed after all earlier submissions; host copies go through shared staging memory in chunks.
"""
from __future__ import annotations

import errno
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from heddle.device.allocator import Allocator, AnyAllocator
from heddle.errors import DeviceError, ExchangeError
from heddle.named_tuple import NamedTuple
from heddle.runtime.amd import kfd as amd_kfd
from heddle.runtime.amd.kfd import KFD
from heddle.runtime.common.block_table import BlockTable
from heddle.runtime.common.imported_pages import ImportedPages
from heddle.runtime.common.slabs import Slabs
from heddle.runtime.common.system import (
    MAP_FIXED,
    MAP_NORESERVE,
    MAP_PRIVATE,
    MAP_SHARED,
    PROT_NONE,
    PROT_READ,
    PROT_WRITE,
    DeviceFile,
    system,
)

if TYPE_CHECKING:
    from heddle.runtime.amd.gpu import AMDGPU

PAGE = 4096
_LARGE_PAGE = 2 << 20
#: small blocks are cut from slabs of one large page
_SLAB, _LARGEST_PIECE = _LARGE_PAGE, 256 << 10
#: kinds of blocks: of the GPU alone, and of the host for both, which no cache of the GPU keeps
_OWN = amd_kfd.VRAM | amd_kfd.WRITABLE | amd_kfd.EXECUTABLE | amd_kfd.NO_SUBSTITUTE
_SHARED = amd_kfd.GTT | amd_kfd.WRITABLE | amd_kfd.EXECUTABLE | amd_kfd.NO_SUBSTITUTE | amd_kfd.COHERENT | amd_kfd.UNCACHED
_IMPORTED = amd_kfd.USERPTR | amd_kfd.WRITABLE | amd_kfd.EXECUTABLE | amd_kfd.NO_SUBSTITUTE | amd_kfd.COHERENT
#: what the driver says when there is no room
_NO_ROOM = (errno.ENOMEM, errno.ENOSPC)


class Block(NamedTuple):
    """Memory that the driver gave."""

    address: int
    nbytes: int
    handle: int
    gpus: list[int]  # in whose address spaces it is


class GPUMemory:
    """Blocks of one GPU."""

    def __init__(self, kfd: KFD, file: DeviceFile, gpu: int) -> None:
        self._kfd, self._file, self._gpu = kfd, file, gpu
        #: those of this GPU alone
        self.blocks = BlockTable[Block]()

    def take(self, nbytes: int) -> Block:
        """A block that the GPU alone sees. MemoryError if there is no room."""
        return self.blocks.add(self._take(nbytes, _OWN))

    def take_shared(self, nbytes: int) -> Block:
        """A block that the host sees too, full of zeros."""
        return self._take(nbytes, _SHARED)

    def imported_pages(self, finish: Callable[[], None]) -> ImportedPages[Block]:
        """Memory of the host that this GPU uses in place. `finish`: waits for its launches."""
        return ImportedPages(PAGE, lambda start, nbytes: self._made(start, nbytes, _IMPORTED, start), self._free, finish)

    def give(self, block: Block) -> None:
        """Takes a block back, which nothing uses any more."""
        self.blocks.remove(block)
        self._free(block)
        system().munmap(block.address, block.nbytes)

    def _free(self, block: Block) -> None:
        self._kfd.unmap_from(block.handle, block.gpus)
        self._kfd.call("FREE_MEMORY_OF_GPU", handle=block.handle)

    def share(self, block: Block, gpu: int) -> bool:
        """Lets another GPU use a block; whether it can."""
        if gpu in block.gpus: return True
        try: self._kfd.map_to(block.handle, [*block.gpus, gpu])
        except OSError: return False  # no road between the two: the host carries the data
        block.gpus.append(gpu)
        return True

    def _take(self, nbytes: int, flags: int) -> Block:
        size = -(-nbytes // PAGE) * PAGE
        try: address = _reserve(size)
        except OSError as fault: raise MemoryError(str(fault)) from None
        try: block = self._made(address, size, flags, 0)
        except OSError as fault:
            system().munmap(address, size)
            if fault.errno in _NO_ROOM: raise MemoryError(str(fault)) from None
            raise
        return block

    def _made(self, address: int, size: int, flags: int, source: int) -> Block:
        made = self._kfd.call("ALLOC_MEMORY_OF_GPU", va_addr=address, size=size, gpu_id=self._gpu, flags=flags, mmap_offset=source)
        try:
            if flags == _SHARED:
                self._file.mmap(address, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, made.mmap_offset)
            self._kfd.map_to(made.handle, [self._gpu])
        except OSError:
            self._kfd.call("FREE_MEMORY_OF_GPU", handle=made.handle)
            raise
        return Block(address, size, made.handle, [self._gpu])


def _reserve(size: int) -> int:
    """Addresses that nothing else will have; large ones begin on a large page."""
    align = _LARGE_PAGE if size >= _LARGE_PAGE else PAGE
    start = system().mmap(0, size + align, PROT_NONE, MAP_PRIVATE | MAP_NORESERVE)
    address = -(-start // align) * align
    if address > start: system().munmap(start, address - start)
    if (tail := start + size + align - (address + size)) > 0: system().munmap(address + size, tail)
    return address


class AMDAllocator(Allocator[int]):
    """Memory of one device; blocks are addresses."""

    launches_later = True

    def __init__(self, device: str, gpu: AMDGPU) -> None:
        super().__init__(device)
        self.gpu = gpu
        self._slabs = Slabs(_SLAB, self._make_slab, self._drop_slab)

    # ---- blocks

    def _alloc(self, nbytes: int) -> int:
        """MemoryError if there is no room even when all that was freed is given back."""
        return self.gpu.timeline.alloc(lambda: self._take(nbytes))

    def _take(self, nbytes: int) -> int:
        try: return self._slabs.cut(nbytes) if nbytes <= _LARGEST_PIECE else self.gpu.memory.take(nbytes).address
        except OSError as fault:
            raise DeviceError(f"{self.device} gets no memory: {fault.strerror}",
                              "Look at the system's log for messages of amdgpu.") from None

    def _free(self, opaque: int, nbytes: int) -> None:
        if self.lost is not None: return
        give_back = partial(self._slabs.give_back, opaque, nbytes) if nbytes <= _LARGEST_PIECE else partial(self._drop_slab, opaque)
        self.gpu.timeline.retire(give_back)

    def _make_slab(self) -> int: return self.gpu.memory.take(_SLAB).address

    def _drop_slab(self, address: int) -> None:
        block = self.gpu.memory.blocks.holding(address)
        if block is not None: self.gpu.memory.give(block)

    def unused(self) -> int: return self._slabs.unused()

    # ---- data

    def copyin(self, dest: int, mv: memoryview) -> None: self.gpu.staging.send(dest, mv.cast("B"), self.gpu.copy)
    def copyout(self, mv: memoryview, src: int) -> None: self.gpu.staging.fetch(mv.cast("B"), src, self.gpu.copy)

    def transfer(self, dest: int, src: int, nbytes: int, source: AnyAllocator) -> bool:
        """Within the GPU, or from one that it reaches over the bus; each waits for the other's work."""
        if not isinstance(source, AMDAllocator): return False
        gpu, other = self.gpu, source.gpu
        if other is not gpu and not self._can_reach(src, source): return False
        gpu.copy(dest, src, nbytes, after=(other.timeline,))
        if other is not gpu:  # what frees or changes the source waits for the copy
            with other.timeline.submission(other.copies, after=(gpu.timeline,)): pass
        return True

    def _can_reach(self, src: int, source: AMDAllocator) -> bool:
        block, gpu = source.gpu.memory.blocks.holding(src), self.gpu.info.gpu_id
        if block is None or not source.gpu.memory.share(block, gpu): return False
        return source.gpu.memory.share(source.gpu.signals, gpu) and self.gpu.memory.share(self.gpu.signals, source.gpu.info.gpu_id)

    # ---- memory of others

    def wrap(self, pointer: int, nbytes: int) -> int:
        """Memory of the host that the GPU uses in place, over its bus. ExchangeError if the driver does not let it."""
        try: self.gpu.imported.use(pointer, nbytes)
        except OSError as fault:
            raise ExchangeError(f"{self.device} cannot use the memory at {pointer:#x} in place: {fault.strerror}",
                                "Give memory of this process that may be written, or copy it: Tensor(array).") from None
        return pointer

    def unwrap(self, opaque: int, nbytes: int) -> None: self.gpu.imported.release(opaque, nbytes)

    # ---- how much there is

    def memory_total(self) -> int | None: return self.gpu.info.memory or None

    def memory_free(self) -> int | None:
        if self.lost is not None: return None
        return self.gpu.kfd.call("AVAILABLE_MEMORY", gpu_id=self.gpu.info.gpu_id).available
