"""A part of the conformance suite on emulated GPUs, `CUDA` and `CUDA:PTX`, in a process of its own; `make test-all` runs all of it."""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = ("test_conformance_products.py", "test_gradient.py")


@pytest.mark.parametrize("file", FILES)
def test_conformance(file: str) -> None:
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "CUDA", f"tests/tensor/{file}"],
                          cwd=ROOT, env=os.environ | {"EMULATE": "CUDA"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and re.search(r"\d+ passed", done.stdout), done.stdout[-4000:]


GRAPHS = """
import numpy as np
from tests.emulators.ptx.driver import StandIn
from heddle.runtime.support import cuda_driver
driver = StandIn(2)
cuda_driver.load = lambda name: driver
from heddle import Context, Tensor, TinyJit
for made, name in enumerate(("CUDA", "CUDA:PTX"), 1):
    with Context(DEV=name):
        w = Tensor(np.eye(8, dtype=np.float32) * 2).realize()
        f = TinyJit(lambda x: ((x @ w).softmax() @ w).realize())
        for seed in range(5):
            x = np.random.default_rng(seed).normal(size=(8, 8)).astype(np.float32)
            e = np.exp(2 * x)
            np.testing.assert_allclose(f(Tensor(x)).numpy(), 2 * e / e.sum(1, keepdims=True), rtol=1e-4)
        assert driver.calls["cuGraphInstantiateWithFlags"] == made and driver.calls["cuGraphLaunch"] >= 3 * made
        assert driver.calls["cuGraphExecKernelNodeSetParams_v2"] >= made
        assert (Tensor([1.0, 2.0], device="CUDA:1") + 1).to("CUDA").tolist() == [2.0, 3.0]
assert not driver.faults and not driver.internal_errors
"""


def test_graphs_are_replayed_and_devices_copy_to_each_other() -> None:
    """In a process of its own: the driver is the process's."""
    done = subprocess.run([sys.executable, "-c", GRAPHS], cwd=ROOT, capture_output=True, text=True, check=False,
                          env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr[-3000:]
