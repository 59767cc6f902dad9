"""The largest error allowed to each function, in ULP, and why it is more than torch's where it is.

Inputs: names of a function, a dtype, a device. Outputs: `bound` and `reason`.
Invariant: 16-bit floats are computed in float32 and rounded once, so that they are allowed 0.51 ULP; `_NARROW` has the exceptions.
"""
from __future__ import annotations

#: function -> (ULP in float32, ULP in float64) where products and sums may be fused or not
_BOUNDS: dict[str, tuple[float, float]] = {
    "exp": (1.2, 1.2), "exp2": (1.2, 1.2), "expm1": (1.9, 2.0), "log": (1.3, 1.3), "log2": (1.4, 1.4), "log10": (1.8, 1.8),
    "log1p": (1.7, 1.6), "sqrt": (0.5, 0.5), "rsqrt": (1.5, 1.5), "reciprocal": (0.5, 0.5), "sin": (0.7, 2.5), "cos": (0.7, 2.5),
    "tan": (2.2, 4.5), "asin": (1.8, 1.8), "acos": (1.4, 1.4), "atan": (2.1, 2.1), "sinh": (4.0, 4.0), "cosh": (4.0, 4.0),
    "tanh": (2.0, 3.0), "asinh": (2.4, 2.4), "acosh": (2.8, 2.8), "atanh": (2.4, 2.4), "erf": (6.5, 3.0),
    "sigmoid": (2.1e6, 1.2e15),
    "logsigmoid": (3.0, 3.0), "softplus": (3.0, 3.0), "silu": (1.7e7, 9.1e15), "gelu": (1.7e7, 9.1e15), "gelu_erf": (90.0, 9.1e15),
    "quick_gelu": (1.7e7, 9.1e15), "mish": (80.0, 500.0), "elu": (1.8, 1.8), "celu": (1.8, 1.8), "selu": (3.2, 3.5),
    "softsign": (1.5, 1.5), "hardswish": (2.6, 1e13), "hardsigmoid": (1.6, 1e13), "x ** 3": (1.5, 1.5), "x ** -2": (0.51, 2.2),
    "x ** 2.5": (1.7, 1.7), "x ** 17": (0.51, 1.7), "3 ** x": (1.7, 1.7), "10 ** x": (1.7, 1.7),
    "pow": (1.7, 1.7), "div": (0.5, 0.5), "mod": (0.5, 0.5), "fmod": (0.0, 0.0), "logaddexp": (2e3, 600.0)}
#: without float64: what is made of SIN and COS, and products
_WITHOUT_FLOAT64 = {"sin": 2.7, "cos": 2.8, "tan": 5.0, "x ** -2": 2.2, "x ** 17": 1.7}
_NARROW = {"x ** 3": 1.5, "hardswish": 1.0, "sigmoid": 25.0, "silu": 250.0, "gelu": 160.0, "quick_gelu": 256.0,
           "logaddexp": 1.0}

_EXP = "two roundings: of the argument, and of the polynomial's last sum"
_TAIL = "sigmoid is 1 / (1 + e**-x), as torch's: 0 where e**-x overflows"
_WIDE = "a logarithm of twice the digits, but two roundings after it"
REASONS: dict[str, str] = {
    "exp": _EXP, "sigmoid": _TAIL, "silu": _TAIL, "gelu": _TAIL, "quick_gelu": _TAIL,
    "gelu_erf": "float64: 0.5 x (1 + erf(x / sqrt(2))), as torch's, cancels for negative x",
    "expm1": "two roundings: of the polynomial's last sum, and of the sum with 2**n", "log10": "two roundings of the same size",
    "log2": "two roundings of the same size", "log": "two roundings, the larger 0.5 ULP",
    "log1p": "a logarithm and a correction, each rounded",
    "tan": "a quotient of SIN and COS, each rounded", "sin": "two roundings in a format that has no wider one",
    "cos": "two roundings in a format that has no wider one", "asin": "a root and a sum, each rounded",
    "acos": "a root and a sum, each rounded",
    "atan": "a quotient, rounded, of a difference", "tanh": "a quotient of two rounded sums; a polynomial near 0",
    "asinh": "log1p of a rounded argument", "acosh": "log1p of a rounded argument", "atanh": "log1p of a rounded argument",
    "erf": "one quotient of polynomials, without an exponential", "softplus": "log1p of a rounded exponential",
    "logsigmoid": "log1p of a rounded exponential", "mish": "subnormal e**x is multiplied by x",
    "selu": "three roundings, as in torch",
    "elu": "as expm1", "celu": "as expm1", "sinh": "the square of e**(x/2), whose error counts twice",
    "cosh": "the square of e**(x/2), whose error counts twice", "hardswish": "two products, each rounded",
    "hardsigmoid": "a product with 1/6, which is rounded", "x ** 2.5": _WIDE, "x ** 17": _WIDE, "3 ** x": _WIDE, "10 ** x": _WIDE,
    "pow": _WIDE, "x ** -2": "the square of the reciprocal, each rounded",
    "logaddexp": "cancels where the result is near 0, as torch's",
    "exp2": "two roundings of the same size"}


def bound(name: str, dtype: str, has_float64: bool = True) -> float:
    """The largest error allowed."""
    if dtype in ("float16", "bfloat16"): return _NARROW.get(name, 0.51)
    single, double = _BOUNDS[name]
    if dtype == "float64": return double
    return single if has_float64 else max(single, _WITHOUT_FLOAT64.get(name, 0.0))
