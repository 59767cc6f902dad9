"""Rounds of messages: what they give for any number of ranks and elements, by interpreting them in one process."""
from __future__ import annotations

import numpy as np
import pytest

from heddle.distributed.exchange_rounds import agreement_plan, plan_of
from heddle.dtype import dtypes
from heddle.runtime.cpu.exchange import COPY, OWN, OWN_BYTES, RESULT, SOURCE, ZEROS, Plan
from heddle.uop import Ops
from heddle.uop.args import Collective


class Rank:
    """A rank that runs its plan as exchange.c does."""

    def __init__(self, own: int, plan: Plan, source: np.ndarray) -> None:
        self.own, self.plan, self.dtype = own, plan, source.dtype
        self.memory = {SOURCE: source, RESULT: np.full(source.shape, -99, source.dtype),
                       OWN: np.zeros(plan.own // source.dtype.itemsize, source.dtype)}
        if plan.before == COPY: self.memory[RESULT][:] = source
        if plan.before == ZEROS: self.memory[RESULT][:] = 0
        self.at = 0
        self.messages: list = []
        self.done: list[bool] = []

    def part(self, memory: int, offset: int, count: int) -> np.ndarray:
        assert offset % self.dtype.itemsize == 0
        begin = offset // self.dtype.itemsize
        assert 0 <= begin and begin + count <= len(self.memory[memory])
        return self.memory[memory][begin:begin + count]

    def go_on(self, total) -> bool:
        """Whether it could begin a round."""
        if self.at == len(self.plan.rounds): return False
        r = self.plan.rounds[self.at]
        if not all(self.done[:r.awaited]): return False
        assert r.awaited <= len(self.done)
        self.at += 1
        if r.combined:
            into = self.part(RESULT, r.into, r.combined)
            into[:] = total(into, self.part(r.memory, r.offset, r.combined))
        self.messages += r.messages
        self.done += [False] * len(r.messages)
        return True


def run(ranks: list[Rank], total=np.add, seed: int = 0) -> list[np.ndarray]:
    """The results, with messages that are delivered one by one, in a random order as far as MPI allows."""
    rng = np.random.default_rng(seed)
    while True:
        for rank in ranks:
            while rank.go_on(total): pass
        ready = []
        for rank in ranks:
            for n, m in enumerate(rank.messages):
                if not m.is_sent or rank.done[n]: continue
                if any(not rank.done[k] and o.is_sent and o.peer == m.peer for k, o in enumerate(rank.messages[:n])): continue
                other = ranks[m.peer]
                into = next((k for k, o in enumerate(other.messages)
                             if not o.is_sent and o.peer == rank.own and not other.done[k]), None)
                if into is not None: ready.append((rank, n, other, into))
        if not ready: break
        rank, n, other, into = ready[rng.integers(len(ready))]
        sent, received = rank.messages[n], other.messages[into]
        assert sent.elements == received.elements
        other.part(received.memory, received.offset, received.elements)[:] = rank.part(sent.memory, sent.offset, sent.elements)
        rank.done[n] = other.done[into] = True
    assert all(rank.at == len(rank.plan.rounds) and all(rank.done) for rank in ranks)
    return [rank.memory[RESULT] for rank in ranks]


def sources(n: int, count: int) -> list[np.ndarray]:
    return [np.random.default_rng(k).normal(size=count).astype(np.float32) for k in range(n)]


@pytest.mark.parametrize("n", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 31, 4096, 4097, 5000, 70_003, 1_200_001])
def test_all_ranks_have_the_same_bits_of_the_sum_in_pairs(n: int, count: int) -> None:
    if n > 4 and count > 100_000: pytest.skip("as with fewer ranks")
    what = Collective("all_reduce", tuple(range(n)), Ops.ADD)
    every = sources(n, count)
    plans = [plan_of(what, k, count, dtypes.float32) for k in range(n)]
    results = run([Rank(k, plan, x) for k, (plan, x) in enumerate(zip(plans, every, strict=True)) if plan is not None])
    pairs = every
    while len(pairs) > 1: pairs = [a + b for a, b in zip(pairs[::2], pairs[1::2], strict=True)]
    assert len(results) == n
    for result in results: np.testing.assert_array_equal(result, pairs[0])


@pytest.mark.parametrize("n", [3, 5, 6, 7, 12])
def test_other_numbers_of_ranks_are_left_to_mpi(n: int) -> None:
    assert plan_of(Collective("all_reduce", tuple(range(n)), Ops.ADD), 0, 10, dtypes.float32) is None
    assert agreement_plan(0, n) is None


@pytest.mark.parametrize("pairs", [((0, 1),), ((0, 1), (1, 0)), ((0, 1), (1, 2), (2, 0)), ((0, 0), (1, 2)), ((2, 0), (2, 1)), ()])
@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_permutation_sends_along_its_pairs_and_leaves_zeros(pairs: tuple[tuple[int, int], ...], count: int) -> None:
    every = sources(3, count)
    plans = [plan_of(Collective("permute", (0, 1, 2), None, k, 0, pairs), k, count, dtypes.float32) for k in range(3)]
    results = run([Rank(k, plan, x) for k, (plan, x) in enumerate(zip(plans, every, strict=True)) if plan is not None])
    for k, result in enumerate(results):
        came = next((every[a] for a, b in pairs if b == k), np.zeros(count, np.float32))
        np.testing.assert_array_equal(result, came)


@pytest.mark.parametrize("n", [2, 4, 8])
def test_an_agreement_uses_memory_of_its_own_alone(n: int) -> None:
    for own in range(n):
        plan = agreement_plan(own, n)
        assert plan is not None
        for m in (m for r in plan.rounds for m in r.messages if m.memory == OWN):
            assert m.offset >= 2 * OWN_BYTES and m.offset + 8 * m.elements <= plan.own


@pytest.mark.parametrize("n", [4, 8])
def test_long_messages_send_the_least_and_short_ones_take_the_fewest_rounds(n: int) -> None:
    what = Collective("all_reduce", tuple(range(n)), Ops.ADD)
    for count, rounds in ((1024, n.bit_length()), (1 << 20, 2 * (n.bit_length() - 1))):
        for own in range(n):
            plan = plan_of(what, own, count, dtypes.float32)
            assert plan is not None and len(plan.rounds) == rounds
            sent = sum(4 * m.elements for r in plan.rounds for m in r.messages if m.is_sent)
            if count == 1 << 20: assert sent == what.sent(4 * count)
