"""ONNX quantised operators of com.microsoft: integers with scales and zero points.

Inputs: integers, each tensor with its scale and its zero. Outputs: integers by the scale and the zero of the result, or float32.
Invariants: in between numbers are float32, (integer - zero) * scale, but for sums of products, which are exact.
"""
from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence

from heddle.dtype import dtypes
from heddle.nn.onnx.ops import elementwise, products, quantized
from heddle.nn.onnx.ops.microsoft import MS, embed_layer_normalization
from heddle.nn.onnx.ops.recurrent import activation_fault, activations_of, lstm_of
from heddle.nn.onnx.table import Ints, axis_of, op
from heddle.tensor import Tensor

op("QuantizeLinear", domain=MS)(quantized.quantize_linear)
op("DequantizeLinear", domain=MS)(quantized.dequantize_linear)


def plain(x: Tensor, scale: Tensor, zero: Tensor | None) -> Tensor:
    """(x - zero) * scale in float32; one scale and zero, or one for each element of the last axis."""
    wide = x.cast(dtypes.int32) if zero is None else x.cast(dtypes.int32) - zero.cast(dtypes.int32)
    return wide.cast(dtypes.float32) * scale.cast(dtypes.float32)


def _packed(x: Tensor, scale: Tensor, zero: Tensor | None, like: Tensor) -> Tensor:
    return quantized.round_into(x / scale.cast(dtypes.float32), zero, like.dtype if zero is None else zero.dtype)


def _binary(fn: Callable[[Tensor, Tensor], Tensor]) -> Callable[..., Tensor]:
    def call(a: Tensor, a_scale: Tensor, a_zero: Tensor | None, b: Tensor, b_scale: Tensor, b_zero: Tensor | None, scale: Tensor,
             zero: Tensor | None = None) -> Tensor:
        return _packed(fn(plain(a, a_scale, a_zero), plain(b, b_scale, b_zero)), scale, zero, a)
    return call


op("QLinearAdd", domain=MS)(_binary(Tensor.add))
op("QLinearMul", domain=MS)(_binary(Tensor.mul))


def _unary(name: str) -> Callable[[Callable[..., Tensor]], Callable[..., Tensor]]:
    """Enters a function of one tensor, and its attributes, as an operator (x, x scale, x zero, scale, zero) on integers."""
    def enter(fn: Callable[..., Tensor]) -> Callable[..., Tensor]:
        def call(x: Tensor, x_scale: Tensor, x_zero: Tensor | None, scale: Tensor, zero: Tensor | None = None,
                 **attributes: object) -> Tensor:
            return _packed(fn(plain(x, x_scale, x_zero), **attributes), scale, zero, x)
        inputs = [p for p in inspect.signature(call).parameters.values() if p.kind is not p.VAR_KEYWORD]
        attributes = [p for p in inspect.signature(fn).parameters.values() if p.kind is p.KEYWORD_ONLY]
        vars(call)["__signature__"] = inspect.Signature([*inputs, *attributes])
        op(name, domain=MS)(call)
        return fn
    return enter


_unary("QLinearSigmoid")(Tensor.sigmoid)
_unary("QLinearLeakyRelu")(elementwise.leaky_relu)


@_unary("QLinearSoftmax")
def softmax(x: Tensor, *, axis: int = -1, opset: int = 13) -> Tensor:
    """Along one axis, or as before version 13 of the operator set along all axes from that one on."""
    return x.softmax(axis) if opset >= 13 else x.flatten(axis_of(axis, x.ndim)).softmax(-1).reshape(x.shape)


@_unary("QLinearGlobalAveragePool")
def global_average_pool(x: Tensor, *, channels_last: int = 0) -> Tensor:
    return x.mean(tuple(range(1, x.ndim - 1)) if channels_last else tuple(range(2, x.ndim)), keepdim=True)


def _channels_second(x: Tensor, are_last: int) -> Tensor: return x.permute(0, -1, *range(1, x.ndim - 1)) if are_last else x
def _channels_back(x: Tensor, are_last: int) -> Tensor: return x.permute(0, *range(2, x.ndim), 1) if are_last else x


@_unary("QLinearAveragePool")
def average_pool(x: Tensor, *, auto_pad: str = "NOTSET", ceil_mode: int = 0, channels_last: int = 0, count_include_pad: int = 0,
                 kernel_shape: Sequence[int], pads: Ints = None, strides: Ints = None) -> Tensor:
    """x: (batch, channels, *space), or (batch, *space, channels) with `channels_last`; the border is 0, not the zero of x."""
    found = products.average_pool(_channels_second(x, channels_last), kernel_shape=kernel_shape, auto_pad=auto_pad,
                                  ceil_mode=ceil_mode, count_include_pad=count_include_pad, pads=pads, strides=strides)
    return _channels_back(found, channels_last)


@_unary("QLinearReduceMean")
def reduce_mean(x: Tensor, *, axes: Ints = None, keepdims: int = 1) -> Tensor:
    """Over all axes unless some are named."""
    return x.mean(tuple(axes) if axes else None, keepdim=bool(keepdims))


@op("QLinearWhere", domain=MS)
def qlinear_where(condition: Tensor, x: Tensor, x_scale: Tensor, x_zero: Tensor, y: Tensor, y_scale: Tensor, y_zero: Tensor,
                  scale: Tensor, zero: Tensor) -> Tensor:
    return _packed(condition.where(plain(x, x_scale, x_zero), plain(y, y_scale, y_zero)), scale, zero, x)


@op("QLinearConv", domain=MS)
def qlinear_conv(x: Tensor, x_scale: Tensor, x_zero: Tensor, w: Tensor, w_scale: Tensor, w_zero: Tensor, y_scale: Tensor,
                 y_zero: Tensor, bias: Tensor | None = None, *, auto_pad: str = "NOTSET", channels_last: int = 0,
                 dilations: Ints = None, group: int = 1, kernel_shape: Ints = None,
                 pads: Ints = None, strides: Ints = None) -> Tensor:
    """The standard's operator, whose x and result are (batch, *space, channels) with `channels_last`; w is as ever."""
    found = quantized.qlinear_conv(_channels_second(x, channels_last), x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, bias,
                                   auto_pad=auto_pad, dilations=dilations, group=group, pads=pads, strides=strides)
    return _channels_back(found, channels_last)


@op("QLinearConcat", domain=MS)
def qlinear_concat(scale: Tensor, zero: Tensor, *parts: Tensor, axis: int) -> Tensor:
    """Three inputs for each part: numbers, scale, zero."""
    wide = [plain(*parts[i:i + 3]) for i in range(0, len(parts), 3)]
    return _packed(wide[0].cat(*wide[1:], dim=axis), scale, zero, parts[0])


@op("QGemm", domain=MS)
def qgemm(a: Tensor, a_scale: Tensor, a_zero: Tensor, b: Tensor, b_scale: Tensor, b_zero: Tensor, c: Tensor | None = None,
          scale: Tensor | None = None, zero: Tensor | None = None, *, alpha: float = 1.0, transA: int = 0,  # noqa: N803
          transB: int = 0) -> Tensor:  # noqa: N803
    """c: int32 in steps of alpha * a_scale * b_scale. Without a scale of its own the result is float32."""
    left, right = (x.cast(dtypes.int32) for x in (a.T if transA else a, b.T if transB else b))
    total = (left - a_zero.cast(dtypes.int32)) @ (right - b_zero.cast(dtypes.int32))
    if c is not None: total = total + c
    found = total.cast(dtypes.float32) * (a_scale * b_scale * alpha)
    return found if scale is None else _packed(found, scale, zero, a)


@op("MatMulIntegerToFloat", domain=MS)
def matmul_integer_to_float(a: Tensor, b: Tensor, a_scale: Tensor, b_scale: Tensor, a_zero: Tensor | None = None,
                            b_zero: Tensor | None = None, bias: Tensor | None = None) -> Tensor:
    total = products.matmul_integer(a, b, a_zero, b_zero).cast(dtypes.float32) * (a_scale * b_scale)
    return total if bias is None else total + bias


@op("DynamicQuantizeMatMul", domain=MS)
def dynamic_quantize_matmul(a: Tensor, b: Tensor, b_scale: Tensor, b_zero: Tensor | None = None, bias: Tensor | None = None) -> Tensor:
    numbers, scale, zero = quantized.dynamic_quantize_linear(a)
    return matmul_integer_to_float(numbers, b, scale, b_scale, zero, b_zero, bias)


@op("QEmbedLayerNormalization", domain=MS, results=2)
def qembed_layer_normalization(ids: Tensor, segments: Tensor | None, words: Tensor, positions: Tensor, segment_words: Tensor | None,
                               gamma: Tensor, beta: Tensor, mask: Tensor | None, words_scale: Tensor, positions_scale: Tensor,
                               segments_scale: Tensor | None, gamma_scale: Tensor, beta_scale: Tensor, words_zero: Tensor,
                               positions_zero: Tensor, segments_zero: Tensor | None, gamma_zero: Tensor, beta_zero: Tensor, *,
                               epsilon: float = 1e-12) -> tuple[Tensor, ...]:
    """EmbedLayerNormalization whose tables, gamma and beta are integers."""
    kinds = None if segment_words is None or segments_scale is None else plain(segment_words, segments_scale, segments_zero)
    return embed_layer_normalization(ids, segments, plain(words, words_scale, words_zero),
                                     plain(positions, positions_scale, positions_zero), kinds, plain(gamma, gamma_scale, gamma_zero),
                                     plain(beta, beta_scale, beta_zero), mask, epsilon=epsilon)[:2]


@op("DynamicQuantizeLSTM", domain=MS, results=3, refuses=activation_fault("LSTM"))
def dynamic_quantize_lstm(x: Tensor, w: Tensor, r: Tensor, b: Tensor | None, lengths: Tensor | None, h: Tensor | None,
                          c: Tensor | None, p: Tensor | None, w_scale: Tensor, w_zero: Tensor, r_scale: Tensor, r_zero: Tensor, *,
                          activations: object = None, activation_alpha: object = None, activation_beta: object = None,
                          clip: float = 0.0, direction: str = "forward", hidden_size: int = 0,
                          input_forget: int = 0) -> tuple[Tensor, Tensor, Tensor]:
    """The standard's LSTM of integer weights: w (directions, in, 4 * hidden), r (directions, hidden, 4 * hidden).

    A scale and a zero for each direction, or for each of its columns. What the weights are multiplied with is rounded to 8 bits: x by
    one scale, the last result of each row of the batch by its own; in onnxruntime rows share one if they share a thread.
    """
    functions = activations_of("LSTM", locals())
    def wide(v: Tensor, scale: Tensor, zero: Tensor) -> Tensor:
        return plain(v, scale.reshape(v.shape[0], 1, -1), zero.reshape(v.shape[0], 1, -1)).transpose(1, 2)
    return lstm_of(functions, _rounded(x, None), wide(w, w_scale, w_zero), wide(r, r_scale, r_zero), b, lengths, h, c, p, clip,
                   direction, input_forget, seen=lambda h: _rounded(h, -1))


def _rounded(x: Tensor, axis: int | None) -> Tensor:
    """x by integers of 8 bits and back, with a scale for each row along the axis, or one for all."""
    low, high = x.min(axis, keepdim=True).minimum(0), x.max(axis, keepdim=True).maximum(0)
    scale = (high > low).where((high - low) / 255, 1)
    zero = (-low / scale).round()
    return (((x / scale).round() + zero).clip(0, 255) - zero) * scale
