"""Layers that bring activations to mean 0 and variance 1: over the batch, a group of channels, or the last axes.

In: activations. Out: the same shape. Always true: in training BatchNorm takes the statistics of the batch and keeps a running mean of
them, which it takes otherwise.
"""
from __future__ import annotations

from typing import Any

from heddle.errors import ShapeError
from heddle.nn.layer import Layer, parameter
from heddle.tensor import Tensor
from heddle.uop.symbol import Symbol, greater


class BatchNorm(Layer):
    """(x - mean) / sqrt(variance + eps) * weight + bias over all axes but 1: x (batch, sz, ...) -> the same shape.

    weight, bias (None unless `affine`), running_mean, running_var: (sz,). While `Tensor.training`, mean and variance (with divisor n)
    are those of the batch, and the running ones move by `momentum`, a share of 1, towards them (there with n - 1). Otherwise the
    running ones are taken; without `track_running_stats` always those of the batch. ShapeError if axis 1 is not `sz`.
    """

    def __init__(self, sz: int, eps: float = 1e-5, affine: bool = True, track_running_stats: bool = True,
                 momentum: float = 0.1) -> None:
        self.sz, self.eps, self.track_running_stats, self.momentum = sz, eps, track_running_stats, momentum
        self.weight = parameter(Tensor.ones(sz)) if affine else None
        self.bias = parameter(Tensor.zeros(sz)) if affine else None
        self.num_batches_tracked = Tensor.zeros(dtype="int64", requires_grad=False)
        if track_running_stats:
            self.running_mean = Tensor.zeros(sz, requires_grad=False)
            self.running_var = Tensor.ones(sz, requires_grad=False)

    def calc_stats(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Mean and variance to normalise `x` with: (sz,) each."""
        if self.track_running_stats and not Tensor.training: return self.running_mean, self.running_var
        axes = tuple(i for i in range(x.ndim) if i != 1)
        return x.mean(axes), x.var(axes, correction=0)

    def __call__(self, x: Tensor) -> Tensor:
        _check_channels("batch norm", x, self.sz)
        mean, var = self.calc_stats(x)
        if self.track_running_stats and Tensor.training: self._remember(x, mean.detach(), var.detach())
        return x.batchnorm(self.weight, self.bias, mean, (var + self.eps).rsqrt())

    def _remember(self, x: Tensor, mean: Tensor, var: Tensor) -> None:
        count = x.numel() // x.shape[1]
        others = greater(count - 1, 1)
        unbiased = var * count / others if isinstance(count, Symbol) else var * (count / others)
        self.running_mean.assign(((1 - self.momentum) * self.running_mean + self.momentum * mean).cast(self.running_mean.dtype))
        self.running_var.assign(((1 - self.momentum) * self.running_var + self.momentum * unbiased).cast(self.running_var.dtype))
        self.num_batches_tracked += 1


BatchNorm1d = BatchNorm2d = BatchNorm3d = BatchNorm


class GroupNorm(Layer):
    """(x - mean) / sqrt(variance + eps) * weight + bias over the channels of each of `num_groups` groups and all of space.

    x: (batch, num_channels, *space) -> the same shape. weight, bias: (num_channels,), or None unless `affine`.
    ShapeError if the groups do not divide the channels, or if axis 1 of x is not `num_channels`.
    """

    def __init__(self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True) -> None:
        if num_channels % num_groups:
            raise ShapeError(f"{num_groups} groups do not divide {num_channels} channels",
                             "Choose a number of groups that divides the channels.")
        self.num_groups, self.num_channels, self.eps = num_groups, num_channels, eps
        self.weight = parameter(Tensor.ones(num_channels)) if affine else None
        self.bias = parameter(Tensor.zeros(num_channels)) if affine else None

    def __call__(self, x: Tensor) -> Tensor:
        _check_channels("group norm", x, self.num_channels)
        y = x.reshape(x.shape[0], self.num_groups, -1).layernorm(eps=self.eps).reshape(x.shape)
        if self.weight is None or self.bias is None: return y
        shape = (1, -1, *[1] * (x.ndim - 2))
        return y * self.weight.reshape(shape) + self.bias.reshape(shape)


class InstanceNorm(GroupNorm):
    """`GroupNorm` of each channel by itself: over all of space. x: (batch, num_features, *space) -> the same shape."""

    def __init__(self, num_features: int, eps: float = 1e-5, affine: bool = True) -> None:
        super().__init__(num_features, num_features, eps, affine)


class LayerNorm(Layer):
    """(x - mean) / sqrt(variance + eps) * weight + bias over the last axes, which must be `normalized_shape`: a size, or several.

    Result in the shape of x; ShapeError if its last axes are others. weight, bias: normalized_shape, or None unless
    `elementwise_affine`; without `bias` there is no bias either way.
    """

    def __init__(self, normalized_shape: Any, eps: float = 1e-5, elementwise_affine: bool = True, bias: bool = True) -> None:
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.axis, self.eps = tuple(-1 - i for i in range(len(self.normalized_shape))), eps
        self.weight = parameter(Tensor.ones(*self.normalized_shape)) if elementwise_affine else None
        self.bias = parameter(Tensor.zeros(*self.normalized_shape)) if elementwise_affine and bias else None

    def __call__(self, x: Tensor) -> Tensor:
        if x.shape[-len(self.normalized_shape):] != self.normalized_shape:
            raise ShapeError(f"layer norm needs last axes {self.normalized_shape}, got shape {x.shape}",
                             "Make the layer for the last axes of the input.")
        y = x.layernorm(self.axis, self.eps)
        if self.weight is not None: y = y * self.weight
        return y if self.bias is None else y + self.bias


class LayerNorm2d(LayerNorm):
    """`LayerNorm` over the channels of (batch, channels, height, width), at each place by itself."""

    def __call__(self, x: Tensor) -> Tensor:
        _check_channels("layer norm in two dimensions", x, self.normalized_shape[0], axes=4)
        return super().__call__(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class RMSNorm(Layer):
    """x / sqrt(mean(x**2) + eps) over the last axis, times weight: (..., dim) -> (..., dim). ShapeError if that axis is another.

    weight: (dim,), or None unless `elementwise_affine`.
    """

    def __init__(self, dim: int, eps: float = 1e-6, elementwise_affine: bool = True) -> None:
        self.dim, self.eps = dim, eps
        self.weight = parameter(Tensor.ones(dim)) if elementwise_affine else None

    def __call__(self, x: Tensor) -> Tensor:
        if x.shape[-1:] != (self.dim,):
            raise ShapeError(f"RMS norm needs a last axis of {self.dim}, got shape {x.shape}",
                             "Make the layer for the last axis of the input.")
        y = x.rmsnorm(eps=self.eps)
        return y if self.weight is None else y * self.weight


def _check_channels(what: str, x: Tensor, channels: int, axes: int | None = None) -> None:
    if x.ndim >= 2 and x.shape[1] == channels and axes in (None, x.ndim): return
    space = "..." if axes is None else "height, width"
    raise ShapeError(f"{what} needs (batch, {channels}, {space}), got shape {x.shape}",
                     "Reshape the input, or make the layer for its channels.")


__all__ = ["BatchNorm", "BatchNorm2d", "BatchNorm3d", "GroupNorm", "InstanceNorm", "LayerNorm", "LayerNorm2d", "RMSNorm"]
