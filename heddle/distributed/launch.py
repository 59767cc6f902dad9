"""`heddle launch`: starts a program several times by the MPI launcher of this installation.

Inputs: the number of processes, the program (a file, or `-m` and a module) with its arguments, and options for the launcher. Outputs:
this process becomes the launcher.
Invariants: nothing is started in another way than the launcher does it; each rank has a supervisor (`supervise.py`).
"""
from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import shutil
import sys
from collections.abc import Sequence

from heddle.errors import CommandError, FileMissingError

LAUNCHERS = ("mpiexec", "mpirun")


def find_launcher() -> str:
    """The path of mpiexec: that of this Python's environment, then that of PATH. CommandError if there is none."""
    own = os.path.dirname(sys.executable)
    for name in LAUNCHERS:
        if (found := shutil.which(name, path=own) or shutil.which(name)) is not None: return found
    raise CommandError("no MPI launcher was found: neither mpiexec nor mpirun is beside this Python or on PATH",
                       "Install one: pip install 'heddle-tensor[mpi]' brings MPICH; or load the site's MPI module.")


def check_program(program: Sequence[str]) -> None:
    """FileMissingError if a program is neither a file with its arguments, nor `-m`, a module in reach of this folder, and those."""
    if program[0] == "-m":
        name = program[1].partition(".")[0]
        if importlib.util.find_spec(name) or importlib.machinery.PathFinder.find_spec(name, [os.getcwd()]): return
        raise FileMissingError(f"there is no module {name}", "Start in the folder that has it, or install its package.")
    if not os.path.isfile(program[0]):
        raise FileMissingError(f"there is no program {program[0]}", "Give the path of a Python file, or -m and the name of a module.")


def title_of(program: Sequence[str]) -> str:
    """What a program is called in messages."""
    return program[1] if program[0] == "-m" else program[0]


def command(count: int, program: Sequence[str], options: Sequence[str]) -> list[str]:
    """The command line that starts `program`, which `check_program` takes, `count` times. `options` go to the launcher."""
    check_program(program)
    return [find_launcher(), "-n", str(count), *options, sys.executable, "-m", "heddle.distributed.supervise", *program]


def launch(count: int, program: Sequence[str], options: Sequence[str] = ()) -> None:
    """Becomes the launcher: it passes Ctrl-C on to all ranks, and its exit status is theirs."""
    line = command(count, program, options)
    sys.stdout.flush()
    os.execv(line[0], line)
