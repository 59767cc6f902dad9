"""`python -m benchmarks.collectives`: all-reduces between processes of this machine, beside mpi4py alone and torch with gloo.

In: mpi4py and an MPI launcher; torch, if it is there. Out: a table in Markdown for each number of ranks: the time of an all-reduce of
1 KiB to 256 MiB, the ratio of the others' to heddle's, by medians and by the quickest samples; with --chains, by the number of
all-reduces of a replay; and with --overhead the time of a core that a captured collective takes besides MPI, by one rank, whose
exchange takes none.
Always true: the ranks take one library after the other in each round, so that a disturbance meets all of them; results are compared
with the sum; a cell is the median of the rounds, of the rank that took longest. A sample goes on for ten milliseconds, after one that
warms up what the other libraries have displaced; a library that takes longer than a second for an all-reduce is left out of longer
ones, as where ranks that wait share a core.

heddle's all-reduces are captured: a replay of 64 (as a decoder of 32 layers has for a token by tensor parallelism), 8 or 2 of them,
each of the result of the one before, so that none is joined with another or has a kernel beside it; what the call in Python takes, and
what all ranks compare in a replay, is in the time, and shows where there are few (--chains).
"""
from __future__ import annotations

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from benchmarks.machine import cpu_name

_SIZES = tuple(1 << n for n in range(10, 29, 2))  # bytes: 1 KiB to 256 MiB
#: all-reduces of a replay, of messages of so many bytes at most
_CHAINS = {1 << 16: 64, 1 << 20: 8, 1 << 62: 2}
#: seconds that a sample of a library goes on for, about, and all-reduces of one at most
_SAMPLE, _MOST = 0.01, 1 << 13
#: seconds of an all-reduce of a library that is left out of longer ones
_TOO_LONG = 1.0

#: seconds of an all-reduce, where so many calls follow each other
Sample = Callable[[int], float]

# ---- in each rank


def rank(sizes: Sequence[int], chains: Sequence[int], rounds: int, file: str) -> None:
    """One rank: times every library in turn, and rank 0 writes the medians. `chains`: of so many all-reduces, of one size."""
    import mpi4py
    mpi4py.rc.initialize = mpi4py.rc.finalize = False
    from heddle import distributed
    distributed.initialize()
    from mpi4py import MPI
    world = MPI.COMM_WORLD
    peers: dict[str, Callable[[int, int], Sample]] = {"mpi4py": _mpi4py, "heddle": _heddle}
    has_torch = importlib.util.find_spec("torch") is not None
    if has_torch:
        _start_gloo(world.rank, world.size, world.bcast(tempfile.mkdtemp() if world.rank == 0 else None))
        peers["gloo"] = _gloo
    longest: Callable[[float], float] = lambda seconds: world.allreduce(seconds, op=MPI.MAX)
    found: dict[str, dict[str, tuple[float, float]]] = {}
    rows = {str(count): (sizes[0], count) for count in chains} if chains else {str(n): (n, _chain(n)) for n in sizes}
    for row, (nbytes, count) in rows.items():
        samples = {name: make(nbytes, count) for name, make in peers.items()}
        calls = {name: _calls(sample, count, longest) for name, sample in samples.items()}
        taken: dict[str, list[float]] = {name: [] for name in samples}
        for n in range(rounds):
            # forwards and backwards in turn: what follows a library has its caches
            for name, sample in list(samples.items())[::1 if n % 2 else -1]:
                world.Barrier()
                sample(-(-calls[name] // 8))
                world.Barrier()
                taken[name].append(longest(sample(calls[name])))
        found[row] = {name: (statistics.median(seconds), min(seconds)) for name, seconds in taken.items()}
        for name, (median, _) in found[row].items():
            if median > _TOO_LONG and name != "heddle": del peers[name]
        if world.rank == 0:
            medians = ", ".join(f"{name} {1e6 * own[0]:.4g} us" for name, own in found[row].items())
            print(f"{row}: {medians}", file=sys.stderr, flush=True)
    if world.rank == 0: Path(file).write_text(json.dumps(found))
    if has_torch:
        import torch.distributed
        torch.distributed.destroy_process_group()


def _chain(nbytes: int) -> int: return next(count for most, count in _CHAINS.items() if nbytes <= most)


def _calls(sample: Sample, count: int, longest: Callable[[float], float]) -> int:
    """How many calls of `count` all-reduces a sample is made of; the same on all ranks."""
    calls = 1
    for _ in range(3): calls = max(1, min(int(_SAMPLE / (count * longest(sample(calls)))), _MOST // count))
    return calls


def _mpi4py(nbytes: int, count: int) -> Sample:
    """Its own blocking call, from one array to another and back."""
    from mpi4py import MPI
    world = MPI.COMM_WORLD
    a, b = (np.full(nbytes // 4, 2.0**-20, np.float32) for _ in range(2))
    pairs = ([(a, b), (b, a)] * count)[:count]

    def sample(calls: int) -> float:
        a[:] = 2.0**-20
        begin = time.perf_counter()
        for _ in range(calls):
            for source, dest in pairs: world.Allreduce(source, dest)
        return (time.perf_counter() - begin) / (calls * count)

    world.Allreduce(a, b)
    assert b[0] == b[-1] == world.size * 2.0**-20
    return sample


def _replay(size: int, count: int) -> Callable[[], object]:
    """What replays so many all-reduces, one after the other, of floats."""
    from heddle import Tensor, TinyJit, distributed
    from heddle.tensor.node_builders import mark
    from heddle.uop import Ops
    from heddle.uop.args import Collective
    what = Collective("all_reduce", tuple(range(distributed.size())), Ops.ADD)

    @TinyJit
    def chain(x: Tensor) -> Tensor:
        node = x.uop
        for _ in range(count): node = node.exchange(what)
        return Tensor._of(mark(node), False).realize()  # pyright: ignore[reportPrivateUsage]

    x = Tensor.full((size,), 2.0**-20).contiguous().realize()
    for _ in range(3): result = chain(x)
    with np.errstate(over="ignore"): want = np.float32(distributed.size()**count * 2.0**-20)
    assert result.numpy()[-1] == want
    return lambda: chain(x)


def _heddle(nbytes: int, count: int) -> Sample:
    """A replay of a captured chain."""
    replay = _replay(nbytes // 4, count)

    def sample(calls: int) -> float:
        begin = time.perf_counter()
        for _ in range(calls): replay()
        return (time.perf_counter() - begin) / (calls * count)

    return sample


def _start_gloo(own: int, size: int, folder: str) -> None:
    import torch
    torch.set_num_threads(1)
    torch.distributed.init_process_group("gloo", init_method=f"file://{folder}/store", rank=own, world_size=size)


def _gloo(nbytes: int, count: int) -> Sample:
    """torch's all_reduce, which is in place."""
    import torch
    import torch.distributed
    x = torch.full((nbytes // 4,), 2.0**-20)

    def sample(calls: int) -> float:
        x.fill_(2.0**-20)
        begin = time.perf_counter()
        for _ in range(calls * count): torch.distributed.all_reduce(x)
        return (time.perf_counter() - begin) / (calls * count)

    torch.distributed.all_reduce(x)
    assert x[-1] == torch.distributed.get_world_size() * 2.0**-20
    return sample


def overhead() -> dict[str, float]:
    """Seconds of a core: of a captured all-reduce of one rank, of the same by mpi4py without and with blocking, and of a replay."""
    from heddle import distributed
    distributed.initialize()
    from mpi4py import MPI
    world = MPI.COMM_WORLD
    a, b = (np.ones(256, np.float32) for _ in range(2))
    short, long = (_replay(256, count) for count in (8, 72))

    def nonblocking() -> None:
        request = world.Iallreduce([a, MPI.FLOAT], [b, MPI.FLOAT], MPI.SUM)
        while not request.Test(): pass

    of = {"short": (short, 5), "long": (long, 2), "Iallreduce, Test": (nonblocking, 50),
          "Allreduce": (lambda: world.Allreduce(a, b), 50)}
    taken: dict[str, list[float]] = {name: [] for name in of}
    for _ in range(100):
        for name, (run, times) in of.items():
            begin = time.thread_time()
            for _ in range(times): run()
            taken[name].append((time.thread_time() - begin) / times)
    found = {name: statistics.median(seconds) for name, seconds in taken.items()}
    each = (found.pop("long") - found["short"]) / 64
    return {"captured": each, "replay besides": found.pop("short") - 8 * each, **found}


# ---- what starts them


Times = dict[int, dict[str, tuple[float, float]]]


def measure(count: int, sizes: Sequence[int], rounds: int, chains: Sequence[int] = ()) -> Times:
    """Seconds of an all-reduce of each size, or chain, by library: the median, and the quickest. RuntimeError if a rank fails."""
    from heddle.distributed.launch import command
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "found.json"
        options = ["--rank", str(file), "--rounds", str(rounds), "--sizes", *map(str, sizes), "--chains", *map(str, chains)]
        done = subprocess.run(command(count, [__file__, *options], []), check=False, env=environment())
        if done.returncode: raise RuntimeError(f"a rank failed ({done.returncode})")
        found: dict[str, dict[str, list[float]]] = json.loads(file.read_text())
    return {int(row): {name: (pair[0], pair[1]) for name, pair in seconds.items()} for row, seconds in found.items()}


def environment() -> dict[str, str]:
    """That of the ranks: they find this package, and use a core each."""
    paths = [str(Path(__file__).resolve().parent.parent), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "THREADS": "1", "DEV": "CPU", "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def table(found: Times, what: str = "bytes") -> str:
    """A row for each `what`: medians, and the others' times as multiples of heddle's, by medians and by the quickest samples."""
    others = [name for name in next(iter(found.values())) if name != "heddle"]  # a later row may lack some
    head = f"| {what} | heddle | " + " | ".join(f"{name} | {name} / heddle | quickest" for name in others) + " |"
    rows = [head, "|---|---|" + "---|---|---|" * len(others)]
    for row, seconds in found.items():
        own, quickest = seconds["heddle"]
        cells = [f"{1e6 * a:.4g} us | {a / own:.2f} | {b / quickest:.2f}" if a else "– | – | –"
                 for a, b in (seconds.get(name, (0.0, 0.0)) for name in others)]
        rows.append(f"| {row} | {1e6 * own:.4g} us | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, nargs="*", default=[2, 4])
    parser.add_argument("--sizes", type=int, nargs="*", default=list(_SIZES), help="bytes")
    parser.add_argument("--chains", type=int, nargs="*", default=[], help="all-reduces of a replay, of one size, in place of sizes")
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--out", type=Path, help="a file to which the tables are added")
    parser.add_argument("--overhead", action="store_true", help="the time of a core that a captured collective takes, and no more")
    parser.add_argument("--rank", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.rank: return rank(given.sizes, given.chains, given.rounds, given.rank)
    if given.overhead:
        for name, seconds in overhead().items(): print(f"{name}: {1e6 * seconds:.2f} us of a core")
        return None
    for count in given.ranks:
        found = measure(count, given.sizes, given.rounds, given.chains)
        rows = table(found, "all-reduces of a replay" if given.chains else "bytes")
        text = f"\n## All-reduces{f' of {given.sizes[0]} bytes' if given.chains else ''} over {count} ranks ({cpu_name()})\n\n{rows}\n"
        print(text, flush=True)
        if given.out is not None:
            with given.out.open("a", encoding="utf-8") as file: file.write(text)
    return None


if __name__ == "__main__": main()
