"""Mailboxes between the processes of one machine, in a file of its memory that all of them map.

Inputs: a communicator whose ranks are on one machine. Outputs: its mailboxes; or none, on all of its ranks. Invariants: memory is
taken from the system before it is used, and only where there is plenty; the file has no name any more once all have it.
"""
from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import sys
import tempfile
from array import array

from heddle.distributed.mpi_types import MPI, Comm
from heddle.runtime.cpu.exchange import BLOCKS, Codes, Mailboxes, mailbox_bytes

#: bytes of a message at most
LONGEST = 64 << 10
#: bytes of all messages of a communicator that are under way, and its ranks: the memory grows with their square
_MOST, _MOST_RANKS = 8 << 20, 32
#: where systems keep memory that processes share, and how many times as much of it there has to be
_FOLDER, _PLENTY = "/dev/shm", 4
_PATH_BYTES = 1024


def shared_mailboxes(mpi: MPI, comm: Comm, longest: int = LONGEST) -> Mailboxes | None:
    """The mailboxes of a communicator, for messages of `longest` bytes at most; None if one of its ranks cannot have them.

    All of them have to call it, and wait for each other.
    """
    size, own = comm.size, comm.rank
    if not 1 < size <= _MOST_RANKS or sys.platform == "win32": return None
    block_bytes = min(longest, _MOST // (size * size * BLOCKS)) // 64 * 64
    each = mailbox_bytes(block_bytes)
    memory = _shared_memory(mpi, comm, size * size * each)
    if memory is None: return None
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    to, come_from = ([start + each * (size * a + b) for a, b in pairs]
                     for pairs in ([(own, k) for k in range(size)], [(k, own) for k in range(size)]))
    return Mailboxes(to, come_from, block_bytes, Codes(mpi.ERR_TRUNCATE, mpi.ANY_SOURCE, mpi.ANY_TAG), memory)


def _shared_memory(mpi: MPI, comm: Comm, nbytes: int) -> mmap.mmap | None:
    """Zeros that all ranks see; None on all of them if one does not."""
    with contextlib.ExitStack() as stack:
        path = _new_file(nbytes, stack) if comm.rank == 0 else ""
        text = bytearray(path.encode().ljust(_PATH_BYTES, b"\0"))
        comm.Bcast([text, mpi.BYTE], 0)
        memory = _mapped(text.rstrip(b"\0").decode(), nbytes)
        given, found = array("q", [memory is not None]), array("q", [0])
        comm.Allreduce([given, mpi.INT64_T], [found, mpi.INT64_T], mpi.MIN)
        return memory if found[0] else None


def _new_file(nbytes: int, stack: contextlib.ExitStack) -> str:
    """The path of a new file of zeros, until `stack` ends; an empty one if there is no room for it."""
    folder = _FOLDER if os.path.isdir(_FOLDER) else tempfile.gettempdir()
    found = os.statvfs(folder)
    if found.f_bavail * found.f_frsize < _PLENTY * nbytes: return ""
    try: file, path = tempfile.mkstemp(prefix="heddle-", dir=folder)
    except OSError: return ""
    stack.callback(os.unlink, path)
    try: os.posix_fallocate(file, 0, nbytes) if hasattr(os, "posix_fallocate") else os.write(file, bytes(nbytes))
    except OSError: return ""
    finally: os.close(file)
    return path if len(path.encode()) < _PATH_BYTES else ""


def _mapped(path: str, nbytes: int) -> mmap.mmap | None:
    """The memory of a file, for this process; None if it has no such file, as in another container."""
    if not path: return None
    try:
        file = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        try: return mmap.mmap(file, nbytes)
        finally: os.close(file)
    except (OSError, ValueError): return None
