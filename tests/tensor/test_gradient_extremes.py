"""Gradients of elementwise functions over the whole range of float32 and float64: finite wherever the true one is.

The true one is torch's in float64; where torch has NaN itself nothing is known.
"""
from __future__ import annotations

import numpy as np
import pytest
import torch

from heddle import Tensor
from tests.reference import evaluate
from tests.tensor.gradient_table import BINARY, UNARY, Row

_SIZES = [0.0, 1e-45, 1e-40, 1.2e-38, 1e-20, 1e-10, 1e-3, 0.1, 0.5, 1.0, 1.702, 3.0, 5.0, 6.0, 10.0, 10.5, 17.0, 20.0, 31.0, 50.0,
     53.0, 88.0,
          89.0, 100.0, 104.0, 200.0, 700.0, 1e4, 1e10, 1e20, 3e38, np.inf]
POINTS = {"float32": np.array([s * x for x in _SIZES for s in (1, -1)], np.float32),
          "float64": np.array([s * x for x in (*_SIZES, 1e-310, 1e-160, 710.0, 750.0, 1e160, 1e308) for s in (1, -1)])}
#: functions of angles: beyond this an angle is known only to whole turns
_FAR = {"sin": 1e3, "cos": 1e3, "tan": 1e3}


#: torch keeps a factor of these as float32, whatever the dtype
_COARSE = ("hardsigmoid", "celu alpha", "elu alpha", "selu")
#: torch.pow(-inf, -0.5) is 0, where the reciprocal of the root has no value
_OUTSIDE = {"pow -0.5": -np.inf, "pow 0.5": -np.inf}


def agree(got: np.ndarray, want: np.ndarray, dtype: str, coarse: bool = False) -> np.ndarray:
    """Where `got` is the float64 `want` as far as `dtype` can hold it."""
    limits = np.finfo(dtype)
    rel, near = (5e-5, 1e-6) if dtype == "float32" else (1e-6 if coarse else 1e-9, 1e-12)
    with np.errstate(all="ignore"):
        close = np.abs(got - want) <= rel * np.abs(want) + near
        overflows = (np.abs(want) > float(limits.max) / 4) & (np.abs(got) > float(limits.max) / 8) & (np.sign(got) == np.sign(want))
        return close | (got == want) | overflows | np.isnan(want)


def compare(row: Row, inputs: list[np.ndarray], dtype: str, twice: bool = False) -> None:
    theirs = [torch.tensor(x.astype(np.float64), requires_grad=True) for x in inputs]
    ours = [Tensor(x, requires_grad=True) for x in inputs]
    result = row.theirs(*theirs)
    if not result.requires_grad: return
    want = torch.autograd.grad(result.sum(), theirs, create_graph=twice, materialize_grads=True)
    got = row.ours(*ours).sum().gradient(*ours)
    for n, (g, w) in enumerate(zip(got, want, strict=True)):
        values, true = evaluate(g).astype(np.float64), w.numpy(force=True)
        good = agree(values, true, dtype, row.name in _COARSE) | (np.isnan(result.numpy(force=True)))
        bad = [(*[float(x[i]) for x in inputs], float(values[i]), float(true[i])) for i in np.flatnonzero(~good)]
        assert not bad, f"{row.name} in {dtype}, input {n}: (x …, got, expected) {bad[:8]}"


@pytest.mark.parametrize("dtype", POINTS)
@pytest.mark.parametrize("row", UNARY, ids=lambda r: r.name)
def test_functions_of_one_value(row: Row, dtype: str) -> None:
    x = POINTS[dtype]
    compare(row, [x[(np.abs(x) <= _FAR.get(row.name, np.inf)) & (x != _OUTSIDE.get(row.name, np.nan))]], dtype)


#: functions with tests of their own at extremes, or of products that overflow in one order and not in another
_OF_THEIR_OWN = ("mod", "fmod", "div rounded", "idiv", "alu", "uprod")


@pytest.mark.parametrize("dtype", POINTS)
@pytest.mark.parametrize("row", [r for r in BINARY if len(r.shapes) == 2 and r.name not in _OF_THEIR_OWN],
                         ids=lambda r: r.name)
def test_functions_of_two_values(row: Row, dtype: str) -> None:
    x = POINTS[dtype][np.isfinite(POINTS[dtype])][::3]
    if row.name == "pow": x = x[(x == 0) | (np.abs(x) >= np.finfo(dtype).tiny)]  # x ** (y - 1) overflows where y times it need not
    a, b = (v.reshape(-1).copy() for v in np.meshgrid(x, x))
    compare(row, [a, b], dtype)
