"""Execution of a schedule template on the buffers of a graph.

Inputs: a `Planned`. Outputs: memory that holds the results, and the mapping from nodes of the graph to that memory.
Invariants: the launches are those that `run_linear` would make for the bound schedule. The template's LINEAR is prepared once and runs
on the current buffers; nodes are made only for memory that is referenced afterwards.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.device import Device
from heddle.device.allocator import AnyAllocator
from heddle.device.buffer import Buffer, NewBuffer, node_of, uop_buffer
from heddle.dtype import DType
from heddle.engine.direct_launch import DirectLaunches
from heddle.engine.executable import Executable
from heddle.engine.execute import recorder, run_linear
from heddle.engine.launch import is_watched
from heddle.errors import Location
from heddle.process.interrupts import begin_run
from heddle.schedule import Planned
from heddle.schedule.template import Fresh, Memories, Template
from heddle.settings import settings
from heddle.tracing.bus import is_on, listeners_to
from heddle.tracing.counters import GlobalCounters
from heddle.tracing.events import Scheduled
from heddle.uop.symbolic_shapes import laid_out
from heddle.uop.uop import UOp

_schedule_listeners = listeners_to(Scheduled)

#: memory that is allocated for each run: device, elements, dtype, bytes, allocator
_New = tuple[str, int, DType, int, AnyAllocator]
#: a part of such memory: the slot of the whole, bytes, where it starts in bytes, allocator
_Inside = tuple[int, int, int, AnyAllocator]


class TemplateExecutable(Executable):
    """The LINEAR of a template, prepared. `memories`: that of each run, in the order of the slots, where it is all new, or a part of
    new memory that nobody sees after the run."""

    def __init__(self, template: Template) -> None:
        first = template.inputs
        super().__init__(template.linear, results=[i for i, x in enumerate(template.allocations, first) if isinstance(x, Fresh)])
        self.prepare(first + len(template.allocations))
        is_used = self.direct is not None and self.direct.used.issuperset(range(first))
        self.memories = _new_memories(template) if is_used else None


def _new_memories(template: Template) -> list[_New | _Inside] | None:
    found: list[_New | _Inside] = []
    for number, memory in enumerate(template.allocations, template.inputs):
        nbytes = memory.size * memory.dtype.itemsize
        if isinstance(memory, Fresh):
            if not nbytes: return None
            found.append((memory.device, memory.size, memory.dtype, nbytes, Device[memory.device].allocator))
            continue
        if memory.of < template.inputs or number in template.seen: return None
        whole = template.allocations[memory.of - template.inputs]
        if not isinstance(whole, Fresh): return None
        found.append((memory.of, nbytes, memory.start * memory.dtype.itemsize, Device[whole.device].allocator))
    return found


def may_run_ready() -> bool:
    """Whether nobody inspects the LINEAR itself with its current nodes: to record, print, compare or explain it."""
    return recorder.get() is None and not (_schedule_listeners or is_watched())


def run_planned(planned: Planned) -> dict[UOp, UOp]:
    """Runs everything once. CompileError, OutOfMemoryError before anything has run, DeviceError."""
    if not may_run_ready(): return _run_filled_in(planned)
    template = planned.template
    executable = template.executable
    if not isinstance(executable, TemplateExecutable) or not settings.is_still(executable.state):
        _set_lines(planned, template.linear)  # for errors of compilers
        template.executable = executable = TemplateExecutable(template)
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
    """As `run_planned`, without variables, for what was made at `loc`, with a template from the cache: the Buffer of each slot.

    None, and nothing has run, unless it is prepared and nobody looks.
    """
    executable = template.executable
    if _schedule_listeners or not isinstance(executable, TemplateExecutable) or not executable.is_ready(): return None
    if executable.direct is not None and executable.memories is not None:
        return _run_direct(executable.direct, executable.memories, slots, loc)
    buffers = _buffers_of(slots, template, loc)
    begin_run()
    executable.launch(buffers)
    GlobalCounters.count_schedule(True)
    return buffers


def _run_direct(direct: DirectLaunches, memories: Sequence[_New | _Inside], slots: Sequence[UOp],
                loc: Location | None) -> list[Buffer]:
    """The Buffer of each slot; of a part of new memory, that of the whole, for no kernel's launch needs one of the part."""
    buffers: list[Buffer] = []
    raws: list[object] = []
    for node in slots:
        buffers.append(buffer := node.memory or uop_buffer(node))
        raws.append(raw if (raw := buffer.raw) is not None else buffer.allocate().raw)
    for memory in memories:
        if len(memory) == 5:
            device, size, dtype, nbytes, allocator = memory
            buffers.append(new := NewBuffer(device, size, dtype, nbytes, allocator, loc))
            raws.append(new.raw)
        else:
            of, nbytes, start, allocator = memory
            buffers.append(buffers[of])
            raws.append(allocator.offset(raws[of], nbytes, start))
    begin_run()
    direct.run(raws, 1)
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
