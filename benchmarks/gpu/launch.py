"""`python -m benchmarks.gpu.launch`: what a captured replay of small kernels costs, on CUDA and NV beside torch's CUDA graphs.

In: nothing but the device; with `--emulated`, that heddle's replays work, whose seconds mean nothing. Out: a row for each count of
kernels: the microseconds until the host is free again, and from one replay to the next when the host stays ahead and when it waits for
each.
"""
from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from heddle import Context, Device, Tensor, TinyJit

_COUNTS, _SAMPLES, _REPLAYS = (1, 16, 256), 7, 50
_SIZE = 256  # elements that every kernel adds one to

Replays: TypeAlias = tuple[Callable[[], Any], Callable[[], None]]  # one replay, and the wait for all of them


def ours(device: str, count: int) -> Replays:
    """heddle's: `count` kernels, each of which needs the one before."""
    @TinyJit
    def chain(x: Tensor) -> Tensor:
        for _ in range(count): x = (x + 1).realize()  # a kernel each
        return x
    start = Tensor.zeros(_SIZE).contiguous().realize()
    for _ in range(2): chain(start)
    found = chain(start).tolist()
    assert found == [float(count)] * _SIZE, f"{device} computed {found}"
    return lambda: chain(start), Device[device].synchronize


def theirs(count: int) -> Replays:
    """torch's: the same kernels in a CUDA graph."""
    import torch
    start = torch.zeros(_SIZE, device="cuda")
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(3): start + 1
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        x = start
        for _ in range(count): x = x + 1
    graph.replay()
    assert x.tolist() == [float(count)] * _SIZE
    return graph.replay, torch.cuda.synchronize


def costs(replay: Callable[[], Any], wait: Callable[[], None]) -> tuple[float, float, float]:
    """Seconds of one replay: until the call returns, from one to the next without a wait, and with one; medians of the samples."""
    samples: list[tuple[float, ...]] = []
    for _ in range(_SAMPLES):
        wait()
        begin = time.perf_counter()
        for _ in range(_REPLAYS): replay()
        free = time.perf_counter()
        wait()
        done = time.perf_counter()
        for _ in range(_REPLAYS):
            replay()
            wait()
        samples.append(tuple(s / _REPLAYS for s in (free - begin, done - begin, time.perf_counter() - done)))
    called, following, waited = (statistics.median(column) for column in zip(*samples, strict=True))
    return called, following, waited


def rows(emulated: bool, count: int) -> Iterator[tuple[str, tuple[float, float, float]]]:
    """What replays of `count` kernels cost, by the library and its way to the GPU."""
    for device in ("CUDA",) if emulated else ("CUDA", "NV"):
        with Context(DEV=device): yield f"heddle {device}", costs(*ours(device, count))
    if not emulated: yield "torch, CUDA graph", costs(*theirs(count))


def main(emulated: bool) -> None:
    """The table."""
    print("| kernels | by | call | following | waited for |\n|---|---|---|---|---|")
    for count in _COUNTS[:1 if emulated else None]:
        for name, seconds in rows(emulated, count):
            print(f"| {count} | {name} | {' | '.join(f'{s * 1e6:.4g} us' for s in seconds)} |", flush=True)


if __name__ == "__main__": main(sys.argv[1:] == ["--emulated"])
