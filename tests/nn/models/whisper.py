"""Whisper: an encoder of spectrograms and a decoder of text (Radford and others 2022)."""
from __future__ import annotations

from heddle import Tensor, nn
from tests.nn.models.gpt2 import heads, joined


class Attention:
    def __init__(self, width: int, count: int) -> None:
        self.count = count
        self.q_proj, self.v_proj, self.out_proj = (nn.Linear(width, width) for _ in range(3))
        self.k_proj = nn.Linear(width, width, bias=False)

    def __call__(self, x: Tensor, other: Tensor, is_causal: bool = False) -> Tensor:
        q, k, v = heads(self.q_proj(x), self.count), heads(self.k_proj(other), self.count), heads(self.v_proj(other), self.count)
        return self.out_proj(joined(q.scaled_dot_product_attention(k, v, is_causal=is_causal)))


class Layer:
    def __init__(self, width: int, inner: int, count: int, crosses: bool) -> None:
        self.self_attn, self.self_attn_layer_norm = Attention(width, count), nn.LayerNorm(width)
        if crosses: self.encoder_attn, self.encoder_attn_layer_norm = Attention(width, count), nn.LayerNorm(width)
        self.fc1, self.fc2, self.final_layer_norm = nn.Linear(width, inner), nn.Linear(inner, width), nn.LayerNorm(width)

    def __call__(self, x: Tensor, sound: Tensor | None = None) -> Tensor:
        y = self.self_attn_layer_norm(x)
        x = x + self.self_attn(y, y, is_causal=sound is not None)
        if sound is not None: x = x + self.encoder_attn(self.encoder_attn_layer_norm(x), sound)
        return x + self.fc2(self.fc1(self.final_layer_norm(x)).gelu("none"))


class Encoder:
    def __init__(self, bins: int, width: int, inner: int, layers: int, count: int, longest: int) -> None:
        self.conv1, self.conv2 = nn.Conv1d(bins, width, 3, padding=1), nn.Conv1d(width, width, 3, stride=2, padding=1)
        self.embed_positions, self.layer_norm = nn.Embedding(longest, width), nn.LayerNorm(width)
        self.layers = [Layer(width, inner, count, False) for _ in range(layers)]

    def __call__(self, x: Tensor) -> Tensor:
        y = self.conv2(self.conv1(x).gelu("none")).gelu("none").transpose(1, 2)
        y = y + self.embed_positions.weight[:y.shape[1]]
        for layer in self.layers: y = layer(y)
        return self.layer_norm(y)


class Decoder:
    def __init__(self, vocabulary: int, width: int, inner: int, layers: int, count: int, longest: int) -> None:
        self.embed_tokens, self.embed_positions = nn.Embedding(vocabulary, width), nn.Embedding(longest, width)
        self.layers, self.layer_norm = [Layer(width, inner, count, True) for _ in range(layers)], nn.LayerNorm(width)

    def __call__(self, ids: Tensor, sound: Tensor) -> Tensor:
        x = self.embed_tokens(ids) + self.embed_positions.weight[:ids.shape[1]]
        for layer in self.layers: x = layer(x, sound)
        return self.layer_norm(x) @ self.embed_tokens.weight.T


class Whisper:
    """Spectrograms (batch, bins, 2 · t) and ids (batch, n) -> logits (batch, n, vocabulary)."""

    def __init__(self, vocabulary: int, bins: int, width: int, inner: int, layers: int, count: int, longest: int) -> None:
        self.encoder = Encoder(bins, width, inner, layers, count, longest)
        self.decoder = Decoder(vocabulary, width, inner, layers, count, longest)

    def __call__(self, sound: Tensor, ids: Tensor) -> Tensor: return self.decoder(ids, self.encoder(sound))
