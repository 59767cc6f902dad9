"""Communicators: what runs a collective between processes.

Inputs: a collective, and the buffers of this process. Outputs: its result, in a buffer of this process.
Invariants: all processes of a collective call it with the same arguments and sizes, which `agree` checks first. This file imports no
library: an implementation is a class with these methods (`heddle/distributed/mpi.py`).
"""
from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Protocol

from heddle.blake2 import blake2b
from heddle.device.buffer import Buffer
from heddle.device.interface import Step
from heddle.dtype import DType
from heddle.errors import DistributedError, Location, describe_location
from heddle.uop.args import Collective


class Call:
    """A collective as one process calls it: what it exchanges, and the user's line that called for it."""

    __slots__ = ("device", "dtype", "exchange", "found", "loc", "nbytes", "what")

    def __init__(self, what: Collective, dtype: DType, nbytes: int, loc: Location | None, device: str = "") -> None:
        self.what, self.dtype, self.nbytes, self.loc, self.device = what, dtype, nbytes, loc, device
        #: what a communicator has found for it at the first of its runs
        self.found: object = None
        #: the same for memory of the host
        self.exchange: object = None

    def signature(self) -> str:
        """Equal on all ranks of one collective. `nbytes` are those of the source on this rank."""
        op = "" if self.what.op is None else f"{self.what.op.name} of "
        count = self.nbytes // self.dtype.itemsize
        what = self.what
        how = f" ({what.number})" if what.number else ""
        if what.kind == "permute": how = f" ({', '.join(f'{a} to {b}' for a, b in what.pairs)})"
        return f"{what.name}{how}, {op}{count} x {self.dtype.name} over {len(self.what.ranks)} ranks"

    def __str__(self) -> str:
        return self.signature() + ("" if self.loc is None else f" at {describe_location(self.loc)}")


def compared(text: str) -> bytes:
    """A number and its negative, of 8 bytes each: their maxima over all ranks are these if and only if all have the same text."""
    n = int.from_bytes(blake2b(text.encode()).digest()[:7], "little")
    return n.to_bytes(8, sys.byteorder, signed=True) + (-n).to_bytes(8, sys.byteorder, signed=True)


class Agreement:
    """Collectives that all ranks are to call now, in this order. `number` is equal on all ranks where they are."""

    def __init__(self, calls: Sequence[Call]) -> None:
        self.calls = tuple(calls)
        self.number = compared("\n".join(call.signature() for call in calls))
        #: the same of the devices on which this rank calls them, once a communicator has found it
        self.devices: bytes | None = None

    def __str__(self) -> str:
        return str(self.calls[0]) + (f" and {len(self.calls) - 1} more" if len(self.calls) > 1 else "")

    def update_lines(self, lines: Sequence[Location | None]) -> None:
        """Sets the user's line of each call."""
        for call, line in zip(self.calls, lines, strict=True): call.loc = line


class Started(Protocol):
    """A collective under way."""

    @property
    def host_waits(self) -> bool:
        """Whether `finish` waits for the result. If not, what its device is given later does."""
        ...

    def is_done(self) -> bool:
        """Whether it has ended. Never waits, and lets it go on."""
        ...

    def finish(self) -> None:
        """Its result is there for what comes later, on the host or on its device. DistributedError if a process is lost."""
        ...


class ExchangeSteps(Protocol):
    """Collectives of the host's memory as steps of a graph, and the agreement on them: all that is sent by one run."""

    def check(self) -> None:
        """Raises the DistributedError of a process that was lost before this run."""
        ...

    def abandon(self, memory: object) -> None:
        """Keeps the memory of a run that has failed: what is under way may still write there."""
        ...

    def begin(self) -> Step:
        """Starts to compare what the ranks run."""
        ...

    def agree(self) -> Step:
        """Waits until all ranks are known to run the same."""
        ...

    def needs_agreement(self, n: int) -> bool:
        """Whether collective n may only be started once all ranks are known to run the same."""
        ...

    def start(self, n: int) -> Step:
        """Starts collective n on the step's two buffers, its result and its source."""
        ...

    def progress(self, n: int) -> Step:
        """Lets it go on."""
        ...

    def wait(self, n: int) -> Step:
        """Waits until it is done."""
        ...


class Communicator(Protocol):
    """The processes that run one program. `rank` is this one's number, from 0 up to `size`."""

    @property
    def rank(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def seed(self) -> int:
        """The same on all ranks, another in each run of the program."""
        ...

    def agree(self, agreement: Agreement) -> None:
        """Returns once every process is about to run these calls. DistributedError if one calls others, has ended, or is late."""
        ...

    def texts(self, own: str, what: str) -> list[str]:
        """A text from each rank; all have to call it, for `what`. DistributedError if a process is lost."""
        ...

    def run(self, call: Call, dest: Buffer, source: Buffer) -> bool:
        """Runs one collective, on which the processes agree. DistributedError if a process is lost.

        Whether its result is there: if not, it will be before anything runs that the device is given later.
        """
        ...

    def start(self, call: Call, dest: Buffer, source: Buffer) -> Started | None:
        """Starts one collective, on which the processes agree. Neither buffer may be touched before it is finished. DistributedError.

        None if there is nothing to exchange.
        """
        ...

    def steps(self, agreement: Agreement) -> ExchangeSteps | str:
        """The same, with the agreement, as steps of a graph on memory of the host; or why there are none."""
        ...


class _Current:
    """The communicator of this process."""

    communicator: Communicator | None = None


current = _Current()


def communicator() -> Communicator:
    """The communicator of this process. DistributedError if it has not joined any others."""
    if current.communicator is None:
        raise DistributedError("this process has not joined any others", "Call heddle.distributed.initialize() first.")
    return current.communicator
