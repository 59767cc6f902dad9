"""`python -m benchmarks.search`: what a BEAM search gains over the heuristic, kernel by kernel.

    python -m benchmarks.search --device CPU --beam 4 --budget 60 --rows column_sums_512,softmax_512

In: rows, a device, a width and a budget. Out: a table, each row searched with an empty cache. Always true: the two forms of a row are
run in turns, in one process, apart from the search's own measurements; both results are compared.
"""
from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable

import numpy as np

from benchmarks import report
from benchmarks.machine import cpu_name, describe_machine
from benchmarks.rounds import Cell, Results
from heddle import Context, Tensor
from heddle.engine.execute import recorder, run_linear
from heddle.tracing.counters import GlobalCounters
from heddle.uop import UOp

Formula = Callable[..., Tensor]

#: name -> what it is, shapes of the inputs, the formula
ROWS: dict[str, tuple[str, tuple[tuple[int, ...], ...], Formula]] = {
    "column_sums_512": ("sums of columns, 512 x 512", ((512, 512),), lambda x: x.sum(0)),
    "row_sums_512": ("sums of rows, 512 x 512", ((512, 512),), lambda x: x.sum(1)),
    "add_transposed_1024": ("x + y.T, 1024 x 1024", ((1024, 1024), (1024, 1024)), lambda x, y: x + y.T),
    "softmax_512": ("softmax of rows, 512 x 512", ((512, 512),), lambda x: x.softmax(-1)),
    "layernorm_512": ("layer norm of rows, 512 x 768", ((512, 768),), lambda x: x.layernorm()),
    "matmul_512": ("product of two 512 x 512", ((512, 512), (512, 512)), lambda a, b: a @ b),
    "matvec_2048": ("2048 x 2048 times a vector", ((2048, 2048), (2048, 1)), lambda a, b: a @ b),
    "conv3x3_n4c32": ("convolution 3 x 3, 4 pictures of 28 x 28, 32 to 32 channels", ((4, 32, 28, 28), (32, 32, 3, 3)),
                      lambda x, w: x.conv2d(w, padding=1)),
    "gelu_1m": ("gelu (tanh), 1 Mi elements", ((1 << 20,),), lambda x: x.gelu()),
    "sum_middle": ("sums over the middle axis, 64 x 200 x 30", ((64, 200, 30),), lambda x: x.sum(1)),
    "batched_20": ("64 products of 20 x 20", ((64, 20, 20), (64, 20, 20)), lambda a, b: a @ b),
    "product_thin": ("product of 1000 x 30 and 30 x 1000", ((1000, 30), (30, 1000)), lambda a, b: a @ b),
    "conv3x3_c1": ("convolution 3 x 3, 64 pictures of 28 x 28, 1 to 8 channels", ((64, 1, 28, 28), (8, 1, 3, 3)),
                   lambda x, w: x.conv2d(w, padding=1)),
    "depthwise": ("depthwise convolution 3 x 3, 4 pictures of 28 x 28, 32 channels", ((4, 32, 28, 28), (32, 1, 3, 3)),
                  lambda x, w: x.conv2d(w, groups=32, padding=1)),
    "pool_2x2": ("maximum of 2 x 2, 8 pictures of 64 x 64, 16 channels", ((8, 16, 64, 64),), lambda x: x.max_pool2d()),
}


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description="BEAM against the heuristic, in turns.")
    parser.add_argument("--rows", default=",".join(ROWS), help=f"comma-separated, of {', '.join(ROWS)}")
    parser.add_argument("--device", default="CPU", help="where the kernels run; default CPU")
    parser.add_argument("--beam", type=int, default=4, help="width of the search; default 4")
    parser.add_argument("--budget", type=float, default=60.0, help="seconds for each kernel; default 60")
    parser.add_argument("--rounds", type=int, default=11, help="samples of each form; default 11")
    parser.add_argument("--seconds", type=float, default=0.1, help="length of a sample; default 0.1")
    return parser.parse_args()


def measure(name: str, options: argparse.Namespace) -> dict[str, Cell]:
    """Both forms of a row: compiled, compared, then run in turns."""
    _, shapes, formula = ROWS[name]
    rng = np.random.default_rng(2026)
    inputs = [Tensor(rng.standard_normal(shape, np.float32), device=options.device).realize() for shape in shapes]
    forms = {"heuristic": 0, f"BEAM={options.beam}": options.beam}
    runs = {form: Run(formula, inputs, beam, options.budget) for form, beam in forms.items()}
    results = [run.result.numpy() for run in runs.values()]
    scale = float(np.abs(results[0]).max())
    assert float(np.abs(results[0] - results[1]).max()) <= 1e-4 * scale, f"{name}: the two forms differ"
    cells = {form: Cell() for form in forms}
    for n in range(options.rounds):
        for form in sorted(forms, reverse=bool(n % 2)): cells[form].samples.append(runs[form].sample(options.seconds))
    return cells


class Run:
    """A formula that has been compiled and run once, and can be run again, kernel by kernel, each launch timed."""

    def __init__(self, formula: Formula, inputs: list[Tensor], beam: int, budget: float) -> None:
        self.switches = {"BEAM": beam, "BEAM_BUDGET": budget}
        self.linears: list[UOp] = []
        token = recorder.set(lambda linear, var_vals: self.linears.append(linear))
        with Context(**self.switches): self.result = formula(*inputs).realize()
        recorder.reset(token)

    def sample(self, seconds: float) -> float:
        """Seconds of the best of the launches that `seconds` have room for, all kernels of the formula together."""
        end, best = time.perf_counter() + seconds, float("inf")
        while time.perf_counter() < end:
            before = GlobalCounters.time_sum_s
            with Context(**self.switches):
                for linear in self.linears: run_linear(linear, wait=True)
            best = min(best, GlobalCounters.time_sum_s - before)
        return best


def main() -> None:
    options = parse()
    names = options.rows.split(",")
    results: Results = {}
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as folder, Context(CACHE_DIR=folder):
        for name in names:
            results[name] = measure(name, options)
            print(f"{name}: done", flush=True)
    forms = ["heuristic", f"BEAM={options.beam}"]
    print(f"\n# {cpu_name()}, device {options.device}\n\n{describe_machine()}.\n")
    print(f"{options.budget:g} s for each kernel; {options.rounds} rounds in turns, the best launch of each: median ± half the "
          "spread, in brackets the ratio to the better (bold).\n")
    print(report.table(results, forms, {name: ROWS[name][0] for name in names}))


if __name__ == "__main__":
    main()
