"""Pooling and resizing layers in one, two and three dimensions.

Inputs: (batch, channels, *space). Outputs: (batch, channels, *positions).
Invariants: torch's names and defaults; windows are counted as by `Tensor.max_pool2d`, which serves any number of axes.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from heddle.errors import ShapeError
from heddle.nn.conv import Sizes
from heddle.nn.layer import Layer
from heddle.tensor import Tensor
from heddle.tensor.ops.conv import per_axis
from heddle.tensor.ops.movement import interpolated


class _Pool(Layer):
    """What pooling layers have in common: the number of axes of space."""

    axes = 2

    def _space(self, x: Tensor) -> tuple[int, ...]:
        """The sizes of the axes of space. ShapeError if x has others."""
        if x.ndim != self.axes + 2:
            raise ShapeError(f"{type(self).__name__} needs (batch, channels) and {self.axes} axes of space, got shape {x.shape}",
                             "Add the axes that are missing with unsqueeze or reshape.")
        return x.shape[2:]


class MaxPool2d(_Pool):
    """The greatest element of each window: x (batch, channels, *space) -> (batch, channels, *positions).

    kernel_size, stride (None: the kernel's size), padding, dilation: a number, or one for each axis. Padding is below everything.
    ceil_mode: windows that begin inside and end outside count too. return_indices: also where in its space each element was.
    """

    def __init__(self, kernel_size: Sizes, stride: Sizes | None = None, padding: Sizes = 0, dilation: Sizes = 1,
                 return_indices: bool = False, ceil_mode: bool = False) -> None:
        self.kernel_size = per_axis(kernel_size, self.axes, "kernel_size")
        self.stride, self.padding, self.dilation = stride, padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def __call__(self, x: Tensor) -> Any:
        self._space(x)
        return x.max_pool2d(self.kernel_size, self.stride, self.dilation, self.padding, self.ceil_mode, self.return_indices)


class MaxPool1d(MaxPool2d):
    """`MaxPool2d` in one dimension: x (batch, channels, length)."""

    axes = 1


class MaxPool3d(MaxPool2d):
    """`MaxPool2d` in three dimensions: x (batch, channels, depth, height, width)."""

    axes = 3


class AvgPool2d(_Pool):
    """The mean of each window: x (batch, channels, *space) -> (batch, channels, *positions).

    Arguments as of `MaxPool2d`. count_include_pad: whether the zeros of the padding count in the mean.
    """

    def __init__(self, kernel_size: Sizes, stride: Sizes | None = None, padding: Sizes = 0, ceil_mode: bool = False,
                 count_include_pad: bool = True) -> None:
        self.kernel_size = per_axis(kernel_size, self.axes, "kernel_size")
        self.stride, self.padding, self.ceil_mode, self.count_include_pad = stride, padding, ceil_mode, count_include_pad

    def __call__(self, x: Tensor) -> Tensor:
        self._space(x)
        return x.avg_pool2d(self.kernel_size, self.stride, 1, self.padding, self.ceil_mode, self.count_include_pad)


class AvgPool1d(AvgPool2d):
    """`AvgPool2d` in one dimension: x (batch, channels, length)."""

    axes = 1


class AvgPool3d(AvgPool2d):
    """`AvgPool2d` in three dimensions: x (batch, channels, depth, height, width)."""

    axes = 3


class _Adaptive(_Pool):
    """Pooling to `output_size` positions: position i of an axis of n elements sees elements floor(i n / out) to ceil((i + 1) n /
    out)."""

    def __init__(self, output_size: int | Sequence[int | None] | None) -> None:
        given = (output_size,) * self.axes if output_size is None or isinstance(output_size, int) else tuple(output_size)
        if len(given) != self.axes or any(n is not None and n < 1 for n in given):
            raise ShapeError(f"{type(self).__name__} needs {self.axes} sizes of at least 1, got {output_size}",
                             "Give one size, or one for each axis of space; None keeps an axis as it is.")
        self.output_size = given

    def _bins(self, x: Tensor) -> list[tuple[int, list[tuple[int, int]]]]:
        """The axes that change, with the elements that each position sees."""
        changed = [(axis, n, out) for axis, (n, out) in enumerate(zip(self._space(x), self.output_size, strict=True), 2)
                   if out is not None and out != n]
        return [(axis, [(i * n // out, -(-(i + 1) * n // out)) for i in range(out)]) for axis, n, out in changed]

    def _reduced(self, part: Tensor, axis: int) -> Tensor:
        """The axis of one window as one element."""
        raise NotImplementedError

    def __call__(self, x: Tensor) -> Tensor:
        for axis, bins in self._bins(x):
            x = Tensor.stack(*[self._reduced(_part(x, axis, b), axis) for b in bins], dim=axis)
        return x


class AdaptiveAvgPool2d(_Adaptive):
    """The means of `output_size` windows, which cover the space whatever its size: x (batch, channels, *space).

    output_size: a number, or one for each axis; None keeps the axis as it is. Result (batch, channels, *output_size).
    """

    def _reduced(self, part: Tensor, axis: int) -> Tensor: return part.mean(axis)


class AdaptiveAvgPool1d(AdaptiveAvgPool2d):
    """`AdaptiveAvgPool2d` in one dimension: x (batch, channels, length)."""

    axes = 1


class AdaptiveAvgPool3d(AdaptiveAvgPool2d):
    """`AdaptiveAvgPool2d` in three dimensions: x (batch, channels, depth, height, width)."""

    axes = 3


class AdaptiveMaxPool2d(_Adaptive):
    """The greatest elements of `output_size` windows; otherwise as `AdaptiveAvgPool2d`."""

    def _reduced(self, part: Tensor, axis: int) -> Tensor: return part.max(axis)


class AdaptiveMaxPool1d(AdaptiveMaxPool2d):
    """`AdaptiveMaxPool2d` in one dimension: x (batch, channels, length)."""

    axes = 1


class AdaptiveMaxPool3d(AdaptiveMaxPool2d):
    """`AdaptiveMaxPool2d` in three dimensions: x (batch, channels, depth, height, width)."""

    axes = 3


def _part(x: Tensor, axis: int, bounds: tuple[int, int]) -> Tensor:
    return x.shrink(tuple(bounds if i == axis else (0, n) for i, n in enumerate(x.shape)))


class Upsample(Layer):
    """x (batch, channels, *space) resized to `size`, or by `scale_factor`: a number, or one for each axis.

    mode: "nearest", "nearest-exact", "linear" or "cubic", under any of torch's names ("bilinear", "trilinear", "bicubic").
    align_corners: the outermost elements lie on each other. An axis of n elements has int(n · scale_factor), whose distance is
    1 / scale_factor even where that is rounded down. ShapeError if neither or both of size and scale_factor are given.
    """

    def __init__(self, size: Sizes | None = None, scale_factor: float | Sequence[float] | None = None, mode: str = "nearest",
                 align_corners: bool = False) -> None:
        if (size is None) is (scale_factor is None):
            raise ShapeError(f"Upsample got size={size} and scale_factor={scale_factor}", "Give one of them.")
        self.size, self.scale_factor, self.mode, self.align_corners = size, scale_factor, mode, align_corners

    def __call__(self, x: Tensor) -> Tensor:
        given, count = self.size if self.scale_factor is None else self.scale_factor, x.ndim - 2
        numbers = (given,) * count if isinstance(given, (int, float)) else tuple(given or ())
        if len(numbers) != count: raise ShapeError(f"Upsample got {given} for shape {x.shape}", f"Give {count} numbers, or one.")
        size = numbers if self.scale_factor is None else [int(n * f) for n, f in zip(x.shape[2:], numbers, strict=True)]
        mode = {"bilinear": "linear", "trilinear": "linear", "bicubic": "cubic"}.get(self.mode, self.mode)
        factors = None if self.scale_factor is None else numbers
        return interpolated(x, cast("tuple[int, ...]", tuple(size)), mode, self.align_corners, factors)


class PixelShuffle(Layer):
    """(batch, channels · r², height, width) -> (batch, channels, height · r, width · r) (Shi and others 2016). ShapeError if r²
    is no divisor."""

    def __init__(self, upscale_factor: int) -> None: self.upscale_factor = upscale_factor

    def __call__(self, x: Tensor) -> Tensor:
        r = self.upscale_factor
        if x.ndim != 4 or x.shape[1] % (r * r):
            raise ShapeError(f"PixelShuffle needs (batch, channels · {r * r}, height, width), got shape {x.shape}",
                             "Give the layer before it that many channels.")
        batch, channels, height, width = x.shape
        parts = x.reshape(batch, channels // (r * r), r, r, height, width)
        return parts.permute(0, 1, 4, 2, 5, 3).reshape(batch, channels // (r * r), height * r, width * r)
