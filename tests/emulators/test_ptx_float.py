"""Floating point and conversions against exact fractions, rounded as IEEE 754 and the PTX manual say."""

from __future__ import annotations

import math
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from .ptx.testing import lanewise, lanewise_many

RNG = np.random.default_rng(2)
MODES = ("rn", "rz", "rm", "rp")
FORMATS = {np.float32: (24, -126, 127), np.float64: (53, -1022, 1023), np.float16: (11, -14, 15)}


def rounded(exact: Fraction, mode: str, p: int, lowest: int, highest: int) -> float:
    """An exact value to p bits with exponents from `lowest` (subnormal below) to `highest`."""
    if exact == 0:
        return 0.0
    size = abs(exact)
    e = max(size.numerator.bit_length() - size.denominator.bit_length() - 1, lowest)
    while Fraction(2) ** (e + 1) <= size:
        e += 1
    while e > lowest and Fraction(2) ** e > size:
        e -= 1
    step = Fraction(2) ** (e - p + 1)
    n, rest = divmod(exact / step, 1)
    up = {"rn": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and n % 2 == 1), "rz": exact < 0 and rest > 0, "rm": False,
          "rp": rest > 0}[mode]  # fmt: skip
    value = (n + up) * step
    if abs(value) >= Fraction(2) ** (highest + 1):
        away = mode == "rn" or (mode == "rp" and value > 0) or (mode == "rm" and value < 0)
        largest = (2 - Fraction(2) ** (1 - p)) * Fraction(2) ** highest
        return (math.inf if away else float(largest)) * (-1 if exact < 0 else 1)
    return float(value)


def samples(dtype: type, n: int = 60) -> list[np.ndarray]:
    """Triples near each other and far apart, ties and subnormals included."""
    info = np.finfo(dtype)
    spread = 2.0 ** RNG.integers(-6, 7, (3, n))
    a, b, c = (RNG.standard_normal((3, n)) * spread).astype(dtype)
    tie = 1 + np.arange(12) * float(info.eps)
    a[:12], b[:12], c[:12] = tie, 1 + float(info.eps), -tie
    c[6:12] = dtype(float(info.eps) / 2)
    a[12:18], b[12:18], c[12:18] = info.tiny, dtype(0.75) + np.arange(6).astype(dtype) * info.eps, -info.tiny
    a[18:21], b[18:21] = info.max, 2
    a[21:24], b[21:24], c[21:24] = dtype(1) / 3, dtype(3), dtype(-1)
    return [a, b, c]


def check(found: np.ndarray, exact: list[Fraction], mode: str, dtype: type, what: str) -> None:
    expected = np.array([rounded(e, mode, *FORMATS[dtype]) for e in exact])
    bad = np.flatnonzero(found.astype(np.float64) != expected)
    assert not len(bad), (what, int(bad[0]), float(found[bad[0]]), float(expected[bad[0]]))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_arithmetic_in_all_modes(dtype):
    a, b, c = samples(dtype)
    name = "f32" if dtype is np.float32 else "f64"
    exact = [[Fraction(float(v)) for v in column] for column in (a, b, c)]
    meanings = {
        "add.{m}.{t} %d, %a, %b;": lambda x, y, z: x + y,
        "sub.{m}.{t} %d, %a, %c;": lambda x, y, z: x - z,
        "mul.{m}.{t} %d, %a, %b;": lambda x, y, z: x * y,
        "fma.{m}.{t} %d, %a, %b, %c;": lambda x, y, z: x * y + z,
        "div.{m}.{t} %d, %a, %b;": lambda x, y, z: x / y,
        "rcp.{m}.{t} %d, %b;": lambda x, y, z: 1 / y,
    }
    codes = [(code.format(m=m, t=name), m, fn) for code, fn in meanings.items() for m in MODES]
    found = lanewise_many([code for code, _, _ in codes], a, b, c, out=dtype)
    for row, (code, mode, fn) in zip(found, codes):
        check(row, [fn(*v) for v in zip(*exact)], mode, dtype, code)


def test_half_precision_is_rounded_once():
    a, b, c = samples(np.float16)
    exact = [[Fraction(float(v)) for v in column] for column in (a, b, c)]
    meanings = {
        "add.rn.f16 %d, %a, %b;": lambda x, y, z: x + y,
        "mul.f16 %d, %a, %b;": lambda x, y, z: x * y,
        "fma.rn.f16 %d, %a, %b, %c;": lambda x, y, z: x * y + z,
    }
    found = lanewise_many(list(meanings), a, b, c, out=np.float16)
    for row, (code, fn) in zip(found, meanings.items()):
        check(row, [fn(*v) for v in zip(*exact)], "rn", np.float16, code)


def test_square_roots():
    a = np.abs(samples(np.float32)[0])
    found = lanewise_many([f"sqrt.{m}.f32 %d, %a;" for m in MODES], a, out=np.float32)
    for row, mode in zip(found, MODES):
        for x, root in zip(a.tolist(), row):
            below, above = (Fraction(float(np.nextafter(root, np.float32(to)))) for to in (-1, np.inf))
            low, high = {"rz": (Fraction(float(root)), above), "rm": (Fraction(float(root)), above),
                         "rp": (below, Fraction(float(root))), "rn": ((below + Fraction(float(root))) / 2,
                         (above + Fraction(float(root))) / 2)}[mode]  # fmt: skip
            assert max(low, Fraction(0)) ** 2 <= Fraction(x) <= high**2, (mode, x, root)


SPECIAL = np.array([0.0, -0.0, 1.5, -2.5, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 3e38, 0.5, -0.5], np.float32)


def pairs() -> tuple[np.ndarray, np.ndarray]:
    a, b = np.meshgrid(SPECIAL, SPECIAL)
    return a.reshape(-1).copy(), b.reshape(-1).copy()


def test_minimum_maximum_and_nan():
    a, b = pairs()
    codes = ["min.f32 %d, %a, %b;", "max.f32 %d, %a, %b;", "min.NaN.f32 %d, %a, %b;", "max.ftz.f32 %d, %a, %b;",
             "max.xorsign.abs.f32 %d, %a, %b;"]  # fmt: skip
    low, high, strict, flushed, signs = lanewise_many(codes, a, b, out=np.float32)
    np.testing.assert_array_equal(low, np.fmin(a, b))
    np.testing.assert_array_equal(high, np.fmax(a, b))
    zeros = (a == 0) & (b == 0)
    np.testing.assert_array_equal(np.signbit(low[zeros]), np.signbit(a[zeros]) | np.signbit(b[zeros]))
    np.testing.assert_array_equal(np.signbit(high[zeros]), np.signbit(a[zeros]) & np.signbit(b[zeros]))
    np.testing.assert_array_equal(np.isnan(strict), np.isnan(a) | np.isnan(b))
    both = np.isnan(a) & np.isnan(b)
    assert (low[both].view(np.uint32) == 0x7FFFFFFF).all()
    np.testing.assert_array_equal(flushed, np.fmax(*(np.where(np.abs(v) < 1e-38, np.float32(0), v) for v in (a, b))))
    fine = ~(np.isnan(a) | np.isnan(b))
    largest, sign = np.fmax(np.abs(a), np.abs(b)), np.where(np.signbit(a) ^ np.signbit(b), -1, 1)
    np.testing.assert_array_equal(signs[fine], (largest * sign)[fine])


COMPARISONS = {
    "eq": lambda x, y: x == y, "ne": lambda x, y: x < y or x > y, "lt": lambda x, y: x < y, "ge": lambda x, y: x >= y,
    "equ": lambda x, y: not (x < y or x > y), "neu": lambda x, y: not x == y, "ltu": lambda x, y: not x >= y,
    "geu": lambda x, y: not x < y, "num": lambda x, y: x == x and y == y, "nan": lambda x, y: x != x or y != y,
}  # fmt: skip


def test_comparisons_with_nan():
    a, b = pairs()
    codes = [f"setp.{name}.f32 %p1, %a, %b; selp.b32 %d, 1, 0, %p1;" for name in COMPARISONS]
    for row, meaning in zip(lanewise_many(codes, a, b, out=np.uint32), COMPARISONS.values()):
        assert row.tolist() == [int(meaning(x, y)) for x, y in zip(a.tolist(), b.tolist())]


def test_flush_to_zero_and_saturation():
    a, b = pairs()
    codes = ["mul.ftz.f32 %d, %a, %b;", "add.sat.f32 %d, %a, %b;", "abs.f32 %d, %a;", "neg.f32 %d, %a;", "copysign.f32 %d, %a, %b;"]
    product, clamped, size, minus, sign = lanewise_many(codes, a, b, out=np.float32)
    with np.errstate(all="ignore"):
        fa, fb = (np.where(np.abs(v) < 1.1754944e-38, np.copysign(np.float32(0), v), v) for v in (a, b))
        np.testing.assert_array_equal(product, fa * fb)
        total = a + b
    np.testing.assert_array_equal(clamped, np.where(np.isnan(total), 0, np.clip(total, 0, 1)))
    np.testing.assert_array_equal(size, np.abs(a))
    np.testing.assert_array_equal(minus.view(np.uint32), a.view(np.uint32) ^ np.uint32(1 << 31))
    np.testing.assert_array_equal(sign[~np.isnan(b)], np.copysign(b, a)[~np.isnan(b)])


def test_approximations_are_close():
    a = np.abs(RNG.standard_normal(100).astype(np.float32)) + np.float32(0.1)
    codes = ["ex2.approx.f32 %d, %a;", "lg2.approx.f32 %d, %a;", "sin.approx.f32 %d, %a;", "cos.approx.f32 %d, %a;",
             "tanh.approx.f32 %d, %a;", "rsqrt.approx.f32 %d, %a;", "rcp.approx.ftz.f32 %d, %a;", "sqrt.approx.f32 %d, %a;",
             "div.full.f32 %d, 0f3F800000, %a;"]  # fmt: skip
    wide = a.astype(np.float64)
    expected = [np.exp2(wide), np.log2(wide), np.sin(wide), np.cos(wide), np.tanh(wide), wide**-0.5, 1 / wide, wide**0.5, 1 / wide]
    for row, want in zip(lanewise_many(codes, a, out=np.float32), expected):
        np.testing.assert_allclose(row, want, rtol=2e-7, atol=1e-7)


# -- conversions
def test_float_to_integer():
    a = np.array([0.5, 1.5, 2.5, -0.5, -1.5, 2.4, -2.6, 3e9, -3e9, 1e20, np.nan, np.inf, -np.inf, 255.5, -0.0], np.float32)
    roundings = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}
    kinds = [(np.int32, "s32"), (np.uint32, "u32")]
    codes = [f"cvt.{m}.{name}.f32 %d, %a;" for m in roundings for _, name in kinds]
    found = iter(lanewise_many(codes, a, out=np.uint32))
    for fn in roundings.values():
        for dtype, _ in kinds:
            info = np.iinfo(dtype)
            want = np.where(np.isnan(a), 0, np.clip(fn(a.astype(np.float64)), info.min, info.max)).astype(dtype)
            np.testing.assert_array_equal(next(found).view(dtype), want)
    narrow = lanewise("cvt.rzi.s8.f32 %d, %a;", a, out=np.uint32).view(np.int32)
    np.testing.assert_array_equal(narrow, np.where(np.isnan(a), 0, np.clip(np.trunc(a), -128, 127)).astype(np.int32))
    integral = lanewise("cvt.rni.f32.f32 %d, %a;", a, out=np.float32)
    np.testing.assert_array_equal(integral, np.rint(a))


def test_integer_to_float_in_all_modes():
    a = np.concatenate([RNG.integers(0, 1 << 63, 40), np.array([(1 << 24) + 1, (1 << 53) + 1, 3, 0])]).astype(np.uint64)
    a = np.concatenate([a, ~a])
    codes = [f"cvt.{m}.f32.s64 %d, %a;" for m in MODES]
    for row, mode in zip(lanewise_many(codes, a, out=np.float32), MODES):
        check(row, [Fraction(v) for v in a.view(np.int64).tolist()], mode, np.float32, mode)
    halves = lanewise("cvt.rn.f16.u64 %d, %a;", a % np.uint64(4096), out=np.uint16)
    np.testing.assert_array_equal(halves.view(np.float16), (a % np.uint64(4096)).astype(np.float16))


def test_float_to_narrower_float():
    wide = np.concatenate([RNG.standard_normal(80) * 2.0 ** RNG.integers(-40, 40, 80), [1 + 2**-24, 1 + 3 * 2**-24, 1e-42, 1e300]])
    for mode, row in zip(MODES, lanewise_many([f"cvt.{m}.f32.f64 %d, %a;" for m in MODES], wide, out=np.float32)):
        check(row, [Fraction(v) for v in wide.tolist()], mode, np.float32, mode)
    single = wide[:-1].astype(np.float32)
    halves = lanewise_many([f"cvt.{m}.f16.f32 %d, %a;" for m in ("rn", "rz")], single, out=np.float16)
    for mode, row in zip(("rn", "rz"), halves):
        check(row, [Fraction(float(v)) for v in single], mode, np.float16, mode)
    bf16 = lanewise("cvt.rn.bf16.f32 %d, %a;", single, out=np.uint16)
    np.testing.assert_array_equal(bf16, single.astype(ml_dtypes.bfloat16).view(np.uint16))
    back = lanewise("cvt.f32.bf16 %d, %a;", bf16, out=np.float32)
    np.testing.assert_array_equal(back, bf16.view(ml_dtypes.bfloat16).astype(np.float32))
    tf32 = lanewise("cvt.rna.tf32.f32 %d, %a;", single, out=np.uint32)
    np.testing.assert_array_equal(tf32, (single.view(np.uint32) + np.uint32(0x1000)) & np.uint32(0xFFFFE000))


def test_packed_narrow_formats():
    usual = RNG.standard_normal(60) * 2.0 ** RNG.integers(-12, 10, 60)
    a = np.concatenate([usual, [0, -0.0, 1e9, -1e9, np.nan, 448, 480]]).astype(np.float32)
    b = RNG.permutation(a)
    for name, dtype, top in (("e4m3", ml_dtypes.float8_e4m3fn, 448), ("e5m2", ml_dtypes.float8_e5m2, 57344)):
        found = lanewise(f"cvt.rn.satfinite.{name}x2.f32 %d, %a, %b;", a, b, out=np.uint16)
        bits = [np.clip(v, -top, top).astype(dtype).view(np.uint8).astype(np.uint16) for v in (a, b)]
        ok = ~(np.isnan(a) | np.isnan(b))
        np.testing.assert_array_equal(found[ok], (bits[1] | bits[0] << np.uint16(8))[ok])
        halves = lanewise(f"cvt.rn.f16x2.{name}x2 %d, %a;", found, out=np.uint32).view(np.float16).reshape(-1, 2)
        np.testing.assert_array_equal(halves[ok], found.view(np.uint8).reshape(-1, 2).view(dtype).astype(np.float16)[ok])
    pair = lanewise("cvt.rn.bf16x2.f32 %d, %a, %b;", a, b, out=np.uint32).view(np.uint16).reshape(-1, 2)
    fine = ~np.isnan(a)
    np.testing.assert_array_equal(pair[fine, 1], a.astype(ml_dtypes.bfloat16).view(np.uint16)[fine])
    relu = lanewise("cvt.rn.relu.f16x2.f32 %d, %a, %b;", a, b, out=np.uint32).view(np.float16).reshape(-1, 2)
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(relu[:, 1], np.where(a < 0, 0, a).astype(np.float16))


def test_pairs_in_one_register():
    x = RNG.standard_normal((3, 50, 2)).astype(np.float16)
    a, b, c = (v.reshape(-1).view(np.uint32) for v in x)
    total, product = (lanewise(code, a, b, c, out=np.uint32).view(np.float16).reshape(-1, 2)
                      for code in ("add.f16x2 %d, %a, %b;", "fma.rn.f16x2 %d, %a, %b, %c;"))  # fmt: skip
    np.testing.assert_array_equal(total, x[0] + x[1])
    np.testing.assert_array_equal(product, (x[0].astype(np.float64) * x[1] + x[2]).astype(np.float16))
    y = RNG.standard_normal((2, 50, 2)).astype(ml_dtypes.bfloat16)
    largest = lanewise("max.bf16x2 %d, %a, %b;", *(v.reshape(-1).view(np.uint32) for v in y), out=np.uint32)
    found = largest.view(ml_dtypes.bfloat16).reshape(-1, 2).astype(np.float32)
    np.testing.assert_array_equal(found, np.maximum(*y.astype(np.float32)))
