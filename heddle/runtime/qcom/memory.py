"""Memory of an Adreno GPU: objects of the driver at addresses that the GPU and this process share, and the device's allocator.

Inputs: numbers of bytes. Outputs: addresses. Invariants: an address means the same memory to the GPU and to the host; a block is freed
after all earlier submissions; the host touches data only when the GPU is done with it, and then makes its caches agree with memory.
"""
from __future__ import annotations

import ctypes
import errno
from functools import partial
from typing import TYPE_CHECKING

from heddle.device.allocator import Allocator, AnyAllocator, ImageSize
from heddle.dtype import ImageDType
from heddle.errors import DeviceError, ExchangeError
from heddle.named_tuple import NamedTuple
from heddle.runtime.common.block_table import BlockTable
from heddle.runtime.common.slabs import Slabs
from heddle.runtime.common.system import MAP_SHARED, PROT_READ, PROT_WRITE, system
from heddle.runtime.cpu.memory import readable, view_at
from heddle.runtime.qcom import image as images
from heddle.runtime.qcom import kgsl as driver
from heddle.runtime.qcom.image import QCOMImage
from heddle.runtime.qcom.kgsl import KGSL

if TYPE_CHECKING:
    from heddle.runtime.qcom.gpu import QCOMGPU

PAGE = 4096
#: bytes that the host's caches keep together
_LINE = 64
#: small blocks are cut from slabs of this size
_SLAB, _LARGEST_PIECE = 1 << 20, 128 << 10
#: what the driver says when there is no room
_NO_ROOM = (errno.ENOMEM, errno.ENOSPC)


class Block(NamedTuple):
    """Memory that the driver gave, or that others own (heddle.runtime.qcom.foreign); `number` is 0 for what is not ours to free."""

    address: int
    nbytes: int
    number: int
    is_own: bool = True


class GPUMemory:
    """Blocks of one GPU."""

    def __init__(self, kgsl: KGSL) -> None:
        self._kgsl = kgsl
        self.blocks = BlockTable[Block]()

    def take(self, nbytes: int, align: int = PAGE) -> Block:
        """A block for data, which the host's caches keep: see `from_gpu` and `to_gpu`. MemoryError if there is no room."""
        return self._take(nbytes, driver.WRITE_BACK, align)

    def take_shared(self, nbytes: int) -> Block:
        """A block full of zeros that no cache of the host keeps, for commands and what they read."""
        return self._take(nbytes, driver.WRITE_COMBINED, PAGE)

    def _take(self, nbytes: int, cache: int, align: int) -> Block:
        size = -(-nbytes // PAGE) * PAGE
        flags = driver.USE_CPU_MAP | cache | driver.aligned_to(align)
        try: made = self._kgsl.call("GPUOBJ_ALLOC", size=size, flags=flags)
        except OSError as fault:
            if fault.errno in _NO_ROOM: raise MemoryError(fault.strerror) from None
            raise
        try: address = self._kgsl.file.mmap(0, made.mmapsize, PROT_READ | PROT_WRITE, MAP_SHARED, made.id * PAGE)
        except OSError as fault:
            self._kgsl.call("GPUOBJ_FREE", id=made.id)
            if fault.errno in _NO_ROOM: raise MemoryError(fault.strerror) from None
            raise
        return self.keep(Block(address, made.mmapsize, made.id))

    def keep(self, block: Block) -> Block:
        """Notes where a block is. Memory of others that was there before it is forgotten: its owner has given it up."""
        for other in self.blocks.overlapping(block.address, block.nbytes):
            if not other.is_own: self.blocks.remove(other)
        return self.blocks.add(block)

    def give(self, block: Block) -> None:
        """Takes a block back, which nothing uses any more."""
        self.blocks.remove(block)
        system().munmap(block.address, block.nbytes)
        self._kgsl.call("GPUOBJ_FREE", id=block.number)

    # ---- caches of the host

    def from_gpu(self, address: int, nbytes: int) -> None:
        """The host forgets what its caches have of memory that the GPU may have written."""
        self._sync(address, nbytes, driver.FROM_GPU)

    def to_gpu(self, address: int, nbytes: int) -> None:
        """What the host wrote goes from its caches to memory."""
        self._sync(address, nbytes, driver.TO_GPU)

    def _sync(self, address: int, nbytes: int, operation: int) -> None:
        block = self.blocks.holding(address)
        if block is None: raise DeviceError(f"{address:#x} is no memory of the GPU", "Keep the tensor that owns it.")
        start = address // _LINE * _LINE
        end = min(-(-(address + nbytes) // _LINE) * _LINE, block.address + block.nbytes)
        try:
            self._kgsl.call("GPUMEM_SYNC_CACHE", gpuaddr=block.address, op=operation | driver.RANGE, offset=start - block.address,
                            length=end - start)
        except OSError as fault:
            raise DeviceError(f"data at {address:#x} cannot be exchanged with the GPU: {fault.strerror}",
                              "Look at the system's log for messages of kgsl.") from None


class QCOMAllocator(Allocator[int]):
    """Memory of one device; blocks are addresses, those of images with what else a descriptor says of them."""

    launches_later = True

    def __init__(self, device: str, gpu: QCOMGPU) -> None:
        super().__init__(device)
        self.gpu = gpu
        self._slabs = Slabs(_SLAB, lambda: self.gpu.memory.take(_SLAB, _SLAB).address, self._drop)

    # ---- blocks

    def _alloc(self, nbytes: int) -> int:
        """MemoryError if there is no room even when all that was freed is given back."""
        if not isinstance(nbytes, ImageSize): return self.gpu.timeline.alloc(lambda: self._take(nbytes))
        pitch = images.pitch_of(nbytes.image)
        return QCOMImage(self.gpu.timeline.alloc(lambda: self._take(pitch * nbytes.image.height)), nbytes.image, pitch)

    def _take(self, nbytes: int) -> int:
        try: return self._slabs.cut(nbytes) if nbytes <= _LARGEST_PIECE else self.gpu.memory.take(nbytes).address
        except OSError as fault:
            raise DeviceError(f"{self.device} gets no memory: {fault.strerror}",
                              "Look at the system's log for messages of kgsl.") from None

    def _free(self, opaque: int, nbytes: int) -> None:
        if self.lost is not None: return
        if isinstance(opaque, QCOMImage): opaque, nbytes = int(opaque), opaque.nbytes
        give_back = partial(self._slabs.give_back, opaque, nbytes) if nbytes <= _LARGEST_PIECE else partial(self._drop, opaque)
        self.gpu.timeline.retire(give_back)

    def _drop(self, address: int) -> None:
        block = self.gpu.memory.blocks.holding(address)
        if block is not None: self.gpu.memory.give(block)

    def unused(self) -> int: return self._slabs.unused()

    # ---- data

    def copyin(self, dest: int, mv: memoryview) -> None:
        """Waits for all launches: memory is the GPU's own, and there is no second copy of it."""
        self.gpu.timeline.finish()
        if isinstance(dest, QCOMImage): self._write_image(dest, mv)
        else: self._write(dest, readable(mv), mv.nbytes)

    def _write(self, dest: int, source: int | bytes | ctypes.Array[ctypes.c_char], nbytes: int) -> None:
        if not nbytes: return
        if dest % _LINE or nbytes % _LINE: self.gpu.memory.from_gpu(dest, nbytes)  # lines are shared with what the GPU wrote
        ctypes.memmove(dest, source, nbytes)
        self.gpu.memory.to_gpu(dest, nbytes)

    def _write_image(self, dest: QCOMImage, mv: memoryview) -> None:
        self.gpu.memory.from_gpu(dest, dest.nbytes)
        images.write(dest, mv)
        self.gpu.memory.to_gpu(dest, dest.nbytes)

    def copyout(self, mv: memoryview, src: int) -> None:
        """Waits for all launches; of an image, its elements without what is between rows."""
        self.gpu.timeline.finish()
        if not mv.nbytes: return
        if isinstance(src, QCOMImage):
            self.gpu.memory.from_gpu(src, src.nbytes)
            return images.read(mv, src)
        self.gpu.memory.from_gpu(src, mv.nbytes)
        mv.cast("B")[:] = view_at(src, mv.nbytes)

    def transfer(self, dest: int, src: int, nbytes: int, source: AnyAllocator) -> bool:
        """Within the GPU: by the host, which sees both. The GPU is waited for."""
        if not isinstance(source, QCOMAllocator) or source.gpu is not self.gpu: return False
        self.copy(dest, src, nbytes)
        return True

    def copy(self, dest: int, src: int, nbytes: int) -> None:
        """Copies once all launches are done."""
        if isinstance(dest, QCOMImage) or isinstance(src, QCOMImage): return self._copy_image(dest, src, nbytes)
        self.gpu.timeline.finish()
        if not nbytes: return
        self.gpu.memory.from_gpu(src, nbytes)
        self._write(dest, src, nbytes)

    def _copy_image(self, dest: int, src: int, nbytes: int) -> None:
        """Between an image and something else, by way of float32 of the host."""
        floats = memoryview(bytearray(nbytes))
        self.copyout(floats, src)
        self.copyin(dest, floats)

    def offset(self, opaque: int, nbytes: int, at: int) -> int:
        """An address further on; an image is not parted."""
        return opaque + at if at else opaque

    # ---- memory of others

    def wrap(self, pointer: int, nbytes: int) -> int:
        """Memory of the host, or of another user of the driver in this process. ExchangeError if the GPU may not use it.

        `heddle.runtime.qcom.cl_mem.buffer_address` gives the address of an OpenCL buffer.
        """
        try: block = self.gpu.foreign.use(pointer, int(nbytes))
        except OSError as fault:
            raise ExchangeError(f"{self.device} cannot use the memory at {pointer:#x} in place: {fault.strerror}",
                                "Give memory of this process that may be written, or copy it: Tensor(array).") from None
        if not isinstance(nbytes, ImageSize): return pointer
        try: return self._foreign_image(pointer, nbytes.image, block)
        except ExchangeError:
            self.unwrap(pointer, nbytes)
            raise

    def unwrap(self, opaque: int, nbytes: int) -> None: self.gpu.foreign.release(int(opaque), int(nbytes))

    def check_image(self, image: ImageDType) -> None:
        """DeviceError for an image that is too large."""
        height, width = images.LARGEST
        if image.height > height or image.width > width:
            raise DeviceError(f"{self.device} has images of up to {height} rows of {width} pixels, and {image.name} is larger",
                              "Choose another height and width for as many elements, or cut the tensor.")

    def _foreign_image(self, pointer: int, image: ImageDType, block: Block) -> QCOMImage:
        """ExchangeError unless the size of its memory tells where the rows of an image of another library begin."""
        if block.is_own or block.address != pointer:
            raise ExchangeError(f"the memory at {pointer:#x} is no image of another library, which has memory of its own",
                                "Give the address of a whole image, or copy it to a buffer first.")
        return images.foreign(pointer, image, block.nbytes)
