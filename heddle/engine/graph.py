"""Device graphs: runs of consecutive CALLs on one device, submitted as one.

Inputs: a compiled LINEAR. Outputs: a LINEAR in which consecutive kernels and copies of a device with graph support are one CALL of a
LINEAR over PARAMs; and the function that runs such a CALL. Invariants: the calls and their order stay the same; where launches are to
be timed, printed or compared they run one by one.
"""
from __future__ import annotations

import time
import weakref
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import cast

from heddle.device import Device, on_fork
from heddle.device.buffer import Buffer
from heddle.device.interface import Compiled, Graph, Launch, Stamps, TimedGraph
from heddle.engine.kernel_cost import Estimate, Work, together, work_of
from heddle.engine.launch import (
    ExecContext,
    copy_name,
    device_of,
    estimate_uop,
    get_runtime,
    is_watched,
    resolve_buffer,
)
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.tracing import bus
from heddle.tracing.counters import Bytes, GlobalCounters, Seconds
from heddle.tracing.events import ProfileEvent
from heddle.uop.args import START, WAIT, ParamArg
from heddle.uop.ops import Ops
from heddle.uop.program_info import ProgramInfo
from heddle.uop.rewrite import PatternMatcher
from heddle.uop.uop import UOp

# ---- making graphs


def with_graphs(linear: UOp) -> UOp:
    """`linear`, compiled, with consecutive CALLs of one device as one CALL where the device has graphs."""
    calls: list[UOp] = []
    batch: list[UOp] = []
    device: str | None = None
    under_way = 0
    cost = Estimate(0, 0)
    for call in linear.src:
        own = graph_device(call)
        # what is under way goes on between submissions alone
        is_long = under_way > 0 and (cost.ops > _LONG_OPS or cost.bytes > _LONG_BYTES)
        if own is None or own != device or is_long:
            calls += _batched(batch)
            batch, device, cost = [], own, Estimate(0, 0)
        if own is None:
            calls.append(call)
            under_way += _change(call)
        else:
            batch.append(call)
            if under_way: cost = _sum(cost, estimate_uop(call))
    return linear.replace(src=(*calls, *_batched(batch)))


#: the work of a graph beside which a collective is under way: about a quarter of a millisecond of one core
_LONG_OPS, _LONG_BYTES = 1 << 22, 1 << 21


def _sum(a: Estimate, b: Estimate) -> Estimate: return Estimate(a.ops + b.ops, a.bytes + b.bytes)


def _change(call: UOp) -> int:
    """How many more collectives are under way after a CALL."""
    if call.src[0].op is not Ops.COLLECTIVE: return 0
    return {START: 1, WAIT: -1}.get(call.src[0].arg.phase, 0)


def graph_device(call: UOp) -> str | None:
    """The device whose graph can hold the CALL; None if there is none."""
    what, *buffers = call.src
    device = buffers[0].device if buffers else None
    if device is None or Device[device].graph() is None: return None
    if what.op is Ops.PROGRAM: return device
    return device if what.op is Ops.COPY and _copies(Device[device], *buffers) else None


def _copies(device: Compiled, dest: UOp, source: UOp) -> bool:
    """Whether the device supports the copy: not between an image and other memory."""
    return source.device is not None and dest.image == source.image and device.copies_from(Device[source.device])


def _batched(calls: Sequence[UOp]) -> list[UOp]:
    """`calls`, of one device, as one CALL of a LINEAR over PARAMs, if that makes a replay cheaper."""
    return [as_graph(calls)] if len(calls) > 1 or (calls and _is_cheaper_alone(calls[0])) else list(calls)


def _is_cheaper_alone(call: UOp) -> bool:
    """Whether a graph of one launch costs less than the launch: where each launch is encoded anew for a hardware queue."""
    device = graph_device(call)
    return call.src[0].op is Ops.PROGRAM and device is not None and Device[device].encodes_launches


def as_graph(calls: Sequence[UOp]) -> UOp:
    """`calls` as one CALL of a LINEAR over PARAMs."""
    bases = list(dict.fromkeys(base_of(b) for call in calls for b in call.src[1:]))
    swap = {b: UOp(Ops.PARAM, b.dtype, (), ParamArg(i, b.size, b.device, image=b.image)) for i, b in enumerate(bases)}
    inner = [call.replace(src=(call.src[0], *(over(b, swap) for b in call.src[1:]))) for call in calls]
    return UOp(Ops.CALL, src=(UOp(Ops.LINEAR, src=tuple(inner)), *bases))


def base_of(buffer: UOp) -> UOp:
    """The BUFFER or PARAM that a BUFFER_VIEW is part of."""
    while buffer.op is Ops.BUFFER_VIEW: buffer = buffer.src[0]
    return buffer


def over(buffer: UOp, swap: Mapping[UOp, UOp]) -> UOp:
    """The buffer of a CALL, or the same view of its replacement in `swap`."""
    return buffer.replace(src=(over(buffer.src[0], swap),)) if buffer.op is Ops.BUFFER_VIEW else swap.get(buffer, buffer)


# ---- running them


@dataclass(frozen=True, slots=True, repr=False)
class LoadedGraph:
    """A prepared graph: its launch function, counts and events."""

    run: Graph
    ops: int
    bytes: int
    copied: int
    events: tuple[ProfileEvent, ...]  # one for each launch, without its time
    timed: TimedGraph | None  # `run`, if the device can time its launches
    size: int  # how many launches there are
    varying: Work | None  # the cost that depends on variables, which `ops` and `bytes` leave out
    sent: int = 0  # bytes of its collectives, which `bytes` includes

    def estimate(self, var_vals: Mapping[str, int]) -> Estimate:
        """The cost of all launches with these values of variables."""
        varying = Estimate(0, 0) if self.varying is None else self.varying.estimate(var_vals)
        return Estimate(self.ops + varying.ops, self.bytes + varying.bytes)

    def count(self, var_vals: Mapping[str, int]) -> None:
        """Counts a run with these values of variables."""
        ops, nbytes = (self.ops, self.bytes) if self.varying is None else self.estimate(var_vals)
        GlobalCounters.count_launch(ops, nbytes, None, self.size, self.sent)
        if self.copied: GlobalCounters.add(copy_bytes=self.copied)


#: prepared graphs, for the lifetime of their LINEAR
graph_cache: weakref.WeakKeyDictionary[UOp, LoadedGraph] = weakref.WeakKeyDictionary()
on_fork.append(graph_cache.clear)


def run_graph(call: UOp, graph: UOp, ctx: ExecContext, rules: PatternMatcher) -> bool:
    """Runs the CALLs of `graph` on the buffers of `call`, as one submission; or one by one, by `rules`, where launches are watched."""
    if ctx.wait or is_watched(): return _run_one_by_one(call, graph, ctx, rules)
    GraphRuns(load_graph(graph), most=1).run([resolve_buffer(node, ctx) for node in call.src[1:]], ctx)
    return True


class GraphRuns:
    """A prepared graph for repeated runs; `name` is that of replays which run nothing else.

    At most so many runs are noted on one page.
    """

    def __init__(self, loaded: LoadedGraph, name: str = "", most: int = 64) -> None:
        self._loaded, self._name, self._most = loaded, name, max(1, min(most, _LAUNCHES // loaded.size))
        self._page: RunPage | None = None  # of the thread that ran it last

    @property
    def is_timed(self) -> bool: return self._loaded.timed is not None

    def run(self, buffers: Sequence[Buffer], ctx: ExecContext, began: float = 0.0) -> None:
        """Runs it on these buffers; a replay if `began` is given."""
        loaded = self._loaded
        raws = [b.raw if b.raw is not None else b.allocate().raw for b in buffers]
        if not ctx.profile: loaded.run(raws, ctx.var_vals)
        elif loaded.timed is None: _run_watched(loaded, raws, ctx.var_vals, buffers[0].device)
        else:
            timed, page = loaded.timed, self._page
            while page is None or not timed.run_timed(raws, ctx.var_vals, page.target, began): page = self._new_page(timed)
        if ctx.update_stats: loaded.count(ctx.var_vals)

    def _new_page(self, timed: TimedGraph) -> RunPage:
        """A page of this thread with free space."""
        page = bus.mine.pages.get(self)
        if not isinstance(page, RunPage) or page.size == page.room:
            page = RunPage(self._loaded, self._name, timed.stamps(self._most if bus.everywhere else 1), timed)
            bus.keep_page(self, page)
        if bus.everywhere: self._page = page
        return page


_LAUNCHES = 1 << 14  # the maximum on a page


class RunPage:
    """Timed runs of a graph in one thread, emitted as one batch in advance."""

    __slots__ = ("_loaded", "_name", "_stamps", "_timed", "room", "target")

    def __init__(self, loaded: LoadedGraph, name: str, stamps: Stamps, timed: TimedGraph) -> None:
        self._loaded, self._name, self._stamps, self._timed, self.target = loaded, name, stamps, timed, stamps.target
        self.room = stamps.runs * loaded.size

    @property
    def size(self) -> int: return self._stamps.taken() * self._loaded.size
    def close(self) -> None: self._stamps.close()

    def expand(self, thread: int, *_: object) -> list[ProfileEvent]:
        """All finished runs: their launches, and the replays that consist of them."""
        found: list[ProfileEvent] = []
        for began, moments in self._timed.moments(self._stamps):
            if began: found.append(_replay(self._name, began, moments[-1], thread))
            found += [e._replace(start=Seconds(begin), seconds=Seconds(max(end - begin, 0.0)), thread=thread)
                      for e, (begin, end) in zip(self._loaded.events, pairwise(moments), strict=True)]
        return found


def _replay(name: str, begin: float, end: float, thread: int) -> ProfileEvent:
    return ProfileEvent("replay", name, "", Seconds(begin), Seconds(max(end - begin, 0.0)), thread=thread)


def _run_watched(loaded: LoadedGraph, raws: Sequence[object], var_vals: Mapping[str, int], device: str) -> None:
    """Runs a graph on a device that cannot time single launches, and emits one event for the whole."""
    begin = time.perf_counter()
    loaded.run(raws, var_vals)
    Device[device].synchronize()
    bus.emit_span("graph", f"graph of {loaded.size}", begin, device)


def _run_one_by_one(call: UOp, graph: UOp, ctx: ExecContext, rules: PatternMatcher) -> bool:
    inputs = [ctx.input_of(node) if node.op is Ops.PARAM else node for node in call.src[1:]]
    inner = ExecContext(ctx.var_vals, inputs, ctx.update_stats, ctx.jit, ctx.wait)
    for launch in graph.src: rules.rewrite(launch, inner)
    return True


def load_graph(graph: UOp) -> LoadedGraph:
    """Prepares the graph for its device; once for each LINEAR."""
    found = graph_cache.get(graph)
    if found is None:
        device = Device[device_of(graph.src[0])]
        found = graph_cache[graph] = load_calls(graph.src, device, [launch_of(call, device.name) for call in graph.src])
    return found


def load_calls(calls: Sequence[UOp], device: Compiled, launches: Sequence[Launch], sent: Sequence[int] = ()) -> LoadedGraph:
    """Prepares `launches`: those of kernels and copies, `calls`, and steps of collectives, each of which sends so many bytes."""
    make = device.graph()
    if make is None: raise InternalError(f"{device.name} has no graphs")
    estimates = [estimate_uop(call) for call in calls]
    copied = sum(nbytes_of(call.src[1]) for call in calls if call.src[0].op is Ops.COPY)
    run = make(launches)
    within = f"graph of {len(estimates)}"
    emitted = tuple(_event(call, e, device.name, within) for call, e in zip(calls, estimates, strict=True))
    works = [work_of(call.src[0]) if call.src[0].op is Ops.PROGRAM else None for call in calls]
    always = [e for e, work in zip(estimates, works, strict=True) if work is None]
    ops, nbytes = sum(e.ops for e in always), sum(e.bytes for e in always) + sum(sent)
    varying = together(w for w in works if w is not None) if len(always) < len(works) else None
    timed = cast(TimedGraph, run) if hasattr(run, "run_timed") else None
    return LoadedGraph(run, ops, nbytes, copied, emitted, timed, len(emitted) + len(sent), varying, sum(sent))


def _event(call: UOp, estimate: Estimate, device: str, within: str) -> ProfileEvent:
    """The event of a launch, without its time."""
    what, never = call.src[0], Seconds(0.0)
    is_copy = what.op is Ops.COPY
    name = copy_name("copy", nbytes_of(call.src[1]), *(b.device or device for b in call.src[1:])) if is_copy else what.arg.name
    return ProfileEvent("copy" if is_copy else "kernel", name, device, never, never, estimate.ops, Bytes(estimate.bytes), 0,
                        call.loc, None if is_copy else what, within)


def launch_of(call: UOp, device: str) -> Launch:
    """A CALL of a kernel or copy over PARAMs as a launch."""
    what, buffers = call.src[0], call.src[1:]
    if what.op is Ops.COPY: return Launch(None, None, tuple(map(slot_and_offset, buffers[:2])), nbytes_of(buffers[0]))
    info: ProgramInfo = what.arg
    used = [buffers[slot] for slot in info.globals]
    return Launch(get_runtime(what, device), info, tuple(map(slot_and_offset, used)), sizes=tuple(map(nbytes_of, used)))


def slot_and_offset(buffer: UOp) -> tuple[int, int]:
    """(slot of the PARAM, bytes into it) of a PARAM or a part of one."""
    offset = 0
    while buffer.op is Ops.BUFFER_VIEW:
        offset += buffer.arg[1] * buffer.dtype.itemsize
        buffer = buffer.src[0]
    return buffer.arg.slot, offset


def written_by(call: UOp) -> list[UOp]:
    """The BUFFERs, or PARAMs, that a compiled CALL writes to."""
    what, *buffers = call.src
    if what.op in (Ops.COPY, Ops.COLLECTIVE): return [base_of(buffers[0])]
    if what.op is not Ops.PROGRAM: raise InternalError(f"a capture cannot hold {call!r}")
    info: ProgramInfo = what.arg
    return [base_of(buffers[slot]) for slot in info.outs]


def nbytes_of(buffer: UOp) -> int: return buffer.size * buffer.dtype.itemsize
