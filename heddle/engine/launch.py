"""Launches of single kernels, copies and views: the steps that `execute.py`, graphs and validation are made of.

Inputs: a CALL, or its buffers; the `ExecContext` of the run. Outputs: the work is done, counted, and emitted as an event.
Invariants: a program is loaded once per device.
"""
from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence

from heddle.device import Device, Program, on_fork
from heddle.device.buffer import Buffer, find_buffer, set_uop_buffer, uop_buffer
from heddle.engine import debug_output
from heddle.engine.kernel_cost import Estimate, work_of
from heddle.errors import InternalError, user_location
from heddle.process.fork_safety import free_in_child
from heddle.settings import settings
from heddle.tracing import bus
from heddle.tracing.counters import GlobalCounters, format_bytes
from heddle.tracing.events import Repeated
from heddle.uop.args import WAIT
from heddle.uop.cost import count_bytes, count_ops
from heddle.uop.ops import Ops
from heddle.uop.program_info import ProgramInfo
from heddle.uop.uop import UOp


class ExecContext:
    """State shared by the CALLs of one run. `wait` runs each launch alone, timed; `profile` emits them as events."""

    __slots__ = ("input_uops", "jit", "profile", "update_stats", "var_vals", "wait")

    var_vals: Mapping[str, int]
    input_uops: Sequence[UOp]

    def __init__(self, var_vals: Mapping[str, int] | None = None, input_uops: Sequence[UOp] = (), update_stats: bool = True,
                 jit: bool = False, wait: bool = False) -> None:
        self.var_vals, self.input_uops = var_vals or {}, input_uops
        self.update_stats, self.jit, self.wait, self.profile = update_stats, jit, wait, bus.is_on()

    def input_of(self, param: UOp) -> UOp:
        """The BUFFER bound to a PARAM in this run."""
        slot: int = param.arg.slot
        if slot < len(self.input_uops): return self.input_uops[slot]
        raise InternalError(f"{len(self.input_uops)} input buffers were given, and {param!r} needs number {slot}")


def is_watched() -> bool:
    """Whether launches are to be printed, timed one by one or compared with others."""
    return settings.DEBUG >= 2 or settings.VALIDATE_WITH_CPU


def device_of(call: UOp) -> str:
    """The device of a CALL's kernel: that of its buffers."""
    for buffer in call.src[1:]:
        if (device := buffer.device) is not None: return device
    raise InternalError(f"no buffer of {call!r} says on which device it is")


# ---- loading


#: loaded kernels by (key of the PROGRAM, device); the oldest is evicted once there are `_LOADED_KEPT`
runtime_cache: dict[tuple[bytes, str], Program] = {}
_LOADED_KEPT = 2048
_dropped: set[tuple[bytes, str]] = set()  # keys of evicted kernels, to report those that are loaded again
_repeat_listeners = bus.listeners_to(Repeated)
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
        with bus.span("load", program.arg.name): loaded = Device[device].runtime(program)
        GlobalCounters.add(loaded_programs=1)
        if len(runtime_cache) >= _LOADED_KEPT: _drop_oldest()
        runtime_cache[key] = loaded
    if key in _dropped and _repeat_listeners: bus.emit(Repeated("runtime", _LOADED_KEPT, user_location()))
    return loaded


def _drop_oldest() -> None:
    oldest = next(iter(runtime_cache))
    del runtime_cache[oldest]
    if len(_dropped) >= 8 * _LOADED_KEPT: _dropped.clear()
    _dropped.add(oldest)


# ---- running


def launch_size(info: ProgramInfo, var_vals: Mapping[str, int]) -> tuple[int, ...]:
    """Grid dimensions in pieces, some of which may be variables."""
    return tuple(var_vals[n] if isinstance(n, str) else n for n in info.grid)


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
        if ctx.profile: emit_launch("kernel", info.name, device, ops, nbytes, seconds, call, program)


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
    if ctx.profile: emit_launch("copy", name, dest.device, 0, 2 * moved, seconds, call)


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
    if ctx.profile: emit_launch("view", f"view of {size} at {offset}", src.device, 0, 0, None, call)
    return True


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
    if _adopt_memory(dest, src): return 0
    src.ensure_allocated()
    dest.ensure_allocated()
    if dest.allocator.transfer(dest.raw, src.raw, dest.nbytes, src.allocator): return dest.nbytes
    Device[src.device].synchronize()
    if (data := src.as_memoryview()) is not None: dest.copyin(data)
    elif (room := dest.as_memoryview()) is not None: src.copyout(room)
    else: dest.copyin(src.copyout(memoryview(bytearray(src.nbytes))))
    return dest.nbytes


def _adopt_memory(dest: Buffer, src: Buffer) -> bool:
    """Gives `dest`, which has no memory yet, that of `src`, if it is host memory, no longer written, and aligned."""
    if dest.is_allocated() or dest.base is not None or not dest.allocator.takes_host_pointers: return False
    memory = src.allocator.host_pointer(src.ensure_allocated().raw, src.nbytes)
    if memory is None or memory[0] % dest.dtype.itemsize: return False
    dest.adopt(*memory)
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
    if what.op is Ops.COLLECTIVE and what.arg.phase != WAIT:
        return Estimate(0, what.arg.sent(call.src[2].size * call.src[2].dtype.itemsize))
    if what.op is Ops.COPY: return Estimate(0, 2 * call.src[1].size * call.src[1].dtype.itemsize)
    return Estimate(0, 0)


def track_stats(kind: str, name: str, device: str, ops: int, nbytes: int, seconds: float | None, size: str = "") -> None:
    """Counts one launch, and prints it from DEBUG=2 on. `size`: its extent, as text."""
    GlobalCounters.count_launch(ops, nbytes, seconds)
    if settings.DEBUG < 2: return
    debug_output.show_launch(kind, name, device, size, ops, nbytes, seconds)


def emit_launch(kind: str, name: str, device: str, ops: int, nbytes: int, seconds: float | None, call: UOp,
                program: UOp | None = None) -> None:
    """Emits the event of a launch that ends now."""
    took = seconds or 0.0
    bus.emit_work((kind, name, device, time.perf_counter() - took, took, ops, nbytes, bus.this_thread(), call.loc, program))
