"""Buckets: which collectives are joined, where their sources are stored, and that results keep their bits."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Context
from heddle.engine.execute import run_linear
from heddle.schedule import create_schedule
from heddle.schedule.buckets import bucketed
from heddle.uop import Ops, UOp
from heddle.uop.args import Collective
from tests.distributed.mesh_graphs import check
from tests.distributed.thread_ranks import ThreadCommunicator, mesh_of, run_ranks
from tests.schedule.graphs import calls, empty, fetch, stored

PAIR = (0, 1)
ADD = Collective("all_reduce", PAIR, Ops.ADD)


def exchanged(*sizes: int, what: Collective = ADD) -> list[UOp]: return [(empty(n) * 2).exchange(what) for n in sizes]


def joined(*roots: UOp, most: int = 1 << 20) -> tuple[UOp, ...]:
    """What the roots of a graph have become."""
    sink = UOp.sink(*roots)
    return bucketed(tuple(sink.toposort()), most)[sink].src


def groups(*roots: UOp, most: int = 1 << 20) -> list[int]:
    """The number of sources of each collective that is left, in the order of the graph."""
    return [len(n.src) for n in UOp.sink(*joined(*roots, most=most)).toposort() if n.op is Ops.COLLECTIVE]


def test_alike_collectives_that_do_not_need_each_other_are_joined() -> None:
    assert groups(*exchanged(3, 4, 5)) == [3]
    assert groups(*exchanged(3, 4), *exchanged(5, 6, what=Collective("all_gather", PAIR))) == [2, 2]
    others = *exchanged(4, what=ADD._replace(op=Ops.MUL)), *exchanged(5, what=ADD._replace(ranks=(0, 1, 2)))
    assert groups(*exchanged(3), *others) == [1, 1, 1]
    assert groups(*exchanged(3), (empty(3) * 2).cast(stored(np.zeros(1, np.int32)).dtype).exchange(ADD)) == [1, 1]


def test_a_message_is_no_longer_than_a_bucket() -> None:
    assert groups(*exchanged(3, 4, 5), most=4 * 7) == [2, 1]
    assert groups(*exchanged(3, 4, 5), most=4 * 4) == [1, 1, 1]
    assert groups(*exchanged(3, 100, 4), most=4 * 50) == [2, 1]
    assert groups(*exchanged(3, 4, 5), most=0) == [1, 1, 1]
    assert groups(*exchanged(3, 4, what=Collective("all_gather", PAIR)), most=4 * 7) == [1, 1], "its result is twice as long"


def test_what_needs_another_collective_is_not_joined_with_it() -> None:
    a, b = exchanged(4, 4)
    first, second = (a + 1).exchange(ADD), (b * 3).exchange(ADD)
    assert groups(first, second) == [2, 2], "those on one level are"
    assert groups((a + 1).exchange(ADD), empty(5).exchange(ADD)) == [2, 1]


def test_parts_of_a_permute_go_as_soon_as_they_can() -> None:
    assert groups(*exchanged(3, 4, what=Collective("permute", PAIR, pairs=((0, 1),)))) == [1, 1]


def test_sources_are_computed_right_where_they_are_sent_from() -> None:
    """No kernel but those that compute them; what is memory already is copied."""
    found = calls(*joined(*[r.contiguous() for r in exchanged(8, 24)]))
    assert [c.src[0].op for c in found[:3]] == [Ops.SINK, Ops.SINK, Ops.COLLECTIVE] and len(found) == 5
    assert found[2].src[2].size == 32
    kept = (empty(8) * 2).contiguous()
    found = calls(*joined(kept, *[r.contiguous() for r in (kept.exchange(ADD), empty(8).exchange(ADD), *exchanged(24))]))
    assert [c.src[0].op for c in found[:5]] == [Ops.SINK] * 4 + [Ops.COLLECTIVE], "a result and a BUFFER are copied to the message"


@pytest.mark.parametrize("ranks", [2, 3])
def test_joined_collectives_keep_the_bits_of_single_ones(ranks: int) -> None:
    everyone = tuple(range(ranks))
    kinds = [Collective(kind, everyone, op, number) for kind, op, number in (
        ("all_reduce", Ops.ADD, 0), ("all_reduce", Ops.MUL, 0), ("all_gather", None, 0), ("reduce_scatter", Ops.ADD, 0),
        ("all_to_all", None, 0), ("broadcast", None, 1))]

    def program(rank: int, most: int) -> list[np.ndarray]:
        rng = np.random.default_rng(rank)
        nodes: list[UOp] = []
        for what in kinds:
            shapes = [(ranks, 3), (ranks, 2, 5), (ranks, 1)] if what.kind in ("reduce_scatter", "all_to_all") else [(7,), (3, 4), ()]
            sources = [stored(rng.normal(size=shape).astype(np.float32)) for shape in shapes]
            nodes += [(s * 3 if n % 2 else s).exchange(what).contiguous() for n, s in enumerate(sources)]
        nodes = list(joined(*nodes, most=most))
        schedule = create_schedule(UOp.sink(*nodes))
        run_linear(schedule.linear)
        return [fetch(schedule.becomes[n]) for n in nodes]

    found: list[list[list[np.ndarray]]] = []
    for most in (0, 1 << 20):
        communicator = ThreadCommunicator(ranks)
        found.append(run_ranks(communicator, lambda rank, most=most: program(rank, most)))
        assert len(communicator.calls[0]) == len(kinds) * (3 if most == 0 else 1)
    for single, together in zip(*found, strict=True):
        for a, b in zip(single, together, strict=True): np.testing.assert_array_equal(a, b)


def test_what_two_messages_send_is_in_both() -> None:
    product = ADD._replace(op=Ops.MUL)

    def program(rank: int) -> list[float]:
        shared, other = ((stored(np.full(4, n + rank, np.float32)) * 2).contiguous() for n in (1, 5))
        nodes = joined(*[x.exchange(what).contiguous() for what in (ADD, product) for x in (shared, other)])
        schedule = create_schedule(UOp.sink(*nodes))
        run_linear(schedule.linear)
        return [float(fetch(schedule.becomes[n])[-1]) for n in nodes]

    assert run_ranks(ThreadCommunicator(2), program) == [[2 + 4, 10 + 12, 2 * 4, 10 * 12]] * 2


@pytest.mark.parametrize(("sizes", "seeds"), [((2,), (0, 16)), pytest.param((2, 2), (0, 80), marks=pytest.mark.slow),
                                              pytest.param((3,), (0, 80), marks=pytest.mark.slow)])
@pytest.mark.parametrize("bucket", [300, 1 << 20])
def test_random_graphs_equal_numpy(sizes: tuple[int, ...], seeds: tuple[int, int], bucket: int) -> None:
    ranks, count = int(np.prod(sizes)), 0
    with Context(COLLECTIVE_BUCKET=bucket):
        for seed in range(*seeds):
            communicator = ThreadCommunicator(ranks)
            run_ranks(communicator, lambda rank, seed=seed: check(mesh_of(rank, *sizes), [seed]))
            count += len(communicator.calls[0])
    assert count
