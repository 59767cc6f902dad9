"""Memory of an NV device: video memory, and host staging memory for copies.

Inputs: numbers of bytes. Outputs: addresses. Invariants: a block is freed after all earlier submissions; copies from and to the host
go through GPU-visible memory in chunks, with the transfer of one overlapping the filling of the next.
"""
from __future__ import annotations

from functools import partial

from heddle.device.allocator import Allocator, AnyAllocator
from heddle.runtime.nv.queue import NVQueue, VideoMemory
from heddle.runtime.nv.resource_manager import NVError

_ALIGN = 64


class NVAllocator(Allocator[int]):
    """Memory of one GPU."""

    def __init__(self, device: str, queue: NVQueue) -> None:
        super().__init__(device)
        self.queue = queue
        self._memory = VideoMemory(queue.gpu, _ALIGN)
        self.scratch = queue.local_bytes

    def _alloc(self, nbytes: int) -> int: return self.queue.take(self._memory, nbytes)

    def _free(self, opaque: int, nbytes: int) -> None:
        if self.lost is None: self.queue.timeline.retire(partial(self._memory.free, opaque, nbytes))

    def unused(self) -> int: return self._memory.unused()
    def memory_total(self) -> int | None: return self.queue.info.memory

    def memory_free(self) -> int | None:
        return self.queue.gpu.objects.memory()[1] if self.lost is None else None

    # ---- copies

    def copyin(self, dest: int, mv: memoryview) -> None: self.queue.staging.send(dest, mv.cast("B"), self.queue.copy)
    def copyout(self, mv: memoryview, src: int) -> None: self.queue.staging.fetch(mv.cast("B"), src, self.queue.copy)

    def transfer(self, dest: int, src: int, nbytes: int, source: AnyAllocator) -> bool:
        """By the copy engine of the GPU that gets the bytes; False if the GPUs do not reach each other."""
        if not isinstance(source, NVAllocator): return False
        if source is self:
            self.queue.copy(dest, src, nbytes)
            return True
        if not self._reach(source, src): return False
        here, there = self.queue.timeline, source.queue.timeline
        self.queue.copy(dest, src, nbytes, after=(there,))
        with there.submission(source.queue.copies, after=(here,)): pass  # what changes or frees the source waits for the copy
        return True

    def _reach(self, source: NVAllocator, src: int) -> bool:
        """Whether both GPUs see each other's signals, and this one the memory at `src`; else copies pass the host."""
        here, there = self.queue.gpu, source.queue.gpu
        try:
            here.know(there)
            for gpu, other, address in ((there, here, src), (there, here, source.queue.timeline.done.address),
                                        (here, there, self.queue.timeline.done.address)): gpu.show_to(other, address)
        except NVError: return False
        return True
