"""Interface of the operating system modules: what the CPU runtime needs of Linux, macOS and Windows.

Inputs: sizes, addresses, names of functions. Outputs: memory, code that may run, addresses of functions, facts about the processor.
Invariants: memory is zeroed; no page that holds code is writable for a thread that runs it.
"""
from __future__ import annotations

from typing import Protocol

from heddle.named_tuple import NamedTuple

Bytes = int

HUGE_PAGE = 2 << 20


class CPU(NamedTuple):
    """A processor. `cache` counts bytes per core from the nearest cache on; `cores` are those this process may use."""

    machine: str
    model: str
    flags: frozenset[str]
    cache: tuple[Bytes, ...]
    line: Bytes
    cores: int


class CodeMemory(NamedTuple):
    """Memory of a loaded object: addresses and sizes of its code, with what is only read, and of its data."""

    code: int
    code_size: Bytes
    data: int
    data_size: Bytes


class HostSystem(Protocol):
    """An operating system. `machines`: the processors that kernels are made for there. `page`: the size of a page."""

    name: str
    machines: tuple[str, ...]
    page: Bytes

    # ---- memory

    def map_pages(self, nbytes: Bytes) -> int:
        """Address of `nbytes` (rounded up to pages) of fresh zeroed memory. MemoryError if the system has none."""
        ...

    def map_huge(self, nbytes: Bytes, align: Bytes = HUGE_PAGE) -> int:
        """As `map_pages`, starting on a multiple of `align`, and backed by huge pages where the system has some to give."""
        ...

    def unmap(self, address: int, nbytes: Bytes) -> None:
        """Gives back what `map_pages` or `map_huge` gave."""
        ...

    def memory_total(self) -> Bytes | None:
        """Bytes of the machine, or of the container that this process is in."""
        ...

    def memory_free(self) -> Bytes | None:
        """What programs can still take without others being swapped out, as the system reckons it."""
        ...

    # ---- code

    def map_code(self, code_size: Bytes, data_size: Bytes) -> CodeMemory:
        """Memory for code and, within 2 GB of it, for its data. `code_size` is in whole pages. MemoryError if the system has none."""
        ...

    def write_code(self, memory: CodeMemory, code: bytes, data: bytes) -> None:
        """Fills the memory, and makes the code executable. DeviceError if the system does not allow that."""
        ...

    def unmap_code(self, memory: CodeMemory) -> None:
        """Gives back what `map_code` gave."""
        ...

    def find_function(self, name: str) -> int:
        """Address of a function of the C library, the maths library or the compiler's helpers. DeviceError if none has it."""
        ...

    # ---- processor

    def processor(self) -> CPU:
        """The processor this process runs on."""
        ...

    def core_numbers(self) -> list[int]:
        """The cores that this process may run on, by the system's numbers."""
        ...
