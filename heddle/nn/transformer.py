"""Transformer layers: encoder and decoder blocks, stacks of them, and the full encoder-decoder.

Inputs: (length, batch, d_model), or (batch, length, d_model) with `batch_first`, and masks as of `MultiheadAttention`.
Outputs: the same shape. Invariants: parameters have torch's names and layouts (Vaswani and others 2017; with `norm_first` the
normalisation stands before each part, Xiong and others 2020). Dropout works while `Tensor.training`.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar, cast

from heddle.dtype import DTypeLike
from heddle.errors import SettingError
from heddle.nn.attention import MultiheadAttention
from heddle.nn.containers import Dropout
from heddle.nn.layer import Layer
from heddle.nn.linear import Linear
from heddle.nn.norm import LayerNorm
from heddle.nn.parameters import DeviceLike, Initializer
from heddle.tensor import Tensor

L = TypeVar("L", bound=Layer)
Activation = str | Callable[[Tensor], Tensor]
_ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {"relu": Tensor.relu, "gelu": lambda x: x.gelu("none")}


def _activation(given: Activation) -> Callable[[Tensor], Tensor]:
    if not isinstance(given, str): return given
    if given not in _ACTIVATIONS:
        raise SettingError(f"there is no activation {given!r}", 'Give "relu", "gelu", or a function of a tensor.')
    return _ACTIVATIONS[given]


class _Block(Layer):
    """What encoder and decoder blocks have in common: self-attention, the two linear layers, and their norms."""

    norms = 2

    def __init__(self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1, activation: Activation = "relu",
                 layer_norm_eps: float = 1e-5, batch_first: bool = False, norm_first: bool = False, bias: bool = True, *,
                 dtype: DTypeLike | None = None, device: DeviceLike = None) -> None:
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, dtype=dtype, device=device)
        self.linear1 = Linear(d_model, dim_feedforward, bias, dtype=dtype, device=device)
        self.linear2 = Linear(dim_feedforward, d_model, bias, dtype=dtype, device=device)
        for i in range(self.norms):
            setattr(self, f"norm{i + 1}", LayerNorm(d_model, layer_norm_eps, bias=bias, dtype=dtype, device=device))
        self.activation, self.norm_first, self.dropout = _activation(activation), norm_first, Dropout(dropout)

    def _add(self, x: Tensor, norm: LayerNorm, part: Callable[[Tensor], Tensor]) -> Tensor:
        """x and the part's result, with the norm before the part or behind the sum."""
        if self.norm_first: return x + self.dropout(part(norm(x)))
        return norm(x + self.dropout(part(x)))

    def _feed_forward(self, x: Tensor) -> Tensor: return self.linear2(self.dropout(self.activation(self.linear1(x))))


class TransformerEncoderLayer(_Block):
    """Self-attention, then two linear layers with an activation between, each added to its input and normalised.

    dim_feedforward: the width between the linear layers. activation: "relu", "gelu" (the exact one) or a function.
    Parameters: self_attn, linear1, linear2, norm1, norm2, in `dtype` (the default float if None) and on `device` (the default one if
    None); biases only with `bias`. SettingError for another activation, ShapeError if nhead does not divide d_model, DTypeError if
    `dtype` is no float.
    """

    norm1: LayerNorm
    norm2: LayerNorm

    def __call__(self, src: Tensor, src_mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None,
                 is_causal: bool = False) -> Tensor:
        """src: (length, batch, d_model), see `MultiheadAttention` for the masks -> the same shape."""
        x = self._add(src, self.norm1,
                      lambda x: self.self_attn(x, x, x, src_key_padding_mask, False, src_mask, is_causal=is_causal)[0])
        return self._add(x, self.norm2, self._feed_forward)


class TransformerDecoderLayer(_Block):
    """Self-attention, attention to an encoder's output, then two linear layers; otherwise as `TransformerEncoderLayer`.

    Parameters: self_attn, multihead_attn, linear1, linear2, norm1, norm2, norm3; `dtype`, `device`, `bias` and errors as there.
    """

    norms = 3
    norm1: LayerNorm
    norm2: LayerNorm
    norm3: LayerNorm

    def __init__(self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1, activation: Activation = "relu",
                 layer_norm_eps: float = 1e-5, batch_first: bool = False, norm_first: bool = False, bias: bool = True, *,
                 dtype: DTypeLike | None = None, device: DeviceLike = None) -> None:
        super().__init__(d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias,
                         dtype=dtype, device=device)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, dtype=dtype, device=device)

    def __call__(self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None,
                 tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None,
                 tgt_is_causal: bool = False, memory_is_causal: bool = False) -> Tensor:
        """tgt: (t, batch, d_model), memory: (s, batch, d_model), the encoder's output -> the shape of tgt."""
        x = self._add(tgt, self.norm1,
                      lambda x: self.self_attn(x, x, x, tgt_key_padding_mask, False, tgt_mask, is_causal=tgt_is_causal)[0])
        x = self._add(x, self.norm2, lambda x: self.multihead_attn(x, memory, memory, memory_key_padding_mask, False, memory_mask,
                                                                  is_causal=memory_is_causal)[0])
        return self._add(x, self.norm3, self._feed_forward)


class TransformerEncoder(Layer):
    """`num_layers` copies of an encoder layer, one after the other, and `norm` behind them if one is given.

    The copies begin with the same parameters, as in torch. Parameters: layers.0, layers.1, …, norm, with the dtypes and on the devices
    of what is given.
    """

    def __init__(self, encoder_layer: TransformerEncoderLayer, num_layers: int, norm: LayerNorm | None = None) -> None:
        self.layers, self.norm = [_copy(encoder_layer) for _ in range(num_layers)], norm

    def __call__(self, src: Tensor, mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None,
                 is_causal: bool = False) -> Tensor:
        """src: (length, batch, d_model) -> the same shape. The masks are given to every layer."""
        for layer in self.layers: src = layer(src, mask, src_key_padding_mask, is_causal)
        return src if self.norm is None else self.norm(src)


class TransformerDecoder(Layer):
    """`num_layers` copies of a decoder layer, one after the other, and `norm` behind them if one is given: see `TransformerEncoder`.

    Parameters: layers.0, layers.1, …, norm, with the dtypes and on the devices of what is given.
    """

    def __init__(self, decoder_layer: TransformerDecoderLayer, num_layers: int, norm: LayerNorm | None = None) -> None:
        self.layers, self.norm = [_copy(decoder_layer) for _ in range(num_layers)], norm

    def __call__(self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None,
                 tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None,
                 tgt_is_causal: bool = False, memory_is_causal: bool = False) -> Tensor:
        """tgt: (t, batch, d_model), memory: (s, batch, d_model) -> the shape of tgt. The masks are given to every layer."""
        for layer in self.layers:
            tgt = layer(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask, tgt_is_causal,
                        memory_is_causal)
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Layer):
    """An encoder and a decoder: src (s, batch, d_model), tgt (t, batch, d_model) -> (t, batch, d_model).

    Matrices begin uniform within sqrt(6 / (rows + columns)). Parameters: encoder, decoder, each with a last norm; `dtype`, `device`,
    `bias` and errors as of `TransformerEncoderLayer`.
    """

    def __init__(self, d_model: int = 512, nhead: int = 8, num_encoder_layers: int = 6, num_decoder_layers: int = 6,
                 dim_feedforward: int = 2048, dropout: float = 0.1, activation: Activation = "relu", layer_norm_eps: float = 1e-5,
                 batch_first: bool = False, norm_first: bool = False, bias: bool = True, *, dtype: DTypeLike | None = None,
                 device: DeviceLike = None) -> None:
        sizes = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias)
        norms = [LayerNorm(d_model, layer_norm_eps, bias=bias, dtype=dtype, device=device) for _ in range(2)]
        self.encoder = TransformerEncoder(TransformerEncoderLayer(*sizes, dtype=dtype, device=device), num_encoder_layers, norms[0])
        self.decoder = TransformerDecoder(TransformerDecoderLayer(*sizes, dtype=dtype, device=device), num_decoder_layers, norms[1])
        for stack in (self.encoder, self.decoder):
            for layer in stack.layers: _draw_matrices(layer)

    def __call__(self, src: Tensor, tgt: Tensor, src_mask: Tensor | None = None, tgt_mask: Tensor | None = None,
                 memory_mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None,
                 tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None,
                 src_is_causal: bool = False, tgt_is_causal: bool = False, memory_is_causal: bool = False) -> Tensor:
        """src: (s, batch, d_model), tgt: (t, batch, d_model), see `MultiheadAttention` for the masks -> the shape of tgt."""
        memory = self.encoder(src, src_mask, src_key_padding_mask, src_is_causal)
        return self.decoder(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask, tgt_is_causal,
                            memory_is_causal)

    @staticmethod
    def generate_square_subsequent_mask(sz: int, device: str | None = None, dtype: DTypeLike | None = None) -> Tensor:
        """(sz, sz) in `dtype` (the default float if None): -inf above the diagonal, else 0. Added to scores it hides what comes
        later."""
        return Tensor.full((sz, sz), -math.inf, dtype, device).triu(1)


def _copy(layer: L) -> L:
    """A layer with parameters of its own, which have the values of those of `layer`."""
    made = object.__new__(type(layer))
    vars(made).update({name: _copied(part) for name, part in vars(layer).items()})
    return made


def _copied(x: object) -> object:
    if isinstance(x, Tensor): return x.detach().clone().requires_grad_(x.requires_grad)
    return [_copied(part) for part in cast("list[object]", x)] if isinstance(x, list) else _copy(x) if isinstance(x, Layer) else x


def _draw_matrices(x: object) -> None:
    """Draws every matrix of a layer anew, as `Tensor.glorot_uniform` does."""
    for name, part in list(vars(x).items()):
        if isinstance(part, Layer): _draw_matrices(part)
        elif isinstance(part, Tensor) and part.ndim > 1: setattr(x, name, Initializer(x, part.dtype, part.device).glorot(*part.shape))
