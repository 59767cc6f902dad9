"""Execution of a schedule template on the buffers of a graph.

Inputs: a `Planned`. Outputs: memory that holds the results, and the mapping from nodes of the graph to that memory.
Invariants: the launches are those that `run_linear` would make for the bound schedule. The template's LINEAR is prepared once and runs
on the current buffers; nodes are made only for memory that is referenced afterwards.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.device.buffer import Buffer, node_of, uop_buffer
from heddle.engine.executable import Executable
from heddle.engine.execute import recorder, run_linear
from heddle.engine.launch import is_watched
from heddle.errors import Location
from heddle.process.interrupts import begin_run
from heddle.schedule import Planned
from heddle.schedule.template import Fresh, Memories, Template
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
    executable = template.executable
    if not isinstance(executable, Executable) or not settings.is_still(executable.state):
        _set_lines(planned, template.linear)  # for errors of compilers
        new = [i for i, memory in enumerate(template.allocations, len(planned.form.slots)) if isinstance(memory, Fresh)]
        executable = Executable(template.linear, results=new)
        executable.prepare(len(planned.form.slots) + len(template.allocations))
        template.executable = executable
    if executable.needs_others and len(executable.compiled.src) == len(template.linear.src):
        _set_lines(planned, executable.compiled)
        executable.update_lines()
    if is_on():
        if len(executable.compiled.src) != len(template.linear.src): return _run_filled_in(planned)  # split calls have no lines
        _set_lines(planned, executable.compiled)
    if template.result is not None and planned.requested == planned.form.roots:
        (root,) = planned.form.roots
        buffers = _buffers_of(planned.form.slots, template, root.loc)
        begin_run()
        executable.run(buffers, planned.values)
        return {root: laid_out(node_of(buffers[template.result]), root.shape)}
    memories = Memories(template, planned.form.slots)
    buffers = _buffers(planned, memories)
    begin_run()
    executable.run(buffers, planned.values)
    return planned.becomes(memories)


def run_ready(slots: Sequence[UOp], template: Template, loc: Location | None) -> list[Buffer] | None:
    """As `run_planned`, without variables, for what was made at `loc`: the Buffer of each slot.

    None, and nothing has run, unless it is prepared and nobody looks.
    """
    executable = template.executable
    if _schedule_listeners or not isinstance(executable, Executable) or not executable.is_ready(): return None
    buffers = _buffers_of(slots, template, loc)
    begin_run()
    executable.launch(buffers)
    return buffers


def _buffers_of(slots: Sequence[UOp], template: Template, loc: Location | None) -> list[Buffer]:
    """The Buffer of each parameter slot, where nothing needs a node."""
    found = [node.memory or uop_buffer(node) for node in slots]
    for memory in template.allocations:
        if isinstance(memory, Fresh): found.append(Buffer(memory.device, memory.size, memory.dtype, loc=loc))
        else: found.append(found[memory.of].view(memory.size, memory.dtype, memory.start * memory.dtype.itemsize))
    return found


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
    for number, memory in enumerate(template.allocations, first):
        if isinstance(memory, Fresh):
            buffer = Buffer(memory.device, memory.size, memory.dtype)
            if number in template.seen: memories.nodes[number] = node_of(buffer)
        elif memory.of < first: buffer = uop_buffer(memories.node(number))
        else: buffer = found[memory.of].view(memory.size, memory.dtype, memory.start * memory.dtype.itemsize)
        found.append(buffer)
    return found
