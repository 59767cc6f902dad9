"""Linear and Embedding: padding rows, indices, layouts."""
from __future__ import annotations

import numpy as np
import pytest
import torch

from heddle import Tensor, nn
from heddle.errors import DTypeError, IndexRangeError
from tests.nn.against_torch import check, share


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("device", ["CPU", "PYTHON"])
@pytest.mark.parametrize("padding_idx", [None, 0, 2, -1])
def test_embedding(padding_idx: int | None, device: str, dtype: str) -> None:
    ours = nn.Embedding(5, 3, padding_idx, dtype=dtype, device=device)
    theirs = torch.nn.Embedding(5, 3, padding_idx, dtype=getattr(torch, dtype))
    share(ours, theirs)
    tolerance = 2e-5 if dtype == "float32" else 2e-3
    check(ours, theirs, [np.array([[0, 2, 4], [2, 2, 1]])], rtol=tolerance, atol=tolerance, device=device)


def test_row_of_padding_is_zero_at_first_and_stays() -> None:
    layer = nn.Embedding(4, 3, padding_idx=-2)
    assert layer.padding_idx == 2
    first = layer.weight.numpy()
    assert not first[2].any() and first[[0, 1, 3]].all()
    optimizer = nn.optim.SGD([layer.weight], lr=0.5)
    with Tensor.train():
        layer(Tensor([2, 1, 2])).sum().backward()
        optimizer.step()
    after = layer.weight.numpy()
    np.testing.assert_array_equal(after[[0, 2, 3]], first[[0, 2, 3]])
    np.testing.assert_allclose(after[1], first[1] - 0.5)


def test_padding_row_draws_the_other_rows_as_without_it() -> None:
    tables = []
    for padding_idx in (None, 1):
        Tensor.manual_seed(3)
        tables.append(nn.Embedding(3, 4, padding_idx).weight.numpy())
    np.testing.assert_array_equal(tables[0][[0, 2]], tables[1][[0, 2]])


def test_errors() -> None:
    with pytest.raises(IndexRangeError, match="padding_idx is 3, and the embedding has 3 rows"): nn.Embedding(3, 2, 3)
    with pytest.raises(IndexRangeError, match="Give one from -3 to 2"): nn.Embedding(3, 2, -4)
    with pytest.raises(DTypeError, match="needs integer indices, got float32"): nn.Embedding(3, 2)(Tensor([1.0]))
    with pytest.raises(IndexRangeError, match="embedding: the index -1 at 0"): nn.Embedding(3, 2, padding_idx=-1)(Tensor([-1]))
