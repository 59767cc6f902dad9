"""One step of a GPT-2-shaped decoder: a token in, the scores of the next one out, keys and values remembered in between.

In: weights and caches as a peer holds them, a token, its place. Out: scores (1, VOCABULARY).
Always true: the caches are filled at random up to the first place, so that attention looks at as much as in the middle of a text.
"""
from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from benchmarks.peers.base import Peer
    from benchmarks.workloads import Arrays


@dataclass(frozen=True)
class Decoder:
    """How large a decoder is."""

    layers: int
    width: int
    heads: int
    vocabulary: int
    longest: int

    @property
    def weights(self) -> int:
        """What a step reads at least: every weight once."""
        return self.layers * 12 * self.width ** 2 + self.vocabulary * self.width


    @staticmethod
    def of(x: Arrays) -> Decoder:
        """That of inputs of `decode_inputs`, in any library's arrays."""
        heads, longest, _ = x["0.keys"].shape
        return Decoder(sum(name.endswith("keys") for name in x), x["words"].shape[1], heads, x["words"].shape[0], longest)


GPT2 = Decoder(12, 768, 12, 50257, 512)
LONGEST, WEIGHTS = GPT2.longest, GPT2.weights
FIRST, PLACES = 400, 64  # a text of 400 tokens goes on for 64, and then from the beginning
EPSILON = 1e-5


class Normal(Protocol):
    """Where random numbers come from: NumPy's generator, or what makes arrays of another library."""

    def standard_normal(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Normal numbers of a shape."""
        ...


def decode_inputs(rng: Normal, size: Decoder = GPT2) -> Arrays:
    """Weights as in GPT-2's first layers (normal, 0.02), with matrices as (out, in); caches (HEADS, LONGEST, width of a head)."""
    width = size.width
    def weights(*shape: int) -> np.ndarray: return rng.standard_normal(shape, np.float32) * np.float32(0.02)
    x: Arrays = {"words": weights(size.vocabulary, width), "places": weights(size.longest, width)}
    for i in range(size.layers):
        for name, out, into in (("qkv", 3, 1), ("mix", 1, 1), ("up", 4, 1), ("down", 1, 4)):
            x |= {f"{i}.{name}.w": weights(out * width, into * width), f"{i}.{name}.b": weights(out * width)}
        for name in ("keys", "values"):
            x[f"{i}.{name}"] = rng.standard_normal((size.heads, size.longest, width // size.heads), np.float32)
    for norm in [f"{i}.{n}" for i in range(size.layers) for n in ("norm1", "norm2")] + ["norm"]:
        x |= {f"{norm}.w": 1 + weights(width), f"{norm}.b": weights(width)}
    return x


def cache_names(x: Arrays) -> list[str]: return [name for name in x if name.endswith(("keys", "values"))]


def places() -> Iterator[int]:
    """The place of each step."""
    return itertools.cycle(range(FIRST, FIRST + PLACES))


def token_at(place: int, x: Arrays) -> np.ndarray:
    """The token that stands at a place: any, but the same for everybody."""
    return np.array([place * 7919 % x["words"].shape[0]], np.int32)


def decode(peer: Peer, x: Arrays, token: Any, place: Any) -> Any:
    """The step. `peer.remember` puts keys and values in the caches among `x`, and gives back what attention looks at."""
    o, size = peer.ops, Decoder.of(x)
    width = size.width

    def norm(y: Any, name: str) -> Any: return o.layer_norm(y, x[f"{name}.w"], x[f"{name}.b"], EPSILON)
    def linear(y: Any, name: str) -> Any: return o.linear(y, x[f"{name}.w"], x[f"{name}.b"])

    y = o.rows(x["words"], token) + peer.row_at(x["places"], place)
    for i in range(size.layers):
        qkv = linear(norm(y, f"{i}.norm1"), f"{i}.qkv")
        q, k, v = (o.reshape(qkv[:, n * width:(n + 1) * width], (size.heads, 1, width // size.heads)) for n in range(3))
        seen = [peer.remember(x, f"{i}.{name}", new, place) for name, new in (("keys", k), ("values", v))]
        y = y + linear(o.reshape(peer.attend(q, *seen, place), (1, width)), f"{i}.mix")
        y = y + linear(o.gelu(linear(norm(y, f"{i}.norm2"), f"{i}.up")), f"{i}.down")
    return o.matmul(norm(y, "norm"), o.swap(x["words"], 0, 1))
