"""Interface of libraries that run collectives between devices of several processes, such as NCCL.

Inputs: the device of this process, and an identity that one of the processes makes for the others. Outputs: a `DeviceGroup`, which
queues collectives behind the device's earlier work and beside its later work. Invariants: the collectives of a device run in the order
in which they were queued, whatever their group; no call of this interface waits for another process: what takes others is polled, so
that whoever polls can find that one of them is lost.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from heddle.dtype import DType
from heddle.uop.args import Collective


class QueuedCollective(Protocol):
    """A collective in the queue of a device."""

    def queued(self) -> None:
        """To be called once, when its group is ready again: it is in the queue then."""
        ...

    def join(self) -> None:
        """Orders what the device is given later after this collective; the host does not wait. DeviceError."""
        ...

    def has_begun(self) -> bool:
        """Whether all that was given to the device before it is done. DeviceError."""
        ...

    def is_done(self) -> bool:
        """Whether its result is there. DeviceError."""
        ...


class DeviceGroup(Protocol):
    """Some processes with a device each. All of them call the same."""

    def is_ready(self) -> bool:
        """Whether the last call is complete, so that the next one may follow. DeviceError if the group has failed."""
        ...

    def start(self, what: Collective, dtype: DType, dest: object, source: object, nbytes: int) -> QueuedCollective:
        """Queues a collective over `nbytes` of source; wait until the group is ready, then call `queued`. DTypeError, DeviceError.

        Neither memory may be touched by what the device is given before `join`.
        """
        ...

    def finish(self) -> None:
        """Begins to leave the group: it is ready once its collectives are done and all others leave too. DeviceError."""
        ...

    def close(self) -> None:
        """Leaves the group that is ready after `finish`. DeviceError."""
        ...

    def abort(self) -> None:
        """Ends whatever is under way, for another process is lost. Does not raise."""
        ...


class CollectiveLibrary(Protocol):
    """Collectives between one device and those of other processes."""

    #: name and version; those of all processes have to be equal
    title: str
    #: which GPU of its machine this is; those of one machine have to differ
    gpu: str

    def new_identity(self) -> bytes:
        """What one process makes and gives to the others that are to join it. DeviceError."""
        ...

    def join(self, count: int, rank: int, identity: bytes, during_waits: Callable[[], None]) -> DeviceGroup:
        """Joins a group as one of `count`; it `is_ready` once all have. DeviceError.

        Whenever the host waits for this device, it calls `during_waits`, which may raise.
        """
        ...
