"""Execution of a schedule template on the buffers of a graph.

Inputs: a `Planned`. Outputs: memory that holds the results, and the mapping from nodes of the graph to that memory.
Invariants: the launches are those that `run_linear` would make for the bound schedule. The template's LINEAR is prepared once and runs
on the current buffers; nodes are made only for memory that is referenced afterwards.
"""
from __future__ import annotations

from heddle.device.buffer import Buffer, node_of, uop_buffer
from heddle.engine.executable import Executable
from heddle.engine.execute import recorder, run_linear
from heddle.engine.launch import is_watched
from heddle.process.interrupts import begin_run
from heddle.schedule import Planned
from heddle.schedule.template import Fresh, Memories
from heddle.settings import settings
from heddle.tracing.bus import is_on, listeners_to
from heddle.tracing.events import Scheduled
from heddle.uop.symbolic_shapes import laid_out
from heddle.uop.uop import UOp

_schedule_listeners = listeners_to(Scheduled)


def may_run_ready() -> bool:
    """Whether nobody inspects the LINEAR itself with its current nodes: to record, print, compare or explain it."""
    return recorder.get() is None and not (_schedule_listeners or is_watched())


def run_planned(planned: Planned) -> dict[UOp, UOp]:
    """Runs everything once. CompileError, OutOfMemoryError before anything has run, DeviceError."""
    if not may_run_ready(): return _run_filled_in(planned)
    template = planned.template
    executable: Executable | None = template.executable
    if executable is None or not settings.is_still(executable.state):
        _set_lines(planned, template.linear)  # for errors of compilers
        executable = Executable(template.linear)
        executable.prepare(len(planned.form.slots) + len(template.places))
        template.executable = executable
    if is_on():
        if len(executable.compiled.src) != len(template.linear.src): return _run_filled_in(planned)  # split calls have no lines
        _set_lines(planned, executable.compiled)
    if template.only is not None and planned.requested == planned.form.roots: return _run_for_one(planned, executable, template.only)
    memories = Memories(template, planned.form.slots)
    buffers = _buffers(planned, memories)
    begin_run()
    executable.run(buffers, planned.values)
    return planned.becomes(memories)


def _run_for_one(planned: Planned, executable: Executable, memory: Fresh) -> dict[UOp, UOp]:
    """Runs it with one new memory, that of the only root."""
    form = planned.form
    (root,) = form.roots
    buffer = Buffer(memory.device, memory.size, memory.dtype, loc=root.loc)
    begin_run()
    executable.run([*[node.memory or uop_buffer(node) for node in form.slots], buffer], planned.values)
    return {root: laid_out(node_of(buffer), root.shape)}


def _run_filled_in(planned: Planned) -> dict[UOp, UOp]:
    filled = planned.filled_in()
    run_linear(filled.linear, filled.var_vals)
    return filled.becomes


def _set_lines(planned: Planned, linear: UOp) -> None:
    """Sets the current user lines on the CALLs of a LINEAR over PARAMs."""
    for call, line in zip(linear.src, planned.template.lines_in(planned.form.nodes), strict=True): call.loc = line


def _buffers(planned: Planned, memories: Memories) -> list[Buffer]:
    """The current Buffer of each parameter slot."""
    template = planned.template
    found = [node.memory or uop_buffer(node) for node in planned.form.slots]
    first = len(found)
    for number, place in enumerate(template.places, first):
        if isinstance(place, Fresh):
            buffer = Buffer(place.device, place.size, place.dtype)
            if number in template.seen: memories.nodes[number] = node_of(buffer)
        elif place.of < first: buffer = uop_buffer(memories.node(number))
        else: buffer = found[place.of].view(place.size, place.dtype, place.start * place.dtype.itemsize)
        found.append(buffer)
    return found
