"""Collectives between CUDA devices of several processes, by NCCL, in a stream of their own beside each device's kernels.

Inputs: a stream, and memory on its device. Outputs: see `heddle.device.collectives`. Invariants: a collective is queued behind the
kernels that make its source; those that come later run beside it until `join`; the host waits for neither. An event before it and one
behind it say how far it is. The communicators of a device share one stream, so that their collectives have one order on all ranks:
collectives of two communicators that wait for each other's place on the GPU would never end (NCCL's user guide, "Using multiple NCCL
communicators concurrently").
"""
from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import c_int, c_void_p

from heddle.dtype import DType
from heddle.errors import InternalError
from heddle.runtime.cuda import driver, nccl
from heddle.runtime.cuda.nccl import Library
from heddle.runtime.cuda.stream import CUDAStream
from heddle.uop.args import Collective


class NCCL:
    """The collectives of one device."""

    def __init__(self, stream: CUDAStream) -> None:
        self._stream, self._library = stream, nccl.library()
        self.title = f"NCCL {self._library}"
        identity = ctypes.create_string_buffer(16)
        stream.call("cuDeviceGetUuid_v2", identity, stream.info.handle)
        self.gpu = identity.raw.hex()

    def new_identity(self) -> bytes:
        """See `CollectiveLibrary`."""
        found = nccl.UniqueId()
        self._stream.enter()
        self._library.call("ncclGetUniqueId", ctypes.byref(found))
        return bytes(found)

    def join(self, count: int, rank: int, identity: bytes, during_waits: Callable[[], None]) -> NCCLGroup:
        """See `CollectiveLibrary`."""
        return NCCLGroup(self._stream, self._library, count, rank, identity, during_waits)


class NCCLGroup:
    """A communicator of NCCL."""

    def __init__(self, stream: CUDAStream, library: Library, count: int, rank: int, identity: bytes,
                 during_waits: Callable[[], None]) -> None:
        self._stream, self._library, self._count, self._rank = stream, library, count, rank
        self._communication = stream.communication_stream()
        self._free_events: list[int] = []
        self._comm, config = c_void_p(), nccl.Config.without_blocking()
        with stream.lock:
            stream.enter()
            library.call("ncclCommInitRankConfig", ctypes.byref(self._comm), count, nccl.UniqueId.from_buffer_copy(identity), rank,
                         ctypes.byref(config))
        self._during_waits = during_waits
        stream.during_waits.append(during_waits)

    def is_ready(self) -> bool:
        """See `DeviceGroup`."""
        found = c_int(0)
        self._library.call("ncclCommGetAsyncError", self._comm, ctypes.byref(found))
        if found.value not in (0, nccl.IN_PROGRESS): raise self._library.error("a collective of NCCL", found.value)
        return found.value == 0

    def start(self, what: Collective, dtype: DType, dest: object, source: object, nbytes: int) -> QueuedNCCL:
        """See `DeviceGroup`."""
        if not isinstance(dest, int) or not isinstance(source, int): raise InternalError("memory of a CUDA device is an address")
        stream, count = self._stream, nbytes // dtype.itemsize
        with stream.lock:
            stream.enter()
            stream.precede(self._communication)
            begin = self._event()
            self._queue(what, dtype, dest, source, count)
            stream.launched.append(what.name)
            return QueuedNCCL(self, begin)

    def _queue(self, what: Collective, dtype: DType, dest: int, source: int, count: int) -> None:
        """Queues the NCCL call of one collective. `count`: elements of `source`; formats that NCCL lacks are moved as bytes or
        words where nothing is computed. Zeros reach a rank to which a permutation sends nothing."""
        end, call = (self._comm, self._communication), self._library.call
        kind, width = nccl.type_of(dtype)
        match what.kind:
            case "all_reduce": call("ncclAllReduce", source, dest, count, *nccl.reduction_of(dtype, what.op), *end)
            case "reduce_scatter":
                call("ncclReduceScatter", source, dest, count // self._count, *nccl.reduction_of(dtype, what.op), *end)
            case "all_gather": call("ncclAllGather", source, dest, count * width, kind, *end)
            case "broadcast": call("ncclBroadcast", source, dest, count * width, kind, what.number, *end)
            case "all_to_all":
                part = count * width // self._count
                step = part * dtype.itemsize // width
                everyone = range(self._count)
                self._exchange([(source + k * step, k) for k in everyone], [(dest + k * step, k) for k in everyone], part, kind)
            case "permute":
                to = [(source, b) for a, b in what.pairs if a == self._rank]
                by = [(dest, a) for a, b in what.pairs if b == self._rank]
                if not by: self._stream.call("cuMemsetD8Async", dest, 0, count * dtype.itemsize, self._communication)
                if to or by: self._exchange(to, by, count * width, kind)
            case other: raise InternalError(f"there is no collective {other!r}")

    def _exchange(self, to: list[tuple[int, int]], by: list[tuple[int, int]], count: int, kind: int) -> None:
        """Sends from addresses to ranks, and receives at addresses from ranks, all at once."""
        call, end = self._library.call, (self._comm, self._communication)
        call("ncclGroupStart")
        try:
            for address, rank in to: call("ncclSend", address, count, kind, rank, *end)
            for address, rank in by: call("ncclRecv", address, count, kind, rank, *end)
        finally: call("ncclGroupEnd")

    # ---- how far they are

    def _event(self) -> int:
        """An event behind the collectives that were queued."""
        library = self._stream.library
        event = self._free_events.pop() if self._free_events else library.make("cuEventCreate", driver.EVENT_UNTIMED)
        self._stream.call("cuEventRecord", event, self._communication)
        return event

    def mark(self) -> int:
        """An event behind the collective that was queued last, which is in its stream once the group is ready."""
        with self._stream.lock: return self._event()

    def join(self, event: int) -> None:
        """Kernels that are launched later wait for an event."""
        self._stream.call("cuStreamWaitEvent", self._stream.handle, event, 0)

    def is_past(self, event: int) -> bool:
        """Whether the collectives have come to an event. DeviceError if the device is lost."""
        code = self._stream.library.functions["cuEventQuery"](event)
        if code not in (0, driver.NOT_READY): raise self._stream.failed(self._stream.library.error("cuEventQuery", code))
        return code == 0

    def reuse(self, event: int) -> None:
        """Keeps an event for later collectives."""
        self._free_events.append(event)

    # ---- the end

    def _forget(self) -> None:
        if self._during_waits in self._stream.during_waits: self._stream.during_waits.remove(self._during_waits)
        functions = self._stream.library.functions
        while self._free_events: functions["cuEventDestroy_v2"](self._free_events.pop())

    def finish(self) -> None:
        """See `DeviceGroup`."""
        self._stream.enter()
        self._library.call("ncclCommFinalize", self._comm)

    def close(self) -> None:
        """See `DeviceGroup`."""
        self._forget()
        self._stream.enter()
        if self._comm: self._library.call("ncclCommDestroy", self._comm)
        self._comm = c_void_p()

    def abort(self) -> None:
        """See `DeviceGroup`."""
        self._forget()
        if self._comm: self._library.functions["ncclCommAbort"](self._comm)
        self._comm = c_void_p()


class QueuedNCCL:
    """See `QueuedCollective`."""

    def __init__(self, group: NCCLGroup, begin: int) -> None:
        self._group, self._begin, self._end, self._is_done = group, begin, 0, False

    def queued(self) -> None:
        """See `QueuedCollective`."""
        self._end = self._group.mark()

    def has_begun(self) -> bool:
        """See `QueuedCollective`."""
        return self._is_done or self._group.is_past(self._begin)

    def join(self) -> None:
        """See `QueuedCollective`."""
        if not self._is_done: self._group.join(self._end)  # if it is, its events are those of others

    def is_done(self) -> bool:
        """See `QueuedCollective`."""
        if not self._is_done and self._group.is_past(self._end):
            self._is_done = True
            for event in (self._begin, self._end): self._group.reuse(event)
        return self._is_done
