"""One step of a GPT-2-shaped decoder: a token in, the scores of the next one out, keys and values remembered in between.

In: weights and caches as a peer holds them, a token, its place. Out: scores (1, VOCABULARY).
Always true: the caches are filled at random up to the first place, so that attention looks at as much as in the middle of a text.
"""
from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from benchmarks.peers.base import Peer
    from benchmarks.workloads import Arrays

LAYERS, WIDTH, HEADS, VOCABULARY, LONGEST = 12, 768, 12, 50257, 512
FIRST, PLACES = 400, 64  # a text of 400 tokens goes on for 64, and then from the beginning
EPSILON = 1e-5
#: what a step reads at least: every weight once
WEIGHTS = LAYERS * 12 * WIDTH * WIDTH + VOCABULARY * WIDTH


def decode_inputs(rng: np.random.Generator) -> Arrays:
    """Weights as in GPT-2's first layers (normal, 0.02), with matrices as (out, in); caches (HEADS, LONGEST, width of a head)."""
    def weights(*shape: int) -> np.ndarray: return rng.standard_normal(shape, np.float32) * np.float32(0.02)
    x: Arrays = {"words": weights(VOCABULARY, WIDTH), "places": weights(LONGEST, WIDTH)}
    for i in range(LAYERS):
        for name, out, into in (("qkv", 3, 1), ("mix", 1, 1), ("up", 4, 1), ("down", 1, 4)):
            x |= {f"{i}.{name}.w": weights(out * WIDTH, into * WIDTH), f"{i}.{name}.b": weights(out * WIDTH)}
        for name in ("keys", "values"): x[f"{i}.{name}"] = rng.standard_normal((HEADS, LONGEST, WIDTH // HEADS), np.float32)
    for norm in [f"{i}.{n}" for i in range(LAYERS) for n in ("norm1", "norm2")] + ["norm"]:
        x |= {f"{norm}.w": 1 + weights(WIDTH), f"{norm}.b": weights(WIDTH)}
    return x


def cache_names() -> list[str]: return [f"{i}.{name}" for i in range(LAYERS) for name in ("keys", "values")]


def places() -> Iterator[int]:
    """The place of each step."""
    return itertools.cycle(range(FIRST, FIRST + PLACES))


def token_at(place: int) -> np.ndarray:
    """The token that stands at a place: any, but the same for everybody."""
    return np.array([place * 7919 % VOCABULARY], np.int32)


def decode(peer: Peer, x: Arrays, token: Any, place: Any) -> Any:
    """The step. `peer.remember` puts keys and values in the caches among `x`, and gives back what attention looks at."""
    o = peer.ops

    def norm(y: Any, name: str) -> Any: return o.layer_norm(y, x[f"{name}.w"], x[f"{name}.b"], EPSILON)
    def linear(y: Any, name: str) -> Any: return o.linear(y, x[f"{name}.w"], x[f"{name}.b"])

    y = o.rows(x["words"], token) + peer.row_at(x["places"], place)
    for i in range(LAYERS):
        qkv = linear(norm(y, f"{i}.norm1"), f"{i}.qkv")
        q, k, v = (o.reshape(qkv[:, n * WIDTH:(n + 1) * WIDTH], (HEADS, 1, WIDTH // HEADS)) for n in range(3))
        seen = [peer.remember(x, f"{i}.{name}", new, place) for name, new in (("keys", k), ("values", v))]
        y = y + linear(o.reshape(peer.attend(q, *seen, place), (1, WIDTH)), f"{i}.mix")
        y = y + linear(o.gelu(linear(norm(y, f"{i}.norm2"), f"{i}.up")), f"{i}.down")
    return o.matmul(norm(y, "norm"), o.swap(x["words"], 0, 1))
