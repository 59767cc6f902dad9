"""Which memory MPI takes: whether it can be given addresses of devices.

Inputs: the module of mpi4py, after MPI is initialised. Outputs: yes or no, by what MPI says of itself. Invariants: silence is
no: an MPI that is given an address that it cannot read ends the process.
"""
from __future__ import annotations

import ctypes

from heddle.distributed.mpi_types import MPI

#: the info of MPI's world that lists kinds of memory (MPI 4.1, 12.4.3)
_KINDS = "mpi_memory_alloc_kinds"
#: functions that return 1 if MPI takes such memory: Open MPI (man page MPIX_Query_cuda_support), and MPICH since 4.0 alike
_QUERIES = {"cuda": "MPIX_Query_cuda_support"}


def takes(mpi: MPI, kind: str) -> bool:
    """Whether MPI says that it takes memory of this kind, such as `cuda`."""
    info = mpi.COMM_WORLD.Get_info()
    listed = info.get(_KINDS)
    info.Free()
    # a kind may be followed by restrictors: cuda:device
    if listed is not None and kind in [word.split(":")[0] for word in listed.split(",")]: return True
    name = _QUERIES.get(kind)
    # (what an extension module links is found through its handle)
    query = None if name is None else getattr(ctypes.CDLL(mpi.__file__), name, None)
    return query is not None and query() == 1
