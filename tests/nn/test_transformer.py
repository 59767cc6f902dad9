"""Attention and transformer layers against torch's: values, gradients, masks."""
from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch

from heddle import Tensor, nn
from heddle.errors import SettingError, ShapeError
from heddle.nn.state import get_state_dict
from tests.nn.against_torch import check, share

RNG = np.random.default_rng(2)


def normal(*shape: int) -> np.ndarray: return RNG.standard_normal(shape).astype(np.float32)


def as_given(x: np.ndarray, like: Any) -> Any:
    """A mask as a tensor of the library that the layer is from."""
    return Tensor(x) if isinstance(like, Tensor) else torch.tensor(x)


OPTIONS: list[dict[str, Any]] = [{}, {"batch_first": True, "bias": False}, {"kdim": 5, "vdim": 6},
                                 {"add_bias_kv": True, "add_zero_attn": True}]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: " ".join(o) or "plain")
def test_attention(options: dict[str, Any]) -> None:
    ours, theirs = nn.MultiheadAttention(8, 2, **options), torch.nn.MultiheadAttention(8, 2, **options)
    share(ours, theirs, spread=0.5)
    inputs = [normal(2, 2, 8), normal(2, 2, options.get("kdim", 8)), normal(2, 2, options.get("vdim", 8))]
    if not options: inputs = [normal(3, 2, 8), normal(4, 2, 8), normal(4, 2, 8)]
    check(ours, theirs, inputs)
    check(ours, theirs, inputs, lambda layer, x: layer(*x, need_weights=False)[0])
    check(ours, theirs, inputs, lambda layer, x: layer(*x, average_attn_weights=False))


def test_attention_of_a_sequence_to_itself_and_without_a_batch() -> None:
    ours, theirs = nn.MultiheadAttention(8, 4), torch.nn.MultiheadAttention(8, 4)
    share(ours, theirs, spread=0.5)
    check(ours, theirs, [normal(3, 2, 8)], lambda layer, x: layer(x[0], x[0], x[0]))
    check(ours, theirs, [normal(3, 8)], lambda layer, x: layer(x[0], x[0], x[0]))


HIDDEN = np.array([[False, True, False], [False, False, True], [True, False, False]])
PADDED = np.array([[False, False, True], [False, False, False]])
MASKS: dict[str, dict[str, np.ndarray]] = {
    "bool": {"attn_mask": HIDDEN}, "float": {"attn_mask": normal(3, 3)}, "by head": {"attn_mask": normal(4, 3, 3)},
    "padding": {"key_padding_mask": PADDED}, "both": {"attn_mask": np.triu(np.ones((3, 3), bool), 1), "key_padding_mask": PADDED},
    "float padding": {"key_padding_mask": np.where(PADDED, -math.inf, 0).astype(np.float32), "attn_mask": normal(3, 3)},
}


@pytest.mark.parametrize("more", [{}, {"add_bias_kv": True, "add_zero_attn": True}], ids=["", "more keys"])
@pytest.mark.parametrize("masks", MASKS.values(), ids=MASKS)
def test_masks(masks: dict[str, np.ndarray], more: dict[str, Any]) -> None:
    ours, theirs = nn.MultiheadAttention(8, 2, **more), torch.nn.MultiheadAttention(8, 2, **more)
    share(ours, theirs, spread=0.5)
    for need_weights in (True, False):
        check(ours, theirs, [normal(3, 2, 8)], lambda layer, x: layer(
            x[0], x[0], x[0], need_weights=need_weights, **{name: as_given(m, x[0]) for name, m in masks.items()}))


def test_causal() -> None:
    layer, x = nn.MultiheadAttention(8, 2), Tensor(normal(4, 1, 8))
    later = Tensor(np.triu(np.ones((4, 4), bool), 1))
    for need_weights in (True, False):
        want = layer(x, x, x, attn_mask=later, need_weights=need_weights)[0].numpy()
        np.testing.assert_array_equal(layer(x, x, x, is_causal=True, need_weights=need_weights)[0].numpy(), want)
    weights = layer(x, x, x, is_causal=True)[1]
    assert weights is not None and (np.triu(weights.numpy()[0], 1) == 0).all()


BLOCKS = [
    pytest.param({"norm_first": True, "activation": "gelu", "batch_first": True}, id="norm first"),
    pytest.param({}, id="plain", marks=pytest.mark.slow), pytest.param({"bias": False}, id="no bias", marks=pytest.mark.slow)]


@pytest.mark.parametrize("options", BLOCKS)
def test_encoder_layer(options: dict[str, Any]) -> None:
    ours, theirs = nn.TransformerEncoderLayer(8, 2, 12, **options), torch.nn.TransformerEncoderLayer(8, 2, 12, **options).eval()
    share(ours, theirs, spread=0.4)
    check(ours, theirs, [normal(3, 3, 8)])
    check(ours, theirs, [normal(3, 3, 8)], lambda layer, x: layer(x[0], as_given(HIDDEN, x[0])))


@pytest.mark.parametrize("options", BLOCKS)
def test_decoder_layer(options: dict[str, Any]) -> None:
    ours, theirs = nn.TransformerDecoderLayer(8, 2, 12, **options), torch.nn.TransformerDecoderLayer(8, 2, 12, **options).eval()
    share(ours, theirs, spread=0.4)
    later = np.triu(np.ones((3, 3), bool), 1)
    check(ours, theirs, [normal(3, 3, 8), normal(3, 3, 8)], lambda layer, x: layer(*x, tgt_mask=as_given(later, x[0])))


@pytest.mark.slow
def test_transformer() -> None:
    sizes: dict[str, Any] = {"d_model": 8, "nhead": 2, "num_encoder_layers": 2, "num_decoder_layers": 1, "dim_feedforward": 10}
    ours, theirs = nn.Transformer(**sizes), torch.nn.Transformer(**sizes).eval()
    share(ours, theirs, spread=0.4)
    assert set(get_state_dict(ours)) == set(theirs.state_dict())
    mask = nn.Transformer.generate_square_subsequent_mask(3)
    np.testing.assert_array_equal(mask.numpy(), torch.nn.Transformer.generate_square_subsequent_mask(3).numpy())
    check(ours, theirs, [normal(4, 2, 8), normal(3, 2, 8)],
          lambda layer, x: layer(*x, tgt_mask=as_given(mask.numpy(), x[0]), tgt_is_causal=True))


def test_layers_of_a_stack_begin_equal_and_are_their_own() -> None:
    first = nn.TransformerEncoderLayer(8, 2, 12)
    stack = nn.TransformerEncoder(first, 2, nn.LayerNorm(8))
    a, b = (layer.linear1.weight for layer in stack.layers)
    np.testing.assert_array_equal(a.numpy(), b.numpy())
    a.assign(a * 0).realize()
    assert (b.numpy() != 0).any() and (first.linear1.weight.numpy() != 0).any()
    drawn = nn.Transformer(8, 2, 2, 0, 12).encoder.layers
    assert (drawn[0].linear1.weight.numpy() != drawn[1].linear1.weight.numpy()).any()


def test_dropout_in_training_only() -> None:
    layer, x = nn.TransformerEncoderLayer(8, 2, 12, dropout=0.5), Tensor(normal(3, 2, 8))
    plain = layer(x).numpy()
    np.testing.assert_array_equal(layer(x).numpy(), plain)
    with Tensor.train(): assert (layer(x).numpy() != plain).any()


def test_errors() -> None:
    layer, x = nn.MultiheadAttention(8, 2), Tensor.ones(3, 2, 8)
    with pytest.raises(ShapeError, match="3 heads do not divide a width of 8"): nn.MultiheadAttention(8, 3)
    with pytest.raises(ShapeError, match="attention got 2 axes where its query has 3"): layer(x, x[0], x[0])
    with pytest.raises(ShapeError, match="same length"): layer(x, x, Tensor.ones(4, 2, 8))
    with pytest.raises(ShapeError, match=r"needs a mask \(3, 3\) or \(4, 3, 3\), got shape \(2, 3, 3\)"):
        layer(x, x, x, attn_mask=Tensor.ones(2, 3, 3))
    with pytest.raises(ShapeError, match=r"key_padding_mask \(2, 3\), got shape \(3, 2\)"):
        layer(x, x, x, key_padding_mask=Tensor.ones(3, 2, dtype="bool"))
    with pytest.raises(SettingError, match='"relu", "gelu"'): nn.TransformerEncoderLayer(8, 2, activation="swish")
