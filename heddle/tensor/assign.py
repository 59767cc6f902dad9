"""Changing what is in memory: `assign`, for whole tensors and for views.

In: a tensor and a value of its shape, dtype and device. Out: the same tensor, which will hold the value.
Always true: views of the memory see what was written, values built before do not, and neither do tensors that have equal memory only
by chance. A whole memory is written when it is wanted; a part of one at once.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heddle.dtype import dtypes
from heddle.errors import DeviceError, DTypeError, ShapeError
from heddle.tensor import live
from heddle.tensor.data import new_memory, runs_kernels
from heddle.tensor.graph import Shape, alu, constant, mark
from heddle.tensor.threads import one_at_a_time
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


class AssignMixin:
    """Writing into memory."""

    __slots__ = ()

    @one_at_a_time
    def assign(self: Tensor, x: Any) -> Tensor:
        """Writes `x` into the memory of this tensor, once it is wanted; views of the memory see it, values built before do not.

        x: a tensor or number that broadcasts to this shape, of this dtype, on this device. ShapeError, DTypeError or
        DeviceError if it does not fit.
        """
        value = self._assigned_value(x)
        if value is self or not self.numel(): return self
        if value.device != self.device: return self._assign_across(value)
        storage = self._own_storage()
        if not live.is_whole(self.uop): return self._assign_part(value.uop)
        memory = storage.memory
        assert memory is not None
        if not storage.may_be_written(): storage.move(memory := live.new_like(memory))
        assign_all(storage, self.shape, value.uop)
        return self

    def _assigned_value(self: Tensor, x: Any) -> Tensor:
        x = x if isinstance(x, type(self)) else type(self)(x, self.device, self.dtype)
        if x.dtype != self.dtype:
            raise DTypeError(f"assign needs dtype {self.dtype.name}, got {x.dtype.name}", f"Use .cast({self.dtype!r}).")
        if x.shape == self.shape: return x
        try: return x.expand(self.shape)
        except ShapeError:
            raise ShapeError(f"assign needs shape {self.shape}, got {x.shape}",
                             "Reshape the value, or use .replace() for a tensor of another shape.") from None

    def _assign_across(self: Tensor, value: Tensor) -> Tensor:
        if runs_kernels(self.device):
            raise DeviceError(f"assign needs a value on {self.device}, got one on {value.device}", f"Use .to({self.device!r}).")
        self._buffer().copyin(memoryview(value._bytes()))
        return self

    def _own_storage(self: Tensor) -> live.Storage:
        """The storage of this tensor, with a memory that may be written to."""
        storage = self._storage
        if storage is not None:
            seen_by_views = storage.memory is None and storage.has_others(self)
            if seen_by_views or storage.assigned is not None: self.realize()
        if self._memory is None:  # nobody sees what is in there, and all of it is about to be overwritten
            self._point_to(memory_for(self))
        assert self._storage is not None
        return self._storage

    def _assign_part(self: Tensor, value: UOp) -> Tensor:
        """Writes into a view, now: no graph says what the rest of the memory would hold until then."""
        from heddle.tensor.realization import realize_assign
        storage, memory = self._storage, self._memory
        assert storage is not None and memory is not None
        if not storage.may_be_written(): storage.move(self._copied(memory))
        view = without_detach(self.uop)
        if memory.op is Ops.MULTI or memory.image is not None:  # images are written as a whole
            assign_all(storage, memory.shape, place_in(view, memory, value))
            return self.realize()
        realize_assign(mark(view.assign(value)))
        return self

    def _copied(self: Tensor, memory: UOp) -> UOp:
        copy = self._of(UOp(Ops.CONTIGUOUS, memory.dtype, (memory,))).realize()._memory
        assert copy is not None
        return copy


def assign_all(storage: live.Storage, shape: Shape, value: UOp) -> UOp:
    """The ASSIGN of `value`, of `shape`, to all of the memory. Memory on several devices is written in its own shape."""
    memory = storage.memory
    assert memory is not None
    if memory.op is Ops.MULTI: return live.assign_whole(storage, memory, value.reshape(memory.shape))
    return live.assign_whole(storage, memory.reshape(shape), value)


def place_in(view: UOp, memory: UOp, value: UOp) -> UOp:
    """`memory` with `value` where `view` looks at it."""
    from heddle.tensor.gradient import pull_back
    hit = pull_back(view, memory, constant(dtypes.bool, True, view.shape))
    return alu(Ops.WHERE, hit, pull_back(view, memory, value), memory)


def memory_for(tensor: Tensor) -> UOp:
    """Memory as the tensor would get if it were computed; nothing is in it."""
    if isinstance(tensor.device, str): return new_memory(tensor.shape, tensor.dtype, tensor.device)
    from heddle.schedule.sharding import axis_of
    return new_memory(tensor.shape, tensor.dtype, tensor.device, axis_of(tensor.uop))


def without_detach(node: UOp) -> UOp:
    """The same view of memory, with no DETACH on the way."""
    return node.substitute({n: n.src[0] for n in node.toposort() if n.op is Ops.DETACH})
