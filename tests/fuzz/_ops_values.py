"""Values of the reference for random programs of ops: NumPy arrays with a bound of the error that a device may have made.

Inputs: arrays, and rules of how errors spread. Outputs: `Value`s and a comparison with what a device computed.
Invariants: an error of 0 means that every device must give just this value; an infinite one that nothing is promised, as behind a
rounded number whose integer part was taken. What is exact by the op table (integers, movement, a single float addition) stays exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from heddle import Tensor

_TWINS = {
    "bfloat16": np.dtype(ml_dtypes.bfloat16),
    "fp8e4m3": np.dtype(ml_dtypes.float8_e4m3fn),
    "fp8e5m2": np.dtype(ml_dtypes.float8_e5m2),
}
_FLOATS = {"float16", "bfloat16", "float32", "float64", "fp8e4m3", "fp8e5m2"}


def twin(name: str) -> np.dtype:
    """NumPy's or ml_dtypes' twin of a dtype."""
    return _TWINS.get(name, np.dtype(name)) if name in _TWINS else np.dtype(name)


def is_float(dtype: np.dtype) -> bool:
    return dtype.kind == "f" or dtype in _TWINS.values()


def name_of(dtype: np.dtype) -> str:
    """heddle's name of a dtype of NumPy."""
    return next((name for name, d in _TWINS.items() if d == dtype), dtype.name)


@dataclass
class Value:
    """`array`, of which each element is known up to `error`; `signs` says whether the signs of zeros are promised."""

    array: np.ndarray
    error: np.ndarray
    signs: bool = True

    def __post_init__(self) -> None:
        self.array, self.error = np.asarray(self.array), np.asarray(self.error, np.float64)

    @property
    def name(self) -> str:
        return name_of(self.array.dtype)

    @property
    def is_float(self) -> bool:
        return is_float(self.array.dtype)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def wide(self) -> np.ndarray:
        return self.array.astype(np.float64)

    @property
    def is_exact(self) -> bool:
        return not np.any(self.error)


def exact(array: Any) -> Value:
    """A value that every device must give."""
    found = np.asarray(array)
    return Value(found, np.zeros(found.shape))


def unknown_where(value: Value, doubtful: np.ndarray) -> Value:
    """The value, with nothing promised where `doubtful`."""
    return Value(value.array, np.where(doubtful, np.inf, value.error), value.signs)


def spacing(array: np.ndarray) -> np.ndarray:
    """One ULP at each element, and never less than the least normal number: devices may flush what is smaller."""
    if not is_float(array.dtype):
        return np.zeros(array.shape)
    info = ml_dtypes.finfo(array.dtype)
    size = np.abs(array.astype(np.float64))
    with np.errstate(all="ignore"):
        exponent = np.floor(np.log2(np.where(np.isfinite(size) & (size > 0), size, 1.0)))
    return np.maximum(np.where(size > 0, 2.0**exponent * float(info.eps), 0), float(info.smallest_normal))


def rounded(wide: np.ndarray, dtype: np.dtype, error: np.ndarray, ulps: float = 1.0, signs: bool = True) -> Value:
    """A float result computed in float64, in `dtype`, with the error that came in and `ulps` of its own."""
    array = np.asarray(wide).astype(dtype)
    own = np.where(np.isfinite(array.astype(np.float64)), ulps * spacing(array), 0)
    total = np.asarray(error, np.float64) + own
    most = float(ml_dtypes.finfo(dtype).max)
    near_end = (np.abs(array.astype(np.float64)) + total > most) & (total > 0)
    return Value(array, np.where(near_end | np.isnan(total), np.inf, total), signs)


def inexact(*values: Value) -> np.ndarray:
    """Where any of these values, broadcast together, may be off."""
    found: np.ndarray = np.zeros(())
    for v in values:
        found = np.logical_or(found, v.error > 0)
    return found


def discrete(array: Any, *sources: Value) -> Value:
    """A result that jumps: promised only where all sources are exact."""
    found = np.asarray(array)
    return Value(found, np.where(np.broadcast_to(inexact(*sources), found.shape), np.inf, 0.0))


def moved(source: Value, move: Callable[[np.ndarray], np.ndarray]) -> Value:
    """Elements in other places."""
    return Value(np.asarray(move(source.array)), np.asarray(move(source.error)), source.signs)


def read(tensor: Tensor) -> np.ndarray:
    """The values of a tensor in the twin of its dtype."""
    name = tensor.dtype.name
    if name not in _TWINS:
        return tensor.numpy()
    bits = tensor.bitcast("uint16" if tensor.dtype.itemsize == 2 else "uint8")
    return bits.numpy().view(_TWINS[name])


def made(array: np.ndarray) -> Tensor:
    """A tensor of these values."""
    if array.dtype not in _TWINS.values():
        return Tensor(array)
    bits = array.view(np.uint16 if array.dtype.itemsize == 2 else np.uint8)
    return Tensor(bits).bitcast(name_of(array.dtype))


def difference(got: np.ndarray, want: Value) -> str | None:
    """What is wrong with `got`; None if it is within the bounds."""
    if got.dtype != want.array.dtype:
        return f"dtype {name_of(got.dtype)}, expected {want.name}"
    if got.shape != want.shape:
        return f"shape {got.shape}, expected {want.shape}"
    if not want.is_float:
        bad = (got != want.array) & ~(want.error > 0)
    else:
        g, w = got.astype(np.float64), want.wide
        with np.errstate(all="ignore"):
            good = (g == w) | (np.isnan(g) & np.isnan(w)) | (np.abs(g - w) <= want.error) | np.isinf(want.error)
            # what is less than the least normal number may have been flushed
            good |= np.abs(g - w) <= float(ml_dtypes.finfo(got.dtype).smallest_normal)
        bad = ~good
    if not np.any(bad):
        return None
    at = tuple(int(i) for i in np.argwhere(bad)[0])
    count = f"{int(bad.sum())} of {bad.size} elements differ"
    return f"{count}: at {at} got {got[at]!s}, expected {want.array[at]!s} (allowed {want.error[at]:.3g})"
