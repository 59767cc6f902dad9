"""Synthetic test data for kernels, used where the user's data must not or need not be read.

Inputs: a dtype, a size, a kind, a seed. Outputs: bytes, the same in every process.
Invariants: nothing in it comes from the user. Large buffers repeat a block of a prime number of elements, so that rows differ.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.dtype import DType, encode_float

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    Numbers = NDArray[np.generic]

#: positive: sums do not cancel and logarithms exist; mixed: both signs; special: zeros, infinities, NaN, the greatest and the smallest
KINDS = ("positive", "mixed", "special")
_BLOCK = 8191


def make_sample(dtype: DType, size: int, kind: str = "positive", seed: int = 0) -> bytes:
    """`size` elements of `dtype`: floats of about 1, integers that may serve as indices of small tables."""
    import numpy as np
    rng = np.random.default_rng([seed, dtype.itemsize, KINDS.index(kind)])
    count = min(size, _BLOCK)
    if dtype.is_bool(): block = rng.integers(0, 2, count).astype(np.bool_)
    elif dtype.is_float(): block = _encode(dtype, _floats(rng, kind, count))
    else: block = _integers(rng, dtype, kind, count).astype(dtype.fmt)
    return np.resize(block, size).tobytes() if size else b""


def _floats(rng: np.random.Generator, kind: str, count: int) -> Numbers:
    import numpy as np
    if kind == "positive": return rng.uniform(0.25, 2.0, count)
    values = rng.uniform(-2.0, 2.0, count)
    if kind == "mixed": return values
    odd = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 3e38, -3e38, 1.0, 2.0 ** 24, 65504.0])
    return np.where(rng.random(count) < 0.25, rng.choice(odd, count), values)


def _encode(dtype: DType, values: Numbers) -> Numbers:
    import numpy as np
    with np.errstate(over="ignore"):
        if dtype.fmt is not None: return values.astype(dtype.fmt)
    return np.array([encode_float(dtype, v) for v in values.tolist()], f"u{dtype.itemsize}")


def _integers(rng: np.random.Generator, dtype: DType, kind: str, count: int) -> Numbers:
    import numpy as np
    low = 0 if dtype.is_unsigned() or kind == "positive" else -20
    values = rng.integers(low, 100, count)
    if kind != "special": return values
    ends = np.array([0, 1, int(dtype.min), int(dtype.max)], object)
    return np.where(rng.random(count) < 0.25, rng.choice(ends, count), values.astype(object))
