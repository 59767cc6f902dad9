"""Sorting by a bitonic network: log2(n) * (log2(n) + 1) / 2 steps, each an exchange of two halves of blocks.

In: a tensor and an axis. Out: values in order and their indices. Always true: equal values keep their order, because the index is
a part of what is compared. Indices carry no gradient; values are picked by them, so gradients flow as through `gather`.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


def sort(x: Tensor, axis: int, descending: bool) -> tuple[Tensor, Tensor]:
    """See `Tensor.sort`."""
    make = type(x)
    if not x.shape or x.shape[axis] <= 1: return x, make.zeros(*x.shape, device=x.device, dtype="int32")
    last = x.detach().transpose(axis, -1)
    length = last.shape[-1]
    size = 1 << (length - 1).bit_length()
    rank = make.arange(length, device=x.device, dtype="int32").expand(last.shape)
    # padding goes last: it is marked, for no value is greater than all
    pad = [*[(0, 0)] * (last.ndim - 1), (0, size - length)]
    values, indices = last.pad(pad), rank.pad(pad, value=length)
    block = 2
    while block <= size:
        # the first step of a block compares mirror images, so that every later step goes the same way
        values, indices = _exchange(values, indices, block, descending, length, mirrored=True)
        step = block // 4
        while step >= 1:
            values, indices = _exchange(values, indices, 2 * step, descending, length, mirrored=False)
            step //= 2
        block *= 2
    order = indices.shrink([*[None] * (last.ndim - 1), (0, length)]).transpose(axis, -1)
    return x.gather(axis, order), order


def _exchange(values: Tensor, indices: Tensor, block: int, descending: bool, length: int, mirrored: bool) -> tuple[Tensor, Tensor]:
    """Puts each pair in order: element i of a block with its mirror image, or with the one half a block further."""
    half, shape = block // 2, values.shape
    (v0, v1), (i0, i1) = (_halves(t, block, half, mirrored) for t in (values, indices))
    ahead = _comes_before(v1, i1, v0, i0, descending, length)
    first = ahead.where(v1, v0), ahead.where(i1, i0)
    second = ahead.where(v0, v1), ahead.where(i0, i1)
    if mirrored: second = second[0].flip(-1), second[1].flip(-1)
    joined = [a.stack(b, dim=-2).reshape(shape).contiguous() for a, b in zip(first, second, strict=True)]
    return joined[0], joined[1]


def _halves(x: Tensor, block: int, half: int, mirrored: bool) -> tuple[Tensor, Tensor]:
    pairs = x.reshape((*x.shape[:-1], x.shape[-1] // block, 2, half))
    a, b = pairs.split(1, -2)
    return a.squeeze(-2), b.squeeze(-2).flip(-1) if mirrored else b.squeeze(-2)


def _comes_before(v1: Tensor, i1: Tensor, v0: Tensor, i0: Tensor, descending: bool, length: int) -> Tensor:
    """Whether (v1, i1) belongs before (v0, i0). An index of `length` is padding, which belongs last."""
    less, same = (v1 > v0 if descending else v1 < v0), v1 == v0
    if v0.dtype.is_float():
        nan1, nan0 = v1.isnan(), v0.isnan()
        less = less | (nan1 & ~nan0 if descending else nan0 & ~nan1)
        same = same | (nan1 & nan0)
    real1, real0 = i1 < length, i0 < length
    return real1 & (~real0 | less | (same & (i1 < i0)))
