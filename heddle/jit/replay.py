"""Replay of a captured call.

Inputs: tensors that replace the captured ones. Outputs: results nested as the function returned them, in memory that is new each
time. Invariants: work that a plain call would have done first is done first (pending assignments and random draws, and values that
were built before the memory they read is overwritten); an argument that overlaps written memory is left to a plain call.
"""
from __future__ import annotations

import time
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from heddle.device.buffer import Buffer, uop_buffer
from heddle.engine.executable import Executable
from heddle.errors import describe_location, user_location, warn_once
from heddle.jit.bindings import (
    Argument,
    Generator,
    Output,
    State,
    contiguous,
    gone,
    is_symbolic_tensor,
    look,
    own_memory,
    place_for,
    place_in,
    roots,
    with_values,
    without_values,
)
from heddle.jit.variable_arguments import Names
from heddle.tensor import aliasing
from heddle.tensor.autograd import lazy_gradients
from heddle.tensor.autograd.realized_graphs import forget_reading
from heddle.tensor.node_builders import mark
from heddle.tensor.pytree import Pattern, paths_of, put_together
from heddle.tensor.realize import compute_before_overwriting, realize_all
from heddle.tensor.tensor import Tensor
from heddle.tracing.bus import is_on, listening
from heddle.tracing.counters import format_bytes
from heddle.uop import Ops, Symbol, UOp
from heddle.uop.size_conditions import Condition
from heddle.uop.symbol import Leaf, is_symbolic, plain
from heddle.uop.symbolic_shapes import laid_out
from heddle.uop.variable_bindings import rebound

_now = time.perf_counter

# ---- sources of results


class Run:
    """The inputs of results: the arguments, the new memories, the values of variables, and the results so far."""

    __slots__ = ("_nodes", "buffers", "made", "names", "outputs", "storages", "tensors", "values")

    def __init__(self, tensors: Sequence[Tensor], outputs: Sequence[Output], buffers: Sequence[list[Buffer]],
                 values: Mapping[str, int], names: Names) -> None:
        self.tensors, self.outputs, self.buffers, self.values, self.names = tensors, outputs, buffers, values, names
        self.made: list[Any] = []
        self.storages: dict[int, aliasing.Storage] = {}
        self._nodes: dict[int, UOp] = {}

    def node(self, number: int) -> UOp:
        """The memory of output `number`."""
        if (found := self._nodes.get(number)) is None:
            found = self._nodes[number] = self.outputs[number].node(self.buffers[number])
        return found


@dataclass(frozen=True)
class Given:
    """A Python value."""

    value: Any

    def result(self, run: Run) -> Any: return self.value


@dataclass(frozen=True)
class FromVariables:
    """A size that depends on variables."""

    size: Symbol

    def result(self, run: Run) -> Any: return rebound(self.size, run.values, run.names)


@dataclass(frozen=True)
class Again:
    """The same tensor object as result `number`."""

    number: int

    def result(self, run: Run) -> Tensor: return run.made[self.number]


@dataclass(frozen=True)
class FromArgument:
    """Argument `number`, or a view of it. `is_flat`: the view is over the argument's elements, and not over the memory they are in."""

    number: int
    view: UOp | None
    is_flat: bool = False

    def result(self, run: Run) -> Tensor:
        """The tensor argument, or one that shares its memory."""
        x = run.tensors[self.number]
        if self.view is None: return x
        below = x.uop.reshape((x.numel(),)) if self.is_flat else _flat(x, self.view)
        return x._look(_over(with_values(self.view, run.values, run.names), below))


class FromState:
    """A tensor that the function reads without being passed it, or a view of one."""

    def __init__(self, tensor: Tensor) -> None:
        assert tensor._storage is not None
        storage, memory = tensor._storage.first(), aliasing.memory_of(tensor.uop)
        assert memory is not None
        self._tensor, self._storage = weakref.ref(tensor), weakref.ref(storage)
        self.view, self._facts = tensor.uop.substitute({memory: place_for(memory)}), (memory.loc, tensor.shape, tensor.dtype)

    @staticmethod
    def over(storage: aliasing.Storage, view: UOp) -> FromState:
        """A view of the memory of `storage`."""
        assert storage.memory is not None
        return FromState(_seen_in(storage, _over(view, storage.memory)))

    def memory(self) -> UOp:
        """The current memory. JitError if the tensor is gone."""
        storage = self._storage()
        if storage is None or storage.memory is None: raise gone(*self._facts)
        return storage.memory

    def result(self, run: Run) -> Tensor:
        """That tensor, or for a temporary view, another one of the same memory."""
        # a view with variables differs between runs
        if (found := self._tensor()) is not None and not (run.values and is_symbolic_tensor(found)): return found
        uop, storage = _over(with_values(self.view, run.values, run.names), self.memory()), self._storage()
        assert storage is not None
        return _seen_in(storage, uop)


@dataclass(frozen=True)
class FromOutput:
    """Memory that is new in every run: output `number`. Results of one `group` are views of each other."""

    memory: UOp | None  # of the captured call, until the outputs have numbers
    view: UOp
    group: int
    number: int = -1

    def result(self, run: Run) -> Tensor:
        """A tensor of its own, or a view of the first of its group."""
        memory, view = run.node(self.number), with_values(self.view, run.values, run.names)
        if (storage := run.storages.get(self.group)) is None:
            storage = run.storages[self.group] = aliasing.Storage(memory, memory)
        return _seen_in(storage, mark(laid_out(memory, view.shape) if _is_whole(view) else _over(view, memory)))


class FromWholeOutput:
    """All of output `number`, contiguous and unshared: `FromOutput` in the form that nearly all results have."""

    def __init__(self, number: int, shape: tuple[int, ...]) -> None:
        self._number, self._shape = number, shape
        self.shape = None if is_symbolic(shape) else shape  # where it is always the same

    def result(self, run: Run) -> Tensor:
        """A tensor whose node is made on first access."""
        shape = self.shape
        if shape is None: shape = tuple([rebound(n, run.values, run.names) for n in self._shape])
        return Tensor._of_memory(run.buffers[self._number][0], shape)


Source = Given | FromVariables | Again | FromArgument | FromState | FromOutput


def _maker(source: Source, sources: Sequence[Source], outputs: Sequence[Output]) -> Source | FromWholeOutput:
    """The constructor of the results of `source`."""
    if not isinstance(source, FromOutput) or not outputs[source.number].is_whole: return source
    others = [s for s in sources if isinstance(s, FromOutput) and s is not source]
    if not _is_whole(source.view): return source
    if any(s.number == source.number or s.group == source.group for s in others): return source
    return FromWholeOutput(source.number, source.view.shape)


def _is_whole(view: UOp) -> bool:
    """Whether a view over a PARAM is all of it, contiguous, with room for its maximum sizes."""
    node = view
    while node.op is Ops.RESHAPE: node = node.src[0]
    if node.op is Ops.PARAM: return True
    place = place_in(view)
    return place.size == view.capacity and laid_out(place, view.shape) is view


def _over(view: UOp, memory: UOp) -> UOp:
    """The view, which was made over a PARAM, rebased on `memory`."""
    return view.substitute({place_in(view): memory})


def _seen_in(storage: aliasing.Storage, uop: UOp) -> Tensor:
    """A view of the memory of `storage`."""
    if aliasing.is_repeating(uop): storage = storage.expanded(aliasing.unshaped(uop))
    return Tensor._seen_as(uop, None, storage)


def _flat(x: Tensor, view: UOp) -> UOp:
    """The binding of a view argument's PARAM: its elements if they are contiguous, else its memory."""
    memory, own = look(x)
    return x.uop.reshape((x.numel(),)) if own is None and place_in(view).op is Ops.PARAM else memory


# ---- replaying


class Replay:
    """A capture in terms of tensors. `left` are memories of leftover tensors: filled again in place.

    `conditions` on sizes hold in every run, or it is refused. `constants` are the values of variables that the function binds itself;
    `names` has the user's names of variables by those of the capture, where these are others.
    """

    def __init__(self, name: str, arguments: list[Argument], states: list[State | Generator], outputs: list[Output],
                 executable: Executable, pattern: Pattern, sources: list[Source], written_arguments: list[int], left: list[UOp],
                 conditions: Sequence[Condition] = (), constants: Mapping[str, int] | None = None,
                 names: Names | None = None) -> None:
        self.name, self.arguments, self.states, self.outputs, self.executable = name, arguments, states, outputs, executable
        self.pattern, self.sources, self.left = pattern, sources, left
        self.written_arguments, executable.name = written_arguments, name
        self._written_states = [i for i, state in enumerate(states) if state.is_written]
        self.conditions, self.constants, self.names = conditions, dict(constants or {}), dict(names or {})
        self.draws = any(isinstance(state, Generator) for state in states)
        self.writes = bool(written_arguments or left or self._written_states)
        self._makers = [_maker(source, sources, outputs) for source in sources]
        self.only = self._shape_of_only()
        self.copies = 0  # of arguments whose views differ from the captured ones
        self._known: list[UOp] | None = None
        self._roots: tuple[frozenset[int], frozenset[int]] = frozenset(), frozenset()

    def _shape_of_only(self) -> tuple[int, ...] | None:
        """The shape of the result, if the only result is all of one new memory."""
        if self.pattern.kind is not None or len(self.outputs) != 1: return None
        maker = self._makers[0]
        return maker.shape if isinstance(maker, FromWholeOutput) else None

    def take(self, tensors: Sequence[Tensor]) -> list[UOp]:
        """The memories of the arguments, which are realized; views for those that `run` copies. JitError for a mismatch."""
        return [argument.memory_of(x) for argument, x in zip(self.arguments, tensors, strict=True)]

    def settle(self) -> list[UOp]:
        """The memories of the states, with all earlier assignments and draws done. JitError if one is gone."""
        if aliasing.assigns or self.draws: realize_all(())
        return [state.memory() for state in self.states]

    def overlapping(self, memories: Sequence[UOp], states: Sequence[UOp]) -> str | None:
        """The path of an argument that overlaps other memory, one of which is written."""
        if not self.writes: return None
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

    def bindings(self, tensors: Sequence[Tensor]) -> list[dict[str, Leaf]]:
        """The variables of each argument's view. JitError if one has two values in an argument."""
        return [argument.bindings(x) for argument, x in zip(self.arguments, tensors, strict=True)]

    def run(self, tensors: Sequence[Tensor], memories: list[UOp], states: Sequence[UOp], values: Mapping[str, int]) -> Any:
        """Runs everything on these memories, with these values of variables; the results."""
        began = _now() if listening and is_on() else 0.0
        for i, memory in enumerate(memories):
            if memory.op not in aliasing.MEMORY: memories[i] = self._copied(i, memory)
        written = self._own_what_is_written(tensors, memories, states) if self.writes else None
        if written: compute_before_overwriting(written)
        result = self.submit(tensors, [uop_buffer(m) for m in aliasing.flat([*memories, *states])], values, began)
        if written:
            forget_reading(written)
            lazy_gradients.lose_reading(written)
        return result

    def strided(self, memories: Sequence[UOp]) -> str | None:
        """The path of an argument that is assigned, and given as a view that would have to be copied."""
        return next((self.arguments[i].path for i in self.written_arguments if memories[i].op not in aliasing.MEMORY), None)

    def _copied(self, i: int, view: UOp) -> UOp:
        self.copies += 1
        path = self.arguments[i].path
        warn_once(f"argument {path} of {self.name} is a view that is not contiguous, unlike the captured one: such calls copy it. "
                  "Pass .contiguous() where it is used more than once.", key=f"TinyJit view {self.name} {path}")
        return contiguous(view)

    def submit(self, tensors: Sequence[Tensor], buffers: list[Buffer], values: Mapping[str, int], began: float) -> Any:
        """Runs everything on the memories of the arguments and states, to which those of the outputs are added; the results.

        Told of if it says when that `began`.
        """
        loc = user_location()
        if (shape := self.only) is not None:
            buffers.append(new := self.outputs[0].buffer(loc))
            self.executable.run(buffers, values, began)
            return Tensor._of_memory(new, shape)
        outputs = [output.buffers(loc) for output in self.outputs]
        for new in outputs: buffers += new
        self.executable.run(buffers, values, began)
        run = Run(tensors, self.outputs, outputs, values, self.names)
        for maker in self._makers: run.made.append(maker.result(run))
        return put_together(self.pattern, run.made)

    def _own_what_is_written(self, tensors: Sequence[Tensor], memories: list[UOp], states: Sequence[UOp]) -> set[UOp]:
        """The BUFFERs that will be written; memories that arguments share with others are copied first."""
        written = [*(states[i] for i in self._written_states), *self.left]
        for i in self.written_arguments:
            x = tensors[i]
            assert x._storage is not None and x._memory is not None
            written.append(own_memory(x._storage))
            memories[i] = self.arguments[i].memory_of(x)
        return set(aliasing.flat(written))

    # ---- for people

    def describe(self) -> list[str]:
        """Inputs, states, results, memory and kernels, a line each."""
        results = paths_of(self.pattern)
        copies = [f"{self.copies} in replays so far"] if self.copies else []
        lines = _listing("inputs", [_marked(a, i in self.written_arguments) for i, a in enumerate(self.arguments)])
        lines += _listing("views copied into contiguous memory", copies)
        lines += _listing("found by the function", [_marked(state, state.is_written) for state in self.states])
        lines += _listing("constants made by the function", [_constant_text(m) for m in self._constants()])
        lines += _listing("left behind, filled again in place", [_constant_text(m) for m in self.left])
        lines += _listing("results", [f"{p}: {_source_text(s, self.arguments)}" for p, s in zip(results, self.sources, strict=True)])
        arena, unplanned = map(format_bytes, self.executable.arenas[1:])
        lines += [f"intermediates: {arena} ({unplanned} without memory planning)"]
        calls = [_call_text(call) for call in self.executable.linear.src]
        return lines + _listing(f"{len(calls)} kernels and copies, {len(self.executable.submitted.src)} submissions", calls)

    def _constants(self) -> list[UOp]:
        buffers = dict.fromkeys(b for call in self.executable.linear.src for b in call.src[1:] if b.op is Ops.BUFFER)
        return [b for b in buffers if b not in self.left]


def _listing(title: str, rows: list[str]) -> list[str]:
    return [f"{title}:", *(f"  {row}" for row in rows)] if rows else []


def _marked(what: object, is_written: bool) -> str: return f"{what}{', assigned' if is_written else ''}"


def _constant_text(memory: UOp) -> str:
    place = f", made at {describe_location(memory.loc)}" if memory.loc else ""
    return f"{memory.size} x {memory.dtype.name} on {memory.device}{place}"


def _source_text(source: Source, arguments: list[Argument]) -> str:
    if isinstance(source, Given): return f"always {source.value!r}"
    if isinstance(source, FromVariables): return f"the value of {plain(source.size)}"
    if isinstance(source, Again): return f"the same as result number {source.number}"
    if isinstance(source, FromArgument):
        return f"argument {arguments[source.number].path}{', seen otherwise' if source.view else ''}"
    if isinstance(source, FromState): return "a tensor that the function found"
    return f"{without_values(source.view).shape} {source.view.dtype.name}, new"


def _call_text(call: UOp) -> str:
    what, dest = call.src[0], call.src[1]
    if what.op is not Ops.PROGRAM: return f"copy of {dest.size} x {dest.dtype.name} to {dest.device}"
    return f"{what.arg.name} on {dest.device}, {what.arg.extent()}"
