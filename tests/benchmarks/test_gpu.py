"""The comparison on a GPU, without one: its rows, its table, and the script that runs it all."""
from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from benchmarks import gpu
from heddle.runtime.support import nvrtc

ROOT = Path(__file__).resolve().parent.parent.parent


def row(name: str) -> gpu.Row: return next(r for r in gpu.rows(dry=True) if r.name == name)


def test_rates_and_ratios() -> None:
    found = {"heddle": 2e-3, "torch": 3e-3, "torch.compile": 1e-3, "apart": 1e-6}
    memory = row("softmax")
    assert gpu.line(memory, found, {"memory": 4 * memory.work / 2e-3}) == "| softmax | 2000.0 µs | 0.00 TB/s | 25% | 0.50 | 1.0e-06 |"
    product = gpu._matmul(1024, "bfloat16")
    assert gpu.line(product, found, {}) == "| matmul bfloat16 1024 | 2000.0 µs | 1.07 TFLOP/s |  | 0.50 | 1.0e-06 |"
    assert gpu.line(product, {}, {}) == "| matmul bfloat16 1024 | compiled | | | | |"


def test_what_is_measured() -> None:
    names = [r.name for r in gpu.rows(dry=False)]
    assert {"elementwise", "sum", "softmax", "layernorm", "conv 3x3", "attention 4096"} <= set(names)
    assert {f"matmul {kind} {n}" for kind in ("float32", "tf32", "bfloat16", "fp8e4m3") for n in (1024, 8192)} <= set(names)


@pytest.mark.skipif(not nvrtc.probe().usable, reason="NVRTC is not installed")
@pytest.mark.parametrize("name", ("elementwise", "matmul tf32 256"))
def test_a_dry_run_compiles(name: str) -> None: assert gpu.run(row(name), True, 1) == {}


def test_the_script_is_one() -> None:
    assert subprocess.run(["bash", "-n", str(ROOT / "scripts" / "gpu_check.sh")], check=False).returncode == 0
    refused = subprocess.run(["bash", str(ROOT / "scripts" / "gpu_check.sh"), "--wet"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2 and "unknown option --wet" in refused.stderr
