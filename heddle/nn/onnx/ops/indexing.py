"""ONNX indexing operators: gather, scatter and their relatives."""
from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from heddle.dtype import dtypes
from heddle.errors import IndexRangeError, ShapeError
from heddle.nn.onnx.table import ArrayValue, Host, axis_of, op
from heddle.tensor import Tensor


def from_the_end(indices: Tensor, size: int) -> Tensor:
    """Indices below 0 count from the end."""
    wide = indices.cast(dtypes.int64)
    return (wide < 0).where(wide + size, wide)


def placed(x: Tensor, indices: ArrayValue, sizes: Sequence[int]) -> Tensor:
    """Indices as a tensor beside x. `sizes`: of the axes that the last axis of `indices` goes over, or of the only one.

    IndexRangeError if they are known on the host, and one is outside. Indices that are computed on a device are not looked at.
    """
    if isinstance(indices, Tensor): return indices.cast(dtypes.int64)
    array = np.asarray(indices)
    limits = np.array(sizes[0] if len(sizes) == 1 else sizes, np.int64)
    if array.size and (wrong := array[(array < -limits) | (array >= limits)]).size:
        raise IndexRangeError(f"the index {int(wrong.reshape(-1)[0])} is outside of axes of sizes {list(sizes)}",
                              "Give one from -size to size - 1.")
    return Tensor(array.astype(np.int64), device=x.device)


@op("Gather")
def gather(x: Tensor, indices: ArrayValue, *, axis: int = 0) -> Tensor:
    along = axis_of(axis, x.ndim)
    return x[(*[slice(None)] * along, placed(x, indices, x.shape[along:along + 1]))]


@op("GatherElements", since=11)
def gather_elements(x: Tensor, indices: ArrayValue, *, axis: int = 0) -> Tensor:
    along = axis_of(axis, x.ndim)
    return x.gather(along, from_the_end(placed(x, indices, x.shape[along:along + 1]), x.shape[along]))


@op("GatherND", since=11)
def gather_nd(x: Tensor, indices: ArrayValue, *, batch_dims: int = 0) -> Tensor:
    """The last axis of `indices` holds an index along each axis after the batches."""
    indices = placed(x, indices, x.shape[batch_dims:batch_dims + _depth(x, indices, batch_dims)])
    lead = indices.shape[:-1]
    batches = [Tensor.arange(n, device=x.device).reshape([n if a == i else 1 for a in range(len(lead))]).expand(lead)
               for i, n in enumerate(lead[:batch_dims])]
    return x[tuple(batches + [indices[..., i].cast(dtypes.int64) for i in range(indices.shape[-1])])]


def _depth(x: Tensor, indices: ArrayValue, batch_dims: int = 0) -> int:
    """How many axes the last axis of `indices` goes over. ShapeError if there are not as many."""
    if not indices.ndim or indices.shape[-1] > x.ndim - batch_dims:
        raise ShapeError(f"indices of shape {tuple(indices.shape)} into {x.shape}",
                         "The last size is the number of axes that are indexed.")
    return indices.shape[-1]


# ---- placing

_REDUCTIONS = {"add": "add", "mul": "multiply"}


@op("Scatter", "ScatterElements")
def scatter_elements(x: Tensor, indices: ArrayValue, updates: Tensor, *, axis: int = 0, reduction: str = "none") -> Tensor:
    axis = axis_of(axis, x.ndim)
    positions = from_the_end(placed(x, indices, x.shape[axis:axis + 1]), x.shape[axis])
    if reduction in ("max", "min"): return _scatter_extreme(x, positions, updates, axis, reduction == "max")
    return x.scatter(axis, positions, updates, _REDUCTIONS.get(reduction))


def _scatter_extreme(x: Tensor, positions: Tensor, updates: Tensor, axis: int, greatest: bool) -> Tensor:
    none = x.dtype.min if greatest else x.dtype.max
    wider = [(0, 0) if a == axis else (0, n - positions.shape[a]) for a, n in enumerate(x.shape)]
    positions, updates = positions.pad(wider, value=-1).transpose(axis, -1), updates.pad(wider).transpose(axis, -1)
    hit = positions.unsqueeze(-2) == Tensor.arange(x.shape[axis], device=x.device, dtype=dtypes.int64).unsqueeze(-1)
    values = hit.where(updates.unsqueeze(-2), none)
    found = (values.max(-1) if greatest else values.min(-1)).transpose(axis, -1)
    return x.maximum(found) if greatest else x.minimum(found)


@op("ScatterND", since=11)
def scatter_nd(x: Tensor, indices: ArrayValue, updates: Tensor, *, reduction: str = "none") -> Tensor:
    """The last axis of `indices` holds an index along each of the first axes of `x`."""
    depth = _depth(x, indices)
    indices = placed(x, indices, x.shape[:depth])
    rows, width = math.prod(x.shape[:depth]), math.prod(x.shape[depth:])
    flat = Tensor.zeros(1, dtype=dtypes.int64, device=x.device)
    for i in range(depth): flat = flat * x.shape[i] + from_the_end(indices[..., i].reshape(-1), x.shape[i])
    count = updates.numel() // max(width, 1)
    positions = flat.reshape(-1, 1).expand(count, width)
    done = scatter_elements(x.reshape(rows, width), positions, updates.reshape(count, width), axis=0, reduction=reduction)
    return done.reshape(x.shape)


@op("TensorScatter", since=24)
def tensor_scatter(cache: Tensor, update: Tensor, begins: Tensor | None = None, *, axis: int = -2, mode: str = "linear") -> Tensor:
    """The cache with the update written along `axis`, in each row of the batch from its own begin on; "circular" wraps around."""
    along = axis_of(axis, cache.ndim)
    size, length = cache.shape[along], update.shape[along]
    by_row = [-1 if a == 0 else 1 for a in range(cache.ndim)]
    begin = Tensor.zeros(1, dtype=dtypes.int64, device=cache.device) if begins is None else begins.cast(dtypes.int64)
    by_size = [-1 if a == along else 1 for a in range(cache.ndim)]
    positions = Tensor.arange(size, device=cache.device, dtype=dtypes.int64).reshape(by_size)
    offset = positions - begin.reshape(by_row)
    if mode == "circular": offset = offset % size
    offset = offset.expand(cache.shape)
    return ((offset >= 0) & (offset < length)).where(update.gather(along, offset.clip(0, length - 1)), cache)


# ---- shapes that depend on values


@op("NonZero", since=9)
def non_zero(x: Host) -> Host: return np.stack(np.nonzero(x)).astype(np.int64)


@op("Compress", since=9)
def compress(x: Tensor, condition: Host, *, axis: int | None = None) -> Tensor:
    kept = Tensor(np.flatnonzero(condition).astype(np.int32), device=x.device)
    return x.flatten()[kept] if axis is None else x.index_select(axis, kept)


@op("Unique", since=11, results=4)
def unique(x: Host, *, axis: int | None = None, sorted: int = 1) -> tuple[Host, ...]:
    """Values, where each is first, which of them each element is, and how many there are of each."""
    values, first, inverse, counts = np.unique(x, True, True, True, axis)
    inverse = inverse.reshape(-1)
    if not sorted:
        order = np.argsort(first)
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        values, first, inverse, counts = np.take(values, order, axis or 0), first[order], rank[inverse], counts[order]
    return values, first.astype(np.int64), inverse.astype(np.int64), counts.astype(np.int64)
