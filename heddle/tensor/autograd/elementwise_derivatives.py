"""Derivatives of elementwise functions, where the chain rule through the function's nodes would overflow or cancel.

Inputs: x. Outputs: f'(x), as a graph. Invariants: finite wherever f' is; NaN only where f' has no value; each is made of functions
that have such a derivative themselves, so it can be differentiated again. At a kink: what torch takes.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


# ---- exponentials and logarithms


def of_expm1(x: Tensor) -> Tensor:
    """e**x"""
    return x.exp()


def of_log1p(x: Tensor) -> Tensor:
    """1 / (1 + x)"""
    return (1 + x).reciprocal()


def of_sigmoid(x: Tensor) -> Tensor:
    """sigmoid(x) sigmoid(-x): neither factor overflows, nor is a small one rounded away"""
    return x.sigmoid() * (-x).sigmoid()


def of_silu(x: Tensor) -> Tensor:
    """sigmoid(x) (1 + x sigmoid(-x))"""
    return x.sigmoid() * (1 + x * (-x).sigmoid())


def of_tanh(x: Tensor) -> Tensor:
    """1 - tanh(x)**2 = 4 sigmoid(2 x) sigmoid(-2 x), in which nothing cancels"""
    return of_sigmoid(2 * x) * 4


def of_sinh(x: Tensor) -> Tensor: return x.cosh()
def of_cosh(x: Tensor) -> Tensor: return x.sinh()


# ---- angles and their hyperbolic twins


def of_asin(x: Tensor) -> Tensor:
    """1 / sqrt(1 - x**2)"""
    return ((1 - x) * (1 + x)).rsqrt()


def of_acos(x: Tensor) -> Tensor: return -of_asin(x)


def of_atan(x: Tensor) -> Tensor:
    """1 / (1 + x**2)"""
    return (1 + x * x).reciprocal()


def of_asinh(x: Tensor) -> Tensor:
    """1 / sqrt(x**2 + 1), scaled so that x**2 does not overflow"""
    scale = x.detach().abs().clip(1, 1e38).reciprocal()
    part = x * scale
    return scale * (part * part + scale * scale).rsqrt()


def of_acosh(x: Tensor) -> Tensor:
    """1 / sqrt(x**2 - 1)"""
    return (x - 1).rsqrt() * (x + 1).rsqrt()


def of_atanh(x: Tensor) -> Tensor:
    """1 / (1 - x**2)"""
    return ((1 - x) * (1 + x)).reciprocal()


# ---- activations


def of_abs(x: Tensor) -> Tensor: return x.sign()


def of_softsign(x: Tensor) -> Tensor:
    """1 / (1 + |x|)**2"""
    return (1 + x.abs()).reciprocal().square()


def of_erf(x: Tensor) -> Tensor:
    """2 / sqrt(pi) e**-(x**2)"""
    return (-x * x).exp() * (2 / math.sqrt(math.pi))


def normal_density(x: Tensor) -> Tensor:
    """e**(-x**2/2) / sqrt(2 pi)"""
    return (x * x * -0.5).exp() * (1 / math.sqrt(2 * math.pi))


def of_gelu(x: Tensor) -> Tensor:
    """With s = sigmoid(y), y = 2 sqrt(2 / pi) (x + 0.044715 x**3): s + x s (1 - s) y'"""
    near = x.clip(-30, 30)  # further out s (1 - s) is 0, and y' would overflow
    factor = 2 * math.sqrt(2 / math.pi)
    square = near * near
    y = near * (1 + 0.044715 * square) * factor
    return y.sigmoid() * (1 + near * (-y).sigmoid() * (1 + 3 * 0.044715 * square) * factor)


def of_elu(x: Tensor, alpha: float, width: float) -> Tensor:
    """1 above 0, else alpha e**(x / width)"""
    return (x > 0).where(1.0, (-(-x).relu() / width).exp() * alpha)


def of_hardswish(x: Tensor) -> Tensor:
    """x / 3 + 0.5 inside (-3, 3), 0 below, 1 above"""
    return (x <= -3).where(0.0, (x >= 3).where(1.0, x / 3 + 0.5))


def of_mish(x: Tensor) -> Tensor:
    """With t = tanh(softplus(x)): t + x (1 - t**2) sigmoid(x)"""
    soft = x.softplus()
    return soft.tanh() + x * of_tanh(soft) * x.sigmoid()
