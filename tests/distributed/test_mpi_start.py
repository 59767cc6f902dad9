"""MPI's start and end: a process that waits for others in them does so for a set time."""
from __future__ import annotations

import re
import subprocess
import sys

PROGRAM = """
import ctypes, sys
from heddle.distributed import mpi_start
from heddle.settings import settings

mpi_start.GRACE, settings.COLLECTIVE_TIMEOUT = 0, float(sys.argv[1])
with mpi_start.time_limit("the others", "Wait for them."):
    ctypes.CDLL(None).usleep(int(sys.argv[2]) * 1000)
print("it goes on")
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True, timeout=60)


def test_a_call_that_blocks_for_too_long_ends_the_process(monkeypatch):
    monkeypatch.setenv("PMI_RANK", "3")
    done = run("0.2", "900000")
    assert done.returncode == 1 and not done.stdout
    assert re.fullmatch(r"DistributedError: rank 3 on \S+ \(process \d+\) has waited 0\.2 s for the others\.\n"
                        r"(  at <string>:\d+.*\n)?  Wait for them\.\n", done.stderr), done.stderr


def test_a_call_that_returns_in_time_does_not():
    done = run("60", "1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "it goes on\n", "")
