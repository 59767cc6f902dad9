"""heddle's NV runtime on the mock: each family and each release in a process of its own, and a part of the op suite in every run.

`make test-all` runs the whole suite (EMULATE=NV).
"""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from heddle.runtime.cuda import nvrtc, ptxas

from .nv import FAMILIES
from .nv.structs import RELEASES

ROOT = Path(__file__).resolve().parents[2]
#: tests that are drawn, other ones every day, and how many of them are to pass at least: some do not apply
_SAMPLE, _FEWEST = 16, 8

pytestmark = [
    pytest.mark.skipif(not nvrtc.probe().usable, reason="kernels are compiled by NVRTC: pip install 'heddle-tensor[cuda]'"),
    pytest.mark.skipif("EMULATE" in os.environ, reason="this run is of an emulated device already")]

#: sums, products, a captured graph, both compilers; leaves nothing undone and nothing wrong
_PROGRAM = """
import sys
import numpy as np
import pytest
from heddle import Context, Tensor, TinyJit
from heddle.device import Device
from heddle.settings import settings
from tests.emulators.nv.install import as_device
family, version, seed, settings.CACHE_DIR, compilers = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5:]
a, b = (np.random.default_rng(0).random((33, 33), np.float32) for _ in range(2))
with pytest.MonkeyPatch.context() as patch, as_device(patch, family, version=version, seed=seed) as mock:
    for compiler in compilers:
        with Context(DEV=f"NV:{compiler}"):
            x, y = Tensor(a).realize(), Tensor(b).realize()
            np.testing.assert_allclose((x @ y).sum(axis=0).numpy(), (a @ b).sum(axis=0), rtol=1e-5)
            step = TinyJit(lambda t: ((t @ y).softmax() @ x).realize())
            for n in range(5):
                given = Tensor(a * n).realize()
                weights = np.exp(a * n @ b - (a * n @ b).max(axis=1, keepdims=True))
                np.testing.assert_allclose(step(given).numpy(), weights / weights.sum(axis=1, keepdims=True) @ a, rtol=1e-4)
            Device[f"NV:{compiler}"].synchronize()
refused = [said for said in mock.refusals if "0x13e with 1032 bytes" not in said]  # the release is asked for in two sizes
assert not mock.faults and not refused, (mock.faults, refused)
assert len(mock.launches) > 10
"""


def run(tmp_path: Path, family: str, version: str, seed: int = 1) -> None:
    compilers = ["NVRTC", *(["PTX"] if ptxas.probe().usable else [])]
    command = [sys.executable, "-c", _PROGRAM, family, version, str(seed), str(tmp_path), *compilers]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr[-4000:]


@pytest.mark.parametrize("family", [  # by default one for each version of the launch descriptor
    pytest.param(f, marks=[] if f in ("AD102", "GH100", "GB202") else [pytest.mark.slow]) for f in FAMILIES])
def test_every_family_computes(tmp_path: Path, family: str) -> None: run(tmp_path, family, RELEASES[3])


@pytest.mark.slow
@pytest.mark.parametrize("version", RELEASES)
def test_every_release_serves(tmp_path: Path, version: str) -> None: run(tmp_path, "GH100", version)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
def test_any_order_of_work_will_do(tmp_path: Path, seed: int) -> None: run(tmp_path, "AD102", RELEASES[3], seed)


def test_a_sample_of_the_op_suite() -> None:
    suite = sorted(str(f.relative_to(ROOT)) for f in (ROOT / "tests" / "tensor").glob("test_conformance_*.py"))
    options = ["-q", "-p", "no:cacheprovider", "-m", "", f"--sample={_SAMPLE}", "-k", "[NV] or [NV- or [NV:"]
    command = [sys.executable, "-m", "pytest", *options, *suite]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=os.environ | {"EMULATE": "NV"})
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert int(re.findall(r"(\d+) passed", done.stdout)[-1]) >= _FEWEST
