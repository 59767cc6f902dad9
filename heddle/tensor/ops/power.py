"""Powers: by repeated products for small integer exponents, else by logarithms.

Inputs: base and exponent, tensors of one dtype or a Python number as exponent. Outputs: base ** exponent.
Invariants: x ** 0 and 1 ** x are 1, even for NaN; a negative base has a power only where the exponent is integral; integers wrap.
Products that round more than twice are computed in a wider format if the device has one; logarithms have twice the digits
(extended_log.py), which gradients do without where there is a wider format.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from heddle.device import Device
from heddle.dtype import DType, dtypes
from heddle.errors import DTypeError
from heddle.tensor.autograd.composite_rules import as_whole, with_slope
from heddle.tensor.ops.extended_log import power_of_magnitude, power_of_number

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

_LARGEST_REPEATED = 64  # up to here, products cost less than exp2 and log2, and round less
_ROUNDED_TWICE = 3  # up to this exponent, two products at most
_FEW = 8  # up to this exponent, products round to 4 ULP at most


def power(base: Any, exponent: Any) -> Tensor:
    """base ** exponent; at least one of them is a tensor."""
    if isinstance(exponent, (int, float)): return _by_number(base, exponent)
    if base.dtype.is_float():
        wide = _at_least_single(base.dtype)
        return _by_logarithm(base.cast(wide), exponent.cast(wide)).cast(base.dtype)
    return _of_integers(base, exponent)


def _at_least_single(dtype: DType) -> DType: return dtype if dtype.itemsize >= 4 else dtypes.float32


def wider(x: Tensor) -> DType:
    """The format in which products of several `x` are computed: float32 for 16 bits and fewer; float64 for float32, and for bfloat16,
    which has its range, if the device has it.
    """
    if x.dtype.itemsize < 4 and x.dtype is not dtypes.bfloat16: return dtypes.float32
    devices = (x.device,) if isinstance(x.device, str) else x.device
    if x.dtype is dtypes.float64: return dtypes.float64
    if all(dtypes.float64 in Device[d].renderer.capabilities.arithmetic for d in devices): return dtypes.float64
    return dtypes.float32


def of_number(base: float, exponent: Tensor) -> Tensor:
    """base ** exponent for a positive base; 1 for base 1, whatever the exponent."""
    if base == 1: return exponent.ones_like()
    wide = exponent.cast(_at_least_single(exponent.dtype))
    if math.isinf(base): return (exponent == 0).where(1.0, (exponent * base).exp2())
    if exponent.dtype.itemsize < 4: return (wide * math.log2(base)).exp2().cast(exponent.dtype)
    result = wide._of(power_of_number(base, wide.uop), wide._needs_grad)
    return with_slope(result, wide, lambda x: of_number(base, x) * math.log(base))


def _by_number(base: Tensor, exponent: int | float) -> Tensor:
    if not base.dtype.is_float():
        if isinstance(exponent, float): return _by_number(base.float(), exponent)
        if exponent < 0: raise DTypeError("integers have no negative powers", "Use .float() before.")
        return _repeated(base, exponent)
    if exponent == 0.5: return base.sqrt()
    if exponent == -0.5: return base.rsqrt()
    if abs(exponent) <= _LARGEST_REPEATED and exponent == int(exponent):
        return _by_products(base, int(exponent))
    x = base.cast(_at_least_single(base.dtype))
    return _by_logarithm(x, x.full_like(float(exponent))).cast(base.dtype)


def _by_products(base: Tensor, exponent: int) -> Tensor:
    """base ** exponent; of many factors by logarithms where no format is wider than that of the base."""
    direct = -1 <= exponent <= (_ROUNDED_TWICE if base.dtype.itemsize >= 4 else 2)
    x = base if direct else base.cast(wider(base))
    if abs(exponent) > _FEW and x.dtype is base.dtype: return _by_logarithm(x, x.full_like(float(exponent)))
    if exponent >= 0: return _repeated(x, exponent).cast(base.dtype)
    # a product may overflow where its reciprocal is not 0, that of the reciprocals may not; which round once more
    result = _repeated(x.reciprocal(), -exponent) if x.dtype is base.dtype else _repeated(x, -exponent).reciprocal()
    # the chain rule would square the reciprocal, which overflows before the gradient does
    return with_slope(result, x, lambda x: exponent * _by_number(x, exponent - 1)).cast(base.dtype)


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
    """base ** exponent with its gradient: exponent base ** (exponent - 1), and base ** exponent log(base)."""
    return as_whole(_powers(base, exponent), (base, exponent), lambda g, x, y: (lambda: g * _slope_by_base(x, y),
                                                                               lambda: g * _slope_by_exponent(x, y)))


def _slope_by_base(x: Tensor, y: Tensor) -> Tensor:
    """y - 1 is rounded in the format of the exponent, so that it is made in a wider one."""
    wide = wider(x)
    a, b = x.cast(wide), y.cast(wide)
    return ((b == 0).where(0.0, b * _by_logarithm(a, b - 1))).cast(x.dtype)


def _slope_by_exponent(x: Tensor, y: Tensor) -> Tensor:
    """0 ** y is 0 for all y above 0, so flat."""
    flat = (x == 0) & (y >= 0)
    return flat.where(0.0, _by_logarithm(x, y) * flat.where(1.0, x).log())


def _powers(base: Tensor, exponent: Tensor) -> Tensor:
    """|base| ** exponent, with the sign of an odd whole exponent."""
    bits = _SIGNED[base.dtype]
    words = base.bitcast(bits)
    size = (words & bits.max).bitcast(base.dtype)
    result = base._of(power_of_magnitude(size.uop, exponent.uop), base._needs_grad or exponent._needs_grad)
    half = exponent * 0.5
    whole, even = exponent.trunc() == exponent, half.trunc() == half
    # of -1 and infinity torch and C say 1; -0.0 has the powers of 0.0, and an odd one its sign
    negative = words < 0
    signed = (negative & whole & ~even).where(-result, result)
    unreal = negative & ~whole & (size > 0) & (size < math.inf)
    return ((exponent == 0) | (base == 1)).where(1.0, unreal.where(math.nan, signed))


_SIGNED = {dtypes.float32: dtypes.int32, dtypes.float64: dtypes.int64}


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
