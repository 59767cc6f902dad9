"""Activation functions of neural networks.

Inputs: a tensor. Outputs: one of the same shape and dtype; integers become the default float.
Invariants: intermediates do not overflow where the result is finite; NaN gives NaN.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

from heddle.dtype import dtypes
from heddle.tensor.autograd import elementwise_derivatives
from heddle.tensor.autograd.composite_rules import with_slope
from heddle.tensor.node_builders import rounded_once
from heddle.tensor.ops import elementary
from heddle.uop import Ops

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

_LN2 = math.log(2)
#: below this sigmoid(x), sigmoid(2 y) of gelu and 1 + erf(x) are 0: x is cut there, so that -inf gives the limit 0 and not 0 * inf
_ALL_BELOW = -1000.0


class ActivationMixin:
    """Activations."""

    __slots__ = ()

    def relu(self: Tensor) -> Tensor:
        """max(x, 0); the gradient at 0 is 0."""
        return self._binary(Ops.MAX, 0)

    def relu6(self: Tensor) -> Tensor:
        """x kept within [0, 6]."""
        return self.hardtanh(0, 6)

    @rounded_once
    def sigmoid(self: Tensor) -> Tensor:
        """1 / (1 + e**-x)"""
        return with_slope((1 + (self * (-1 / _LN2)).exp2()).reciprocal(), self, elementwise_derivatives.of_sigmoid)

    @rounded_once
    def logsigmoid(self: Tensor) -> Tensor:
        """log(sigmoid(x))"""
        return -(-self).softplus()

    @rounded_once
    def hardsigmoid(self: Tensor, alpha: float = 1 / 6, beta: float = 0.5) -> Tensor:
        """alpha * x + beta, kept within [0, 1]."""
        # the sum comes first: where it cancels it is exact, which a sum of a rounded product would not be
        return (self + beta / alpha).hardtanh(0, 1 / alpha) * alpha if alpha > 0 else (self * alpha + beta).hardtanh(0, 1)

    @rounded_once
    def hardswish(self: Tensor) -> Tensor:
        """x * relu6(x + 3) / 6"""
        x = self._not_infinite()
        return with_slope(x * ((x + 3).relu6() * (1 / 6)), self, elementwise_derivatives.of_hardswish)

    def hardtanh(self: Tensor, min_val: float = -1, max_val: float = 1) -> Tensor:
        """x kept within [min_val, max_val]; the gradient on the bounds is 0."""
        return -((-self._binary(Ops.MAX, min_val))._binary(Ops.MAX, -max_val))

    @rounded_once
    def silu(self: Tensor) -> Tensor:
        """x * sigmoid(x)"""
        x = self._not_infinite()
        return with_slope(x * x.sigmoid(), self, elementwise_derivatives.of_silu)

    swish = silu

    @rounded_once
    def gelu(self: Tensor, approximate: str = "tanh") -> Tensor:
        """x times the chance that a normal variable is below x: by tanh, or exactly with approximate="none"."""
        if approximate == "none": return self._exact_gelu()
        x = self._not_infinite()
        inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)
        return with_slope(x * (inner * 2).sigmoid(), self, elementwise_derivatives.of_gelu)  # (1 + tanh(y)) / 2 = sigmoid(2 y)

    def _exact_gelu(self: Tensor) -> Tensor:
        """x less x times the chance to be above it; for a negative x the chance to be above -x times x. float64: by erf."""
        if self.dtype.itemsize == 8:
            x = self._not_infinite()
            return 0.5 * x * (1 + (x * (1 / math.sqrt(2))).erf())
        size = (self.bitcast(dtypes.int32) & dtypes.int32.max).bitcast(dtypes.float32)
        size = (size > elementary.TAIL_END).where(elementary.TAIL_END, size)
        above = size * elementary.normal_tail(size)
        return with_slope((self < 0).where(-above, self - above), self, _slope_of_exact_gelu)

    @rounded_once
    def quick_gelu(self: Tensor) -> Tensor:
        """x * sigmoid(1.702 x)"""
        x = self._not_infinite()
        return with_slope(x * (x * 1.702).sigmoid(), self, lambda x: elementwise_derivatives.of_silu(x.clip(-1e4, 1e4) * 1.702))

    def _not_infinite(self: Tensor) -> Tensor:
        """x, cut below where the activations are 0."""
        return (self < _ALL_BELOW).where(_ALL_BELOW, self)

    @rounded_once
    def elu(self: Tensor, alpha: float = 1.0) -> Tensor:
        """x above 0, else alpha * (e**x - 1)."""
        result = (self > 0).where(self, alpha * self.minimum(0).expm1())
        return with_slope(result, self, lambda x: elementwise_derivatives.of_elu(x, alpha, 1))

    @rounded_once
    def celu(self: Tensor, alpha: float = 1.0) -> Tensor:
        """x above 0, else alpha * (e**(x / alpha) - 1)."""
        result = (self > 0).where(self, alpha * (self.minimum(0) / alpha).expm1())
        return with_slope(result, self, lambda x: elementwise_derivatives.of_elu(x, 1, alpha))

    @rounded_once
    def selu(self: Tensor, alpha: float = 1.6732632423543772, gamma: float = 1.0507009873554805) -> Tensor:
        """gamma * elu(x, alpha)"""
        return gamma * self.elu(alpha)

    @rounded_once
    def leaky_relu(self: Tensor, neg_slope: float = 0.01) -> Tensor:
        """x above 0, else neg_slope * x."""
        return with_slope((self > 0).where(self, neg_slope * self), self, lambda x: (x > 0).where(x.ones_like(), neg_slope))

    @rounded_once
    def softplus(self: Tensor, beta: float = 1.0) -> Tensor:
        """log(1 + e**(beta x)) / beta, without overflow; infinite for a `beta` of 0."""
        x, scale = self * beta, 1 / beta if beta else math.inf
        return with_slope((x.relu() + (-x.abs()).exp().log1p()) * scale, self, lambda x: (x * beta).sigmoid())

    @rounded_once
    def softsign(self: Tensor) -> Tensor:
        """x / (1 + |x|)"""
        return with_slope(self / (1 + self.abs()), self, elementwise_derivatives.of_softsign)

    @rounded_once
    def mish(self: Tensor) -> Tensor:
        """x * tanh(softplus(x))"""
        # tanh(ln(1 + e)) = (e**2 + 2e) / (e**2 + 2e + 2), which is 1 to the last place from x = 20 on
        x = self._not_infinite()
        e = (x > 20).where(20.0, x).exp()
        n = e * (e + 2)
        return with_slope(x * (n / (n + 2)), self, elementwise_derivatives.of_mish)


def _slope_of_exact_gelu(x: Tensor) -> Tensor:
    """The chance to be below x, and x times the density: of float32"""
    near = x.clip(-elementary.TAIL_END, elementary.TAIL_END)  # further out the density is 0
    tail = elementary.normal_tail(near.abs())
    below = with_slope((near < 0).where(tail, 1 - tail), near, elementwise_derivatives.normal_density)
    return below + near * elementwise_derivatives.normal_density(near)
