"""Instructions that kernels execute on the emulated Adreno GPU: benchmarks/results/adreno-executed-2026-11-24.md is its output.

Inputs: EMULATE=QCOM, and EMULATE_CARD for another model than a630; run it in the root of the tree. Outputs: a table in Markdown.
Invariants: the same tree and tinymesa give the same table; results are compared with NumPy's before they are counted.
"""
from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from heddle import Context, Tensor
from tests import emulators
from tests.emulators.qcom.ir3 import execute

_counts: Counter[str] = Counter()
_step = execute._Batch.step


def _counted(self: Any, it: Any, lanes: Any, at: int) -> None:
    """A step of the interpreter, counted for each thread: instructions, and what they take to issue with repeats and waits."""
    waits = re.search(r"\(nop(\d)\)", it.text)
    _counts["executed"] += len(lanes)
    _counts["issued"] += len(lanes) * (1 + it.rpt + (int(waits[1]) if waits else 0))
    if it.access is not None or it.image is not None: _counts["touch memory"] += len(lanes)
    _step(self, it, lanes, at)


def _random(*shape: int, dtype: str = "float32") -> np.ndarray:
    return np.random.default_rng(len(shape) + shape[0]).standard_normal(shape).astype(dtype)


def _product(n: int, dtype: str) -> tuple[Tensor, np.ndarray, int]:
    a, b = _random(n, n, dtype=dtype), _random(n, n, dtype=dtype)[::-1].copy()
    return Tensor(a).realize() @ Tensor(b).realize(), a.astype(np.float64) @ b, n ** 3


def _convolution() -> tuple[Tensor, np.ndarray, int]:
    x, w = _random(1, 16, 32, 32), _random(32, 16, 3, 3)
    wide = np.pad(x[0].astype(np.float64), ((0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(wide, (3, 3), (1, 2))
    wanted = np.einsum("cxyhw,ochw->oxy", windows, w)[None]
    return Tensor(x).realize().conv2d(Tensor(w).realize(), padding=1), wanted, 32 * 16 * 9 * 32 * 32


KERNELS: dict[str, Callable[[], tuple[Tensor, np.ndarray, int]]] = {
    "product 256 x 256 x 256, floats": lambda: _product(256, "float32"),
    "product 256 x 256 x 256, halves": lambda: _product(256, "float16"),
    "convolution 3 x 3, 16 to 32 channels, 32 x 32": _convolution,
}


def main() -> None:
    """Prints the page."""
    if os.environ.get("EMULATE") != "QCOM": raise SystemExit("run it with EMULATE=QCOM")
    emulators.install()
    execute._Batch.step = _counted  # type: ignore[method-assign]
    print("# Instructions that kernels execute on the emulated Adreno GPU\n")
    model = os.environ.get("EMULATE_CARD", "a630")
    print(f"Model {model}; `EMULATE=QCOM python scripts/adreno_executed.py` makes this page. By thread and multiplication;\n"
          "issued: with repeats and waits that the instructions name. Caches, other waits and time are not modelled.\n")
    print("| kernel | TEXTURES | executed | issued | touch memory |\n|---|---|---|---|---|")
    for name, make in KERNELS.items():
        for textures in (0, 1):
            with Context(DEV="QCOM", TEXTURES=textures):
                result, wanted, multiplications = make()
                _counts.clear()
                np.testing.assert_allclose(result.numpy(), wanted, rtol=2e-3, atol=0.05)
            cells = (f"{_counts[key] / multiplications:.3f}" for key in ("executed", "issued", "touch memory"))
            print(f"| {name} | {textures} | {' | '.join(cells)} |")


if __name__ == "__main__": main()
