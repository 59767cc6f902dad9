"""ONNX training operators: losses, gradients of a part of the graph, and optimiser steps.

The formulas of the last are those of the operator documentation of ai.onnx.preview.training.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.dtype import dtypes
from heddle.errors import DTypeError, ShapeError
from heddle.nn.onnx.table import Recompute, Value, op
from heddle.tensor import Tensor

_DOMAIN = "ai.onnx.preview.training"
_ANY = 1 << 16


@op("Gradient", domain=_DOMAIN, results=_ANY)
def gradient(*values: Tensor, xs: Sequence[str], y: str, zs: Sequence[str] = (), recompute: Recompute) -> tuple[Value, ...]:
    """The gradient of the sum of y with respect to each of xs, y computed again with `values` for xs and zs."""
    if len(values) != len(xs) + len(zs):
        raise ShapeError(f"Gradient has {len(values)} inputs, xs and zs name {len(xs) + len(zs)}", "Give a value for each.")
    leaves = [v.detach().requires_grad_() for v in values[:len(xs)]]
    result = recompute(y, dict(zip([*xs, *zs], [*leaves, *values[len(xs):]], strict=True)))
    if not isinstance(result, Tensor) or not result.dtype.is_float():
        raise DTypeError(f"{y!r} is no tensor of floating-point numbers that is computed of {', '.join(xs)}", "Name one that is.")
    return tuple(result.sum().gradient(*leaves))


def _in_groups(values: Sequence[Tensor], count: int) -> list[tuple[Tensor, ...]]:
    """For each optimised tensor: itself, its gradient, and its states."""
    each, rest = divmod(len(values), count)
    if rest: raise ShapeError(f"{len(values)} tensors, {count} for each that is optimised", "Give as many states as tensors.")
    return [tuple(values[part * each + i] for part in range(count)) for i in range(each)]


def _columns(rows: list[tuple[Tensor, ...]]) -> tuple[Tensor, ...]: return tuple(x for column in zip(*rows) for x in column)


@op("Momentum", domain=_DOMAIN, results=_ANY)
def momentum(rate: Tensor, count: Tensor, *values: Tensor, alpha: float, beta: float, mode: str,
             norm_coefficient: float) -> tuple[Tensor, ...]:
    """New tensors and new momentums."""
    share = (count.reshape(()) > 0).where(beta, 1.0)
    rows: list[tuple[Tensor, ...]] = []
    for x, g, v in _in_groups(values, 3):
        g = g + norm_coefficient * x
        new = alpha * v + share.cast(x.dtype) * g
        rows.append(((x - rate.cast(x.dtype) * (g + alpha * new if mode == "nesterov" else new)).cast(x.dtype), new.cast(v.dtype)))
    return _columns(rows)


@op("Adagrad", domain=_DOMAIN, results=_ANY)
def adagrad(rate: Tensor, count: Tensor, *values: Tensor, decay_factor: float = 0.0, epsilon: float = 1e-6,
            norm_coefficient: float = 0.0) -> tuple[Tensor, ...]:
    """New tensors and new sums of squared gradients."""
    now = rate / (1 + count.cast(rate.dtype) * decay_factor)
    rows: list[tuple[Tensor, ...]] = []
    for x, g, h in _in_groups(values, 3):
        g = g + norm_coefficient * x
        new = h + g * g
        rows.append(((x - now.cast(x.dtype) * g / (new.sqrt() + epsilon)).cast(x.dtype), new.cast(h.dtype)))
    return _columns(rows)


@op("Adam", domain=_DOMAIN, results=_ANY)
def adam(rate: Tensor, count: Tensor, *values: Tensor, alpha: float = 0.9, beta: float = 0.999, epsilon: float = 0.0,
         norm_coefficient: float = 0.0, norm_coefficient_post: float = 0.0) -> tuple[Tensor, ...]:
    """New tensors, new averages of gradients, and new averages of their squares."""
    wide = count.cast(dtypes.float32).reshape(())
    corrected = rate * (1 - beta ** wide).sqrt() / (1 - alpha ** wide)
    now = (wide > 0).where(corrected, rate)
    rows: list[tuple[Tensor, ...]] = []
    for x, g, v, h in _in_groups(values, 4):
        g = g + norm_coefficient * x
        average, squares = alpha * v + (1 - alpha) * g, beta * h + (1 - beta) * g * g
        moved = x - now.cast(x.dtype) * average / (squares.sqrt() + epsilon)
        rows.append((((1 - norm_coefficient_post) * moved).cast(x.dtype), average.cast(v.dtype), squares.cast(h.dtype)))
    return _columns(rows)


# ---- losses


@op("NegativeLogLikelihoodLoss", since=12)
def negative_log_likelihood(x: Tensor, target: Tensor, weight: Tensor | None = None, *, ignore_index: int | None = None,
                            reduction: str = "mean") -> Tensor:
    """x: (batch, classes, ...), target: (batch, ...) integers, weight: (classes,)."""
    classes = x.shape[1]
    counted = target.ones_like(dtype=dtypes.bool) if ignore_index is None else target != ignore_index
    target = counted.where(target, 0).cast(dtypes.int64)
    hit = target.unsqueeze(1) == Tensor.arange(classes, device=x.device).reshape([1, -1, *[1] * (target.ndim - 1)])
    shares = counted.cast(x.dtype)
    if weight is not None: shares = shares * hit.where(weight.reshape([1, -1, *[1] * (target.ndim - 1)]), 0).sum(1)
    losses = -hit.where(x, 0).sum(1) * shares
    if reduction == "none": return losses
    return losses.sum() / shares.sum() if reduction == "mean" else losses.sum()


@op("SoftmaxCrossEntropyLoss", since=12, results=2)
def softmax_cross_entropy(x: Tensor, target: Tensor, weight: Tensor | None = None, *, ignore_index: int | None = None,
                          reduction: str = "mean") -> tuple[Tensor, Tensor]:
    logs = x.log_softmax(1)
    return negative_log_likelihood(logs, target, weight, ignore_index=ignore_index, reduction=reduction), logs
