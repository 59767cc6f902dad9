"""Subscript parsing: the arguments of `x[...]`, read once.

Inputs: `x[2, ..., ::-1, None, index]`. Outputs: a `Subscript`: the view by integers and slices, and the remaining indices by tensors.
Invariants: constants are checked against their axis here, with the user's line in the error.
"""
from __future__ import annotations

import operator
from collections.abc import Sequence
from types import EllipsisType
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias

from heddle.errors import AxisError, DTypeError, IndexRangeError, ShapeError
from heddle.named_tuple import NamedTuple
from heddle.narrowing import is_instance
from heddle.tensor.aliasing import unshaped
from heddle.tensor.node_builders import Shape
from heddle.tensor.ops.conv import _every, tiled
from heddle.tensor.ops.reduce import position_dtype
from heddle.uop import Symbol
from heddle.uop.size_conditions import bound_values, fitted, required, settled_by_bounds, within
from heddle.uop.symbol import greater, is_symbolic, lesser, plain

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from heddle.tensor.tensor import Tensor


class Part(NamedTuple):
    """Elements begin, begin + step, … of an axis, `length` of them; or the same from the end backwards."""

    begin: int
    length: int
    step: int = 1
    backwards: bool = False


class Subscript:
    """A part of each axis of the source; the shape of the view after single elements are dropped and new axes are put in (None:
    as long as the part); the axes of the source that stay; the tensors that pick, by axis of the view; and which of these axes have
    indices that are known to be inside."""

    __slots__ = ("checked", "kept", "parts", "picks", "shape")

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.shape: list[int | None] = []
        self.kept: list[int] = []
        self.picks: dict[int, Tensor] = {}
        self.checked: set[int] = set()


class _Masked(NamedTuple):
    """The positions where a mask is true along one of its axes, of which it has `size`."""

    tensor: Tensor
    size: int


class _Known(NamedTuple):
    """An index whose values are known now, and the least and the greatest of them."""

    tensor: Tensor
    least: int
    greatest: int


#: the index of one axis
Index: TypeAlias = "int | Symbol | slice | Tensor | _Masked | _Known"


#: what needs no conversion
_PLAIN = (int, Symbol, slice, EllipsisType)
if TYPE_CHECKING:
    def _is_plain(x: object, kinds: tuple[type, ...], /) -> TypeIs[int | Symbol | slice | EllipsisType]: ...
else: _is_plain = isinstance


def read_subscript(x: Tensor, indices: object) -> Subscript:
    """The subscript, checked against the shape of `x`."""
    given = indices if is_instance(indices, tuple) else (indices,)
    items = [y for item in given for y in _normalise(x, item)]
    used = sum(item is not None and item is not Ellipsis for item in items)
    if used > x.ndim:
        raise AxisError(f"{used} indices for a tensor with {x.ndim} axes, shape {x.shape}",
                        "Give at most one index for each axis.")
    if sum(item is Ellipsis for item in items) > 1: raise AxisError("an index can have only one ...", "Write : for the other axes.")
    at = next((i for i, item in enumerate(items) if item is Ellipsis), len(items))
    items[at:at + 1] = [slice(None)] * (x.ndim - used)
    found, axis = Subscript(), 0
    for item in items:
        if item is None: found.shape.append(1)
        elif not isinstance(item, EllipsisType):
            _read_one(x, found, axis, item)
            axis += 1
    return found


def _normalise(x: Tensor, item: object) -> Sequence[Index | EllipsisType | None]:
    """Lists, arrays and masks as integer tensors; a mask picks on as many axes as it has."""
    if isinstance(item, bool): raise DTypeError("a tensor cannot be indexed with a bool", "Use a mask of the tensor's shape.")
    if item is None or _is_plain(item, _PLAIN): return [item]
    if isinstance(item, type(x)): return _split_mask(x, item) if item.dtype.is_bool() else [_integers(item)]
    if isinstance(item, SupportsIndex) and getattr(item, "shape", ()) == (): return [operator.index(item)]
    if not isinstance(item, (list, tuple, range)) and not hasattr(item, "__array__"):
        raise DTypeError(f"a tensor cannot be indexed with {type(item).__name__}",
                         "Use ints, slices, None, ..., lists or integer tensors.")
    import numpy as np
    try: values = np.asarray(item)
    except ValueError:
        raise DTypeError(f"a tensor cannot be indexed with {item!r}: its rows differ in length",
                         "Make all rows equally long.") from None
    if not values.size: return [type(x).zeros(*values.shape, device=x.device, dtype="int32")]
    index = type(x)(values, x.device)
    if values.dtype == np.bool_: return _split_mask(x, index)
    return [_Known(_integers(index), int(values.min()), int(values.max()))]


def _integers(index: Tensor) -> Tensor:
    if index.dtype.is_float(): raise DTypeError(f"an index must be integers, got {index.dtype.name}", "Use .int().")
    return index


def _split_mask(x: Tensor, mask: Tensor) -> list[_Masked]:
    import numpy as np
    if not mask.shape: raise ShapeError("a mask needs at least one axis", "Use .where(), or unsqueeze the mask.")
    found = np.nonzero(mask.numpy())
    return [_Masked(type(x)(positions.astype(position_dtype(n).name), x.device), n)
            for positions, n in zip(found, mask.shape, strict=True)]


def _read_one(x: Tensor, found: Subscript, axis: int, item: Index) -> None:
    """Adds the index of one axis to `found`. IndexRangeError, AxisError or ShapeError if it does not fit the axis."""
    size = x.shape[axis]
    if isinstance(item, (int, Symbol)):
        _check_range(x, axis, item)
        found.parts.append(Part(from_front(item, size), 1))
        return
    found.kept.append(axis)
    if isinstance(item, slice) and is_symbolic((item.start, item.stop, size)) and type(item.step) is int and item.step > 1:
        part = _symbolic_part(slice(item.start, item.stop), size)
        positions = type(x).arange(part.begin, part.begin + part.length, item.step, device=x.device)
        found.checked.add(len(found.shape))
        found.parts.append(Part(0, size))
        found.picks[len(found.shape)] = positions
    elif isinstance(item, slice) and is_symbolic((size,)) and item.start is item.stop is None and item.step == -1:
        found.parts.append(Part(0, size, 1, True))
    elif isinstance(item, slice): found.parts.append(_part_of(item, size))
    else:
        if isinstance(item, _Known):
            for i in (item.least, item.greatest): _check_range(x, axis, i)
        elif isinstance(item, _Masked) and item.size != size:
            raise AxisError(f"a mask of size {item.size} does not fit axis {axis} of size {size}, of a tensor of shape {x.shape}",
                            "Give a mask with the sizes of the axes that it picks from.")
        if isinstance(item, (_Known, _Masked)):
            found.checked.add(len(found.shape))
            item = item.tensor
        found.parts.append(Part(0, size))
        found.picks[len(found.shape)] = item
    found.shape.append(None)


def _check_range(x: Tensor, axis: int, index: int) -> None:
    size = x.shape[axis]
    if not (required(-size, "<=", index) and required(index, "<", size)):
        raise IndexRangeError(f"index {index} is outside axis {axis} of size {size}, of a tensor of shape {x.shape}",
                              f"Indices go from {-size} to {size - 1}." if size else "The axis has no elements.")


def _part_of(item: slice, size: int) -> Part:
    """The elements that a slice names. DTypeError for ends that are no integers, ShapeError for a step of 0."""
    if is_symbolic((item.start, item.stop, item.step, size)): return _symbolic_part(item, size)
    try: positions = range(size)[item]
    except TypeError: raise DTypeError(f"slices need integers, got {item}", "Give ints; .item() is the integer in a tensor.") from None
    except ValueError: raise ShapeError("a slice needs a step other than 0", "Give a positive or a negative step.") from None
    if not len(positions): return Part(0, 0)
    return Part(min(positions[0], positions[-1]), len(positions), abs(positions.step), positions.step < 0)


def _symbolic_part(item: slice, size: int) -> Part:
    """A slice whose ends, or whose axis, are known at launch. ShapeError unless it lies within the axis for all values."""
    if item.step not in (None, 1):
        raise ShapeError(f"a slice of what is known at launch needs a step of at least 1, got {item.step!r}", "Flip the axis first.")
    begin, end = (default if n is None else from_front(n, size) for n, default in ((item.start, 0), (item.stop, size)))
    if not within(begin, end, size):
        raise ShapeError(f"the slice from {plain(begin)} to {plain(end)} does not lie within an axis of {plain(size)} elements"
                         f"{bound_values(begin, end, size)}",
                         "Give the variable bounds that keep it inside.")
    return Part(begin, fitted(begin, end, size) - begin)


def from_front(n: int | Symbol, size: int) -> int:
    """A position counted from the front; one below 0 counts from the end."""
    if settled_by_bounds(0, "<=", n) is not None: return n + (0 if n >= 0 else size)
    return n + size * lesser(greater(-n, 0), 1)


def take_view(x: Tensor, subscript: Subscript) -> Tensor:
    """The part of `x` that integers and slices say, without a copy."""
    view = x
    if flipped := tuple(a for a, part in enumerate(subscript.parts) if part.backwards): view = view.flip(flipped)
    begins = [_begin(part, n) for part, n in zip(subscript.parts, x.shape, strict=True)]
    # room for the last step too, where the axis has it
    view = view.shrink([(b, b + p.length if p.step == 1 else min(n, b + p.length * p.step))
                        for b, p, n in zip(begins, subscript.parts, x.shape, strict=True)])
    for axis, part in enumerate(subscript.parts):
        if part.step > 1: view = _every_view(view, axis, part.length, part.step)
    kept = iter([view.shape[a] for a in subscript.kept])
    return view.reshape([next(kept) if n is None else n for n in subscript.shape])


def _begin(part: Part, size: int) -> int:
    """Where the part begins, counted from the end if it runs backwards."""
    return size - 1 - (part.begin + (part.length - 1) * part.step) if part.backwards and part.length else part.begin


def _every_view(x: Tensor, axis: int, count: int, step: int) -> Tensor:
    if count * step > x.shape[axis]:
        if count == 1: return x._part(axis, 0, 1)
        # padding is no view; a repetition of which one part is seen is
        return x._view(_every(tiled(x.uop, axis, 2), axis, count, step))
    return _every(x, axis, count, step)


def fitting(value: Tensor, shape: Shape) -> Tensor:
    """`value`, broadcast to the `shape` of what is written to. ShapeError if it does not broadcast."""
    from heddle.tensor.assign import spread
    if (found := spread(value, shape)) is None:
        raise ShapeError(f"cannot write shape {value.shape} to indices of shape {shape}", "Reshape the value so that it broadcasts.")
    return found


def write_view(whole: Tensor, view: Tensor, value: Tensor) -> Tensor:
    """`whole` with `value` at the elements that its `view` shows."""
    from heddle.tensor.assign import write_in
    value = fitting(value, view.shape)
    if not view.numel(): return whole
    root = unshaped(whole.uop)
    return whole._of(write_in(view.uop, root, value.uop).reshape(whole.shape), whole._needs_grad or value._needs_grad)
