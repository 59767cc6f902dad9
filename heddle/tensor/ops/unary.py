"""Unary elementwise functions of tensors: exponentials, roots, trigonometric functions, rounding, activations.

Inputs: a tensor. Outputs: one of the same shape; integers become the default float where the result is not integral.
Invariants: NaN gives NaN. Everything is composed of the few unary ops of the op table, which devices compute best.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

from heddle.dtype import least_upper_float
from heddle.tensor.autograd import elementwise_derivatives
from heddle.tensor.autograd.composite_rules import with_slope
from heddle.tensor.node_builders import alu, cast, constant, rounded_once
from heddle.tensor.ops import elementary
from heddle.tensor.ops.elementary import polynomial
from heddle.uop import Ops

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

_LN2 = math.log(2)


class MathsMixin:
    """Unary functions: floats keep their dtype; integers become float32 where the result is not integral."""

    __slots__ = ()

    def _unary(self: Tensor, op: Ops) -> Tensor:
        return self._of(alu(op, cast(self.uop, least_upper_float(self.dtype))), self._needs_grad)

    # ---- exponentials and roots

    def exp2(self: Tensor) -> Tensor:
        """2 ** x. Integers give float32."""
        return self._unary(Ops.EXP2)

    @rounded_once
    def exp(self: Tensor) -> Tensor:
        """e ** x. Integers give float32."""
        return (self * (1 / _LN2)).exp2()

    @rounded_once
    def expm1(self: Tensor) -> Tensor:
        """e ** x - 1, accurate near 0."""
        return elementary.expm1(self)

    def log2(self: Tensor) -> Tensor:
        """The logarithm to base 2; -inf at 0, NaN below."""
        return self._unary(Ops.LOG2)

    @rounded_once
    def log(self: Tensor) -> Tensor:
        """The natural logarithm; -inf at 0, NaN below. Integers give float32."""
        return self.log2() * _LN2

    @rounded_once
    def log10(self: Tensor) -> Tensor:
        """The logarithm to base 10."""
        return self.log2() * math.log10(2)

    @rounded_once
    def log1p(self: Tensor) -> Tensor:
        """log(1 + x), accurate near 0."""
        return elementary.log1p(self)

    def sqrt(self: Tensor) -> Tensor:
        """The square root; NaN below 0. Integers give float32."""
        return self._unary(Ops.SQRT)

    @rounded_once
    def rsqrt(self: Tensor) -> Tensor:
        """1 / sqrt(x); inf at 0, NaN below."""
        return self.sqrt().reciprocal()

    def reciprocal(self: Tensor) -> Tensor:
        """1 / x; inf at 0. Integers give float32."""
        return self._unary(Ops.RECIPROCAL)

    def square(self: Tensor) -> Tensor:
        """x * x"""
        return self * self

    # ---- angles

    def sin(self: Tensor) -> Tensor:
        """The sine of x in radians."""
        return self._unary(Ops.SIN)

    def cos(self: Tensor) -> Tensor:
        """The cosine of x in radians."""
        return self._unary(Ops.COS)

    @rounded_once
    def tan(self: Tensor) -> Tensor:
        """sin(x) / cos(x)"""
        return self.sin() / self.cos()

    @rounded_once
    def asin(self: Tensor) -> Tensor:
        """The arc sine; NaN outside [-1, 1]."""
        return elementary.asin(self)

    @rounded_once
    def acos(self: Tensor) -> Tensor:
        """The arc cosine; NaN outside [-1, 1]."""
        return elementary.acos(self)

    @rounded_once
    def atan(self: Tensor) -> Tensor:
        """The arc tangent, in [-pi/2, pi/2]."""
        return elementary.atan(self)

    @rounded_once
    def sinh(self: Tensor) -> Tensor:
        """(e**x - e**-x) / 2"""
        size = self.abs()
        half = (size * 0.5).exp()  # e**|x| would overflow before the result does
        e = size.minimum(20).expm1()
        result = (size > 20).where(half * (half * 0.5), (e + e / (e + 1)) * 0.5)
        return with_slope(elementary.odd(self, result), self, elementwise_derivatives.of_sinh)

    @rounded_once
    def cosh(self: Tensor) -> Tensor:
        """(e**x + e**-x) / 2"""
        half = (self.abs() * 0.5).exp()
        return with_slope(half * (half * 0.5) + 0.5 / half / half, self, elementwise_derivatives.of_cosh)

    @rounded_once
    def tanh(self: Tensor) -> Tensor:
        """The hyperbolic tangent."""
        return elementary.tanh(self)

    @rounded_once
    def asinh(self: Tensor) -> Tensor:
        """The inverse of sinh."""
        size = self.abs()
        near = (size + size * size / (1 + (size * size + 1).sqrt())).log1p()
        result = elementary.odd(self, (size > 1e8).where(size.log() + _LN2, near))
        return with_slope(result, self, elementwise_derivatives.of_asinh)

    @rounded_once
    def acosh(self: Tensor) -> Tensor:
        """The inverse of cosh; NaN below 1."""
        t = self - 1
        near = (t + (t * (t + 2)).sqrt()).log1p()
        result = (self > 1e8).where(self.log() + _LN2, (self < 1).where(math.nan, near))
        return with_slope(result, self, elementwise_derivatives.of_acosh)

    @rounded_once
    def atanh(self: Tensor) -> Tensor:
        """The inverse of tanh; NaN outside [-1, 1]."""
        size = self.abs()
        twice = size * 2
        result = elementary.odd(self, (twice + twice * size / (1 - size)).log1p() * 0.5)
        return with_slope((size > 1).where(math.nan, result), self, elementwise_derivatives.of_atanh)

    # ---- sign and rounding

    def neg(self: Tensor) -> Tensor:
        """-x; wraps for the least integer. Logical not for bools."""
        return self.logical_not() if self.dtype.is_bool() else self._of(alu(Ops.NEG, self.uop), self._needs_grad)

    def __neg__(self: Tensor) -> Tensor: return self.neg()

    def abs(self: Tensor) -> Tensor:
        """|x|; wraps for the least integer."""
        if self.dtype.is_unsigned() or self.dtype.is_bool(): return self
        if not self.dtype.is_float(): return (self < 0).where(-self, self)
        # of two zeros MAX may return either, and -0.0 + 0.0 is 0.0
        return with_slope(self._binary(Ops.MAX, -self) + 0.0, self, elementwise_derivatives.of_abs)

    def __abs__(self: Tensor) -> Tensor: return self.abs()

    def sign(self: Tensor) -> Tensor:
        """1, 0 or -1; NaN for NaN."""
        if self.dtype.is_bool(): return self
        if self.dtype.is_unsigned(): return (self != 0).cast(self.dtype)
        signs = (self > 0).where(1, (self < 0).where(-1, 0)).cast(self.dtype)
        return self.isnan().where(math.nan, signs) if self.dtype.is_float() else signs

    def trunc(self: Tensor) -> Tensor:
        """x rounded towards zero."""
        return self._of(alu(Ops.TRUNC, self.uop), self._needs_grad) if self.dtype.is_float() else self

    def floor(self: Tensor) -> Tensor:
        """x rounded down."""
        if not self.dtype.is_float(): return self
        t = self.trunc()
        return (self < t).where(t - 1, t)

    def ceil(self: Tensor) -> Tensor:
        """x rounded up."""
        if not self.dtype.is_float(): return self
        t = self.trunc()
        return (self > t).where(t + 1, t)

    def round(self: Tensor) -> Tensor:
        """x rounded to the nearest integer, ties to even."""
        if not self.dtype.is_float(): return self
        t = self.trunc()
        rest = (self - t).abs()
        half = t * 0.5
        up = (rest > 0.5) | ((rest == 0.5) & (half.trunc() != half))
        return up.where(t + (self < 0).where(-1.0, 1.0).cast(self.dtype), t)

    def frac(self: Tensor) -> Tensor:
        """x - trunc(x)"""
        return self - self.trunc()

    # ---- kinds of numbers

    def isnan(self: Tensor) -> Tensor:
        """Whether the value is NaN."""
        return self != self  # noqa: PLR0124 (only NaN differs from itself)

    def isinf(self: Tensor, detect_positive: bool = True, detect_negative: bool = True) -> Tensor:
        """Whether the value is infinite."""
        if not self.dtype.is_float(): return self._of(constant(self.logical_not().dtype, False, self.shape, self.device), False)
        up, down = self == math.inf, self == -math.inf
        return up | down if detect_positive and detect_negative else up if detect_positive else down

    def isfinite(self: Tensor) -> Tensor:
        """Whether the value is neither infinite nor NaN."""
        return ~(self.isinf() | self.isnan())

    # ---- the normal distribution

    @rounded_once
    def erf(self: Tensor) -> Tensor:
        """The error function, to 6 units in the last place."""
        x = self.cast(least_upper_float(self.dtype))
        result = _erf_double(x) if x.dtype.itemsize == 8 else _erf_single(x)
        return with_slope(result, x, elementwise_derivatives.of_erf)


# x P(x²) / Q(x²), fitted to erf on [-3.92, 3.92] by least squares reweighted towards the largest relative error, which is 2e-8.
_ERF_P = [1.1283791065216064, 0.19040526449680328, 0.05274857208132744, 0.003765568369999528, 0.0002848822041414678,
          2.050103603323805e-06]
_ERF_Q = [1.0, 0.5020750164985657, 0.1141086220741272, 0.014969117939472198, 0.001162524800747633, 3.809185727732256e-05]


def _erf_single(x: Tensor) -> Tensor:
    """One quotient; from 3.92 on the result is 1 in float32."""
    near = x.clip(-3.92, 3.92)
    square = near * near
    inside = (near * polynomial(square, _ERF_P) / polynomial(square, _ERF_Q)).clip(-1.0, 1.0)
    return (x.abs() >= 3.92).where(x.sign(), inside)


# W. J. Cody, Rational Chebyshev approximations for the error function, Math. Comp. 23 (1969): tables II and III.
_CODY_SMALL_P = [3.20937758913846947e3, 3.77485237685302021e2, 1.13864154151050156e2, 3.16112374387056560, 1.85777706184603153e-1]
_CODY_SMALL_Q = [2.84423683343917062e3, 1.28261652607737228e3, 2.44024637934444173e2, 2.36012909523441209e1, 1.0]
_CODY_LARGE_P = [1.23033935479799725e3, 2.05107837782607147e3, 1.71204761263407058e3, 8.81952221241769090e2, 2.98635138197400131e2,
                 6.61191906371416295e1, 8.88314979438837594, 5.64188496988670089e-1, 2.15311535474403846e-8]
_CODY_LARGE_Q = [1.23033935480374942e3, 3.43936767414372164e3, 4.36261909014324716e3, 3.29079923573345963e3, 1.62138957456669019e3,
                 5.37181101862009858e2, 1.17693950891312499e2, 1.57449261107098347e1, 1.0]


def _erf_double(x: Tensor) -> Tensor:
    """Near 0 a quotient in x², further out 1 less a quotient times exp(-x²); from 6 on the result is 1."""
    size = x.abs().clip(None, 6.0)
    square = size * size
    near = x * polynomial(square, _CODY_SMALL_P) / polynomial(square, _CODY_SMALL_Q)
    far = 1 - polynomial(size, _CODY_LARGE_P) / polynomial(size, _CODY_LARGE_Q) * (-square).exp()
    return (size <= 0.46875).where(near, far * x.sign())
