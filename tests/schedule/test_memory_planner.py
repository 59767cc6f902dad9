"""Memory of intermediates: nothing that is alive is overwritten, and nothing takes more room than without sharing."""
from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.dtype import DType, dtypes
from heddle.schedule import create_schedule
from heddle.schedule.kernels import Step
from heddle.schedule.memory_planner import ALIGN, plan_memory
from heddle.uop import BufferArg, Ops, UOp
from tests.schedule.graphs import empty, kernels, matmul


def buffer(number: int, size: int, device: str = "CPU", dtype: DType = dtypes.float32) -> UOp:
    return UOp(Ops.BUFFER, dtype, (), BufferArg(-1 - number, device, size))


def steps_of(lives: list[tuple[UOp, int, int]]) -> list[Step]:
    """Steps that touch each buffer at the two ends of its life."""
    last = max(end for _, _, end in lives)
    return [Step(UOp.sink(), tuple(b for b, begin, end in lives if n in (begin, end))) for n in range(last + 1)]


@st.composite
def random_lives(draw) -> list[tuple[UOp, int, int]]:
    found = []
    for number in range(draw(st.integers(1, 25))):
        begin = draw(st.integers(0, 20))
        size, device = draw(st.integers(1, 5000)), draw(st.sampled_from(["CPU", "CPU:1"]))
        found.append((buffer(number, size, device, draw(st.sampled_from([dtypes.int8, dtypes.float32, dtypes.float64]))),
                      begin, begin + draw(st.integers(0, 8))))
    return found


@settings(max_examples=100)
@given(random_lives())
def test_buffers_alive_together_do_not_overlap(lives: list[tuple[UOp, int, int]]) -> None:
    places, arenas = plan_memory(steps_of(lives), set())
    assert set(places) == {b for b, _, _ in lives}
    for b, begin, end in lives:
        p = places[b]
        assert p.offset % ALIGN == 0 and p.nbytes >= b.arg.size * b.dtype.itemsize and p.offset + p.nbytes <= arenas[b.arg.device]
        for other, other_begin, other_end in lives:
            if other is b or other.arg.device != b.arg.device or other_end < begin or end < other_begin: continue
            q = places[other]
            assert p.offset + p.nbytes <= q.offset or q.offset + q.nbytes <= p.offset
    for device, size in arenas.items():
        assert size <= sum(p.nbytes for b, p in places.items() if b.arg.device == device)


@settings(max_examples=50)
@given(random_lives())
def test_an_arena_is_at_least_what_is_alive_at_once(lives: list[tuple[UOp, int, int]]) -> None:
    places, arenas = plan_memory(steps_of(lives), set())
    for device, size in arenas.items():
        most = max(sum(places[b].nbytes for b, begin, end in lives if b.arg.device == device and begin <= n <= end) for n in range(30))
        assert most <= size


def lowest_offsets(lives: list[tuple[UOp, int, int]]) -> dict[UOp, int]:
    """The plan by definition: large ones first, each at the lowest offset that is free in all of its life."""
    found: dict[UOp, tuple[int, int, int, int]] = {}
    sized = [(-(-b.arg.size * b.dtype.itemsize // ALIGN) * ALIGN, b, begin, end) for b, begin, end in lives]
    for nbytes, b, begin, end in sorted(sized, key=lambda x: (-x[0], x[2])):
        at = 0
        for low, high in sorted((p, p + n) for o, (p, n, first, last) in found.items()
                                if o.arg.device == b.arg.device and first <= end and begin <= last):
            if low - at >= nbytes: break
            at = max(at, high)
        found[b] = at, nbytes, begin, end
    return {b: place[0] for b, place in found.items()}


@settings(max_examples=100)
@given(random_lives())
def test_each_has_the_lowest_place_that_is_free(lives: list[tuple[UOp, int, int]]) -> None:
    places, _ = plan_memory(steps_of(lives), set())
    assert {b: p.offset for b, p in places.items()} == lowest_offsets(lives)


def test_many_buffers_have_the_lowest_place_too() -> None:
    rng = random.Random(3)
    lives = [(buffer(n, rng.choice((300, 1000, rng.randint(1, 9000)))), n, 600 - n) for n in range(300)]  # as in training
    lives += [(buffer(300 + n, rng.randint(1, 9000)), n, n + rng.randint(0, 4)) for n in range(300)]
    places, arenas = plan_memory(steps_of(lives), set())
    lowest = lowest_offsets(lives)
    assert {b: p.offset for b, p in places.items()} == lowest
    assert arenas == {"CPU": max(p.offset + p.nbytes for p in places.values())}


def test_lives_that_follow_each_other_share_one_place() -> None:
    lives = [(buffer(n, 1000), n * 2, n * 2 + 1) for n in range(10)]
    places, arenas = plan_memory(steps_of(lives), set())
    assert {p.offset for p in places.values()} == {0} and arenas == {"CPU": 4096}


def test_a_step_does_not_write_over_what_it_reads() -> None:
    """One buffer's last step is the next one's first: they are alive together."""
    a, b = buffer(0, 32), buffer(1, 32)
    places, arenas = plan_memory(steps_of([(a, 0, 1), (b, 1, 2)]), set())
    assert places[a].offset != places[b].offset and arenas["CPU"] == 2 * ALIGN


def test_results_and_the_users_memory_have_no_place() -> None:
    kept, own, given_ = buffer(0, 8), buffer(1, 8), UOp(Ops.PARAM, dtypes.float32, (), None)
    places, _ = plan_memory([Step(UOp.sink(), (kept, own, given_))], {kept})
    assert set(places) == {own}
    assert plan_memory([], set()) == ({}, {})


def test_same_lives_same_plan() -> None:
    rng = random.Random(1)
    lives = [(buffer(n, rng.randint(1, 900)), begin := rng.randint(0, 9), begin + rng.randint(0, 5)) for n in range(30)]
    assert plan_memory(steps_of(lives), set()) == plan_memory(steps_of(lives), set())


@pytest.mark.parametrize("layers", [2, 8])
def test_the_memory_of_a_network_does_not_grow_with_its_depth(layers: int) -> None:
    x = empty(64, 64)
    for _ in range(layers): x = matmul(x, empty(64, 64)).maximum(0)
    schedule = create_schedule(UOp.sink(x.contiguous()))
    views = {b for call in schedule.linear.src for b in call.src[1:] if b.op is Ops.BUFFER_VIEW}
    arena, = {v.src[0] for v in views}
    assert len(views) == min(layers - 1, 2) and arena.size == 64 * 64 * 4 * len(views)
    assert len(kernels(x.contiguous())) == layers
