"""Which tensors are alive and which memory they share: what assignment and realisation need to know.

In: tensors as they are made, told of without holding them. Out: the tensors not in memory yet, and `Storage`s.
Always true: a tensor that is in memory has the `Storage` of that memory, and so have its views; two tensors that have the same
memory by chance (equal graphs are one node) have a `Storage` each, so that assigning to one of them does not change the other.
"""
from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from heddle.uop import GroupOp, Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

MEMORY = frozenset((Ops.BUFFER, Ops.BUFFER_VIEW))

# ---- tensors whose value is still to be computed

class TensorRef(weakref.ref):
    """A weak reference that is equal to another if they mean the same object: `==` of tensors is another tensor."""

    __slots__ = ("identity",)

    def __new__(cls, tensor: Tensor, callback: Any = None) -> TensorRef:
        self = super().__new__(cls, tensor, callback)
        self.identity = id(tensor)
        return self

    def __init__(self, tensor: Tensor, callback: Any = None) -> None: super().__init__(tensor, callback)
    def __hash__(self) -> int: return self.identity
    def __eq__(self, other: object) -> bool: return isinstance(other, TensorRef) and self.identity == other.identity


_pending: dict[TensorRef, None] = {}


def _forget(ref: Any, table: dict[Any, None] = _pending) -> None:
    table.pop(ref, None)


def note_pending(tensor: Tensor, _ref: Any = TensorRef, table: dict[Any, None] = _pending, forget: Any = _forget) -> None:
    """`tensor` has a graph and no memory yet."""
    table[_ref(tensor, forget)] = None


def pending_tensors() -> list[Tensor]:
    """The living tensors that are not in memory; those that have come there since are forgotten."""
    found: list[Tensor] = []
    for ref in list(_pending):
        tensor = ref()
        if tensor is None: continue
        if tensor._storage is None: found.append(tensor)
        else: _pending.pop(ref, None)
    return found


# ---- tensors that want gradients

_leaves: dict[TensorRef, None] = {}


def note_leaf(tensor: Tensor) -> None: _leaves[TensorRef(tensor, lambda ref: _leaves.pop(ref, None))] = None
def forget_leaf(tensor: Tensor) -> None: _leaves.pop(TensorRef(tensor), None)
def is_leaf(tensor: Tensor) -> bool: return TensorRef(tensor) in _leaves
def leaves() -> list[Tensor]: return [t for ref in list(_leaves) if (t := ref()) is not None]


# ---- memory

_owners: dict[int, int] = {}  # id of a BUFFER or BUFFER_VIEW node -> how many Storages hold it; they keep the node alive


class Storage:
    """The memory that a tensor and its views look at.

    `memory` is a BUFFER or BUFFER_VIEW. `assigned` is the ASSIGN that will write all of it, once it runs: until then the
    tensors here look at that node in place of the memory.
    """

    __slots__ = ("__weakref__", "assigned", "memory", "views")

    def __init__(self, memory: UOp) -> None:
        self.memory, self.assigned = memory, None
        self.views: dict[TensorRef, None] = {}
        _owners[id(memory)] = _owners.get(id(memory), 0) + 1

    memory: UOp
    assigned: UOp | None

    def __del__(self) -> None: self._release()

    def _release(self) -> None:
        left = _owners.get(id(self.memory), 1) - 1
        if left: _owners[id(self.memory)] = left
        else: _owners.pop(id(self.memory), None)

    def add(self, tensor: Tensor) -> None:
        """`tensor` looks at this memory from now on."""
        views = self.views
        views[TensorRef(tensor, lambda ref: views.pop(ref, None))] = None
        tensor._storage = self

    def tensors(self) -> list[Tensor]:
        """The living tensors that look at this memory."""
        return [t for ref in list(self.views) if (t := ref()) is not None and t._storage is self]

    def is_shared(self) -> bool:
        """Whether tensors that are no views of these look at the same memory."""
        return _owners[id(self.memory)] > 1

    def substitute(self, swap: dict[UOp, UOp]) -> None:
        """Replaces nodes in what the tensors here look at."""
        for tensor in self.tensors(): tensor.uop = tensor.uop.substitute(swap)

    def move(self, memory: UOp) -> None:
        """Makes `memory`, of equal size, the memory of these tensors."""
        swap = {self.memory: memory}
        self._release()
        self.memory = memory
        _owners[id(memory)] = _owners.get(id(memory), 0) + 1
        self.substitute(swap)


# no memory holds the zeros of a padding: it has to be computed
_VIEWS = GroupOp.MOVEMENT - {Ops.PAD} | {Ops.DETACH}


def memory_of(node: UOp) -> UOp | None:
    """The memory that `node` is a view of; None if it has to be computed."""
    while node.op in _VIEWS: node = node.src[0]
    return node if node.op in MEMORY else None


def is_whole(node: UOp) -> bool:
    """Whether `node` is all of a memory, in its own order."""
    while node.op in (Ops.RESHAPE, Ops.DETACH): node = node.src[0]
    return node.op in MEMORY


# ---- assignments that have not run yet

#: the ASSIGN nodes alive that have not run
assigns: weakref.WeakKeyDictionary[UOp, weakref.ref[Storage]] = weakref.WeakKeyDictionary()


def assign_whole(storage: Storage, target: UOp, value: UOp) -> UOp:
    """The ASSIGN of `value` to all of the memory; every view looks at it from now on."""
    node = target.assign(value)
    storage.assigned = node
    assigns[node] = weakref.ref(storage)
    storage.substitute({target: node, storage.memory: node.reshape((storage.memory.numel,))})
    return node
