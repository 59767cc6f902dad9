"""Models as users write them over sizes known at launch: decoding with a cache, training over batches of any size."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F  # noqa: N812 (its usual name)

from heddle import Context, GlobalCounters, Tensor, TinyJit, Variable, nn

WIDTH, HEADS, LONGEST, WORDS = 8, 2, 16, 20
RNG = np.random.default_rng(0)
PROJECTIONS = [(RNG.standard_normal((WIDTH, WIDTH)) * 0.5).astype(np.float32) for _ in range(4)]
EMBEDDING = RNG.standard_normal((WORDS, WIDTH)).astype(np.float32)
T, START = Variable("t", 1, LONGEST), Variable("start", 0, LONGEST - 1)


class Decoder:
    """One layer of attention over a cache: rotated queries and keys, a causal mask, tied embeddings."""

    def __init__(self, device: str) -> None:
        self.q, self.k, self.v, self.o, self.words = (Tensor(w, device).realize() for w in (*PROJECTIONS, EMBEDDING))
        shape = 1, LONGEST, HEADS, WIDTH // HEADS
        self.keys, self.values = (Tensor.zeros(*shape, device=device).contiguous().realize() for _ in range(2))

    def __call__(self, tokens: Tensor, start: Any) -> tuple[Tensor, Tensor]:
        """tokens: (1, t) behind `start` others -> the shares of the next one, and the five likeliest."""
        device, x = tokens.device, self.words[tokens]
        count = tokens.shape[1]
        heads = [(x @ w).reshape(1, count, HEADS, -1) for w in (self.q, self.k, self.v)]
        angles = (Tensor.arange(LONGEST, device=device).unsqueeze(1) * Tensor([1.0, 0.1], device=device))[start:start + count]
        q, k = (self.rotated(h, angles) for h in heads[:2])
        self.keys[:, start:start + count].assign(k)
        self.values[:, start:start + count].assign(heads[2])
        keys, values = (c[:, :start + count].transpose(1, 2) for c in (self.keys, self.values))
        mask = Tensor.full((1, 1, count, start + count), float("-inf"), device=device).triu(start + 1)
        y = q.transpose(1, 2).scaled_dot_product_attention(keys, values, attn_mask=mask).transpose(1, 2).reshape(1, count, WIDTH)
        logits = ((x + y @ self.o).layernorm() @ self.words.T)[0, -1]
        return logits.softmax(), logits.topk(5)[1]

    @staticmethod
    def rotated(x: Tensor, angles: Tensor) -> Tensor:
        a, b, c, s = x[..., 0::2], x[..., 1::2], angles.cos().unsqueeze(1), angles.sin().unsqueeze(1)
        return (a * c - b * s).stack(a * s + b * c, dim=-1).flatten(-2)


def wanted(tokens: list[int]) -> np.ndarray:
    """The same without a cache, by torch."""
    x, count = torch.from_numpy(EMBEDDING)[torch.tensor(tokens)], len(tokens)
    angles = torch.arange(count).unsqueeze(1) * torch.tensor([1.0, 0.1])

    def rotated(h: torch.Tensor) -> torch.Tensor:
        a, b, c, s = h[..., 0::2], h[..., 1::2], angles.cos().unsqueeze(1), angles.sin().unsqueeze(1)
        return torch.stack((a * c - b * s, a * s + b * c), -1).flatten(-2)

    q, k, v = ((x @ torch.from_numpy(w)).reshape(count, HEADS, -1) for w in PROJECTIONS[:3])
    y = F.scaled_dot_product_attention(*(h.transpose(0, 1) for h in (rotated(q), rotated(k), v)), is_causal=True)
    h = F.layer_norm(x + y.transpose(0, 1).reshape(count, WIDTH) @ torch.from_numpy(PROJECTIONS[3]), (WIDTH,))
    return (h @ torch.from_numpy(EMBEDDING).T)[-1].softmax(-1).numpy()


def part(tokens: list[int], device: str) -> Tensor:
    """(1, t): tokens in memory with room for more."""
    row = np.zeros((1, LONGEST), np.int32)
    row[0, :len(tokens)] = tokens
    return Tensor(row, device).realize()[:, :T.bind(len(tokens))]


@pytest.mark.parametrize("device", ["PYTHON", *(pytest.param(d, marks=pytest.mark.slow) for d in ("CPU", "CL", "WEBGPU"))])
def test_prompts_of_any_length_and_their_parts(device: str) -> None:
    """One capture takes a prompt, the rest of one behind it, and single tokens; nothing is compiled after the second call."""
    model, rng, lowered = Decoder(device), np.random.default_rng(1), list[int]()
    step = TinyJit(lambda tokens, start: model(tokens, start))
    for first, more in [(4, 3), (1, 6), (7, 1), (1, 1)]:
        tokens = rng.integers(0, WORDS, first + more).tolist()
        for begin, end in [(0, first), (first, first + more)]:
            shares, best = step(part(tokens[begin:end], device), START.bind(begin))
            np.testing.assert_allclose(shares.numpy(), wanted(tokens[:end]), rtol=1e-3, atol=1e-4)
            assert best.numpy()[0] == shares.numpy().argmax()
            lowered.append(GlobalCounters.lowered_kernels)
    assert len(set(lowered[2:])) == 1


class Net:
    """A convolution, BatchNorm, pooling and a linear layer, with the same parameters each time."""

    def __init__(self) -> None:
        self.conv, self.norm, self.last = nn.Conv2d(1, 2, 3, padding=1), nn.BatchNorm(2), nn.Linear(8, 3)
        for i, p in enumerate((self.conv.weight, self.conv.bias, self.last.weight, self.last.bias)):
            p.assign(Tensor(np.random.default_rng(i).standard_normal(p.shape).astype(np.float32) * 0.3)).realize()

    def __call__(self, x: Tensor) -> Tensor: return self.last(self.norm(self.conv(x)).relu().max_pool2d((2, 2)).flatten(1))


def trained(sizes: list[int], symbolic: bool, captured: bool) -> list[np.ndarray]:
    """Losses, then the statistics and parameters after batches of these sizes."""
    net, batch = Net(), Variable("batch", 1, 8)
    rng = np.random.default_rng(5)
    x = Tensor(rng.standard_normal((8, 1, 4, 4)).astype(np.float32)).realize()
    y = Tensor(rng.integers(0, 3, 8).astype(np.int32)).realize()
    weights = [net.conv.weight, net.norm.weight, net.norm.bias, net.last.weight, net.last.bias]
    opt = nn.optim.SGD(weights, lr=0.05, momentum=0.9)

    def step(x: Tensor, y: Tensor) -> Tensor:
        with Tensor.train():
            opt.zero_grad()
            loss = net(x).sparse_categorical_crossentropy(y)
            loss.backward()
            opt.step()
            return loss

    run, losses = TinyJit(step) if captured else step, []
    for n in sizes:
        size: Any = batch.bind(n) if symbolic else n
        losses.append(run(x[:size], y[:size]).numpy())
    return [*losses, *(t.numpy() for t in (net.norm.running_mean, net.norm.running_var, net.norm.num_batches_tracked, *weights))]


@pytest.mark.parametrize("device", ["PYTHON", pytest.param("CPU", marks=pytest.mark.slow)])
@pytest.mark.parametrize("captured", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_training_over_batches_of_any_size(captured: bool, device: str) -> None:
    sizes = [5, 3, 8, 2]
    with Context(DEV=device):
        for got, expected in zip(trained(sizes, True, captured), trained(sizes, False, False), strict=True):
            np.testing.assert_allclose(got, expected, rtol=2e-3, atol=2e-4)


def test_statistics_that_were_never_computed_move_on_in_replays() -> None:
    """The zeros of a new BatchNorm are no memory before the first call, and an optimizer overwrites what they are computed from."""
    with Context(DEV="PYTHON"):
        for got, expected in zip(trained([4] * 4, False, True), trained([4] * 4, False, False), strict=True):
            np.testing.assert_allclose(got, expected, rtol=2e-3, atol=2e-4)
