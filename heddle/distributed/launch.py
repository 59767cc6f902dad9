"""`heddle launch`: starts a program several times by the MPI launcher of this installation.

Inputs: the number of processes, the program (a file, or `-m` and a module) with its arguments, and options for the launcher. Outputs:
this process becomes the launcher.
Invariants: nothing is started in another way than the launcher does it; each rank has a supervisor (`supervise.py`).
"""
from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence

from heddle.errors import CommandError
from heddle.process.program import check_program

LAUNCHERS = ("mpiexec", "mpirun")


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
    os.execv(line[0], line)
