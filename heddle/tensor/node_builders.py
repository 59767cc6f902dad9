"""Node builders of tensors: constants, elementwise nodes, and broadcasting and promotion of two operands.

Inputs: UOps and Python numbers. Outputs: UOps whose shape and device are already computed.
Invariants: sources of an elementwise node have one shape and one dtype; a Python number takes its dtype from the other
operand (a float beside integers: the default float). Building a node never traverses the graph below it.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any

from heddle.dtype import ConstType, DType, dtypes, promote
from heddle.errors import AxisError, DeviceError, DTypeError, NumberRangeError, ShapeError, user_location
from heddle.narrowing import is_instance
from heddle.uop import OPS, GroupOp, Ops, Symbol, UOp
from heddle.uop.size_conditions import required
from heddle.uop.symbol import is_symbolic, most

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

Shape = tuple[int, ...]

_RESULT = {op: OPS[op].result for op in GroupOp.ALU}


def mark(node: UOp) -> UOp:
    """Sets the user's line of `node` if it has none yet."""
    if node.loc is None: node.loc = user_location()
    return node


def alu(op: Ops, *src: UOp) -> UOp:
    """The elementwise node `op` over sources of equal shape and dtype."""
    first, result = src[0], _RESULT[op]
    node = UOp(op, first.dtype if result == "same" else dtypes.bool if result == "bool" else src[1].dtype, src)
    if node._shape is None:
        node._device = _common_device(op, src)  # type: ignore[assignment]
        node._shape = first.shape  # type: ignore[assignment]
    if node.loc is None: node.loc = user_location()
    return node


_ANYWHERE = (None,)


def _common_device(op: Ops, src: tuple[UOp, ...]) -> tuple[Any]:
    """The common device of all sources that have one, in the form of nodes."""
    found: tuple[Any] = src[0]._device or (src[0].device,)
    if len(src) == 2 and src[1]._device == found: return found
    for s in src[1:]:
        device = s._device or (s.device,)
        if device == found or device == _ANYWHERE: continue
        if found != _ANYWHERE: raise mixed_devices(op.name.lower(), src)
        found = device
    return found


def mixed_devices(what: str, operands: Sequence[UOp]) -> DeviceError:
    """The error for operands on several devices: lists the shape, device and line of each."""
    rows = [f"operand {i}: shape {s.shape} on {s.device or 'any device'}" + (f", made at {s.loc[0]}:{s.loc[1]}" if s.loc else "")
            for i, s in enumerate(map(_as_made, operands))]
    return DeviceError(f"{what} needs operands on one device, got\n    " + "\n    ".join(rows),
                       "Move one: .to(device), .to(other.device), or .shard(other.device, axis) where the other is on several.")


def _as_made(node: UOp) -> UOp:
    """The user's tensor before it was broadcast to the shape of the other operands."""
    while node.loc is None and node.op in GroupOp.MOVEMENT: node = node.src[0]
    return node


def shaped_like(node: UOp, source: UOp, line: bool = True) -> UOp:
    """`node` with the shape and device of `source` cached; with the user's line if requested."""
    if node._shape is None: node._shape, node._device = source.shape, (source.device,)  # type: ignore[assignment]
    return mark(node) if line else node


def cast(source: UOp, dtype: DType) -> UOp:
    return source if source.dtype == dtype else shaped_like(UOp(Ops.CAST, dtype, (source,)), source)


# ---- constants


def fits(value: Any, dtype: DType) -> bool:
    """Whether `dtype` can represent a Python number: integers in its range (fractions are truncated), floats by rounding."""
    if isinstance(value, Symbol): return all(fits(end, dtype) for end in value.bounds)
    if dtype.is_bool(): return True
    if dtype.is_float(): return not isinstance(value, int) or abs(value) < 1 << 1023
    return math.isfinite(value) and dtype.min <= int(value) <= dtype.max


def checked_number(value: object, dtype: DType) -> Any:
    """`value`. NumberRangeError if it does not fit in `dtype`: the one check of every number that a program writes beside a tensor."""
    if not fits(value, dtype): raise number_range_error(value, dtype)
    return value


def number_range_error(value: object, dtype: DType) -> NumberRangeError:
    """The error for a number that is out of range."""
    holds = "Floats end before it" if dtype.is_float() else f"It holds {dtype.min} to {dtype.max}"
    shown = repr(value) if not isinstance(value, int) or abs(value) < 1 << 128 else f"an integer of {value.bit_length()} bits"
    return NumberRangeError(f"{shown} does not fit in {dtype.name}",
                            f"{holds}. Give a wider dtype, such as dtype=\"int64\", or cast the tensor beside it: .cast(\"int64\").")


def constant(dtype: DType, value: ConstType, shape: Shape = (), device: str | tuple[str, ...] | None = None) -> UOp:
    """`value` in every element of `shape`; without a device it adapts to that of the other operand."""
    if isinstance(value, Symbol): return broadcast(number(value, dtype, device), shape)
    # 0.0 and -0.0 are one key of a dict, so the sign is a part of it
    return _constant(dtype, value, value == 0 and math.copysign(1, value) < 0, shape, device)


@lru_cache(maxsize=4096, typed=True)
def _constant(dtype: DType, value: ConstType, negative: bool, shape: Shape, device: str | tuple[str, ...] | None) -> UOp:
    node = UOp.const(dtype, checked_number(value, dtype), device)
    return node.broadcast_to(shape) if shape else node


def number(n: Symbol, dtype: DType, device: str | tuple[str, ...] | None) -> UOp:
    """The value of a Symbol, as a node."""
    low, high = n.bounds
    kind = dtypes.int32 if dtypes.int32.min <= low and high <= dtypes.int32.max else dtypes.int64
    at = UOp.iota(high - low + 1, kind, device).shrink([(n - low, n - low + 1)]).reshape(())
    return cast(mark(at if low == 0 else alu(Ops.ADD, at, constant(kind, low, ()))), dtype)


def zeros_like(node: UOp) -> UOp:
    return constant(node.dtype, 0, node.shape)


# ---- shapes


def broadcast_shapes(shapes: Sequence[Shape], what: str) -> Shape:
    """The broadcast shape of all `shapes`, aligned at the last axis. ShapeError names both sizes that differ."""
    result: list[int] = []
    rank = max(map(len, shapes))
    for axis in range(-rank, 0):
        size = 1
        for shape in shapes:
            if -axis > len(shape) or (n := shape[axis]) == 1 or n == size: continue
            if size != 1 and (isinstance(n, Symbol) or isinstance(size, Symbol)) and required(size, "==", n):
                size = min(size, n, key=most)  # the maximum of both
                continue
            if size != 1:
                raise ShapeError(f"{what} cannot broadcast {' and '.join(map(str, shapes))}: axis {axis} has sizes {size} and {n}",
                                 "Sizes must be equal or 1, counted from the last axis. Use reshape or unsqueeze to line them up.")
            size = n
        result.append(size)
    return tuple(result)


def broadcast(node: UOp, shape: Shape) -> UOp:
    """Expands `node` to `shape`, a result of `broadcast_shapes`."""
    own = node.shape
    if own == shape: return node
    if is_symbolic(shape) or is_symbolic(own):  # sizes that are equal in this run
        before = len(shape) - len(own)
        node = node.shrink([(0, n) if n == 1 else (0, shape[before + a]) for a, n in enumerate(own)])
    return node.broadcast_to(shape)


def resolve_axis(axis: object, rank: int, what: str) -> int:
    """`axis` as a non-negative index. AxisError if there is no such axis, DTypeError if it is not an integer."""
    if (index := getattr(axis, "__index__", None)) is None:
        raise DTypeError(f"{what} needs an integer axis, got {axis!r}", "Give an int; .item() is the integer in a tensor.")
    found: int = index()
    if not -max(rank, 1) <= found < max(rank, 1):
        raise AxisError(f"{what} has no axis {found}: the tensor has {rank} axes",
                        f"Axes go from {-max(rank, 1)} to {max(rank, 1) - 1}.")
    return found % max(rank, 1)


def resolve_axes(axes: object, rank: int, what: str) -> tuple[int, ...]:
    """One axis or several distinct ones, as non-negative indices; None means all."""
    if axes is None: return tuple(range(rank))
    found = tuple(resolve_axis(a, rank, what) for a in (axes if is_instance(axes, (list, tuple)) else (axes,)))
    if len(set(found)) != len(found):
        raise AxisError(f"{what} was given an axis twice: {axes}",
                        "Name each axis once; negative axes count from the last.")
    return found if rank else ()


_SEVERAL: tuple[type, ...] = (list, tuple)


def shape_argument(args: Sequence[Any], what: str) -> Shape:
    """The shape from `f(2, 3)` or `f((2, 3))`. DTypeError if a size is not an integer."""
    if len(args) == 1 and isinstance(args[0], _SEVERAL): args = args[0]
    try: sizes: list[Any] = [a if type(a) is int or isinstance(a, Symbol) else a.__index__() for a in args]
    except AttributeError:
        raise DTypeError(f"{what} needs integer sizes, got {tuple(args)!r}", "Write whole numbers, as in (2, 3).") from None
    return tuple(sizes)


# ---- operands


def with_scalar(node: UOp, value: ConstType) -> tuple[UOp, UOp]:
    """`node` and `value` as a constant operand, in their dtype by weak promotion."""
    dtype = node.dtype
    if isinstance(value, float):
        if not dtype.is_float(): node = cast(node, dtypes.default_float)
    elif dtype.is_bool() and not isinstance(value, bool): node = cast(node, dtypes.default_int)
    return node, constant(node.dtype, value, node.shape)


def outside_range(node: UOp, is_above: bool) -> tuple[UOp, UOp]:
    """Nodes that compare like `node` with an integer above, or below, the range of its integer dtype."""
    kind, shape = node.dtype, node.shape
    if kind.is_unsigned() and not is_above: return alu(Ops.OR, node, constant(kind, 1, shape)), constant(kind, 0, shape)
    return alu(Ops.SHR, node, constant(kind, 1, shape)), constant(kind, kind.max if is_above else kind.min, shape)


def match(what: str, *nodes: UOp) -> tuple[UOp, ...]:
    """`nodes` promoted to one dtype and broadcast to one shape."""
    kinds = [n.dtype for n in nodes]
    if kinds.count(kinds[0]) < len(kinds):
        dtype = promote(*kinds)
        nodes = tuple([cast(n, dtype) for n in nodes])
    return match_shapes(what, *nodes)


def match_shapes(what: str, *nodes: UOp) -> tuple[UOp, ...]:
    """`nodes` broadcast to one shape."""
    shapes = [n.shape for n in nodes]
    if shapes.count(shapes[0]) == len(shapes): return nodes
    shape = broadcast_shapes(shapes, what)
    return tuple([broadcast(n, shape) for n in nodes])


def rounded_once(fn: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """Decorator for functions made of several ops: 16-bit floats are computed in float32, integers in the default float."""
    @wraps(fn)
    def wide(self: Tensor, *args: object, **more: object) -> Tensor:
        dtype = self.dtype
        if not dtype.is_float(): return fn(self.cast(dtypes.default_float), *args, **more)
        return fn(self, *args, **more) if dtype.itemsize >= 4 else fn(self.cast(dtypes.float32), *args, **more).cast(dtype)
    return wide
