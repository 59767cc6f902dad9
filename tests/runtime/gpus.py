"""GPUs with tensor cores for tests of kernels: those that are there, and emulated ones in processes of their own."""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from heddle import Tensor
from heddle.device import Device
from heddle.dtype import DType, dtypes

ROOT = Path(__file__).resolve().parent.parent.parent
NAMES = ("CUDA", "AMD", "METAL")
DEVICES = [name for name in NAMES if Device.probe(name).usable]

#: for a fixture whose value is the name of a GPU that is there
EACH = DEVICES or [pytest.param("", marks=pytest.mark.skip(reason="needs a GPU with tensor cores, or EMULATE"))]
#: for the one test of a file that runs the others on an emulated GPU
not_emulated = pytest.mark.skipif("EMULATE" in os.environ, reason="this run is of an emulated device already")


def run_emulated(file: str, device: str) -> None:
    """Runs the tests of a file in another process, on an emulated GPU. Skips where that process has skipped all of them."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rs", str(Path(file).relative_to(ROOT))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False,
                          env=os.environ | {"EMULATE": device, "PYTHONPATH": str(ROOT)})
    again = f"EMULATE={device} python {' '.join(command[1:])}"
    # a process that ends without a result has crashed, or could not import the tests: no reason to skip
    assert done.returncode == 0, f"again: {again}\n{done.stdout[-6000:]}\n{done.stderr[-2000:]}"
    if not re.search(r"\d+ passed", done.stdout): pytest.skip(f"{device} cannot be emulated here: {done.stdout[-500:]}")


def normal(rng: np.random.Generator, dtype: DType, *shape: int) -> Tensor:
    """Random numbers in memory of the default device."""
    return Tensor(rng.standard_normal(shape).astype(np.float32)).cast(dtype).realize()


def numbers(x: Tensor) -> np.ndarray:
    """float32, of any float format."""
    return x.cast(dtypes.float32).numpy()
