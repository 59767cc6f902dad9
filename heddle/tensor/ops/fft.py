"""Discrete Fourier transforms: fft, ifft, rfft, irfft, fft2, ifft2, and the helpers of numpy.fft.

Inputs: float tensors; there is no complex dtype, so a complex tensor has a last axis of size 2, real and imaginary part, as
torch.view_as_real has it. `dim` does not count that axis. Outputs: as numpy.fft, with gradients.
Invariants: twiddle factors are computed in float64 with their angle reduced exactly, then rounded; a transform is a few small products
with matrices of cosines and sines, so it runs wherever products do.
"""
from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from heddle.dtype import dtypes
from heddle.errors import AxisError, DTypeError, SettingError, ShapeError
from heddle.named_tuple import NamedTuple
from heddle.tensor import Tensor

__all__ = ["fft", "fft2", "fftfreq", "fftshift", "ifft", "ifft2", "ifftshift", "irfft", "rfft", "rfftfreq"]

#: lengths up to this are one product with the whole matrix
_DIRECT = 64


class _Complex(NamedTuple):
    """Real and imaginary part."""

    re: Tensor
    im: Tensor

    def times(self, c: np.ndarray) -> _Complex:
        """Each element times the complex constants `c`, which broadcast."""
        a, b = _constants(c, self.re)
        return _Complex(self.re * a - self.im * b, self.re * b + self.im * a)

    def matmul(self, c: np.ndarray) -> _Complex:
        """The last axis multiplied by the complex matrix `c`."""
        a, b = _constants(c, self.re)
        return _Complex(self.re @ a - self.im @ b, self.re @ b + self.im @ a)

    def each(self, what: str, *args: object) -> _Complex:
        """A method of both parts."""
        return _Complex(getattr(self.re, what)(*args), getattr(self.im, what)(*args))

    def joined(self) -> Tensor:
        """The parts side by side in a last axis of size 2."""
        return self.re.stack(self.im, dim=-1)


def _constants(c: np.ndarray, like: Tensor) -> tuple[Tensor, Tensor]:
    parts = (Tensor(np.ascontiguousarray(part), device=like.device).cast(like.dtype) for part in (np.real(c), np.imag(c)))
    return next(parts), next(parts)


def _roots(products: np.ndarray, n: int) -> np.ndarray:
    """exp(-2 pi i products / n), the angle reduced in integers."""
    return np.exp(-2j * np.pi * (products % n) / n)


def _transform(x: _Complex, n: int) -> _Complex:
    """The transform of length n over the last axis: Cooley and Tukey (1965), and Bluestein (1970) for large primes."""
    numbers = np.arange(n, dtype=np.int64)
    if n <= _DIRECT: return x.matmul(_roots(np.outer(numbers, numbers), n))
    if (rows := _divisor(n)) == 1: return _chirp(x, n)
    columns, lead = n // rows, x.re.shape[:-1]
    # element j1 * columns + j2 -> the transform over j1, twiddle factors, the transform over j2 -> element k1 + rows * k2
    y = _transform(x.each("reshape", *lead, rows, columns).each("transpose", -1, -2), rows)
    y = y.times(_roots(np.outer(np.arange(columns), np.arange(rows)), n)).each("transpose", -1, -2)
    return _transform(y, columns).each("transpose", -1, -2).each("reshape", *lead, n)


def _divisor(n: int) -> int:
    """The greatest divisor of n up to its root."""
    return next(d for d in range(math.isqrt(n), 0, -1) if n % d == 0)


def _chirp(x: _Complex, n: int) -> _Complex:
    """The transform as a convolution, by transforms of a length that is a power of two."""
    numbers = np.arange(n, dtype=np.int64)
    chirp, size = np.exp(-1j * np.pi * (numbers * numbers % (2 * n)) / n), 1 << (2 * n - 2).bit_length()
    kernel = np.zeros(size, np.complex128)
    kernel[:n] = chirp.conj()
    kernel[size - n + 1:] = chirp.conj()[:0:-1]
    y = _padded(x.times(chirp), size)
    y = _transform(y, size).times(np.fft.fft(kernel))
    return _conjugate(_transform(_conjugate(y), size)).times(np.full(1, 1 / size)).each("__getitem__", (..., slice(n))).times(chirp)


def _conjugate(x: _Complex) -> _Complex: return _Complex(x.re, -x.im)


def _padded(x: _Complex, n: int) -> _Complex:
    """The last axis cut or filled with zeros to length n."""
    if (size := x.re.shape[-1]) >= n: return x.each("__getitem__", (..., slice(n)))
    return x.each("pad", ((0, 0),) * (x.re.ndim - 1) + ((0, n - size),))


_SCALES = {"backward": (0.0, 1.0), "ortho": (0.5, 0.5), "forward": (1.0, 0.0)}


def _scale(norm: str | None, n: int, inverse: bool) -> float:
    if (norm or "backward") not in _SCALES: raise SettingError.unknown(norm, tuple(_SCALES))
    return n ** -_SCALES[norm or "backward"][inverse]


def _along(x: _Complex, n: int | None, dim: int, norm: str | None, inverse: bool) -> _Complex:
    """The transform along `dim`, cut or filled with zeros to length n, and scaled. AxisError, ShapeError, SettingError."""
    axes = x.re.ndim
    if not -axes <= dim < axes:
        raise AxisError(f"there is no axis {dim} in a tensor of shape {x.re.shape}", f"Axes go from {-axes} to {axes - 1}.")
    n = x.re.shape[dim] if n is None else n
    if n < 1: raise ShapeError(f"a transform of length {n}", "Give a length of 1 or more.")
    y = _padded(x.each("transpose", dim, -1), n)
    y = _conjugate(_transform(_conjugate(y), n)) if inverse else _transform(y, n)
    scale = _scale(norm, n, inverse)
    if scale != 1: y = _Complex(y.re * scale, y.im * scale)
    return y.each("transpose", dim, -1)


def _real(x: Tensor) -> Tensor:
    if not x.dtype.is_float(): x = x.cast(dtypes.float32)
    if x.dtype.itemsize < 4: raise DTypeError(f"a transform of {x.dtype.name}", "Cast it to float32 first: x.float().")
    if not x.ndim: raise AxisError("a transform needs at least one axis", "Unsqueeze the tensor first.")
    return x


def _parts(x: Tensor) -> _Complex:
    x = _real(x)
    if x.ndim < 2 or x.shape[-1] != 2:
        raise ShapeError(f"a complex tensor has a last axis of size 2, got shape {x.shape}", "Use rfft for real numbers.")
    return _Complex(x[..., 0], x[..., 1])


def fft(x: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The transform of a complex tensor: (..., m, ..., 2) -> (..., n, ..., 2), the axis `dim` cut or filled with zeros to length n.

    X[k] = sum of x[j] exp(-2 pi i j k / n), divided by n with norm="forward" and by its root with "ortho".
    """
    return _along(_parts(x), n, dim, norm, False).joined()


def ifft(x: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The inverse of `fft`: divided by n with norm="backward", the default, and by its root with "ortho"."""
    return _along(_parts(x), n, dim, norm, True).joined()


def rfft(x: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The first n // 2 + 1 elements of the transform of a real tensor: (..., m, ...) -> (..., n // 2 + 1, ..., 2)."""
    x = _real(x)
    y = _along(_Complex(x, x * 0), n, dim, norm, False).each("transpose", dim, -1)
    count = (x.shape[dim] if n is None else n) // 2 + 1
    return y.each("__getitem__", (..., slice(count))).each("transpose", dim, -1).joined()


def irfft(x: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The real tensor whose `rfft` is x: (..., m, ..., 2) -> (..., n, ...). n: 2 (m - 1) by default.

    The imaginary part of the first element, and for an even n of the last, is not looked at.
    """
    y = _parts(x).each("transpose", dim, -1)
    n = 2 * (y.re.shape[-1] - 1) if n is None else n
    if n < 1: raise ShapeError(f"a transform of length {n}", "Give n, the length of the result.")
    y = _padded(y, n // 2 + 1)
    last = (n + 1) // 2  # what comes again, conjugated, in reverse order
    y = _Complex(y.re.cat(y.re[..., 1:last].flip(-1), dim=-1), y.im.cat(-y.im[..., 1:last].flip(-1), dim=-1))
    alone = np.array([k == 0 or 2 * k == n for k in range(n)])
    y = _Complex(y.re, Tensor(alone, device=x.device).where(0, y.im))
    return _along(y, n, -1, norm, True).re.transpose(dim, -1)


def fft2(x: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] = (-2, -1), norm: str | None = None) -> Tensor:
    """`fft` along each axis of `dim`; s: their lengths, as `n` of `fft`."""
    for n, d in zip(s or (None,) * len(dim), dim, strict=True): x = fft(x, n, d, norm)
    return x


def ifft2(x: Tensor, s: Sequence[int] | None = None, dim: Sequence[int] = (-2, -1), norm: str | None = None) -> Tensor:
    """`ifft` along each axis of `dim`; s: their lengths."""
    for n, d in zip(s or (None,) * len(dim), dim, strict=True): x = ifft(x, n, d, norm)
    return x


def fftfreq(n: int, d: float = 1.0) -> Tensor:
    """The frequency of each element of a transform of length n, for samples d apart: float32, shape (n,)."""
    return Tensor(np.fft.fftfreq(n, d).astype(np.float32))


def rfftfreq(n: int, d: float = 1.0) -> Tensor:
    """As `fftfreq`, for `rfft`: shape (n // 2 + 1,)."""
    return Tensor(np.fft.rfftfreq(n, d).astype(np.float32))


def _axes(x: Tensor, dim: int | Sequence[int] | None) -> tuple[int, ...]:
    return tuple(range(x.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)


def fftshift(x: Tensor, dim: int | Sequence[int] | None = None) -> Tensor:
    """Frequency 0 moved to the middle of each axis of `dim`, or of all axes."""
    for d in _axes(x, dim): x = x.roll(x.shape[d] // 2, d)
    return x


def ifftshift(x: Tensor, dim: int | Sequence[int] | None = None) -> Tensor:
    """The inverse of `fftshift`."""
    for d in _axes(x, dim): x = x.roll(-(x.shape[d] // 2), d)
    return x
