"""Arithmetic that ends in zeros, infinities and NaN, and sums that cancel: as IEEE 754 has it, on every runtime."""
from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle import Tensor

X = np.array([0.0, -0.0, 1.0, -2.0, np.inf, -np.inf, np.nan, 1e8, 3.0, 0.1], np.float32)
Y = np.array([1.0, 1.0, 1e8, 3.0, 1.0, 2.0, 1.0, 1.0, 1e-9, 7.0], np.float32)
F = Callable[..., object]
#: with constants, which compilers fold
CONSTANTS: dict[str, F] = {
    "0 / x": lambda x: 0 / x, "-0.0 / x": lambda x: -0.0 / x, "x / 0": lambda x: x / 0, "x / -0.0": lambda x: x / -0.0,
    "0 // x": lambda x: np.floor(0 / x) if isinstance(x, np.ndarray) else 0 // x,
    "x // 0": lambda x: np.floor(x / 0) if isinstance(x, np.ndarray) else x // 0,
    "x % 0": lambda x: x % 0, "0 % x": lambda x: 0 % x, "1 / x": lambda x: 1 / x,
    "x * 0": lambda x: x * 0, "x * -0.0": lambda x: x * -0.0,
    "1 / (x + 0)": lambda x: 1 / (x + 0), "1 / (0 - x)": lambda x: 1 / (0 - x), "1 / (x - -0.0)": lambda x: 1 / (x - -0.0),
    "1 / (x * 0)": lambda x: 1 / (x * 0), "1 / (x * -0.0)": lambda x: 1 / (x * -0.0), "(x + 1e8) - 1e8": lambda x: (x + 1e8) - 1e8,
    "(x * 1e30) * 1e-30": lambda x: (x * 1e30) * 1e-30, "1 / (1 / x)": lambda x: 1 / (1 / x),
    "x + 1e8 >= 1e8": lambda x: x + 1e8 >= 1e8,
    "x + 1e8 == 1e8": lambda x: x + 1e8 == 1e8, "x / inf": lambda x: x / np.inf, "x * inf": lambda x: x * np.inf,
}
#: of what cancels
CANCELS: dict[str, F] = {
    "x - x": lambda x, y: x - x, "x + -x": lambda x, y: x + -x, "x / x": lambda x, y: x / x, "(x + y) - x": lambda x, y: (x + y) - x,
    "(x - y) - x": lambda x, y: (x - y) - x, "x - (x + y)": lambda x, y: x - (x + y), "(x + y) - y": lambda x, y: (x + y) - y,
    "(x - y) + (y - x)": lambda x, y: (x - y) + (y - x), "x + y < x": lambda x, y: x + y < x, "x + y == x": lambda x, y: x + y == x,
    "(x + y) + -x": lambda x, y: (x + y) + -x,
}


def check(fn: F, *arrays: np.ndarray) -> None:
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        want = np.asarray(fn(*arrays))
    got = fn(*map(Tensor, arrays))
    assert isinstance(got, Tensor)
    np.testing.assert_allclose(got.numpy(), want, rtol=1e-6, atol=1e-37)


@pytest.mark.parametrize("name", CONSTANTS)
def test_with_constants(name: str, device: str) -> None: check(CONSTANTS[name], X)


@pytest.mark.parametrize("name", CANCELS)
def test_what_cancels(name: str, device: str) -> None: check(CANCELS[name], X, Y)


@pytest.mark.parametrize("kind", ["int32", "uint8", "bool"])
def test_integers_divided_as_floats(kind: str, device: str) -> None:
    x = np.array([0, 1, 1, 0], kind)
    with np.errstate(all="ignore"):
        wide = x.astype(np.float32)
        for got, want in ((0 / Tensor(x), 0 / wide), (Tensor(x) / 0, wide / 0), (Tensor(x) % 0.0, wide % np.float32(0)),
                          (Tensor(x) // 0.0, np.floor(wide / 0)), (-0.0 / Tensor(x), np.float32(-0.0) / wide)):
            np.testing.assert_array_equal(got.numpy(), want)


@pytest.mark.parametrize("name", ["s - s", "s / s", "s == s", "s - swapped", "p - p", "p / p", "p / swapped"])
def test_sums_and_products_that_overflow_beside_themselves(name: str, device: str) -> None:
    x, y = np.array([np.inf, 3e38, 1.0, 0.0, -np.inf], np.float32), np.array([1.0, 3e38, 2.0, 0.0, np.nan], np.float32)

    def fn(a: Any, b: Any) -> Any:
        s, p = a + b, a * b
        return {"s - s": s - s, "s / s": s / s, "s == s": s == s, "s - swapped": s - (b + a), "p - p": p - p, "p / p": p / p,
                "p / swapped": p / (b * a)}[name]
    check(fn, x, y)


@pytest.mark.parametrize("kind", ["int32", "int64"])
def test_integers_that_are_zero_whatever_is_in_memory(kind: str, device: str) -> None:
    n, x = np.array([3, 0, 7, 1, 5, 4], kind), np.array([np.inf, np.nan, 0.0, 2.0, -np.inf, 1.0], np.float32)

    def fn(a: Any, b: Any) -> list[Any]:
        found: list[Any] = []
        for zero in (a < a, a ^ a):
            zero = zero.cast("float32") if isinstance(zero, Tensor) else zero.astype(np.float32)
            found += [zero / zero, zero / b, b / zero, zero * b, zero * b + 1, b * zero - b]
        return found
    with np.errstate(all="ignore"):
        for got, want in zip(fn(Tensor(n), Tensor(x)), fn(n, x), strict=True): np.testing.assert_array_equal(got.numpy(), want)


def test_bits_that_are_zero_whatever_is_in_memory(device: str) -> None:
    n, x = np.array([3, 0, 7, 1], np.int32), np.array([np.inf, np.nan, 0.0, 2.0], np.float32)
    with np.errstate(all="ignore"):
        for got, want in (((t := (Tensor(n) ^ Tensor(n)).bitcast("float32")) / t, np.full(4, np.nan, np.float32)),
                          (t * Tensor(x), 0 * x), (t / Tensor(x), 0 / x)):
            np.testing.assert_array_equal(got.numpy(), want)
        half = (Tensor(n).cast("int16") - Tensor(n).cast("int16")).bitcast("float16")
        assert np.isnan((half // half).numpy()).all()


def test_a_reduction_of_bools_that_is_false_whatever_is_in_memory(device: str) -> None:
    x = Tensor(np.zeros(17, np.uint16), device=device)
    assert np.isnan(((x > x).all(-1, True) / x).numpy()).all()
    y = Tensor(np.zeros(4, np.float32), device=device)
    assert np.isnan(((y < y) % y).numpy()).all() and np.isnan(((y < y).float().abs() / y).numpy()).all()
    z = Tensor(np.zeros(4, np.float16), device=device)
    assert z.isfinite().cat(z).tolist() == [1.0] * 4 + [0.0] * 4 and np.isnan(((z < z).half() / z).numpy()).all()


def test_zeros_that_are_bits(device: str) -> None:
    """Where it is 0 above the diagonal, a bfloat16 is made of constant bits."""
    x = Tensor(np.zeros((1, 4), np.float32), device=device).cast("bfloat16").realize().tril(1)
    assert np.isnan((x / x).float().numpy()).all() and (x / x).all().item() is True
    one = Tensor.ones(1, 4, device=device)
    assert (one - x.float()).tolist() == [[1.0] * 4] and (one / (x.float() - x.float())).tolist() == [[float("inf")] * 4]
    assert (one * x.float()).tolist() == [[0.0] * 4] and ((x.float() - one) * 2).tolist() == [[-2.0] * 4]


def test_padding_of_bits_beside_nan(device: str) -> None:
    x = np.zeros((3, 3), np.float32)
    x[1, 2] = np.nan
    y = Tensor(x, device=device).cast("bfloat16").realize().pad(((0, 3), (1, 2)))
    z = np.pad(x, ((0, 3), (1, 2)))
    np.testing.assert_array_equal((y @ y).float().numpy(), z @ z)


def test_a_negative_zero_is_chosen(device: str) -> None:
    b = Tensor(np.array([False, True, False, True]), device=device)
    assert np.signbit(b.where(b, -0.0).numpy()).tolist() == [True, False, True, False]
    assert np.signbit(b.where(-0.0, b).numpy()).tolist() == [False, True, False, True]


@pytest.mark.parametrize("name", ["sinh", "tanh", "asinh", "atanh", "expm1", "atan"])
@pytest.mark.parametrize("kind", ["float32", "float16", "float64"])
def test_odd_functions_keep_the_sign_of_zero(name: str, kind: str, device: str) -> None:
    if kind == "float64" and device.startswith("WEBGPU"): pytest.skip("WEBGPU has no float64")
    y = getattr(Tensor(np.array([-0.0, 0.0, -0.5, np.nan], kind), device=device), name)().numpy()
    assert np.signbit(y[:3]).tolist() == [True, False, True] and (y[:2] == 0).all() and np.isnan(y[3])


def test_products_with_a_factor_in_common(device: str) -> None:
    """x * y + x * z is no x * (y + z): -inf * 0 is NaN beside -inf * 1, and 3e38 * 2 is infinite."""
    x = np.zeros((4, 4), np.float32)
    x[3, 2], x[3, 3] = -np.inf, 1
    with np.errstate(all="ignore"): want = np.array([[sum(x[i, k] * x[k, j] for k in range(4)) for j in range(4)] for i in range(4)])
    np.testing.assert_array_equal((Tensor(x, device=device) @ Tensor(x, device=device)).numpy(), want)
    half = Tensor(x, device=device).half().realize()
    np.testing.assert_array_equal((half @ half).numpy(), want.astype(np.float16))
    y = np.array([3e38, -3e38, 1.0, 0.5], np.float32)
    with np.errstate(all="ignore"): want = y * np.float32(2) + y[::-1] * np.float32(2)
    np.testing.assert_array_equal((Tensor(y, device=device) * 2 + Tensor(y, device=device).flip(0) * 2).numpy(), want)


def test_bounds_that_are_nan(device: str) -> None:
    """A constant NaN is no bound that nothing reaches: the greater of it and anything is NaN."""
    for count in (1, 3, 16):
        x = Tensor(np.arange(count, dtype=np.float32) - 1, device=device).realize()
        for y in (x.maximum(np.nan), x.minimum(np.nan), x.clip(np.nan, 5), x.clip(-5, np.nan), (x * 3).hardtanh(-1, np.nan)):
            assert np.isnan(y.numpy()).all()
