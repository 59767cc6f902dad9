"""Caching memory allocator of one device, with accounting of live and cached bytes.

Inputs: a number of bytes. Outputs: the runtime's representation of a block of memory (an address, a handle), called `opaque` here.
Invariants: live + cached memory stays under MEMORY_LIMIT, cached memory under MEMORY_CACHE; an allocation fails only once the cache is
empty; `free` never blocks, so finalizers may call it anywhere.
"""
from __future__ import annotations

import functools
import threading
import time
import weakref
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

from heddle.device.device_lost import Loss
from heddle.dtype import DType, ImageDType
from heddle.errors import DeviceError, Location, OutOfMemoryError, describe_location
from heddle.lazy_dataclass import dataclass
from heddle.settings import settings
from heddle.tracing import recorder as recorder  # records from here on where PROFILE is set
from heddle.tracing.bus import MemoryRecord, delayed, emit_memory, listening
from heddle.tracing.counters import Bytes, GlobalCounters, format_bytes

#: what a block is for: a text, or elements and their dtype
What: TypeAlias = str | tuple[int, DType]
#: what a runtime gives for a block of memory: an address, or its own description
Raw = TypeVar("Raw")
_now = time.perf_counter
_UNSEEN = 1e-3  # seconds: a shorter dip in use is not reported
_MOST_LATE = 64  # maximum number of unreported changes
# Freed memory is counted by the next request, which may reuse it; but at once if it is large, or if little may be cached.
_MUCH, _MANY = 64 << 10, 64


@dataclass(frozen=True)
class MemoryStats:
    """Bytes of one device: in live buffers, cached, and the peaks of the first and of both together.

    `limit` is MEMORY_LIMIT, `total` what the device has and `free` what it has left for anyone; None if there is none, or it does not
    say. `unused` bytes were taken with others in one piece and belong to no buffer: live + cached + unused is what the device gave us.
    `scratch` bytes are beside them, kept for kernels to work in.
    """

    live: Bytes
    cached: Bytes
    peak_live: Bytes
    peak_total: Bytes
    limit: Bytes | None
    total: Bytes | None
    free: Bytes | None
    unused: Bytes
    scratch: Bytes


@dataclass(frozen=True)
class Holder:
    """A live block, and the user's line that requested it."""

    nbytes: int
    what: str
    loc: Location | None

    def __str__(self) -> str:
        return f"{format_bytes(self.nbytes)}  {self.what}" + (f"  made at {describe_location(self.loc)}" if self.loc else "")


class ImageSize(int):
    """The bytes of an image, and which: a request for one is never met by other memory of that size."""

    image: ImageDType

    def __new__(cls, image: ImageDType) -> ImageSize:
        made = super().__new__(cls, image.nbytes)
        made.image = image
        return made

    def __eq__(self, other: object) -> bool: return isinstance(other, ImageSize) and self.image == other.image
    def __hash__(self) -> int: return hash(self.image)


@functools.lru_cache(256)  # half the time, and most requests are like earlier ones
def size_class(nbytes: int) -> int:
    """The size that is really allocated for `nbytes`: at most an eighth more, so that freed blocks fit later requests."""
    if type(nbytes) is not int and isinstance(nbytes, ImageSize): return nbytes
    if nbytes <= 1024: return (nbytes + 63) & ~63 or 64
    step = 1 << ((nbytes - 1).bit_length() - 4)
    return (nbytes + step - 1) // step * step


class Allocator(Generic[Raw]):
    """Base class of allocators. A runtime implements `_alloc`, `_free`, `copyin`, `copyout`, and what else its memory supports."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.lost: Loss | None = None  # why this memory can no longer be used
        self._lock = threading.Lock()
        self._blocks: OrderedDict[int, list[Raw]] = OrderedDict()  # free blocks by size, least recently used size first
        self._returned: deque[tuple[Raw, int, int, float]] = deque()  # freed, and not yet counted; with the time, if anyone listens
        self._holders: dict[int, tuple[int, What, Location | None]] = {}  # what makes a `Holder`, by ticket
        self._tickets = 0
        self._live = self._cached = self._peak_live = self._peak_total = 0
        self._reported = -1  # the last reported number of live bytes
        self._late: list[MemoryRecord] = []  # unreported changes since then, all of them decreases
        #: scratch memory of kernels, which belongs to no buffer
        self.scratch: Callable[[], int] = lambda: 0
        GlobalCounters.live_bytes.append(self._live_now)
        _allocators.add(self)

    # ---- implemented by a runtime

    def _alloc(self, nbytes: int) -> Raw:
        """A new block of `nbytes`, aligned to 64 bytes or more. MemoryError if there is none."""
        raise NotImplementedError

    def _free(self, opaque: Raw, nbytes: int) -> None:
        """Returns a block to the system. Must not raise."""

    def copyin(self, dest: Raw, mv: memoryview) -> None:
        """Writes the bytes of `mv` to the start of `dest`."""
        raise NotImplementedError

    def copyout(self, mv: memoryview, src: Raw) -> None:
        """Fills `mv` from the start of `src`, all work on it being done."""
        raise NotImplementedError

    def offset(self, opaque: Raw, nbytes: int, at: int) -> Raw:
        """The view of `opaque`, by default an address, that starts `at` bytes in."""
        start: Any = opaque
        return start + at

    def as_memoryview(self, opaque: Raw, nbytes: int) -> memoryview | None:
        """The memory itself as bytes, if it is host-visible. It does not keep the block alive: `Buffer.as_memoryview` does."""
        return None

    def transfer(self, dest: Raw, src: Raw, nbytes: int, source: AnyAllocator) -> bool:
        """Copies from a device of this kind without passing the host, after all that was launched on either.

        False if that cannot be done. Nobody has waited for the launches: what has no queue to put the copy in waits itself.
        """
        return False

    #: whether kernels of this device can use any host address
    takes_host_pointers = False

    def host_pointer(self, opaque: Raw, nbytes: int) -> tuple[int, object] | None:
        """The host address of this memory, and the object that keeps it alive, if other devices can use it."""
        return None

    def memory_total(self) -> int | None:
        """Bytes of memory that the device has, if known."""
        return None

    def unused(self) -> int:
        """Bytes taken from the system that are in no block of `_alloc`."""
        return 0

    def memory_free(self) -> int | None:
        """Bytes of memory that are free on the device, for us or other programs, if known."""
        return None

    # ---- memory of other libraries: implemented by a runtime whose memory can be exported and imported

    #: (type, id) of this memory in DLPack's numbering; None if it cannot be exported
    dlpack_device: tuple[int, int] | None = None
    #: the stream, in DLPack's numbering, on which exporters must finish their work; None if there are no streams
    dlpack_stream: int | None = None

    def check_image(self, image: ImageDType) -> None:
        """DeviceError if this device cannot hold such an image."""
        raise DeviceError(f"{self.device} has no images, so {image.name} cannot be there", "Leave the dtype out, or use CL.")

    def wrap(self, pointer: int, nbytes: int) -> Raw:
        """Memory that heddle does not own, as `opaque`; an image where `nbytes` is an ImageSize.

        DeviceError if this device cannot use such memory.
        """
        raise DeviceError(f"{self.device} cannot use memory that heddle does not own", "Copy it: Tensor(array).")

    #: whether launches may still use what `wrap` gave when its Buffer goes; the owner is then released after them
    launches_later = False

    def unwrap(self, opaque: Raw, nbytes: int) -> None:
        """Ends the use of what `wrap` gave, before its owner is released; no launch uses it. Safe in a finalizer."""

    def address(self, opaque: Raw) -> int:
        """The address of `opaque` as other libraries use it."""
        start: Any = opaque
        return start

    # ---- shared by all devices

    def alloc(self, nbytes: int, what: What = "", loc: Location | None = None) -> tuple[Raw, int]:
        """A block of at least `nbytes`, and the ticket to free it with. `what` it is for: a text, or elements and their dtype.

        OutOfMemoryError, naming the largest holders, once the cache has been emptied and unreachable buffers collected.
        """
        if self.lost is not None: self.check()
        if type(nbytes) is not int and isinstance(nbytes, ImageSize): self.check_image(nbytes.image)
        size = size_class(nbytes)
        with self._lock:
            if returned := self._returned:
                # last-in, first-out, or else the oldest: requests come in the order in which others like them were freed
                opaque, freed, ticket, when = block = returned.pop()
                if freed != size:
                    returned.append(block)
                    opaque, freed, ticket, when = block = returned.popleft()
                if freed == size and not (listening and _now() - when > _UNSEEN) and \
                        not ((limit := settings.MEMORY_LIMIT) and self._live > limit):  # which may have been lowered
                    self._holders[ticket] = size, what, loc
                    return opaque, ticket
                returned.appendleft(block)
                self._count_returned()
            opaque = self._take_cached(size)
            if opaque is None: opaque = self._take_new(size)
            if opaque is not None: return opaque, self._hold(size, what, loc)
        return self._alloc_after_collecting(size, nbytes, what, loc)

    def free(self, opaque: Raw, nbytes: int, ticket: int) -> None:
        """Takes a block back. Safe in a finalizer: it never blocks, and accounting may be left to the next request."""
        if self.lost is not None: return
        returned = self._returned
        returned.append((opaque, self._holders[ticket][0], ticket, _now() if listening else 0.0))
        if nbytes >= _MUCH or len(returned) >= _MANY or settings.MEMORY_CACHE < _MUCH * _MANY: self._count_if_free()

    def _count_if_free(self) -> None:
        if self._lock.acquire(blocking=False):
            try: self._count_returned()
            finally: self._lock.release()

    def _live_now(self) -> int:
        self._count_if_free()
        return self._live

    def empty_cache(self) -> None:
        """Returns all cached blocks to the system."""
        with self._lock:
            self._count_returned()
            self._shrink_cache(0)

    def stats(self) -> MemoryStats:
        """The current statistics."""
        with self._lock: self._count_returned()
        total, free = self.memory_total(), self.memory_free()
        return MemoryStats(Bytes(self._live), Bytes(self._cached), Bytes(self._peak_live), Bytes(self._peak_total),
                           settings.MEMORY_LIMIT or None, None if total is None else Bytes(total),
                           None if free is None else Bytes(free), Bytes(self.unused()), Bytes(self.scratch()))

    def reset_peak(self) -> None:
        """Resets the peaks to the current use."""
        with self._lock:
            self._count_returned()
            self._peak_live, self._peak_total = self._live, self._live + self._cached

    def largest(self, count: int = 5) -> list[Holder]:
        """The largest live blocks."""
        self._count_if_free()
        holders = list(self._holders.values())  # at once: other threads go on allocating
        return [Holder(nbytes, what if isinstance(what, str) else f"{what[0]} x {what[1].name}", loc)
                for nbytes, what, loc in sorted(holders, key=lambda h: -h[0])[:count]]

    def check(self) -> None:
        """DeviceError if this memory was lost."""
        if self.lost is not None: raise self.lost.error(self.device)

    # ---- with the lock held

    def _take_cached(self, size: int) -> Raw | None:
        blocks, limit = self._blocks.get(size), settings.MEMORY_LIMIT
        # the limit may have been lowered since the block was allocated
        if not blocks or (limit and self._live + size > limit): return None
        self._blocks.move_to_end(size)
        self._cached -= size
        return blocks.pop()

    def _take_new(self, size: int) -> Raw | None:
        limit = settings.MEMORY_LIMIT
        if limit:
            if self._live + size > limit: return None
            self._shrink_cache(limit - self._live - size)
        if (total := self.memory_total()) is not None and size > total: return None
        try: return self._alloc(size)
        except MemoryError: self._shrink_cache(0)
        try: return self._alloc(size)
        except MemoryError: return None

    def _hold(self, size: int, what: What, loc: Location | None) -> int:
        self._tickets += 1
        self._holders[self._tickets] = size, what, loc
        self._live += size
        if self._live > self._peak_live: self._peak_live = self._live
        if self._live + self._cached > self._peak_total: self._peak_total = self._live + self._cached
        if listening:
            late = self._late
            if late and self._live == self._reported and _now() - late[0][1] < _UNSEEN: late.clear()
            else: self._emit_held()
        return self._tickets

    def _count_returned(self) -> None:
        while self._returned:
            opaque, size, ticket, when = self._returned.popleft()
            self._holders.pop(ticket, None)
            self._live -= size
            self._blocks.setdefault(size, []).append(opaque)
            self._blocks.move_to_end(size)
            self._cached += size
            if listening: self._late.append((self.device, when or _now(), self._live, self._cached))  # no more than there are blocks
        if self._cached > settings.MEMORY_CACHE: self._shrink_cache(settings.MEMORY_CACHE)

    # Reports of memory use. Results that replace the previous ones free what is requested again at once: a dip that is too short
    # to be observed is not reported.

    def _emit_held(self) -> None:
        self._late.append((self.device, _now(), self._live, self._cached))
        if self._live >= self._reported or len(self._late) > _MOST_LATE: self._emit_changes()

    def _emit_changes(self) -> None:
        for record in self._late: emit_memory(record)
        self._reported = self._late[-1][2]
        self._late.clear()

    def emit_delayed(self) -> None:
        """Emits the pending changes of freed memory; the next change is emitted whatever it is."""
        with self._lock:
            self._count_returned()
            if self._late: self._emit_changes()
            self._reported = -1

    def _shrink_cache(self, most: int) -> None:
        while self._cached > max(most, 0):
            size, blocks = next(iter(self._blocks.items()))
            if blocks:
                self._cached -= size
                self._free(blocks.pop(0), size)
            if not blocks: del self._blocks[size]

    # ---- out of memory

    def _alloc_after_collecting(self, size: int, nbytes: int, what: What, loc: Location | None) -> tuple[Raw, int]:
        import gc
        gc.collect()  # buffers in reference cycles; their finalizers only queue the blocks
        # other devices may keep blocks in the same memory: CPU:1 has that of CPU
        for other in list(_allocators):
            if other is not self and other.lost is None: other.empty_cache()
        with self._lock:
            self._count_returned()
            opaque = self._take_cached(size)
            if opaque is None: opaque = self._take_new(size)
            if opaque is not None: return opaque, self._hold(size, what, loc)
        raise self._out_of_memory(nbytes, loc)

    def _out_of_memory(self, nbytes: int, loc: Location | None) -> OutOfMemoryError:
        limit, total, free = settings.MEMORY_LIMIT, self.memory_total(), self.memory_free()
        if free is None and total is not None: free = max(0, total - self._live)
        most = [f"MEMORY_LIMIT {format_bytes(limit)}, free {format_bytes(max(0, limit - self._live))}"] if limit else []
        most += ["device total unknown" if total is None or free is None
                 else f"device total {format_bytes(total)}, free {format_bytes(free)}"]
        what = (f"{self.device} is out of memory: requested {format_bytes(nbytes)}; {'; '.join(most)}; "
                f"live {format_bytes(self._live)}, cached {format_bytes(self._cached)}, peak {format_bytes(self._peak_live)}")
        cure = "Use smaller batches, or free tensors that are no longer needed" + ("; or raise MEMORY_LIMIT" if limit else "")
        error = OutOfMemoryError(what, cure, device=self.device, requested=nbytes, total=total, free=free,
                                 holders=tuple(map(str, self.largest())))
        if error.where is None: error.where = loc
        return error


#: the allocator of whatever device
AnyAllocator: TypeAlias = Allocator[Any]
#: all allocators: memory that one of them caches may be what another one lacks
_allocators: weakref.WeakSet[AnyAllocator] = weakref.WeakSet()


def _emit_delayed() -> None:
    """Emits the pending changes of freed memory of all allocators."""
    for allocator in list(_allocators):
        if allocator.lost is not None: continue  # in a forked child somebody in the parent may have held its lock
        allocator.emit_delayed()


delayed.append(_emit_delayed)
