"""ONNX signal operators: DFT, STFT, mel weight matrix, window functions.

A transform is a product with a matrix that is made on the host in float64.
"""
from __future__ import annotations

import numpy as np

from heddle.dtype import dtypes
from heddle.errors import AxisError, ShapeError
from heddle.nn.onnx.table import Host, axis_of, dtype_fault, op
from heddle.nn.onnx.values import to_dtype
from heddle.tensor import Tensor


def _waves(rows: int, columns: int, length: int, like: Tensor) -> tuple[Tensor, Tensor]:
    """(rows, columns): the cosines and sines of 2 pi * row * column / length."""
    angles = 2 * np.pi * (np.outer(np.arange(rows), np.arange(columns)) % length) / length
    kind = np.float32 if like.dtype.itemsize < 8 else np.float64
    return Tensor(np.cos(angles).astype(kind), device=like.device), Tensor(np.sin(angles).astype(kind), device=like.device)


def _number(x: Host | None, otherwise: int) -> int: return otherwise if x is None else int(x.reshape(-1)[0])


def transformed(x: Tensor, length: int, inverse: bool, onesided: bool) -> Tensor:
    """x: (..., n, 1 or 2) -> (..., length or length // 2 + 1, 2); with both flags from half a spectrum: (..., length, 1)."""
    if x.shape[-1] not in (1, 2): raise ShapeError(f"numbers of {x.shape[-1]} parts", "Give real (1) or complex ones (2).")
    if length < 1: raise ShapeError(f"a transform of length {length}", "Give at least 1.")
    kind = x.dtype
    wide = x if kind.itemsize >= 4 else x.cast(dtypes.float32)
    if inverse and onesided:
        half = length // 2 + 1
        wide = _fitted(wide, half)
        doubled = Tensor(np.array([1 if k == 0 or 2 * k == length else 2 for k in range(half)], np.float32), device=x.device)
        cos, sin = _waves(half, length, length, wide)
        parts = [wide[..., i] * doubled.cast(wide.dtype) for i in range(wide.shape[-1])]
        real = parts[0] @ cos if len(parts) == 1 else parts[0] @ cos - parts[1] @ sin
        return (real / length).unsqueeze(-1).cast(kind)
    wide = _fitted(wide, length)
    cos, sin = _waves(length, length // 2 + 1 if onesided else length, length, wide)
    if inverse: sin = -sin
    real, imaginary = wide[..., 0] @ cos, -(wide[..., 0] @ sin)
    if wide.shape[-1] == 2: real, imaginary = real + wide[..., 1] @ sin, imaginary + wide[..., 1] @ cos
    found = real.stack(imaginary, dim=-1)
    return (found / length if inverse else found).cast(kind)


def _fitted(x: Tensor, length: int) -> Tensor:
    """The second-last axis with zeros up to `length`, or cut there."""
    return x.pad([*[(0, 0)] * (x.ndim - 2), (0, length - x.shape[-2]), (0, 0)])


@op("DFT", since=17)
def dft_17(x: Tensor, length: Host | None = None, *, axis: int = 1, inverse: int = 0, onesided: int = 0) -> Tensor:
    return dft(x, length, np.array(axis), inverse=inverse, onesided=onesided)


@op("DFT", since=20)
def dft(x: Tensor, length: Host | None = None, axis: Host | None = None, *, inverse: int = 0, onesided: int = 0) -> Tensor:
    """Along one axis; the last one holds the real and the imaginary part. AxisError if it is that one."""
    along = axis_of(_number(axis, -2), x.ndim)
    if along == x.ndim - 1: raise AxisError("the last axis holds the parts of complex numbers", "Name another axis.")
    size = x.shape[along] if not (inverse and onesided) else 2 * (x.shape[along] - 1)
    done = transformed(x.transpose(along, -2), _number(length, size), bool(inverse), bool(onesided))
    return done.transpose(along, -2)


@op("STFT", since=17)
def stft(signal: Tensor, step: Host, window: Tensor | None = None, length: Host | None = None, *, onesided: int = 1) -> Tensor:
    """signal: (batch, samples), or with a last axis of 1 or 2 parts -> (batch, frames, frequencies, 2)."""
    if signal.ndim == 2: signal = signal.unsqueeze(-1)
    size = _number(length, signal.shape[1] if window is None else window.shape[0])
    hop = _number(step, 1)
    if hop < 1 or not 0 < size <= signal.shape[1]:
        raise ShapeError(f"frames of {size} samples every {hop} of {signal.shape[1]}",
                         "Give a step of at least 1 and frames that fit.")
    frames = signal.unfold(1, size, hop).transpose(-1, -2)  # (batch, frames, size, parts)
    if window is not None: frames = frames * window.reshape(1, 1, -1, 1)
    return transformed(frames, size, False, bool(onesided))


@op("MelWeightMatrix", since=17, refuses=dtype_fault("output_datatype"), folds=False)
def mel_weight_matrix(bands: Host, length: Host, rate: Host, lowest: Host, highest: Host, *, output_datatype: int = 1) -> Tensor:
    """(frequencies, bands): triangles of height 1 whose corners are evenly spaced on the mel scale, at whole frequencies."""
    count, size = _number(bands, 0), _number(length, 0)
    if count < 1 or size < 1: raise ShapeError(f"{count} bands of a transform of length {size}", "Give at least 1 of each.")
    low, high = (2595 * np.log10(1 + float(f.reshape(-1)[0]) / 700) for f in (lowest, highest))
    mels = np.arange(count + 2) * ((high - low) / (count + 2)) + low
    corners = ((size + 1) * (700 * (10 ** (mels / 2595) - 1)) // _number(rate, 1)).astype(np.int64)
    at, found = np.arange(size // 2 + 1), np.zeros((size // 2 + 1, count))
    for i in range(count):
        begin, top, end = corners[i:i + 3]
        rises, falls = (at >= begin) & (at <= top), (at >= top) & (at < end)
        if top == begin: found[at == top, i] = 1
        else: found[rises, i] = (at[rises] - begin) / (top - begin)
        if end > top: found[falls, i] = (end - at[falls]) / (end - top)
    return Tensor(found).cast(to_dtype(output_datatype))


# ---- windows


def _cosines(size: Host, periodic: int, shares: tuple[float, ...], dtype: int) -> Tensor:
    """The sum of (-1)**i * shares[i] * cos(2 pi i n / N), n counting the samples."""
    count = int(size.reshape(-1)[0])
    angle = 2 * np.pi * np.arange(count) / (count if periodic else count - 1)
    return Tensor(sum((-1) ** i * a * np.cos(i * angle) for i, a in enumerate(shares))).cast(to_dtype(dtype))


@op("HannWindow", since=17, refuses=dtype_fault("output_datatype"))
def hann_window(size: Host, *, output_datatype: int = 1, periodic: int = 1) -> Tensor:
    return _cosines(size, periodic, (0.5, 0.5), output_datatype)


@op("HammingWindow", since=17, refuses=dtype_fault("output_datatype"))
def hamming_window(size: Host, *, output_datatype: int = 1, periodic: int = 1) -> Tensor:
    return _cosines(size, periodic, (25 / 46, 21 / 46), output_datatype)


@op("BlackmanWindow", since=17, refuses=dtype_fault("output_datatype"))
def blackman_window(size: Host, *, output_datatype: int = 1, periodic: int = 1) -> Tensor:
    return _cosines(size, periodic, (0.42, 0.5, 0.08), output_datatype)
