"""Correct rounding: fused multiply-add, directed modes, and the float formats that NumPy has not.

The tool throughout is rounding to odd: a float64 whose last bit is set whenever the exact value was not representable.
Rounding such a value once more to a format of at most 51 bits gives what rounding the exact value would have given,
in every mode (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
"""

from __future__ import annotations

import ctypes
import ctypes.util
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

Array = np.ndarray
F32, F64 = np.float32, np.float64
U32, U64 = np.uint32, np.uint64
F32_TINY = float(np.finfo(F32).tiny)


# -- exact sums and products as (result, error)
def two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """a + b = s + e exactly (Knuth), barring overflow."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


def two_product(a: Array, b: Array) -> tuple[Array, Array]:
    """a * b = p + e exactly (Dekker), barring overflow and underflow."""
    p = a * b
    ah, al = split(a)
    bh, bl = split(b)
    return p, ((ah * bh - p) + ah * bl + al * bh) + al * bl


def split(a: Array) -> tuple[Array, Array]:
    c = a * 134217729.0  # 2**27 + 1
    high = c - (c - a)
    return high, a - high


def odd(s: Array, error: Array) -> Array:
    """Round to odd the value s + error, where s is its float64 rounding."""
    bits = np.ascontiguousarray(np.broadcast_to(s, np.broadcast_shapes(s.shape, error.shape))).view(np.int64)
    change = (error != 0) & (bits & 1 == 0) & np.isfinite(s) & np.isfinite(error)
    away = (error > 0) == (s > 0)
    step = np.where(s == 0, 0, np.where(away, 1, -1))
    return np.where(change, bits + step, bits).view(F64)


# -- float32
def fma32(a: Array, b: Array, c: Array) -> Array:
    """a*b + c rounded once to float32. The product is exact in float64; only sums near a rounding boundary need care."""
    p = a.astype(F64) * b
    s = p + c
    bits = s.view(U64)
    risky = (bits & U64(0x0FFFFFFF)) == 0
    if risky.any():
        risky &= ((bits & U64(0x10000000)) != 0) | (np.abs(s) < F32_TINY)
        if risky.any():
            return odd(*two_sum(p, c.astype(F64))).astype(F32)
    return s.astype(F32)


def fma32_exact(a: Array, b: Array, c: Array) -> Array:
    """a*b + c in float64, rounded to odd: for the directed modes and the narrower formats."""
    return odd(*two_sum(a.astype(F64) * b, c.astype(F64)))


def to_f32(exact: Array, mode: str) -> Array:
    """A float64 (rounded to odd where inexact) to float32 in mode rn, rz, rm, rp."""
    return directed(exact.astype(F32), exact, mode)


def directed(near: Array, exact: Array, mode: str) -> Array:
    """Correct a rounding to nearest of `exact` into another mode; NaN and exact values stay."""
    if mode == "rn":
        return near
    wide = near.astype(F64) if near.dtype != F64 else near
    zero = near.dtype.type(0)
    if mode == "rz":
        wrong, toward = np.abs(wide) > np.abs(exact), np.broadcast_to(zero, near.shape)
    elif mode == "rm":
        wrong, toward = wide > exact, np.broadcast_to(near.dtype.type(-np.inf), near.shape)
    else:
        wrong, toward = wide < exact, np.broadcast_to(near.dtype.type(np.inf), near.shape)
    return np.where(wrong, np.nextafter(near, toward), near)


def directed_by_error(near: Array, error: Array, mode: str) -> Array:
    """A float64 rounding to nearest with the sign of its error into another mode."""
    if mode == "rn":
        return near
    up, down = np.nextafter(near, np.inf), np.nextafter(near, -np.inf)
    if mode == "rp":
        return np.where(error > 0, up, near)
    if mode == "rm":
        return np.where(error < 0, down, near)
    inward = np.where(near > 0, down, up)
    return np.where((error != 0) & ((error > 0) != (near > 0)), inward, near)


def rest_of(target: Array, u: Array, v: Array) -> Array:
    """Something of the sign of target - u*v in float64; exact fractions where doubles would underflow or overflow."""
    target, u, v = np.broadcast_arrays(target, u, v)
    p, e = two_product(u, v)
    rest = (target - p) - e
    finite = np.isfinite(target) & np.isfinite(u) & np.isfinite(v)
    usual = (np.abs(target) > 1e-250) & (np.abs(target) < 1e290) & (np.maximum(np.abs(u), np.abs(v)) < 1e290)
    for i in np.flatnonzero(finite & ~usual):
        exact = Fraction(float(target[i])) - Fraction(float(u[i])) * Fraction(float(v[i]))
        rest[i] = (exact > 0) - (exact < 0)
    return np.where(finite, rest, 0.0)


def overflowed(value: Array, mode: str, *operands: Array) -> Array:
    """Infinity out of finite operands becomes the largest number where the mode rounds towards it."""
    finite = np.isfinite(np.broadcast_arrays(*operands)).all(axis=0) & np.isinf(value)
    stays = (value > 0) if mode == "rp" else (value < 0) if mode == "rm" else np.full(value.shape, mode == "rn")
    return np.where(finite & ~stays, np.copysign(np.finfo(value.dtype).max, value), value)


# -- float64
_libm = ctypes.CDLL(ctypes.util.find_library("m") or "libm.so.6")
_libm.fma.argtypes = [ctypes.c_double] * 3
_libm.fma.restype = ctypes.c_double


def fma64(a: Array, b: Array, c: Array) -> Array:
    """a*b + c rounded once to float64; operands of unusual size go through the C library."""
    a, b, c = np.broadcast_arrays(a, b, c)
    with np.errstate(all="ignore"):
        uh, ul = two_product(a, b)
        th, tl = two_sum(c, ul)
        vh, vl = two_sum(uh, th)
        out = vh + odd(*two_sum(tl, vl))
        big, small = 1e150, 1e-140
        usual = (np.abs(a) < big) & (np.abs(b) < big) & (np.abs(c) < big) & ((np.abs(uh) > small) | (a == 0) | (b == 0))
        usual &= out != 0
    for i in np.flatnonzero(~usual):
        out[i] = _libm.fma(a[i], b[i], c[i])
    return out


# -- narrow formats
def bf16_to_f32(bits: Array) -> Array:
    return (bits.astype(U32) << U32(16)).view(F32)


def f32_to_bf16(value: Array) -> Array:
    """To nearest even; NaN becomes the canonical 0x7fff."""
    return BF16.encode(value)


def tf32_to_f32(bits: Array) -> Array:
    """The unit reads the upper 19 bits and ignores the rest."""
    return (bits & U32(0xFFFFE000)).view(F32)


def f32_to_tf32(value: Array, mode: str = "rn") -> Array:
    """10 bits of mantissa; rna rounds ties away from zero."""
    bits = np.ascontiguousarray(value, F32).view(U32)
    half = U32(0x1000) if mode == "rna" else U32(0xFFF) + ((bits >> U32(13)) & U32(1))
    if mode == "rz":
        half = U32(0)
    out = (bits + half) & U32(0xFFFFE000)
    return np.where(np.isnan(value), U32(0x7FFFFFFF), out)


@dataclass(frozen=True)
class Small:
    """A float format of at most 16 bits: sign, exponent, mantissa. `finite` formats have no infinity (e4m3)."""

    name: str
    exponent: int
    mantissa: int
    finite: bool = False
    nan: int = field(default=0)

    @property
    def bits(self) -> int:
        return 1 + self.exponent + self.mantissa

    @property
    def bias(self) -> int:
        return (1 << (self.exponent - 1)) - 1

    @property
    def store(self) -> type:
        return np.uint16 if self.bits == 16 else np.uint8

    @cached_property
    def table(self) -> Array:
        """The float32 of every bit pattern."""
        code = np.arange(1 << self.bits, dtype=np.int64)
        sign = np.where(code >> (self.bits - 1), -1.0, 1.0)
        e = (code >> self.mantissa) & ((1 << self.exponent) - 1)
        m = code & ((1 << self.mantissa) - 1)
        value = np.where(e == 0, np.ldexp(m.astype(F64), 1 - self.bias - self.mantissa), 0.0)
        value = np.where(e > 0, np.ldexp((m + (1 << self.mantissa)).astype(F64), e - self.bias - self.mantissa), value)
        top = e == (1 << self.exponent) - 1
        if self.finite:
            value = np.where(top & (m == (1 << self.mantissa) - 1), np.nan, value)
        else:
            value = np.where(top, np.where(m == 0, np.inf, np.nan), value)
        return (sign * value).astype(F32)

    @property
    def largest(self) -> float:
        return float(np.nanmax(np.where(np.isinf(self.table), np.nan, self.table)))

    def decode(self, bits: Array) -> Array:
        return self.table[bits]

    def encode(self, value: Array, mode: str = "rn", saturate: bool = False) -> Array:
        """Float to bits. Overflow: infinity, or the largest value with `saturate`; e4m3 has only NaN to overflow to."""
        exact = np.asarray(value, F64)
        size = np.abs(exact)
        with np.errstate(all="ignore"):
            _, e = np.frexp(size)
            step = np.ldexp(1.0, np.maximum(e - 1, 1 - self.bias) - self.mantissa)  # unit in the last place
            scaled = exact / step
            rounded = np.abs(ROUND[mode](scaled)) * step
        over = rounded > self.largest
        towards_zero = mode == "rz"
        finite = np.where(over, self.largest, np.where(np.isfinite(rounded), rounded, 0.0))
        code = self._code(finite)
        top = self._code(np.array(self.largest))
        if not (saturate or towards_zero):
            code = np.where(over, self.nan if self.finite else top + 1, code)
        code = np.where(np.isinf(exact), top if saturate else (self.nan if self.finite else top + 1), code)
        code = code | (np.signbit(exact).astype(np.int64) << (self.bits - 1))
        return np.where(np.isnan(exact), self.nan, code).astype(self.store)

    def _code(self, size: Array) -> Array:
        """Bits of a non-negative, representable, finite value."""
        m, e = np.frexp(size)
        normal = e - 1 >= 1 - self.bias
        mantissa = np.where(normal, np.ldexp(m, self.mantissa + 1) - (1 << self.mantissa), 0)
        low = np.ldexp(size, self.bias - 1 + self.mantissa)
        code = np.where(normal, ((e - 1 + self.bias) << self.mantissa) + mantissa, low)
        return np.where(size == 0, 0, code).astype(np.int64)


def round_half_away(a: Array) -> Array:
    return np.copysign(np.floor(np.abs(a) + 0.5), a)


ROUND = {"rn": np.rint, "rz": np.trunc, "rm": np.floor, "rp": np.ceil, "rna": round_half_away}
BF16 = Small("bf16", 8, 7, nan=0x7FFF)
E4M3 = Small("e4m3", 4, 3, finite=True, nan=0x7F)
E5M2 = Small("e5m2", 5, 2, nan=0x7F)
F16 = Small("f16", 5, 10, nan=0x7FFF)
E2M1 = Small("e2m1", 2, 1, nan=0x7)
