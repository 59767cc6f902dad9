"""Gradients of every differentiable method against torch's: values, ties and kinks, axes of size 1 and 0, second derivatives."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from heddle import Tensor
from tests.reference import evaluate
from tests.tensor.conformance import held
from tests.tensor.gradient_table import DRAW, NOT_DIFFERENTIABLE, ROWS, Row

#: torch keeps some factors as float32, whatever the dtype
LOOSE = {"hardsigmoid": 1e-7, "hardswish": 1e-7, "selu": 1e-7, "celu alpha": 1e-7, "elu alpha": 1e-7}
Arrays = list[np.ndarray]


def gradients(row: Row, inputs: Arrays, twice: bool = False) -> tuple[list[Tensor], Arrays]:
    """Our gradients, still to be computed, and torch's: of a weighted sum of the result, or of a weighted sum of those."""
    rng = np.random.default_rng(1)
    ours = [Tensor(x, requires_grad=True) for x in inputs]
    theirs = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in inputs]
    result = row.theirs(*theirs)
    weights = [rng.standard_normal(tuple(result.shape))]
    weight = Tensor(weights[0].astype(inputs[0].dtype))
    want = _grad((result * torch.tensor(weights[0])).sum(), theirs)
    got = (row.ours(*ours) * weight).sum().gradient(*ours)
    if twice:
        weights = [rng.standard_normal(x.shape) for x in inputs]
        want = _grad(sum((g * torch.tensor(w)).sum() for g, w in zip(want, weights, strict=True)), theirs)
        total: Any = sum((g * Tensor(w)).sum() for g, w in zip(got, weights, strict=True))
        got = total.gradient(*ours)
    return got, [w.numpy(force=True) for w in want]


def _grad(result: Any, inputs: list[torch.Tensor]) -> list[torch.Tensor]:
    if not isinstance(result, torch.Tensor) or not result.requires_grad: return [torch.zeros_like(x) for x in inputs]
    return list(torch.autograd.grad(result, inputs, create_graph=True, materialize_grads=True))


def drawn(row: Row, shapes: Any = None) -> Arrays:
    rng = np.random.default_rng(0)
    return [np.asarray(DRAW[row.kind](rng, s)) for s in (shapes or row.shapes)]


def check(row: Row, inputs: Arrays, twice: bool = False) -> None:
    loose = LOOSE.get(row.name, 1e-9) * (10 if twice else 1)
    for got, want in zip(*gradients(row, inputs, twice), strict=True):
        known = ~np.isnan(want)
        np.testing.assert_allclose(evaluate(got)[known], want[known], rtol=loose, atol=loose)


@pytest.mark.parametrize("row", ROWS, ids=lambda r: r.name)
def test_values(row: Row) -> None:
    check(row, drawn(row))


@pytest.mark.parametrize("row", [r for r in ROWS if r.kind == "any" and r.ties], ids=lambda r: r.name)
def test_ties_and_kinks(row: Row) -> None:
    """Small integers: values are equal to each other and to the numbers where functions have kinks."""
    rng = np.random.default_rng(0)
    for low, high in ((-3, 7), (-1, 2), (0, 1)):
        inputs = [rng.integers(low, high, s).astype(np.float64) for s in row.shapes]
        for got, want in zip(*gradients(row, inputs), strict=True):
            known = ~np.isnan(want)
            np.testing.assert_allclose(evaluate(got)[known], want[known], rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("row", [r for r in ROWS if r.small], ids=lambda r: r.name)
def test_axes_of_size_one_and_zero(row: Row) -> None:
    for shapes in row.small: check(row, drawn(row, shapes))


@pytest.mark.parametrize("row", [r for r in ROWS if r.twice], ids=lambda r: r.name)
def test_second_derivatives(row: Row) -> None:
    check(row, drawn(row), twice=True)


@pytest.mark.parametrize("row", [r for r in ROWS if r.twice and r.kind == "any" and r.ties], ids=lambda r: r.name)
def test_second_derivatives_at_ties_and_zeros(row: Row) -> None:
    rng = np.random.default_rng(0)
    inputs = [rng.integers(-1, 3, s).astype(np.float64) for s in row.shapes]
    for got, want in zip(*gradients(row, inputs, twice=True), strict=True):
        known = np.isfinite(want)
        np.testing.assert_allclose(evaluate(got)[known], want[known], rtol=1e-7, atol=1e-7)


def test_every_differentiable_method_has_a_row() -> None:
    """A new method comes with a row, or with its name in the list of those that have no gradient."""
    methods = {n for n in dir(Tensor) if not n.startswith("_") and hasattr(Tensor, n)}
    covered = {m for row in ROWS for m in row.methods}
    assert covered <= methods | {"index", "slices", "newaxis", "backwards", "list", "lists", "mean", "nothing"}
    assert not covered & NOT_DIFFERENTIABLE
    assert methods - covered - NOT_DIFFERENTIABLE == set()


COMPUTED = ("tanh", "div", "max", "max of products", "where of products", "prod", "softmax", "matmul", "conv2d {'padding': 1}",
     "max_pool2d",
            "list", "layernorm", "cumprod", "cummax", "sort of products")


@pytest.mark.parametrize("row", [r for r in ROWS if r.name in COMPUTED], ids=lambda r: r.name)
def test_computed_gradients(fast_device: str, row: Row) -> None:
    """In float64, or float32 where the device has no float64."""
    dtype = held("float64")
    rtol, atol = (1e-8, 1e-9) if dtype == "float64" else (1e-4, 2e-5)
    for got, want in zip(*gradients(row, [x.astype(dtype) for x in drawn(row)]), strict=True):
        assert got.dtype.name == dtype
        np.testing.assert_allclose(got.numpy(), want, rtol=rtol, atol=atol)
