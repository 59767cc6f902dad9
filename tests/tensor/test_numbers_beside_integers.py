"""Python's numbers beside tensors of integers: what does not fit into the dtype does not wrap where that would change the meaning."""
from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle import Tensor

KINDS = [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64]
COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]


def ends_of(kind: type) -> np.ndarray:
    info = np.iinfo(kind)
    return np.array([info.min, 0, 1, info.max // 2, info.max], kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("compare", COMPARISONS)
def test_comparisons_with_numbers_outside_the_range(kind: type, compare: Callable[[Any, Any], Any]) -> None:
    x, info = ends_of(kind), np.iinfo(kind)
    for n in (int(info.min) - 1, int(info.max) + 1, -(1 << 70), 1 << 70, int(info.min), int(info.max)):
        want = [compare(int(v), n) for v in x]
        assert compare(Tensor(x), n).tolist() == want and compare(n, Tensor(x)).tolist() == [compare(n, int(v)) for v in x]


def test_quotients_are_of_floats(fast_device: str) -> None:
    x = np.array([8, 200], np.uint8)
    np.testing.assert_allclose((Tensor(x) / 256).numpy(), x / np.float32(256))
    np.testing.assert_allclose((Tensor(x) / -1).numpy(), x / np.float32(-1))
    np.testing.assert_allclose((1000 / Tensor(x)).numpy(), np.float32(1000) / x)
    assert Tensor(x).copysign(-1).tolist() == [-8, -200]
    np.testing.assert_allclose(Tensor(x).logaddexp(-1).numpy(), np.logaddexp(x, np.float32(-1)), rtol=1e-6)


def test_bounds_outside_the_range_do_not_bind() -> None:
    x = Tensor([8, 200], dtype="uint8")
    assert x.clip(-5, 300).tolist() == [8, 200] and x.clip(-5, 9).tolist() == [8, 9] and x.clip(300, 400).tolist() == [255, 255]
    assert x.maximum(-1).tolist() == [8, 200] and x.minimum(1000).tolist() == [8, 200] and x.minimum(-1).tolist() == [0, 0]
