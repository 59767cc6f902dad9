"""Linear and Embedding: layers of products.

In: (..., in) activations, or indices. Out: (..., out).
Always true: weights are (out, in), as torch stores them.
"""
from __future__ import annotations

import math

from heddle.errors import DTypeError
from heddle.nn.layer import Layer
from heddle.tensor import Tensor
from heddle.tensor.index_check import marked, outside
from heddle.tensor.indexing import rows_of


class Linear(Layer):
    """x @ weight.T + bias. x: (..., in) -> (..., out) in the promoted dtype; ShapeError if the last axis of x is another.

    weight: (out, in), bias: (out,), or None without `bias`: float32, uniform within 1 / sqrt(in) at first.
    """

    weight: Tensor
    bias: Tensor | None

    def __init__(self, in_features: int, out_features: int, bias: bool = True) -> None:
        bound = 1 / math.sqrt(max(in_features, 1))
        self.weight = Tensor.uniform(out_features, in_features, low=-bound, high=bound)
        self.bias = Tensor.uniform(out_features, low=-bound, high=bound) if bias else None

    def __call__(self, x: Tensor) -> Tensor:
        return x.linear(self.weight.transpose(), self.bias)


class Embedding(Layer):
    """One row of `weight` for each index: (...) integers -> (..., embed_size).

    An index outside, or a negative one, is an IndexRangeError where it is known, and gives NaN where it is computed.

    weight: (vocab_size, embed_size), as `Tensor.glorot_uniform` draws it at first.
    """

    weight: Tensor

    def __init__(self, vocab_size: int, embed_size: int) -> None:
        self.vocab_size, self.embed_size = vocab_size, embed_size
        self.weight = Tensor.glorot_uniform(vocab_size, embed_size)

    def __call__(self, idx: Tensor) -> Tensor:
        """idx: (...) integers -> (..., embed_size). DTypeError for floats."""
        if not idx.dtype.is_integer(): raise DTypeError(f"an embedding needs integer indices, got {idx.dtype.name}", "Use .int().")
        lost = outside("embedding", idx, self.vocab_size)
        return marked(rows_of(self.weight, idx), None if lost is None else lost.unsqueeze(-1))
