"""Ranks of a program as threads of one process: collectives between them, for tests of schedules that need no MPI."""
from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import TypeVar

import numpy as np

from heddle.device.buffer import Buffer
from heddle.engine.communicator import Agreement, Call, Started, current
from heddle.uop.args import Collective
from heddle.uop.mesh import DeviceMesh
from heddle.uop.ops import Ops

R = TypeVar("R")
_REDUCTIONS = {Ops.ADD: np.add, Ops.MUL: np.multiply, Ops.MAX: np.maximum}


class ThreadCommunicator:
    """The communicator of every thread that `run_ranks` starts. Calls are kept in `calls`, by rank.

    What is started has another value until it is waited for, and is read then (`is_late`), or at once.
    """

    seed = 0

    def __init__(self, size: int, is_late: bool = False) -> None:
        self.size, self.is_late = size, is_late
        self.waits = 0  # for collectives that were started before
        self.calls: list[list[str]] = [[] for _ in range(size)]
        self._own = threading.local()
        self._lock = threading.Lock()
        self._barriers: dict[tuple[int, ...], tuple[threading.Barrier, dict[int, object]]] = {}

    @property
    def rank(self) -> int:
        """The rank of the calling thread."""
        return self._own.rank

    def enter(self, rank: int) -> None:
        """This thread is that rank."""
        self._own.rank = rank

    def abort(self) -> None:
        """Ends all waiting: a rank has failed."""
        for barrier, _ in self._barriers.values(): barrier.abort()

    def _every(self, ranks: tuple[int, ...], own: object) -> list[object]:
        """What each of `ranks` gives."""
        with self._lock: barrier, given = self._barriers.setdefault(ranks, (threading.Barrier(len(ranks), timeout=10), {}))
        given[self.rank] = own
        barrier.wait()
        found = [given[k] for k in ranks]
        barrier.wait()
        return found

    def agree(self, agreement: Agreement) -> None:
        """See `Communicator`."""
        found = self._every(tuple(range(self.size)), agreement.number)
        assert len(set(found)) == 1, f"rank {self.rank} calls {', '.join(map(str, agreement.calls))}"

    def texts(self, own: str, what: str) -> list[str]:
        """See `Communicator`."""
        return [str(text) for text in self._every(tuple(range(self.size)), own)]

    def run(self, call: Call, dest: Buffer, source: Buffer) -> bool:
        """See `Communicator`."""
        self.calls[self.rank].append(call.signature())
        dest.ensure_allocated()
        dest.copyin(memoryview(self.result(call, source)))
        return True

    def start(self, call: Call, dest: Buffer, source: Buffer) -> Started:
        """See `Communicator`."""
        self.calls[self.rank].append(call.signature())
        dest.ensure_allocated()
        dest.copyin(memoryview(bytes([0x7f]) * dest.nbytes))
        return _Started(self, call, dest, source)

    def steps(self, agreement: Agreement) -> str: return "the ranks are threads"

    def result(self, call: Call, source: Buffer) -> bytes:
        """What this rank gets for its source."""
        every = [np.frombuffer(x, np.uint8) for x in self._every(call.what.ranks, source.tobytes()) if isinstance(x, bytes)]
        return _result(call.what, call.what.ranks.index(self.rank), every, np.dtype(call.dtype.name)).tobytes()


class _Started:
    """A collective under way."""

    host_waits = True

    def __init__(self, communicator: ThreadCommunicator, call: Call, dest: Buffer, source: Buffer) -> None:
        self._communicator, self._call, self._dest, self._source = communicator, call, dest, source
        self._found = None if communicator.is_late else communicator.result(call, source)

    def is_done(self) -> bool: return False

    def finish(self) -> None:
        """See `Started`."""
        self._communicator.waits += 1
        found = self._communicator.result(self._call, self._source) if self._found is None else self._found
        self._dest.copyin(memoryview(found))


def _result(what: Collective, own: int, every: Sequence[np.ndarray], dtype: np.dtype) -> np.ndarray:
    n = len(every)
    match what.kind:
        case "all_gather": return np.concatenate(every)
        case "broadcast": return every[what.number]
        case "all_to_all": return np.concatenate([x.reshape(n, -1)[own] for x in every])
        case "permute": return next((every[a] for a, b in what.pairs if b == own), np.zeros_like(every[0]))
        case _:
            assert what.op is not None
            total = reduce(_REDUCTIONS[what.op], [x.view(dtype) for x in every])
            return total if what.kind == "all_reduce" else total.reshape(n, -1)[own]


@contextmanager
def joined(communicator: ThreadCommunicator) -> Iterator[None]:
    """While this is open, the process has that communicator."""
    before, current.communicator = current.communicator, communicator
    try: yield
    finally: current.communicator = before


def run_ranks(communicator: ThreadCommunicator, program: Callable[[int], R]) -> list[R]:
    """The result of each rank's run of a program. The first error of any ends all."""
    results: dict[int, R] = {}
    faults: list[BaseException] = []

    def run(rank: int) -> None:
        communicator.enter(rank)
        try: results[rank] = program(rank)
        except BaseException as fault:
            faults.append(fault)
            communicator.abort()

    with joined(communicator):
        threads = [threading.Thread(target=run, args=(rank,)) for rank in range(communicator.size)]
        for t in threads: t.start()
        for t in threads: t.join()
    if faults: raise next((f for f in faults if not isinstance(f, threading.BrokenBarrierError)), faults[0])
    return [results[rank] for rank in range(communicator.size)]


def mesh_of(rank: int, *sizes: int, devices: Sequence[str] = ("CPU",), box: Sequence[int] = ()) -> DeviceMesh:
    """A mesh as process `rank` has it."""
    return DeviceMesh(devices, [f"axis{i}" for i in range(len(sizes))], sizes, box or [1] * len(sizes), rank)
