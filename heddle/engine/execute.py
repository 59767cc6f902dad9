"""Execution of a LINEAR: the last step of `Tensor.realize()`.

Inputs: a LINEAR of CALLs, values of variables, buffers for its PARAMs. Outputs: memory that holds the results. Invariants: CALLs run
in order, each by the first matching rule of `pm_exec`; before the run, every kernel is a PROGRAM with its BINARY, and every buffer
has memory. A new kind of call is a new rule here and no branch elsewhere.
"""
from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from heddle.device import Device, Program, on_fork
from heddle.device.buffer import Buffer, find_buffer, set_uop_buffer, uop_buffer
from heddle.engine import debug_output
from heddle.engine.compile import Wanted, obtain_programs, program_of, with_binary
from heddle.engine.kernel_cost import Estimate, work_of
from heddle.errors import InternalError, user_location
from heddle.process.fork_safety import free_in_child
from heddle.process.interrupts import begin_run
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.settings import settings
from heddle.tracing import diagnostics, events
from heddle.tracing.counters import GlobalCounters, format_bytes
from heddle.uop.cost import count_bytes, count_ops
from heddle.uop.ops import Ops
from heddle.uop.program_info import ProgramInfo
from heddle.uop.rewrite import PatternMatcher, UPat
from heddle.uop.uop import UOp

if TYPE_CHECKING:
    from heddle.renderer import Capabilities

__all__ = ["Estimate", "ExecContext", "compile_linear", "copy_buffer", "estimate_uop", "exec_copy", "exec_graph", "exec_kernel",
           "exec_view", "get_runtime", "launch_copy", "launch_kernel", "pm_compile", "pm_exec", "recorder", "resolve_buffer",
           "rules_now", "run_linear", "runtime_cache", "scheduled_for", "scheduling_capabilities",
           "scheduling_capabilities_of", "track_stats"]


class ExecContext:
    """State shared by the CALLs of one run. `wait` runs each launch alone, timed; `profile` emits them as events."""

    __slots__ = ("input_uops", "jit", "profile", "update_stats", "var_vals", "wait")

    var_vals: Mapping[str, int]
    input_uops: Sequence[UOp]

    def __init__(self, var_vals: Mapping[str, int] | None = None, input_uops: Sequence[UOp] = (), update_stats: bool = True,
                 jit: bool = False, wait: bool = False) -> None:
        self.var_vals, self.input_uops = var_vals or {}, input_uops
        self.update_stats, self.jit, self.wait, self.profile = update_stats, jit, wait, events.is_on()

    def input_of(self, param: UOp) -> UOp:
        """The BUFFER bound to a PARAM in this run."""
        slot: int = param.arg.slot
        if slot < len(self.input_uops): return self.input_uops[slot]
        raise InternalError(f"{len(self.input_uops)} input buffers were given, and {param!r} needs number {slot}")


#: called with every LINEAR that is about to run in this thread or task: the hook of captures
recorder: ContextVar[Callable[[UOp, Mapping[str, int]], None] | None] = ContextVar("recorder", default=None)


def run_linear(linear: UOp, var_vals: Mapping[str, int] | None = None, input_uops: Sequence[UOp] = (), update_stats: bool = True,
               jit: bool = False, wait: bool = False) -> None:
    """Runs the CALLs of `linear` in order.

    `var_vals`: values of variables by name. `input_uops`: BUFFERs, the i-th for PARAM slot i. `update_stats`: count in
    `GlobalCounters`. `jit`: this is a replay. `wait`: time each launch. CompileError, OutOfMemoryError, DeviceError.
    """
    if (record := recorder.get()) is not None: record(linear, var_vals or {})
    ctx, rules = ExecContext(var_vals, input_uops, update_stats, jit, wait or settings.DEBUG >= 2), rules_now()
    calls = compile_linear(linear).src
    if len(calls) > 1: _allocate(calls, ctx)
    begin_run()
    for call in calls:
        if rules.rewrite(call, ctx) is None: raise InternalError(f"no rule runs {call!r}")


def _allocate(calls: Sequence[UOp], ctx: ExecContext) -> None:
    """Allocates all outputs, so that OutOfMemoryError precedes any launch: an assignment must run only once."""
    lent = {call.src[1] for call in calls if call.src[0].op in (Ops.COPY, Ops.BUFFER_VIEW)}  # copies and views may need none
    for call in calls:
        for node in call.src[1:]:
            if node not in lent and (buffer := resolve_buffer(node, ctx)).raw is None: buffer.allocate()


def is_watched() -> bool:
    """Whether launches are to be printed, timed one by one or compared with others."""
    return settings.DEBUG >= 2 or settings.VALIDATE_WITH_CPU


def rules_now() -> PatternMatcher:
    """The rules that run CALLs under the current settings."""
    if not settings.VALIDATE_WITH_CPU: return pm_exec
    from heddle.engine.validate.compare import pm_validate
    return pm_validate


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
    programs = dict(zip(kernels, obtain_programs([Wanted(c.src[0], Device[device_of(c)], c.loc) for c in kernels]), strict=True))
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


def device_of(call: UOp) -> str:
    """The device of a CALL's kernel: that of its buffers."""
    for buffer in call.src[1:]:
        if (device := buffer.device) is not None: return device
    raise InternalError(f"no buffer of {call!r} says on which device it is")


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


# ---- loading


#: loaded kernels by (key of the PROGRAM, device); the oldest is evicted once there are `_LOADED_KEPT`
runtime_cache: dict[tuple[bytes, str], Program] = {}
_LOADED_KEPT = 8192
_dropped: set[tuple[bytes, str]] = set()  # keys of evicted kernels, to report those that are loaded again
_load_lock = free_in_child(threading.Lock())
on_fork.append(runtime_cache.clear)


def get_runtime(program: UOp, device: str) -> Program:
    """Loads a PROGRAM with its BINARY on `device`. Returns runtime(bufs, var_vals, global_size, local_size, wait)."""
    key = program.key, device
    found = runtime_cache.get(key)
    return found if found is not None else _load(program, device, key)


def _load(program: UOp, device: str, key: tuple[bytes, str]) -> Program:
    if len(program.src) < 3: raise InternalError(f"{program!r} has no BINARY: compile it first")
    with _load_lock:
        if (found := runtime_cache.get(key)) is not None: return found
        with events.span("load", program.arg.name): loaded = Device[device].runtime(program)
        GlobalCounters.add(loaded_programs=1)
        if len(runtime_cache) >= _LOADED_KEPT: _drop_oldest()
        runtime_cache[key] = loaded
    if key in _dropped and diagnostics.listeners: diagnostics.tell(diagnostics.Repeated("runtime", _LOADED_KEPT, user_location()))
    return loaded


def _drop_oldest() -> None:
    oldest = next(iter(runtime_cache))
    del runtime_cache[oldest]
    if len(_dropped) >= 8 * _LOADED_KEPT: _dropped.clear()
    _dropped.add(oldest)


#: rows of a scan that saturate a device: a few for each core, or a few for each resident thread
_ROWS_OF_CORES, _ROWS_OF_GROUPS = 64, 1 << 14


#: overrides the device that kernels are scheduled for in this thread or task
scheduled_for: ContextVar[SchedulingCapabilities | None] = ContextVar("scheduled_for", default=None)


def scheduling_capabilities(device: str) -> SchedulingCapabilities:
    """The device capabilities that the schedule depends on."""
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
    return SchedulingCapabilities(caps.buffers_per_kernel, _ROWS_OF_CORES if on_cores else _ROWS_OF_GROUPS, caps.has_scratch,
                  caps.has_scratch and caps.shared_memory is None, caps.part_alignment)


def launch_size(info: ProgramInfo, var_vals: Mapping[str, int]) -> tuple[int, ...]:
    """Grid dimensions in pieces, some of which may be variables."""
    return tuple(var_vals[n] if isinstance(n, str) else n for n in info.grid)


# ---- running


def resolve_buffer(node: UOp, ctx: ExecContext) -> Buffer:
    """The Buffer of a CALL's source in this run."""
    found = find_buffer(node)
    if found is not None: return found
    if node.op is Ops.PARAM: return uop_buffer(ctx.input_of(node))
    if node.op is Ops.BUFFER_VIEW and is_view_of_param(node):
        size, offset = node.arg
        return resolve_buffer(node.src[0], ctx).view(size, node.dtype, offset * node.dtype.itemsize)
    return uop_buffer(node)


def is_view_of_param(node: UOp) -> bool:
    """Whether `node` is a view, or a view of a view, of an input."""
    while node.op is Ops.BUFFER_VIEW: node = node.src[0]
    return node.op is Ops.PARAM


def exec_kernel(call: UOp, program: UOp, ctx: ExecContext) -> bool:
    """Runs a kernel on its buffers, and allocates those without memory."""
    buffers = [resolve_buffer(node, ctx) for node in call.src[1:]]
    device = buffers[0].device
    launch_kernel(call, device, get_runtime(program, device), buffers, ctx)
    return True


def launch_kernel(call: UOp, device: str, runtime: Program, buffers: Sequence[Buffer], ctx: ExecContext) -> None:
    """Launches the loaded kernel of a CALL on these buffers."""
    program = call.src[0]
    info: ProgramInfo = program.arg
    raws = [b.raw if (b := buffers[slot]).raw is not None else b.allocate().raw for slot in info.globals]
    size = launch_size(info, ctx.var_vals) if info.vars else info.grid
    seconds = runtime(raws, ctx.var_vals, size, info.workgroup, ctx.wait or ctx.profile)
    if ctx.update_stats or ctx.profile:
        ops, nbytes = estimate_uop(program, ctx.var_vals) if info.vars else (info.ops, info.bytes)
        if ctx.update_stats:
            track_stats("kernel", info.name, device, ops, nbytes, seconds, info.extent(size) if settings.DEBUG >= 2 else "")
        if ctx.profile: tell_launch("kernel", info.name, device, ops, nbytes, seconds, call, program)


def exec_copy(call: UOp, ctx: ExecContext) -> bool:
    """Copies a whole buffer: host to device, device to host, device to device."""
    launch_copy(call, resolve_buffer(call.src[1], ctx), resolve_buffer(call.src[2], ctx), ctx)
    return True


def launch_copy(call: UOp, dest: Buffer, src: Buffer, ctx: ExecContext) -> None:
    """Performs the copy of a CALL between these two buffers."""
    begin = time.perf_counter()
    moved = copy_buffer(dest, src)
    if ctx.wait or ctx.profile: Device[dest.device].synchronize()
    seconds = time.perf_counter() - begin if ctx.wait or ctx.profile else None
    name = copy_name("copy" if moved == dest.nbytes else "map", dest.nbytes, dest.device, src.device)
    if ctx.update_stats:
        GlobalCounters.add(copy_bytes=moved)
        track_stats("copy", name, dest.device, 0, 2 * moved, seconds)
    if ctx.profile: tell_launch("copy", name, dest.device, 0, 2 * moved, seconds, call)


def copy_name(how: str, nbytes: int, dest: str | None, src: str | None) -> str:
    """The display name of a copy: `copy 4 KiB, CPU:1 <- CPU`."""
    return f"{how} {format_bytes(nbytes)}, {dest} <- {src}"


def exec_view(call: UOp, view: UOp, ctx: ExecContext) -> bool:
    """Makes the first buffer a view of the second's memory, without a copy. Offset and size count its own elements."""
    dest, src = call.src[1], resolve_buffer(call.src[2], ctx)
    size, offset = view.arg
    node = ctx.input_of(dest) if dest.op is Ops.PARAM else dest
    set_uop_buffer(node, src.view(size, node.dtype, offset * node.dtype.itemsize))
    if ctx.update_stats: track_stats("view", f"view of {size} at {offset}", src.device, 0, 0, None)
    if ctx.profile: tell_launch("view", f"view of {size} at {offset}", src.device, 0, 0, None, call)
    return True


def exec_graph(call: UOp, graph: UOp, ctx: ExecContext) -> bool:
    """Runs all CALLs of a LINEAR over PARAMs, bound to the buffers of this CALL, as one submission."""
    from heddle.engine.graph import run_graph
    return run_graph(call, graph, ctx)


_EXEC: list[Any] = [
    (UPat(Ops.CALL, src=(UPat(Ops.PROGRAM, name="program"),), name="call", allow_any_len=True), exec_kernel),
    (UPat(Ops.CALL, src=(UPat(Ops.COPY),), name="call", allow_any_len=True), exec_copy),
    (UPat(Ops.CALL, src=(UPat(Ops.BUFFER_VIEW, name="view"),), name="call", allow_any_len=True), exec_view),
    (UPat(Ops.CALL, src=(UPat(Ops.LINEAR, name="graph"),), name="call", allow_any_len=True), exec_graph),
]
#: runs a CALL: its rules return True and no node
pm_exec = PatternMatcher(_EXEC)


# ---- copies


def copy_buffer(dest: Buffer, src: Buffer) -> int:
    """Copies the contents of `src` to `dest`; returns the number of bytes moved.

    That is 0 where a device can use the memory of a file or of the host in place: then `dest` keeps it alive. Otherwise the
    copy takes the shortest path: between devices, from or to host memory, or through the host.
    """
    if dest.nbytes != src.nbytes: raise InternalError(f"copy between different sizes: {dest!r} and {src!r}")
    if dest.nbytes == 0:
        dest.ensure_allocated()
        return 0
    if _lend(dest, src): return 0
    src.ensure_allocated()
    dest.ensure_allocated()
    if dest.allocator.transfer(dest.raw, src.raw, dest.nbytes, src.allocator): return dest.nbytes
    Device[src.device].synchronize()
    if (data := src.as_memoryview()) is not None: dest.copyin(data)
    elif (room := dest.as_memoryview()) is not None: src.copyout(room)
    else: dest.copyin(src.copyout(memoryview(bytearray(src.nbytes))))
    return dest.nbytes


def _lend(dest: Buffer, src: Buffer) -> bool:
    """Gives `dest`, which has no memory yet, that of `src`, if it is host memory, no longer written, and aligned."""
    if dest.is_allocated() or dest.base is not None or not dest.allocator.takes_host_pointers: return False
    lent = src.allocator.host_pointer(src.ensure_allocated().raw, src.nbytes)
    if lent is None or lent[0] % dest.dtype.itemsize: return False
    dest.adopt(*lent)
    return True


# ---- statistics


def estimate_uop(call: UOp, var_vals: Mapping[str, int] | None = None) -> Estimate:
    """Operations and bytes of a CALL, or of a SINK or PROGRAM alone; without values, variables are at their maximum."""
    what = call.src[0] if call.op is Ops.CALL else call
    if what.op is Ops.PROGRAM:
        work = work_of(what) if var_vals else None
        return Estimate(what.arg.ops, what.arg.bytes) if work is None else work.estimate(var_vals or {})
    if what.op is Ops.SINK:
        return Estimate(count_ops(what), count_bytes(what))
    if what.op is Ops.COPY: return Estimate(0, 2 * call.src[1].size * call.src[1].dtype.itemsize)
    return Estimate(0, 0)


def track_stats(kind: str, name: str, device: str, ops: int, nbytes: int, seconds: float | None, size: str = "") -> None:
    """Counts one launch, and prints it from DEBUG=2 on. `size`: its extent, as text."""
    GlobalCounters.count_launch(ops, nbytes, seconds)
    if settings.DEBUG < 2: return
    debug_output.show_launch(kind, name, device, size, ops, nbytes, seconds)


def tell_launch(kind: str, name: str, device: str, ops: int, nbytes: int, seconds: float | None, call: UOp,
                program: UOp | None = None) -> None:
    """Emits the event of a launch that ends now."""
    took = seconds or 0.0
    events.tell((kind, name, device, time.perf_counter() - took, took, ops, nbytes, events.this_thread(), call.loc, program))
