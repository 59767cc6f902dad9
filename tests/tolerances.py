"""How far a result may be from the true one: in ULP of the true value, per op and dtype, and absolutely where a function crosses 0.

In: the name of an op and a dtype. Out: (ulp, absolute). Always true: what is not listed must be exact. ULP are those of the dtype the
result has; a 16-bit float is computed in float32 and rounded once, so it is allowed one.
"""
from __future__ import annotations

import ml_dtypes
import numpy as np

# op -> (ULP in float32, ULP in float64, absolute error in units of the dtype's epsilon)
_TABLE: dict[str, tuple[float, float, float]] = {
    # computed by the table of ops
    "exp2": (2, 4, 0), "log2": (3, 4, 1), "sin": (2, 2, 1), "sqrt": (0, 0, 0), "reciprocal": (0, 0, 0), "div": (0, 0, 0),
    # exp(x) is exp2(x log2 e): the product is rounded, and exp2 makes |x| times as much of it
    "exp": (100, 800, 0), "expm1": (100, 800, 0), "sigmoid": (100, 800, 0), "silu": (100, 800, 2), "sinh": (100, 800, 0),
    "cosh": (100, 800, 0), "elu": (100, 800, 2), "celu": (100, 800, 2), "selu": (100, 800, 4),
    "log": (4, 5, 1), "log10": (4, 5, 1), "log1p": (5, 6, 1), "asinh": (8, 8, 1), "acosh": (8, 8, 2), "atanh": (16, 16, 1),
    "tanh": (8, 16, 0), "atan": (6, 24, 0), "asin": (8, 24, 0), "acos": (8, 24, 2), "rsqrt": (2, 2, 0),
    "cos": (2, 2, 4), "tan": (32, 32, 4),
    "pow": (300, 3000, 0), "pow_tensor": (300, 3000, 0), "rpow": (200, 2000, 0),
    "softplus": (100, 800, 4), "logsigmoid": (100, 800, 4), "mish": (200, 1600,
                                                                     8), "gelu": (200, 2000, 16), "quick_gelu": (100, 800, 8),
    "hardswish": (4, 4, 4), "hardsigmoid": (2, 2, 1), "softsign": (2, 2, 0), "lerp": (4, 4, 4), "mod": (2, 2, 2), "fmod": (2, 2, 8),
    # 1 + erf cancels for negative x: the error of erf near 1 is what remains
    "erf": (6, 6, 0), "gelu_erf": (12, 12, 8),
    # folds: the order is free, so the bound grows with the number of elements; these are for up to some hundred of about 1
    "sum": (64, 64, 64), "prod": (64, 64, 0), "mean": (64, 64, 8), "var": (64, 64, 8), "std": (64, 64, 8), "cumsum": (64, 64, 64),
    "cumprod": (128, 128, 0), "logsumexp": (32, 64, 16), "softmax": (64, 256, 1), "log_softmax": (32, 64, 16),
    "matmul": (64, 64, 256), "einsum": (64, 64, 256), "conv2d": (64, 64, 512), "conv_transpose2d": (64, 64, 512),
    "avg_pool2d": (16, 16, 4), "layernorm": (64, 64, 32), "attention": (128, 512, 32), "linspace": (2, 2, 2), "normalize": (16, 16, 4),
}


def tolerance(op: str, dtype: np.dtype) -> tuple[float, float]:
    """(ULP, absolute error) that `op` is allowed in `dtype`."""
    in_single, in_double, near_zero = _TABLE.get(op, (0, 0, 0))
    if dtype.itemsize < 4: return (1 if in_single <= 100 else 3) if in_single or near_zero else 1, near_zero * 2.0 ** -23
    epsilon = float(np.finfo(dtype).eps)
    single = dtype.itemsize == 4
    absolute = near_zero * epsilon if not single or near_zero < 1e6 else near_zero * 2.2e-16
    return (in_single if single else in_double), absolute


def _tiny(dtype: np.dtype) -> float:
    """The least normal number, also of NumPy's bfloat16."""
    return float(ml_dtypes.finfo(dtype).tiny)


def assert_close(op: str, got: np.ndarray, want: np.ndarray, flushed: bool = False) -> None:
    """`got` is within the table's bounds of `want`; NaN where that is NaN, and the same infinities.

    `flushed`: the device makes zeros of subnormal numbers, so that near zero a result is that much off.
    """
    assert got.shape == want.shape, f"{op}: shape {got.shape}, expected {want.shape}"
    if got.dtype.kind in "biu": return np.testing.assert_array_equal(got, want, err_msg=op)
    assert got.dtype == want.dtype, f"{op}: {got.dtype}, expected {want.dtype}"
    ulp, absolute = tolerance(op, got.dtype)
    g, w = got.astype(np.float64), want.astype(np.float64)
    with np.errstate(all="ignore"):
        spacing = np.abs(np.spacing(np.where(np.isfinite(want), want, 0)).astype(np.float64))
        allowed = np.maximum(ulp * spacing, absolute)
        if flushed: allowed = np.where(np.abs(w) < 2 * _tiny(got.dtype), np.maximum(allowed, _tiny(got.dtype)), allowed)
        good = (np.abs(g - w) <= allowed) | (g == w) | (np.isnan(g) & np.isnan(w))
    if good.all(): return
    worst = np.argmax(np.where(good, 0, np.nan_to_num(np.abs(g - w) / allowed, nan=np.inf, posinf=np.inf)))
    raise AssertionError(f"{op} in {got.dtype}: {(~good).sum()} of {good.size} values are off; the worst is {g.flat[worst]!r}, "
                         f"expected {w.flat[worst]!r}, {abs(g.flat[worst] - w.flat[worst]) / spacing.flat[worst]:.1f} ULP")
