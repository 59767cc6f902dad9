"""A sample of the tests of several processes with Open MPI: the others run with the MPI of this environment, which is MPICH.

`make` puts Open MPI into an environment beside this one; `make test-openmpi` runs all of them there.
"""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PYTHON = Path(sys.prefix) / "openmpi" / "bin" / "python"

pytestmark = pytest.mark.skipif(not PYTHON.exists(), reason="needs Open MPI in an environment of its own: make .venv/.stamps/openmpi")


@pytest.mark.parametrize(("file", "chosen"), [
    ("test_launch.py", ""),
    ("test_collectives.py", "numpy"),
    ("test_exchange_graph.py", "numpy"),
    ("test_recipes.py", "data or pipeline"),
    ("test_failures.py", "dies or stops or hangs or interrupted"),
])
def test_a_sample(file: str, chosen: str) -> None:
    line = [str(PYTHON), "-m", "pytest", "-q", "-rsf", "-k", chosen, f"tests/distributed/{file}"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    found = re.search(r"(\d+) passed", done.stdout)
    said = done.stdout + done.stderr
    assert done.returncode == 0 and found is not None and int(found[1]) > 0 and " skipped" not in said, said


def test_it_is_open_mpi() -> None:
    text = "from tests.distributed.launching import launcher; print(launcher())"
    done = subprocess.run([str(PYTHON), "-c", text], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "Open MPI" in done.stdout


def test_a_launcher_that_outlives_its_ranks_is_ended(tmp_path: Path) -> None:
    """PRRTE waits for ever where one rank connects while the failure of another ends the job, which is a matter of moments."""
    program = tmp_path / "program.py"
    program.write_text("from heddle.settings import rank_of_launcher\n"
                       "if rank_of_launcher() == 0: raise ValueError('a bad file')\n"
                       "import heddle.distributed as distributed\n"
                       "distributed.initialize()\n")
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "COLLECTIVE_TIMEOUT": "8"}
    line = [str(PYTHON), "-m", "heddle", "launch", "-n", "2", "--option=--oversubscribe", str(program)]
    done = subprocess.run(line, cwd=ROOT, env={**os.environ, **root}, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode != 0 and "ValueError: a bad file" in done.stdout + done.stderr
