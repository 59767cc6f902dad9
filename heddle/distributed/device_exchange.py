"""Collectives on memory of devices: by a library in the devices' queues (NCCL), by an MPI that takes such memory, or by the host.

Inputs: collectives on which the ranks agree, and the devices on which each rank calls them. Outputs: the way that each goes; where it
is a library, the collective in the device's queue. Invariants: all ranks of a collective take the same way, which they choose
together when they first use these devices; no fault of a queued collective is waited out: whenever the host waits for the device,
`check` looks whether another rank is lost, late, or has failed.
"""
from __future__ import annotations

import enum
import json
import socket
import time
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import Protocol

from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.device.collectives import CollectiveLibrary, DeviceGroup, QueuedCollective
from heddle.distributed.mpi_types import Request
from heddle.dtype import dtypes
from heddle.engine.communicator import Agreement, Call, compared
from heddle.errors import DeviceError, DistributedError, HeddleWarning, warn_once
from heddle.settings import settings
from heddle.uop.args import Collective

#: queued collectives that are remembered before the first of them is looked at
_MOST_QUEUED = 64
#: seconds in which a collective may still end when one of its ranks has
_UNDER_WAY = 0.5

Rows = Sequence[Mapping[str, str]]


class Way(enum.Enum):
    """How a collective between devices goes."""

    HOST, MPI, LIBRARY = "host", "mpi", "nccl"


class Host(Protocol):
    """The processes, as MPI and their watch connect them."""

    rank: int

    def texts_of(self, ranks: tuple[int, ...], own: str, what: str) -> list[str]:
        """A text from each of some ranks, all of which call it."""
        ...

    def wait(self, request: Request, ranks: Sequence[int], what: object, memory: object) -> None:
        """Waits for what needs `ranks`. DistributedError if one of them is lost or late."""
        ...

    def lost_among(self, ranks: Sequence[int]) -> Mapping[int, str]:
        """Those that have ended, and why; and all others that have failed."""
        ...

    def lost_error(self, what: str, lost: Mapping[int, str]) -> DistributedError:
        """The error for a collective that lacks them."""
        ...

    def late_error(self, what: str, ranks: Sequence[int], seconds: float) -> DistributedError:
        """The error for a collective that did not end in time."""
        ...

    def takes(self, memory_kind: str) -> bool:
        """Whether MPI says that it can be given the addresses of such memory."""
        ...


class Queued:
    """A collective in the queue of a device, with its memory, and what has been seen of it. See `Started`."""

    host_waits = False

    __slots__ = ("began", "call", "group", "lost_at", "memory", "work")

    def __init__(self, call: Call, group: DeviceGroup, work: QueuedCollective, memory: object) -> None:
        self.call, self.group, self.work, self.memory = call, group, work, memory
        self.began = self.lost_at = 0.0

    def is_done(self) -> bool:
        """See `Started`."""
        return self.work.is_done()

    def finish(self) -> None:
        """See `Started`."""
        self.work.join()
        self.memory = None  # what is given to it later comes later on the device


class DeviceExchange:
    """The devices of this process among those of the others."""

    def __init__(self, host: Host) -> None:
        self._host = host
        #: whether all ranks call the collectives that now run on alike devices: see `number`
        self.alike = True
        #: why this rank is the one that has failed; empty if it is not
        self.fault = ""
        self._ordinals: dict[tuple[int, ...], dict[str, int]] = {}
        self._ways: dict[tuple[tuple[int, ...], str], Way] = {}
        self._groups: dict[tuple[tuple[int, ...], str], DeviceGroup] = {}
        self._queued: deque[Queued] = deque()

    # ---- which way

    def number(self, agreement: Agreement) -> bytes:
        """As `Agreement.number`, of the devices: equal on all ranks if these have alike devices, and have used as many of them before.

        Then a device that is new to one rank of a group is new to all of them. It is found once.
        """
        if agreement.devices is None:
            rows = [f"{kind}#{self._ordinal(call.what.ranks, call.device)}" if (kind := _kind(call.device)) else ""
                    for call in agreement.calls]
            agreement.devices = compared("\n".join(rows))
        return agreement.devices

    def _ordinal(self, ranks: tuple[int, ...], device: str) -> int:
        known = self._ordinals.setdefault(ranks, {})
        return known.setdefault(device, len(known))

    def way(self, call: Call, dest: Buffer, source: Buffer) -> Way:
        """How this collective goes on all of its ranks."""
        if not self.alike or dest.device != source.device or not _kind(dest.device): return Way.HOST
        key = call.what.ranks, dest.device
        if (found := self._ways.get(key)) is None: found = self._ways[key] = self._choose(call, *key)
        return found

    def _choose(self, call: Call, ranks: tuple[int, ...], device: str) -> Way:
        library, own = self._describe(device)
        rows: Rows = [json.loads(text) for text in self._host.texts_of(ranks, json.dumps(own), str(call))]
        way, why = _common_way(ranks, rows, device)
        if way is Way.LIBRARY:
            assert library is not None
            self._groups[ranks, device] = self._join(call, library, ranks)
        elif why and self._host.rank == ranks[0]:
            how = "through host memory" if way is Way.HOST else "by MPI"
            warn_once(f"collectives on {device} go {how}: {why}", HeddleWarning)
        return way

    def _describe(self, device: str) -> tuple[CollectiveLibrary | None, dict[str, str]]:
        """What the ranks compare."""
        own = {"set": settings.DEVICE_COLLECTIVES, "host": socket.gethostname(), "title": "", "gpu": "",
               "lacks": "its device has no library of collectives", "mpi": "yes" if self._host.takes(_kind(device)) else ""}
        if settings.DEVICE_COLLECTIVES not in ("", Way.LIBRARY.value): return None, own
        try: library = Device[device].collectives()
        except DeviceError as fault: return None, own | {"lacks": f"{fault.what} {fault.cure or ''}"}
        if library is None: return None, own
        return library, own | {"title": library.title, "gpu": library.gpu, "lacks": ""}

    def _join(self, call: Call, library: CollectiveLibrary, ranks: tuple[int, ...]) -> DeviceGroup:
        position = ranks.index(self._host.rank)
        what = f"the start of {library.title} for {call}"
        try:
            identity = library.new_identity().hex() if position == 0 else ""
            identity = self._host.texts_of(ranks, identity, what)[0]
            group = library.join(len(ranks), position, bytes.fromhex(identity), self.check)
        except DeviceError as fault: raise self._failed(call, fault) from None
        self._host.wait(_Ready(self, call, group), ranks, what, (identity, group))
        return group

    # ---- running

    def start(self, call: Call, dest: Buffer, source: Buffer) -> Queued | None:
        """Queues a collective whose way is a library; the host waits until it is in the queue alone. None: it has no bytes."""
        if not source.nbytes and not dest.nbytes: return None
        ranks = call.what.ranks
        group = self._groups[ranks, dest.device]
        if len(self._queued) >= _MOST_QUEUED: self._drop_done()
        try: work = group.start(call.what, call.dtype, dest.raw, source.raw, source.nbytes)
        except DeviceError as fault: raise self._failed(call, fault) from None
        self._host.wait(_Ready(self, call, group), ranks, call, (dest, source))
        work.queued()
        self._queued.append(queued := Queued(call, group, work, (dest, source)))
        return queued

    def _drop_done(self) -> None:
        while self._queued and self._queued[0].work.is_done(): self._queued.popleft()

    def check(self) -> None:
        """Called while the host waits for a device. DistributedError if the collective that it waits for cannot end, or does not."""
        self._drop_done()
        if not self._queued: return
        first = self._queued[0]
        what, now = first.call, time.monotonic()
        self.is_ready(what, first.group)
        if lost := self._host.lost_among(what.what.ranks):
            first.lost_at = first.lost_at or now
            if now - first.lost_at > _UNDER_WAY: self._give_up(self._host.lost_error(str(what), lost))
        if not first.began and first.work.has_begun(): first.began = now
        seconds = float(settings.COLLECTIVE_TIMEOUT)
        if first.began and now - first.began > seconds:
            self._give_up(self._host.late_error(str(what), what.what.ranks, seconds))

    def is_ready(self, call: Call, group: DeviceGroup) -> bool:
        """Whether a group has no call under way. DistributedError if it has failed."""
        try: return group.is_ready()
        except DeviceError as fault: raise self._failed(call, fault) from None

    def _failed(self, call: Call, fault: DeviceError) -> DistributedError:
        """The error of a collective that its library refuses, or could not complete."""
        name = f"rank {self._host.rank} on {socket.gethostname()}"
        error = DistributedError(f"{name} cannot complete {call}: {fault.what}", fault.cure)
        self.fault = fault.what
        self.abort()
        return error

    def _give_up(self, error: DistributedError) -> None:
        self.abort()
        raise error

    # ---- the end

    def finish(self) -> DistributedError | None:
        """Waits for all queued collectives, and leaves all groups together with the other ranks; the error if that cannot be."""
        try:
            for device in {device for _, device in self._groups}: Device[device].synchronize()
            for (ranks, _), group in self._groups.items():
                call = Call(Collective("all_reduce", ranks), dtypes.uint8, 0, None)
                group.finish()
                self._host.wait(_Ready(self, call, group), ranks, "the end of the program", group)
                group.close()
        except DistributedError as error: return error
        except DeviceError as fault:
            return DistributedError(f"rank {self._host.rank} has failed: {fault.what}", fault.cure, fault.where)
        self._groups.clear()
        return None

    def abort(self) -> None:
        """Ends all queued collectives, for they cannot be completed."""
        self._queued.clear()
        for group in self._groups.values(): group.abort()
        self._groups.clear()


class _Ready:
    """Waiting for a group, as for a request of MPI."""

    def __init__(self, exchange: DeviceExchange, call: Call, group: DeviceGroup) -> None:
        self._exchange, self._call, self._group = exchange, call, group

    def Test(self) -> bool:  # noqa: N802
        """Whether it may be called again."""
        return self._exchange.is_ready(self._call, self._group)


def _kind(device: str) -> str:
    """How MPI calls the memory of a device; empty for memory that the host sees, or that has no addresses."""
    return Device[device].memory_kind if device else ""


def _common_way(ranks: Sequence[int], rows: Rows, device: str) -> tuple[Way, str]:
    """The way that all ranks can take, and why it is not a better one. DistributedError if one is set and cannot be taken."""
    requested = sorted({row["set"] for row in rows})
    if len(requested) > 1:
        listed = ", ".join(f"{row['set'] or '(empty)'} on rank {k}" for k, row in zip(ranks, rows, strict=True))
        raise DistributedError(f"DEVICE_COLLECTIVES differs between the ranks: {listed}", "Set it alike for all of them.")
    if requested[0] in (Way.HOST.value, Way.MPI.value): return Way(requested[0]), ""
    if not (why := _no_library(ranks, rows)): return Way.LIBRARY, ""
    if requested[0] == Way.LIBRARY.value:
        raise DistributedError(f"DEVICE_COLLECTIVES=nccl, and {device} cannot: {why}",
                               "Put that right, or leave DEVICE_COLLECTIVES empty for the best way that there is.")
    return (Way.MPI if all(row["mpi"] for row in rows) else Way.HOST), why


def _no_library(ranks: Sequence[int], rows: Rows) -> str:
    """Why the ranks cannot use a library together; empty if they can."""
    named = list(zip(ranks, rows, strict=True))
    for k, row in named:
        if row["lacks"]: return f"rank {k} on {row['host']}: {row['lacks']}"
    if len({row["title"] for row in rows}) > 1: return ", ".join(f"rank {k} has {row['title']}" for k, row in named)
    shared, count = Counter((row["host"], row["gpu"]) for row in rows).most_common(1)[0]
    if count == 1: return ""
    users = " and ".join(str(k) for k, row in named if (row["host"], row["gpu"]) == shared)
    return f"ranks {users} on {shared[0]} use the same GPU"
