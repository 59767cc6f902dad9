"""MPI's module, its start and its end.

Inputs: mpi4py, and the MPI library that it finds. Outputs: MPI, initialised or finalised. Invariants: neither wait is without an end:
nothing can interrupt these calls while they wait for the other processes, so a process ends with a DistributedError if they take
longer than COLLECTIVE_TIMEOUT. They are called by ctypes, for mpi4py holds the interpreter's lock in them, and no thread could see
how long they take.
"""
from __future__ import annotations

import contextlib
import ctypes
import importlib
import os
import socket
import sys
import threading
from collections.abc import Generator
from typing import cast

from heddle.distributed.mpi_types import MPI
from heddle.distributed.watch import GRACE, main_location
from heddle.errors import DistributedError, PackageMissingError
from heddle.settings import rank_of_launcher, settings


def load_mpi() -> MPI:
    """The module of mpi4py, which leaves the start and the end of MPI to this one. PackageMissingError without it, or a library."""
    try:
        options = importlib.import_module("mpi4py").rc
        options.initialize = options.finalize = False
        return cast("MPI", importlib.import_module("mpi4py.MPI"))
    except (ImportError, RuntimeError) as fault:
        raise PackageMissingError(f"MPI cannot be used: {fault}", "Install it: pip install 'heddle-tensor[mpi]' mpich") from None


def initialize(mpi: MPI) -> None:
    """Initialises MPI, together with all other processes. As mpi4py would, it lets faults of MPI become errors."""
    with time_limit("the others to call initialize()",
                    "Every process that waits says so. Look for what the others do before they call it, or whether they have ended; "
                    "give them more time with COLLECTIVE_TIMEOUT."):
        _library(mpi).MPI_Init_thread(None, None, mpi.THREAD_SERIALIZED, ctypes.byref(ctypes.c_int()))
    for comm in (mpi.COMM_SELF, mpi.COMM_WORLD): comm.Set_errhandler(mpi.ERRORS_RETURN)


def finalize(mpi: MPI) -> None:
    """Finalises MPI, together with all other processes."""
    with time_limit("the others to end MPI", "Every process that waits says so. Look for what the others do."):
        _library(mpi).MPI_Finalize()


def _library(mpi: MPI) -> ctypes.CDLL:
    """MPI's own functions. (What an extension module links is found through its handle.)"""
    return ctypes.CDLL(mpi.__file__)


@contextlib.contextmanager
def time_limit(what: str, cure: str) -> Generator[None]:
    """Ends this process with a DistributedError if the body, which waits for `what`, takes longer than COLLECTIVE_TIMEOUT."""
    returned = threading.Event()
    watcher = threading.Thread(target=_end_late, args=(returned, float(settings.COLLECTIVE_TIMEOUT), what, cure), daemon=True)
    watcher.start()
    try: yield
    finally:
        returned.set()
        watcher.join()  # which does not return once the time is over


def _end_late(returned: threading.Event, seconds: float, what: str, cure: str) -> None:
    if returned.wait(seconds): return
    rank = rank_of_launcher()
    name = f"{'this process' if rank is None else f'rank {rank}'} on {socket.gethostname()} (process {os.getpid()})"
    error = DistributedError(f"{name} has waited {seconds:g} s for {what}", cure, main_location())
    print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
    threading.Event().wait(GRACE)  # the launcher ends all processes with the first: those that came a little later say so too
    os._exit(1)
