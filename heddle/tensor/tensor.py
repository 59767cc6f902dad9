"""The class `Tensor`: a handle on a graph, with the parts that are about memory, devices and values.

In: Python numbers, lists, bytes, NumPy arrays, files, graphs. Out: shape, dtype, device, and values once they are asked for.
Always true: `uop` is a graph of tensor ops; `_storage` says whether it is in memory (see live.py); building computes nothing.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import ContextDecorator
from typing import TYPE_CHECKING, Any, ClassVar, Self

from heddle.dtype import DType, DTypeLike, dtypes, to_dtype
from heddle.errors import DeviceError, DTypeError, GradientError, ShapeError
from heddle.tensor import data as host
from heddle.tensor import live
from heddle.tensor.conv import ConvMixin
from heddle.tensor.creation import CreationMixin
from heddle.tensor.elementwise import ElementwiseMixin
from heddle.tensor.functional import FunctionalMixin
from heddle.tensor.graph import Shape, cast, mark
from heddle.tensor.indexing import IndexingMixin
from heddle.tensor.linalg import LinalgMixin
from heddle.tensor.losses import LossMixin
from heddle.tensor.maths import MathsMixin
from heddle.tensor.movement import MovementMixin
from heddle.tensor.random import RandomMixin
from heddle.tensor.reduce import ReduceMixin
from heddle.tensor.scan import ScanMixin
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    import numpy as np

    from heddle.buffer import Buffer


class _Mode(ContextDecorator):
    """`with Tensor.train():` or `@Tensor.train()`: sets `Tensor.training`, and puts it back."""

    def __init__(self, training: bool) -> None:
        self.training = training
        self.before: list[bool] = []

    def __enter__(self) -> Self:
        self.before.append(Tensor.training)
        Tensor.training = self.training
        return self

    def __exit__(self, *_: object) -> None:
        Tensor.training = self.before.pop()


class Tensor(ElementwiseMixin, MathsMixin, MovementMixin, IndexingMixin, ReduceMixin, ScanMixin, LinalgMixin, ConvMixin,
             FunctionalMixin, LossMixin, CreationMixin, RandomMixin):
    """An array on a device, computed when it is needed.

    `data`: a number, a nested list, bytes (uint8), a NumPy array, a path (the bytes of a file, read when they are wanted), a
    UOp, or None (no elements). Without `dtype` floats are float32, integers int32, and arrays keep theirs. `requires_grad` True
    makes it something that `backward()` fills `.grad` of. Raises ShapeError for ragged lists, DTypeError, DeviceError.
    """

    __slots__ = ("__weakref__", "_needs_grad", "_storage", "grad", "uop")
    __array_ufunc__ = None  # so that `array * tensor` asks the tensor
    __hash__ = object.__hash__  # type: ignore[assignment]

    #: whether layers such as dropout and batch norm behave as in training
    training: ClassVar[bool] = False

    uop: UOp
    grad: Tensor | None
    _needs_grad: bool | None
    _storage: live.Storage | None

    def __init__(self, data: Any, device: str | None = None, dtype: DTypeLike | None = None,
                 requires_grad: bool | None = None) -> None:
        dtype = None if dtype is None else to_dtype(dtype)
        self._set_up(mark(host.graph_of(data, device, dtype)))
        if requires_grad is not None: self.requires_grad = requires_grad

    def _set_up(self, uop: UOp, needs_grad: bool | None = None, storage: live.Storage | None = None) -> None:
        self.uop, self.grad, self._needs_grad = uop, None, needs_grad
        if storage is None and (memory := live.memory_of(uop)) is not None: storage = live.Storage(memory)
        if storage is not None: storage.add(self)
        else:
            self._storage = None
            live.note_pending(self)

    @staticmethod
    def _of(uop: UOp, needs_grad: bool | None = None) -> Tensor:
        """A tensor of a graph that has to be computed."""
        tensor = object.__new__(Tensor)
        tensor.uop, tensor.grad, tensor._needs_grad, tensor._storage = uop, None, needs_grad, None
        live.note_pending(tensor)
        return tensor

    @property
    def _memory(self) -> UOp | None:
        """What holds the value of this tensor, if it has been computed."""
        storage = self._storage
        return None if storage is None else storage.memory

    def _view(self, uop: UOp) -> Tensor:
        """A tensor that looks at the elements of this one in another way; it shares the memory, now or later."""
        if uop is self.uop: return self
        if (storage := self._storage) is None:
            storage = live.Storage()
            storage.add(self)
        tensor = object.__new__(Tensor)
        tensor.uop, tensor.grad, tensor._needs_grad = mark(uop), None, self._needs_grad
        storage.add(tensor)
        if storage.memory is None: live.note_pending(tensor)
        return tensor

    # ---- facts

    @property
    def shape(self) -> Shape: return self.uop.shape

    @property
    def dtype(self) -> DType: return self.uop.dtype

    @property
    def device(self) -> str:
        """Where the value is or will be computed."""
        found = self.uop.device
        if found is not None: return found
        from heddle.device import Device
        return Device.DEFAULT

    @property
    def ndim(self) -> int: return len(self.uop.shape)

    def numel(self) -> int:
        """Number of elements."""
        return math.prod(self.uop.shape)

    def element_size(self) -> int:
        """Bytes of one element."""
        return self.dtype.itemsize

    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.numel() * self.dtype.itemsize

    def size(self, dim: int | None = None) -> int | Shape:
        """The shape, or its extent along `dim`."""
        from heddle.tensor.graph import resolve_axis
        return self.shape if dim is None else self.shape[resolve_axis(dim, self.ndim, "size")]

    def is_floating_point(self) -> bool: return self.dtype.is_float()

    def __len__(self) -> int:
        if not self.shape: raise ShapeError("len() of a tensor with no axes")
        return self.shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        if not self.shape: raise ShapeError("a tensor with no axes cannot be iterated over", "Use .item() for its value.")
        return (self[i] for i in range(self.shape[0]))

    def __bool__(self) -> bool:
        if self.numel() == 1: return bool(self.item())
        raise ShapeError(f"the truth of a tensor of shape {self.shape} is not one value", "Use .any() or .all(), or .item().")

    def __int__(self) -> int: return int(self.item())
    def __float__(self) -> float: return float(self.item())

    def __repr__(self) -> str:
        state = "" if self._memory is None else ", in memory"
        return f"<Tensor {self.shape} {self.dtype.name} on {self.device}{state}>"

    # ---- computing

    def realize(self, *others: Tensor) -> Tensor:
        """Computes this tensor and `others` now, in one schedule."""
        from heddle.tensor.realization import realize_tensors
        realize_tensors((self, *others))
        return self

    def contiguous(self) -> Tensor:
        """The same value in memory of its own, in row-major order."""
        return self if live.is_whole(self.uop) else Tensor._of(mark(self.uop.contiguous()), self._needs_grad)

    def contiguous_backward(self) -> Tensor:
        """The same value; the gradient that flows through is stored."""
        return self.contiguous()

    def detach(self) -> Tensor:
        """The same value, through which no gradient flows."""
        if self._storage is not None and self._memory is not None and self._storage.assigned is None:
            twin = object.__new__(Tensor)
            twin.uop, twin.grad, twin._needs_grad = mark(UOp(Ops.DETACH, self.dtype, (self.uop,))), None, False
            self._storage.add(twin)
            return twin
        return Tensor._of(mark(self.uop.detach()), False)

    def to(self, device: str | None) -> Tensor:
        """The same value on `device`; this tensor if it is there already. DeviceError if there is no such device."""
        from heddle.device import Device
        device = Device.canonicalize(device)
        if device == self.device: return self
        return Tensor._of(mark(self.uop.copy_to_device(device)), self._needs_grad)

    def to_(self, device: str | None) -> Tensor:
        """Moves this tensor, and its gradient, to `device`."""
        if self.grad is not None: self.grad = self.grad.to(device)
        return self.replace(self.to(device))

    def clone(self) -> Tensor:
        """The same value in memory of its own."""
        return Tensor._of(mark(UOp(Ops.CONTIGUOUS, self.dtype, (self.uop,))), self._needs_grad)

    def replace(self, other: Tensor) -> Tensor:
        """Makes this tensor stand for what `other` stands for. ShapeError if the shapes differ."""
        if other.shape != self.shape: raise ShapeError(f"replace needs shape {self.shape}, got {other.shape}")
        self._point_to(other.uop, other._storage)
        return self

    def _point_to(self, uop: UOp, storage: live.Storage | None = None) -> None:
        self.uop = uop
        if storage is None and (memory := live.memory_of(uop)) is not None: storage = live.Storage(memory)
        if storage is not None: storage.add(self)
        else:
            self._storage = None
            live.note_pending(self)

    # ---- changing what is in memory

    def assign(self, x: Any) -> Tensor:
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
        if storage.is_shared(): storage.move(memory := UOp.new_buffer(self.device, memory.numel, memory.dtype))
        live.assign_whole(storage, memory.reshape(self.shape), value.uop)
        return self

    def _assigned_value(self, x: Any) -> Tensor:
        if not isinstance(x, Tensor): x = Tensor(x, self.device, self.dtype)
        if x.dtype != self.dtype:
            raise DTypeError(f"assign needs dtype {self.dtype.name}, got {x.dtype.name}", f"Use .cast({self.dtype!r}).")
        if x.shape == self.shape: return x
        try: return x.expand(self.shape)
        except ShapeError: raise ShapeError(f"assign needs shape {self.shape}, got {x.shape}") from None

    def _assign_across(self, value: Tensor) -> Tensor:
        if host.runs_kernels(self.device):
            raise DeviceError(f"assign needs a value on {self.device}, got one on {value.device}", f"Use .to({self.device!r}).")
        self._buffer().copyin(memoryview(value._bytes()))
        return self

    def _own_storage(self) -> live.Storage:
        """The storage of this tensor, with a memory that may be written to."""
        storage = self._storage
        if storage is not None:
            seen_by_views = storage.memory is None and storage.has_others(self)
            if seen_by_views or storage.assigned is not None: self.realize()
        if self._memory is None:  # nobody sees what is in there, and all of it is about to be overwritten
            self._point_to(UOp.new_buffer(self.device, self.numel(), self.dtype).reshape(self.shape))
        assert self._storage is not None
        return self._storage

    def _assign_part(self, value: UOp) -> Tensor:
        """Writes into a view, now: no graph says what the rest of the memory would hold until then."""
        from heddle.tensor.realization import realize_assign
        storage, memory = self._storage, self._memory
        assert storage is not None and memory is not None
        if storage.is_shared(): storage.move(self._copied(memory))
        realize_assign(mark(without_detach(self.uop).assign(value)))
        return self

    def _copied(self, memory: UOp) -> UOp:
        copy = Tensor._of(UOp(Ops.CONTIGUOUS, memory.dtype, (memory,))).realize()._memory
        assert copy is not None
        return copy

    # ---- looking at values

    def _in_memory(self) -> Tensor:
        """A tensor with this value that is all of a memory in row-major order."""
        self.realize()
        if live.is_whole(self.uop): return self
        if host.runs_kernels(self.device): return self.clone().realize()
        return self.to(None)._in_memory()

    def _buffer(self) -> Buffer:
        """The Buffer with this value, in row-major order."""
        from heddle.buffer import uop_buffer
        live.check_may_be_read()
        memory = live.memory_of(self._in_memory().uop)
        assert memory is not None
        return uop_buffer(memory)

    def _bytes(self) -> bytearray:
        """A copy of the value as bytes in row-major order."""
        if self.numel() == 0: return bytearray()
        kept = self._in_memory()  # the buffer lives as long as a tensor looks at it
        target = bytearray(self.nbytes())
        kept._buffer().copyout(memoryview(target))
        return target

    def data(self) -> memoryview:
        """A copy of the value, with its shape and format. DTypeError for dtypes that Python has no format for."""
        fmt = self.dtype.fmt
        if fmt is None or fmt == "e":
            raise DTypeError(f"Python's memoryview has no format for {self.dtype.name}", "Use .float().data(), or .numpy().")
        view: Any = memoryview(self._bytes())
        return view.cast(fmt, self.shape) if self.numel() else view.cast(fmt)

    def numpy(self) -> np.ndarray:
        """A copy of the value as a NumPy array; bfloat16 and fp8 come as float32, which NumPy has."""
        return host.to_numpy(self)

    def tolist(self) -> Any:
        """The value as (nested lists of) Python numbers."""
        return host.to_list(self)

    def item(self) -> bool | int | float:
        """The value of a tensor with one element. ShapeError if it has more or none."""
        if self.numel() != 1:
            raise ShapeError(f"item() needs a tensor with one element, got shape {self.shape}",
                             "Use .tolist() or .numpy() for all of them, or index one.")
        return host.to_flat_list(self)[0]

    # ---- dtypes

    def cast(self, dtype: DTypeLike) -> Tensor:
        """The values in `dtype`: floats to integers truncate, wider integers wrap. DTypeError if there is no such dtype."""
        dtype = to_dtype(dtype)
        return self if dtype == self.dtype else Tensor._of(cast(self.uop, dtype), self._needs_grad if dtype.is_float() else False)

    def bitcast(self, dtype: DTypeLike) -> Tensor:
        """The same bits read as `dtype`; the last axis shrinks or grows if the sizes differ. ShapeError if it cannot."""
        dtype = to_dtype(dtype)
        if dtype == self.dtype: return self
        if dtype.itemsize == self.dtype.itemsize: return self._view_bits(dtype)
        return host.bitcast_sizes(self, dtype)

    def _view_bits(self, dtype: DType) -> Tensor:
        return Tensor._of(mark(self.uop.bitcast(dtype)), False)

    def float(self) -> Tensor: return self.cast(dtypes.float32)
    def half(self) -> Tensor: return self.cast(dtypes.float16)
    def bfloat16(self) -> Tensor: return self.cast(dtypes.bfloat16)
    def double(self) -> Tensor: return self.cast(dtypes.float64)
    def int(self) -> Tensor: return self.cast(dtypes.int32)
    def long(self) -> Tensor: return self.cast(dtypes.int64)
    def short(self) -> Tensor: return self.cast(dtypes.int16)
    def bool(self) -> Tensor: return self.cast(dtypes.bool)

    # ---- gradients

    @property
    def requires_grad(self) -> Any:
        """True if gradients flow through or to this tensor, False if not, None if nobody has said so yet."""
        return self._needs_grad

    @requires_grad.setter
    def requires_grad(self, wanted: Any) -> None:
        self._needs_grad = None if wanted is None else bool(wanted)
        if not wanted: return live.forget_leaf(self)
        if not self.dtype.is_float():
            raise GradientError(f"only floats have gradients, this tensor is {self.dtype.name}", "Use .float() before.")
        # equal constants are one node: a leaf needs one of its own, or it would share its gradient
        if self._memory is None and not live.is_leaf(self): self.uop = host.own_node(self.uop)
        live.note_leaf(self)

    def requires_grad_(self, wanted: Any = True) -> Tensor:
        """Sets `requires_grad` and returns this tensor."""
        self.requires_grad = wanted
        return self

    def backward(self, gradient: Tensor | None = None) -> Tensor:
        """Adds to `.grad` of every tensor made with requires_grad=True that this one was computed from.

        `gradient`: the derivative of the result with respect to this tensor; needed unless it has one element.
        GradientError if there is no such tensor.
        """
        from heddle.tensor.gradient import backward
        backward(self, gradient)
        return self

    def gradient(self, *targets: Tensor, gradient: Tensor | None = None) -> list[Tensor]:
        """The derivatives of this tensor with respect to each of `targets`, in their shapes.

        GradientError names a target from which this tensor was not computed.
        """
        from heddle.tensor.gradient import gradients
        return gradients(self, targets, gradient)

    # ---- modes

    @staticmethod
    def train(mode: Any = True) -> _Mode:
        """`with Tensor.train():` sets `Tensor.training` inside the block; also a decorator."""
        return _Mode(bool(mode))

    @staticmethod
    def test(mode: Any = True) -> _Mode:
        """`with Tensor.test():` clears `Tensor.training` inside the block; also a decorator."""
        return _Mode(not mode)

    def sequential(self, layers: list[Callable[[Tensor], Tensor]]) -> Tensor:
        """Each of `layers` applied to what the one before gave."""
        x: Tensor = self
        for layer in layers: x = layer(x)
        return x


def without_detach(node: UOp) -> UOp:
    """The same view of memory, with no DETACH on the way."""
    return node.substitute({n: n.src[0] for n in node.toposort() if n.op is Ops.DETACH})
