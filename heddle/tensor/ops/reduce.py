"""Reductions over axes.

Inputs: a tensor and axes (None: all of them). Outputs: a tensor without these axes, or with size 1 in their place (keepdim).
Invariants: floats narrower than 32 bits are summed in float32; small integers are summed in 32 bits; an empty reduction gives the
identity (0, 1, or the least value).
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

from heddle.dtype import DType, DTypeLike, dtypes, sum_acc_dtype, to_dtype
from heddle.errors import ShapeError
from heddle.tensor.arguments import Several
from heddle.tensor.autograd.selection import pinned_tensor
from heddle.tensor.node_builders import constant, mark, resolve_axes, resolve_axis, rounded_once
from heddle.uop import Ops, Symbol, UOp
from heddle.uop.interpreter.ops import identity_of
from heddle.uop.symbol import most

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


def reduced(op: Ops, node: UOp, axes: tuple[int, ...], keepdim: bool) -> UOp:
    """Reduces `node` over `axes` with `op` in its own dtype."""
    shape = node.shape
    if 0 in shape and any(shape[a] == 0 for a in axes):
        kept = tuple([1 if i in axes else n for i, n in enumerate(shape)])
        result = constant(node.dtype, identity_of(op, node.dtype), kept, node.device)
    else: result = mark(node.reduce_axis(op, axes))
    if keepdim or not axes: return result
    return mark(result.reshape([n for i, n in enumerate(shape) if i not in axes]))


def position_dtype(count: int) -> DType:
    """The dtype of positions in `count` elements: int32 where that holds them all and the count, else int64."""
    return dtypes.int32 if most(count) <= dtypes.int32.max else dtypes.int64


def _mean_acc_dtype(dtype: DType, count: int) -> DType:
    """The accumulator dtype of `count` elements: an integer that holds every sum of integers, a float where there is none."""
    if dtype.is_float(): return sum_acc_dtype(dtype)
    largest = count * max(-int(dtype.min), int(dtype.max))
    return next((acc for acc in (sum_acc_dtype(dtype), dtypes.int64) if largest <= acc.max), dtypes.float32)


def accumulator(dtype: DType) -> DType:
    """The dtype in which products of `dtype` are multiplied and summed."""
    return dtypes.float32 if dtype.is_float() and dtype.itemsize < 4 else dtype


class ReduceMixin:
    """Reduction methods."""

    __slots__ = ()

    def _reduced(self: Tensor, op: Ops, axis: object, keepdim: bool, what: str) -> Tensor:
        node = reduced(op, self.uop, resolve_axes(axis, self.ndim, what), keepdim)
        return self._of(node, self._needs_grad)

    def sum(self: Tensor, axis: object = None, keepdim: bool = False, dtype: DTypeLike | None = None) -> Tensor:
        """The sum over `axis`: one, several, or None for all. ShapeError if there is no such axis, or if it comes twice.

        The axes go, or with `keepdim` stay with size 1; so in all reductions. Without `dtype` floats keep theirs (narrower ones are
        added up in float32), integers and bools become at least 32 bits wide; integers wrap. Nothing sums to 0.
        """
        return self._accumulated(Ops.ADD, axis, keepdim, dtype, "sum")

    def prod(self: Tensor, axis: object = None, keepdim: bool = False, dtype: DTypeLike | None = None) -> Tensor:
        """The product over `axis`, in the dtype of `sum`. The empty product is 1."""
        return self._accumulated(Ops.MUL, axis, keepdim, dtype, "prod")

    def _accumulated(self: Tensor, op: Ops, axis: object, keepdim: bool, dtype: DTypeLike | None, what: str) -> Tensor:
        """A sum or product over `axis`, in the dtype that `sum` describes."""
        acc: DType = sum_acc_dtype(self.dtype) if dtype is None else to_dtype(dtype)
        if acc.is_float() and acc.itemsize < 4: acc = dtypes.float32
        result = (self if acc == self.dtype else self.cast(acc))._reduced(op, axis, keepdim, what)
        kind = to_dtype(dtype) if dtype is not None else self.dtype if self.dtype.is_float() else acc
        return result if result.dtype == kind else result.cast(kind)

    def max(self: Tensor, axis: object = None, keepdim: bool = False) -> Tensor:
        """The maximum along `axis`; NaN if there is one. Equal ones share the gradient evenly.

        Of nothing it is the least value that the dtype has: -inf for floats, as in the reference (NumPy and torch raise).
        """
        if self.dtype.is_bool(): return self.any(axis, keepdim)
        return self._reduced(Ops.MAX, axis, keepdim, "max")

    def min(self: Tensor, axis: object = None, keepdim: bool = False) -> Tensor:
        """The minimum along `axis`; NaN if there is one. An empty one is the greatest value of the dtype: inf for floats."""
        if self.dtype.is_bool(): return self.all(axis, keepdim)
        if self.dtype.is_float(): return -((-self)._reduced(Ops.MAX, axis, keepdim, "min"))
        return ~((~self)._reduced(Ops.MAX, axis, keepdim, "min"))

    def any(self: Tensor, axis: object = None, keepdim: bool = False) -> Tensor:
        """bool: whether any value along `axis` is nonzero. False if empty."""
        return self.bool()._reduced(Ops.ADD, axis, keepdim, "any")

    def all(self: Tensor, axis: object = None, keepdim: bool = False) -> Tensor:
        """bool: whether all values along `axis` are nonzero. True if empty."""
        return self.bool()._reduced(Ops.MUL, axis, keepdim, "all")

    # ---- statistics

    def mean(self: Tensor, axis: object = None, keepdim: bool = False) -> Tensor:
        """The mean over `axis`, in the dtype of a float, in float32 for integers and bools; NaN if empty. No sum wraps."""
        dtype = self.dtype if self.dtype.is_float() else dtypes.float32
        count = math.prod(self.shape[a] for a in resolve_axes(axis, self.ndim, "mean"))
        total = self.cast(_mean_acc_dtype(self.dtype, most(count))).sum(axis, keepdim)
        return (total.cast(sum_acc_dtype(dtype)) / count).cast(dtype)

    def var(self: Tensor, axis: object = None, keepdim: bool = False, correction: int = 1) -> Tensor:
        """The variance over `axis` in the dtype of `mean`, with divisor n - correction (inf or NaN if that is 0); in two passes."""
        return self._rounded_as_mean(self._variance(axis, keepdim, correction))

    def _variance(self: Tensor, axis: object, keepdim: bool, correction: int) -> Tensor:
        """The variance in the dtype in which it is summed: that of float16 overflows where its root does not."""
        away = self.cast(sum_acc_dtype(dtypes.float32 if not self.dtype.is_float() else self.dtype))
        away = away - away.mean(axis, keepdim=True)
        count = math.prod(self.shape[a] for a in resolve_axes(axis, self.ndim, "var"))
        return (away * away).sum(axis, keepdim) / (count - correction if isinstance(count, Symbol) else max(0, count - correction))

    def _rounded_as_mean(self: Tensor, result: Tensor) -> Tensor:
        """`result` in the dtype of this tensor's mean."""
        return result.cast(self.dtype) if self.dtype.is_float() else result

    def std(self: Tensor, axis: object = None, keepdim: bool = False, correction: int = 1) -> Tensor:
        """The square root of `var`; its gradient is 0 where `var` is 0."""
        return self._rounded_as_mean(self._variance(axis, keepdim, correction)._root(2))

    def var_mean(self: Tensor, axis: object = None, keepdim: bool = False, correction: int = 1) -> tuple[Tensor, Tensor]:
        """`var` and `mean`."""
        return self.var(axis, keepdim, correction), self.mean(axis, keepdim)

    def std_mean(self: Tensor, axis: object = None, keepdim: bool = False, correction: int = 1) -> tuple[Tensor, Tensor]:
        """`std` and `mean`."""
        return self.std(axis, keepdim, correction), self.mean(axis, keepdim)

    def normalize(self: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12) -> Tensor:
        """Divides by the p-norm along `dim` (any p, ±inf too), or by eps where that is greater: (..., n, ...) -> the same shape."""
        x = self.cast(accumulator(self.dtype))
        return self._rounded_as_mean(x / x._norm(p, dim).maximum(eps))

    def _norm(self: Tensor, p: float, axis: object) -> Tensor:
        """The p-norm along `axis`, which stays with size 1; its gradient is 0 where it is 0.

        p: any number; inf and -inf give the greatest and the least magnitude, 0 how many are not 0.
        """
        if p == math.inf: return self.abs().max(axis, keepdim=True)
        if p == -math.inf: return self.abs().min(axis, keepdim=True)
        if p == 0: return (self != 0).sum(axis, keepdim=True).cast(self.dtype)
        return (self * self if p == 2 else self.abs() ** p).sum(axis, keepdim=True)._root(p)

    def _root(self: Tensor, p: float) -> Tensor:
        """x ** (1 / p); its gradient is 0 where x is 0."""
        none = self == 0
        return none.where(0.0, none.where(1.0, self) ** (1 / p))

    # ---- indices of extremes

    def argmax(self: Tensor, axis: int | None = None, keepdim: bool = False) -> Tensor:
        """int32 index of the first maximum along `axis`, of the flat tensor if None; NaN is greatest. ShapeError if it is empty."""
        return self._index_of_extreme("argmax", axis, keepdim)

    def argmin(self: Tensor, axis: int | None = None, keepdim: bool = False) -> Tensor:
        """int32 index of the first minimum along `axis`, of the flat tensor if None; NaN is least. ShapeError if it is empty."""
        return self._index_of_extreme("argmin", axis, keepdim)

    def _index_of_extreme(self: Tensor, what: str, axis: int | None, keepdim: bool) -> Tensor:
        """`argmax` or `argmin`, as `what` says."""
        if axis is None:
            found = self.flatten()._index_of_extreme(what, 0, False)
            return found.reshape((1,) * self.ndim) if keepdim else found
        axes = resolve_axes(axis, self.ndim, what)
        if any(self.shape[a] == 0 for a in axes):  # even where no result is requested of it: as in NumPy and torch
            raise ShapeError(f"{what} of no elements has no value: shape {self.shape}, axes {axes}",
                             "Test .numel() before, or reduce other axes.")
        x = pinned_tensor(self)
        extreme = x.max(axis, keepdim=True) if what == "argmax" else x.min(axis, keepdim=True)
        return x._first(x == extreme, resolve_axis(axis, self.ndim, what), keepdim)

    def _first(self: Tensor, extreme: Tensor, axis: int, keepdim: bool) -> Tensor:
        """The index of the first element equal to `extreme`; if that is NaN, which equals nothing, of the first NaN."""
        if not self.shape: return self._of(constant(dtypes.int32, 0, (), self.device), False)
        if self.dtype.is_float(): extreme = extreme | self.isnan()
        size = self.shape[axis]
        back = type(self).arange(size, 0, -1, device=self.device).reshape([size if i == axis else 1 for i in range(self.ndim)])
        return size - extreme.where(back, 0).max(axis, keepdim)

    # ---- exponentials

    @rounded_once
    def logsumexp(self: Tensor, axis: object = None, keepdim: bool = False) -> Tensor:
        """log(sum(exp(x))) over `axis`, without overflow: in the dtype of a float, in float32 for integers. -inf if empty."""
        greatest = self._steady(axis)
        result = (self - greatest).exp().sum(axis, keepdim=True).log() + greatest
        return result if keepdim else result.squeeze_axes(resolve_axes(axis, self.ndim, "logsumexp"))

    def squeeze_axes(self: Tensor, axes: Several) -> Tensor:
        """Removes `axes`, which have size 1."""
        return self.reshape([n for i, n in enumerate(self.shape) if i not in axes])

    def _steady(self: Tensor, axis: object) -> Tensor:
        """The maximum, with gradients stopped; 0 where it is infinite, so that nothing becomes inf - inf."""
        if any(self.shape[a] == 0 for a in resolve_axes(axis, self.ndim, "max")): return self.sum(axis, keepdim=True)
        greatest = self.detach()._reduced(Ops.MAX, axis, True, "max")
        return (greatest.abs() == math.inf).where(0, greatest)

    def softmax(self: Tensor, axis: int = -1, dtype: DTypeLike | None = None) -> Tensor:
        """exp(x) / sum(exp(x)) along `axis`; 16-bit floats are computed in float32."""
        return (self if dtype is None else self.cast(dtype))._softmax(axis)

    def softmin(self: Tensor, axis: int = -1, dtype: DTypeLike | None = None) -> Tensor:
        """softmax(-x) along `axis`."""
        return (-self).softmax(axis, dtype)

    def log_softmax(self: Tensor, axis: int = -1, dtype: DTypeLike | None = None) -> Tensor:
        """log(softmax(x)) along `axis`; 16-bit floats are computed in float32."""
        return (self if dtype is None else self.cast(dtype))._log_softmax(axis)

    @rounded_once
    def _softmax(self: Tensor, axis: int) -> Tensor:
        e = self._below_greatest(axis, "softmax").exp()
        return e / e.sum(axis, keepdim=True)

    @rounded_once
    def _log_softmax(self: Tensor, axis: int) -> Tensor:
        away = self._below_greatest(axis, "log_softmax")
        return away - away.exp().sum(axis, keepdim=True).log()

    def _below_greatest(self: Tensor, axis: int, what: str) -> Tensor:
        """x - max(x), with gradients stopped at the maximum, which does not affect the result."""
        axes = resolve_axes(resolve_axis(axis, self.ndim, what), self.ndim, what) if self.shape else ()
        return self - self._of(reduced(Ops.MAX, mark(self.uop.detach()), axes, True), False)

