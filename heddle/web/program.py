"""WebGPU program of a captured call: buffers, kernels, and commands in order.

Inputs: a `Capture`, the limits that kernels may use. Outputs: a `Program`. Invariants: every binding is aligned for any adapter, no
kernel is given two bindings that overlap, and no limit is exceeded that was not allowed.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from heddle.engine.compile import CompileRequest, obtain_programs
from heddle.engine.graph import base_of
from heddle.errors import ExportError, InternalError, Location
from heddle.jit.bindings import Argument, param_in
from heddle.jit.capture import Capture
from heddle.named_tuple import NamedTuple
from heddle.runtime.webgpu.browser_target import ALIGNMENT, WebTarget
from heddle.schedule.bindings.pack_bindings import fit_bindings
from heddle.schedule.bindings.split_bindings import fit_windows
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.schedule.kernels import Step
from heddle.schedule.memory_planner import plan_memory
from heddle.settings import Context
from heddle.uop import Ops, Symbol, UOp
from heddle.uop.program_info import ProgramInfo
from heddle.web.limits import Needs

LEAST = 8  # bytes of a buffer: a binding is of at least one element


class Part(NamedTuple):
    """`nbytes` of a buffer, from `offset` on."""

    buffer: int
    offset: int
    nbytes: int


@dataclass(frozen=True)
class Dispatch:
    """A launch of a kernel over `grid` work-groups; a variable's name stands for its value."""

    kernel: int
    parts: tuple[Part, ...]
    grid: tuple[int | str, ...]


@dataclass(frozen=True)
class Copy:
    """Copies the bytes of `source` to `dest`."""

    source: Part
    dest: Part


@dataclass(frozen=True)
class Kernel:
    """A WGSL module with one entry point, and the variables that it takes."""

    name: str
    source: str
    variables: tuple[str, ...]


@dataclass
class Program:
    """All that happens in one run. `buffers` are sizes in bytes; `contents` what some hold before the first run."""

    kernels: list[Kernel] = field(default_factory=list[Kernel])
    buffers: list[int] = field(default_factory=list[int])
    steps: list[Dispatch | Copy] = field(default_factory=list[Dispatch | Copy])
    contents: dict[int, UOp] = field(default_factory=dict[int, UOp])
    written: set[int] = field(default_factory=set[int])  # of those with contents: what runs change
    slots: list[int] = field(default_factory=list[int])  # the buffer of each slot: arguments, states, outputs


def build(captured: Capture, target: WebTarget, limits: dict[str, int]) -> tuple[Program, dict[str, int]]:
    """The program, and the limits of WebGPU that it needs. ExportError, with the reason, for what no browser can run."""
    needs = Needs(limits)
    steps = [Step(c.src[0].src[0] if c.src[0].op is Ops.PROGRAM else c.src[0], c.src[1:], loc=c.loc)
             for c in captured.executable.linear.src]
    _check_devices(captured, steps)
    fitted = _fit(steps, limits)
    builder = _Builder(captured, needs, fitted)
    kernels = [s for s in fitted if s.what.op is Ops.SINK]
    with Context(BEAM=0):  # there is nothing here to measure on
        programs = obtain_programs([CompileRequest(s.what, target, s.loc) for s in kernels])
    of = dict(zip(map(id, kernels), programs, strict=True))
    for step in fitted:
        if (program := of.get(id(step))) is None: builder.copy(step)
        else: builder.launch(step, program)
    builder.finish()
    return builder.program, needs.found


def _fit(steps: list[Step], limits: dict[str, int]) -> list[Step]:
    """Kernels with no more buffers than allowed (inputs beyond are packed into one first), which see no more of each than allowed."""
    most = limits["maxStorageBuffersPerShaderStage"]
    for step in steps:
        outputs = len({n.src[0].src[0] for n in step.what.toposort() if n.op is Ops.STORE}) if step.what.op is Ops.SINK else 0
        if outputs >= most:
            raise ExportError(f"a kernel writes {outputs} buffers, and {most} are allowed for all that it reads and writes",
                              f"Pass limits={{'maxStorageBuffersPerShaderStage': {outputs + 1}}}, or .realize() some results apart",
                              where=step.loc)
    return [piece for step in fit_bindings(steps, lambda device: SchedulingCapabilities(most))
            for piece in (_pieces(step, limits["maxStorageBufferBindingSize"], most) if step.what.op is Ops.SINK else [step])]


def _pieces(step: Step, most_bytes: int, most_buffers: int) -> list[Step]:
    pieces = fit_windows(step.what, step.buffers, most_bytes, most_buffers)
    return [Step(piece.ast, piece.buffers, loc=step.loc) for piece in pieces]


def _check_devices(captured: Capture, steps: Sequence[Step]) -> None:
    """ExportError if kernels run on several devices, or results of one go to another."""
    kernels = dict.fromkeys(b.device or "" for s in steps if s.what.op is Ops.SINK for b in s.buffers)
    if len(kernels) > 1 or any(isinstance(a.device, tuple) for a in captured.arguments):
        raise ExportError(f"the function runs on several devices ({', '.join(kernels)}), and a browser has one",
                          "Keep its weights and inputs on one device: .to(device).")
    made = {base_of(b) for s in steps for b in _outputs(s)}
    for step in (s for s in steps if s.what.op is Ops.COPY):
        dest, source = step.buffers[0], base_of(step.buffers[1])
        if source.device != dest.device and (source in made or source in _arguments(captured)):
            raise ExportError(f"the function copies what it has computed from {source.device} to {dest.device} half-way",
                              "Leave it on the device: without .to() in the function.", where=step.loc)


def _arguments(captured: Capture) -> set[UOp]:
    count = len(captured.arguments)
    return {b for c in captured.executable.linear.src for b in map(base_of, c.src[1:]) if b.op is Ops.PARAM and b.arg.slot < count}


def _outputs(step: Step) -> list[UOp]:
    if step.what.op is not Ops.SINK: return [step.buffers[0]]
    slots: list[int] = sorted({n.src[0].src[0].arg.slot for n in step.what.toposort() if n.op is Ops.STORE})
    return [step.buffers[slot] for slot in slots]


class _Builder:
    """A program that grows step by step."""

    def __init__(self, captured: Capture, needs: Needs, steps: Sequence[Step]) -> None:
        self.program, self._needs, self._numbers = Program(), needs, dict[UOp, int]()
        self._kernels: dict[tuple[str, str], int] = {}
        self._temporaries: dict[int, int] = {}  # by what they stand beside in a launch: the buffer
        self._greatest = {leaf.name: leaf.greatest for _, size in captured.inputs.sizes.values()
                          for leaf in (size.leaves() if isinstance(size, Symbol) else ())}
        self._add_slots(captured)
        self._add_others(captured, steps)

    # ---- buffers

    def _add_slots(self, captured: Capture) -> None:
        """Arguments, then states, then outputs."""
        states = captured.settle()
        for a in captured.arguments: self.program.slots.append(self._add(_argument_bytes(a), f"argument {a.path}"))
        for state, memory in zip(captured.states, states, strict=True):
            number = self._add(_nbytes(memory), str(state))
            self.program.slots.append(number)
            self.program.contents[number] = memory
            if state.is_written: self.program.written.add(number)
        for o in captured.outputs: self.program.slots.append(self._add(_nbytes(o.param), "a result"))

    def _add_others(self, captured: Capture, steps: Sequence[Step]) -> None:
        """Arenas, constants, what is left behind, and room for packed inputs."""
        executable = captured.executable
        before = {base_of(b) for call in executable.linear.src for b in call.src[1:]}
        packs, arenas = plan_memory(steps, before)
        arena = {device: self._add(nbytes, "room for packed inputs") for device, nbytes in arenas.items()}
        self._packs = {b: Part(arena[b.arg.device], allocation.offset, _nbytes(b)) for b, allocation in packs.items()}
        for b in (b for s in steps for b in map(base_of, s.buffers)):
            if b.op is not Ops.BUFFER or b in self._packs or b in self._numbers: continue
            self._numbers[b] = self._add(_nbytes(b), "an intermediate value")
            if b not in executable.arenas.buffers and b not in captured.left: self.program.contents[self._numbers[b]] = b

    def _add(self, nbytes: int, what: str) -> int:
        size = max(nbytes + -nbytes % 4, LEAST)
        self._needs.require("maxBufferSize", size, what)
        self.program.buffers.append(size)
        return len(self.program.buffers) - 1

    def _part(self, buffer: UOp) -> Part:
        offset, nbytes = 0, _nbytes(buffer)
        while buffer.op is Ops.BUFFER_VIEW:
            offset += buffer.arg[1] * buffer.dtype.itemsize
            buffer = buffer.src[0]
        if buffer.op is Ops.PARAM: return Part(self.program.slots[buffer.arg.slot], offset, nbytes)
        if (pack := self._packs.get(buffer)) is not None: return pack._replace(offset=pack.offset + offset, nbytes=nbytes)
        return Part(self._numbers[buffer], offset, nbytes)

    # ---- steps

    def copy(self, step: Step) -> None:
        """A copy of a whole tensor."""
        dest, source = (self._part(b) for b in step.buffers)
        if (dest.offset | source.offset) % 4:
            raise ExportError("a part of a tensor is copied that does not begin at a multiple of 4 bytes", "Use .contiguous() first",
                              where=step.loc)
        nbytes = dest.nbytes + -dest.nbytes % 4
        self.program.steps.append(Copy(source._replace(nbytes=nbytes), dest._replace(nbytes=nbytes)))

    def launch(self, step: Step, program: UOp) -> None:
        """A launch, with copies around it for parts that cannot be bound at their offsets."""
        info: ProgramInfo = program.arg
        what = f"kernel {info.name}"
        needed = [self._binding(self._part(step.buffers[slot]), what, step.loc) for slot in info.globals]
        bound = self._apart(needed, step)
        moved = [n for n, (a, b) in enumerate(zip(needed, bound, strict=True)) if a != b]
        self.program.steps += [Copy(needed[n], bound[n]) for n in moved]
        self._needs.require("maxStorageBuffersPerShaderStage", len(bound), what, step.loc)
        self._needs.require_group(info.workgroup or (1,), program.src[1].arg, what, step.loc)
        for n in info.grid:
            self._needs.require("maxComputeWorkgroupsPerDimension", self._greatest[n] if isinstance(n, str) else n, what, step.loc)
        self.program.steps.append(Dispatch(self._kernel(info, program.src[1].arg), tuple(bound), info.grid))
        self.program.steps += [Copy(bound[n], needed[n]) for n in moved if info.globals[n] in info.outs]

    def _binding(self, part: Part, what: str, where: Location | None) -> Part:
        """What a kernel is given: whole words, and not nothing."""
        part = part._replace(nbytes=max(part.nbytes + -part.nbytes % 4, 4))
        self._needs.require("maxStorageBufferBindingSize", part.nbytes, what, where)
        return part

    def _apart(self, needed: list[Part], step: Step) -> list[Part]:
        """The bindings of a launch, other memory standing in for parts that begin where none may, or that overlap."""
        bound: list[Part] = []
        for part in needed:
            meets = any(_overlap(part, other) for other in bound)
            if part.offset % 4: raise ExportError("a kernel uses a part of a tensor that does not begin at a multiple of 4 bytes",
                                                  "Use .contiguous() on it first", where=step.loc)
            moves = meets or part.offset % ALIGNMENT
            bound.append(Part(self._temporary(len(bound), part), 0, part.nbytes) if moves else part)
        return bound

    def _temporary(self, position: int, part: Part) -> int:
        """Memory for one launch. Each position among the bindings has its own, as large as the largest launch needs."""
        if position not in self._temporaries: self._temporaries[position] = self._add(part.nbytes, "a part of a tensor")
        number = self._temporaries[position]
        self.program.buffers[number] = max(self.program.buffers[number], part.nbytes)
        return number

    def _kernel(self, info: ProgramInfo, source: str) -> int:
        key = info.name, source
        if key not in self._kernels:
            self._kernels[key] = len(self._kernels)
            self.program.kernels.append(Kernel(info.name, source, info.vars))
        return self._kernels[key]

    def finish(self) -> None:
        """Checks what is only known at the end."""
        for nbytes in self.program.buffers: self._needs.require("maxBufferSize", nbytes, "a buffer")
        for step in self.program.steps:
            parts: Sequence[Part] = step.parts if isinstance(step, Dispatch) else (step.source, step.dest)
            if any(p.offset + p.nbytes > self.program.buffers[p.buffer] for p in parts):
                raise InternalError(f"{step} leaves its buffers")


def _nbytes(memory: UOp) -> int: return memory.size * memory.dtype.itemsize


def _argument_bytes(a: Argument) -> int:
    """What an argument takes, at the greatest values of its variables."""
    return (math.prod(a.shape) if a.view is None else param_in(a.view).size) * a.dtype.itemsize


def _overlap(a: Part, b: Part) -> bool:
    return a.buffer == b.buffer and a.offset < b.offset + b.nbytes and b.offset < a.offset + a.nbytes
