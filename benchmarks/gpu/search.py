"""`python -m benchmarks.gpu.search`: the forms that a search (BEAM) finds for two kernels beside those of the heuristic.

In: nothing but the device; with `--emulated`, tiny sizes. Out: a line for each kernel, with the device's own times; an error where the
results are not the same.
"""
from __future__ import annotations

import statistics
import sys
from collections.abc import Callable

import numpy as np

import heddle
from heddle import Context, Tensor

_TIMES, _BUDGET = 7, 8.0  # launches that are timed, and seconds that a search may take


def product(n: int) -> tuple[list[Tensor], Callable[..., Tensor]]:
    """bfloat16, as it comes to the matrix units."""
    return [Tensor.randn(n, n).cast("bfloat16").realize() for _ in range(2)], lambda a, b: a @ b


def softmax(n: int) -> tuple[list[Tensor], Callable[..., Tensor]]:
    """Rows of float32."""
    return [Tensor.randn(n, n).realize()], lambda a: a.softmax()


def timed(call: Callable[[], Tensor]) -> tuple[np.ndarray, float]:
    """The result, and the median of the seconds that its kernels take."""
    result, times = call().float().numpy(), []
    for _ in range(_TIMES):
        with heddle.profile() as seen: call()
        times.append(sum(e.seconds for e in seen.events if e.kind == "kernel"))
    return result, statistics.median(times)


def compare(name: str, inputs: list[Tensor], formula: Callable[..., Tensor]) -> None:
    """Both forms of one computation."""
    def call() -> Tensor: return formula(*inputs).contiguous().realize()
    want, plain = timed(call)
    with Context(BEAM=2, BEAM_BUDGET=_BUDGET): got, found = timed(call)
    np.testing.assert_allclose(got, want, rtol=1e-2, atol=1e-2 * np.abs(want).max())
    print(f"{name}: {plain * 1e6:.4g} us by the heuristic, {found * 1e6:.4g} us by a search of at most {_BUDGET:g} s")


def main() -> None:
    """Both kernels."""
    n = 32 if sys.argv[1:] == ["--emulated"] else 4096
    with Context(DEV="CUDA"):
        compare(f"matmul bfloat16 {n}", *product(n))
        compare(f"softmax {n}", *softmax(n))


if __name__ == "__main__": main()
