"""`heddle launch`: starts a program several times by the MPI launcher of this installation.

Inputs: the number of processes, the program (a file, or `-m` and a module) with its arguments, and options for the launcher. Outputs:
this process becomes the launcher.
Invariants: nothing is started in another way than the launcher does it; each rank has a supervisor (`supervise.py`).
"""
from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

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
    if _may_stay(line[0]): _start_watch()
    os.execv(line[0], line)


def _may_stay(launcher: str) -> bool:
    """Whether it is Open MPI's, on Linux: PRRTE 3 waits for ever where a rank connects while another's failure ends the job."""
    return sys.platform == "linux" and Path(launcher).resolve().with_name("prterun").exists()


def _start_watch() -> None:
    """Starts a process that ends this one, which is to become the launcher, once it has outlived all that it started."""
    pid, handle = os.getpid(), os.pidfd_open(os.getpid())
    if (between := os.fork()) != 0:
        os.waitpid(between, 0)  # it has started the watch, which is nobody's child then, and no signal of a terminal reaches it
        return
    try:
        if os.fork() == 0:
            os.setsid()
            _watch(pid, handle)
    finally: os._exit(0)  # whatever happens, it does not go on with this program


def _watch(pid: int, handle: int) -> None:
    """Waits for the end of the process, or ends it. handle: its file descriptor."""
    had_children, alone = False, 0.0
    while not select.select([handle], [], [], _PAUSE)[0]:
        if _has_children(pid): had_children, alone = True, 0.0
        elif had_children and (alone := alone + _PAUSE) > _ALONE: break
    else: return
    print("heddle: the MPI launcher goes on though all ranks have ended, and is ended", file=sys.stderr, flush=True)
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError): signal.pidfd_send_signal(handle, number)
        if select.select([handle], [], [], 2)[0]: return


def _has_children(pid: int) -> bool:
    """Whether a process that `pid` has started is running."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ends meanwhile
            state, parent = file.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == pid and state != "Z": return True
    return False
