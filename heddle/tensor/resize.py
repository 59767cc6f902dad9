"""Images of other sizes: `x.interpolate((h, w))`.

In: a tensor whose last axes are space. Out: the same with other sizes there. Always true: each axis by itself, one after the other;
where a value lies between two elements is known when the graph is built.
Source of the positions: those of torch.nn.functional.interpolate, which agree with the definitions of ONNX's Resize.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from heddle.dtype import DType, dtypes
from heddle.errors import DTypeError, ShapeError

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

MODES = ("nearest", "nearest-exact", "linear", "cubic")


def interpolate(x: Tensor, size: Sequence[int], mode: str, align_corners: bool) -> Tensor:
    """See `Tensor.interpolate`."""
    if mode not in MODES: raise DTypeError(f"interpolate has no mode {mode!r}", f"There are: {', '.join(MODES)}.")
    if not 0 < len(size) <= x.ndim or min(size) < 1 or 0 in x.shape[x.ndim - len(size):]:
        raise ShapeError(f"interpolate cannot make the last axes of shape {x.shape} {tuple(size)}",
                         "Give a size of at least 1 for each of up to as many last axes.")
    kind = x.dtype
    for n, wanted in enumerate(size): x = _along(x, x.ndim - len(size) + n, wanted, mode, align_corners)
    return x.cast(kind) if kind.is_float() or x.dtype == kind else _rounded(x, kind)


def _rounded(x: Tensor, kind: DType) -> Tensor:
    """The nearest integers (or truths) of the dtype `kind`."""
    if kind.is_bool(): return x >= 0.5
    # the greatest integer may be a float only when rounded up, and that has no integer; the least one is a power of two, or 0
    return (x >= float(kind.max)).where(int(kind.max), x.round().maximum(float(kind.min)).cast(kind))


def _along(x: Tensor, axis: int, wanted: int, mode: str, align_corners: bool) -> Tensor:
    """One axis of another size."""
    size = x.shape[axis]
    if size == wanted: return x
    if mode == "nearest": return _pick(x, axis, np.arange(wanted) * size // wanted)
    middle = (np.arange(wanted) + 0.5) * (size / wanted)
    if mode == "nearest-exact": return _pick(x, axis, np.floor(middle))
    at = np.arange(wanted) * ((size - 1) / max(wanted - 1, 1)) if align_corners else middle - 0.5
    if mode == "linear": at = at.clip(0, size - 1)
    first = np.floor(at)
    weights = _linear(at - first) if mode == "linear" else _cubic(at - first)
    start = first if mode == "linear" else first - 1
    x = x if x.dtype.is_float() and x.dtype.itemsize >= 4 else x.cast(dtypes.float32)
    parts = [_pick(x, axis, start + n) * _on_axis(x, axis, w) for n, w in enumerate(weights)]
    return sum(parts[1:], parts[0])


def _linear(t: np.ndarray) -> list[np.ndarray]:
    """Weights of the element before and of that after a place `t` from the first to the second."""
    return [1 - t, t]


def _cubic(t: np.ndarray, a: float = -0.75) -> list[np.ndarray]:
    """Weights of the four elements around: cubic convolution, Keys (1981), with the `a` that torch and OpenCV take."""
    def near(d: np.ndarray) -> np.ndarray: return ((a + 2) * d - (a + 3)) * d * d + 1
    def far(d: np.ndarray) -> np.ndarray: return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return [far(1 + t), near(t), near(1 - t), far(2 - t)]


def _pick(x: Tensor, axis: int, at: np.ndarray) -> Tensor:
    """The elements at these places, of which those outside are the nearest inside."""
    return x.index_select(axis, at.clip(0, x.shape[axis] - 1).astype(np.int32).tolist())


def _on_axis(x: Tensor, axis: int, weights: np.ndarray) -> Tensor:
    made = type(x)(weights.astype(np.float32), x.device).cast(x.dtype)
    return made.reshape([-1 if a == axis else 1 for a in range(x.ndim)])
