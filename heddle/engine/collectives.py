"""Launches of collectives: whole ones, and those that a CALL starts and a later one waits for.

Inputs: the CALLs of a LINEAR, and their buffers. Outputs: the exchange is done, counted, and emitted as an event from its start to its
end. Invariants: the collectives of a thread that are under way are those of one LINEAR, which waits for all of them before it ends;
what an error has left under way is waited for before the next ones.
"""
from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence

from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.engine import debug_output
from heddle.engine.communicator import Agreement, Call, Started, communicator
from heddle.engine.launch import ExecContext, resolve_buffer
from heddle.settings import settings
from heddle.tracing import bus
from heddle.tracing.counters import GlobalCounters, format_bytes
from heddle.uop.args import START, WAIT, Collective
from heddle.uop.ops import Ops
from heddle.uop.uop import UOp

_now = time.perf_counter


class _UnderWay:
    """A collective that was started, and the times of its start and, once that was seen, its end.

    Devices are asked only in a profile.
    """

    __slots__ = ("_device", "_ended", "_is_watched", "_started", "began")

    def __init__(self, started: Started, device: str, began: float, profile: bool) -> None:
        self._started, self._device, self.began, self._ended = started, device, began, 0.0
        self._is_watched = started.host_waits or profile

    def progress(self) -> None:
        if self._is_watched and not self._ended and self._started.is_done(): self._ended = _now()

    def finish(self) -> float | None:
        """What comes later has its result; the seconds that it took, if that is known."""
        self.progress()
        self._started.finish()
        if not self._is_watched: return None
        if not self._ended and not self._started.host_waits: Device[self._device].synchronize()
        return (self._ended or _now()) - self.began


class _ThisThread(threading.local):
    """Per-thread state."""

    def __init__(self) -> None:
        self.under_way: dict[int, _UnderWay] = {}  # by their number in the schedule


current_thread = _ThisThread()


def progress() -> None:
    """Lets what is under way go on, without waiting: to be called between launches."""
    for found in current_thread.under_way.values(): found.progress()


def finish_all() -> None:
    """Waits for what an error has left under way."""
    while current_thread.under_way: current_thread.under_way.pop(next(iter(current_thread.under_way))).finish()


def agree(agreement: Agreement) -> None:
    """Returns once every process is about to run these calls. DistributedError."""
    finish_all()
    communicator().agree(agreement)


class CollectiveLaunch:
    """The CALL of a collective with what is the same in each of its runs."""

    __slots__ = ("_call", "_own", "_sent", "_what", "name")

    def __init__(self, call: UOp, own: Call | None = None) -> None:
        self._call, self._own = call, own or call_of(call)
        self._what: Collective = call.src[0].arg
        self._sent = self._what.sent(self._own.nbytes)
        self.name = collective_name(self._what, self._own.nbytes)

    def run(self, dest: Buffer, source: Buffer, ctx: ExecContext) -> None:
        """Runs it, or the half of it that this CALL is. Its bytes are those that this process has to send at least."""
        what = self._what
        if what.phase == WAIT:
            # what is timed by itself, and what has no bytes, was done by the start
            found = current_thread.under_way.pop(what.order, None)
            if found is not None: self._count(dest, found.finish(), found.began, ctx)
            return
        begin = _now()
        if what.phase == START and not ctx.wait:
            if (started := communicator().start(self._own, dest, source)) is not None:
                current_thread.under_way[what.order] = _UnderWay(started, dest.device, begin, ctx.profile)
                return
            is_done = True
        else: is_done = communicator().run(self._own, dest, source)
        if not is_done and (ctx.wait or ctx.profile): Device[dest.device].synchronize()
        self._count(dest, _now() - begin if is_done or ctx.wait or ctx.profile else None, begin, ctx)

    def _count(self, dest: Buffer, seconds: float | None, began: float, ctx: ExecContext) -> None:
        if ctx.update_stats:
            GlobalCounters.count_collective(self._sent, seconds)
            if settings.DEBUG >= 2: debug_output.show_launch("collective", self.name, dest.device, "", 0, self._sent, seconds)
        if ctx.profile:
            took, line = seconds or 0.0, self._call.loc
            bus.emit_work(("collective", self.name, dest.device, began, took, 0, self._sent, bus.this_thread(), line, None))


def exec_collective(call: UOp, ctx: ExecContext) -> bool:
    """Exchanges a whole buffer with other processes, on which they agree: see `agreement_on`."""
    CollectiveLaunch(call).run(resolve_buffer(call.src[1], ctx), resolve_buffer(call.src[2], ctx), ctx)
    return True


def collective_name(what: Collective, nbytes: int) -> str:
    """The display name of a collective: `all-reduce 4 KiB, 4 ranks`."""
    return f"{what.name} {format_bytes(nbytes)}, {len(what.ranks)} ranks"


def call_of(call: UOp) -> Call:
    """The collective of a CALL as this process calls it."""
    dest, source = call.src[1:]
    return Call(call.src[0].arg, source.dtype, source.size * source.dtype.itemsize, call.loc, dest.device or "")


def collectives(calls: Iterable[UOp]) -> list[UOp]:
    """Those of these CALLs that need other processes: of the two halves of one, its start."""
    return [c for c in calls if c.src[0].op is Ops.COLLECTIVE and c.src[0].arg.phase != WAIT]


def agreement_on(calls: Sequence[UOp]) -> Agreement | None:
    """What all processes have to agree on before these CALLs run; None if no other process takes part in them."""
    found = collectives(calls)
    return Agreement([call_of(c) for c in found]) if found else None
