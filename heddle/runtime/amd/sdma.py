"""SDMA packets of AMD's copy queues.

Inputs: addresses, values, numbers of bytes. Outputs: words appended to `Words`. Invariants: a copy of any length is split into as many
packets as it takes.

Numbers and layouts: sdma_registers.h of AMD's ROCr runtime.
"""
from __future__ import annotations

from heddle.runtime.common.hardware_queue import Words

_COPY, _FENCE, _POLL, _TIMESTAMP = 1, 5, 8, 13
_GLOBAL_CLOCK = 2 << 8
#: bytes of one packet, on every engine
MOST = 0x3FFFE0
#: memory that a fence writes is not kept in caches
_UNCACHED = 3 << 16
_AT_LEAST, _MEMORY, _FOREVER, _EVERY = 5 << 28, 1 << 31, 0xFFF << 16, 4
_LOW = 0xFFFFFFFF


def copy(words: Words, dest: int, source: int, nbytes: int) -> None:
    """Copies bytes."""
    for at in range(0, nbytes, MOST):
        words.add(_COPY, min(MOST, nbytes - at) - 1, 0)
        words.pair(source + at)
        words.pair(dest + at)


def fence(words: Words, address: int, value: int) -> None:
    """Writes 64 bits once all before is done."""
    for n, half in enumerate((value & _LOW, value >> 32)):
        words.add(_FENCE | _UNCACHED)
        words.pair(address + 4 * n)
        words.add(half)


def wait(words: Words, address: int, value: int) -> None:
    """The queue goes on when the 32 bits at `address` are the low half of `value` or more."""
    words.add(_POLL | _AT_LEAST | _MEMORY)
    words.pair(address)
    words.add(value, _LOW, _FOREVER | _EVERY)


def timestamp(words: Words, address: int) -> None:
    """Writes the clock's 64 bits to a multiple of 8."""
    words.add(_TIMESTAMP | _GLOBAL_CLOCK)
    words.pair(address)


def nop(count: int) -> list[int]:
    """`count` words that do nothing."""
    return [0] * count
