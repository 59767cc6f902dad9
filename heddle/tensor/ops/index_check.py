"""Bounds checks of indices and labels: an error where values are known, a mark in the result elsewhere.

Inputs: an integer tensor and the range that it has to be in. Outputs: nothing to do, an IndexRangeError with the index and its
position, or the mask of what is outside, computed with the result.
Invariants: no index outside its axis gives a number that looks right. An index is known if the host has it: its bounds follow from how
it was made, or it is in memory on a device that runs on the host (CPU, PYTHON), with nothing still to be written there; up to
`LARGEST_READ` elements. With VALIDATE=1 every index is computed and read where it is used. Any other is computed later, and reads
through it give `poison`: NaN in floats, the least value of signed integers, the greatest of unsigned ones, False in bools.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

from heddle.device.buffer import find_buffer
from heddle.dtype import ConstType, DType
from heddle.errors import IndexRangeError
from heddle.settings import settings
from heddle.tensor import aliasing
from heddle.tensor import host_data as host
from heddle.tensor.capture_mode import is_before_capture, is_capturing
from heddle.uop import Ops
from heddle.uop.symbol import is_symbolic

if TYPE_CHECKING:
    import numpy as np

    from heddle.tensor.tensor import Tensor

#: elements of an index that are read to check it: more would cost as much as using it
LARGEST_READ = 1 << 20


def poison(dtype: DType) -> ConstType:
    """What a read through an index outside of its axis gives."""
    if dtype.is_float(): return math.nan
    return False if dtype.is_bool() else dtype.max if dtype.is_unsigned() else dtype.min


def outside(what: str, index: Tensor, size: int, *, least: int = 0, ignore: int | None = None) -> Tensor | None:
    """Where `index` is not in [least, size), and not `ignore`; None if it is known to be inside. IndexRangeError if not."""
    if not index.numel(): return None
    low, high = index.uop.bounds
    if not is_symbolic((size,)) and least <= low and high < size: return None
    found = None if is_symbolic((size,)) else known_values(index)
    if found is not None:
        if found.min() < least or found.max() >= size: _refuse(what, found, size, least, ignore)
        if not is_before_capture(): return None
    bad = (index < least) | (index >= size)
    return bad if ignore is None else bad & (index != ignore)


def marked(result: Tensor, lost: Tensor | None) -> Tensor:
    """`result`, and `poison` where `lost` is true."""
    return result if lost is None else lost.where(poison(result.dtype), result)


def known_values(index: Tensor) -> np.ndarray | None:
    """The values, if they can be looked at without waiting for a device. Of a dtype that NumPy has."""
    if is_capturing() or is_symbolic(index.shape): return None
    if settings.VALIDATE: return index.detach().numpy()
    storage = index._storage
    if storage is None or (memory := storage.memory) is None or storage.assigned is not None: return None
    if index.numel() > LARGEST_READ: return None
    if memory.op is Ops.MULTI or not aliasing.is_whole(index.uop) or not host.runs_on_host(index.device): return None
    if (buffer := find_buffer(memory)) is None or buffer.raw is None: return None
    if (values := buffer.as_memoryview()) is None: return None  # of NULL there are none
    import numpy as np
    return np.frombuffer(values, index.dtype.name).reshape(index.shape).copy()


def _refuse(what: str, found: np.ndarray, size: int, least: int, ignore: int | None) -> None:
    """IndexRangeError if one of these is not in [least, size), and not `ignore`."""
    bad = (found < least) | (found >= size)
    if ignore is not None: bad &= found != ignore
    if bad.any(): raise _error(what, found, bad, size, least, ignore)


def _error(what: str, values: np.ndarray, bad: np.ndarray, size: int, least: int, ignore: int | None) -> IndexRangeError:
    """The error for the first index that is outside [least, size), with its position and how many more there are."""
    import numpy as np
    at = tuple(int(n) for n in np.argwhere(bad)[0])
    where = f" at {at[0] if len(at) == 1 else at}" if at else ""
    more = f", and {int(bad.sum()) - 1} more" if bad.sum() > 1 else ""
    beside = "" if ignore is None else f", or ignore_index={ignore}"
    return IndexRangeError(f"{what}: the index {values[at]}{where}{more} is outside an axis of size {size}",
                           f"Indices go from {least} to {size - 1}{beside}." if size else "The axis has no elements.")
