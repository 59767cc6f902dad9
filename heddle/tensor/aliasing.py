"""Aliasing of tensors: the live tensors, and the storage that views share.

Reshape, permute, flip, slices, expand, detach and bitcast to an equal size give views, which share their operand's memory, always.
Every other result has memory of its own; a write needs memory of the tensor's full size, so an expanded view then leaves its operand.

Inputs: tensors as they are made, which are not kept alive. Outputs: the unrealized tensors, and their `Storage`s.
Invariants: a tensor and its views have one `Storage`, computed or not, and each is a chain of view ops over its `root`. Tensors that
share memory without being views of each other (equal graphs are one node) have a `Storage` each: the memory is copied before a write.
"""
from __future__ import annotations

import os
import sys
import threading
import weakref
from collections.abc import Callable, Iterable, Sized
from typing import TYPE_CHECKING

from heddle.device.buffer import Buffer, find_buffer, node_of
from heddle.tensor import tensor_hook
from heddle.tensor.lock import lock
from heddle.tensor.weak_list import OfThread, ThreadLists, WeakList
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.symbol import is_symbolic
from heddle.uop.symbolic_shapes import laid_out

if TYPE_CHECKING:
    from heddle.tensor.eager.deferred_calls import Call, Operand
    from heddle.tensor.eager.training_steps import Backward
    from heddle.tensor.tensor import Tensor

#: a tensor on several devices has a memory on each: a MULTI of BUFFERs
MEMORY = frozenset((Ops.BUFFER, Ops.BUFFER_VIEW, Ops.MULTI))

# ---- tensors whose value is pending


_of_threads: list[OfThread] = []
_pending = ThreadLists(_of_threads)


def note_pending(tensor: Tensor) -> None:
    """Registers `tensor`, which has a graph and no memory yet."""
    _pending.made.append(tensor)


def note_call(tensor: Tensor) -> None:
    """Registers `tensor`, which has a call in place of its graph (eager/deferred_calls.py); once it has one, `note_pending` does."""
    _pending.calls.append(tensor)


def pending_tensors(thread: threading.Thread | None = None) -> list[Tensor]:
    """The live unrealized tensors, made by any thread or by one; all of them have a graph. The lock must be held."""
    see_calls()
    found: dict[int, Tensor] = {}
    for entry in list(_of_threads):
        owner, made, calls = entry
        if thread is not None and owner is not thread: continue
        left = made.forget(_is_in_memory)
        if left: found.update(left)
        elif not made and not calls and not owner.is_alive(): _of_threads.remove(entry)
    return list(found.values())


def pending_calls() -> list[Tensor] | None:
    """The live unrealized tensors, if none of them has a graph; else None. The lock must be held."""
    found: list[Tensor] = []
    for _, made, calls in list(_of_threads):
        if made.forget(_is_in_memory): return None
        found += calls.forget(_has_no_call).values()
    return found


def is_only_pending(tensor: Tensor) -> bool:
    """Whether every other live tensor, of any thread, has a value in memory. The lock must be held."""
    for _, made, calls in list(_of_threads):
        if made.refs and not made.holds_only(tensor, _is_in_memory): return False
        if calls.refs and not calls.holds_only(tensor, _has_no_call): return False
    return True


def see_calls() -> None:
    """Builds the graph of every tensor that has none yet, before graphs are compared or changed. The lock must be held."""
    settle_backward()
    for _, _, calls in list(_of_threads):
        if calls.refs:
            for tensor in calls.forget(_has_no_call).values(): tensor._see()


def _has_no_call(tensor: Tensor) -> bool: return tensor._call is None


def deferred_backward() -> Backward | None:
    """The one backward pass that has been requested and not built, if a tensor is left that gets a gradient by it."""
    return None if (found := tensor_hook.deferred_backward) is None else found()


def settle_backward() -> None:
    """Builds the gradients of a backward pass that is deferred, before anything changes that they depend on."""
    if (found := deferred_backward()) is not None: found.settle()


def substitute_pending(swap: dict[UOp, UOp]) -> None:
    """Replaces nodes in all pending graphs."""
    pending = pending_tensors()
    for tensor in pending: tensor.uop = tensor.uop.substitute(swap)
    for storage in {id(s): s for t in pending if (s := t._storage) is not None}.values():
        storage.root = unshaped(storage.root.substitute(swap))


def _is_in_memory(tensor: Tensor) -> bool:
    if tensor._unseen is not None: return True
    storage = tensor._storage
    return storage is not None and storage.memory is not None


# ---- tensors that require gradients

_leaves: weakref.WeakValueDictionary[int, Tensor] = weakref.WeakValueDictionary()


def note_leaf(tensor: Tensor) -> None:
    """Registers `tensor` as one that requires gradients."""
    settle_backward()
    with lock: _leaves[id(tensor)] = tensor


def forget_leaf(tensor: Tensor) -> None:
    """Removes it again."""
    settle_backward()
    _leaves.pop(id(tensor), None)


# what `requires_grad` or `is_param` False leaves a tensor out of
_excluded: dict[str, weakref.WeakValueDictionary[int, Tensor]] = {
    "gradient": weakref.WeakValueDictionary(), "parameter": weakref.WeakValueDictionary()}


def note_excluded(tensor: Tensor, kind: str | None) -> None:
    """Excludes `tensor` from gradients ("gradient"), parameters ("parameter"), or neither (None)."""
    settle_backward()
    with lock:
        for name, found in _excluded.items():
            if name == kind: found[id(tensor)] = tensor
            elif found: found.pop(id(tensor), None)


def exclusion(tensor: Tensor) -> str | None:
    """The kind that `note_excluded` last stored for `tensor`."""
    return next((kind for kind, found in _excluded.items() if id(tensor) in found), None)


def is_leaf(tensor: Tensor) -> bool: return id(tensor) in _leaves
def leaves() -> list[Tensor]: return list(_leaves.values())


# ---- tensors of memory for which there is no node yet

_unseen = WeakList(room=64)
#: lock of the first access to a tensor
seeing = threading.RLock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=seeing.acquire, after_in_parent=seeing.release, after_in_child=seeing.release)


#: called with a result that has not been accessed yet
note_unseen = _unseen.append

#: The memory of such a tensor, all of it, row by row with room for the greatest sizes; its shape; the identity of the node to come;
#: the graph that was computed by explicit request, if a gradient may flow through it, or the call that was, for its value was read, or
#: what is to be called with the node. (A plain tuple: they are made in an eighth of the time of a named one.)
Unseen = tuple[Buffer, tuple[int, ...], int, "weakref.ref[UOp] | Call | Callable[[UOp], None] | None"]


def see(unseen: Unseen) -> tuple[UOp, Storage]:
    """Sets the node and the storage of the tensor."""
    buffer, shape, number, _ = unseen
    node = node_of(buffer, number)
    uop = laid_out(node, shape)
    if uop.loc is None: uop.loc = node.loc
    return uop, Storage(node, node)


def see_all() -> None:
    """Gives every result a node and a storage."""
    if not len(_unseen): return
    with lock: unseen = _unseen.forget(lambda t: t._unseen is None)
    for tensor in unseen.values(): tensor._see()


# ---- memory

_owners: dict[int, list[weakref.ref[Storage]]] = {}  # id of a memory's node -> the Storages that hold it and keep it alive


class Storage:
    """The value that a tensor and its views share.

    `root`: the node that holds all of it; the tensors here are chains of view ops over it. `memory`: where it lies once it is
    computed: a BUFFER or BUFFER_VIEW, or a MULTI of some. The memory may be written to in place if `root` is all of it.
    `assigned`: the ASSIGN that will write all of the memory; until it has run the tensors look at that node in place of the memory.
    `writer`: the thread that assigned it.
    `source`: of the views made by expand, the Storage that they read, until they are written to.
    `operand`: what deferred calls know of the view that was an operand last (eager/deferred_calls.py).
    """

    __slots__ = ("__weakref__", "_expansions", "assigned", "memory", "operand", "root", "source", "takes_gradient", "views",
                 "writer")

    root: UOp
    memory: UOp | None
    assigned: UOp | None
    source: Storage | None
    operand: Operand | None
    writer: threading.Thread

    def __init__(self, root: UOp, memory: UOp | None = None) -> None:
        self.root, self.memory, self.assigned, self.source, self.operand = root, None, None, None, None
        self.takes_gradient = False  # whether a gradient flows to what is assigned
        self._expansions: list[weakref.ref[Storage]] | None = None
        self.views = WeakList(room=32)
        if memory is not None: self.settle(memory)

    # ---- memory

    def settle(self, memory: UOp) -> None:
        """Sets the memory; views that are only expanded from it do not own it, but have their source own it."""
        if self.memory is not None: self._release()
        self.memory = memory
        if self.source is not None:
            if self.source.memory is None: self.source.settle(memory)  # no tensor of it may be left that would
            return
        for node in _known_as(memory): _owners.setdefault(id(node), []).append(weakref.ref(self))

    def _release(self) -> None:
        memory, self.memory = self.memory, None
        if memory is None or self.source is not None: return
        if self.assigned is not None: _left_assigned[memory] = True
        for node in _known_as(memory):
            owners = _owners.pop(id(node), ())
            # one that is being freed may be gone from its own reference
            if len(owners) > 1 and (left := [ref for ref in owners if ref() not in (None, self)]): _owners[id(node)] = left

    def __del__(self, ends: Callable[[], bool] = sys.is_finalizing) -> None:
        # when Python ends, names of modules are gone before the last objects; Ctrl-C may come before there is a memory
        if not ends() and getattr(self, "memory", None) is not None: self._release()

    def is_own(self) -> bool:
        """Whether the memory holds this value and nothing else."""
        return self.source is None and self.memory is not None and self.root is self.memory

    def is_shared(self) -> bool:
        """Whether tensors that are no views of these share the memory."""
        return self.memory is not None and any(len(_owners.get(id(node), ())) > 1 for node in _known_as(self.memory))

    def may_be_written(self) -> bool:
        """Whether the memory is of this value's own size, and no other tensor or library relies on its contents."""
        memory = self.memory
        if memory is None or self.root is not memory or self.source is not None: return False
        if memory.op is Ops.BUFFER:  # as below, for the common case
            return len(_owners.get(id(memory), ())) <= 1 and (memory.memory is None or not memory.memory.readonly)
        return not self.is_shared() and not self.is_readonly()

    def is_readonly(self) -> bool:
        """Whether a part of the memory must not be written to."""
        buffers = [find_buffer(leaf) for leaf in (() if self.memory is None else leaves_of(self.memory))]
        return any(buffer is not None and buffer.readonly for buffer in buffers)

    # ---- tensors

    def add(self, tensor: Tensor) -> None:
        """Registers `tensor` as a user of this memory."""
        tensor._storage = self  # first: other threads see it from the moment that it is in a list
        self.views.append(tensor)

    def tensors(self) -> list[Tensor]:
        """The live tensors over this memory, those expanded from it too."""
        found = [t for t in self.views.living() if t._storage is self]
        for ref in self._expansions or ():
            if (expansion := ref()) is not None and expansion.source is self: found += expansion.tensors()
        return found

    def has_others(self, tensor: Tensor) -> bool:
        """Whether a live tensor other than `tensor` is over this memory."""
        return any(t is not tensor for t in self.tensors())

    # ---- expanded views

    def expanded(self, root: UOp) -> Storage:
        """The Storage of a view that repeats elements of this one."""
        found = Storage(root)
        found.source, found.memory = self, self.memory
        left = [ref for ref in self._expansions or () if ref() is not None]
        self._expansions = [*left, weakref.ref(found)]
        return found

    def leave(self) -> None:
        """Detaches from the source: this becomes a value of its own, to be computed."""
        if self.source is None: return
        self.source = self.memory = None
        for tensor in self.tensors(): note_pending(tensor)

    def first(self) -> Storage:
        """The Storage that this one is expanded from, or itself."""
        found = self
        while found.source is not None: found = found.source
        return found

    # ---- changes

    def substitute(self, swap: dict[UOp, UOp]) -> None:
        """Replaces nodes in the graphs of the tensors here."""
        for tensor in self.tensors(): tensor.uop = tensor.uop.substitute(swap)
        self._replace_root(swap)

    def _replace_root(self, swap: dict[UOp, UOp]) -> None:
        self.root = unshaped(self.root.substitute(swap))
        for ref in self._expansions or ():
            if (expansion := ref()) is not None and expansion.source is self: expansion._replace_root(swap)

    def rebase(self, value: UOp) -> None:
        """Makes `value`, which has the shape of `root` and is not computed yet, the value of the tensors here."""
        self._release()
        self.substitute({self.root: value})
        for tensor in self.tensors():
            storage = tensor._storage
            assert storage is not None
            storage.memory = None
            note_pending(tensor)

    def move(self, memory: UOp) -> None:
        """Moves these tensors to `memory`, of equal size."""
        before = self.memory
        self.settle(memory)
        if before is None: return
        self.substitute({before: memory})
        self._move_expansions(memory)

    def _move_expansions(self, memory: UOp) -> None:
        for ref in self._expansions or ():
            if (expansion := ref()) is None or expansion.source is not self: continue
            expansion.memory = memory
            expansion._move_expansions(memory)


def leaves_of(memory: UOp) -> tuple[UOp, ...]:
    """The BUFFERs (BUFFER_VIEWs, PARAMs) of a memory: one per device."""
    return tuple([part.base for part in memory.src]) if memory.op is Ops.MULTI else (memory,)


def flat(memories: Iterable[UOp]) -> list[UOp]:
    """The BUFFERs of all these, in order."""
    return [leaf for memory in memories for leaf in leaves_of(memory)]


def _known_as(memory: UOp) -> tuple[UOp, ...]:
    """The nodes under which the Storages of a memory are registered."""
    return (memory, *leaves_of(memory)) if memory.op is Ops.MULTI else (memory,)


def new_like(memory: UOp) -> UOp:
    """New, uninitialised memory of the same size, dtype and sharding on the same devices."""
    new = {leaf: UOp.new_buffer(leaf.device or "", leaf.size, leaf.dtype, leaf.image) for leaf in leaves_of(memory)}
    return memory.substitute(new)


def storages_of(memory: UOp) -> list[Storage]:
    """The live Storages of a memory: more than one if tensors that are no views of each other share it."""
    return [storage for ref in _owners.get(id(memory), ()) if (storage := ref()) is not None]


def all_storages() -> dict[int, list[weakref.ref[Storage]]]:
    """The Storages of every memory in use, by the id of its node."""
    see_all()
    return {key: list(refs) for key, refs in list(_owners.items())}


def memory_to_share(node: UOp) -> UOp | None:
    """The memory that `node` is a view of, if it is immutable from now on: a pending assignment does not belong to `node` any more."""
    memory = memory_of(node)
    return None if memory is None or (assigns and is_assigned(memory)) else memory


# memory that its Storage left, with an assignment to it still to run
_left_assigned: weakref.WeakKeyDictionary[UOp, bool] = weakref.WeakKeyDictionary()


def is_assigned(memory: UOp) -> bool:
    """Whether an assignment to all of `memory` is pending."""
    if any(storage.assigned is not None for storage in storages_of(memory)): return True
    return memory in _left_assigned and any(memory_of(node.src[0]) is memory for node in list(assigns))


def storage_for(uop: UOp, memory: UOp) -> Storage:
    """The Storage of a new tensor, a view of `memory`: in place if no other tensor uses it, else a value of its own."""
    is_owner = id(memory) not in _owners and not is_repeating(uop)
    return Storage(memory if is_owner else root_of(uop, memory), memory)


def put_in_memory(tensor: Tensor, memory: UOp) -> None:
    """Marks `tensor` as computed, in `memory`."""
    storage = tensor._storage
    if storage is None or storage.memory not in (None, memory): Storage(root_of(tensor.uop, memory), memory).add(tensor)
    elif storage.memory is None: storage.settle(memory)


# no memory holds the zeros of a padding: it has to be computed
VIEWS = GroupOp.MOVEMENT - {Ops.PAD} | {Ops.DETACH, Ops.BITCAST}


def memory_of(node: UOp) -> UOp | None:
    """The memory that `node` is a view of; None if it has to be computed."""
    while node.op in VIEWS: node = node.src[0]
    return node if node.op in MEMORY else None


_WHOLE = (Ops.RESHAPE, Ops.DETACH)


def unshaped(node: UOp) -> UOp:
    """`node` without its reshape: a reshape of a reshape drops the inner one."""
    while node.op is Ops.RESHAPE: node = node.src[0]
    return node


def root_of(node: UOp, memory: UOp) -> UOp:
    """The root of a value of its own that is `node`, a view of `memory`: the memory itself if the value is all of it."""
    return memory if is_whole(node) or is_laid_out(node) else unshaped(node)


def is_repeating(node: UOp) -> bool:
    """Whether a view repeats an element of its memory."""
    chain: list[UOp] = []
    while node.op in VIEWS:
        chain.append(node)
        node = node.src[0]
    if all(n.op is not Ops.EXPAND for n in chain): return False
    if any(is_symbolic(n.shape) for n in chain): return True
    import numpy as np
    positions = np.arange(node.numel).reshape(node.shape)
    for n in reversed(chain):
        if n.op is Ops.RESHAPE: positions = positions.reshape(n.arg)
        elif n.op is Ops.PERMUTE: positions = positions.transpose(n.arg)
        elif n.op is Ops.EXPAND: positions = np.broadcast_to(positions, n.arg)
        elif n.op is Ops.SHRINK: positions = positions[tuple([slice(b, e) for b, e in n.arg])]
        elif n.op is Ops.FLIP: positions = np.flip(positions, n.arg)
    return np.unique(positions).size < positions.size


def is_whole(node: UOp) -> bool:
    """Whether `node` is all of a memory, in its own order."""
    while node.op in _WHOLE: node = node.src[0]
    return node.op in MEMORY


def is_laid_out(node: UOp) -> bool:
    """Whether `node` is a tensor of symbolic sizes in memory of exactly its maximum size."""
    memory = memory_of(node) if is_symbolic(node.shape) else None
    return memory is not None and memory.size == node.capacity and laid_out(memory, node.shape) is node


# ---- assignments that have not run yet

#: the ASSIGN nodes alive that have not run
assigns: weakref.WeakKeyDictionary[UOp, weakref.ref[Storage]] = weakref.WeakKeyDictionary()
#: not empty if there may be some: the dict behind them, whose truth takes no call of Python
any_assigns: Sized = vars(assigns)["data"]


def assign_whole(storage: Storage, target: UOp, value: UOp) -> UOp:
    """The ASSIGN of `value` to all of the memory; every view refers to it from now on."""
    assert storage.memory is not None
    node = target.assign(value)
    storage.assigned, storage.writer = node, threading.current_thread()
    assigns[node] = weakref.ref(storage)
    storage.substitute({target: node, storage.memory: node.reshape(storage.memory.shape)})
    return node


def assigning() -> list[Storage]:
    """The storages with a pending write."""
    return [s for ref in list(assigns.values()) if (s := ref()) is not None and s.assigned is not None]


def assigning_here() -> list[Storage]:
    """The storages with a pending write of this thread, or of one that has ended."""
    here = threading.current_thread()
    return [s for s in assigning() if s.writer is here or not s.writer.is_alive()]


def reassign(storage: Storage, swap: dict[UOp, UOp]) -> None:
    """Replaces nodes in pending writes."""
    old = storage.assigned
    assert old is not None
    if (new := old.substitute(swap)) is old: return
    storage.substitute({old: new})
    storage.assigned = new
    assigns.pop(old, None)
    assigns[new] = weakref.ref(storage)
