"""Training steps: a backward pass and the step of an optimizer that are like earlier ones run without graphs.

A loop of training builds the same three graphs again and again: of a loss, of its gradients, and of what an optimizer does with them.
Where the loss is a call of a kind that has been through a backward pass (`deferred_calls`), the next pass is only noted, and where the
optimizer that comes next has moved parameters by such a pass, the schedule of that step runs on the memory of this one.

Inputs: losses with a `Call` in place of a node, and what an optimizer is made of. Outputs: parameters, states, gradients and pending
values in memory, as the general path leaves them.
Invariants: a pass is built late as it would have been built at once: whatever may tell the difference (a gradient that is looked at, a
write, another pass, another tensor that is realized or pending) has it built before. A step is remembered only where the general path
left nothing but what its schedule says.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable, Container, Hashable, Sequence
from typing import TYPE_CHECKING, cast

from heddle.device.buffer import Buffer, node_of
from heddle.engine.execute import recorder, scheduling_capabilities
from heddle.engine.run_template import run_ready
from heddle.errors import user_location
from heddle.named_tuple import NamedTuple
from heddle.process.interrupts import whole_run
from heddle.schedule import KnownPlan, known_plan_of, template_of
from heddle.tensor import aliasing, tensor_hook
from heddle.tensor.autograd import autocast, lazy_gradients, realized_graphs
from heddle.tensor.autograd.lazy_gradients import WRITTEN, LazyGradient
from heddle.tensor.autograd.tracing import is_tracing
from heddle.tensor.eager.deferred_calls import Call, as_called, effort
from heddle.tensor.eager.realize_alone import put_in_memory
from heddle.tensor.lock import lock, locked
from heddle.tensor.realize import Run, noting_runs, realize_tensors, written_memory
from heddle.tracing.bus import listening
from heddle.uop import Ops, UOp
from heddle.uop.symbolic_shapes import laid_out

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: so many passes of one kind are built before they are deferred no more, if no step ran without graphs
_MOST_BUILT = 64
#: limit of the steps that are known
_MOST_STEPS = 256

#: builds a backward pass from a result, with its gradient, and the ids of tensors that may get one that was not requested
Build = Callable[["Tensor", "Tensor | None", "Container[int] | None"], None]

# ---- backward passes


class Backward:
    """A backward pass that has been requested and not built. It is the `_grad` of the tensors that get a gradient by it.

    `call`: that of its result. `numbers`: by the identities of that and of the calls below it, where each comes first.
    """

    __slots__ = ("__weakref__", "_build", "_tensors", "call", "loc", "numbers", "result")

    def __init__(self, result: Tensor, call: Call, numbers: dict[int, int], tensors: Sequence[Tensor], build: Build) -> None:
        self.call, self.numbers, self._build, self.loc = call, numbers, build, user_location()
        self.result, self._tensors = weakref.ref(result), [weakref.ref(t) for t in tensors]
        for t in tensors: t._grad = self
        tensor_hook.deferred_backward = weakref.ref(self)

    def tensors(self) -> list[Tensor]:
        """The live tensors that get a gradient."""
        return [t for ref in self._tensors if (t := ref()) is not None and t._grad is self]

    def end(self) -> None:
        """It is done, or being built."""
        tensor_hook.deferred_backward = None
        for t in self.tensors(): t._grad = None

    def settle(self) -> None:
        """Builds the graphs of the gradients."""
        with lock:
            if aliasing.deferred_backward() is not self: return
            tensors = self.tensors()
            self.end()
            self.call.kind.passes_built += 1
            if (result := self.result()) is None: result = tensor_hook.tensor_class._of(self.call.node(), True)
            with as_called(self.loc): self._build(result, None, set(map(id, tensors)))  # others may be made of equal nodes since


def defer_backward(result: Tensor, build: Build) -> bool:
    """Notes a backward pass that is like one that was built before. False, and nothing has happened, otherwise. The lock must be held.

    `build`: what builds it.
    """
    aliasing.settle_backward()
    if (call := result._call_behind) is None or not (kind := call.kind).needs_grad or kind.shape: return False
    if not kind.has_passed:
        kind.has_passed = True
        return False
    if effort.rest or (kind.passes_built > _MOST_BUILT and not kind.runs): return False
    if aliasing.assigns or is_tracing() or autocast.state.dtype is not None or recorder.get() is not None: return False
    if (pending := aliasing.pending_calls()) is None or realized_graphs.may_reach_requested(call.leaves): return False
    numbers = {id(x): i for i, x in reversed([*enumerate(call.below())])}
    found = [t for t in pending if id(t._call) in numbers]
    if result._call is None: found.append(result)  # it has been computed
    if any(t._grad is not None or aliasing.exclusion(t) for t in found): return False
    if (tensors := _tensors_over(call.leaves)) is None: return False
    Backward(result, call, numbers, [*tensors, *found], build)
    return True


def _tensors_over(memories: Sequence[UOp]) -> list[Tensor] | None:
    """The tensors over these memories that get a gradient; None where that depends on the graph."""
    found: list[Tensor] = []
    for memory in dict.fromkeys(memories):
        if realized_graphs.has_graph(memory): return None
        for storage in aliasing.storages_of(memory):
            for t in storage.tensors():
                gets_none = not aliasing.is_leaf(t) and (
                    not t.dtype.is_float() or aliasing.exclusion(t) == "gradient"
                    or (isinstance(t._grad, LazyGradient) and t._grad.lost is not None))
                if gets_none: continue
                if t._grad is not None or aliasing.unshaped(t.uop) is not memory: return None
                found.append(t)
    return found if any(map(aliasing.is_leaf, found)) else None


# ---- steps


class _Step(NamedTuple):
    """How a step runs: on which of its memories; in which slots it leaves values, and what is left of gradients."""

    plan: KnownPlan
    order: list[int]  # by slot, which of the memories
    written: list[int]  # memories
    values: list[int]  # slots of the values of pending tensors
    value_gradients: list[UOp | None]  # theirs, where it does not depend on any memory; None for one that is lost
    result_gradient: UOp | None  # that of the result, where it was computed before
    gradients: list[int]  # slots of the gradients of the parameters that moved


class _Situation(NamedTuple):
    """A step to come: what it reads and writes. Others with an equal `key` are like it."""

    key: Hashable
    memories: list[UOp]  # the leaves of the loss, as often as they are operands, and then those of parameters and states
    numbers: dict[UOp, int]  # where each of these comes first
    pending: list[Tensor]
    moved: list[Tensor]


#: by what is like; None for those that are taken with graphs
_steps: dict[Hashable, _Step | None] = {}
_UNKNOWN = cast("_Step", object())
_NOTHING = UOp.sink()


@locked
def take_step(setup: Hashable, params: Sequence[Tensor], states: Sequence[Tensor], schedule: Callable[[], Sequence[Tensor]]) -> None:
    """Realizes what `schedule` returns: it moves `params`, by their gradients, and `states`, and does nothing else.

    It does the same where `setup`s are equal, dtypes and shapes of these tensors are, and the same parameters have a gradient.
    """
    backward = aliasing.deferred_backward()
    found = None if backward is None else _situation(backward, setup, params, states)
    if backward is None or found is None: return realize_tensors(schedule())
    step = _steps.get(found.key, _UNKNOWN)
    if step is None: return realize_tensors(schedule())
    if step is not _UNKNOWN and _run(step, found, backward): return None
    result = None if any(t is backward.result() for t in found.pending) else backward.result()
    others = [t for t in backward.tensors() if not (aliasing.is_leaf(t) or t is result or any(t is p for p in found.pending))]
    with noting_runs() as runs: realize_tensors(schedule())
    if len(_steps) >= _MOST_STEPS: _steps.clear()
    _steps[found.key] = step = _noted(runs[0], found, others, [*params, *states], result) if len(runs) == 1 else None
    if step is not None:
        for call in backward.call.below(): call.kind.runs = True
    return None


def _situation(backward: Backward, setup: Hashable, params: Sequence[Tensor], states: Sequence[Tensor]) -> _Situation | None:
    """None where a step may not be taken without graphs."""
    if listening or aliasing.assigns or is_tracing() or recorder.get() is not None: return None
    moved = [p for p in params if p._grad is backward]
    if len(moved) != sum(map(aliasing.is_leaf, backward.tensors())): return None
    if any(p._grad is not None and p._grad is not backward for p in params): return None
    if (pending := aliasing.pending_calls()) is None: return None
    positions = [backward.numbers.get(id(t._call)) for t in pending]
    if None in positions: return None
    memories, forms = [*backward.call.leaves], list[Hashable]()
    for t in (*params, *states):
        if (storage := t._storage) is None or not storage.may_be_written(): return None
        memory, uop = storage.memory, t.uop
        if memory is None or memory.op is not Ops.BUFFER or aliasing.unshaped(uop) is not memory: return None
        memories.append(memory)
        forms.append((uop.dtype, uop.shape, memory.arg[1:], t._grad is backward))
    numbers: dict[UOp, int] = {}
    shared = tuple([numbers.setdefault(memory, i) for i, memory in enumerate(memories)])
    key = setup, backward.call.kind, backward.result() is None, tuple(positions), shared, tuple(forms)
    return _Situation(key, memories, numbers, pending, moved)


def _run(step: _Step, found: _Situation, backward: Backward) -> bool:
    """Takes a step like an earlier one. False, and nothing has happened, if its schedule is gone or somebody looks at it."""
    if (template := template_of(step.plan, scheduling_capabilities)) is None: return False
    memories = found.memories
    with whole_run():
        buffers = run_ready([memories[i] for i in step.order], template, backward.loc)
        if buffers is None: return False
        effort.ran()
        tensors = backward.tensors()
        backward.end()
        for t in tensors: t._grad = LazyGradient(_NOTHING, WRITTEN)
        if step.result_gradient is not None and (of := backward.result()) is not None: of._grad = LazyGradient(step.result_gradient)
        for t, slot, gradient in zip(found.pending, step.values, step.value_gradients, strict=True):
            _leave_in(buffers[slot], t)
            if gradient is not None: t._grad = LazyGradient(gradient)
        for p, slot in zip(found.moved, step.gradients, strict=True): p._grad = _gradient_in(buffers[slot], p)
        written = {memories[i] for i in step.written}
        lazy_gradients.lose_reading(written)
        realized_graphs.forget_reading(written)
    return True


def _leave_in(buffer: Buffer, t: Tensor) -> None:
    """Makes `buffer` the memory of a pending tensor; what it was computed from has been written to."""
    if t._leave_unbuilt(buffer, realized_graphs.lose_gradient): return
    memory = node_of(buffer)  # another thread has built its graph
    put_in_memory(t, laid_out(memory, t.uop.shape))
    realized_graphs.lose_gradient(memory)


def _gradient_in(buffer: Buffer, p: Tensor) -> Tensor:
    gradient = p._of_memory(buffer, p.uop.shape, realized_graphs.forget)
    gradient._needs_grad = False
    return gradient


def _noted(run: Run, found: _Situation, others: Sequence[Tensor], own: Sequence[Tensor], result: Tensor | None) -> _Step | None:
    """The step that the general path has just taken by `run`; None if it left something that another like it would not.

    `result`: that of the pass, if it was computed before. `others` get no gradient by the step, `own` are written to.
    """
    planned, becomes = run
    template, form = planned.template, planned.form
    if (plan := known_plan_of(form, template, scheduling_capabilities)) is None: return None
    if aliasing.assigns or aliasing.pending_tensors() or not all(map(_is_lost, others)): return None
    if [t._memory for t in own] != found.memories[-len(own):]: return None
    gradients = [p.grad for p in found.moved]
    homes = [*zip(form.roots, template.homes, strict=True), *((form.nodes[i], home) for i, home in template.kept.items())]
    slots = {aliasing.unshaped(becomes[node]): home.arg.slot for node, home in homes
             if node in becomes and home is not None and template.is_new(home)}
    try:
        order = [found.numbers[memory] for memory in form.slots]
        written = [found.numbers[written_memory(node)] for node in becomes if node.op is Ops.ASSIGN]
        values = [slots[_lost_memory(t, realized_graphs.has_lost_gradient)] for t in found.pending]
        moves = [slots[_lost_memory(g, realized_graphs.is_forgotten)] for g in gradients]
        left = [_constant_gradient(t) for t in found.pending]
        of_result = None if result is None else _constant_gradient(result)
    except LookupError: return None  # another memory than those of the step
    return None if len({*values, *moves}) < len(values) + len(moves) else _Step(plan, order, written, values, left, of_result, moves)


def _lost_memory(t: Tensor | None, is_lost: Callable[[UOp], bool]) -> UOp:
    """The memory of `t`, through which no gradient flows any more. LookupError if one may."""
    if t is None or not is_lost(memory := aliasing.unshaped(t.uop)): raise LookupError
    return memory


def _is_lost(t: Tensor) -> bool: return isinstance(t._grad, LazyGradient) and t._grad.lost is WRITTEN


def _constant_gradient(t: Tensor) -> UOp | None:
    """The gradient of `t`, if it depends on no memory; None if it is lost. LookupError for another."""
    if _is_lost(t): return None
    gradient = t._grad.graph if isinstance(t._grad, LazyGradient) and t._grad.lost is None else None
    if gradient is None or any(node.op in aliasing.MEMORY for node in gradient.toposort()): raise LookupError
    return gradient
