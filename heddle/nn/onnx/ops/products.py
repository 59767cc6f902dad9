"""ONNX matrix product, convolution, pooling and channel normalisation operators."""
from __future__ import annotations

import math
from collections.abc import Sequence

from heddle.dtype import dtypes
from heddle.nn.onnx.ops.reductions import standardized
from heddle.nn.onnx.table import Ints, axis_of, op
from heddle.tensor import Tensor

Pairs = list[tuple[int, int]]

# ---- matrices


@op("MatMul")
def matmul(a: Tensor, b: Tensor) -> Tensor: return a @ b


@op("Gemm")
def gemm(a: Tensor, b: Tensor, c: Tensor | None = None, *, alpha: float = 1.0, beta: float = 1.0, transA: int = 0,  # noqa: N803
         transB: int = 0, broadcast: int = 1) -> Tensor:  # noqa: N803
    product = (a.T if transA else a) @ (b.T if transB else b)
    if alpha != 1: product = (product * alpha).cast(a.dtype)
    return product if c is None else product + (c if beta == 1 else (c * beta).cast(c.dtype))


@op("Einsum", since=12)
def einsum(*x: Tensor, equation: str) -> Tensor: return Tensor.einsum(equation.replace(" ", ""), *x)


@op("MatMulInteger", since=10)
def matmul_integer(a: Tensor, b: Tensor, a_zero: Tensor | None = None, b_zero: Tensor | None = None) -> Tensor:
    return less_zero(a, a_zero, -2) @ less_zero(b, b_zero, -1)


def less_zero(x: Tensor, zero: Tensor | None, axis: int) -> Tensor:
    """x - zero as int32; a zero for each index along `axis` has one axis."""
    wide = x.cast(dtypes.int32)
    if zero is None: return wide
    zero = zero.cast(dtypes.int32)
    if zero.ndim == 1 and zero.shape[0] > 1: zero = zero.reshape([-1 if a == axis_of(axis, x.ndim) else 1 for a in range(x.ndim)])
    return wide - zero


# ---- what windows go over


def window_pads(sizes: Sequence[int], kernel: Sequence[int], strides: Sequence[int], dilations: Sequence[int], auto_pad: str,
                pads: Ints) -> Pairs:
    """(before, after) of each axis: as given, or so that there are size / stride positions."""
    count = len(kernel)
    if auto_pad in ("NOTSET", ""): return [(0, 0)] * count if not pads else [(pads[i], pads[count + i]) for i in range(count)]
    if auto_pad == "VALID": return [(0, 0)] * count
    found: Pairs = []
    for n, k, s, d in zip(sizes, kernel, strides, dilations, strict=True):
        more = max(0, (-(-n // s) - 1) * s + d * (k - 1) + 1 - n)
        found.append((more // 2, more - more // 2) if auto_pad == "SAME_UPPER" else (more - more // 2, more // 2))
    return found


@op("Conv")
def conv(x: Tensor, w: Tensor, b: Tensor | None = None, *, auto_pad: str = "NOTSET", dilations: Ints = None,
         group: int = 1, kernel_shape: Ints = None, pads: Ints = None,
         strides: Ints = None) -> Tensor:
    """x: (batch, in, *space), w: (out, in / group, *kernel), b: (out,)."""
    kernel = w.shape[2:]
    steps, spread = strides or [1] * len(kernel), dilations or [1] * len(kernel)
    border = window_pads(x.shape[2:], kernel, steps, spread, auto_pad, pads)
    return x.conv2d(w, b, groups=group, stride=tuple(steps), dilation=tuple(spread), padding=border)


@op("ConvInteger", since=10)
def conv_integer(x: Tensor, w: Tensor, x_zero: Tensor | None = None, w_zero: Tensor | None = None, *, auto_pad: str = "NOTSET",
                 dilations: Ints = None, group: int = 1, kernel_shape: Ints = None,
                 pads: Ints = None, strides: Ints = None) -> Tensor:
    return conv(less_zero(x, x_zero, 0), less_zero(w, w_zero, 0), auto_pad=auto_pad, dilations=dilations, group=group, pads=pads,
                strides=strides)


@op("ConvTranspose")
def conv_transpose(x: Tensor, w: Tensor, b: Tensor | None = None, *, auto_pad: str = "NOTSET", dilations: Ints = None,
                   group: int = 1, kernel_shape: Ints = None, output_padding: Ints = None,
                   output_shape: Ints = None, pads: Ints = None,
                   strides: Ints = None) -> Tensor:
    """x: (batch, in, *space), w: (in, out / group, *kernel), b: (out,)."""
    kernel = w.shape[2:]
    count = len(kernel)
    steps, spread, more = strides or [1] * count, dilations or [1] * count, list(output_padding or [0] * count)
    whole = [s * (n - 1) + o + (k - 1) * d + 1
             for n, k, s, d, o in zip(x.shape[2:], kernel, steps, spread, more, strict=True)]
    border = window_pads(x.shape[2:], kernel, steps, spread, "NOTSET" if auto_pad.startswith("SAME") else auto_pad, pads)
    if output_shape is None and auto_pad.startswith("SAME"): output_shape = [n * s for n, s in zip(x.shape[2:], steps, strict=True)]
    if output_shape is not None:
        border = list[tuple[int, int]]()
        for i, (have, target) in enumerate(zip(whole, output_shape[-count:], strict=True)):
            cut = have - target
            if cut < 0: more[i], cut = more[i] - cut, 0
            border.append((cut - cut // 2, cut // 2) if auto_pad != "SAME_UPPER" else (cut // 2, cut - cut // 2))
    return x.conv_transpose2d(w, b, groups=group, stride=tuple(steps), dilation=tuple(spread), padding=border,
                              output_padding=tuple(more))


# ---- pooling


@op("MaxPool", results=2)
def max_pool(x: Tensor, *, kernel_shape: Sequence[int], auto_pad: str = "NOTSET", ceil_mode: int = 0,
             dilations: Ints = None, pads: Ints = None, storage_order: int = 0,
             strides: Ints = None, outputs: int) -> Tensor | tuple[Tensor, Tensor]:
    """Also the index of each value in the flattened x, if that is requested; with `storage_order` counted down the columns."""
    steps, spread = strides or [1] * len(kernel_shape), dilations or [1] * len(kernel_shape)
    border = window_pads(x.shape[2:], kernel_shape, steps, spread, auto_pad, pads)
    where = (tuple(kernel_shape), tuple(steps), tuple(spread), border, bool(ceil_mode))
    if outputs == 1: return x.max_pool2d(*where)
    values, positions = x.max_pool2d(*where, return_indices=True)
    positions = positions.cast(dtypes.int64)
    if storage_order: positions = positions % x.shape[-1] * x.shape[-2] + positions // x.shape[-1]
    images = Tensor.arange(x.shape[0] * x.shape[1], device=x.device, dtype=dtypes.int64) * math.prod(x.shape[2:])
    return values, positions + images.reshape(x.shape[0], x.shape[1], *[1] * (x.ndim - 2))


@op("AveragePool")
def average_pool(x: Tensor, *, kernel_shape: Sequence[int], auto_pad: str = "NOTSET", ceil_mode: int = 0, count_include_pad: int = 0,
                 dilations: Ints = None, pads: Ints = None,
                 strides: Ints = None) -> Tensor:
    steps, spread = strides or [1] * len(kernel_shape), dilations or [1] * len(kernel_shape)
    border = window_pads(x.shape[2:], kernel_shape, steps, spread, auto_pad, pads)
    return x.avg_pool2d(tuple(kernel_shape), tuple(steps), tuple(spread), border, bool(ceil_mode), bool(count_include_pad))


@op("LpPool")
def lp_pool(x: Tensor, *, kernel_shape: Sequence[int], auto_pad: str = "NOTSET", ceil_mode: int = 0,
            dilations: Ints = None, p: float = 2, pads: Ints = None,
            strides: Ints = None) -> Tensor:
    mean = average_pool(x.abs() ** p, kernel_shape=kernel_shape, auto_pad=auto_pad, ceil_mode=ceil_mode, count_include_pad=1,
                        dilations=dilations, pads=pads, strides=strides)
    return (mean * math.prod(kernel_shape)) ** (1 / p)


def _space(x: Tensor) -> tuple[int, ...]: return tuple(range(2, x.ndim))


@op("GlobalAveragePool")
def global_average_pool(x: Tensor) -> Tensor: return x.mean(_space(x), keepdim=True)


@op("GlobalMaxPool")
def global_max_pool(x: Tensor) -> Tensor: return x.max(_space(x), keepdim=True)


@op("GlobalLpPool")
def global_lp_pool(x: Tensor, *, p: float = 2) -> Tensor: return (x.abs() ** p).sum(_space(x), keepdim=True) ** (1 / p)


# ---- normalisation by channels


def by_channel(v: Tensor, x: Tensor) -> Tensor:
    """(channels,) -> (1, channels, 1, …), to meet x."""
    return v.reshape([1, -1, *[1] * (x.ndim - 2)])


@op("BatchNormalization", since=14, results=3)
def batch_normalization(x: Tensor, scale: Tensor, bias: Tensor, mean: Tensor, var: Tensor, *, epsilon: float = 1e-5,
                        momentum: float = 0.9, training_mode: int = 0) -> Tensor | tuple[Tensor, Tensor, Tensor]:
    """In training also the new running mean and variance."""
    if not training_mode:
        scaled = (x - by_channel(mean, x)) * by_channel((var + epsilon).rsqrt() * scale, x)
        return (scaled + by_channel(bias, x)).cast(x.dtype)
    axes = (0, *_space(x))
    now, spread = x.mean(axes), x.var(axes, correction=0)
    y = (x - by_channel(now, x)) * by_channel((spread + epsilon).rsqrt() * scale, x) + by_channel(bias, x)
    return y.cast(x.dtype), mean * momentum + now * (1 - momentum), var * momentum + spread * (1 - momentum)


@op("InstanceNormalization")
def instance_normalization(x: Tensor, scale: Tensor, bias: Tensor, *, epsilon: float = 1e-5) -> Tensor:
    return standardized(x, _space(x), epsilon)[0] * by_channel(scale, x) + by_channel(bias, x)


@op("GroupNormalization", since=18)
def group_normalization_18(x: Tensor, scale: Tensor, bias: Tensor, *, num_groups: int, epsilon: float = 1e-5,
                           stash_type: int = 1) -> Tensor:
    """scale and bias: one a group."""
    wide = [part.repeat_interleave(x.shape[1] // num_groups, 0) for part in (scale, bias)]
    return group_normalization(x, *wide, num_groups=num_groups, epsilon=epsilon)


@op("GroupNormalization", since=21)
def group_normalization(x: Tensor, scale: Tensor, bias: Tensor, *, num_groups: int, epsilon: float = 1e-5,
                        stash_type: int = 1) -> Tensor:
    """scale and bias: one a channel."""
    grouped = standardized(x.unflatten(1, (num_groups, -1)).flatten(2), (2,), epsilon)[0]
    return grouped.reshape(x.shape) * by_channel(scale, x) + by_channel(bias, x)


@op("LRN")
def local_response_normalization(x: Tensor, *, size: int, alpha: float = 1e-4, beta: float = 0.75, bias: float = 1.0) -> Tensor:
    before = (size - 1) // 2
    padded = (x * x).pad([(before, size - 1 - before) if a == 1 else (0, 0) for a in range(x.ndim)])
    parts = [padded.shrink([(i, i + x.shape[1]) if a == 1 else None for a in range(x.ndim)]) for i in range(size)]
    return x / (sum(parts[1:], parts[0]) * (alpha / size) + bias) ** beta
