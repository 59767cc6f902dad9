"""PM4 packets of AMD's compute queues: waits, caches, signals, launches.

Inputs: addresses, values, a `Dispatch` of a kernel. Outputs: words appended to `Words`. Invariants: a packet's header counts the words
that follow; the form of a packet depends on the architecture alone.

Numbers and layouts: PAL's gfx9_plus_merged_{f32_mec_pm4_packets, offset, registers}.h and gfx12_merged_*, nvd.h and soc15d.h of the
kernel driver, and the packets of AMD's own kfdtest. Caches as gfx_v9_0, gfx_v10_0, gfx_v11_0 and gfx_v12_0_emit_mem_sync of the
kernel driver have them.
"""
from __future__ import annotations

from dataclasses import dataclass

from heddle.renderer.llvm.amdgcn import AMDArchitecture
from heddle.runtime.common.hardware_queue import Words

# ---- opcodes

_NOP, _DISPATCH_DIRECT, _WAIT_REG_MEM64, _INDIRECT_BUFFER, _EVENT_WRITE = 0x10, 0x15, 0x93, 0x3F, 0x46
_RELEASE_MEM, _ACQUIRE_MEM, _SET_SH_REG = 0x49, 0x58, 0x76
#: the count of a NOP that is a header alone, and the most that one can span
_ALONE, _LONGEST = 0x3FFF, 0x3FFF

# ---- caches: which are made to forget what memory may have anew, and which write back what memory has not yet

#: of RELEASE_MEM: vector and first level forgotten, second level written back, in this order. The second level is not forgotten:
#: the next kernel of the queue reads from it
_RELEASE_CACHES = 1 << 14 | 1 << 15 | 1 << 21 | 1 << 22
_RELEASE_CACHES_9 = 1 << 15 | 1 << 17
#: of ACQUIRE_MEM, those that kernels of one queue do not share: scalars, vector, first level
_ACQUIRE_NEAR, _ACQUIRE_NEAR_9 = 1 << 7 | 1 << 8 | 1 << 9, 1 << 27 | 1 << 22
#: and all: instructions, and the second level, which is written back before it is forgotten, since it may hold what only it has
_ACQUIRE_ALL, _ACQUIRE_ALL_9 = _ACQUIRE_NEAR | 1 << 0 | 1 << 14 | 1 << 15, _ACQUIRE_NEAR_9 | 1 << 29 | 1 << 23 | 1 << 18
_EVERYTHING, _POLL = 0xFFFFFFFF, 4
#: the end of all work before, caches included; and the end of all kernels before
_END_OF_PIPE, _KERNELS_DONE = 0x14 | 5 << 8, 7 | 4 << 8
#: what RELEASE_MEM writes
VALUE, CLOCK = 2, 3

# ---- registers of a launch, as indices of words

_SH_BASE = 0x2C00
_START_X, _PGM_LO, _SCRATCH_BASE, _RSRC1, _LIMITS = 0x2E04, 0x2E0C, 0x2E10, 0x2E12, 0x2E15
_UNITS_0, _TMPRING, _UNITS_2, _USER_DATA = 0x2E16, 0x2E18, 0x2E19, 0x2E40
_UNITS_4_GFX9, _UNITS_4_GFX11, _UNITS_8_GFX12 = 0x2E25, 0x2E2B, 0x2E23
_RSRC3, _RSRC3_GFX9 = 0x2E28, 0x2E2D
_ALL_UNITS = 0xFFFFFFFF
#: of the initiator: run, begin at group 0, waves of 32
_ENABLE, _FROM_ZERO, _WAVE32 = 1, 1 << 2, 1 << 15


@dataclass(frozen=True)
class Dispatch:
    """What a launch sets, but for its size and its arguments. `scalars`: what goes into the first scalar registers before these."""

    code: int
    rsrc1: int
    rsrc2: int
    rsrc3: int
    threads: tuple[int, int, int]
    is_wave32: bool
    tmpring: int = 0
    scratch: int = 0


def packet(words: Words, opcode: int, *body: int) -> None:
    """A header and its words."""
    words.add(3 << 30 | len(body) - 1 << 16 | opcode << 8, *body)


def nop(count: int) -> list[int]:
    """`count` words that do nothing."""
    made: list[int] = []
    while count:
        some = min(count, _LONGEST)
        made += [3 << 30 | (some - 2 if some > 1 else _ALONE) << 16 | _NOP << 8, *[0] * (some - 1)]
        count -= some
    return made


def _pair(value: int) -> tuple[int, int]: return value & 0xFFFFFFFF, value >> 32


class PM4:
    """The packets of one architecture."""

    def __init__(self, arch: AMDArchitecture) -> None:
        self.arch = arch
        self._is_old = arch.major == 9

    # ---- order and caches

    def wait(self, words: Words, address: int, value: int) -> None:
        """The queue goes on when the 64 bits at `address` are `value` or more."""
        function, in_memory = 5, 1 << 4
        packet(words, _WAIT_REG_MEM64, function | in_memory, *_pair(address), *_pair(value), _EVERYTHING, _EVERYTHING, _POLL)

    def acquire(self, words: Words, near: bool = False) -> None:
        """What comes later sees what was written before; `near`: by kernels of this queue."""
        if self._is_old:
            packet(words, _ACQUIRE_MEM, _ACQUIRE_NEAR_9 if near else _ACQUIRE_ALL_9, _EVERYTHING, 0xFFFFFF, 0, 0, _POLL)
        else: packet(words, _ACQUIRE_MEM, 0, _EVERYTHING, 0, 0, 0, _POLL, _ACQUIRE_NEAR if near else _ACQUIRE_ALL)

    def kernels_done(self, words: Words) -> None:
        """What comes later waits for the kernels before."""
        packet(words, _EVENT_WRITE, _KERNELS_DONE)

    def after_kernels(self, words: Words) -> None:
        """What comes later runs after the kernels before, whichever submission launched them, and sees what they wrote.

        A signal does not do that: it is written at the end of what came before, and the queue goes on meanwhile. The second level
        is left alone: all kernels of the queue share it. What others wrote is seen after `wait` and a whole `acquire`.
        """
        self.kernels_done(words)
        self.acquire(words, near=True)

    def release(self, words: Words, address: int, value: int, what: int = VALUE, flush: bool = True, interrupt: int = 0) -> None:
        """Once all before is done, and with `flush` can be seen by everyone, writes the value, or the clock, to `address`."""
        caches = (_RELEASE_CACHES_9 if self._is_old else _RELEASE_CACHES) if flush else 0
        packet(words, _RELEASE_MEM, _END_OF_PIPE | caches, what << 29 | interrupt << 24, *_pair(address), *_pair(value), 0)

    def run(self, words: Words, address: int, count: int) -> None:
        """Runs `count` words that lie elsewhere."""
        is_valid = 1 << 23
        packet(words, _INDIRECT_BUFFER, *_pair(address), count | is_valid)

    # ---- launches

    def launch(self, words: Words, what: Dispatch, user_data: tuple[int, ...], groups: tuple[int | str, ...]) -> None:
        """A kernel over `groups` work-groups; a text is a number of groups that is known later (`Words.later`)."""
        self._set(words, _START_X, 0, 0, 0, *what.threads, 0, 0)
        self._set(words, _PGM_LO, *_pair(what.code >> 8))
        self._set(words, _RSRC1, what.rsrc1, what.rsrc2)
        self._set(words, _RSRC3_GFX9 if self._is_old else _RSRC3, what.rsrc3)
        self._set(words, _TMPRING, what.tmpring)
        if what.tmpring and self.arch.major != 10: self._set(words, _SCRATCH_BASE, *_pair(what.scratch >> 8))
        self._set(words, _LIMITS, 0)
        self._use_all_units(words)
        self._set(words, _USER_DATA, *user_data)
        words.add(3 << 30 | 3 << 16 | _DISPATCH_DIRECT << 8)
        for count in groups:
            if isinstance(count, str): words.later(count, is_wide=False)
            else: words.add(count)
        words.add(_ENABLE | _FROM_ZERO | (_WAVE32 if what.is_wave32 else 0))

    def _use_all_units(self, words: Words) -> None:
        self._set(words, _UNITS_0, _ALL_UNITS, _ALL_UNITS)
        self._set(words, _UNITS_2, _ALL_UNITS, _ALL_UNITS)
        if self.arch.major == 10: return
        self._set(words, _UNITS_4_GFX9 if self._is_old else _UNITS_4_GFX11, *[_ALL_UNITS] * 4)
        if self.arch.major == 12: self._set(words, _UNITS_8_GFX12, _ALL_UNITS)

    def _set(self, words: Words, register: int, *values: int) -> None:
        packet(words, _SET_SH_REG, register - _SH_BASE, *values)
