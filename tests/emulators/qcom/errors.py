"""What a program on the emulated GPU did wrong."""
from __future__ import annotations


class QCOMError(Exception):
    """A fault of the program that drives the GPU, or of a kernel. `address`: one without memory, read or, with `writes`, written."""

    address: int | None = None
    writes = False


def no_memory(kind: type[QCOMError], address: int, what: str) -> QCOMError:
    """The fault of an access to an address without memory."""
    fault = kind(f"{what}, where there is no memory")
    fault.address = address
    return fault


class Misuse(QCOMError):
    """A request that no kernel driver would survive or that its header does not have."""


class CommandFault(QCOMError):
    """Packets that the command processor would stumble over, or registers that contradict each other."""


class KernelFault(QCOMError):
    """A kernel touched what it may not, or has an instruction that is not emulated."""
