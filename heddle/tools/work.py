"""Cost of a job in words, from the engine's counters."""
from __future__ import annotations

from heddle.settings import cache_folder, settings
from heddle.tracing.counters import GlobalCounters, format_bytes, format_seconds


def describe_work(seconds: float) -> str:
    """`1.2 s; 380 kernels, 5.1 GFLOP, 1.9 GiB read and written`, since the counters' last reset."""
    c = GlobalCounters
    return f"{format_seconds(seconds)}; {c.kernel_count} kernels, {format_operations(c.ops)}, {format_bytes(c.bytes)} read and written"


def describe_compiling() -> str:
    """What was compiled since the counters' last reset, and whether the next run has to compile it again."""
    count = GlobalCounters.compiled_kernels
    if count == 0: return f"compiled nothing: the kernels were kept in {cache_folder()} by an earlier run"
    compiled = f"compiled {count} kernel{'' if count == 1 else 's'}"
    if not settings.CACHE: return f"{compiled}, not kept: CACHE=0"
    return f"{compiled}, kept in {cache_folder()}: another run compiles nothing"


def format_operations(n: float) -> str:
    """`n` operations in the unit a person would choose, by powers of 1000: `84.6 GFLOP`."""
    for unit in ("FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP"):
        if abs(n) < 1000: return f"{n:.3g} {unit}"
        n /= 1000
    return f"{n:.3g} PFLOP"
