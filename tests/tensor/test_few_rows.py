"""Products of two to eight rows with long rows of weights, which tiles of rows and outputs read in the order of memory."""
from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import Tensor, dtypes


@given(rows=st.integers(2, 8), columns=st.integers(1, 40), length=st.sampled_from((17, 64, 100, 256, 1000, 4096, 4100)),
       batch=st.sampled_from((0, 1, 3)), half=st.booleans(), seed=st.integers(0, 2**32))
def test_products(fast_device: str, rows: int, columns: int, length: int, batch: int, half: bool, seed: int) -> None:
    rng, lead = np.random.default_rng(seed), (batch,) if batch else ()
    x, w = (rng.integers(-4, 5, (*lead, n, length)).astype(np.float32) for n in (rows, columns))
    weight = Tensor(w).cast(dtypes.float16).contiguous() if half else Tensor(w)
    got = (Tensor(x) @ weight.float().transpose(-1, -2)).numpy()
    np.testing.assert_array_equal(got, x @ np.swapaxes(w, -1, -2))  # sums of such integers are exact


@pytest.mark.parametrize("rows", [2, 5, 8])
def test_rows_that_are_written_where_they_are_read(fast_device: str, rows: int) -> None:
    """The product is added to in the same kernel: no element may be computed twice, nor read when another thread has written it."""
    rng = np.random.default_rng(0)
    x, w = rng.integers(-4, 5, (rows, 64)).astype(np.float32), rng.integers(-4, 5, (30, 64)).astype(np.float32)
    out = Tensor(np.ones((rows, 30), np.float32)).realize()
    out += Tensor(x).realize() @ Tensor(w).realize().T
    np.testing.assert_array_equal(out.numpy(), 1 + x @ w.T)
