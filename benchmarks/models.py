"""`python -m benchmarks.models`: the first and the second call of well-known models, next to tinygrad and torch.

    python -m benchmarks.models                           # writes benchmarks/results/models-<cpu>-<date>.md
    python -m benchmarks.models --rows gpt2,resnet --out -

Each measurement is a fresh process with empty caches, held to one core. The first call of heddle and tinygrad schedules, compiles and
runs; the second one is of new inputs of the same shapes. "captured" is a call of a TinyJit that replays. heddle and tinygrad run the
same source, torch the models of `transformers` and `diffusers` eagerly in the same sizes, with weights of its own: see the tests of
these models for equal results.
"""
from __future__ import annotations

import argparse
import datetime
import importlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import report
from benchmarks.machine import cpu_name, describe_machine
from benchmarks.model_zoo import ROWS
from benchmarks.setup import environment, pinned

PEERS = ("heddle", "tinygrad", "torch")
LIMIT = 600  # seconds for a measurement
TIMES = ("first call", "second call", "captured")


# ---- in a process of its own


def by_shared_source(peer: str, row: str) -> tuple[Callable[..., Any], Callable[[np.random.Generator], list[Any]], Any]:
    """The model in heddle or in tinygrad, what makes inputs for a call, and the peer's TinyJit."""
    if peer == "tinygrad":
        for name in ("tinygrad", "tinygrad.nn", "tinygrad.nn.state"):
            sys.modules[name.replace("tinygrad", "heddle")] = importlib.import_module(name)
    library: Any = importlib.import_module("heddle")
    state: Any = importlib.import_module("heddle.nn.state")
    model = ROWS[row].shared()
    library.Tensor.realize(*state.get_parameters(getattr(model, "__self__", model)))

    def call(*x: Any) -> Any:
        y = model(*x)
        return (y[0] if isinstance(y, tuple) else y).realize()
    return call, lambda rng: [library.Tensor(x).realize() for x in ROWS[row].inputs(rng)], library.TinyJit


def by_torch(row: str) -> tuple[Callable[..., Any], Callable[[np.random.Generator], list[Any]]]:
    """The same of torch."""
    import torch
    torch.set_num_threads(1)
    model = ROWS[row].torch()

    def call(*x: Any) -> Any:
        with torch.no_grad(): return model(*x)
    return call, lambda rng: [torch.tensor(x) for x in ROWS[row].inputs(rng)]


def measure(peer: str, row: str) -> dict[str, float]:
    """Seconds by the name of the call."""
    jit: Any = None
    if peer == "torch": call, inputs = by_torch(row)
    else: call, inputs, jit = by_shared_source(peer, row)
    rng, found = np.random.default_rng(0), {}
    for name in TIMES[:2]: found[name] = timed(call, inputs(rng))
    if jit is not None:
        captured = jit(call)
        for _ in range(3): captured(*inputs(rng))
        found[TIMES[2]] = statistics.median(timed(captured, inputs(rng)) for _ in range(5))
    return found


def timed(call: Callable[..., Any], given: list[Any]) -> float:
    """Seconds until the result of a call is in memory."""
    begin = time.perf_counter()
    result = call(*given)
    if hasattr(result, "numpy"): result.numpy()
    return time.perf_counter() - begin


# ---- here


def in_process(peer: str, row: str) -> dict[str, float]:
    """`measure` in a fresh process with empty caches. RuntimeError with the end of what it said if it fails."""
    with tempfile.TemporaryDirectory(prefix="heddle-models-") as folder:
        env = environment(peer, 1, Path(folder))
        env["PYTHONPATH"] += os.pathsep + os.environ.get("PYTHONPATH", "")  # where transformers and tinygrad may be
        done = subprocess.run(pinned([sys.executable, "-m", "benchmarks.models", "--measure", peer, row], 1), capture_output=True,
                              text=True, env=env, timeout=LIMIT)
    if done.returncode: raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return json.loads(done.stdout.splitlines()[-1])


def table(rows: list[str]) -> str:
    """The results as a table."""
    lines = ["| model | peer | first call, s | second call, ms | captured, ms |", "|---|---|---:|---:|---:|"]
    for row in rows:
        for peer in PEERS:
            try: found = in_process(peer, row)
            except (RuntimeError, subprocess.TimeoutExpired) as fault:
                lines.append(f"| {ROWS[row].title} | {peer} | not run: {fault} | | |")
                continue
            later = [f"{1000 * found[name]:.1f}" if name in found else "" for name in TIMES[1:]]
            lines.append(f"| {ROWS[row].title} | {peer} | {found[TIMES[0]]:.2f} | {' | '.join(later)} |")
            print(lines[-1], flush=True)
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.models", description="First and second calls of well-known models.")
    parser.add_argument("--rows", default=",".join(ROWS), help=f"comma-separated, of {', '.join(ROWS)}")
    parser.add_argument("--out", type=Path, help="file to write; default benchmarks/results/models-<cpu>-<date>.md, - for none")
    parser.add_argument("--measure", nargs=2, metavar=("PEER", "ROW"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure: return print(json.dumps(measure(*options.measure)))
    head = f"# Models: first and second calls, {cpu_name()}, {datetime.date.today()}\n\n{describe_machine()}, one core."
    report.write(f"{head}\n\n{table(options.rows.split(','))}\n", options.out, "models-")


if __name__ == "__main__":
    main()
