"""Launches of collectives: what is made once, what an error leaves under way, counts, and which CALLs others take part in."""
from __future__ import annotations

import pytest

from heddle import GlobalCounters, profile
from heddle.device.buffer import Buffer, uop_buffer
from heddle.dtype import dtypes
from heddle.engine import collectives as launches
from heddle.engine.collectives import agreement_on, collectives
from heddle.engine.communicator import Agreement, Call
from heddle.engine.executable import Executable
from heddle.engine.execute import compile_linear, run_linear
from heddle.engine.graph import with_graphs
from heddle.uop import Ops, UOp
from heddle.uop.args import START, WAIT, Collective
from tests.distributed.thread_ranks import ThreadCommunicator, run_ranks
from tests.engine.kernels import add_constant, buffer, call, linear, param, values

ADD = Collective("all_reduce", (0, 1), Ops.ADD)


class Watching(ThreadCommunicator):
    """Keeps the Calls and agreements of rank 0."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.seen: list[Call] = []
        self.agreed: list[Agreement] = []

    def agree(self, agreement: Agreement) -> None:
        if self.rank == 0: self.agreed.append(agreement)
        super().agree(agreement)

    def result(self, call: Call, source: Buffer) -> bytes:
        if self.rank == 0: self.seen.append(call)
        return super().result(call, source)


def exchange(dest: UOp, source: UOp, phase: str = "", order: int = 0) -> UOp:
    return call(UOp(Ops.COLLECTIVE, dtypes.float32, (), ADD._replace(phase=phase, order=order)), dest, source)


def slots(count: int) -> list[UOp]: return [param(n, 4) for n in range(count)]


def test_replays_use_the_calls_that_the_ranks_have_agreed_on() -> None:
    communicator = Watching(2)

    def program(rank: int) -> list[list[float]]:
        x, sent, got, out = slots(4)
        calls = [call(add_constant(4), sent, x), exchange(got, sent, START), call(add_constant(4), out, x), exchange(got, sent, WAIT)]
        executable = Executable(with_graphs(compile_linear(linear(*calls))))
        found: list[list[float]] = []
        for n in range(3):
            memory = [buffer(4, values=[float(n + rank)] * 4), *[buffer(4) for _ in range(3)]]
            executable.run([uop_buffer(b) for b in memory])
            found.append([*values(memory[2])[:1], *values(memory[3])[:1]])
        return found

    assert run_ranks(communicator, program) == [[[2 * n + 3, n + rank + 1] for n in range(3)] for rank in range(2)]
    assert len({id(a) for a in communicator.agreed}) == 1 and len(communicator.agreed) == 3
    assert {id(c) for c in communicator.seen} == {id(c) for c in communicator.agreed[0].calls} and len(communicator.seen) == 3


def test_what_an_error_leaves_under_way_is_finished_before_the_next_run() -> None:
    communicator = ThreadCommunicator(2)

    def program(rank: int) -> list[float]:
        sent, got = buffer(4, values=[rank + 1.0] * 4), buffer(4)
        run_linear(linear(exchange(got, sent, START)))  # as if a kernel before the wait had failed
        assert list(launches.current_thread.under_way) == [0]
        run_linear(linear(exchange(buffer(4), sent)))
        assert not launches.current_thread.under_way
        return values(got)

    assert run_ranks(communicator, program) == [[3.0] * 4] * 2
    assert communicator.waits == 2


def test_a_collective_counts_once_and_has_one_event() -> None:
    def program(rank: int) -> None:
        sent, got, other = buffer(4, values=[1.0] * 4), buffer(4), buffer(4)
        run_linear(linear(exchange(got, sent, START), call(add_constant(4), other, sent), exchange(got, sent, WAIT)))

    before = GlobalCounters.collective_bytes
    with profile() as seen: run_ranks(ThreadCommunicator(2), program)
    events = [e for e in seen.events if e.kind == "collective"]
    assert [e.name for e in events] == ["all-reduce 16 B, 2 ranks"] * 2 and {e.bytes for e in events} == {16}
    assert GlobalCounters.collective_bytes - before == 32
    kernels = [e for e in seen.events if e.kind == "kernel"]
    assert len(kernels) == 2 and any(e.start <= kernels[0].start <= e.start + e.seconds for e in events)


def test_others_take_part_in_starts_and_not_in_waits() -> None:
    a, b = slots(2)
    calls = [exchange(a, b, START), call(add_constant(4), b, a), exchange(a, b, WAIT), exchange(a, b, order=1)]
    assert collectives(calls) == [calls[0], calls[3]]
    agreement = agreement_on(calls)
    assert agreement is not None and len(agreement.calls) == 2 and agreement_on(calls[1:3]) is None


def test_graphs_beside_a_collective_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heddle.engine.graph._LONG_OPS", 4)
    x, sent, got, *outs = slots(7)
    kernels = [call(add_constant(4), out, x) for out in outs]
    beside = with_graphs(compile_linear(linear(exchange(got, sent, START), *kernels, exchange(got, sent, WAIT), *kernels)))
    assert [len(c.src[0].src) if c.src[0].op is Ops.LINEAR else c.src[0].op.name for c in beside.src] == [
        "COLLECTIVE", 2, 2, "COLLECTIVE", 4]
