"""Compute queues: packets of PM4 one by one, and the launches that they have begun.

In: words of a ring or of an indirect buffer. Out: launches, memory written, interrupts. Always true: launches overlap and end in any
order unless a packet waits for them; what RELEASE_MEM writes follows all launches before it, and what comes after RELEASE_MEM does not
wait for that.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.emulators.amd.caches import CardCaches
from tests.emulators.amd.dispatch import Dispatch
from tests.emulators.amd.errors import CommandFault
from tests.emulators.amd.packets import PACKETS, Jump, Packet
from tests.emulators.amd.queues import Queue
from tests.emulators.amd.registers import sh_registers
from tests.emulators.amd.words import only

_PAD = 0xFFFF1000  # a NOP whose count says: this word alone
#: how likely something that was begun ends before the queue's next packet: drawn anew for each
_HASTE = (0.0, 0.02, 0.5)


class ComputeQueue(Queue):
    """A queue of PM4 packets. registers: as SET_SH_REG left them, by name."""

    kind = "compute"

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.names = sh_registers(self.card.gpu)
        self.registers: dict[str, int] = {}
        self._begun: list[Dispatch | Callable[[], None]] = []
        self._haste = 0.0

    @property
    def has_launches(self) -> bool:
        """Whether launches that were begun have not ended."""
        return any(isinstance(item, Dispatch) for item in self._begun)

    @property
    def caches(self) -> CardCaches | None:
        """The card's caches, if it has any."""
        return self.card.caches if self.machine.has_caches else None

    def begin(self, item: Dispatch | Callable[[], None]) -> None:
        """A launch, or something to be done when all before it has ended."""
        if isinstance(item, Dispatch):
            self.card.dispatches.append(item)
        self._begun.append(item)
        self._haste = self.machine.random.choice(_HASTE)

    def step(self) -> bool:
        """The next packet, or something that was begun ends."""
        if self._begun and self.machine.random.random() < self._haste: return self._end_one()
        return self._next_packet() or self._end_one()

    def drop(self) -> None:
        """The card is lost: nothing that was begun ends."""
        super().drop()
        self._begun.clear()

    def _end_one(self) -> bool:
        possible = [i for i, item in enumerate(self._begun) if isinstance(item, Dispatch) or i == 0]
        if not possible: return False
        item = self._begun.pop(self.machine.random.choice(possible))
        if isinstance(item, Dispatch): self.machine.launch(item, self.card)
        else: item()
        return True

    def _next_packet(self) -> bool:
        if not (words := self.words(1)): return False
        if words[0] == _PAD:
            self.skip(1)
            return True
        packet, length = self._decode(words[0])
        found = packet.act(self, self.packet(length, packet.name)[1:])
        self.blocked = found if isinstance(found, str) else ""
        if self.blocked: return False
        self.card.count_packet()
        self.skip(length)
        if isinstance(found, Jump): self.enter(found.address, found.count, found.chain)
        return True

    def _decode(self, header: int) -> tuple[Packet, int]:
        """Source: PACKET_TYPE3 and PACKET3 of amdgpu's nvd.h."""
        if header >> 30 != 3: raise CommandFault(f"{self.dump()}: {header:#010x} is no packet of type 3")
        if (opcode := header >> 8 & 0xFF) not in PACKETS: raise CommandFault(f"{self.dump()}: unknown opcode {opcode:#04x}")
        packet = PACKETS[opcode]
        only(header, 0xFFFFFF00, f"header of {packet.name}")
        body = (header >> 16 & 0x3FFF) + 1
        if not packet.least <= body <= packet.most: raise CommandFault(f"{self.dump()}: {packet.name} with {body} words")
        return packet, body + 1
