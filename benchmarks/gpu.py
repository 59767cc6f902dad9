"""`python -m benchmarks.gpu`: heddle on an NVIDIA GPU against torch, eager and compiled, by the device's own events.

    python -m benchmarks.gpu --out result.md               on a machine with a GPU and torch
    python -m benchmarks.gpu --dry --out result.md         anywhere: kernels are made for an H200 and not run

In: nothing but the device. Out: a table: seconds, what that is in TFLOP/s or TB/s, the share of the ceiling measured in the same run,
and the ratio to torch's best (above 1: heddle is faster). Always true: samples are interleaved, and every result is compared with
torch's first.
"""
from __future__ import annotations

import argparse
import datetime
import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heddle import Context, Device, Tensor, TinyJit, dtypes

DRY_DEVICE = "NULL:CUDA:sm_90a"
#: numbers that torch and heddle name differently
_TORCH_NAMES = {"fp8e4m3": "float8_e4m3fn"}


@dataclass(frozen=True)
class Row:
    """One computation on arrays of these shapes. `work`: floating-point operations, or bytes where `is_memory`."""

    name: str
    dtype: str
    shapes: tuple[tuple[int, ...], ...]
    heddle: Callable[..., Tensor]
    torch: Callable[..., Any]
    work: float
    is_memory: bool = False
    tf32: bool = False


def _matmul(n: int, dtype: str, tf32: bool = False) -> Row:
    def ours(a: Tensor, b: Tensor) -> Tensor: return a @ b
    def theirs(a: Any, b: Any) -> Any: return a @ b
    kind = "tf32" if tf32 else dtype
    other = _scaled_matmul if dtype == "fp8e4m3" else theirs
    return Row(f"matmul {kind} {n}", dtype, ((n, n), (n, n)), ours, other, 2.0 * n ** 3, tf32=tf32)


def _scaled_matmul(a: Any, b: Any) -> Any:
    """torch's product of fp8 wants the second factor column by column, and scales."""
    import torch
    one = torch.ones((), device=a.device)
    return torch._scaled_mm(a, b.t().contiguous().t(), one, one, out_dtype=torch.bfloat16)


def _functional() -> Any:
    import torch.nn.functional
    return torch.nn.functional


def rows(dry: bool) -> list[Row]:
    """What is measured; a few small ones in a dry run."""
    n = 1 << (14 if dry else 26)
    r, c = (64, 256) if dry else (8192, 4096)
    sizes = (256,) if dry else (1024, 2048, 4096, 8192)
    s, d = (128, 64) if dry else (4096, 128)
    found = [
        Row("elementwise", "float32", ((n,), (n,)), lambda a, b: (a * 2 + b).relu(), lambda a, b: (a * 2 + b).relu(), 12.0 * n, True),
        Row("sum", "float32", ((r, c),), lambda a: a.sum(), lambda a: a.sum(), 4.0 * r * c, True),
        Row("softmax", "float32", ((r, c),), lambda a: a.softmax(), lambda a: a.softmax(-1), 8.0 * r * c, True),
        Row("layernorm", "float32", ((r, c),), lambda a: a.layernorm(), lambda a: _functional().layer_norm(a, a.shape[-1:]),
            8.0 * r * c, True),
        *(_matmul(m, kind) for kind in ("float32", "bfloat16", "fp8e4m3") for m in sizes),
        *(_matmul(m, "float32", True) for m in sizes),
        Row("conv 3x3", "float32", ((8, 64, 56, 56), (64, 64, 3, 3)), lambda x, w: x.conv2d(w, padding=1),
            lambda x, w: _functional().conv2d(x, w, padding=1), 2.0 * 8 * 64 * 64 * 9 * 56 * 56),
        Row(f"attention {s}", "bfloat16", ((4, 16, s, d),) * 3, lambda q, k, v: q.scaled_dot_product_attention(k, v),
            lambda q, k, v: _functional().scaled_dot_product_attention(q, k, v), 4.0 * 4 * 16 * s * s * d),
        Row("decode step (GPT-2 MLP)", "bfloat16", ((1, 768), (768, 3072), (3072, 768)), lambda x, a, b: (x @ a).gelu() @ b,
            lambda x, a, b: _functional().gelu(x @ a, approximate="tanh") @ b, 2.0 * 2 * 768 * 3072, True),
    ]
    return found


# ---- measuring


class Clock:
    """Seconds of repeated launches, by the device's events; nothing in a dry run."""

    def __init__(self, device: str) -> None:
        self.stream: Any = getattr(Device[device], "stream", None)

    def seconds(self, launch: Callable[[], None], least: float = 0.02) -> float:
        """The time of one launch, of as many as take `least` seconds together."""
        launch()
        if self.stream is None: return math.nan
        once = self.stream.timed(launch)
        count = max(1, min(1000, int(least / max(once, 1e-7))))

        def many() -> None:
            for _ in range(count): launch()
        return self.stream.timed(many) / count


def torch_seconds(launch: Callable[[], Any], least: float = 0.02) -> float:
    """As `Clock.seconds`, of torch's stream."""
    import torch
    launch()
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))

    def timed(count: int) -> float:
        torch.cuda.synchronize()
        begin.record()
        for _ in range(count): launch()
        end.record()
        torch.cuda.synchronize()
        return begin.elapsed_time(end) * 1e-3 / count
    once = timed(1)
    return timed(max(1, min(1000, int(least / max(once, 1e-7)))))


def run(row: Row, dry: bool, rounds: int) -> dict[str, Any]:
    """Seconds of heddle and of torch, and how far their results are apart."""
    device, dtype = (DRY_DEVICE if dry else "CUDA"), getattr(dtypes, row.dtype)
    with Context(DEV=device, TF32=row.tf32):
        if dry:
            row.heddle(*(Tensor.empty(*s, dtype=dtype) for s in row.shapes)).realize()
            return {}
        import torch
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = row.tf32
        kind = getattr(torch, _TORCH_NAMES.get(row.dtype, row.dtype))
        theirs = [torch.randn(*s, device="cuda").to(kind) for s in row.shapes]
        # torch does not lend its fp8
        lent = theirs if dtype.itemsize > 1 else [t.view(torch.uint8) for t in theirs]
        ours = [Tensor.from_dlpack(t) if dtype.itemsize > 1 else Tensor.from_dlpack(t).bitcast(dtype) for t in lent]
        jit = TinyJit(lambda *x: row.heddle(*x).realize())
        for _ in range(2): jit(*ours)
        apart = _distance(jit(*ours), row.torch(*theirs))
        compiled = torch.compile(row.torch)
        launches = {"heddle": lambda: jit(*ours), "torch": lambda: row.torch(*theirs), "torch.compile": lambda: compiled(*theirs)}
        clock, samples = Clock(device), {name: [] for name in launches}
        for _ in range(rounds):
            for name, launch in launches.items():
                samples[name].append(clock.seconds(launch) if name == "heddle" else torch_seconds(launch))
        return {"apart": apart, **{name: statistics.median(times) for name, times in samples.items()}}


def _distance(found: Tensor, wanted: Any) -> float:
    """The greatest difference, as a share of the greatest number."""
    import numpy as np
    a, b = found.cast(dtypes.float32).numpy(), wanted.float().cpu().numpy()
    return float(np.abs(a - b).max() / max(float(np.abs(b).max()), 1e-30))


def ceilings(dry: bool) -> dict[str, float]:
    """TB/s of a copy and TFLOP/s of torch's best product, by number format."""
    if dry: return {}
    import torch
    x = torch.empty(1 << 28, device="cuda")
    y = torch.empty_like(x)
    found = {"memory": 8 * x.numel() / torch_seconds(lambda: y.copy_(x))}
    for row in (_matmul(8192, "float32"), _matmul(8192, "bfloat16"), _matmul(8192, "float32", True)):
        torch.backends.cuda.matmul.allow_tf32 = row.tf32
        a, b = (torch.randn(*s, device="cuda").to(getattr(torch, row.dtype)) for s in row.shapes)
        found[row.name.split()[1]] = row.work / torch_seconds(lambda a=a, b=b: a @ b)
    return found


# ---- the report


def line(row: Row, found: dict[str, Any], most: dict[str, float]) -> str:
    """A row of the table."""
    if not found: return f"| {row.name} | compiled | | | | |"
    best = min(found["torch"], found["torch.compile"])
    rate, unit = row.work / found["heddle"] / 1e12, "TB/s" if row.is_memory else "TFLOP/s"
    ceiling = most.get("memory" if row.is_memory else row.name.split()[1] if row.name.startswith("matmul") else row.dtype)
    share = f"{rate * 1e12 / ceiling:.0%}" if ceiling else ""
    return (f"| {row.name} | {found['heddle'] * 1e6:.1f} µs | {rate:.2f} {unit} | {share} | {best / found['heddle']:.2f} | "
            f"{found['apart']:.1e} |")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description="heddle against torch on an NVIDIA GPU.")
    parser.add_argument("--dry", action="store_true", help="make the kernels for an H200 without running them")
    parser.add_argument("--rounds", type=int, default=5, help="samples of each cell; default 5")
    parser.add_argument("--minutes", type=float, default=4.0, help="when this is over, what is left is not measured; default 4")
    parser.add_argument("--out", type=Path, required=True, help="file that the table is added to")
    options = parser.parse_args()
    begin, most = time.monotonic(), ceilings(options.dry)
    lines = ["", f"## Speed ({datetime.date.today()}, medians of {options.rounds} interleaved samples by device events)", ""]
    if most: lines += ["Ceilings measured here: " + ", ".join(f"{k} {v / 1e12:.2f} T/s" for k, v in most.items()), ""]
    lines += ["| what | heddle | rate | of the ceiling | torch's best / heddle | apart |", "|---|---|---|---|---|---|"]
    for row in rows(options.dry):
        if time.monotonic() - begin > 60 * options.minutes: lines.append(f"| {row.name} | not measured: no time left | | | | |")
        else:
            try: lines.append(line(row, run(row, options.dry, options.rounds), most))
            except Exception as fault:  # the others go on
                lines.append(f"| {row.name} | failed: {str(fault).splitlines()[0]} | | | | |")
        print(lines[-1], flush=True)
    with options.out.open("a", encoding="utf-8") as file: file.write("\n".join([*lines, ""]))


if __name__ == "__main__": main()
