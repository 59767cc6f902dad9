"""Streams and events. Work is queued with what it must come after, and runs when somebody waits for it.

So a program that reads a result without waiting reads what was there before, as it may on a device.
The null stream (handles 0 and 1) is the legacy one: it waits for all blocking streams and they wait for it.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import PtxError
from .api import Context, entry, put
from .codes import INVALID_HANDLE, NOT_READY, Failure

if TYPE_CHECKING:
    from .api import StandIn

NON_BLOCKING, DISABLE_TIMING = 1, 2


@dataclass(eq=False)
class Task:
    """One piece of work. It runs once everything in `after` has; where it needs others, it is tried until it returns True."""

    what: str
    run: Callable[[], None]
    after: list[Task]
    context: Context
    done: bool = False
    time: float = 0.0
    attempt: Callable[[], bool] | None = None  # in place of `run`


@dataclass(eq=False)
class Stream:
    context: Context
    flags: int = 0
    last: Task | None = None

    @property
    def is_blocking(self) -> bool:
        return not self.flags & NON_BLOCKING


@dataclass(eq=False)
class Event:
    context: Context
    flags: int = 0
    task: Task | None = None


def null_stream(s: StandIn, context: Context) -> Stream:
    """The context's own; made when first used, and never listed among the leaks."""
    found = getattr(context, "null", None)
    if found is None:
        found = Stream(context)
        context.null = found  # type: ignore[attr-defined]
        context.streams = []  # type: ignore[attr-defined]
    return found


def stream_of(s: StandIn, handle: int) -> Stream:
    if handle in (0, 1):
        return null_stream(s, s.context())
    if handle == 2:  # per-thread default stream
        context = s.context()
        if not hasattr(context, "per_thread"):
            context.per_thread = Stream(context)  # type: ignore[attr-defined]
        return context.per_thread  # type: ignore[attr-defined]
    return s.get(handle, Stream)


def streams_of(s: StandIn, context: Context) -> list[Stream]:
    made = [t for t in s.handles.values() if isinstance(t, Stream) and t.context is context]
    return [null_stream(s, context), *made]


def submit(
    s: StandIn,
    stream: Stream,
    what: str,
    run: Callable[[], None],
    attempt: Callable[[], bool] | None = None,
    after: Task | None = None,
) -> Task:
    """Queue work behind all that the stream, the null stream's rule and `after` put in front of it."""
    context = stream.context
    ahead = [t for t in (stream.last, after) if t is not None and not t.done]
    null = null_stream(s, context)
    if stream is null:
        others = (o for o in streams_of(s, context) if o is not null and o.is_blocking)
        ahead += [o.last for o in others if o.last is not None and not o.last.done]
    elif stream.is_blocking and null.last is not None and not null.last.done:
        ahead.append(null.last)
    task = Task(what, run, ahead, context, attempt=attempt)
    stream.last = task
    if s.order == "eager":
        complete(s, task)
    return task


UNLIMITED = 1 << 62


def complete(s: StandIn, task: Task, limit: int = UNLIMITED) -> None:
    """Run a task and all that it comes after; at most `limit` of them."""
    stack = [task]
    while stack and limit > 0:
        top = stack[-1]
        ahead = [t for t in top.after if not t.done]
        if ahead:
            stack += ahead[::-1]
            continue
        if not top.done and top.attempt is not None and not top.context.lost and not top.attempt():
            if limit < UNLIMITED:
                return
            time.sleep(1e-4)
            continue
        stack.pop()
        if not top.done:
            top.done, top.after = True, []
            limit -= 1
            perform(s, top)


def perform(s: StandIn, task: Task) -> None:
    """The work itself, unless its context is lost. What goes wrong makes it so."""
    if not task.context.lost:
        try:
            task.run()
        except PtxError as error:
            s.fault(error, task.context)
        except Failure as failure:
            task.context.lost = failure.code
    task.time = time.perf_counter()


def wait(s: StandIn, task: Task | None) -> None:
    if task is not None:
        complete(s, task)
        raise_lost(task.context)


def raise_lost(context: Context) -> None:
    if context.lost:
        raise Failure(context.lost, "a kernel failed")


def synchronise(s: StandIn, context: Context) -> None:
    """Everything of this context."""
    for stream in streams_of(s, context):
        if stream.last is not None:
            complete(s, stream.last)
    raise_lost(context)


def query(s: StandIn, task: Task | None) -> None:
    """Ready or not; each question lets the device do one more piece of work."""
    if task is None or task.done:
        return
    complete(s, task, limit=1)
    raise_lost(task.context)
    if not task.done:
        raise Failure(NOT_READY)


# -- streams
@entry("cuStreamCreate", "pu")
def stream_create(s: StandIn, out: int, flags: int) -> None:
    put(out, s.handle(Stream(s.context(), flags)))


@entry("cuStreamCreateWithPriority", "pui")
def stream_create_priority(s: StandIn, out: int, flags: int, priority: int) -> None:
    put(out, s.handle(Stream(s.context(), flags)))


@entry("cuStreamDestroy cuStreamDestroy_v2", "p")
def stream_destroy(s: StandIn, handle: int) -> None:
    stream = s.drop(handle, Stream)
    if stream.last is not None:
        complete(s, stream.last)


@entry("cuStreamSynchronize", "p")
def stream_synchronize(s: StandIn, handle: int) -> None:
    stream = stream_of(s, handle)
    wait(s, stream.last)
    raise_lost(stream.context)


@entry("cuStreamQuery", "p")
def stream_query(s: StandIn, handle: int) -> None:
    query(s, stream_of(s, handle).last)


@entry("cuStreamWaitEvent", "ppu")
def stream_wait(s: StandIn, handle: int, event: int, flags: int) -> None:
    """The wait is work of the stream itself, which is not ready before (CUDA Driver API, cuStreamQuery)."""
    stream, task = stream_of(s, handle), s.get(event, Event).task
    if task is not None and not task.done:
        submit(s, stream, "wait for an event", lambda: None, after=task)


@entry("cuStreamGetCtx", "pp")
def stream_context(s: StandIn, handle: int, out: int) -> None:
    context = stream_of(s, handle).context
    put(out, next(h for h, t in s.handles.items() if t is context))


@entry("cuStreamGetFlags", "pp")
def stream_flags(s: StandIn, handle: int, out: int) -> None:
    put(out, stream_of(s, handle).flags, ctypes.c_uint)


@entry("cuStreamIsCapturing", "pp")
def stream_is_capturing(s: StandIn, handle: int, out: int) -> None:
    stream_of(s, handle)
    put(out, 0, ctypes.c_int)


@entry("cuLaunchHostFunc", "ppp")
def host_function(s: StandIn, stream: int, function: int, data: int) -> None:
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(function)
    submit(s, stream_of(s, stream), "host function", lambda: call(data))


@entry("cuCtxSynchronize", "")
def context_synchronize(s: StandIn) -> None:
    synchronise(s, s.context())


# -- events
@entry("cuEventCreate", "pu")
def event_create(s: StandIn, out: int, flags: int) -> None:
    put(out, s.handle(Event(s.context(), flags)))


@entry("cuEventDestroy cuEventDestroy_v2", "p")
def event_destroy(s: StandIn, handle: int) -> None:
    s.drop(handle, Event)


@entry("cuEventRecord", "pp")
def event_record(s: StandIn, handle: int, stream: int) -> None:
    event, queue = s.get(handle, Event), stream_of(s, stream)
    if event.context is not queue.context:
        raise Failure(INVALID_HANDLE, "event and stream are of different contexts")
    event.task = submit(s, queue, "event", lambda: None)


@entry("cuEventRecordWithFlags", "ppu")
def event_record_flags(s: StandIn, handle: int, stream: int, flags: int) -> None:
    event_record(s, handle, stream)


@entry("cuEventSynchronize", "p")
def event_synchronize(s: StandIn, handle: int) -> None:
    wait(s, s.get(handle, Event).task)


@entry("cuEventQuery", "p")
def event_query(s: StandIn, handle: int) -> None:
    query(s, s.get(handle, Event).task)


@entry("cuEventElapsedTime cuEventElapsedTime_v2", "ppp")
def event_elapsed(s: StandIn, out: int, start: int, end: int) -> None:
    """Milliseconds between two events that have both happened."""
    first, second = (s.get(h, Event) for h in (start, end))
    if first.flags & DISABLE_TIMING or second.flags & DISABLE_TIMING or first.task is None or second.task is None:
        raise Failure(INVALID_HANDLE, "an event without timing, or never recorded")
    if not (first.task.done and second.task.done):
        raise Failure(NOT_READY)
    put(out, max(0.0, (second.task.time - first.task.time) * 1e3), ctypes.c_float)
