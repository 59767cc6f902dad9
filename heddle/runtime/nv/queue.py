"""Queue of an NVIDIA GPU: its channels, and the memory of kernels, their code and their arguments.

Inputs: programs' requirements. Outputs: addresses, and submissions by the timeline. Invariants: memory is returned to the driver only
when all submissions before its release are done.
"""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Sequence
from functools import partial

from heddle.errors import DeviceError, OutOfMemoryError
from heddle.runtime.common.hardware_queue import Room, Staging, Timeline
from heddle.runtime.common.slabs import Slabs
from heddle.runtime.nv import pushbuffer
from heddle.runtime.nv.channel import Group
from heddle.runtime.nv.driver import Driver, Objects
from heddle.runtime.nv.gpu import GPU, LARGE_PAGE, Memory, whole
from heddle.runtime.nv.resource_manager import NVError

_LARGEST_PIECE = 256 << 10  # blocks up to here are cut from slabs: the driver takes long for each of its own
_ARGUMENTS_BYTES = 4 << 20  # of descriptors and arguments of launches on their way
_PIECE = 4 << 20  # bytes of the host's memory that one copy goes through
_CODE_ALIGN = 1 << 10
# local memory, as Mesa reckons it: of a warp, of a pair of multiprocessors, of all of them
_WARP, _OF_WARP, _OF_TPC, _OF_ALL = 32, 0x200, 0x8000, 0x20000

CURE = ("Look at the system's log for messages of NVIDIA's driver (NVRM), and whether this user may open /dev/nvidia* for reading and "
        "writing; DEV=CUDA uses the same GPU through NVIDIA's library.")


@contextlib.contextmanager
def refusals(name: str) -> Generator[None]:
    """What the driver refuses becomes an error that users are to see."""
    try: yield
    except (NVError, OSError) as fault: raise DeviceError(f"{name} cannot be used: {fault}", CURE) from None


class VideoMemory:
    """Blocks of any size in a GPU's memory, small ones cut from slabs, at multiples of `align`."""

    def __init__(self, gpu: GPU, align: int) -> None:
        self._gpu, self._align = gpu, align
        self._blocks: dict[int, Memory] = {}
        self._slabs = Slabs(LARGE_PAGE, lambda: self._take(LARGE_PAGE), self._drop)

    def alloc(self, nbytes: int) -> int:
        """The address of a block. MemoryError."""
        size = self._whole(nbytes)
        return self._slabs.cut(size) if size <= _LARGEST_PIECE else self._take(size)

    def free(self, address: int, nbytes: int) -> None:
        """Gives a block back that nothing uses any more."""
        size = self._whole(nbytes)
        if size <= _LARGEST_PIECE: self._slabs.give_back(address, size)
        else: self._drop(address)

    def unused(self) -> int:
        """Bytes of slabs that are in no block."""
        return self._slabs.unused()

    def _whole(self, nbytes: int) -> int: return whole(nbytes, self._align)

    def _take(self, nbytes: int) -> int:
        block = self._gpu.alloc(nbytes)
        self._blocks[block.address] = block
        return block.address

    def _drop(self, address: int) -> None: self._gpu.free(self._blocks.pop(address))


class NVQueue:
    """A GPU in use."""

    def __init__(self, driver: Driver, objects: Objects, name: str) -> None:
        """DeviceError if the driver refuses something, or the GPU does not answer."""
        self.name = name
        with refusals(name):
            self.gpu = gpu = GPU(driver, objects)
            self.group = Group(gpu, name)
            self.timeline, self.compute, self.copies = self.group.timeline, self.group.compute, self.group.copies
            self.arguments = Room(self.timeline, gpu.alloc_visible(_ARGUMENTS_BYTES).address, _ARGUMENTS_BYTES)
            self.staging = Staging(self.timeline, lambda nbytes: gpu.alloc_pinned(nbytes).address, _PIECE)
        self.info = gpu.info
        self.code = VideoMemory(gpu, _CODE_ALIGN)
        self.empty_cache: Callable[[], None] = lambda: None  # gives back what the allocator keeps for later
        self.local = 0  # bytes of local memory that a thread may have
        self._local_block: tuple[int, int] | None = None

    def take(self, memory: VideoMemory, nbytes: int) -> int:
        """The address of a block, once others have been given back if that is needed. MemoryError, DeviceError."""
        with self.timeline.lock, refusals(self.name): return self.timeline.alloc(lambda: memory.alloc(nbytes))

    def take_own(self, nbytes: int, what: str) -> int:
        """A block for what belongs to no buffer. OutOfMemoryError, though blocks that buffers left behind were given back."""
        try: return self.take(self.code, nbytes)
        except MemoryError: self.empty_cache()
        try: return self.take(self.code, nbytes)
        except MemoryError:
            raise OutOfMemoryError(f"{self.name} has no room for {what}, of {nbytes} bytes", "Free tensors that are no longer needed.",
                                   device=self.name, requested=nbytes) from None

    # ---- what goes to the GPU

    def copy(self, dest: int, source: int, nbytes: int, after: Sequence[Timeline] = ()) -> None:
        """Copies between addresses that the GPU sees."""
        with self.timeline.submission(self.copies, after=after) as words:
            for method in pushbuffer.copy(dest, source, nbytes): words.add(*method)

    def seconds(self) -> float:
        """How long the last submission took since its stamp, by the GPU's own clock; the timeline's lock is held."""
        self.timeline.finish()
        return (self.timeline.done.stamp - self.group.begun.stamp) * 1e-9

    # ---- local memory

    def need_local(self, nbytes: int) -> None:
        """Threads have so many bytes of local memory from the next launch on. OutOfMemoryError."""
        if nbytes <= self.local: return
        info = self.info
        per_tpc = whole(whole(nbytes * _WARP, _OF_WARP) * info.warps * info.sms_of_tpc, _OF_TPC)
        size = whole(per_tpc * info.tpcs, _OF_ALL)
        address = self.take_own(size, "local memory of kernels")
        with self.timeline.lock:
            with self.timeline.submission(self.compute, "the set-up of local memory") as words:
                words.add(*pushbuffer.settle(), *pushbuffer.local_memory(address, per_tpc))
            if self._local_block is not None: self.timeline.retire(partial(self.code.free, *self._local_block))
            self._local_block, self.local = (address, size), nbytes

    def local_bytes(self) -> int:
        """Bytes of the memory behind all local memory."""
        return self._local_block[1] if self._local_block is not None else 0
