"""Collectives of the host's memory by native code, which calls MPI's functions by the addresses and handles that mpi4py gives.

Inputs: calls on which the ranks agree, and communicators of mpi4py. Outputs: exchanges that can be started, looked at, and held by
graphs. Invariants: all ranks run a collective by the same algorithm, whether a graph or Python starts it. Memory and requests of an
exchange are kept by who starts it until it is done.
"""
from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Sequence
from typing import Protocol

from heddle.device import Device
from heddle.device.interface import REASONS, Step
from heddle.distributed.exchange_rounds import agreement_plan, plan_of
from heddle.distributed.mailboxes import LONGEST, shared_mailboxes
from heddle.distributed.mpi_types import MPI, Comm, Request, handle_of, op_of, type_of
from heddle.dtype import dtypes
from heddle.engine.communicator import Agreement, Call
from heddle.errors import DistributedError, InternalError
from heddle.runtime.cpu.exchange import (
    COPY,
    DONE,
    FAULT,
    NOTHING,
    OWN_BYTES,
    Exchange,
    ExchangeCode,
    Functions,
    Mailboxes,
    Native,
    Plan,
    sequence,
)
from heddle.runtime.ops_cpu import CPUDevice

#: the device whose compiler makes the native code
_DEVICE = "CPU"
#: elements of a message at most: the functions take an int
_MOST = (1 << 31) - 1


def is_usable(mpi: MPI) -> bool:
    """Whether this process can call MPI by native code."""
    try: library = ctypes.CDLL(mpi.__file__)
    except OSError: return False
    return hasattr(library, "MPI_Isend") and hasattr(mpi, "_handleof") and Device.probe(_DEVICE).usable


class Host(Protocol):
    """The processes, as MPI and their watch connect them."""

    def wait(self, request: Request, ranks: Sequence[int], what: object, memory: object, looks: int) -> None:
        """Waits for what needs `ranks`. DistributedError if one of them is lost or late."""
        ...

    def check(self, what: object) -> None:
        """Raises the DistributedError for `what` if a process was lost, or if an exchange was given up."""
        ...

    def abandon(self, memory: object) -> None:
        """Keeps memory to which MPI may still write."""
        ...

    def refuse(self, calls: Sequence[Call]) -> None:
        """Raises the DistributedError of ranks that call different collectives, of which these are the own ones."""
        ...

    def failed_error(self, what: str, why: str) -> DistributedError:
        """The error for `what` in which MPI has failed."""
        ...


class HostExchange:
    """What native code needs to call MPI. `hosts`: the machine of each rank."""

    def __init__(self, mpi: MPI, host: Host, hosts: Sequence[str]) -> None:
        self._host, self._hosts, self._everyone = host, hosts, tuple(range(len(hosts)))
        device = Device[_DEVICE]
        assert isinstance(device, CPUDevice)
        self._mpi, self._code = mpi, ExchangeCode(device)
        # what an extension module links is found through its handle
        self._library = ctypes.CDLL(mpi.__file__)
        self._functions = Functions(*map(self._address, ("MPI_Isend", "MPI_Irecv", "MPI_Test", "MPI_Iprobe")))
        # by the handle of a communicator
        self._counts: dict[int, array[int]] = {}
        self._mailboxes: dict[int, Mailboxes | None] = {}

    def connect(self, group: Comm, ranks: Sequence[int], longest: int = LONGEST) -> None:
        """Makes the mailboxes of a communicator of these ranks, for messages of `longest` bytes at most, if they are on one machine.
        All of them have to call it."""
        if self._are_near(ranks): self._mailboxes[handle_of(self._mpi, group)] = shared_mailboxes(self._mpi, group, longest)

    def _address(self, name: str) -> int:
        found = ctypes.cast(getattr(self._library, name), ctypes.c_void_p).value
        assert found is not None
        return found

    def of(self, call: Call, group: Comm) -> Exchange | None:
        """The exchange of a call, made once; None if it has too many elements for it."""
        if call.exchange is None: call.exchange = self._make(call, group)
        return call.exchange if isinstance(call.exchange, Exchange) else None

    def _make(self, call: Call, group: Comm) -> Exchange | str:
        what, element = call.what, type_of(self._mpi, call.dtype)
        op = 0 if what.op is None else handle_of(self._mpi, op_of(self._mpi, call.dtype, what.op))
        size = 1 if element is self._mpi.BYTE else call.dtype.itemsize
        count = call.nbytes // size
        if count > _MOST: return "it has too many elements"
        dtype = call.dtype if size > 1 else dtypes.uint8
        by_rounds = what.kind == "permute" or self._are_near(what.ranks)
        plan = plan_of(what, group.rank, count, dtype) if by_rounds else None
        return self._exchange(plan or self._native(call, group, count, op), group, element, call.nbytes, dtype.itemsize)

    def _are_near(self, ranks: Sequence[int]) -> bool:
        """Whether ranks are on one machine. Of the way between machines, MPI's own collectives know more."""
        return len({self._hosts[k] for k in ranks}) == 1

    def _exchange(self, plan: Plan | Native, group: Comm, element: object, nbytes: int, itemsize: int) -> Exchange:
        comm = handle_of(self._mpi, group)
        counts = self._counts.setdefault(comm, sequence())
        return Exchange(self._code, self._functions, (handle_of(self._mpi, element), comm), counts.buffer_info()[0], plan, nbytes,
                        self._mailboxes.get(comm), itemsize)

    def _native(self, call: Call, group: Comm, count: int, op: int) -> Native:
        """MPI's own collective."""
        what, mpi = call.what, self._mpi
        element, comm, n = handle_of(mpi, type_of(mpi, call.dtype)), handle_of(mpi, group), len(what.ranks)
        match what.kind:
            case "all_reduce": return Native(self._address("MPI_Iallreduce"), (0, 0, count, element, op, comm), 1, 0, 6)
            case "reduce_scatter":
                return Native(self._address("MPI_Ireduce_scatter_block"), (0, 0, count // n, element, op, comm), 1, 0, 6)
            case "all_gather": return Native(self._address("MPI_Iallgather"), (0, count, element, 0, count, element, comm), 3, 0, 7)
            case "all_to_all":
                return Native(self._address("MPI_Ialltoall"), (0, count // n, element, 0, count // n, element, comm), 3, 0, 7)
            case "broadcast":
                before = COPY if group.rank == what.number else NOTHING
                return Native(self._address("MPI_Ibcast"), (0, count, element, what.number, comm), 0, -1, 5, before)
            case kind: raise InternalError(f"there is no collective {kind!r}")

    def agreement(self, group: Comm) -> Exchange:
        """The exchange by which all ranks find the maxima of four numbers of each, in memory of its own: result, then source."""
        mpi = self._mpi
        element, comm = handle_of(mpi, mpi.INT64_T), handle_of(mpi, group)
        plan = (agreement_plan(group.rank, group.size) if self._are_near(self._everyone) else None) or Native(
            self._address("MPI_Iallreduce"), (0, 0, OWN_BYTES // 8, element, handle_of(mpi, mpi.MAX), comm), 1, 0, 6)
        return self._exchange(plan, group, mpi.INT64_T, OWN_BYTES, 8)

    # ---- waiting

    def request(self, exchange: Exchange, what: object) -> Request:
        """An exchange that was started, as a request."""
        return _Looked(self, exchange, what)

    def failed(self, exchange: Exchange, what: object) -> DistributedError:
        """The error for an exchange with a fault."""
        return self._host.failed_error(str(what), self._mpi.Get_error_string(exchange.fault))

    def steps(self, agreement: Agreement, number: bytes, groups: Sequence[Comm], checks: Comm) -> Steps | str:
        """The steps of a graph for these collectives, on which the ranks agree by `number`; or why there are none."""
        found: list[Exchange] = []
        for call, group in zip(agreement.calls, groups, strict=True):
            if (exchange := self.of(call, group)) is None: return f"{call}: {call.exchange}"
            found.append(exchange)
        agreed = self.agreement(checks)
        agreed.own(OWN_BYTES)[:] = number
        return Steps(self._host, self, agreement, found, agreed, self._everyone)


class _Looked:
    """A started exchange as a request."""

    __slots__ = ("_exchange", "_host", "_what")

    def __init__(self, host: HostExchange, exchange: Exchange, what: object) -> None:
        self._host, self._exchange, self._what = host, exchange, what

    def Test(self) -> bool:  # noqa: N802
        """Whether it has ended. DistributedError for a fault."""
        found = self._exchange.test()
        if found == FAULT: raise self._host.failed(self._exchange, self._what)
        return found == DONE


class Steps:
    """See `ExchangeSteps`."""

    def __init__(self, host: Host, native: HostExchange, agreement: Agreement, exchanges: Sequence[Exchange], agreed: Exchange,
                 everyone: Sequence[int]) -> None:
        self._host, self._native, self._agreement, self._everyone = host, native, agreement, everyone
        self._exchanges, self._agreed, self._check = exchanges, agreed, host.check

    def check(self) -> None: self._check(self._agreement)
    def abandon(self, memory: object) -> None: self._host.abandon((memory, self))
    def begin(self) -> Step: return self._agreed.step("begin_own", self._resume_agreement)
    def agree(self) -> Step: return self._agreed.step("agree", self._resume_agreement)
    def needs_agreement(self, n: int) -> bool: return not self._exchanges[n].by_rounds
    def start(self, n: int) -> Step: return self._step(n, "start")
    def progress(self, n: int) -> Step: return self._step(n, "progress")
    def wait(self, n: int) -> Step: return self._step(n, "wait")

    def _step(self, n: int, name: str) -> Step:
        call, exchange = self._agreement.calls[n], self._exchanges[n]
        return exchange.step(name, lambda found, again: self._resume(exchange, call, call.what.ranks, found, again))

    def _resume_agreement(self, found: int, again: Callable[[], int]) -> int:
        return self._resume(self._agreed, self._agreement, self._everyone, found, again)

    def _resume(self, exchange: Exchange, what: object, ranks: Sequence[int], found: int, again: Callable[[], int]) -> int:
        """Waits until the graph is past the step that it stands at; where it stands then."""
        request = _Standing(self, exchange, what, found, again)
        request.look()
        self._host.wait(request, ranks, what, self, 0)
        return request.found

    def compare(self) -> None:
        """Raises if it is already known that the ranks run different collectives."""
        if self._agreed.test() == DONE and self._agreed.own()[:16] != self._agreed.own(OWN_BYTES)[:16]:
            self._host.refuse(self._agreement.calls)

    def fail(self, exchange: Exchange, what: object) -> None:
        """Raises for a fault: that may come of ranks that run different collectives."""
        if exchange is not self._agreed:
            self._host.wait(self._native.request(self._agreed, self._agreement), self._everyone, self._agreement, self, 0)
            self.compare()
        raise self._native.failed(exchange, what)


class _Standing:
    """A graph that stands at a step, as the request that it goes on."""

    __slots__ = ("_again", "_at", "_exchange", "_steps", "_what", "found")

    def __init__(self, steps: Steps, exchange: Exchange, what: object, found: int, again: Callable[[], int]) -> None:
        self._steps, self._exchange, self._what, self._again = steps, exchange, what, again
        self.found, self._at = found, found // REASONS

    def look(self) -> bool:
        """Whether it has gone on. DistributedError if it cannot."""
        if self.found == 0 or self.found // REASONS != self._at: return True
        if self.found % REASONS == FAULT: self._steps.fail(self._exchange, self._what)
        self._steps.compare()  # which raises where the reason is DIFFERENT
        return False

    def Test(self) -> bool:  # noqa: N802
        """The same, after one more look by the graph."""
        self.found = self._again()
        return self.look()
