"""A part of the op suite on QCOM, emulated, in every run; `make test-all` runs the whole (EMULATE=QCOM)."""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from heddle.runtime.qcom import mesa

ROOT = Path(__file__).resolve().parents[2]
#: tests that are drawn, other ones every day, and how many of them are to pass at least: some do not apply
_SAMPLE, _FEWEST = 16, 8


@pytest.mark.skipif(not mesa.probe().usable, reason="tinymesa is not installed")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux")
@pytest.mark.skipif("EMULATE" in os.environ, reason="this run is of an emulated device already")
def test_a_sample_of_the_op_suite() -> None:
    suite = sorted(str(f.relative_to(ROOT)) for f in (ROOT / "tests" / "tensor").glob("test_conformance_*.py"))
    options = ["-q", "-p", "no:cacheprovider", f"--sample={_SAMPLE}", "-k", "[QCOM:IR3] or [QCOM:IR3-"]
    command = [sys.executable, "-m", "pytest", *options, *suite]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=os.environ | {"EMULATE": "QCOM"})
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert int(re.findall(r"(\d+) passed", done.stdout)[-1]) >= _FEWEST
