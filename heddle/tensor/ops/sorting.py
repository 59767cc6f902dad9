"""Merge sort: blocks by rank, then merges of ever longer runs in parallel, independent pieces.

Inputs: a tensor and an axis. Outputs: sorted values and their indices. Invariants: the sort is stable, because the keys are unsigned
integers with the value's rank among all values in the high bits and its index in the low ones. Indices carry no gradient; values are
gathered by them, so gradients flow as through `gather`.

Memory: two rows of such integers, 8 bytes per element each, beside the result. Kernels: as few as seven for any length, as the length
of a run is a number in memory and not in the code.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

from heddle.dtype import dtypes
from heddle.errors import ShapeError
from heddle.tensor.autograd.selection import pinned_tensor
from heddle.tensor.node_builders import mark
from heddle.uop import Ops, Symbol
from heddle.uop.symbol import most

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: elements that are sorted by rank: each is compared with all
_BLOCK = 32
#: rows up to which all elements are ranked to find the first few; how many times longer than these a row is before it is cut in blocks
_RANKED, _WORTH_BLOCKS = 128, 16
#: Elements of a merge that are one loop's. Where they begin is searched for, which takes longer for longer runs and is then done less.
_PIECE, _LONG_PIECE = 64, 512


def sort(x: Tensor, axis: int, descending: bool) -> tuple[Tensor, Tensor]:
    """See `Tensor.sort`."""
    _check_length(x, axis)
    if not x.shape or most(x.shape[axis]) <= 1: return x, type(x).zeros(*x.shape, device=x.device, dtype="int32")
    x = pinned_tensor(x)
    order = argsort(sort_keys(x.detach().transpose(axis, -1), descending)).transpose(axis, -1)
    return x._gather(axis % x.ndim, order), order


def topk(x: Tensor, k: int, axis: int, largest: bool) -> tuple[Tensor, Tensor]:
    """See `Tensor.topk`."""
    _check_length(x, axis)
    if not x.shape or most(x.shape[axis]) <= 1 or k == 0:
        values, order = sort(x, axis, largest)
        return (values._part(axis, 0, k), order._part(axis, 0, k)) if x.shape else (values, order)
    x = pinned_tensor(x)
    keys = sort_keys(x.detach().transpose(axis, -1), largest)
    is_simple = len(keys) == 1 and not isinstance(x.shape[axis], Symbol)
    order = (_first(keys[0], k) if is_simple else argsort(keys)._part(-1, 0, k)).transpose(axis, -1)
    return x._gather(axis % x.ndim, order), order


def _check_length(x: Tensor, axis: int) -> None:
    """ShapeError for an axis whose positions are more than int32 numbers."""
    if x.shape and most(x.shape[axis]) > dtypes.int32.max:
        raise ShapeError(f"an axis of {x.shape[axis]} elements cannot be sorted: positions are int32",
                         "Sort it in parts, and merge these.")


# ---- sort keys: integers in the order of the values


def sort_keys(x: Tensor, descending: bool) -> list[Tensor]:
    """uint32 that are in order as the values are: NaN greatest, zeros of either sign equal. For 64-bit values two, the high one first.
    """
    wide = x.dtype.itemsize == 8
    bits, count = (dtypes.uint64, 64) if wide else (dtypes.uint32, 32)
    sign = 1 << (count - 1)
    if x.dtype.is_float():
        x = x if wide else x.cast(dtypes.float32)
        found = (x == 0).where(0, x).bitcast(bits)
        found = (found < sign).where(found ^ sign, ~found)
        found = x.isnan().where(2 * sign - 1, found)
    elif x.dtype.is_bool() or x.dtype.is_unsigned(): found = x.cast(bits)
    else: found = x.cast(dtypes.int64 if wide else dtypes.int32).bitcast(bits) ^ sign
    if descending: found = ~found
    return [(found >> 32).cast(dtypes.uint32), found.cast(dtypes.uint32)] if wide else [found]


def argsort(keys: list[Tensor]) -> Tensor:
    """The int32 indices that sort the last axis by the first key, and among equals by the next."""
    if isinstance(length := keys[0].shape[-1], Symbol):
        # what fills the axis up has the greatest key and the greatest position: it comes last
        filled = [k.pad((0, most(length) - length), value=dtypes.uint32.max) for k in keys]
        return argsort(filled)._part(-1, 0, length)
    order = _argsort(keys[-1])
    for key in keys[-2::-1]:
        inner = _argsort(key._gather(key.ndim - 1, order))
        order = order._gather(order.ndim - 1, inner)
    return order


def _argsort(key: Tensor) -> Tensor:
    length = key.shape[-1]
    if length <= _BLOCK: return _first(key, length)  # all by rank
    step = _PIECE if length <= _LONG_PIECE else _LONG_PIECE
    size = -(-length // step) * step
    filled = key.pad((0, size - length), value=dtypes.uint32.max)
    return _sorted(_packed(filled))._part(-1, 0, length).cast(dtypes.uint32).cast(dtypes.int32)


def _first(key: Tensor, k: int) -> Tensor:
    """The int32 positions of the k least of each row of keys, in order.

    They lie in the k blocks whose least elements are the first among those of all blocks: one pass over the keys finds these.
    """
    length = key.shape[-1]
    if length <= _RANKED: return _by_rank(_packed(key).contiguous(), type(key).arange(length, device=key.device, dtype="int32"), k)
    block = 1 << (math.isqrt(length // k) - 1).bit_length()
    if length < _WORTH_BLOCKS * k: return _argsort(key)._part(-1, 0, k)
    count = -(-length // block)
    filled = (~key).pad((0, count * block - length))
    blocks = filled.reshape((*key.shape[:-1], count, block)).contiguous()
    chosen = _first(~blocks._reduced(Ops.MAX, -1, False, "max"), k)
    # equal keys keep their order where blocks do
    chosen = chosen._gather(chosen.ndim - 1, _first(chosen.cast(dtypes.uint32), k)).contiguous()
    inside = type(key).arange(block, device=key.device, dtype="int32")
    sort_keys = (chosen.unsqueeze(-1) * block + inside).flatten(-2)
    found = _first(~blocks.flatten(-2)._gather(blocks.ndim - 2, sort_keys), k)
    return chosen._gather(chosen.ndim - 1, found // block) * block + found % block


def _packed(key: Tensor) -> Tensor:
    """Keys with their positions in the low bits, which makes them all different."""
    number = type(key).arange(key.shape[-1], device=key.device, dtype="int32").cast(dtypes.uint64)
    return (key.cast(dtypes.uint64) << 32) | number


# ---- rows of integers that are all different


def _sorted(x: Tensor) -> Tensor:
    """The last axis of `x`, whose length is a multiple of a piece, in order."""
    size = x.shape[-1]
    blocks = x.reshape((*x.shape[:-1], size // _BLOCK, _BLOCK)).contiguous()
    x = _by_rank(blocks, blocks, _BLOCK).reshape(x.shape)
    run = _BLOCK
    span = type(x).full((1,), 2 * run, device=x.device, dtype=dtypes.uint32).contiguous()
    while run < size:
        is_long = size % _LONG_PIECE == 0 and 2 * run >= _LONG_PIECE
        x = _merged(x, span, _LONG_PIECE if is_long else _PIECE, size if is_long else min(size, _LONG_PIECE))
        span, run = (span * 2).contiguous(), 2 * run
    return x


def _by_rank(x: Tensor, values: Tensor, k: int) -> Tensor:
    """The `values` beside the k least elements of the last axis of `x`, in the order of these: a rank says how many are less."""
    rank = (x.unsqueeze(-2) < x.unsqueeze(-1)).cast(dtypes.int32).sum(-1).contiguous()
    is_ith = rank.unsqueeze(-2) == type(x).arange(k, device=x.device, dtype="int32").unsqueeze(-1)
    return is_ith.where(values.unsqueeze(-2), 0)._reduced(Ops.MAX, -1, False, "max").contiguous()


def _merged(x: Tensor, span: Tensor, piece: int, longest: int) -> Tensor:
    """Pairs of neighbouring runs merged: of `span` elements together, of at most `longest` each."""
    return x._of(mark(x.uop.merge(span.uop, piece, longest)), False).reshape(x.shape)
