"""UOp, the node type: immutable, interned, with cached shape, device, bounds and content key.

Inputs: an op, a dtype, sources, an argument.
Outputs: *the* node with that content.
Invariants: equal content is the same object; `key` is equal in every process; no walk recurses.
"""
from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, TypeVar

from heddle.blake2 import blake2b
from heddle.dtype import ConstType, DType, ImageDType, dtypes, round_to
from heddle.errors import ExchangeError, Location
from heddle.uop import node_hooks
from heddle.uop.args import BufferArg, Collective, Device, Shape
from heddle.uop.bounds import Bounds, bounds_of
from heddle.uop.intern import UOpMetaClass
from heddle.uop.kernel_builder import (
    WritingMixin,
    chosen_number,
    is_writing,
    noted,
    operand,
    range_arguments,
    stored_value,
)
from heddle.uop.mesh import DeviceMesh, Layout
from heddle.uop.node_text import show_line
from heddle.uop.ops import OPS, AxisType, GroupOp, Ops
from heddle.uop.shapes import shape_of
from heddle.uop.symbol import Symbol, capacity
from heddle.uop.traversal import orders

T = TypeVar("T")

#: the id of a BUFFER that may be made later; ids increase
new_buffer_id: Callable[[], int] = itertools.count().__next__
_range_ids = itertools.count()
_INDEX = dtypes.index
_NO_RANGES: frozenset[UOp] = frozenset()
_NOWHERE: tuple[Device] = (None,)


class UOp(WritingMixin, metaclass=UOpMetaClass):
    """One operation: `op` on the sources `src` with the argument `arg`, whose result has the dtype `dtype`."""

    __slots__ = ("op", "dtype", "src", "arg", "loc", "memory", "gradient", "settled", "_shape", "_device", "_bounds", "_ranges",
                 "_key", "__weakref__")

    op: Ops
    dtype: DType
    src: tuple[UOp, ...]
    arg: Any  # its type depends on `op`: see OPS. Hashable, and its repr has all of it
    #: (file, line, function) of the user's code that first made the node; no part of its identity
    loc: Location | None
    #: memory of a BUFFER or BUFFER_VIEW, stored here by heddle.device.buffer so that it is freed with the node; no part of its
    #: identity
    memory: Any
    #: a custom gradient of the operation that ends in this node (autograd/composite_rules.py); no part of its identity
    gradient: Any
    #: the lasting table of rules none of which applies here or below, if a rewrite has found that (rewrite.py)
    settled: object

    _shape: Shape | None
    _device: tuple[Device] | None
    _bounds: Bounds | None
    _ranges: frozenset[UOp] | None
    _key: bytes | None

    def __init__(self, op: Ops, dtype: DType = dtypes.void, src: tuple[UOp, ...] = (), arg: Hashable = None) -> None:
        self.op, self.dtype, self.src, self.arg = op, dtype, src, arg
        self.loc = self.memory = self.gradient = self.settled = None
        self._shape = self._device = self._bounds = self._ranges = self._key = None

    def __repr__(self) -> str:
        return show_line(self)

    def __reduce__(self):
        return UOp, (self.op, self.dtype, self.src, self.arg)

    # ---- traversal

    def toposort(self, gate: Callable[[UOp], bool] | None = None) -> dict[UOp, None]:
        """This node and all nodes below it, sources first. A node for which `gate` is false is listed, its sources are not.

        Not to be changed: it may be the result of an earlier call (traversal.py).
        """
        kept = orders.kept if gate is None and self.op is Ops.SINK else None
        if kept:
            for root, order in kept:
                if root is self: return order
        done: dict[UOp, None] = {}
        stack: list[tuple[UOp, Iterator[UOp]]] = []  # nodes on the way to `node`, and the sources of each that are left
        push, pop = stack.append, stack.pop
        node, left = self, iter(self.src if gate is None or not self.src or gate(self) else ())
        while True:
            for source in left:
                if source in done: continue
                if (src := source.src) and (gate is None or gate(source)):
                    push((node, left))
                    node, left = source, iter(src)
                    break
                done[source] = None
            else:
                done[node] = None
                if not stack: break
                node, left = pop()
        if kept is not None: kept.append((self, done))
        return done

    def _find(self, name: str, find: Callable[[UOp], T]) -> T:
        """The property that is cached as `name`, which `find` works out of those of the sources."""
        for s in self.src:
            if getattr(s, name) is not None: continue
            for t in s.src:
                if getattr(t, name) is None: break
            else:
                setattr(s, name, find(s))
                continue
            break
        else:
            setattr(self, name, found := find(self))
            return found
        for node in self.toposort(gate=lambda n: getattr(n, name) is None):
            if getattr(node, name) is None: setattr(node, name, find(node))
        return getattr(self, name)

    def substitute(self, swap: dict[UOp, UOp]) -> UOp:
        """This graph with every key of `swap` replaced by its value; values are not searched. Operations keep their gradients."""
        if not swap: return self
        new: dict[UOp, UOp] = dict(swap)
        for node in self.toposort(gate=lambda n: n not in swap):
            if node in new: continue
            src = tuple([new[s] for s in node.src])
            new[node] = twin = node if src == node.src else node.replace(src=src)
            if twin is not node and node.gradient is not None and twin.gradient is None: twin.gradient = node.gradient.moved(new)
        return new[self]

    def replace(self, op: Ops | None = None, dtype: DType | None = None, src: tuple[UOp, ...] | None = None,
                arg: Hashable = ...) -> UOp:
        """This node with some parts changed, and the same line of the user's code."""
        node = UOp(self.op if op is None else op, self.dtype if dtype is None else dtype, self.src if src is None else src,
                   self.arg if arg is ... else arg)
        if node.loc is None: node.loc = self.loc
        return node

    # ---- properties

    @property
    def key(self) -> bytes:
        """Hash of this node and all nodes below it, the same in every process."""
        return self._find("_key", _key_of) if self._key is None else self._key

    def with_key(self, key: bytes) -> UOp:
        """Itself, with its `key` as it has been worked out before, in this process or in another one."""
        if self._key is None: self._key = key
        return self

    @property
    def shape(self) -> Shape:
        """Extents of this tensor; () for other nodes. Raises ShapeError if the shapes of the sources do not match."""
        if self._shape is None:
            for s in self.src:
                if s._shape is None: return self._find("_shape", shape_of)
            self._shape = shape_of(self)  # as `_find`, for the property that is read most
        return self._shape

    @property
    def ndim(self) -> int: return len(self.shape)

    @property
    def numel(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def capacity(self) -> int:
        """The greatest number of elements: the size of memory for it."""
        return math.prod(capacity(self.shape))

    @property
    def device(self) -> Any:
        """The device of this tensor, or a tuple of several; None for a constant without one."""
        if self._device is not None: return self._device[0]
        base, node = self.base, self
        found = base._device or base._find("_device", UOp._device_below)
        while node._device is None: node._device, node = found, node.src[0]
        return found[0]

    @property
    def base(self) -> UOp:
        """The node under all movement ops."""
        node = self
        while node.op in GroupOp.MOVEMENT: node = node.src[0]
        return node

    @property
    def realized(self) -> Any:
        """The Buffer under the movement ops, if it is allocated; None if its value has not been computed yet."""
        found = self.base.memory
        return found if found is not None and found.is_allocated() else None

    @property
    def is_realized(self) -> bool:
        """Whether the value is in memory."""
        return self.realized is not None

    @property
    def buffer(self) -> Any:
        """The Buffer under the movement ops. ExchangeError if there is none yet."""
        if (found := self.base.memory) is not None: return found
        raise ExchangeError(f"a {self.base.op.name} has no buffer: it has not been computed", "Call .realize() on its tensor first.")

    @property
    def ranges(self) -> frozenset[UOp]:
        """The RANGEs that this value depends on: those below it that no REDUCE or END closes."""
        return self._find("_ranges", UOp._ranges_below) if self._ranges is None else self._ranges

    @property
    def bounds(self) -> Bounds:
        """Conservative bounds: the least and greatest value that this number can take."""
        found = self._bounds
        return found if found is not None else self._find("_bounds", bounds_of)

    @property
    def vmin(self) -> int: return self.bounds[0]
    @property
    def vmax(self) -> int: return self.bounds[1]

    # properties of one node whose sources have theirs (of shapes, bounds and keys: shapes.py, bounds.py, `_key_of`)

    def _device_below(self) -> tuple[Device]:
        """The name of the device it is on, or is computed on; a tuple of several; None for what goes anywhere."""
        if self.op is Ops.BUFFER or self.op is Ops.PARAM: return (self.arg.device,)
        if self.op is Ops.DEVICE or self.op is Ops.COPY: return (self.arg,)
        if self.op is Ops.SHARD: return (self.arg[0],)
        if self.op is Ops.MULTI: return (self.arg.mesh if isinstance(self.arg, Layout) else tuple([s.device for s in self.src]),)
        for s in self.src:
            if (found := s._device) is not None and found[0] is not None: return found
        return _NOWHERE

    def _ranges_below(self) -> frozenset[UOp]:
        """The RANGEs below it that no REDUCE or END closes."""
        if self.op is Ops.RANGE: return frozenset((self,)) | self.src[0].ranges
        closes = self.op is Ops.REDUCE or self.op is Ops.END
        found = _NO_RANGES
        for s in self.src[:1] if closes else self.src:
            if (r := s._ranges) and r is not found and not r <= found: found = r if found <= r else found | r
        return found - frozenset(self.src[1:]) if closes else found

    # ---- arithmetic

    @staticmethod
    def const(dtype: DType, value: ConstType, device: str | tuple[str, ...] | None = None) -> UOp:
        """The constant `value`, rounded to `dtype` (the same in every lane of a vector)."""
        if type(value) is not int or dtype is not _INDEX: value = round_to(dtype.scalar(), value)
        return UOp(Ops.CONST, dtype, () if device is None else (UOp(Ops.DEVICE, arg=device),), value)

    def const_like(self, value: ConstType) -> UOp:
        """`value` in this node's dtype; a tensor's constant also takes its shape."""
        const = UOp.const(self.dtype, value)
        return const.broadcast_to(self.shape) if self.shape else const

    def alu(self, op: Ops, *others: UOp) -> UOp:
        """`op` on this value and `others`. Dtypes and shapes must already agree."""
        result = OPS[op].result
        dtype = self.dtype if result == "same" else others[0].dtype if result == "second" else dtypes.bool.vec(self.dtype.count)
        return UOp(op, dtype, (self, *others))

    def _const_or_node(self, x: UOp | ConstType) -> UOp:
        if is_writing(): return operand(self, x)
        return x if isinstance(x, UOp) else self.const_like(x)

    def __add__(self, x: UOp | ConstType) -> UOp: return self.alu(Ops.ADD, self._const_or_node(x))
    def __radd__(self, x: UOp | ConstType) -> UOp: return self._const_or_node(x).alu(Ops.ADD, self)
    def __sub__(self, x: UOp | ConstType) -> UOp: return self.alu(Ops.SUB, self._const_or_node(x))
    def __rsub__(self, x: UOp | ConstType) -> UOp: return self._const_or_node(x).alu(Ops.SUB, self)
    def __mul__(self, x: UOp | ConstType) -> UOp: return self.alu(Ops.MUL, self._const_or_node(x))
    def __rmul__(self, x: UOp | ConstType) -> UOp: return self._const_or_node(x).alu(Ops.MUL, self)
    def __floordiv__(self, x: UOp | ConstType) -> UOp: return self.alu(Ops.IDIV, self._const_or_node(x))
    def __mod__(self, x: UOp | ConstType) -> UOp: return self.alu(Ops.MOD, self._const_or_node(x))
    def __and__(self, x: UOp | ConstType) -> UOp: return self.alu(Ops.AND, self._const_or_node(x))
    def __or__(self, x: UOp | ConstType) -> UOp: return self.alu(Ops.OR, self._const_or_node(x))
    def __xor__(self, x: UOp | ConstType) -> UOp: return self.alu(Ops.XOR, self._const_or_node(x))
    def __lt__(self, x: UOp | ConstType) -> UOp: return self.alu(Ops.CMPLT, self._const_or_node(x))
    def __ge__(self, x: UOp | ConstType) -> UOp: return (self < x).alu(Ops.NOT)
    def __gt__(self, x: UOp | ConstType) -> UOp: return self._const_or_node(x) < self
    def __neg__(self) -> UOp: return self.alu(Ops.NEG)
    def ne(self, x: UOp | ConstType) -> UOp: return self.alu(Ops.CMPNE, self._const_or_node(x))
    def eq(self, x: UOp | ConstType) -> UOp: return self.alu(Ops.CMPEQ, self._const_or_node(x))
    def maximum(self, x: UOp | ConstType) -> UOp: return self.alu(Ops.MAX, self._const_or_node(x))
    def where(self, yes: UOp | ConstType, no: UOp | ConstType) -> UOp:
        """`yes` where this is true, else `no`."""
        if not isinstance(yes, UOp): yes = chosen_number(yes, no)
        return self.alu(Ops.WHERE, yes, yes._const_or_node(no))

    def cast(self, dtype: DType) -> UOp:
        """The value in `dtype` (the lane count stays)."""
        dtype = dtype.scalar().vec(self.dtype.count)
        return self if self.dtype == dtype else UOp(Ops.CAST, dtype, (self,))

    def bitcast(self, dtype: DType) -> UOp:
        dtype = dtype.scalar().vec(self.dtype.count)
        return self if self.dtype == dtype else UOp(Ops.BITCAST, dtype, (self,))

    # ---- tensors

    @staticmethod
    def new_buffer(device: str, size: int, dtype: DType, image: ImageDType | None = None, id: int | None = None) -> UOp:
        """A new BUFFER of `size` elements, shape (size,). Nothing is allocated yet. `id`: one of `new_buffer_id()`."""
        node = UOp(Ops.BUFFER, dtype, (), BufferArg(new_buffer_id() if id is None else id, device, size, image))
        node._shape, node._device = (size,), (device,)  # what is read next
        return node

    @staticmethod
    def iota(size: int, dtype: DType, device: str | tuple[str, ...] | None = None) -> UOp:
        """0 … size-1, shape (size,)."""
        return UOp(Ops.IOTA, dtype, () if device is None else (UOp(Ops.DEVICE, arg=device),), size)

    def reshape(self, shape: Sequence[int]) -> UOp:
        shape = tuple(shape)
        if self.shape == shape: return self
        node = self.src[0] if self.op is Ops.RESHAPE else self
        return node if node.shape == shape and math.prod(shape) == self.numel else UOp(Ops.RESHAPE, self.dtype, (node,), shape)

    def permute(self, axes: Sequence[int]) -> UOp:
        axes = tuple(axes)
        if (not axes or axes[0] == 0) and axes == tuple(range(self.ndim)): return self
        return UOp(Ops.PERMUTE, self.dtype, (self,), axes)

    def expand(self, shape: Sequence[int]) -> UOp:
        shape = tuple(shape)
        return self if self.shape == shape else UOp(Ops.EXPAND, self.dtype, (self,), shape)

    def broadcast_to(self, shape: Sequence[int]) -> UOp:
        """Adds leading axes of size 1, then expands."""
        shape = tuple(shape)
        return self.reshape((1,) * (len(shape) - self.ndim) + self.shape).expand(shape)

    def pad(self, widths: Sequence[tuple[int, int]]) -> UOp:
        widths = tuple([(_whole(b), _whole(e)) for b, e in widths])
        return UOp(Ops.PAD, self.dtype, (self,), widths) if any(w != (0, 0) for w in widths) else self

    def shrink(self, parts: Sequence[tuple[int, int]]) -> UOp:
        parts = tuple([(b if type(b) is int else _whole(b), e if type(e) is int else _whole(e)) for b, e in parts])
        return self if parts == tuple([(0, n) for n in self.shape]) else UOp(Ops.SHRINK, self.dtype, (self,), parts)

    def flip(self, axes: Sequence[int]) -> UOp:
        axes = tuple(sorted(axes))
        return UOp(Ops.FLIP, self.dtype, (self,), axes) if axes else self

    def reduce_axis(self, op: Ops, axes: Sequence[int]) -> UOp:
        """Reduces `axes` with ADD, MUL or MAX in this dtype; they stay, with size 1."""
        axes = tuple(sorted(axes))
        return UOp(Ops.REDUCE_AXIS, self.dtype, (self,), (op, axes)) if axes else self

    def scan(self, op: Ops, axis: int, start: UOp | None = None) -> UOp:
        """Each element reduced with ADD, MUL or MAX with all before it along `axis`, and with `start`, which has size 1 there."""
        return UOp(Ops.SCAN, self.dtype, (self,) if start is None else (self, start), (op, axis))

    def merge(self, span: UOp, piece: int, longest: int) -> UOp:
        """Runs of half of `span` elements in order, of at most `longest` each, as runs of `span`: shape (…, pieces, `piece`)."""
        return UOp(Ops.MERGE, self.dtype, (self, span), (piece, longest))

    def gather(self, index: UOp, clamped: bool = False) -> UOp:
        """Rows of this tensor: shape index.shape + self.shape[1:]. An index out of range gives 0, or the nearest row if `clamped`."""
        return UOp(Ops.GATHER, self.dtype, (self, index), clamped or None)

    def contiguous(self) -> UOp:
        return self if self.op in (Ops.CONTIGUOUS, Ops.BUFFER, Ops.MULTI, Ops.ASSIGN) else UOp(Ops.CONTIGUOUS, self.dtype, (self,))

    def copy_to_device(self, device: str) -> UOp:
        return self if self.device == device else UOp(Ops.COPY, self.dtype, (self,), device)

    def shard(self, devices: tuple[str, ...], axis: int | Layout | None) -> UOp:
        """The same value on `devices`, cut along `axis`, or for None all of it on each; on a mesh by a Layout."""
        if isinstance(devices, DeviceMesh) and not isinstance(axis, Layout): axis = Layout(devices, (None,) * len(devices.sizes))
        if isinstance(axis, Layout): axis = axis.normal()
        return UOp(Ops.SHARD, self.dtype, (self,), (devices, axis))

    @staticmethod
    def multi(parts: Sequence[UOp], axis: int | Layout | None) -> UOp:
        """One value from its parts, one on each device."""
        return UOp(Ops.MULTI, parts[0].dtype, tuple(parts), axis)

    def exchange(self, what: Collective) -> UOp:
        """What this process gets of a collective to which it gives this value."""
        return UOp(Ops.COLLECTIVE, self.dtype, (self,), what)

    def assign(self, value: UOp) -> UOp:
        """This view of a buffer, after `value` (same shape and dtype) has been written there."""
        return UOp(Ops.ASSIGN, self.dtype, (self, value))

    def detach(self) -> UOp:
        return UOp(Ops.DETACH, self.dtype, (self,))

    # ---- kernels

    @staticmethod
    def range(size: int | UOp, axis: AxisType | int = AxisType.LOOP, id: AxisType | int | None = None,
              axis_type: AxisType | None = None) -> UOp:
        """A loop counter over 0 … size-1. In kernels that users write, `range(size, number, kind)`."""
        kind, number = range_arguments(axis, id, axis_type)
        size = size if isinstance(size, UOp) else UOp.number(size)
        return noted(UOp(Ops.RANGE, dtypes.index, (size,), (next(_range_ids) if number is None else number, kind)))

    def sink(*src: UOp, arg: Hashable = None) -> UOp:  # without self: both UOp.sink(a, b) and a.sink(b)
        """A SINK of effects."""
        return UOp(Ops.SINK, dtypes.void, src, arg)

    def simplify(self) -> UOp:
        """This value, or kernel, with its arithmetic simplified."""
        return node_hooks.simplify(self)

    def index(self, at: UOp, valid: UOp | None = None) -> UOp:
        """Element `at` of this memory; it may be touched only where `valid`."""
        return UOp(Ops.INDEX, self.dtype, (self, at) if valid is None else (self, at, valid))

    def load(self, dtype: DType | None = None) -> UOp:
        return UOp(Ops.LOAD, dtype or self.dtype, (self,))

    def store(self, value: UOp | ConstType, *gate: UOp) -> UOp:
        """A STORE of `value` at this address."""
        return noted(UOp(Ops.STORE, dtypes.void, (self, stored_value(self, value), *gate)))

    def reduce(self, op: Ops | UOp, *ranges: UOp, arg: Ops | None = None) -> UOp:
        """A reduction of this over loops. In custom kernels: `reduce(*ranges, arg=op)`."""
        if isinstance(op, UOp): op, ranges = arg or Ops.ADD, (op, *ranges)
        return noted(UOp(Ops.REDUCE, self.dtype, (self, *ranges), op)) if ranges else self

    def end(self, *ranges: UOp) -> UOp:
        """This effect in each iteration of the loops."""
        return noted(UOp(Ops.END, dtypes.void, (self, *ranges)))

    def after(self, *effects: UOp) -> UOp:
        """This memory after the effects, which may include loops to be inside of."""
        return noted(UOp(Ops.AFTER, self.dtype, (self, *effects))) if effects else self

    def splat(self, count: int) -> UOp:
        """A vector with this scalar in each of `count` lanes."""
        if count == self.dtype.count: return self
        if self.op is Ops.CONST: return UOp(Ops.CONST, self.dtype.vec(count), (), self.arg)
        return UOp(Ops.VECTORIZE, self.dtype.vec(count), (self,) * count)

    def gep(self, lanes: int | tuple[int, ...]) -> UOp:
        """Some lanes of this vector."""
        lanes = (lanes,) if isinstance(lanes, int) else lanes
        if lanes == tuple(range(self.dtype.count)): return self
        if self.op is Ops.VECTORIZE and len(lanes) == 1 and self.src[0].dtype.count == 1: return self.src[lanes[0]]
        return UOp(Ops.GEP, self.dtype.scalar().vec(len(lanes)), (self,), lanes)

    @staticmethod
    def variable(name: str, least: int, greatest: int) -> UOp:
        """An integer between `least` and `greatest` that is known at launch."""
        return UOp(Ops.DEFINE_VAR, dtypes.index, (), (name, least, greatest))

    @staticmethod
    def number(n: int) -> UOp:
        """A size as a value in a kernel: a constant, or an expression of variables."""
        if not isinstance(n, Symbol): return UOp.const(dtypes.index, n)
        return node_hooks.number_of(n)

    @property
    def size(self) -> int:
        """The number of elements of the memory that this node stands for."""
        if self.op in (Ops.BUFFER, Ops.PARAM): return self.arg.size
        if self.op is Ops.BUFFER_VIEW: return self.arg[0]
        if self.op is Ops.DEFINE_LOCAL: return self.arg[1]
        return self.numel

    @property
    def image(self) -> ImageDType | None:
        """The image format of this memory, if it is an image."""
        return self.arg.image if self.op in (Ops.BUFFER, Ops.PARAM) else None


node_hooks.node_class = UOp


def _whole(n: int) -> int: return n if isinstance(n, Symbol) else int(n)


#: ops whose argument is hashed as it is: of 100 KB of source, quoting takes three times as long as hashing
_NOT_QUOTED = frozenset((Ops.SOURCE, Ops.BINARY))


def _key_of(node: UOp) -> bytes:
    digest = blake2b(digest_size=16)
    head, arg = f"{node.op.name} {node.dtype.name}.{node.dtype.count} ", node.arg
    if node.op in _NOT_QUOTED and isinstance(arg, (str, bytes)):
        digest.update(f"{head}{type(arg).__name__} ".encode())
        digest.update(arg.encode("utf-8", "surrogatepass") if isinstance(arg, str) else arg)
    else: digest.update(f"{head}{arg[:2] if node.op is Ops.RANGE else arg!r}".encode())  # not the name of an axis
    for s in node.src: digest.update(s.key)
    return digest.digest()
