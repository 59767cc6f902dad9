"""The process that measures (see benchmarks/worker.py for how it is asked): one row after the other, and the ceilings.

In: the name of a row. Out: {"apart", "heddle", "torch"}: seconds, and how far results are apart; then, if it is asked to compile that
row by torch, the seconds of all with "torch.compile". Always true: results are compared before anything is timed, and a wrong one is a
failure; samples are interleaved.
"""
from __future__ import annotations

import contextlib
import statistics
import sys
from collections.abc import Callable, Generator
from typing import Any, NamedTuple

from benchmarks.gpu.rows import Row, rows
from benchmarks.gpu.sides import GPU, Emulated, Side, torch_dtype
from benchmarks.worker import relative_error, serve
from heddle import Context, Tensor, TinyJit, dtypes


class Measured(NamedTuple):
    """A row with its inputs, and what launches it, by library."""

    row: Row
    inputs: list[Any]
    launches: dict[str, Callable[[], Any]]


class Measure:
    """Answers `hello`, `ceilings`, `row`, `compile` and `check`."""

    def __init__(self, emulated: bool) -> None:
        import torch
        torch.manual_seed(0)
        self.torch, self.emulated = torch, emulated
        self.rows = {row.name: row for row in rows(tiny=emulated)}
        self.side: Side = Emulated(torch) if emulated else GPU(torch)
        self.measured: Measured | None = None  # the row that was asked for last

    def hello(self) -> dict[str, Any]:
        """Versions, and what the device calls itself."""
        from heddle import Device
        name = "the PTX emulator" if self.emulated else self.torch.cuda.get_device_name()
        return {"version": f"torch {self.torch.__version__}, {Device['CUDA'].renderer.target} on {name}"}

    def ceilings(self) -> dict[str, Any]:
        """Bytes a second of torch's copy, and operations a second of its largest product in each number format."""
        torch, seconds = self.torch, self.side.torch_seconds
        x = torch.empty(1 << (12 if self.emulated else 28), device=self.side.device)
        y = torch.empty_like(x)
        found = {"memory": 8 * x.numel() / seconds(lambda: y.copy_(x))}
        largest: dict[str, Row] = {}
        for row in self.rows.values():
            if row.name.startswith("matmul"): largest.setdefault(row.ceiling, row)
        for kind, row in largest.items():
            with _tf32(torch, row.tf32): found[kind] = row.work / seconds(self._torch_call(row, self._inputs(row)))
        return {"ceilings": found}

    def row(self, name: str, rounds: int) -> dict[str, Any]:
        """Compares and times one row."""
        row, self.measured = self.rows[name], None
        with self._settings(row):
            theirs = self._inputs(row)
            ours = [self.side.lend(t, row.dtype) for t in theirs]
            jit = TinyJit(lambda *x: row.heddle(*x).realize())
            for _ in range(2): jit(*ours)
            launches = {"heddle": lambda: jit(*ours), "torch": self._torch_call(row, theirs)}
            apart = self._apart(launches["heddle"](), launches["torch"]())
            if not apart <= row.apart: return {"failed": f"WRONG: off by {apart:.1e} of the largest value, allowed is {row.apart:.0e}"}
            self.measured = Measured(row, theirs, launches)
            return {"apart": apart, **self._times(launches, rounds)}

    def compile(self, rounds: int) -> dict[str, Any]:
        """Times that row again, with torch's compiler beside."""
        assert self.measured is not None
        row, theirs, launches = self.measured
        compiled = self.torch.compile(row.torch, dynamic=False, backend=self.side.compiler)

        def call() -> Any:
            with self.torch.no_grad(): return compiled(*theirs)
        with self._settings(row):
            call()
            return self._times(launches | {"torch.compile": call}, rounds)

    def check(self) -> dict[str, Any]:
        """Whether both libraries can still use the device; a failure if not."""
        self.side.check()
        with Context(DEV="CUDA"): return {"sum": (Tensor([1.0, 2.0]) + 1).tolist()}

    @contextlib.contextmanager
    def _settings(self, row: Row) -> Generator[None]:
        with Context(DEV="CUDA", TF32=row.tf32, TMA=row.tma), _tf32(self.torch, row.tf32): yield

    def _inputs(self, row: Row) -> list[Any]:
        return [t.to(torch_dtype(self.torch, row.dtype)) for t in row.inputs(self.torch, self.side.device)]

    def _torch_call(self, row: Row, inputs: list[Any]) -> Callable[[], Any]:
        def call() -> Any:
            with self.torch.no_grad(): return row.torch(*inputs)
        return call

    def _apart(self, ours: Tensor, theirs: Any) -> float:
        return relative_error(ours.cast(dtypes.float32).numpy(), theirs.float().cpu().numpy())

    def _times(self, launches: dict[str, Callable[[], Any]], rounds: int) -> dict[str, float]:
        """Medians."""
        samples: dict[str, list[float]] = {name: [] for name in launches}
        for _ in range(rounds):
            for name, launch in launches.items():
                clock = self.side.heddle_seconds if name == "heddle" else self.side.torch_seconds
                samples[name].append(clock(launch))
        return {name: statistics.median(times) for name, times in samples.items()}


@contextlib.contextmanager
def _tf32(torch: Any, wanted: bool) -> Generator[None]:
    """Whether torch may round the factors of float32, in a block."""
    switches = torch.backends.cuda.matmul, torch.backends.cudnn
    before = [s.allow_tf32 for s in switches]
    for s in switches: s.allow_tf32 = wanted
    try: yield
    finally:
        for s, was in zip(switches, before, strict=True): s.allow_tf32 = was


if __name__ == "__main__":
    serve(lambda: Measure(emulated=sys.argv[1:] == ["--emulated"]))
