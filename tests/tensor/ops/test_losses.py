"""Losses with class weights, labels that do not count and smoothing, and their gradients, against torch."""
from __future__ import annotations

import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F  # noqa: N812

from heddle import Tensor, TinyJit
from heddle.errors import DTypeError, SettingError, ShapeError

WEIGHT = np.array([0.5, 2, 0, 3], np.float32)


def _check(ours: Tensor, x: Tensor, theirs: torch.Tensor, t: torch.Tensor) -> None:
    np.testing.assert_allclose(ours.numpy(), theirs.detach().numpy(), rtol=3e-5, atol=1e-6)
    ours.sum().backward()
    theirs.sum().backward()
    assert x.grad is not None and t.grad is not None
    np.testing.assert_allclose(x.grad.numpy(), t.grad.numpy(), rtol=3e-5, atol=1e-6)


def _both(values: np.ndarray) -> tuple[Tensor, torch.Tensor]:
    return Tensor(values, requires_grad=True), torch.tensor(values, requires_grad=True)


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize("smoothing", [0.0, 0.2])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("shape", [(6, 4), (4,), (3, 4, 5)], ids=str)
def test_cross_entropy_is_torchs(shape: tuple[int, ...], weighted: bool, smoothing: float, reduction: str) -> None:
    """The mean of labels is over their weights, that of chances over the rows."""
    rng = np.random.default_rng(len(shape))
    values, rows = rng.normal(size=shape).astype(np.float32), shape[:0] if len(shape) == 1 else (shape[0], *shape[2:])
    labels = np.asarray(rng.integers(0, 4, rows))
    chances = np.moveaxis(rng.dirichlet(np.ones(4), rows), -1, min(len(shape) - 1, 1)).astype(np.float32)
    w, u = (Tensor(WEIGHT), torch.tensor(WEIGHT)) if weighted else (None, None)
    for ignored in (None, 1, -100):
        y = np.where(rng.random(rows) < 0.4, -100, labels) if ignored == -100 else labels
        x, t = _both(values)
        kept = -100 if ignored is None else ignored
        theirs = F.cross_entropy(t, torch.tensor(y), u, ignore_index=kept, reduction=reduction, label_smoothing=smoothing)
        if not np.isfinite(theirs.detach().numpy()).all(): continue
        _check(x.cross_entropy(Tensor(y), reduction, smoothing, w, ignored), x, theirs, t)
        if len(shape) != 2: continue
        x, t = _both(values)
        theirs = F.cross_entropy(t, torch.tensor(y), u, ignore_index=kept, reduction=reduction, label_smoothing=smoothing)
        _check(x.sparse_categorical_crossentropy(Tensor(y), kept, smoothing, reduction, w), x, theirs, t)
    x, t = _both(values)
    _check(x.cross_entropy(Tensor(chances), reduction, smoothing, w), x,
           F.cross_entropy(t, torch.tensor(chances), u, reduction=reduction, label_smoothing=smoothing), t)


def test_rows_that_do_not_count_may_hold_anything() -> None:
    values = np.array([[1, 2, 0, 1], [np.nan, np.inf, 0, 1], [0, 3, 1, 2]], np.float32)
    x, t = _both(values)
    y = [1, -100, 3]
    theirs = F.cross_entropy(t, torch.tensor(y), torch.tensor(WEIGHT), label_smoothing=0.1)
    _check(x.cross_entropy(Tensor(y), label_smoothing=0.1, weight=Tensor(WEIGHT), ignore_index=-100), x, theirs, t)
    none = Tensor(values).cross_entropy(Tensor([-100] * 3), ignore_index=-100)
    assert math.isnan(none.item()) and math.isnan(F.cross_entropy(t, torch.tensor([-100] * 3)).item())


def test_a_class_of_weight_0_is_not_seen_through_an_infinite_logarithm() -> None:
    x = Tensor([[0.0, -math.inf, 0.0, 0.0]])
    got = x.cross_entropy(Tensor([3]), label_smoothing=0.1, weight=Tensor([1.0, 0.0, 1.0, 1.0]))
    assert got.item() == pytest.approx(math.log(3) * (0.9 + 0.1 * 3 / 4), rel=1e-6)


def test_captured_and_repeated_losses_take_other_weights() -> None:
    @TinyJit
    def loss(x: Tensor, y: Tensor, w: Tensor) -> Tensor: return x.cross_entropy(y, weight=w).realize()
    rng = np.random.default_rng(0)
    for step in range(4):
        x, y, w = rng.normal(size=(5, 4)).astype(np.float32), rng.integers(0, 4, 5), rng.random(4).astype(np.float32)
        want = F.cross_entropy(torch.tensor(x), torch.tensor(y), torch.tensor(w)).item()
        ours = [Tensor(a).realize() for a in (x, y, w)]
        assert loss(*ours).item() == pytest.approx(want, rel=1e-5), step
        assert ours[0].cross_entropy(ours[1], "mean", 0.0, ours[2]).item() == pytest.approx(want, rel=1e-5)


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize("bound", [0.5, 1.0, 2.0])
def test_huber_losses_are_torchs(bound: float, reduction: str) -> None:
    values = np.array([0, 0.1, -0.5, 0.5, 1, -1, 2, -3, 1e20], np.float32)
    for name, keyword in (("huber_loss", "delta"), ("smooth_l1_loss", "beta")):
        x, t = _both(values)
        theirs = getattr(F, name)(t, torch.zeros(9), reduction=reduction, **{keyword: bound})
        _check(getattr(x, name)(Tensor.zeros(9), reduction, **{keyword: bound}), x, theirs, t)
    x, t = _both(values)
    theirs = F.smooth_l1_loss(t, torch.zeros(9), reduction=reduction, beta=0)
    _check(x.smooth_l1_loss(Tensor.zeros(9), reduction, beta=0), x, theirs, t)


def test_what_losses_refuse() -> None:
    x, y = Tensor.ones(2, 3), Tensor([0, 1])
    for call in (lambda: x.cross_entropy(y, weight=Tensor.ones(2)), lambda: x.nll_loss(y, Tensor.ones(3, 1)),
                 lambda: x.sparse_categorical_crossentropy(y, weight=Tensor.ones(4))):
        with pytest.raises(ShapeError, match=r"a weight for each of 3 classes, got shape(.|\n)*reduction=\"none\""): call()
    with pytest.raises(DTypeError, match=r"chances has no ignore_index(.|\n)*class numbers"):
        x.cross_entropy(x.softmax(), ignore_index=0)
    with pytest.raises(SettingError, match="a delta above 0, got 0"): x.huber_loss(x, delta=0)
    with pytest.raises(SettingError, match="a beta of at least 0"): x.smooth_l1_loss(x, beta=-1)
