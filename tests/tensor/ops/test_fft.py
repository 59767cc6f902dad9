"""Transforms against numpy.fft, gradients against torch."""
from __future__ import annotations

import numpy as np
import pytest
import torch

from heddle import Tensor, fft
from heddle.errors import DTypeError, SettingError, ShapeError

#: direct, two factors, a power of two, a large prime, two large primes
LENGTHS = [1, 2, 5, 64, 96, 128, 131, 1000, 2 * 67]


def drawn(*shape: int) -> np.ndarray: return np.random.default_rng(sum(shape)).normal(size=shape)
def drawn_complex(*shape: int) -> np.ndarray: return drawn(*shape) + 1j * drawn(*shape[::-1]).T
def as_real(z: np.ndarray) -> np.ndarray: return np.stack([z.real, z.imag], -1)
def as_complex(x: Tensor) -> np.ndarray: return x.numpy()[..., 0] + 1j * x.numpy()[..., 1]


def assert_close(ours: np.ndarray, wanted: np.ndarray, digits: float) -> None:
    np.testing.assert_allclose(ours, wanted, rtol=0, atol=digits * max(float(np.abs(wanted).max()), 1e-30))


@pytest.mark.parametrize("n", LENGTHS)
def test_there_and_back(n: int) -> None:
    z = drawn_complex(2, n)
    x = Tensor(as_real(z))
    assert_close(as_complex(fft.fft(x)), np.fft.fft(z), 1e-13)
    assert_close(as_complex(fft.ifft(x)), np.fft.ifft(z), 1e-13)
    assert_close(as_complex(fft.rfft(Tensor(z.real))), np.fft.rfft(z.real), 1e-13)
    assert_close(fft.irfft(x, n).numpy(), np.fft.irfft(z, n), 1e-13)
    assert_close(fft.irfft(fft.rfft(Tensor(z.real)), n).numpy(), z.real, 1e-13)


def test_single_precision() -> None:
    z = drawn_complex(3, 1024).astype(np.complex64)
    assert_close(as_complex(fft.fft(Tensor(as_real(z)))), np.fft.fft(z.astype(np.complex128)), 2e-6)


@pytest.mark.parametrize("norm", [None, "backward", "ortho", "forward"])
@pytest.mark.parametrize("n", [None, 3, 9])
def test_axes_lengths_and_norms(norm: str | None, n: int | None) -> None:
    z = drawn_complex(4, 6, 3)
    for dim in (0, 1, -1, -2):
        x = Tensor(as_real(z))
        assert_close(as_complex(fft.fft(x, n, dim, norm)), np.fft.fft(z, n, dim, norm), 1e-13)
        assert_close(as_complex(fft.ifft(x, n, dim, norm)), np.fft.ifft(z, n, dim, norm), 1e-13)
        assert_close(as_complex(fft.rfft(Tensor(z.real), n, dim, norm)), np.fft.rfft(z.real, n, dim, norm), 1e-13)
        assert_close(fft.irfft(x, n, dim, norm).numpy(), np.fft.irfft(z, n, dim, norm), 1e-13)
    assert_close(as_complex(fft.fft2(Tensor(as_real(z)), norm=norm)), np.fft.fft2(z, norm=norm), 1e-13)
    assert_close(as_complex(fft.ifft2(Tensor(as_real(z)), (3, 4))), np.fft.ifft2(z, (3, 4)), 1e-13)


def test_frequencies_and_shifts() -> None:
    for n in (1, 6, 7):
        np.testing.assert_allclose(fft.fftfreq(n, 0.5).numpy(), np.fft.fftfreq(n, 0.5).astype(np.float32))
        np.testing.assert_allclose(fft.rfftfreq(n).numpy(), np.fft.rfftfreq(n).astype(np.float32))
        a = drawn(n, 4)
        np.testing.assert_array_equal(fft.fftshift(Tensor(a)).numpy(), np.fft.fftshift(a))
        np.testing.assert_array_equal(fft.ifftshift(Tensor(a), 0).numpy(), np.fft.ifftshift(a, 0))


def test_gradients_are_those_of_torch() -> None:
    a, w = drawn(3, 70), drawn(3, 36, 2)
    x, y = Tensor(a, requires_grad=True), torch.tensor(a, requires_grad=True)
    (fft.rfft(x) * Tensor(w)).sum().backward()
    (torch.view_as_real(torch.fft.rfft(y)) * torch.tensor(w)).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), y.grad.numpy(), atol=1e-11)


def test_what_is_refused() -> None:
    with pytest.raises(ShapeError, match="last axis of size 2"): fft.fft(Tensor.ones(4))
    with pytest.raises(SettingError, match="unknown setting 'unitary'"): fft.rfft(Tensor.ones(4), norm="unitary")
    with pytest.raises(ShapeError, match="length 0"): fft.rfft(Tensor.ones(4), 0)
    with pytest.raises(ShapeError, match="no axis 3"): fft.rfft(Tensor.ones(4), dim=3)
    with pytest.raises(DTypeError, match="float16"): fft.rfft(Tensor.ones(4).half())
