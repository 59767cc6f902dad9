"""`python -m benchmarks.interrupt`: how soon a program has its result after Ctrl-C has ended its BEAM search.

In: moments at which the signal comes. Out: a table in Markdown. Always true: the program is one of its own with an empty cache and a
budget of minutes, and its result is compared with NumPy's; a program that fails is an error.
"""
from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.machine import cpu_name

_PROGRAM = """
import numpy as np
from heddle import Context, Tensor
x, y = Tensor.rand(256, 256).realize(), Tensor.rand(256, 256).realize()
print("begins", flush=True)
with Context(BEAM=8, BEAM_BUDGET=300): z = (x @ y).realize()
np.testing.assert_allclose(z.numpy(), x.numpy() @ y.numpy(), rtol=1e-4)
print("result", flush=True)
"""


def seconds_to_result(after: float) -> float:
    """Seconds from Ctrl-C, `after` seconds into the search, to the result. RuntimeError if there is none."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DEV": "CPU", "CACHE_DIR": folder}
        program = subprocess.Popen([sys.executable, "-c", _PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=environment)
        assert program.stdout is not None
        program.stdout.readline()
        time.sleep(after)
        begin = time.perf_counter()
        program.send_signal(signal.SIGINT)
        line = program.stdout.readline()
        took = time.perf_counter() - begin
        _, said = program.communicate()
    if line.strip() != "result" or program.returncode or "stopped by Ctrl-C" not in said:
        raise RuntimeError(f"no result after Ctrl-C at {after} s: {said.strip() or line}")
    return took


def table(moments: list[float]) -> str:
    """A row for each moment."""
    rows = [f"| {after:g} s | {seconds_to_result(after):.2f} s |" for after in moments]
    return "\n".join(["| Ctrl-C after | result after another |", "|---|---|", *rows])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--after", type=float, nargs="*", default=[0.3, 0.7, 1.5, 3.0, 5.0], help="seconds into the search")
    parser.add_argument("--out", type=Path, help="a file to which the table is added")
    given = parser.parse_args()
    text = f"\n## Ctrl-C in a BEAM search (product of two 256 x 256, {cpu_name()})\n\n{table(given.after)}\n"
    print(text)
    if given.out is not None:
        with given.out.open("a", encoding="utf-8") as file: file.write(text)


if __name__ == "__main__": main()
