"""A queue: a ring of packets that the host fills, read as far as its doorbell says.

In: addresses of ring and pointers, as CREATE_QUEUE was given them. Out: words of one packet after the other. Always true: pointers
of the host count without end (PM4 in dwords, SDMA in bytes), and no packet lies across the end of the ring.
"""
from __future__ import annotations

import ctypes
import struct

from tests.emulators.amd.errors import CommandFault
from tests.emulators.amd.machine import Card, Machine


class Queue:
    """What queues of all kinds share. unit: bytes that pointers count in; wraps: whether the read pointer that the host sees does."""

    kind = ""
    unit = 4
    wraps = True

    def __init__(self, machine: Machine, card: Card, ring: int, nbytes: int, write_pointer: int, read_pointer: int,
                 doorbell: int) -> None:
        self.machine, self.card, self.memory = machine, card, card.memory
        self.ring, self.nbytes = ring, nbytes
        self._write_pointer, self._read_pointer = write_pointer, read_pointer
        self._doorbell = ctypes.c_uint64.from_address(doorbell)
        self._doorbell.value = 0
        self._end = 0  # as far as the doorbell said, in bytes
        self.position = 0  # in bytes, without end
        self.blocked = ""
        self._frames: list[tuple[int, int]] = []  # indirect buffers: address of the next word, words that are left

    # ---- the host's side

    def _seen(self) -> int:
        """Source: PM4Queue::SubmitPacket of kfdtest's PM4Queue.cpp."""
        rung = self._doorbell.value * self.unit
        if rung == self._end: return rung
        if rung < self._end: raise CommandFault(f"{self.dump()}: the doorbell went back to {rung:#x}; pointers count without end")
        written = struct.unpack("<Q", self.memory.read(self._write_pointer, 8))[0] * self.unit
        if written < rung: raise CommandFault(f"{self.dump()}: the doorbell says {rung:#x}, the write pointer in memory {written:#x}")
        left = rung - self.position
        if left > self.nbytes: raise CommandFault(f"{self.dump()}: {left:#x} bytes in a ring of {self.nbytes:#x}")
        self._end = rung
        return rung

    def _show_position(self) -> None:
        shown = (self.position % self.nbytes if self.wraps else self.position) // self.unit
        self.memory.write(self._read_pointer, struct.pack("<I" if self.wraps else "<Q", shown))

    # ---- words

    def words(self, most: int) -> tuple[int, ...]:
        """Up to so many words of what comes next in the innermost indirect buffer, or in the ring up to its end."""
        while self._frames and not self._frames[-1][1]: self._frames.pop()
        if self._frames: address, left = self._frames[-1]
        else:
            offset = self.position % self.nbytes
            address, left = self.ring + offset, min(self._seen() - self.position, self.nbytes - offset) // 4
        count = min(left, most)
        return struct.unpack(f"<{count}I", self.memory.read(address, 4 * count)) if count else ()

    def packet(self, length: int, name: str) -> tuple[int, ...]:
        """The next so many words. CommandFault if the host, the ring or the indirect buffer ends before.

        Source: PACKET3 of amdgpu's nvd.h, whose count is of the words behind it.
        """
        words = self.words(length)
        if len(words) < length: raise CommandFault(f"{self.dump()}: {name} of {length} words, where {len(words)} are left")
        return words

    def skip(self, count: int) -> None:
        """So many words are done with."""
        if self._frames:
            address, left = self._frames[-1]
            self._frames[-1] = address + 4 * count, left - count
            return
        self.position += 4 * count
        self._show_position()

    def enter(self, address: int, count: int, chain: bool = False) -> None:
        """Goes on in an indirect buffer; with `chain` in place of the one that it is in.

        Source: PM4_MEC_INDIRECT_BUFFER of PAL's gfx9_plus_merged_f32_mec_pm4_packets.h.
        """
        if chain: self._frames.pop()
        if len(self._frames) == 2: raise CommandFault(f"{self.dump()}: an indirect buffer in an indirect buffer in an indirect buffer")
        self._frames.append((address, count))

    @property
    def is_nested(self) -> bool:
        """Whether it is in an indirect buffer."""
        return bool(self._frames)

    def drop(self) -> None:
        """The card is lost: what the host had put there will not run."""
        self._frames.clear()
        self._end = self._doorbell.value * self.unit
        self.position = self._end
        self.blocked = ""

    def step(self) -> bool:
        """Does one thing; False if nothing can be done."""
        raise NotImplementedError

    def dump(self) -> str:
        """Where it stands, and what it waits for."""
        inside = "".join(f", in an indirect buffer at {address:#x}" for address, _ in self._frames)
        waits = f", waits for {self.blocked}" if self.blocked else ""
        end = self._doorbell.value * self.unit
        return f"{self.kind} queue of GPU {self.card.index} at {self.position:#x} of {end:#x}{inside}{waits}"
