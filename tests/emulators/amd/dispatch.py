"""What the command processor hands to whatever runs kernels: one launch, and the memory that it may touch.

In: the registers as packets left them. Out: `Dispatch` and `Memory`, for an `Execute`. Always true: addresses are those of the GPU,
and each one that is touched through `Memory` is checked against the GPU's own mappings.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

Array = np.ndarray
#: LDS is given out in units of so many bytes (gfx10.3 to gfx12.0)
LDS_UNIT = 512


@dataclass(frozen=True)
class Dispatch:
    """One launch of a kernel.

    arch: as "gfx1100". code_address: first instruction. descriptor: the 64 bytes of the kernel's descriptor in this GPU's memory,
    None if there is none (only the registers count for the hardware; the descriptor is for checks). registers: every compute
    register that was set, by the name without COMPUTE_: PGM_LO, PGM_HI, PGM_RSRC1 to 3, USER_DATA_0 to 15, NUM_THREAD_X, START_X,
    TMPRING_SIZE, DISPATCH_SCRATCH_BASE_LO, ... groups: extent of the grid in workgroups. size: of a workgroup in work-items.
    wave: 32 or 64 lanes.
    """

    arch: str
    code_address: int
    descriptor: bytes | None
    registers: Mapping[str, int]
    groups: tuple[int, int, int]
    size: tuple[int, int, int]
    wave: int

    @property
    def lds_bytes(self) -> int:
        """Local memory of a workgroup."""
        return (self.registers["PGM_RSRC2"] >> 15 & 0x1FF) * LDS_UNIT

    @property
    def user_sgprs(self) -> tuple[int, ...]:
        """The scalar registers that each wave starts with, from s0 on."""
        count = self.registers["PGM_RSRC2"] >> 1 & 0x1F
        return tuple(self.registers.get(f"USER_DATA_{i}", 0) for i in range(min(count, 16)))

    @property
    def scratch_base(self) -> int:
        """Where the private memory of all waves begins (gfx11 on: the registers say so)."""
        high, low = (self.registers.get(f"DISPATCH_SCRATCH_BASE_{part}", 0) for part in ("HI", "LO"))
        return (high << 32 | low) << 8


class CachedLines(Protocol):
    """A mapping as a cache keeps it: who touches the bytes of `Memory.span` says so before, and after writing. Offsets in bytes."""

    def read(self, offsets: Array, nbytes: int) -> None:
        """Elements of `nbytes` at these offsets are read next."""
        ...

    def will_write(self, offsets: Array, nbytes: int, is_atomic: bool = False) -> None:
        """They are written next."""
        ...

    def written(self, offsets: Array, nbytes: int) -> None:
        """They have been."""
        ...


class Memory(Protocol):
    """What a GPU sees. Each method raises MemoryFault with the first address that it may not touch."""

    def read(self, address: int, nbytes: int, execute: bool = False) -> bytes:
        """A copy of what is there; `execute` if it is fetched as instructions."""
        ...

    def write(self, address: int, data: bytes) -> None:
        """Puts bytes there."""
        ...

    def view(self, address: int, nbytes: int, writable: bool = False) -> memoryview:
        """The memory itself as bytes (format B), for as long as the launch lasts. It lies in one mapping, or it is a fault."""
        ...

    def span(self, address: int, writable: bool = False) -> tuple[int, memoryview]:
        """The whole mapping that `address` lies in: where it begins, and the memory itself as bytes."""
        ...

    def lines(self, address: int) -> CachedLines | None:
        """What keeps the bytes of that mapping; None where they are memory itself."""
        ...

    @property
    def scalars(self) -> Memory:
        """The same as scalar loads see it."""
        ...

    def forget(self) -> None:
        """The kernel invalidates the vector caches of its unit."""
        ...


#: runs a launch to its end. Raises AMDError for what kernels do wrong
Execute = Callable[[Dispatch, Memory], None]
