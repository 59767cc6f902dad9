"""Casts to the narrow floats on every device: all values of float16 and bfloat16, saturation, infinities and NaN, against
ml_dtypes.
"""
from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from heddle import Tensor, dtypes
from heddle.device import Device
from heddle.dtype import DType, decode_float, encode_float

_TWINS = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "fp8e4m3": ml_dtypes.float8_e4m3fn, "fp8e5m2": ml_dtypes.float8_e5m2}
_LARGEST = {"fp8e4m3": 448.0, "fp8e5m2": 57344.0}


def _cast(values: np.ndarray, source: str, to: str, device: str) -> np.ndarray:
    """The float32 that the results stand for: NaN has many patterns of bits, everything else one."""
    bits = values.view(np.uint16) if source in ("float16", "bfloat16") else values
    x = Tensor(bits, device=device)
    x = x.bitcast(source) if bits.dtype == np.uint16 else x
    narrow = x.cast(to)
    unsigned = np.dtype(f"u{narrow.dtype.itemsize}")
    return narrow.bitcast(unsigned.name).numpy().view(_TWINS[to]).astype(np.float32)


def _expected(values: np.ndarray, to: str, device: str = "CPU") -> np.ndarray:
    """On a device that makes zeros of subnormal numbers, of those that it reads and those that it makes."""
    if values.dtype != _TWINS[to]: values = _flushed(values, values.dtype.name, device)
    wide = values.astype(np.float64)
    if to in _LARGEST: wide = np.where(np.isfinite(wide), np.clip(wide, -_LARGEST[to], _LARGEST[to]), wide)
    with np.errstate(all="ignore"): found = wide.astype(_TWINS[to])
    return (found if values.dtype == _TWINS[to] else _flushed(found, to, device)).astype(np.float32)


def _flushed(values: np.ndarray, name: str, device: str) -> np.ndarray:
    """The values as a device's conversions have them, of a format that it computes in."""
    if getattr(dtypes, name) not in Device[device].renderer.capabilities.flushed: return values
    return np.where(np.abs(values) < np.finfo(values.dtype).tiny, np.copysign(values.dtype.type(0), values), values)


def _same(got: np.ndarray, want: np.ndarray) -> None:
    np.testing.assert_array_equal(got, want)
    numbers = ~np.isnan(want)
    np.testing.assert_array_equal(np.signbit(got[numbers]), np.signbit(want[numbers]))


@pytest.mark.parametrize("to", ["fp8e4m3", "fp8e5m2", "bfloat16", "float16"])
@pytest.mark.parametrize("source", ["float16", "bfloat16"])
def test_every_value_of_16_bits(device: str, source: str, to: str) -> None:
    values = np.arange(1 << 16, dtype=np.uint32).astype(np.uint16).view(_TWINS[source])
    if device in ("PYTHON", "TINY"): values = values[::13].copy()
    _same(_cast(values, source, to, device), _expected(values, to, device))


@pytest.mark.parametrize("to", ["fp8e4m3", "fp8e5m2"])
def test_float32_beside_the_limits(device: str, to: str) -> None:
    largest = np.float32(_LARGEST[to])
    near = np.array([largest * f for f in (1, 1.03, 1.036, 1.0625, 1.07, 1.125, 1.2, 2, 1e9)], np.float32)
    values = np.concatenate([near, -near, np.array([500, 3.4e38, np.inf, -np.inf, np.nan, 0.0, -0.0, 1e-30], np.float32)])
    _same(_cast(values, "float32", to, device), _expected(values, to))


def test_500_saturates(device: str) -> None:
    x = Tensor([500.0, -500.0, 1e6, -1e6], device=device)
    assert x.cast("fp8e4m3").float().tolist() == [448, -448, 448, -448]
    assert x.cast("fp8e5m2").float().tolist() == [512, -512, 57344, -57344]
    special = Tensor([float("inf"), float("-inf"), float("nan")], device=device)
    assert np.isnan(special.cast("fp8e4m3").float().numpy()).all()
    np.testing.assert_array_equal(special.cast("fp8e5m2").float().numpy(), [np.inf, -np.inf, np.nan])


@pytest.mark.parametrize("to", dtypes.fp8s, ids=str)
def test_integers_saturate(device: str, to: DType) -> None:
    x = Tensor([1 << 30, -(1 << 30), 100_000, 7], dtype="int32", device=device)
    largest = _LARGEST[to.name]
    assert x.cast(to).float().tolist() == [largest, -largest, largest, 7]


@pytest.mark.parametrize("kind", dtypes.fp8s, ids=str)
@pytest.mark.parametrize("to", dtypes.ints, ids=str)
def test_every_whole_number_becomes_that_integer(device: str, kind: DType, to: DType) -> None:
    numbers = [decode_float(kind, bits) for bits in range(256)]
    numbers = [n for n in numbers if n == n and to.min <= n <= to.max and n == int(n)]
    assert Tensor(numbers, dtype=kind, device=device).realize().cast(to).tolist() == numbers


@pytest.mark.parametrize("to", dtypes.fp8_fnuz, ids=str)
def test_floats_without_infinities(fast_device: str, to: DType) -> None:
    """Cast, stored, read and computed with: the bits are those of the interpreter's encoding."""
    rng = np.random.default_rng(0)
    x = (rng.standard_normal(500) * 10.0 ** rng.integers(-6, 6, 500)).astype(np.float32)
    x = np.concatenate([x, [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-30, -1e-30]]).astype(np.float32)
    stored = Tensor(x).cast(to)
    assert stored.bitcast("uint8").tolist() == [encode_float(to, float(v)) for v in x]
    held = stored.contiguous().realize()
    want = np.array([decode_float(to, encode_float(to, float(v))) for v in x], np.float32)
    np.testing.assert_array_equal(held.numpy(), want)
    twice = [decode_float(to, encode_float(to, float(v) * 2)) for v in want]
    np.testing.assert_array_equal((held + held).numpy(), np.array(twice, np.float32))
    assert Tensor([1, 2, 3], dtype=to).sum().item() == 6.0 and Tensor.arange(4, dtype=to).max().item() == 3.0


def test_floats_without_infinities_of_torch() -> None:
    import torch
    t = torch.tensor([1.0, -2.5, 0.0]).to(torch.float8_e4m3fnuz)
    assert Tensor(t).dtype is dtypes.fp8e4m3fnuz and Tensor(t).tolist() == [1.0, -2.5, 0.0]
