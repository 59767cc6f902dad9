"""SDMA packets of AMD's copy queues.

Inputs: addresses, values, numbers of bytes. Outputs: words appended to `Words`. Invariants: a copy of any length is split into as many
packets as it takes; the form of a packet depends on the architecture alone.

Numbers and layouts: sdma_registers.h of AMD's ROCr runtime, and which packets go around a copy: BlitSdma::SubmitCommand there.
"""
from __future__ import annotations

from heddle.renderer.llvm.amdgcn import AMDArchitecture
from heddle.runtime.common.hardware_queue import Words

_COPY, _FENCE, _POLL, _CACHES = 1, 5, 8, 17 | 1 << 8
#: bytes of one packet, on every engine
MOST = 0x3FFFE0
#: of a fence: its write is kept in no cache (MTYPE, which gfx9 has not), and goes to memory of the host (SYS, of gfx12)
_UNCACHED, _OF_THE_HOST = 3 << 16, 1 << 20
_AT_LEAST, _MEMORY, _FOREVER, _EVERY = 5 << 28, 1 << 31, 0xFFF << 16, 4
#: of the caches between the engine and memory, what the third word says: written back (scalars, second level), and forgotten too
_WRITTEN_BACK = 1 << 22 | 1 << 31
_FORGOTTEN = 1 << 23 | 1 << 24 | 1 << 25 | 1 << 30
_LOW = 0xFFFFFFFF


def nop(count: int) -> list[int]:
    """`count` words that do nothing."""
    return [0] * count


class SDMA:
    """The packets of one architecture."""

    def __init__(self, arch: AMDArchitecture) -> None:
        self._has_caches = arch.major >= 10  # "SDMA is connected to gL2" (ROCr's amd_blit_sdma.h)
        self._fence = _FENCE | (_UNCACHED if arch.major >= 10 else 0) | (_OF_THE_HOST if arch.major >= 12 else 0)

    def copy(self, words: Words, dest: int, source: int, nbytes: int) -> None:
        """Copies bytes."""
        for at in range(0, nbytes, MOST):
            words.add(_COPY, min(MOST, nbytes - at) - 1, 0)
            words.pair(source + at)
            words.pair(dest + at)

    def acquire(self, words: Words) -> None:
        """Later copies see what others wrote to memory before."""
        if self._has_caches: words.add(_CACHES, 0, _WRITTEN_BACK | _FORGOTTEN, 0, 0)

    def release(self, words: Words) -> None:
        """What was copied before is in memory, for everyone to see."""
        if self._has_caches: words.add(_CACHES, 0, _WRITTEN_BACK, 0, 0)

    def fence(self, words: Words, address: int, value: int) -> None:
        """Writes 64 bits to memory of the host once all before is done."""
        for n, half in enumerate((value & _LOW, value >> 32)):
            words.add(self._fence)
            words.pair(address + 4 * n)
            words.add(half)

    def wait(self, words: Words, address: int, value: int) -> None:
        """The queue goes on when the 32 bits at `address` are the low half of `value` or more."""
        words.add(_POLL | _AT_LEAST | _MEMORY)
        words.pair(address)
        words.add(value, _LOW, _FOREVER | _EVERY)
