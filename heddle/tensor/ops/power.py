"""Powers: by repeated products for small integer exponents, else by logarithms.

Inputs: base and exponent, tensors of one dtype or a Python number as exponent. Outputs: base ** exponent.
Invariants: x ** 0 and 1 ** x are 1, even for NaN; a negative base has a power only where the exponent is integral; integers wrap.
Products that round more than twice are computed in a wider format if the device has one; logarithms have twice the digits of the
format, which gradients do without where there is a wider format.
"""
from __future__ import annotations

import decimal
import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heddle.device import Device
from heddle.dtype import DType, dtypes
from heddle.errors import DTypeError
from heddle.tensor.autograd.composite_rules import as_whole, with_slope
from heddle.tensor.node_builders import cast, constant, mark, shaped_like
from heddle.tensor.ops.reduce import accumulator
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

_LARGEST_REPEATED = 64  # up to here, products cost less than exp2 and log2, and round less
_ROUNDED_TWICE = 3  # up to this exponent, two products at most
_FEW = 8  # up to this exponent, products round to 4 ULP at most


def power(base: Tensor, exponent: Tensor | float) -> Tensor:
    """base ** exponent, in the dtype of the base, which that of an exponent is too."""
    if isinstance(exponent, (int, float)): return _by_number(base, exponent)
    if base.dtype.is_float():
        wide = accumulator(base.dtype)
        return _by_logarithm(base.cast(wide), exponent.cast(wide)).cast(base.dtype)
    return _of_integers(base, exponent)


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
    wide = exponent.cast(accumulator(exponent.dtype))
    if math.isinf(base): return (exponent == 0).where(1.0, (exponent * base).exp2())
    if exponent.dtype.itemsize < 4: return (wide * math.log2(base)).exp2().cast(exponent.dtype)
    result = wide._of(_power_of_number(base, wide.uop), wide._needs_grad)
    return with_slope(result, wide, lambda x: of_number(base, x) * math.log(base))


def _by_number(base: Tensor, exponent: int | float) -> Tensor:
    """base ** exponent by roots and products where these are exact enough. DTypeError for integers and a negative one."""
    if not base.dtype.is_float():
        if isinstance(exponent, float): return _by_number(base.float(), exponent)
        if exponent < 0: raise DTypeError("integers have no negative powers", "Use .float() before.")
        return _repeated(base, exponent)
    if exponent == 0.5: return base.sqrt()
    if exponent == -0.5: return base.rsqrt()
    if abs(exponent) <= _LARGEST_REPEATED and exponent == int(exponent):
        return _by_products(base, int(exponent))
    x = base.cast(accumulator(base.dtype))
    return _by_logarithm(x, x.full_like(float(exponent))).cast(base.dtype)


def _by_products(base: Tensor, exponent: int) -> Tensor:
    """base ** exponent; of many factors by logarithms where no format is wider than that of the base."""
    direct = -1 <= exponent <= (_ROUNDED_TWICE if base.dtype.itemsize >= 4 else 2)
    x = base if direct else base.cast(wider(base))
    if abs(exponent) > _FEW and x.dtype is base.dtype: return _by_logarithm(x, x.full_like(float(exponent)))
    if exponent >= 0: return _repeated(x, exponent).cast(base.dtype)
    # a product may overflow where its reciprocal is not 0, that of the reciprocals may not; which round once more
    is_far = x.dtype.max > base.dtype.max  # bfloat16 has the range of float32
    result = _repeated(x, -exponent).reciprocal() if is_far else _repeated(x.reciprocal(), -exponent)
    # the chain rule would square the reciprocal, which overflows before the gradient does
    return with_slope(result, x, lambda x: exponent * _by_number(x, exponent - 1)).cast(base.dtype)


def _repeated(base: Tensor, times: int) -> Tensor:
    """base multiplied with itself, by squaring."""
    if times == 0: return base * 0 + 1 if not base.dtype.is_float() else base.ones_like()
    while not times & 1: base, times = base * base, times >> 1
    result = base
    while times := times >> 1:
        base = base * base
        if times & 1: result = result * base
    return result


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
    bits = _CONSTANTS[base.dtype].bits
    words = base.bitcast(bits)
    size = (words & bits.max).bitcast(base.dtype)
    result = base._of(_power_of_magnitude(size.uop, exponent.uop), base._needs_grad or exponent._needs_grad)
    half = exponent * 0.5
    whole, even = exponent.trunc() == exponent, half.trunc() == half
    # of -1 and infinity torch and C say 1; -0.0 has the powers of 0.0, and an odd one its sign
    negative = words < 0
    signed = (negative & whole & ~even).where(-result, result)
    unreal = negative & ~whole & (size > 0) & (size < math.inf)
    return ((exponent == 0) | (base == 1)).where(1.0, unreal.where(math.nan, signed))


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


# ---- the extended-precision logarithm
#
# A power multiplies the relative error of its base's logarithm by the logarithm of the result, which is 100 ULP in float32 and 1000
# in float64 where the logarithm is one number; here it has twice the digits, and the result is within 2 ULP.
#
# A product and a sum may be fused or not. A high part has half the digits of the format, so that the product of two is exact; it is
# truncated by an integer op, so that no compiler simplifies the remainder of a sum to 0. The methods are those of T. J. Dekker, "A
# floating-point technique for extending the available precision" (1971).


@dataclass(frozen=True)
class _Constants:
    """What the formulas need of a format. Pairs are (high part of half the digits, rest)."""

    bits: DType  # the signed integer of the same size
    fraction: int  # stored bits of the significand
    least: int  # exponent of the least normal number
    bits_of_sqrt_half: int
    high: int  # mask of the bits of a high part
    exponent_bound: float  # any power with such an exponent is 0, 1 or infinite, but for what overflows on the way
    first: tuple[float, float]  # 2 / ln(2)
    second: tuple[float, float]  # 2 / (3 ln(2))
    others: tuple[float, ...]  # the rest of log2((1+s)/(1-s)) / s, divided by s**4, in powers of s**2


_CONSTANTS = {
    dtypes.float32: _Constants(
        dtypes.int32, 23, -126, 0x3F3504F3, -1 << 12, 2.0 ** 40,
        (2.884765625, 0.0006244567921385169), (0.961669921875, 0.00012677205086220056),
        # relative error of the logarithm 2**-37
        (0.5770801901817322, 0.4118497967720032, 0.3378259241580963)),
    dtypes.float64: _Constants(
        dtypes.int64, 52, -1022, 0x3FE6A09E667F3BCD, -1 << 27, 2.0 ** 70,
        (2.885390043258667, 3.851925982253235e-08), (0.9617966860532761, 7.872699542894897e-09),
        # 2**-73
        (0.5770780163555851, 0.4121985831113461, 0.3205988979126241, 0.26230819868349614, 0.22195226829953307, 0.19240141120973567,
         0.16844954414933164, 0.17283487163051625))}


class _Value:
    """A node in formulas: operators make nodes without the user's line and checks, which would take most of the time of so many."""

    __slots__ = ("form", "uop")

    def __init__(self, uop: UOp, form: _Constants) -> None: self.uop, self.form = uop, form

    def of(self, op: Ops, dtype: DType, *src: _Value | float) -> _Value:
        """A node of `op`; a number becomes one of `dtype`, or of the last operand's for comparisons."""
        kind = next(s.uop.dtype for s in reversed(src) if isinstance(s, _Value))
        nodes = [s.uop if isinstance(s, _Value) else constant(kind, s, self.uop.shape) for s in src]
        source = next((n for n in nodes if n.device is not None), nodes[0])
        return _Value(shaped_like(UOp(op, dtype, tuple(nodes)), source, line=False), self.form)

    def __add__(self, x: _Value | float) -> _Value: return self.of(Ops.ADD, self.uop.dtype, self, x)
    def __sub__(self, x: _Value | float) -> _Value: return self.of(Ops.SUB, self.uop.dtype, self, x)
    def __mul__(self, x: _Value | float) -> _Value: return self.of(Ops.MUL, self.uop.dtype, self, x)
    def __and__(self, x: _Value | int) -> _Value: return self.of(Ops.AND, self.uop.dtype, self, x)
    def __lshift__(self, n: int) -> _Value: return self.of(Ops.SHL, self.uop.dtype, self, n)
    def __rshift__(self, n: int) -> _Value: return self.of(Ops.SHR, self.uop.dtype, self, n)
    def __lt__(self, x: _Value | float) -> _Value: return self.of(Ops.CMPLT, dtypes.bool, self, x)
    def __gt__(self, x: float) -> _Value: return self.of(Ops.CMPLT, dtypes.bool, x, self)

    def exp2(self) -> _Value: return self.of(Ops.EXP2, self.uop.dtype, self)
    def reciprocal(self) -> _Value: return self.of(Ops.RECIPROCAL, self.uop.dtype, self)
    def bitcast(self, dtype: DType) -> _Value: return self.of(Ops.BITCAST, dtype, self)
    def where(self, yes: _Value | float, no: _Value) -> _Value: return self.of(Ops.WHERE, no.uop.dtype, self, yes, no)

    def masked(self, mask: int) -> _Value:
        """The number with the bits of `mask`."""
        return (self.bitcast(self.form.bits) & mask).bitcast(self.uop.dtype)

    def split(self) -> tuple[_Value, _Value]:
        """(high part, rest), both exact."""
        high = self.masked(self.form.high)
        return high, self - high


def _power_of_magnitude(size: UOp, exponent: UOp) -> UOp:
    """size ** exponent for size >= 0 or NaN; where one is 0 or infinite the limit, and NaN for 0 ** 0 and infinity ** 0"""
    form = _CONSTANTS[size.dtype]
    x, y = _Value(size, form), _Value(exponent, form)
    high, low = _product(_bounded(y), *_logarithm(x))
    is_finite = (x > 0.0) & (x < math.inf)
    return mark(_exp2(is_finite.where(high, y * (x < 1.0).where(-math.inf, x)), low).uop)


def _power_of_number(base: float, exponent: UOp) -> UOp:
    """base ** exponent for a finite base above 0"""
    form = _CONSTANTS[exponent.dtype]
    y = _Value(exponent, form)
    high, low = _log2_of_number(base, (form.fraction + 1) // 2)
    return mark(_exp2(*_product(_bounded(y), _like(y, high), _like(y, low))).uop)


@functools.lru_cache(maxsize=256)
def _log2_of_number(base: float, digits: int) -> tuple[float, float]:
    """log2(base) as a pair of Python floats: its first binary digits, and the rest"""
    with decimal.localcontext() as context:
        context.prec = 50
        exact = decimal.Decimal(base).ln() / decimal.Decimal(2).ln()
        fraction, exponent = math.frexp(float(exact))
        high = math.ldexp(math.floor(math.ldexp(fraction, digits)), exponent - digits)
        return high, float(exact - decimal.Decimal(high))


def _like(x: _Value, value: float) -> _Value: return _Value(constant(x.uop.dtype, value, x.uop.shape, x.uop.device), x.form)


def _bounded(y: _Value) -> _Value:
    """y cut where every result but 1 is 0 or infinite, so that products with it are finite."""
    bound = y.form.exponent_bound
    y = (y < -bound).where(-bound, y)
    return (y > bound).where(bound, y)


def _logarithm(x: _Value) -> tuple[_Value, _Value]:
    """log2(x) = k + log2(1+r), sqrt(1/2) <= 1+r < sqrt(2), as a pair; relative error 2**-33 in float32, 2**-64 in float64; x > 0"""
    form = x.form
    tiny = x < 2.0 ** form.least
    bits = tiny.where(x * 2.0 ** form.fraction, x).bitcast(form.bits)
    k = (bits - form.bits_of_sqrt_half) >> form.fraction
    r = (bits - (k << form.fraction)).bitcast(x.uop.dtype) - 1.0
    exponent = _Value(cast(k.uop, x.uop.dtype), form) - tiny.where(float(form.fraction), _like(x, 0.0))
    high, low = _logarithm_near_1(r)
    total = (exponent + (high + low)).masked(form.high)
    return total, ((exponent - total) + high) + low


def _logarithm_near_1(r: _Value) -> tuple[_Value, _Value]:
    """log2(1+r) = s * (2/ln(2) + s**2 * 2/(3 ln(2)) + …), s = r/(2+r): the first three terms in pairs"""
    form = r.form
    inverse = (r + 2.0).reciprocal()
    s = (r * inverse).masked(form.high)
    r_high, r_low = r.split()
    s_low = (((r - (s + s)) - s * r_high) - s * r_low) * inverse
    square = s * s
    rest = (s + s + s_low) * s_low
    z, z_high = square + rest, square.masked(form.high)
    z_low = (square - z_high) + rest
    series = _Value(constant(r.uop.dtype, form.others[-1], r.uop.shape), form)
    for c in reversed(form.others[:-1]): series = series * z + c
    second = z_high * form.second[0]
    others = (z_low * form.second[0] + z * form.second[1]) + z * z * series + form.first[1]
    factor = ((second + others) + form.first[0]).masked(form.high)
    factor_low = ((_like(r, form.first[0]) - factor) + second) + others
    return s * factor, s * factor_low + s_low * (factor + factor_low)


def _product(y: _Value, high: _Value, low: _Value) -> tuple[_Value, _Value]:
    """y * (high + low) as a pair, whose first number has all digits of the format but one"""
    y_high, y_low = y.split()
    exact, rest = y_high * high, y_low * high + y * low
    total = (exact + rest).masked(-2)
    return total, (exact - total) + rest


def _exp2(high: _Value, low: _Value) -> _Value:
    """2 ** (high + low) = 2**high + 2**high * low * ln(2), |low| small beside 1

    What high has above the greatest exponent goes to low: 2**high is finite, and infinity times a negative low would be NaN.
    """
    largest = -high.form.least + 2 - 2.0 ** (7 - high.form.fraction)
    above = high > largest
    power = above.where(largest, high).exp2()
    return power + power * (above.where((high - largest) + low, low) * math.log(2))
