"""Made data: of every dtype, the same every time."""
from __future__ import annotations

import numpy as np
import pytest

from heddle.dtype import dtypes
from heddle.engine.validate.test_inputs import KINDS, make_sample
from heddle.engine.validate.tolerance import numbers


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", dtypes.all, ids=lambda d: d.name)
def test_every_dtype_and_kind(dtype, kind):
    data = make_sample(dtype, 20000, kind)
    values = numbers(data, dtype)
    assert len(values) == 20000 and data == make_sample(dtype, 20000, kind) and make_sample(dtype, 0, kind) == b""
    assert data != make_sample(dtype, 20000, kind, seed=1)
    if kind == "positive": assert (values >= 0).all() and np.isfinite(values).all()
    if kind == "mixed" and not dtype.is_unsigned() and not dtype.is_bool(): assert (values < 0).any()
    if kind == "special" and dtype.is_float(): assert np.isnan(values).any() and (values == 0).any()
    if kind == "special" and dtype.is_integer(): assert {int(dtype.min), int(dtype.max)} <= set(values.tolist())


def test_rows_of_a_round_length_differ():
    values = numbers(make_sample(dtypes.float32, 1 << 20), dtypes.float32).reshape(1024, 1024)
    assert len({row.tobytes() for row in values}) == 1024
