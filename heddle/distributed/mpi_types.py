"""The part of mpi4py's interface that is used here, as types: mpi4py itself may be absent. And MPI's names of dtypes and operations.

Source: mpi4py 4.1, `mpi4py/MPI.pyi`.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NewType, Protocol

from heddle.dtype import DType, dtypes
from heddle.errors import DTypeError
from heddle.uop.args import Collective
from heddle.uop.ops import Ops

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
    def Bcast(self, buf: Elements, root: int) -> None: ...  # noqa: N802
    def Allreduce(self, sendbuf: Elements, recvbuf: Elements, op: Op) -> None: ...  # noqa: N802
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
    ERR_TRUNCATE: int
    ANY_SOURCE: int
    ANY_TAG: int
    BYTE: Datatype
    INT64_T: Datatype
    SUM: Op
    PROD: Op
    MAX: Op
    MIN: Op

    def Is_initialized(self) -> bool: ...  # noqa: N802
    def Is_finalized(self) -> bool: ...  # noqa: N802
    def Get_error_string(self, errorcode: int) -> str: ...  # noqa: N802
    def _handleof(self, obj: object) -> int: ...


def handle_of(mpi: MPI, of: object) -> int:
    """MPI's own handle of an object, as 64 bits with a sign: an integer, or the address of what a pointer points to."""
    found = mpi._handleof(of)  # pyright: ignore[reportPrivateUsage]
    return found - (1 << 64) if found >> 63 else found


def type_of(mpi: MPI, dtype: DType) -> Datatype:
    """The type by which MPI moves and adds up elements: bytes for those that it cannot add up."""
    name = _TYPES.get(dtype)
    return mpi.BYTE if name is None else getattr(mpi, name)


_TYPES = {dtypes.float32: "FLOAT", dtypes.float64: "DOUBLE", dtypes.int8: "INT8_T", dtypes.int16: "INT16_T", dtypes.int32: "INT32_T",
          dtypes.int64: "INT64_T", dtypes.uint8: "UINT8_T", dtypes.uint16: "UINT16_T", dtypes.uint32: "UINT32_T",
          dtypes.uint64: "UINT64_T"}


def op_of(mpi: MPI, dtype: DType, op: Ops) -> Op:
    """The operation by which MPI reduces elements. DTypeError if it does not, or not as heddle does."""
    if not Collective.can_reduce(dtype, op):
        raise DTypeError(f"MPI does not reduce {dtype.name} by {op.name}", "Cast to a dtype that it adds up, such as float32.")
    return {Ops.ADD: mpi.SUM, Ops.MUL: mpi.PROD, Ops.MAX: mpi.MAX}[op]
