"""GPUs by family: the classes they offer, their version of the launch descriptor, and their sizes.

In: nothing. Out: `Family` and `Spec`. Always true: numbers are those of NVIDIA's class headers and of compiled cubins.
"""
from __future__ import annotations

from dataclasses import dataclass

KIB = 1024
#: bytes at the start of a block's shared memory that code for sm_90 and newer keeps for the system
RESERVED_SHARED = 0x400


@dataclass(frozen=True)
class Bank0:
    """Where code of a family finds things in constant bank 0. None: not read, or not known."""

    block: int  # three words
    grid: int  # three words
    shared_window: int | None  # eight bytes
    local_window: int
    stack_pointer: int  # a word
    parameters: int


_EARLY = Bank0(0x00, 0x0C, 0x18, 0x20, 0x28, 0x160)
_HOPPER = Bank0(0x00, 0x0C, None, 0x20, 0x28, 0x210)
_BLACKWELL = Bank0(0x360, 0x370, 0x2F0, 0x2F8, 0x37C, 0x380)


@dataclass(frozen=True)
class Family:
    """What GPUs of one architecture have in common."""

    name: str
    arch: int  # compute capability times 10
    usermode: int
    gpfifo: int
    compute: int
    copy: int
    qmd: int  # major version of the launch descriptor
    bank0: Bank0
    warps: int  # per multiprocessor
    carveouts: tuple[int, ...]  # KiB of shared memory that a multiprocessor can be set to

    @property
    def is_hopper_or_newer(self) -> bool: return self.arch >= 90

    @property
    def address_high(self) -> int:
        """Mask of the upper word of an address in methods."""
        return 0x1FFFFFF if self.is_hopper_or_newer else 0x1FFFF

    @property
    def semaphore_high(self) -> int:
        """Mask of the upper word of a host semaphore's address."""
        return 0x1FFFFFF if self.is_hopper_or_newer else 0xFF

    @property
    def addresses(self) -> int:
        """Where virtual addresses end. Source: uvm_pascal_mmu.c, uvm_hopper_mmu.c: num_va_bits."""
        return 1 << 57 if self.is_hopper_or_newer else 1 << 49

    @property
    def channel_addresses(self) -> int:
        """Where addresses for a channel's context end. Source: uvm_ampere.c, uvm_ada.c, uvm_hopper.c: max_channel_va."""
        return 1 << 57 if self.is_hopper_or_newer else 1 << 40

    @property
    def block_shared(self) -> int:
        """Bytes of shared memory that a block can have: of the largest carve-out 1 KiB is the system's."""
        return (self.carveouts[-1] - 1) * KIB + (RESERVED_SHARED if self.is_hopper_or_newer else 0)

    def classes(self) -> list[int]:
        """What the class list tells, in no order that means anything."""
        return [0x902D, 0x9067, self.compute, 0x90F1, 0x3E, self.copy, 0x40, 0x70, 0x83DE, self.usermode,
                0x80, 0x2080, 0xA06C, self.gpfifo, 0xA140]


_BIG = (8, 16, 32, 64, 100, 132, 164)
_SMALL = (8, 16, 32, 64, 100)
_HUGE = (*_BIG, 196, 228)

FAMILIES: dict[str, Family] = {f.name: f for f in (
    Family("GA100", 80, 0xC561, 0xC56F, 0xC6C0, 0xC6B5, 3, _EARLY, 64, _BIG),
    Family("GA102", 86, 0xC561, 0xC56F, 0xC7C0, 0xC7B5, 3, _EARLY, 48, _SMALL),
    Family("AD102", 89, 0xC561, 0xC56F, 0xC9C0, 0xC7B5, 3, _EARLY, 48, _SMALL),
    Family("GH100", 90, 0xC661, 0xC86F, 0xCBC0, 0xC8B5, 4, _HOPPER, 64, _HUGE),
    Family("GB100", 100, 0xC761, 0xC96F, 0xCDC0, 0xC9B5, 5, _BLACKWELL, 64, _HUGE),
    Family("GB202", 120, 0xC761, 0xCA6F, 0xCEC0, 0xCAB5, 5, _BLACKWELL, 48, _SMALL),
)}


@dataclass(frozen=True)
class Spec:
    """One GPU."""

    family: Family
    memory: int = 4 << 30
    gpcs: int = 1
    tpcs: int = 2  # that a GPC of this chip can have
    sms: int = 2  # of each TPC
    swept: tuple[int, ...] = ()  # mask of the TPCs that are not there, by GPC

    def tpc_mask(self, gpc: int) -> int:
        """The TPCs that are there."""
        return (1 << self.tpcs) - 1 & ~(self.swept[gpc] if gpc < len(self.swept) else 0)

    @property
    def tpc_count(self) -> int: return sum(self.tpc_mask(gpc).bit_count() for gpc in range(self.gpcs))

    def sm_version(self, release: tuple[int, ...]) -> int:
        """major << 8 | minor; releases before 580 tell 10.4 of what is 12.0."""
        if self.family.arch == 120 and release < (580,): return 0xA04
        return self.family.arch // 10 << 8 | self.family.arch % 10
