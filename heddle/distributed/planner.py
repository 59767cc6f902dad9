"""`heddle plan`: what each of many ranks would hold, send and compute, without the ranks.

Inputs: a program of several processes, the number of ranks, and the speeds of links and devices. Outputs: for each rank that is asked
for, its memory, the bytes on each of its links, and the time of a step. Invariants: the program's own schedule is what is counted: it
runs once per rank, on NULL devices (`planned_rank.py`), so that bytes are those of a real run, exactly; only times are a model.

The time of an exchange of n ranks is that of the best known algorithm, messages x latency + bytes / bandwidth (Hockney's model; the
counts are those of Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH", 2005). The time
of a kernel is the larger of its operations and its bytes at the device's speeds, plus that of a launch (the roofline model of
Williams, Waterman and Patterson, 2009). Exchanges and kernels follow one another.
"""
from __future__ import annotations

import json
import math
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from heddle.distributed.planned_rank import Exchange
from heddle.errors import CommandError
from heddle.named_tuple import NamedTuple
from heddle.process.program import check_program, title_of
from heddle.tracing.counters import format_bytes, format_seconds

#: of each unit, its size in seconds, bytes a second or operations a second
_UNITS = {**{f"{p}s": f for p, f in (("n", 1e-9), ("u", 1e-6), ("m", 1e-3), ("", 1.0))},
          **{f"{p}B/s": f for p, f in (("M", 1e6), ("G", 1e9), ("T", 1e12))},
          **{f"{p}FLOPS": f for p, f in (("G", 1e9), ("T", 1e12), ("P", 1e15))}}
_ALL = 8  # so many ranks are all looked at, if nobody says which


class Link(NamedTuple):
    """What joins two ranks: seconds a message, and bytes a second."""

    latency: float
    bandwidth: float


class Speed(NamedTuple):
    """What a device does: operations a second, bytes a second, and seconds a launch."""

    operations: float
    bandwidth: float
    launch: float


class Cluster(NamedTuple):
    """Ranks on hosts, numbered host by host. `speed` is None where the devices' is not known."""

    network: Link
    local: Link
    per_host: int
    speed: Speed | None

    def link(self, a: int, b: int) -> Link:
        """What joins two ranks."""
        return self.local if self.is_local(a, b) else self.network

    def is_local(self, a: int, b: int) -> bool:
        """Whether two ranks are on one host."""
        return a // self.per_host == b // self.per_host


class PlannedRank(NamedTuple):
    """One rank in one step. Bytes and seconds; `links` has the bytes to each other rank, `lines` the exchanges of each user's line."""

    rank: int
    step: str
    peak: int
    live: int
    kernels: int
    operations: int
    traffic: int
    computing: float | None
    sent: int
    sent_in_all: int
    exchanging: float
    links: Mapping[int, int]
    lines: Mapping[str, tuple[int, int, float]]  # number, bytes and seconds, by "all-reduce at train.py:41"


def plan(program: Sequence[str], size: int, cluster: Cluster, *, ranks: Sequence[int] = (), device: str = "NULL",
         is_quiet: bool = True) -> list[PlannedRank]:
    """Runs `program`, a file or `-m` and a module with its arguments, as each of `ranks` of `size` in turn, in a process each.

    ranks: all up to 8 of them by default; of more, the first two, the middle one and the last. device: NULL, or NULL:CUDA:sm_90 and
    the like, whose kernels are then those that are counted. is_quiet: what the program prints is dropped, its errors are not.
    FileMissingError, CommandError with the rank whose run failed.
    """
    check_program(program)
    if device.partition(":")[0] != "NULL":
        raise CommandError(f"a plan runs on devices of NULL, and {device} computes",
                           "Give --device=NULL, or NULL:CUDA:sm_90 and the like.")
    if (wrong := next((r for r in ranks if not 0 <= r < size), None)) is not None:
        raise CommandError(f"there is no rank {wrong} among {size}", f"Give ranks from 0 to {size - 1}.")
    chosen = ranks or (range(size) if size <= _ALL else (0, 1, size // 2, size - 1))
    return [_measured(_run(program, rank, size, device, is_quiet), cluster) for rank in dict.fromkeys(chosen)]


def _run(program: Sequence[str], rank: int, size: int, device: str, is_quiet: bool) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rank.json"
        line = [sys.executable, "-m", "heddle.distributed.planned_rank", str(file), str(rank), str(size), device, *program]
        done = subprocess.run(line, stdout=subprocess.DEVNULL if is_quiet else None, check=False)
        if done.returncode == 0: return cast("dict[str, object]", json.loads(file.read_text()))
    raise CommandError(f"{title_of(program)} ended with status {done.returncode} as rank {rank} of {size}",
                       "Its error is above. What it reads from a device is zeros in a plan.")


def _measured(found: Mapping[str, object], cluster: Cluster) -> PlannedRank:
    """One rank's numbers: sums over its kernels and exchanges, and times by the model of `cluster`; None for times without a speed."""
    rank, kernels = cast("int", found["rank"]), cast("list[tuple[int, int]]", found["kernels"])
    links: Counter[int] = Counter()
    lines: dict[str, tuple[int, int, float]] = {}
    for exchange in (exchanges := cast("list[Exchange]", found["exchanges"])):
        links.update(bytes_by_link(exchange, rank))
        name = exchange[0].replace("_", "-") + (f" at {exchange[6]}" if exchange[6] else "")
        count, nbytes, seconds = lines.get(name, (0, 0, 0.0))
        lines[name] = count + 1, nbytes + exchange[5], seconds + seconds_of(exchange, cluster)
    speed = cluster.speed
    computing = None if speed is None else sum(max(ops / speed.operations, nbytes / speed.bandwidth) + speed.launch
                                               for ops, nbytes in kernels)
    return PlannedRank(
        rank, cast("str", found["step"]), cast("int", found["peak"]), cast("int", found["live"]), len(kernels),
        sum(ops for ops, _ in kernels), sum(n for _, n in kernels), computing, sum(e[5] for e in exchanges),
        cast("int", found["sent_in_all"]), sum(s for _, _, s in lines.values()), dict(sorted(links.items())), lines)


# ---- the model


def seconds_of(exchange: Exchange, cluster: Cluster) -> float:
    """The time of an exchange. Where its ranks are on several hosts, the network's link decides."""
    kind, ranks, number, pairs, nbytes, sent, _ = exchange
    n = len(ranks)
    if kind == "permute":
        own = [(ranks[a], ranks[b]) for a, b in pairs if a != b and number in (a, b)]
        return max((link.latency + nbytes / link.bandwidth for link in (cluster.link(a, b) for a, b in own)), default=0.0)
    link = cluster.local if all(cluster.is_local(ranks[0], r) for r in ranks) else cluster.network
    return messages(kind, n) * link.latency + sent / link.bandwidth


def messages(kind: str, n: int) -> int:
    """The messages that follow one another in a collective of n ranks."""
    steps = math.ceil(math.log2(n)) if n > 1 else 0
    return {"all_reduce": 2 * steps, "all_to_all": n - 1}.get(kind, steps)


def bytes_by_link(exchange: Exchange, rank: int) -> dict[int, int]:
    """The bytes that `rank` sends to each other rank, with the ranks of a collective in a ring, each sending to the next."""
    kind, ranks, number, pairs, nbytes, sent, _ = exchange
    n, own = len(ranks), list(ranks).index(rank)
    if n == 1: return {}
    if kind == "permute": return {ranks[b]: nbytes for a, b in pairs if a == own != b}
    if kind == "all_to_all":
        part, more = divmod(sent, n - 1)  # what is over goes to the first ones
        others = [r for r in ranks if r != rank]
        return {r: part + (at < more) for at, r in enumerate(others)}
    if kind == "broadcast" and (own + 1) % n == number: return {}  # the last of the chain
    return {ranks[(own + 1) % n]: sent}


# ---- what is given, and what is said


def quantities(text: str, units: Sequence[str], what: str) -> tuple[float, ...]:
    """`10us,25GB/s`, of these units ("s", "B/s" or "FLOPS"), in seconds, bytes a second and operations a second. CommandError."""
    found = [re.fullmatch(r"\s*([0-9.]+(?:e[+-]?[0-9]+)?)\s*(\S+?)\s*", part) for part in text.split(",")]
    values = [float(m[1]) * _UNITS[m[2]] for m, unit in zip(found, units, strict=False)
              if m is not None and m[2] in _UNITS and m[2].lstrip("numMGTP") == unit]
    if len(found) == len(units) == len(values) and all(v > 0 for v in values): return tuple(values)
    example = ",".join({"s": "10us", "B/s": "25GB/s", "FLOPS": "60TFLOPS"}[unit] for unit in units)
    raise CommandError(f"{what} is not {text!r}", f"Write it like {example}, in {', '.join(_UNITS)}.")


def describe(ranks: Sequence[PlannedRank], size: int, cluster: Cluster) -> str:
    """A table with one line per rank, and the exchanges of the rank that takes longest."""
    slowest = max(ranks, key=lambda r: (r.computing or 0.0) + r.exchanging)
    what = f"between two replays of {slowest.step}" if slowest.step else "the whole program: no captured function was replayed twice"
    head = ("rank", "memory, at most", "at the end", "kernels", "sends", "on its host", "to others", "computes", "exchanges", "step")
    rows = [head, *(_row(r, cluster) for r in ranks)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    lines = [f"  {name}: {count} times, {format_bytes(nbytes)}, {format_seconds(seconds)}"
             for name, (count, nbytes, seconds) in sorted(slowest.lines.items(), key=lambda line: -line[1][2])]
    links = [f"  to rank {peer}: {format_bytes(nbytes)}" for peer, nbytes in list(slowest.links.items())[:_ALL]]
    more = [f"  and to {len(slowest.links) - _ALL} more ranks"] if len(slowest.links) > _ALL else []
    missing = [] if cluster.speed else ["The time of kernels is left out: give --speed, as in --speed=60TFLOPS,2TB/s,5us."]
    return "\n".join([f"{size} ranks, {cluster.per_host} on a host; a step is {what}", *table, f"exchanges of rank {slowest.rank}:",
                      *(lines or ["  none"]), *links, *more, *missing])


def _row(r: PlannedRank, cluster: Cluster) -> tuple[str, ...]:
    here = sum(nbytes for peer, nbytes in r.links.items() if cluster.is_local(r.rank, peer))
    computing = "not known" if r.computing is None else format_seconds(r.computing)
    sums = format_bytes(r.sent), format_bytes(here), format_bytes(sum(r.links.values()) - here)
    return (str(r.rank), format_bytes(r.peak), format_bytes(r.live), str(r.kernels), *sums, computing, format_seconds(r.exchanging),
            format_seconds((r.computing or 0.0) + r.exchanging))
