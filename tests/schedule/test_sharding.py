"""Graphs over several devices against NumPy: random ones, cut every way; and what is exchanged."""
from __future__ import annotations

import random

import numpy as np
import pytest

from heddle.dtype import dtypes
from heddle.engine.execute import run_linear
from heddle.schedule import collective, create_schedule, schedule_cache
from heddle.schedule.sharding import axis_of, split_by_device
from heddle.uop import Ops, UOp
from tests.schedule.random_graphs import Grower, Pair, fetch, stored

DEVICES = ("CPU", "CPU:1", "CPU:2", "CPU:3")


def fetch_parts(node: UOp) -> np.ndarray:
    """The value of a realised node; all replicas must be equal bit for bit."""
    if node.op is not Ops.MULTI: return fetch(node)
    parts = [fetch(p) for p in node.src]
    if node.arg is not None: return np.concatenate(parts, node.arg)
    for p in parts[1:]: np.testing.assert_array_equal(parts[0], p)
    return parts[0]


def ring_from(devices: int, nbytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has sums over at least so many devices and bytes go round in a ring."""
    monkeypatch.setattr(collective, "RING_DEVICES", devices)
    monkeypatch.setattr(collective, "RING_BYTES", nbytes)
    schedule_cache.clear()


def compute(*nodes: UOp) -> list[np.ndarray]:
    schedule = create_schedule(UOp.sink(*nodes))
    run_linear(schedule.linear)
    return [fetch_parts(schedule.becomes[n]) for n in nodes]


class Spread(Grower):
    """Every leaf is on the same devices, cut along some axis or whole."""

    def __init__(self, seed: int) -> None:
        self.devices = DEVICES[:2 + seed % 3]
        super().__init__(seed)

    def shape(self) -> tuple[int, ...]:
        return tuple(self.rng.choice([1, 2, 3, 4, 6, 8, 12, 24]) for _ in range(self.rng.randint(0, 3)))

    def leaf(self) -> Pair:
        p = super().leaf()
        return Pair(spread(p.node, self.devices, self.rng), p.value)


def spread(node: UOp, devices: tuple[str, ...], rng: random.Random) -> UOp:
    axes = [a for a, n in enumerate(node.shape) if n % len(devices) == 0]
    return node.shard(devices, rng.choice([None, *axes]))


@pytest.mark.parametrize("seed", range(36))
def test_random_graphs_equal_numpy(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if seed % 2: ring_from(2, 16, monkeypatch)
    grower = Spread(seed)
    # rows and products make leaves on one device: spread them too
    monkeypatch.setattr("tests.schedule.random_graphs.stored", lambda v, d: spread(stored(v, d), grower.devices, grower.rng))
    grower.grow(6 + seed % 10)
    wanted = [p for p in grower.pool[-3:] if p.value.size]
    nodes = [p.node.contiguous() for p in wanted]
    for p, value in zip(wanted, compute(*nodes), strict=True):
        np.testing.assert_allclose(value, p.value, rtol=1e-5, atol=1e-3, err_msg=f"seed {seed}")
    assert not any(n.op in (Ops.SHARD, Ops.MULTI) for n in split_by_device(UOp.sink(*nodes)).sink.toposort())


# ---- all-reduce


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("ring", [False, True])
@pytest.mark.parametrize(("op", "reduction"), [(Ops.ADD, np.sum), (Ops.MAX, np.max), (Ops.MUL, np.prod)])
def test_all_reduce(count: int, ring: bool, op: Ops, reduction, monkeypatch: pytest.MonkeyPatch) -> None:
    ring_from(2, 0 if ring else 1 << 60, monkeypatch)
    value = np.random.default_rng(0).integers(-3, 4, (count * 2, 7, 5)).astype(np.float32)
    x = stored(value).shard(DEVICES[:count], 0)
    found, = compute(x.reduce_axis(op, (0,)))
    np.testing.assert_array_equal(found, reduction(value, 0, keepdims=True))


def copied(node: UOp) -> tuple[int, int]:
    """(copies between devices, elements that they move)"""
    calls = [c for c in create_schedule(UOp.sink(node)).linear.src if c.src[0].op is Ops.COPY]
    return len(calls), sum(c.src[1].size for c in calls)


def ones(count: int, size: int) -> UOp:
    """Memory already on its devices, cut along axis 0."""
    return UOp.multi([stored(np.ones((1, size), np.float32), d) for d in DEVICES[:count]], 0)


@pytest.mark.parametrize(("count", "by_all", "by_ring"), [(3, (6, 6 * 120), (12, 12 * 40)), (4, (12, 12 * 120), (24, 24 * 30))])
def test_a_ring_moves_less(count: int, by_all: tuple, by_ring: tuple, monkeypatch: pytest.MonkeyPatch) -> None:
    total = ones(count, 120).reduce_axis(Ops.ADD, (0,))
    ring_from(2, 1 << 60, monkeypatch)
    assert copied(total) == by_all
    ring_from(2, 0, monkeypatch)
    assert copied(total + 0.0) == by_ring


def test_elementwise_work_exchanges_nothing() -> None:
    x = ones(4, 64)
    assert copied((x * 2 + x).reshape((4, 8, 8)).permute((2, 0, 1)).reduce_axis(Ops.ADD, (0,))) == (0, 0)


def test_whole_values_are_cut_where_they_lie() -> None:
    whole = UOp.multi([stored(np.ones((4, 8), np.float32), d) for d in DEVICES], None)
    assert copied(ones(4, 8) + whole) == (0, 0) and axis_of(ones(4, 8) + whole) == 0


# ---- where a value is cut afterwards


def test_axis_of() -> None:
    x = UOp.multi([stored(np.ones((2, 6), np.float32), d) for d in DEVICES[:2]], 0)  # (4, 6)
    assert axis_of(x) == 0 and axis_of(x.permute((1, 0))) == 1 and axis_of(x.reshape((2, 2, 6))) == 0
    assert axis_of(x.reshape((24,))) == 0 and axis_of(x.reshape((1, 4, 6))) == 1
    assert axis_of(x.reduce_axis(Ops.ADD, (0,))) is None and axis_of(x.reduce_axis(Ops.ADD, (1,))) == 0
    assert axis_of(x.permute((1, 0)).reshape((24,))) is None  # parts that are not consecutive are gathered
    assert axis_of(x.shrink(((1, 3), (0, 6)))) is None and axis_of(x.shrink(((0, 4), (2, 4)))) == 0
    assert axis_of(x.pad(((0, 0), (1, 1)))) == 0 and axis_of(x.pad(((1, 1), (0, 0)))) is None


# ---- bits


def test_the_sign_of_zero_survives_joining() -> None:
    value = np.array([[-0.0, 0.0], [0.0, -0.0]], np.float32)
    found, = compute(stored(value).shard(DEVICES[:2], 0).copy_to_device("CPU"))
    assert np.signbit(found).tolist() == [[True, False], [False, True]]


def test_many_parts_are_joined_in_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collective, "_AT_ONCE", 3)
    parts = [stored(np.full((2, k + 1), k, np.float32)) for k in range(10)]
    found, = compute(collective.join(parts, 1))
    np.testing.assert_array_equal(found, np.concatenate([np.full((2, k + 1), k) for k in range(10)], 1))


# ---- memory


def test_results_get_memory_of_their_own() -> None:
    """Of several that lower to one node, and of those that are memory already."""
    x = UOp.multi([stored(np.arange(3, dtype=np.float32), d) for d in DEVICES[:2]], None)
    y = x + 1
    roots = [y, y.copy_to_device("CPU"), x.copy_to_device("CPU"), x.copy_to_device("CPU:1")]
    schedule = create_schedule(UOp.sink(*roots))
    homes = [part.base for r in roots for part in ([schedule.becomes[r]] if r.op is Ops.COPY else schedule.becomes[r].src)]
    assert len(set(homes)) == len(homes) and not set(homes) & {p.base for p in x.src}


def test_assignments_write_every_part() -> None:
    memory = UOp.multi([UOp.new_buffer(d, 6, dtypes.float32).reshape((2, 3)) for d in DEVICES[:2]], 0)
    value = np.arange(12, dtype=np.float32).reshape(4, 3)
    first = memory.assign(stored(value).shard(DEVICES[:2], None))
    schedule = create_schedule(UOp.sink(first, first.reduce_axis(Ops.ADD, (0,))))
    run_linear(schedule.linear)
    np.testing.assert_array_equal(fetch_parts(schedule.becomes[first]), value)
    assert schedule.becomes[first] is memory


def test_the_schedule_is_found_again() -> None:
    make = lambda: UOp.multi([stored(np.ones(4, np.float32), d) for d in DEVICES[:2]], 0)
    create_schedule(UOp.sink(make().reduce_axis(Ops.ADD, (0,))))
    before = len(schedule_cache)
    create_schedule(UOp.sink(make().reduce_axis(Ops.ADD, (0,))))
    assert len(schedule_cache) == before
