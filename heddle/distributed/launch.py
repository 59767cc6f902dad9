"""`heddle launch`: starts a program several times by the MPI launcher of this installation.

Inputs: the number of processes, the program (a file, or `-m` and a module) with its arguments, and options for the launcher. Outputs:
this process becomes the launcher, or waits for it where that may not end by itself.
Invariants: nothing is started in another way than the launcher does it; each rank has a supervisor (`supervise.py`).
"""
from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from heddle.distributed.supervise import die_with_parent
from heddle.errors import CommandError
from heddle.process.program import check_program

LAUNCHERS = ("mpiexec", "mpirun")
#: seconds for which a launcher may be there without a process of its own
_ALONE = 8.0
_PAUSE = 0.5


def find_launcher() -> str:
    """The path of mpiexec: that of this Python's environment, then that of PATH. CommandError if there is none."""
    own = os.path.dirname(sys.executable)
    for name in LAUNCHERS:
        if (found := shutil.which(name, path=own) or shutil.which(name)) is not None: return found
    raise CommandError("no MPI launcher was found: neither mpiexec nor mpirun is beside this Python or on PATH",
                       "Install one: pip install 'heddle-tensor[mpi]' brings MPICH; or load the site's MPI module.")


def command(count: int, program: Sequence[str], options: Sequence[str]) -> list[str]:
    """The command line that starts `program`, which `check_program` takes, `count` times. `options` go to the launcher."""
    check_program(program)
    return [find_launcher(), "-n", str(count), *options, sys.executable, "-m", "heddle.distributed.supervise", *program]


def launch(count: int, program: Sequence[str], options: Sequence[str] = ()) -> None:
    """Becomes the launcher: it passes Ctrl-C on to all ranks, and its exit status is theirs."""
    line = command(count, program, options)
    sys.stdout.flush()
    if not _may_stay(line[0]): os.execv(line[0], line)
    sys.exit(_watched(line))


def _may_stay(launcher: str) -> bool:
    """Whether it is Open MPI's, on Linux: PRRTE 3 waits for ever where a rank connects while another's failure ends the job."""
    return Path(launcher).resolve().with_name("prterun").exists() and Path("/proc/self/task").is_dir()


def _watched(line: Sequence[str]) -> int:
    """Runs the launcher, and ends it once it has outlived all that it started; its exit status, or 1."""
    process = subprocess.Popen(line, preexec_fn=die_with_parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to the launcher too
    for passed in (signal.SIGTERM, signal.SIGHUP): signal.signal(passed, lambda number, _: process.send_signal(number))
    had_children, alone = False, 0.0
    while (status := process.poll()) is None:
        if _has_children(process.pid): had_children, alone = True, 0.0
        elif had_children and (alone := alone + _PAUSE) > _ALONE:
            print("heddle: the MPI launcher goes on though all ranks have ended, and is ended", file=sys.stderr, flush=True)
            process.terminate()
            try: process.wait(2)
            except subprocess.TimeoutExpired: process.kill()
            process.wait()
            return 1
        with contextlib.suppress(subprocess.TimeoutExpired): process.wait(_PAUSE)
    return status if status >= 0 else 128 - status


def _has_children(pid: int) -> bool:
    """Whether a process that `pid` has started is running."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ends meanwhile
            state, parent = file.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == pid and state != "Z": return True
    return False
