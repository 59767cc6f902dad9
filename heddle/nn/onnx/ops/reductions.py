"""ONNX reduction operators: reductions, scans, arg-extremes, softmax, and row normalisation."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from heddle.dtype import dtypes, sum_acc_dtype
from heddle.nn.onnx.table import Host, Ints, axis_of, integers, op
from heddle.tensor import Tensor

Reduction = Callable[[Tensor, tuple[int, ...] | None, bool], Tensor]


def _sum(x: Tensor, axes: tuple[int, ...] | None, keepdim: bool) -> Tensor: return x.sum(axes, keepdim).cast(x.dtype)


def _squares(x: Tensor, axes: tuple[int, ...] | None, keepdim: bool) -> Tensor:
    """The sum of squares: of narrow floats in float32, whose squares no 16-bit float holds; of integers in their sum's dtype."""
    wide = _in_float32(x) if x.dtype.is_float() else x.cast(sum_acc_dtype(x.dtype))
    return (wide * wide).sum(axes, keepdim)


def _extreme(x: Tensor, axes: tuple[int, ...] | None, keepdim: bool, greatest: bool) -> Tensor:
    """Of nothing: what every value exceeds, or falls short of."""
    reduced = range(x.ndim) if axes is None else axes
    if any(x.shape[a] == 0 for a in reduced):
        return x.ones_like().sum(axes, keepdim).full_like(x.dtype.min if greatest else x.dtype.max, dtype=x.dtype)
    return (x.max(axes, keepdim) if greatest else x.min(axes, keepdim)).cast(x.dtype)


REDUCTIONS: dict[str, Reduction] = {
    "ReduceSum": _sum,
    "ReduceMean": lambda x, axes, keep: x.mean(axes, keep).cast(x.dtype),
    "ReduceProd": lambda x, axes, keep: x.prod(axes, keep).cast(x.dtype),
    "ReduceMax": lambda x, axes, keep: _extreme(x, axes, keep, True),
    "ReduceMin": lambda x, axes, keep: _extreme(x, axes, keep, False),
    "ReduceL1": lambda x, axes, keep: _sum(x.abs(), axes, keep),
    "ReduceL2": lambda x, axes, keep: _squares(x, axes, keep).sqrt().cast(x.dtype),
    "ReduceSumSquare": lambda x, axes, keep: _squares(x, axes, keep).cast(x.dtype),
    "ReduceLogSum": lambda x, axes, keep: _in_float32(x).sum(axes, keep).log().cast(x.dtype),
    "ReduceLogSumExp": lambda x, axes, keep: _log_sum_exp(x, axes, keep),
}
#: from which version on the axes are an input
_AXES_GIVEN = {"ReduceSum": 13}


def _log_sum_exp(x: Tensor, axes: tuple[int, ...] | None, keepdim: bool) -> Tensor:
    if any(x.shape[a] == 0 for a in (range(x.ndim) if axes is None else axes)): return _sum(x.exp(), axes, keepdim).log()
    return x.logsumexp(axes, keepdim).cast(x.dtype)


def _over(reduction: Reduction, x: Tensor, axes: Ints, keepdims: int) -> Tensor:
    return reduction(x, tuple(axes) if axes else None, bool(keepdims)) if x.ndim else reduction(x.reshape(1), None, False)


def _enter(name: str, reduction: Reduction) -> None:
    def by_attribute(x: Tensor, *, axes: Ints = None, keepdims: int = 1) -> Tensor: return _over(reduction, x, axes, keepdims)

    def by_input(x: Tensor, axes: Host | None = None, *, keepdims: int = 1, noop_with_empty_axes: int = 0) -> Tensor:
        chosen = [] if axes is None else integers(axes)
        # without axes every element is reduced by itself
        if noop_with_empty_axes and not chosen: return reduction(x.unsqueeze(-1), (x.ndim,), False)
        return _over(reduction, x, chosen, keepdims)
    op(name)(by_attribute)
    op(name, since=_AXES_GIVEN.get(name, 18))(by_input)


for _name, _reduction in REDUCTIONS.items(): _enter(_name, _reduction)


# ---- positions of extremes


def _arg_extreme(x: Tensor, axis: int, keepdims: int, last: int) -> Tensor:
    if not last: return x.argmax(axis, bool(keepdims)).cast(dtypes.int64)
    return (x.shape[axis] - 1 - x.flip(axis).argmax(axis, bool(keepdims))).cast(dtypes.int64)


@op("ArgMax")
def arg_max(x: Tensor, *, axis: int = 0, keepdims: int = 1, select_last_index: int = 0) -> Tensor:
    return _arg_extreme(x, axis, keepdims, select_last_index)


@op("ArgMin")
def arg_min(x: Tensor, *, axis: int = 0, keepdims: int = 1, select_last_index: int = 0) -> Tensor:
    return _arg_extreme(-x if x.dtype.is_float() else ~x, axis, keepdims, select_last_index)  # of integers -x may wrap


@op("TopK", results=2)
def top_k_1(x: Tensor, *, k: int, axis: int = -1) -> tuple[Tensor, Tensor]: return top_k(x, np.array(k), axis=axis)


@op("TopK", since=10, results=2)
def top_k(x: Tensor, k: Host, *, axis: int = -1, largest: int = 1, sorted: int = 1) -> tuple[Tensor, Tensor]:
    values, positions = x.topk(int(k.reshape(-1)[0]), axis, bool(largest), bool(sorted))
    return values, positions.cast(dtypes.int64)


# ---- scans


def _running(x: Tensor, axis: int, exclusive: int, reverse: int, scan: Callable[[Tensor, int], Tensor], start: int) -> Tensor:
    axis = axis_of(axis, x.ndim)
    x = x.flip(axis) if reverse else x
    done = scan(x, axis).cast(x.dtype)
    if exclusive:
        done = done.shrink([(0, n - 1) if a == axis else None for a, n in enumerate(x.shape)])
        done = done.pad([(1, 0) if a == axis else (0, 0) for a in range(x.ndim)], value=start)
    return done.flip(axis) if reverse else done


@op("CumSum", since=11)
def cum_sum(x: Tensor, axis: Host, *, exclusive: int = 0, reverse: int = 0) -> Tensor:
    return _running(x, int(axis.reshape(-1)[0]), exclusive, reverse, Tensor.cumsum, 0)


@op("CumProd", since=26)
def cum_prod(x: Tensor, axis: Host, *, exclusive: int = 0, reverse: int = 0) -> Tensor:
    return _running(x, int(axis.reshape(-1)[0]), exclusive, reverse, Tensor.cumprod, 1)


# ---- softmax and its like


def _as_rows(x: Tensor, axis: int, fn: Callable[[Tensor], Tensor]) -> Tensor:
    """`fn` over everything from `axis` on as one row, as the ops were before version 13."""
    at = axis_of(axis, x.ndim)
    return fn(x.reshape(math.prod(x.shape[:at]), math.prod(x.shape[at:]))).reshape(x.shape)


def _hard(x: Tensor, axis: int) -> Tensor:
    positions = Tensor.arange(x.shape[axis], device=x.device).reshape([-1 if a == axis_of(axis, x.ndim) else 1 for a in range(x.ndim)])
    return (positions == x.argmax(axis, keepdim=True)).cast(x.dtype)


for _name, _rows in (("Softmax", Tensor.softmax), ("LogSoftmax", Tensor.log_softmax), ("Hardmax", _hard)):
    def _old(x: Tensor, *, axis: int = 1, _fn: Callable[..., Tensor] = _rows) -> Tensor: return _as_rows(x, axis, lambda r: _fn(r, -1))
    def _new(x: Tensor, *, axis: int = -1, _fn: Callable[..., Tensor] = _rows) -> Tensor: return _fn(x, axis)
    op(_name)(_old)
    op(_name, since=13)(_new)


# ---- normalisation


def _in_float32(x: Tensor) -> Tensor: return x if x.dtype.is_float() and x.dtype.itemsize >= 4 else x.cast(dtypes.float32)


@op("LayerNormalization", since=17, results=3)
def layer_normalization(x: Tensor, scale: Tensor, bias: Tensor | None = None, *, axis: int = -1, epsilon: float = 1e-5,
                        stash_type: int = 1) -> tuple[Tensor, Tensor, Tensor]:
    """Also the mean and one over the standard deviation of each row."""
    normal, mean, inverse = standardized(x, _axes_from(axis, x), epsilon)
    return normal * scale if bias is None else normal * scale + bias, mean, inverse


def standardized(x: Tensor, axes: tuple[int, ...], epsilon: float) -> tuple[Tensor, Tensor, Tensor]:
    """x with mean 0 and variance 1 over `axes`, in its dtype; the mean and one over the deviation, in float32 for narrower floats."""
    wide = _in_float32(x)
    mean = wide.mean(axes, keepdim=True)
    centred = wide - mean
    inverse = ((centred * centred).mean(axes, keepdim=True) + epsilon).rsqrt()
    return (centred * inverse).cast(x.dtype), mean, inverse


def _axes_from(axis: int, x: Tensor) -> tuple[int, ...]: return tuple(range(axis_of(axis, x.ndim), x.ndim))


@op("RMSNormalization", since=23)
def rms_normalization(x: Tensor, scale: Tensor, *, axis: int = -1, epsilon: float = 1e-5, stash_type: int = 1) -> Tensor:
    return root_mean_normalization(x, scale, axis=axis, epsilon=epsilon)[0]


def root_mean_normalization(x: Tensor, scale: Tensor, *, axis: int = -1, epsilon: float = 1e-5,
                            stash_type: int = 1) -> tuple[Tensor, Tensor]:
    """x over the root of the mean of its squares, times the scale; and one over that root, in float32 for narrower floats."""
    wide = _in_float32(x)
    inverse = ((wide * wide).mean(_axes_from(axis, x), keepdim=True) + epsilon).rsqrt()
    return (wide * inverse).cast(x.dtype) * scale, inverse


@op("MeanVarianceNormalization", since=9)
def mean_variance_normalization(x: Tensor, *, axes: Sequence[int] = (0, 2, 3)) -> Tensor:
    wide = _in_float32(x)
    centred = wide - wide.mean(tuple(axes), keepdim=True)
    return (centred / ((centred * centred).mean(tuple(axes), keepdim=True).sqrt() + 1e-9)).cast(x.dtype)


@op("LpNormalization")
def lp_normalization(x: Tensor, *, axis: int = -1, p: int = 2) -> Tensor:
    """Rows of zeros stay zero."""
    wide = _in_float32(x)
    length = wide.abs().sum(axis, keepdim=True) if p == 1 else (wide * wide).sum(axis, keepdim=True).sqrt()
    return (length == 0).where(0, wide / length).cast(x.dtype)
