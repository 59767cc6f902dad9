"""The communicator over MPI, by mpi4py, for buffers whose bytes the host can see; others go through host memory.

Inputs: processes that an MPI launcher has started. Outputs: see `Communicator`.
Invariants: no wait is without an end. Every operation is started without blocking and polled, so that a lost or late process is found
(`watch.py`), Ctrl-C works, and processes that share a core give way to each other.
"""
from __future__ import annotations

import atexit
import json
import os
import secrets
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Generic, TypeVar, cast

from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.distributed import mpi_memory, mpi_start, watch
from heddle.distributed.device_exchange import DeviceExchange, Way
from heddle.distributed.host_exchange import HostExchange, Steps, is_usable
from heddle.distributed.mailboxes import LONGEST
from heddle.distributed.mpi_types import Comm, Datatype, Elements, Op, Request, op_of, type_of
from heddle.distributed.rank_records import COMPARED, check_same, description, ranks_text, share_cores
from heddle.distributed.watch import FINISHED, GRACE, SECONDARY, Watch
from heddle.engine.communicator import Agreement, Call, Started, compared
from heddle.engine.launch import copy_buffer
from heddle.errors import DistributedError, InternalError, describe_location, user_location
from heddle.runtime.cpu.exchange import address_of
from heddle.settings import settings
from heddle.uop.args import Collective

T = TypeVar("T")

#: seconds of a wait in which the core is only offered to others, and the pause between two looks afterwards
_AWAKE, _PAUSE = 0.02, 0.0001
#: bytes a second that a message may be expected to move at: as long as it does, each look moves it on, and there is no pause
_SLOW = 2.5e8
#: looks before the core is offered to others: about 25 us, by which ranks that call at once miss each other
_SPINS = 100
#: seconds before that if there is a core for each rank: who else runs there would keep it for longer than the others take
_UNSHARED = 0.0001
#: seconds for messages that are still under way when a process is found to have ended
_UNDER_WAY = 0.5
#: seconds in which the supervisors pass on what the ranks have printed, before all are ended
_OUTPUT = 1.0


class MPICommunicator:
    """The processes of MPI's world."""

    def __init__(self) -> None:
        self._mpi = mpi_start.load_mpi()
        self._is_owner = not self._mpi.Is_initialized()
        if self._is_owner: mpi_start.initialize(self._mpi)
        world = self._mpi.COMM_WORLD
        self.rank, self.size = world.rank, world.size
        self._everyone = tuple(range(self.size))
        self._state = "is in initialize()"
        self._unshared = 0.0
        self._abandoned: list[object] = []  # requests that did not end, with the memory that they may still write to
        self._watch: Watch | None = None
        self._native: HostExchange | None = None
        self._devices = DeviceExchange(self)
        try: self._begin(world)
        except DistributedError:
            atexit.register(self._leave_refused, world)
            raise
        atexit.register(self._leave)
        self._world, self._checks, self._end = self._blocking(lambda: [world.Dup() for _ in range(3)], self._everyone, "the start")
        self._groups: dict[tuple[int, ...], Comm] = {self._everyone: self._world}
        if self._is_native:
            self._native = HostExchange(self._mpi, self, self._hosts)
            self._connect(self._world, self._everyone, "the start")
            self._connect(self._checks, self._everyone, "the start", 0)
        self._agreement = None if self._native is None else self._native.agreement(self._checks)
        # by which MPICH's launcher reports that another process has died; it would end this one without a word
        if sys.platform != "win32" and signal.getsignal(signal.SIGUSR1) is signal.SIG_DFL:
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        self._state = ""

    # ---- start

    def _begin(self, world: Comm) -> None:
        """Compares the programs, and connects the processes to watch each other."""
        records = self._exchange(world, description() | {"native": str(is_usable(self._mpi))})
        self._is_native, self._hosts = all(r["native"] == "True" for r in records), [r["host"] for r in records]
        names = [f"rank {k} on {r['host']} (process {r['process']})" for k, r in enumerate(records)]
        for key in COMPARED: check_same(key, [r[key] for r in records])
        self._unshared = 0.0 if share_cores(records, self.rank) else _UNSHARED
        self.seed = int(records[0]["seed"])
        if self.size == 1: return
        hosts = set(self._hosts)
        seconds = float(settings.COLLECTIVE_TIMEOUT)
        server = watch.listen(len(hosts) == 1) if self.rank == 0 else None
        offer = {"host": "127.0.0.1" if len(hosts) == 1 else records[0]["host"], "token": secrets.token_hex(16),
                 "port": str(server.getsockname()[1]) if server is not None else ""}
        first = self._exchange(world, offer)[0]
        peers = watch.accept(server, self.size - 1, first["token"], seconds) if server is not None else \
            [watch.connect(first["host"], int(first["port"]), self.rank, first["token"], seconds)]
        self._watch = Watch(self.rank, names, peers, lambda: self._state or watch.describe_main())

    def _exchange(self, world: Comm, own: dict[str, str]) -> list[dict[str, str]]:
        """A small dictionary from each rank."""
        return [json.loads(text) for text in self._texts(world, json.dumps(own), "the start")]

    def texts(self, own: str, what: str) -> list[str]:
        """See `Communicator`. The ranks agree on it as on a collective: what another one calls instead must not meet it."""
        where = user_location()
        text = f"an exchange for {what}"
        self._compare(compared(text) + bytes(16), what, lambda: [(text, f"{text} at {describe_location(where)}" if where else text)])
        return self._texts(self._checks, own, what)

    def texts_of(self, ranks: tuple[int, ...], own: str, what: str) -> list[str]:
        """See `Host`."""
        return self._texts(self._group(ranks, what), own, what, ranks)

    def _texts(self, world: Comm, own: str, what: str, ranks: Sequence[int] = ()) -> list[str]:
        """A text from each rank of `world`: of all, unless `ranks` says which."""
        ranks = ranks or self._everyone
        longest = max(int.from_bytes(n, "little") for n in self._every(world, len(own.encode()).to_bytes(8, "little"), what, ranks))
        return [text.rstrip(b"\0").decode() for text in self._every(world, own.encode().ljust(longest, b"\0"), what, ranks)]

    def _every(self, world: Comm, own: bytes, what: str, ranks: Sequence[int]) -> list[bytes]:
        """The bytes of each rank, equally many."""
        given, size = bytearray(own), len(own)
        every = bytearray(size * len(ranks))
        request = world.Iallgather([given, self._mpi.BYTE], [every, self._mpi.BYTE])
        self.wait(request, ranks, what, (given, every))
        return [bytes(every[k * size:(k + 1) * size]) for k in range(len(ranks))]

    # ---- collectives

    def agree(self, agreement: Agreement) -> None:
        """See `Communicator`. Four numbers of each rank are compared, by an all-reduce of their maximum: two are of the devices."""
        devices = self._devices.number(agreement)
        calls = agreement.calls
        found = self._compare(agreement.number + devices, agreement, lambda: [(call.signature(), str(call)) for call in calls])
        self._devices.alike = found[16:] == devices

    def _compare(self, own: bytes, what: object, rows: Callable[[], list[tuple[str, str]]]) -> bytes:
        """The maxima over all ranks of four numbers; DistributedError, with each rank's `rows`, if the first two are not the same."""
        self._check_kept(what)
        if (native := self._native) is not None and (agreement := self._agreement) is not None:
            agreement.own(32)[:] = own
            is_started = agreement.start_own()
            if not is_started: raise native.failed(agreement, what)
            self.wait(native.request(agreement, what), self._everyone, what, agreement)
            found = bytes(agreement.own())
        else:
            sent, into = bytearray(own), bytearray(32)
            request = self._checks.Iallreduce([sent, self._mpi.INT64_T], [into, self._mpi.INT64_T], self._mpi.MAX)
            self.wait(request, self._everyone, what, (sent, into))
            found = bytes(into)
        if found[:16] != own[:16]: self._refuse(json.dumps(rows()))
        return found

    def refuse(self, calls: Sequence[Call]) -> None:
        """See `Host`."""
        self._refuse(json.dumps([(call.signature(), str(call)) for call in calls]))

    def steps(self, agreement: Agreement) -> Steps | str:
        """See `Communicator`."""
        if self._native is None: return "MPI is not called by native code here"
        groups = [self._group(call.what.ranks, call) for call in agreement.calls]
        return self._native.steps(agreement, agreement.number + self._devices.number(agreement), groups, self._checks)

    def check(self, what: object) -> None:
        """See `Host`."""
        if self._abandoned: self._check_kept(what)
        if self._watch is not None and self._watch.ended and (lost := self._watch.failed()): raise self.lost_error(str(what), lost)

    def _check_kept(self, what: object) -> None:
        if self._abandoned:
            raise self._error(f"{self._own_name()} cannot start {what}: an earlier collective was given up, and others may wait in it",
                              "Start again from the last checkpoint.")

    def abandon(self, memory: object) -> None:
        """See `Host`."""
        self._abandoned.append(memory)

    def failed_error(self, what: str, why: str) -> DistributedError:
        """See `Host`."""
        return self._error(f"{self._own_name()} cannot complete {what}: MPI reports {why}", "Start again from the last checkpoint.")

    def _refuse(self, own_rows: str) -> None:
        every: list[list[tuple[str, str]]] = [json.loads(t) for t in self._texts(self._checks, own_rows, "comparing collectives")]
        most = max(map(len, every))
        n = next(n for n in range(most) if len({own[n][0] if n < len(own) else "" for own in every}) > 1)
        rows: dict[str, list[int]] = {}
        for k, own in enumerate(every): rows.setdefault(own[n][1] if n < len(own) else "none", []).append(k)
        listed = "".join(f"\n    {ranks_text(ranks)}: {text}" for text, ranks in rows.items())
        raise self._error(f"the ranks call different collectives; number {n + 1} of this run is{listed}",
                          "Every rank has to run the same operations on sharded tensors, on the same shapes, in the same order: look "
                          "for a condition that depends on the rank, or on data that differs.")

    def run(self, call: Call, dest: Buffer, source: Buffer) -> bool:
        """See `Communicator`."""
        if (started := self.start(call, dest, source)) is None: return True
        started.finish()
        return started.host_waits

    def start(self, call: Call, dest: Buffer, source: Buffer) -> Started | None:
        """See `Communicator`."""
        self.check(call)
        what = call.what
        dest.ensure_allocated()
        source.ensure_allocated()
        if (way := self._devices.way(call, dest, source)) is Way.LIBRARY:
            return self._devices.start(call, dest, source)
        group = self._group(what.ranks, call)
        Device[dest.device].synchronize()
        if source.device != dest.device: Device[source.device].synchronize()
        return self._start_in_place(call, group, dest, source) if way is Way.MPI else self._start_by_host(call, group, dest, source)

    def _start_by_host(self, call: Call, group: Comm, dest: Buffer, source: Buffer) -> _Started:
        """Starts a collective on memory of the host: that of the buffers, which the request keeps, or copies."""
        seen, given = _seen(dest), _seen(source)
        if given is None: given = source.copyout(memoryview(bytearray(source.nbytes)))
        into = memoryview(bytearray(dest.nbytes)) if seen is None else seen
        copied = (dest, into) if seen is None else None
        if (native := self._native) is not None and (exchange := native.of(call, group)) is not None:
            if given.readonly: given = memoryview(bytearray(given))
            is_started = exchange.start(address_of(into), address_of(given))
            memory = into, given, dest, source, exchange
            if not is_started: raise native.failed(exchange, call)
            return _Started(self, call, native.request(exchange, call), memory, copied)
        what = call.what
        if what.kind == "broadcast" and group.rank == what.number: into[:] = given
        if what.leaves_zeros(group.rank): into[:] = bytes(len(into))
        request = self._start(call, group, into, given)
        return _Started(self, call, request, (into, given, dest, source), copied)

    def _start_in_place(self, call: Call, group: Comm, dest: Buffer, source: Buffer) -> _Started:
        """Starts a collective on memory of devices whose addresses MPI takes."""
        what = call.what
        if what.kind == "broadcast" and group.rank == what.number: copy_buffer(dest, source)
        if what.leaves_zeros(group.rank): dest.copyin(memoryview(bytes(dest.nbytes)))
        Device[dest.device].synchronize()
        into, given = (self._mpi.buffer.fromaddress(cast("int", b.raw), b.nbytes) for b in (dest, source))
        return _Started(self, call, self._start(call, group, into, given), (into, given, dest, source))

    def takes(self, memory_kind: str) -> bool:
        """See `Host`."""
        return bool(memory_kind) and mpi_memory.takes(self._mpi, memory_kind)

    def _start(self, call: Call, group: Comm, into: object, given: object) -> Request:
        """Starts the collective of `call`, without waiting. `into`, `given`: MPI's views of the memories that it writes and reads."""
        what, mpi = call.what, self._mpi
        if call.found is None:
            call.found = type_of(mpi, call.dtype), None if what.op is None else op_of(mpi, call.dtype, what.op)
        element, op = cast("tuple[Datatype, Op]", call.found)
        to, by = [into, element], [given, element]
        match what.kind:
            case "all_reduce": return group.Iallreduce(by, to, op)
            case "reduce_scatter": return group.Ireduce_scatter_block(by, to, op)
            case "all_gather": return group.Iallgather(by, to)
            case "all_to_all": return group.Ialltoall(by, to)
            case "broadcast": return group.Ibcast(to, what.number)
            case "permute": return self._permute(what, group, to, by)
            case kind: raise InternalError(f"there is no collective {kind!r}")

    def _permute(self, what: Collective, group: Comm, to: Elements, by: Elements) -> Request:
        """Sends to, and receives from, those that are paired with this rank."""
        own = group.rank
        waiting = [group.Irecv(to, a) for a, b in what.pairs if b == own]
        return _Together(waiting + [group.Isend(by, b) for a, b in what.pairs if a == own])

    def _group(self, ranks: tuple[int, ...], what: object) -> Comm:
        """The communicator of some ranks, made at the first use by those ranks alone, for `what`."""
        if (known := self._groups.get(ranks)) is not None: return known
        group = self._world.Get_group().Incl(list(ranks))
        made = self._groups[ranks] = self._blocking(lambda: self._world.Create_group(group), ranks, what)
        self._connect(made, ranks, what)
        return made

    def _connect(self, group: Comm, ranks: Sequence[int], what: object, longest: int = LONGEST) -> None:
        """Makes the mailboxes of a new communicator, for messages of so many bytes at most."""
        if (native := self._native) is not None: self._blocking(lambda: native.connect(group, ranks, longest), ranks, what)

    # ---- waiting

    def wait(self, request: Request, ranks: Sequence[int], what: object, memory: object, looks: int = _SPINS) -> None:
        """Waits for a request that needs `ranks`, and keeps its memory if it does not end."""
        for _ in range(looks):
            if request.Test(): return
        before = self._state
        try: self._poll(request, ranks, what)
        except BaseException:
            self._abandoned.append((request, memory))
            raise
        self._state = before

    def _blocking(self, call: Callable[[], T], ranks: Sequence[int], what: object) -> T:
        """The result of a call of MPI that waits for `ranks` and has no form that does not block."""
        request = _InThread(call)
        self.wait(request, ranks, what, request)
        return request.result()

    def _poll(self, request: Request, ranks: Sequence[int], what: object) -> None:
        """Waits by polling: first busily, then sleeping. DistributedError if a rank is lost, or none answers within
        COLLECTIVE_TIMEOUT seconds."""
        began = time.monotonic()
        timeout = float(settings.COLLECTIVE_TIMEOUT)
        awake = _AWAKE + (what.nbytes * len(ranks) / _SLOW if isinstance(what, Call) else 0.0)
        is_said = False
        while not request.Test():
            waited = time.monotonic() - began
            if waited > _AWAKE and not is_said: self._state, is_said = f"waits in {what}", True
            if waited > awake: time.sleep(_PAUSE)
            elif waited > self._unshared: os.sched_yield()
            if lost := self.lost_among(ranks):
                if not self._goes_on(request, _UNDER_WAY): raise self.lost_error(str(what), lost)
                return
            if waited > timeout:
                if not self._answered(request): raise self._late(str(what), ranks, timeout)
                return

    def _goes_on(self, request: Request, seconds: float) -> bool:
        """Whether a request ends within some seconds."""
        end = time.monotonic() + seconds
        while not request.Test():
            if time.monotonic() > end: return False
            time.sleep(_PAUSE)
        return True

    def _answered(self, request: Request) -> bool:
        """Asks the others what they are doing. Whether the request has ended meanwhile."""
        if self._watch is not None: self._watch.request()
        return self._goes_on(request, watch.ANSWER)

    def lost_among(self, ranks: Sequence[int]) -> Mapping[int, str]:
        """See `Host`."""
        return {} if self._watch is None or not self._watch.ended else self._watch.lost(ranks) or self._watch.failed()

    def lost_error(self, what: str, lost: Mapping[int, str]) -> DistributedError:
        """See `Host`."""
        assert self._watch is not None
        return self._error(f"{self._own_name()} cannot complete {what}: " + "; ".join(map(self._watch.describe, lost)),
                           "Start again from the last checkpoint.")

    def late_error(self, what: str, ranks: Sequence[int], seconds: float) -> DistributedError:
        """See `Host`."""
        if self._watch is not None:
            self._watch.request()
            time.sleep(watch.ANSWER)
        return self._late(what, ranks, seconds)

    def _late(self, what: str, ranks: Sequence[int], seconds: float) -> DistributedError:
        found = "".join(f"\n    {self._watch.describe(k)}" for k in ranks if k != self.rank) if self._watch is not None else ""
        return self._error(f"{self._own_name()} has waited {seconds:g} s in {what}{':' if found else ''}{found}",
                           "Give slow ranks more time with COLLECTIVE_TIMEOUT, or find out why they do not come.")

    def _own_name(self) -> str: return f"rank {self.rank} on {socket.gethostname()}"

    def _error(self, what: str, cure: str) -> DistributedError:
        if self._watch is not None: self._watch.is_noticed = True
        return DistributedError(what, cure)

    # ---- the end

    def _leave(self) -> None:
        """Ends MPI together with the others, or, where that cannot be, all of them."""
        fault = getattr(sys, "last_value", None)
        failed = fault is not None or bool(self._abandoned)
        if not failed and (fault := self._devices.finish()) is not None:
            print(f"{type(fault).__name__}: {fault}", file=sys.stderr, flush=True)
            failed = True
        if failed: self._devices.abort()
        if self._watch is not None: self._watch.end(_last_words(fault, self._devices.fault) if failed else FINISHED)
        if not failed: failed = not self._all_finish()
        if failed: self._abort()
        if self._is_owner and not self._mpi.Is_finalized(): mpi_start.finalize(self._mpi)

    def _all_finish(self) -> bool:
        """Waits until every rank has finished. False if one ends otherwise, or does not answer."""
        if self._watch is None: return True
        request = self._end.Ibarrier()
        asked = time.monotonic()
        while not request.Test():
            time.sleep(_PAUSE)
            if self._watch.failed(): return False
            if time.monotonic() - asked < float(settings.COLLECTIVE_TIMEOUT): continue
            if self._answered(request): return True
            silent = [k for k in range(self.size) if k != self.rank and k not in self._watch.ended and k not in self._watch.answers]
            if silent:
                print(f"{self._own_name()} has finished: {self._watch.describe(silent[0])}", file=sys.stderr)
                return False
            asked = time.monotonic()
        return True

    def _leave_refused(self, world: Comm) -> None:
        """Ends a program that was refused at its start: after every rank has said so, for the launcher ends all with the first."""
        self._goes_on(world.Ibarrier(), GRACE + 2)
        self._abort()

    def _abort(self) -> None:
        """Lets the others say why they end, then ends what is left of the program."""
        sys.stdout.flush()
        sys.stderr.flush()
        end = time.monotonic() + GRACE + 2
        while self._watch is not None and len(self._watch.ended) < self.size - 1 and time.monotonic() < end: time.sleep(0.01)
        time.sleep(_OUTPUT)
        self._mpi.COMM_WORLD.Abort(1)


class _Started:
    """A collective of MPI under way, with all memory that it uses. `copied`: where its result is to be copied, and from where."""

    host_waits = True

    __slots__ = ("_call", "_copied", "_host", "_memory", "_request")

    def __init__(self, host: MPICommunicator, call: Call, request: Request, memory: object,
                 copied: tuple[Buffer, memoryview] | None = None) -> None:
        self._host, self._call, self._request, self._memory, self._copied = host, call, request, memory, copied

    def is_done(self) -> bool:
        """See `Started`."""
        return self._request.Test()

    def finish(self) -> None:
        """See `Started`."""
        self._host.wait(self._request, self._call.what.ranks, self._call, self._memory)
        if self._copied is not None: self._copied[0].copyin(self._copied[1])


class _Together:
    """Several requests that are polled as one."""

    def __init__(self, requests: Sequence[Request]) -> None: self._waiting = list(requests)

    def Test(self) -> bool:  # noqa: N802
        """Whether all have ended."""
        self._waiting = [request for request in self._waiting if not request.Test()]
        return not self._waiting


class _InThread(Generic[T]):
    """A call of MPI that blocks, in a thread of its own, polled as a request. Until it has ended no other thread may call MPI."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call, self._ended = call, Future[T]()
        threading.Thread(target=self._run, name="heddle-mpi", daemon=True).start()

    def _run(self) -> None:
        try: self._ended.set_result(self._call())
        except BaseException as fault: self._ended.set_exception(fault)

    def Test(self) -> bool:  # noqa: N802
        """Whether it has returned."""
        return self._ended.done()

    def result(self) -> T:
        """What it has returned; raises what it has raised."""
        return self._ended.result()


def _seen(buffer: Buffer) -> memoryview | None:
    """The memory of a buffer as the host sees it, as long as somebody keeps the buffer; None if it does not."""
    return buffer.allocator.as_memoryview(buffer.raw, buffer.nbytes) if buffer.nbytes else memoryview(bytearray())


def _last_words(fault: BaseException | None, own: str) -> str:
    if own: return f"has failed: {own}"
    if fault is None: return "has ended in the middle of a collective"
    if isinstance(fault, DistributedError): return SECONDARY
    text = str(fault).split("\n")[0]
    return f"has failed: {type(fault).__name__}{f': {text}' if text else ''}"
