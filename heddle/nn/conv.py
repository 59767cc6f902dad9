"""Convolutions in one, two and three dimensions.

In: (batch, in, *space). Out: (batch, out, *positions). Always true: weights are (out, in / groups, *kernel), or for transposed
convolutions (in, out / groups, *kernel), as torch stores them.
"""
from __future__ import annotations

import math
from typing import Any

from heddle.errors import ShapeError
from heddle.nn.layer import Layer
from heddle.tensor import Tensor
from heddle.tensor.conv import per_axis
from heddle.tensor.random import current_stream


class Conv2d(Layer):
    """`Tensor.conv2d` with parameters: x (batch, in, height, width) -> (batch, out, *positions), in the promoted dtype.

    An axis of n elements has (n + before + after - dilation (kernel - 1) - 1) // stride + 1 positions. kernel_size, stride, dilation:
    a number, or one an axis. padding: likewise, or (before, after) pairs, "same" (stride 1 only) or "valid".
    weight: (out, in / groups, *kernel), bias: (out,), or None without `bias`: uniform within 1 / sqrt(in / groups * kernel) at first.
    ShapeError if the groups do not divide the channels, if x does not fit, or if there is no such padding.
    """

    axes = 2
    weight: Tensor
    bias: Tensor | None

    def __init__(self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
                 groups: int = 1, bias: bool = True) -> None:
        self.kernel_size = per_axis(kernel_size, self.axes, "kernel_size")
        self.stride, self.dilation, self.groups = stride, dilation, groups
        if in_channels % groups or out_channels % groups:
            raise ShapeError(f"{groups} groups do not divide {in_channels} input and {out_channels} output channels",
                             "Choose a number of groups that divides both.")
        self.padding = self._pads(padding) if isinstance(padding, str) else padding
        bound = self._bound(in_channels)
        self._draw_weight(in_channels, out_channels)
        self.bias = Tensor.uniform(out_channels, low=-bound, high=bound) if bias else None

    def _bound(self, inputs: int) -> float: return 1 / math.sqrt(max(1, inputs // self.groups * math.prod(self.kernel_size)))

    def _draw_weight(self, inputs: int, outputs: int) -> None:
        bound = self._bound(inputs)
        self.weight = Tensor.uniform(*self._weight_shape(inputs, outputs), low=-bound, high=bound)

    def _weight_shape(self, inputs: int, outputs: int) -> tuple[int, ...]:
        return outputs, inputs // self.groups, *self.kernel_size

    def _pads(self, padding: str) -> Any:
        if padding.lower() == "valid": return 0
        if padding.lower() != "same": raise ShapeError(f"there is no padding {padding!r}", 'There are: numbers, "same", "valid".')
        if any(s != 1 for s in per_axis(self.stride, self.axes, "stride")):
            raise ShapeError('padding "same" needs stride 1',
                             "Give the padding as a number, or leave the stride out.")
        spans = [d * (k - 1) for k, d in zip(self.kernel_size, per_axis(self.dilation, self.axes, "dilation"), strict=True)]
        return [(n // 2, n - n // 2) for n in spans]

    def __call__(self, x: Tensor) -> Tensor:
        return x.conv2d(self.weight, self.bias, self.groups, self.stride, self.dilation, self.padding)


class Conv1d(Conv2d):
    """`Conv2d` in one dimension: x (batch, in, length) -> (batch, out, positions)."""

    axes = 1


class Conv3d(Conv2d):
    """`Conv2d` in three dimensions: x (batch, in, depth, height, width) -> (batch, out, *positions)."""

    axes = 3


class ConvTranspose2d(Conv2d):
    """`Tensor.conv_transpose2d` with parameters: what goes from the positions of a `Conv2d` back to its input's shape.

    x: (batch, in, *positions) -> (batch, out, *space), where n positions become
    (n - 1) stride - before - after + dilation (kernel - 1) + 1 + output_padding elements. weight: (in, out / groups, *kernel).
    Otherwise as `Conv2d`.
    """

    def __init__(self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0,
                 output_padding: Any = 0, dilation: Any = 1, groups: int = 1, bias: bool = True) -> None:
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias)
        self.output_padding = output_padding
        if current_stream().draws_transposed_again: self._draw_weight(in_channels, out_channels)

    def _weight_shape(self, inputs: int, outputs: int) -> tuple[int, ...]:
        return inputs, outputs // self.groups, *self.kernel_size

    def __call__(self, x: Tensor) -> Tensor:
        return x.conv_transpose2d(self.weight, self.bias, self.groups, self.stride, self.dilation, self.padding, self.output_padding)


class ConvTranspose1d(ConvTranspose2d):
    """`ConvTranspose2d` in one dimension: x (batch, in, positions) -> (batch, out, length)."""

    axes = 1


class ConvTranspose3d(ConvTranspose2d):
    """`ConvTranspose2d` in three dimensions: x (batch, in, *positions) -> (batch, out, depth, height, width)."""

    axes = 3
