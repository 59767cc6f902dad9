"""Schedule templates: a schedule over numbered slots, bound to the buffers of each run.

Inputs: steps, and the memory of values.
Outputs: a `Template`, and the memory that its slots stand for in a run.
Invariants: a slot of a buffer that the graph reads or writes has the buffer's number in the graph's form; all other memory is new
for each run, and only what somebody looks at afterwards gets a node for that.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Protocol

from heddle.dtype import DType, dtypes
from heddle.errors import Location
from heddle.lazy_dataclass import dataclass
from heddle.named_tuple import NamedTuple
from heddle.schedule.cache_key import Form
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.schedule.fusion_report import Boundary
from heddle.schedule.kernels import Step
from heddle.schedule.memory_planner import Allocation
from heddle.uop import Ops, ParamArg, UOp
from heddle.uop.symbolic_shapes import laid_out


class Fresh(NamedTuple):
    """Memory that is allocated for each run."""

    device: str
    size: int
    dtype: DType


class Part(NamedTuple):
    """`size` elements of another slot, from the `start`-th on."""

    of: int
    size: int
    start: int
    dtype: DType


@dataclass(eq=False, repr=False)
class Template:
    """`linear` runs it with PARAM i for the i-th slot: first the `inputs`, the graph's buffers, then the `allocations` of the run.

    `lines` has for each CALL the number of the node in the graph whose line it has, if there is one, and the line of the first graph.
    `homes` are those of the roots (PARAMs, or a MULTI of views of some; None for an ASSIGN), `kept` those of what graphs alive look
    at, by its number in the graph.
    """

    linear: UOp
    lines: tuple[tuple[int | None, Location | None], ...]
    inputs: int
    allocations: tuple[Fresh | Part, ...]
    homes: tuple[UOp | None, ...]
    kept: dict[int, UOp]
    boundaries: tuple[Boundary, ...]
    seen: frozenset[int] = field(init=False)  # the slots that are read after the run
    result: int | None = field(init=False)  # the slot of all that is read after the run, if that is one root in new memory
    executable: object = None  # the engine's, of `linear`

    def __post_init__(self) -> None:
        homes = [h for h in (*self.homes, *self.kept.values()) if h is not None]
        self.seen = frozenset(p.arg.slot for h in homes for p in h.toposort() if p.op is Ops.PARAM)
        home = self.homes[0] if len(self.homes) == 1 and not self.kept else None
        self.result = home.arg.slot if home is not None and self.is_new(home) else None

    def is_new(self, home: UOp) -> bool:
        """Whether a home is memory that is allocated for the run and is no part of another."""
        if home.op is not Ops.PARAM or home.arg.slot < self.inputs: return False
        return isinstance(self.allocations[home.arg.slot - self.inputs], Fresh)

    def lines_in(self, nodes: Sequence[UOp]) -> list[Location | None]:
        """The user's line of each CALL, in the graph with these nodes: equal nodes of another graph have other lines."""
        return [(None if node is None else nodes[node].loc) or first for node, first in self.lines]


class TemplateStore(Protocol):
    """Templates that outlive the process. What reads one checks it: a fault of the store costs time and nothing else."""

    def key(self, form: Form, capabilities: Sequence[SchedulingCapabilities]) -> bytes | None:
        """The key of a graph's template for devices with these capabilities; None if it is not to be looked for, nor written."""
        ...

    def read(self, key: bytes, form: Form) -> Template | None:
        """The template, if the store has it."""
        ...

    def write(self, key: bytes, form: Form, template: Template) -> None:
        """Stores a template that was made for this form."""
        ...


class Slots:
    """Numbering of the memory of steps. A BUFFER_VIEW has a slot of its own."""

    def __init__(self, slots: int, planned: Mapping[UOp, Allocation], arenas: Mapping[str, int]) -> None:
        self._slots, self._planned = slots, planned
        self.found: list[Fresh | Part] = [Fresh(device, size, dtypes.uint8) for device, size in arenas.items()]
        self._arenas = {device: slots + i for i, device in enumerate(arenas)}
        self._params: dict[UOp, UOp] = {}

    def param(self, b: UOp) -> UOp:
        """The PARAM that stands for a buffer of a step."""
        found = self._params.get(b)
        if found is None: found = self._params[b] = self._make(b)
        return found

    def over(self, home: UOp) -> UOp:
        """The home of a value, over PARAMs."""
        if home.op is not Ops.MULTI: return self.param(home)
        return home.replace(src=tuple([self.param(p.base).reshape(p.shape) for p in home.src]))

    def _make(self, b: UOp) -> UOp:
        if b.op is Ops.PARAM: return b
        device = b.device or ""
        if b.op is Ops.BUFFER_VIEW: memory = Part(self.param(b.src[0]).arg.slot, b.size, b.arg[1], b.dtype)
        elif (at := self._planned.get(b)) is not None:
            memory = Part(self._arenas[device], b.size, at.offset // b.dtype.itemsize, b.dtype)
        else: memory = Fresh(device, b.size, b.dtype)
        self.found.append(memory)
        return UOp(Ops.PARAM, b.dtype, (), ParamArg(self._slots + len(self.found) - 1, b.size, device))


def over_slots(steps: Iterable[Step], slots: Slots) -> UOp:
    """The LINEAR of the steps over PARAMs."""
    calls: list[UOp] = []
    for step in steps:
        call = UOp(Ops.CALL, dtypes.void, (step.what, *[slots.param(b) for b in step.buffers]))
        call.loc = step.loc
        calls.append(call)
    return UOp(Ops.LINEAR, dtypes.void, tuple(calls))


class Memories:
    """The memory of the current run for each slot of a template, as nodes made on demand."""

    def __init__(self, template: Template, slots: Sequence[UOp]) -> None:
        self._memories = template.allocations
        self.nodes: list[UOp | None] = [*slots, *[None] * len(template.allocations)]
        self._slots = len(slots)

    def node(self, number: int) -> UOp:
        """The node of a slot in the current run."""
        found = self.nodes[number]
        if found is None: found = self.nodes[number] = self._make(self._memories[number - self._slots])
        return found

    def result(self, home: UOp, shape: tuple[int, ...]) -> UOp:
        """The value of that home in the current run."""
        if home.op is not Ops.MULTI: return laid_out(self.node(home.arg.slot), shape)
        return home.replace(src=tuple([self.node(p.base.arg.slot).reshape(p.shape) for p in home.src]))

    def _make(self, memory: Fresh | Part) -> UOp:
        if isinstance(memory, Fresh): return UOp.new_buffer(memory.device, memory.size, memory.dtype)
        return UOp(Ops.BUFFER_VIEW, memory.dtype, (self.node(memory.of),), (memory.size, memory.start))
