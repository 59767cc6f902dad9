"""Driver assistance on an Adreno GPU: an ONNX model with images of halves and a recurrent part, captured, saved, and replayed by
another process that has no compiler; submissions, kernels and bytes counted in place of time."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from heddle.runtime.qcom import mesa
from tests.emulators.qcom.install import as_device
from tests.emulators.qcom.system import QCOMSystem

pytest.importorskip("onnx")
from scripts import adreno_driving
from tests.runtime.qcom import driving_model

pytestmark = [pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux"),
              pytest.mark.skipif(not mesa.probe().usable, reason="tinymesa is not installed")]
ROOT = Path(__file__).resolve().parents[3]
REPLAY = """
import json, sys
from tests import emulators
emulator = emulators.install()
from heddle import TinyJit
from heddle.runtime.qcom.ir3_compiler import IR3Compiler
from scripts import adreno_driving
from tests.runtime.qcom import driving_model

def no_compiler(self, source): raise AssertionError("a kernel is compiled")
prepared = [driving_model.inputs(n, "QCOM") for n in range(4)]  # casts to images, which are no part of the capture
IR3Compiler.compile = no_compiler
step = TinyJit.load(sys.argv[1])
driver = emulator.system.driver
state, plans, counts = prepared[0][1], [], []
for frames, _ in prepared:
    before, launches = len(driver.calls), driver.launches
    made = step(frames, state)
    plans.append(made["plan"].numpy().tolist())
    counts.append([driver.calls[before:].count("GPU_COMMAND"), driver.launches - launches])
    state = made["next"]
print(json.dumps({"plans": plans, "counts": counts, "faults": len(emulator.faults())}))
"""


@pytest.mark.slow
def test_saved_and_replayed_without_a_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machine = as_device(monkeypatch, QCOMSystem())
    path = tmp_path / "driving.capture"
    plans = driving_model.captured("QCOM", path)
    assert machine.driver.faults == []
    with ZipFile(path) as archive:
        manifest = json.loads(archive.read("capture.json"))
        assert not [name for name in archive.namelist() if "pickle" in name or name.endswith(".pkl")]
    images = [row["image"] for row in manifest["states"] if "image" in row]
    assert len(images) >= 3 and {name for name, _, _ in images} == {"float16"}, "the weights of convolutions"

    done = subprocess.run([sys.executable, "-c", REPLAY, str(path)], cwd=ROOT, capture_output=True, text=True, check=False,
                          env=os.environ | {"EMULATE": "QCOM", "PYTHONPATH": str(ROOT), "CACHE_DIR": str(tmp_path / "cache")})
    assert done.returncode == 0, done.stderr[-4000:]
    found = json.loads(done.stdout.splitlines()[-1])
    np.testing.assert_array_equal(found["plans"], np.array(plans), "the same kernels on the same numbers")
    kernels = [manifest["kernels"][call["kernel"]]["info"] for call in manifest["calls"]]
    assert found["faults"] == 0 and found["counts"] == [[1, len(kernels)]] * 4, "a step is one submission"
    spent = {info["name"]: info["bytes"] / adreno_driving.BANDWIDTH for info in kernels}
    assert len(kernels) < 20 and all(info["bytes"] > 0 for info in kernels) and 0 < sum(spent.values()) < adreno_driving.BUDGET, spent

    monkeypatch.setattr(driving_model, "as_image", lambda x: x.realize())
    floats = driving_model.captured("CPU", tmp_path / "floats.capture")
    np.testing.assert_allclose(plans, floats, rtol=2e-2, atol=2e-3, err_msg="halves are near float32")


def test_a_step_is_planned_without_a_gpu() -> None:
    """As the recorded page has it, with small sizes."""
    rows = adreno_driving.rows(driving_model.SMALL)
    assert 4 < len(rows) < 20 and all(row.ops > 0 and row.nbytes > 0 and row.program.gpu == "a630" for row in rows)
    assert any(row.program.textures for row in rows) and sum(row.seconds for row in rows) < adreno_driving.BUDGET
    assert {row.bound for row in rows} <= {"memory", "arithmetic"}
    assert adreno_driving.verdict(0.5e-3).startswith("That is within the budget of 2 ms if kernels reach 25%")
    assert adreno_driving.verdict(5e-3) == "That is over the budget: 5.00 ms at the GPU's peak, 2.5 times 2 ms."


@pytest.mark.slow
def test_a_step_of_real_size_is_the_recorded_one() -> None:
    rows = adreno_driving.rows(driving_model.REAL)
    page = (ROOT / "benchmarks" / "results" / "adreno-driving-2026-11-25.md").read_text()
    recorded = [line.split("|")[1].strip() for line in page.splitlines() if line.startswith("|")]
    assert recorded[2:-1] == [row.name for row in rows] and sum(row.seconds for row in rows) < adreno_driving.BUDGET
