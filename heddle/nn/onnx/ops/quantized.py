"""ONNX quantisation operators: (value / scale + zero), rounded and saturated."""
from __future__ import annotations

from heddle.dtype import DType, dtypes
from heddle.nn.onnx.ops.elementwise import convert
from heddle.nn.onnx.ops.products import conv
from heddle.nn.onnx.table import Ints, axis_of, dtype_fault, op
from heddle.nn.onnx.values import to_dtype
from heddle.tensor import Tensor


def _fitted(part: Tensor | None, x: Tensor, axis: int, block_size: int) -> Tensor | None:
    """A scale or a zero, brought to the shape of x: one for all, one for each index along `axis`, or one for each block along it."""
    if part is None or part.ndim == 0 or part.numel() == 1: return part if part is None else part.reshape(())
    axis = axis_of(axis, x.ndim)
    if part.ndim == 1 and not block_size: return part.reshape([-1 if a == axis else 1 for a in range(x.ndim)])
    repeated = part.repeat_interleave(block_size or x.shape[axis] // part.shape[axis], axis)
    return repeated.shrink([(0, n) for n in x.shape])


def round_into(x: Tensor, zero: Tensor | None, dtype: DType, saturate: bool = True) -> Tensor:
    """Numbers that were divided by their scale, rounded to the nearest even one, shifted by the zero, and kept in the range."""
    if dtype.is_float(): return convert(x if zero is None else x + zero.cast(x.dtype), dtype, saturate)
    x = x.round() if zero is None else x.round() + zero.cast(x.dtype)
    return x.clip(float(dtype.min), float(dtype.max)).cast(dtype)


@op("QuantizeLinear", since=10, refuses=dtype_fault("output_dtype", 0, on_host=True))
def quantize_linear(x: Tensor, scale: Tensor, zero: Tensor | None = None, *, axis: int = 1, block_size: int = 0, output_dtype: int = 0,
                    precision: int = 0, saturate: int = 1) -> Tensor:
    kind = to_dtype(output_dtype) if output_dtype else dtypes.uint8 if zero is None else zero.dtype
    steps, zero = _fitted(scale, x, axis, block_size), _fitted(zero, x, axis, block_size)
    assert steps is not None
    return round_into(x.cast(dtypes.float32) / steps.cast(dtypes.float32), zero, kind, bool(saturate))


@op("DequantizeLinear", since=10, refuses=dtype_fault("output_dtype", 0, on_host=True))
def dequantize_linear(x: Tensor, scale: Tensor, zero: Tensor | None = None, *, axis: int = 1, block_size: int = 0,
                      output_dtype: int = 0) -> Tensor:
    """(x - zero) * scale, in the dtype of the scale."""
    steps, zero = _fitted(scale, x, axis, block_size), _fitted(zero, x, axis, block_size)
    assert steps is not None
    wide = x.cast(dtypes.float32) if x.dtype.is_float() else x.cast(dtypes.int32)
    centred = wide if zero is None else wide - zero.cast(wide.dtype)
    return (centred.cast(dtypes.float32) * steps.cast(dtypes.float32)).cast(to_dtype(output_dtype) if output_dtype else scale.dtype)


@op("DynamicQuantizeLinear", since=11, results=3)
def dynamic_quantize_linear(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    low, high = x.min().minimum(0), x.max().maximum(0)
    scale = (high - low) / 255
    zero = round_into((0 - low) / scale, None, dtypes.uint8)
    return round_into(x / scale, zero, dtypes.uint8), scale, zero


@op("QLinearMatMul", since=10)
def qlinear_matmul(a: Tensor, a_scale: Tensor, a_zero: Tensor, b: Tensor, b_scale: Tensor, b_zero: Tensor, y_scale: Tensor,
                   y_zero: Tensor) -> Tensor:
    product = (a.cast(dtypes.int32) - _per_row(a_zero)) @ (b.cast(dtypes.int32) - b_zero.cast(dtypes.int32))
    factor = _per_row(a_scale, dtypes.float32) * b_scale.cast(dtypes.float32) / y_scale.cast(dtypes.float32)
    return round_into(product.cast(dtypes.float32) * factor, y_zero, y_zero.dtype)


def _per_row(part: Tensor, dtype: DType = dtypes.int32) -> Tensor:
    part = part.cast(dtype)
    return part.unsqueeze(-1) if part.ndim == 1 and part.shape[0] > 1 else part


@op("QLinearConv", since=10)
def qlinear_conv(x: Tensor, x_scale: Tensor, x_zero: Tensor, w: Tensor, w_scale: Tensor, w_zero: Tensor, y_scale: Tensor,
                 y_zero: Tensor, bias: Tensor | None = None, *, auto_pad: str = "NOTSET", dilations: Ints = None, group: int = 1,
                 kernel_shape: Ints = None, pads: Ints = None, strides: Ints = None) -> Tensor:
    """A convolution of numbers with scales and zeros, its result rounded to those of y."""
    def by_output(part: Tensor, rank: int, axis: int) -> Tensor:
        return part if part.numel() == 1 else part.reshape([-1 if a == axis else 1 for a in range(rank)])
    wide = w.cast(dtypes.int32) - by_output(w_zero.cast(dtypes.int32), w.ndim, 0)
    product = conv(x.cast(dtypes.int32) - x_zero.cast(dtypes.int32), wide, bias, auto_pad=auto_pad, dilations=dilations, group=group,
                   pads=pads, strides=strides)
    factor = x_scale * by_output(w_scale, x.ndim, 1) / y_scale
    return round_into(product.cast(dtypes.float32) * factor, y_zero, y_zero.dtype)
