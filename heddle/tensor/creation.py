"""Tensor creation from a shape: constants, sequences, identity.

Inputs: shapes and numbers. Outputs: tensors that take no memory before they are used.
Invariants: a constant is one node whatever its shape, and is fused into the kernels that use it.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict, Unpack
from typing import cast as typed

from heddle.dtype import DType, DTypeLike, ImageDType, dtypes, least_upper_float, round_to, to_dtype
from heddle.errors import DeviceError, DTypeError, ShapeError
from heddle.tensor import tensor_hook
from heddle.tensor.arguments import Devices
from heddle.tensor.host_data import canonical_devices, new_image, new_memory
from heddle.tensor.node_builders import (
    alu,
    cast,
    checked_number,
    constant,
    fits,
    mark,
    number,
    shape_argument,
)
from heddle.uop import Ops, Symbol, UOp
from heddle.uop.size_conditions import required
from heddle.uop.symbol import bounds_of, greater, is_symbolic, plain

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


def check_sizes(shape: tuple[int, ...], what: str) -> tuple[int, ...]:
    """`shape`. ShapeError if a size is negative."""
    if any(not required(0, "<=", n) for n in shape):
        raise ShapeError(f"{what} needs sizes of at least 0, got {shape}", "Give non-negative sizes.")
    return shape


def canonical_device(device: Devices | None, what: str) -> str:
    """The device's canonical name. DeviceError if there are several."""
    found = canonical_devices(device)
    if isinstance(found, str): return found
    raise DeviceError(f"{what} makes a tensor on one device, got {', '.join(found)}",
                      "Make it on one, and spread it: .shard(devices).")


class _Like(TypedDict, total=False):
    """What a tensor like another may have otherwise."""

    dtype: DTypeLike | None
    device: Devices | None
    buffer: bool
    requires_grad: bool | None


class CreationMixin:
    """Static methods that create tensors. All take `device=`, `dtype=` and `requires_grad=`.

    A shape is given as sizes or as one tuple. Without `device` they are for the default one, without `dtype` in the default float.
    ShapeError for a negative size, DTypeError for a dtype that there is not, DeviceError for a device that there is not.
    """

    __slots__ = ()

    @staticmethod
    def _made(uop: UOp, requires_grad: bool | None) -> Tensor:
        Tensor = tensor_hook.tensor_class
        return Tensor(uop, requires_grad=requires_grad)

    @staticmethod
    def empty(*shape: object, device: Devices | None = None, dtype: DTypeLike | ImageDType | None = None,
              requires_grad: bool | None = None) -> Tensor:
        """Uninitialised memory of this shape; an image, of float32, with `dtypes.imagef` or `dtypes.imageh` as dtype."""
        sizes = check_sizes(shape_argument(shape, "empty"), "empty")
        if isinstance(dtype, ImageDType):
            return CreationMixin._made(mark(new_image(sizes, dtype, canonical_device(device, "empty"))), requires_grad)
        kind = dtypes.default_float if dtype is None else to_dtype(dtype)
        return CreationMixin._made(mark(new_memory(sizes, kind, canonical_devices(device))), requires_grad)

    @staticmethod
    def full(shape: object, fill_value: float, dtype: DTypeLike | None = None, device: Devices | None = None,
             buffer: bool = True, requires_grad: bool | None = None) -> Tensor:
        """A tensor of `fill_value`, in its own dtype (float32, int32, bool) unless one is given. DTypeError if it does not fit.

        A constant takes no memory until something is written to it or it is read, and then always has memory of its own: `buffer`,
        which in the reference chooses between the two, is accepted and changes no value.
        """
        sizes = check_sizes(shape_argument((shape,), "full"), "full")
        kind = to_dtype(dtype) if dtype is not None else _number_dtype(fill_value) if isinstance(fill_value, Symbol) else \
            dtypes.from_py(fill_value)
        return CreationMixin._made(constant(kind, fill_value, sizes, canonical_devices(device)), requires_grad)

    @staticmethod
    def const(b: object, dtype: DTypeLike | None = None) -> Tensor:
        """A number as a tensor with no axes, in its own dtype unless one is given; its device adapts to that of the other operand."""
        if not isinstance(b, (bool, int, float)):
            raise DTypeError(f"const needs a number, got {b!r}", "Give the number first: Tensor.const(3, dtypes.int32).")
        kind = dtypes.from_py(b) if dtype is None else to_dtype(dtype)
        return CreationMixin._made(constant(kind, b, ()), None)

    @staticmethod
    def invalids(*shape: object, device: Devices | None = None, dtype: DTypeLike | None = None) -> Tensor:
        """Elements with unspecified values, bool unless a dtype is given; here they are zeros and take no memory."""
        return CreationMixin._filled(shape, 0, "invalids", device, dtypes.bool if dtype is None else dtype, None)

    @staticmethod
    def zeros(*shape: object, device: Devices | None = None, dtype: DTypeLike | None = None,
              requires_grad: bool | None = None) -> Tensor:
        """A tensor of zeros, in the default float unless a dtype is given. Sizes one by one, or as one tuple."""
        return CreationMixin._filled(shape, 0, "zeros", device, dtype, requires_grad)

    @staticmethod
    def ones(*shape: object, device: Devices | None = None, dtype: DTypeLike | None = None,
             requires_grad: bool | None = None) -> Tensor:
        """A tensor of ones, in the default float unless a dtype is given. Sizes one by one, or as one tuple."""
        return CreationMixin._filled(shape, 1, "ones", device, dtype, requires_grad)

    @staticmethod
    def _filled(shape: Sequence[object], value: int, what: str, device: Devices | None, dtype: DTypeLike | None,
                requires_grad: bool | None) -> Tensor:
        sizes = check_sizes(shape_argument(shape, what), what)
        kind = dtypes.default_float if dtype is None else to_dtype(dtype)
        return CreationMixin._made(constant(kind, value, sizes, canonical_devices(device)), requires_grad)

    @staticmethod
    def arange(start: float, stop: float | None = None, step: float = 1, dtype: DTypeLike | None = None, device: Devices | None = None,
               requires_grad: bool | None = None) -> Tensor:
        """The half-open range start, start + step, … below `stop`; arange(n) counts from 0.

        In the default float if one of the numbers is a float, else int32, or int64 where int32 does not hold them all. ShapeError if
        step is 0 or a number is not finite; DTypeError for what is no number, NumberRangeError where `dtype` does not hold them all.
        """
        if stop is None: start, stop = 0, start
        if step == 0: raise ShapeError("arange needs a step other than 0", "Give a positive or a negative step.")
        kind = to_dtype(dtype) if dtype is not None else _number_dtype(start, stop, step)
        if is_symbolic((start, stop, step)):
            return CreationMixin._made(_symbolic_ramp(start, stop, step, kind, canonical_devices(device)), requires_grad)
        if not all(map(math.isfinite, (start, stop, step))):
            raise ShapeError(f"arange needs finite numbers, got {start!r}, {stop!r} and {step!r}",
                             "Check the bounds for infinities and NaN.")
        count = max(0, math.ceil((stop - start) / step))
        ends = (start, start + (count - 1) * step) if count else ()
        if dtype is None and kind is dtypes.default_int and not all(fits(n, kind) for n in ends): kind = dtypes.int64
        for n in ends: checked_number(n, kind)
        return CreationMixin._made(_ramp(count, start, step, kind, canonical_devices(device)), requires_grad)

    @staticmethod
    def linspace(start: float, stop: float, steps: int, dtype: DTypeLike | None = None, device: Devices | None = None,
                 requires_grad: bool | None = None) -> Tensor:
        """(steps,), in the default float: evenly spaced numbers from `start` to `stop`, inclusive. ShapeError for a negative count."""
        if not required(0, "<=", steps):
            raise ShapeError(f"linspace needs at least 0 steps, got {plain(steps)}", "Give a number of elements.")
        kind = dtypes.default_float if dtype is None else to_dtype(dtype)
        if is_symbolic((start, stop, steps)):
            return CreationMixin._made(_symbolic_space(start, stop, steps, kind, canonical_devices(device)), requires_grad)
        step = (stop - start) / max(steps - 1, 1)
        ramp = _ramp(steps, start, step, least_upper_float(kind), canonical_devices(device))
        return CreationMixin._made(cast(ramp, kind), requires_grad)

    @staticmethod
    def eye(n: int, m: int | None = None, dtype: DTypeLike | None = None, device: Devices | None = None,
            requires_grad: bool | None = None) -> Tensor:
        """The identity matrix (n, m), or (n, n), in the default float unless a dtype is given."""
        rows, columns = check_sizes((n, n if m is None else m), "eye")
        kind, where = dtypes.default_float if dtype is None else to_dtype(dtype), canonical_devices(device)
        down = UOp.iota(rows, dtypes.int32, where).reshape((rows, 1)).expand((rows, columns))
        along = UOp.iota(columns, dtypes.int32, where).reshape((1, columns)).expand((rows, columns))
        return CreationMixin._made(cast(alu(Ops.CMPEQ, down, along), kind), requires_grad)

    # ---- like another tensor

    def full_like(self: Tensor, fill_value: float, dtype: DTypeLike | None = None, device: Devices | None = None,
                  buffer: bool = True, requires_grad: bool | None = None) -> Tensor:
        """A tensor filled with `fill_value`, in the shape of this one, and in its dtype and on its device unless others are given."""
        kind = self.dtype if dtype is None else to_dtype(dtype)
        return CreationMixin.full(self.shape, fill_value, kind, device or self.device, buffer, requires_grad)

    def const_like(self: Tensor, b: float, dtype: DTypeLike | None = None) -> Tensor:
        """The number `b` in the shape of this tensor and on its device, and in its dtype unless one is given."""
        return self.full_like(b, dtype)

    def zeros_like(self: Tensor, **more: Unpack[_Like]) -> Tensor:
        """Zeros in the shape and dtype of this tensor and on its device; `more` as in `full_like`."""
        return self.full_like(0, **more)

    def ones_like(self: Tensor, **more: Unpack[_Like]) -> Tensor:
        """Ones in the shape and dtype of this tensor and on its device; `more` as in `full_like`."""
        return self.full_like(1, **more)

    def empty_like(self: Tensor, dtype: DTypeLike | None = None, device: Devices | None = None,
                   requires_grad: bool | None = None) -> Tensor:
        """Uninitialised memory of this tensor's shape and dtype, on its device unless another is given."""
        return CreationMixin.empty(*self.shape, device=device or self.device, dtype=dtype or self.dtype, requires_grad=requires_grad)


def _number_dtype(*numbers: object) -> DType:
    for x in numbers:
        if not isinstance(x, (int, float, Symbol)):
            raise DTypeError(f"arange needs numbers, got {x!r}",
                             "Give an int or a float; .item() is the number in a tensor.")
    return dtypes.default_float if any(isinstance(x, float) for x in numbers) else dtypes.default_int


def _ramp(count: int, start: float, step: float, dtype: DType, device: str | tuple[str, ...]) -> UOp:
    """iota * step + start, in the default float for floats narrower than it."""
    wide = dtypes.float32 if dtype.is_float() and dtype.itemsize < 4 else dtype
    counter = dtypes.int32 if wide.is_float() else wide
    ramp = cast(mark(UOp.iota(count, counter, device)), wide)
    # only the sum is certainly in range: an unsigned ramp may go down
    if isinstance(step, Symbol): ramp = alu(Ops.MUL, ramp, number(step, wide, device).broadcast_to((count,)))
    elif step != 1: ramp = alu(Ops.MUL, ramp, constant(wide, round_to(wide, step), (count,)))
    if isinstance(start, Symbol): ramp = alu(Ops.ADD, ramp, number(start, wide, device).broadcast_to((count,)))
    elif start != 0: ramp = alu(Ops.ADD, ramp, constant(wide, round_to(wide, start), (count,)))
    return cast(ramp, dtype)


def _symbolic_space(start: float, stop: float, steps: int, dtype: DType, device: str | tuple[str, ...]) -> UOp:
    """`steps` numbers from `start` to `stop`, some of them symbolic: start + i * (stop - start) / (steps - 1)."""
    wide, shape = least_upper_float(dtype), (steps,)
    if wide.itemsize < 4: wide = dtypes.float32
    span = constant(wide, stop - start, shape, device)
    way = alu(Ops.FDIV, alu(Ops.MUL, _ramp(steps, 0, 1, wide, device), span), constant(wide, greater(steps - 1, 1), shape, device))
    return cast(alu(Ops.ADD, way, constant(wide, start, shape, device)), dtype)


def _symbolic_ramp(start: float, stop: float, step: float, dtype: DType, device: str | tuple[str, ...]) -> UOp:
    """A ramp with a symbolic start or end. ShapeError unless `step` is an integer and the end is never before the start."""
    if not isinstance(step, (int, Symbol)) or bounds_of(step)[0] <= 0 <= bounds_of(step)[1]:
        raise ShapeError(f"arange over {plain(start)} … {plain(stop)} needs an integer step that is not 0, got {plain(step)}",
                         "Give a plain int, or a Variable whose bounds have one sign.")
    span, unit = typed("tuple[int, int]", (stop - start, step) if step > 0 else (start - stop, -step))
    if not required(0, "<=", span):
        raise ShapeError(f"arange from {plain(start)} to {plain(stop)} has no elements",
                         "Exchange the bounds, or give a negative step.")
    if not dtype.is_float(): checked_number(bounds_of(typed("int", stop))[1], dtype)
    return _ramp((span + unit - 1) // unit, start, step, dtype, device)
