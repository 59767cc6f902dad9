"""Cost of a job in words, from the engine's counters."""
from __future__ import annotations

from heddle.tracing.counters import GlobalCounters, format_bytes, format_seconds


def describe_work(seconds: float) -> str:
    """`1.2 s; 380 kernels, 5.1 GFLOP, 1.9 GiB read and written; compiled 0 kernels`, since the counters' last reset."""
    c = GlobalCounters
    compiled = f"compiled {c.compiled_kernels} kernel{'' if c.compiled_kernels == 1 else 's'}"
    return (f"{format_seconds(seconds)}; {c.kernel_count} kernels, {format_operations(c.ops)}, "
            f"{format_bytes(c.bytes)} read and written; {compiled}")


def format_operations(n: float) -> str:
    """`n` operations in the unit a person would choose, by powers of 1000: `84.6 GFLOP`."""
    for unit in ("FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP"):
        if abs(n) < 1000: return f"{n:.3g} {unit}"
        n /= 1000
    return f"{n:.3g} PFLOP"
