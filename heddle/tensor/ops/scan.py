"""Scans: cumulative sum, product, maximum; and sorting.

Inputs: a tensor and an axis. Outputs: one of the same shape whose element i reduces, or ranks, elements 0 … i.
Invariants: the work grows as n times the width of a block, not as n squared: blocks are scanned inside, then their totals are.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

from heddle.dtype import dtypes, sum_acc_dtype
from heddle.errors import ShapeError
from heddle.tensor.autograd.selection import pinned_tensor
from heddle.tensor.node_builders import alu, constant, mark, resolve_axis, rounded_once
from heddle.tensor.ops.reduce import position_dtype, reduced
from heddle.uop import Ops, UOp
from heddle.uop.interpreter.ops import identity_of
from heddle.uop.size_conditions import required
from heddle.uop.symbol import most

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

_BLOCK = 32  # elements reduced directly; 4 levels of it reach a million elements


class ScanMixin:
    """Scan methods: cumulative reductions."""

    __slots__ = ()

    def _scan(self: Tensor, op: Ops, axis: int, what: str) -> Tensor:
        at = resolve_axis(axis, self.ndim, what)
        if not self.shape or self.numel() == 0 or self.shape[at] == 1: return self
        if self.dtype.is_float() and self.dtype.itemsize < 4: return self.cast(dtypes.float32)._scan(op, at, what).cast(self.dtype)
        return self._of(mark(self.uop.scan(op, at)), self._needs_grad)

    def cumsum(self: Tensor, axis: int = 0) -> Tensor:
        """The cumulative sum along `axis`, in the dtype of `sum`."""
        result = self.cast(sum_acc_dtype(self.dtype))._scan(Ops.ADD, axis, "cumsum")
        return result.cast(self.dtype) if self.dtype.is_float() else result

    def cumprod(self: Tensor, axis: int = 0) -> Tensor:
        """The cumulative product along `axis`, in the dtype of `prod`."""
        result = self.cast(sum_acc_dtype(self.dtype))._scan(Ops.MUL, axis, "cumprod")
        return result.cast(self.dtype) if self.dtype.is_float() else result

    def cummax(self: Tensor, axis: int = 0) -> tuple[Tensor, Tensor]:
        """The cumulative maximum along `axis`, and the int32 index of its first occurrence; NaN is greatest.

        Values have the dtype of this tensor, and gradients flow through them. AxisError if there is no such axis.
        """
        return self._scan(Ops.MAX, axis, "cummax"), self._first_of_running_max(axis)

    def cummin(self: Tensor, axis: int = 0) -> tuple[Tensor, Tensor]:
        """The cumulative minimum along `axis`, and the int32 index along it of its first occurrence; NaN is least."""
        x = -self if self.dtype.is_float() else ~self
        values, indices = x.cummax(axis)
        return -values if self.dtype.is_float() else ~values, indices

    def _first_of_running_max(self: Tensor, axis: int) -> Tensor:
        """int32 (int64 on long axes), of the shape of `self`: where a running maximum was first reached."""
        at = resolve_axis(axis, self.ndim, "cummax")
        if not self.shape or self.numel() == 0: return self.zeros_like(dtype=dtypes.int32)
        x = pinned_tensor(self.detach())
        size = x.shape[at]
        # a symbolic size may be 0: one element is prepended, and the last one is dropped
        moved = x._scan(Ops.MAX, at, "cummax").pad([(1, 0) if a == at else (0, 0) for a in range(x.ndim)])
        before = moved._part(at, 0, size)
        new = before < x
        if x.dtype.is_float(): new = new | (x.isnan() & ~before.isnan())
        positions = x._of(UOp.iota(size, position_dtype(size)))._on_axis(at, x.ndim)
        new = new & (positions > 0)
        return new.where(positions, 0)._scan(Ops.MAX, at, "cummax")

    @rounded_once
    def logcumsumexp(self: Tensor, axis: int = 0) -> Tensor:
        """The cumulative log(sum(exp(x))) along `axis`, without overflow: log2(n) passes over the elements."""
        at = resolve_axis(axis, self.ndim, "logcumsumexp")
        if not self.shape or self.numel() == 0: return self
        x, reduced, size = self.transpose(at, -1), 1, self.shape[at]
        while reduced < most(size):
            moved = x.pad((reduced, 0), value=-math.inf)._part(-1, 0, size)
            x, reduced = x.logaddexp(moved).contiguous(), reduced * 2
        return x.transpose(at, -1)

    def sort(self: Tensor, dim: int = -1, descending: bool = False) -> tuple[Tensor, Tensor]:
        """Sorts along `dim`: the values, and their int32 indices; the sort is stable, NaN counts as greatest.

        ShapeError for an axis of 2**31 elements or more.
        """
        from heddle.tensor.ops.sorting import sort
        return sort(self, resolve_axis(dim, self.ndim, "sort"), descending)

    def argsort(self: Tensor, dim: int = -1, descending: bool = False) -> Tensor:
        """The int32 indices that sort along `dim`."""
        return self.sort(dim, descending)[1]

    def topk(self: Tensor, k: int, dim: int = -1, largest: bool = True, sorted_: bool = True) -> tuple[Tensor, Tensor]:
        """The k greatest (or least) values along `dim` and their int32 indices, in order even if `sorted_` is false.

        ShapeError if there are fewer, or for an axis of 2**31 elements or more.
        """
        axis = resolve_axis(dim, self.ndim, "topk")
        if not self.shape and k == 1: return self.sort(dim, largest)
        if not self.shape or k < 0 or not required(k, "<=", self.shape[axis]):
            raise ShapeError(f"topk cannot take {k} of the {self.shape[axis] if self.shape else 1} elements of axis {axis}",
                             "Give a k between 0 and the size of the axis.")
        from heddle.tensor.ops.sorting import topk
        return topk(self, k, axis, largest)


def positions_of_cummax(x: Tensor, axis: int) -> Tensor:
    """Indices along `axis` of the elements of a cumulative maximum: of equal ones the newest, as in torch."""
    positions = x._of(UOp.iota(x.shape[axis], position_dtype(x.shape[axis])))._on_axis(axis, x.ndim)
    running = x._scan(Ops.MAX, axis, "cummax")
    return ((x == running) | x.isnan()).where(positions, 0)._scan(Ops.MAX, axis, "cummax")


def spelt_out(x: Tensor, op: Ops, axis: int) -> Tensor:
    """A scan as reductions, whose nodes have gradients: blocks are scanned inside, then their totals are."""
    return _scan_last(x.transpose(axis, -1), op).transpose(axis, -1)


def _scan_last(x: Tensor, op: Ops) -> Tensor:
    """The scan along the last axis."""
    length = x.shape[-1]
    if length <= _BLOCK: return _combine_before(x, op)
    blocks = -(-length // _BLOCK)
    filled = _filled_up(x, blocks * _BLOCK, op).reshape((*x.shape[:-1], blocks, _BLOCK))
    inside = _combine_before(filled, op).contiguous()
    totals = inside._part(-1, _BLOCK - 1, _BLOCK).squeeze(-1)
    before = _filled_up(_scan_last(totals, op)._part(-1, 0, blocks - 1), blocks, op, front=True)
    joined = inside._binary(op, before.unsqueeze(-1))
    return joined.flatten(-2)._part(-1, 0, length)


def _filled_up(x: Tensor, length: int, op: Ops, front: bool = False) -> Tensor:
    """`x` padded with the identity after (or before) its last axis, up to `length`."""
    missing = length - x.shape[-1]
    return x.pad((missing, 0) if front else (0, missing), value=identity_of(op, x.dtype))


def _combine_before(x: Tensor, op: Ops) -> Tensor:
    """Reduces each element with those before it: for a short last axis."""
    width = x.shape[-1]
    shape = (*x.shape[:-1], width, width)
    here, there = (UOp.iota(width, dtypes.int32).reshape(s).broadcast_to(shape) for s in ((width, 1), (1, width)))
    later = alu(Ops.CMPLT, here, there)
    node = x.uop.reshape((*x.shape[:-1], 1, width)).expand(shape)
    kept = alu(Ops.WHERE, later, constant(x.dtype, identity_of(op, x.dtype), shape), node)
    return x._of(reduced(op, kept, (len(shape) - 1,), False), x._needs_grad)
