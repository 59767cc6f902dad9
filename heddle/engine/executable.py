"""Executables: a LINEAR bound to loaded programs, for repeated runs, with everything that is invariant looked up once.

Inputs: a LINEAR over PARAMs; for each run a Buffer for each PARAM, and values of variables. Outputs: the effects of `run_linear`.
Invariants: a run uses programs for the current settings and devices; launches that are to be printed, timed one by one or compared go
through `run_linear`.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from heddle.device import Device
from heddle.device.buffer import Buffer, node_of, uop_buffer
from heddle.dtype import DType
from heddle.engine import debug_output
from heddle.engine.collectives import (
    CollectiveLaunch,
    agree,
    agreement_on,
    collectives,
    current_thread,
    finish_all,
    progress,
)
from heddle.engine.communicator import Agreement, Call
from heddle.engine.direct_launch import DirectLaunches, direct_launches, fixed_launch, general_launch
from heddle.engine.exchange_graph import ExchangeGraph, exchange_graph
from heddle.engine.execute import compile_linear, recorder, run_linear
from heddle.engine.graph import GraphRuns, load_graph, slot_and_offset
from heddle.engine.launch import (
    ExecContext,
    device_of,
    get_runtime,
    is_view_of_param,
    is_watched,
    launch_copy,
    launch_kernel,
)
from heddle.errors import InternalError
from heddle.named_tuple import NamedTuple
from heddle.settings import State, settings
from heddle.tracing.bus import emit_span, emit_work, is_on, mine, this_thread
from heddle.tracing.counters import Bytes, GlobalCounters
from heddle.uop.ops import Ops
from heddle.uop.program_info import ProgramInfo
from heddle.uop.uop import UOp

_NO_VALUES: Mapping[str, int] = {}

#: runs one CALL on all buffers of a run
Launch = Callable[[Sequence[Buffer], ExecContext], None]


class Arenas(NamedTuple):
    """Memory of a LINEAR's intermediates: one BUFFER per device, its size, and the size without memory planning."""

    buffers: tuple[UOp, ...] = ()
    size: Bytes = Bytes(0)
    unplanned: Bytes = Bytes(0)


#: the settings of an executable that is not prepared
_NEVER: State = object(), {}


class Executable:
    """A LINEAR over PARAMs bound to loaded programs: `run(buffers, values)` runs it with Buffer i as PARAM i.

    `results` are the PARAMs that stand for new memory in each run, as far as that is known: nobody has what was there before.

    `submitted` is `linear` with consecutive CALLs as graphs; `name` is that of the events of replays. Programs are compiled and loaded
    by the first run, and again once settings have changed.
    """

    def __init__(self, linear: UOp, submitted: UOp | None = None, arenas: Arenas = Arenas(), name: str = "",  # noqa: B008
                 results: Collection[int] = ()) -> None:
        self.linear, self.submitted, self.arenas, self.name, self._results = linear, submitted or linear, arenas, name, results
        self.state, self.is_direct, self.is_plain = _NEVER, False, False

    def prepare(self, slots: int) -> None:
        """Compiles and loads the programs, for runs on that many buffers. CompileError."""
        linear, state = self.submitted, settings.state()
        table = _BufferTable(slots)
        self.compiled = compile_linear(linear)
        self._agreement = agreement_on(linear.src)
        agreed = {} if self._agreement is None else dict(zip(collectives(self.compiled.src), self._agreement.calls, strict=True))
        self._launches = () if is_watched() else tuple([_launch(c, table, self.name, agreed.get(c)) for c in self.compiled.src])
        self._exchanges: tuple[ExchangeGraph, list[int]] | None = None
        # made after a first run one by one, by which the communicators of all groups of ranks are there
        self._may_join = self._agreement is not None and bool(self._launches) and settings.JIT != 2
        only = self._launches[0] if len(self._launches) == 1 else None
        self._timed = only if isinstance(only, _GraphLaunch) and only.runs.is_timed else None
        # copies may give memory to what they fill
        filled = {call.src[1] for call in linear.src if call.src[0].op is Ops.COPY}
        nodes = dict.fromkeys(b for call in linear.src for b in call.src[1:] if b not in filled) if len(linear.src) > 1 else ()
        self._allocated = [table.index(b) for b in nodes]
        numbers = [[table.index(node) for node in call.src[1:]] for call in self.compiled.src]
        #: what runs it without variables, where nobody looks, if that is possible
        self.direct: DirectLaunches | None = direct_launches(self.compiled.src, numbers) if self._launches else None
        #: whether that runs it on Buffers: what no kernel uses is left alone
        self.is_direct = self.direct is not None and len(self.direct.used) == table.count
        #: whether those are the inputs of a run, and no others
        self.is_plain = self.is_direct and table.count == slots
        self._table, self.state = table, state

    def _join(self, agreement: Agreement) -> None:
        """Makes one graph of all of it, collectives included, where that can be."""
        self._may_join = False
        made = exchange_graph(compile_linear(self.linear), agreement, self._is_kept)
        if not isinstance(made, str): self._exchanges = made, [self._table.index(node) for node in made.nodes]
        elif settings.DEBUG: debug_output.say(f"{self.name or 'a schedule'} runs its collectives one by one: {made}")

    def _is_kept(self, node: UOp) -> bool:
        """Whether the memory of a node may have had a value before the run that somebody needs."""
        return node.arg.slot not in self._results if node.op is Ops.PARAM else node not in self.arenas.buffers

    def run(self, inputs: Sequence[Buffer], values: Mapping[str, int] = _NO_VALUES, began: float = 0.0) -> None:
        """Runs everything once; a replay if `began` is given. CompileError; OutOfMemoryError before anything has run; DeviceError."""
        if not settings.is_still(self.state): self.prepare(len(inputs))
        if began and (self._timed is None or recorder.get() is not None):
            try: return self.run(inputs, values)
            finally: emit_span("replay", self.name, began)
        if not self._launches or recorder.get() is not None:
            return run_linear(self.submitted, values, [node_of(b) for b in inputs], jit=True)
        buffers = self._table.bind(inputs)
        if self.is_direct and not values and not began and not is_on(): return self._run_direct(buffers)
        ctx = ExecContext(values, jit=True) if values else _PROFILED if began or is_on() else _UNPROFILED
        for i in self._allocated:
            if (buffer := buffers[i]).raw is None: buffer.allocate()
        if self._exchanges is not None and not ctx.profile:
            graph, numbers = self._exchanges
            if current_thread.under_way: finish_all()
            graph.run([buffers[i] for i in numbers], ctx)
        elif self._agreement is not None:
            agree(self._agreement)
            for launch in self._launches:
                launch(buffers, ctx)
                if current_thread.under_way: progress()
            if self._may_join: self._join(self._agreement)
        elif began and self._timed is not None: self._timed(buffers, ctx, began)
        else:
            for launch in self._launches: launch(buffers, ctx)

    @property
    def needs_others(self) -> bool:
        """Whether a prepared executable has collectives."""
        return self._agreement is not None

    def update_lines(self) -> None:
        """Lets errors of collectives name the lines that its CALLs have now."""
        if self._agreement is not None: self._agreement.update_lines([c.loc for c in collectives(self.compiled.src)])

    def is_ready(self) -> bool:
        """Whether `launch` is `run`: it is prepared for the settings now, needs no other process, and nobody records or listens."""
        return settings.is_still(self.state) and bool(self._launches) and self._agreement is None and recorder.get() is None \
            and not is_on()

    def launch(self, inputs: Sequence[Buffer]) -> None:
        """Runs everything once without variables, if it `is_ready`. OutOfMemoryError before anything has run; DeviceError."""
        buffers = self._table.bind(inputs)
        if self.is_direct: return self._run_direct(buffers)
        for i in self._allocated:
            if (buffer := buffers[i]).raw is None: buffer.allocate()
        for launch in self._launches: launch(buffers, _UNPROFILED)

    def _run_direct(self, buffers: Sequence[Buffer]) -> None:
        assert self.direct is not None
        self.direct.run([raw if (raw := b.raw) is not None else b.allocate().raw for b in buffers])


def _without_variables(profile: bool) -> ExecContext:
    """The estimate shared by all runs, if it has no variables."""
    made = ExecContext(jit=True)
    made.profile = profile
    return made


#: without listeners, and with listeners
_UNPROFILED, _PROFILED = _without_variables(False), _without_variables(True)


class _BufferTable:
    """The buffers of a run in one list: those of the PARAMs, constant ones, and views of the former."""

    def __init__(self, count: int) -> None:
        self._count = count  # of PARAMs
        self._numbers: dict[UOp, int] = {}  # of all others
        self._fixed: list[Buffer | None] = []  # None for a part of a PARAM
        self._parts: list[tuple[int, int, int, DType, int]] = []  # its index, the PARAM's, elements, dtype, offset in bytes

    @property
    def count(self) -> int:
        """How many there are."""
        return self._count + len(self._fixed)

    def index(self, node: UOp) -> int:
        """The index of a CALL source's buffer in the list."""
        if node.op is Ops.PARAM: return node.arg.slot
        if (found := self._numbers.get(node)) is not None: return found
        number = self._numbers[node] = self._count + len(self._fixed)
        if is_view_of_param(node):
            slot, offset = slot_and_offset(node)
            self._parts.append((number, slot, node.arg[0], node.dtype, offset))
            self._fixed.append(None)
        else: self._fixed.append(uop_buffer(node))
        return number

    def bind(self, inputs: Sequence[Buffer]) -> Sequence[Buffer]:
        """The list for one run on these PARAMs."""
        if not self._fixed: return inputs
        buffers: list[Any] = [*inputs, *self._fixed]
        for number, slot, size, dtype, offset in self._parts: buffers[number] = inputs[slot].view(size, dtype, offset)
        return buffers


class _GraphLaunch:
    """Launcher of the CALL of a graph."""

    __slots__ = ("_numbers", "runs")

    def __init__(self, runs: GraphRuns, numbers: Sequence[int]) -> None:
        self.runs, self._numbers = runs, numbers

    def __call__(self, buffers: Sequence[Buffer], ctx: ExecContext, began: float = 0.0) -> None:
        self.runs.run([buffers[i] for i in self._numbers], ctx, began)


class _ExchangeLaunch:
    """Launcher of the CALL of a collective."""

    __slots__ = ("_dest", "_launch", "_source")

    def __init__(self, launch: CollectiveLaunch, numbers: Sequence[int]) -> None:
        self._launch, (self._dest, self._source) = launch, numbers

    def __call__(self, buffers: Sequence[Buffer], ctx: ExecContext) -> None:
        self._launch.run(buffers[self._dest], buffers[self._source], ctx)


def _launch(call: UOp, table: _BufferTable, name: str, agreed: Call | None) -> Launch:
    """The launcher of a compiled CALL. `agreed`: what all ranks agree on, if it is that of a collective."""
    what, *nodes = call.src
    numbers = [table.index(node) for node in nodes]
    if what.op is Ops.COPY:
        dest, src = numbers
        return lambda buffers, ctx: launch_copy(call, buffers[dest], buffers[src], ctx)
    if what.op is Ops.COLLECTIVE: return _ExchangeLaunch(CollectiveLaunch(call, agreed), numbers)
    if what.op is Ops.LINEAR: return _GraphLaunch(GraphRuns(load_graph(what), name), numbers)
    if what.op is not Ops.PROGRAM: raise InternalError(f"a capture cannot hold {call!r}")
    return _launch_of_kernel(call, what.arg, numbers)


def _launch_of_kernel(call: UOp, info: ProgramInfo, numbers: Sequence[int]) -> Launch:
    """The launch of a program. One without variables has the same grid each time: its arguments and counts are looked up once,
    here."""
    device, program = device_of(call), call.src[0]
    runtime = get_runtime(program, device)

    def launch(buffers: Sequence[Buffer], ctx: ExecContext) -> None:
        launch_kernel(call, device, runtime, [buffers[i] for i in numbers], ctx)

    if info.vars: return launch
    used, name, ops, nbytes = [numbers[slot] for slot in info.globals], info.name, info.ops, info.bytes
    allocator, count_launch = Device[device].allocator, GlobalCounters.count_launch
    in_order = range(len(used))
    fixed = fixed_launch(runtime, info, in_order)
    run = fixed or general_launch(runtime, info, in_order)

    def launch_same(buffers: Sequence[Buffer], ctx: ExecContext) -> None:
        """As `launch_kernel`, for a kernel whose launch is the same in each run."""
        if ctx.profile and not fixed: return launch(buffers, ctx)
        raws = [b.raw if (b := buffers[i]).raw is not None else b.allocate(allocator=allocator).raw for i in used]
        if not ctx.profile:
            run(raws)
            return count_launch(ops, nbytes, None)
        begin = _now()
        run(raws)
        seconds = _now() - begin
        emit_work(("kernel", name, device, begin, seconds, ops, nbytes, mine.number or this_thread(), call.loc, program))
        return count_launch(ops, nbytes, seconds)

    return launch_same


_now = time.perf_counter
