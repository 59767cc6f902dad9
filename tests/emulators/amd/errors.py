"""What can be wrong with what a GPU of AMD is given: addresses, packets, launches."""
from __future__ import annotations


class AMDError(Exception):
    """Base of all of them."""


class MemoryFault(AMDError):
    """A packet or a kernel touched an address that this GPU may not touch so.

    access: "read", "write" or "execute". missing: nothing is mapped there; otherwise the mapping does not allow the access.
    """

    def __init__(self, va: int, access: str, missing: bool = True, what: str = "") -> None:
        self.va, self.access, self.missing, self.what = va, access, missing, what
        reason = "nothing is mapped there" if missing else f"the mapping there allows no {access}"
        super().__init__(f"{what or 'the GPU'}: {access} at {va:#x}: {reason}")


class CommandFault(AMDError):
    """A packet that the command processor or a DMA engine cannot make sense of: the queue stops there."""


class KernelFault(AMDError):
    """A kernel did what hardware answers with a hang or an exception: an unknown instruction, a barrier that not all waves reach."""


class Deadlock(AMDError):
    """Every queue waits for what no queue will do."""


class Misuse(AMDError):
    """The host did what no driver can answer and hardware takes in silence: a structure of the wrong size, a doorbell of 32 bits."""
