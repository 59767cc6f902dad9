"""ONNX sequence and optional operators: sequences are Python's lists, an empty optional is None."""
from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from heddle.errors import DTypeError, IndexRangeError, ShapeError
from heddle.nn.onnx.table import ArrayValue, Branch, Host, Value, axis_of, integers, op
from heddle.tensor import Tensor

_ANY = 1 << 16

# ---- several values as one


def _joined(values: Sequence[Value], tensors: Callable[[list[Tensor]], Tensor],
            arrays: Callable[[list[np.ndarray]], np.ndarray]) -> ArrayValue:
    """By `arrays` if all are arrays, else by `tensors` on one device. ShapeError for no values, DTypeError for what is neither."""
    if not values: raise ShapeError("a sequence without values has no shape", "Give at least one.")
    found = [v for v in values if isinstance(v, (np.ndarray, Tensor))]
    if len(found) < len(values): raise DTypeError("the values are no tensors", "Give tensors.")
    device = next((v.device for v in found if isinstance(v, Tensor)), None)
    if device is None: return arrays([v for v in found if isinstance(v, np.ndarray)])
    return tensors([v if isinstance(v, Tensor) else Tensor(v, device=device) for v in found])


def stacked(values: Sequence[Value], axis: int) -> ArrayValue:
    """Values of one shape along a new axis."""
    return _joined(values, lambda t: Tensor.stack(*t, dim=axis), lambda a: np.stack(a, axis))


# ---- sequences


def _list(values: Value) -> list[Value]:
    if not isinstance(values, list): raise DTypeError(f"needs a sequence, got a {type(values).__name__}", "Give a list of tensors.")
    return values


def _index_of(values: list[Value], position: Host, after: int) -> int:
    """Where in a sequence; `after` is 1 where the position behind the last value is allowed, too. IndexRangeError."""
    at, count = int(position.reshape(-1)[0]), len(values)
    if not -count <= at < count + after:
        raise IndexRangeError(f"position {at} of a sequence of {count} values", f"Give one from {-count} to {count - 1 + after}.")
    return at + count if at < 0 else at


@op("SequenceConstruct", since=11, folds=False)
def sequence_construct(*values: Value) -> tuple[Value]: return _as_one(list(values))


def _as_one(values: list[Value]) -> tuple[Value]: return (values,)  # a tuple would be several results


@op("SequenceEmpty", since=11, folds=False)
def sequence_empty(*, dtype: int = 1) -> tuple[Value]: return _as_one([])


@op("SequenceLength", since=11, folds=False)
def sequence_length(values: Value) -> Host: return np.array(len(_list(values)), np.int64)


@op("SequenceAt", since=11, folds=False)
def sequence_at(values: Value, position: Host) -> Value:
    given = _list(values)
    return given[_index_of(given, position, 0)]


@op("SequenceErase", since=11, folds=False)
def sequence_erase(values: Value, position: Host | None = None) -> tuple[Value]:
    """The last one unless there is a position."""
    given = _list(values)
    at = _index_of(given, np.array(-1) if position is None else position, 0)
    return _as_one(given[:at] + given[at + 1:])


@op("SequenceInsert", since=11, folds=False)
def sequence_insert(values: Value, value: Value, position: Host | None = None) -> tuple[Value]:
    """At the end unless there is a position."""
    given = _list(values)
    at = len(given) if position is None else _index_of(given, position, 1)
    return _as_one(given[:at] + [value] + given[at:])


@op("SplitToSequence", since=11, folds=False)
def split_to_sequence(x: Tensor, parts: Host | None = None, *, axis: int = 0, keepdims: int = 1) -> tuple[Value]:
    """In parts of one size (the last may be smaller), of the sizes given, or single elements."""
    axis = axis_of(axis, x.ndim)
    count = x.shape[axis]
    if parts is None:
        ones = x.split([1] * count, axis) if count else ()
        return _as_one([p if keepdims else p.squeeze(axis) for p in ones])
    sizes = integers(parts)
    if parts.ndim == 0:
        if sizes[0] <= 0: raise ShapeError(f"parts of size {sizes[0]}", "Give a size of at least 1.")
        sizes = [min(sizes[0], count - i) for i in range(0, count, sizes[0])]
    if sum(sizes) != count or any(n < 0 for n in sizes):
        raise ShapeError(f"the sizes {sizes} do not add up to {count}, the size of axis {axis}", "Give sizes that do.")
    return _as_one(list(x.split(sizes, axis)))


@op("ConcatFromSequence", since=11, folds=False)
def concat_from_sequence(values: Value, *, axis: int, new_axis: int = 0) -> Value:
    """One after the other along an axis, or along a new one."""
    if new_axis: return stacked(_list(values), axis)
    return _joined(_list(values), lambda t: t[0].cat(*t[1:], dim=axis), lambda a: np.concatenate(a, axis))


@op("SequenceMap", since=17, results=_ANY, folds=False)
def sequence_map(values: Value, *more: Value, body: Branch, outputs: int) -> tuple[Value, ...]:
    """The body for each value of the first sequence; other sequences go along, what is no sequence is given each time."""
    first = _list(values)
    count = len(first)
    if any(isinstance(m, list) and len(m) != count for m in more):
        raise ShapeError(f"sequences of {[len(m) for m in (values, *more) if isinstance(m, list)]} values",
                         "Give sequences of one length.")
    rows = [body(v, *[m[i] if isinstance(m, list) else m for m in more]) for i, v in enumerate(first)]
    return tuple([row[k] for row in rows] for k in range(outputs))


# ---- optional values


@op("Optional", since=15, folds=False)
def optional(value: Value | None = None, *, type: object = None) -> tuple[Value]: return (value,)  # noqa: A002


@op("OptionalHasElement", since=15, folds=False)
def optional_has_element(value: Value | None = None) -> Host: return np.array(value is not None)


@op("OptionalGetElement", since=15, folds=False)
def optional_get_element(value: Value) -> tuple[Value]:
    """The value of an optional. DTypeError for the empty one."""
    if value is None: raise DTypeError("the optional is empty", "Ask OptionalHasElement before.")
    return (value,)
