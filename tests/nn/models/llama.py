"""Llama and Mixtral: decoders with rotary positions, grouped heads, gated linear units, and a cache of keys and values.

After Touvron and others (2023), Su and others (2021: rotary positions) and Jiang and others (2024: a mixture of experts).
"""
from __future__ import annotations

from typing import Any

from heddle import Tensor, nn


def rotary(size: int, width: int, theta: float) -> tuple[Tensor, Tensor]:
    """Cosines and sines of the angles: (size, width) each; both halves of the width turn by the same angles."""
    rates = (Tensor.arange(0, width, 2) * (-1 / width)).mul(Tensor(theta).log()).exp()
    angles = (Tensor.arange(size).float().unsqueeze(1) * rates.unsqueeze(0)).repeat(1, 2)
    return angles.cos().contiguous(), angles.sin().contiguous()


def rotated(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """x: (batch, heads, t, width), by its halves."""
    a, b = x.chunk(2, dim=-1)
    return x * cos + (-b).cat(a, dim=-1) * sin


class GatedLinear:
    def __init__(self, width: int, inner: int) -> None:
        self.gate_proj, self.up_proj = nn.Linear(width, inner, bias=False), nn.Linear(width, inner, bias=False)
        self.down_proj = nn.Linear(inner, width, bias=False)

    def __call__(self, x: Tensor) -> Tensor: return self.down_proj(self.gate_proj(x).silu() * self.up_proj(x))


class Experts:
    """For each token the `chosen` experts of highest score, by their shares. All experts are computed, those not chosen with
    share 0."""

    def __init__(self, width: int, inner: int, count: int, chosen: int) -> None:
        self.chosen, self.gate = chosen, nn.Linear(width, count, bias=False)
        self.experts: dict[str, Tensor] = {
            "gate_up_proj": Tensor.glorot_uniform(count, 2 * inner, width), "down_proj": Tensor.glorot_uniform(count, width, inner)}

    def __call__(self, x: Tensor) -> Tensor:
        scores, which = self.gate(x).softmax(-1).topk(self.chosen)
        shares = (which.one_hot(self.gate.weight.shape[0]) * (scores / scores.sum(-1, keepdim=True)).unsqueeze(-1)).sum(-2)
        flat = x.reshape(1, -1, x.shape[-1])
        gate, up = flat.matmul(self.experts["gate_up_proj"].transpose(1, 2)).chunk(2, dim=-1)
        each = (gate.silu() * up).matmul(self.experts["down_proj"].transpose(1, 2))
        return (each * shares.reshape(-1, shares.shape[-1]).T.unsqueeze(-1)).sum(0).reshape(x.shape)


class Attention:
    def __init__(self, width: int, count: int, groups: int, longest: int) -> None:
        self.count, self.groups, self.size, self.longest = count, groups, width // count, longest
        self.q_proj, self.o_proj = nn.Linear(width, width, bias=False), nn.Linear(width, width, bias=False)
        self.k_proj, self.v_proj = (nn.Linear(width, groups * self.size, bias=False) for _ in range(2))
        self._cache: dict[str, Tensor] = {}  # made at the first use, after parameters were collected

    def __call__(self, x: Tensor, cos: Tensor, sin: Tensor, start: Any, cached: bool) -> Tensor:
        batch, t = x.shape[0], x.shape[1]
        q = self.q_proj(x).reshape(batch, t, self.count, self.size).transpose(1, 2)
        k, v = (p(x).reshape(batch, t, self.groups, self.size).transpose(1, 2) for p in (self.k_proj, self.v_proj))
        q, k = rotated(q, cos, sin), rotated(k, cos, sin)
        if cached:
            kv = self.memory(batch)
            kv[:, :, :, start:start + t].assign(Tensor.stack(k, v)).realize()
            k, v = kv[0, :, :, :start + t], kv[1, :, :, :start + t]
        y = q.scaled_dot_product_attention(k, v, is_causal=t > 1, enable_gqa=True)  # several tokens only at the start
        return self.o_proj(y.transpose(1, 2).reshape(batch, t, self.count * self.size))

    def memory(self, batch: int) -> Tensor:
        """The keys and values of what came before: (2, batch, groups, longest, size)."""
        if "kv" not in self._cache:
            self._cache["kv"] = Tensor.zeros(2, batch, self.groups, self.longest, self.size).contiguous().realize()
        return self._cache["kv"]


class Block:
    def __init__(self, attention: Attention, mlp: Any, width: int, eps: float) -> None:
        self.self_attn, self.mlp = attention, mlp
        self.input_layernorm, self.post_attention_layernorm = nn.RMSNorm(width, eps), nn.RMSNorm(width, eps)

    def __call__(self, x: Tensor, cos: Tensor, sin: Tensor, start: Any, cached: bool) -> Tensor:
        x = x + self.self_attn(self.input_layernorm(x), cos, sin, start, cached)
        return x + self.mlp(self.post_attention_layernorm(x))


class Decoder:
    """ids (batch, t) at positions start … start + t - 1 -> logits (batch, t, vocabulary).

    experts: how many there are, and how many a token goes to; 0: one gated linear unit (Llama). cached: keys and values before
    `start` come from the cache, and these are added to it; `start` may be a bound Variable, with t = 1.
    """

    def __init__(self, vocabulary: int, width: int, inner: int, layers: int, count: int, groups: int, longest: int, theta: float = 1e4,
                 eps: float = 1e-6, experts: tuple[int, int] = (0, 0)) -> None:
        self.embed_tokens, self.lm_head = nn.Embedding(vocabulary, width), nn.Linear(width, vocabulary, bias=False)
        self.layers = [Block(Attention(width, count, groups, longest), Experts(width, inner, *experts) if experts[0] else
                             GatedLinear(width, inner), width, eps) for _ in range(layers)]
        self.norm = nn.RMSNorm(width, eps)
        self.angles = rotary(longest, width // count, theta)
        Tensor.realize(*self.angles)

    def __call__(self, ids: Tensor, start: Any = 0, cached: bool = False) -> Tensor:
        x, (cos, sin) = self.embed_tokens(ids), (a[start:start + ids.shape[1]] for a in self.angles)
        for block in self.layers: x = block(x, cos, sin, start, cached)
        return self.lm_head(self.norm(x))
