"""Global counters of the engine (launches, copies, compilations, memory), and units.

Inputs: what was launched, copied, compiled, allocated. Outputs: `GlobalCounters`, one object for the process.
Invariants: counters only grow until `reset()`; memory in use is a current value that `reset()` does not change.
"""
from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import NewType

Bytes = NewType("Bytes", int)
Seconds = NewType("Seconds", float)

_COUNTERS = (
    "kernel_count",  # kernels and copies run, by themselves or in graphs
    "ops",  # arithmetic operations, by estimate
    "bytes",  # memory read and written, by estimate
    "time_sum_s",  # seconds of the launches that were timed
    "lowered_kernels",  # kernels taken through codegen
    "compiled_kernels",  # sources that a compiler was run on
    "loaded_programs",  # binaries made callable
    "disk_hits", "disk_misses",  # entries looked up in the disk cache
    "schedule_hits", "schedule_misses",  # graphs looked up in the schedule cache
    "copy_bytes",  # bytes moved by copies
    "collective_bytes",  # bytes that collectives have to send from this process at least
)


class Counters:
    """Counts since the last `reset()`, and `mem_used`: bytes of live buffers now, on all devices."""

    __slots__ = ("__weakref__", "bytes", "collective_bytes", "compiled_kernels", "copy_bytes",
                 "disk_hits", "disk_misses", "kernel_count",
                 "live_bytes", "loaded_programs", "lock", "lowered_kernels", "ops", "schedule_hits", "schedule_misses",
                 "silent", "time_sum_s")

    kernel_count: int
    ops: int
    bytes: int  # Bytes: which it costs a call to say at each launch
    time_sum_s: Seconds
    lowered_kernels: int
    compiled_kernels: int
    loaded_programs: int
    disk_hits: int
    disk_misses: int
    schedule_hits: int
    schedule_misses: int
    copy_bytes: Bytes
    collective_bytes: Bytes

    def __init__(self) -> None:
        self.lock = threading.Lock()  # held while several counters change together
        self.silent: set[int] = set()  # threads whose launches are not counted now
        self.live_bytes: list[Callable[[], int]] = []  # one for each allocator: what its live buffers take
        self.reset()

    def reset(self) -> None:
        """Every counter to zero."""
        for name in _COUNTERS: setattr(self, name, 0)

    @contextmanager
    def paused(self) -> Generator[None]:
        """`with GlobalCounters.paused():` launches of this thread are not counted inside the block."""
        thread = threading.get_ident()
        if thread in self.silent:
            yield
            return
        self.silent.add(thread)
        try: yield
        finally: self.silent.discard(thread)

    def add(self, **counts: float) -> None:
        """Adds to several counters at once, whole even when other threads count too."""
        with self.lock:
            for name, n in counts.items(): setattr(self, name, getattr(self, name) + n)

    def count_launch(self, ops: int, nbytes: int, seconds: float | None, count: int = 1, sent: int = 0) -> None:
        """Adds one launch, or a graph of `count` whose collectives send `sent` bytes: `add` inlined, for every kernel comes here."""
        if self.silent and threading.get_ident() in self.silent: return
        with self.lock:
            self.kernel_count += count
            self.ops += ops
            self.bytes += nbytes
            if sent: self.collective_bytes = Bytes(self.collective_bytes + sent)
            if seconds is not None: self.time_sum_s = Seconds(self.time_sum_s + seconds)

    def count_collective(self, sent: int, seconds: float | None) -> None:
        """Adds one collective of which this process sends so many bytes: `add` inlined, likewise."""
        if self.silent and threading.get_ident() in self.silent: return
        with self.lock:
            self.kernel_count += 1
            self.bytes += sent
            self.collective_bytes = Bytes(self.collective_bytes + sent)
            if seconds is not None: self.time_sum_s = Seconds(self.time_sum_s + seconds)

    def count_schedule(self, hit: bool) -> None:
        """Adds one lookup in the schedule cache: `add` inlined, likewise."""
        with self.lock:
            if hit: self.schedule_hits += 1
            else: self.schedule_misses += 1

    @property
    def mem_used(self) -> Bytes:
        """Bytes of live buffers on all devices. Queried and not counted: buffers are freed in finalizers, which must not block."""
        return Bytes(sum(live() for live in self.live_bytes))

    def as_dict(self) -> dict[str, float]:
        """Every counter by name."""
        return {name: getattr(self, name) for name in (*_COUNTERS, "mem_used")}

    def __repr__(self) -> str:
        return f"GlobalCounters({', '.join(f'{k}={v}' for k, v in self.as_dict().items())})"

    @property
    def mem_used_per_device(self) -> dict[str, int]:
        """Bytes of live buffers now, by the name of the device."""
        found: dict[str, int] = {}
        for live in self.live_bytes:
            device = str(getattr(getattr(live, "__self__", None), "device", "") or "")
            if (nbytes := live()): found[device] = found.get(device, 0) + nbytes
        return found

    # the reference's names

    @property
    def global_ops(self) -> int: return self.ops
    @property
    def global_mem(self) -> int: return self.bytes


GlobalCounters = Counters()


def count_launches(launches: int, ops: int, nbytes: int, schedule_hits: int) -> None:
    """Adds launches whose time nobody takes, and the schedules that were found in the cache for them: `Counters.add` inlined."""
    counters = GlobalCounters
    is_silent = counters.silent and threading.get_ident() in counters.silent
    with counters.lock:
        counters.schedule_hits += schedule_hits
        if is_silent: return
        counters.kernel_count += launches
        counters.ops += ops
        counters.bytes += nbytes


def format_bytes(n: float) -> str:
    """`n` bytes in a readable unit, by powers of 1024: `64 MiB`, `1.5 GiB`."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if abs(n) < 1024: return f"{_three_digits(n)} {unit}"
        n /= 1024
    return f"{_three_digits(n)} TiB"


def format_seconds(s: float) -> str:
    """`s` seconds in a readable unit: `3.25 us`, `12.1 ms`."""
    for unit, scale in (("ns", 1e9), ("us", 1e6), ("ms", 1e3)):
        if abs(s) * scale < 1000: return f"{_three_digits(s * scale)} {unit}"
    return f"{_three_digits(s)} s"


def format_rate(x: float, unit: str) -> str:
    """`x` per second in a readable unit, by powers of 1000: `34.1 GFLOPS`, `410 MB/s`."""
    for prefix in ("", "K", "M", "G"):
        if abs(x) < 1000: return f"{_three_digits(x)} {prefix}{unit}"
        x /= 1000
    return f"{_three_digits(x)} T{unit}"


def _three_digits(x: float) -> str:
    if x == int(x) and abs(x) < 1e15: return str(int(x))
    return f"{x:.{max(0, 2 - len(str(int(abs(x)))) + 1)}f}"
