"""Graphs of the CPU device: pieces, variables, scratch memory and copies in one native call, with one thread and with several."""
from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from heddle.device.interface import Launch
from heddle.dtype import dtypes
from heddle.errors import OutOfMemoryError
from heddle.runtime.cpu import pool
from heddle.runtime.cpu.graph import CPUGraph, CPUStamps, spread, stamped_launches
from heddle.settings import Context
from heddle.uop import AxisType, Ops, UOp
from tests.renderer import kernels
from tests.renderer.kernels import Kernel

COMPILERS = [name for name in ("CLANG", "LLVM") if kernels.usable(name)]


@pytest.fixture(params=COMPILERS)
def device(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch):
    """The device with a pool made by its own compiler."""
    monkeypatch.setattr(pool, "_pools", [])
    return kernels.device(request.param)


def launch(device, k: Kernel, *pointers: int | tuple[int, int], **more: int) -> Launch:
    binary = device.compiler.compile_cached(device.renderer.render(k.ops, k.name))
    info = k.info(**more)
    program = device.runtime(UOp(Ops.PROGRAM, dtypes.void, (UOp(Ops.BINARY, arg=binary),), info))
    return Launch(program, info, tuple(p if isinstance(p, tuple) else (p, 0) for p in pointers))


def accumulate(pieces: int) -> Kernel:
    """out[i] = 3 out[i] + a[i]: what comes out depends on the order of launches."""
    k = Kernel("accumulate")
    out, a = k.param(dtypes.int64, pieces), k.param(dtypes.int64, pieces)
    with k.loop(pieces, AxisType.GRID) as g: k.store(out, g, k.load(out, g) * 3 + k.load(a, g))
    return k


@pytest.mark.parametrize("threads", (1, 2, 4))
@pytest.mark.parametrize("pieces", (1, 7, 1000, 100_003))
def test_each_launch_follows_the_one_before(device, pieces: int, threads: int) -> None:
    k, x, y = accumulate(pieces), np.arange(pieces), np.ones(pieces, np.int64)
    one = launch(device, k, 0, 1)
    made = CPUGraph(device, [one, launch(device, k, 1, 0), one])
    with Context(THREADS=threads):
        for _ in range(3): made([x.ctypes.data, y.ctypes.data], {})
    a, b = np.arange(pieces), np.ones(pieces, np.int64)
    for _ in range(3):
        a = 3 * a + b
        b = 3 * b + a
        a = 3 * a + b
    assert (x == a).all() and (y == b).all()


def test_the_buffers_of_a_run_are_those_it_is_given(device) -> None:
    made = CPUGraph(device, [launch(device, accumulate(4), (0, 32), (1, 0)), launch(device, accumulate(4), (0, 0), (0, 32))])
    for start in (1, 2):
        x, y = np.zeros(8, np.int64), np.full(4, start)
        made([x.ctypes.data, y.ctypes.data], {})
        assert (x == start).all()


def fill(name: str, most: int) -> Kernel:
    """out[i] = scale for the first `count` elements, where both are variables."""
    k = Kernel(name)
    out = k.param(dtypes.int64, most)
    scale, count = k.var("scale", 0, 1000), k.var("count", 1, most)
    with k.loop(count, AxisType.GRID) as g: k.store(out, g, scale)
    return k


@pytest.mark.parametrize("threads", (1, 3))
def test_variables_are_those_of_the_run(device, threads: int) -> None:
    made = CPUGraph(device, [launch(device, fill("first", 50), 0), launch(device, fill("second", 50), 1)])
    with Context(THREADS=threads):
        for count, scale in ((3, 7), (50, 9), (20, 11)):
            x, y = np.zeros(50, np.int64), np.zeros(50, np.int64)
            made([x.ctypes.data, y.ctypes.data], {"count": count, "scale": scale})
            assert (x[:count] == scale).all() and (x[count:] == 0).all() and (y == x).all()


def scratch_sums(size: int) -> Kernel:
    """out[g] = size * g, by way of scratch memory."""
    k = Kernel("scratch_sums")
    out = k.param(dtypes.int64, 512)
    tile = k.local(dtypes.int64, size)
    with k.loop(512, AxisType.GRID) as g:
        with k.loop(size) as i: k.store(tile, i, g)
        acc = k.register(dtypes.int64)
        with k.loop(size) as i: k.set(acc, k.get(acc) + k.load(tile, i))
        k.store(out, g, k.get(acc))
    return k


@pytest.mark.parametrize("threads", (1, 4))
def test_each_thread_has_scratch_memory_of_its_own(device, threads: int) -> None:
    made = CPUGraph(device, [launch(device, scratch_sums(1000), 0), launch(device, scratch_sums(70), 1)])
    x, y = np.zeros(512, np.int64), np.zeros(512, np.int64)
    with Context(THREADS=threads): made([x.ctypes.data, y.ctypes.data], {})
    np.testing.assert_array_equal(x, np.arange(512) * 1000)
    np.testing.assert_array_equal(y, np.arange(512) * 70)


@pytest.mark.parametrize("size", (0, 1, 1001, 300_001))
def test_copies(device, size: int) -> None:
    x, y = np.random.default_rng(0).integers(0, 255, size, np.uint8), np.zeros(size, np.uint8)
    with Context(THREADS=2): CPUGraph(device, [Launch(None, None, ((1, 0), (0, 0)), size)])([x.ctypes.data, y.ctypes.data], {})
    assert (x == y).all()


def test_no_thread_is_started_for_small_kernels(device, monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = np.zeros(64, np.int64), np.ones(64, np.int64)
    made = CPUGraph(device, [launch(device, accumulate(64), 0, 1, ops=64, bytes=1024)] * 2)
    with Context(THREADS=4): made([x.ctypes.data, y.ctypes.data], {})
    assert device.pool().threads == 1 and (x == 4).all()


def test_no_room_is_an_error_with_a_cure(device, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(nbytes: int) -> tuple[int, int]: raise MemoryError
    monkeypatch.setattr(device.scratch, "take", refuse)
    with pytest.raises(OutOfMemoryError, match="for kernels to work in"):
        CPUGraph(device, [launch(device, accumulate(4), 0, 0)])([0], {})


# ---- times


def test_the_clock_is_read_where_enough_has_been_done() -> None:
    assert stamped_launches([200.0] * 45) == [39, 44]
    assert stamped_launches([9000.0, 100.0, 9000.0, 100.0]) == [0, 2, 3]
    assert stamped_launches([]) == []


def test_time_is_spread_by_what_launches_take() -> None:
    assert spread([1.0, 2.0, 5.0], [1, 4], [1.0, 3.0, 1.0, 1.0, 1.0]) == [1.0, 1.25, 2.0, 3.0, 4.0, 5.0]


@pytest.mark.parametrize("threads", (1, 2))
def test_a_timed_run_does_the_same_and_says_when(device, threads: int) -> None:
    x, y = np.zeros(64, np.int64), np.ones(64, np.int64)
    one, long = launch(device, accumulate(64), 0, 1), launch(device, accumulate(64), 1, 0, ops=1 << 20)
    made = CPUGraph(device, [one, long, one])
    with Context(THREADS=threads):
        stamps = made.stamps(1)
        begin = time.perf_counter()
        assert made.run_timed([x.ctypes.data, y.ctypes.data], {}, stamps.target, begin)
        end = time.perf_counter()
    assert (x == 7).all() and (y == 4).all()
    ((began, times),) = made.moments(stamps)
    assert began == begin
    assert len(times) == 4 and times == sorted(times) and begin - 1e-4 < times[0] and times[-1] < end + 1e-4


class Timed:
    """A graph whose runs can be counted afterwards: calling it is a timed run, and the answer whether it took place."""

    def __init__(self, device) -> None:
        self._x, self._y = np.zeros(4, np.int64), np.ones(4, np.int64)
        self.graph = CPUGraph(device, [launch(device, accumulate(4), 0, 1)] * 2)

    def __call__(self, stamps: CPUStamps) -> bool:
        return self.graph.run_timed([self._x.ctypes.data, self._y.ctypes.data], {}, stamps.target, 1.5)

    def has_run(self, times: int) -> bool:
        total = 0
        for _ in range(2 * times): total = (3 * total + 1) % 2**64
        return (self._x.view(np.uint64) == total).all()


@pytest.fixture
def timed(device) -> Timed: return Timed(device)


def test_each_run_has_its_own_stamps_until_there_is_no_room(timed: Timed) -> None:
    pages = [timed.graph.stamps(runs) for runs in (3, 1, 200)]
    ran = [timed(page) for page in pages for _ in range(page.runs + 2)]
    assert ran.count(True) == 204 and timed.has_run(204)  # nothing has run where there was no room
    assert [page.taken() for page in pages] == [3, 1, 200]
    found = [timed.graph.moments(page) for page in pages]
    times = [t for runs in found for began, moments in runs for t in moments]
    assert times == sorted(times) and len(times) == 3 * 204 and {began for runs in found for began, _ in runs} == {1.5}


def test_stamps_belong_to_the_thread_that_made_room_for_them(timed: Timed) -> None:
    own, others = timed.graph.stamps(2), []
    thread = threading.Thread(target=lambda: others.append((timed(own), timed.graph.stamps(2))))
    thread.start()
    thread.join()
    ((ran, foreign),) = others
    assert not ran and not timed(foreign) and timed(own)
    assert timed.has_run(1) and [len(timed.graph.moments(s)) for s in (own, foreign)] == [1, 0]


def test_what_was_closed_takes_no_more_and_keeps_what_it_has(timed: Timed) -> None:
    stamps = timed.graph.stamps(4)
    assert timed(stamps)
    stamps.close()
    assert not timed(stamps)
    assert timed.has_run(1) and len(timed.graph.moments(stamps)) == 1


def test_a_run_that_is_not_done_has_no_times(timed: Timed) -> None:
    stamps = timed.graph.stamps(2)
    assert timed(stamps)
    stamps._values[-1] = 0
    assert timed(stamps)
    stamps._values[-1] = 0  # as it is while the last kernel of the second run is at work
    assert stamps.taken() == 2 and len(timed.graph.moments(stamps)) == 1
