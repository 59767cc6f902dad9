"""No use after free: 500 random lives of memory that is borrowed and lent, on pages that nobody may touch once they are freed."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from heddle.settings import settings

ROOT = Path(__file__).resolve().parents[2]


def lives(seed: int, sequences: int, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tests.tensor.lifetimes", str(seed), str(sequences), *options], cwd=ROOT, text=True,
                          capture_output=True, timeout=300, env=os.environ | {"CACHE_DIR": settings.CACHE_DIR})


def test_memory_lives_as_long_as_anyone_sees_it():
    done = lives(1000, 500)
    last = done.stdout.splitlines()[-1] if done.stdout else "it did not start"
    assert done.returncode == 0, f"{last}; run python -m tests.tensor.lifetimes SEED 1\n{done.stderr}"
    assert last.startswith("500 sequences, ") and int(last.split()[2]) > 1500


def test_an_owner_that_is_forgotten_is_a_fault():
    """The net is fine enough: breaking the rule is seen."""
    assert lives(1000, 20, "forget-owners").returncode == -signal.SIGSEGV
