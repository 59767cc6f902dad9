"""Kernels of threads in the interpreter: barriers, shared memory, and the mistakes that a machine would not report."""
from __future__ import annotations

import struct

import pytest

from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.uop import AxisType, Ops, ParamArg, UOp
from heddle.uop.interpreter.codegen import run_program

N = 4
I32 = dtypes.int32
SIZE = UOp.const(I32, N)
ITEM = UOp(Ops.SPECIAL, I32, (SIZE,), "lidx0")
OUT = UOp(Ops.PARAM, I32, (), ParamArg(0, 2 * N))
LOCAL = UOp(Ops.DEFINE_LOCAL, I32, (), (0, N))
ONE, ZERO, LAST = (UOp.const(I32, v) for v in (1, 0, N - 1))
BARRIER = UOp(Ops.BARRIER, dtypes.void, (), 1)
HEAD = [OUT, LOCAL, SIZE, ITEM, ONE, ZERO, LAST]


def run(*ops: UOp) -> list[int]:
    data = bytearray(4 * 2 * N)
    run_program([*HEAD, *ops], [data])
    return list(struct.unpack(f"{2 * N}i", data))


def listed(*effects: UOp) -> list[UOp]:
    """The effects with what they read, once each, in order."""
    found: dict[UOp, None] = {}
    for effect in effects: found |= effect.toposort()
    return [n for n in found if n not in HEAD]


def neighbour() -> UOp: return LAST - ITEM


def test_items_see_what_others_stored_before_the_barrier() -> None:
    fill = LOCAL.index(ITEM).store(ITEM * ITEM)
    read = OUT.index(ITEM).store(LOCAL.index(neighbour()).load())
    assert run(*listed(fill), BARRIER, *[n for n in listed(read) if n not in listed(fill)]) == [9, 4, 1, 0, 0, 0, 0, 0]


def test_reading_what_another_wrote_without_a_barrier_is_a_race() -> None:
    fill = LOCAL.index(ITEM).store(ITEM * ITEM)
    read = OUT.index(ITEM).store(LOCAL.index(neighbour()).load())
    with pytest.raises(InternalError, match=r"read before anything was written|a race for element"): run(*listed(fill, read))


def test_two_items_that_write_one_element_race_unless_they_agree() -> None:
    with pytest.raises(InternalError, match="thread 1 writes something else than another"): run(*listed(OUT.index(ZERO).store(ITEM)))
    assert run(*listed(OUT.index(ZERO).store(ONE)))[0] == 1


def test_groups_do_not_wait_for_each_other() -> None:
    group = UOp(Ops.SPECIAL, I32, (SIZE,), "gidx0")
    with pytest.raises(InternalError, match="a race for element 0"): run(*listed(OUT.index(ZERO).store(group)), BARRIER)


def test_shared_memory_is_empty_at_first() -> None:
    with pytest.raises(InternalError, match="read before anything was written"):
        run(*listed(OUT.index(ITEM).store(LOCAL.index(ITEM).load())))


def test_a_barrier_that_some_items_never_reach() -> None:
    loop = UOp(Ops.RANGE, I32, (ITEM,), (0, AxisType.LOOP))
    with pytest.raises(InternalError, match="has ended while others wait at a barrier"):
        run(loop, BARRIER, UOp(Ops.END, dtypes.void, (loop,)))
