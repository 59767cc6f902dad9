"""Capture of a function call: runs it once and keeps its effects for replay without Python.

Inputs: a function and its arguments. Outputs: its result, and a `Capture`. The function is given twins of its tensor arguments: the
same memory under another node, so that an argument is distinguished from a tensor that the function reaches by itself. Invariants:
this run has the effects of a plain one; every memory it touched is an argument, a state, a result, a constant, a leftover (which
replays fill again in place), or an intermediate.
"""
from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from heddle.device.buffer import Buffer, find_buffer, set_uop_buffer, uop_buffer
from heddle.engine.jit import Recording, assemble
from heddle.errors import JitError
from heddle.jit.argument_binding import Inputs
from heddle.jit.bindings import (
    Argument,
    Generator,
    Output,
    State,
    gone,
    in_memory,
    is_symbolic_tensor,
    leaves_of_view,
    look,
    param_for,
    root,
    with_names,
)
from heddle.jit.capture import Capture
from heddle.jit.plain_values import is_plain
from heddle.jit.results import Results, Source
from heddle.jit.trace_constants import Trace
from heddle.jit.variable_arguments import Constants, Names, kept_apart, own_bindings
from heddle.tensor import aliasing
from heddle.tensor.assign import copy_of
from heddle.tensor.autograd import lazy_gradients
from heddle.tensor.capture_mode import Capturing
from heddle.tensor.pytree import Pattern, put_together, take_apart
from heddle.tensor.random import random
from heddle.tensor.realize import realize_all, store_views
from heddle.tensor.tensor import Tensor
from heddle.uop import Ops, Symbol, UOp
from heddle.uop.size_conditions import Condition, noted_conditions
from heddle.uop.symbol import while_captured
from heddle.uop.variable_bindings import renamed

T = TypeVar("T")
Refs = list[weakref.ref[aliasing.Storage]]


class CallRecording:
    """One call being captured. `name` is the function's, for errors; `tensors`, which are realised, and `sizes`, Symbols, are those
    among the arguments, in the order of `inputs`. `before`: the `names` of an earlier capture, whose variables are kept apart in this
    one too; `outside`: the names of variables that the function finds bound, which are not those of its arguments."""

    def __init__(self, name: str, inputs: Inputs, tensors: Sequence[Tensor], sizes: Sequence[Symbol],
                 before: Sequence[Names] | None, outside: Collection[str]) -> None:
        self.name, self._inputs, self.tensors = name, inputs, list(tensors)
        variables = [own_bindings(leaves) for leaves in (*(n.leaves() for n in sizes), *(leaves_of_view(t.uop) for t in tensors))]
        # the capture's names of the variables in each Symbol, then in each tensor, where they differ
        self.names = kept_apart(variables, before, outside)
        self._values = {names.get(name, name): leaf.value for own, names in zip(variables, self.names, strict=True)
                        for name, leaf in own.items()}
        self._constants = Constants((*self._values, *(name for own in variables for name in own)))
        self.sizes = [renamed(n, names) for n, names in zip(sizes, self.names, strict=False)]
        rows = zip(inputs.paths, tensors, self.names[len(sizes):], strict=True)
        self.arguments = [Argument.of(path, t, names) for path, t, names in rows]
        self.memories = [look(t)[0] for t in tensors]
        self.nodes = [_twin_node(memory) for memory in self.memories]
        self._leaves = set(aliasing.flat(self.nodes))
        self.twins = [self._twin(i) for i in range(len(tensors))]
        self._began = [argument.node_of(t) for t, argument in zip(tensors, self.arguments, strict=True)]
        self.before: dict[int, Refs] = aliasing.all_storages()
        # memories of tensors whose size differs in the next call
        self._sized = {key for key, refs in self.before.items() if any(_is_sized(ref(), self.tensors) for ref in refs)}
        self._old = {id(s): ref for refs in self.before.values() for ref in refs if (s := ref()) is not None}
        # by id: tensors in a set of weak references would be compared element by element
        pending = aliasing.pending_tensors()
        self._waiting = {id(t): weakref.ref(t) for t in pending}
        self._graphs = {id(t): t.uop for t in pending}
        self.trace = Trace()
        self.recording = Recording(self._check_use)
        self._made: dict[int, tuple[int, Tensor]] = {}  # by id of a result: its number, and itself
        self._groups: dict[int, tuple[aliasing.Storage, aliasing.Storage]] = {}  # by id: a result's Storage, and the one in its place
        self._outputs: dict[UOp, int] = {}  # memories of results, which are new in each run, and their numbers
        self.captured: Capture | None = None
        self._conditions: list[Condition] = []  # on sizes; replays check them
        self.gradients: set[int] = set()  # ids of the tensors whose gradients were read or set

    def _twin(self, i: int) -> Tensor:
        """A tensor like argument i, with a node of its own."""
        t, memory, node = self.tensors[i], self.memories[i], self.nodes[i]
        view = look(t)[1]  # bound
        if view is not None: view = with_names(view, self.arguments[i].names)
        twin = Tensor(node.reshape(t.shape) if view is None else view.substitute({param_for(memory): node}))
        if t._needs_grad: twin.requires_grad = True
        else: twin._needs_grad = t._needs_grad
        return twin

    # ---- running

    def run(self, call: Callable[[list[Tensor]], T]) -> T:
        """Records `call(twins)` and returns its result. Afterwards `captured` is set, unless states have moved meanwhile."""
        storages = [t._storage for t in self.twins]
        lose_unread = lazy_gradients.losing_new()
        token, noting = while_captured.set(self._constants.name), lazy_gradients.accessed.set(self.gradients)
        try:
            with self.recording, Capturing(self.name), noted_conditions() as self._conditions:
                pattern, leaves = self._called(call)
                sources = self._finish(leaves)
            self._name_back(leaves)
            result = put_together(pattern, leaves)
            if not self.recording.calls:
                raise JitError(f"{self.name} computed nothing that could be captured",
                               "Return tensors, or .realize() what it computes.")
            self._check_variables()
            self._check_twins(storages)
            self.trace.note_kernels(self.recording.calls)
        except BaseException:
            self._hand_back()
            raise
        finally:
            while_captured.reset(token)
            lazy_gradients.accessed.reset(noting)
            lose_unread()
        self._dissolve_twins()
        self._classify(pattern, sources)
        return result

    def _check_use(self, buffer: UOp, is_written: bool) -> None:
        """JitError if a memory is written under one node and used under another: the capture would be ambiguous."""
        self.trace.note_memory(buffer)
        if (memory := find_buffer(buffer)) is None: return
        owner, written = memory if memory.base is None else memory.base, self.recording.written
        if not is_written and written.isdisjoint(self._leaves): return  # no argument is written
        for i, node in ((i, leaf) for i, twin in enumerate(self.nodes) for leaf in aliasing.leaves_of(twin)):
            if buffer is node: overlaps = is_written and (_is_shared(self.tensors[i]) or self._is_used_as(owner, node))
            else: overlaps = (is_written or node in written) and root(node) is owner
            if overlaps:
                path = self.arguments[i].path
                raise JitError(f"argument {path} has the same memory as another tensor, and {self.name} assigns to it",
                               "Pass .clone() of it, or .assign() to one of them only.")

    def _is_used_as(self, owner: Buffer, node: UOp) -> bool:
        """Whether a memory was used under another node than `node`."""
        return any(other is not node and find_buffer(other) is not None and root(other) is owner for other in self.recording.used)

    # ---- results

    def _called(self, call: Callable[[list[Tensor]], object]) -> tuple[Pattern, list[object]]:
        """The pattern of the results, and the results, realized with all pending work. Nothing else refers to them, but leftovers."""
        leaves: list[object] = []
        pattern = take_apart(call(list(self.twins)), "result", leaves)
        for leaf in leaves: self._check_result(leaf)
        left = [t for t in aliasing.pending_tensors(threading.current_thread()) if not _is_in(self._waiting, t) or self._is_changed(t)]
        for t in left:
            if t.uop.base.op in aliasing.MEMORY: store_views(t)  # a replay would not see that it reads what is written to
        realize_all([*left, *(x for x in leaves if isinstance(x, Tensor))])
        return pattern, leaves

    def _is_changed(self, t: Tensor) -> bool:
        """Whether a tensor that was not computed before the call, such as the zeros of a statistic, has a new value."""
        return t.uop is not self._graphs[id(t)]

    def _finish(self, leaves: list[object]) -> list[Source]:
        """The sources of the results in replays. `leaves` become the results of this call."""
        sources = [self._source(leaves, i) for i in range(len(leaves))]
        self._separate()
        rows = zip(leaves, sources, strict=True)
        return [self._output(x, s.group) if isinstance(x, Tensor) and s.kind == "output" else s for x, s in rows]

    def _check_result(self, x: object) -> None:
        if isinstance(x, (Tensor, Symbol)) or is_plain(x): return
        raise JitError(f"{self.name} returns a {type(x).__name__}, which may hold tensors that a replay would not renew",
                       "Return tensors and numbers, in lists, tuples or dicts.")

    def _source(self, leaves: list[object], i: int) -> Source:
        """The source of result i in replays, for an output its group alone. A result of this call that must not be shared is
        replaced."""
        x = leaves[i]
        if not isinstance(x, Tensor): return Source("value", value=x)
        for n, twin in enumerate(self.twins):
            if x is twin: leaves[i] = self.tensors[n]
            elif x._storage is None or x._storage.first() is not twin._storage: continue
            else: leaves[i] = self.tensors[n]._look(x.uop.substitute({self.nodes[n]: self.arguments[n].node_of(self.tensors[n])}))
            view = None if x is twin else x.uop.substitute({self.nodes[n]: param_for(self.nodes[n])})
            return Source("argument", n, view)
        if (before := self._made.get(id(x))) is not None:
            leaves[i] = leaves[before[0]]
            return Source("result", before[0])
        memory = aliasing.memory_of(x.uop)
        if memory is not None and self._is_state(x, memory): return Source.of_state(x)
        self._made[id(x)] = i, x  # kept alive, so that no other tensor gets its id
        if memory is None or not all(map(self.recording.is_computed, aliasing.leaves_of(memory))): x = in_memory(x.clone())
        leaves[i], group = self._result(x)
        return Source("output", group=group)

    def _output(self, x: Tensor, group: int) -> Source:
        """The source of a result of new memory."""
        memory = aliasing.memory_of(x.uop)
        assert memory is not None
        number = self._outputs.setdefault(memory, len(self._outputs))
        return Source("output", number, x.uop.substitute({memory: param_for(memory)}), group=group)

    def _is_state(self, x: Tensor, memory: UOp) -> bool:
        return memory in random.states() or (x._storage is not None and self._is_old(x._storage.first()))

    def _was_there(self, storage: aliasing.Storage) -> bool:
        return self._is_old(storage) or any(_is_in(self._waiting, t) for t in storage.tensors())

    def _is_old(self, storage: aliasing.Storage) -> bool:
        return _is_in(self._old, storage)

    def _result(self, x: Tensor) -> tuple[Tensor, int]:
        """A tensor over the memory of `x`, and its group: views of each other stay so, and are no views of `x`."""
        assert x._storage is not None
        old = x._storage.first()
        memory = old.memory
        assert memory is not None
        if (group := self._groups.get(id(old))) is None:
            group = self._groups[id(old)] = old, aliasing.Storage(memory, memory)
        new = group[1] if x._storage is old else group[1].expanded(aliasing.unshaped(x.uop))
        return Tensor._seen_as(x.uop, x._needs_grad, new), list(self._groups).index(id(old))

    def _separate(self) -> None:
        """Gives results memory of their own where a leftover tensor shares theirs."""
        self._made.clear()
        storages = [new for _, new in self._groups.values()]
        self._groups.clear()
        for storage in storages:
            memory = storage.memory
            assert memory is not None
            if any(all(s is not own for own in storages) for s in aliasing.storages_of(memory)): storage.move(copy_of(memory))

    def _check_variables(self) -> None:
        """JitError for a variable whose value replays would not receive."""
        values = {**self._constants.values, **self._values}
        for name, value in self.recording.values.items():
            if name not in values: raise JitError(f"{self.name} uses the variable {name}, which is not among its arguments",
                                                  "Pass the bound variable, or a tensor whose shape holds it.")
            if values[name] != value:
                raise JitError(f"{name} is bound to {values[name]} in the arguments of {self.name} and to {value} inside",
                               "A variable has one value in a call: use two variables.")

    def _users_names(self) -> dict[str, str]:
        """The user's names of variables, by those of the capture, where they differ."""
        return {new: old for names in self.names for old, new in names.items()} | self._constants.names

    def _name_back(self, leaves: list[object]) -> None:
        """Restores the user's names of the variables in the results of this call."""
        if not (names := self._users_names()): return
        for i, x in enumerate(leaves):
            if isinstance(x, Symbol): leaves[i] = renamed(x, names)
            elif isinstance(x, Tensor):
                x.uop = with_names(x.uop, names)
                if (storage := x._storage) is not None: storage.root = with_names(storage.root, names)

    # ---- twins

    def _check_twins(self, storages: Sequence[aliasing.Storage | None]) -> None:
        for twin, node, storage, argument in zip(self.twins, self.nodes, storages, self.arguments, strict=True):
            if aliasing.is_leaf(twin) and twin.grad is not None:
                raise JitError(f"{self.name} computes the gradient of argument {argument.path}, which replays would not keep",
                               "Return .grad, and pass .detach() to later calls; or call .backward() outside.")
            if twin._storage is not storage or storage is None or storage.memory is not node:
                raise JitError(f"{self.name} makes argument {argument.path} another memory", "Use .assign(), or return a new tensor.")

    def _dissolve_twins(self) -> None:
        """Redirects tensors over a twin to the argument."""
        for i, (twin, node) in enumerate(zip(self.twins, self.nodes, strict=True)):
            swap = {node: self.arguments[i].node_of(self.tensors[i])}
            self._give(i, [t for t in self._views(i) if t is not twin], swap)

    def _hand_back(self) -> None:
        """After an error: redirects what the function has begun to the arguments, as if it had run plainly until there."""
        kept = [i for i, t in enumerate(self.twins) if t._storage is not None and t._storage.memory is self.nodes[i]]
        # as they were before anything was assigned to them: that is what values built earlier read
        swap = {self.nodes[i]: self._began[i] for i in kept}
        due = {i: node for i in kept if (node := _take_assigned(self.twins[i])) is not None}
        _replace(changes := [swap])
        values: dict[int, Tensor] = {}
        for i, node in sorted(due.items(), key=lambda item: len(item[1].toposort())):  # inner ones first
            for change in changes: node = node.substitute(change)
            values[i] = in_memory(Tensor(UOp(Ops.CONTIGUOUS, node.dtype, (node.src[1],))))
            changes.append({node: values[i].uop.reshape(node.shape)})
            _replace(changes[-1:])
        for i in kept: self._give(i, self._views(i), {due[i]: due[i].src[0]} if i in due else {}, swap)
        for i, value in values.items(): self._assign_again(i, value)

    def _assign_again(self, i: int, value: Tensor) -> None:
        """Assigns to argument i the pending value of its twin."""
        x = self.tensors[i]
        if self.arguments[i].view is not None:  # the twin covers all the memory that the argument is a view of
            x = Tensor(self.memories[i])
            self._storage_of(i).add(x)
        x.assign(value.reshape(x.shape))

    def _storage_of(self, i: int) -> aliasing.Storage:
        storage = self.tensors[i]._storage
        assert storage is not None
        return storage

    def _give(self, i: int, tensors: Sequence[Tensor], *changes: dict[UOp, UOp]) -> None:
        """Redirects `tensors`, which are over twin i, to the argument."""
        owner, expanded = self._storage_of(i), dict[int, aliasing.Storage]()
        for t in tensors:
            for change in changes: t.uop = t.uop.substitute(change)
            before = t._storage
            if before is None or before.source is None: owner.add(t)
            else: expanded.setdefault(id(before), owner.expanded(aliasing.unshaped(t.uop))).add(t)

    def _views(self, i: int) -> list[Tensor]:
        """The tensors over twin i, itself included."""
        storage = self.twins[i]._storage
        assert storage is not None
        return storage.tensors()

    # ---- roles of memories

    def _classify(self, pattern: Pattern, sources: list[Source]) -> None:
        """Gives each memory that the call used a role: argument, output, state, generator, left behind, or internal; makes `captured`.

        It stays None where the next call would differ: this one has made a generator, or moved a tensor that existed before to new
        memory. JitError for a tensor left behind whose shape depends on variables.
        """
        recording = self.recording
        outputs = list(self._outputs)
        states: dict[UOp, State | Generator] = {}
        left: list[UOp] = []
        generators, known = random.states(), {*aliasing.flat(self.nodes), *aliasing.flat(outputs)}
        for memory in list(recording.used):
            if memory in known: continue
            if memory in generators and recording.is_new(memory): return  # made by this call: the next one reads it as state
            if memory in generators: states[memory] = Generator(*generators[memory])
            elif not recording.is_new(memory):
                if (storages := self._state_storages(memory)) and (whole := storages[0].memory) is not None:
                    leaves = aliasing.leaves_of(whole)
                    states[whole] = State(whole, storages, not recording.written.isdisjoint(leaves))
                    known.update(leaves)
            elif storages := aliasing.storages_of(memory):
                if any(map(_is_sized, storages)):
                    if any(map(_is_sized, storages := _reachable(memory))):
                        raise JitError(f"{self.name} leaves a tensor behind whose shape depends on variables", "Return it instead.")
                    if not storages: continue
                if any(map(self._was_there, storages)): return  # an existing tensor has moved to this memory only now
                if recording.is_computed(memory): left.append(memory)
                else: recording.hold_copy(memory)
        if self._has_moved(): return
        made = [Output(param_for(m)) for m in outputs]
        self.captured = Capture(
            self.name, self._inputs, self.arguments, list(states.values()), made,
            assemble(recording, aliasing.flat([*self.nodes, *states, *outputs]), left),
            Results(pattern, sources, self.arguments, made, self._users_names()),
            [i for i, node in enumerate(self.nodes) if not recording.written.isdisjoint(aliasing.leaves_of(node))], left,
            list(dict.fromkeys(self._conditions)), self._constants.values, self.names)

    def _state_storages(self, memory: UOp) -> list[aliasing.Storage]:
        """The storages of the state that an existing BUFFER belongs to, if any. JitError if it was replaced."""
        refs = self.before.get(id(memory), [])
        if id(memory) in self._sized:
            raise JitError(f"{self.name} reads a tensor whose shape depends on variables, and replays would not see that shape change",
                           "Pass it as an argument.")
        if refs and not any(ref() is not None for ref in refs): raise gone(memory.loc, memory.shape, memory.dtype)
        return [s for ref in refs if (s := ref()) is not None and _has(s, memory)]

    def _has_moved(self) -> bool:
        """Whether a tensor that was read has moved to other memory since the run began."""
        used = {id(memory): memory for memory in self.recording.used if not self.recording.is_new(memory)}
        return any(not _has(storage, used[key]) for key, refs in self.before.items() if key in used
                   for ref in refs if (storage := ref()) is not None)


def _reachable(memory: UOp) -> list[aliasing.Storage]:
    """The storages over a memory without those that only a cycle of references still holds."""
    gc.collect()
    return aliasing.storages_of(memory)


def _is_sized(storage: aliasing.Storage | None, arguments: Sequence[Tensor] = ()) -> bool:
    """Whether a tensor, which is no argument, is a view with variables."""
    if storage is None: return False
    return any(is_symbolic_tensor(t) and all(t is not x for x in arguments) for t in storage.tensors())


def _has(storage: aliasing.Storage, leaf: UOp) -> bool:
    """Whether a BUFFER is the memory of `storage`, or its shard on one device."""
    return storage.memory is not None and leaf in aliasing.leaves_of(storage.memory)


def _is_in(refs: Mapping[int, weakref.ref[T]], x: object) -> bool:
    """Whether `x` is one of the objects, by id, to which these refer."""
    ref = refs.get(id(x))
    return ref is not None and ref() is x


def _replace(changes: list[dict[UOp, UOp]]) -> None:
    """Replaces nodes in all pending graphs and assignments."""
    for change in changes:
        for storage in aliasing.assigning(): aliasing.reassign(storage, change)
        aliasing.substitute_pending(change)


def _take_assigned(tensor: Tensor) -> UOp | None:
    """The pending ASSIGN to all of its memory, which is cancelled."""
    storage = tensor._storage
    if storage is None or storage.assigned is None: return None
    node, storage.assigned = storage.assigned, None
    del aliasing.assigns[node]
    return node


def _twin_node(memory: UOp) -> UOp:
    """Another node for the same memory."""
    if memory.op is Ops.MULTI: return memory.substitute({leaf: _twin_node(leaf) for leaf in aliasing.leaves_of(memory)})
    node = UOp.new_buffer(memory.device or "", memory.size, memory.dtype, memory.image)
    node.loc = memory.loc
    set_uop_buffer(node, uop_buffer(memory).ensure_allocated())
    return node


def _is_shared(tensor: Tensor) -> bool: return tensor._storage is not None and tensor._storage.is_shared()
