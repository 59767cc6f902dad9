"""Memory of a CUDA device: addresses from the driver's stream-ordered pool, and pinned host memory for copies.

Inputs: numbers of bytes. Outputs: addresses. Invariants: a block is freed after all earlier launches; copies go through pinned
memory in chunks, with the transfer of one overlapping the filling of the next; a copy between devices synchronises both streams.
"""
from __future__ import annotations

import ctypes
from ctypes import c_size_t, c_uint64

from heddle.device.allocator import Allocator, AnyAllocator
from heddle.device.target import Target
from heddle.errors import DeviceError, ExchangeError
from heddle.runtime.cuda import driver
from heddle.runtime.cuda.driver import CUDAError
from heddle.runtime.cuda.stream import CUDAStream

_PIECE = 4 << 20  # bytes of each half of the pinned memory
_KEPT = 64 << 20  # bytes that the driver's pool keeps when all work is done
#: device types of DLPack
DLPACK_CUDA = 2


class Pinned:
    """Two pieces of the host's memory that the device reads and writes by itself."""

    def __init__(self, stream: CUDAStream) -> None:
        self._stream, library = stream, stream.library
        stream.enter()
        self.addresses = [library.make("cuMemHostAlloc", _PIECE, 0) for _ in range(2)]
        self.views = [memoryview((ctypes.c_char * _PIECE).from_address(a)).cast("B") for a in self.addresses]
        self._events = [library.make("cuEventCreate", driver.EVENT_UNTIMED) for _ in range(2)]

    def send(self, dest: int, data: memoryview) -> None:
        """Copies `data` to the device; it may be changed when this returns."""
        for n, at in enumerate(range(0, len(data), _PIECE)):
            piece, half = data[at:at + _PIECE], n % 2
            self._settle(half)
            self.views[half][:len(piece)] = piece
            self._copy("cuMemcpyHtoDAsync_v2", half, dest + at, self.addresses[half], len(piece))

    def receive(self, data: memoryview, source: int) -> None:
        """Fills `data` from the device."""
        starts = list(range(0, len(data), _PIECE))
        for n, at in enumerate(starts):
            self._copy("cuMemcpyDtoHAsync_v2", n % 2, self.addresses[n % 2], source + at, len(data[at:at + _PIECE]))
            if n > 0: self._take(data, starts[n - 1], (n - 1) % 2)
        self._take(data, starts[-1], (len(starts) - 1) % 2)

    def _take(self, data: memoryview, at: int, half: int) -> None:
        self._settle(half)
        piece = data[at:at + _PIECE]
        piece[:] = self.views[half][:len(piece)]

    def _copy(self, function: str, half: int, dest: int, source: int, nbytes: int) -> None:
        self._stream.call(function, dest, source, nbytes, self._stream.handle)
        self._stream.call("cuEventRecord", self._events[half], self._stream.handle)

    def _settle(self, half: int) -> None:
        """Waits until the last copy from or to this half is done."""
        self._stream.wait("cuEventQuery", self._events[half])


class CUDAAllocator(Allocator[int]):
    """Memory of one device."""

    launches_later = True

    def __init__(self, device: str, stream: CUDAStream) -> None:
        super().__init__(device)
        self.stream, self._library = stream, stream.library
        self._pinned: Pinned | None = None
        self.dlpack_device, self.dlpack_stream = (DLPACK_CUDA, stream.info.ordinal), stream.handle
        if stream.info.has_pools: self._keep_in_pool()

    def _keep_in_pool(self) -> None:
        pool = self._library.make("cuDeviceGetDefaultMemPool", self.stream.info.handle)
        self._library.call("cuMemPoolSetAttribute", pool, driver.POOL_RELEASE_THRESHOLD, ctypes.byref(c_uint64(_KEPT)))

    def _alloc(self, nbytes: int) -> int:
        """MemoryError if the device has no room."""
        with self.stream.faults():
            self.stream.enter()
            try:
                if not self.stream.info.has_pools: return self._library.number("cuMemAlloc_v2", nbytes, kind=c_uint64)
                return self._library.number("cuMemAllocAsync", nbytes, self.stream.handle, kind=c_uint64)
            except CUDAError as fault:
                if fault.code == driver.NO_MEMORY: raise MemoryError from None
                raise

    def _free(self, opaque: int, nbytes: int) -> None:
        if self.lost is not None: return
        functions = self._library.functions
        functions["cuCtxSetCurrent"](self.stream.context)
        if self.stream.info.has_pools: functions["cuMemFreeAsync"](opaque, self.stream.handle)
        else: functions["cuMemFree_v2"](opaque)

    def _pieces(self) -> Pinned:
        if self._pinned is None: self._pinned = Pinned(self.stream)
        return self._pinned

    def copyin(self, dest: int, mv: memoryview) -> None:
        with self.stream.lock, self.stream.faults(): self._pieces().send(dest, mv.cast("B"))

    def copyout(self, mv: memoryview, src: int) -> None:
        with self.stream.lock, self.stream.faults():
            if mv.nbytes: self._pieces().receive(mv.cast("B"), src)

    def transfer(self, dest: int, src: int, nbytes: int, source: AnyAllocator) -> bool:
        if not isinstance(source, CUDAAllocator): return False
        with self.stream.lock:
            if source is self: self.stream.call("cuMemcpyDtoDAsync_v2", dest, src, nbytes, self.stream.handle)
            else: self._from_peer(dest, src, nbytes, source)
        return True

    def _from_peer(self, dest: int, src: int, nbytes: int, source: CUDAAllocator) -> None:
        """A copy between devices: by NVLink or PCIe where they see each other, else the driver takes it through the host."""
        self.stream.follow(source.stream)
        self.stream.call("cuMemcpyPeerAsync", dest, self.stream.context, src, source.stream.context, nbytes, self.stream.handle)
        source.stream.follow(self.stream)  # what frees or changes the source waits for the copy

    def memory_total(self) -> int | None: return self.stream.info.memory

    def memory_free(self) -> int | None:
        if self.lost is not None: return None
        self.stream.enter()
        free, total = c_size_t(0), c_size_t(0)
        return free.value if self._library.functions["cuMemGetInfo_v2"](ctypes.byref(free), ctypes.byref(total)) == 0 else None

    def wrap(self, pointer: int, nbytes: int) -> int:
        """Memory of another library on this device. DeviceError if it is on another; ExchangeError if the driver does not know it."""
        self.stream.enter()
        try: where = self._library.number("cuPointerGetAttribute", driver.POINTER_DEVICE, pointer)
        except CUDAError:
            raise ExchangeError(f"the driver has no device memory at {pointer:#x}",
                                "Give the pointer of a CUDA tensor, such as x.data_ptr() of torch.") from None
        if self.dlpack_device != (DLPACK_CUDA, where):
            own = driver.index_of_ordinal(where)
            raise DeviceError(f"the memory at {pointer:#x} is on the GPU {where}, and {self.device} is another",
                              f"Use the device {Target('CUDA', own).name}." if own is not None else "Copy it: that GPU is too old.")
        return pointer
