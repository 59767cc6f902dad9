"""ONNX movement operators, and operators that make tensors from shapes."""
from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from heddle.dtype import DType, dtypes
from heddle.errors import FileFormatError, ShapeError
from heddle.nn.onnx import prepared
from heddle.nn.onnx.table import Floats, Host, Ints, Texts, axis_of, dtype_fault, integers, op
from heddle.nn.onnx.values import to_dtype
from heddle.tensor import Tensor

# ---- the shape itself


@op("Shape")
def shape(x: Tensor, *, start: int = 0, end: int | None = None) -> Host: return np.array(x.shape[start:end], np.int64)


@op("Size")
def size(x: Tensor) -> Host: return np.array(x.numel(), np.int64)


@op("Reshape", since=5)
def reshape(x: Tensor, sizes: Host, *, allowzero: int = 0) -> Tensor:
    target = integers(sizes)
    if not allowzero: target = [x.shape[i] if n == 0 else n for i, n in enumerate(target)]
    if 0 in target: target = [n if n >= 0 else 0 for n in target]
    return x.reshape(target)


@op("Flatten")
def flatten(x: Tensor, *, axis: int = 1) -> Tensor:
    axis = x.ndim if axis == x.ndim else axis_of(axis, x.ndim)
    return x.reshape(math.prod(x.shape[:axis]), math.prod(x.shape[axis:]))


@op("Squeeze")
def squeeze_1(x: Tensor, *, axes: Ints = None) -> Tensor:
    """Without the axes of size 1 that are named. AxisError, ShapeError."""
    if axes is None: return x.squeeze()
    gone = {axis_of(a, x.ndim) for a in axes}
    if any(x.shape[a] != 1 for a in gone):
        raise ShapeError(f"Squeeze of axes {sorted(gone)} needs sizes of 1, got {x.shape}",
                         "Name only axes of size 1.")
    return x.reshape([n for a, n in enumerate(x.shape) if a not in gone])


@op("Squeeze", since=13)
def squeeze(x: Tensor, axes: Host | None = None) -> Tensor: return squeeze_1(x, axes=_some(axes))


@op("Unsqueeze")
def unsqueeze_1(x: Tensor, *, axes: Sequence[int]) -> Tensor:
    rank = x.ndim + len(axes)
    for axis in sorted(axis_of(a, rank) for a in axes): x = x.unsqueeze(axis)
    return x


@op("Unsqueeze", since=13)
def unsqueeze(x: Tensor, axes: Host) -> Tensor: return unsqueeze_1(x, axes=integers(axes))


@op("Transpose")
def transpose(x: Tensor, *, perm: Ints = None) -> Tensor:
    return x.permute(list(range(x.ndim))[::-1] if perm is None else list(perm))


@op("Expand", since=8)
def expand(x: Tensor, sizes: Host) -> Tensor: return x.expand(np.broadcast_shapes(x.shape, tuple(integers(sizes))))


@op("DepthToSpace")
def depth_to_space(x: Tensor, *, blocksize: int, mode: str = "DCR") -> Tensor:
    n, c, h, w = x.shape
    b, rest = blocksize, c // blocksize ** 2
    if mode == "DCR": x = x.reshape(n, b, b, rest, h, w).permute(0, 3, 4, 1, 5, 2)
    else: x = x.reshape(n, rest, b, b, h, w).permute(0, 1, 4, 2, 5, 3)
    return x.reshape(n, rest, h * b, w * b)


@op("SpaceToDepth")
def space_to_depth(x: Tensor, *, blocksize: int, mode: str = "DCR") -> Tensor:
    n, c, h, w = x.shape
    b = blocksize
    x = x.reshape(n, c, h // b, b, w // b, b)
    x = x.permute(0, 3, 5, 1, 2, 4) if mode == "DCR" else x.permute(0, 1, 3, 5, 2, 4)
    return x.reshape(n, c * b * b, h // b, w // b)


# ---- parts, and parts put together


@op("Concat", since=4)
def concat(*x: Tensor, axis: int) -> Tensor: return x[0].cat(*x[1:], dim=axis)


@op("Split", since=2, results=1 << 16)
def split_2(x: Tensor, *, axis: int = 0, split: Ints = None, outputs: int) -> tuple[Tensor, ...]:
    if split is not None: return tuple(x.split(list(split), axis))
    return tuple(x.split(-(-x.shape[axis] // outputs), axis))


@op("Split", since=13, results=1 << 16)
def split(x: Tensor, parts: Host | None = None, *, axis: int = 0, num_outputs: int | None = None, outputs: int) -> tuple[Tensor, ...]:
    return split_2(x, axis=axis, split=_some(parts), outputs=num_outputs or outputs)


@op("Slice")
def slice_1(x: Tensor, *, starts: Sequence[int], ends: Sequence[int], axes: Ints = None) -> Tensor:
    return cut(x, starts, ends, axes, None)


@op("Slice", since=10)
def slice_10(x: Tensor, starts: Host, ends: Host, axes: Host | None = None, steps: Host | None = None) -> Tensor:
    return cut(x, integers(starts), integers(ends), _some(axes), _some(steps))


def _some(x: Host | None) -> list[int] | None: return None if x is None else integers(x)


def cut(x: Tensor, starts: Sequence[int], ends: Sequence[int], axes: Ints, steps: Ints) -> Tensor:
    """Slices as Python has them, on some axes."""
    index = [slice(None)] * x.ndim
    for axis, begin, end, step in zip(axes or range(len(starts)), starts, ends, steps or [1] * len(starts), strict=False):
        backwards_to_the_start = step < 0 and end < -x.shape[axis]
        index[axis_of(axis, x.ndim)] = slice(begin, None if backwards_to_the_start else end, step)
    return x[tuple(index)]


_MODES = {"constant": "constant", "reflect": "reflect", "edge": "replicate", "wrap": "circular"}


@op("Pad", since=2)
def pad_2(x: Tensor, *, pads: Sequence[int], mode: str = "constant", value: float = 0.0) -> Tensor:
    return _padded(x, pads, None, mode, value)


@op("Pad", since=11)
def pad(x: Tensor, pads: Host, value: Host | None = None, axes: Host | None = None, *, mode: str = "constant") -> Tensor:
    fill = 0 if value is None or not value.size else value.reshape(-1)[0].item()
    return _padded(x, integers(pads), _some(axes), mode, fill)


def _padded(x: Tensor, pads: Sequence[int], axes: Ints, mode: str, value: float) -> Tensor:
    widths = [(0, 0)] * x.ndim
    count = x.ndim if axes is None else len(axes)
    if len(pads) != 2 * count:
        raise ShapeError(f"padding of {count} axes has {len(pads)} numbers", "Give a begin and an end for each axis.")
    for i, axis in enumerate(range(count) if axes is None else axes): widths[axis_of(axis, x.ndim)] = (pads[i], pads[count + i])
    if mode == "wrap":
        for axis, (before, after) in enumerate(widths): x = _wrapped(x, axis, before, after)
        return x
    return x.pad(widths, mode=_MODES[mode], value=value)


def _wrapped(x: Tensor, axis: int, before: int, after: int) -> Tensor:
    """Goes round as often as it takes."""
    positions = np.arange(-before, x.shape[axis] + after) % x.shape[axis]
    return x if before == after == 0 else x.index_select(axis, Tensor(positions.astype(np.int32), device=x.device))


@op("CenterCropPad", since=18)
def center_crop_pad(x: Tensor, sizes: Host, *, axes: Ints = None) -> Tensor:
    """Cut or padded with zeros on both sides, to the sizes given."""
    widths = [(0, 0)] * x.ndim
    for axis, new_size in zip(range(x.ndim) if axes is None else axes, integers(sizes), strict=True):
        more = new_size - x.shape[axis]
        # half of what is cut is rounded down in front, as is half of what is added
        widths[axis] = (more // 2, more - more // 2) if more >= 0 else (-(-more // 2), more + -more // 2)
    return x.pad(widths)


@op("Tile", since=6)
def tile(x: Tensor, repeats: Host) -> Tensor: return x.repeat(integers(repeats))


@op("Trilu", since=14)
def trilu(x: Tensor, k: Host | None = None, *, upper: int = 1) -> Tensor:
    diagonal = 0 if k is None else int(k.reshape(-1)[0])
    return x.triu(diagonal) if upper else x.tril(diagonal)


@op("ReverseSequence", since=10)
def reverse_sequence(x: Tensor, lengths: Tensor, *, batch_axis: int = 1, time_axis: int = 0) -> Tensor:
    time, batch = x.shape[time_axis], x.shape[batch_axis]
    at, length = Tensor.arange(time, device=x.device).reshape(time, 1), lengths.cast(dtypes.int32).reshape(1, batch)
    positions = (at < length).where(length - 1 - at, at)
    positions = positions if time_axis == 0 else positions.transpose(0, 1)
    return x.gather(time_axis, positions.reshape(*positions.shape, *[1] * (x.ndim - 2)).expand(x.shape))


# ---- made from shapes


@op("Constant")
def constant(*, value: np.ndarray | None = None, value_int: int | None = None, value_float: float | None = None,
             value_ints: Ints = None, value_floats: Floats = None, value_string: str | None = None,
             value_strings: Texts = None, sparse_value: np.ndarray | None = None) -> Host:
    """One whose value is an attribute of the function around it; the others are read with the model. FileFormatError."""
    given = {name: v for name, v in locals().items() if v is not None}
    found = prepared.constant(given)
    if found is None: raise FileFormatError(f"Constant has the values {', '.join(given) or 'none'}", "Give exactly one.")
    return found


@op("ConstantOfShape", since=9)
def constant_of_shape(sizes: Host, *, value: np.ndarray | None = None) -> Tensor:
    value = np.zeros(1, np.float32) if value is None else value
    return Tensor(value.reshape(())).expand(tuple(integers(sizes)))


@op("Range", since=11)
def arange(start: Host, limit: Host, delta: Host, *, stash_type: int = 1) -> Host:
    kind = np.float32 if start.dtype.itemsize <= 2 and start.dtype.kind not in "iu" else start.dtype
    bounds: list[float] = [x.reshape(-1)[0].astype(kind) for x in (start, limit, delta)]  # numbers of NumPy
    return np.arange(*bounds).astype(start.dtype)


@op("EyeLike", since=9, refuses=dtype_fault("dtype"))
def eye_like(x: Tensor, *, dtype: int | None = None, k: int = 0) -> Tensor:
    rows, columns = x.shape
    kind = x.dtype if dtype is None else to_dtype(dtype)
    down = Tensor.arange(rows, device=x.device).unsqueeze(1)
    return (Tensor.arange(columns, device=x.device) == down + k).cast(kind)


@op("OneHot", since=9)
def one_hot(indices: Tensor, depth: Host, values: Tensor, *, axis: int = -1) -> Tensor:
    """The second of `values` at each index along a new axis of size `depth`, elsewhere the first."""
    count = int(depth.reshape(-1)[0])
    indices = indices.cast(dtypes.int64)
    indices = (indices < 0).where(indices + count, indices).unsqueeze(axis)
    positions = Tensor.arange(count, device=indices.device, dtype=dtypes.int64)
    axis = axis_of(axis, indices.ndim)
    return (indices == positions.reshape([count if a == axis else 1 for a in range(indices.ndim)])).where(values[1], values[0])


# ---- chance


def _uniform(shape: Sequence[int], low: float, high: float, kind: DType, device: str | tuple[str, ...] | None) -> Tensor:
    """Uniform in [low, high) as numbers of `kind`, drawn in float32."""
    drawn_as = kind if kind.is_float() and kind.itemsize < 4 else dtypes.float32
    return Tensor.uniform(*shape, low=low, high=high, dtype=drawn_as, device=device).cast(kind)


@op("RandomUniform", refuses=dtype_fault("dtype"))
def random_uniform(*, shape: Sequence[int], dtype: int = 1, low: float = 0.0, high: float = 1.0, seed: float | None = None) -> Tensor:
    return _uniform(shape, low, high, to_dtype(dtype), None)


@op("RandomNormal", refuses=dtype_fault("dtype"))
def random_normal(*, shape: Sequence[int], dtype: int = 1, mean: float = 0.0, scale: float = 1.0, seed: float | None = None) -> Tensor:
    return Tensor.normal(*shape, mean=mean, std=scale).cast(to_dtype(dtype))


@op("RandomUniformLike", refuses=dtype_fault("dtype"))
def random_uniform_like(x: Tensor, *, dtype: int | None = None, low: float = 0.0, high: float = 1.0,
                        seed: float | None = None) -> Tensor:
    return _uniform(x.shape, low, high, x.dtype if dtype is None else to_dtype(dtype), x.device)


@op("RandomNormalLike", refuses=dtype_fault("dtype"))
def random_normal_like(x: Tensor, *, dtype: int | None = None, mean: float = 0.0, scale: float = 1.0,
                       seed: float | None = None) -> Tensor:
    return Tensor.normal(*x.shape, mean=mean, std=scale, device=x.device).cast(x.dtype if dtype is None else to_dtype(dtype))


@op("Bernoulli", since=15, refuses=dtype_fault("dtype"))
def bernoulli(x: Tensor, *, dtype: int | None = None, seed: float | None = None) -> Tensor:
    return (Tensor.rand(*x.shape, device=x.device) < x).cast(x.dtype if dtype is None else to_dtype(dtype))


@op("Dropout", results=2)
def dropout_1(x: Tensor, *, ratio: float = 0.5, is_test: int = 1) -> tuple[Tensor, Tensor]:
    """As when it is not trained."""
    return x, x.ones_like(dtype=dtypes.bool)


@op("Dropout", since=12, results=2)
def dropout(x: Tensor, ratio: Host | None = None, training_mode: Host | None = None, *,
            seed: int | None = None) -> tuple[Tensor, Tensor]:
    share = 0.5 if ratio is None else float(ratio)
    if training_mode is None or not bool(training_mode) or share == 0: return x, x.ones_like(dtype=dtypes.bool)
    kept = Tensor.rand(*x.shape, device=x.device) >= share
    return kept.where(x / (1 - share), 0).cast(x.dtype), kept
