"""Fused operators of com.microsoft that exporters and optimisers write: activations, products, normalisation, quantised arithmetic.

Formulas are those of onnxruntime's documentation of its contributed operators. Attention is in microsoft_attention.py.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from heddle.dtype import dtypes
from heddle.errors import FileFormatError
from heddle.nn.onnx import products, quantized
from heddle.nn.onnx.table import axis_of, op
from heddle.tensor import Tensor

MS = "com.microsoft"
_CURE = "Export the model again."

# ---- activations


@op("Gelu", domain=MS)
def gelu(x: Tensor) -> Tensor: return x.gelu("none")


@op("BiasGelu", domain=MS)
def bias_gelu(x: Tensor, bias: Tensor) -> Tensor: return (x + bias).gelu("none")


@op("FastGelu", domain=MS)
def fast_gelu(x: Tensor, bias: Tensor | None = None) -> Tensor: return (x if bias is None else x + bias).gelu("tanh")


@op("QuickGelu", domain=MS)
def quick_gelu(x: Tensor, *, alpha: float = 1.702) -> Tensor: return x * (x * alpha).sigmoid()


def _activated(x: Tensor, name: str, params: Sequence[float]) -> Tensor:
    """The activation that a fused product ends with. FileFormatError for one that is unknown."""
    a, b = [*params, 0.0, 0.0][:2]
    known: dict[str, Callable[[], Tensor]] = {
        "": lambda: x, "Relu": x.relu, "Tanh": x.tanh, "Sigmoid": x.sigmoid, "LeakyRelu": lambda: x.leaky_relu(a),
        "Clip": lambda: x.clip(a, b), "HardSigmoid": lambda: x.hardsigmoid(a, b), "Elu": lambda: x.elu(a), "Softplus": x.softplus}
    if name not in known: raise FileFormatError(f"the activation {name!r}", f"There are: {', '.join(n for n in known if n)}.")
    return known[name]()


# ---- products


@op("FusedMatMul", "TransposeMatMul", domain=MS)
def fused_matmul(a: Tensor, b: Tensor, *, alpha: float = 1.0, transA: int = 0, transB: int = 0, transBatchA: int = 0,  # noqa: N803
                 transBatchB: int = 0) -> Tensor:  # noqa: N803
    """alpha * a @ b; `transBatch` moves the first axis of the batch behind the others."""
    def ready(x: Tensor, transposed: int, batch: int) -> Tensor:
        if batch and x.ndim > 2: x = x.permute(*range(1, x.ndim - 1), 0, x.ndim - 1)
        return x.transpose(-1, -2) if transposed and x.ndim > 1 else x
    found = ready(a, transA, transBatchA) @ ready(b, transB, transBatchB)
    return found if alpha == 1 else (found * alpha).cast(a.dtype)


@op("FusedGemm", domain=MS)
def fused_gemm(a: Tensor, b: Tensor, c: Tensor | None = None, *, activation: str = "", activation_alpha: float = 0.0,
               activation_beta: float = 0.0, activation_gamma: float = 0.0, alpha: float = 1.0, beta: float = 1.0, transA: int = 0,  # noqa: N803
               transB: int = 0) -> Tensor:  # noqa: N803
    found = products.gemm(a, b, c, alpha=alpha, beta=beta, transA=transA, transB=transB)
    return _activated(found, activation, [activation_alpha, activation_beta])


@op("FusedConv", domain=MS)
def fused_conv(x: Tensor, w: Tensor, b: Tensor | None = None, z: Tensor | None = None, *, activation: str = "",
               activation_params: Sequence[float] = (), auto_pad: str = "NOTSET", dilations: Sequence[int] | None = None,
               group: int = 1,
               kernel_shape: Sequence[int] | None = None, pads: Sequence[int] | None = None,
               strides: Sequence[int] | None = None) -> Tensor:
    """A convolution, plus z, and an activation of that."""
    found = products.conv(x, w, b, auto_pad=auto_pad, dilations=dilations, group=group, pads=pads, strides=strides)
    return _activated(found if z is None else found + z, activation, activation_params)


@op("MatMulNBits", domain=MS)
def matmul_nbits(a: Tensor, b: Tensor, scales: Tensor, zeros: Tensor | None = None, group: Tensor | None = None,
                 bias: Tensor | None = None, *, K: int, N: int, accuracy_level: int = 0, bits: int = 4,  # noqa: N803
                 block_size: int) -> Tensor:
    """a: (..., K) times the transpose of (N, K), stored as (N, blocks, bytes) with a scale and a zero for each block.

    Numbers of 2 and 4 bits are packed, the lowest bits first; without zeros the zero is in the middle.
    """
    if bits not in (2, 4, 8): raise FileFormatError(f"numbers of {bits} bits", "There are: 2, 4, 8.")
    if group is not None: raise FileFormatError("columns that are assigned to blocks (g_idx)", "Export the model without reordering.")
    blocks = -(-K // block_size)

    def unpacked(x: Tensor, count: int) -> Tensor:
        parts = [(x >> shift) & (2 ** bits - 1) for shift in range(0, 8, bits)]
        return Tensor.stack(*parts, dim=-1).flatten(-2)[..., :count]
    numbers = unpacked(b.reshape(N, blocks, -1), block_size).cast(a.dtype)
    if zeros is None: zero: Any = float(2 ** (bits - 1))
    elif zeros.dtype.is_float(): zero = zeros.reshape(N, blocks, 1).cast(a.dtype)
    else: zero = unpacked(zeros.reshape(N, -1), blocks).reshape(N, blocks, 1).cast(a.dtype)
    wide = (numbers - zero) * scales.reshape(N, blocks, 1).cast(a.dtype)
    found = a @ wide.reshape(N, -1)[:, :K].T
    return found if bias is None else found + bias


# ---- normalisation


def _normal(x: Tensor, gamma: Tensor, beta: Tensor | None, epsilon: float) -> tuple[Tensor, Tensor, Tensor]:
    wide = x.cast(dtypes.float32)
    mean = wide.mean(-1, keepdim=True)
    centred = wide - mean
    inverse = ((centred * centred).mean(-1, keepdim=True) + epsilon).rsqrt()
    found = (centred * inverse).cast(x.dtype) * gamma
    return found if beta is None else found + beta, mean, inverse


@op("SkipLayerNormalization", domain=MS, results=4)
def skip_layer_normalization(x: Tensor, skip: Tensor, gamma: Tensor, beta: Tensor | None = None, bias: Tensor | None = None, *,
                             epsilon: float = 1e-12) -> tuple[Tensor, ...]:
    """Layer normalisation of x + skip + bias; also mean, inverse deviation, and that sum."""
    total = x + skip if bias is None else x + skip + bias
    return (*_normal(total, gamma, beta, epsilon), total)


def _root_mean(x: Tensor, gamma: Tensor, epsilon: float) -> tuple[Tensor, Tensor]:
    wide = x.cast(dtypes.float32)
    inverse = ((wide * wide).mean(-1, keepdim=True) + epsilon).rsqrt()
    return (wide * inverse).cast(x.dtype) * gamma, inverse


@op("SkipSimplifiedLayerNormalization", domain=MS, results=4)
def skip_simplified_layer_normalization(x: Tensor, skip: Tensor, gamma: Tensor, bias: Tensor | None = None, *,
                                        epsilon: float = 1e-12) -> tuple[Tensor, ...]:
    """The same by the root of the mean of squares; the second result is not used by anyone and repeats the third."""
    total = x + skip if bias is None else x + skip + bias
    found, inverse = _root_mean(total, gamma, epsilon)
    return found, inverse, inverse, total


@op("SimplifiedLayerNormalization", results=2, folds=False)
def simplified_layer_normalization(x: Tensor, scale: Tensor, *, axis: int = -1, epsilon: float = 1e-5,
                                   stash_type: int = 1) -> tuple[Tensor, Tensor]:
    """An operator of onnxruntime that exporters write in the standard's own domain."""
    axes = tuple(range(axis_of(axis, x.ndim), x.ndim))
    wide = x.cast(dtypes.float32)
    inverse = ((wide * wide).mean(axes, keepdim=True) + epsilon).rsqrt()
    return (wide * inverse).cast(x.dtype) * scale, inverse


@op("EmbedLayerNormalization", domain=MS, results=3)
def embed_layer_normalization(ids: Tensor, segments: Tensor | None, words: Tensor, positions: Tensor, segment_words: Tensor | None,
                              gamma: Tensor, beta: Tensor, mask: Tensor | None = None, position_ids: Tensor | None = None, *,
                              epsilon: float = 1e-12, mask_index_type: int = 0) -> tuple[Tensor, ...]:
    """Layer normalisation of the sum of three embeddings; also how many tokens of each row count, and that sum."""
    at = positions[:ids.shape[1]] if position_ids is None else positions[position_ids.cast(dtypes.int64)]
    total = words[ids.cast(dtypes.int64)] + at
    if segment_words is not None and segments is not None: total = total + segment_words[segments.cast(dtypes.int64)]
    counted = Tensor.zeros(ids.shape[0], dtype=dtypes.int32, device=ids.device) if mask is None else mask.sum(1).cast(dtypes.int32)
    return _normal(total, gamma, beta, epsilon)[0], counted, total


# ---- quantised arithmetic

op("QuantizeLinear", domain=MS)(quantized.quantize_linear)
op("DequantizeLinear", domain=MS)(quantized.dequantize_linear)


def plain(x: Tensor, scale: Tensor, zero: Tensor | None) -> Tensor:
    """(x - zero) * scale in float32; one scale and zero, or one for each place of the last axis."""
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


@op("QLinearSigmoid", domain=MS)
def qlinear_sigmoid(x: Tensor, x_scale: Tensor, x_zero: Tensor | None, scale: Tensor, zero: Tensor | None = None) -> Tensor:
    return _packed(plain(x, x_scale, x_zero).sigmoid(), scale, zero, x)


@op("QLinearLeakyRelu", domain=MS)
def qlinear_leaky_relu(x: Tensor, x_scale: Tensor, x_zero: Tensor | None, scale: Tensor, zero: Tensor | None = None, *,
                       alpha: float = 0.01) -> Tensor:
    return _packed(plain(x, x_scale, x_zero).leaky_relu(alpha), scale, zero, x)


@op("QLinearSoftmax", domain=MS)
def qlinear_softmax(x: Tensor, x_scale: Tensor, x_zero: Tensor | None, scale: Tensor, zero: Tensor | None = None, *, axis: int = -1,
                    opset: int = 13) -> Tensor:
    return _packed(plain(x, x_scale, x_zero).softmax(axis), scale, zero, x)


@op("QLinearGlobalAveragePool", domain=MS)
def qlinear_global_average_pool(x: Tensor, x_scale: Tensor, x_zero: Tensor | None, scale: Tensor, zero: Tensor | None = None, *,
                                channels_last: int = 0) -> Tensor:
    axes = tuple(range(1, x.ndim - 1)) if channels_last else tuple(range(2, x.ndim))
    return _packed(plain(x, x_scale, x_zero).mean(axes, keepdim=True), scale, zero, x)


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



