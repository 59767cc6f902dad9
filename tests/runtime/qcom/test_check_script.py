"""What somebody with an Adreno GPU runs, scripts/qcom_check.sh: its options, and the same steps on the emulated GPU."""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from heddle.runtime.qcom import mesa

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "scripts" / "qcom_check.sh"
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux")


def test_the_script_refuses_what_it_does_not_know() -> None:
    assert subprocess.run(["bash", "-n", str(SCRIPT)], check=False).returncode == 0
    refused = subprocess.run(["bash", str(SCRIPT), "--wet"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2 and "unknown option --wet" in refused.stderr


def test_every_step_has_a_limit() -> None:
    limits = [int(limit) for limit in re.findall(r'step "[^"]+" (\d+) ', SCRIPT.read_text())]
    assert len(limits) == 8 and all(0 < limit <= 1800 for limit in limits)


@pytest.mark.slow
@pytest.mark.skipif(not mesa.probe().usable, reason="tinymesa is not installed")
def test_a_whole_dry_run(tmp_path: Path) -> None:
    result = tmp_path / "result.txt"
    done = subprocess.run(["bash", str(SCRIPT), "--dry"], cwd=tmp_path, capture_output=True, text=True, check=False,
                          env=os.environ | {"RESULT": str(result), "PYTHON": sys.executable, "PYTHONPATH": str(ROOT)})
    text = result.read_text()
    assert done.returncode == 0 and "0 steps failed" in done.stdout, done.stdout + text[-4000:]
    steps = [line[3:] for line in text.splitlines() if line.startswith("== ")]
    assert steps == ["driver", "devices", "first kernels", "the vendor's compiler", "the vendor's kernels, launched", "op suite",
                     "driver afterwards"], "no times where nothing is timed"
    assert text.count("-- exit 0") == len(steps) and "chip 0x06030001, Adreno 630" in text
    assert "subnormal floats (zeros, says Mesa):" in text and "mad rounds once or twice: " in text and " passed" in text
