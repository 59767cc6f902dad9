"""The class `Tensor`: a lazy n-dimensional array, with its methods on memory, devices and values.

Inputs: Python numbers, lists, bytes, NumPy arrays, files, graphs. Outputs: shape, dtype, device, and values on request.
Invariants: `uop` is a graph of tensor ops; `_storage` says whether it is in memory (see aliasing.py); building computes nothing.
"""
from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Iterator
from contextlib import ContextDecorator
from typing import Any, ClassVar, Self

from heddle.device.buffer import Buffer
from heddle.dtype import DType, DTypeLike, to_dtype
from heddle.errors import GradientError, MissingAttributeError, ShapeError, user_location
from heddle.process import prompt
from heddle.tensor import aliasing, tensor_hook
from heddle.tensor import host_data as host
from heddle.tensor.arguments import Devices, Layers, explain_failures
from heddle.tensor.assign import AssignMixin
from heddle.tensor.autograd import realized_graphs
from heddle.tensor.autograd.autocast import follow_autocast
from heddle.tensor.autograd.lazy_gradients import LazyGradient, note_access
from heddle.tensor.creation import CreationMixin
from heddle.tensor.custom_kernel import KernelMixin
from heddle.tensor.display import DisplayMixin
from heddle.tensor.eager.deferred_calls import Call, defer_calls
from heddle.tensor.eager.training_steps import Backward
from heddle.tensor.graph_calls import CallMixin
from heddle.tensor.interop.names_elsewhere import explain_statics
from heddle.tensor.interop.protocols import InteropMixin
from heddle.tensor.lock import lock
from heddle.tensor.node_builders import Shape, mark
from heddle.tensor.node_methods import NodeMixin
from heddle.tensor.operators import OperatorMixin
from heddle.tensor.ops.activations import ActivationMixin
from heddle.tensor.ops.binary import ElementwiseMixin
from heddle.tensor.ops.conv import ConvMixin
from heddle.tensor.ops.functional import FunctionalMixin
from heddle.tensor.ops.hashing import HashMixin
from heddle.tensor.ops.indexing import IndexingMixin
from heddle.tensor.ops.linalg import DecompositionMixin
from heddle.tensor.ops.losses import LossMixin
from heddle.tensor.ops.matmul import LinalgMixin
from heddle.tensor.ops.movement import MovementMixin
from heddle.tensor.ops.reduce import ReduceMixin
from heddle.tensor.ops.scan import ScanMixin
from heddle.tensor.ops.unary import MathsMixin
from heddle.tensor.pickling import CopyMixin
from heddle.tensor.random.distributions import RandomMixin
from heddle.tensor.read_values import ValueMixin
from heddle.tensor.realize import realize_tensors
from heddle.tensor.shard import ShardMixin, graph_on
from heddle.tensor.view_methods import own_results, value_of_own
from heddle.tracing.counters import GlobalCounters
from heddle.uop import Ops, Symbol, UOp
from heddle.uop.symbol import capacity, plain
from heddle.uop.uop import new_buffer_id


class _Mode(ContextDecorator):
    """`with Tensor.train():` or `@Tensor.train()`: sets `Tensor.training`, and restores it."""

    def __init__(self, training: bool) -> None:
        self.training = training
        self.before: list[bool] = []

    def __enter__(self) -> Self:
        self.before.append(Tensor.training)
        Tensor.training = self.training
        return self

    def __exit__(self, *_: object) -> None:
        Tensor.training = self.before.pop()


class Tensor(OperatorMixin, ElementwiseMixin, MathsMixin, ActivationMixin, MovementMixin, IndexingMixin, ReduceMixin, ScanMixin,
             LinalgMixin, DecompositionMixin, ConvMixin, FunctionalMixin, LossMixin, ValueMixin, AssignMixin, ShardMixin,
             CreationMixin, InteropMixin, RandomMixin, KernelMixin, CallMixin, NodeMixin, HashMixin, CopyMixin, DisplayMixin):
    """An array on a device, computed lazily.

    `data`: a number, a nested list, bytes (uint8), an array (of NumPy, torch, JAX, or a memoryview of one: copied), a path
    (the bytes of a file, read on use), a UOp, or None (no elements). `device`: a name, or a tuple of names, which all get the
    value. Without `dtype` floats are float32, integers int32, and arrays keep theirs. `requires_grad`: see the property. Raises
    ShapeError for ragged lists, DTypeError, DeviceError.
    """

    __slots__ = ("__dict__", "__weakref__", "_call", "_grad", "_needs_grad", "_storage", "_unseen", "uop")
    __array_ufunc__ = None  # so that `array * tensor` calls the tensor's method
    __hash__ = object.__hash__  # type: ignore[assignment]

    #: whether layers such as dropout and batch norm behave as in training
    training: ClassVar[bool] = False

    uop: UOp
    _grad: Tensor | LazyGradient | Backward | None
    _needs_grad: bool | None
    _storage: aliasing.Storage | None
    _unseen: aliasing.Unseen | None  # a result in memory: `uop` and `_storage` are made on first access
    _call: Call | None  # what computes it: `uop` is made on first access

    def __init__(self, data: object, device: Devices | None = None, dtype: DTypeLike | None = None,
                 requires_grad: bool | None = None) -> None:
        dtype = None if dtype is None else to_dtype(dtype)
        node = mark(graph_on(data, device, dtype))
        if isinstance(data, Tensor): self._set_up(value_of_own(node), data._needs_grad)
        else: self._set_up(node)
        if requires_grad is not None: self.requires_grad = requires_grad

    def _set_up(self, uop: UOp, needs_grad: bool | None = None, storage: aliasing.Storage | None = None) -> None:
        # visible to other threads once it is in a list
        self.uop, self._grad, self._needs_grad, self._storage, self._unseen, self._call = uop, None, needs_grad, None, None, None
        if storage is None and (memory := aliasing.memory_to_share(uop)) is not None: storage = aliasing.storage_for(uop, memory)
        if storage is not None: storage.add(self)
        else: aliasing.note_pending(self)

    @staticmethod
    def _of(uop: UOp, needs_grad: bool | None = None) -> Tensor:
        """An unrealized tensor of a graph."""
        tensor = object.__new__(Tensor)
        tensor.uop, tensor._needs_grad = uop, needs_grad
        tensor._grad = tensor._storage = tensor._unseen = tensor._call = None
        aliasing.note_pending(tensor)
        return tensor

    @staticmethod
    def _of_call(call: Call) -> Tensor:
        """An unrealized tensor, the result of a call whose graph is built on first access."""
        tensor = object.__new__(Tensor)
        tensor._call, tensor._needs_grad = call, call.kind.needs_grad
        tensor._grad = tensor._storage = tensor._unseen = None
        aliasing.note_call(tensor)
        return tensor

    @staticmethod
    def _of_memory(buffer: Buffer, shape: Shape, then: Callable[[UOp], None] | None = None) -> Tensor:
        """A tensor over all of `buffer`, which is new. Its node is made, and `then` called with it, on first access: many never
        need one."""
        tensor = object.__new__(Tensor)
        tensor._grad = tensor._needs_grad = tensor._call = None
        tensor._unseen = buffer, shape, new_buffer_id(), then
        aliasing.note_unseen(tensor)
        return tensor

    def __getattr__(self, name: str) -> object:
        """`uop` and `_storage` of a tensor that has not been accessed yet."""
        if name not in ("uop", "_storage"): raise MissingAttributeError.of(self, "a Tensor", name)
        self._see()
        return getattr(self, name)

    def _see(self) -> None:
        """Makes `uop` and `_storage`, once for all threads."""
        if (call := self._call) is not None:
            node = call.node()  # equal ones are one: another thread may make it too
            with aliasing.seeing:
                if self._call is not call: return
                aliasing.note_pending(self)  # before it is in no list
                self.uop, self._call = node, None
            return
        with aliasing.seeing:
            if (unseen := self._unseen) is None: return
            self.uop, storage = aliasing.see(unseen)
            storage.add(self)
            if isinstance(behind := unseen[3], weakref.ref): realized_graphs.remember_request(storage.root, behind)
            elif behind is not None and not isinstance(behind, Call): behind(storage.root)
            self._unseen = None
        if isinstance(behind, Call):
            with lock:
                if self._needs_grad: realized_graphs.remember(behind.node(), self.uop)
                else: realized_graphs.remember_read(behind.node(), self.uop, realized_graphs.next_run())

    def _leave_unseen(self, buffer: Buffer, graph: UOp) -> bool:
        """Makes `buffer`, which is new, its memory in place of its graph, that of the value `graph` or of a reshape of it.

        False if another thread has made views of it meanwhile.
        """
        with aliasing.seeing:
            if self._storage is not None: return False
            unseen = buffer, self.uop.shape, new_buffer_id(), weakref.ref(graph) if graph.dtype.is_float() else None
            self._unseen = unseen  # nothing is called from here on, so neither a thread nor Ctrl-C comes in between
            del self._storage, self.uop
        aliasing.note_unseen(self)
        return True

    def _leave_unbuilt(self, buffer: Buffer, behind: Call | Callable[[UOp], None] | None) -> bool:
        """Makes `buffer`, which is new, its memory in place of its call. False if another thread has built its graph meanwhile.

        `behind`: the call, if a gradient may still flow through it, or what is called with the node of its memory.
        """
        with aliasing.seeing:
            if (call := self._call) is None: return False
            unseen = buffer, call.kind.shape, new_buffer_id(), behind
            self._unseen = unseen  # as above
            self._call = None
            del self._storage
        if behind is call: realized_graphs.note_call(self)
        aliasing.note_unseen(self)
        return True

    def _take_graph(self, uop: UOp, needs_grad: bool | None) -> None:
        """Makes a graph its value, in place of the graph or call that it has."""
        if self._call is not None: aliasing.note_pending(self)
        self._call, self.uop, self._needs_grad = None, uop, needs_grad

    @property
    def _call_behind(self) -> Call | None:
        """The call of this tensor, whether it has been computed or not, if it has no graph."""
        if (call := self._call) is not None or (unseen := self._unseen) is None: return call
        return behind if isinstance(behind := unseen[3], Call) else None

    def _lose_call(self, then: Callable[[UOp], None]) -> None:
        """Leaves out the call of a computed tensor; `then` is called with the node of its memory, once there is one."""
        with aliasing.seeing:
            if (unseen := self._unseen) is not None: self._unseen = *unseen[:3], then

    @property
    def _memory(self) -> UOp | None:
        """The storage that holds the value of this tensor, if it has been computed."""
        storage = self._storage
        return None if storage is None else storage.memory

    def _view(self, uop: UOp) -> Tensor:
        """A view of this tensor; it shares the memory, now or later."""
        if uop is self.uop: return self
        return self._seen_as(mark(uop), self._needs_grad, self._storage or self._shared_storage())

    def _repeated(self, uop: UOp) -> Tensor:
        """A view that may repeat elements of this one: a write to it moves it to memory of its own."""
        return self._seen_as(mark(uop), self._needs_grad, self._shared_storage().expanded(aliasing.unshaped(uop)))

    def _shared_storage(self) -> aliasing.Storage:
        if (storage := self._storage) is not None: return storage
        uop = self.uop
        with aliasing.seeing:  # concurrent readers share one
            if (storage := self._storage) is None:
                if (memory := aliasing.memory_to_share(uop)) is None: storage = aliasing.Storage(aliasing.unshaped(uop))
                else: storage = aliasing.Storage(aliasing.root_of(uop, memory), memory)
                storage.add(self)
        return storage

    @staticmethod
    def _seen_as(uop: UOp, needs_grad: bool | None, storage: aliasing.Storage) -> Tensor:
        tensor = object.__new__(Tensor)
        tensor.uop, tensor._needs_grad, tensor._storage = uop, needs_grad, storage
        tensor._grad = tensor._unseen = tensor._call = None
        storage.views.append(tensor)
        if storage.memory is None: aliasing.note_pending(tensor)
        return tensor

    def _look(self, uop: UOp) -> Tensor:
        """The view of this tensor whose node is `uop`."""
        return self._repeated(uop) if aliasing.is_repeating(uop) and not aliasing.is_repeating(self.uop) else self._view(uop)

    def _moved(self, uop: UOp) -> Tensor:
        """A copy-on-write value: that of `uop`, which movement ops lead to from this one; all of them get the user's line."""
        own, node, loc = self.uop, uop, user_location()
        ends = (own, *own.src) if own.op is Ops.RESHAPE else (own,)  # a reshape of a reshape drops the inner one
        while node not in ends:
            if node.loc is None: node.loc = loc
            node = node.src[0]
        return Tensor._of(uop, self._needs_grad)

    # ---- properties

    @property
    def shape(self) -> Shape: return self.uop.shape if (call := self._call) is None else call.kind.shape

    @property
    def dtype(self) -> DType: return self.uop.dtype if (call := self._call) is None else call.kind.dtype

    @property
    def device(self) -> Any:
        """The device, or tuple of devices, of the value."""
        if (call := self._call) is not None: return call.kind.device
        found = self.uop.device
        if found is not None: return found
        from heddle.device import Device
        return Device.DEFAULT

    @property
    def ndim(self) -> int: return len(self.shape)

    @property
    def max_shape(self) -> Shape:
        """The shape with the maximum of every symbolic size."""
        return capacity(self.uop.shape)

    def max_numel(self) -> int:
        """The maximum number of elements: that of `max_shape`."""
        return math.prod(self.max_shape)

    def numel(self) -> int:
        """Number of elements."""
        return math.prod(self.uop.shape)

    def element_size(self) -> int:
        """Size of one element in bytes."""
        return self.dtype.itemsize

    def nbytes(self) -> int:
        """Size of all elements in bytes."""
        return self.numel() * self.dtype.itemsize

    def size(self, dim: int | None = None) -> int | Shape:
        """The shape, or its extent along `dim`."""
        from heddle.tensor.node_builders import resolve_axis
        return self.shape if dim is None else self.shape[resolve_axis(dim, self.ndim, "size")]

    def is_floating_point(self) -> bool: return self.dtype.is_float()

    def __len__(self) -> int:
        if not self.shape: raise ShapeError("len() of a tensor with no axes", "Use .item() for its value, or .numel().")
        if isinstance(n := self.shape[0], Symbol): raise ShapeError(f"len() is {plain(n)}, which is known at launch", "Use .shape[0].")
        return self.shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        if not self.shape: raise ShapeError("a tensor with no axes cannot be iterated over", "Use .item() for its value.")
        return (self[i] for i in range(len(self)))

    def __bool__(self) -> bool:
        if self.numel() == 1: return bool(self.item())
        raise ShapeError(f"the truth of a tensor of shape {self.shape} is not one value", "Use .any() or .all(), or .item().")

    def __int__(self) -> int: return int(self.item())
    def __float__(self) -> float: return float(self.item())

    # ---- computing

    def realize(self, *others: Tensor, do_update_stats: bool = True) -> Tensor:
        """Computes this tensor and `others` now, in one schedule. `do_update_stats`: whether GlobalCounters count it."""
        if not do_update_stats:
            with GlobalCounters.paused(): return self.realize(*others)
        realize_tensors((self, *others))
        return self

    def contiguous(self, **ignored: object) -> Tensor:
        """The same value in memory of its own, in row-major order; copied only for a partial view, or when one of them is written to.

        Keywords are hints for the reference's own compiler (`arg=`): they change no value.
        """
        return Tensor._of(self.uop if aliasing.is_whole(self.uop) else mark(self.uop.contiguous()), self._needs_grad)

    def contiguous_backward(self) -> Tensor:
        """The same value; the gradient that flows through is stored."""
        return self.contiguous()

    def detach(self) -> Tensor:
        """A view that stops gradients."""
        return self._seen_as(mark(self.uop.detach()), False, self._shared_storage())

    def clone(self, device: Devices | None = None) -> Tensor:
        """A copy in memory of its own, on `device` if one is given. DeviceError if there is no such device."""
        if device is not None and (moved := self.to(device)) is not self: return moved.clone()
        return Tensor._of(mark(UOp(Ops.CONTIGUOUS, self.dtype, (self.uop,))), self._needs_grad)

    def replace(self, x: Tensor) -> Tensor:
        """Makes this tensor a view of all of `x`. ShapeError if the shapes differ."""
        if x.shape != self.shape: raise ShapeError(f"replace needs shape {self.shape}, got {x.shape}", "Reshape it first.")
        if x is self: return self
        aliasing.settle_backward()
        storage = x._shared_storage()
        self._take_graph(x.uop, self._needs_grad if aliasing.is_leaf(self) else x._needs_grad)
        storage.add(self)
        if storage.memory is None: aliasing.note_pending(self)
        return self

    # ---- gradients

    @property
    def grad(self) -> Tensor | None:
        """The accumulated gradient of `backward()` for this tensor, in its shape and dtype; None if there is none.

        A gradient without `requires_grad` becomes a tensor on this access. GradientError if it is too late for that: memory
        that it reads has been written to, or it was left behind by a captured function.
        """
        if isinstance(found := self._built_grad(), LazyGradient): self._grad = found = found.read(self.shape)
        return found

    @grad.setter
    def grad(self, value: Tensor | None) -> None:
        note_access(self)
        if isinstance(self._grad, Backward): self._grad.settle()
        self._grad = value

    def _built_grad(self) -> Tensor | LazyGradient | None:
        """The gradient, once the pass that gives it is built."""
        note_access(self)
        if not isinstance(found := self._grad, Backward): return found
        found.settle()
        return self._built_grad()

    @property
    def _read_grad(self) -> Tensor | None:
        """The gradient, if it has been materialised."""
        return None if isinstance(found := self._built_grad(), LazyGradient) else found

    @_read_grad.setter
    def _read_grad(self, value: Tensor | None) -> None: self.grad = value

    @property
    def requires_grad(self) -> bool | None:
        """Whether gradients are required: True, False, or None if unset.

        True: `backward()` computes `.grad` whether or not it is read, also through values that are in memory already, and an optimizer
        moves it. None: `.grad` is computed once it is read, also through values that were only read. False: this tensor
        gets none, and is no parameter. Setting it to True is a GradientError unless the dtype is a float.
        """
        return self._needs_grad

    @requires_grad.setter
    def requires_grad(self, value: object) -> None:
        if self._unseen is not None: self._see()  # what is remembered of it depends on this
        self._needs_grad = None if value is None else bool(value)
        aliasing.note_excluded(self, None if value is None or value else "gradient")
        if not value: return aliasing.forget_leaf(self)
        if not self.dtype.is_float():
            raise GradientError(f"only floats have gradients, this tensor is {self.dtype.name}", "Use .float() before.")
        if self._memory is None and not aliasing.is_leaf(self):
            storage = self._storage
            if storage is not None and (storage.source is not None or storage.has_others(self)): self.realize()
            # equal constants are one node: a leaf needs one of its own, or it would share its gradient
            else: self.uop, self._storage = host.own_node(self.uop), None
        aliasing.note_leaf(self)

    def requires_grad_(self, requires_grad: bool | None = True) -> Tensor:
        """Sets `requires_grad` and returns this tensor."""
        self.requires_grad = requires_grad
        return self

    @property
    def is_param(self) -> bool:
        """Whether optimizers move this tensor: True unless somebody has set it, or `requires_grad`, to False.

        It says nothing about gradients: `backward()` fills `.grad` of a tensor with `is_param` False as of any other.
        """
        return aliasing.exclusion(self) is None

    @is_param.setter
    def is_param(self, value: object) -> None:
        if self._unseen is not None: self._see()  # as above
        if not value:
            if self.is_param: aliasing.note_excluded(self, "parameter")
            aliasing.forget_leaf(self)
            if self._needs_grad: self._needs_grad = None
        elif not self.is_param:
            self._needs_grad = None
            aliasing.note_excluded(self, None)

    def is_param_(self, is_param: object = True) -> Tensor:
        """Sets `is_param` and returns this tensor."""
        self.is_param = is_param
        return self

    def backward(self, gradient: Tensor | None = None) -> Tensor:
        """Adds to `.grad` of every float tensor alive that this one was computed from, itself included, but for those excluded.

        `gradient`: the derivative of the result with respect to this tensor; needed unless it has one element. Tensors made with
        `requires_grad=False` get none. Of the others, those with `requires_grad` None get theirs computed once `.grad` is read, and
        no gradient flows to them through what `.realize()` has computed before. GradientError if there is no such tensor.
        """
        from heddle.tensor.autograd.engine import backward
        backward(self, gradient)
        return self

    def gradient(self, *targets: Tensor, gradient: Tensor | None = None) -> list[Tensor]:
        """The derivatives of this tensor with respect to each of `targets`, in their shapes; zeros where it does not depend on one.

        GradientError for a target that is not a float, or if a realised value on the way was computed from what has been assigned
        to since; DTypeError for one that is no tensor.
        """
        from heddle.tensor.autograd.engine import gradients
        return gradients(self, targets, gradient)

    # ---- modes

    @staticmethod
    def train(mode: object = True) -> _Mode:
        """`with Tensor.train():` sets `Tensor.training` inside the block; also a decorator."""
        return _Mode(bool(mode))

    @staticmethod
    def test(mode: object = True) -> _Mode:
        """`with Tensor.test():` clears `Tensor.training` inside the block; also a decorator."""
        return _Mode(not mode)

    def sequential(self, ll: Layers) -> Tensor:
        """Applies the functions in `ll` one after the other."""
        x: Tensor = self
        for layer in ll: x = layer(x)
        return x


tensor_hook.tensor_class = Tensor
own_results(Tensor)
follow_autocast(Tensor)
explain_failures(Tensor)
explain_statics(Tensor)
defer_calls(Tensor)
prompt.echoes[Tensor] = Tensor._echo
