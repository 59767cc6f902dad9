"""Powers: exact where the exponent is a small whole number, else by logarithms.

In: base and exponent, tensors of one dtype or a Python number as exponent. Out: base ** exponent.
Always true: x ** 0 is 1, even for NaN; a negative base has a power only where the exponent is whole; integers wrap.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from heddle.errors import DTypeError

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

_LARGEST_REPEATED = 64  # up to here, products cost less than exp2 and log2, and round less


def power(base: Any, exponent: Any) -> Tensor:
    """base ** exponent; at least one of them is a tensor."""
    if isinstance(exponent, (int, float)): return _by_number(base, exponent)
    if base.dtype.is_float(): return _by_logarithm(base, exponent)
    return _of_integers(base, exponent)


def _by_number(base: Tensor, exponent: int | float) -> Tensor:
    if not base.dtype.is_float():
        if isinstance(exponent, float): return _by_number(base.float(), exponent)
        if exponent < 0: raise DTypeError("integers have no negative powers", "Use .float() before.")
        return _repeated(base, exponent)
    if exponent == 0.5: return base.sqrt()
    if exponent == -0.5: return base.rsqrt()
    if abs(exponent) <= _LARGEST_REPEATED and exponent == int(exponent):
        result = _repeated(base, abs(int(exponent)))
        return result if exponent >= 0 else result.reciprocal()
    return _by_logarithm(base, base.full_like(float(exponent)))


def _repeated(base: Tensor, times: int) -> Tensor:
    """base multiplied with itself, by squaring."""
    if times == 0: return base * 0 + 1 if not base.dtype.is_float() else base.ones_like()
    result: Tensor | None = None
    while True:
        if times & 1: result = base if result is None else result * base
        times >>= 1
        if not times: return result  # type: ignore[return-value]
        base = base * base


def _by_logarithm(base: Tensor, exponent: Tensor) -> Tensor:
    """2 ** (exponent * log2|base|), with the sign of an odd whole exponent."""
    size = base.abs()
    # 0 * -inf would be NaN, and 1 ** inf is 1
    trivial = (exponent == 0) | (size == 1)
    result = trivial.where(1.0, (exponent * trivial.where(1.0, size).log2()).exp2())
    half = exponent * 0.5
    whole, even = exponent.trunc() == exponent, half.trunc() == half
    # of -1 and infinity torch and C say 1
    signed = (whole & ~even).where(-result, result)
    unreal = ~whole & base.isfinite() & ~exponent.isinf()
    return (base < 0).where(unreal.where(math.nan, signed), result)


def _of_integers(base: Tensor, exponent: Tensor) -> Tensor:
    """Exact modulo 2 ** bits. A negative exponent gives the integer part of the fraction: 0 unless base is 1 or -1."""
    bits = exponent.dtype.bits - (0 if exponent.dtype.is_unsigned() else 1)
    result, square = base.ones_like(), base
    for bit in range(bits):
        result = ((exponent >> bit) & 1).bool().where(result * square, result)
        if bit + 1 < bits: square = square * square
    if exponent.dtype.is_unsigned(): return result
    odd = (exponent & 1).bool()
    inverse = (base == 1).where(1, (base == -1).where(odd.where(-1, 1), 0)).cast(base.dtype)
    return (exponent < 0).where(inverse, result)
