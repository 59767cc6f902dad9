"""Recording of executed LINEARs, for replay on other buffers.

Inputs: the LINEARs that run while a `Recording` is open; which of their buffers are replaced in each run. Outputs: an `Executable`:
one LINEAR over PARAMs, its intermediates in one arena per device, its kernels in graphs. heddle/jit/ gives the buffers their meaning.
Invariants: a run of the executable does to its buffers what the recorded runs did to theirs.
"""
from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import Token

from heddle.device.buffer import has_buffer, uop_buffer
from heddle.dtype import dtypes
from heddle.engine.executable import Arenas, Executable
from heddle.engine.execute import compile_linear, recorder
from heddle.engine.graph import base_of, over, with_graphs, written_by
from heddle.engine.launch import copy_buffer
from heddle.errors import JitError, MissingAttributeError
from heddle.named_tuple import NamedTuple
from heddle.schedule.memory_planner import plan_memory
from heddle.settings import settings
from heddle.tracing.counters import Bytes
from heddle.uop.args import ParamArg
from heddle.uop.ops import Ops
from heddle.uop.uop import UOp


def _allow(buffer: UOp, is_written: bool) -> None: """Any BUFFER may be used and written to."""


class Recording:
    """`with Recording() as r:` records the CALLs that run inside, in this thread or task. They run as usual.

    Memory that the host had filled before a recorded CALL writes to it is filled again at the start of each replay.
    `check(buffer, is_written)` is called for each BUFFER before it is first used and before it is first written to, and may raise.
    """

    def __init__(self, check: Callable[[UOp, bool], None] | None = None) -> None:
        self.calls: list[UOp] = []
        self.used: dict[UOp, None] = {}  # BUFFERs, in the order in which they appear
        self.written: set[UOp] = set()
        self.values: dict[str, int] = {}  # of variables
        self._check = check or _allow
        self._first_id: int = UOp.new_buffer("", 0, dtypes.uint8).arg.id
        self._tokens: list[Token[Callable[[UOp, Mapping[str, int]], None] | None]] = []

    def __enter__(self) -> Recording:
        self._tokens.append(recorder.set(self._add))
        return self

    def __exit__(self, *_: object) -> None:
        recorder.reset(self._tokens.pop())
        self._check = _allow  # the checker may hold this recording: the two would keep each other alive

    def is_new(self, buffer: UOp) -> bool:
        """Whether the BUFFER was made since the recording began."""
        return buffer.arg.id >= self._first_id

    def is_computed(self, buffer: UOp) -> bool:
        """Whether all that the BUFFER holds comes from recorded CALLs."""
        return buffer in self.written and self.is_new(buffer)

    def _add(self, linear: UOp, var_vals: Mapping[str, int]) -> None:
        for name, value in var_vals.items():
            if self.values.setdefault(name, value) != value:
                raise JitError(f"{name} is bound to {self.values[name]} and to {value} in one captured call",
                               "A variable has one value in a call: use two variables.")
        for call in compile_linear(linear).src:
            for buffer in written_by(call):
                if buffer not in self.written: self._note_written(buffer)
            for buffer in map(base_of, call.src[1:]):
                if buffer not in self.used: self._note_used(buffer)
            self.calls.append(call)

    def _note_used(self, buffer: UOp) -> None:
        self._check(buffer, False)
        self.used[buffer] = None

    def _note_written(self, buffer: UOp) -> None:
        self._check(buffer, True)
        if self.is_new(buffer) and has_buffer(buffer): self.calls.insert(0, _refill(buffer))
        self.written.add(buffer)

    def hold_copy(self, buffer: UOp) -> None:
        """Makes replays read a copy of the current contents of the BUFFER, whatever happens to it."""
        kept = _copy_of(buffer)
        self.calls = [call.replace(src=(call.src[0], *(over(b, {buffer: kept}) for b in call.src[1:]))) for call in self.calls]
        del self.used[buffer]
        self.used[kept] = None


def _refill(buffer: UOp) -> UOp:
    """The CALL that restores the current contents of a BUFFER."""
    return UOp(Ops.CALL, src=(UOp(Ops.COPY, buffer.dtype, (), buffer.device), buffer, _copy_of(buffer)))


def _copy_of(buffer: UOp) -> UOp:
    kept = UOp.new_buffer(buffer.arg.device, buffer.size, buffer.dtype, buffer.image)
    copy_buffer(uop_buffer(kept), uop_buffer(buffer))
    return kept


class _Uses(NamedTuple):
    """The buffers of one CALL, for memory planning."""

    buffers: tuple[UOp, ...]


def assemble(recording: Recording, slots: Sequence[UOp], kept: Iterable[UOp]) -> Executable:
    """The recording, with PARAM i in place of `slots[i]`. Computed BUFFERs that are not `kept` become intermediates."""
    stays = {*slots, *kept, *(b for b in recording.used if not recording.is_computed(b))}
    lives = [_Uses(tuple(base_of(b) for b in call.src[1:])) for call in recording.calls]
    # what a refill reads appears in no CALL that was run
    stays |= {b for use in lives for b in use.buffers if b not in recording.used}
    planned, arenas = plan_memory(lives, stays)
    memory = {device: UOp.new_buffer(device, size, dtypes.uint8) for device, size in arenas.items()}
    swap = {b: UOp(Ops.BUFFER_VIEW, b.dtype, (memory[b.arg.device],), (b.size, part.offset // b.dtype.itemsize))
            for b, part in planned.items()}
    swap |= {b: UOp(Ops.PARAM, b.dtype, (), ParamArg(i, b.size, b.device, image=b.image)) for i, b in enumerate(slots)}
    calls = [call.replace(src=(call.src[0], *(over(b, swap) for b in call.src[1:]))) for call in recording.calls]
    linear = UOp(Ops.LINEAR, src=tuple(calls))
    unplanned = sum(b.size * b.dtype.itemsize for b in planned)
    submitted = linear if settings.JIT == 2 else with_graphs(linear)
    arena = Arenas(tuple(memory.values()), Bytes(sum(arenas.values())), Bytes(unplanned))
    return Executable(linear, submitted, arena, results=[i for i, b in enumerate(slots) if recording.is_computed(b)])


def __getattr__(name: str) -> object:
    # the reference has it in its module of this name
    if name == "TinyJit": return importlib.import_module("heddle.jit.jit").TinyJit
    raise MissingAttributeError.of(("TinyJit", "JitError", "Recording"), f"module {__name__!r}", name)
