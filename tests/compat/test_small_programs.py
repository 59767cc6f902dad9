"""Small programs in the style of the reference's users, one a subject, with what its version 0.14.0 prints.

They are run in one process. Losses are realized before a step: there what is still lazy is computed from the moved weights. Where the
reference is wrong or says otherwise by design NumPy's value is expected: the second line of `dataset_pipeline`, and how wide
uint64 with a signed integer is in `dtype_rules`, which leaves that out.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent / "small"
EXPECTED: dict[str, str] = json.loads((FOLDER / "expected.json").read_text())


#: those that take a moment; the others, which compile many kernels, are for longer runs
QUICK = ("autograd", "reinforce", "symbolic_jit")


@pytest.fixture(scope="module")
def printed(request: pytest.FixtureRequest) -> dict[str, str]:
    """What those of this run print here."""
    names = [item.callspec.params["name"] for item in request.session.items if "printed" in getattr(item, "fixturenames", ())]
    env = os.environ | {"PYTHONPATH": str(FOLDER.parent.parent.parent), "DEBUG": "0", "DEV": "CPU"}
    done = subprocess.run([sys.executable, str(FOLDER / "run_all.py"), *names], capture_output=True, text=True, timeout=300,
                          env=env, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in QUICK else [pytest.mark.slow]) for n in EXPECTED])
def test_small_programs_print_what_the_reference_prints(printed: dict[str, str], name: str) -> None:
    assert printed[name] == EXPECTED[name]


def test_every_program_is_run() -> None:
    assert {f.stem for f in FOLDER.glob("*.py")} - {"run_all"} == EXPECTED.keys()
