"""DMA queues (SDMA): packets one by one, each of which has ended when the next begins.

In: words of a ring or of an indirect buffer. Out: memory copied and filled, fences, interrupts. Always true: every bit that has no
meaning in that packet is zero.

Fields: SDMA_PKT_* of ROCr's sdma_registers.h and of kfdtest's SDMAPacket.cpp. Time stamps at multiples of 32 bytes:
BlitSdma::SubmitCommand of ROCr asserts it, SDMATimePacket::InitPacket of kfdtest warns. Sizes of a fill: SDMAFillDataPacket.
"""
from __future__ import annotations

import struct
from collections.abc import Callable

from tests.emulators.amd.cache_control import control_second_level
from tests.emulators.amd.caches import SharedMemory
from tests.emulators.amd.errors import CommandFault
from tests.emulators.amd.memory import AddressSpace
from tests.emulators.amd.queues import Queue
from tests.emulators.amd.words import add, address_of, only, put, waits

#: most bytes of one copy, in the form that all engines of these cards take (22 bits, count less one)
MOST_COPIED = 0x3FFFE0
_FOREVER = 0xFFF
_DWORD_FILL = 2
Words = tuple[int, ...]


class SDMAQueue(Queue):
    """A queue of SDMA packets."""

    kind = "SDMA"
    unit = 1
    wraps = False

    @property
    def shared(self) -> AddressSpace | SharedMemory:
        """Memory as the engine sees it: from gfx10 on through the second level (ROCr's amd_blit_sdma.h, BlitSdmaV5)."""
        return SharedMemory(self.memory, self.card.caches) if self.machine.has_caches else self.memory

    def step(self) -> bool:
        """The next packet. Source: SDMA_OP of ROCr's sdma_registers.h."""
        if not (words := self.words(4)): return False
        operation = words[0] & 0xFF, words[0] >> 8 & 0xFF
        if operation not in _PACKETS: raise CommandFault(f"{self.dump()}: unknown packet {words[0]:#010x}")
        name, length, mask, act = _PACKETS[operation]
        only(words[0], mask | 0xFFFF, f"header of {name}")
        if operation == (0, 0): length += words[0] >> 16 & 0x3FFF
        if name == "WRITE" and len(words) > 3: length += words[3] & 0xFFFFF
        return self._act(act, self.packet(length, name))

    def _act(self, act: Callable[[SDMAQueue, Words], str | None], words: Words) -> bool:
        self.blocked = act(self, words) or ""
        if self.blocked: return False
        self.card.count_packet()
        self.skip(len(words))
        if words[0] & 0xFF == 4:
            at = address_of(words[1], words[2], 32, "INDIRECT")
            self.memory.check(at, 4 * words[3], "read", "an indirect buffer")
            self.enter(at, words[3])
        return True


def _nop(queue: SDMAQueue, words: Words) -> None: del queue, words


def _copy_linear(queue: SDMAQueue, words: Words) -> None:
    """Source: SDMA_PKT_COPY_LINEAR of ROCr's sdma_registers.h."""
    only(words[1], 0x3FFFFF, "COPY_LINEAR's count")
    only(words[2], 0, "COPY_LINEAR's parameters")
    nbytes = words[1] + 1
    if nbytes > MOST_COPIED: raise CommandFault(f"COPY_LINEAR of {nbytes} bytes: {MOST_COPIED} are the most")
    source = address_of(words[3], words[4], 1, "COPY_LINEAR's source")
    queue.shared.write(address_of(words[5], words[6], 1, "COPY_LINEAR's destination"), queue.shared.read(source, nbytes))


def _write(queue: SDMAQueue, words: Words) -> None:
    only(words[3], 0xFFFFF, "WRITE's count")
    queue.shared.write(address_of(words[1], words[2], 4, "WRITE"), struct.pack(f"<{len(words) - 4}I", *words[4:]))


def _indirect(queue: SDMAQueue, words: Words) -> None:
    """Source: SDMA_PKT_INDIRECT of amdgpu's navi10_sdma_pkt_open.h."""
    only(words[3], 0xFFFFF, "INDIRECT's size")
    if queue.is_nested: raise CommandFault("INDIRECT in an indirect buffer")


def _fence(queue: SDMAQueue, words: Words) -> None:
    """BlitSdma::BuildFenceCommand of ROCr: MTYPE 3 (uncached), and from gfx12 on SYS, for memory of the host.

    Source: BlitSdma::BuildFenceCommand of ROCr's amd_blit_sdma.cpp.
    """
    uncached = 3 << 16 | (1 << 20 if queue.card.gpu.major >= 12 else 0)
    if words[0] & 0xFFFF0000 != uncached: raise CommandFault(f"FENCE {words[0]:#x}: {uncached | 5:#x} is not kept in caches")
    put(queue.memory, address_of(words[1], words[2], 4, "FENCE"), words[3], 4)


def _gcr(queue: SDMAQueue, words: Words) -> None:
    """SDMA_PKT_GCR of ROCr's sdma_registers.h. What it asks of the shaders' near caches is not modelled: nobody may rely on it."""
    only(words[1], 0xFFFFFF80, "GCR's base")
    only(words[3], 0xFFFFFF87, "GCR's limit")
    only(words[4], 0xF00FFFF, "GCR's limit")
    if queue.machine.has_caches: control_second_level(queue.card.caches.second, words[2] >> 16, "an SDMA engine's GCR")


def _trap(queue: SDMAQueue, words: Words) -> None:
    only(words[1], (1 << 28) - 1, "TRAP")
    queue.machine.events.interrupt()


def _poll(queue: SDMAQueue, words: Words) -> str:
    """Source: SDMA_PKT_POLL_REGMEM of ROCr's sdma_registers.h."""
    if not words[0] >> 31: raise CommandFault("POLL_REGMEM of a register")
    only(words[5], 0xFFFFFFF, "POLL_REGMEM's interval")
    if words[5] >> 16 != _FOREVER: raise CommandFault(f"POLL_REGMEM gives up after {words[5] >> 16} tries")
    return waits(queue.memory, address_of(words[1], words[2], 4, "POLL_REGMEM"), 4, words[0] >> 28 & 7, words[3], words[4])


def _atomic(queue: SDMAQueue, words: Words) -> None:
    only(words[7], 0x1FFF, "ATOMIC's loop interval")
    add(queue.memory, words[0] >> 25, address_of(words[1], words[2], 4, "ATOMIC"), words[4] << 32 | words[3])


def _fill(queue: SDMAQueue, words: Words) -> None:
    """Source: SDMAFillDataPacket of kfdtest's SDMAPacket.cpp."""
    if words[0] >> 30 != _DWORD_FILL: raise CommandFault(f"CONST_FILL in units of {1 << (words[0] >> 30)} bytes; dwords are known")
    only(words[4], 0x3FFFFC, "CONST_FILL's count")
    queue.shared.write(address_of(words[1], words[2], 4, "CONST_FILL"), struct.pack("<I", words[3]) * (words[4] // 4 + 1))


def _timestamp(queue: SDMAQueue, words: Words) -> None:
    put(queue.memory, address_of(words[1], words[2], 32, "TIMESTAMP"), queue.machine.clock.ticks(), 8)


#: by operation and its kind: name, words, bits of the header above the lower half that mean something, what it does
_PACKETS: dict[tuple[int, int], tuple[str, int, int, Callable[[SDMAQueue, Words], str | None]]] = {
    (0, 0): ("NOP", 1, 0x3FFF << 16, _nop),
    (1, 0): ("COPY_LINEAR", 7, 0, _copy_linear),
    (2, 0): ("WRITE", 5, 0, _write),
    (4, 0): ("INDIRECT", 6, 0, _indirect),
    (5, 0): ("FENCE", 4, 0xFF << 16, _fence),
    (6, 0): ("TRAP", 2, 0, _trap),
    (8, 0): ("POLL_REGMEM", 6, 7 << 28 | 1 << 31, _poll),
    (10, 0): ("ATOMIC", 8, 0x7F << 25, _atomic),
    (11, 0): ("CONST_FILL", 5, 3 << 30, _fill),
    (13, 2): ("TIMESTAMP", 3, 0, _timestamp),
    (17, 1): ("GCR", 5, 0, _gcr),
}
