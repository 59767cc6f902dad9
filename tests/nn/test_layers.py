"""Layers against torch's, with the same parameters."""
from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
import torch

from heddle import Tensor, nn
from heddle.errors import IndexRangeError, ShapeError
from heddle.nn.state import get_state_dict, load_state_dict

RNG = np.random.default_rng(0)
PAIRS: list[tuple[str, Any, Any, tuple[int, ...]]] = [
    ("linear", nn.Linear(5, 3), torch.nn.Linear(5, 3), (2, 4, 5)), ("no bias", nn.Linear(5, 3, bias=False),
                                                                    torch.nn.Linear(5, 3, bias=False), (2, 5)),
    ("conv2d", nn.Conv2d(4, 6, (3, 2), stride=2, padding=1, groups=2),
     torch.nn.Conv2d(4, 6, (3, 2), stride=2, padding=1, groups=2), (2, 4, 7, 8)),
    ("same", nn.Conv2d(2, 3, (3, 4), padding="same", dilation=2), torch.nn.Conv2d(2, 3, (3, 4), padding="same", dilation=2),
     (1, 2, 9, 9)),
    ("conv1d", nn.Conv1d(3, 4, 3, padding=1), torch.nn.Conv1d(3, 4, 3, padding=1), (2, 3, 8)),
    ("transposed", nn.ConvTranspose2d(4, 6, 3, stride=2, padding=1, output_padding=1),
     torch.nn.ConvTranspose2d(4, 6, 3, 2, 1, 1), (2, 4, 5, 6)),
    ("transposed 1d", nn.ConvTranspose1d(3, 2, 3, stride=2), torch.nn.ConvTranspose1d(3, 2, 3, 2), (2, 3, 5)),
    ("layer norm", nn.LayerNorm((4, 5)), torch.nn.LayerNorm((4, 5)), (3, 4, 5)),
    ("plain", nn.LayerNorm(5, elementwise_affine=False), torch.nn.LayerNorm(5, elementwise_affine=False), (3, 5)),
    ("group norm", nn.GroupNorm(2, 4), torch.nn.GroupNorm(2, 4), (3, 4, 5, 2)), ("rms norm", nn.RMSNorm(5),
                                                                                 torch.nn.RMSNorm(5, eps=1e-6), (3, 5)),
    ("instance norm", nn.InstanceNorm(3), torch.nn.InstanceNorm2d(3, affine=True),
     (2, 3, 4, 5)), ("batch norm", nn.BatchNorm(3), torch.nn.BatchNorm2d(3), (4, 3, 2, 2)),
]


def _share(ours: Any, theirs: Any) -> None:
    """Gives both the same random parameters."""
    for p in theirs.parameters(): torch.nn.init.normal_(p)
    load_state_dict(ours, {k: Tensor(v.detach().numpy()) for k, v in theirs.state_dict().items()}, verbose=False)


@pytest.mark.parametrize(("name", "ours", "theirs", "shape"), PAIRS, ids=[p[0] for p in PAIRS])
def test_layer(name: str, ours: Any, theirs: Any, shape: tuple[int, ...]) -> None:
    _share(ours, theirs)
    assert {k: tuple(v.shape) for k, v in theirs.state_dict().items()} == {k: t.shape for k, t in get_state_dict(ours).items()
                                                                         if k in theirs.state_dict()}
    x = RNG.standard_normal(shape).astype(np.float32)
    np.testing.assert_allclose(ours(Tensor(x)).numpy(), theirs.eval()(torch.tensor(x)).detach().numpy(), rtol=2e-5, atol=2e-5)


def test_embedding() -> None:
    layer, ids = nn.Embedding(7, 4), np.array([[0, 6, 3], [3, 3, 1]])
    np.testing.assert_array_equal(layer(Tensor(ids)).numpy(), layer.weight.numpy()[ids])
    with pytest.raises(IndexRangeError, match="embedding: the index 7 at 0"): layer(Tensor([7]))
    assert layer(Tensor([7]).realize() + 0).isnan().all().item()


def test_lstm_cell() -> None:
    ours, theirs = nn.LSTMCell(5, 3), torch.nn.LSTMCell(5, 3)
    _share(ours, theirs)
    x = RNG.standard_normal((2, 5)).astype(np.float32)
    state, want = ours(Tensor(x)), theirs(torch.tensor(x))
    for _ in range(2): state, want = ours(Tensor(x), state), theirs(torch.tensor(x), want)
    for a, b in zip(state, want, strict=True): np.testing.assert_allclose(a.numpy(), b.detach().numpy(), rtol=1e-5, atol=1e-6)


def test_layer_norm_over_channels() -> None:
    x = RNG.standard_normal((2, 3, 4, 5)).astype(np.float32)
    want = torch.nn.functional.layer_norm(torch.tensor(x).permute(0, 2, 3, 1), (3,)).permute(0, 3, 1, 2)
    np.testing.assert_allclose(nn.LayerNorm2d(3)(Tensor(x)).numpy(), want.numpy(), rtol=1e-5, atol=1e-5)


def test_batch_norm_in_training_keeps_running_statistics() -> None:
    ours, theirs = nn.BatchNorm2d(3), torch.nn.BatchNorm2d(3)
    _share(ours, theirs)
    with Tensor.train():
        for _ in range(3):
            x = RNG.standard_normal((4, 3, 5, 5)).astype(np.float32) * 3 + 1
            np.testing.assert_allclose(ours(Tensor(x)).numpy(), theirs(torch.tensor(x)).detach().numpy(), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(ours.running_mean.numpy(), theirs.running_mean.numpy(), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(ours.running_var.numpy(), theirs.running_var.numpy(), rtol=1e-5)
    assert ours.num_batches_tracked.item() == 3
    x = RNG.standard_normal((1, 3, 2, 2)).astype(np.float32)
    np.testing.assert_allclose(ours(Tensor(x)).numpy(), theirs.eval()(torch.tensor(x)).detach().numpy(), rtol=1e-4, atol=1e-4)


def test_first_parameters_are_spread_as_they_should_be() -> None:
    Tensor.manual_seed(3)
    weight = nn.Linear(100, 50).weight.numpy()
    assert 0.095 < np.abs(weight).max() <= 0.1 and abs(weight.mean()) < 0.005
    assert np.abs(nn.Conv2d(4, 8, 5).weight.numpy()).max() <= 0.1


def test_errors() -> None:
    with pytest.raises(ShapeError, match='There are: numbers, "same", "valid"'): nn.Conv2d(1, 1, 3, padding="both")
    with pytest.raises(ShapeError, match='"same" needs stride 1'): nn.Conv2d(1, 1, 3, stride=2, padding="same")
    with pytest.raises(ShapeError, match="3 groups do not divide 4 channels"): nn.GroupNorm(3, 4)
    with pytest.raises(ShapeError, match=r"batch norm needs \(batch, 3, ...\), got shape \(3,\)"): nn.BatchNorm(3)(Tensor.ones(3))


@pytest.mark.parametrize(("layer", "wanted"), [
    (nn.BatchNorm(1), "batch norm needs (batch, 1, ...)"),
    (nn.GroupNorm(1, 1), "group norm needs (batch, 1, ...)"),
    (nn.GroupNorm(2, 4, affine=False), "group norm needs (batch, 4, ...)"),
    (nn.InstanceNorm(4), "instance norm needs (batch, 4, ...)"),
    (nn.LayerNorm2d(8), "layer norm in two dimensions needs (batch, 8, height, width)"),
    (nn.LayerNorm(1), "layer norm needs last axes (1,)"),
    (nn.RMSNorm(1), "RMS norm needs a last axis of 1"),
], ids=lambda x: type(x).__name__)
def test_norms_refuse_other_channels_than_their_own_even_where_these_would_broadcast(layer: Any, wanted: str) -> None:
    with pytest.raises(ShapeError, match=re.escape(f"{wanted}, got shape (2, 8, 5)")): layer(Tensor.ones(2, 8, 5))
