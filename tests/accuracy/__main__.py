"""`python -m tests.accuracy [--device DEV ...] [--dtype NAME ...] [--function NAME ...] [--density N] [--write]`: measures.

Inputs: devices (default: all that compute here, with a sample on the interpreter). Outputs: one line per function; with --write, the
tables of `docs/accuracy.md`.
"""
from __future__ import annotations

import argparse
import os
import platform
import sys
import warnings
from pathlib import Path

import numpy as np

from heddle.device import Device
from heddle.dtype import dtypes, to_dtype
from tests import emulators
from tests.accuracy import bounds, inputs
from tests.accuracy.functions import BINARY, UNARY
from tests.accuracy.measure import Measured, measure, measure_torch

DEVICES = ("CPU:CLANG", "CPU:LLVM", "CL", "WEBGPU", "PYTHON")
#: numbers per dense range where kernels are interpreted
SAMPLE = 40
PAGE = Path(__file__).parents[2] / "docs" / "accuracy.md"
BEGIN, END = "<!-- tables: python -m tests.accuracy --write -->\n", "<!-- end of tables -->\n"


def _is_interpreted(device: str) -> bool: return device == "PYTHON" or bool(os.environ.get("EMULATE"))


def _text(found: Measured | None) -> str:
    if found is None: return "–"
    if not np.isfinite(found.ulp): return "∞"
    return f"{found.ulp:.2f}" if found.ulp < 100 else f"{found.ulp:.0f}" if found.ulp < 1e5 else f"{found.ulp:.0e}"


def _row(name: str, dtype: str, devices: list[str], density: int) -> tuple[list[str], str]:
    """The cells of one function, and what they are as a line of text."""
    theirs = measure_torch(name, dtype, density)
    ours: dict[str, Measured] = {}
    for device in devices:
        caps = Device[device].renderer.capabilities
        if to_dtype(dtype) not in caps.dtypes or (dtype == "float64" and dtypes.float64 not in caps.arithmetic): continue
        sampled = _is_interpreted(device)
        ours[device] = measure(name, dtype, device, min(density, SAMPLE) if sampled else density, 97 if sampled else 1)
    worst = max((m for d, m in ours.items() if not _is_interpreted(d)), key=lambda m: m.ulp, default=theirs)
    note = bounds.REASONS.get(name, "") if worst.ulp > max(theirs.ulp, 0.51) * 1.01 else ""
    if theirs.ulp > 100 and worst.ulp <= theirs.ulp * 1.01 and worst.ulp > 100: note = bounds.REASONS.get(name, "as torch")
    at = ", ".join(f"{a:.9g}" for a in worst.argument)
    cells = [f"`{name}`", *(_text(ours.get(d)) for d in devices), _text(theirs), at, note]
    measured = "  ".join(f"{d} {_text(m)}" for d, m in ours.items())
    return cells, f"{name:12} {dtype:9} torch {_text(theirs):>8}  {measured}  at {at}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.accuracy", description="Errors of functions in ULP, next to torch's.")
    parser.add_argument("--device", nargs="+", default=list(DEVICES))
    parser.add_argument("--dtype", nargs="+", default=list(inputs.DTYPES), choices=list(inputs.DTYPES))
    parser.add_argument("--function", nargs="+", default=[*UNARY, *BINARY], choices=[*UNARY, *BINARY])
    parser.add_argument("--density", type=int, default=20_000, help="numbers per dense range")
    parser.add_argument("--write", action="store_true", help=f"write the tables of {PAGE.name}")
    args = parser.parse_args()
    emulators.install()
    warnings.simplefilter("ignore")
    tables: list[str] = []
    for dtype in args.dtype:
        heads = ["function", *args.device, "torch", "worst argument", "note"]
        lines = [f"### {dtype}\n", f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
        for name in args.function:
            cells, text = _row(name, dtype, args.device, args.density)
            print(text, flush=True)
            lines.append(f"| {' | '.join(cells)} |")
        tables.append("\n".join(lines) + "\n")
    if args.write: _write(tables)
    return 0


def _write(tables: list[str]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    about = f"Measured on {platform.system()} {platform.machine()}, NumPy {np.__version__}, torch {_torch_version()}.\n\n"
    PAGE.write_text(before + BEGIN + "\n" + about + "\n".join(tables) + "\n" + END + after, encoding="utf-8")


def _torch_version() -> str:
    import torch
    return torch.__version__


sys.exit(main())
