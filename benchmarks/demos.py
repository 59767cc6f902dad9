"""`python -m benchmarks.demos`: the two demos on every device, their results beside the CPU's, and what a step costs.

    python -m benchmarks.demos --devices CPU,CL,WEBGPU --steps 5 --lines 16

In: devices. Out: a table a demo, and benchmarks/results/demos-<cpu>-<date>.md. Always true: a device has a process of its own with an
empty disk cache; the first step compiles, the others are timed; results that differ by more than the tolerance end the run.

The encoder embeds the same lines at each step. Digits trains one convnet on the same images in the same order, as `heddle demo train`.
"""
from __future__ import annotations

import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks import report
from benchmarks.machine import cpu_name, describe_machine

#: Largest difference from the CPU's numbers. The encoder's vectors have length 1; losses are relative, and grow apart step by step.
TOLERANCE = {"encoder": 1e-4, "digits": 1e-3}
DEMOS = {"encoder": "sentence encoder", "digits": "training on digits, 64 images a step"}


@dataclass(frozen=True)
class Ran:
    """A demo on a device. `first`: seconds of the steps that compile; the rest is of one later step.

    `cores`: processor seconds of this process, all its threads: what drivers that compute on the CPU take, whoever else is at work.
    """

    device: str
    first: float
    compiled: int
    seconds: float
    cores: float
    kernels: int
    nbytes: int
    result: list[float]


def encoder_steps(lines: int) -> Callable[[], list[float]]:
    """A step embeds the first `lines` lines of the shipped text, 16 at a time."""
    from heddle.tools.demo.embed import embed
    from heddle.tools.demo.encoder import Encoder
    from heddle.tools.demo.model import find_model
    from heddle.tools.demo.text import SHIPPED, read_lines, tokenize
    model = find_model()
    tokens, encoder = tokenize(read_lines(SHIPPED)[:lines], model.tokenizer), Encoder.load(model.weights)
    return lambda: embed(encoder, tokens, 16).ravel().tolist()


def digits_steps(batch: int = 64) -> Callable[[], list[float]]:
    """A step is one of Adam on the next `batch` images; its result is the loss before it."""
    from heddle import Tensor, TinyJit
    from heddle.nn.state import get_parameters
    from heddle.tools.demo import train
    Tensor.manual_seed(0)
    net, digits = train.ConvNet(), train.load_digits(0)
    optimizer, at = train.Adam(get_parameters(net), lr=train.RATE), iter(range(0, len(digits.labels) - batch, batch))
    step_once = TinyJit(train.train_step)

    def step() -> list[float]:
        here = slice(start := next(at), start + batch)
        with Tensor.train():
            return [step_once(net, optimizer, Tensor(digits.images[here]), Tensor(digits.labels[here])).item()]

    return step


def measure(device: str, step: Callable[[], list[float]], steps: int) -> Ran:
    """Runs a demo's steps on the default device, until `steps` of them have compiled nothing."""
    from heddle.tracing.counters import GlobalCounters
    times: list[float] = []
    cores: list[float] = []
    result: list[float] = []
    first, compiled, kernels, nbytes = 0.0, 0, 0, 0
    while len(times) < steps:
        GlobalCounters.reset()
        begin, at_work = time.perf_counter(), time.process_time()
        result += step()
        took, worked = time.perf_counter() - begin, time.process_time() - at_work
        if GlobalCounters.compiled_kernels:
            first, compiled = first + took, compiled + GlobalCounters.compiled_kernels
            continue
        times.append(took)
        cores.append(worked)
        kernels, nbytes = GlobalCounters.kernel_count, GlobalCounters.bytes
    return Ran(device, first, compiled, statistics.median(times), statistics.median(cores), kernels, nbytes, result)


def in_process(demo: str, device: str, options: argparse.Namespace) -> Ran:
    """The same in a process of its own, with nothing in its disk cache."""
    with tempfile.TemporaryDirectory(prefix="heddle-demos-") as cache:
        arguments = ["--worker", demo, "--steps", str(options.steps), "--lines", str(options.lines)]
        done = subprocess.run([sys.executable, "-m", "benchmarks.demos", *arguments], check=True, text=True, stdout=subprocess.PIPE,
                              env=os.environ | {"DEV": device, "CACHE_DIR": cache, "POCL_CACHE_DIR": cache, "DEBUG": "0"})
    return Ran(**json.loads(done.stdout.splitlines()[-1]))


def difference(demo: str, a: list[float], b: list[float]) -> float:
    """The largest difference of two results, of losses relative to their size."""
    return max(abs(x - y) / (max(abs(x), abs(y)) if demo == "digits" else 1) for x, y in zip(a, b, strict=True))


def section(demo: str, rows: list[Ran]) -> str:
    """The table of one demo; ends the run if results differ."""
    bound = TOLERANCE[demo]
    lines = [f"## {DEMOS[demo].capitalize()}", "", "| device | steps that compile | kernels compiled | a step | of processors | "
             f"kernels a step | bytes a step | largest difference from {rows[0].device} |", "|---|---|---|---|---|---|---|---|"]
    from heddle.tracing.counters import format_bytes
    for row in rows:
        off = difference(demo, rows[0].result, row.result)
        if off > bound: raise SystemExit(f"{demo} on {row.device} differs from {rows[0].device} by {off:.2g}; allowed are {bound:g}")
        lines.append(f"| {row.device} | {report.duration(row.first)} | {row.compiled} | {report.duration(row.seconds)} | "
                     f"{report.duration(row.cores)} | {row.kernels} | {format_bytes(row.nbytes)} | {off:.1e} of {bound:g} allowed |")
    return "\n".join(lines) + "\n"


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.demos", description="Both demos, device by device.")
    parser.add_argument("--devices", default="CPU,CL,WEBGPU", help="comma-separated; the first is what others are compared with")
    parser.add_argument("--demos", default=",".join(DEMOS), help=f"comma-separated, of {', '.join(DEMOS)}")
    parser.add_argument("--steps", type=int, default=5, help="steps that are timed; default 5")
    parser.add_argument("--lines", type=int, default=61, help="lines that a step of the encoder embeds; default all")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, help="file to write; default benchmarks/results/demos-<cpu>-<date>.md, - for none")
    return parser.parse_args()


def work(options: argparse.Namespace) -> dict[str, Any]:
    """One demo on the device that DEV names."""
    from heddle import Device
    step = digits_steps() if options.worker == "digits" else encoder_steps(options.lines)
    return asdict(measure(Device.DEFAULT, step, options.steps))


def main() -> None:
    options = parse()
    if options.worker: return print(json.dumps(work(options)))
    sections: list[str] = []
    for demo in options.demos.split(","):
        rows: list[Ran] = []
        for device in options.devices.split(","):
            print(f"{demo} on {device}", flush=True)
            rows.append(in_process(demo, device, options))
        sections.append(section(demo, rows))
    text = (f"# The demos by device, {cpu_name()}, {datetime.date.today()}\n\n{describe_machine()}.\n\n"
            f"Medians of {options.steps} steps without compiling; {options.lines} lines for the encoder.\n\n" + "\n".join(sections))
    report.write(text, options.out, "demos-")


if __name__ == "__main__":
    main()
