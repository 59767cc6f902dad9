"""Captures: an executable with what binds its slots, the checks of a call's arguments, and the results.

Inputs: the arguments of a call. Outputs: results nested as the function returned them, in memory that is new each time. Invariants: a
mismatch is a JitError that names the argument; work that a plain call would have done first is done first (pending assignments and
random draws, and values that were built before the memory they read is overwritten); an argument that overlaps written memory is left
to a plain call. The fast path gives the results of the general one (from `Capture.take` to `Capture.run`), and leaves to it every call
that differs from the captured one in anything but memory.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from heddle.device.allocator import AnyAllocator
from heddle.device.buffer import Buffer, NewBuffer, uop_buffer
from heddle.dtype import DType
from heddle.engine.executable import Executable
from heddle.errors import describe_location, user_location, warn_once
from heddle.jit.argument_binding import Inputs, changed, prepared, refused
from heddle.jit.bindings import Argument, Generator, Output, State, StateMoved, contiguous, own_memory, roots
from heddle.jit.guards import Guards
from heddle.jit.plain_values import is_same
from heddle.jit.results import Results
from heddle.jit.variable_arguments import Names, own_bindings
from heddle.named_tuple import NamedTuple
from heddle.settings import State as SettingsState
from heddle.settings import settings
from heddle.tensor import aliasing
from heddle.tensor.autograd import lazy_gradients
from heddle.tensor.autograd.realized_graphs import forget_reading
from heddle.tensor.realize import compute_before_overwriting, realize_all
from heddle.tensor.tensor import Tensor
from heddle.tracing.bus import is_on, listening
from heddle.tracing.counters import format_bytes
from heddle.uop import Ops, Symbol, UOp
from heddle.uop.size_conditions import Condition
from heddle.uop.symbol import Leaf
from heddle.uop.variable_bindings import Bindings

#: the result of a call that has to take the general path
UNFIT: Final = object()

_now = time.perf_counter
_BUFFER, _RESHAPE = Ops.BUFFER, Ops.RESHAPE  # members of an Enum are slow to look up by attribute
_NO_VALUES: Mapping[str, int] = {}


class _DirectReplay(NamedTuple):
    """A replay that makes one new tensor, without whatever stays as it was in the last one while settings do."""

    state: SettingsState
    launch: Callable[[Sequence[object]], None]
    new: tuple[str, int, DType, int, AnyAllocator]  # the memory of the result
    shape: tuple[int, ...]

    @staticmethod
    def of(executable: Executable, new: Buffer, shape: tuple[int, ...]) -> _DirectReplay | None:
        """That of an executable which has just run, into `new`; None if no direct launches on its inputs alone, or nothing to fill."""
        if (direct := executable.direct) is None or not executable.is_plain or type(new) is not NewBuffer: return None
        memory = new.device, new.size, new.dtype, new.nbytes, new.allocator
        return _DirectReplay(executable.state, direct.run, memory, shape)

    def run(self, buffers: list[Buffer]) -> Tensor:
        """Runs it on these memories, to which that of the result is added."""
        _, launch, (device, size, dtype, nbytes, allocator), shape = self
        raws = [raw if (raw := b.raw) is not None else b.allocate().raw for b in buffers]
        new = NewBuffer(device, size, dtype, nbytes, allocator, user_location())
        raws.append(new.raw)
        launch(raws)
        return Tensor._of_memory(new, shape)


@dataclass(eq=False)
class Capture:
    """An executable with bindings and guards. The executable's slots are the arguments, then the states, then the outputs."""

    name: str
    inputs: Inputs
    arguments: list[Argument]
    states: list[State | Generator]
    outputs: list[Output]
    executable: Executable
    results: Results
    written_arguments: list[int]
    left: list[UOp]  # memories of leftover tensors: filled again in place
    conditions: Sequence[Condition] = ()  # on sizes: they hold in every run, or it is refused
    constants: Mapping[str, int] = field(default_factory=dict[str, int])  # the values of variables that the function binds itself
    names: Sequence[Names] = ()  # the capture's names of the variables in each Symbol, then in each tensor, where they differ
    guards: Guards | None = None

    def __post_init__(self) -> None:
        self.executable.name = self.name
        self._written_states = [i for i, state in enumerate(self.states) if state.is_written]
        self._draws = any(isinstance(state, Generator) for state in self.states)
        self._writes = bool(self.written_arguments or self.left or self._written_states)
        self._copies = 0  # of arguments whose views differ from the captured ones
        self._known: list[UOp] | None = None
        self._roots: tuple[frozenset[int], frozenset[int]] = frozenset(), frozenset()
        self._is_symbolic = bool(self.inputs.sizes or self.constants) or any(a.is_symbolic for a in self.arguments)
        # a capture that writes only to new memory, without variables, of tensors that are all of their memory
        self.is_simple = not (self._writes or self._draws or self._is_symbolic) and all(
            a.view is None and isinstance(a.device, str) for a in self.arguments)
        self._baked = [(i, value) for i, (_, value) in self.inputs.baked.items()]
        self._bases = self.inputs.positions if self.results.only is None else ()  # of views among the results
        self._direct: _DirectReplay | None = None
        self._arguments = [(i, a.shape, a.dtype, a.device, a.needs_grad)
                           for i, a in zip(self.inputs.positions, self.arguments, strict=True)]

    @property
    def linear(self) -> UOp:
        """All kernels and copies of a replay, one by one."""
        return self.executable.linear

    @property
    def jit_cache(self) -> list[UOp]:
        """The CALLs of `linear`."""
        return list(self.linear.src)

    # ---- checks

    def take(self, args: Sequence[object], kwargs: Mapping[str, object]) -> tuple[list[Tensor], list[Symbol]]:
        """The tensors among the arguments, realized, and the Symbols. JitError names the first that differs from the capture.

        StateMoved if a tensor of outside was pending when it was captured, and has memory now, which may be written to.
        """
        inputs = self.inputs
        leaves = inputs.leaves(args, kwargs)
        for i, (path, value) in inputs.baked.items():
            if not is_same(value, leaves[i]): raise changed(f"argument {path}", value, leaves[i])
        sizes: list[Symbol] = []
        for i, (path, size) in inputs.sizes.items():
            if not isinstance(n := leaves[i], Symbol) or n.unbound() != size: raise changed(f"argument {path}", size, n)
            sizes.append(n)
        tensors: list[Tensor] = []
        for i, argument in zip(inputs.positions, self.arguments, strict=True):
            if not isinstance(x := leaves[i], Tensor): raise changed(f"argument {argument.path}", "a tensor", x)
            tensors.append(x)
        tensors = prepared(tensors)  # first: one may be outside of the function too, where it was pending
        if self.guards is not None and (found := self.guards.changed()) is not None:
            raise StateMoved(refused(found).what) if self.guards.was_pending(found) else refused(found)
        return tensors, sizes

    def memories(self, tensors: Sequence[Tensor]) -> list[UOp]:
        """The memories of the arguments, which are realized; views for those that `run` copies. JitError for a mismatch."""
        return [argument.memory_of(x) for argument, x in zip(self.arguments, tensors, strict=True)]

    def values(self, tensors: Sequence[Tensor], sizes: Sequence[Symbol]) -> dict[str, int] | None:
        """The values of the variables in this call; None if one that the capture has once has two.

        ShapeError for one that has none, or is outside of what it indexes; JitError if one argument binds a variable to two values.
        """
        if not self._is_symbolic: return {}
        bindings = Bindings()
        values: dict[str, int] = dict(self.constants)
        variables: list[dict[str, Leaf]] = [own_bindings(size.leaves()) for size in sizes]
        variables += [argument.bindings(x) for argument, x in zip(self.arguments, tensors, strict=True)]
        for own, names in zip(variables, self.names, strict=True):
            for name, leaf in own.items():
                if leaf.value is None: bindings.add_leaf(leaf)
                elif values.setdefault(names.get(name, name), leaf.value) != leaf.value: return None
        bindings.values()
        for condition in self.conditions: condition.check(values)
        return values

    def settle(self) -> list[UOp]:
        """The memories of the states, with all earlier assignments and draws done. JitError if one is gone."""
        if aliasing.assigns or self._draws:
            realize_all((), [s for state in self.states if isinstance(state, State) for s in state.storages()])
        return [state.memory() for state in self.states]

    def overlapping(self, memories: Sequence[UOp], states: Sequence[UOp]) -> str | None:
        """The path of an argument that overlaps other memory, one of which is written."""
        if not self._writes: return None
        if states != self._known: self._note_states(list(states))
        used, written = self._roots
        owners = [roots(memory) for memory in memories]
        assigned = self.written_arguments
        for i, own in enumerate(owners):
            for owner in own:
                if owner in (used if i in assigned else written) or any(owner in owners[n] for n in assigned if n != i):
                    return self.arguments[i].path
        return None

    def _note_states(self, states: list[UOp]) -> None:
        """Records the owners of the memories that are read and written, besides the arguments."""
        written = [*(states[i] for i in self._written_states), *self.left]
        self._known = states
        self._roots = frozenset(i for m in (*states, *written) for i in roots(m)), frozenset(i for m in written for i in roots(m))

    def strided(self, memories: Sequence[UOp]) -> str | None:
        """The path of an argument that is assigned, and given as a view that would have to be copied."""
        return next((self.arguments[i].path for i in self.written_arguments if memories[i].op not in aliasing.MEMORY), None)

    # ---- running

    def replay_simple(self, args: Sequence[object], kwargs: Mapping[str, object]) -> Any:
        """Replays a simple capture for a call that differs in the memory of its tensors alone: UNFIT for any other, and nothing has
        happened. JitError if the nesting of the arguments differs, or if a state is gone."""
        began = _now() if listening and is_on() else 0.0
        leaves = self.inputs.leaves(args, kwargs)
        buffers: list[Buffer] = []
        # as `Argument.memory_of`, in one pass
        for i, shape, dtype, device, needs_grad in self._arguments:
            x = leaves[i]
            if type(x) is not Tensor: return UNFIT
            if (unseen := x._unseen) is not None:  # a result that has not been accessed
                buffer, size, *_ = unseen
                if (size != shape or buffer.dtype is not dtype or buffer.device != device
                        or (x._needs_grad and not needs_grad)): return UNFIT
                buffers.append(buffer)
                continue
            if (storage := x._storage) is None or storage.memory is None or storage.assigned is not None: return UNFIT
            uop = x.uop
            node = uop.src[0] if uop.op is _RESHAPE else uop
            if (node.op is not _BUFFER or (uop._shape != shape and uop.shape != shape) or uop.dtype is not dtype
                    or node.arg.device != device or (x._needs_grad and not needs_grad)): return UNFIT
            buffers.append(node.memory or uop_buffer(node))
        if aliasing.any_assigns: return UNFIT
        for i, value in self._baked:
            if leaves[i] is not value and not is_same(value, leaves[i]): return UNFIT
        if (guards := self.guards) is not None and not (guards.holds or guards.compiled())(): return UNFIT
        if self.states: buffers += [uop_buffer(m) for m in aliasing.flat([state.memory() for state in self.states])]
        if (direct := self._direct) is not None and not began and settings.is_still(direct.state): return direct.run(buffers)
        return self._submit([leaves[i] for i in self._bases] if self._bases else (), buffers, _NO_VALUES, began)

    def run(self, tensors: Sequence[Tensor], memories: list[UOp], states: Sequence[UOp], values: Mapping[str, int]) -> Any:
        """Runs everything on these memories, with these values of variables; the results."""
        began = _now() if listening and is_on() else 0.0
        for i, memory in enumerate(memories):
            if memory.op not in aliasing.MEMORY: memories[i] = self._copied(i, memory)
        written = self._own_what_is_written(tensors, memories, states) if self._writes else None
        if written: compute_before_overwriting(written)
        result = self._submit(tensors, [uop_buffer(m) for m in aliasing.flat([*memories, *states])], values, began)
        if written:
            forget_reading(written)
            lazy_gradients.lose_reading(written)
        if self.guards is not None: self.guards.put_back()
        return result

    def _copied(self, i: int, view: UOp) -> UOp:
        self._copies += 1
        path = self.arguments[i].path
        warn_once(f"argument {path} of {self.name} is a view that is not contiguous, unlike the captured one: such calls copy it. "
                  "Pass .contiguous() where it is used more than once.", key=f"TinyJit view {self.name} {path}")
        return contiguous(view)

    def _own_what_is_written(self, tensors: Sequence[Tensor], memories: list[UOp], states: Sequence[UOp]) -> set[UOp]:
        """The BUFFERs that will be written; memories that arguments share with others are copied first."""
        written = [*(states[i] for i in self._written_states), *self.left]
        for i in self.written_arguments:
            x = tensors[i]
            assert x._storage is not None and x._memory is not None
            written.append(own_memory(x._storage))
            memories[i] = self.arguments[i].memory_of(x)
        return set(aliasing.flat(written))

    def _submit(self, tensors: Sequence[Any], buffers: list[Buffer], values: Mapping[str, int], began: float) -> Any:
        """Runs everything on the memories of the arguments and states, to which those of the outputs are added; the results.

        A replay that `began` at a time emits an event.
        """
        loc = user_location()
        if (shape := self.results.only) is not None:
            buffers.append(new := self.outputs[0].buffer(loc, self.executable.is_direct))
            self.executable.run(buffers, values, began)
            if self.is_simple: self._direct = _DirectReplay.of(self.executable, new, shape)
            return Tensor._of_memory(new, shape)
        outputs = [output.buffers(loc) for output in self.outputs]
        for made in outputs: buffers += made
        self.executable.run(buffers, values, began)
        return self.results.of(tensors, outputs, values)

    # ---- for people

    def describe(self) -> list[str]:
        """Inputs, states, results, memory, kernels and baked-in values, a line each; and what is compared, and what cannot be."""
        copies = [f"{self._copies} in replays so far"] if self._copies else []
        lines = _listing("inputs", [_marked(a, i in self.written_arguments) for i, a in enumerate(self.arguments)])
        lines += _listing("views copied into contiguous memory", copies)
        lines += _listing("found by the function", [_marked(state, state.is_written) for state in self.states])
        held = dict.fromkeys(b for call in self.linear.src for b in call.src[1:] if b.op is Ops.BUFFER and b not in self.left)
        lines += _listing("constants made by the function", [_constant_text(m) for m in held])
        lines += _listing("left behind, filled again in place", [_constant_text(m) for m in self.left])
        lines += _listing("results", self.results.describe())
        arena, unplanned = map(format_bytes, self.executable.arenas[1:])
        calls = [_call_text(call) for call in self.linear.src]
        lines += [f"intermediates: {arena} ({unplanned} without memory planning)"]
        lines += _listing(f"{len(calls)} kernels and copies, {len(self.executable.submitted.src)} submissions", calls)
        return lines + ["baked in:", *(f"  {path} = {x!r}" for path, x in self.inputs.baked.values()),
                        *(self.guards.describe() if self.guards is not None else ())]


def _listing(title: str, rows: list[str]) -> list[str]:
    return [f"{title}:", *(f"  {row}" for row in rows)] if rows else []


def _marked(what: object, is_written: bool) -> str: return f"{what}{', assigned' if is_written else ''}"


def _constant_text(memory: UOp) -> str:
    location = f", made at {describe_location(memory.loc)}" if memory.loc else ""
    return f"{memory.size} x {memory.dtype.name} on {memory.device}{location}"


def _call_text(call: UOp) -> str:
    what, dest = call.src[0], call.src[1]
    if what.op is Ops.COLLECTIVE:
        half = f"{what.arg.phase} of " if what.arg.phase else ""
        return f"{half}{what.arg.name} of {call.src[2].size} x {dest.dtype.name} over {len(what.arg.ranks)} ranks"
    if what.op is not Ops.PROGRAM: return f"copy of {dest.size} x {dest.dtype.name} to {dest.device}"
    return f"{what.arg.name} on {dest.device}, {what.arg.extent()}"
