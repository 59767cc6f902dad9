"""Linear and Embedding layers: multiplication by a weight matrix, and row lookup in a table.

Inputs: activations (..., in), or integer indices (...). Outputs: (..., out).
Invariants: the matrix of a Linear is stored as (out, in), that of an Embedding as (rows, width): torch's layouts.
"""
from __future__ import annotations

from heddle.dtype import DTypeLike
from heddle.errors import DTypeError, IndexRangeError
from heddle.nn.layer import Layer
from heddle.nn.parameters import DeviceLike, Initializer, fan_in_bound
from heddle.tensor import Tensor
from heddle.tensor.ops.index_check import marked, outside
from heddle.tensor.ops.indexing import rows_of


class Linear(Layer):
    """y = x W^T + b. x: (..., in_features) -> y: (..., out_features), in the promoted dtype of x and the parameters.

    weight W: (out_features, in_features). bias b: (out_features,), or None with bias=False. Both begin uniform within
    1 / sqrt(in_features), in `dtype` (the default float if None) and on `device` (the default one if None).
    16-bit floats accumulate in float32. DTypeError if `dtype` is no float; when called, ShapeError if the last axis of x is not
    in_features.
    """

    weight: Tensor
    bias: Tensor | None

    def __init__(self, in_features: int, out_features: int, bias: bool = True, *, dtype: DTypeLike | None = None,
                 device: DeviceLike = None) -> None:
        first, bound = Initializer(self, dtype, device), fan_in_bound(in_features)
        self.weight = first.uniform((out_features, in_features), bound)
        self.bias = first.uniform((out_features,), bound) if bias else None

    def __call__(self, x: Tensor) -> Tensor:
        """x: (..., in_features) -> (..., out_features)."""
        return x.linear(self.weight.T, self.bias)


class Embedding(Layer):
    """A table of `vocab_size` rows: an index i is replaced by row i. idx: (...) integers -> (..., embed_size) in the table's dtype.

    weight: (vocab_size, embed_size), uniform within sqrt(6 / (vocab_size + embed_size)) at first, in `dtype` (the default float if
    None) and on `device` (the default one if None). The row at `padding_idx` (from the end if negative) is 0 at first and its
    gradient is always 0, so that training leaves it as it is.

    When called: an index that is negative or beyond the table is an IndexRangeError where it is known on the host, and gives a row of
    NaN where a device computes it; DTypeError for indices that are no integers. DTypeError if `dtype` is no float, IndexRangeError if
    there is no row `padding_idx`.
    """

    weight: Tensor

    def __init__(self, vocab_size: int, embed_size: int, padding_idx: int | None = None, *, dtype: DTypeLike | None = None,
                 device: DeviceLike = None) -> None:
        first = Initializer(self, dtype, device)
        self.vocab_size, self.embed_size, self.padding_idx = vocab_size, embed_size, _row(padding_idx, vocab_size)
        table = first.glorot(vocab_size, embed_size)
        self.weight = table if self.padding_idx is None else _without_row(table, self.padding_idx)

    def __call__(self, idx: Tensor) -> Tensor:
        """idx: (...) integers -> (..., embed_size)."""
        if not idx.dtype.is_integer():
            raise DTypeError(f"an embedding needs integer indices, got {idx.dtype.name}", "Use .int().")
        rows = rows_of(self.weight, idx)
        if self.padding_idx is not None: rows = (idx == self.padding_idx).unsqueeze(-1).where(rows.detach(), rows)
        lost = outside("embedding", idx, self.vocab_size)
        return rows if lost is None else marked(rows, lost.unsqueeze(-1))


def _row(index: int | None, count: int) -> int | None:
    """`index` counted from the beginning."""
    if index is None or -count <= index < count: return index if index is None else index % count
    raise IndexRangeError(f"padding_idx is {index}, and the embedding has {count} rows", f"Give one from {-count} to {count - 1}.")


def _without_row(table: Tensor, row: int) -> Tensor:
    """`table` with zeros in one row."""
    index = Tensor.arange(table.shape[0], device=table.device).unsqueeze(1)
    return (index != row).where(table, 0)
