"""Which collectives a graph becomes, and their bytes: schedules of each rank of a mesh, made in one process and not run."""
from __future__ import annotations

from collections.abc import Callable

import pytest

from heddle import Context, Tensor, nn
from heddle.engine.collectives import collectives
from heddle.nn.optim import AdamW
from heddle.schedule import create_schedule
from heddle.uop import UOp
from heddle.uop.mesh import DeviceMesh


def mesh_of(rank: int, **sizes: int) -> DeviceMesh:
    """A mesh of one device per process, as process `rank` has it."""
    return DeviceMesh(("CPU",), tuple(sizes), tuple(sizes.values()), (1,) * len(sizes), rank)


def exchanges(*tensors: Tensor) -> list[tuple[str, int]]:
    """The name and the number of source elements of each collective, in the order in which they run."""
    linear = create_schedule(UOp.sink(*[t.uop for t in tensors])).linear
    return [(call.src[0].arg.name, call.src[2].size) for call in collectives(linear.src)]


def on_each_rank(made: Callable[[DeviceMesh], list[Tensor]], **sizes: int) -> list[tuple[str, int]]:
    """The collectives of all ranks, which have to be the same."""
    every = [exchanges(*made(mesh_of(rank, **sizes))) for rank in (0, 1, 3)]
    assert every[0] == every[1] == every[2]
    return every[0]


def product(mesh: DeviceMesh) -> Tensor:
    """A sum over a cut axis: an all-reduce of (8, 4)."""
    x, w = Tensor.empty(8, 16).shard(mesh, {"data": 1}), Tensor.empty(16, 4).shard(mesh, {"data": 0})
    return x @ w


def test_the_cut_of_a_sum_over_ranks_is_a_reduce_scatter():
    assert on_each_rank(lambda mesh: [product(mesh)], data=4) == [("all-reduce", 32)]
    assert on_each_rank(lambda mesh: [product(mesh).shard(mesh, {"data": 0})], data=4) == [("reduce-scatter", 32)]


def test_elementwise_work_and_views_between_a_sum_and_its_cut_are_cut_too():
    def made(mesh: DeviceMesh) -> list[Tensor]: return [((product(mesh).T * 2 + 1).relu()).shard(mesh, {"data": 1})]
    assert on_each_rank(made, data=4) == [("reduce-scatter", 32)]
    state = lambda mesh: Tensor.empty(8, 4).shard(mesh, {"data": 0})  # noqa: E731
    assert on_each_rank(lambda mesh: [product(mesh) * 0.1 + state(mesh)], data=4) == [("reduce-scatter", 32)]


def test_a_sum_over_one_mesh_axis_that_another_cuts_stays_an_all_reduce():
    assert on_each_rank(lambda mesh: [product(mesh).shard(mesh, {"model": 0})], data=2, model=2) == [("all-reduce", 32)]


def test_what_is_repeated_is_exchanged_once():
    def made(mesh: DeviceMesh) -> list[Tensor]:
        row = Tensor.empty(16, 1).shard(mesh, {"data": 0})
        return [row.expand(16, 64).shard(mesh)]
    assert on_each_rank(made, data=4) == [("all-gather", 4)]


def test_operands_with_different_cuts_move_the_smaller_one():
    def made(mesh: DeviceMesh) -> list[Tensor]:
        return [Tensor.empty(8, 64, 16).shard(mesh, {"data": 0}) * Tensor.empty(1, 64, 16).shard(mesh, {"data": 1})]
    assert on_each_rank(made, data=4) == [("all-gather", 256)]
    assert on_each_rank(lambda mesh: [x.permute(0, 2, 1) for x in made(mesh)], data=4) == [("all-gather", 256)]


def step(mesh: DeviceMesh) -> list[Tensor]:
    """A step of training with the states of the optimizer cut over the replicas."""
    Tensor.manual_seed(0)
    model = [nn.Linear(16, 8), nn.Linear(8, 4)]
    parameters = [p.shard_(mesh) for p in nn.state.get_parameters(model)]
    optimizer = AdamW(parameters, lr=0.1)
    for states in (optimizer.m, optimizer.v): states[:] = [t.shard(mesh, {"data": 0}) for t in states]
    loss = model[1](model[0](Tensor.empty(32, 16).shard(mesh, {"data": 0})).tanh()).square().mean()
    loss.backward()
    return [loss, *optimizer.schedule_step()]


def test_cut_states_scatter_gradients_and_gather_weights_in_one_order_on_all_ranks():
    with Context(COLLECTIVE_BUCKET=0): found = on_each_rank(step, data=4)
    sizes = [4, 32, 8, 128]
    of_weights = [pair for n in sizes for pair in (("reduce-scatter", n), ("all-gather", n // 4))]
    assert sorted(found) == sorted([("all-reduce", 1), *of_weights])


def test_small_collectives_of_a_step_are_joined():
    assert sorted(on_each_rank(step, data=4)) == [("all-gather", 43), ("all-reduce", 1), ("reduce-scatter", 172)]
    with Context(COLLECTIVE_BUCKET=300): found = on_each_rank(step, data=4)
    assert sorted(found) == sorted([("all-reduce", 1), ("reduce-scatter", 4 + 32 + 8), ("all-gather", 11), ("reduce-scatter", 128),
                                    ("all-gather", 32)])


@pytest.mark.parametrize("rank", range(4))
@pytest.mark.parametrize(("bucket", "count"), [(0, 9), (1 << 20, 3)])
def test_collectives_of_a_schedule_are_numbered_in_the_order_they_run(rank, bucket, count):
    with Context(COLLECTIVE_BUCKET=bucket): linear = create_schedule(UOp.sink(*[t.uop for t in step(mesh_of(rank, data=4))])).linear
    assert [c.src[0].arg.order for c in collectives(linear.src)] == list(range(count))
