"""Normalisation layers: y = (x - mean) / sqrt(variance + eps) * weight + bias.

They differ in the elements that share a mean and a variance: those of a channel in the batch (BatchNorm: Ioffe and Szegedy 2015), of
a channel in one example (InstanceNorm: Ulyanov and others 2016), of a group of channels in one example (GroupNorm: Wu and He 2018),
or of the last axes (LayerNorm: Ba and others 2016). RMSNorm (Zhang and Sennrich 2019) divides by the root of the mean square and
subtracts nothing.

Inputs: activations. Outputs: the same shape.
Invariants: the variance that normalises has divisor n; running variances have divisor n - 1, as torch's. Means, variances and their
use are computed in float32 for narrower floats. Running statistics change while `Tensor.training` only.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.dtype import DTypeLike, promote
from heddle.errors import ShapeError
from heddle.nn.layer import Layer
from heddle.nn.parameters import DeviceLike, Initializer, Shape
from heddle.tensor import Tensor
from heddle.uop.symbol import Symbol, greater


class _Affine(Layer):
    """A layer that ends in y * weight + bias, either of which may be None."""

    weight: Tensor | None
    bias: Tensor | None

    def _begin_affine(self, first: Initializer, shape: Shape, scale: bool, shift: bool) -> None:
        """weight begins as 1, bias as 0."""
        self.weight = first.filled(shape, 1) if scale else None
        self.bias = first.filled(shape, 0) if shift else None

    def _affine(self, y: Tensor, shape: Shape | None = None) -> Tensor:
        """y * weight + bias, these being reshaped to `shape` before they broadcast."""
        for parameter, combine in ((self.weight, Tensor.mul), (self.bias, Tensor.add)):
            if parameter is not None: y = combine(y, parameter if shape is None else parameter.reshape(shape))
        return y


class _Tracking(_Affine):
    """A layer of channels that keeps running statistics of what it normalised in training.

    running_mean, running_var: (channels,), which begin as 0 and 1; num_batches_tracked: an int64 without axes.
    """

    running_mean: Tensor
    running_var: Tensor
    num_batches_tracked: Tensor
    eps: float
    momentum: float | None

    def _begin_statistics(self, first: Initializer, channels: int) -> None:
        self.running_mean, self.running_var = first.statistic((channels,), 0), first.statistic((channels,), 1)

    def _track(self, mean: Tensor, variance: Tensor) -> None:
        """Counts one batch. running + (batch - running) * momentum, or the mean of all batches if momentum is None."""
        self.num_batches_tracked += 1
        share = 1 / self.num_batches_tracked.float() if self.momentum is None else self.momentum
        for running, batch in ((self.running_mean, mean), (self.running_var, variance)):
            moved = running * (1 - share) + batch.detach() * share
            running.assign(moved.cast(running.dtype))

    def _standardized(self, x: Tensor, mean: Tensor, variance: Tensor) -> Tensor:
        """(x - mean) / sqrt(variance + eps) * weight + bias with (channels,) each, in float32 for narrower floats."""
        return _wide(x).batchnorm(self.weight, self.bias, mean, (_wide(variance) + self.eps).rsqrt())


class BatchNorm(_Tracking):
    """Mean 0 and variance 1 for each channel over the batch and all of space, then weight and bias (Ioffe and Szegedy 2015).

    x: (batch, sz, *space), with any number of axes of space -> the same shape, in the promoted dtype of x and what it is combined
    with. While `Tensor.training`, mean and variance are those of the batch, and the running ones move towards them by the share
    `momentum`: running = (1 - momentum) running + momentum batch, or with momentum=None to the mean of all batches so far. Otherwise
    the running ones normalise; without `track_running_stats` always those of the batch.

    weight, bias: (sz,), 1 and 0 at first; both None with affine=False, the bias also with bias=False. running_mean, running_var:
    (sz,), only with `track_running_stats`; num_batches_tracked: int64 without axes. All but the last in `dtype` (the default float if
    None); all on `device` (the default one if None).

    DTypeError if `dtype` is no float; when called, ShapeError if axis 1 of x is not sz.
    """

    def __init__(self, sz: int, eps: float = 1e-5, affine: bool = True, track_running_stats: bool = True,
                 momentum: float | None = 0.1, *, bias: bool = True, dtype: DTypeLike | None = None,
                 device: DeviceLike = None) -> None:
        self.sz, self.eps, self.momentum, self.track_running_stats = sz, eps, momentum, track_running_stats
        first = Initializer(self, dtype, device)
        self._begin_affine(first, (sz,), affine, affine and bias)
        self.num_batches_tracked = first.counter()
        if track_running_stats: self._begin_statistics(first, sz)

    def calc_stats(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """x: (batch, sz, *space) -> the mean and the variance that normalise it now, (sz,) each."""
        if self._uses_running(): return self.running_mean, self.running_var
        shared = (0, *range(2, x.ndim))
        return x.mean(shared), x.var(shared, correction=0)

    def _uses_running(self) -> bool: return self.track_running_stats and not Tensor.training

    def __call__(self, x: Tensor) -> Tensor:
        """x: (batch, sz, *space) -> the same shape."""
        _check_channels("batch norm", x, self.sz)
        statistics = self.calc_stats(_wide(x))
        y = self._standardized(x, *statistics)
        if self.track_running_stats and Tensor.training:
            self._track(statistics[0], _unbiased(statistics[1], x.numel() // x.shape[1]))
        return _narrow(y, x, self.weight, self.bias, *(statistics if self._uses_running() else ()))


BatchNorm1d = BatchNorm2d = BatchNorm3d = BatchNorm


class GroupNorm(_Affine):
    """Mean 0 and variance 1 over each of `num_groups` groups of channels and all of space in one example (Wu and He 2018).

    x: (batch, num_channels, *space) -> the same shape, in the promoted dtype of x and the parameters.
    weight, bias: (num_channels,), one for each channel, 1 and 0 at first, in `dtype` (the default float if None) and on `device` (the
    default one if None); both None with affine=False, the bias also with bias=False.

    ShapeError if the groups do not divide the channels, DTypeError if `dtype` is no float; when called, ShapeError if axis 1 of x is
    not num_channels.
    """

    def __init__(self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True, *, bias: bool = True,
                 dtype: DTypeLike | None = None, device: DeviceLike = None) -> None:
        if num_groups < 1 or num_channels % num_groups:
            raise ShapeError(f"{num_groups} groups do not divide {num_channels} channels",
                             "Choose a number of groups that divides the channels.")
        self.eps, self.num_groups, self.num_channels = eps, num_groups, num_channels
        self._begin_affine(Initializer(self, dtype, device), (num_channels,), affine, affine and bias)

    def __call__(self, x: Tensor) -> Tensor:
        """x: (batch, num_channels, *space) -> the same shape."""
        _check_channels("group norm", x, self.num_channels)
        return self._affine(_by_group(x, self.num_groups, self.eps), _beside_space(x))


class InstanceNorm(_Tracking, GroupNorm):
    """Mean 0 and variance 1 for each channel over the space of one example, then weight and bias (Ulyanov and others 2016).

    x: (batch, num_features, *space), with any number of axes of space -> the same shape, in the promoted dtype of x and what it is
    combined with. With `track_running_stats` the layer keeps the means over the batch of these means and variances, as `BatchNorm`
    does with its own (`momentum` included), and normalises by them unless `Tensor.training`; else nothing is kept.

    weight, bias: (num_features,), 1 and 0 at first; both None with affine=False, the bias also with bias=False. running_mean,
    running_var: (num_features,), and num_batches_tracked, an int64 that counts (torch's stays 0): only with `track_running_stats`.
    `dtype`, `device` and errors as of `BatchNorm`. Unlike torch's layer this one is affine by default.
    """

    def __init__(self, num_features: int, eps: float = 1e-5, affine: bool = True, *, track_running_stats: bool = False,
                 momentum: float | None = 0.1, bias: bool = True, dtype: DTypeLike | None = None, device: DeviceLike = None) -> None:
        GroupNorm.__init__(self, num_features, num_features, eps, affine, bias=bias, dtype=dtype, device=device)
        self.track_running_stats, self.momentum = track_running_stats, momentum
        if not track_running_stats: return
        first = Initializer(self, dtype, device)
        self._begin_statistics(first, num_features)
        self.num_batches_tracked = first.counter()

    def __call__(self, x: Tensor) -> Tensor:
        """x: (batch, num_features, *space) -> the same shape."""
        _check_channels("instance norm", x, self.num_channels)
        if not self.track_running_stats: return super().__call__(x)
        if not Tensor.training:
            mean, variance = self.running_mean, self.running_var
            return _narrow(self._standardized(x, mean, variance), x, self.weight, self.bias, mean, variance)
        space = _wide(x).flatten(2)
        self._track(space.mean(-1).mean(0), _unbiased(space.var(-1, correction=0).mean(0), space.shape[-1]))
        return super().__call__(x)


class LayerNorm(_Affine):
    """Mean 0 and variance 1 over the last axes, then weight and bias (Ba and others 2016).

    normalized_shape: the size of the last axis, or the sizes of several. x: (..., *normalized_shape) -> the same shape, in the
    promoted dtype of x and the parameters. weight, bias: normalized_shape, 1 and 0 at first, in `dtype` (the default float if None)
    and on `device` (the default one if None); both None with elementwise_affine=False, the bias also with bias=False.

    DTypeError if `dtype` is no float; when called, ShapeError if the last axes of x are others.
    """

    def __init__(self, normalized_shape: int | Sequence[int], eps: float = 1e-5, elementwise_affine: bool = True, bias: bool = True, *,
                 dtype: DTypeLike | None = None, device: DeviceLike = None) -> None:
        self.eps, self.normalized_shape = eps, _sizes(normalized_shape)
        self.axis = _last_axes(self.normalized_shape)
        self._begin_affine(Initializer(self, dtype, device), self.normalized_shape, elementwise_affine, elementwise_affine and bias)

    def __call__(self, x: Tensor) -> Tensor:
        """x: (..., *normalized_shape) -> the same shape."""
        if x.shape[-len(self.axis):] != self.normalized_shape:
            raise ShapeError(f"layer norm needs last axes {self.normalized_shape}, got shape {x.shape}",
                             "Make the layer for the last axes of the input.")
        return self._affine(x.layernorm(self.axis, self.eps))


class LayerNorm2d(LayerNorm):
    """`LayerNorm` over the channels, at each pixel apart. x: (batch, channels, height, width) -> the same shape.

    normalized_shape: the number of channels. When called, ShapeError if x has other axes or another number of channels.
    """

    def __call__(self, x: Tensor) -> Tensor:
        """x: (batch, channels, height, width) -> the same shape."""
        _check_channels("layer norm in two dimensions", x, self.normalized_shape[0], axes=4)
        channels_last = x.permute((0, 2, 3, 1))
        return super().__call__(channels_last).permute((0, 3, 1, 2))


class RMSNorm(Layer):
    """x / sqrt(mean(x**2) + eps) * weight over the last axes (Zhang and Sennrich 2019).

    dim: the size of the last axis, or the sizes of several. x: (..., dim) -> the same shape, in the promoted dtype of x and weight.
    weight: of the sizes in dim, 1 at first, in `dtype` (the default float if None) and on `device` (the default one if None); None
    with elementwise_affine=False.

    DTypeError if `dtype` is no float; when called, ShapeError if the last axes of x are others.
    """

    weight: Tensor | None

    def __init__(self, dim: int | Sequence[int], eps: float = 1e-6, elementwise_affine: bool = True, *,
                 dtype: DTypeLike | None = None, device: DeviceLike = None) -> None:
        self.dim, self.eps = dim, eps
        shape = _sizes(dim)
        self.weight = Initializer(self, dtype, device).filled(shape, 1) if elementwise_affine else None

    def __call__(self, x: Tensor) -> Tensor:
        """x: (..., dim) -> the same shape."""
        sizes = _sizes(self.dim)
        if x.shape[-len(sizes):] != sizes:
            last_axes = f"a last axis of {sizes[0]}" if len(sizes) == 1 else f"last axes {sizes}"
            raise ShapeError(f"RMS norm needs {last_axes}, got shape {x.shape}", "Make the layer for the last axes of the input.")
        y = x.rmsnorm(_last_axes(sizes), self.eps)
        return y if self.weight is None else y * self.weight


# ---- shapes


def _sizes(given: int | Sequence[int]) -> Shape:
    """A size, or several, as a shape. ShapeError if there is none."""
    shape = (given,) if isinstance(given, int) else tuple(given)
    if shape: return shape
    raise ShapeError("a norm needs at least one axis to normalise, got none", "Give the size of the last axis.")


def _last_axes(shape: Shape) -> Shape: return tuple(range(-1, -1 - len(shape), -1))


def _beside_space(x: Tensor) -> Shape:
    """The shape in which one number for each channel broadcasts with x."""
    return x.shape[1], *(1 for _ in x.shape[2:])


def _check_channels(what: str, x: Tensor, channels: int, axes: int | None = None) -> None:
    """ShapeError unless x is (batch, channels, *space), with `axes` axes if there is a choice of one number only."""
    if x.ndim >= 2 and x.shape[1] == channels and axes in (None, x.ndim): return
    space = "..." if axes is None else "height, width"
    raise ShapeError(f"{what} needs (batch, {channels}, {space}), got shape {x.shape}",
                     "Reshape the input, or make the layer for its channels.")


# ---- statistics


def _wide(x: Tensor) -> Tensor:
    """x, as float32 if it is a narrower float."""
    return x.float() if x.dtype.is_float() and x.dtype.itemsize < 4 else x


def _narrow(y: Tensor, *given: Tensor | None) -> Tensor:
    """y in the dtype to which `given` promote, if that is a float."""
    kind = promote(*(x.dtype for x in given if x is not None))
    return y.cast(kind) if kind.is_float() else y


def _by_group(x: Tensor, groups: int, eps: float) -> Tensor:
    """Mean 0 and variance 1 over each group of neighbouring channels and all of space."""
    rows = x.unflatten(1, (groups, -1)).flatten(2)
    return rows.layernorm(eps=eps).reshape(x.shape)


def _unbiased(variance: Tensor, count: int | Symbol) -> Tensor:
    """A variance of `count` elements with divisor count - 1 in place of count; of one element as it is."""
    others = greater(count - 1, 1)
    return variance * count / others if isinstance(count, Symbol) else variance * (count / others)


__all__ = ["BatchNorm", "BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "GroupNorm", "InstanceNorm", "LayerNorm", "LayerNorm2d",
           "RMSNorm"]
