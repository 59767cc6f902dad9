"""The part of mpi4py's interface that is used here, as types: mpi4py itself may be absent.

Source: mpi4py 4.1, `mpi4py/MPI.pyi`.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NewType, Protocol

Datatype = NewType("Datatype", object)
Op = NewType("Op", object)
Errhandler = NewType("Errhandler", object)
#: memory, and the type of its elements
Elements = Sequence[object]


class Request(Protocol):
    """An operation under way."""

    def Test(self) -> bool: ...  # noqa: N802


class Group(Protocol):
    """Some ranks."""

    def Incl(self, ranks: list[int]) -> Group: ...  # noqa: N802


class Info(Protocol):
    """Keys and values."""

    def get(self, key: str) -> str | None: ...
    def Free(self) -> None: ...  # noqa: N802


class Comm(Protocol):
    """An MPI communicator."""

    @property
    def rank(self) -> int: ...
    @property
    def size(self) -> int: ...
    def Dup(self) -> Comm: ...  # noqa: N802
    def Set_errhandler(self, errhandler: Errhandler) -> None: ...  # noqa: N802
    def Get_info(self) -> Info: ...  # noqa: N802
    def Get_group(self) -> Group: ...  # noqa: N802
    def Create_group(self, group: Group) -> Comm: ...  # noqa: N802
    def Abort(self, errorcode: int) -> None: ...  # noqa: N802
    def Ibarrier(self) -> Request: ...  # noqa: N802
    def Iallreduce(self, sendbuf: Elements, recvbuf: Elements, op: Op) -> Request: ...  # noqa: N802
    def Ireduce_scatter_block(self, sendbuf: Elements, recvbuf: Elements, op: Op) -> Request: ...  # noqa: N802
    def Iallgather(self, sendbuf: Elements, recvbuf: Elements) -> Request: ...  # noqa: N802
    def Ialltoall(self, sendbuf: Elements, recvbuf: Elements) -> Request: ...  # noqa: N802
    def Ibcast(self, buf: Elements, root: int) -> Request: ...  # noqa: N802
    def Isend(self, buf: Elements, dest: int) -> Request: ...  # noqa: N802
    def Irecv(self, buf: Elements, source: int) -> Request: ...  # noqa: N802


class Address(Protocol):
    """The class mpi4py.MPI.buffer: memory by its address, which may be one of a device."""

    def fromaddress(self, address: int, nbytes: int) -> object: ...


class MPI(Protocol):
    """The module mpi4py.MPI."""

    __file__: str
    buffer: Address
    COMM_SELF: Comm
    COMM_WORLD: Comm
    ERRORS_RETURN: Errhandler
    THREAD_SERIALIZED: int
    BYTE: Datatype
    INT64_T: Datatype
    SUM: Op
    PROD: Op
    MAX: Op

    def Is_initialized(self) -> bool: ...  # noqa: N802
    def Is_finalized(self) -> bool: ...  # noqa: N802
