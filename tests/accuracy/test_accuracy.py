"""Bounds on the errors of functions, by device; and each place where a function was wrong, by name."""
from __future__ import annotations

import math
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from heddle import Tensor
from heddle.device import Device
from heddle.dtype import dtypes
from heddle.uop import Ops
from tests.accuracy import bounds, inputs
from tests.accuracy.functions import BINARY, UNARY
from tests.accuracy.measure import errors, measure, measure_torch, of_tensor, reference, run, to_tensor

#: numbers per dense range: enough for the hard places, which are taken in any case
DENSITY = 1500


def _has_float64(device: str) -> bool: return dtypes.float64 in Device[device].renderer.capabilities.arithmetic


def _bound(name: str, dtype: str, device: str) -> float:
    return bounds.bound(name, dtype, _has_float64(device))


def _check(name: str, dtype: str, device: str, every: int = 1) -> None:
    found = measure(name, dtype, device, DENSITY, every)
    assert found.ulp <= _bound(name, dtype, device), f"{name} of {dtype} on {device}: {found}"


_NAMES = [*UNARY, *BINARY]


@pytest.mark.parametrize("name", _NAMES)
def test_errors_of_float32_are_bounded(fast_device: str, name: str) -> None:
    _check(name, "float32", fast_device, 150 if fast_device == "TINY" else 1)


@pytest.mark.parametrize("name", _NAMES)
@pytest.mark.parametrize("dtype", ["float64", "float16", "bfloat16"])
def test_errors_of_other_formats_are_bounded(dtype: str, name: str) -> None:
    """All numbers of 16 bits."""
    _check(name, dtype, "CPU")


@pytest.mark.slow
@pytest.mark.parametrize("name", _NAMES)
@pytest.mark.parametrize("dtype", ["float64", "float16", "bfloat16"])
def test_errors_of_other_formats_are_bounded_everywhere(fast_device: str, dtype: str, name: str) -> None:
    if dtype != "float64" or _has_float64(fast_device): _check(name, dtype, fast_device, 150 if fast_device == "TINY" else 1)


@pytest.mark.parametrize("name", _NAMES)
def test_errors_of_the_interpreter_are_bounded(name: str) -> None:
    found = measure(name, "float32", "PYTHON", 100, every=150)
    assert found.ulp <= _bound(name, "float32", "PYTHON"), f"{name}: {found}"


@pytest.mark.parametrize("name", _NAMES)
def test_what_is_worse_than_torch_has_a_reason(name: str) -> None:
    ours, theirs = measure(name, "float32", "CPU", DENSITY), measure_torch(name, "float32", DENSITY)
    assert ours.ulp <= max(theirs.ulp, 0.51) * 1.01 or name in bounds.REASONS, f"{ours}; torch: {theirs}"


def _worst(name: str, values: list[float] | np.ndarray, device: str, dtype: str = "float32") -> float:
    x = np.asarray(values).astype(inputs.DTYPES[dtype])
    return float(errors(run(UNARY[name], (x,), device), reference(UNARY[name], (x,), dtype), dtype).max())


# ---- the places that were wrong


def test_cos_next_to_its_zeros(device: str) -> None:
    """Was off by 8e7 ULP."""
    zeros = [(k + 0.5) * math.pi for k in range(40)]
    assert _worst("cos", inputs.neighbours(zeros, "float32", 2), device) < 3
    assert _worst("cos", inputs.nearest_to_multiples_of_half_pi("float32")[::7], device) < 3


def test_tan_has_the_right_sign_at_half_pi(device: str) -> None:
    assert Tensor([1.5707964], device=device).tan().item() == pytest.approx(-22877332.0, rel=1e-6)
    assert _worst("tan", inputs.neighbours([math.pi / 2], "float32", 3), device) < 5


@pytest.mark.parametrize("name", ["elu", "celu", "selu", "expm1", "log1p", "tanh", "sinh", "asinh", "atanh", "atan", "asin"])
def test_no_cancellation_near_0(device: str, name: str) -> None:
    """e**x - 1 lost all digits of a small x."""
    small = np.array([s * 10.0 ** -e for e in (1, 2, 3, 4, 5, 6, 7, 8, 10, 20, 37) for s in (1, -1)])
    assert _worst(name, small, device) < 3.5


def test_acosh_below_its_domain(device: str) -> None:
    """Was infinite below -4096."""
    values = [-1e30, -1e8, -4097.0, -4096.0, -2.0, -1.0, 0.0, 0.999]
    assert np.isnan(Tensor(values, device=device).acosh().numpy()).all()


def test_atanh_outside_its_domain(device: str) -> None:
    assert np.isnan(Tensor([-1e30, -2.0, 1.0001, 7e6, 1e30], device=device).atanh().numpy()).all()
    np.testing.assert_array_equal(Tensor([-1.0, 1.0], device=device).atanh().numpy(), [-np.inf, np.inf])


@pytest.mark.parametrize("name", ["gelu", "gelu_erf", "silu", "quick_gelu", "mish", "hardswish"])
def test_activations_of_infinity(device: str, name: str) -> None:
    """0 * -inf made NaN of what has the limit 0."""
    got = UNARY[name].ours(Tensor([-math.inf, math.inf, math.nan], device=device)).numpy()
    np.testing.assert_array_equal(got, [0, np.inf, np.nan])


def test_exponentials_below_the_normal_numbers(fast_device: str) -> None:
    """Were flushed to 0."""
    assert _worst("exp2", np.linspace(-150, -126, 500), fast_device) < 2
    assert _worst("exp", np.linspace(-104, -87, 500), fast_device) < 2
    assert _worst("softplus", np.linspace(-104, -87, 500), fast_device) < 2.5


def test_exponentials_where_exp2_is_an_instruction() -> None:
    """x log2(e) was rounded: 49 ULP at the ends of the range, 339 in float64."""
    assert Ops.EXP2 in Device["PYTHON"].renderer.capabilities.native
    for dtype, end in (("float32", 88.7), ("float64", 709.7)):
        assert _worst("exp", np.linspace(-end, end, 300), "PYTHON", dtype) < 1.2


def test_log1p_and_its_relatives_where_compilers_reassociate(fast_device: str) -> None:
    """(1 + x) - 1 was taken for x on WEBGPU."""
    values = np.concatenate([10.0 ** -np.arange(1, 20, 0.37), 1 + 10.0 ** -np.arange(1, 7, 0.37)])
    for name in ("log1p", "asinh", "softplus", "logsigmoid"): assert _worst(name, values, fast_device) < 3
    assert _worst("atanh", values[values < 1], fast_device) < 3


def test_powers_of_float32(fast_device: str) -> None:
    """A logarithm rounded to float32 made 100 ULP of a large power."""
    assert _worst("x ** 2.5", [5.19635436e10, 1e-15, 3.0], fast_device) < 1.7
    assert _worst("10 ** x", [38.5, -37.9, 1e-7], fast_device) < 1.7
    assert _worst("x ** -2", [1.84467441e19, -1.84467441e19, 3e-20], fast_device) < 2.2  # 1 / inf was 0


def test_powers_of_float64() -> None:
    """Were 1000 ULP."""
    assert _worst("x ** 2.5", [5.74293682e81, 1e-123, 3.0], "CPU", "float64") < 1.7
    assert _worst("3 ** x", [624.615228, -640.1, 1e-7], "CPU", "float64") < 1.7


_ENDS = (0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0, -3.0, math.inf, -math.inf, math.nan, 1e-40, -1e-40, 1e38, -1e38, 1.4e-45,
         0.99999994, -1.0000001, 2.5, -1e30, 16777215.0, -16777215.0, 33554432.0, 3.4028235e38)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_powers_of_special_numbers(fast_device: str, dtype: str) -> None:
    """NaN, infinities, zeros of both signs, the largest number, subnormal ones: as C has it. A power of -0.0 had no sign."""
    if dtype == "float64" and not _has_float64(fast_device): pytest.skip(f"{fast_device} has no float64")
    base, exponent = (m.ravel().astype(dtype) for m in np.meshgrid(_ENDS, _ENDS))
    if fast_device == "WEBGPU": base[np.abs(base) < 1e-37] = exponent[np.abs(exponent) < 1e-37] = 0.0  # flushed
    got = (Tensor(base, device=fast_device) ** Tensor(exponent, device=fast_device)).numpy()
    with np.errstate(all="ignore"): want = np.power(base.astype(np.longdouble), exponent.astype(np.longdouble)).astype(dtype)
    np.testing.assert_allclose(got, want, rtol=3 * float(np.finfo(dtype).eps), atol=1.5 * float(np.finfo(dtype).smallest_subnormal))
    numbers = ~np.isnan(want)
    np.testing.assert_array_equal(np.signbit(got)[numbers], np.signbit(want)[numbers])


@pytest.mark.parametrize("base", [0.0, 1.0, 2.0, -2.0, 0.1, 1e-320, 1.7e308, math.inf, -math.inf, math.nan])
def test_powers_of_a_number(base: float) -> None:
    """inf ** 0 was NaN."""
    exponent = np.array([0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, -0.03125, math.inf, -math.inf, math.nan])
    with np.errstate(all="ignore"): want = np.power(np.float64(base), exponent)
    np.testing.assert_allclose((base ** Tensor(exponent, dtype="float64", device="CPU")).numpy(), want, rtol=4e-16)
    if 1e-30 < abs(base) < 1e30: np.testing.assert_allclose((base ** Tensor(exponent, dtype="float32")).numpy(), want, rtol=3e-7)


def test_logarithms_near_1(device: str) -> None:
    for name in ("log", "log2", "log10"): assert _worst(name, inputs.neighbours([1.0], "float32"), device) < 3


def test_fmod_by_infinity(device: str) -> None:
    got = Tensor([-17.5, 3.0], device=device).fmod(Tensor([-math.inf, math.inf], device=device)).tolist()
    assert got == [-17.5, 3.0]


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_remainders_are_exact(fast_device: str, dtype: str) -> None:
    """Of all quotients, and of special numbers, with the sign of a zero, whether a format is wider or not: a rounded quotient was
    wrong from 2**24 on, or 2**53, and before where it rounded up to a whole number.
    """
    if dtype == "float64" and not _has_float64(fast_device): pytest.skip(f"{fast_device} has no float64")
    rng, kind = np.random.default_rng(4), np.finfo(dtype)
    count = 200 if fast_device == "TINY" else 20_000
    random = rng.integers(0, 1 << kind.bits, (2, count), dtype=np.uint64).astype(f"u{kind.bits // 8}").view(dtype)
    with np.errstate(all="ignore"):
        random[0, :count // 2] = rng.normal(size=count // 2) * 10
        random[1, :count // 4] = random[0, :count // 4] / rng.integers(1, 100, count // 4)  # near whole quotients
        random[1, count // 4:count // 2] = random[0, count // 4:count // 2] * 0.5 ** rng.integers(0, kind.nmant + 8, count // 4)
    ends = np.array([e for e in _ENDS if abs(e) <= float(kind.max) or not math.isfinite(e)]).astype(dtype)
    pairs = np.meshgrid(ends, ends)
    a, b = (np.concatenate([m.ravel(), r]) for m, r in zip(pairs, random, strict=True))
    def flushed(x: np.ndarray) -> np.ndarray:
        if fast_device != "WEBGPU" or dtype != "float32": return x
        return np.where(np.abs(x) < np.finfo("float32").tiny, np.copysign(x.dtype.type(0), x), x)
    a, b = flushed(a), flushed(b)
    x, y, three = Tensor(a, device=fast_device), Tensor(b, device=fast_device), a.dtype.type(3)
    with np.errstate(all="ignore"):
        wanted = (np.fmod(a, b), np.remainder(a, b), np.floor_divide(a, b), np.remainder(a, three), np.floor_divide(a, three),
                  np.floor_divide(three, b))
    for got, want in zip((x.fmod(y), x % y, x // y, x % 3, x // 3, 3 // y), wanted, strict=True):
        np.testing.assert_array_equal(result := flushed(got.numpy()), flushed(want))
        signed = ~np.isnan(want) & (flushed(want) == want)
        np.testing.assert_array_equal(np.signbit(result)[signed], np.signbit(want)[signed])


@pytest.mark.parametrize("name", ["bfloat16", "fp8e4m3", "fp8e5m2", "fp8e4m3fnuz", "fp8e5m2fnuz"])
def test_remainders_of_narrow_formats_are_those_of_float32_rounded(fast_device: str, name: str) -> None:
    values = [v for v in _ENDS if abs(v) < 200 and abs(v) > 1e-30 or v == 0] + [math.nan, 5.5, -7.25, 0.1]
    a, b = (Tensor(m.ravel().astype("float32"), device=fast_device).cast(name) for m in np.meshgrid(values, values))
    x, y = a.float().numpy(), b.float().numpy()
    with np.errstate(all="ignore"): wanted = np.fmod(x, y), np.remainder(x, y), np.floor_divide(x, y)
    for got, want in zip((a.fmod(b), a % b, a // b), wanted, strict=True):
        assert got.dtype.name == name
        np.testing.assert_array_equal(got.float().numpy(), Tensor(want, device="CPU").cast(name).float().numpy())


def test_whole_quotients_round_down_as_pythons() -> None:
    assert (Tensor(1.0, dtype="float64") // 0.1).item() == 9 == 1.0 // 0.1 and (Tensor(1e20, dtype="float64") % 3).item() == 1
    assert (Tensor(-7.5) // 2).item() == -4 == Tensor(-7.5).div(2, rounding_mode="floor").item() == (-7.5) // 2
    x = Tensor([7.0, -7.0], requires_grad=True)
    ((x // 2) * 3 + x).sum().backward()
    assert x.grad is not None and x.grad.tolist() == [1, 1]


@pytest.mark.parametrize("name", ["fmod", "remainder"])
def test_gradients_of_remainders(name: str) -> None:
    import torch
    a, b = np.array([7.5, -7.5, 7.5, -7.5, 1e9, 0.3, -6.0], np.float32), np.array([2.0, 2.0, -2.0, -2.0, 3.0, 5.0, 3.0], np.float32)
    x, y = (Tensor(v, requires_grad=True) for v in (a, b))
    (x.fmod(y) if name == "fmod" else x % y).sum().backward()
    u, v = (torch.tensor(w, requires_grad=True) for w in (a, b))
    getattr(torch, name)(u, v).sum().backward()
    for ours, theirs in ((x.grad, u.grad), (y.grad, v.grad)):
        assert ours is not None and theirs is not None
        np.testing.assert_allclose(ours.numpy(), theirs.numpy(), rtol=1e-6)


@pytest.mark.parametrize("exponent", [-2, -3, -5])
def test_negative_powers_of_large_numbers(fast_device: str, exponent: int) -> None:
    """The power of the base overflows in bfloat16 and in float32, whose ranges are one, and its reciprocal is no zero."""
    x = np.array([2.0 ** 64, 2.0 ** 65, 2.0 ** 43, 2.0 ** 44, 2.0 ** 26]).astype(ml_dtypes.bfloat16)
    got, true = of_tensor(to_tensor(x, fast_device) ** exponent), x.astype(np.float64) ** exponent
    np.testing.assert_array_equal(got, true.astype(ml_dtypes.bfloat16))


def test_hardsigmoid_next_to_its_zero(device: str) -> None:
    """x / 6 was rounded before the sum."""
    assert _worst("hardsigmoid", inputs.neighbours([-3.0], "float32", 5), device) < 2


def test_hardswish_of_large_numbers(device: str) -> None:
    """6 x was infinite before the division by 6."""
    assert Tensor([1e38], device=device).hardswish().item() == pytest.approx(1e38, rel=1e-6)


def test_gelu_of_negative_numbers(fast_device: str) -> None:
    """1 + erf(x) cancelled: of the number no digit was right from -5.5 on."""
    values = np.concatenate([np.linspace(-13, 0, 300), [-13.5, -0.0, -1e-6]])
    assert _worst("gelu_erf", values, fast_device) < 90
    assert np.signbit(Tensor([-20.0, -0.0, -math.inf], device=fast_device).gelu("none").numpy()).all()


@pytest.mark.parametrize("order", [1, 2])
def test_gradients_of_the_exact_gelu(order: int) -> None:
    import torch
    values = np.array([-math.inf, -16.0, -9.0, -5.0, -1.0, -0.0, 0.0, 1e-3, 0.7, 5.0, 16.0, 1e20])
    x, y = Tensor(values, dtype="float32", device="CPU", requires_grad=True), torch.tensor(values[1:], requires_grad=True)
    ours, theirs = x.gelu("none").sum(), torch.nn.functional.gelu(y).sum()
    for _ in range(order):
        ours = ours.sum().gradient(x)[0]
        theirs = torch.autograd.grad(theirs.sum(), y, create_graph=True)[0]
    np.testing.assert_allclose(ours.numpy()[1:], theirs.detach().numpy(), rtol=2e-5, atol=1e-7)
    assert ours.numpy()[0] == 0


@pytest.mark.parametrize("name", ["expm1", "log1p", "atan", "asin", "acos", "cos", "tan", "tanh", "mish", "elu"])
def test_gradients_of_the_new_formulas(name: str) -> None:
    import torch
    values = np.array([-0.9, -0.5, -0.3, -1e-3, 1e-4, 0.2, 0.45, 0.51, 0.7, 0.95])
    x = Tensor(values, dtype="float64", device="CPU", requires_grad=True)
    UNARY[name].ours(x).sum().backward()
    y = torch.tensor(values, requires_grad=True)
    UNARY[name].torch(torch, y).sum().backward()
    assert x.grad is not None and y.grad is not None
    np.testing.assert_allclose(x.grad.numpy(), y.grad.numpy(), rtol=1e-12)


def test_the_page_gives_a_reason_for_each_error_above_torchs() -> None:
    """Every row of the tables whose compiled runtimes have more ULP than torch."""
    page = (Path(__file__).parents[2] / "docs" / "accuracy.md").read_text(encoding="utf-8")
    devices: list[str] = []
    rows = 0
    for line in page.splitlines():
        cells = [c.strip() for c in line.strip("|").split("|")]
        if cells[0] == "function": devices = cells[1:-3]
        if not cells[0].startswith("`") or len(cells) != len(devices) + 4: continue
        rows += 1
        *ours, theirs = (math.inf if c == "∞" else math.nan if c == "–" else float(c) for c in cells[1:-2])
        worst = max(ulp for device, ulp in zip(devices, ours, strict=True) if device != "PYTHON" and not math.isnan(ulp))
        # the table rounds to two places
        assert worst <= max(theirs, 0.51) * 1.01 + 0.01 or cells[-1], line
    assert rows >= 4 * len(_NAMES)
