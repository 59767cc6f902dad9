"""Convolution and transposed-convolution layers over one, two or three spatial axes.

Inputs: (batch, in_channels, *space). Outputs: (batch, out_channels, *positions).
Invariants: a kernel is stored as (out, in / groups, *kernel_size), that of a transposed convolution as (in, out / groups,
*kernel_size): torch's layouts. The number of axes is the class's `axes`; all else is written once for any number of them.
"""
from __future__ import annotations

import math
from collections.abc import Sequence

from heddle.dtype import DTypeLike
from heddle.errors import SettingError, ShapeError
from heddle.nn.layer import Layer
from heddle.nn.parameters import DeviceLike, Initializer, Shape, fan_in_bound
from heddle.tensor import Tensor
from heddle.tensor.ops.conv import per_axis, resolve_pads
from heddle.tensor.random.random import current_stream

#: torch's name of a padding mode -> that of `Tensor.pad`
PADDING_MODES = {"zeros": "constant", "reflect": "reflect", "replicate": "replicate", "circular": "circular"}
#: a number, or one for each axis of space
Sizes = int | Sequence[int]
#: likewise, or (before, after) for each axis, or "same" or "valid"
Padding = Sizes | Sequence[Sequence[int]] | str


class Conv2d(Layer):
    """y[b, o] = bias[o] + sum over i of weight[o, i] * x[b, i], * being the cross-correlation over two axes of space.

    x: (batch, in_channels, height, width) -> y: (batch, out_channels, *positions), in the promoted dtype of x and the parameters;
    16-bit floats accumulate in float32. An axis of n elements has
    (n + before + after - dilation (kernel_size - 1) - 1) // stride + 1 positions.

    kernel_size, stride, dilation: elements, one number or one for each axis. padding: likewise, or (before, after) for each axis, or
    "valid" (none), or "same" (as many positions as elements; stride 1). padding_mode: what the padding holds: "zeros", "reflect"
    (mirrored about the edge, which is not repeated), "replicate" (the edge) or "circular" (the other end). groups: parts of the
    channels that are convolved apart.

    weight: (out_channels, in_channels / groups, *kernel_size); bias: (out_channels,), or None with bias=False. Both begin uniform
    within 1 / sqrt(in_channels / groups · elements of the kernel), in `dtype` (the default float if None) and on `device` (the
    default one if None).

    ShapeError if the groups do not divide both channels, or if there is no such padding; SettingError if there is no such padding
    mode; DTypeError if `dtype` is no float. When called, ShapeError if x does not fit, or is too small to be reflected.
    """

    axes = 2
    weight: Tensor
    bias: Tensor | None

    def __init__(self, in_channels: int, out_channels: int, kernel_size: Sizes, stride: Sizes = 1, padding: Padding = 0,
                 dilation: Sizes = 1, groups: int = 1, bias: bool = True, padding_mode: str = "zeros", *,
                 dtype: DTypeLike | None = None, device: DeviceLike = None) -> None:
        if groups < 1 or any(channels % groups for channels in (in_channels, out_channels)):
            raise ShapeError(f"{groups} groups do not divide {in_channels} input and {out_channels} output channels",
                             "Choose a number of groups that divides both.")
        if padding_mode not in PADDING_MODES:
            raise SettingError(f"there is no padding mode {padding_mode!r}", f"There are: {', '.join(PADDING_MODES)}.")
        self.kernel_size = per_axis(kernel_size, self.axes, "kernel_size")
        self.stride, self.dilation, self.groups, self.padding_mode = stride, dilation, groups, padding_mode
        self.padding = self._named_padding(padding) if isinstance(padding, str) else padding
        first, bound = Initializer(self, dtype, device), fan_in_bound(in_channels // groups * math.prod(self.kernel_size))
        shape = self._kernel_shape(in_channels, out_channels)
        self.weight = first.uniform(shape, bound)
        self.bias = first.uniform((out_channels,), bound) if bias else None
        if self._draws_again(): self.weight = first.uniform(shape, bound)

    def _kernel_shape(self, inputs: int, outputs: int) -> Shape: return (outputs, inputs // self.groups, *self.kernel_size)

    def _draws_again(self) -> bool:
        """Whether the stream of random numbers has the first draw of the kernel replaced by another."""
        return False

    def _named_padding(self, name: str) -> int | list[tuple[int, int]]:
        match name.lower():
            case "valid": return 0
            case "same": return self._padding_to_same_size()
            case _: raise ShapeError(f"there is no padding {name!r}", 'There are: numbers, "same", "valid".')

    def _padding_to_same_size(self) -> list[tuple[int, int]]:
        """(before, after) of each axis: together what the kernel reaches beyond one element, the odd one after."""
        if any(step != 1 for step in per_axis(self.stride, self.axes, "stride")):
            raise ShapeError('padding "same" needs stride 1', "Give the padding as a number, or leave the stride out.")
        spread = per_axis(self.dilation, self.axes, "dilation")
        reach = [step * (size - 1) for step, size in zip(spread, self.kernel_size, strict=True)]
        return [(n // 2, n - n // 2) for n in reach]

    def __call__(self, x: Tensor) -> Tensor:
        """x: (batch, in_channels, *space) -> (batch, out_channels, *positions)."""
        padding = self.padding
        if self.padding_mode != "zeros": x, padding = self._padded(x), 0
        return x.conv2d(self.weight, self.bias, groups=self.groups, stride=self.stride, dilation=self.dilation, padding=padding)

    def _padded(self, x: Tensor) -> Tensor:
        if x.ndim != self.axes + 2:
            raise ShapeError(f"{type(self).__name__} needs (batch, channels) and {self.axes} axes of space, got shape {x.shape}",
                             "Add the axes that are missing with unsqueeze or reshape.")
        return x.pad([(0, 0), (0, 0), *resolve_pads(self.padding, self.axes)], mode=PADDING_MODES[self.padding_mode])


class Conv1d(Conv2d):
    """`Conv2d` over one axis of space. x: (batch, in_channels, length) -> (batch, out_channels, positions)."""

    axes = 1


class Conv3d(Conv2d):
    """`Conv2d` over three axes of space. x: (batch, in_channels, depth, height, width) -> (batch, out_channels, *positions)."""

    axes = 3


class ConvTranspose2d(Conv2d):
    """The transpose of the linear map of a `Conv2d` (its gradient with respect to its input), and a bias.

    x: (batch, in_channels, *positions) -> (batch, out_channels, *space), in the promoted dtype of x and the parameters. n positions
    become (n - 1) stride - before - after + dilation (kernel_size - 1) + 1 + output_padding elements: output_padding, a number or one
    for each axis, tells apart the sizes that a convolution with a stride maps to the same number of positions.

    weight: (in_channels, out_channels / groups, *kernel_size); everything else is as in `Conv2d`, but that padding_mode can only be
    "zeros", as in torch: SettingError for another.
    """

    def __init__(self, in_channels: int, out_channels: int, kernel_size: Sizes, stride: Sizes = 1, padding: Padding = 0,
                 output_padding: Sizes = 0, dilation: Sizes = 1, groups: int = 1, bias: bool = True, *, padding_mode: str = "zeros",
                 dtype: DTypeLike | None = None, device: DeviceLike = None) -> None:
        if padding_mode != "zeros":
            raise SettingError(f"a transposed convolution has no padding mode {padding_mode!r}: its padding cuts the result",
                               'Leave padding_mode out, or give "zeros".')
        self.output_padding = output_padding
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups=groups, bias=bias, dtype=dtype,
                         device=device)

    def _kernel_shape(self, inputs: int, outputs: int) -> Shape: return (inputs, outputs // self.groups, *self.kernel_size)

    def _draws_again(self) -> bool: return current_stream().draws_transposed_again

    def __call__(self, x: Tensor) -> Tensor:
        """x: (batch, in_channels, *positions) -> (batch, out_channels, *space)."""
        return x.conv_transpose2d(self.weight, self.bias, groups=self.groups, stride=self.stride, dilation=self.dilation,
                                  padding=self.padding, output_padding=self.output_padding)


class ConvTranspose1d(ConvTranspose2d):
    """`ConvTranspose2d` over one axis of space. x: (batch, in_channels, positions) -> (batch, out_channels, length)."""

    axes = 1


class ConvTranspose3d(ConvTranspose2d):
    """`ConvTranspose2d` over three axes of space. x: (batch, in_channels, *positions) -> (batch, out_channels, *space)."""

    axes = 3
