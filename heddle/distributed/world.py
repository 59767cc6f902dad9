"""The processes that run this program.

Inputs: `initialize()`. Outputs: the communicator of this process. Invariants: there is one for the life of the process; a process that
was not started with others is rank 0 of 1 and needs no MPI.
"""
from __future__ import annotations

import threading

from heddle.engine.communicator import current
from heddle.process.fork_safety import free_in_child

_lock = free_in_child(threading.Lock())


def initialize() -> None:
    """Joins the other processes of this program; every one of them has to call it. A second call does nothing.

    DistributedError if they run another version of heddle or another program; PackageMissingError without mpi4py or an MPI library.
    If they do not come within COLLECTIVE_TIMEOUT seconds, MPI cannot be left, so this process ends after a DistributedError on
    standard error.
    """
    with _lock:
        if current.communicator is not None: return
        from heddle.distributed.mpi import MPICommunicator
        current.communicator = MPICommunicator()


def is_initialized() -> bool:
    """Whether this process has joined others."""
    return current.communicator is not None


def rank() -> int:
    """The number of this process, from 0 up to `size()`; 0 before `initialize()`."""
    return 0 if current.communicator is None else current.communicator.rank


def size() -> int:
    """How many processes there are; 1 before `initialize()`."""
    return 1 if current.communicator is None else current.communicator.size
