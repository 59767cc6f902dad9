"""Kernel builder: the methods of UOp with which users write kernels (elements, loops, registers, local memory, barriers).

Inputs: the placeholders that `Tensor.custom_kernel` passes, and values made of them.
Outputs: nodes, of which schedule/custom/ makes a kernel's ast.
Invariants: every node made here while a kernel is written is noted with the user's line; operands of one operation have one dtype,
or there is an error at that line.
"""
# pyright: reportGeneralTypeIssues=false, reportPrivateUsage=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false, reportUnnecessaryIsInstance=false
from __future__ import annotations

import math
import threading
from collections.abc import Generator, Hashable, Iterable, Sequence
from contextlib import contextmanager
from types import EllipsisType
from typing import TYPE_CHECKING, cast

from heddle.dtype import AddrSpace, ConstType, DType, dtypes
from heddle.errors import DTypeError, KernelError, Location, NumberRangeError, user_location
from heddle.uop import node_hooks
from heddle.uop.args import ParamArg
from heddle.uop.ops import AxisType, Ops
from heddle.uop.symbol import Symbol, capacity

if TYPE_CHECKING:
    from heddle.uop.uop import UOp

    #: what an element of memory is picked by, for one axis
    Position = UOp | int | slice | EllipsisType


class _Writing(threading.local):
    """The lines of the nodes of the kernel that this thread writes."""

    lines: dict[UOp, Location | None] | None = None


_writing = _Writing()


@contextmanager
def noting_lines() -> Generator[dict[UOp, Location | None]]:
    """Notes the user's line of each node that is written inside the block."""
    before, _writing.lines = _writing.lines, {}
    try: yield _writing.lines
    finally: _writing.lines = before


def noted(node: UOp) -> UOp:
    """`node`; with its line, if a kernel is being written."""
    if (lines := _writing.lines) is not None and node not in lines: lines[node] = user_location()
    return node


def _written(op: Ops, dtype: DType, src: tuple[UOp, ...], arg: Hashable = None) -> UOp:
    """A new node, with its line if a kernel is being written."""
    return noted(node_hooks.node_class(op, dtype, src, arg))


def is_writing() -> bool:
    """Whether this thread is writing a kernel."""
    return _writing.lines is not None


class WritingMixin:
    """Methods for kernels that users write."""

    __slots__ = ()
    __iter__ = None  # indexing would make it a sequence without an end

    # ---- memory

    @staticmethod
    def placeholder(shape: Sequence[int], dtype: DType, slot: int | None = None, addrspace: AddrSpace = AddrSpace.GLOBAL) -> UOp:
        """Memory of a kernel: registers (REG, one set for each thread) or memory that a work-group shares (LOCAL), number `slot`.

        With GLOBAL, the buffer that is argument `slot` of the kernel. KernelError unless registers and local memory have plain sizes.
        """
        sizes = tuple(shape)
        count = math.prod(capacity(sizes))
        if addrspace is AddrSpace.GLOBAL: return _written(Ops.PARAM, dtype, (), ParamArg(slot or 0, count, shape=sizes))
        if any(isinstance(n, Symbol) for n in sizes):
            raise KernelError(f"registers and local memory need sizes that are known now, got {sizes}", "Give the greatest size.")
        op = Ops.DEFINE_LOCAL if addrspace is AddrSpace.LOCAL else Ops.DEFINE_REG
        return noted(_written(op, dtype, (), (slot or 0, count)).reshape(sizes))

    def placeholder_like(self: UOp, slot: int, addrspace: AddrSpace = AddrSpace.GLOBAL) -> UOp:
        """`placeholder` in the shape and dtype of this memory."""
        return WritingMixin.placeholder(self.shape, self.dtype, slot, addrspace)

    @staticmethod
    def special(end: int, name: str) -> UOp:
        """The position of this thread: `gidx0`, `gidx1`, `gidx2` in the grid, `lidx0` … in its work-group; 0 to end - 1."""
        if name not in _POSITIONS:
            raise KernelError(f"there is no position {name!r}", f"There are: {', '.join(_POSITIONS)}.")
        if not isinstance(end, int) or end < 1:
            raise KernelError(f"the extent of {name} is {end!r}", "Give a plain integer of at least 1.")
        return _written(Ops.SPECIAL, dtypes.index, (node_hooks.node_class.const(dtypes.index, end),), name)

    def __getitem__(self: UOp, at: Position | tuple[Position, ...]) -> UOp:
        """An element of memory, by one index for each axis; with fewer, or `:`, the part of it that these pick."""
        indices = at if isinstance(at, tuple) else (at,)
        shape = self.shape
        if indices.count(Ellipsis):
            n = indices.index(Ellipsis)
            indices = (*indices[:n], *[slice(None)] * (len(shape) - len(indices) + 1), *indices[n + 1:])
        if len(indices) > len(shape):
            raise KernelError(f"{len(indices)} indices for memory of shape {shape}", "Give at most one index for each axis.")
        memory = self
        for axis, index in enumerate(indices):
            if isinstance(index, slice) and index != slice(None): memory = _sliced(memory, axis, index)
        picked = [n for n, index in enumerate(indices) if not isinstance(index, slice)]
        if not picked: return memory
        order = [*picked, *(n for n in range(len(shape)) if n not in picked)]
        return _written(Ops.ELEMENT, self.dtype, (memory.permute(order), *[_position(indices[n], shape[n]) for n in picked]))

    def valid(self: UOp, condition: UOp) -> UOp:
        """This index, for elements that are read as 0, and not written, where `condition` does not hold."""
        return _written(Ops.VALID, self.dtype, (self, condition))

    def flatten(self: UOp) -> UOp:
        """The memory with one axis."""
        return self.reshape((math.prod(self.shape),))

    # ---- effects

    def set(self: UOp, value: UOp | ConstType, end: UOp | Iterable[UOp] = ()) -> UOp:
        """The memory of this element after `value` has been stored there, in each iteration of the loops `end`, which it closes."""
        UOp = node_hooks.node_class
        loops = (end,) if isinstance(end, UOp) else tuple(cast("Iterable[UOp]", end))
        store = self.store(value)
        memory = self
        while memory.op is Ops.ELEMENT: memory = memory.src[0]
        return noted(memory.after(store.end(*loops) if loops else store))

    def barrier(self: UOp, *others: UOp) -> UOp:
        """All threads of the work-group have come this far, and have done these effects."""
        return _written(Ops.BARRIER, dtypes.void, (self, *others))

    def group(*effects: UOp | None) -> UOp:  # without self: both UOp.group(a, b) and a.group(b)
        """Several effects as one."""
        return _written(Ops.GROUP, dtypes.void, tuple([e for e in effects if e is not None]))

    # ---- arithmetic

    def __truediv__(self: UOp, x: UOp | ConstType) -> UOp: return self._float_operand("/").alu(Ops.FDIV, self._const_or_node(x))
    def __rtruediv__(self: UOp, x: UOp | ConstType) -> UOp: return self._const_or_node(x).alu(Ops.FDIV, self._float_operand("/"))
    def __rfloordiv__(self: UOp, x: UOp | ConstType) -> UOp: return self._const_or_node(x) // self
    def __rmod__(self: UOp, x: UOp | ConstType) -> UOp: return self._const_or_node(x) % self
    def __rand__(self: UOp, x: UOp | ConstType) -> UOp: return self & x
    def __ror__(self: UOp, x: UOp | ConstType) -> UOp: return self | x
    def __rxor__(self: UOp, x: UOp | ConstType) -> UOp: return self ^ x
    def __lshift__(self: UOp, x: UOp | ConstType) -> UOp: return self.alu(Ops.SHL, self._const_or_node(x))
    def __rshift__(self: UOp, x: UOp | ConstType) -> UOp: return self.alu(Ops.SHR, self._const_or_node(x))
    def __le__(self: UOp, x: UOp | ConstType) -> UOp: return (self > x).alu(Ops.NOT)
    def __invert__(self: UOp) -> UOp: return self.alu(Ops.NOT)

    def minimum(self: UOp, x: UOp | ConstType) -> UOp:
        """The lesser."""
        if not self.dtype.is_float(): return ~(~self).maximum(~self._const_or_node(x))
        return -(-self).maximum(-self._const_or_node(x))

    def clamp(self: UOp, least: ConstType, greatest: ConstType) -> UOp:
        """At least `least` and at most `greatest`."""
        return self.maximum(least).minimum(greatest)

    def exp2(self: UOp) -> UOp: return self._float_operand("exp2").alu(Ops.EXP2)
    def log2(self: UOp) -> UOp: return self._float_operand("log2").alu(Ops.LOG2)
    def sin(self: UOp) -> UOp: return self._float_operand("sin").alu(Ops.SIN)
    def cos(self: UOp) -> UOp: return self._float_operand("cos").alu(Ops.COS)
    def sqrt(self: UOp) -> UOp: return self._float_operand("sqrt").alu(Ops.SQRT)
    def reciprocal(self: UOp) -> UOp: return self._float_operand("reciprocal").alu(Ops.RECIPROCAL)
    def trunc(self: UOp) -> UOp: return self._float_operand("trunc").alu(Ops.TRUNC)
    def rsqrt(self: UOp) -> UOp: return self.sqrt().reciprocal()
    def exp(self: UOp) -> UOp: return (self._float_operand("exp") * math.log2(math.e)).exp2()
    def log(self: UOp) -> UOp: return self.log2() * math.log(2)
    def sigmoid(self: UOp) -> UOp: return ((-self).exp() + 1.0).reciprocal()
    def tanh(self: UOp) -> UOp: return (self * 2.0).sigmoid() * 2.0 - 1.0
    def relu(self: UOp) -> UOp: return self.maximum(0)
    def square(self: UOp) -> UOp: return self * self
    def abs(self: UOp) -> UOp: return self.maximum(-self)

    def _float_operand(self: UOp, what: str) -> UOp:
        if self.dtype.is_float(): return self
        raise DTypeError(f"{what} in a kernel needs floats, got {self.dtype}", "Cast it: .cast(dtypes.float32).")


_POSITIONS = tuple(f"{kind}{n}" for kind in ("gidx", "lidx") for n in range(3))


def operand(beside: UOp, x: UOp | ConstType | Symbol) -> UOp:
    """The other operand of an operation of a written kernel. DTypeError, at the user's line, if no operation takes both."""
    UOp = node_hooks.node_class
    dtype = beside.dtype
    if isinstance(x, Symbol): x = UOp.number(cast("int", x))
    if isinstance(x, UOp):
        if x.dtype == dtype: return x
        raise DTypeError(f"an operation of a kernel has operands of {dtype.name} and {x.dtype.name}",
                         f"Cast one of them: .cast(dtypes.{dtype.name}). Nothing is promoted inside of kernels.")
    if isinstance(x, float) and not dtype.is_float():
        raise DTypeError(f"{x!r} does not fit in {dtype.name}, the format of the value beside it in a kernel",
                         "Cast that value: .cast(dtypes.float32).")
    if dtype.is_integer() and not dtype.min <= x <= dtype.max: raise NumberRangeError(f"{x!r} does not fit in {dtype.name}",
                                                                                     f"It holds {dtype.min} to {dtype.max}.")
    return UOp.const(dtype, cast("ConstType", x))


def stored_value(index: UOp, x: UOp | ConstType) -> UOp:
    """What is stored at `index`: a number in its dtype."""
    UOp = node_hooks.node_class
    return x if isinstance(x, UOp) and not is_writing() else operand(index, x)


def chosen_number(yes: ConstType, no: UOp | ConstType) -> UOp:
    """The number that a condition chooses, in the dtype of what it would choose otherwise; of two numbers, in that of the wider."""
    UOp = node_hooks.node_class
    if isinstance(no, UOp): return operand(no, yes)
    return UOp.const(dtypes.from_py(yes + no) if not isinstance(yes, bool) or not isinstance(no, bool) else dtypes.bool, yes)


def _sliced(memory: UOp, axis: int, part: slice) -> UOp:
    """The part of one axis; ends are plain sizes, or Variables."""
    size = memory.shape[axis]
    begin, end = (0 if part.start is None else part.start), (size if part.stop is None else part.stop)
    if part.step not in (None, 1) or not all(isinstance(n, (int, Symbol)) for n in (begin, end)):
        raise KernelError(f"the slice {part} of memory in a kernel", "Slice by plain sizes and step 1, or index by a RANGE.")
    return memory.shrink([(begin, end) if a == axis else (0, n) for a, n in enumerate(memory.shape)])


def _position(index: object, size: int) -> UOp:
    """An index as a node; a negative number counts from the end."""
    UOp = node_hooks.node_class
    if isinstance(index, UOp):
        if index.dtype.is_integer() and not index.shape: return index
        raise DTypeError(f"memory in a kernel is indexed with {index.dtype.name}", "Index it with integers: .cast(dtypes.int32).")
    if isinstance(index, (int, Symbol)): return UOp.number(cast("int", index if index >= 0 else index + size))
    raise DTypeError(f"memory in a kernel cannot be indexed with {type(index).__name__}", "Index it with RANGEs, ints or `:`.")


def range_arguments(axis: AxisType | int, id: AxisType | int | None, axis_type: AxisType | None) -> tuple[AxisType, int | None]:
    """Kind and number of a loop from `range(n, number, kind)`, or `range(n, kind, number)`."""
    if not isinstance(axis, int): return axis if axis_type is None else axis_type, None if isinstance(id, AxisType) else id
    return axis_type or (id if isinstance(id, AxisType) else AxisType.LOOP), axis
