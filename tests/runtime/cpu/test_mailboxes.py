"""Mailboxes: messages between ranks through memory, and by MPI where they are full. The ranks here are exchanges of one process."""
from __future__ import annotations

import ctypes
import mmap
from collections import defaultdict, deque

import numpy as np
import pytest

from heddle.distributed.exchange_rounds import agreement_plan, plan_of
from heddle.dtype import dtypes
from heddle.runtime.cpu import pool
from heddle.runtime.cpu.exchange import (
    BLOCKS,
    DONE,
    FAULT,
    PENDING,
    RESULT,
    SLOT_DATA,
    SLOTS,
    SOURCE,
    Codes,
    Exchange,
    ExchangeCode,
    Functions,
    Mailboxes,
    Message,
    Plan,
    Round,
    mailbox_bytes,
    sequence,
)
from heddle.uop.args import Collective
from heddle.uop.ops import Ops
from tests.renderer import kernels

_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_uint64] * 8)
BLOCK, TRUNCATED, ANY_SOURCE, ANY_TAG = 256, 15, -2, -1


@pytest.fixture(params=[name for name in ("CLANG", "LLVM") if kernels.usable(name)])
def code(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pool, "_pools", [])
    return ExchangeCode(kernels.device(request.param))


class Post:
    """MPI between ranks of this process. Its communicator is the number of the calling rank."""

    def __init__(self) -> None:
        self.under_way: dict[tuple[int, int, int], deque[bytes]] = defaultdict(deque)
        self.wanted: list[tuple[tuple[int, int, int], int, int] | None] = [None]
        self.sent, self.probes = 0, []
        self._kept = [_FUNCTION(f) for f in (self._send, self._receive, self._test, self._probe)]
        self.functions = Functions(*[ctypes.cast(f, ctypes.c_void_p).value or 0 for f in self._kept])

    def _send(self, memory: int, count: int, size: int, peer: int, tag: int, own: int, request: int, _: int) -> int:
        self.under_way[own, peer, tag].append(ctypes.string_at(memory, count * size))
        self.sent += 1
        ctypes.c_uint64.from_address(request).value = 0
        return 0

    def _receive(self, memory: int, count: int, size: int, peer: int, tag: int, own: int, request: int, _: int) -> int:
        ctypes.c_uint64.from_address(request).value = len(self.wanted)
        self.wanted.append(((peer, own, tag), memory, count * size))
        return 0

    def _test(self, request: int, is_done: int, *_: int) -> int:
        number = ctypes.c_uint64.from_address(request).value
        if (wanted := self.wanted[number]) is not None and self.under_way[wanted[0]]:
            data = self.under_way[wanted[0]].popleft()
            assert len(data) == wanted[2]
            ctypes.memmove(wanted[1], data, len(data))
            wanted = self.wanted[number] = None
        ctypes.c_int.from_address(is_done).value = int(wanted is None)
        return 0

    def _probe(self, source: int, tag: int, comm: int, *_: int) -> int:
        assert (source, tag) == (ANY_SOURCE % (1 << 64), ANY_TAG % (1 << 64))
        self.probes.append(comm)
        return 0


class Ranks:
    """A communicator of ranks in this process. Its elements' type is their size."""

    def __init__(self, code: ExchangeCode, size: int, block_bytes: int = BLOCK) -> None:
        self.code, self.size, self.mpi = code, size, Post()
        each = mailbox_bytes(block_bytes)
        memory = mmap.mmap(-1, size * size * each)
        start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        at = [[start + each * (size * a + b) for b in range(size)] for a in range(size)]
        self.near = [Mailboxes(at[k], [row[k] for row in at], block_bytes, Codes(TRUNCATED, ANY_SOURCE, ANY_TAG), memory)
                     for k in range(size)]
        self.counts = [sequence() for _ in range(size)]

    def exchange(self, rank: int, plan: Plan | None, itemsize: int = 4) -> Exchange:
        assert plan is not None
        return Exchange(self.code, self.mpi.functions, (itemsize, rank), self.counts[rank].buffer_info()[0], plan, 0, self.near[rank],
                        itemsize)


class Reduction:
    """One all-reduce of all ranks, each of which starts and looks when it is told to."""

    def __init__(self, ranks: Ranks, count: int, rng: np.random.Generator) -> None:
        what = Collective("all_reduce", tuple(range(ranks.size)), Ops.ADD)
        self.sources = rng.integers(-1000, 1000, (ranks.size, count)).astype(np.float32)
        self.results = np.full((ranks.size, count), np.nan, np.float32)
        self.of = [ranks.exchange(k, plan_of(what, k, count, dtypes.float32)) for k in range(ranks.size)]

    def start(self, rank: int) -> None: assert self.of[rank].start(self.results[rank].ctypes.data, self.sources[rank].ctypes.data)
    def is_done(self, rank: int) -> bool:
        found = self.of[rank].test()
        assert found in (DONE, PENDING)
        return found == DONE

    def check(self) -> None:
        for result in self.results: np.testing.assert_array_equal(result, self.sources.sum(0))


@pytest.mark.parametrize("size", [2, 4, 8])
@pytest.mark.parametrize("seed", range(6))
def test_any_order_of_looks_gives_the_sums(code, size: int, seed: int) -> None:
    """Many all-reduces under way, some with more long messages than there are blocks; each rank looks at any of them at any time."""
    rng, ranks = np.random.default_rng(seed), Ranks(code, size)
    for _ in range(40):
        counts = rng.choice([0, 1, 7, 8, 9, 63, 64], rng.integers(1, 3 * BLOCKS))
        all_of = [Reduction(ranks, int(n), rng) for n in counts]
        begun, left = [0] * size, [set(range(len(all_of))) for _ in range(size)]
        while any(left):
            rank = int(rng.integers(size))
            if begun[rank] < len(all_of) and rng.random() < 0.6:
                all_of[begun[rank]].start(rank)
                begun[rank] += 1
            elif (open_now := [n for n in left[rank] if n < begun[rank]]):
                n = int(rng.choice(open_now))
                if all_of[n].is_done(rank): left[rank].discard(n)
        for reduction in all_of: reduction.check()
    assert not any(ranks.mpi.under_way.values())


def test_short_messages_need_no_mpi(code) -> None:
    """Those that fit, one after the other, more often than there are slots."""
    rng, ranks = np.random.default_rng(0), Ranks(code, 2)
    for n in range(2 * SLOTS + 3):
        reduction = Reduction(ranks, (1, 8, 64)[n % 3], rng)
        for rank in (0, 1): reduction.start(rank)
        assert all(reduction.is_done(rank) for rank in (0, 1))
        reduction.check()
    assert not ranks.mpi.sent and not ranks.mpi.probes


def test_long_messages_go_by_mpi_where_all_blocks_are_in_use(code) -> None:
    rng, ranks = np.random.default_rng(0), Ranks(code, 2)
    for _ in range(3):
        ranks.mpi.sent, every = 0, [Reduction(ranks, 60, rng) for _ in range(BLOCKS + 2)]
        for reduction in every: reduction.start(0)
        assert ranks.mpi.sent == 2
        for reduction in every[::-1]: assert not reduction.is_done(0)
        for reduction in every: reduction.start(1)
        for reduction in every[::-1]: assert reduction.is_done(1) and reduction.is_done(0)
        for reduction in every: reduction.check()


def test_a_sender_waits_for_its_slot(code) -> None:
    """A rank that is ahead by as many exchanges as there are slots goes on once the first of them was read."""
    rng, ranks = np.random.default_rng(0), Ranks(code, 2)
    every = [Reduction(ranks, 3, rng) for _ in range(SLOTS + 2)]
    for rank in (0, 1):
        for reduction in every: reduction.start(rank)
    assert [reduction.is_done(1) for reduction in every] == [True] * SLOTS + [False] * 2
    for _ in range(2):  # what a rank has read, the other one may write over, which the first one reads at its next look
        done = [[reduction.is_done(rank) for reduction in every] for rank in (0, 1)]
    assert all(map(all, done))
    for reduction in every: reduction.check()


def test_messages_of_other_lengths_are_a_fault(code) -> None:
    ranks, memory = Ranks(code, 2), np.zeros(64, np.float32)
    of = [ranks.exchange(k, Plan((Round((Message(False, 1 - k, RESULT, 0, n), Message(True, 1 - k, SOURCE, 0, n))),)))
          for k, n in enumerate((8, 9))]
    assert of[0].start(memory.ctypes.data, memory.ctypes.data)
    assert not of[1].start(memory.ctypes.data, memory.ctypes.data) and of[1].fault == TRUNCATED
    assert of[0].test() == FAULT and of[0].fault == TRUNCATED
    assert not memory.any()


def test_mpi_makes_progress_while_a_message_is_waited_for(code) -> None:
    """Another rank may wait for what MPI has still to send from here."""
    rng, ranks = np.random.default_rng(0), Ranks(code, 2)
    reduction = Reduction(ranks, 5, rng)
    reduction.start(0)
    assert not ranks.mpi.probes
    for n in range(3):
        assert not reduction.is_done(0) and ranks.mpi.probes == [0] * (n + 1)
    step = reduction.of[0].step("wait", lambda found, again: found)
    wait = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(step.function)
    assert wait(None, reduction.of[0].address, 10) == PENDING and len(ranks.mpi.probes) == 13


def test_a_rank_sends_to_itself(code) -> None:
    ranks, source, result = Ranks(code, 2), np.arange(9, dtype=np.float32), np.zeros(9, np.float32)
    plan = plan_of(Collective("permute", (0, 1), pairs=((0, 0),)), 0, 9, dtypes.float32)
    exchange = ranks.exchange(0, plan)
    assert exchange.start(result.ctypes.data, source.ctypes.data) and exchange.test() == DONE
    np.testing.assert_array_equal(result, source)


def test_plans_that_do_not_fit_go_by_mpi(code) -> None:
    near = Ranks(code, 4).near[0]
    what = Collective("all_reduce", (0, 1, 2, 3), Ops.ADD)
    assert near.take(plan_of(what, 0, BLOCK // 4, dtypes.float32), 4)
    assert not near.take(plan_of(what, 0, BLOCK // 4 + 1, dtypes.float32), 4)
    assert not near.take(plan_of(what, 0, 100_000, dtypes.float32), 4)  # by halving: with each rank twice
    without = Ranks(code, 4, 0).near[0]
    plan = agreement_plan(0, 4)
    assert plan is not None and without.take(plan, 8)
    assert without.take(plan_of(what, 0, SLOT_DATA // 4, dtypes.float32), 4)
    assert not without.take(plan_of(what, 0, SLOT_DATA // 4 + 1, dtypes.float32), 4)
