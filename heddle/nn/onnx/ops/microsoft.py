"""ONNX operators of com.microsoft that exporters and optimisers fuse: activations, products, normalisation.

Formulas are those of onnxruntime's documentation of its contributed operators. Attention is in microsoft_attention.py, arithmetic on
integers with scales in microsoft_quantized.py.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

from heddle.dtype import dtypes
from heddle.errors import FileFormatError
from heddle.nn.onnx.ops import products, reductions
from heddle.nn.onnx.table import Ints, op
from heddle.tensor import Tensor

MS = "com.microsoft"

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
               activation_params: Sequence[float] = (), auto_pad: str = "NOTSET", dilations: Ints = None,
               group: int = 1,
               kernel_shape: Ints = None, pads: Ints = None,
               strides: Ints = None) -> Tensor:
    """A convolution, plus z, and an activation of that."""
    found = products.conv(x, w, b, auto_pad=auto_pad, dilations=dilations, group=group, pads=pads, strides=strides)
    return _activated(found if z is None else found + z, activation, activation_params)


@op("MatMulNBits", domain=MS)
def matmul_nbits(a: Tensor, b: Tensor, scales: Tensor, zeros: Tensor | None = None, group: Tensor | None = None,
                 bias: Tensor | None = None, *, K: int, N: int, accuracy_level: int = 0, bits: int = 4,  # noqa: N803
                 block_size: int) -> Tensor:
    """a: (..., K) times the transpose of (N, K), stored as (N, blocks, bytes) with a scale and a zero for each block.

    Numbers of 2 and 4 bits are packed, the lowest bits first; without zeros the zero is in the middle. `group`: (K,), the block whose
    scale and zero a column has, where that is not the one it is stored in. FileFormatError for other widths than 2, 4 and 8 bits.
    """
    if bits not in (2, 4, 8): raise FileFormatError(f"numbers of {bits} bits", "There are: 2, 4, 8.")
    blocks = -(-K // block_size)

    def unpacked(x: Tensor, count: int) -> Tensor:
        parts = [(x >> shift) & (2 ** bits - 1) for shift in range(0, 8, bits)]
        return Tensor.stack(*parts, dim=-1).flatten(-2)[..., :count]
    numbers = unpacked(b.reshape(N, blocks, -1), block_size).cast(a.dtype)
    scale, zero = scales.reshape(N, blocks).cast(a.dtype), None
    if zeros is not None:
        zero = (zeros if zeros.dtype.is_float() else unpacked(zeros.reshape(N, -1), blocks)).reshape(N, blocks).cast(a.dtype)
    middle = float(2 ** (bits - 1))
    if group is None:
        centred = numbers - (middle if zero is None else zero.unsqueeze(-1))
        wide = (centred * scale.unsqueeze(-1)).reshape(N, -1)[:, :K]
    else:
        of = group.flatten()[:K].cast(dtypes.int64)
        wide = (numbers.reshape(N, -1)[:, :K] - (middle if zero is None else zero[:, of])) * scale[:, of]
    found = a @ wide.T
    return found if bias is None else found + bias


# ---- normalisation


@op("SkipLayerNormalization", domain=MS, results=4)
def skip_layer_normalization(x: Tensor, skip: Tensor, gamma: Tensor, beta: Tensor | None = None, bias: Tensor | None = None, *,
                             epsilon: float = 1e-12) -> tuple[Tensor, ...]:
    """Layer normalisation of x + skip + bias; also mean, inverse deviation, and that sum."""
    total = x + skip if bias is None else x + skip + bias
    return (*reductions.layer_normalization(total, gamma, beta, epsilon=epsilon), total)


@op("SkipSimplifiedLayerNormalization", domain=MS, results=4)
def skip_simplified_layer_normalization(x: Tensor, skip: Tensor, gamma: Tensor, bias: Tensor | None = None, *,
                                        epsilon: float = 1e-12) -> tuple[Tensor, ...]:
    """The same by the root of the mean of squares; the second result is not used by anyone and repeats the third."""
    total = x + skip if bias is None else x + skip + bias
    found, inverse = reductions.root_mean_normalization(total, gamma, epsilon=epsilon)
    return found, inverse, inverse, total


# exporters write this operator of onnxruntime in the standard's own domain
op("SimplifiedLayerNormalization", results=2, folds=False)(reductions.root_mean_normalization)


@op("EmbedLayerNormalization", domain=MS, results=3)
def embed_layer_normalization(ids: Tensor, segments: Tensor | None, words: Tensor, positions: Tensor, segment_words: Tensor | None,
                              gamma: Tensor, beta: Tensor, mask: Tensor | None = None, position_ids: Tensor | None = None, *,
                              epsilon: float = 1e-12, mask_index_type: int = 0) -> tuple[Tensor, ...]:
    """Layer normalisation of the sum of three embeddings; also how many tokens of each row count, and that sum."""
    at = positions[:ids.shape[1]] if position_ids is None else positions[position_ids.cast(dtypes.int64)]
    total = words[ids.cast(dtypes.int64)] + at
    if segment_words is not None and segments is not None: total = total + segment_words[segments.cast(dtypes.int64)]
    counted = Tensor.zeros(ids.shape[0], dtype=dtypes.int32, device=ids.device) if mask is None else mask.sum(1).cast(dtypes.int32)
    return reductions.layer_normalization(total, gamma, beta, epsilon=epsilon)[0], counted, total
