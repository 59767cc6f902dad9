"""ONNX ops that pick and place elements by index."""
from __future__ import annotations

import math

import numpy as np

from heddle.dtype import dtypes
from heddle.nn.onnx.table import Host, axis_of, op
from heddle.tensor import Tensor


def from_the_end(indices: Tensor, size: int) -> Tensor:
    """Indices below 0 count from the end."""
    wide = indices.cast(dtypes.int64)
    return (wide < 0).where(wide + size, wide)


@op("Gather")
def gather(x: Tensor, indices: Tensor, *, axis: int = 0) -> Tensor:
    return x[(*[slice(None)] * (axis_of(axis, x.ndim)), indices.cast(dtypes.int64))]


@op("GatherElements", since=11)
def gather_elements(x: Tensor, indices: Tensor, *, axis: int = 0) -> Tensor:
    return x.gather(axis, from_the_end(indices, x.shape[axis]))


@op("GatherND", since=11)
def gather_nd(x: Tensor, indices: Tensor, *, batch_dims: int = 0) -> Tensor:
    """The last axis of `indices` holds a place along each axis after the batches."""
    lead = indices.shape[:-1]
    batches = [Tensor.arange(n, device=x.device).reshape([n if a == i else 1 for a in range(len(lead))]).expand(lead)
               for i, n in enumerate(lead[:batch_dims])]
    return x[tuple(batches + [indices[..., i].cast(dtypes.int64) for i in range(indices.shape[-1])])]


# ---- placing

_FOLDS = {"add": "add", "mul": "multiply"}


@op("Scatter", "ScatterElements")
def scatter_elements(x: Tensor, indices: Tensor, updates: Tensor, *, axis: int = 0, reduction: str = "none") -> Tensor:
    places = from_the_end(indices, x.shape[axis])
    if reduction in ("max", "min"): return _scatter_extreme(x, places, updates, axis_of(axis, x.ndim), reduction == "max")
    return x.scatter(axis, places, updates, _FOLDS.get(reduction))


def _scatter_extreme(x: Tensor, places: Tensor, updates: Tensor, axis: int, greatest: bool) -> Tensor:
    none = x.dtype.min if greatest else x.dtype.max
    wider = [(0, 0) if a == axis else (0, n - places.shape[a]) for a, n in enumerate(x.shape)]
    places, updates = places.pad(wider, value=-1).transpose(axis, -1), updates.pad(wider).transpose(axis, -1)
    hit = places.unsqueeze(-2) == Tensor.arange(x.shape[axis], device=x.device, dtype=dtypes.int64).unsqueeze(-1)
    values = hit.where(updates.unsqueeze(-2), none)
    found = (values.max(-1) if greatest else values.min(-1)).transpose(axis, -1)
    return x.maximum(found) if greatest else x.minimum(found)


@op("ScatterND", since=11)
def scatter_nd(x: Tensor, indices: Tensor, updates: Tensor, *, reduction: str = "none") -> Tensor:
    """The last axis of `indices` holds a place along each of the first axes of `x`."""
    depth = indices.shape[-1]
    rows, width = math.prod(x.shape[:depth]), math.prod(x.shape[depth:])
    flat = Tensor.zeros(1, dtype=dtypes.int64, device=x.device)
    for i in range(depth): flat = flat * x.shape[i] + from_the_end(indices[..., i].reshape(-1), x.shape[i])
    places = flat.reshape(-1, 1).expand(updates.numel() // max(width, 1), width)
    done = scatter_elements(x.reshape(rows, width), places, updates.reshape(-1, width), axis=0, reduction=reduction)
    return done.reshape(x.shape)


@op("TensorScatter", since=24)
def tensor_scatter(cache: Tensor, update: Tensor, begins: Tensor | None = None, *, axis: int = -2, mode: str = "linear") -> Tensor:
    """The cache with the update written along `axis`, in each row of the batch from its own begin on; "circular" wraps around."""
    along = axis_of(axis, cache.ndim)
    size, length = cache.shape[along], update.shape[along]
    by_row = [-1 if a == 0 else 1 for a in range(cache.ndim)]
    begin = Tensor.zeros(1, dtype=dtypes.int64, device=cache.device) if begins is None else begins.cast(dtypes.int64)
    places = Tensor.arange(size, device=cache.device, dtype=dtypes.int64).reshape([-1 if a == along else 1 for a in range(cache.ndim)])
    offset = places - begin.reshape(by_row)
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
