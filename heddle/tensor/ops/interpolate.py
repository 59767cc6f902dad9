"""Image resampling: `x.interpolate((h, w))`.

Inputs: a tensor whose last axes are spatial. Outputs: the same with other sizes there. Invariants: axes are resampled one after the
other; the positions between elements are known when the graph is built, unless a size is known only at launch.
Source of the positions: those of torch.nn.functional.interpolate, which agree with the definitions of ONNX's Resize.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from heddle.dtype import DType, dtypes
from heddle.errors import DTypeError, ShapeError
from heddle.tensor.ops.indexing import pick
from heddle.uop.size_conditions import required
from heddle.uop.symbol import greater, is_symbolic, most, plain

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: positions, and the weights made of them: known now, or at launch
Values = TypeVar("Values", np.ndarray, "Tensor")

MODES = ("nearest", "nearest-exact", "linear", "cubic")


def interpolate(x: Tensor, size: Sequence[int], mode: str, align_corners: bool, factors: Sequence[float] | None = None) -> Tensor:
    """See `Tensor.interpolate`. `factors`: elements of the result for each of `x`, where these are not the ratios of the sizes."""
    if mode not in MODES: raise DTypeError(f"interpolate has no mode {mode!r}", f"There are: {', '.join(MODES)}.")
    if not 0 < len(size) <= x.ndim or not all(required(1, "<=", n) for n in (*size, *x.shape[x.ndim - len(size):])):
        raise ShapeError(f"interpolate cannot make the last axes of shape {x.shape} {tuple(size)}",
                         "Give a size of at least 1 for each of up to as many last axes.")
    kind = x.dtype
    # the last axis first: torch rounds bytes after each axis, in this order
    for n, new_size in reversed(list(enumerate(size))):
        x = _along(x, x.ndim - len(size) + n, new_size, mode, align_corners, None if factors is None else factors[n])
    return rounded(x, kind)


def rounded(x: Tensor, kind: DType) -> Tensor:
    """`x` in the dtype `kind`: for integers and bools the nearest value that it has, ties to even."""
    if kind.is_float() or x.dtype == kind: return x.cast(kind)
    if kind.is_bool(): return x >= 0.5
    # the greatest integer may be a float only when rounded up, and that has no integer; the least one is a power of two, or 0
    return (x >= float(kind.max)).where(int(kind.max), x.round().maximum(float(kind.min)).cast(kind))


def _along(x: Tensor, axis: int, new_size: int, mode: str, align_corners: bool, factor: float | None) -> Tensor:
    """One axis of another size. By a `factor` that the sizes only round, positions are computed in float32, as in torch."""
    size = x.shape[axis]
    is_exact = factor is None or size * factor == new_size
    if size == new_size and (is_exact or mode != "cubic"): return x
    if is_symbolic((size, new_size)): return _along_symbolic(x, axis, new_size, mode, align_corners)
    step = size / new_size if factor is None or is_exact else float(np.float32(1 / factor))
    if mode == "nearest": return _pick(x, axis, np.arange(new_size) * size // new_size if is_exact else _floor32(new_size, 0, step))
    middle = (np.arange(new_size) + 0.5) * step
    if mode == "nearest-exact": return _pick(x, axis, np.floor(middle) if is_exact else _floor32(new_size, 0.5, step))
    at = np.arange(new_size) * ((size - 1) / max(new_size - 1, 1)) if align_corners else middle - 0.5
    if mode == "linear": at = at.clip(0, size - 1)
    first = np.floor(at)
    weights = _linear(at - first) if mode == "linear" else _cubic(at - first)
    start = first if mode == "linear" else first - 1
    if x.dtype is dtypes.uint8: return _along_bytes(x, axis, start, weights)
    x = x._at_least_float32()
    parts = [_pick(x, axis, start + n) * _on_axis(x, axis, w) for n, w in enumerate(weights)]
    return sum(parts[1:], parts[0])


def _floor32(count: int, offset: float, step: float) -> np.ndarray:
    return np.floor((np.arange(count, dtype=np.float32) + np.float32(offset)) * np.float32(step))


def _along_symbolic(x: Tensor, axis: int, new_size: int, mode: str, align_corners: bool) -> Tensor:
    """One axis from or to a size that is known at launch: positions are fractions of integers, which are exact."""
    size = x.shape[axis]
    if x.dtype is dtypes.uint8 and mode in ("linear", "cubic"):
        raise ShapeError(f"interpolate of bytes from {plain(size)} to {plain(new_size)} elements rounds its weights by the "
                         "greatest of them, which has to be known now", "Cast it first: x.float().")
    number = type(x).arange(new_size, device=x.device, dtype=_counter(size, new_size))
    if mode == "nearest": return x.index_select(axis, number * size // new_size)
    if mode == "nearest-exact": return x.index_select(axis, (2 * number + 1) * size // (2 * new_size))
    if align_corners: above, below = number * (size - 1), greater(new_size - 1, 1)
    else: above, below = (2 * number + 1) * size - new_size, 2 * new_size
    if mode == "linear": above = above.maximum(0)
    # at least 0, so that division rounds down
    first = (above + 2 * below) // below - 2
    x = x._at_least_float32()
    away = (above - first * below).cast(x.dtype) / below
    weights, start = (_linear(away), first) if mode == "linear" else (_cubic(away), first - 1)
    positions = [(start + n).maximum(0).minimum(size - 1) for n in range(len(weights))]
    parts: list[Tensor] = [x.index_select(axis, at) * w._on_axis(axis, x.ndim) for at, w in zip(positions, weights, strict=True)]
    return sum(parts[1:], parts[0])


def _counter(size: int, new_size: int) -> DType:
    """An integer dtype that holds the numerators of all positions."""
    return dtypes.int32 if 2 * most(new_size + 1) * most(size + 1) <= dtypes.int32.max else dtypes.int64


def _along_bytes(x: Tensor, axis: int, start: np.ndarray, weights: Sequence[np.ndarray]) -> Tensor:
    """One axis of bytes, with weights of 16 bits: rounded half up and kept within 0 to 255, bit by bit as torch and Pillow do it."""
    last = x.shape[axis] - 1
    positions = [(start + n).clip(0, last) for n in range(len(weights))]
    shares = [w.copy() for w in weights]
    for n in range(1, len(shares)):  # beyond the ends several weights are of one element, and are rounded as one
        same = positions[n] == positions[n - 1]
        shares[n], shares[n - 1] = shares[n] + np.where(same, shares[n - 1], 0), np.where(same, 0, shares[n - 1])
    digits = next(d for d in range(22, -1, -1) if int(0.5 + max(s.max() for s in shares) * 2 ** d) < 1 << 15)
    factors = [np.trunc(s * 2 ** digits + np.copysign(0.5, s)).astype(np.int32) for s in shares]
    wide = x.cast(dtypes.int32)
    parts = [_pick(wide, axis, at) * type(x)(f, x.device)._on_axis(axis, x.ndim)
             for at, f in zip(positions, factors, strict=True)]
    return ((sum(parts[1:], parts[0]) + (1 << digits >> 1)) >> digits).clip(0, 255).cast(dtypes.uint8)


def _linear(t: Values) -> list[Values]:
    """Weights of the element before and of that after a position `t` from the first to the second."""
    return [1 - t, t]


def _cubic(t: Values, a: float = -0.75) -> list[Values]:
    """Weights of the four elements around: cubic convolution, Keys (1981), with the `a` that torch and OpenCV take."""
    def near(d: Values) -> Values: return ((a + 2) * d - (a + 3)) * d * d + 1
    def far(d: Values) -> Values: return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return [far(1 + t), near(t), near(1 - t), far(2 - t)]


def _pick(x: Tensor, axis: int, at: np.ndarray) -> Tensor:
    """The elements at these positions, of which those outside are the nearest inside: as a view wherever they are evenly spaced."""
    at = at.clip(0, x.shape[axis] - 1).astype(np.int32)
    seen = _strided(x, axis, at)
    if seen is None: seen = _repeated(x, axis, at)
    if seen is not None: return seen
    return pick(x, {axis: type(x)(at, x.device)}, (axis,))


def _strided(x: Tensor, axis: int, at: np.ndarray) -> Tensor | None:
    """The elements at `at` as a slice, if their distance is always the same and not 0."""
    steps = np.diff(at)
    if len(at) > 1 and (steps[0] <= 0 or (steps != steps[0]).any()): return None
    step = int(steps[0]) if len(at) > 1 else 1
    return x[(*[slice(None)] * axis, slice(int(at[0]), int(at[-1]) + 1, step))]


def _repeated(x: Tensor, axis: int, at: np.ndarray) -> Tensor | None:
    """The elements at `at` as repeats of consecutive ones, if all but those at the ends are repeated equally often."""
    first, counts = int(at[0]), np.bincount(at - at[0]) if (np.diff(at) >= 0).all() else np.zeros(1, int)
    if (counts == 0).any() or len(set(counts[1:-1].tolist())) > 1: return None
    times = int(counts[1]) if len(counts) > 2 else int(counts.max())
    head, tail = int(counts[0]), int(counts[-1])
    part = x._part(axis, first, first + len(counts))
    if max(head, tail) <= times: return part.repeat_interleave(times, axis)._part(axis, times - head, times - head + len(at))
    begin, end = (part._part(axis, n, n + 1).repeat_interleave(k, axis) for n, k in ((0, head), (len(counts) - 1, tail)))
    if len(counts) == 2: return begin.cat(end, dim=axis)
    return begin.cat(part._part(axis, 1, len(counts) - 1).repeat_interleave(times, axis), end, dim=axis)


def _on_axis(x: Tensor, axis: int, weights: np.ndarray) -> Tensor:
    return type(x)(weights.astype(np.float64 if x.dtype.itemsize == 8 else np.float32), x.device)._on_axis(axis, x.ndim)
