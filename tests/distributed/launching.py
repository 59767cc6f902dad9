"""Real MPI processes for tests: a program's text is run by `heddle launch`, with the MPI of this environment."""
from __future__ import annotations

import functools
import importlib.util
import os
import re
import subprocess
import sys
import textwrap
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from heddle.distributed.launch import find_launcher
from heddle.errors import CommandError

#: Open MPI refuses to run as root, unless it is told twice
ALLOWED = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
#: seconds after which a run counts as hanging
LIMIT = 120.0


@functools.cache
def launcher() -> str | None:
    """What the launcher says of itself; None without mpi4py or a launcher."""
    if importlib.util.find_spec("mpi4py") is None: return None
    try: path = find_launcher()
    except CommandError: return None
    return subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout


needs_mpi = pytest.mark.skipif(launcher() is None, reason="needs mpi4py and an MPI launcher: pip install 'heddle-tensor[mpi]'")


@dataclass(frozen=True)
class Run:
    """A run that has ended. `printed` is its output as it came: lines of all ranks, each with its rank in front."""

    status: int
    printed: str
    seconds: float

    @functools.cached_property
    def said(self) -> str:
        """What each rank has printed, one rank after the other, behind what comes from none."""
        lines = [(re.match(r"\[(\d+)\] ", line), line) for line in self.printed.splitlines(keepends=True)]
        lines.sort(key=lambda pair: -1 if pair[0] is None else int(pair[0][1]))
        return "".join(line if found is None else line[found.end():] for found, line in lines)

    def errors(self) -> dict[int, str]:
        """The first line of each survivor's DistributedError, by rank."""
        found = re.findall(r"DistributedError: (.*)", self.said)
        return {int(n.group(1)): line for line in found if (n := re.match(r"rank (\d+)", line)) is not None}

    def checked(self) -> Run:
        """This run, if it went well."""
        assert self.status == 0, self.said
        return self


def launch(folder: Path, count: int, text: str, *arguments: str, **environment: str) -> Run:
    """Runs a program on `count` ranks. It fails the test if it does not end."""
    program = folder / "program.py"
    program.write_text(textwrap.dedent(text))
    said = launcher() or ""
    options = ["--option=--oversubscribe"] if "Open MPI" in said or "prte" in said else []
    line = [sys.executable, "-m", "heddle", "launch", "-n", str(count), *options, str(program), *arguments]
    began = time.monotonic()
    with open(folder / "output.txt", "wb+") as output:
        process = subprocess.Popen(line, env={**os.environ, **ALLOWED, "THREADS": "1", **environment}, stdout=output,
                                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)
        try: status = process.wait(LIMIT * max(1, count // 4))  # ranks that share two cores
        finally:
            process.kill()
            process.wait()
        output.seek(0)
        text = output.read().decode(errors="replace")
    return Run(status, text, time.monotonic() - began)


#: what a rank does, and what the others say of it
FAULTS = {
    "dies": ("os.kill(os.getpid(), signal.SIGKILL)", "has died"),
    "stops": ("os.kill(os.getpid(), signal.SIGSTOP)", "does not answer: it is stopped, or its machine is gone"),
    "hangs": ("while True: pass", "is at {program}"),
    "sleeps": ("time.sleep(1000)", "is at {program}"),
    "fails": ("raise ValueError('a bad batch')", "has failed: ValueError: a bad batch"),
    "leaves": ("sys.exit(0)", "has ended its program"),
    "interrupted": ("raise KeyboardInterrupt", "has failed: KeyboardInterrupt"),
}
