"""Execution of a LINEAR: the last step of `Tensor.realize()`.

Inputs: a LINEAR of CALLs, values of variables, buffers for its PARAMs. Outputs: memory that holds the results. Invariants: CALLs run
in order, each by the first matching rule of `pm_exec`; before the run, every kernel is a PROGRAM with its BINARY, and every buffer
has memory. A new kind of call is a new rule here and no branch elsewhere.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING

from heddle.device import Device, on_fork
from heddle.engine.collectives import agree, agreement_on, current_thread, exec_collective, progress
from heddle.engine.compile import CompileRequest, obtain_programs, program_of, with_binary
from heddle.engine.graph import run_graph
from heddle.engine.launch import (
    ExecContext,
    device_of,
    exec_copy,
    exec_kernel,
    exec_view,
    resolve_buffer,
)
from heddle.errors import InternalError
from heddle.process.interrupts import begin_run
from heddle.schedule.capabilities import SchedulingCapabilities, any_device
from heddle.settings import settings
from heddle.uop.ops import Ops
from heddle.uop.rewrite import PatternMatcher, UPat
from heddle.uop.uop import UOp

if TYPE_CHECKING:
    from heddle.renderer import Capabilities

#: called with every LINEAR that is about to run in this thread or task: the hook of captures
recorder: ContextVar[Callable[[UOp, Mapping[str, int]], None] | None] = ContextVar("recorder", default=None)


def run_linear(linear: UOp, var_vals: Mapping[str, int] | None = None, input_uops: Sequence[UOp] = (), update_stats: bool = True,
               jit: bool = False, wait: bool = False) -> None:
    """Runs the CALLs of `linear` in order.

    `var_vals`: values of variables by name. `input_uops`: BUFFERs, the i-th for PARAM slot i. `update_stats`: count in
    `GlobalCounters`. `jit`: this is a replay. `wait`: time each launch. CompileError, OutOfMemoryError, DeviceError.
    """
    if (record := recorder.get()) is not None: record(linear, var_vals or {})
    ctx = ExecContext(var_vals, input_uops, update_stats, jit, wait or settings.DEBUG >= 2)
    calls = compile_linear(linear).src
    if len(calls) > 1: _allocate(calls, ctx)
    begin_run()
    if (agreement := agreement_on(calls)) is not None: agree(agreement)
    for call in calls:
        if pm_exec.rewrite(call, ctx) is None: raise InternalError(f"no rule runs {call!r}")
        if current_thread.under_way: progress()


def _allocate(calls: Sequence[UOp], ctx: ExecContext) -> None:
    """Allocates all outputs, so that OutOfMemoryError precedes any launch: an assignment must run only once."""
    optional = {call.src[1] for call in calls if call.src[0].op in (Ops.COPY, Ops.BUFFER_VIEW)}  # copies and views may need none
    for call in calls:
        for node in call.src[1:]:
            if node not in optional and (buffer := resolve_buffer(node, ctx)).raw is None: buffer.allocate()


# ---- compiling

#: compiled LINEARs by settings; None for the LINEAR itself, which would otherwise keep itself alive
_compiled: weakref.WeakKeyDictionary[UOp, tuple[tuple[str, str], UOp | None]] = weakref.WeakKeyDictionary()
on_fork.append(_compiled.clear)


def compile_linear(linear: UOp) -> UOp:
    """`linear` with every kernel compiled: each SINK is a PROGRAM with its BINARY. CompileError. Nothing is run."""
    if not linear.src: return linear
    state = settings.DEV, settings.cache_key()
    known = _compiled.get(linear)
    if known is not None and known[0] == state: return linear if known[1] is None else known[1]
    fitted = [piece for call in linear.src for piece in _fitted(call)]
    # all at once, so that compilers run in parallel
    kernels = [c for c in fitted if c.src[0].op is Ops.SINK]
    requests = [CompileRequest(c.src[0], Device[device_of(c)], c.loc) for c in kernels]
    programs = dict(zip(kernels, obtain_programs(requests), strict=True))
    calls = [_with_program(c, programs[c]) if c in programs else pm_compile.rewrite(c) or c for c in fitted]
    compiled = linear.replace(src=tuple(calls))
    _compiled[linear] = state, None if compiled is linear else compiled
    return compiled


def _fitted(call: UOp) -> list[UOp]:
    """The CALL; or several, on parts of its buffers, where its device limits the size of a kernel's buffer."""
    if call.src[0].op is not Ops.SINK: return [call]
    caps = Device[device_of(call)].renderer.capabilities
    if (most := caps.binding) is None: return [call]
    if all(b.size * b.dtype.itemsize <= most for b in call.src[1:]): return [call]
    from heddle.schedule.bindings.split_bindings import fit_windows
    pieces = fit_windows(call.src[0], call.src[1:], most, caps.buffers_per_kernel)
    made = [call.replace(src=(piece.ast, *piece.buffers)) for piece in pieces]
    for piece in made: piece.loc = call.loc
    return made


def compile_ast(call: UOp, ast: UOp) -> UOp:
    """CALL(SINK, ...) = CALL(PROGRAM, ...)"""
    return _with_program(call, program_of(ast, Device[device_of(call)], call.loc))


def compile_source(call: UOp, program: UOp) -> UOp | None:
    """CALL(PROGRAM(ast, SOURCE), ...) = CALL(PROGRAM(ast, SOURCE, BINARY), ...)"""
    return _with_program(call, with_binary(program, Device[device_of(call)], call.loc))


def _with_program(call: UOp, program: UOp) -> UOp:
    return call if call.src[0] is program else call.replace(src=(program, *call.src[1:]))


pm_compile = PatternMatcher([
    (UPat(Ops.CALL, src=(UPat(Ops.SINK, name="ast"),), name="call", allow_any_len=True), compile_ast),
    (UPat(Ops.CALL, src=(UPat(Ops.PROGRAM, name="program"),), name="call", allow_any_len=True), compile_source),
])


# ---- capabilities

#: rows of a scan that saturate a device: a few for each core, or a few for each resident thread
_ROWS_OF_CORES, _ROWS_OF_GROUPS = 64, 1 << 14
#: shared memory and threads of a work-group that splits attention along its keys, at least
_CHUNK_BYTES, _CHUNK_THREADS = 16 << 10, 64

#: overrides the device that kernels are scheduled for in this thread or task
scheduled_for: ContextVar[SchedulingCapabilities | None] = ContextVar("scheduled_for", default=None)


def scheduling_capabilities(device: str) -> SchedulingCapabilities:
    """The device capabilities that the schedule depends on; those of any device for constants, which may be on none."""
    if not device: return any_device(device)
    if (found := scheduled_for.get()) is not None: return found
    caps = Device[device].renderer.capabilities
    known = _scheduling_capabilities.get(device)
    if known is None or known[0] is not caps: known = _scheduling_capabilities[device] = caps, scheduling_capabilities_of(caps)
    return known[1]


#: of each device, with the capabilities that they were computed from
_scheduling_capabilities: dict[str, tuple[Capabilities, SchedulingCapabilities]] = {}


def scheduling_capabilities_of(caps: Capabilities) -> SchedulingCapabilities:
    """The capabilities that the schedule depends on, of a device with these capabilities."""
    on_cores = caps.workgroup is None or caps.has_scratch
    in_registers = () if on_cores else tuple(u.dtype for u in caps.tensor_cores if u.warps == 1 and not u.rounds)
    return SchedulingCapabilities(caps.buffers_per_kernel, _ROWS_OF_CORES if on_cores else _ROWS_OF_GROUPS, caps.has_scratch,
                                  caps.has_scratch and caps.shared_memory is None, in_registers,
                                  not on_cores and _has_room_for_chunks(caps), caps.part_alignment)


def _has_room_for_chunks(caps: Capabilities) -> bool:
    """Whether a work-group of the device takes a row of scores to a chunk of keys, whatever the format (actions/chunk_fusion.py)."""
    return caps.has_fast_shared and (caps.shared_memory or 0) >= _CHUNK_BYTES and caps.workgroup_threads >= _CHUNK_THREADS


# ---- running


def exec_graph(call: UOp, graph: UOp, ctx: ExecContext) -> bool:
    """Runs all CALLs of a LINEAR over PARAMs, bound to the buffers of this CALL, as one submission."""
    return run_graph(call, graph, ctx, pm_exec)


def _exec_program(call: UOp, program: UOp, ctx: ExecContext) -> bool:
    """Runs a kernel; with VALIDATE_WITH_CPU, on the CPU too."""
    if not settings.VALIDATE_WITH_CPU: return exec_kernel(call, program, ctx)
    from heddle.engine.validate.compare import exec_validated
    return exec_validated(call, program, ctx)


#: runs a CALL: its rules return True and no node
pm_exec = PatternMatcher([
    (UPat(Ops.CALL, src=(UPat(Ops.PROGRAM, name="program"),), name="call", allow_any_len=True), _exec_program),
    (UPat(Ops.CALL, src=(UPat(Ops.COPY),), name="call", allow_any_len=True), exec_copy),
    (UPat(Ops.CALL, src=(UPat(Ops.COLLECTIVE),), name="call", allow_any_len=True), exec_collective),
    (UPat(Ops.CALL, src=(UPat(Ops.BUFFER_VIEW, name="view"),), name="call", allow_any_len=True), exec_view),
    (UPat(Ops.CALL, src=(UPat(Ops.LINEAR, name="graph"),), name="call", allow_any_len=True), exec_graph),
])
