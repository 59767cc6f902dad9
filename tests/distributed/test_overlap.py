"""Collectives under way while kernels run: where their halves are in a schedule, values, and profiles of real processes."""
from __future__ import annotations

import re

import numpy as np
import pytest

from heddle import Context, Tensor
from heddle.schedule import create_schedule
from heddle.uop import Ops, UOp
from heddle.uop.args import START, WAIT, Collective
from tests.distributed.launching import launch, needs_mpi
from tests.distributed.mesh_graphs import check
from tests.distributed.thread_ranks import ThreadCommunicator, mesh_of, run_ranks
from tests.schedule.graphs import empty, matmul

ADD = Collective("all_reduce", (0, 1), Ops.ADD)


def calls(*nodes: UOp, overlap: int = 4) -> list[str]:
    """What the CALLs of a schedule are."""
    with Context(COLLECTIVE_OVERLAP=overlap): linear = create_schedule(UOp.sink(*nodes)).linear
    return [f"{call.src[0].arg.phase or 'whole'} {call.src[0].arg.order}" if call.src[0].op is Ops.COLLECTIVE else "kernel"
            for call in linear.src]


def product(n: int = 8) -> UOp: return matmul(empty(n, n), empty(n, n))


def exchanged(x: UOp, order: int) -> UOp: return (x * 2).exchange(ADD._replace(order=order))


def test_what_needs_no_result_of_a_collective_runs_before_its_wait() -> None:
    first, second = exchanged(product(), 0), exchanged(product(), 1)
    roots = [(first + 1).contiguous(), (second + 1).contiguous()]
    assert calls(*roots) == ["kernel", "start 0", "kernel", "start 1", "wait 0", "kernel", "wait 1", "kernel"]
    assert calls(*roots, overlap=0) == ["kernel", "whole 0", "kernel", "kernel", "whole 1", "kernel"]


def test_a_collective_with_nothing_beside_it_is_one_call() -> None:
    assert calls((exchanged(exchanged(product(), 0) + 1, 1) + 1).contiguous()) == ["kernel", "whole 0", "kernel", "whole 1", "kernel"]


def test_no_more_are_under_way_than_is_set() -> None:
    roots = [(exchanged(product(), k) + 1).contiguous() for k in range(6)]
    for most in (1, 2, 4):
        under_way = peak = 0
        for call in calls(*roots, overlap=most):
            under_way += {START: 1, WAIT: -1}.get(call.split()[0], 0)
            peak = max(peak, under_way)
        assert peak == most and under_way == 0


def test_kernels_that_come_first_write_no_more_than_is_held() -> None:
    """The exchange holds 2 KiB: a product of 1 KiB that comes later may be computed first, one of 4 KiB may not."""
    for n, early in ((16, True), (32, False)):
        small = (exchanged(empty(256), 0) + 1).contiguous()
        found = calls(small, (product(n) * 2).contiguous())
        assert found == (["kernel", "start 0", "kernel", "wait 0", "kernel"] if early else ["kernel", "whole 0", "kernel", "kernel"])


def test_a_result_that_no_kernel_reads_is_waited_for_at_the_end() -> None:
    """However much the kernels write; up to the most that may be under way."""
    alone = [(product(32) * (k + 2)).contiguous() for k in range(3)]
    assert calls(exchanged(empty(4), 0), *alone) == ["kernel", "start 0", *["kernel"] * 3, "wait 0"]
    assert calls(exchanged(empty(4), 0), exchanged(empty(4), 1), *alone) == ["kernel", "start 0", "kernel", "start 1", *["kernel"] * 3,
                                                                             "wait 0", "wait 1"]
    assert calls(exchanged(empty(4), 0), exchanged(empty(8), 1), alone[0], overlap=1) == [
        "kernel", "start 0", "kernel", "wait 0", "start 1", "kernel", "wait 1"]


def test_what_is_sent_is_not_overwritten_before_the_wait() -> None:
    memory = empty(64)
    sent = memory.exchange(ADD)
    with Context(COLLECTIVE_OVERLAP=4): linear = create_schedule(UOp.sink(memory.assign(memory + 1), (sent + 1).contiguous())).linear
    ends = next(n for n, c in enumerate(linear.src) if c.src[0].op is Ops.COLLECTIVE and c.src[0].arg.phase != START)
    base = memory.base
    writes = [n for n, c in enumerate(linear.src) if c.src[0].op is Ops.SINK and c.src[1] is base]
    assert writes and all(n > ends for n in writes)


@pytest.mark.parametrize(("sizes", "seeds"), [((2,), (20, 36)), pytest.param((2, 2), (0, 80), marks=pytest.mark.slow),
                                              pytest.param((3,), (0, 80), marks=pytest.mark.slow)])
@pytest.mark.parametrize("is_late", [False, True])
def test_random_graphs_equal_numpy(sizes: tuple[int, ...], seeds: tuple[int, int], is_late: bool) -> None:
    """Results hold something else until they are waited for; sources are read at the start, or not before the wait."""
    waits = 0
    with Context(COLLECTIVE_BUCKET=300):
        for seed in range(*seeds):
            communicator = ThreadCommunicator(int(np.prod(sizes)), is_late)
            run_ranks(communicator, lambda rank, seed=seed: check(mesh_of(rank, *sizes), [seed]))
            waits += communicator.waits
    assert waits


def test_settings_of_the_exchange_have_schedules_of_their_own() -> None:
    mesh = mesh_of(0, 2)
    w = [Tensor.empty(8, 4).shard(mesh, {"axis0": 0}) for _ in range(2)]
    root = UOp.sink(*[(t.sum(0) + 1).contiguous().uop for t in w])
    counts = []
    for bucket in (0, 1 << 20, 0):
        with Context(COLLECTIVE_BUCKET=bucket, COLLECTIVE_OVERLAP=0):
            counts.append(sum(c.src[0].op is Ops.COLLECTIVE for c in create_schedule(root).linear.src))
    assert counts == [2, 1, 2]


TRACE = """
    import heddle.distributed as distributed
    from heddle import GlobalCounters, Mesh, Tensor, TinyJit, nn, profile
    from heddle.nn.optim import SGD

    distributed.initialize()
    mesh = Mesh({"data": distributed.size()})
    Tensor.manual_seed(0)
    layers = [nn.Linear(64, 64) for _ in range(4)]
    distributed.data_parallel(layers, mesh)
    optimizer = SGD(nn.state.get_parameters(layers), lr=0.01)

    @TinyJit
    def step(x):
        optimizer.zero_grad()
        for layer in layers: x = layer(x).tanh()
        loss = x.square().mean()
        loss.backward()
        return loss.realize(*optimizer.schedule_step())

    beside = False  # in one of the steps: where ranks share cores, an exchange may have ended when its rank goes on
    with Tensor.train():
        for _ in range(12):
            x = Tensor.randn(32, 64).shard(mesh, {"data": 0}).realize()
            with profile() as seen: print(f"loss {step(x).item()!r}", flush=True)
            exchanges = [e for e in seen.events if e.kind == "collective"]
            kernels = [e for e in seen.events if e.kind == "kernel"]
            beside |= any(c.start <= k.start and k.start + k.seconds <= c.start + c.seconds for c in exchanges for k in kernels)
    print("collectives", len(exchanges), "bytes", sum(e.bytes for e in exchanges), "beside kernels", beside, flush=True)
"""


@needs_mpi
def test_a_profile_shows_kernels_between_the_start_and_the_end_of_a_collective(tmp_path) -> None:
    done = launch(tmp_path, 2, TRACE, COLLECTIVE_BUCKET="24K").checked()
    found = re.findall(r"collectives (\d+) bytes (\d+) beside kernels (\w+)", done.said)
    assert len(found) == 2 and all(int(count) > 1 and beside == "True" for count, _, beside in found), done.said
    alone = launch(tmp_path, 2, TRACE, COLLECTIVE_BUCKET="24K", COLLECTIVE_OVERLAP="0").checked()
    off = re.findall(r"collectives (\d+) bytes (\d+) beside kernels (\w+)", alone.said)
    assert [x[:2] for x in off] == [x[:2] for x in found] and all(beside == "False" for _, _, beside in off), alone.said
    assert re.findall(r"loss (\S+)", done.said) == re.findall(r"loss (\S+)", alone.said)
