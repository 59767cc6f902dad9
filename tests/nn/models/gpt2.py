"""GPT-2: a decoder with learnt positions and norms before each part (Radford and others 2019)."""
from __future__ import annotations

from heddle import Tensor, nn


def heads(x: Tensor, count: int) -> Tensor:
    """(batch, t, width) -> (batch, count, t, width / count)"""
    return x.reshape(x.shape[0], x.shape[1], count, -1).transpose(1, 2)


def joined(x: Tensor) -> Tensor:
    """(batch, heads, t, width) -> (batch, t, heads · width)"""
    return x.transpose(1, 2).reshape(x.shape[0], x.shape[2], -1)


class Block:
    def __init__(self, width: int, count: int) -> None:
        self.count = count
        self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.c_attn, self.c_proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.c_fc, self.mlp_proj = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def __call__(self, x: Tensor) -> Tensor:
        q, k, v = (heads(part, self.count) for part in self.c_attn(self.ln_1(x)).chunk(3, dim=-1))
        x = x + self.c_proj(joined(q.scaled_dot_product_attention(k, v, is_causal=True)))
        return x + self.mlp_proj(self.c_fc(self.ln_2(x)).gelu())


class GPT2:
    """ids (batch, t) -> logits (batch, t, vocabulary). The last product is with the table of tokens."""

    def __init__(self, vocabulary: int, positions: int, width: int, layers: int, count: int) -> None:
        self.wte, self.wpe = nn.Embedding(vocabulary, width), nn.Embedding(positions, width)
        self.h, self.ln_f = [Block(width, count) for _ in range(layers)], nn.LayerNorm(width)

    def __call__(self, ids: Tensor) -> Tensor:
        x = self.wte(ids) + self.wpe(Tensor.arange(ids.shape[1]))
        for block in self.h: x = block(x)
        return self.ln_f(x) @ self.wte.weight.T
