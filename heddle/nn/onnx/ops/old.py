"""ONNX operators of early operator sets: sizes as attributes, broadcasting along a named axis."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from heddle.dtype import dtypes
from heddle.errors import ShapeError
from heddle.nn.onnx.ops import elementwise, products, resize, shapes
from heddle.nn.onnx.table import Host, Ints, axis_of, integers, op
from heddle.nn.onnx.values import TensorProto, dtype_name, is_known
from heddle.tensor import Tensor

# ---- broadcasting of the second input along a named axis (before version 7)


def _aligned(a: Tensor, b: Tensor, axis: int | None) -> Tensor:
    """b with axes of size 1 behind its own, so that its first one meets `axis` of a; at the end of a if there is none."""
    if axis is None or b.ndim == 0 or b.ndim == a.ndim: return b
    first = axis_of(axis, a.ndim)
    if first + b.ndim > a.ndim: raise ShapeError(f"{b.shape} does not fit into {a.shape} from axis {axis} on", "Give a smaller axis.")
    return b.reshape(*b.shape, *[1] * (a.ndim - first - b.ndim))


def _by_axis(fn: Callable[[Tensor, Tensor], Tensor]) -> Callable[..., Tensor]:
    def call(a: Tensor, b: Tensor, *, axis: int | None = None, broadcast: int = 0) -> Tensor:
        return fn(a, _aligned(a, b, axis) if broadcast else b)
    return call


for _name, _fn in elementwise.BINARY.items(): op(_name, folds=False)(_by_axis(_fn))


@op("PRelu", folds=False)
def prelu(x: Tensor, slope: Tensor) -> Tensor:
    """One slope, or one for each channel."""
    return elementwise.prelu(x, products.by_channel(slope, x) if slope.ndim == 1 and slope.numel() > 1 else slope)


# ---- sizes as attributes


@op("Reshape", folds=False)
def reshape(x: Tensor, *, shape: Sequence[int]) -> Tensor: return shapes.reshape(x, np.array(shape, np.int64))


@op("Tile", folds=False)
def tile(x: Tensor, tiles: Host, axis: Host) -> Tensor:
    at = axis_of(int(axis.reshape(-1)[0]), x.ndim)
    return x.repeat([integers(tiles)[0] if a == at else 1 for a in range(x.ndim)])


@op("Pad", folds=False)
def pad(x: Tensor, *, paddings: Sequence[int], mode: str = "constant", value: float = 0.0) -> Tensor:
    return shapes.pad_2(x, pads=paddings, mode=mode, value=value)


@op("Concat", folds=False)
def concat(*x: Tensor, axis: int = 1) -> Tensor: return shapes.concat(*x, axis=axis)


@op("Split", results=1 << 16, folds=False)
def split(x: Tensor, parts: Host | None = None, *, axis: int = 0, split: Ints = None, outputs: int) -> tuple[Tensor, ...]:
    return shapes.split_2(x, axis=axis, split=split if parts is None else integers(parts), outputs=outputs)


@op("Upsample", folds=False)
def upsample_1(x: Tensor, *, height_scale: float, width_scale: float, mode: str = "nearest") -> Tensor:
    return upsample(x, scales=[1, 1, height_scale, width_scale], mode={"bilinear": "linear"}.get(mode, mode))


@op("Upsample", since=7, folds=False)
def upsample(x: Tensor, *, scales: Sequence[float], mode: str = "nearest") -> Tensor:
    return resize.resize_10(x, np.array(scales, np.float32), mode=mode)


def _text_is_known(attributes: Mapping[str, object]) -> str | None:
    to = attributes.get("to", "FLOAT")
    number = TensorProto.DataType.Value(to) if isinstance(to, str) and to in TensorProto.DataType.keys() else 0
    return None if is_known(number) else f"the attribute to={to if isinstance(to, str) else dtype_name(to)}"


@op("Cast", refuses=_text_is_known, folds=False)
def cast(x: Tensor, *, to: str) -> Tensor: return elementwise.cast(x, to=TensorProto.DataType.Value(to))


# ---- normalisation


@op("BatchNormalization", results=5, folds=False)
def batch_normalization_1(x: Tensor, scale: Tensor, bias: Tensor, mean: Tensor, var: Tensor, *, epsilon: float = 1e-5,
                          is_test: int = 0, momentum: float = 0.9, spatial: int = 1) -> tuple[Tensor, ...]:
    """In training also the new running mean and variance, and those of the batch."""
    return _batch_normalized(x, scale, bias, mean, var, epsilon, momentum, bool(spatial), training=not is_test)


@op("BatchNormalization", since=7, results=5, folds=False)
def batch_normalization_7(x: Tensor, scale: Tensor, bias: Tensor, mean: Tensor, var: Tensor, *, epsilon: float = 1e-5,
                          momentum: float = 0.9, spatial: int = 1, outputs: int) -> tuple[Tensor, ...]:
    """In training, which is where more than one result is named, also the new running mean and variance, and those of the batch."""
    return _batch_normalized(x, scale, bias, mean, var, epsilon, momentum, bool(spatial), training=outputs > 1)


def _batch_normalized(x: Tensor, scale: Tensor, bias: Tensor, mean: Tensor, var: Tensor, epsilon: float, momentum: float,
                      spatial: bool,
                      training: bool) -> tuple[Tensor, ...]:
    """Over each channel, or (not `spatial`) each element of the batch's rows."""
    if spatial:
        found = products.batch_normalization(x, scale, bias, mean, var, epsilon=epsilon, momentum=momentum,
                                             training_mode=int(training))
        if not isinstance(found, tuple): return (found,)
        axes = (0, *range(2, x.ndim))
        return (*found, x.mean(axes), x.var(axes, correction=0))
    if not training: return (((x - mean) * (var + epsilon).rsqrt() * scale + bias).cast(x.dtype),)
    now, spread = x.mean(0), x.var(0, correction=0)
    y = ((x - now) * (spread + epsilon).rsqrt() * scale + bias).cast(x.dtype)
    return y, mean * momentum + now * (1 - momentum), var * momentum + spread * (1 - momentum), now, spread


# ---- ops that no version of the standard has any more, which exporters of its first years wrote


@op("Affine", folds=False)
def affine(x: Tensor, *, alpha: float = 1.0, beta: float = 0.0) -> Tensor: return x * alpha + beta


@op("Scale", folds=False)
def scaled(x: Tensor, *, scale: float = 1.0) -> Tensor: return x * scale


@op("ImageScaler", folds=False)
def image_scaler(x: Tensor, *, bias: Sequence[float] = (), scale: float = 1.0) -> Tensor:
    """x * scale, and one bias for each channel."""
    done = x * scale
    return done + products.by_channel(Tensor(list(bias), dtype=x.dtype, device=x.device), x) if bias else done


@op("ParametricSoftplus", folds=False)
def parametric_softplus(x: Tensor, *, alpha: float = 1.0, beta: float = 1.0) -> Tensor: return (x * beta).softplus() * alpha


@op("ScaledTanh", folds=False)
def scaled_tanh(x: Tensor, *, alpha: float = 1.0, beta: float = 1.0) -> Tensor: return (x * beta).tanh() * alpha


@op("Crop", folds=False)
def crop(x: Tensor, *, border: Sequence[int], scale: Ints = None) -> Tensor:
    """(batch, channels, height, width) without its border (left, top, right, bottom), or from there on of the size `scale`."""
    left, top, right, bottom = border
    h, w = (x.shape[2] - bottom, x.shape[3] - right) if scale is None else (top + scale[0], left + scale[1])
    return x[:, :, top:h, left:w]


@op("Multinomial", since=7)
def multinomial(x: Tensor, *, dtype: int = TensorProto.INT32, sample_size: int = 1, seed: float | None = None) -> Tensor:
    """x: (batch, classes), logarithms of chances -> (batch, sample_size) classes, each drawn from all."""
    drawn = x.softmax(-1).multinomial(sample_size, replacement=True)
    return drawn.cast(dtypes.int64 if dtype == TensorProto.INT64 else dtypes.int32)
