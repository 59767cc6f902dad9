"""Paths of movement ops: what they lead to is what the moves themselves give."""
from __future__ import annotations

from typing import Any

import pytest

from heddle import Tensor, Variable
from heddle.dtype import dtypes
from heddle.tensor.ops import conv
from heddle.tensor.ops.movement_path import follow, may_follow, path_of
from heddle.uop import UOp


def node(*shape: int, dtype: Any = dtypes.int32) -> UOp:
    return UOp.new_buffer("CPU", 24, dtype).reshape(shape).contiguous()


def moved(x: UOp) -> UOp: return x.pad([(1, 0), (0, 2)]).permute((1, 0)).reshape((2, 3, 7)).shrink([(0, 2), (1, 3), (0, 7)]).flip((0,))


def test_a_path_leads_to_what_the_moves_give():
    path = path_of(moved, (6, 4))
    for dtype in (dtypes.int32, dtypes.float16):
        x = node(6, 4, dtype=dtype)
        found = follow(x, path)
        assert found.shape == (2, 2, 7) and found is moved(x)


def test_a_path_of_no_step(): assert follow(x := node(6, 4), path_of(lambda n: n, (6, 4))) is x


def test_none_begins_at_a_reshape():
    """A reshape of it takes its place, so its steps are not those of other nodes."""
    x = UOp.new_buffer("CPU", 24, dtypes.int32).reshape((6, 4))
    assert not may_follow(x) and x.reshape((24,)) is not follow(x, path_of(lambda n: n.reshape((24,)), (6, 4)))


@pytest.mark.parametrize("walk", [(1, 1, 0), (2, 1, 1), (1, 2, 2), (3, 1, 1)])
@pytest.mark.parametrize("start", ["computed", "reshaped"])
def test_convolutions_are_the_same_with_and_without_a_path(walk: tuple[int, int, int], start: str, monkeypatch: pytest.MonkeyPatch):
    x, w = Tensor.empty(2, 4, 9, 8), Tensor.empty(6, 2, 3, 3)
    x = x + 1 if start == "computed" else x.reshape(2, 4, 8, 9)
    stride, dilation, padding = walk
    def build() -> UOp: return x.conv2d(w, groups=2, stride=stride, dilation=dilation, padding=padding).uop
    by_path = build()
    monkeypatch.setattr(conv, "may_follow", lambda node: False)
    assert build() is by_path


def test_a_path_is_found_once_for_layers_of_one_shape():
    conv._path_to_left_factor.cache_clear()
    w = Tensor.empty(4, 4, 3, 3)
    x = Tensor.empty(1, 4, 8, 8) * 2
    for _ in range(3): x = x.conv2d(w, padding=1).relu()
    assert conv._path_to_left_factor.cache_info()[:2] == (2, 1)


def test_symbolic_sizes_have_no_path():
    conv._path_to_left_factor.cache_clear()
    n: Any = Variable("n", 3, 8).bind(5)
    x = Tensor.empty(1, 1, 8, 8)[:, :, :n] * 2
    assert x.conv2d(Tensor.empty(1, 1, 3, 3)).shape[3] == 6 and conv._path_to_left_factor.cache_info()[3] == 0
