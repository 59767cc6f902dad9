"""Arithmetic that ends in zeros, infinities and NaN, and sums that cancel: as IEEE 754 has it, on every runtime."""
from __future__ import annotations

import warnings
from collections.abc import Callable

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
