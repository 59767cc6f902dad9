"""BERT and ViT: encoders of text and of pictures (Devlin and others 2019; Dosovitskiy and others 2021)."""
from __future__ import annotations

from heddle import Tensor, nn
from tests.nn.models.gpt2 import heads, joined

EPS = 1e-12


class SelfAttention:
    def __init__(self, width: int, count: int) -> None:
        self.count = count
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))

    def __call__(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        q, k, v = (heads(part(x), self.count) for part in (self.query, self.key, self.value))
        return self.out(joined(q.scaled_dot_product_attention(k, v, mask)))


class BertLayer:
    def __init__(self, width: int, inner: int, count: int) -> None:
        self.attention, self.norm1, self.norm2 = SelfAttention(width, count), nn.LayerNorm(width, EPS), nn.LayerNorm(width, EPS)
        self.inner, self.outer = nn.Linear(width, inner), nn.Linear(inner, width)

    def __call__(self, x: Tensor, mask: Tensor) -> Tensor:
        x = self.norm1(x + self.attention(x, mask))
        return self.norm2(x + self.outer(self.inner(x).gelu("none")))


class Bert:
    """ids, kinds and mask (batch, t), 1 where there is a token -> the last layer (batch, t, width) and the pooled first token."""

    def __init__(self, vocabulary: int, positions: int, width: int, inner: int, layers: int, count: int) -> None:
        self.words, self.places, self.kinds = (nn.Embedding(n, width) for n in (vocabulary, positions, 2))
        self.norm, self.layers = nn.LayerNorm(width, EPS), [BertLayer(width, inner, count) for _ in range(layers)]
        self.pooler = nn.Linear(width, width)

    def __call__(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        x = self.norm(self.words(ids) + self.places(Tensor.arange(ids.shape[1])) + self.kinds(kinds))
        seen = (mask != 0).reshape(mask.shape[0], 1, 1, mask.shape[1])
        for layer in self.layers: x = layer(x, seen)
        return x, self.pooler(x[:, 0]).tanh()


class VitLayer:
    def __init__(self, width: int, inner: int, count: int) -> None:
        self.attention, self.norm1, self.norm2 = SelfAttention(width, count), nn.LayerNorm(width, EPS), nn.LayerNorm(width, EPS)
        self.inner, self.outer = nn.Linear(width, inner), nn.Linear(inner, width)

    def __call__(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.norm1(x))
        return x + self.outer(self.inner(self.norm2(x)).gelu("none"))


class Vit:
    """Pictures (batch, 3, size, size) -> the last layer (batch, 1 + patches, width) and the pooled class token."""

    def __init__(self, size: int, patch: int, width: int, inner: int, layers: int, count: int) -> None:
        self.patches = nn.Conv2d(3, width, patch, stride=patch)
        self.first, self.places = Tensor.zeros(1, 1, width), Tensor.zeros(1, 1 + (size // patch) ** 2, width)
        self.layers, self.norm = [VitLayer(width, inner, count) for _ in range(layers)], nn.LayerNorm(width, EPS)
        self.pooler = nn.Linear(width, width)

    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]:
        y = self.patches(x).flatten(2).transpose(1, 2)
        y = self.first.expand(y.shape[0], 1, y.shape[2]).cat(y, dim=1) + self.places
        for layer in self.layers: y = layer(y)
        y = self.norm(y)
        return y, self.pooler(y[:, 0]).tanh()
