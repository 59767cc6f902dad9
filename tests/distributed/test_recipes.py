"""Recipes: a small decoder, trained by each of them on several ranks, beside one process; its bytes beside the least possible."""
from __future__ import annotations

import functools
import os
import re
from dataclasses import dataclass

import pytest

from tests.distributed.launching import launch, needs_mpi

pytestmark = needs_mpi

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

#: batch, length and width of the decoder, steps and microbatches
SIZES = {"batch": 8, "length": 16, "width": 32, "steps": 4, "microbatches": 4}

PROGRAM = """
    import sys
    sys.path.insert(0, {root!r})
    import heddle.distributed as distributed
    from heddle import GlobalCounters, Mesh, Tensor, TinyJit
    from heddle.nn.optim import AdamW
    from heddle.nn.state import get_parameters
    from tests.distributed.decoder import Decoder, loss_of

    recipe, heads, blocks = sys.argv[1], *map(int, sys.argv[2:4])
    if recipe != "alone": distributed.initialize()
    n = distributed.size()
    sizes = {"alone": {}, "data": {"data": n}, "optimizer": {"data": n}, "parameters": {"data": n}, "tensor": {"model": n},
             "sequence": {"sequence": n}, "pipeline": {"stage": n}, "both": {"data": 2, "model": n // 2},
             "pipelines": {"data": 2, "stage": n // 2}}[recipe]
    mesh = Mesh(sizes) if sizes else None
    spec = {"data": 0, "sequence": 1}
    spec = {name: spec[name] for name in sizes if name in spec}

    Tensor.manual_seed(0)
    model = Decoder(32, {length}, {width}, heads, blocks)
    pipeline = None
    if recipe in ("data", "sequence", "optimizer"): model = distributed.data_parallel(model, mesh)
    if recipe == "parameters": model = distributed.shard_parameters(model, mesh)
    if recipe in ("tensor", "both"): model = distributed.tensor_parallel(model, mesh)
    if recipe in ("pipeline", "pipelines"):
        model = pipeline = distributed.Pipeline([model.embedding, *model.blocks, model.head], mesh, loss_of, {microbatches})
    optimizer = AdamW(get_parameters(model), lr=0.01)
    if recipe == "optimizer": distributed.shard_optimizer(optimizer, mesh)

    @TinyJit
    def step(tokens, labels):
        optimizer.zero_grad()
        if pipeline is not None: loss = pipeline.step(tokens, labels)
        else:
            loss = loss_of(model(tokens), labels)
            loss.backward()
        return loss.realize(*optimizer.schedule_step())

    def bytes_of(tensors): return sum(b.nbytes for t in tensors for b in (t._buffers() if hasattr(t, "_buffers") else []))

    with Tensor.train():
        for _ in range({steps}):
            tokens, labels = (Tensor.randint({batch}, {length}, high=32) for _ in range(2))
            if mesh is not None and pipeline is None: tokens, labels = tokens.shard(mesh, spec), labels.shard(mesh, spec)
            tokens, labels = tokens.realize(), labels.realize()
            before = GlobalCounters.collective_bytes
            loss = step(tokens, labels)
            sent = GlobalCounters.collective_bytes - before
            print(f"rank {distributed.rank()} loss {loss.item()!r} sent {sent}", flush=True)
    del tokens, labels, loss
    print(f"rank {distributed.rank()} memory {GlobalCounters.mem_used}", flush=True)
""".replace("{root!r}", repr(_ROOT))
for _name, _size in SIZES.items(): PROGRAM = PROGRAM.replace(f"{{{_name}}}", str(_size))


@dataclass(frozen=True)
class Training:
    """What each rank has printed."""

    losses: dict[int, list[float]]
    sent: dict[int, list[int]]
    memory: dict[int, int]


def heads_and_blocks(count: int, recipe: str) -> tuple[int, int]:
    """How many heads and blocks the decoder has that so many ranks train: each needs a head, or a layer."""
    return max(4, count), 6 if (count, recipe) == (8, "pipeline") else 2


def train(folder, count: int, recipe: str, heads: int, blocks: int) -> Training:
    said = launch(folder, count, PROGRAM, recipe, str(heads), str(blocks)).checked().said
    losses, sent = {k: [] for k in range(count)}, {k: [] for k in range(count)}
    for rank, loss, nbytes in re.findall(r"rank (\d+) loss (\S+) sent (\d+)", said):
        losses[int(rank)].append(float(loss))
        sent[int(rank)].append(int(nbytes))
    memory = {int(rank): int(n) for rank, n in re.findall(r"rank (\d+) memory (\d+)", said)}
    return Training(losses, sent, memory)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The decoder of so many heads and blocks, trained on one device."""
    return functools.cache(lambda heads, blocks: train(tmp_path_factory.mktemp("alone"), 1, "alone", heads, blocks))


CASES = [(2, "data"), (2, "parameters"), (2, "pipeline"), *[pytest.param(n, recipe, marks=pytest.mark.slow) for n, recipe in (
    (2, "optimizer"), (2, "tensor"), (2, "sequence"),
    *[(n, recipe) for n in (4, 8) for recipe in (
        "data", "optimizer", "parameters", "tensor", "sequence", "pipeline", "both", "pipelines")])]]


#: bytes of the parameters beside the blocks, of those of a block, and of the activations between blocks
PARAMETERS, PER_BLOCK, ACTIVATIONS = 10_496, 50_304, 4 * SIZES["batch"] * SIZES["length"] * SIZES["width"]


def least(count: int, recipe: str) -> float | None:
    """The bytes that the rank that sends most has to send in a step; None where several recipes are combined."""
    share, (_, blocks) = (count - 1) / count, heads_and_blocks(count, recipe)
    parameters = PARAMETERS + blocks * PER_BLOCK
    match recipe:
        case "data" | "optimizer": return 2 * share * parameters
        case "parameters": return 3 * share * parameters
        case "tensor": return blocks * 4 * 2 * share * ACTIVATIONS
        case "sequence": return 2 * share * parameters + blocks * 8 * share * ACTIVATIONS / count
        case "pipeline": return (2 if count > 2 else 1) * ACTIVATIONS
        case _: return None


@pytest.mark.parametrize(("count", "recipe"), CASES)
def test_a_recipe_equals_one_process_and_sends_hardly_more_than_it_must(tmp_path, alone, count, recipe):
    """Besides a few numbers (losses, conditions): of `optimizer` gradients of tables are all-reduced, of `sequence` positions."""
    sizes = heads_and_blocks(count, recipe)
    found, whole = train(tmp_path, count, recipe, *sizes), alone(*sizes)
    for rank in range(count): assert found.losses[rank] == pytest.approx(whole.losses[0], rel=2e-5)
    sent, fewest = max(found.sent[rank][-1] for rank in range(count)), least(count, recipe)
    if fewest is not None: assert sent <= (1.035 if recipe in ("optimizer", "sequence") else 1) * fewest + 128
    if recipe in ("optimizer", "parameters", "pipeline"): assert max(found.memory.values()) < whole.memory[0]
