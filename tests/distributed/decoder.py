"""A small decoder, as tests of several processes train it."""
from __future__ import annotations

from heddle import Tensor, nn


class Attention:
    """Causal self-attention of several heads."""

    def __init__(self, width: int, heads: int) -> None:
        self.heads = heads
        self.q_proj, self.k_proj, self.v_proj, self.o_proj = (nn.Linear(width, width, bias=False) for _ in range(4))

    def __call__(self, x: Tensor) -> Tensor:
        q, k, v = (p(x).reshape(*x.shape[:2], self.heads, -1).transpose(1, 2) for p in (self.q_proj, self.k_proj, self.v_proj))
        mixed = q.scaled_dot_product_attention(k, v, is_causal=True)
        return self.o_proj(mixed.transpose(1, 2).reshape(*x.shape))


class Block:
    """Attention and two linear layers, each after a norm, and added to its input."""

    def __init__(self, width: int, heads: int) -> None:
        self.attention, self.norm1, self.norm2 = Attention(width, heads), nn.LayerNorm(width), nn.LayerNorm(width)
        self.up_proj, self.down_proj = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def __call__(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.norm1(x))
        return x + self.down_proj(self.up_proj(self.norm2(x)).gelu())


class Embedding:
    """Tokens and their positions."""

    def __init__(self, vocabulary: int, length: int, width: int) -> None:
        self.tokens, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(length, width)

    def __call__(self, tokens: Tensor) -> Tensor:
        return self.tokens(tokens) + self.positions(Tensor.arange(tokens.shape[1], device=tokens.device))


class Head:
    """The scores of each token of the vocabulary."""

    def __init__(self, width: int, vocabulary: int) -> None:
        self.norm, self.linear = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)

    def __call__(self, x: Tensor) -> Tensor: return self.linear(self.norm(x))


class Decoder:
    """tokens (batch, length) -> scores (batch, length, vocabulary)."""

    def __init__(self, vocabulary: int = 32, length: int = 16, width: int = 32, heads: int = 4, blocks: int = 2) -> None:
        self.embedding, self.head = Embedding(vocabulary, length, width), Head(width, vocabulary)
        self.blocks = [Block(width, heads) for _ in range(blocks)]

    def __call__(self, tokens: Tensor) -> Tensor:
        x = self.embedding(tokens)
        for block in self.blocks: x = block(x)
        return self.head(x)


def loss_of(scores: Tensor, labels: Tensor) -> Tensor:
    """The mean cross-entropy of (batch, length, vocabulary) with labels (batch, length)."""
    return scores.sparse_categorical_crossentropy(labels)
