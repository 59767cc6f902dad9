"""Sizes that reshape finds out: those of torch and NumPy, and their errors where any size would do."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Tensor, nn
from heddle.errors import ShapeError


@pytest.mark.parametrize(("own", "sizes"), [((0,), (3, -1)), ((2, 0), (-1,)), ((0, 6), (-1, 6)), ((0, 4), (2, -1, 2)),
                                            ((4, 6), (-1, 8))])
def test_a_size_that_is_left_open(own: tuple[int, ...], sizes: tuple[int, ...]) -> None:
    assert Tensor.empty(*own).reshape(*sizes).shape == np.empty(own).reshape(sizes).shape


@pytest.mark.parametrize(("own", "sizes"), [((0, 3), (0, -1)), ((0,), (-1, 0)), ((0, 2), (0, -1, 2)), ((2, 3), (-1, 0)),
                                            ((4, 6), (-1, 5))])
def test_one_for_which_any_would_do_or_none_is_refused(own: tuple[int, ...], sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="cannot reshape"): np.empty(own).reshape(sizes)
    with pytest.raises(ShapeError, match="reshape cannot make"): Tensor.empty(*own).reshape(*sizes)


def test_axes_of_an_empty_batch_are_split_and_joined() -> None:
    x = Tensor.empty(0, 6, 4)
    assert x.unflatten(1, (3, -1)).shape == (0, 3, 2, 4) and x.flatten(1).shape == (0, 24)
    assert nn.GroupNorm(3, 6)(x).shape == (0, 6, 4)
    assert x.prod((1, 2)).shape == (0,)
