"""Types of events: work that took time, memory in use, and decisions of the engine.

Inputs: what the emitter knows. Outputs: the events that listeners get (`heddle.tracing.bus`). Invariants: events are immutable; times
are those of `time.perf_counter`, in seconds.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.named_tuple import NamedTuple
from heddle.tracing.counters import Bytes, Seconds

if TYPE_CHECKING:
    from heddle.errors import Location
    from heddle.schedule import Planned, Schedule
    from heddle.uop.uop import UOp

#: kinds of work that a device does; every other kind is the host's
DEVICE_KINDS = frozenset(("kernel", "copy", "collective", "view"))


# ---- the timeline: kept by recorders


class ProfileEvent(NamedTuple):
    """One piece of work that took time.

    `kind`: kernel, copy, view (work of `device`); realize, schedule, search, lower, compile, load, graph, capture, replay (work of the
    host). `program` is a kernel's PROGRAM node, with its ast, source and binary. `within` names what submitted it along with others.
    """

    kind: str
    name: str
    device: str
    start: Seconds
    seconds: Seconds
    ops: int = 0
    bytes: Bytes = Bytes(0)
    thread: int = 0  # the host's thread: `this_thread`
    loc: Location | None = None  # the user's line
    program: UOp | None = None
    within: str = ""


class MemoryEvent(NamedTuple):
    """Bytes of a device in live buffers, and cached, from `start` on."""

    device: str
    start: Seconds
    live: Bytes
    cached: Bytes


# ---- decisions: passed to the functions that subscribe to their type


class Scheduled(NamedTuple):
    """A schedule was handed out, and runs next. `loc` is the user's line that requested values."""

    planned: Planned
    schedule: Schedule
    loc: Location | None


class Programmed(NamedTuple):
    """A kernel that was new to this process came from `how`: "disk" or "compiled". `parts` are the named parts of its key.

    `earlier` holds such parts of kernels of the same ast that the disk cache had when it was queried.
    """

    how: str
    program: UOp
    parts: dict[str, str]
    earlier: tuple[dict[str, str], ...]
    loc: Location | None


class Repeated(NamedTuple):
    """Work was repeated because `cache` ("source" or "runtime"), which keeps `limit` entries, had evicted the result."""

    cache: str
    limit: int
    loc: Location | None


class Jitted(NamedTuple):
    """A call of a TinyJit that was not replayed. `what`: ran, captured, moved, overlapped, reset, refused, inside.

    `owner` tells TinyJits of one function apart; `why` is a clause, for those that have a reason.
    """

    what: str
    name: str
    owner: int
    why: str
    cure: str
    loc: Location | None
