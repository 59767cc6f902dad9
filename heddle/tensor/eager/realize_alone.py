"""Realization of one tensor alone: what `realize_tensors` does, where it concerns no other tensor.

Inputs: a tensor whose graph no other tensor reads. Outputs: the same tensor, backed by memory.
Invariants: the kernels that run, the memory that tensors share, and the graphs that are remembered for gradients are those of the
general path; what that has to look at more closely (assignments, draws, values inside the graph that others read) is left to it.
"""
from __future__ import annotations

from collections.abc import Sequence
from sys import getrefcount
from typing import TYPE_CHECKING

from heddle.device.buffer import Buffer, node_of
from heddle.engine.execute import recorder, scheduling_capabilities
from heddle.engine.run_template import run_ready
from heddle.schedule import find_plan, known_plan, template_of
from heddle.schedule.cache_key import Form, entries_of
from heddle.tensor import aliasing
from heddle.tensor.autograd import realized_graphs
from heddle.tensor.autograd.tracing import check_has_value, is_tracing
from heddle.tensor.eager.deferred_calls import STORED_ALONE, Seen, effort, see_call
from heddle.tensor.random import random
from heddle.tracing.bus import listening
from heddle.uop import Ops, UOp
from heddle.uop.symbol import is_symbolic
from heddle.uop.symbolic_shapes import laid_out

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

_RESHAPE = Ops.RESHAPE  # members of an Enum are slow to look up by attribute


class _Holder:
    """An object with one attribute, by which the reference count of such an attribute is measured."""

    __slots__ = ("uop",)

    def __init__(self) -> None: self.uop = object()


_holder = _Holder()
#: the count of an object that an attribute refers to, and nothing else
_HELD_ONCE = getrefcount(_holder.uop)


def realize_alone(t: Tensor, is_read: bool) -> bool:
    """Computes a tensor where nothing else is to be computed, assigned or drawn with it; if its computation was requested, it has no
    node then until it is accessed. False, and nothing has happened, otherwise."""
    if t._unseen is not None: return True
    seen: Seen | None = None
    if t._call is not None:
        if _run_call(t, is_read): return True
        seen = see_call(t)
    aliasing.see_calls()
    storage = t._storage
    # A node keeps its sources alive, a tensor or a storage its node: what reads this one, or is equal to it, would be counted here.
    # (It has to be counted before anything here refers to it.)
    is_shared = getrefcount(t.uop) > _HELD_ONCE
    whole = t.uop
    if whole.op is _RESHAPE:
        is_shared = is_shared or getrefcount(whole.src[0]) > (_HELD_ONCE if storage is None else _HELD_ONCE + 1)
        root = whole.src[0]
        if root.op not in STORED_ALONE or is_symbolic(whole.arg): return False
    elif whole.op in STORED_ALONE: root = whole
    else: return False
    if listening or recorder.get() is not None: return False  # what runs is to be seen
    if aliasing.assigns or (t._needs_grad and aliasing.is_leaf(t)): return False
    if storage is not None and (storage.root is not root or storage.memory is not None or storage.assigned is not None): return False
    if is_shared and not aliasing.is_only_pending(t): return False  # or else a graph that is remembered reads it, and no tensor
    check_has_value((root,), "computing it")
    if random.advances((root,)) or (found := find_plan(root, scheduling_capabilities)) is None: return False
    slots, template, form = found
    if form is not None and _is_read_inside(t, form): return False
    if template.result is None or (buffers := run_ready(slots, template, root.loc)) is None: return False
    buffer = buffers[template.result]
    if seen is not None and (plan := known_plan(root, template, scheduling_capabilities)) is not None:
        seen.note_schedule(*plan)
    if not (is_read or t._needs_grad) and storage is None and t._leave_unseen(buffer, root): return True
    _settle_result(t, whole, buffer, is_read)
    return True


def _run_call(t: Tensor, is_read: bool) -> bool:
    """The same where `t` is the result of a deferred call: by the schedule of an earlier one of its kind, and no graph is built."""
    if listening or aliasing.any_assigns or t._storage is not None: return False
    if t._needs_grad and aliasing.deferred_backward() is not None: return False  # gradients may reuse what is stored on the way
    # no tensor is left that reads a call below this one, or is equal to it
    if recorder.get() is not None or is_tracing() or not aliasing.is_only_pending(t): return False
    if (call := t._call) is None or (found := call.schedule()) is None: return False
    is_noted = is_read and not t._needs_grad  # as `remember_read` does it
    if is_noted and any(leaf.memory is None or leaf.memory.owner is not None for leaf in call.leaves): return False
    plan, slots = found
    if (template := template_of(plan, scheduling_capabilities)) is None or template.result is None: return False
    if (buffers := run_ready(slots, template, call.loc)) is None: return False
    buffer = buffers[template.result]
    effort.ran()
    if not t._leave_unbuilt(buffer, call if is_read or t._needs_grad else None):
        _settle_result(t, t.uop, buffer, is_read)  # another thread has built its graph
    return True


def _is_read_inside(t: Tensor, form: Form) -> bool:
    """Whether the graph of another pending tensor reads a value inside this one: it may come to be in memory on the way."""
    if len(form.nodes) == len(form.slots) + 1 or aliasing.is_only_pending(t): return False
    alive = graphs_alive(aliasing.pending_tensors(), t)
    return bool(alive and entries_of(alive, dict.fromkeys(form.nodes), form.roots))


def graphs_alive(pending: Sequence[Tensor], but: Tensor | None = None) -> list[UOp]:
    """The live graphs in which stored values may be reused: those that no gradient will be taken through."""
    if any(map(aliasing.is_leaf, pending)): return []  # a leaf has to stay the node that earlier graphs refer to
    return [t.uop for t in pending if not t._needs_grad and t is not but]


# ---- after a run


def _settle_result(t: Tensor, whole: UOp, buffer: Buffer, is_read: bool) -> None:
    """Points `t` at the buffer that the root of its graph `whole` was computed into."""
    root = aliasing.unshaped(whole)
    memory = laid_out(node_of(buffer), root.shape)
    settle_alone(t, whole, memory if whole is root else memory.reshape(whole.shape), is_read)


def settle_alone(t: Tensor, old: UOp, memory: UOp, is_read: bool = False) -> None:
    """Points `t` at the memory of its graph `old`, which no other tensor reads."""
    if (storage := t._storage) is not None:
        is_reshaped = storage.root is aliasing.unshaped(old)
        storage.root = aliasing.unshaped(memory if is_reshaped else storage.root.substitute({old: memory}))
    put_in_memory(t, memory)
    if storage is not None and storage.has_others(t):
        root = aliasing.unshaped(old)
        follow(storage, root, memory if root is old else memory.reshape(root.shape))
    if t._needs_grad: realized_graphs.remember(old, memory)
    elif is_read: realized_graphs.remember_read(old, memory, realized_graphs.next_run())
    else: realized_graphs.remember_requested(old, memory)


def follow(storage: aliasing.Storage, old: UOp, new: UOp) -> None:
    """Views that other threads made of `old` while it was being put in memory become views of `new`."""
    swap = {old: new}
    for view in storage.tensors(): view.uop = view.uop.substitute(swap)
    if storage.root is not storage.memory: storage.root = aliasing.unshaped(storage.root.substitute(swap))


def put_in_memory(tensor: Tensor, node: UOp) -> None:
    """Makes `node`, which is in memory (or whose shards are), the value of `tensor`."""
    tensor.uop = node
    if node.op is Ops.BUFFER: memory = node  # the value is all of the memory
    elif node.op is Ops.RESHAPE and node.src[0].op is Ops.BUFFER: memory = node.src[0]
    else: memory = None
    if memory is not None and tensor._storage is None and not aliasing.assigns: return aliasing.Storage(memory, memory).add(tensor)
    if (memory := aliasing.memory_to_share(node)) is None: return
    aliasing.put_in_memory(tensor, memory)
    storage = tensor._storage
    if storage is not None and storage.root is not memory and aliasing.is_laid_out(node): storage.root = memory
