"""How long a fresh process takes: to import a peer, and to its first result, with caches cold and warm.

In: peers. Out: cells as those of the rows, in wall-clock seconds of the whole process. "Cold" removes every cache on disk
(compiled Python files stay); "warm" is the same program once more.
"""
from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.rounds import Cell, Results
from benchmarks.setup import environment, pinned

_TENSOR = "from {0} import Tensor; assert (Tensor(list(range(1000))) * 2 + 1).sum().item() == 1000000"
_IMPORT = {"python": "pass", "heddle": "import heddle", "numpy": "import numpy", "torch": "import torch", "jax": "import jax",
           "tinygrad": "import tinygrad"}
_FIRST = {
    "heddle": _TENSOR.format("heddle"), "heddle-clang": _TENSOR.format("heddle"),
    "numpy": "import numpy as np; assert (np.arange(1000) * 2 + 1).sum() == 1000000",
    "torch": "import torch; assert (torch.arange(1000) * 2 + 1).sum().item() == 1000000",
    "jax": "import jax, jax.numpy as jnp; assert jax.jit(lambda x: (x * 2 + 1).sum())(jnp.arange(1000)) == 1000000",
    "tinygrad": _TENSOR.format("tinygrad"), "tinygrad-llvm": _TENSOR.format("tinygrad"),
}
ROWS = ("import", "first_result_cold", "first_result_warm")
ABOUT = {"import": "import, whole process", "first_result_cold": "first result of a fresh process, cold disk caches",
         "first_result_warm": "first result of a fresh process, warm disk caches"}


def run_startup(rows: Sequence[str], peers: Sequence[str], cores: int, rounds: int, folder: Path,
                say: Callable[[str], None]) -> Results:
    """The chosen rows of ROWS on the chosen peers (and bare Python, for comparison)."""
    results: Results = {}
    for row in rows:
        programs = _IMPORT if row == "import" else _FIRST
        chosen = {p: programs[p] for p in programs if p == "python" or p in peers}
        cells = results[row] = {peer: Cell() for peer in chosen}
        for _ in range(rounds):
            for peer, program in chosen.items(): _one(cells[peer], peer, program, row, cores, folder)
        say(f"{row}: " + "  ".join(f"{p} {c.failed or f'{c.median * 1e3:.0f} ms'}" for p, c in cells.items()))
    return results


def _one(cell: Cell, peer: str, program: str, row: str, cores: int, folder: Path) -> None:
    if cell.failed: return
    caches = folder / "startup" / peer
    if row == "first_result_cold": shutil.rmtree(caches, ignore_errors=True)
    env = environment(peer, cores, caches)
    if row == "first_result_warm" and not cell.samples: _process(program, env, cores)
    try:
        cell.samples.append(_process(program, env, cores))
    except subprocess.CalledProcessError as e:
        said = e.stderr.strip().splitlines()
        cell.failed = said[-1][:120] if said else f"exit status {e.returncode}"


def _process(program: str, env: dict[str, str], cores: int) -> float:
    command = pinned([sys.executable, "-c", program], cores)
    started = time.perf_counter()
    subprocess.run(command, env=env, check=True, capture_output=True, text=True)
    return time.perf_counter() - started
