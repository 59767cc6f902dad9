"""The functions whose accuracy is measured: each in heddle, in torch, and as a reference of more digits.

Inputs: none. Outputs: `UNARY` and `BINARY`, by name.
Invariant: a reference takes arrays of the measured inputs converted to the wide type, which is NumPy's long double (80 bits on x86),
and its own error is below 0.01 ULP of the measured dtype. `exact` replaces it for float64 where NumPy has no such function: it takes
mpmath's numbers one by one.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Wide = Any  # an array of the wide type

_SQRT_HALF = "0.70710678118654752440084436210484903928"
_SQRT_2_OVER_PI = "0.79788456080286535587989211986876373695"
_LN2 = "0.69314718055994530941723212145817656808"
_LN10 = "2.30258509299404568401799145468436420760"
_SELU_ALPHA, _SELU_GAMMA = 1.6732632423543772, 1.0507009873554805


@dataclass(frozen=True)
class Function:
    """One function."""

    name: str
    ours: Callable[..., Any]
    torch: Callable[..., Any]  # takes the module torch, then tensors
    reference: Callable[..., Wide]
    exact: Callable[..., Any] | None = None  # with mpmath, for float64
    edges: tuple[float, ...] = ()  # arguments where something changes: their neighbours are measured
    note: str = ""


def _of(x: Wide, digits: str) -> Wide: return x.dtype.type(digits)


_erfc = np.vectorize(math.erfc, otypes=[np.float64])
_erf = np.vectorize(math.erf, otypes=[np.float64])


def _sigmoid(x: Wide) -> Wide: return 1 / (1 + np.exp(-x))
def _softplus(x: Wide) -> Wide: return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def _mish(x: Wide) -> Wide:
    e = np.exp(np.minimum(x, 60))
    n = e * (e + 2)
    return np.where(np.isneginf(x), 0 * np.sign(x), np.where(np.isinf(x), x, np.where(np.isinf(x), 1, x) * n / (n + 2)))


def _times(x: Wide, factor: Wide) -> Wide:
    """x * factor, where an infinite x has the limit: 0 for a factor of 0."""
    return np.where(np.isneginf(x) & (factor == 0), np.copysign(0.0, x), x * factor)


def _gelu_tanh(x: Wide) -> Wide:
    inner = _of(x, _SQRT_2_OVER_PI) * (x + x.dtype.type("0.044715") * x * x * x)
    return _times(x, _sigmoid(2 * inner))


def _gelu_erf(x: Wide) -> Wide: return _times(x, _erfc(-(x * _of(x, _SQRT_HALF)).astype(np.float64)).astype(x.dtype) / 2)


def _mp_gelu(mp: Any, x: Any) -> Any:
    return x * mp.erfc(-x / mp.sqrt(2)) / 2 if abs(x) < 1e9 else max(x, mp.mpf(0))


def _unary(name: str, reference: Callable[..., Wide], ours: Callable[..., Any] | None = None,
           torch: Callable[..., Any] | None = None, **more: Any) -> Function:
    return Function(name, ours or (lambda x: getattr(x, name)()), torch or (lambda t, x: getattr(t, name)(x)), reference, **more)


def _activation(name: str, reference: Callable[..., Wide], torch_name: str = "", ours: Callable[..., Any] | None = None,
                **more: Any) -> Function:
    return _unary(name, reference, ours, lambda t, x: getattr(t.nn.functional, torch_name or name)(x), **more)


def _below_0(x: Wide, value: Wide) -> Wide: return np.where(x > 0, x, value)


_EXP = (-87.33654, -103.97208, 88.72284, -708.396418, -745.13321, 709.782712)
_ACOSH = (1.0, -4096.0, -1e30)

UNARY: dict[str, Function] = {f.name: f for f in (
    _unary("exp", np.exp, edges=_EXP),
    _unary("exp2", np.exp2, edges=(-126.0, -149.0, -150.0, 128.0, -1022.0, -1074.0, 1024.0)),
    _unary("expm1", np.expm1, edges=_EXP),
    _unary("log", np.log, edges=(1.0,)),
    _unary("log2", np.log2, edges=(1.0, 0.5, 2.0)),
    _unary("log10", np.log10, edges=(1.0, 10.0, 1000.0)),
    _unary("log1p", np.log1p, edges=(-1.0, 1.0)),
    _unary("sqrt", np.sqrt),
    _unary("rsqrt", lambda x: 1 / np.sqrt(x)),
    _unary("reciprocal", lambda x: 1 / x),
    _unary("sin", np.sin),
    _unary("cos", np.cos),
    _unary("tan", np.tan),
    _unary("asin", np.arcsin, edges=(1.0, -1.0, 0.5)),
    _unary("acos", np.arccos, edges=(1.0, -1.0, 0.5)),
    _unary("atan", np.arctan, edges=(1.0, -1.0)),
    _unary("sinh", np.sinh, edges=(89.41599, 88.72284, 710.475860, 709.782712, 20.0, 22.0)),
    _unary("cosh", np.cosh, edges=(89.41599, 88.72284, 710.475860, 709.782712)),
    _unary("tanh", np.tanh, edges=(0.3, 9.01, 19.06)),
    _unary("asinh", np.arcsinh, edges=(1e8, 1.0)),
    _unary("acosh", np.arccosh, edges=(*_ACOSH, 1e8)),
    _unary("atanh", np.arctanh, edges=(1.0, -1.0, 0.5)),
    _unary("erf", lambda x: _erf(x.astype(np.float64)).astype(x.dtype), exact=lambda mp, x: mp.erf(x), edges=(3.92, 0.46875, 6.0)),
    _activation("sigmoid", _sigmoid, edges=_EXP),
    _activation("logsigmoid", lambda x: -_softplus(-x), edges=_EXP),
    _activation("softplus", _softplus, edges=_EXP,
                note="torch: x itself above its threshold of 20, and no relative accuracy below it"),
    _activation("silu", lambda x: _times(x, _sigmoid(x)), edges=_EXP),
    Function("gelu", lambda x: x.gelu(), lambda t, x: t.nn.functional.gelu(x, approximate="tanh"), _gelu_tanh,
             edges=(-5.5, -9.0, -10.0, -38.0)),
    Function("gelu_erf", lambda x: x.gelu(approximate="none"), lambda t, x: t.nn.functional.gelu(x), _gelu_erf, _mp_gelu,
             edges=(-5.5, -13.2, -38.0)),
    Function("quick_gelu", lambda x: x.quick_gelu(), lambda t, x: x * t.sigmoid(1.702 * x),
             lambda x: _times(x, _sigmoid(x.dtype.type("1.702") * x)), edges=(-51.3, -61.0)),
    _activation("mish", _mish, edges=_EXP),
    _activation("elu", lambda x: _below_0(x, np.expm1(np.minimum(x, 0)))),
    _activation("celu", lambda x: _below_0(x, np.expm1(np.minimum(x, 0)))),
    _activation("selu", lambda x: _of(x, repr(_SELU_GAMMA)) * _below_0(x, _of(x, repr(_SELU_ALPHA)) * np.expm1(np.minimum(x, 0)))),
    _activation("softsign", lambda x: np.where(np.isinf(x), np.nan, x) / (1 + np.abs(x))),
    _activation("hardswish", lambda x: _times(x, np.clip(x + 3, 0, 6) / 6), edges=(-3.0, 3.0)),
    _activation("hardsigmoid", lambda x: np.clip(x / 6 + 0.5, 0, 1), edges=(-3.0, 3.0)),
    _unary("x ** 3", lambda x: x * x * x, lambda x: x ** 3, lambda t, x: x ** 3),
    _unary("x ** -2", lambda x: 1 / (x * x), lambda x: x ** -2, lambda t, x: x ** -2),
    _unary("x ** 2.5", lambda x: x ** _of(x, "2.5"), lambda x: x ** 2.5, lambda t, x: x ** 2.5),
    _unary("x ** 17", lambda x: x ** 17, lambda x: x ** 17, lambda t, x: x ** 17),
    _unary("3 ** x", lambda x: _of(x, "3") ** x, lambda x: 3 ** x, lambda t, x: 3 ** x),
    _unary("10 ** x", lambda x: _of(x, "10") ** x, lambda x: 10.0 ** x, lambda t, x: 10.0 ** x, edges=(38.53, -37.9, -44.85)),
)}


def _logaddexp(a: Wide, b: Wide) -> Wide:
    apart = np.where(a == b, 0, a - b)
    return np.maximum(a, b) + np.log1p(np.exp(-np.abs(apart)))


BINARY: dict[str, Function] = {f.name: f for f in (
    Function("pow", lambda a, b: a ** b, lambda t, a, b: a ** b, lambda a, b: a ** b),
    Function("div", lambda a, b: a / b, lambda t, a, b: a / b, lambda a, b: a / b),
    Function("mod", lambda a, b: a % b, lambda t, a, b: t.remainder(a, b), np.remainder),
    Function("fmod", lambda a, b: a.fmod(b), lambda t, a, b: t.fmod(a, b), np.fmod),
    Function("logaddexp", lambda a, b: a.logaddexp(b), lambda t, a, b: t.logaddexp(a, b), _logaddexp),
)}
