"""Results of a replay: a table of (source, view) rows, of which each run makes tensors.

Inputs: the arguments of a run, its new memories, the values of variables. Outputs: the results, nested as the function returned them.
Invariants: results share memory with each other, with arguments and with states where those of the captured call did.
"""
from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from heddle.device.buffer import Buffer
from heddle.jit.bindings import (
    Argument,
    Output,
    State,
    is_symbolic_tensor,
    param_for,
    param_in,
    with_values,
    without_values,
)
from heddle.jit.variable_arguments import Names
from heddle.named_tuple import NamedTuple
from heddle.tensor import aliasing
from heddle.tensor.node_builders import mark
from heddle.tensor.pytree import Pattern, paths_of, put_together
from heddle.tensor.tensor import Tensor
from heddle.uop import Ops, Symbol, UOp
from heddle.uop.symbol import is_symbolic, plain
from heddle.uop.symbolic_shapes import laid_out
from heddle.uop.variable_bindings import rebound


@dataclass(frozen=True, eq=False)
class Source:
    """One row: where a result comes from, and its `view` of that, made over a PARAM.

    "value":    `value`, a plain value; or a size, whose variables are bound in each run
    "result":   the same object as result `number`
    "argument": argument `number`, or a view of it
    "state":    a `tensor` that the function found, or, where it was a temporary view, another one with that view of the `state`
    "output":   a view of output `number`, memory that is new in each run. Results of one `group` are views of each other
    """

    kind: Literal["value", "result", "argument", "state", "output"]
    number: int = -1
    view: UOp | None = None
    value: object = None
    group: int = -1
    tensor: weakref.ref[Tensor] | None = None
    state: State | None = None

    @staticmethod
    def of_state(tensor: Tensor) -> Source:
        """The row of a tensor that the function found."""
        assert tensor._storage is not None
        memory = aliasing.memory_of(tensor.uop)
        assert memory is not None
        view = tensor.uop.substitute({memory: param_for(memory)})
        return Source("state", view=view, tensor=weakref.ref(tensor), state=State(memory, [tensor._storage.first()], False))

    @staticmethod
    def of_view(storage: aliasing.Storage, view: UOp) -> Source:
        """The row of a view of the memory of `storage`, a state."""
        assert storage.memory is not None
        return Source.of_state(_seen_in(storage, _over(view, storage.memory)))

    def describe(self, arguments: Sequence[Argument]) -> str:
        """The row as text."""
        if isinstance(self.value, Symbol): return f"the value of {plain(self.value)}"
        if self.kind == "value": return f"always {self.value!r}"
        if self.kind == "result": return f"the same as result number {self.number}"
        if self.kind == "argument": return f"argument {arguments[self.number].path}{', seen otherwise' if self.view else ''}"
        if self.kind == "state" or self.view is None: return "a tensor that the function found"
        return f"{without_values(self.view).shape} {self.view.dtype.name}, new"


class _Run(NamedTuple):
    """One run: its arguments, new memories and values of variables; what is made of them so far."""

    tensors: Sequence[Tensor]
    buffers: Sequence[list[Buffer]]
    values: Mapping[str, int]
    made: list[object]
    nodes: dict[int, UOp]  # of the outputs
    storages: dict[int, aliasing.Storage]  # of the groups


class Results:
    """The rows of all results, and the `pattern` in which they are nested.

    `names`: the user's names of variables, by those of the capture, where they differ. `only`: the shape of the result, if it is the
    only one, is all of the only output, and has no variables.
    """

    def __init__(self, pattern: Pattern, sources: Sequence[Source], arguments: Sequence[Argument], outputs: Sequence[Output],
                 names: Names) -> None:
        self.pattern, self.sources, self.names = pattern, sources, names
        self._arguments, self._outputs = arguments, outputs
        self._rows = [(source, self._whole_shape(source)) for source in sources]
        shape = self._rows[0][1] if pattern.kind is None and len(outputs) == 1 else None
        self.only = None if shape is None or is_symbolic(shape) else shape

    def _whole_shape(self, source: Source) -> tuple[int, ...] | None:
        """The shape of a result that is all of an output, contiguous and unshared, as nearly all are. None for every other one."""
        view = source.view
        if source.kind != "output" or view is None or not self._outputs[source.number].is_whole or not _is_whole(view): return None
        others = (s for s in self.sources if s.kind == "output" and s is not source)
        return None if any(s.number == source.number or s.group == source.group for s in others) else view.shape

    def of(self, tensors: Sequence[Tensor], buffers: Sequence[list[Buffer]], values: Mapping[str, int]) -> Any:
        """The results of a run on these arguments, with new memory for each output, and these values of variables."""
        run = _Run(tensors, buffers, values, [], {}, {})
        for source, shape in self._rows:
            if shape is None: run.made.append(self._made(source, run))
            else:
                if values: shape = tuple([rebound(n, values, self.names) for n in shape])
                run.made.append(Tensor._of_memory(buffers[source.number][0], shape))  # its node is made on first access
        return put_together(self.pattern, run.made)

    def _made(self, source: Source, run: _Run) -> object:
        """One result: a plain value, another result, an argument or a view of one, a tensor of a state, or a new output."""
        if source.kind == "value":
            return rebound(source.value, run.values, self.names) if isinstance(source.value, Symbol) else source.value
        if source.kind == "result": return run.made[source.number]
        view = None if source.view is None else with_values(source.view, run.values, self.names)
        if source.kind == "argument":
            x = run.tensors[source.number]
            return x if view is None else x._look(_over(view, self._arguments[source.number].node_of(x)))
        assert view is not None
        if source.state is None or source.tensor is None: return self._output(source, view, run)
        # a view with variables differs between runs
        if (tensor := source.tensor()) is not None and not (run.values and is_symbolic_tensor(tensor)): return tensor
        memory = source.state.memory()
        return _seen_in(source.state.storages()[0], _over(view, memory))

    def _output(self, source: Source, view: UOp, run: _Run) -> Tensor:
        """A tensor of its own, or a view of the first of its group."""
        if (memory := run.nodes.get(source.number)) is None:
            memory = run.nodes[source.number] = self._outputs[source.number].node(run.buffers[source.number])
        if (storage := run.storages.get(source.group)) is None:
            storage = run.storages[source.group] = aliasing.Storage(memory, memory)
        return _seen_in(storage, mark(laid_out(memory, view.shape) if _is_whole(view) else _over(view, memory)))

    def describe(self) -> list[str]:
        """The rows as text, by the paths of the results."""
        paths = paths_of(self.pattern)
        return [f"{path}: {source.describe(self._arguments)}" for path, source in zip(paths, self.sources, strict=True)]


def _is_whole(view: UOp) -> bool:
    """Whether a view over a PARAM is all of it, contiguous, with room for its maximum sizes."""
    node = view
    while node.op is Ops.RESHAPE: node = node.src[0]
    if node.op is Ops.PARAM: return True
    param = param_in(view)
    return param.size == view.capacity and laid_out(param, view.shape) is view


def _over(view: UOp, memory: UOp) -> UOp:
    """The view, which was made over a PARAM, rebased on `memory`."""
    return view.substitute({param_in(view): memory})


def _seen_in(storage: aliasing.Storage, uop: UOp) -> Tensor:
    """A view of the memory of `storage`."""
    if aliasing.is_repeating(uop): storage = storage.expanded(aliasing.unshaped(uop))
    return Tensor._seen_as(uop, None, storage)
