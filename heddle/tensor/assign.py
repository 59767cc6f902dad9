"""Assignment to tensors: `assign`, in-place operators, and `x[...] = v`.

Inputs: a tensor and a value of its shape, dtype and device. Outputs: the same tensor, which will hold the value. Invariants: views
see the write; values built before it do not, and neither do tensors that share memory only by chance. In-place writes go to memory
of the tensor's own size that nobody else relies on (`own_memory`): a full write once its value is needed, a partial one at once. A
value that is not computed yet, or that a gradient flows through, is replaced in the graphs of its views.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.device.buffer import find_buffer
from heddle.dtype import dtypes
from heddle.errors import DeviceError, DTypeError, ShapeError
from heddle.tensor import aliasing, tensor_hook
from heddle.tensor.autograd.realized_graphs import carries_gradient, has_lost_gradient, lose_gradient
from heddle.tensor.host_data import new_memory, own_node, runs_kernels
from heddle.tensor.interop.strides import row_major, strides_of
from heddle.tensor.lock import locked
from heddle.tensor.node_builders import Shape, alu, broadcast, constant, mark
from heddle.tensor.realize import compute_before_overwriting, realize_assign
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.device.buffer import Buffer
    from heddle.tensor.tensor import Tensor


class AssignMixin:
    """Assignment methods."""

    __slots__ = ()

    @locked
    def assign(self: Tensor, x: object) -> Tensor:
        """Writes `x` into the memory of this tensor, once its value is needed; views of the memory see it, values built before do not.

        x: a tensor or number that broadcasts to this shape, of this dtype, on this device. ShapeError, DTypeError or
        DeviceError if it does not fit.
        """
        aliasing.settle_backward()
        value = self._assigned_value(x)
        if value is self or not self.numel(): return self
        if value.device != self.device: return self._assign_across(value)
        storage = self._storage
        is_computed = storage is not None and storage.memory is not None
        return self._overwrite(value) if is_computed or not self._carries_gradient(value) else self._write(value)

    def _assigned_value(self: Tensor, x: object) -> Tensor:
        # what only holds data is given values of another device
        if not isinstance(x, type(self)): x = type(self)(x, self.device if runs_kernels(self.device) else None, self.dtype)
        if x.dtype != self.dtype:
            raise DTypeError(f"assign needs dtype {self.dtype.name}, got {x.dtype.name}", f"Use .cast({self.dtype!r}).")
        if (found := spread(x, self.shape)) is None:
            raise ShapeError(f"assign needs shape {self.shape}, got {x.shape}",
                             "Reshape the value, or use .replace() for a tensor of another shape.")
        return found

    def _assign_across(self: Tensor, value: Tensor) -> Tensor:
        if runs_kernels(self.device):
            raise DeviceError(f"assign needs a value on {self.device}, got one on {value.device}", f"Use .to({self.device!r}).")
        self._consecutive_buffer().copyin(memoryview(value._bytes()))
        return self

    def _consecutive_buffer(self: Tensor) -> Buffer:
        """The part of a file that this tensor is, which is written to as bytes. DeviceError for a strided one."""
        from heddle.device.buffer import uop_buffer
        storage = self._storage
        if storage is None or storage.memory is None or not storage.may_be_written():
            raise DeviceError(f"{self.device} cannot hold another copy, which this write would need", "Move it first: x.to(None).")
        found = strides_of(without_casts(self.uop, storage.root))
        if found is None or any(n > 1 and a != b for n, a, b in zip(self.shape, found[1], row_major(self.shape), strict=True)):
            raise DeviceError(f"only consecutive elements of {self.device} can be written", "Write whole rows, or the whole tensor.")
        compute_before_overwriting({storage.memory})
        memory = uop_buffer(storage.memory)
        return memory.view(self.numel(), memory.dtype, found[0] * memory.dtype.itemsize)

    # ---- destination of a write

    @locked
    def _write(self: Tensor, value: Tensor) -> Tensor:
        """Makes `value`, of this shape and dtype, the value of this tensor and its views."""
        aliasing.settle_backward()
        if not self.numel(): return self
        if self._is_written_in_place(value): return self._overwrite(value)
        storage = self._storage
        needs = self._needs_grad or value._needs_grad
        if storage is None: self._take_graph(value.uop, needs)
        elif storage.source is None and storage.memory is None and not storage.has_others(self):
            self.uop, self._storage, self._needs_grad = value.uop, None, needs
        else:
            storage.leave()
            _replace_part(storage, self.uop, value)
        return self

    def _is_written_in_place(self: Tensor, value: Tensor) -> bool:
        """Whether a write goes to memory. Where a gradient flows, a graph replaces it: rules may read the old contents."""
        storage = self._storage
        if storage is None: return aliasing.is_leaf(self)
        tensors = storage.tensors()
        if any(map(aliasing.is_leaf, tensors)): return True
        if storage.memory is not None: return not any(t._needs_grad for t in tensors) or has_lost_gradient(storage.memory)
        return len(tensors) > 1 and not self._carries_gradient(value)

    def _uncast(self: Tensor) -> Tensor:
        """The same elements, with their gradient and in the dtype of the memory: itself if it is neither detached nor cast."""
        storage = self._storage
        if storage is None or (uop := without_casts(self.uop, storage.root)) is self.uop: return self
        flows = any(t._needs_grad for t in storage.tensors())
        return self._seen_as(uop, flows or None, storage)

    def _carries_gradient(self: Tensor, value: Tensor) -> bool:
        """Whether a gradient flows to `value`, or through the tensor that it is written to."""
        storage = self._storage
        tensors = (self,) if storage is None else storage.tensors()
        return bool(value._needs_grad) or any(t._needs_grad for t in tensors)

    def _overwrite(self: Tensor, value: Tensor) -> Tensor:
        """Writes `value` into the memory of this tensor."""
        if not runs_kernels(self.device):
            raise DeviceError(f"{self.device} holds data and computes nothing", "Assign a tensor that is on another device.")
        storage = self._settled_storage()
        if value._storage is not None: value = value._of(value.uop, value._needs_grad)  # a view of this: as it is before the write
        is_all = aliasing.unshaped(without_casts(self.uop, storage.root)) is storage.root
        memory = own_memory(storage, is_kept=not is_all)
        view = without_casts(self.uop, storage.root)
        bits = value.uop.bitcast(memory.dtype)
        takes_gradient = bool(value._needs_grad) and not any(map(aliasing.is_leaf, storage.tensors()))
        if aliasing.is_whole(view):
            storage.takes_gradient = takes_gradient
            assign_all(storage, self.shape, bits)
            if takes_gradient: _let_gradients_flow(storage)
            return self
        if memory.op is Ops.MULTI or memory.image is not None:  # images are written as a whole
            storage.takes_gradient = takes_gradient
            assign_all(storage, memory.shape, write_in(view, memory, bits))
            return self.realize()
        realize_assign(mark(view.assign(bits)))
        if takes_gradient:
            lose_gradient(memory)
            _let_gradients_flow(storage)
        return self

    def _settled_storage(self: Tensor) -> aliasing.Storage:
        """The storage of this tensor, with no write to it left to run."""
        storage = self._storage
        if storage is not None and storage.first().assigned is not None: self.realize()
        if aliasing.is_leaf(self): self.realize()
        storage = self._shared_storage()
        storage.leave()
        return storage


@locked
def load(tensor: Tensor, x: Tensor) -> Tensor:
    """Makes the value of `x`, of its shape, that of `tensor`; what is written to one of both later leaves the other as it is.

    A tensor in memory of the dtype and on the devices of `x` keeps it, for captured functions read it there. Another one gets memory
    of its own, or, until something is written there, that of a file which is mapped. Memory that another library owns is shared with
    it. No gradient flows to `x`, and `requires_grad` stays as it was.
    """
    memory = x._memory
    buffers = [] if memory is None else [find_buffer(leaf) for leaf in aliasing.leaves_of(memory)]
    if any(b is not None and b.owner is not None and not b.readonly for b in buffers): return tensor.replace(x)
    if tensor._memory is not None and (tensor.dtype, tensor.device) == (x.dtype, x.device): return tensor.assign(x.detach())
    is_in_file = any(b is not None and b.readonly for b in buffers) or _is_moved(x.uop)
    node = x.uop if is_in_file and not x._needs_grad else own_node(x.uop.detach())
    return tensor.replace(tensor._of(node, tensor._needs_grad))


def _is_moved(node: UOp) -> bool:
    """Whether `node` is a view of what comes from another device, or from a file, and is in memory nowhere else."""
    while node.op in aliasing.VIEWS: node = node.src[0]
    return node.op is Ops.COPY


def _replace_part(storage: aliasing.Storage, view: UOp, value: Tensor) -> None:
    """Replaces a root that is not writable memory by one with `value` in place of `view`."""
    root, needs = storage.root, value._needs_grad
    view = without_casts(view, root)
    storage.rebase(mark(write_in(view, root, value.uop.bitcast(root.dtype))))
    if needs: _let_gradients_flow(storage)


def _let_gradients_flow(storage: aliasing.Storage) -> None:
    """Marks tensors computed from these as dependent on the gradient of the written value, as torch does."""
    for t in storage.tensors():
        if not _is_cut_off(t.uop, storage.root): t._needs_grad = True


def _is_cut_off(node: UOp, root: UOp) -> bool:
    """Whether no gradient flows from a view to its root."""
    while node is not root:
        if node.op in _CASTS: return True
        node = node.src[0]
    return False


# ---- writable memory


def own_memory(storage: aliasing.Storage, is_kept: bool = True) -> UOp:
    """The memory of `storage`: of its own size, unshared, and not read-only; its contents are preserved if `is_kept`."""
    if storage.memory is None and is_kept and storage.source is None: _compute(storage)
    if storage.may_be_written(): pass
    elif not storage.is_own(): _materialise(storage, is_kept)
    elif storage.is_readonly() or not _is_first_owner(storage): storage.move(_copy_of(storage, is_kept))
    else:
        copy = _copy_of(storage, True)
        assert storage.memory is not None
        for other in aliasing.storages_of(storage.memory):
            if other is not storage: other.move(copy)
    assert storage.memory is not None
    return storage.memory


def _compute(storage: aliasing.Storage) -> None:
    tensors = storage.tensors()
    if tensors: tensors[0].realize()


def _is_first_owner(storage: aliasing.Storage) -> bool:
    """Whether the memory, a BUFFER, was that of `storage` first: it keeps it, for importers outside that share it."""
    memory = storage.memory
    return memory is not None and memory.op is not Ops.MULTI and aliasing.storages_of(memory)[0] is storage


def _copy_of(storage: aliasing.Storage, is_kept: bool) -> UOp:
    memory = storage.memory
    assert memory is not None
    return copy_of(memory) if is_kept else aliasing.new_like(memory)


def copy_of(memory: UOp) -> UOp:
    """New memory with the same contents."""
    Tensor = tensor_hook.tensor_class
    # of its own: a pending copy that a user asked for would become the same memory, and be written to with it
    copy = Tensor._of(own_node(memory), carries_gradient(memory)).realize()._memory
    assert copy is not None
    return copy


def _materialise(storage: aliasing.Storage, is_kept: bool) -> None:
    """Gives a value that is a view of other memory, or of a constant, or not computed yet, memory of its own size."""
    Tensor = tensor_hook.tensor_class
    if is_kept: whole = Tensor._of(own_node(storage.root), any(t._needs_grad for t in storage.tensors())).realize()
    else: whole = Tensor(memory_for(Tensor._of(storage.root, False)))
    memory = whole._memory
    assert memory is not None
    storage.rebase(whole.uop)
    del whole
    storage.settle(memory)
    storage.root = memory
    for t in storage.tensors():
        assert t._storage is not None
        t._storage.memory = memory


# ---- nodes


def assign_all(storage: aliasing.Storage, shape: Shape, value: UOp) -> UOp:
    """The ASSIGN of `value`, of `shape`, to all of the memory. Sharded memory is written in its own shape."""
    memory = storage.memory
    assert memory is not None
    if memory.op is Ops.MULTI: return aliasing.assign_whole(storage, memory, value.reshape(memory.shape))
    return aliasing.assign_whole(storage, memory.reshape(shape), value)


def spread(value: Tensor, shape: Shape) -> Tensor | None:
    """`value`, broadcast to `shape`; None if it does not broadcast."""
    own = value.shape
    if own == shape: return value
    own = (1,) * (len(shape) - len(own)) + own
    if len(own) != len(shape) or any(o not in (1, n) for o, n in zip(own, shape, strict=True)): return None
    return value._of(broadcast(value.uop, shape), value._needs_grad)


def write_in(view: UOp, memory: UOp, value: UOp) -> UOp:
    """`memory` with `value` in place of `view`."""
    from heddle.tensor.autograd.engine import pull_back
    if aliasing.unshaped(view) is memory: return value.reshape(memory.shape)
    hit = pull_back(view, memory, constant(dtypes.bool, True, view.shape, memory.device))
    return alu(Ops.WHERE, hit, pull_back(view, memory, value), memory)


def memory_for(tensor: Tensor) -> UOp:
    """New, uninitialised memory as the tensor would get if it were computed."""
    if isinstance(tensor.device, str): return new_memory(tensor.shape, tensor.dtype, tensor.device)
    from heddle.schedule.sharding import axis_of
    return new_memory(tensor.shape, tensor.dtype, tensor.device, axis_of(tensor.uop))


_CASTS = (Ops.DETACH, Ops.BITCAST)


def without_casts(node: UOp, root: UOp) -> UOp:
    """The same elements of `root`, in its own dtype: the chain of view ops over it without DETACH and BITCAST."""
    first, chain = node, list[UOp]()
    while node is not root:
        chain.append(node)
        node = node.src[0]
    if all(n.op not in _CASTS for n in chain): return first
    for step in reversed(chain):
        if step.op is Ops.RESHAPE: node = node.reshape(step.arg)
        elif step.op not in _CASTS: node = UOp(step.op, node.dtype, (node,), step.arg)
    return node
