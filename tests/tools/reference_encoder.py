"""The same encoder in plain NumPy (float64), written from the published description and sharing nothing with heddle's.

It takes one sentence at a time and no padding, so that it also tells whether batching and padding change anything.
"""
from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

LAYERS, HEADS, EPSILON = 6, 12, 1e-12
_erf = np.vectorize(math.erf, otypes=[np.float64])


class ReferenceEncoder:
    """Weights by their names in the file; `encode(ids)` gives the unit vector (384,) of one sentence."""

    def __init__(self, path: Path) -> None:
        self.w = {name: array.astype(np.float64) for name, array in load_file(path).items()}

    def linear(self, x: np.ndarray, name: str) -> np.ndarray:
        return x @ self.w[f"{name}.weight"].T + self.w[f"{name}.bias"]

    def norm(self, x: np.ndarray, name: str) -> np.ndarray:
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + EPSILON)
        return scaled * self.w[f"{name}.weight"] + self.w[f"{name}.bias"]

    def attention(self, x: np.ndarray, name: str) -> np.ndarray:
        tokens, width = x.shape
        q, k, v = (self.linear(x, f"{name}.self.{part}").reshape(tokens, HEADS, width // HEADS).swapaxes(0, 1)
                   for part in ("query", "key", "value"))
        scores = q @ k.swapaxes(1, 2) / math.sqrt(width // HEADS)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        mixed = (weights @ v).swapaxes(0, 1).reshape(tokens, width)
        return self.norm(x + self.linear(mixed, f"{name}.output.dense"), f"{name}.output.LayerNorm")

    def feed_forward(self, x: np.ndarray, name: str) -> np.ndarray:
        inner = self.linear(x, f"{name}.intermediate.dense")
        inner = inner * (1 + _erf(inner / math.sqrt(2))) / 2
        return self.norm(x + self.linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")

    def encode(self, ids: list[int]) -> np.ndarray:
        x = self.w["embeddings.word_embeddings.weight"][ids]
        x = x + self.w["embeddings.position_embeddings.weight"][:len(ids)]
        x = self.norm(x + self.w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for i in range(LAYERS):
            x = self.attention(x, f"encoder.layer.{i}.attention")
            x = self.feed_forward(x, f"encoder.layer.{i}")
        mean = x.mean(0)
        return mean / np.sqrt(mean @ mean)
