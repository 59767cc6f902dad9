"""Sentence encoder of the BERT family, written with `heddle.nn`: from token ids to one vector per sentence.

Inputs: ids (b, t) and a mask (b, t), 1 for a token and 0 for padding.
Outputs: (b, width) float32, each row of length 1, so that the product of two rows is the cosine of their angle.
Invariants: padding changes nothing but rounding. Sizes and weights are those of all-MiniLM-L6-v2.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from heddle import Tensor, nn
from heddle.nn.state import load_state_dict, safe_load


@dataclass(frozen=True)
class Sizes:
    """The sizes of an encoder. The defaults are all-MiniLM-L6-v2's."""

    layers: int = 6
    width: int = 384
    heads: int = 12
    inner: int = 1536  # width of the middle of the feed-forward part
    words: int = 30522
    positions: int = 512
    epsilon: float = 1e-12  # of the layer norms


class Embeddings:
    """ids (b, t) -> (b, t, width): the vector of the word plus the vector of its position."""

    def __init__(self, sizes: Sizes) -> None:
        self.words = nn.Embedding(sizes.words, sizes.width)
        self.positions = nn.Embedding(sizes.positions, sizes.width)
        self.segments = nn.Embedding(2, sizes.width)  # first or second text of a pair; here always the first
        self.norm = nn.LayerNorm(sizes.width, eps=sizes.epsilon)

    def __call__(self, ids: Tensor) -> Tensor:
        position = self.positions.weight[:ids.shape[1]]
        return self.norm(self.words(ids) + position + self.segments.weight[0])


class Attention:
    """x (b, t, width) -> (b, t, width): every token takes from the others what it looks for."""

    def __init__(self, sizes: Sizes) -> None:
        self.heads = sizes.heads
        self.query = nn.Linear(sizes.width, sizes.width)
        self.key = nn.Linear(sizes.width, sizes.width)
        self.value = nn.Linear(sizes.width, sizes.width)
        self.project = nn.Linear(sizes.width, sizes.width)
        self.norm = nn.LayerNorm(sizes.width, eps=sizes.epsilon)

    def __call__(self, x: Tensor, hide: Tensor) -> Tensor:
        q, k, v = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        scores = q @ k.transpose(-2, -1) * (1 / math.sqrt(q.shape[-1])) + hide  # (b, heads, t, t)
        mixed = (scores.softmax(-1) @ v).transpose(1, 2).reshape(*x.shape)
        return self.norm(x + self.project(mixed))

    def split(self, x: Tensor) -> Tensor:
        """(b, t, width) -> (b, heads, t, width / heads)"""
        b, t, width = x.shape
        return x.reshape(b, t, self.heads, width // self.heads).transpose(1, 2)


class FeedForward:
    """x (b, t, width) -> (b, t, width): each token by itself, through a wider layer."""

    def __init__(self, sizes: Sizes) -> None:
        self.widen = nn.Linear(sizes.width, sizes.inner)
        self.narrow = nn.Linear(sizes.inner, sizes.width)
        self.norm = nn.LayerNorm(sizes.width, eps=sizes.epsilon)

    def __call__(self, x: Tensor) -> Tensor:
        return self.norm(x + self.narrow(gelu(self.widen(x))))


def gelu(x: Tensor) -> Tensor:
    """x times the chance that a normal variable is below x: the exact form, which the weights were trained with."""
    return 0.5 * x * (1 + (x / math.sqrt(2)).erf())


class Layer:
    """One layer: attention, then feed-forward."""

    def __init__(self, sizes: Sizes) -> None:
        self.attention = Attention(sizes)
        self.feed = FeedForward(sizes)

    def __call__(self, x: Tensor, hide: Tensor) -> Tensor:
        return self.feed(self.attention(x, hide))


class Encoder:
    """The whole encoder. `Encoder.load(path)` reads its weights from a safetensors file."""

    def __init__(self, sizes: Sizes = Sizes()) -> None:
        self.embeddings = Embeddings(sizes)
        self.layers = [Layer(sizes) for _ in range(sizes.layers)]

    @staticmethod
    def load(path: str | Path, sizes: Sizes = Sizes()) -> Encoder:
        """An encoder with the weights of `path`, which stay in the file until a kernel reads them.

        FileMissingError, or FileFormatError where the file is no safetensors or lacks a weight.
        """
        encoder = Encoder(sizes)
        stored = safe_load(path)
        load_state_dict(encoder, {own_name(name): w for name, w in stored.items() if is_used(name)}, verbose=False)
        return encoder

    def __call__(self, ids: Tensor, mask: Tensor) -> Tensor:
        """ids (b, t) of any integer, mask (b, t) float32 -> (b, width) float32, rows of length 1."""
        b, t = ids.shape
        hide = (1 - mask).reshape(b, 1, 1, t) * -1e9  # added to the scores, it leaves nothing of the padding
        x = self.embeddings(ids)
        for layer in self.layers:
            x = layer(x, hide)
        return unit_length(mean_of_tokens(x, mask))


def mean_of_tokens(x: Tensor, mask: Tensor) -> Tensor:
    """x (b, t, width), mask (b, t) -> (b, width)"""
    return (x * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)


def unit_length(x: Tensor) -> Tensor:
    """Each row divided by its length."""
    return x / (x * x).sum(-1, keepdim=True).sqrt()


# The names in the file, and ours. In order: the first ones are parts of what the later ones would match.
_NAMES = (
    ("embeddings.word_embeddings", "embeddings.words"),
    ("embeddings.position_embeddings", "embeddings.positions"),
    ("embeddings.token_type_embeddings", "embeddings.segments"),
    ("encoder.layer.", "layers."),
    ("attention.self.", "attention."),
    ("attention.output.dense", "attention.project"),
    ("attention.output.LayerNorm", "attention.norm"),
    ("intermediate.dense", "feed.widen"),
    ("output.dense", "feed.narrow"),
    ("output.LayerNorm", "feed.norm"),
    ("LayerNorm", "norm"),
)


def own_name(name: str) -> str:
    """`encoder.layer.3.attention.self.query.weight` -> `layers.3.attention.query.weight`"""
    for theirs, ours in _NAMES:
        name = name.replace(theirs, ours)
    return name


def is_used(name: str) -> bool:
    """The file also holds a table of positions and a pooler, which this encoder does without."""
    return name != "embeddings.position_ids" and not name.startswith("pooler.")
