"""Which Python values are the same."""
from __future__ import annotations

import math

import pytest

from heddle import dtypes
from heddle.jit.plain_values import is_plain, is_same

THINGS = [1, 2]


@pytest.mark.parametrize(("a", "b", "same"), [
    (1, 1, True), (1, 1.0, False), (1, True, False), (0.0, -0.0, False), (math.nan, math.nan, True), ("a", "a", True),
    (None, 0, False), (dtypes.float32, dtypes.float32, True), (b"x", b"y", False), (slice(1, 2), slice(1, 2), True),
    ([1], [1], False), (THINGS, THINGS, True), (1j, 1j, True), (range(3), range(3), True),
])
def test_values_that_no_program_can_tell_apart(a, b, same):
    assert is_same(a, b) is same and (is_plain(a) or isinstance(a, list))
