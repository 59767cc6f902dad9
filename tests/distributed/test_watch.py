"""The watch over the other processes, with sockets of one process in their place."""
from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from heddle.distributed import watch
from heddle.distributed.watch import FINISHED, Peer, Watch


@dataclass
class Others:
    """The other ends of the connections of a watch."""

    made: list[socket.socket] = field(default_factory=list)
    watches: list[Watch] = field(default_factory=list)

    def watched(self, rank: int, count: int) -> tuple[Watch, dict[int, Peer]]:
        """The watch of one of `count` ranks, and how the others see it, by rank: as in a run, all are connected to rank 0."""
        near, far = dict[int, Peer](), dict[int, Peer]()
        for other in range(1, count) if rank == 0 else [0]:
            ends = socket.socketpair()
            self.made += ends
            near[other], far[other] = Peer(ends[0], other), Peer(ends[1], rank)
        self.watches.append(Watch(rank, [f"rank {k} on node{k}" for k in range(count)], list(near.values()), lambda: "computes"))
        return self.watches[-1], far


@pytest.fixture
def others() -> Iterator[Others]:
    made = Others()
    yield made
    for each in made.watches: each.is_noticed = True  # or they would end this process
    for end in made.made: end.close()


def soon(condition: Callable[[], object]) -> bool:
    """Whether something becomes true."""
    end = time.monotonic() + 30
    while not condition() and time.monotonic() < end: time.sleep(0.01)
    return bool(condition())


def received(peer: Peer, count: int) -> list[dict[str, object]]:
    """So many messages."""
    found: list[dict[str, object]] = []
    while len(found) < count: found += peer.receive() or []
    return found


def test_the_others_are_described_by_what_they_answer(others: Others) -> None:
    seen, far = others.watched(1, 3)
    seen.request()
    assert received(far[0], 1) == [{"ask": 1}]
    for rank in (0, 2): far[0].send({"at": rank, "doing": f"is at line {rank}"})
    assert soon(lambda: len(seen.answers) == 2)
    assert [seen.describe(k) for k in (0, 2)] == ["rank 0 on node0 is at line 0", "rank 2 on node2 is at line 2"]
    seen.request()
    far[0].send({"at": 0, "doing": "waits"})
    assert soon(lambda: seen.answers)
    assert seen.describe(2) == "rank 2 on node2 does not answer: it is stopped, or its machine is gone"


def test_what_rank_0_does_not_pass_on_says_nothing_of_the_others(others: Others) -> None:
    seen, far = others.watched(1, 3)
    seen.request()
    assert seen.describe(0) == "rank 0 on node0 does not answer: it is stopped, or its machine is gone"
    assert seen.describe(2) == "rank 2 on node2 cannot be reached: rank 0, which passes messages on, does not answer"
    far[0].send({"end": 0, "why": FINISHED})
    assert soon(lambda: seen.ended)
    assert seen.describe(2) == "rank 2 on node2 cannot be reached: rank 0, which passes messages on, has ended"


def test_rank_0_passes_messages_on(others: Others) -> None:
    seen, far = others.watched(0, 3)
    far[1].send({"ask": 1})
    assert received(far[2], 2) == [{"ask": 1}, {"at": 0, "doing": "computes"}]
    assert received(far[1], 1) == [{"at": 0, "doing": "computes"}]
    far[2].send({"at": 2, "doing": "waits"})
    assert received(far[1], 1) == [{"at": 2, "doing": "waits"}]
    assert soon(lambda: seen.answers) and seen.describe(2) == "rank 2 on node2 waits"


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("rank", [0, 1])
def test_a_rank_that_computes_on_ends_when_its_peers_have_died(others, monkeypatch, capfd, rank, count):
    """Even where no connection is left on which something could happen."""
    ended = threading.Event()

    def leave(status: int) -> None:
        assert status == 1
        seen.is_noticed = True
        ended.set()

    monkeypatch.setattr(watch, "GRACE", 0.1)
    monkeypatch.setattr(watch.os, "_exit", leave)
    seen, far = others.watched(rank, count)
    for peer in far.values(): peer.connection.close()
    assert ended.wait(30)
    lost = " ".join(capfd.readouterr().err.split())
    assert f"rank {rank} on node{rank} ends, for it cannot go on without the others: " in lost
    assert all(f"rank {k} on node{k} has died" in lost for k in far)


def test_a_rank_whose_program_notices_is_not_ended(others: Others, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "GRACE", 0.1)
    before = set(threading.enumerate())
    seen, far = others.watched(1, 2)
    seen.is_noticed = True
    far[0].connection.sendall(json.dumps({"end": 0, "why": "has failed: ValueError"}).encode() + b"\n")
    far[0].connection.close()
    assert soon(lambda: not set(threading.enumerate()) - before)
    assert seen.failed() == {0: "has failed: ValueError"}
