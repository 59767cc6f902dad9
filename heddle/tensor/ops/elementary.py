"""Elementary functions of float32 and float64 tensors within one or two ULP: expm1, log1p, tanh and the inverse trigonometric ones.

Inputs: a tensor of one of the two formats. Outputs: one of its shape and format.
Invariants: a product and a sum may be fused or not, every formula is right either way; no formula needs x + c - c to be kept by
compilers that reassociate: where the rounding error of a sum is needed, the sum goes through an integer op first. NaN gives NaN.

The polynomials are minimax (weighted least squares, reweighted towards the largest relative error of the result), rounded one
coefficient after the other, the others fitted again. The methods are those of W. Cody, W. Waite, "Software Manual for the
Elementary Functions" (1980).
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

from heddle.dtype import DType, dtypes
from heddle.lazy_dataclass import dataclass
from heddle.tensor.autograd import elementwise_derivatives
from heddle.tensor.autograd.composite_rules import with_slope

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


@dataclass(frozen=True)
class _Constants:
    """What the formulas need of a format. Coefficients are from the lowest power up; the relative error is that of the whole
    function.
    """

    bits: DType  # the signed integer of the same size
    fraction: int  # stored bits of the significand
    bias: int  # of the exponent
    exp_bounds: tuple[float, float]  # where expm1 is -1, and where it is infinite
    ln2: tuple[float, float]  # in two pieces; the product of the first and an exponent is exact
    half_pi: tuple[float, float]
    expm1: tuple[float, ...]  # (e**f - 1 - f) / f**2 in f, |f| <= ln(2)/2
    log1p: int  # terms of the series for |x| < 2**-8
    atan: tuple[float, ...]  # (atan(x)/x - 1) / x**2 in x**2, |x| <= tan(pi/8)
    asin: tuple[float, ...]  # (asin(x)/x - 1) / x**2 in x**2, |x| <= 1/2


_CONSTANTS = {
    dtypes.float32: _Constants(
        dtypes.int32, 23, 127, (-20.0, 89.0), (0.693145751953125, 1.428606765330187e-06),
        (1.5707963705062866, -4.371138828673793e-08),
        # relative errors 2**-26.1, -, 2**-30.4, 2**-31.6
        expm1=(0.5, 0.1666654795408249, 0.04166683182120323, 0.008366109803318977, 0.0013900288613513112), log1p=4,
        atan=(-0.33333316445350647, 0.19998528063297272, -0.14244388043880463, 0.10599120706319809, -0.06089867651462555),
        asin=(0.16666659712791443, 0.0750051736831665, 0.04451478272676468, 0.03182394430041313, 0.014382301829755306,
              0.03759024664759636)),
    dtypes.float64: _Constants(
        dtypes.int64, 52, 1023, (-40.0, 710.0), (0.6931471805598903, 5.497923018708371e-14),
        (1.5707963267948966, 6.123233995736766e-17),
        # relative errors 2**-61.5, -, 2**-59.4, 2**-59.8
        expm1=(0.5, 0.16666666666666677, 0.041666666666666644, 0.00833333333332155, 0.0013888888888906764, 0.00019841269886175302,
               2.4801587268044875e-05, 2.7557244250937307e-06, 2.755732932761945e-07, 2.5109001961490525e-08,
               2.089613150739905e-09), log1p=8,
        atan=(-0.333333333333332, 0.19999999999953547, -0.14285714280183792, 0.11111110782672715, -0.09090897733708833,
              0.07692059782074606, -0.06663099142911358, 0.05847853896986846, -0.050391468588546214, 0.038060601159120244,
              -0.017902936814945945),
        asin=(0.16666666666666763, 0.07499999999970161, 0.04464285717516037, 0.03038194268376152, 0.022372215618148422,
              0.017351601286620395, 0.013980943891502359, 0.011397934857576706, 0.010785597743025298, 0.0036865947479185713,
              0.021754980237990707, -0.021065632871873824, 0.03266994801286344))}

# (tanh(x)/x - 1) / x**2 in x**2 for |x| <= 0.65, relative error 2**-31.4: for float32
_TANH = (-0.333333283662796, 0.13333112001419067, -0.05393515154719353, 0.021638767793774605, -0.008028659969568253,
         0.0020109498873353004)
_TANH_NEAR = 0.65


def polynomial(x: Tensor, coefficients: tuple[float, ...] | list[float]) -> Tensor:
    """coefficients[0] + coefficients[1] x + …, by Horner's rule."""
    result = x * coefficients[-1] + coefficients[-2]
    for c in reversed(coefficients[:-2]): result = result * x + c
    return result


def odd(x: Tensor, magnitude: Tensor) -> Tensor:
    """`magnitude`, which is 0 where x is, with the sign of x: that of a zero too."""
    return (x < 0).where(-magnitude, (x == 0).where(x, magnitude))


def expm1(x: Tensor) -> Tensor:
    """e**x - 1 = 2 (2**(n-1) (e**f - 1) + (2**(n-1) - 1/2)), x = n ln(2) + f with an integer n, |f| <= ln(2)/2"""
    form = _CONSTANTS[x.dtype]
    magic = 1.5 * 2.0 ** form.fraction
    bounded = x.clip(*form.exp_bounds)
    n = (bounded * (1 / math.log(2)) + magic) - magic  # the nearest integer
    f = (bounded - n * form.ln2[0]) - n * form.ln2[1]
    near = f + f * f * polynomial(f, form.expm1)
    scale = ((n.cast(form.bits) + (form.bias - 1)) << form.fraction).bitcast(x.dtype)
    result = (scale * near + (scale - 0.5)) * 2
    return with_slope((x == 0).where(x, result), x, elementwise_derivatives.of_expm1)


def log1p(x: Tensor) -> Tensor:
    """ln(1 + x) = ln(y) + (x - (y - 1))/y with y near 1 + x; by the series where |x| is small

    y is the rounded sum without its last bit, which the integer op takes off: so y - 1 is exact, and no compiler takes it for x.
    """
    form = _CONSTANTS[x.dtype]
    y = ((x + 1).bitcast(form.bits) & -2).bitcast(x.dtype)
    rest = (x - (y - 1)) / y  # NaN at -1 and infinity
    series = x - x * x * polynomial(x, [(-1) ** k / (k + 2) for k in range(form.log1p - 1)])
    far = rest.isnan().where(y.log(), y.log() + rest)
    result = (x.abs() < 2.0 ** -8).where(series, far)
    return with_slope(result, x, elementwise_derivatives.of_log1p)


def tanh(x: Tensor) -> Tensor:
    """(1 - e) / (1 + e), e = e**(-2|x|); near 0, where that cancels, x + x**3 P(x**2), in float64 by expm1."""
    size = x.abs()
    if x.dtype.itemsize == 8:
        lost = -(size * -2).expm1()
        return with_slope(odd(x, lost / (2 - lost)), x, elementwise_derivatives.of_tanh)
    e = (size * -2).exp()
    far = (1 - e) / (1 + e) * x.sign()
    near = x.clip(-_TANH_NEAR, _TANH_NEAR)
    square = near * near
    value = (size < _TANH_NEAR).where(near + near * (square * polynomial(square, _TANH)), far)
    return with_slope((x == 0).where(x, value), x, elementwise_derivatives.of_tanh)


def atan(x: Tensor) -> Tensor:
    """The angle of q = (x - t) / (1 + t x) plus that of t, where t is 0, 1 or infinite, so that |q| <= tan(pi/8)."""
    form, size = _CONSTANTS[x.dtype], x.abs()
    above, far = size > math.tan(math.pi / 8), size > 1 / math.tan(math.pi / 8)
    q = far.where(-1.0, above.where(size - 1, size)) / far.where(size, above.where(size + 1, 1.0))
    square = q * q
    high, low = (far.where(part, above.where(part / 2, x.zeros_like())) for part in form.half_pi)
    angle = high + (q + (q * (square * polynomial(square, form.atan)) + low))
    result = (x < 0).where(-angle, (size == 0).where(x, angle))
    return with_slope(result, x, elementwise_derivatives.of_atan)


def _asin_near(x: Tensor) -> Tensor:
    """asin(x) - x for |x| <= 1/2."""
    square = x * x
    return x * (square * polynomial(square, _CONSTANTS[x.dtype].asin))


def asin(x: Tensor) -> Tensor:
    """pi/2 - 2 asin(sqrt((1 - |x|)/2)) where |x| > 1/2."""
    form, size = _CONSTANTS[x.dtype], x.abs()
    near = size <= 0.5
    root = ((1 - size) * 0.5).sqrt()  # NaN outside [-1, 1]
    y = near.where(size, root)
    rest = _asin_near(y)
    angle = near.where(y + rest, form.half_pi[0] - (2 * y + (2 * rest - form.half_pi[1])))
    result = (x < 0).where(-angle, (size == 0).where(x, angle))
    return with_slope(result, x, elementwise_derivatives.of_asin)


def acos(x: Tensor) -> Tensor:
    """pi/2 - asin(x) for |x| <= 1/2, else 2 asin(sqrt((1 - x)/2)), or pi less that of -x."""
    form, size = _CONSTANTS[x.dtype], x.abs()
    near = size <= 0.5
    y = near.where(x, ((1 - size) * 0.5).sqrt())  # NaN outside [-1, 1]
    rest = _asin_near(y)
    high, low = form.half_pi
    central = high - (y + (rest - low))
    outside = (x < 0).where(2 * high - 2 * (y + (rest - low)), 2 * (y + rest))
    result = near.where(central, outside)
    return with_slope(result, x, elementwise_derivatives.of_acos)


#: e**(x**2/2) times the tail, divided by t, in powers of t = 1 / (1 + 0.3 x), 0 <= x <= 15; relative error 2**-28: for float32
_TAIL = (0.11968673020601273, 0.11957112699747086, 0.11024119704961777, 0.07836249470710754, 0.09623638540506363,
         -0.07957404851913452, 0.19196876883506775, -0.22835437953472137, 0.11249664425849915, -0.02063492126762867)
_TAIL_SCALE = 0.30000001192092896
#: from here on the tail is 0 in float32
TAIL_END = 15.0


def normal_tail(x: Tensor) -> Tensor:
    """The chance that a normal variable is above x, for float32 in [0, TAIL_END]: e**(-x**2/2) t P(t)

    The square's rounding costs x**2/2 units in the last place at most.
    """
    t = (x * _TAIL_SCALE + 1).reciprocal()
    result = (x * x * -0.5).exp() * (t * polynomial(t, _TAIL))
    return with_slope(result, x, lambda x: -elementwise_derivatives.normal_density(x))
