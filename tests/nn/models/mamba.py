"""Mamba: a selective state-space model (Gu and Dao 2023), its recurrence step by step."""
from __future__ import annotations

from heddle import Tensor, nn


class Mixer:
    def __init__(self, width: int, states: int, rank: int, kernel: int, expand: int) -> None:
        self.inner, self.states, self.rank, self.kernel = width * expand, states, rank, kernel
        self.in_proj, self.out_proj = nn.Linear(width, 2 * self.inner, bias=False), nn.Linear(self.inner, width, bias=False)
        self.conv1d = nn.Conv1d(self.inner, self.inner, kernel, padding=kernel - 1, groups=self.inner)
        self.x_proj, self.dt_proj = nn.Linear(self.inner, rank + 2 * states, bias=False), nn.Linear(rank, self.inner)
        self.A_log, self.D = Tensor.arange(1, states + 1).log().expand(self.inner, states).contiguous(), Tensor.ones(self.inner)

    def __call__(self, x: Tensor) -> Tensor:
        t = x.shape[1]
        y, gate = self.in_proj(x).chunk(2, dim=-1)
        y = self.conv1d(y.transpose(1, 2))[..., :t].silu().transpose(1, 2)  # of what came before only
        rate, b, c = self.x_proj(y).split([self.rank, self.states, self.states], dim=-1)
        rate = self.dt_proj(rate).softplus()  # (batch, t, inner)
        keep = (rate.unsqueeze(-1) * -self.A_log.exp()).exp()  # (batch, t, inner, states)
        add = (rate * y).unsqueeze(-1) * b.unsqueeze(2)
        state, outputs = add[:, 0], []
        for i in range(t):
            if i: state = (keep[:, i] * state + add[:, i]).contiguous()  # each step is the same kernels
            outputs.append((state * c[:, i].unsqueeze(1)).sum(-1))
        return self.out_proj((Tensor.stack(*outputs, dim=1) + y * self.D) * gate.silu())


class Layer:
    def __init__(self, width: int, states: int, rank: int, kernel: int, expand: int) -> None:
        self.norm, self.mixer = nn.RMSNorm(width, 1e-5), Mixer(width, states, rank, kernel, expand)

    def __call__(self, x: Tensor) -> Tensor: return x + self.mixer(self.norm(x))


class Mamba:
    """ids (batch, t) -> logits (batch, t, vocabulary). The last product is with the table of tokens."""

    def __init__(self, vocabulary: int, width: int, states: int, rank: int, layers: int, kernel: int = 4, expand: int = 2) -> None:
        self.embeddings, self.norm_f = nn.Embedding(vocabulary, width), nn.RMSNorm(width, 1e-5)
        self.layers = [Layer(width, states, rank, kernel, expand) for _ in range(layers)]

    def __call__(self, ids: Tensor) -> Tensor:
        x = self.embeddings(ids)
        for layer in self.layers: x = layer(x)
        return self.norm_f(x) @ self.embeddings.weight.T
