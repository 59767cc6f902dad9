"""The key of a schedule on disk: as different as the key in the process, and equal in every process."""
from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from heddle.dtype import dtypes
from heddle.schedule.cache_key import form_of
from heddle.schedule.content_key import NotStorable, content_key
from heddle.uop import Ops, UOp, Variable
from heddle.uop.mesh import DeviceMesh, Layout
from tests.schedule.graphs import empty
from tests.schedule.test_cache_key import DIFFERENT, EQUAL


def key(*roots: UOp, alive: tuple[UOp, ...] = ()) -> bytes: return content_key(form_of(roots, alive))


@pytest.mark.parametrize("what", EQUAL)
def test_equal_forms_have_equal_keys(what: str):
    one, other = EQUAL[what]()
    assert key(one) == key(other)


@pytest.mark.parametrize("what", DIFFERENT)
def test_other_forms_have_other_keys(what: str):
    try: one, other = (key(root) for root in DIFFERENT[what]())
    except NotStorable: assert "image" in what
    else: assert one != other


def test_roots_and_what_lives_beside_them_count():
    x = empty(8)
    a, b = (x + x).contiguous(), (x * x).contiguous()
    assert len({key(a, b), key(b, a), key(a), key(a, alive=(b,)), key((a + b).contiguous()),
                key((a + b).contiguous(), alive=(a * a,)), key((a + b).contiguous(), alive=(b * b,))}) == 6


def test_numbers_that_are_equal_differ_by_their_type():
    x = UOp(Ops.CONST, dtypes.int32, (), 1).broadcast_to((8,)).contiguous()
    y = UOp(Ops.CONST, dtypes.bool, (), True).broadcast_to((8,)).contiguous()
    assert key(x) != key(y)


def test_a_variable_counts_by_name_and_bounds():
    def sum_of(name: str, greatest: int) -> UOp:
        size: Any = Variable(name, 1, greatest).bind(2)
        return empty(8).shrink([(0, size)]).reduce_axis(Ops.ADD, (0,)).contiguous()
    assert key(sum_of("n", 8)) == key(sum_of("n", 8)) and len({key(sum_of("n", 8)), key(sum_of("m", 8)), key(sum_of("n", 7))}) == 3


@pytest.mark.parametrize("arg", [np.int64(3), frozenset((3,))])
def test_what_has_no_text_of_its_own_has_no_key(arg: object):
    with pytest.raises(NotStorable): key(UOp(Ops.CONST, dtypes.int32, (), arg).broadcast_to((8,)).contiguous())  # pyright: ignore


def test_all_that_a_mesh_and_a_layout_are_counts():
    def shard(cuts: tuple[int | None, ...], *mesh: Any) -> bytes:
        made = DeviceMesh(*mesh)
        return key(empty(8, 4).shard(made, Layout(made, cuts)).contiguous())
    here, names = ("CPU", "CPU:1"), ("x", "y")
    first = ((0, None), here, names, (2, 2), (1, 2), 0)
    others = (((None, 0), *first[1:]), ((1, None), *first[1:]), (first[0], ("CPU:1", "CPU"), *first[2:]),
              (first[0], here, ("x", "z"), *first[3:]), (*first[:3], (4, 2), *first[4:]), (*first[:4], (2, 1), 0), (*first[:5], 1))
    assert len({shard(*one) for one in (first, *others)}) == 8 and shard(*first) == shard(*first)


PROGRAM = """
from tests.schedule.graphs import empty, softmax
from heddle.schedule.cache_key import form_of
from heddle.schedule.content_key import content_key
print(content_key(form_of((softmax(empty(4, 8)).contiguous(),))).hex())
"""


def test_the_key_is_that_of_other_processes():
    found = {subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True).stdout for _ in range(2)}
    assert len(found) == 1 and len(found.pop()) == 65
