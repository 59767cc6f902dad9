"""The order of steps: reads before writes of the same memory, writers before readers, and otherwise as they came."""
from __future__ import annotations

import random

import pytest

from heddle.dtype import dtypes
from heddle.schedule.kernels import Step
from heddle.schedule.topological_order import OrderCycle, order_steps, version_written_over
from heddle.uop import Ops, UOp

F32 = dtypes.float32


def memory(size: int = 4) -> UOp: return UOp.new_buffer("CPU", size, F32)


def step(*reads: UOp, writes: tuple[UOp, ...] = ()) -> Step: return Step(UOp.sink(), (), set(reads), list(writes))


def stored(x: UOp) -> UOp: return (x + 1).contiguous()


def test_writers_come_before_readers() -> None:
    a = memory()
    b, c = stored(a), stored(stored(a))
    last, middle, first = step(c, writes=(stored(c),)), step(b, writes=(c,)), step(a, writes=(b,))
    assert order_steps([last, middle, first]) == [first, middle, last]


def test_steps_without_ties_stay_as_they_came() -> None:
    steps = [step(memory(), writes=(stored(memory()),)) for _ in range(20)]
    assert order_steps(steps) == steps


def test_the_old_value_is_read_before_it_is_overwritten() -> None:
    a = memory()
    new = a.assign(a + 1)
    write, read, other = step(a, writes=(new,)), step(a, writes=(stored(a),)), step(memory(), writes=(stored(memory()),))
    assert order_steps([write, other, read]) == [other, read, write]


def test_versions_follow_each_other() -> None:
    a = memory()
    second = (first := a.assign(a + 1)).assign(a + 2)
    read_first = step(first, writes=(stored(first),))
    write_second, write_first = step(first, writes=(second,)), step(a, writes=(first,))
    assert order_steps([write_second, read_first, write_first]) == [write_first, read_first, write_second]
    assert version_written_over(second) is first and version_written_over(first) is a


def test_views_and_bitcasts_are_looked_through() -> None:
    a = memory(8)
    part = a.shrink(((0, 4),)).reshape((2, 2)).permute((1, 0))
    assert version_written_over(part.assign(part + 1)) is a
    bits = a.bitcast(dtypes.int32)
    assert version_written_over(bits.assign(bits + 1)) is a


def test_a_part_of_the_old_value_is_read_before_it_is_overwritten() -> None:
    """A copy reads a part of a memory in its place."""
    a = memory(8)
    part, new = UOp(Ops.BUFFER_VIEW, F32, (a,), (4, 2)), a.assign(a + 1)
    write, copy = step(a, writes=(new,)), step(part, writes=(UOp(Ops.COPY, F32, (part,), "CPU:1"),))
    assert order_steps([write, copy]) == [copy, write]


def test_a_step_that_writes_what_it_reads_does_not_wait_for_itself() -> None:
    a = memory()
    assert len(order_steps([step(a, writes=(a.assign(a + 1),))])) == 1


def test_a_swap_is_a_cycle_that_names_its_steps() -> None:
    a, b = memory(), memory()
    swap = [step(b, writes=(a.assign(b),)), step(a, writes=(b.assign(a),))]
    with pytest.raises(OrderCycle, match="2 steps wait for each other") as caught: order_steps([step(), *swap])
    assert caught.value.stuck == [1, 2]


def test_random_orders_keep_both_promises() -> None:
    rng = random.Random(4)
    for _ in range(30):
        versions = [memory() for _ in range(3)]
        steps: list[Step] = []
        for _ in range(25):
            n = rng.randrange(3)
            reads = set(rng.sample(versions, rng.randint(0, 2)))
            if rng.random() < 0.4:
                new = versions[n].assign(versions[n] + len(steps))
                steps.append(step(*reads, writes=(new,)))
                versions[n] = new
            else: steps.append(step(*reads, writes=(stored(memory()),)))
        shuffled = rng.sample(steps, len(steps))
        place = {id(s): i for i, s in enumerate(order_steps(shuffled))}
        writer = {w: s for s in steps for w in s.writes}
        for s in steps:
            for version in s.reads:
                if version in writer: assert place[id(writer[version])] < place[id(s)]
            for w in (w for w in s.writes if w in versions or w.src[0] in writer):
                old = version_written_over(w) if w.op.name == "ASSIGN" else None
                for other in steps:
                    if old is not None and old in other.reads and other is not s: assert place[id(other)] < place[id(s)]
