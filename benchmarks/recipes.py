"""`python -m benchmarks.recipes`: a small decoder trained by each recipe of heddle.distributed on several ranks, beside one process.

In: mpi4py and an MPI launcher. Out: a table in Markdown: how far losses are from those of one process, the bytes that the rank which
holds most keeps after a step and has at most during training, what the rank that sends most sends in a step beside the least that it
can, how many collectives that is, and how much of the time of kernels passes while a collective of the same rank is under way, by a
profile of the last step. Always true: losses that differ by more than 2e-5 of their value are an error.
"""
from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.collectives import environment
from benchmarks.machine import cpu_name

RECIPES = ("data", "optimizer", "parameters", "tensor", "sequence", "pipeline")
_BLOCKS, _VOCABULARY, _HEADS, _STEPS, _MICROBATCHES = 2, 32, 4, 5, 4
_TOLERANCE = 2e-5


class Sizes(NamedTuple):
    """Of a batch of tokens, and of the decoder."""

    batch: int
    length: int
    width: int


class Trained(NamedTuple):
    """What one rank has found. `overlap` are the seconds of its kernels, and those of them beside a collective."""

    losses: list[float]
    sent: int
    collectives: int
    kept: int
    peak: int
    parameters: int
    overlap: tuple[float, float]


# ---- in each rank


def rank(recipe: str, sizes: Sizes, folder: str) -> None:
    """Trains, and writes what was found."""
    from heddle import GlobalCounters, Mesh, Tensor, TinyJit, distributed, profile
    from heddle.device import Device
    from heddle.nn.optim import AdamW
    from heddle.nn.state import get_parameters
    from tests.distributed.decoder import Decoder, loss_of
    if recipe != "alone": distributed.initialize()
    n = distributed.size()
    axis = {"alone": "", "tensor": "model", "sequence": "sequence", "pipeline": "stage"}.get(recipe, "data")
    mesh = Mesh({axis: n}) if axis else None
    spec = {axis: {"data": 0, "sequence": 1}[axis]} if axis in ("data", "sequence") else {}
    Tensor.manual_seed(0)
    model = Decoder(_VOCABULARY, sizes.length, sizes.width, _HEADS, _BLOCKS)
    parameters = sum(p.numel() * p.dtype.itemsize for p in get_parameters(model) if p.dtype.is_float())
    pipeline = None
    if mesh is not None:
        if recipe in ("data", "sequence", "optimizer"): distributed.data_parallel(model, mesh)
        if recipe == "parameters": model = distributed.shard_parameters(model, mesh)
        if recipe == "tensor": model = distributed.tensor_parallel(model, mesh)
        if recipe == "pipeline":
            pipeline = distributed.Pipeline([model.embedding, *model.blocks, model.head], mesh, loss_of, _MICROBATCHES)
    optimizer = AdamW(get_parameters(model if pipeline is None else pipeline), lr=0.01)
    if recipe == "optimizer" and mesh is not None: distributed.shard_optimizer(optimizer, mesh)

    @TinyJit
    def step(tokens: Tensor, labels: Tensor) -> Tensor:
        optimizer.zero_grad()
        if pipeline is not None: loss = pipeline.step(tokens, labels)
        else:
            loss = loss_of(model(tokens), labels)
            loss.backward()
        return loss.realize(*optimizer.schedule_step())

    losses: list[float] = []
    sent = 0
    events: Sequence[object] = ()
    with Tensor.train():
        for _ in range(_STEPS):
            tokens, labels = (Tensor.randint(sizes.batch, sizes.length, high=_VOCABULARY) for _ in range(2))
            if mesh is not None and pipeline is None: tokens, labels = tokens.shard(mesh, spec), labels.shard(mesh, spec)
            tokens, labels = tokens.realize(), labels.realize()
            before = GlobalCounters.collective_bytes
            with profile() as seen: loss = step(tokens, labels)
            sent, events = GlobalCounters.collective_bytes - before, seen.events
            losses.append(float(loss.item()))
    del tokens, labels, loss
    peak = sum(d.allocator.stats().peak_live for d in Device.opened())
    spans = {kind: [(e.start, e.start + e.seconds) for e in events if e.kind == kind] for kind in ("collective", "kernel")}
    found = Trained(losses, sent, len(spans["collective"]), GlobalCounters.mem_used, peak, parameters,
                    (covered(spans["kernel"]), overlapped(spans["collective"], spans["kernel"])))
    (Path(folder) / f"{distributed.rank()}.json").write_text(json.dumps(found._asdict()))


def _union(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same moments without overlaps, in order."""
    found: list[tuple[float, float]] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]: found[-1] = found[-1][0], max(found[-1][1], end)
        else: found.append((begin, end))
    return found


def covered(spans: Sequence[tuple[float, float]]) -> float:
    """The seconds that some of the spans has."""
    return sum(end - begin for begin, end in _union(spans))


def overlapped(a: Sequence[tuple[float, float]], b: Sequence[tuple[float, float]]) -> float:
    """The seconds that both have."""
    return sum(max(0.0, min(end, e) - max(begin, s)) for begin, end in _union(a) for s, e in _union(b))


# ---- what starts them


def train(recipe: str, count: int, sizes: Sizes) -> list[Trained]:
    """What each rank has found. RuntimeError if one fails."""
    from heddle.distributed.launch import command
    with tempfile.TemporaryDirectory() as folder:
        line = command(count, [str(Path(__file__).resolve()), "--rank", recipe, "--folder", folder, "--sizes", *map(str, sizes)], [])
        done = subprocess.run(line, check=False, env=environment())
        if done.returncode: raise RuntimeError(f"a rank of {recipe} failed ({done.returncode})")
        found = [json.loads((Path(folder) / f"{k}.json").read_text()) for k in range(count)]
    return [Trained(**f) for f in found]


def least(recipe: str, count: int, sizes: Sizes, parameters: int) -> float:
    """The bytes that the rank which sends most has to send in a step: the table of docs/several-processes.md."""
    share, activations = (count - 1) / count, 4 * sizes.batch * sizes.length * sizes.width
    match recipe:
        case "data" | "optimizer": return 2 * share * parameters
        case "parameters": return 3 * share * parameters
        case "tensor": return _BLOCKS * 4 * 2 * share * activations
        case "sequence": return 2 * share * parameters + _BLOCKS * 8 * share * activations / count
        case _: return (2 if count > 2 else 1) * activations


def row(recipe: str, alone: Trained, found: Sequence[Trained], fewest: float) -> str:
    """A row of the table. RuntimeError if losses are wrong."""
    off = max(abs(a - b) / abs(b) for one in found for a, b in zip(one.losses, alone.losses, strict=True))
    if off > _TOLERANCE: raise RuntimeError(f"losses of {recipe} are off by {off:g}")
    sent, busy = max(one.sent for one in found), sum(one.overlap[0] for one in found)
    share = sum(one.overlap[1] for one in found) / busy if busy else 0.0
    return (f"| {recipe} | {off:.1e} | {max(one.kept for one in found)} | {max(one.peak for one in found)} | {sent} | "
            f"{sent / fewest:.3f} | {max(one.collectives for one in found)} | {share:.0%} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--sizes", type=int, nargs=3, default=[8, 16, 32], help="batch, length and width")
    parser.add_argument("--recipes", nargs="*", default=list(RECIPES))
    parser.add_argument("--out", type=Path, help="a file to which the table is added")
    parser.add_argument("--rank", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    given = parser.parse_args()
    sizes = Sizes(*given.sizes)
    if given.rank: return rank(given.rank, sizes, given.folder)
    [alone] = train("alone", 1, sizes)
    head = ("recipe", "losses off by", "bytes kept", "bytes at most", "sent in a step", "of the least", "collectives",
            "kernels beside them")
    first = f"| one process | – | {alone.kept} | {alone.peak} | – | – | – | – |"
    rows = [f"| {' | '.join(head)} |", "|---" * len(head) + "|", first]
    for recipe in given.recipes:
        found = train(recipe, given.ranks, sizes)
        rows.append(row(recipe, alone, found, least(recipe, given.ranks, sizes, alone.parameters)))
        print(rows[-1], flush=True)
    text = f"\n## A decoder on {given.ranks} ranks ({cpu_name()}, batch, length and width {', '.join(map(str, sizes))})\n\n" \
        + "\n".join(rows) + "\n"
    print(text)
    if given.out is not None:
        with given.out.open("a", encoding="utf-8") as file: file.write(text)
    return None


if __name__ == "__main__": main()
